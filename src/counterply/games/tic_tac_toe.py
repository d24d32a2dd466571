"""Tic-tac-toe: two players in turn take a cell of nine; three in a line wins, a full board is a draw.

    0 1 2
    3 4 5      a cell's number is its bit; a move is written `row,column` from 0
    6 7 8

With best play it is a draw; 255,168 games, 5,478 positions.
"""

from __future__ import annotations

import numpy as np

from counterply.core.aliases import Record
from counterply.core.drawing import Item, cell_id, edge_numbers
from counterply.core.errors import GameError
from counterply.core.game import Board, Game, Symmetry, Text
from counterply.core.position import Position
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND

PLAYERS = (("X", "first"), ("O", "second"))
RULES = """\
In turn, the players mark an empty cell of a board of three by three: X first, then O. Whoever has three marks in a
row, in a column or in a diagonal wins. If the board is full before that, the game is a draw.

A move is written as row and column, counted from 0 at the top left: 0,2 is the top right cell.
"""
RECORD = np.dtype([("stones", np.uint16, (2,)), ("turn", np.uint16)])  # bit c of stones[p]: player p holds cell c

FULL = 0b111_111_111
LINES = np.array([0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124], np.int64)


def symmetric_cells() -> np.ndarray:
    """Return int64[8, 9]: where each of the square's symmetries sends a cell."""
    cells = np.arange(9).reshape(3, 3)
    images = [np.rot90(grid, turns) for grid in (cells, cells.T) for turns in range(4)]
    return np.array([[int(np.flatnonzero(image == cell)[0]) for cell in range(9)] for image in images])


SYMMETRIC = symmetric_cells()


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Every empty cell."""
    taken = position["stones"][0] | position["stones"][1]
    count = 0
    for cell in range(9):
        if not (taken >> cell) & 1:
            moves[count] = cell
            count += 1
    return count


def play(position: Record, move: int) -> None:
    """Take a cell, in place."""
    player = position["turn"]
    position["stones"][player] |= 1 << move
    position["turn"] = 1 - player


def outcome(position: Record) -> int:
    """Three in a line, else a full board."""
    for line in LINES:
        if position["stones"][0] & line == line:
            return FIRST
        if position["stones"][1] & line == line:
            return SECOND
    return DRAW if position["stones"][0] | position["stones"][1] == FULL else ONGOING


def transform(position: Record, symmetry: int) -> None:
    """Turn the board, in place."""
    for player in range(2):
        stones = 0
        for cell in range(9):
            if (position["stones"][player] >> cell) & 1:
                stones |= 1 << SYMMETRIC[symmetry, cell]
        position["stones"][player] = stones


def move_text(position: Position, move: int) -> str:
    """Row and column from 0."""
    return f"{move // 3},{move % 3}"


def diagram(position: Position) -> str:
    """Three rows of ``X``, ``O`` and ``.``."""
    first, second = (int(s) for s in position["stones"])
    cells = ["X" if first >> c & 1 else "O" if second >> c & 1 else "." for c in range(9)]
    return "\n".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))


CROSS = "M.24 .24 L.76 .76 M.76 .24 L.24 .76"


def drawing(position: Position) -> list[Item]:
    """Return the rules of the board, crosses and noughts, and a stroke through three in a line."""
    first, second = (int(stones) for stones in position.record["stones"])
    items, marks = [], []
    for cell in range(9):
        row, column = divmod(cell, 3)
        place = cell_id(row, column)
        mark = "X" if first >> cell & 1 else "O" if second >> cell & 1 else "empty"
        items.append(Item(place, column, row, 1, 1, "none", label=f"{place} {mark}", cell=(row, column)))
        if mark == "X":
            marks.append(Item(f"mark {place}", column, row, 1, 1, "path", "first outline", path=CROSS))
        elif mark == "O":
            marks.append(Item(f"mark {place}", column + 0.22, row + 0.22, 0.56, 0.56, "ring", "second outline"))
    for line in (int(line) for line in LINES):
        if line & first == line or line & second == line:
            (top, left), *_, (bottom, right) = [divmod(cell, 3) for cell in range(9) if line >> cell & 1]
            marks.append(Item(f"three {line}", left + 0.5, top + 0.5, right - left, bottom - top, "line", "through"))
    rules = [Item(f"down {x}", x, 0.08, 0, 2.84, "line", "rule") for x in (1, 2)]
    rules += [Item(f"across {y}", 0.08, y, 2.84, 0, "line", "rule") for y in (1, 2)]
    return items + rules + marks + edge_numbers(3, 3)


def read(text: str, record: Record, setup: Record) -> None:
    """Fill `record` in place from nine ``X``, ``O`` and ``.``; blanks and line ends do not count."""
    cells = "".join(text.split()).upper()
    if len(cells) != 9 or set(cells) - set("XO."):
        raise GameError(f"a tic-tac-toe board is nine of X, O and '.', not {text!r}")
    counts = cells.count("X"), cells.count("O")
    if counts[0] - counts[1] not in (0, 1):
        raise GameError(f"X moves first, so {counts[0]} X and {counts[1]} O cannot stand on one board")
    record["stones"] = [sum(1 << c for c in range(9) if cells[c] == mark) for mark in "XO"]
    record["turn"] = counts[0] - counts[1]


def reason(position: Position) -> str:
    """Return why a finished game ended."""
    return "the board is full" if position.outcome() == DRAW else "three in a line"


def game() -> Game:
    """Tic-tac-toe."""
    return Game(
        "tic_tac_toe",
        RECORD,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        max_moves=9,
        max_plies=9,
        symmetry=Symmetry(8, transform),
        text=Text(move_text, diagram, read, reason),
        board=Board((3, 3), cell=lambda position, move: divmod(move, 3), drawing=drawing, players=PLAYERS),
        rules=RULES,
        opening_plies=1,
    )
