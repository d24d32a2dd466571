"""The games of the gallery, slow and obvious: dictionaries and lists, written from the rules alone.

Each has `turn`, `moves()` (texts), `play(text)`, `points()` (the first player's margin, or 1, 0, -1) and `over()`.
"""

from __future__ import annotations

from itertools import product

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
