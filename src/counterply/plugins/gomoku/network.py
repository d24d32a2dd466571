"""The learnt evaluation of five in a row: a vector for what each empty cell means, and a small network over their sums.

What a stone on a cell would make for Black and for White are two classes (`counterply.plugins.gomoku.patterns`); each pair of
them has a vector in Black's view and one in White's. Their sums over all cells, the *views*, are kept up to date move by move.
Empty cells far from all stones have vectors, too, and were as many as on LEARNT_SIDE in all games that taught the numbers: on
boards of other sizes the views begin with what theirs are more or less, so that the same stones are worth the same. At a leaf,
one layer of hidden units makes of both views the logarithm of the odds that the mover wins. Beside it, each combination of
shapes, of which a class has many, has a *worth* in either view; their sums are kept, too, and count without a hidden unit: on
crowded boards small differences add up. What a unit's signal and the worths count for depends on the *stage* of the game, the
number of stones on the board: it was learnt for a few of them (`STAGES`), and between two it is in proportion. All of it is
integer arithmetic: the same values on every machine.

The numbers were learnt from games of the engine against itself, a file for each rule (`benchmarks/gomoku_fit.py`). Letters: K
combinations of shapes.
"""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import numpy as np

SHAPES = 13  # that a stone on a cell can make along one line
KINDS = math.comb(SHAPES + 3, 4)  # combinations of four of them, in any order
CLASSES = 33  # of combinations
VIEW = 16  # numbers of a vector
HIDDEN = 16  # units
LEARNT_SIDE = 15  # cells, of the boards that the numbers were learnt on
STAGES = (8, 16, 25, 40, 60, 90)  # stones on the board; fewer count as the first, more as the last

VECTOR_UNIT = 128  # steps of a vector's numbers in one
LARGEST_NUMBER = 48  # of a vector, in steps: so the sum over 676 cells stays in int16
WEIGHT_UNIT = 256  # of the weights from views to hidden units
SIGNAL_UNIT = 1024  # of a hidden unit's signal
OUTPUT_UNIT = 1024  # of the weights from hidden units to the value
ODDS_UNIT = 1024  # of what a search's score is worth
MIXING_SHIFT = 5  # VECTOR_UNIT * WEIGHT_UNIT / SIGNAL_UNIT is 2 to this power
VALUE_UNIT = SIGNAL_UNIT * OUTPUT_UNIT
LARGEST_SIGNAL = 4 * SIGNAL_UNIT  # signals are cut to 0 .. this

VIEWS = np.dtype([("numbers", np.int16, (2 * VIEW,))])  # Black's view, then White's
STAGE = np.dtype(
    [
        ("bias", np.int32, (HIDDEN,)),
        ("output", np.int32, (HIDDEN,)),
        ("share", np.int32),  # what the worths count for
        ("base", np.int32),  # the value without any signal
        ("odds", np.int32),  # what a search's score is worth, in steps of the logarithm of the odds
    ],
    align=True,
)
NETWORK = np.dtype(
    [
        ("vectors", VIEWS, (CLASSES, CLASSES)),  # by Black's class and White's
        ("mixing", VIEWS, (2, HIDDEN)),  # by mover: weights from both views to hidden units
        ("worths", np.int32, (KINDS, 2)),  # of a combination, in SIGNAL_UNIT, for the side that would make it and for the other
        ("begin", VIEWS),  # of an empty board of LEARNT_SIDE, less those of an empty board of this size
        ("worths_begin", np.int32, (2,)),  # the same of the worths
        ("stages", STAGE, (STAGES[-1] + 1,)),  # by stones on the board, of which the last are any more
    ],
    align=True,
)


def file_of(rule: str) -> Path:
    """Return the file of what was learnt under a rule; caro takes standard's or freestyle's."""
    return Path(__file__).with_name("data") / f"{rule}.npz"


@cache
def learnt(rule: str) -> dict[str, np.ndarray]:
    """Return what was learnt under a rule.

    ``vectors``, ``mixing`` and ``worths`` of `NETWORK`, ``bias``, ``output``, ``share``, ``base`` and ``odds`` of `STAGE` for each
    of `STAGES`, and ``attack`` and ``defence``, int32[K], of moves.
    """
    with np.load(file_of(rule)) as file:
        return dict(file)


def shares_of(stones: np.ndarray) -> np.ndarray:
    """Return how much each of `STAGES` counts with so many stones on the board: float64[stones, stages], a row's sum is one."""
    return np.stack([np.interp(stones, STAGES, kind) for kind in np.eye(len(STAGES))], axis=1)


def network_for(rule: str) -> np.ndarray:
    """Return the network of a rule: NETWORK[1]."""
    network, numbers = np.zeros(1, NETWORK), learnt(rule)
    network["vectors"]["numbers"], network["mixing"]["numbers"] = numbers["vectors"], numbers["mixing"]
    network["worths"] = numbers["worths"]
    shares = shares_of(np.arange(STAGES[-1] + 1))
    for name in STAGE.names or ():
        network["stages"][name] = np.round(shares @ numbers[name])
    return network
