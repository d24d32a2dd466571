"""Connect four as a picture: the frame with its holes and stones."""

from __future__ import annotations

from counterply.core.drawing import Item, cell_id
from counterply.core.position import Position
from counterply.games.connect_four.rules import COLUMNS, ROWS, STRIDE, STRIDES
from counterply.games.connect_four.text import cell


def four_of(stones: int) -> set[int]:
    """Return the bits' numbers of the stones that stand four in a line."""
    found = set()
    for stride in map(int, STRIDES):
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
            name = f"column {column + 1} row {row + 1} {'empty' if owner is None else f'stone of player {owner + 1}'}"
            items.append(Item(f"hole {place}", column + 0.1, row + 0.1, 0.8, 0.8, "disc", "hole"))
            items.append(Item(place, column, row, 1, 1, "none", label=name, cell=(row, column), touch=f"column {column}"))
            if owner is None:
                continue
            role = ("first", "second")[owner]
            edge = 0.15 if bit in won else 0.12  # the ring of a winning stone stays within its hole
            wide = 1 - 2 * edge
            shown = f"{role} win" if bit in won else role
            marks.append(Item(f"stone {place}", column + edge, row + edge, wide, wide, "disc", shown))
            marks.append(Item(f"inner {place}", column + 0.26, row + 0.26, 0.48, 0.48, "ring", f"inner {role}"))
            if (row, column) == last and not won:
                marks.append(Item("last", column + 0.14, row + 0.14, 0.72, 0.72, "ring", "last"))
    numbers = [Item(f"column {c}", c, ROWS + 0.16, 1, 0.5, "text", "edge", text=str(c + 1), size=0.34) for c in range(COLUMNS)]
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
