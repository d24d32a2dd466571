"""Boards of nine cells as files write them, which tell what a search writes into them.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import chain
from types import FrameType
from typing import Any, ClassVar


class Watched:
    """A board, or a row of one: what is written into any of them, or a copy, is noted while they are looked for."""

    seen: ClassVar[Callable[[Any, int, FrameType], None] | None] = None

    def _cell(self, key: Any) -> int:
        raise NotImplementedError

    def __setitem__(self, key: Any, mark: Any) -> None:
        if Watched.seen is not None:
            Watched.seen(mark, self._cell(key), sys._getframe(1))
        super().__setitem__(key, mark)  # type: ignore[misc]


class Cells(Watched, list[Any]):
    """A list of cells, the first of which has the number `begin`."""

    begin = 0

    def _cell(self, key: Any) -> int:
        return self.begin + int(key)

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        if not isinstance(key, slice):
            return found
        part = Cells(found)
        part.begin = self.begin + key.indices(len(self))[0]
        return part

    def copy(self) -> Any:
        """Return a copy that is watched too."""
        return self[:]


class CellsByName(Watched, dict[Any, Any]):
    """A dictionary."""

    def _cell(self, key: Any) -> int:
        return [*self].index(key)


class Shape:
    """How a file writes a board.

    Attributes
    ----------
    empty : what an empty cell holds, cell by cell
    names : of the cells, in a dictionary
    rows : whether it is a list of lists
    first : the mark of the side that begins, where the board says so; None where it does not
    owner, variables : where the file keeps its board: a module, or an object, and its attributes
    """

    def __init__(
        self, empty: list[Any], names: list[Any] | None, rows: bool, owner: Any = None, variables: tuple[str, ...] = ()
    ) -> None:
        self.empty, self.names, self.rows, self.owner, self.variables = empty, names, rows, owner, variables
        self.first: Any = None

    def board(self, cells: list[Any]) -> Any:
        """Return a board, which is the file's own one from now on."""
        made: Any = CellsByName(zip(self.names, cells, strict=True)) if self.names else Cells(cells)
        if self.rows:
            made = Cells(made[row : row + 3] for row in (0, 3, 6))
        for name in self.variables:
            setattr(self.owner, name, made)
        return made

    def cells(self, board: Any) -> list[Any]:
        """Return the nine cells of a board."""
        return [*board.values()] if self.names else [*chain(*board)] if self.rows else [*board]

    def place(self, answer: object) -> int | None:
        """Return the number of the cell that an answer names; None for another one."""
        if self.names:
            return self.names.index(answer) if answer in self.names else None
        if isinstance(answer, tuple | list) and len(answer) == 2:
            return 3 * answer[0] + answer[1] if all(part in (0, 1, 2) for part in answer) else None
        return answer if type(answer) is int and not self.rows else None


def shape_of(there: object) -> Shape | None:
    """Return the form of an object that is an empty board, or one whose cells hold their names; None for other objects."""
    names = [*there] if isinstance(there, dict) else None
    cells = [*there.values()] if isinstance(there, dict) else [*there] if isinstance(there, list) else []
    rows = len(cells) == 3 and all(isinstance(row, list) and len(row) == 3 for row in cells)
    cells = [*chain(*cells)] if rows else cells
    fits = len(cells) == 9 and len({*map(repr, cells)}) in (1, 9) and isinstance(cells[0], str | int | None)
    return Shape(cells, names, rows) if fits else None
