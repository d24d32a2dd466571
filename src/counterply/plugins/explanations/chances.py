"""Winning chances: how often the side with a score wins, as its evaluator says, or as short games of the search with itself say."""

from __future__ import annotations

from math import tanh
from random import Random
from typing import TYPE_CHECKING

from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.report import Line
from counterply.core.values import CHANCE, ONGOING, is_proven, points_of
from counterply.search.choose import Search
from counterply.search.request import SearchRequest

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

GAMES = 40
NODES = 90  # for a move of these games: so few that the search does nothing but deepen
MOST_NODES = 100_000  # for all of them
FIRST_MOVES = 8  # drawn by lot, at most
SEED = 1
STEEPEST, ROUNDS = 20.0, 40  # of the fit: for a score of usual size; halvings

Seen = list[tuple[float, float]]  # a score of the side to move, in the evaluator's units, and the points that it had in the end


class Chances:
    """The winning chances of one game and evaluator, once `prepare` has played its games; after a stop it plays those missing.

    Games are played only where the evaluator does not declare its `odds`, with so many nodes in all.
    """

    def __init__(self, game: Game | PlainGame, evaluator: Evaluator, most_nodes: int = MOST_NODES) -> None:
        self.game, self._odds, self._most_nodes = game, evaluator.odds, most_nodes
        self._random, self._seen = Random(SEED), Seen()
        self._games = self._nodes = 0
        self._steep: float | None = None  # by how much a unit of the evaluator raises the logarithm of the odds
        self._ready = not most_nodes or evaluator.name == "zero" or self._odds is not None

    def prepare(self, search: Search, stop: Stop) -> None:
        """Play the games that are missing, in place."""
        while not self._ready and not stop:
            self._seen += self._played(search, stop)
            self._games += 1
            self._ready = self._games == GAMES or self._nodes >= self._most_nodes
            if self._ready:
                self._steep = steepness(self._seen) if self._seen else None
                search.forget()

    def _played(self, search: Search, stop: Stop) -> Seen:
        """Play a game, and return its scores with the points; none if the game was not finished."""
        position, scores, lots = self.game.start(), [], self._games % FIRST_MOVES + 1
        while position.outcome() == ONGOING:
            if stop or self._nodes >= self._most_nodes:
                return []
            if position.turn == CHANCE:
                outcomes, weights = zip(*position.chances(), strict=True)
                move = self._random.choices(outcomes, weights)[0]
            elif lots:
                move, lots = self._random.choice(position.moves()), lots - 1
            else:
                request = SearchRequest(position.seen_by(position.turn, 0), Limit(nodes=NODES, stop=stop))
                *_, report = search.deepen(request)
                move, self._nodes = report.move, self._nodes + report.nodes
                if report.score and not report.proven:
                    scores.append((report.score / report.grid, position.turn))
            position = position.after(move)
        return [(score, points_of(position.outcome(), turn)) for score, turn in scores]

    def of(self, line: Line) -> float | None:
        """Return the mover's winning chance, given a line's score; None where it is not known."""
        assert line.score is not None
        if line.score == 0:
            return 0.5
        if line.proven or is_proven(line.score):
            return float(line.score > 0)
        steep = self._steep if self._odds is None or line.position is None else self._odds(line.position)
        return None if steep is None else share(steep * line.score / line.grid)


def steepness(seen: Seen) -> float:
    """Return the steepness that makes these points most likely; a win and a loss at the usual score beside them keep it finite."""
    usual = sorted(abs(score) for score, _ in seen)[len(seen) // 2]
    seen = [*seen, (usual, 1.0), (usual, 0.0)]
    low, high = 0.0, STEEPEST / usual
    for _ in range(ROUNDS):
        middle = (low + high) / 2
        rises = sum(score * (points - share(middle * score)) for score, points in seen) > 0
        low, high = (middle, high) if rises else (low, middle)
    return low


def share(odds: float) -> float:
    """Return the winning chance of the logarithm of odds."""
    return (1 + tanh(odds / 2)) / 2
