"""Gomoku's scores as winning chances: on games that fitted nothing a nat is a nat, and the fit finds what was planted.

`held_out_scores.npz` has the games that ``gomoku_fit.py calibrate`` held out in December 2026 (3,000 nodes a move), for each rule
int16[4, positions] of up to 59 stones: the game, stones, the score that the search said, in twentieths of a nat, and the mover's
points in the end, in halves.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np
import pytest

from counterply.core.limits import Stop
from counterply.core.report import Line
from counterply.plugins.explanations.chances import Chances
from counterply.plugins.gomoku.game import game as gomoku
from counterply.plugins.gomoku.network import ODDS_UNIT, STAGES, shares_of

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))
from gomoku_fit import scales_of
from gomoku_stages import STAGES as JUDGED, fitted, judged, loss, sigmoid

RULES = "freestyle", "standard", "renju"
HELD_OUT = Path(__file__).with_name("data") / "held_out_scores.npz"
PLANTED = (1.0, 1.4, 1.2, 1.0, 0.6, 0.2)


def test_planted_scales_by_stage_are_found():
    pick = np.random.default_rng(1)
    stones, score = pick.integers(0, 120, 40_000), pick.normal(size=40_000) * 2
    shares = shares_of(stones)
    result = (pick.random(40_000) < sigmoid((shares @ PLANTED) * score)).astype(float)
    assert len(PLANTED) == len(STAGES)
    assert scales_of(shares, score, result) == pytest.approx(PLANTED, abs=0.15)


def test_rows_of_one_game_widen_the_interval_of_a_factor():
    pick = np.random.default_rng(2)
    score = pick.normal(size=500)
    result = (pick.random(500) < sigmoid(score)).astype(float)
    alone = fitted(score, result, np.arange(500))
    thrice = fitted(np.tile(score, 3), np.tile(result, 3), np.tile(np.arange(500), 3))
    assert thrice.scale == pytest.approx(alone.scale, abs=0.01)
    assert thrice.error == pytest.approx(alone.error, rel=0.01)


def test_a_position_has_the_result_of_its_own_stretch():
    line = {"scores": [None, 0.5, -0.25, None, 1.0, 0.0], "stretches": [[3, 1], [5, 0], [6, -1]]}
    assert list(judged(line)) == [(1, 0.5, 1.0), (2, -0.25, 0.0), (4, 1.0, 1.0), (5, 0.0, 0.5)]


def odds_of(rule):
    """Return what a nat is worth under a rule by the number of stones."""
    return gomoku(rule=rule).setup[0]["tables"]["network"]["stages"]["odds"] / ODDS_UNIT


@pytest.mark.parametrize("rule", RULES)
def test_a_nat_is_a_nat_on_games_that_did_not_fit_it(rule):
    games, stones, score, points = np.load(HELD_OUT)[rule]
    score, result = score / 20, points / 2
    told = odds_of(rule)[stones] * score
    for first, last in JUDGED[:-1]:
        here = (stones >= first) & (stones < last)
        assert 0.8 <= fitted(told[here], result[here], games[here]).scale <= 1.25, (first, last)
    assert loss(sigmoid(told), result) < loss(sigmoid(score), result) + 0.0005


@pytest.mark.parametrize("rule", RULES)
def test_winning_chances_are_those_and_no_game_is_played_for_them(rule):
    game = gomoku(rule=rule)
    evaluator, position, dice = game.evaluators[0], game.start(), random.Random(1)
    chances = Chances(game, evaluator)
    chances.prepare(None, Stop())
    for stones in range(12):
        for nats in (-2.0, 0.5):
            line = Line(0, round(nats * evaluator.grid), (0,), grid=evaluator.grid, position=position)
            assert chances.of(line) == pytest.approx(sigmoid(odds_of(rule)[stones] * nats))
        position = position.after(dice.choice(position.moves()))
