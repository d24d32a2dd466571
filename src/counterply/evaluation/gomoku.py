"""Evaluators of five in a row."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.evaluator import Evaluator
from counterply.games.gomoku import DOWN, MAX_SIDE, ONE, RIGHT, has, stones_beyond
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


evaluators = [
    Evaluator(
        "report",
        features=report_features,
        feature_names=("fives", "fours", "threes", "twos"),
        weights=(50000, 1000, 6, 2),
        antisymmetric=True,
        grid=1,
        source="the report on the course program Gobang (UCSB CS165A): each run counted from both ends and from every stone inside",
    )
]
