"""SPSA: simultaneous perturbation stochastic approximation. All weights are shifted at once, both ways, and the two play.

A pure function of its state, its seed and the comparisons; it knows no games.

Source
------
J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace
and Electronic Systems 34 (1998): gains, and their exponents. O. Shamir and T. Zhang, "Stochastic gradient descent for non-smooth
optimization", ICML 2013: the mean with polynomial decay.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.plugins.learning.tuning.objective import Compare, Vector

PAIRS = 4  # of games for one step
SHIFT = 0.4  # first perturbation, in a weight's scale
GAIN = 0.1  # first step for a result of 100 % against 0 %, in a weight's scale
STABILITY = 50  # steps that the gain's decay starts late
GAIN_DECAY, SHIFT_DECAY = 0.602, 0.101  # Spall's exponents
MEAN_DECAY = 3.0  # of the mean over steps: the last quarter of them makes two thirds of it


@dataclass
class Spsa:
    """Where a run is.

    Attributes
    ----------
    weights : where the next step starts
    mean : of the weights over all steps, the late ones counting more: less noisy than `weights`, and the result
    steps : made so far
    """

    weights: list[float]
    mean: list[float]
    steps: int = 0

    @property
    def best(self) -> list[float]:
        """The weights to give out."""
        return self.mean

    @property
    def games(self) -> int:
        """Games played."""
        return 2 * PAIRS * self.steps

    @property
    def said(self) -> str:
        """How far it is, in a few words."""
        return f"{self.steps} steps"

    def advance(self, scales: Vector, compare: Compare, seed: int) -> None:
        """Make one step, in place."""
        random = np.random.Generator(np.random.PCG64(derived_seed(seed, "shift", self.steps)))
        signs = 2.0 * random.integers(0, 2, len(self.weights)) - 1.0
        shift = SHIFT / (self.steps + 1) ** SHIFT_DECAY
        gain = GAIN * ((STABILITY + 1) / (STABILITY + self.steps + 1)) ** GAIN_DECAY
        here, scale = np.array(self.weights), np.array(scales)
        change = shift * scale * signs
        standing = compare((here + change).tolist(), (here - change).tolist(), PAIRS * self.steps, PAIRS)
        lead = 2.0 * standing.mean - 1.0
        after = here + gain * lead * scale * signs
        self.steps += 1
        share = (MEAN_DECAY + 1) / (MEAN_DECAY + self.steps)
        self.mean = (np.array(self.mean) + share * (after - np.array(self.mean))).tolist()
        self.weights = after.tolist()
