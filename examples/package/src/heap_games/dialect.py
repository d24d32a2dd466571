"""A course's dialect: searches ``best(board, depth)`` on boards with `player`, `choices()`, `play(move)` and `worth(player)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from counterply.plugins.dialects import Dialect
from counterply.plugins.dialects.views import TextbookPosition


class Board(TextbookPosition):
    """A position as the course's searches see it."""

    @property
    def player(self) -> int:
        return self.turn

    def choices(self) -> list[str]:
        return list(self.moves())

    def play(self, move: str) -> Board:
        made: Board = self.after(move)
        return made

    def worth(self, player: int) -> int:
        return int(self.value(player))


def takes(heap: int) -> list[int]:
    """Return the moves of a heap, as the course's program does."""
    return [move for move in (1, 2, 3) if move <= heap]


class Heaps(Dialect):
    """The course's interface."""

    position = "board"
    view = Board
    states = "boards of heaps"
    modules = {"heaps_course": {"takes": takes}}  # what a hand-in imports of the course's program

    def found(self, own: Mapping[str, Any]) -> list[str]:
        return ["best"] if "best" in own else []

    def speaks(self, name: str, first: str, rest: Sequence[str]) -> bool:
        return first == "board" and "depth" in rest


DIALECT = Heaps()
