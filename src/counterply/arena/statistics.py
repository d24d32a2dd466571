"""Statistics of which player is better: pure functions of wins, draws, losses and pairs.

Two games on one opening, sides swapped, are a *pair*; a pair is worth 0, 1/2, 1, 3/2 or 2 points, and pairs, not games, are the
independent samples: the opening's own advantage cancels within a pair. Everything here works on the mean x of a pair's two games,
0 to 1. With n distinct pairs of mean m and variance v, the *design* d = v / (m (1 - m)) says how a pair compares with one game
that is won or lost: 1 where both games always end alike, 1/2 where they are independent, 0 where every pair is shared. All of
interval, superiority and games needed are Wilson's with n / d such games.

References
----------
E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference.
M. Van den Bergh, "A practical introduction to the GSPRT" (2019), normal approximation; pentanomial as in Fishtest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np

from counterply.core.aliases import Json

Z95 = 1.959963984540054  # two-sided 95 % quantile of the normal distribution
ELO_SCALE = 400.0  # Elo points for odds of ten to one
PAIR_SCORES = np.arange(5) / 4  # the mean of a pair's two games
RATING_ROUNDS, RATING_CHANGE = 1000, 1e-9  # most rounds of the ratings, and the change of a strength's logarithm that ends them
LARGEST_VARIANCE = 0.25  # of any number in 0 .. 1; stands for one pair that was not seen, so that no variance is ever zero

SPRT_ERROR = 0.05  # chance of a wrong verdict of a sequential test, either way

normal_cdf = NormalDist().cdf  # of a number: the chance that a standard normal variable is below it

Pentanomial = tuple[int, int, int, int, int]
NO_PAIRS: Pentanomial = (0, 0, 0, 0, 0)


def elo_of_score(score: float) -> float | None:
    """Return the Elo difference of an expected score; None where it is infinite.

    >>> round(elo_of_score(0.75))
    191
    """
    if not 0.0 < score < 1.0:
        return None
    return ELO_SCALE * math.log10(score / (1.0 - score)) + 0.0


def score_of_elo(elo: float) -> float:
    """Return the expected score of an Elo difference.

    >>> round(score_of_elo(191), 2)
    0.75
    """
    return 1.0 / (1.0 + math.pow(10.0, -elo / ELO_SCALE))


def wilson(mean: float, samples: float) -> tuple[float, float]:
    """Return Wilson's interval (95 %) of a share `mean` seen in `samples` samples; (0, 1) where there are none."""
    if samples <= 0:
        return 0.0, 1.0
    weight = Z95**2 / samples
    centre = (mean + weight / 2) / (1 + weight)
    half = Z95 / (1 + weight) * math.sqrt(mean * (1 - mean) / samples + weight / (4 * samples))
    low = 0.0 if mean <= 0.0 else max(0.0, centre - half)
    high = 1.0 if mean >= 1.0 else min(1.0, centre + half)
    return low, high


def round_to(value: float | None, digits: int = 4) -> float | None:
    """Return a number as JSON documents hold it: rounded, None where there is none or no finite one."""
    return None if value is None or not math.isfinite(value) else round(value, digits)


def lead(interval: tuple[float, float]) -> int:
    """Return 1 if the interval of a score lies above one half, -1 if it lies below, 0 if it holds one half."""
    low, high = interval
    return (low > 0.5) - (high < 0.5)


@dataclass(frozen=True)
class Standing:
    """Results of one side against another. ``a + b`` adds results, ``~a`` is the other side's view.

    Attributes
    ----------
    wins, draws, losses : games
    pairs : how many pairs were worth 0, 1/2, 1, 3/2 and 2 points
    distinct : pairs that do not repeat an earlier one move for move: only these are samples
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: Pentanomial = NO_PAIRS
    distinct: int = 0

    def __add__(self, other: Standing) -> Standing:
        a, b = self.pairs, other.pairs
        return Standing(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            (a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4]),
            self.distinct + other.distinct,
        )

    def __invert__(self) -> Standing:
        return Standing(self.losses, self.draws, self.wins, self.pairs[::-1], self.distinct)

    def json(self) -> Json:
        """Return it with all that follows from it as a document; infinite Elo is None."""
        low, high = self.interval()
        elo_low, elo_high = self.elo_interval()
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round_to(self.score),
            "score_low": round_to(low),
            "score_high": round_to(high),
            "elo": round_to(self.elo(), 2),
            "elo_low": round_to(elo_low, 2),
            "elo_high": round_to(elo_high, 2),
            "pentanomial": list(self.pairs),
            "distinct_pairs": self.distinct,
            "likelihood_of_superiority": round_to(self.superiority()),
            "games_needed": self.games_needed(),
        }

    @property
    def games(self) -> int:
        """How many games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is one point, a draw a half."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """Points per game; None without games."""
        return self.points / self.games if self.games else None

    @property
    def mean(self) -> float:
        """Mean of the pairs, 0 to 1; one half without pairs."""
        count = sum(self.pairs)
        return float(np.dot(self.pairs, PAIR_SCORES)) / count if count else 0.5

    @property
    def variance(self) -> float:
        """Variance of a pair's mean score, one unseen pair of `LARGEST_VARIANCE` counted in."""
        count, mean = sum(self.pairs), self.mean
        seen = float(np.dot(self.pairs, (PAIR_SCORES - mean) ** 2)) / count if count else 0.0
        return (self.distinct * seen + LARGEST_VARIANCE) / (self.distinct + 1)

    @property
    def design(self) -> float:
        """How much a pair varies, as a share of a single game that is won or lost: 0 to 1."""
        binary = self.mean * (1.0 - self.mean)
        return min(1.0, self.variance / binary) if binary > 0 else 1.0

    @property
    def samples(self) -> float:
        """How many independent games, won or lost, would say as much."""
        return self.distinct / self.design

    def interval(self) -> tuple[float, float]:
        """Return the interval of the expected score (95 %); it stays inside 0 .. 1 and is never of no width."""
        return wilson(self.mean, self.samples)

    @property
    def lead(self) -> int:
        """1 if the first side is better, with 95 % confidence, -1 if it is worse, 0 if neither is shown."""
        return lead(self.interval())

    def elo(self) -> float | None:
        """Return the Elo difference of the score; None where it is infinite, or nothing was played."""
        return None if self.score is None else elo_of_score(self.score)

    def elo_interval(self) -> tuple[float | None, float | None]:
        """Return the Elo difference's interval (95 %); None stands for infinite."""
        low, high = self.interval()
        return elo_of_score(low), elo_of_score(high)

    def superiority(self) -> float:
        """Return the likelihood of superiority: how surely the first side is the better one, 0 to 1.

        Above 97.5 % exactly where the 95 % interval is above one half. For independent games without draws it is
        ``normal_cdf((wins - losses) / sqrt(wins + losses))``.
        """
        return normal_cdf((self.mean - 0.5) * 2.0 * math.sqrt(self.samples))

    def games_needed(self) -> int | None:
        """Return how many more games would settle which player is better (95 %) at the present score; None: no number would."""
        lead = abs(self.mean - 0.5)
        if lead == 0.0:
            return None
        pairs = math.ceil(Z95**2 * self.design / (4.0 * lead * lead))
        return 2 * max(0, pairs - self.distinct)


def pair_standing(first_points: float, second_points: float, distinct: bool = True) -> Standing:
    """Return the standing after one pair: a side's points (0, 1/2, 1) in its two games.

    >>> pair_standing(1, 0.5)
    Standing(wins=1, draws=1, losses=0, pairs=(0, 0, 0, 1, 0), distinct=1)
    """
    games = game_standing(first_points) + game_standing(second_points)
    pairs = [0, 0, 0, 0, 0]
    pairs[round(2 * (first_points + second_points))] = 1
    return Standing(games.wins, games.draws, games.losses, (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]), int(distinct))


def game_standing(points: float) -> Standing:
    """Return the standing after one game without its pair."""
    return Standing(int(points == 1), int(points == 0.5), int(points == 0))


@dataclass(frozen=True)
class SprtState:
    """Where a sequential test is: `llr` between `lower` (accept `elo0`) and `upper` (accept `elo1`)."""

    elo0: float
    elo1: float
    llr: float
    lower: float
    upper: float

    @property
    def decision(self) -> Literal["H0", "H1"] | None:
        """'H0', 'H1', or None while undecided."""
        return "H1" if self.llr >= self.upper else "H0" if self.llr <= self.lower else None

    def json(self) -> Json:
        """Return it as a document."""
        rounded = {name: round(getattr(self, name), 4) for name in ("llr", "lower", "upper")}
        return {"elo0": self.elo0, "elo1": self.elo1, **rounded, "decision": self.decision}


def sprt(standing: Standing, elo0: float, elo1: float, alpha: float = SPRT_ERROR, beta: float = SPRT_ERROR) -> SprtState:
    """Return the sequential probability ratio test of "the difference is `elo1`" against "it is `elo0`" (logistic Elo).

    Generalised SPRT on pairs, in the normal approximation: ``LLR = n (s1 - s0) (2 m - s0 - s1) / (2 v)``.

    Parameters
    ----------
    alpha, beta : the chances to accept `elo1` where `elo0` is true, and the other way round
    """
    s0, s1 = score_of_elo(elo0), score_of_elo(elo1)
    llr = standing.distinct * (s1 - s0) * (2 * standing.mean - s0 - s1) / (2 * standing.variance)
    return SprtState(elo0, elo1, llr, math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def share(part: float, whole: float) -> float | None:
    """Return ``part / whole``; None of nothing."""
    return part / whole if whole else None


def first_player_share(won: int, drawn: int, lost: int) -> float | None:
    """Return the share of the points that the first mover made; None without games."""
    return share(won + drawn / 2, won + drawn + lost)


def ratings(results: dict[tuple[int, int], Standing], players: int) -> list[float]:
    """Return Elo ratings of `players` players that explain all results best; their mean is 0.

    Bradley-Terry by minorisation and maximisation; one drawn game is added to each pairing, which keeps all ratings finite.

    Parameters
    ----------
    results : standing of player i against player j, by (i, j); each pairing once

    Source
    ------
    D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004).
    """
    points, games, strengths = np.zeros(players), np.zeros((players, players)), np.ones(players)
    for (i, j), standing in results.items():
        if standing.games:
            points[i] += standing.points + 0.5
            points[j] += standing.games - standing.points + 0.5
            games[[i, j], [j, i]] += standing.games + 1
    for _ in range(RATING_ROUNDS):
        weights = (games / np.add.outer(strengths, strengths)).sum(axis=1)
        better = np.divide(points, weights, out=np.ones(players), where=weights > 0)
        better /= np.exp(np.log(better).mean())
        change = np.abs(np.log(better / strengths)).max()
        strengths = better
        if change < RATING_CHANGE:
            break
    return (ELO_SCALE * np.log10(strengths) + 0.0).tolist()  # type: ignore[no-any-return]
