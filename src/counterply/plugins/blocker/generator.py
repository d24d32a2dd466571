"""Boards of Blocker at random: by size, walls and food; what is at stake on one; and its text in a file."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply.core.errors import UsageError
from counterply.core.files import write_text
from counterply.core.limits import Limit, Stop
from counterply.plugins.blocker import game as blocker
from counterply.plugins.blocker.rules import MAX_SIDE
from counterply.plugins.studies.sampling import PROOF_MEMORY
from counterply.search.exact.solve import solve

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

TRIES = 1000  # random choices of walls until the open cells hang together
NODES_A_MEGABYTE = 15_000  # of a proof's table; a large one takes long to clear for a small budget
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


def random_board(chance: random.Random, width: int, height: int, walls: int, food: int) -> list[str]:
    """Return the rows of a random board whose open cells hang together, and whose outermost ones are walls.

    Parameters
    ----------
    walls : inside the board, the border not counted

    Raises
    ------
    UsageError
        if there is no room for so much, or no such board was found
    """
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise UsageError(f"a board is 1x1 to {MAX_SIDE}x{MAX_SIDE} cells, not {width}x{height}")
    inside = [(x, y) for y in range(1, height - 1) for x in range(1, width - 1)]
    if walls < 0 or food < 1 or walls + food + 2 > len(inside):
        raise UsageError(f"a board has food, and {len(inside)} cells have no room for {walls} walls, {food} food and two agents")
    for _ in range(TRIES):
        letters = dict(zip(chance.sample(inside, walls + food + 2), "AB" + "*" * food + "#" * walls, strict=True))
        if connected({cell for cell in inside if letters.get(cell) != "#"}):
            return ["".join(letters.get((x, y), " " if (x, y) in inside else "#") for x in range(width)) for y in range(height)]
    raise UsageError(f"no such board was found in {TRIES} tries: {walls} walls leave too little")


def boards(seed: int, width: int, height: int, walls: int | None, food: int) -> Iterator[str]:
    """Yield random boards without end, as texts of files; the rest is as for `random_board`.

    Parameters
    ----------
    walls : None is a fifth of the cells inside, an even number
    """
    if walls is None:
        walls = max(0, width - 2) * max(0, height - 2) // 5 // 2 * 2
    chance = random.Random(seed)
    while True:
        yield board_text(random_board(chance, width, height, walls, food))


@dataclass(frozen=True)
class Decision:
    """The exact worth of each move of a position.

    Attributes
    ----------
    outcome : 'first', 'second' or 'draw'
    depth : plies to see it: to the end of the shortest win, or until the last of the moves that lose has lost; None if not known
    moves : outcome of each move, by its text
    """

    outcome: str
    depth: int | None
    moves: dict[str, str]


def decision_of(position: AnyPosition, limit: Limit, least_depth: int) -> Decision | None:
    """Return the worth of the moves of `position`.

    None if all are worth the same, if fewer plies than `least_depth` show it, or if `limit` was too short for one of them.
    """
    own, other = ("first", "second") if position.turn == 0 else ("second", "first")
    memory = PROOF_MEMORY if limit.nodes is None else min(PROOF_MEMORY, 1 + limit.nodes // NODES_A_MEGABYTE)
    outcomes: dict[str, str] = {}
    depths: dict[str, list[int | None]] = {own: [], other: [], "draw": []}
    for move in () if position.over else position.moves():
        solution = solve(position.after(move), limit, memory_mb=memory)
        if solution.outcome is None:
            return None
        outcomes[position.move_text(move)] = solution.outcome
        depths[solution.outcome].append(None if solution.distance is None else solution.distance + 1)
    if len(set(outcomes.values())) < 2:
        return None
    known = {outcome: [depth for depth in found if depth is not None] for outcome, found in depths.items()}
    if depths[own]:
        decision = Decision(own, min(known[own], default=None), outcomes)
    else:
        decision = Decision("draw", max(known[other]) if len(known[other]) == len(depths[other]) else None, outcomes)
    return None if decision.depth is not None and decision.depth < least_depth else decision


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
