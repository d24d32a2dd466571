"""How a node ends: before its moves, by the rules, margins, sound hints, the horizon or a technique; and after them."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import helper, inlined, unsigned_indices
from counterply.core.aliases import Record, Score
from counterply.core.contract import UNKNOWN, best_margin, outcome, outcome_and_moves, required
from counterply.core.game import QUIET
from counterply.core.values import (
    DECIDED_DISTANCE,
    DRAW,
    FIRST,
    HEURISTIC_LIMIT,
    INFINITE,
    ONGOING,
    margin_score,
    outcome_score,
)
from counterply.search.alphabeta.context import (
    LISTS_AT_ONCE,
    MARGIN_COUNTS,
    PLIES,
    SOUND_HINTS,
    Node,
    Window,
)
from counterply.search.alphabeta.numbers import PLY_PARTS
from counterply.search.alphabeta.static_value import decided_score, evaluate_leaf, final_score
from counterply.search.alphabeta.technique import end_early, unsettled_moves
from counterply.search.alphabeta.tracing import DECIDED, EARLY, ENDED, INSIDE, LEAF, MARGIN
from counterply.search.repetition import NEW, ON_LINE, may_run_out, note, stood_before

ENDS_REMEMBERED = 64  # games over which the usual end is averaged


@helper
@inlined
@unsigned_indices
def ending(context: Record, setup: Record, position: Record, node: Node, window: Window) -> tuple[int, Score, Window, int]:
    """Return why the rules end a node, or INSIDE; its score; the lowest and highest score in `reach`; how many moves it listed.

    Moves are listed at `ply` only if the game computes them with the outcome and the depth is not spent; else UNKNOWN.
    """
    (ply, depth, mover, distance), (alpha, beta) = node, window
    listed, floor, ceiling = UNKNOWN, -INFINITE, INFINITE
    if has_field(position, QUIET):
        use = context["use"]
        note(context, setup, position, ply)
        stood = stood_before(context, position, ply, use["table"] and use["extensions"])
        context["horizon"] += stood == ON_LINE
        context["far"] += stood == ON_LINE and use["table"]  # whose entries may then miss the shortest way
        if stood != NEW:
            return ENDED, 0, (floor, ceiling), listed
    if has_field(context, LISTS_AT_ONCE) and depth > 0:
        result, count = outcome_and_moves(position, setup, context["moves"][ply])
        listed = np.int64(count)
    else:
        result = outcome(position, setup)
    if result != ONGOING:
        if result == DRAW and may_run_out(context, position, 0):  # of this line, not of the position
            context["horizon"] += 1
            context["far"] += 1
        if has_field(context, LISTS_AT_ONCE) and context["by_replies"]:
            mean, end = context["end_ply"], ply * PLY_PARTS
            context["end_ply"] = mean + (end - mean) // ENDS_REMEMBERED if mean > 0 else end
        return ENDED, final_score(context, setup, position, result, mover, distance), (floor, ceiling), listed
    if has_field(context, MARGIN_COUNTS) and context["use"]["sound"]:
        ceiling = margin_score(best_margin(position, setup, mover), 0, context["grid"])
        floor = -margin_score(best_margin(position, setup, 1 - mover), 0, context["grid"])
        if floor >= beta or floor >= ceiling:
            return MARGIN, floor, (floor, ceiling), listed
        if ceiling <= alpha:
            return MARGIN, ceiling, (floor, ceiling), listed
    return INSIDE, 0, (floor, ceiling), listed


@helper
@inlined
@unsigned_indices
def settle(context: Record, setup: Record, node: Node, window: Window, reach: Window) -> tuple[int, Score, int]:
    """Return why a node ends before its moves are searched, or INSIDE; its score so far; and how many moves stand at `ply`.

    These are the required moves, or the noisy moves if the depth is spent; UNKNOWN without such a hint.
    """
    (ply, depth, mover, distance), (alpha, beta), (floor, ceiling) = node, window, reach
    position, count = context["stack"][ply], UNKNOWN
    if has_field(context, SOUND_HINTS) and context["use"]["sound"]:
        score = decided_score(context, setup, position, mover, distance)
        if score != INFINITE:
            context["far"] += depth > 0
            return DECIDED, score, count
        if depth > 0:
            count = required(position, setup, context["memo"], context["moves"][ply])
            if count == 0:
                context["far"] += 1
                return DECIDED, -outcome_score(FIRST, 0, distance + DECIDED_DISTANCE), count
    if depth <= 0 or ply >= PLIES - 1:
        best, count = evaluate_leaf(context, setup, position, mover), np.int64(0)
        if best < beta and ply < PLIES - 1:
            count = unsettled_moves(context, setup, ply)
        if has_field(context, MARGIN_COUNTS):
            best = min(max(best, floor), ceiling)
        return LEAF if count == 0 else INSIDE, best, count
    if count < 0:
        score = end_early(context, setup, ply, depth, alpha, beta, mover)
        if score != INFINITE:
            return EARLY, score, count
    return INSIDE, -INFINITE, count


@helper
def sure_score(context: Record, best: Score, missing: bool, reach: Window) -> Score:
    """Return the score of a node after its moves: without a proof of loss if some are `missing`, and within the margins in `reach`.

    Where the margin is the objective, a search that does not widen means by complete that nothing is missing among the candidates
    (`Engine.widen`).
    """
    if missing:
        context["horizon"] += not has_field(context, MARGIN_COUNTS) or context["widens"]
        best = max(best, -HEURISTIC_LIMIT)
    if has_field(context, MARGIN_COUNTS):
        best = min(max(best, reach[0]), reach[1])
    return best
