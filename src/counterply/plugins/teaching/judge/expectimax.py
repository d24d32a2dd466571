"""The mistakes of expectimax, which has a truth of its own: where the other side moves, a position is worth the mean."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from statistics import fmean

from counterply.plugins.teaching.judge.judgement import Habits, Trial, Trials, misjudgements, too_few
from counterply.plugins.teaching.judge.repeats import Mistake
from counterply.plugins.teaching.judge.trees import agents_of

RIGHT = "expectimax: it takes the mean where a ghost moves"

Fold = Callable[[Iterable[float]], float]


def _whole_mean(values: Iterable[float]) -> float:
    return math.floor(fmean(values))


def _last(values: Iterable[float]) -> float:
    return [*values][-1]


MISTAKES: tuple[tuple[Mistake, Fold, Fold, int], ...] = tuple(
    (Mistake(name, sentence), own, other, rounds)
    for name, sentence, own, other, rounds in (
        (
            "takes the smallest value",
            "It takes the smallest value where a ghost moves, as minimax does: in expectimax a ghost moves at random, and its "
            "position is worth the mean.",
            max,
            min,
            0,
        ),
        (
            "adds and does not divide",
            "It adds the values where a ghost moves, and does not divide by their number: positions with more moves count more.",
            max,
            sum,
            0,
        ),
        (
            "takes the largest value",
            "It takes the largest value where a ghost moves: a ghost moves at random, and its position is worth the mean.",
            max,
            max,
            0,
        ),
        ("takes the last value", "It takes the value of a ghost's last move: the mean of all counts.", max, _last, 0),
        ("divides as whole numbers", "Its means are whole numbers: divide with /, not with //.", max, _whole_mean, 0),
        (
            "minus the values",
            "It plays for the ghosts: it takes minus the evaluation, or the smallest value on Pacman's own turns.",
            min,
            fmean,
            0,
        ),
        ("the mean on both sides", "It takes the mean on Pacman's own turns too: there the largest value counts.", fmean, fmean, 0),
        ("depth - 1", "It looks one round less deep than it was asked to.", max, fmean, -1),
        ("depth + 1", "It looks one round deeper than it was asked to.", max, fmean, 1),
    )
)
PRUNES = Mistake(
    "prunes where means count",
    "It leaves out positions: where a mean is taken, no bound says what the rest is worth, so nothing may be cut off.",
)


def _best(trial: Trial, own: Fold, other: Fold, rounds: int) -> set[str]:
    """Return the best moves if values are folded in this way, and the depth is so many rounds more."""
    flat, depth = trial.flat, trial.depth + rounds * agents_of(trial.case.tree)
    values = list(flat.value)
    for number in reversed(range(len(values))):
        if flat.children[number] and flat.ply[number] < depth and (number or depth > 0):
            values[number] = (own if flat.turn[number] == 0 else other)(values[child] for child in flat.children[number])
    best = (own if own is min else max)(values[child] for child in flat.children[0])
    return {flat.move[child] for child in flat.children[0] if abs(values[child] - best) <= 1e-9}


def mistake_of_expectimax(trials: Trials) -> Mistake | None:
    """Return the mistake that explains all answers, None if none does."""
    if any(trial.answer.failure for trial in trials):
        return None
    for mistake, own, other, rounds in MISTAKES:
        if all(trial.seen.said in _best(trial, own, other, rounds) for trial in trials):
            return mistake
    if any(misjudgements(trial, Habits()) for trial in trials):
        return None
    return PRUNES if any(too_few(trial, Habits()) for trial in trials) else None
