"""Evaluators of five in a row: what the report on the course program says, with the moves that it looks at."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.evaluator import Evaluator
from counterply.games.gomoku.patterns import MOVER, OTHER_SIDE, WORTH_UNIT
from counterply.games.gomoku.rules import DOWN, MAX_SIDE, ONE, RIGHT, has, stones_beyond

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


def near_moves(position: Any, setup: Any, moves: np.ndarray) -> int:
    """Write the report's candidates into `moves`, ascending: empty cells with a stone among their eight neighbours.

    On an empty board it is the centre alone (right of it and below it, where the sides are even).

    Parameters
    ----------
    moves : int32[676]
    """
    if position["left"] == setup["width"] * setup["height"]:
        moves[0] = setup["height"] // 2 * MAX_SIDE + setup["width"] // 2
        return 1
    count = 0
    for row in range(1, setup["height"] + 1):
        near = np.uint32(0)
        for other in range(row - 1, row + 2):
            stones = position["stones"][0, other] | position["stones"][1, other]
            near |= stones | (stones << ONE) | (stones >> ONE)
        free = near & setup["columns"] & ~(position["stones"][0, row] | position["stones"][1, row])
        while free:
            moves[count] = (row - 1) * MAX_SIDE + lowest_bit(free) - 1
            count += 1
            free &= free - ONE
    return count


REPORT = Evaluator(
    "report",
    features=report_features,
    feature_names=("fives", "fours", "threes", "twos"),
    weights=(50000, 1000, 6, 2),
    antisymmetric=True,
    grid=1,
    source="the report on the course program Gobang (UCSB CS165A): each run counted from both ends and from every stone inside",
)


PATTERN_WEIGHTS = (1.0, 1.0, 0.119)


@kernel
def patterns(position: Any, memo: Any, player: int, weights: np.ndarray) -> float:
    """What all cells are worth to the side to move and to the other one, and the move."""
    mover = np.int64(position["turn"])
    worth = memo["totals"]["worth"]
    own = worth[np.uint64(mover), np.uint64(MOVER)] * weights[0]
    value = (own + worth[np.uint64(1 - mover), np.uint64(OTHER_SIDE)] * weights[1]) / WORTH_UNIT + weights[2]
    return float(value if mover == player else -value)


PATTERNS = Evaluator(
    "patterns",
    patterns,
    weights=PATTERN_WEIGHTS,
    antisymmetric=True,
    grid=1024,
    swing=0.3,
    source="logarithm of the odds of winning, fitted to self-play by benchmarks/gomoku_fit.py",
)

evaluators = [PATTERNS, REPORT]
