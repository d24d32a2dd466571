"""Evaluators of five in a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.evaluator import Evaluator
from counterply.games.gomoku import DOWN, MAX_SIDE, ONE, RIGHT, has, stones_beyond
from counterply.games.gomoku_patterns import CLASSES
from counterply.kernel import kernel, lowest_bit

LONGEST = 5  # longer runs count as five


@kernel
def runs_from(position: Any, player: int, row: int, column: int, out: np.ndarray, sign: float) -> None:
    """Add the runs of two and more that start at a stone of `player`, in eight directions, to `out` in place."""
    for step in range(8):
        way = 1 if step < 4 else -1
        down, right = way * DOWN[step & 3], way * RIGHT[step & 3]
        if has(position, player, row + down, column + right):
            run = 1 + stones_beyond(position, player, row, column, down, right)
            out[LONGEST - min(run, LONGEST)] += sign


@kernel
def report_features(position: Any, player: int, out: np.ndarray) -> None:
    """Fill `out` with runs of five, four, three and two: own minus the opponent's, each counted from every stone of it.

    For each stone and each of eight directions: the run of its colour that starts there and goes that way, itself counted. A lone
    three is thus met from both ends as a three, and from its middle stone twice as a two.
    """
    out[:] = 0.0
    for owner in range(2):
        sign = 1.0 if owner == player else -1.0
        for row in range(1, MAX_SIDE + 1):
            left = position["stones"][owner, row]
            while left:
                runs_from(position, owner, row, lowest_bit(left), out, sign)
                left &= left - ONE


MOVER = np.uint64(CLASSES)  # where the weights of the opponent's classes begin
TEMPO = np.uint64(2 * CLASSES)
PATTERN_WEIGHTS = tuple(
    value / 10
    for value in (
        *(0, 0, 1, 2, 2, 1, 2, 2, 5, 5, 6, 6, 5, 9, 11, 13, 8, 10, 10),
        *(24, 26, 28, 30, 30, 30, 45, 20, 28, 28, 90, 200, 500, 0),
        *(0, 0, -1, -1, -1, -1, -1, -1, -3, -3, -4, -4, -3, -5, -6, -7, -5, -6, -6),
        *(-8, -9, -10, -11, -11, -11, -18, -8, -10, -10, -25, -40, -60, 0),
        10,
    )
)


@kernel
def patterns(position: Any, memo: Any, player: int, weights: np.ndarray) -> float:
    """The cells of each class (what a stone there would make), weighed; other weights for the side to move than for the other one."""
    mover = np.int64(position["turn"])
    mine, theirs = memo["counts"][np.uint64(mover)], memo["counts"][np.uint64(1 - mover)]
    own = other = 0.0
    for kind in range(CLASSES):
        place = np.uint64(kind)
        own += mine[place] * weights[place]
        other += theirs[place] * weights[place + MOVER]
    value = own + other + weights[TEMPO]
    return value if mover == player else -value


evaluators = [
    Evaluator(
        "patterns",
        patterns,
        weights=PATTERN_WEIGHTS,
        antisymmetric=True,
        grid=64,
        swing=8.0,
        source="by hand",
    ),
    Evaluator(
        "report",
        features=report_features,
        feature_names=("fives", "fours", "threes", "twos"),
        weights=(50000, 1000, 6, 2),
        antisymmetric=True,
        grid=1,
        source="the report on the course program Gobang (UCSB CS165A): each run counted from both ends and from every stone inside",
    ),
]
