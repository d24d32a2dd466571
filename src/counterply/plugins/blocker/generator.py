"""Boards of Blocker at random: by size, walls and food, symmetric or not; and a board as the text of a file."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.files import write_text
from counterply.core.limits import Limit, Stop
from counterply.plugins.blocker import game as blocker
from counterply.plugins.blocker.rules import MAX_SIDE
from counterply.plugins.studies.generation import decision_of

TRIES = 1000  # random choices of walls until the open cells hang together
Cell = tuple[int, int]  # x, y from 0, as in the file


def board_text(rows: list[str]) -> str:
    """Return a board file: ``width height``, then the rows."""
    return "\n".join([f"{len(rows[0])} {len(rows)}", *rows]) + "\n"


def connected(cells: set[Cell]) -> bool:
    """Tell whether one can walk from any of the cells to any other."""
    seen = set(list(cells)[:1])
    waiting = list(seen)
    while waiting:
        x, y = waiting.pop()
        beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & cells - seen
        seen |= beside
        waiting += beside
    return len(seen) == len(cells)


def random_board(
    chance: random.Random, width: int, height: int, walls: int, food: int, symmetric: bool = False, closed: bool = True
) -> list[str]:
    """Return the rows of a random board whose open cells hang together.

    Parameters
    ----------
    walls : inside the board, the border not counted
    symmetric : turned by half a turn, the board is the same with A and B exchanged
    closed : whether the outermost cells are walls; they count in `width` and `height`

    Raises
    ------
    UsageError
        if there is no room for so much, or no such board was found
    """
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise UsageError(f"a board is 1x1 to {MAX_SIDE}x{MAX_SIDE} cells, not {width}x{height}")
    edge = 1 if closed else 0
    inside = [(x, y) for y in range(edge, height - edge) for x in range(edge, width - edge)]
    if walls < 0 or food < 1 or walls + food + 2 > len(inside):
        raise UsageError(f"a board has food, and {len(inside)} cells have no room for {walls} walls, {food} food and two agents")
    for _ in range(TRIES):
        letters = (
            _symmetric_letters(chance, inside, width, height, walls, food) if symmetric else _letters(chance, inside, walls, food)
        )
        if letters is not None and connected({cell for cell in inside if letters.get(cell) != "#"}):
            return ["".join(letters.get((x, y), " " if (x, y) in inside else "#") for x in range(width)) for y in range(height)]
    raise UsageError(
        f"no such board was found in {TRIES} tries: {walls} walls leave too little, or a symmetric board needs even numbers"
    )


def boards(
    seed: int, width: int, height: int, walls: int | None, food: int, symmetric: bool = False, closed: bool = True
) -> Iterator[str]:
    """Yield random boards without end, as texts of files; the rest is as for `random_board`.

    Parameters
    ----------
    walls : None is a fifth of the cells inside, an even number
    """
    edges = 2 if closed else 0
    if walls is None:
        walls = max(0, width - edges) * max(0, height - edges) // 5 // 2 * 2
    chance = random.Random(seed)
    while True:
        yield board_text(random_board(chance, width, height, walls, food, symmetric, closed))


class BoardsWorker:
    """Finds out what is at stake on boards."""

    def __init__(self, given: dict[str, int], stop: Stop) -> None:
        self._limit, self._least_depth = Limit(nodes=given["nodes"], stop=stop), given["least_depth"]

    def do(self, piece: str) -> dict[str, Any] | None:
        """Return the decision at the start of a board, which is given as the text of its file; None if there is none."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "board.txt"
            write_text(file, piece)
            decision = decision_of(blocker.game(board=str(file)).start(), self._limit, self._least_depth)
        return None if decision is None else vars(decision)

    def close(self) -> None:
        """Nothing is left open."""


def _letters(chance: random.Random, inside: list[Cell], walls: int, food: int) -> dict[Cell, str]:
    cells = chance.sample(inside, walls + food + 2)
    return dict(zip(cells, "AB" + "*" * food + "#" * walls, strict=True))


def _symmetric_letters(
    chance: random.Random, inside: list[Cell], width: int, height: int, walls: int, food: int
) -> dict[Cell, str] | None:
    """Return letters on pairs of cells; a wall or food left over goes to the cell in the middle, if there is one."""

    def image(cell: Cell) -> Cell:
        return width - 1 - cell[0], height - 1 - cell[1]

    pairs = [cell for cell in inside if cell < image(cell)]
    middle = [cell for cell in inside if cell == image(cell)]
    odd = "#" * (walls % 2) + "*" * (food % 2)
    if len(odd) > len(middle) or walls // 2 + food // 2 + 1 > len(pairs):
        return None
    letters = dict(zip(middle, odd, strict=False))
    halves = "A" + "*" * (food // 2) + "#" * (walls // 2)
    for cell, letter in zip(chance.sample(pairs, len(halves)), halves, strict=True):
        first, second = (cell, image(cell)) if chance.random() < 0.5 else (image(cell), cell)
        letters[first], letters[second] = letter, "B" if letter == "A" else letter
    return letters
