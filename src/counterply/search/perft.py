"""Perft: how many positions a game has at each depth, counted by path; the classic check of a game's rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import cached_kernel
from counterply.core.aliases import Depth, Ply, Record
from counterply.core.contract import outcome_and_moves, play
from counterply.core.errors import GameError
from counterply.core.evaluator import ZERO
from counterply.core.limits import Limit, Stop
from counterply.core.values import ONGOING
from counterply.search.alphabeta.context import PLIES, RUNNING, poll


@cached_kernel
def count_below(context: Record, setup: Record, ply: Ply, depth: Depth, counts: np.ndarray) -> int:
    """Add the positions at each depth below the stack's top to `counts` (int64[D]), in place; return 0."""
    position = context["stack"][np.uint64(ply)]
    moves = context["moves"][np.uint64(ply)]
    result, found = outcome_and_moves(position, setup, moves)
    if result != ONGOING:
        return np.int64(0)  # type: ignore[return-value]
    count = np.int64(found)
    counts[ply] += count
    context["nodes"] += count
    if context["nodes"] >= context["next_poll"]:
        poll(context)
    if depth <= 1 or context["status"] != RUNNING:
        return np.int64(0)  # type: ignore[return-value]
    for index in range(count):
        child = context["stack"][np.uint64(ply + 1)]
        copy_record(child, position)
        play(child, setup, np.int64(moves[np.uint64(index)]))
        count_below(context, setup, ply + 1, depth - 1, counts)
    return np.int64(0)  # type: ignore[return-value]


def require_depth(depth: Depth) -> None:
    """Raise `GameError` for a depth that cannot be counted."""
    if not 1 <= depth < PLIES:
        raise GameError(f"the depth of perft is 1 to {PLIES - 1}, not {depth}")


def perft(position: Any, depth: Depth, stop: Stop | None = None) -> list[int]:
    """Return the number of positions at depth 1, 2, ..., `depth`, different paths counted apart.

    Raises
    ------
    GameError
        for a depth outside 1 .. 255, or if `stop` was set before the count was complete
    """
    require_depth(depth)
    if not position.game.compiled:
        return _plain_perft(position, depth, stop)
    from counterply.search.alphabeta.engine import Engine

    engine = Engine(position.game, ZERO, memory_mb=1)
    engine.prepare(position, Limit(stop=stop), [])
    counts = np.zeros(depth, np.int64)
    count_below(engine.context, position.setup, 0, depth, counts)
    if engine.context["status"] != RUNNING:
        raise GameError("stopped before the count was complete")
    return [int(count) for count in counts]


def _plain_perft(position: Any, depth: Depth, stop: Stop | None) -> list[int]:
    level, counts = [position], []
    for _ in range(depth):
        if stop:
            raise GameError("stopped before the count was complete")
        level = [parent.after(move) for parent in level for move in parent.moves()]
        counts.append(len(level))
    return counts
