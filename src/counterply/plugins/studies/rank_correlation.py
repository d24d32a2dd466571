"""Spearman's rank correlation, with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import StatisticsError, correlation

import numpy as np

from counterply.arena.statistics import Z95


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value, from 1; equal ones share the mean of their ranks.

    >>> ranks([10, 30, 10])
    [1.5, 3.0, 1.5]
    """
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (counts.cumsum() - (counts - 1) / 2)[places].tolist()  # type: ignore[no-any-return]


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation; None where one side has no two different values.

    >>> spearman([1, 2, 3], [2, 4, 400])
    1.0
    """
    try:
        return correlation(ranks(xs), ranks(ys))
    except StatisticsError:
        return None


def spearman_interval(rank: float, samples: int) -> tuple[float, float]:
    """Return the interval of a rank correlation (95 %), by Fisher's transformation; (-1, 1) of fewer than four samples.

    Source
    ------
    D. G. Bonett and T. A. Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman correlations" (2000).
    """
    if samples < 4:
        return -1.0, 1.0
    if abs(rank) >= 1.0:
        return rank, rank
    half = Z95 * math.sqrt((1 + rank**2 / 2) / (samples - 3))
    return math.tanh(math.atanh(rank) - half), math.tanh(math.atanh(rank) + half)
