"""Hill climbing under noise: a candidate takes the place of the best weights only after a sequential test against them.

A pure function of its state, its seed and the comparisons; it knows no games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from counterply.arena.openings import derived_seed
from counterply.arena.statistics import NO_PAIRS, Standing, sprt
from counterply.plugins.learning.tuning.objective import Compare, PairAsked, Vector, asked

BATCH = 4  # pairs between two looks at the test
MOST_PAIRS = 100  # for one candidate: undecided by then is not better
WANTED_ELO = 60.0  # the test's second hypothesis, in Elo; the first one is no difference
FALSE_ALARM, MISSED = 0.1, 0.2  # chances to take a candidate that is no better, and to leave one that is `WANTED_ELO` better
FIRST_STEP = 0.8  # standard deviation of a change, in a weight's scale
SMALLEST_STEP = 0.1
LONGER, SHORTER = 1.5, 0.95  # the step after a candidate that was taken, and after one that was not


@dataclass
class HillClimber:
    """Where a climb is.

    Attributes
    ----------
    weights : the best so far
    candidate : the weights that are tried against them; None between two candidates
    pairs : how many of its pairs so far were worth 0, 1/2, 1, 3/2 and 2 points
    change : from the weights to the candidate, or of the last candidate
    step : standard deviation of a change, in a weight's scale
    tried, accepted : candidates, the present one not counted
    used : pairs of games played
    most_pairs : pairs of games that can be played side by side
    """

    most_pairs = MOST_PAIRS
    weights: list[float]
    candidate: list[float] | None = None
    change: list[float] | None = None
    pairs: list[int] = field(default_factory=lambda: list(NO_PAIRS))
    step: float = FIRST_STEP
    tried: int = 0
    accepted: int = 0
    used: int = 0
    mirrored: bool = False

    @property
    def best(self) -> list[float]:
        """The weights to give out."""
        return self.weights

    @property
    def games(self) -> int:
        """Games played."""
        return 2 * self.used

    @property
    def said(self) -> str:
        """How far it is, in a few words."""
        return f"{self.accepted} of {self.tried} candidates taken, step {self.step:.2f}"

    def advance(self, scales: Vector, compare: Compare, seed: int) -> None:
        """Play one batch of pairs for the candidate, in place, and take it or leave it when the test has decided."""
        candidate = self._challenger(scales, seed)
        a, b, c, d, e = map(sum, zip(self.pairs, compare(candidate, self.weights, self.used, BATCH).pairs, strict=True))
        self.pairs = [a, b, c, d, e]
        self.used += BATCH
        standing = Standing(pairs=(a, b, c, d, e), distinct=sum(self.pairs))
        decision = sprt(standing, 0.0, WANTED_ELO, FALSE_ALARM, MISSED).decision
        if decision is None and sum(self.pairs) < MOST_PAIRS:
            return
        if decision == "H1":
            self.weights = candidate
            self.accepted += 1
            self.mirrored = False  # and once more in the same direction
        elif self.mirrored:
            self.change, self.mirrored = None, False
        else:
            self.change, self.mirrored = [-change for change in self.change or []], True
        self.step = max(SMALLEST_STEP, self.step * (LONGER if decision == "H1" else SHORTER))
        self.candidate = None
        self.pairs = list(NO_PAIRS)
        self.tried += 1

    def coming(self, scales: Vector, seed: int) -> Iterator[PairAsked]:
        """Yield the pairs of games of this batch, and of those that follow if the test does not decide before."""
        yield from asked(self._challenger(scales, seed), self.weights, self.used, MOST_PAIRS - sum(self.pairs))

    def _challenger(self, scales: Vector, seed: int) -> list[float]:
        """Return the candidate; where there is none, a new one, in place."""
        if self.candidate is None:
            if self.change is None:
                self.change = noise(scales, self.step, derived_seed(seed, "candidate", self.tried))
            self.candidate = [weight + change for weight, change in zip(self.weights, self.change, strict=True)]
        return self.candidate


def noise(scales: Vector, step: float, seed: int) -> list[float]:
    """Return normal noise of `step`, in their scales, for about half of the weights, at least one, and 0 for the others."""
    random = np.random.Generator(np.random.PCG64(seed))
    chosen = random.random(len(scales)) < 0.5
    chosen[random.integers(len(scales))] = True
    return [float(c * step * s * n) for c, s, n in zip(chosen, scales, random.standard_normal(len(scales)), strict=True)]
