"""Five in a row by the words of its rules: a board is a dictionary of cells, a line a string, a winning row a regular expression.

Slow, in plain Python, and without anything of the package.
"""

import re
from itertools import product

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Board:
    """Stones of ``X`` (first) and ``O`` by (row, column) from 0."""

    def __init__(self, width, height, rule="freestyle", length=5, draw=0):
        self.width, self.height, self.rule, self.length, self.draw = width, height, rule, length, draw
        self.stones = {}
        self.winner = None
        self.why = ""

    @property
    def turn(self):
        return "XO"[len(self.stones) % 2]

    def empty(self):
        return [cell for cell in product(range(self.height), range(self.width)) if cell not in self.stones]

    def over(self):
        return self.winner is not None or len(self.empty()) <= self.draw

    def play(self, cell):
        player = self.turn
        self.stones[cell] = player
        if self.wins(cell):
            self.winner = player
        elif self.rule == "renju" and player == "X":
            self.why = self.forbidden(cell)
            if self.why:
                self.winner = "O"

    def mark(self, cell):
        """``.``, ``X``, ``O``, or ``#`` outside the board."""
        inside = 0 <= cell[0] < self.height and 0 <= cell[1] < self.width
        return self.stones.get(cell, ".") if inside else "#"

    def line(self, cell, step):
        """The cells of the whole line through a cell, one cell outside the board at both ends included."""
        row, column = cell
        while self.mark((row, column)) != "#":
            row, column = row - step[0], column - step[1]
        cells = [(row, column)]
        while len(cells) == 1 or self.mark(cells[-1]) != "#":
            cells.append((cells[-1][0] + step[0], cells[-1][1] + step[1]))
        return cells

    def wins(self, cell):
        return any(self.wins_along(cell, step) for step in STEPS)

    def wins_along(self, cell, step):
        cells = self.line(cell, step)
        player, other = self.stones[cell], "XO"[self.stones[cell] == "X"]
        text = "".join(map(self.mark, cells))
        for row in re.finditer(f"{player}+", text):
            if not row.start() <= cells.index(cell) < row.end():
                continue
            count = row.end() - row.start()
            just = count == self.length
            blocked = text[row.start() - 1] == other and text[row.end()] == other
            return {
                "freestyle": count >= self.length,
                "standard": just,
                "renju": just or (count > self.length and player == "O"),
                "caro": count > self.length or (just and not blocked),
                "caro_strict": just and not blocked,
            }[self.rule]
        raise AssertionError

    # --- renju: each word of the rule as a function; the stone stands at `cell` already

    def five_along(self, cell, step):
        cells = self.line(cell, step)
        text = "".join(map(self.mark, cells))
        return any(row.start() <= cells.index(cell) < row.end() and len(row[0]) == 5 for row in re.finditer("X+", text))

    def fives(self, cell):
        return any(self.five_along(cell, step) for step in STEPS)

    def overline(self, cell):
        texts = [(self.line(cell, step), "".join(map(self.mark, self.line(cell, step)))) for step in STEPS]
        return any(
            row.start() <= cells.index(cell) < row.end() and len(row[0]) > 5
            for cells, text in texts
            for row in re.finditer("X+", text)
        )

    def with_stone(self, cell, stone="X"):
        made = Board(self.width, self.height, self.rule)
        made.stones = self.stones | {cell: stone}
        return made

    def fours_along(self, cell, step):
        """The sets of four stones, `cell` among them, that one more stone makes exactly five in a row."""
        cells = self.line(cell, step)
        sets = set()
        for more in cells:
            if self.mark(more) != ".":
                continue
            after = self.with_stone(more)
            text = "".join(map(after.mark, cells))
            for row in re.finditer("X+", text):
                five = cells[row.start() : row.end()]
                if len(five) == 5 and more in five and cell in five:
                    sets.add(frozenset(five) - {more})
        return sets

    def straight_four_along(self, cell, other, step):
        """Whether `cell` and `other` are in four adjacent stones that either of two stones makes exactly five in a row."""
        cells = self.line(cell, step)
        text = "".join(map(self.mark, cells))
        for row in re.finditer("X+", text):
            four = cells[row.start() : row.end()]
            if len(four) == 4 and cell in four and other in four:
                ends = [cells[row.start() - 1], cells[row.end()]]
                return all(self.mark(end) == "." and self.with_stone(end).five_along(end, step) for end in ends)
        return False

    def three_along(self, cell, step):
        if self.fours_along(cell, step):
            return False
        for more in self.line(cell, step):
            if self.mark(more) == ".":
                after = self.with_stone(more)
                if after.straight_four_along(cell, more, step) and not after.forbidden(more):
                    return True
        return False

    def forbidden(self, cell):
        if self.fives(cell):
            return ""
        if self.overline(cell):
            return "overline"
        if sum(len(self.fours_along(cell, step)) for step in STEPS) > 1:
            return "double four"
        return "double three" if sum(self.three_along(cell, step) for step in STEPS) > 1 else ""
