"""Knight-move Isolation: two knights leap to unvisited cells; the player that cannot move loses.

Each player first chooses any open cell, then leaps like a chess knight. A cell where a knight has stood is blocked for
ever; blocked cells may be leaped over. No passing, no capture, no draw. Rules: Udacity, AIND-Isolation (7x7, here `h7`), and
Udacity, artificial-intelligence, Adversarial Search project (11x9, here `h99`).

     0  1  2  3  4  5  6
     7  8  9 10 11 12 13      cell = row * width + column; a move is the number of the cell that it leads to,
    14 15 16 17 18 19 20      and is written `row,column` from 0. Bit ``cell % 64`` of word ``cell // 64``.
    ...

Capacity: sides of 3 to 11, 99 cells at most. Boards of up to 64 cells live in one word, larger ones in two: two record types,
and one source for both.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.values import FIRST, ONGOING, SECOND

MIN_SIDE = 3  # cells: no knight can move on a narrower board
MAX_SIDE = 11  # cells
MAX_CELLS = 99
WORD = 64  # cells in a word
UNPLACED = MAX_CELLS  # the cell of a player who has not chosen one yet

ONE, WORD_SHIFT, WORD_MASK = np.uint64(1), np.uint64(6), np.uint64(WORD - 1)  # unsigned throughout: no sign to correct
LEAPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))  # rows, columns
PLANES = 5  # bits of the largest number that a plane table holds: 18, twice the distance from centre to corner on 11x9


def record_type(words: int) -> np.dtype:
    """Return the record type of a position on a board of `words` words."""
    return np.dtype(
        [
            ("open", np.uint64, (words,)),  # unvisited cells
            ("key", np.uint64),  # see `fresh_key`
            ("cells", np.uint16, (2,)),  # where each player stands, or UNPLACED
            ("turn", np.uint32),  # 0 or 1
        ]
    )


def setup_type(words: int) -> np.dtype:
    """Return the record type of a board's tables. Sets of cells are uint64[`words`]."""
    return np.dtype(
        [
            ("board", np.uint64, (words,)),  # all cells
            ("seen", np.uint64, (words,)),  # cells that save a player who can move to them: all but those the host overlooks
            ("targets", np.uint64, (MAX_CELLS + 1, words)),  # where a knight on this cell may go; from UNPLACED: everywhere
            ("inside", np.uint64, (4, words)),  # cells with 1, 2 columns to their right; with 1, 2 to their left
            ("off_centre", np.uint64, (PLANES, words)),  # bit planes of twice |row - centre| + |column - centre|
            ("off_diagonal", np.uint64, (PLANES, words)),  # bit planes of |row - column|
            ("colour", np.uint8, (MAX_CELLS + 1,)),  # 0 or 1, as on a chess board
            ("images", np.uint8, (8, MAX_CELLS + 1)),  # where each symmetry sends a cell
            ("width", np.uint64),  # columns
            ("height", np.uint64),  # rows
            ("last", np.int64),  # the number of the last cell: the image of cell c in the board's centre is ``last - c``
            ("either", np.uint64),  # 1: over when either player is stuck; 0: only when the one on move is
        ]
    )


# --- tables


def zobrist_keys() -> tuple[np.ndarray, np.ndarray, np.uint64]:
    """Return a key for each blocked cell, for each player on each cell (0 for UNPLACED), and for the second player's turn."""
    count = 3 * MAX_CELLS + 1
    words = np.frombuffer(hashlib.shake_256(b"isolation").digest(8 * count), "<u8").astype(np.uint64)
    standing = np.zeros((2, MAX_CELLS + 1), np.uint64)
    standing[:, :UNPLACED] = words[MAX_CELLS:-1].reshape(2, MAX_CELLS)
    return words[:MAX_CELLS], standing, words[-1]


BLOCKED_KEY, STANDING_KEY, TURN_KEY = zobrist_keys()


def as_words(cells: Iterable[int], words: int) -> list[int]:
    """Return the set of `cells` as `words` words."""
    bits = sum(1 << int(cell) for cell in cells)
    return [bits >> (WORD * word) & ((1 << WORD) - 1) for word in range(words)]


def targets_of(cell: int, width: int, height: int) -> list[int]:
    """Return the cells that a knight on `cell` attacks."""
    row, column = divmod(cell, width)
    steps = [(row + down, column + right) for down, right in LEAPS]
    return [r * width + c for r, c in steps if 0 <= r < height and 0 <= c < width]


def images_of(width: int, height: int) -> list[np.ndarray]:
    """Return, for each symmetry of the board, where it sends each cell; the identity first."""
    row, column = np.divmod(np.arange(width * height), width)
    down, right = height - 1 - row, width - 1 - column
    pairs = [(row, column), (row, right), (down, column), (down, right)]
    if width == height:
        pairs += [(c, r) for r, c in pairs]
    return [r * width + c for r, c in pairs]


def planes_of(numbers: np.ndarray, words: int) -> list[list[int]]:
    """Return the bit planes of one number a cell: plane k holds the cells whose number has bit k.

    The sum over a set of cells is then the sum of ``popcount(set & plane k) << k``.
    """
    return [as_words(np.flatnonzero(numbers >> plane & 1), words) for plane in range(PLANES)]


def make_setup(width: int, height: int, either: bool, slip: bool) -> tuple[np.ndarray, int]:
    """Return the setup record, in an array of one, and the number of symmetries."""
    cells = width * height
    words = 1 + (cells - 1) // WORD
    row, column = np.divmod(np.arange(cells), width)
    last = cells - 1  # the 11x9 host's cell 0, the bottom right corner
    images = [image for image in images_of(width, height) if not slip or image[last] == last]
    setup = np.zeros(1, setup_type(words))
    fields: Any = setup[0]
    fields["board"] = as_words(range(cells), words)
    fields["seen"] = as_words(range(last if slip else cells), words)
    fields["targets"][:cells] = [as_words(targets_of(cell, width, height), words) for cell in range(cells)]
    fields["targets"][UNPLACED] = fields["board"]
    for index, inside in enumerate((column < width - 1, column < width - 2, column > 0, column > 1)):
        fields["inside"][index] = as_words(np.flatnonzero(inside), words)
    fields["off_centre"] = planes_of(abs(2 * row - (height - 1)) + abs(2 * column - (width - 1)), words)
    fields["off_diagonal"] = planes_of(abs(row - column), words)
    fields["colour"][:cells] = (row + column) % 2
    fields["images"][:, UNPLACED] = UNPLACED
    for index, image in enumerate(images):
        fields["images"][index, :cells] = image
    fields["width"], fields["height"], fields["last"], fields["either"] = width, height, last, either
    return setup, len(images)


# --- the rules


@kernel
def stuck(position: Record, setup: Record, player: int) -> bool:
    """Tell whether `player` could not move if it were on move."""
    cell = position["cells"][player]
    for word in range(len(position["open"])):
        if position["open"][word] & setup["targets"][cell, word] & setup["seen"][word]:
            return False
    return True


def legal_moves(position: Record, setup: Record, moves: np.ndarray) -> int:
    """Every open cell a knight's move away; every open cell for a player who is not placed."""
    cell = position["cells"][position["turn"]]
    count = np.uint64(0)
    for word in range(len(position["open"])):
        left = position["open"][word] & setup["targets"][cell, word]
        while left:
            moves[count] = lowest_bit(left) + WORD * word
            count += ONE
            left &= left - ONE
    return count  # type: ignore[return-value]


def play(position: Record, move: int) -> None:
    """Go to a cell and block it, in place."""
    player = position["turn"]
    cell = np.uint64(move)
    position["key"] ^= STANDING_KEY[player, position["cells"][player]] ^ STANDING_KEY[player, cell] ^ BLOCKED_KEY[cell] ^ TURN_KEY
    position["open"][cell >> WORD_SHIFT] &= ~(ONE << (cell & WORD_MASK))
    position["cells"][player] = move
    position["turn"] = 1 - player


def key(position: Record) -> int:
    """Kept up to date by `play`."""
    return position["key"]  # type: ignore[no-any-return]


@kernel
def fresh_key(position: Record, setup: Record) -> int:
    """Return the key from scratch: the xor of the keys of all blocked cells, of where the players stand, and of the turn."""
    made = STANDING_KEY[0, position["cells"][0]] ^ STANDING_KEY[1, position["cells"][1]]
    if position["turn"]:
        made ^= TURN_KEY
    for word in range(len(position["open"])):
        left = setup["board"][word] & ~position["open"][word]
        while left:
            made ^= BLOCKED_KEY[lowest_bit(left) + WORD * word]
            left &= left - ONE
    return made  # type: ignore[no-any-return]


@kernel
def outcome(position: Record, setup: Record) -> int:
    """A player who is on move and stuck has lost; with `ends=either` a player who is stuck off move has lost too."""
    player = position["turn"]
    if stuck(position, setup, player):
        return SECOND if player == 0 else FIRST
    if setup["either"] and stuck(position, setup, 1 - player):
        return FIRST if player == 0 else SECOND
    return ONGOING


def transform(position: Record, setup: Record, symmetry: int) -> None:
    """Turn or reflect the board, in place."""
    low, high = position["open"][0], position["open"][-1]
    for word in range(len(position["open"])):
        position["open"][word] = np.uint64(0)
    for word in range(len(position["open"])):
        left = low if word == 0 else high
        while left:
            cell = setup["images"][symmetry, lowest_bit(left) + WORD * word]
            position["open"][cell // WORD] |= ONE << np.uint64(cell % WORD)
            left &= left - ONE
    for player in range(2):
        position["cells"][player] = setup["images"][symmetry, position["cells"][player]]
    position["key"] = fresh_key(position, setup)


# --- the start


def start(position: Record, setup: Record) -> None:
    """Fill `position` in place: all cells open, no knight placed."""
    position["open"] = setup["board"]
    position["cells"] = UNPLACED


def cells(position: Record, cell: int) -> int:
    """Free, gone, or where the first or the second player stands."""
    if position["cells"][0] == cell:
        return 2
    if position["cells"][1] == cell:
        return 3
    return 1 - int(position["open"][cell // WORD] >> np.uint64(cell % WORD) & ONE)
