"""The book of connect four: who wins each position of eight stones under best play, two bits each.

Positions with as many stones have numbers without gaps, so that no position stands in the book, only outcomes do. Read column by
column from the bottom, a board is a row of 8 stones with 6 walls between the columns; the *layout* says which of these 14 are
walls, the *colours* which of the 8 stones are the first player's. Either is a choice of k out of n, numbered as in the
combinatorial number system: the sum of the binomials (place, rank).

`benchmarks/connect_four_book.py` makes the book and checks it.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.values import ONGOING
from counterply.games.connect_four.rules import COLUMN, COLUMNS, ONE, STRIDE

STONES = 8  # even: the first player is to move
WALLS = COLUMNS - 1
COLOURS = comb(STONES, STONES // 2)
NUMBERS = comb(STONES + WALLS, WALLS) * COLOURS
OUTCOMES_PER_BYTE = 4
BINOMIALS = np.array([[comb(n, k) for k in range(STONES)] for n in range(STONES + WALLS)], np.int64)
FILE = Path(__file__).with_name("data") / "book.bin"

SETUP = np.dtype(
    [
        ("stones", np.int64),  # of the positions in the book; -1: it is not used
        ("outcomes", np.uint8, (NUMBERS // OUTCOMES_PER_BYTE + 1,)),
    ]
)


def make_setup(book: bool) -> np.ndarray:
    """Return the setup of a game with or without its book."""
    setup = np.zeros(1, SETUP)
    setup["stones"] = -1
    if book:
        setup["stones"], setup["outcomes"] = STONES, np.fromfile(FILE, np.uint8)
    return setup


@kernel
def number_of(position: Any) -> int:
    """Return the number of a position of `STONES` stones, from 0 to `NUMBERS` - 1."""
    layout = colours = stones = own = 0
    for column in range(COLUMNS):
        taken = position["taken"] >> np.uint64(STRIDE * column) & COLUMN
        mover = position["mover"] >> np.uint64(STRIDE * column) & COLUMN
        while taken:
            if mover & ONE:
                own += 1
                colours += BINOMIALS[stones, own]
            stones += 1
            taken, mover = taken >> ONE, mover >> ONE
        if column < WALLS:
            layout += BINOMIALS[stones + column, column + 1]
    return layout * COLOURS + colours


def decided(position: Record, setup: Record) -> int:
    """The book's outcome of a position with as many stones as its own."""
    if popcount(position["taken"]) != setup["stones"]:
        return ONGOING
    number = number_of(position)
    return setup["outcomes"][number // OUTCOMES_PER_BYTE] >> 2 * (number % OUTCOMES_PER_BYTE) & 3
