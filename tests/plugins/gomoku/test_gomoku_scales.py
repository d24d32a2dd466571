"""The scales that make Gomoku's scores the logarithm of the odds: what was planted is found, and a stretch's result is its own."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from counterply.plugins.gomoku.network import STAGES, shares_of

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))
from gomoku_fit import scales_of
from gomoku_stages import fitted, judged, sigmoid

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
