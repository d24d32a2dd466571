"""Spearman's rank correlation, against SciPy's, and its interval, against the definition."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from counterply.plugins.studies.rank_correlation import ranks, spearman, spearman_interval
from examples import examples


def test_ranks_of_equal_values_are_shared() -> None:
    assert ranks([3, 1, 3, 2, 3]) == [4.0, 1.0, 4.0, 2.0, 4.0]


def test_spearman_is_scipys() -> None:
    scipy = pytest.importorskip("scipy.stats")
    xs, ys = [1, 5, 2, 2, 9, -3, 4], [2, 2, 1, 4, 7, 0, 3]
    assert spearman(xs, ys) == pytest.approx(scipy.spearmanr(xs, ys).statistic)


def test_spearman_of_a_constant_is_unknown() -> None:
    assert spearman([1, 1, 1], [1, 2, 3]) is None


@examples(30)
@given(st.floats(-0.99, 0.99), st.integers(4, 1000))
def test_a_rank_correlations_interval_by_definition(rank: float, samples: int) -> None:
    low, high = (0.5 * math.log((1 + end) / (1 - end)) for end in spearman_interval(rank, samples))
    middle = 0.5 * math.log((1 + rank) / (1 - rank))
    assert (low + high) / 2 == pytest.approx(middle, abs=1e-6)
    assert (high - low) / 2 == pytest.approx(1.959963985 * math.sqrt((1 + rank * rank / 2) / (samples - 3)), rel=1e-6)


def test_a_rank_correlation_at_its_ends() -> None:
    assert [spearman_interval(rank, 9) for rank in (-1.0, 1.0)] == [(-1.0, -1.0), (1.0, 1.0)]
    assert spearman_interval(0.5, 3) == (-1.0, 1.0)
    assert spearman_interval(0.5, 4) == (pytest.approx(-0.9103, abs=1e-4), pytest.approx(0.9896, abs=1e-4))
