"""Searches on boards of their own as players: each chooses as its own program does, or takes the move of which it says the most."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.plugins.dialects.guest import GuestPlayer
from counterply.plugins.dialects.lookup import names_in
from counterply.plugins.own_boards.own_boards import DIALECT

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame


class OwnBoardPlayer(GuestPlayer):
    """A search on a board of its file's own, which is learnt once: later its board holds a game."""

    host, only = "its own game", ("tic_tac_toe", "connect_four")
    _asked: Any

    def begin(self, game: AnyGame, seat: int) -> None:
        """Find its search; raises `GameError`."""
        self._asked = vars(self.module).setdefault("__asked__", DIALECT.opened(self.module, self.target))
        own = self._asked.game_name()
        if game is not None and game.name != own:
            raise GameError(f"{self.name} plays {own} only, not {game.name}")

    def note(self, evaluator: str = "") -> str:
        """Return what a user should know: its evaluator and depth are its own, and it is told no limit."""
        return "plays as its own program does, by its own evaluator and depth; it is told no limit: give it --time 60s or more"

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for a move after those that were made."""
        return self._asked.play(tuple(map(int, position.history)))


def own_boards(module: ModuleType, name: str | None, options: dict[str, str]) -> OwnBoardPlayer | None:
    """Return a file's search as a player."""
    searches = DIALECT.found(names_in(module))
    return OwnBoardPlayer(module, searches[0], options) if searches and name in (None, *searches) else None
