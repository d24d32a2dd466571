"""The players that published reports describe, each for its own game, under one name."""

from __future__ import annotations

from typing import Any

from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.courses import melbourne_player as splendor
from counterply.courses import ucsb_player as gobang
from counterply.players.base import Listener, Player


class ReportPlayer(Player):
    """The player of a published report: Gomoku's or Splendor's.

    Parameters
    ----------
    eval : the evaluator's name, in Splendor; the original's is `report_coded`
    depth : plies, at most; Gomoku's looks two ahead, or with 0 as far as the limit allows
    """

    def __init__(self, eval: str | None = None, depth: int | None = None) -> None:
        self.eval = eval
        self.depth = depth
        self._player: Player | None = None
        self._name = ""

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Take the report's player of this game; refuse games without one."""
        if game.name != self._name:
            self._player, self._name = self._made_for(game.name), game.name
        assert self._player is not None
        self._player.start(game, seat, seed)
        self.notes = self._player.notes

    def _made_for(self, name: str) -> Player:
        if name == "splendor":
            return splendor.ReportPlayer(depth=self.depth) if self.eval is None else splendor.ReportPlayer(self.eval, self.depth)
        if name == "gomoku" and self.eval is None:
            return gobang.ReportPlayer() if self.depth is None else gobang.ReportPlayer(self.depth)
        what = f"report plays gomoku and splendor only, not {name}" if name != "gomoku" else "report has one evaluator in gomoku"
        raise GameError(what)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Ask that player."""
        if self._player is None or position.game.name != self._name:
            self.start(position.game, position.turn, 0)
        assert self._player is not None
        return self._player.choose(position, limit, listen)
