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

from dataclasses import replace
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.drawing import Item, cell_id
from counterply.core.errors import GameError
from counterply.core.evaluator import ZERO, Evaluator
from counterply.core.game import Board, Game, Hints, Symmetry, Text
from counterply.core.position import Position
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
CENTRALITY = np.array([0, 1, 2, 3, 2, 1, 0], np.int32)
KEY_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing; golden ratio
KEY_SHIFT = np.uint64(32)
WIN_SCORE = 1000  # a move that wins at once is searched before all others
ROW = sum(1 << STRIDE * column for column in range(COLUMNS))
ODD_ROWS, EVEN_ROWS = (np.uint64(sum(ROW << height for height in range(low, ROWS, 2))) for low in (0, 1))  # counted from 1, upward
LINE_STRIDES = (np.uint64(1), np.uint64(STRIDE - 1), np.uint64(STRIDE), np.uint64(STRIDE + 1))
THREAT_WEIGHTS = (2.1, 1.0, 1.2, 0.8, 0.45, 0.15, 1.6)  # of the odds of winning: docs/measurements.md
THREAT_SCORE = 10  # each cell that would complete a line comes before the centre


@kernel
def has_four(stones: int) -> bool:
    """Tell whether four `stones` stand in a line."""
    pairs = stones & (stones >> np.uint64(1))
    if pairs & (pairs >> np.uint64(2)):
        return True
    pairs = stones & (stones >> np.uint64(STRIDE))
    if pairs & (pairs >> np.uint64(2 * STRIDE)):
        return True
    pairs = stones & (stones >> np.uint64(STRIDE - 1))
    if pairs & (pairs >> np.uint64(2 * (STRIDE - 1))):
        return True
    pairs = stones & (stones >> np.uint64(STRIDE + 1))
    return bool(pairs & (pairs >> np.uint64(2 * (STRIDE + 1))))


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


def turn(position: Any) -> int:
    """The first player moves when an even number of stones stands."""
    return popcount(position["taken"]) & 1


def legal_moves(position: Any, moves: np.ndarray) -> int:
    """Every column that is not full."""
    taken = position["taken"]
    count = 0
    for column in range(COLUMNS):
        moves[count] = column
        count += 1 - int((taken >> np.uint64(STRIDE * column + ROWS - 1)) & ONE)
    return count


def play(position: Any, move: int) -> None:
    """Drop a stone, in place: a carry runs up the column's stones."""
    taken = position["taken"]
    position["mover"] ^= taken
    position["taken"] = taken | (taken + (ONE << np.uint64(STRIDE * move)))


def outcome(position: Any) -> int:
    """Four in a line of whoever moved last, else a full board."""
    taken = position["taken"]
    if has_four(position["mover"] ^ taken):
        return SECOND if popcount(taken) & 1 == 0 else FIRST
    return DRAW if taken == BOARD else ONGOING


def key(position: Any) -> int:
    """No two positions share it: the sum tells all stones (Pons), and the mixing can be undone."""
    mixed = (position["mover"] + position["taken"]) * KEY_FACTOR
    return mixed ^ (mixed >> KEY_SHIFT)  # type: ignore[no-any-return]


def transform(position: Any, symmetry: int) -> None:
    """Mirror the columns, in place."""
    mover, taken = position["mover"], position["taken"]
    mirrored_mover = mirrored_taken = np.uint64(0)
    for column in range(COLUMNS):
        source, target = np.uint64(STRIDE * column), np.uint64(STRIDE * (COLUMNS - 1 - column))
        mirrored_mover |= ((mover >> source) & COLUMN) << target
        mirrored_taken |= ((taken >> source) & COLUMN) << target
    position["mover"] = mirrored_mover
    position["taken"] = mirrored_taken


def transform_move(move: int, symmetry: int) -> int:
    """Mirror a column."""
    return COLUMNS - 1 - move


def required(position: Any, moves: np.ndarray) -> int:
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


def candidates(position: Any, moves: np.ndarray, scores: np.ndarray) -> int:
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


# --- evaluation


@kernel
def lines_with(own: int, other: int, count: int) -> int:
    """Return how many lines of four cells hold `count` (1 or 2) stones of `own`, and none of `other`."""
    found = 0
    free = BOARD & ~other
    for stride in LINE_STRIDES:
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
    """Write what each side threatens, the player's minus the opponent's.

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
        source="ours, after Allis 1988; weights by regression on solved positions: docs/measurements.md",
    ),
    replace(ZERO, reference=True),
]


# --- text in and out


def cell(position: Position, move: int) -> tuple[int, int]:
    """Row from the top and column where a move's stone lands."""
    height = (int(position["taken"]) >> STRIDE * move & int(COLUMN)).bit_count()
    return ROWS - 1 - height, move


def diagram(position: Position) -> str:
    """Six rows of ``X``, ``O`` and ``.``, the columns' numbers below."""
    mover, taken = int(position["mover"]), int(position["taken"])
    first = mover if position.turn == 0 else mover ^ taken

    def mark(bit: int) -> str:
        return "." if not taken >> bit & 1 else "X" if first >> bit & 1 else "O"

    rows = [" ".join(mark(STRIDE * column + height) for column in range(COLUMNS)) for height in reversed(range(ROWS))]
    return "\n".join([*rows, " ".join(map(str, range(COLUMNS)))])


def four_of(stones: int) -> set[int]:
    """Return the bits' numbers of the stones that stand four in a line."""
    found = set()
    for stride in (1, STRIDE - 1, STRIDE, STRIDE + 1):
        starts = stones & stones >> stride & stones >> 2 * stride & stones >> 3 * stride
        found |= {bit + stride * step for bit in range(64) if starts >> bit & 1 for step in range(4)}
    return found


def drawing(position: Position) -> list[Item]:
    """Return the frame with its holes and stones; any cell of a column says that column."""
    mover, taken = int(position.record["mover"]), int(position.record["taken"])
    sides = (mover, mover ^ taken) if position.turn == 0 else (mover ^ taken, mover)
    won = four_of(sides[0]) | four_of(sides[1])
    last = cell_before(position)
    items = [Item("frame", -0.12, -0.12, COLUMNS + 0.24, ROWS + 0.24, role="frame")]
    marks = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            bit, place = STRIDE * column + ROWS - 1 - row, cell_id(row, column)
            owner = next((player for player in (0, 1) if sides[player] >> bit & 1), None)
            name = f"column {column} row {row} {'empty' if owner is None else f'stone of player {owner + 1}'}"
            items.append(Item(f"hole {place}", column + 0.1, row + 0.1, 0.8, 0.8, "disc", "hole"))
            items.append(Item(place, column, row, 1, 1, "none", label=name, cell=(row, column), touch=f"column {column}"))
            if owner is None:
                continue
            role = ("first", "second")[owner]
            marks.append(Item(f"stone {place}", column + 0.1, row + 0.1, 0.8, 0.8, "disc", f"{role}{' win' if bit in won else ''}"))
            marks.append(Item(f"inner {place}", column + 0.26, row + 0.26, 0.48, 0.48, "ring", f"inner {role}"))
            if (row, column) == last and not won:
                marks.append(Item("last", column + 0.06, row + 0.06, 0.88, 0.88, "ring", "last"))
    numbers = [Item(f"column {c}", c, ROWS + 0.16, 1, 0.5, "text", "edge", text=str(c), size=0.34) for c in range(COLUMNS)]
    return items + marks + numbers


def cell_before(position: Position) -> tuple[int, int] | None:
    """Return row and column of the last stone, if the position knows how it came about."""
    if not position.history:
        return None
    row, column = cell(position, position.history[-1])
    return row + 1, column


def touches(position: Position, move: int) -> tuple[str, ...]:
    """The column."""
    return (f"column {move}",)


def read(text: str, record: Any, setup: Any) -> None:
    """Fill `record` in place from a diagram, top row first; blanks, line ends and the columns' numbers do not count."""
    cells = "".join(letter for letter in text.upper() if not letter.isspace() and not letter.isdigit())
    if len(cells) != ROWS * COLUMNS or set(cells) - set("XO."):
        raise GameError(f"a connect four board is {ROWS} rows of {COLUMNS} X, O and '.', not {text!r}")
    stones = [0, 0]
    for index, letter in enumerate(cells):
        row, column = divmod(index, COLUMNS)
        if letter != ".":
            stones["XO".index(letter)] |= 1 << STRIDE * column + ROWS - 1 - row
            if row + 1 < ROWS and cells[index + COLUMNS] == ".":
                raise GameError(f"the stone in row {row}, column {column} (from 0, from the top) has nothing below it")
    first, second = (bits.bit_count() for bits in stones)
    if first - second not in (0, 1):
        raise GameError(f"X moves first, so {first} X and {second} O cannot stand on one board")
    to_move = first - second
    if has_four(np.uint64(stones[to_move])):
        raise GameError(f"{'XO'[to_move]} is to move, but has four in a line already")
    record["mover"] = stones[to_move]
    record["taken"] = stones[0] | stones[1]


def reason(position: Position) -> str:
    """Return why a finished game ended."""
    return "the board is full" if position.outcome() == DRAW else "four in a line"


def game() -> Game:
    """Connect four."""
    return Game(
        "connect_four",
        RECORD,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        key=key,
        max_moves=COLUMNS,
        max_plies=ROWS * COLUMNS,
        symmetry=Symmetry(2, transform, transform_move),
        hints=Hints(required=required, candidates=candidates),
        text=Text(diagram=diagram, read=read, reason=reason),
        board=Board((ROWS, COLUMNS), cell, drawing, touches),
        evaluators=evaluators,
    )
