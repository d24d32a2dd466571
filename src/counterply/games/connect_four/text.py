"""Connect four in text: diagrams, and where a move's stone lands."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.core.aliases import Record
from counterply.core.errors import GameError
from counterply.core.position import Position
from counterply.core.values import DRAW
from counterply.games.connect_four.rules import COLUMN, COLUMNS, ROWS, STRIDE, has_four

RULES = """\
The board has seven columns of six cells. In turn, each player drops a stone into a column that is not full. The
stone falls to the lowest empty cell of that column.

Whoever first has four stones in an unbroken line (across, up or diagonal) wins. If the board is full before that,
the game is a draw.

A move is the number of its column, 1 at the left.
"""


def cell(position: Position, move: int) -> tuple[int, int]:
    """Row from the top and column where a move's stone lands."""
    height = (int(position["taken"]) >> STRIDE * move & int(COLUMN)).bit_count()
    return ROWS - 1 - height, move


def move_text(_: Position, move: int) -> str:
    """Return the number of the column, 1 at the left, as players and solvers of this game count."""
    return str(move + 1)


def diagram(position: Position) -> str:
    """Six rows of ``X``, ``O`` and ``.``, the columns' numbers below."""
    mover, taken = int(position["mover"]), int(position["taken"])
    first = mover if position.turn == 0 else mover ^ taken

    def mark(bit: int) -> str:
        return "." if not taken >> bit & 1 else "X" if first >> bit & 1 else "O"

    rows = [" ".join(mark(STRIDE * column + height) for column in range(COLUMNS)) for height in reversed(range(ROWS))]
    return "\n".join([*rows, " ".join(move_text(position, column) for column in range(COLUMNS))])


def read(text: str, record: Any, setup: Record) -> None:
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
                raise GameError(f"the stone in row {row + 1}, column {column + 1} (row 1 is at the top) has nothing below it")
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
