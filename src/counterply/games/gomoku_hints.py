"""What five in a row tells a search: what is certain, which replies are needed, what is worth trying; all from its memo.

The sound hints argue so. A stone on a five point wins. With two five points of the opponent, one of them stays. Without a five
point of the opponent, an open four wins: the next stone makes five. Against an open four to come, a reply that makes no four itself
must stand in the way: on a cell that the open four or one of its fives needs, and there the opponent would make a four, too. Where
opponent's stones at both ends spoil a five (caro), a defence may stand outside of it, and only the first argument and the third, by
its table, hold. Near a full board, where the game may be drawn first, nothing is said.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.games.gomoku_patterns import (
    CLASSES,
    FIVE_POINT,
    FORBIDDEN_POINT,
    FOUR_POINT,
    MAX_SIDE,
    OPEN_FOUR_POINT,
    four_cells,
    points_of,
)
from counterply.kernel import kernel, lowest_bit
from counterply.rules import UNKNOWN
from counterply.values import FIRST, ONGOING, PLY, SECOND

LAST_CELLS = 5  # with no more cells left than these before the game is drawn, the sound hints say nothing

ONE = np.uint32(1)
WIDTH = np.uint64(MAX_SIDE)

# How promising a move is, by its class for the mover and for the opponent; the larger, the earlier. By hand.
ATTACK = np.zeros(CLASSES, np.int32)
DEFENCE = np.zeros(CLASSES, np.int32)
ATTACK[:] = (
    *(0, 1, 3, 5, 6, 3, 5, 6, 12, 14, 16, 18, 12, 24, 28, 30, 22, 26, 24),
    *(34, 36, 42, 46, 44, 50, 70, 30, 38, 42, 80, 100, 200, 0),
)
DEFENCE[:] = (
    *(0, 1, 2, 3, 4, 2, 4, 5, 9, 10, 12, 13, 9, 18, 20, 22, 16, 19, 18),
    *(26, 28, 32, 34, 33, 38, 52, 24, 30, 33, 60, 75, 150, 0),
)
LEAST_SCORE = 6  # of a candidate


@kernel
def winner_is(player: int) -> int:
    """Return the outcome in which a player wins."""
    return FIRST if player == 0 else SECOND


def decided(position: Any, setup: Any, memo: Any) -> int:
    """A five point of the mover, two of the opponent, or an open four; see the module."""
    player = np.int64(position["turn"])
    if points_of(memo, player, FIVE_POINT):
        return winner_is(player) + 1 * PLY
    if position["left"] - setup["draw"] <= LAST_CELLS:
        return ONGOING
    threats = points_of(memo, 1 - player, FIVE_POINT)
    if threats == 0 and points_of(memo, player, OPEN_FOUR_POINT):
        return winner_is(player) + 3 * PLY
    if threats > 1 and not setup["ends"]:
        return winner_is(1 - player) + 2 * PLY
    return ONGOING


@kernel
def answers(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write the answer to a five point of the opponent, or the answers to an open four to come, ascending.

    Returns how many, or UNKNOWN; see the module.
    """
    player = np.int64(position["turn"])
    if setup["ends"] or points_of(memo, player, FIVE_POINT) or position["left"] - setup["draw"] <= LAST_CELLS:
        return UNKNOWN
    threats = points_of(memo, 1 - player, FIVE_POINT)
    if threats > 1:
        return 0
    if threats == 1:
        return five_cell(memo, 1 - player, moves)
    if points_of(memo, 1 - player, OPEN_FOUR_POINT) == 0 or points_of(memo, player, OPEN_FOUR_POINT):
        return UNKNOWN
    return four_cells(memo, player, 1 - player, moves)


def required(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """What `answers` finds."""
    return answers(position, setup, memo, moves)


@kernel
def five_cell(memo: Any, player: int, moves: np.ndarray) -> int:
    """Write the cells where `player` makes five, ascending; return how many."""
    count = 0
    for row in range(MAX_SIDE):
        bits = memo["fours"][np.uint64(player), np.uint64(row)]
        while bits:
            cell = row * MAX_SIDE + lowest_bit(bits)
            bits &= bits - ONE
            if memo["classes"][np.uint64(cell), np.uint64(player)] == FIVE_POINT:
                moves[np.uint64(count)] = cell
                count += 1
    return count


def noisy_moves(position: Any, memo: Any, moves: np.ndarray) -> int:
    """The moves that make a four: with an open three first, then the stronger classes."""
    player = np.int64(position["turn"])
    count = np.int64(four_cells(memo, player, player, moves))
    kept = 0
    for kind in range(FIVE_POINT, FOUR_POINT - 1, -1):
        if points_of(memo, player, kind) == 0:
            continue
        for index in range(kept, count):
            cell = moves[np.uint64(index)]
            if memo["classes"][np.uint64(cell), np.uint64(player)] == kind:
                moves[np.uint64(index)] = moves[np.uint64(kept)]
                moves[np.uint64(kept)] = cell
                kept += 1
    return kept


def candidates(position: Any, setup: Any, memo: Any, moves: np.ndarray, scores: np.ndarray) -> int:
    """Empty cells that make something for one of the players, scored by what; on an empty board the centre.

    Where a reply is required, the required ones.
    """
    player = np.int64(position["turn"])
    other = 1 - player
    count = np.int64(answers(position, setup, memo, moves))
    if count > 0:
        for index in range(count):
            scores[np.uint64(index)] = score_of(memo, player, moves[np.uint64(index)])
        return count
    count = 0
    width = np.uint64(setup["width"])
    for row in range(setup["height"]):
        first = np.uint64(row) * WIDTH
        for cell in range(first, first + width):
            mine, theirs = memo["classes"][cell, np.uint64(player)], memo["classes"][cell, np.uint64(other)]
            score = ATTACK[np.uint64(mine)] + DEFENCE[np.uint64(theirs)]
            if score >= LEAST_SCORE and mine != FORBIDDEN_POINT:
                moves[np.uint64(count)] = cell
                scores[np.uint64(count)] = score
                count += 1
    if position["left"] == setup["width"] * setup["height"]:
        moves[0] = setup["height"] // 2 * MAX_SIDE + setup["width"] // 2
        scores[0] = 0
        return 1
    return count


@kernel
def score_of(memo: Any, player: int, cell: int) -> int:
    """Return how promising a move is."""
    classes = memo["classes"][np.uint64(cell)]
    return ATTACK[np.uint64(classes[np.uint64(player)])] + DEFENCE[np.uint64(classes[np.uint64(1 - player)])]
