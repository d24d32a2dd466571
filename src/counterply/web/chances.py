"""Winning chances: how often the side with a score has won, in quick games that the search played against itself.

Each game is weak up to some ply, so that positions differ as those of people do; from there on both sides play alike, and count.
"""

from __future__ import annotations

from math import exp
from random import Random
from time import process_time
from typing import Any

from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.report import Line
from counterply.core.values import CHANCE, ONGOING, is_loss, is_win, points_of
from counterply.search.choose import Search
from counterply.search.request import SearchRequest

GAMES = 60
NODES = 3_000  # for a move that counts
WEAK_NODES = 90  # for a move of the weak part: so few that the search does nothing but deepen
LOTS = 0.25  # of the weak part's moves are drawn by lot
MOST_NODES, MOST_SECONDS = 3_000_000, 2.0  # for all games, the seconds of CPU; the last one is then played to its end by weak moves
FEWEST_PLIES, MOST_PLIES = 16, 2_000  # below which the next game's weak part may end; after which a game is given up
SEED = 1
STEEPEST, ROUNDS = 20.0, 40  # of the fit: for a score of usual size; halvings
LARGEST = 30.0  # exponent

Seen = list[tuple[float, float]]  # a score of the side to move, in the evaluator's units, and the points that it had in the end


class Chances:
    """The winning chances of one game and evaluator, once `prepare` has played its games; after a stop it plays those missing."""

    def __init__(self, game: Any, evaluator: Evaluator) -> None:
        self.game = game
        self._random, self._seen = Random(SEED), Seen()
        self._games, self._nodes, self._seconds, self._plies = 0, 0, 0.0, FEWEST_PLIES
        self._steep: float | None = None  # by how much a unit of the evaluator raises the logarithm of the odds
        self._ready = not game.compiled or evaluator.name == "zero"

    def prepare(self, search: Search, stop: Stop) -> None:
        """Play the games that are missing, in place."""
        while not self._ready and not stop:
            self._seen += self._played(search, stop)
            self._games += 1
            self._ready = self._games == GAMES or self._spent()
            if self._ready:
                self._steep = steepness(self._seen) if self._seen else None
                search.forget()

    def _spent(self) -> bool:
        """Tell whether the games have cost all that they may."""
        return self._nodes >= MOST_NODES or self._seconds >= MOST_SECONDS

    def _played(self, search: Search, stop: Stop) -> Seen:
        """Play a game, and return its scores with the points; none if it was not finished."""
        position, scores, weak = self.game.start(), [], self._random.randrange(self._plies)
        turn, points = 0, None  # of a result that was proven, and whose turn it was
        while points is None and position.outcome() == ONGOING:
            if stop or position.ply >= MOST_PLIES:
                return []
            turn, counts = position.turn, position.ply >= weak and not self._spent()
            if turn == CHANCE:
                outcomes, weights = zip(*position.chances(), strict=True)
                move = self._random.choices(outcomes, weights)[0]
            elif position.ply < weak and self._random.random() < LOTS:
                move = self._random.choice(position.moves())
            else:
                begun = process_time()
                limit = Limit(nodes=NODES if counts else WEAK_NODES, stop=stop)
                *_, report = search.deepen(SearchRequest(position.seen_by(turn, 0), limit))
                move, self._nodes = report.move, self._nodes + report.nodes
                self._seconds += process_time() - begun
                if counts and report.proven:
                    points = self.of(report.best)
                elif counts and report.score:
                    scores.append((report.score / report.grid, turn))
            position = position.after(move)
        self._plies = max(FEWEST_PLIES, position.ply)
        if points is None:
            turn, points = 0, points_of(position.outcome(), 0)
        return [(score, points if seat == turn else 1 - points) for score, seat in scores]

    def of(self, line: Line) -> float | None:
        """Return the mover's winning chance, given a line's score; None where it is not known."""
        assert line.score is not None
        if is_win(line.score) or is_loss(line.score):
            return float(is_win(line.score))
        if line.score == 0:
            return 0.5
        if line.proven:
            return float(line.score > 0)
        return None if self._steep is None else share(self._steep * line.score / line.grid)


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
    return 1 / (1 + exp(-max(-LARGEST, min(LARGEST, odds))))
