"""Evaluators for tests of tuning, loaded as a user's file."""

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.evaluator import Evaluator
from counterply.games.tic_tac_toe import LINES


@kernel
def count_lines(position, player, out, sign):
    """Add, with `sign`, the lines with one and with two of `player`'s stones and none of the opponent's, and the centre."""
    own, other = np.int64(position["stones"][player]), np.int64(position["stones"][1 - player])
    for index in range(len(LINES)):
        if other & LINES[index] == 0:
            stones = popcount(np.uint64(own & LINES[index]))
            if stones == 1:
                out[0] += sign
            elif stones == 2:
                out[1] += sign
    out[2] += sign * ((own >> 4) & 1)


def lines(position, player, out):
    out[0] = out[1] = out[2] = 0.0
    count_lines(position, player, out, 1.0)
    count_lines(position, 1 - player, out, -1.0)


NAMES = ("ones", "twos", "centre")

linear = Evaluator("linear", features=lines, feature_names=NAMES, weights=(1.0, 1.0, 1.0), antisymmetric=True)
renamed = Evaluator("linear", features=lines, feature_names=("a", "b", "c"), weights=(1.0, 1.0, 1.0))
longer = Evaluator("linear", features=lines, feature_names=(*NAMES, "d"), weights=(1.0, 1.0, 1.0, 1.0))


edited = Evaluator("linear", lambda position, player, weights: weights[0], weights=(1.0, 1.0, 1.0))
nothing = Evaluator("nothing", lambda position, player: 0.0)


def centre_column(position, player, weights):
    """Connect four: the player's stones in the middle column, minus the opponent's."""
    mover = position["mover"] >> np.uint64(21)
    taken = position["taken"] >> np.uint64(21)
    own = popcount(mover & np.uint64(63))
    total = popcount(taken & np.uint64(63))
    to_move = popcount(position["taken"]) & 1
    lead = 2 * own - total
    return weights[0] * (lead if to_move == player else -lead) + weights[1]


weighted = Evaluator("weighted", centre_column, weights=(1.0, 0.0))


def points_and_cards(position, player, out):
    """Splendor: points and cards, minus the opponent's."""
    out[0] = position["score"][player] - position["score"][1 - player]
    out[1] = position["cards"][player] - position["cards"][1 - player]


points = Evaluator("points", features=points_and_cards, feature_names=("points", "cards"), weights=(1.0, 0.1), antisymmetric=True)


def stones(position, player, out):
    """Connect four: how many stones stand."""
    out[0] = popcount(position["taken"])


weighted_features = Evaluator("stones", features=stones, feature_names=("stones",), weights=(1.0,))


def broken_features(position, player, out):
    out[0] = np.nan


broken = Evaluator("broken", features=broken_features, feature_names=("nan",), weights=(1.0,))
