"""Labels of a board's rows and columns: the names that the game's own moves use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

Cell = tuple[int, int]
Namer = Callable[[int, int], str]  # index from 0, how many there are
Joined = Callable[[str, str], str]  # row's name, column's name


@dataclass(frozen=True)
class Axes:
    """The names of a board's rows, from the top, and of its columns, from the left."""

    rows: list[str]
    columns: list[str]


def _number(index: int, count: int) -> str:
    return str(index)


def _letter(index: int, count: int) -> str:
    return chr(ord("a") + index)


def _from_below(index: int, count: int) -> str:
    return str(count - index)


def _from_one(index: int, count: int) -> str:
    return str(index + 1)


# how games write a cell: the names of rows and columns, and the text that they make
NOTATIONS: tuple[tuple[Namer, Namer, Joined], ...] = (
    (_from_below, _letter, lambda row, column: column + row),  # as in chess
    (_from_one, _letter, lambda row, column: column + row),
    (_number, _number, lambda row, column: f"{row},{column}"),
    (_number, _number, lambda row, column: column),  # a stone dropped into a column
)


def axes_of(board: Cell, moves: Iterable[tuple[Cell, str]]) -> Axes | None:
    """Return the names of the rows and columns of a board with so many of each, as the texts of `moves` to cells write them.

    None where the moves are written in no way known here, such as ``left`` and ``right``: a wrong name is worse than none.

    >>> axes_of((3, 2), [((0, 1), "b3")])
    Axes(rows=['3', '2', '1'], columns=['a', 'b'])
    """
    rows, columns = board
    told = list(moves)
    for row_name, column_name, joined in NOTATIONS if told else ():
        if all(joined(row_name(row, rows), column_name(column, columns)) == text for (row, column), text in told):
            return Axes([row_name(row, rows) for row in range(rows)], [column_name(column, columns) for column in range(columns)])
    return None
