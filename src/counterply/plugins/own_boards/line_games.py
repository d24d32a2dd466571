"""Connect four and tic-tac-toe as what they have in common: whoever has so many in a line first has won."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import count
from random import Random

WAYS = {"a row": (0, 1), "a column": (1, 0), "a rising diagonal": (1, 1), "a falling diagonal": (-1, 1)}  # in rows and columns
NEAR = 0.7  # how often a move below a line that is wanted is taken
MOST_COLUMNS = 9
NUMBERS = {3: "three", 4: "four"}
Moves = tuple[int, ...]  # of a game from its beginning: columns where pieces drop, else cells


class LineGame:
    """A game of two sides that put pieces by turns; cells are numbered row by row, the lowest row first where pieces drop.

    Parameters
    ----------
    length : of a line that wins
    drops : whether a piece falls to the lowest free cell of its column
    """

    def __init__(self, name: str, rows: int, columns: int, length: int, drops: bool) -> None:
        self.name, self.rows, self.columns, self.length, self.drops = name, rows, columns, length, drops
        self.size = rows * columns
        self.lines = {
            tuple(columns * (row + up * step) + column + right * step for step in range(length)): way
            for way, (up, right) in WAYS.items()
            for row in range(rows)
            for column in range(columns)
            if 0 <= row + up * (length - 1) < rows and column + right * (length - 1) < columns
        }

    @cached_property
    def _through(self) -> list[list[tuple[int, ...]]]:
        """The lines through each cell, without it."""
        return [[tuple({*line} - {cell}) for line in self.lines if cell in line] for cell in range(self.size)]

    @property
    def first(self) -> int:
        """How many first moves there are."""
        return self.columns if self.drops else self.size

    def places(self, cells: list[int]) -> dict[int, int]:
        """Return the cell that each move fills, as if the game were not over."""
        if not self.drops:
            return {cell: cell for cell in reversed(range(self.size)) if not cells[cell]}
        wide = self.columns
        free = [column for column in reversed(range(wide)) if not cells[column - wide]]
        return {column: column + wide * cells[column::wide].index(0) for column in free}

    def cells(self, moves: Moves) -> list[int]:
        """Return 0, 1 or 2 for each cell: 1 belongs to the side that began."""
        cells = [0] * self.size
        for ply, cell in enumerate(moves):
            while cells[cell]:  # in a column
                cell += self.columns
            cells[cell] = 1 + ply % 2
        return cells

    def completes(self, cells: list[int], cell: int, side: int) -> bool:
        """Tell whether a piece of a side in a cell completes a line."""
        for line in self._through[cell]:
            for other in line:
                if cells[other] != side:
                    break
            else:
                return True
        return False

    def wins(self, moves: Moves, other: bool = False) -> list[int]:
        """Return the moves that win at once after others, or would do so if it were the other side's turn."""
        cells, side = self.cells(moves), 1 + (len(moves) + other) % 2
        return [move for move, cell in self.places(cells).items() if self.completes(cells, cell, side)]

    def promise(self, moves: Moves) -> int:
        """Return how much more the side that began has in lines in which the other one has nothing, than the other way about."""
        cells = self.cells(moves)
        held = [[cells[cell] for cell in line] for line in self.lines]
        return sum((0 if 2 in line else line.count(1) ** 3) - (0 if 1 in line else line.count(2) ** 3) for line in held)

    def played(self, random: Random, plies: int, target: Iterable[int] = (), side: int = 0) -> Moves | None:
        """Return a game without a line at random, or one in which a side completes a line as its last move; None if stuck."""
        cells, moves, target = [0] * self.size, list[int](), set(target)
        columns = {cell % self.columns for cell in target if self.drops}
        while len(moves) < plies:
            own, free = 1 + len(moves) % 2, {}
            for move, cell in self.places(cells).items():
                if not self.completes(cells, cell, own):
                    free[move] = cell
                elif own == side and all(other == cell or cells[other] == side for other in target):
                    return (*moves, move)
            free = {move: cell for move, cell in free.items() if own == side or cell not in target}
            if not target:
                free = {move: cell for move, cell in free.items() if not self._gives(cells, cell, own)}
            if not free:
                return None
            inside = [move for move, cell in free.items() if cell in target]
            near = [move for move in free if move in columns and random.random() < NEAR]
            move = random.choice(inside or near or [*free])
            cells[free[move]] = own
            moves.append(move)
        return None if target else tuple(moves)

    def _gives(self, cells: list[int], cell: int, side: int) -> bool:
        """Tell whether the other side can win at once after a side's piece in a cell."""
        cells = [side if each == cell else held for each, held in enumerate(cells)]
        return any(self.completes(cells, each, 3 - side) for each in self.places(cells).values())

    def unfinished(self, plies: int) -> Iterator[Moves]:
        """Yield games at random, each of them so many plies long, in which and after which no side to move can win at once."""
        for number in count():
            moves = self.played(Random(number), plies)
            if moves is not None:
                yield moves

    @cached_property
    def ended(self) -> list[tuple[Moves, str]]:
        """A game for each line and side, whose last move completes it, with what it completes, and a draw."""
        return [*self._ended()]

    def _ended(self) -> Iterator[tuple[Moves, str]]:
        for line, way in self.lines.items():
            for side in (1, 2):
                games = (self.played(Random(number), self.size, line, side) for number in count())
                yield next(game for game in games if game), f"{NUMBERS[self.length]} in {way}"
        games = (self.played(Random(number), self.size) for number in count())
        yield next(game for game in games if game), "a full board"


@cache
def line_games() -> tuple[LineGame, ...]:
    """Return the games that are known."""
    return LineGame("connect_four", 6, 7, 4, True), LineGame("tic_tac_toe", 3, 3, 3, False)


def games_of(held: Mapping[str, object]) -> list[LineGame]:
    """Return connect four of another size, if a file's variables say one."""
    numbers = {name.lower(): value for name, value in held.items() if type(value) is int and 4 <= value <= MOST_COLUMNS}
    sides = [[value for name, value in numbers.items() if re.search(words, name)] for words in ("row|height", "col|width")]
    if not all(sides) or (sides[0][0], sides[1][0]) == (6, 7):
        return []
    rows, columns = sides[0][0], sides[1][0]
    return [LineGame(f"connect_four of {rows} x {columns}", rows, columns, 4, True)]
