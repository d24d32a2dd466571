"""The players that published reports describe: one for each game that has one."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.players.base import BasePlayer, Listener
from counterply.registry import attribute, plugins

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition


class ReportPlayer(BasePlayer):
    """The player that a published report on this game describes.

    Parameters
    ----------
    eval : the evaluator's name, where the report has several
    depth : plies, at most; by default the report's, and 0 is as far as the limit allows
    """

    only = tuple(plugins("reports"))
    _player: BasePlayer  # of the game `_name`

    def __init__(self, eval: str | None = None, depth: int | None = None) -> None:
        self.options = {name: value for name, value in (("eval", eval), ("depth", depth)) if value is not None}
        self._name = ""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Take the report's player of this game; refuse games without one."""
        if game.name != self._name:
            if game.name not in self.only:
                raise GameError(f"report plays {' and '.join(self.only)} only, not {game.name}")
            made = attribute(plugins("reports")[game.name])
            if "eval" in self.options and "eval" not in inspect.signature(made).parameters:
                raise GameError(f"report has one evaluator in {game.name}")
            self._player, self._name = made(**self.options), game.name
        self._player.start(game, seat, seed)
        self.notes = self._player.notes

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the move of the player that the game's report describes, which begins a new game where the game is another one."""
        if position.game.name != self._name:
            self.start(position.game, position.turn, 0)
        return self._player.choose(position, limit, listen)
