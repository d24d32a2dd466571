"""Searches on boards of their own as players: each chooses as its own program does, or takes the move of which it says the most."""

from __future__ import annotations

from functools import partial
from itertools import chain
from types import ModuleType
from typing import TYPE_CHECKING, Any

from counterply.games.connect_four.rules import COLUMNS
from counterply.plugins.dialects.dialect import Dialect
from counterply.plugins.dialects.guest import GuestPlayer
from counterply.plugins.dialects.lookup import names_in
from counterply.plugins.dialects.small_guests import column_of, stones_of
from counterply.plugins.own_boards.four_on_array import DIALECT as FOUR_ON_ARRAY
from counterply.plugins.own_boards.nine_cells import DIALECT as NINE_CELLS

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame


class OwnBoardPlayer(GuestPlayer):
    """A search on a board of its file's own, which is learnt once: later its board holds a game."""

    course: Dialect
    _asked: Any

    def begin(self, game: AnyGame, seat: int) -> None:
        """Find its search."""
        self._asked = vars(self.module).setdefault("__asked__", self.course.opened(self.module, self.target))

    def note(self, evaluator: str = "") -> str:
        """Return what a user should know: its evaluator and depth are its own, and it is told no limit."""
        return "plays as its own program does, by its own evaluator and depth; it is told no limit: give it --time 60s or more"


class NineCellsPlayer(OwnBoardPlayer):
    """A search on nine cells, or the function that chooses by it."""

    host, only, course = "its own tic-tac-toe", ("tic_tac_toe",), NINE_CELLS

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for a cell."""
        return self._asked.play("".join(" XO"[stone] for stone in stones_of(position)))


class FourOnArrayPlayer(OwnBoardPlayer):
    """A search on an array of six rows and seven columns."""

    host, only, course = "its own connect four", ("connect_four",), FOUR_ON_ARRAY

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for a column, as the side that maximises."""
        cells = [stone and 1 + (stone != 1 + position.turn) for stone in stones_of(position)]
        rows = [cells[row : row + COLUMNS] for row in range(0, len(cells), COLUMNS)]
        return column_of(self._asked.play(tuple(chain(*reversed(rows)))))


def _player(kind: type[OwnBoardPlayer], module: ModuleType, name: str | None, options: dict[str, str]) -> OwnBoardPlayer | None:
    """Return a file's search as a player."""
    searches = kind.course.found(names_in(module))
    return kind(module, searches[0], options) if searches and name in (None, *searches) else None


nine_cells = partial(_player, NineCellsPlayer)
four_on_array = partial(_player, FourOnArrayPlayer)
