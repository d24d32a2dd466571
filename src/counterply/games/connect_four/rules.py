"""Connect four: a stone dropped into a column falls to its lowest empty cell; four in a line wins, a full board is a draw.

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45      a cell's number is its bit: column * 7 + height; every column has a seventh bit above it that
     2  9 16 23 30 37 44      stays empty, so that no line wraps from one column into the next
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42
    --------------------
     0  1  2  3  4  5  6      a move is its column, from 0

The first player wins by the centre column (Allis 1988, Allen 1988). The bit tricks are Tromp's and Pons's.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND

RECORD = np.dtype(
    [
        ("mover", np.uint64),  # bits of the stones of the side to move
        ("taken", np.uint64),  # bits of all stones; an even number of them: the first player is to move
    ]
)

COLUMNS, ROWS = 7, 6
STRIDE = 7  # bits of a column
ONE = np.uint64(1)
BOTTOM = np.uint64(sum(1 << STRIDE * column for column in range(COLUMNS)))
BOARD = np.uint64(int(BOTTOM) * ((1 << ROWS) - 1))
COLUMN = np.uint64((1 << STRIDE) - 1)
STRIDES = (ONE, np.uint64(STRIDE - 1), np.uint64(STRIDE), np.uint64(STRIDE + 1))  # from a cell of a line to the next, in bits
KEY_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing; golden ratio
KEY_SHIFT = np.uint64(32)


@kernel
def has_four(stones: int) -> bool:
    """Tell whether four `stones` stand in a line."""
    for stride in STRIDES:
        pairs = stones & (stones >> stride)
        if pairs & (pairs >> stride + stride):
            return True
    return False


def turn(position: Record) -> int:
    """The first player moves when an even number of stones stands."""
    return popcount(position["taken"]) & 1


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Every column that is not full."""
    taken = position["taken"]
    count = 0
    for column in range(COLUMNS):
        moves[count] = column
        count += 1 - int((taken >> np.uint64(STRIDE * column + ROWS - 1)) & ONE)
    return count


def play(position: Record, move: int) -> None:
    """Drop a stone, in place: a carry runs up the column's stones."""
    taken = position["taken"]
    position["mover"] ^= taken
    position["taken"] = taken | (taken + (ONE << np.uint64(STRIDE * move)))


def outcome(position: Record) -> int:
    """Four in a line of the last mover, else a full board."""
    taken = position["taken"]
    if has_four(position["mover"] ^ taken):
        return SECOND if popcount(taken) & 1 == 0 else FIRST
    return DRAW if taken == BOARD else ONGOING


def key(position: Record) -> int:
    """No two positions share it: the sum tells all stones (Pons), and the mixing can be undone."""
    mixed = (position["mover"] + position["taken"]) * KEY_FACTOR
    return mixed ^ (mixed >> KEY_SHIFT)  # type: ignore[no-any-return]


def transform(position: Record, symmetry: int) -> None:
    """Mirror the columns, in place."""
    mover, taken = position["mover"], position["taken"]
    mirrored_mover = mirrored_taken = np.uint64(0)
    for column in range(COLUMNS):
        source, target = np.uint64(STRIDE * column), np.uint64(STRIDE * (COLUMNS - 1 - column))
        mirrored_mover |= ((mover >> source) & COLUMN) << target
        mirrored_taken |= ((taken >> source) & COLUMN) << target
    position["mover"] = mirrored_mover
    position["taken"] = mirrored_taken


def cells(position: Record, cell: int) -> int:
    """Empty, the first player's stone, the second one's, or empty and where the next stone in its column falls."""
    bit = np.uint64(STRIDE * (cell % COLUMNS) + ROWS - 1 - cell // COLUMNS)
    taken = position["taken"]
    if taken >> bit & ONE:
        return 1 + int((position["mover"] >> bit & ONE) == np.uint64(popcount(taken) & 1))
    return 3 * int((taken + BOTTOM) >> bit & ONE)
