"""Random numbers that kernels and Python draw alike."""

from __future__ import annotations

import numpy as np

from counterply.compiling.kernels import kernel

RANDOM_UNIT = 2.0**-53  # 53 random bits times this lie in [0, 1)
UNUSED_BITS = np.uint64(11)  # of 64 random bits


@kernel
def next_random(random: np.ndarray) -> int:
    """Advance the uint64[1] state `random` in place (splitmix64) and return 64 random bits."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    value = random[0]
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))  # type: ignore[no-any-return]
