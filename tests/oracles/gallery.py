"""The games of the gallery, slow and obvious: dictionaries and lists, written from the rules alone.

Each has `turn`, `moves()` (texts), `play(text)`, `points()` (the first player's margin, or 1, 0, -1) and `over()`.
"""

from __future__ import annotations

import random
from copy import deepcopy
from itertools import product

from counterply import DRAW, FIRST, ONGOING, SECOND
from counterply.compiling.kernels import PLAIN
from counterply.usercode.loading import load_game

Cell = tuple[int, int]  # row, column
AROUND = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


class Othello:
    """A dictionary of stones, and a walk in each direction."""

    def __init__(self, size: int = 8) -> None:
        low = size // 2 - 1
        self.size, self.turn = size, 0
        self.stones: dict[Cell, int] = {(low, low): 1, (low, low + 1): 0, (low + 1, low): 0, (low + 1, low + 1): 1}

    def turned(self, cell: Cell, player: int) -> list[Cell]:
        if cell in self.stones:
            return []
        found: list[Cell] = []
        for down, right in AROUND:
            line, (row, column) = [], (cell[0] + down, cell[1] + right)
            while self.stones.get((row, column)) == 1 - player:
                line.append((row, column))
                row, column = row + down, column + right
            if self.stones.get((row, column)) == player:
                found += line
        return found

    def places(self, player: int) -> dict[str, Cell]:
        cells = product(range(self.size), repeat=2)
        return {f"{'abcdefgh'[column]}{row + 1}": (row, column) for row, column in cells if self.turned((row, column), player)}

    def moves(self) -> list[str]:
        return list(self.places(self.turn)) or (["pass"] if self.places(1 - self.turn) else [])

    def play(self, text: str) -> None:
        if text != "pass":
            cell = self.places(self.turn)[text]
            for each in [cell, *self.turned(cell, self.turn)]:
                self.stones[each] = self.turn
        self.turn = 1 - self.turn

    def over(self) -> bool:
        return not self.moves()

    def points(self) -> int:
        held = [sum(player == each for each in self.stones.values()) for player in (0, 1)]
        empty = self.size**2 - sum(held)
        return held[0] - held[1] + (empty if held[0] > held[1] else -empty if held[0] < held[1] else 0)


class Breakthrough:
    """A dictionary of pawns."""

    def __init__(self, width: int = 8, height: int = 8) -> None:
        self.width, self.height, self.turn = width, height, 0
        rows = {0: 1, 1: 1, height - 2: 0, height - 1: 0}  # from the top
        self.pawns: dict[Cell, int] = {(row, column): rows[row] for row in rows for column in range(width)}

    def steps(self) -> dict[str, tuple[Cell, Cell]]:
        found = {}
        for (row, column), player in self.pawns.items():
            for right in (-1, 0, 1):
                to = row + (1 if player else -1), column + right
                allowed = (None,) if right == 0 else (None, 1 - player)
                inside = 0 <= to[0] < self.height and 0 <= to[1] < self.width
                if player == self.turn and inside and self.pawns.get(to) in allowed:
                    found["".join(f"{'abcdefgh'[c]}{self.height - r}" for r, c in ((row, column), to))] = (row, column), to
        return found

    def moves(self) -> list[str]:
        return list(self.steps())

    def play(self, text: str) -> None:
        cell, to = self.steps()[text]
        self.pawns[to] = self.pawns.pop(cell)
        self.turn = 1 - self.turn

    def points(self) -> int:
        first = any(row == 0 for (row, _), player in self.pawns.items() if player == 0) or 1 not in self.pawns.values()
        second = any(row == self.height - 1 for (row, _), player in self.pawns.items() if player) or 0 not in self.pawns.values()
        return int(first) - int(second)

    def over(self) -> bool:
        return self.points() != 0


class Hex:
    """Sets of stones, and a search for a chain."""

    def __init__(self, size: int = 7) -> None:
        self.size, self.turn = size, 0
        self.stones: tuple[set[Cell], set[Cell]] = (set(), set())

    def moves(self) -> list[str]:
        cells = set(product(range(self.size), repeat=2)) - self.stones[0] - self.stones[1]
        return [f"{'abcdefghijk'[column]}{row + 1}" for row, column in cells]

    def play(self, text: str) -> None:
        self.stones[self.turn].add((int(text[1:]) - 1, "abcdefghijk".index(text[0])))
        self.turn = 1 - self.turn

    def connected(self, player: int) -> bool:
        own = self.stones[player]
        reached = {cell for cell in own if cell[player] == 0}
        while True:
            more = {(r + a, c + b) for r, c in reached for a, b in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))} & own
            if more <= reached:
                return any(cell[player] == self.size - 1 for cell in reached)
            reached |= more

    def points(self) -> int:
        return int(self.connected(0)) - int(self.connected(1))

    def over(self) -> bool:
        return self.points() != 0


class Kalah:
    """A ring of numbers: the first player's houses and store, then the second's."""

    def __init__(self, pits: int = 6, seeds: int = 4) -> None:
        self.pits, self.turn = pits, 0
        self.ring = ([seeds] * pits + [0]) * 2

    def own(self, player: int) -> range:
        return range(player * (self.pits + 1), player * (self.pits + 1) + self.pits)

    def moves(self) -> list[str]:
        return [str(number + 1) for number, place in enumerate(self.own(self.turn)) if self.ring[place]]

    def play(self, text: str) -> None:
        place = self.own(self.turn)[int(text) - 1]
        seeds, self.ring[place] = self.ring[place], 0
        stores = [self.pits, 2 * self.pits + 1]
        while seeds:
            place = (place + 1) % len(self.ring)
            if place != stores[1 - self.turn]:
                self.ring[place] += 1
                seeds -= 1
        opposite = 2 * self.pits - place
        if place in self.own(self.turn) and self.ring[place] == 1 and self.ring[opposite]:
            self.ring[stores[self.turn]] += 1 + self.ring[opposite]
            self.ring[place] = self.ring[opposite] = 0
        if place != stores[self.turn]:
            self.turn = 1 - self.turn
        if any(not any(self.ring[each] for each in self.own(player)) for player in (0, 1)):
            for player in (0, 1):
                for each in self.own(player):
                    self.ring[stores[player]] += self.ring[each]
                    self.ring[each] = 0

    def points(self) -> int:
        return self.ring[self.pits] - self.ring[-1]

    def over(self) -> bool:
        return not self.moves()


class DotsAndBoxes:
    """A set of lines, each a pair of dots, and a dictionary of boxes by the dot at their top left."""

    def __init__(self, width: int = 4, height: int = 4) -> None:
        self.turn = 0
        self.boxes: dict[Cell, int] = {}
        dots = list(product(range(height + 1), range(width + 1)))
        flat = {((r, c), (r, c + 1)) for r, c in dots if c < width}
        self.left = flat | {((r, c), (r + 1, c)) for r, c in dots if r < height}
        self.corners = [(r, c) for r, c in dots if r < height and c < width]

    @staticmethod
    def name(line: tuple[Cell, Cell]) -> str:
        return "".join(f"{'abcdef'[c]}{r + 1}" for r, c in line)

    def moves(self) -> list[str]:
        return [self.name(line) for line in self.left]

    def play(self, text: str) -> None:
        self.left.remove(next(line for line in self.left if self.name(line) == text))
        closed = False
        for r, c in self.corners:
            a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
            if (r, c) not in self.boxes and not self.left & {(a, b), (a, d), (b, e), (d, e)}:
                self.boxes[r, c], closed = self.turn, True
        self.turn = self.turn if closed else 1 - self.turn

    def points(self) -> int:
        return sum(1 - 2 * owner for owner in self.boxes.values())

    def over(self) -> bool:
        return not self.left


class Amazons:
    """A dictionary of amazons, a set of arrows, and the cell of the amazon that is to shoot."""

    def __init__(self, width: int = 10, height: int = 10) -> None:
        self.width, self.height, self.turn = width, height, 0
        self.arrows: set[Cell] = set()
        self.shooter: Cell | None = None
        right, up = (width - 1) // 3, (height - 1) // 3
        white = [(0, right), (0, width - 1 - right), (up, 0), (up, width - 1)]  # from the bottom
        self.amazons: dict[Cell, int] = dict.fromkeys(white, 0) | {(height - 1 - row, column): 1 for row, column in white}

    def queen(self, cell: Cell) -> list[Cell]:
        found = []
        for up, right in AROUND:
            row, column = cell[0] + up, cell[1] + right
            while 0 <= row < self.height and 0 <= column < self.width and (row, column) not in self.arrows | self.amazons.keys():
                found.append((row, column))
                row, column = row + up, column + right
        return found

    def away(self, player: int) -> dict[Cell, int]:
        found = {cell: 0 for cell, owner in self.amazons.items() if owner == player}
        known = list(found)
        for cell in known:
            new = [to for to in self.queen(cell) if to not in found]
            found |= dict.fromkeys(new, found[cell] + 1)
            known += new
        return found

    def choices(self) -> dict[str, tuple[Cell, Cell]]:
        goers = [cell for cell, player in self.amazons.items() if player == self.turn] if self.shooter is None else [self.shooter]
        pairs = [(cell, to) for cell in goers for to in self.queen(cell)]
        told = 0 if self.shooter is None else 1
        return {"".join(f"{'abcdefghij'[column]}{row + 1}" for row, column in pair[told:]): pair for pair in pairs}

    def moves(self) -> list[str]:
        return list(self.choices())

    def play(self, text: str) -> None:
        cell, to = self.choices()[text]
        if self.shooter is None:
            self.amazons[to], self.shooter = self.amazons.pop(cell), to
        else:
            self.arrows.add(to)
            self.turn, self.shooter = 1 - self.turn, None

    def over(self) -> bool:
        return not self.moves()

    def points(self) -> int:
        return -1 if self.turn == 0 else 1


def best_margin(slow: Kalah | DotsAndBoxes, known: dict[object, int] | None = None) -> int:
    """Return the first player's margin with best play, by looking at everything; what was won already counts with it."""
    known = {} if known is None else known
    if slow.over():
        return slow.points()
    state = tuple(slow.ring) if isinstance(slow, Kalah) else (frozenset(slow.left), slow.points())
    if (state, slow.turn) not in known:
        values = []
        for text in slow.moves():
            after = deepcopy(slow)
            after.play(text)
            values.append(best_margin(after, known))
        known[state, slow.turn] = max(values) if slow.turn == 0 else min(values)
    return known[state, slow.turn]


def assert_agrees_with_its_twin(name, options, twin, games):
    """Random games of a game and of its twin have the same moves and ends; their outcomes are not all one."""
    game, dice, outcomes = load_game(name, options), random.Random(7), set()
    for _ in range(1 if PLAIN else games):
        position, slow = game.start(), twin()
        while not slow.over():
            moves = {position.move_text(move): move for move in position.moves()}
            assert position.outcome() == ONGOING
            assert (position.turn, sorted(moves)) == (slow.turn, sorted(slow.moves()))
            if game.text.read and position.ply % 5 == 0:
                assert game.position(str(position)).key() == position.key()
            text = dice.choice(sorted(moves))
            slow.play(text)
            position = position.after(moves[text])
        points = slow.points()
        assert position.outcome() == (FIRST if points > 0 else SECOND if points < 0 else DRAW)
        assert position.moves() == []
        assert game.objective != "margin" or position.margin() == points
        outcomes.add(position.outcome())
    assert PLAIN or outcomes >= {FIRST, SECOND}


TWINS = [  # a game, its options, its twin, and how many random games they play side by side
    ("othello", {}, Othello, 12),
    ("othello", {"size": "4"}, lambda: Othello(4), 20),
    ("othello", {"size": "6"}, lambda: Othello(6), 8),
    ("breakthrough", {}, Breakthrough, 10),
    ("breakthrough", {"width": "3", "height": "6"}, lambda: Breakthrough(3, 6), 20),
    ("kalah", {}, Kalah, 30),
    ("kalah", {"pits": "2", "seeds": "7"}, lambda: Kalah(2, 7), 30),
    ("dots_and_boxes", {"width": "5", "height": "3"}, lambda: DotsAndBoxes(5, 3), 10),
    ("dots_and_boxes", {"width": "1", "height": "3"}, lambda: DotsAndBoxes(1, 3), 20),
    ("amazons", {}, Amazons, 3),
    ("amazons", {"width": "4", "height": "4"}, lambda: Amazons(4, 4), 20),
    ("amazons", {"width": "5", "height": "8"}, lambda: Amazons(5, 8), 6),
]
