"""Hints of connect four: the replies that do not lose at once, and the order of moves."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.games.connect_four.rules import BOARD, BOTTOM, COLUMN, COLUMNS, ONE, STRIDE

CENTRALITY = np.array([0, 1, 2, 3, 2, 1, 0], np.int32)
WIN_SCORE = 1000  # a move that wins at once is searched before all others
THREAT_SCORE = 10  # each cell that would complete a line comes before the centre


@kernel
def winning_cells(stones: int, taken: int) -> int:
    """Return the bits of the empty cells, reachable or not, that complete four `stones`."""
    cells = (stones << np.uint64(1)) & (stones << np.uint64(2)) & (stones << np.uint64(3))
    for stride in range(STRIDE - 1, STRIDE + 2):
        one, two, three = np.uint64(stride), np.uint64(2 * stride), np.uint64(3 * stride)
        pairs = (stones << one) & (stones << two)
        cells |= pairs & ((stones << three) | (stones >> one))
        pairs = (stones >> one) & (stones >> two)
        cells |= pairs & ((stones >> three) | (stones << one))
    return cells & (BOARD ^ taken)  # type: ignore[return-value]


def required(position: Record, moves: np.ndarray) -> int:
    """Columns that win, and columns after which the opponent cannot complete a line by the next stone."""
    mover, taken = position["mover"], position["taken"]
    reachable = (taken + BOTTOM) & BOARD
    wins = winning_cells(mover, taken)
    threats = winning_cells(mover ^ taken, taken)
    count = 0
    for column in range(COLUMNS):
        cell = reachable & (COLUMN << np.uint64(STRIDE * column))
        if cell and (cell & wins or not threats & ((reachable ^ cell) | (cell << ONE))):
            moves[count] = column
            count += 1
    return count


def candidates(position: Record, moves: np.ndarray, scores: np.ndarray) -> int:
    """Every legal move: wins first, then by the number of cells that would complete a line, then the centre."""
    mover, taken = position["mover"], position["taken"]
    reachable = (taken + BOTTOM) & BOARD
    wins = winning_cells(mover, taken)
    count = 0
    for column in range(COLUMNS):
        cell = reachable & (COLUMN << np.uint64(STRIDE * column))
        if cell:
            threats = popcount(winning_cells(mover | cell, taken | cell))
            moves[count] = column
            scores[count] = WIN_SCORE if cell & wins else THREAT_SCORE * threats + CENTRALITY[column]
            count += 1
    return count
