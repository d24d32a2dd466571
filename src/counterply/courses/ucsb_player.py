"""The report's player on the course program Gobang: minimax over the cells next to stones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from counterply.core.errors import GameError
from counterply.core.game import Game
from counterply.core.limits import Limit
from counterply.core.position import copied
from counterply.core.report import Report
from counterply.games.gomoku import rules as gomoku
from counterply.games.gomoku.evaluators import REPORT, near_moves
from counterply.players.base import Listener, no_deeper
from counterply.players.searching import SearchingPlayer
from counterply.search.alphabeta.engine import ALPHABETA_ONLY
from counterply.search.choose import Wishes


def narrowed(game: Game) -> Game:
    """Return the game in which only the report's candidates are moves."""
    return Game(
        "gomoku",
        gomoku.RECORD,
        legal_moves=near_moves,
        play=gomoku.play,
        outcome=gomoku.outcome,
        key=gomoku.key,
        start=gomoku.start,
        setup=game.setup,
        max_moves=game.max_moves,
        max_plies=game.max_plies,
        evaluators=[REPORT],
    )


class ReportPlayer(SearchingPlayer):
    """Gomoku: minimax with alpha-beta over the cells next to stones, by the evaluator `report`.

    Parameters
    ----------
    depth : plies; 0: deeper and deeper, as far as the limit allows
    """

    deepening = False

    def __init__(self, depth: int = 2) -> None:
        super().__init__("report", None, Wishes(techniques=ALPHABETA_ONLY, memory=1))
        self.depth = depth
        self._seat_game: Any = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Refuse other games; search the game's narrower twin."""
        if game.name != "gomoku" or not game.compiled:
            raise GameError(f"report plays gomoku only, not {game.name}")
        if game is not self._seat_game:
            self._seat_game, self._narrow = game, narrowed(game)
        super().start(self._narrow, seat, seed)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit, and no deeper than the player's own depth."""
        if self._seat_game is not position.game:
            self.start(position.game, position.turn, 0)
        if self.depth:
            limit = no_deeper(limit, self.depth)
        place = copied(self._narrow, position.record, position.history)
        report = super().choose(place, limit, None if listen is None else lambda found: listen(unproven(found)))
        return unproven(report)


def unproven(report: Report) -> Report:
    """Return a report that proves nothing, as where moves are left out."""
    return replace(report, proven=False)
