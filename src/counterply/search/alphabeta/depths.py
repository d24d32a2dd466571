"""How deep the moves of a node are searched: extensions, reductions, moves that are left out as late ones."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.fields import has_field
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Record
from counterply.core.values import is_proven
from counterply.search.alphabeta.context import HISTORY, HISTORY_LIMIT, RANKS_MOVES
from counterply.search.alphabeta.numbers import PLY_PARTS, REDUCE_FROM_MOVE, REDUCE_FROM_REPLY, TABLE_SIZE
from counterply.search.alphabeta.technique import depth_bonus

FIRST_TREND = 3  # the first ply with a static value two plies before: the root has none


@helper
@unsigned_indices
def is_stale(context: Record, ply: int) -> bool:
    """Tell whether the static value at `ply` is no better than two plies before."""
    return ply >= FIRST_TREND and context["statics"][ply] <= context["statics"][ply - 2]


@helper
@unsigned_indices
def plan_moves(context: Record, ply: int, depth: int, count: int, beta: int, answering: bool, hinted: bool) -> Any:
    """Return (count, most, next_depth, first_late, stale) for the loop over the moves at `ply`, depths in plies.

    Without a hint that ranks them, no move is late. A forced one costs no depth, and where late moves are left out, nor do a few
    replies to a threat; where a cut is sure, all are searched less deep.
    """
    most, late, stale = np.int64(count), np.int64(count), False
    next_depth = depth if count == 1 and context["use"]["extensions"] and depth > 0 else depth - 1
    if has_field(context, RANKS_MOVES) and context["use"]["late"] and depth > 0:
        numbers = context["numbers"]
        if answering:
            late = REDUCE_FROM_REPLY
            if context["use"]["extensions"] and count <= numbers["extended_replies"]:
                next_depth = np.int64(depth)
        elif hinted:
            late = 0
            most = min(count, np.int64(numbers["late_moves"][depth]))
            if context["use"]["static"] and context["swing"] > 0:
                stale = is_stale(context, ply)
                if next_depth > 1 and context["cutting"][ply] and not is_proven(beta):
                    next_depth -= context["statics"][ply] >= beta + numbers["cutting_margin"]
    return count, most, np.int64(next_depth), late, stale


@helper
@unsigned_indices
def parts_of(context: Record, depth: int, index: int) -> int:
    """Return by how much less deep move number `index` is searched first, by depth and number alone, in parts of a ply."""
    last = TABLE_SIZE - 1
    return np.int64(context["numbers"]["reductions"][min(max(depth, 0), last), min(index, last)])


@helper
def whole_plies(parts: int, most: int) -> int:
    """Return how many plies `parts` of one are, 0 to `most`."""
    return min(max(parts, 0) // PLY_PARTS, max(most, 0))


@helper
@unsigned_indices
def reduction_of(
    context: Record, ply: int, depth: int, next_depth: int, index: int, mover: int, move: int, late: bool, stale: bool
) -> int:
    """Return how many plies less deep move number `index` is searched first; where a hint ranks its moves, only `late` ones are."""
    use = context["use"]
    if has_field(context, RANKS_MOVES) and use["late"]:
        if not late or index < REDUCE_FROM_MOVE:
            return 0
        numbers = context["numbers"]
        parts = parts_of(context, depth, index)
        if stale:
            parts += numbers["stale_plies"]
        if context["cutting"][ply]:
            parts += numbers["cutting_plies"]
        parts -= depth_bonus(context, ply, mover, move, depth)
        if use["history"]:
            history = np.int64(context["history"][mover][move & (HISTORY - 1)])
            parts -= history * numbers["history_plies"] // HISTORY_LIMIT
    elif use["reductions"] == 0:
        return 0
    else:
        parts = parts_of(context, depth, index)
    return whole_plies(parts, next_depth)
