"""The programs of university courses: their interfaces, and the players that reports on them describe; one file a course."""

from __future__ import annotations

from typing import Any

from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.players.base import Listener, Player
from counterply.registry import REPORTS, attribute


class ReportPlayer(Player):
    """The player of a published report: Gomoku's or Splendor's.

    Parameters
    ----------
    eval : the evaluator's name, in Splendor; the original's is `report_coded`
    depth : plies, at most; Gomoku's looks two ahead, or with 0 as far as the limit allows
    """

    only = tuple(REPORTS)
    _player: Player  # of the game `_name`

    def __init__(self, eval: str | None = None, depth: int | None = None) -> None:
        self.options = {name: value for name, value in (("eval", eval), ("depth", depth)) if value is not None}
        self._name = ""

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Take the report's player of this game; refuse games without one."""
        if game.name != self._name:
            if game.name not in REPORTS:
                raise GameError(f"report plays {' and '.join(REPORTS)} only, not {game.name}")
            if game.name == "gomoku" and "eval" in self.options:
                raise GameError("report has one evaluator in gomoku")
            self._player, self._name = attribute(REPORTS[game.name], "ReportPlayer")(**self.options), game.name
        self._player.start(game, seat, seed)
        self.notes = self._player.notes

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Ask that player."""
        if position.game.name != self._name:
            self.start(position.game, position.turn, 0)
        return self._player.choose(position, limit, listen)
