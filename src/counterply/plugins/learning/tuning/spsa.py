"""SPSA: simultaneous perturbation stochastic approximation. All weights are shifted at once, both ways, and the two play.

A pure function of its state, its seed and the comparisons; it knows no games.

Source
------
J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace
and Electronic Systems 34 (1998): gains, their exponents, several shifts around the same point. O. Shamir and T. Zhang, "Stochastic
gradient descent for non-smooth optimization", ICML 2013: the mean with polynomial decay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.plugins.learning.tuning.objective import Compare, PairAsked, Vector, asked

PAIRS = 4  # of games for one step
ROUND = 16  # steps whose shifts are around the same weights, so that their games can be played side by side
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
    base : the weights that the steps of this round shift; empty: `weights`
    most_pairs : pairs of games that can be played side by side
    """

    most_pairs = PAIRS * ROUND
    weights: list[float]
    mean: list[float]
    steps: int = 0
    base: list[float] = field(default_factory=list)

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
        if self.steps % ROUND == 0 or not self.base:
            self.base = self.weights
        gain = GAIN * ((STABILITY + 1) / (STABILITY + self.steps + 1)) ** GAIN_DECAY
        standing = compare(*self._both(self.steps, scales, seed), PAIRS * self.steps, PAIRS)
        lead = 2.0 * standing.mean - 1.0
        after = np.array(self.weights) + gain * lead * np.array(scales) * self._signs(self.steps, seed)
        self.steps += 1
        share = (MEAN_DECAY + 1) / (MEAN_DECAY + self.steps)
        self.mean = (np.array(self.mean) + share * (after - np.array(self.mean))).tolist()
        self.weights = after.tolist()

    def coming(self, scales: Vector, seed: int) -> Iterator[PairAsked]:
        """Yield the pairs of games of this step, and of those of its round that follow."""
        for step in range(self.steps, (self.steps // ROUND + 1) * ROUND):
            yield from asked(*self._both(step, scales, seed), PAIRS * step, PAIRS)

    def _signs(self, step: int, seed: int) -> np.ndarray:
        """Return the direction of a step."""
        random = np.random.Generator(np.random.PCG64(derived_seed(seed, "shift", step)))
        return 2.0 * random.integers(0, 2, len(self.weights)) - 1.0

    def _both(self, step: int, scales: Vector, seed: int) -> tuple[list[float], list[float]]:
        """Return the weights that a step of this round compares."""
        change = SHIFT / (step + 1) ** SHIFT_DECAY * np.array(scales) * self._signs(step, seed)
        here = np.array(self.base)
        return (here + change).tolist(), (here - change).tolist()
