"""Five in a row as a picture: stones on the intersections, numbered by when they were played."""

from __future__ import annotations

from string import ascii_lowercase

import numpy as np

from counterply.core.drawing import Item, cell_id, edge_numbers
from counterply.core.position import Position
from counterply.plugins.gomoku.records import name_of, shown_row
from counterply.plugins.gomoku.rules import MAX_SIDE
from counterply.plugins.gomoku.text import stones_of, winning_stones

COLOURS = ("black", "white")
PLAYERS = (("Black", "black"), ("White", "white"))
NUMBERED = 200  # stones; a number of three digits is as small as can be read


def drawing(position: Position) -> list[Item]:
    """Return the board; the last stone has a ring, and so have the stones of a line that has won."""
    record, setup = position.record, position.setup
    rows, columns = position.game.board  # type: ignore[misc]
    order = {divmod(move, MAX_SIDE): ply for ply, move in enumerate(position.history, position.plies_before + 1)}
    last = next(reversed(order), None)
    stones = {cell: player for player in range(2) for cell in stones_of(record, player)}
    won = set(winning_stones(record, setup, int(record["winner"]) - 1)) if record["winner"] and not record["forbidden"] else set()
    items = [Item("wood", -0.15, -0.15, columns + 0.3, rows + 0.3, role="wood")]
    items += [Item(f"across {row}", 0.5, row + 0.5, columns - 1, 0, "line", "gridline") for row in range(rows)]
    items += [Item(f"down {column}", column + 0.5, 0.5, 0, rows - 1, "line", "gridline") for column in range(columns)]
    items += [Item(f"star {r},{c}", c + 0.42, r + 0.42, 0.16, 0.16, "disc", "point") for r, c in stars(rows, columns)]
    marks = []
    for cell in np.ndindex(rows, columns):
        row, column = cell
        y = shown_row(setup, row)
        place, player = cell_id(y, column), stones.get(cell)
        label = f"{name_of(column, row)} {'empty' if player is None else COLOURS[player]}"
        items.append(Item(place, column, y, 1, 1, "none", "cell", label=label, cell=(y, column)))
        if player is not None:
            ply = order.get(cell, 0)
            text = str(ply) if 0 < ply <= NUMBERED else ""
            role = COLOURS[player] + (" win" if cell in won else "")
            marks.append(Item(f"stone {place}", column + 0.06, y + 0.06, 0.88, 0.88, "disc", role, text=text, size=0.36))
        if cell == last and cell not in won:
            marks.append(Item("last", column + 0.1, y + 0.1, 0.8, 0.8, "ring", "last"))
    return items + marks + edge_numbers(rows, columns, ascii_lowercase.__getitem__, lambda y: str(shown_row(setup, y) + 1))


def stars(rows: int, columns: int) -> list[tuple[int, int]]:
    """Return the points that a board marks: its middle, and four towards the corners where there is room."""
    middle = [(rows // 2, columns // 2)] if rows % 2 and columns % 2 else []
    if min(rows, columns) < 11:
        return middle
    return [*middle, *((row, column) for row in (3, rows - 4) for column in (3, columns - 4))]
