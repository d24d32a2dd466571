"""The value of a position without a search: by its evaluator, its outcome, and the game's sound hints."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.intrinsics import call_evaluator
from counterply.compiling.kernels import helper
from counterply.core.aliases import Record, Score, Seat
from counterply.core.contract import decided, margin, turn
from counterply.core.values import (
    CHANCE,
    DECIDED_DISTANCE,
    HEURISTIC_LIMIT,
    INFINITE,
    NOT_A_NUMBER,
    ONGOING,
    PLY,
    margin_score,
    outcome_score,
)
from counterply.search.alphabeta.context import DICE, EVALUATOR_FAILED, MARGIN_COUNTS


@helper
def view_of(context: Record, setup: Record, position: Record) -> Seat:
    """Return the player in whose view a position's scores are: its mover, or the first player at a chance turn."""
    mover = turn(position, setup)
    if has_field(context, DICE) and mover == CHANCE:
        return 0
    return mover


@helper
def evaluate_leaf(context: Record, setup: Record, position: Record, mover: Seat) -> Score:
    """Return the evaluator's value in the view of `mover`; a failure is written to `status`.

    A mean of scores asks for more than their order. Where dice can fall and the outcome is the objective, a value x is therefore
    brought to ``HEURISTIC_LIMIT * x / (scale + |x|)``: half of a sure win at x = scale. Where it is the margin, points are their
    own measure.
    """
    value = call_evaluator(context["evaluate"], position, setup, context["memo"], context["player"], context["weights"])
    context["horizon"] += 1
    if value <= NOT_A_NUMBER:
        context["failure"] = value
        context["status"] = EVALUATOR_FAILED
        return 0
    if has_field(context, DICE) and not has_field(context, MARGIN_COUNTS):
        scaled = value / float(context["grid"])
        value = np.int64(round(HEURISTIC_LIMIT * (scaled / (context["scale"] + abs(scaled)))))
    return value if mover == context["player"] else -value


@helper
def final_score(context: Record, setup: Record, position: Record, result: int, mover: Seat, distance: int) -> Score:
    """Return the score of an outcome in the view of `mover`."""
    if has_field(context, MARGIN_COUNTS):
        return margin_score(margin(position, setup), mover, context["grid"])
    return outcome_score(result, mover, distance)


@helper
def decided_score(context: Record, setup: Record, position: Record, mover: Seat, distance: int) -> Score:
    """Return the certain score of a position, in the view of `mover`; INFINITE where there is none."""
    result = decided(position, setup, context["memo"])
    if result == ONGOING:
        return INFINITE
    plies = result // PLY
    return final_score(context, setup, position, result % PLY, mover, distance + (plies if plies > 0 else DECIDED_DISTANCE))
