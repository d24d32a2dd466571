"""Chance turns in the engine's node: which outcomes it searches, and the value of their mean."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import math

import numpy as np

from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Ply, Record, Score
from counterply.core.contract import chance, turn
from counterply.core.random import random_fraction
from counterply.core.values import CHANCE, HEURISTIC_LIMIT, INFINITE, PROVEN
from counterply.search.alphabeta.context import PLIES, Window


@helper
@unsigned_indices
def is_chance(context: Record, setup: Record, ply: Ply) -> bool:
    """Tell whether the position at `ply` is a chance turn that can be searched."""
    return turn(context["stack"][ply], setup) == CHANCE and ply < PLIES - 1


@helper
@unsigned_indices
def list_outcomes(context: Record, setup: Record, ply: Ply) -> int:
    """Write the outcomes of a chance turn into `moves` and `probabilities` at `ply`, in place, and return how many.

    Of many outcomes it samples some, one from each stretch of equal probability; the world and the ply decide which.
    """
    position, moves, shares = context["stack"][ply], context["moves"][ply], context["probabilities"][ply]
    count = chance(position, setup, moves, shares)
    samples = context["samples"]
    if count <= context["outcomes"] or count <= samples:
        return count
    context["random"][0] = context["world"] + np.uint64(ply)
    drawn = context["order"][ply]
    index, before = 0, 0.0
    for sample in range(samples):
        wanted = (sample + random_fraction(context["random"])) / samples
        while index < count - 1 and before + shares[index] <= wanted:
            before += shares[index]
            index += 1
        drawn[sample] = moves[index]
    context["horizon"] += 1  # a mean of samples is no true value
    for sample in range(samples):
        moves[sample] = drawn[sample]
        shares[sample] = 1.0 / samples
    return np.int64(samples)


@helper
def window_of_outcome(alpha: Score, beta: Score, total: float, share: float, least: float, most: float) -> Window:
    """Return the window for an outcome: a score outside of it puts the mean outside of `alpha` .. `beta`, too.

    Parameters
    ----------
    total : sum of the outcomes seen, each by its probability
    share : probability of this outcome
    least, most : bounds on the sum of the outcomes still to be seen
    """
    low = np.int64(max(math.floor((alpha - total - most) / share), -INFINITE))
    high = np.int64(min(math.ceil((beta - total - least) / share), INFINITE))
    low = min(low, alpha if alpha >= PROVEN else HEURISTIC_LIMIT)
    high = max(high, beta if beta <= -PROVEN else -HEURISTIC_LIMIT)
    return low, high


@helper
def mean_score(total: float, lowest: Score, highest: Score, whole: bool) -> Score:
    """Return the value of a chance turn whose outcomes' scores have the mean `total` and lie from `lowest` to `highest`.

    It is a win if every outcome is one, as late as the latest, and so with losses; `whole`: all outcomes were seen. In a mean a
    certain result counts without its distance: that depends on the root.
    """
    if whole and lowest >= PROVEN:
        return np.int64(lowest)
    if whole and highest <= -PROVEN:
        return np.int64(highest)
    return min(max(np.int64(round(total)), -HEURISTIC_LIMIT), HEURISTIC_LIMIT)
