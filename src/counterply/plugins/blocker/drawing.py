"""Blocker as a picture: a maze with its walls, food, and the two agents with their scores."""

from __future__ import annotations

from typing import Any

from counterply.core.drawing import Item, cell_id, edge_numbers, food
from counterply.plugins.blocker.text import rows_of

LEAF = "M.5 .36 C.5 .27 .54 .22 .62 .2"
NAMES = "AB"
GROUND = {"#": "wall", "*": "food", " ": "floor"}
PLAYERS = (("A", "first"), ("B", "second"))


def drawing(position: Any) -> list[Item]:
    """Return the maze; an agent's number is its score."""
    record = position.record
    rows, columns = position.game.board
    agents = [(int(record["y"][agent]) - 1, int(record["x"][agent]) - 1) for agent in range(2)]
    items = [Item("board", -0.12, -0.12, columns + 0.24, rows + 0.24, role="board wall")]
    marks = []
    for row, letters in enumerate(rows_of(record, columns, rows)):
        for column, letter in enumerate(letters):
            place, ground = cell_id(row, column), GROUND[letter]
            here = [f"agent {NAMES[agent]}" for agent in range(2) if agents[agent] == (row, column)]
            name = " ".join([place, *here, *([] if here and ground == "floor" else [ground])])
            role = "wall" if ground == "wall" else "floor"
            items.append(Item(place, column, row, 1, 1, role=role, label=name, cell=(row, column)))
            if ground == "food":
                marks += [food(row, column), Item(f"leaf {place}", column, row, 1, 1, "path", "leaf", path=LEAF)]
    together = agents[0] == agents[1]
    for agent, role in enumerate(("first", "second")):
        row, column = agents[agent]
        size = 0.46 if together else 0.66
        x = column + (0.03 + 0.48 * agent if together else 0.17)
        y = row + (1 - size) / 2
        text = f"{NAMES[agent]}{record['score'][agent]}"
        marks.append(
            Item(f"agent {agent}", x, y, size, size, "rect" if agent else "disc", f"{role} strong", text=text, size=size * 0.44)
        )
    return items + marks + edge_numbers(rows, columns)
