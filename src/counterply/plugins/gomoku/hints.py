"""Hints of five in a row, all from its memo: certain outcomes, required replies, and moves worth a search.

The sound hints rest on this argument. A stone on a five point wins. With two five points of the opponent, one of them stays.
Without a five point of the opponent, an open four wins: the next stone makes five; and so does a four with an open three, if the
one answer to it makes no four: an open four is next. Against an open four to come, a reply that makes no four itself must stand in
the way: on a cell that the open four or one of its fives needs, and there the opponent would make a four, too, on a line through
the open four's cell; of several open fours to come, all must be met. If no reply does, all lose in four plies, and one stands for
them, so that the distance is known. Where opponent's stones at both ends spoil a five (caro), a defence may stand outside of it,
and only the first argument and that of the open four, by its table, hold. Of renju's Black, whom the open four may be forbidden, a
four with an open three says nothing. Near a full board, where the game may be drawn first, nothing is said.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.contract import SHARP, UNKNOWN
from counterply.core.values import FIRST, ONGOING, PLY, SECOND
from counterply.plugins.gomoku.patterns import (
    CELLS,
    FIVE_POINT,
    FORBIDDEN_POINT,
    FOUR,
    FOUR_AND_CLOSED_THREE,
    FOUR_AND_THREE,
    FOUR_POINT,
    GOOD_TWO,
    MAX_SIDE,
    OPEN_FOUR_POINT,
    OPEN_TWO,
    POLICY_UNIT,
    REACH,
    cells_of,
    class_of,
    points_of,
    shape_of,
)
from counterply.plugins.gomoku.rules import BLACK, DOWN, RIGHT

LARGEST = 1 << 30
LAST_CELLS = 5  # with no more cells left than these before the game is drawn, the sound hints say nothing

ONE = np.uint32(1)
TWO = np.uint32(2)
NO_CELLS = np.uint32(0)

UNLIKELY = 6 * POLICY_UNIT  # a candidate that scores so much less than the best one is left out, unless it makes a four


@kernel
def winner_is(player: int) -> int:
    """Return the outcome in which a player wins."""
    return FIRST if player == 0 else SECOND


def decided(position: Record, setup: Record, memo: Record) -> int:
    """A five point of the mover, two of the opponent, an open four, or a four with an open three; see the module."""
    player = np.int64(position["turn"])
    if points_of(memo, player, FIVE_POINT):
        return winner_is(player) + 1 * PLY
    if position["left"] - setup["draw"] <= LAST_CELLS:
        return ONGOING
    fives = points_of(memo, 1 - player, FIVE_POINT)
    if fives == 0 and points_of(memo, player, OPEN_FOUR_POINT):
        return winner_is(player) + 3 * PLY
    if setup["ends"]:
        return ONGOING
    if fives > 1:
        return winner_is(1 - player) + 2 * PLY
    forbids = setup["forbids"] and player == BLACK
    if fives == 0 and points_of(memo, player, FOUR_AND_THREE) and not forbids and has_sure_four_and_three(memo, player):
        return winner_is(player) + 5 * PLY
    return ONGOING


@kernel
def has_sure_four_and_three(memo: Record, player: int) -> bool:
    """Tell whether `player` can make a four with an open three whose answer makes no four."""
    for row in range(MAX_SIDE):
        bits = memo["totals"]["fours"][player, row]
        while bits:
            cell = row * MAX_SIDE + lowest_bit(bits)
            bits &= bits - ONE
            if class_of(memo, player, cell) == FOUR_AND_THREE and not is_answered_by_four(memo, player, cell):
                return True
    return False


@kernel
def is_answered_by_four(memo: Record, player: int, cell: int) -> bool:
    """Tell whether the opponent can make a four on the line of the four that `player` makes on a cell: the answer stands there."""
    row, column = cell // MAX_SIDE, cell % MAX_SIDE
    fours = memo["totals"]["fours"][1 - player]
    for direction in range(4):
        if shape_of(memo["points"][cell]["pattern"], player, direction) != FOUR:
            continue
        for distance in range(-REACH, REACH + 1):
            place, along = row + distance * DOWN[direction], column + distance * RIGHT[direction]
            on_grid = distance != 0 and 0 <= place < MAX_SIDE and 0 <= along < MAX_SIDE
            if on_grid and fours[place] >> np.uint32(along) & ONE:
                return True
    return False


@kernel
def required(position: Record, setup: Record, memo: Record, moves: np.ndarray) -> int:
    """Write the answer to a five point of the opponent, or the answers to open fours to come, ascending.

    Returns how many, or UNKNOWN; see the module.
    """
    player = np.int64(position["turn"])
    other = 1 - player
    if setup["ends"] or points_of(memo, player, FIVE_POINT) or position["left"] - setup["draw"] <= LAST_CELLS:
        return UNKNOWN
    fives, open_fours = points_of(memo, other, FIVE_POINT), points_of(memo, other, OPEN_FOUR_POINT)
    if fives > 1:
        return 0
    if fives == 1:
        write_class(memo, other, FIVE_POINT, moves, 0)
        return 1
    if open_fours == 0 or points_of(memo, player, OPEN_FOUR_POINT):
        return UNKNOWN
    write_class(memo, other, OPEN_FOUR_POINT, moves, CELLS - open_fours)
    count = 0
    for row in range(MAX_SIDE):
        bits = memo["totals"]["fours"][0, row] | memo["totals"]["fours"][1, row]
        while bits:
            cell = row * MAX_SIDE + lowest_bit(bits)
            bits &= bits - ONE
            if class_of(memo, player, cell) >= FOUR_POINT or meets_all(memo, other, cell, moves, open_fours):
                moves[count] = cell
                count += 1
    for index in range(CELLS - open_fours, CELLS if count == 0 else 0):
        cell = moves[index]
        if class_of(memo, player, cell) != FORBIDDEN_POINT:
            moves[0] = cell
            return 1
    return count


@kernel
def write_class(memo: Record, player: int, kind: int, moves: np.ndarray, begin: int) -> None:
    """Write the cells where `player` makes a four of class `kind` into `moves` from `begin` on, ascending."""
    for row in range(MAX_SIDE):
        bits = memo["totals"]["fours"][player, row]
        while bits:
            cell = row * MAX_SIDE + lowest_bit(bits)
            bits &= bits - ONE
            if class_of(memo, player, cell) == kind:
                moves[begin] = cell
                begin += 1


@kernel
def meets_all(memo: Record, player: int, cell: int, moves: np.ndarray, count: int) -> bool:
    """Tell whether a cell is near each of the open fours to come, on a line along which a four would come.

    Parameters
    ----------
    moves, count : the open fours of `player` are the last `count` of `moves`
    """
    for index in range(count):
        other = np.int64(moves[CELLS - 1 - index])
        if other == cell:
            continue
        direction = direction_between(cell, other)
        if direction < 0 or shape_of(memo["points"][other]["pattern"], player, direction) < FOUR:
            return False
    return True


@kernel
def direction_between(cell: int, other: int) -> int:
    """Return the direction of the line through two cells that are near each other, or -1."""
    down, right = other // MAX_SIDE - cell // MAX_SIDE, other % MAX_SIDE - cell % MAX_SIDE
    if abs(down) > REACH or abs(right) > REACH:
        return -1
    if down == 0:
        return 0
    if right == 0:
        return 1
    if down == right:
        return 2
    return 3 if down == -right else -1


def noisy_moves(position: Record, setup: Record, memo: Record, reach: int, moves: np.ndarray) -> int:
    """The moves that make a four, the stronger classes first."""
    player = np.int64(position["turn"])
    count = stronger_first(memo, player, moves, cells_of(memo["totals"]["fours"][player], moves))
    return keep_sharp(memo, player, moves, count) if reach == SHARP else count


@kernel
def keep_sharp(memo: Record, player: int, moves: np.ndarray, count: int) -> int:
    """Keep the fours that make a three, too, or an open two along which another four can be made; return how many, in place."""
    kept = 0
    for index in range(count):
        cell = moves[index]
        if class_of(memo, player, cell) >= FOUR_AND_CLOSED_THREE or joins_fours(memo, player, cell, moves, count):
            moves[kept], moves[index] = cell, moves[kept]
            kept += 1
    return kept


@kernel
def joins_fours(memo: Record, player: int, cell: int, moves: np.ndarray, count: int) -> bool:
    """Tell whether a stone on `cell` makes an open two along which another of the first `count` of `moves` stands."""
    pattern = memo["points"][cell]["pattern"]
    for index in range(count):
        other = np.int64(moves[index])
        direction = direction_between(cell, other) if other != cell else -1
        if direction >= 0 and OPEN_TWO <= shape_of(pattern, player, direction) <= GOOD_TWO:
            return True
    return False


@kernel
def stronger_first(memo: Record, player: int, moves: np.ndarray, count: int) -> int:
    """Sort moves by their class for `player`, from five points down to fours, in place; return how many are of these."""
    kept = 0
    for kind in range(FIVE_POINT, FOUR_POINT - 1, -1):
        if points_of(memo, player, kind) == 0:
            continue
        for index in range(kept, count):
            cell = moves[index]
            if class_of(memo, player, cell) == kind:
                moves[index] = moves[kept]
                moves[kept] = cell
                kept += 1
    return kept


def candidates(position: Record, setup: Record, memo: Record, moves: np.ndarray, scores: np.ndarray) -> int:
    """Empty cells within two of a stone, scored by a stone's shapes there for either player; on an empty board the centre.

    Unlikely ones are left out, but never a four of the mover's. Where a reply is required, the required ones.
    """
    if position["left"] == setup["width"] * setup["height"]:
        moves[0] = setup["height"] // 2 * MAX_SIDE + setup["width"] // 2
        scores[0] = 0
        return 1
    player = np.int64(position["turn"])
    count = np.int64(required(position, setup, memo, moves))
    if count > 0:
        for index in range(count):
            scores[index] = score_of(setup, memo, player, moves[index])
        return count
    count, best = 0, np.int32(-LARGEST)
    above, higher, here, below = NO_CELLS, NO_CELLS, np.uint32(stones_in(position, 1)), np.uint32(stones_in(position, 2))
    for row in range(setup["height"]):
        lower = np.uint32(stones_in(position, row + 3)) if row + 3 <= setup["height"] else NO_CELLS
        near = higher | above | here | below | lower
        near |= (near << ONE) | (near >> ONE) | (near << TWO) | (near >> TWO)
        free = near & setup["columns"] & ~here
        higher, above, here, below = above, here, below, lower
        while free:
            cell = row * MAX_SIDE + lowest_bit(free) - 1
            free &= free - ONE
            score = score_of(setup, memo, player, cell)
            kind = class_of(memo, player, cell)
            if kind != FORBIDDEN_POINT and (score >= best - UNLIKELY or kind >= FOUR_POINT):
                moves[count] = cell
                scores[count] = score
                count += 1
                best = max(best, score)
    kept = 0
    for index in range(count):
        if scores[index] >= best - UNLIKELY or class_of(memo, player, moves[index]) >= FOUR_POINT:
            moves[kept] = moves[index]
            scores[kept] = scores[index]
            kept += 1
    return kept


@kernel
def stones_in(position: Record, row: int) -> int:
    """Return the stones of a row, from 1, as the position keeps them: bit column + 1."""
    return position["stones"][0, row] | position["stones"][1, row]


@kernel
def score_of(setup: Record, memo: Record, player: int, cell: int) -> int:
    """Return how promising a move is for `player`."""
    combinations, tables = memo["points"][cell]["combinations"], setup["tables"]
    mine, theirs = combinations[player], combinations[1 - player]
    return tables["attack"][mine] + tables["defence"][theirs]
