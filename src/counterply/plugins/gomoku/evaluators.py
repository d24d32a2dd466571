"""Evaluators of five in a row: what the report on the course program says, with the moves that it looks at."""

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import dot_lanes, lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.evaluator import Evaluator
from counterply.core.position import Position
from counterply.plugins.gomoku.network import HIDDEN, LARGEST_SIGNAL, MIXING_SHIFT, ODDS_UNIT, STAGES, VALUE_UNIT
from counterply.plugins.gomoku.rules import DOWN, MAX_SIDE, ONE, RIGHT, has, stones_beyond

LONGEST = 5  # longer runs count as five


@kernel
def runs_from(position: Record, player: int, row: int, column: int, out: np.ndarray, sign: float) -> None:
    """Add the runs of two and more that start at a stone of `player`, in eight directions, to `out` in place."""
    for step in range(8):
        way = 1 if step < 4 else -1
        down, right = way * DOWN[step & 3], way * RIGHT[step & 3]
        if has(position, player, row + down, column + right):
            run = 1 + stones_beyond(position, player, row, column, down, right)
            out[LONGEST - min(run, LONGEST)] += sign


@kernel
def report_features(position: Record, player: int, out: np.ndarray) -> None:
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


def near_moves(position: Record, setup: Record, moves: np.ndarray) -> int:
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


@kernel
def network(position: Record, setup: Record, memo: Record, player: int) -> float:
    """The value of the sums over all cells at this stage, for the side to move; see `counterply.plugins.gomoku.network`."""
    mover = np.int64(position["turn"])
    views, net = memo["totals"]["views"], setup["tables"]["network"]
    stones = setup["width"] * setup["height"] - position["left"]
    stage = net["stages"][min(stones, STAGES[-1])]
    value = np.int64(stage["base"]) + np.int64(memo["totals"]["worths"][mover]) * np.int64(stage["share"])
    for unit in range(HIDDEN):
        signal = dot_lanes(views, net["mixing"][mover, unit]) >> MIXING_SHIFT
        signal += stage["bias"][unit]
        value += max(np.int64(0), min(signal, LARGEST_SIGNAL)) * stage["output"][unit]
    answer = value / VALUE_UNIT
    return answer if mover == player else -answer


def odds(position: Position) -> float:
    """Return what a unit of a search's score adds to the logarithm of the odds of winning, by rule and stage, as games have shown.

    The search is not told: in the network's output these factors cost strength, since margins of the search are scores, too.
    """
    setup = position.game.setup[0]
    stones = setup["width"] * setup["height"] - position.record["left"]
    return float(setup["tables"]["network"]["stages"]["odds"][min(stones, STAGES[-1])] / ODDS_UNIT)


NETWORK = Evaluator(
    "network",
    network,
    odds=odds,
    antisymmetric=True,
    grid=1024,
    swing=0.28,
    source="logarithm of the odds of winning, learnt from self-play by benchmarks/gomoku_fit.py",
)

evaluators = [NETWORK, REPORT]
