"""Labels of a board's rows and columns: the names that the game's own moves use."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Cell = tuple[int, int]


@dataclass(frozen=True)
class Axes:
    """The names of a board's rows, from the top, and of its columns, from the left."""

    rows: list[str]
    columns: list[str]


def _notations(rows: int, columns: int) -> list[tuple[Axes, str]]:
    """Return the ways in which games write a cell: names of rows and columns, and the form of row and column in a text."""
    numbers, letters = [str(row) for row in range(rows + 1)], [chr(ord("a") + column) for column in range(columns)]
    return [
        (Axes(numbers[:0:-1], letters), "{1}{0}"),  # as in chess
        (Axes(numbers[1:], letters), "{1}{0}"),
        (Axes(numbers[:-1], [str(column) for column in range(columns)]), "{0},{1}"),
        (Axes(numbers[1:], [str(column + 1) for column in range(columns)]), "{1}"),  # a stone dropped into a column
    ]


def axes_of(board: Cell, moves: Iterable[tuple[Cell, str]]) -> Axes | None:
    """Return the names of the rows and columns of a board with so many of each, as the texts of `moves` to cells write them.

    None where the moves are written in no way known here, such as ``left`` and ``right``: a wrong name is worse than none.

    >>> axes_of((3, 2), [((0, 1), "b3")])
    Axes(rows=['3', '2', '1'], columns=['a', 'b'])
    """
    told = list(moves)
    for axes, form in _notations(*board) if told else ():
        if all(form.format(axes.rows[row], axes.columns[column]) == text for (row, column), text in told):
            return axes
    return None
