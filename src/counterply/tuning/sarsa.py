"""Weights learnt by self-play: SARSA(lambda) on afterstates, whole games in a kernel, and the curve of what has been learnt."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.arena.statistics import wilson
from counterply.core.errors import EvaluatorError
from counterply.core.evaluator import Evaluator
from counterply.players.afterstates import SCHEDULE, learn, measure
from counterply.players.sarsa import Afterstates

SCALING_GAMES = 200  # random ones, from which the features' sizes are taken
CURVE_GAMES = 1_000  # against random moves, for one point of the curve
CURVE_STEP = 1.5  # from one point of the curve to the next, as a factor of the games learnt from
FIRST_POINT = 100  # games
FIRST_PACE = 100.0  # games a second, expected
CHUNK_SECONDS = 0.5  # between two looks at Ctrl-C
RATE, RATE_HALF = 0.1, 10_000.0  # step for all weights together; games after which it is a half
EXPLORATION, EXPLORATION_HALF = 0.1, 20_000.0  # share of moves at random; games after which it is a half
DECAY = 0.8  # lambda of the eligibility traces


@dataclass
class Learner:
    """How far the learning is.

    Attributes
    ----------
    weights : float[W], and behind them the constant
    sizes : root mean square of each feature in games at random
    games, plies : learnt from
    curve : points of the learning curve: games learnt from, and of 1,000 games against random moves those won, drawn and lost
    """

    weights: list[float]
    sizes: list[float]
    games: int = 0
    plies: int = 0
    curve: list[list[int]] = field(default_factory=list)

    @property
    def best(self) -> list[float]:
        """The weights to give out."""
        return self.weights[:-1]

    @property
    def said(self) -> str:
        """How far it is, in a few words."""
        if not self.curve:
            return f"{self.plies:,} plies"
        _, won, drawn, lost = self.curve[-1]
        return f"{self.plies:,} plies, {100 * (won + drawn / 2) / (won + drawn + lost):.1f} % against random"


class SelfPlay:
    """Self-play of one game and evaluator. What is learnt after some number of games depends on the seed and nothing else."""

    def __init__(self, game: Any, evaluator: Evaluator, seed: int) -> None:
        self._after = Afterstates(game, evaluator)
        self._start = game.start().copy_record()
        self._seed = seed
        self._pace = FIRST_PACE  # games a second, as measured
        self._schedule = np.zeros(SCHEDULE)
        self._schedule[:] = RATE, RATE_HALF, EXPLORATION, EXPLORATION_HALF, DECAY

    def beginner(self) -> Learner:
        """Return a learner that knows nothing but how large the features are."""
        count = len(self._after.features)
        _, squares, seen = self._measure([0.0] * (count + 1), SCALING_GAMES, derived_seed(self._seed, "sizes"))
        sizes = np.sqrt(squares / max(1, seen))
        sizes[sizes == 0] = 1.0
        self._learn(np.zeros(count + 1), sizes.tolist(), 0, 0)  # compiled before the time is taken
        return Learner([0.0] * (count + 1), sizes.tolist())

    def advance(self, learner: Learner, most: int) -> None:
        """Play for about `CHUNK_SECONDS`, in place, and not beyond `most` games; add a point of the curve where one is due.

        Raises
        ------
        EvaluatorError
            if the evaluator failed, or gave features that are not finite
        """
        point = next_point(learner.games)
        last = min(most, point, learner.games + max(1, int(self._pace * CHUNK_SECONDS)))
        weights = np.array(learner.weights)
        begin = time.perf_counter()
        learner.plies += self._learn(weights, learner.sizes, learner.games, last)
        self._pace = (last - learner.games) / max(1e-6, time.perf_counter() - begin)
        if not np.isfinite(weights).all():
            raise EvaluatorError(f"evaluator {self._after.bound.evaluator.name} gave features that cannot be learnt from")
        learner.weights, learner.games = weights.tolist(), last
        if last in (point, most):
            self._add_point(learner)

    def _learn(self, weights: np.ndarray, sizes: list[float], first: int, last: int) -> int:
        """Learn from the games `first` to `last` - 1, in place of `weights`; return their plies."""
        after = self._after
        played = learn(
            self._start,
            after.board,
            after.setup,
            after.memo,
            after.evaluator,
            weights,
            after.features,
            1.0 / (np.array([*sizes, 1.0]) ** 2 * len(weights)),
            self._schedule,
            after.facts,
            derived_seed(self._seed, "games"),
            first,
            last,
            after.moves,
            after.values,
            after.probabilities,
            np.zeros((2, len(weights))),
        )
        return int(played)

    def _add_point(self, learner: Learner) -> None:
        """Play against random moves, and add the result to the curve, in place."""
        results, _, _ = self._measure(learner.weights, CURVE_GAMES, derived_seed(self._seed, "curve"))
        learner.curve.append([learner.games, *map(int, results)])

    def _measure(self, weights: list[float], games: int, seed: int) -> tuple[np.ndarray, np.ndarray, int]:
        after = self._after
        results, squares = np.zeros(3, np.int64), np.zeros(len(after.features))
        seen = measure(
            self._start,
            after.board,
            after.setup,
            after.memo,
            after.evaluator,
            np.array(weights),
            after.features,
            after.facts,
            seed,
            0,
            games,
            after.moves,
            after.values,
            after.probabilities,
            results,
            squares,
        )
        return results, squares, int(seen)


def next_point(games: int) -> int:
    """Return after how many games the curve has its next point.

    >>> next_point(0), next_point(100), next_point(170)
    (100, 150, 225)
    """
    point = FIRST_POINT
    while point <= games:
        point = int(point * CURVE_STEP)
    return point


def curve_rows(curve: list[list[int]]) -> list[tuple[int, float, float, float]]:
    """Return games learnt from, and the score against random moves with its 95 % interval, for each point of a curve."""
    rows = []
    for games, won, drawn, lost in curve:
        score = (won + drawn / 2) / (won + drawn + lost)
        low, high = wilson(score, won + drawn + lost)
        rows.append((games, score, low, high))
    return rows
