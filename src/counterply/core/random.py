"""Random numbers that kernels and Python draw alike."""

# mypy: disable-error-code="no-any-return,return-value"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.kernels import helper, kernel

RANDOM_UNIT = 2.0**-53  # 53 random bits times this lie in [0, 1)
UNUSED_BITS = np.uint64(11)  # of 64 random bits
HALF = np.uint64(32)  # bits of half a word


@kernel
def next_random(random: np.ndarray) -> int:
    """Advance the uint64[1] state `random` in place (splitmix64) and return 64 random bits."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    value = random[0]
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@helper
def random_fraction(random: np.ndarray) -> float:
    """Return a random number from 0 to below 1; changes `random` in place."""
    return float(next_random(random) >> UNUSED_BITS) * RANDOM_UNIT


@helper
def random_below(random: np.ndarray, count: int) -> int:
    """Return a random integer, 0 to `count` - 1; changes `random` in place."""
    return np.int64(((next_random(random) >> HALF) * np.uint64(count)) >> HALF)


@helper
def random_outcome(random: np.ndarray, outcomes: np.ndarray, probabilities: np.ndarray, count: int) -> int:
    """Return one of the first `count` of `outcomes`, drawn by their `probabilities`; changes `random` in place."""
    rest = random_fraction(random)
    for index in range(count - 1):
        rest -= probabilities[index]
        if rest < 0.0:
            return np.int64(outcomes[index])
    return np.int64(outcomes[count - 1])
