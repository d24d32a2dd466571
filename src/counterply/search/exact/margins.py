"""What is certain of a margin: two searches, whose leaves are the least and the most that a side can still get.

A search that values each leaf by what its side is sure of cannot promise too much, and one that values it by what nobody can take
away from its hopes cannot promise too little: each depth's two scores hold the true margin between them. They come nearer as the
searches go deeper, and where they meet the position is solved, mostly long before a search could see the end of the game.
"""

from __future__ import annotations

from typing import Any

from counterply.core.contract import best_margin
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import Techniques

POINT = 1  # steps of the grid in a point: bounds are whole


def at_least(position: Any, setup: Any, player: int) -> float:
    """Return the margin that `player` is sure of: minus the best one that the opponent can still hope for."""
    return float(-best_margin(position, setup, 1 - player))


def at_most(position: Any, setup: Any, player: int) -> float:
    """Return the best margin that `player` can still hope for."""
    return float(best_margin(position, setup, player))


AT_LEAST = Evaluator("at least", at_least, future=True, grid=POINT, source="sound: no side can get more than its best margin")
AT_MOST = Evaluator("at most", at_most, future=True, grid=POINT, source="sound: no side can get more than its best margin")


class MarginBounds:
    """Two searches of one position; `lower` and `upper` hold its true margin, in the view of the side to move."""

    def __init__(self, position: Any, techniques: Techniques, memory_mb: int) -> None:
        self.position = position
        self.searches = [Engine(position.game, evaluator, techniques, memory_mb // 2) for evaluator in (AT_LEAST, AT_MOST)]
        for search in self.searches:
            search.warm_up(position)
        self.lower, self.upper = self.static(position)
        self.line: tuple[int, ...] = ()
        self._depths = [0, 0]
        self.nodes = 0

    def static(self, position: Any) -> tuple[int, int]:
        """Return the bounds without a search, in the view of the side to move."""
        least, most = (search.bound.grid_value(position.record, position.turn) for search in self.searches)
        return least // POINT, most // POINT

    def deepen(self, limit: Limit) -> bool:
        """Search both bounds deeper, in place, the one that is behind first; return whether more can be found.

        Half of the limit's nodes go to either; a search that a limit has ended begins its depth anew, with what the table knows.
        """
        goes_on = False
        for which in sorted((0, 1), key=lambda which: self._depths[which]):
            if self.lower == self.upper:
                return False
            before, report = self.nodes, None
            half = limit if limit.nodes is None else limit.with_(nodes=max(1, limit.nodes // 2))
            for report in self.searches[which].deepen(self.position, half, first_depth=self._depths[which] + 1):
                self.nodes = before + report.nodes
                if report.stopped in ("", "depth", "proven"):
                    self._note(which, report)
                if self.lower == self.upper:
                    return False
            goes_on = goes_on or (report is not None and report.stopped not in ("depth", "proven"))
        return goes_on

    def _note(self, which: int, report: Report) -> None:
        assert report.score is not None
        self._depths[which] = report.depth
        if which == 0 and (report.score > self.lower or not self.line):
            self.lower, self.line = max(self.lower, report.score), report.line
        elif which == 1:
            self.upper = min(self.upper, report.score)

    def keeping_move(self, position: Any, margin: int, limit: Limit) -> int | None:
        """Return a move that is sure of `margin` for the side to move, if the limit lets one be found."""
        for report in self.searches[0].deepen(position, limit):
            if report.score is not None and report.stopped in ("", "depth", "proven") and report.score >= margin:
                return int(report.move)
        return None
