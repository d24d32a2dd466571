"""The engine's root: its moves, and the loop over them."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import cached_kernel, unsigned_indices
from counterply.core.aliases import Depth, Record, Score
from counterply.core.contract import NO_HORIZON, UNKNOWN, required
from counterply.core.values import INFINITE, PROVEN
from counterply.search.alphabeta.context import FORCES, MARGIN_COUNTS, NO_MOVE, RUNNING, remember_line
from counterply.search.alphabeta.forced_wins import FORCING_FIRST, FORCING_PART, look_deeper
from counterply.search.alphabeta.late_moves import root_reduction
from counterply.search.alphabeta.node import search_child
from counterply.search.alphabeta.ordering import hint_moves
from counterply.search.alphabeta.step import refresh_memo


@cached_kernel
def required_at_root(context: Record, setup: Record) -> int:
    """Write the root's required moves at ply 0, in place, and return how many; UNKNOWN without such a hint."""
    refresh_memo(context, setup)
    if has_field(context, MARGIN_COUNTS) or context["use"]["sound"] == 0:
        return UNKNOWN
    return required(context["stack"][0], setup, context["memo"], context["moves"][0])


@cached_kernel
def hint_root(context: Record, setup: Record, count: int) -> int:
    """Write the root's candidates and their scores at ply 0, in place, after `required_at_root`; return how many.

    `count` > 0: keep only candidates that are among that many required moves.
    """
    needed = np.int64(count) if count > 0 else UNKNOWN
    return hint_moves(context, setup, context["stack"][0], 0, NO_HORIZON, needed)


@cached_kernel
@unsigned_indices
def search_root(context: Record, setup: Record, depth: Depth, alpha: Score, beta: Score, skip: int, rising: bool) -> Score:
    """Search the root moves `skip` .. `root_count` - 1 in their order; return the best score. Changes `context`.

    `rising`: alpha rises to the best score so far, which is cheaper; else each move above alpha gets its own score.

    Writes the score of each move, how many moves are done, and the best one. After an interruption by a limit, the
    results of the moves done are valid.
    """
    use = context["use"]
    best = -INFINITE
    beta = beta if use["pruning"] else np.int64(INFINITE)
    context["root_best"] = NO_MOVE
    context["root_done"] = skip
    context["line_length"][0] = 0
    refresh_memo(context, setup)
    if has_field(context, FORCES) and not has_field(context, "gives_resample") and use["forcing"] and skip == 0 and alpha < PROVEN:
        score = look_deeper(context, setup, FORCING_FIRST + context["nodes"] // FORCING_PART)
        if score < PROVEN and context["status"] != RUNNING:
            return best
        if score >= PROVEN:
            context["far"] += 1
            for index in range(context["root_count"]):
                if context["root_moves"][index] == context["line"][0][0]:
                    context["root_best"] = index
                    context["root_scores"][index] = score
                    return score
    for index in range(skip, context["root_count"]):
        move = np.int64(context["root_moves"][index])
        high, reduction = beta, np.int64(0)
        if rising and index > skip and use["pvs"]:
            high = alpha + 1
            reduction = np.int64(root_reduction(context, depth, index - skip))
        low = alpha if use["pruning"] else np.int64(-INFINITE)
        score = np.int64(search_child(context, setup, np.int64(0), move, depth - 1, (low, beta), (high, reduction)))
        if context["status"] != RUNNING:
            return best
        context["root_scores"][index] = score
        context["root_done"] = index + 1
        if score > best:
            best = score
            if score > alpha:
                context["root_best"] = index
                remember_line(context, 0, move)
                if score >= beta and use["pruning"]:
                    break
                if rising:
                    alpha = score
    return best
