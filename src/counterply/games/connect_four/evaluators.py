"""Evaluators of connect four: the threats of each side, by row."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.evaluator import ZERO, Evaluator
from counterply.games.connect_four.hints import winning_cells
from counterply.games.connect_four.rules import BOARD, COLUMNS, ONE, ROWS, STRIDE, STRIDES

ROW = sum(1 << STRIDE * column for column in range(COLUMNS))
ODD_ROWS, EVEN_ROWS = (np.uint64(sum(ROW << height for height in range(low, ROWS, 2))) for low in (0, 1))  # counted from 1, upward
THREAT_WEIGHTS = (2.1, 1.0, 1.2, 0.8, 0.45, 0.15, 1.6)  # of the odds of winning: dev/measurements-archive.md


@kernel
def lines_with(own: int, other: int, count: int) -> int:
    """Return how many lines of four cells hold `count` (1 or 2) stones of `own`, and none of `other`."""
    found = 0
    free = BOARD & ~other
    for stride in STRIDES:
        one, two, three = stride, stride + stride, stride + stride + stride
        inside = free & (free >> one) & (free >> two) & (free >> three)
        a, b, c, d = own, own >> one, own >> two, own >> three
        odd, ab, cd = a ^ b ^ c ^ d, a & b, c & d
        two_or_more = ab | cd | ((a ^ b) & (c ^ d))
        wanted = (odd & ~two_or_more) if count == 1 else (two_or_more & ~odd & ~(ab & cd))
        found += popcount(inside & wanted)  # type: ignore[arg-type]
    return found


@kernel
def above(cells: int) -> int:
    """Return the bits of all cells above `cells`, in their columns."""
    found = (cells << ONE) & BOARD
    for _ in range(ROWS - 2):
        found |= (found << ONE) & BOARD
    return found  # type: ignore[return-value]


def threat_features(position: Any, player: int, out: np.ndarray) -> None:
    """Write the threats of each side, the player's minus the opponent's.

    Both sides fill columns in turn, so that the first player gets the odd rows and the second the even ones (Allis 1988): a cell
    that completes a line counts by its row, and for nothing where the other side has one below it, at which the column ends.
    """
    taken = position["taken"]
    second_moves = popcount(taken) & 1
    first = position["mover"] ^ (taken if second_moves else np.uint64(0))
    second = first ^ taken
    first_wins, second_wins = winning_cells(first, taken), winning_cells(second, taken)
    first_good = popcount(first_wins & ODD_ROWS & ~above(second_wins))
    second_good = popcount(second_wins & EVEN_ROWS & ~above(first_wins))
    out[0] = first_good
    out[1] = -second_good
    out[2] = popcount(first_wins & EVEN_ROWS) - popcount(second_wins & ODD_ROWS)
    out[3] = -1.0 if second_good > 0 and first_good == 0 else 0.0
    out[4] = lines_with(first, second, 2) - lines_with(second, first, 2)
    out[5] = lines_with(first, second, 1) - lines_with(second, first, 1)
    out[6] = 1.0 if second_moves == 0 else -1.0
    if player == 1:
        for index in range(len(out)):
            out[index] = -out[index]


THREAT_NAMES = (
    "first player's threats in odd rows",
    "second player's threats in even rows",
    "threats in the other rows",
    "an even threat and no odd one",
    "open lines with two stones",
    "open lines with one stone",
    "on move",
)

evaluators = [
    Evaluator(
        "threats",
        features=threat_features,
        feature_names=THREAT_NAMES,
        weights=THREAT_WEIGHTS,
        antisymmetric=True,
        source="ours, after Allis 1988; weights by regression on solved positions: dev/measurements-archive.md",
    ),
    replace(ZERO, reference=True),
]
