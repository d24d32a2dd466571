"""Static pruning: a node whose static value lies far outside the window ends, a shallow search would not bring it back."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Depth, Ply, Record, Score, Seat
from counterply.core.contract import LONGEST_LINE
from counterply.core.values import INFINITE, is_proven
from counterply.search.alphabeta.context import HAS_SWING, RANKS_MOVES
from counterply.search.alphabeta.static_value import evaluate_leaf
from counterply.search.alphabeta.technique import REQUIRED, Memory, Technique

FIRST_TREND = 3  # the first ply with a static value two plies before: the root has none


@helper
@unsigned_indices
def is_stale(context: Record, ply: Ply) -> bool:
    """Tell whether the static value at `ply` is no better than two plies before."""
    return ply >= FIRST_TREND and context["statics"][ply] <= context["statics"][ply - 2]


@helper
def end_early(context: Record, setup: Record, ply: Ply, depth: Depth, alpha: Score, beta: Score, mover: Seat) -> Score:
    """End a node whose static value is so far above the window, or below it."""
    numbers = context["numbers"]
    near = depth <= max(numbers["static_depth"], numbers["razor_depth"]) and not is_proven(beta)
    if context["swing"] > 0 and (near or has_field(context, RANKS_MOVES)):
        looked, rises = context["horizon"], 0
        value = evaluate_leaf(context, setup, context["stack"][ply], mover)
        if has_field(context, RANKS_MOVES):
            context["statics"][ply] = value
            rises = np.int64(ply >= FIRST_TREND and not is_stale(context, ply))
        above, below = value - (depth - rises) * numbers["static_margin"], value + depth * numbers["razor_margin"]
        if near and depth <= numbers["static_depth"] and above >= beta:
            return above
        if near and depth <= numbers["razor_depth"] and below <= alpha:
            return below
        context["horizon"] = looked
    return INFINITE


@helper
@unsigned_indices
def moves_depth(context: Record, ply: Ply, depth: Depth, next_depth: Depth, count: int, kind: int, beta: Score) -> int:
    """Take the parent's static value, in place, where a reply is required: nothing ends such a node early."""
    if has_field(context, RANKS_MOVES) and kind & REQUIRED:
        context["statics"][ply] = -context["statics"][ply - 1]
    return 0


STATIC = Technique(
    "static",
    "end nodes whose value is far outside the window, where the evaluator declares its `swing`",
    needs=("pruning",),
    where=(HAS_SWING,),
    timely=False,
    memory=(Memory("statics", np.int64, (LONGEST_LINE,)),),  # each in its mover's view
    hooks={"end_early": end_early, "moves_depth": moves_depth},
)
