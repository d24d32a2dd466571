"""Isolation as a picture: a checkered board, knights, cells that are gone, and where each knight could leap."""

from __future__ import annotations

from typing import Any

from counterply.core.drawing import Item, cell_id, edge_numbers
from counterply.plugins.isolation.rules import targets_of
from counterply.plugins.isolation.text import is_open

KNIGHT = (
    "M.30 .90 C.29 .74 .34 .66 .45 .57 C.40 .58 .34 .62 .29 .67 C.26 .70 .20 .71 .17 .67 L.12 .60 C.10 .56 .12 .52 .15 .48"
    " L.27 .29 C.28 .24 .30 .20 .34 .17 L.33 .06 L.44 .13 C.50 .13 .56 .14 .61 .17"
    " C.77 .25 .85 .42 .85 .62 C.85 .72 .84 .81 .83 .90 Z"
)
BASE = "M.24 .90 H.88 Q.90 .98 .86 .98 H.26 Q.22 .98 .24 .90 Z"
CROSS = "M.3 .3 L.7 .7 M.7 .3 L.3 .7"


def drawing(position: Any) -> list[Item]:
    """Return the board; the small dots of a cell say whose knight could leap there."""
    record = position.record
    rows, columns = position.game.board
    cells = [int(cell) for cell in record["cells"]]
    placed = [cell < rows * columns for cell in cells]
    reach = [targets_of(cells[player], columns, rows) if placed[player] else [] for player in range(2)]
    items = [Item("board", -0.06, -0.06, columns + 0.12, rows + 0.12, role="board")]
    marks = []
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        place = cell_id(row, column)
        free = is_open(record, cell)
        gone = not free and cell not in cells
        shade = "gone" if gone else "light" if (row + column) % 2 == 0 else "dark"
        name = f"{place} {'open' if free else 'gone'}"
        if cell in cells:
            name = f"{place} knight of player {cells.index(cell) + 1}"
        items.append(Item(place, column, row, 1, 1, role=f"cell {shade}", label=name, cell=(row, column)))
        if gone:
            marks.append(Item(f"gone {place}", column, row, 1, 1, "path", "gone-mark", path=CROSS))
        for player, role in enumerate(("first", "second")):
            if free and cell in reach[player]:
                x = column + 0.09 + 0.68 * player
                marks.append(
                    Item(f"reach {player} {place}", x, row + 0.77, 0.14, 0.14, "ring" if player else "disc", f"reach {role}")
                )
    for player, role in enumerate(("first", "second")):
        if placed[player]:
            row, column = divmod(cells[player], columns)
            marks += knight(player, column, row, role)
    return items + marks + edge_numbers(rows, columns)


def knight(player: int, x: float, y: float, role: str) -> list[Item]:
    """Return a knight on its cell; the second player's looks the other way."""
    shapes = [("knight", KNIGHT), ("base", BASE)]
    left, wide = (x + 0.95, -0.9) if player else (x + 0.05, 0.9)
    eye = x + (0.66 if player else 0.28)
    found = [Item(f"{name} {player}", left, y + 0.03, wide, 0.92, "path", role, path=path) for name, path in shapes]
    return [*found, Item(f"eye {player}", eye, y + 0.27, 0.06, 0.06, "disc", "eye")]
