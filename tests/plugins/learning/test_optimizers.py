"""Hill climbing and SPSA find a planted optimum through the noise of games; regression recovers planted weights."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from counterply.arena.statistics import Standing, pair_standing, score_of_elo
from counterply.plugins.learning.tuning.hill import HillClimber, noise
from counterply.plugins.learning.tuning.objective import Compare, Vector, player_text, scales_of
from counterply.plugins.learning.tuning.regression import least_squares, logistic
from counterply.plugins.learning.tuning.spsa import Spsa

START = [1.0, 10.0]
BEST = np.array([1.6, 5.0])
DRAWS = 0.2


def strength(weights: Vector) -> float:
    """Return Elo: 0 at the planted weights, -244 at the start."""
    return -400.0 * float(np.sum(((np.array(weights) - BEST) / START) ** 2))


def games(seed: int) -> Compare:
    """Return games that are decided by chance, with the odds that two strengths give; pair `n` has the same luck for all."""

    def compare(ours: Vector, theirs: Vector, first: int, pairs: int) -> Standing:
        standing, expected = Standing(), score_of_elo(strength(ours) - strength(theirs))
        for number in range(first, first + pairs):
            luck = np.random.default_rng([seed, number]).random(2)
            points = [1.0 if x < expected - DRAWS / 2 else 0.5 if x < expected + DRAWS / 2 else 0.0 for x in luck]
            standing += pair_standing(points[0], points[1])
        return standing

    return compare


def searched(search: Any, total: int, seed: int) -> Any:
    while search.games < total:
        search.advance(scales_of(START), games(seed), seed)
    return search


@pytest.mark.parametrize("seed", range(5))
def test_spsa_finds_the_optimum(seed: int) -> None:
    assert strength(START) < -200
    assert strength(searched(Spsa(START, START), 4000, seed).best) > -20


def test_hill_climbing_finds_better_weights() -> None:
    found = [strength(searched(HillClimber(START), 4000, seed).best) for seed in range(5)]
    assert np.median(found) > -60, found
    assert max(found) < 0


def test_noise_is_not_taken_for_progress() -> None:
    """Where all weights are equally good, a candidate is taken about as often as the sequential test allows."""

    def equal(ours: Vector, theirs: Vector, first: int, pairs: int) -> Standing:
        luck = np.random.default_rng([7, first]).integers(0, 2, (pairs, 2))
        return sum((pair_standing(a, b) for a, b in luck.tolist()), Standing())

    climber = HillClimber(START)
    while climber.tried < 200:
        climber.advance(scales_of(START), equal, 1)
    assert climber.accepted < 0.15 * climber.tried


@pytest.mark.parametrize("make", [lambda: HillClimber(START), lambda: Spsa(START, START)])
def test_a_state_that_went_through_a_file_goes_on_the_same(make: Any) -> None:
    whole, parts = searched(make(), 800, 3), searched(make(), 200, 3)
    assert parts != whole
    again = type(parts)(**json.loads(json.dumps(asdict(parts))))
    assert searched(again, 800, 3) == whole


@pytest.mark.parametrize("make", [lambda: HillClimber(START), lambda: Spsa(START, START)])
def test_what_comes_is_foreseen(make: Any) -> None:
    """A comparison asks for the first of the coming pairs; of SPSA all of a round come as foreseen, 16 steps of four pairs."""
    search, asked, luck = make(), [], games(2)
    foreseen: list[Any] = []

    def compare(ours: Vector, theirs: Vector, first: int, pairs: int) -> Standing:
        asked.extend((list(ours), list(theirs), pair) for pair in range(first, first + pairs))
        coming = list(search.coming(scales_of(START), 2))
        assert coming[:pairs] == asked[-pairs:]
        if not foreseen:
            foreseen.extend(coming)
        return luck(ours, theirs, first, pairs)

    while len(asked) < 64:
        search.advance(scales_of(START), compare, 2)
    if isinstance(search, Spsa):
        assert foreseen == asked
        assert list(search.coming(scales_of(START), 2)) != foreseen


def test_noise_changes_at_least_one_weight() -> None:
    changes = [noise([1.0, 10.0, 0.1], 0.5, seed) for seed in range(200)]
    assert all(any(change) for change in changes)
    assert np.std([change[1] for change in changes if change[1]]) == pytest.approx(5.0, rel=0.2)


def test_scales() -> None:
    assert scales_of([2.0, -3.0, 0.0]) == [2.0, 3.0, 1.0]


def test_the_text_of_a_tuned_player() -> None:
    assert player_text("mcts", "lines", [0.1]) == "mcts:eval=lines,weights=0.1"
    with pytest.raises(ValueError, match="sets 'eval', which the tuning sets itself"):
        player_text("engine:eval=lines", "lines", [0.1])


# --- regression


def planted(count: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    rows = random.standard_normal((count, 3)) * [1.0, 20.0, 0.1]
    return rows, np.array([0.8, -0.05, 5.0]), np.arange(count)


def test_logistic_regression_recovers_planted_weights() -> None:
    rows, weights, groups = planted(4000, 0)
    chances = 1 / (1 + np.exp(-(rows @ weights + 0.4)))
    results = (np.random.default_rng(1).random(len(rows)) < chances).astype(float)
    fit = logistic(rows, results, groups)
    assert np.all(np.abs(fit.weights - weights) < 3 * fit.errors)
    assert np.all(fit.errors < [0.06, 0.003, 0.6])
    assert fit.constant == pytest.approx(0.4, abs=0.15)


def test_draws_count_as_halves() -> None:
    rows, weights, groups = planted(2000, 2)
    fit = logistic(rows, 1 / (1 + np.exp(-rows @ weights)), groups)
    assert fit.weights == pytest.approx(weights, rel=0.01)


def test_positions_of_one_game_are_one_observation() -> None:
    """Every row ten times: the same weights, and errors that do not shrink if the copies belong together."""
    rows, weights, groups = planted(500, 3)
    results = (np.random.default_rng(4).random(len(rows)) < 1 / (1 + np.exp(-rows @ weights))).astype(float)
    once = logistic(rows, results, groups)
    copies = logistic(np.repeat(rows, 10, axis=0), np.repeat(results, 10), np.repeat(groups, 10))
    assert copies.weights == pytest.approx(once.weights, rel=0.01)
    assert copies.errors == pytest.approx(once.errors, rel=0.01)


def test_rows_that_can_be_told_apart_give_finite_weights() -> None:
    rows = np.array([[1.0], [2.0], [-1.0], [-3.0]])
    fit = logistic(rows, np.array([1.0, 1.0, 0.0, 0.0]), np.arange(4))
    assert np.isfinite(fit.weights).all()
    assert fit.weights[0] > 1


def test_a_feature_that_is_always_zero_gets_no_weight() -> None:
    rows, weights, groups = planted(500, 5)
    rows[:, 1] = 0
    fit = logistic(rows, (rows @ weights > 0).astype(float) * 0.8 + 0.1, groups)
    assert fit.weights[1] == pytest.approx(0, abs=1e-12)


def test_least_squares_recovers_planted_weights() -> None:
    rows, weights, groups = planted(1000, 6)
    fit = least_squares(rows, rows @ weights + 2.0 + np.random.default_rng(7).standard_normal(len(rows)), groups)
    assert np.all(np.abs(fit.weights - weights) < 3 * fit.errors)
    assert fit.constant == pytest.approx(2.0, abs=0.15)
    assert fit.loss == pytest.approx(1.0, rel=0.2)
