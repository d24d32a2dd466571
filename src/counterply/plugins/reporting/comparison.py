"""Two columns of a run compared: by how much one scored more than the other against the opponents that both met.

All columns of a row meet the same openings, and so do all pairings of a round robin. So a sample is one opening against one
opponent: the one player's points from its two games there minus the other's. The effects of opening and opponent
cancel, and the interval is narrower than those of the two scores.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from itertools import combinations

from counterply.arena.record import GameRecord
from counterply.arena.schedule import Pairer, Plan
from counterply.arena.statistics import Z95

MISSING = -1.0
LARGEST_VARIANCE = 1.0  # of any number in -1 .. 1; stands for one sample that was not seen, so that no variance is ever zero


@dataclass(frozen=True)
class Difference:
    """By how much `player` scored more than `other` against opponents that both met, on the same openings.

    Attributes
    ----------
    player, other : indices of columns
    opponents : how many opponents both met
    samples : openings against opponents that both have played, repetitions left out
    mean : of the differences, -1 to 1; 0 without samples
    variance : of one difference, one unseen sample of `LARGEST_VARIANCE` counted in
    """

    player: int
    other: int
    opponents: int
    samples: int
    mean: float
    variance: float

    def interval(self) -> tuple[float, float]:
        """Return the interval of the expected difference (95 %), inside -1 .. 1."""
        if not self.samples:
            return -1.0, 1.0
        half = Z95 * math.sqrt(self.variance / self.samples)
        return max(-1.0, self.mean - half), min(1.0, self.mean + half)


class _Pairs:
    """Scores and contents of one column's pairs against one opponent, by round; the score of one that is missing is `MISSING`."""

    def __init__(self) -> None:
        self.scores, self.contents = array("d"), array("q")

    def add(self, round_: int, score: float, content: int) -> None:
        """Keep a pair, in place."""
        while len(self.scores) <= round_:
            self.scores.append(MISSING)
            self.contents.append(0)
        self.scores[round_], self.contents[round_] = score, content


class Comparisons:
    """Collects each column's points in its pairs of games, by opponent and opening."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._pairings = plan.pairings
        self._pairer = Pairer(plan)
        self._pairs: list[dict[int, _Pairs]] = [{} for _ in plan.players]
        self._needed = len(plan.players) > (1 if plan.against else 2)  # two columns that met a third

    def add(self, record: GameRecord) -> None:
        """Take note of a game, in place."""
        pair, pairing = self._pairer.add(record) if self._needed else None, self._pairings[record.pairing]
        if pair is None:
            return
        score = sum(pair.points) / 2
        self._pairs[pairing.player].setdefault(pairing.opponent, _Pairs()).add(record.round, score, pair.content)
        if self._plan.against is None:
            self._pairs[pairing.opponent].setdefault(pairing.player, _Pairs()).add(record.round, 1.0 - score, pair.content)

    def difference(self, player: int, other: int) -> Difference:
        """Return the mean difference of two columns in points a game, -1 to 1, over openings of both, with its interval."""
        mine, theirs = self._pairs[player], self._pairs[other]
        found = {}  # the same games twice, move for move, are no new sample
        for opponent in mine.keys() & theirs.keys():
            ours, others = mine[opponent], theirs[opponent]
            for score, content, other_score, other_content in zip(
                ours.scores, ours.contents, others.scores, others.contents, strict=False
            ):
                if score >= 0 and other_score >= 0:
                    found[opponent, content, other_content] = score - other_score
        count = len(found)
        mean = math.fsum(found.values()) / count if count else 0.0
        squares = math.fsum((value - mean) ** 2 for value in found.values())
        variance = (squares + LARGEST_VARIANCE) / (count + 1)
        return Difference(player, other, len({place[0] for place in found}), count, mean, variance)

    def all(self) -> list[Difference]:
        """Return the comparison of each two columns that met a common opponent."""
        pairs = combinations(range(len(self._plan.players)), 2)
        return [found for a, b in pairs if (found := self.difference(a, b)).samples]
