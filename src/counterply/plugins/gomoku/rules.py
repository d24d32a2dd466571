"""Five in a row (Gomoku): in turn, a stone on any empty cell; the first player with five in an unbroken line wins.

       a  b  c  d  e ...
    1  0  1  2  3  4        a move is row * 26 + column, from 0, on boards of all sizes; it is written as in h8: the
    2 26 27 28 29 30        column's letter from the left, then the row's number from the top.
    3 52 53 54 55 56
    ...                     A cell is bit ``column + 1`` of word ``row + 1`` of its colour: the border of zeros on all sides ends
                            every walk along a line.

The first player is Black (``X``). What counts as five in a row:

    freestyle      five or more
    standard       exactly five; six or more is no win, and the game goes on
    renju          White: five or more. Black: exactly five; a black move that makes no five, but six or more, two fours or
                   two open threes, is forbidden: it may be played, and loses at once
    caro           exactly five, not with an opponent's stone at both ends (the edge is none), or six or more
    caro_strict    exactly five, not with an opponent's stone at both ends

A four is a row of stones that one more stone makes exactly five; an open three one that a stone on a cell not forbidden makes a
four with two such cells, both ends open. Rules: Piskvork's manager (freestyle, standard, caro), Renju International Federation
(renju), and the course program "Gobang" of UCSB (freestyle, boards from 5x5 to 26x26).

Capacity: sides of 3 to 26 cells. All sizes and rules are values: they share one record type and one compilation.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import numpy as np

from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.gomoku.patterns import TABLES, rule_of, set_network, tables_for

MAX_SIDE = 26  # cells: as many as letters
MIN_LENGTH = 3  # of a winning line
FIVE = 5  # the usual length of a winning line, and the only one of renju and caro
CELLS = MAX_SIDE * MAX_SIDE  # move codes
ROWS = MAX_SIDE + 2  # words of a colour, the border included
BLACK, WHITE = 0, 1

RECORD = np.dtype(
    [
        ("key", np.uint64),  # see `fresh_key`
        ("stones", np.uint32, (2, ROWS)),  # of Black and White: bit column + 1 of word row + 1
        ("left", np.int16),  # empty cells
        ("winner", np.uint8),  # ONGOING, FIRST or SECOND
        ("forbidden", np.uint8),  # why Black's last move was forbidden, or ALLOWED
        ("turn", np.uint8),  # BLACK or WHITE
    ],
    align=True,
)
SETUP = np.dtype(
    [
        ("width", np.int64),  # columns
        ("height", np.int64),  # rows
        ("columns", np.uint32),  # bits of a row's cells
        ("length", np.int64),  # of a winning line
        ("exact", np.int64, (2,)),  # 1: a longer line of this colour is no win
        ("ends", np.int64),  # 1: a line of just this length is no win with an opponent's stone at both ends
        ("forbids", np.int64),  # 1: renju's forbidden moves
        ("draw", np.int64),  # drawn as soon as no more cells than these are empty
        ("tables", TABLES),  # of patterns
    ],
    align=True,
)

# why renju forbids a move
ALLOWED, DOUBLE_THREE, DOUBLE_FOUR, OVERLINE = range(4)

Rule = Literal["freestyle", "standard", "renju", "caro", "caro_strict"]

ONE = np.uint32(1)
SIDE = np.uint64(MAX_SIDE)
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows, columns: along a row, a column, and the two diagonals
DOWN = np.array([down for down, _ in STEPS])
RIGHT = np.array([right for _, right in STEPS])


def zobrist_keys() -> tuple[np.ndarray, np.uint64, np.ndarray]:
    """Return a key for each colour's stone on each cell, for White's turn, and for each reason that forbade a last move."""
    count = 2 * CELLS
    words = np.frombuffer(hashlib.shake_256(b"gomoku").digest(8 * (count + 4)), "<u8").astype(np.uint64)
    return words[:count].reshape(2, CELLS), words[count], np.append(np.uint64(0), words[count + 1 :])


STONE_KEY, TURN_KEY, FORBIDDEN_KEY = zobrist_keys()


# --- lines; rows and columns count the border here: the first cell is row 1, column 1


@kernel
def has(position: Record, player: int, row: int, column: int) -> bool:
    """Tell whether a stone of `player` stands there; never outside the board."""
    return bool(position["stones"][player, row] >> np.uint32(column) & ONE)


@kernel
def is_empty(position: Record, setup: Record, row: int, column: int) -> bool:
    """Tell whether this is an empty cell of the board; `row` and `column` are on the board or next to it."""
    taken = position["stones"][0, row] | position["stones"][1, row]
    return 1 <= row <= setup["height"] and bool((setup["columns"] & ~taken) >> np.uint32(column) & ONE)


@kernel
def stones_beyond(position: Record, player: int, row: int, column: int, down: int, right: int) -> int:
    """Return how many stones of `player` follow (row, column) one after another in a direction, itself not counted."""
    count = 0
    row, column = row + down, column + right
    while has(position, player, row, column):
        count += 1
        row, column = row + down, column + right
    return count


@kernel
def line_wins(position: Record, setup: Record, player: int, row: int, column: int, down: int, right: int) -> bool:
    """Tell whether the line through a stone of `player`, along one direction and its opposite, wins."""
    ahead = stones_beyond(position, player, row, column, down, right)
    behind = stones_beyond(position, player, row, column, -down, -right)
    run, length = 1 + ahead + behind, setup["length"]
    if run != length:
        return run > length and not setup["exact"][player]
    if setup["ends"] == 0:
        return True
    first = has(position, 1 - player, row + (ahead + 1) * down, column + (ahead + 1) * right)
    return not (first and has(position, 1 - player, row - (behind + 1) * down, column - (behind + 1) * right))


@kernel
def wins_by(position: Record, setup: Record, player: int, row: int, column: int) -> bool:
    """Tell whether the stone of `player` that stands at (row, column) is part of a winning line."""
    left = np.uint32(column - 1)
    above = position["stones"][player, row - 1] >> left
    same = position["stones"][player, row] >> left
    below = position["stones"][player, row + 1] >> left
    west, here, east = ONE, np.uint32(2), np.uint32(4)  # its neighbours' bits: most lines end where they begin
    if same & (west | east) and line_wins(position, setup, player, row, column, 0, 1):
        return True
    if (above | below) & here and line_wins(position, setup, player, row, column, 1, 0):
        return True
    if (above & west | below & east) and line_wins(position, setup, player, row, column, 1, 1):
        return True
    return bool(above & east | below & west) and line_wins(position, setup, player, row, column, 1, -1)


# --- renju's forbidden moves


@kernel
def line_shape(position: Record, setup: Record, row: int, column: int, down: int, right: int) -> int:
    """Return the shape that a black stone at (row, column), in no line of five or more, makes along one line.

    Only the empty cells next to its run can make the run four or five, so there are two of them at most.

    Returns
    -------
    bits 0-1: number of fours; bit 2: a stone ahead of the run would make a four with both ends open; bit 3: one behind it would
    """
    ahead = stones_beyond(position, BLACK, row, column, down, right)
    behind = stones_beyond(position, BLACK, row, column, -down, -right)
    run = 1 + ahead + behind
    head_row, head_column = row + (ahead + 1) * down, column + (ahead + 1) * right
    tail_row, tail_column = row - (behind + 1) * down, column - (behind + 1) * right
    head_open = is_empty(position, setup, head_row, head_column)
    tail_open = is_empty(position, setup, tail_row, tail_column)
    past_head = stones_beyond(position, BLACK, head_row, head_column, down, right) if head_open else 0
    past_tail = stones_beyond(position, BLACK, tail_row, tail_column, -down, -right) if tail_open else 0
    head_four, tail_four = head_open and run + 1 + past_head == FIVE, tail_open and run + 1 + past_tail == FIVE
    fours = int(head_four) + int(tail_four)
    if fours:
        return 1 if run == FIVE - 1 else fours
    shape = 0
    if not (head_open and tail_open):
        return shape
    if run + 1 + past_head == FIVE - 1 and past_tail == 0:
        far_row, far_column = head_row + (past_head + 1) * down, head_column + (past_head + 1) * right
        if is_empty(position, setup, far_row, far_column) and not has(position, BLACK, far_row + down, far_column + right):
            shape |= 4
    if run + 1 + past_tail == FIVE - 1 and past_head == 0:
        far_row, far_column = tail_row - (past_tail + 1) * down, tail_column - (past_tail + 1) * right
        if is_empty(position, setup, far_row, far_column) and not has(position, BLACK, far_row - down, far_column - right):
            shape |= 8
    return shape


@kernel
def forbidden_by(position: Record, setup: Record, row: int, column: int) -> int:
    """Return why the black move whose stone stands at (row, column) is forbidden, or ALLOWED.

    An open three counts only if the stone that makes it an open four is not forbidden itself, and so on: recursive, with int64
    `row` and `column`. Puts stones on the board, and takes them away again.
    """
    longest = 0
    for line in range(4):
        down, right = DOWN[line], RIGHT[line]
        run = 1 + stones_beyond(position, BLACK, row, column, down, right)
        run += stones_beyond(position, BLACK, row, column, -down, -right)
        if run == FIVE:
            return ALLOWED
        longest = max(longest, run)
    if longest > FIVE:
        return OVERLINE
    fours = threes = 0
    for line in range(4):
        shape = line_shape(position, setup, row, column, DOWN[line], RIGHT[line])
        fours += shape & 3
        threes += int(shape > 3)
    if fours > 1:
        return DOUBLE_FOUR
    if threes < 2:
        return ALLOWED
    threes = 0
    for line in range(4):
        down, right = DOWN[line], RIGHT[line]
        shape = line_shape(position, setup, row, column, down, right)
        for way in range(2):
            if shape & (4 << way):
                sign = 1 - 2 * way
                steps = sign * (1 + stones_beyond(position, BLACK, row, column, sign * down, sign * right))
                next_row, next_column = row + steps * down, column + steps * right
                bit = ONE << np.uint32(next_column)
                position["stones"][BLACK, next_row] |= bit
                reason = forbidden_by(position, setup, np.int64(next_row), np.int64(next_column))
                position["stones"][BLACK, next_row] &= ~bit
                if reason == ALLOWED:
                    threes += 1
                    break
    return DOUBLE_THREE if threes > 1 else ALLOWED


# --- the rules


def legal_moves(position: Record, setup: Record, moves: np.ndarray) -> int:
    """Every empty cell."""
    count = 0
    for row in range(setup["height"]):
        free = setup["columns"] & ~(position["stones"][0, row + 1] | position["stones"][1, row + 1])
        while free:
            moves[count] = row * MAX_SIDE + lowest_bit(free) - 1
            count += 1
            free &= free - ONE
    return count


def play(position: Record, setup: Record, move: int) -> None:
    """Put a stone on a cell, in place; see whether it wins, or loses because it is forbidden."""
    player = position["turn"]
    cell = np.uint64(move)
    row, column = np.int64(cell // SIDE) + 1, np.int64(cell % SIDE) + 1
    position["stones"][player, row] |= ONE << np.uint32(column)
    position["key"] ^= STONE_KEY[player, cell] ^ TURN_KEY
    position["left"] -= 1
    position["turn"] = 1 - player
    if wins_by(position, setup, player, row, column):
        position["winner"] = FIRST if player == BLACK else SECOND
    elif setup["forbids"] and player == BLACK:
        why = forbidden_by(position, setup, row, column)
        if why != ALLOWED:
            position["winner"] = SECOND
            position["forbidden"] = why
            position["key"] ^= FORBIDDEN_KEY[why]


def outcome(position: Record, setup: Record) -> int:
    """The winner, else a draw once too few cells are empty."""
    if position["winner"] != ONGOING:
        return np.int64(position["winner"])  # type: ignore[return-value]
    return np.int64(DRAW if position["left"] <= setup["draw"] else ONGOING)  # type: ignore[return-value]


def key(position: Record) -> int:
    """Kept up to date by `play`."""
    return position["key"]  # type: ignore[no-any-return]


@kernel
def fresh_key(position: Record) -> int:
    """Return the key from scratch: the xor of the keys of all stones, of the turn, and of the reason that forbade a last move."""
    made = FORBIDDEN_KEY[position["forbidden"]]
    if position["turn"]:
        made ^= TURN_KEY
    for player in range(2):
        for row in range(MAX_SIDE):
            left = position["stones"][player, row + 1]
            while left:
                made ^= STONE_KEY[player, row * MAX_SIDE + lowest_bit(left) - 1]
                left &= left - ONE
    return made  # type: ignore[no-any-return]


def transform(position: Record, setup: Record, symmetry: int) -> None:
    """Mirror the board, in place: bit 0 left and right, bit 1 up and down, and on squares bit 2 along the main diagonal, last.

    Nothing is allocated: rows count from 1, as columns do in their bits.
    """
    width, height = setup["width"], setup["height"]
    for player in range(2):
        stones = position["stones"][player]
        if symmetry & 1:
            for row in range(1, height + 1):
                left, mirrored = stones[row], np.uint32(0)
                while left:
                    mirrored |= ONE << np.uint32(width + 1 - lowest_bit(left))
                    left &= left - ONE
                stones[row] = mirrored
        if symmetry & 2:
            for row in range(1, height // 2 + 1):
                stones[row], stones[height + 1 - row] = stones[height + 1 - row], stones[row]
        if symmetry & 4:
            for row in range(1, height + 1):
                for column in range(row + 1, height + 1):
                    differ = ((stones[row] >> np.uint32(column)) ^ (stones[column] >> np.uint32(row))) & ONE
                    stones[row] ^= differ << np.uint32(column)
                    stones[column] ^= differ << np.uint32(row)
    position["key"] = fresh_key(position)


# --- the start


def start(position: Record, setup: Record) -> None:
    """Fill `position` in place: an empty board, Black to move."""
    position["left"] = setup["width"] * setup["height"]


def make_setup(width: int, height: int, rule: Rule, length: int, draw: int) -> np.ndarray:
    """Return the setup record, in an array of one."""
    setup = np.zeros(1, SETUP)
    setup["width"], setup["height"], setup["length"], setup["draw"] = width, height, length, draw
    setup["columns"] = (1 << (width + 1)) - 2
    setup["exact"] = {"freestyle": (0, 0), "renju": (1, 0), "caro": (0, 0)}.get(rule, (1, 1))
    setup["ends"] = rule in ("caro", "caro_strict")
    setup["forbids"] = rule == "renju"
    black, white = setup["exact"][0].tolist()
    exact, forbids = (bool(black), bool(white)), rule == "renju"
    setup["tables"] = tables_for(length, exact, bool(setup["ends"][0]), forbids)
    set_network(setup["tables"], rule_of(exact, forbids), width, height)
    return setup
