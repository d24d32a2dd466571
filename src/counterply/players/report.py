"""The player of the report on a course's program, in the games whose report describes one."""

from __future__ import annotations

import importlib
from typing import Any

from counterply.limits import Limit
from counterply.players.base import Listener, Player
from counterply.report import Report
from counterply.rules import GameError

REPORTED = {  # game: module and class
    "gomoku": ("counterply.players.gobang", "GobangPlayer"),
    "splendor": ("counterply.players.splendor", "FilteringPlayer"),
}


class ReportPlayer(Player):
    """What the report on a course's program played: gomoku by minimax next to stones, splendor by alpha-beta over filtered moves.

    Parameters
    ----------
    depth : plies, at most; gomoku's searches 2, or with 0 as deep as the limit allows
    eval : the evaluator of splendor's; the original's is `report_coded`
    """

    def __init__(self, depth: int | None = None, eval: str | None = None) -> None:
        self._options = {name: value for name, value in (("depth", depth), ("eval", eval)) if value is not None}
        self._game = ""
        self._player: Any = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Take the game's own; refuse games without one."""
        if game.name not in REPORTED:
            raise GameError(f"report plays {' and '.join(REPORTED)}, not {game.name}")
        if game.name != self._game:
            if game.name == "gomoku" and "eval" in self._options:
                raise GameError("report plays gomoku by the evaluator report: it takes no eval")
            module, attribute = REPORTED[game.name]
            self._player = getattr(importlib.import_module(module), attribute)(**self._options)
            self._player.name, self._game = self.name, game.name
        self._player.start(game, seat, seed)
        self.notes = self._player.notes

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit."""
        if self._game != position.game.name:
            self.start(position.game, position.turn, 0)
        return self._player.choose(position, limit, listen)  # type: ignore[no-any-return]
