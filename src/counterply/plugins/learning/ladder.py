"""A ladder: snapshots of a learning and yardsticks, rated together from all games that they played against one another.

A score cannot rise above 100 %, whoever the opponent is; a rating can, because each snapshot also plays the best one before it.

Letters: P players.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from counterply.arena.statistics import ELO_SCALE, Z95, Standing, ratings, round_to

SLOPE = math.log(10) / ELO_SCALE  # of the logarithm of the odds, by Elo


@dataclass(frozen=True)
class Rating:
    """Elo above the anchor of a ladder, with its 95 % interval."""

    elo: float
    low: float
    high: float

    def json(self) -> dict[str, float | None]:
        """Return it as a document."""
        return {"elo": round_to(self.elo, 1), "elo_low": round_to(self.low, 1), "elo_high": round_to(self.high, 1)}


@dataclass
class Ladder:
    """Who played whom, and how it ended.

    Attributes
    ----------
    anchor : the player whose rating is 0
    names : of the players, the anchor first
    results : standing of player i against player j, by (i, j); each pairing once
    """

    anchor: str
    names: list[str] = field(init=False)
    results: dict[tuple[int, int], Standing] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = [self.anchor]

    def add(self, player: str, other: str, standing: Standing) -> None:
        """Add how a player did against another one, in place."""
        self.names += [name for name in (player, other) if name not in self.names]
        i, j = self.names.index(player), self.names.index(other)
        self.results[i, j] = self.results.get((i, j), Standing()) + standing

    def rated(self) -> dict[str, Rating]:
        """Return the rating of each player, by name.

        The intervals are those of the likelihood's curvature (Fisher's information): one drawn game is added to each pairing, as in
        `ratings`, so that nobody who won or lost everything is infinitely far away.
        """
        elo = np.array(ratings(self.results, len(self.names)))
        elo -= elo[0]
        information = np.zeros((len(elo), len(elo)))
        for (i, j), standing in self.results.items():
            odds = math.exp(SLOPE * (elo[i] - elo[j]))
            weight = (standing.games + 1) * SLOPE**2 * odds / (1 + odds) ** 2
            information[[i, j], [i, j]] += weight
            information[[i, j], [j, i]] -= weight
        error = np.zeros(len(elo))
        error[1:] = np.sqrt(np.diag(np.linalg.pinv(information[1:, 1:])))
        half = Z95 * error
        rows = zip(self.names, elo.tolist(), (elo - half).tolist(), (elo + half).tolist(), strict=True)
        return {name: Rating(*numbers) for name, *numbers in rows}


def snapshot_name(number: int) -> str:
    """Return how a ladder names point `number` of a learning curve."""
    return f"snapshot {number + 1}"


def standing_of(found: dict[str, Any]) -> Standing:
    """Return the standing that a document holds."""
    wins, draws, losses = (int(found[name]) for name in ("wins", "draws", "losses"))
    a, b, c, d, e = map(int, found["pentanomial"])
    return Standing(wins, draws, losses, (a, b, c, d, e), int(found["distinct_pairs"]))


def ladder_of(curve: Sequence[dict[str, Any]], anchor: str) -> Ladder:
    """Return the ladder of a learning curve, each of whose points says whom it `played`."""
    ladder = Ladder(anchor)
    for number, point in enumerate(curve):
        for found in point["played"]:
            ladder.add(snapshot_name(number), found["opponent"], standing_of(found))
    return ladder


def rate(curve: Sequence[dict[str, Any]], anchor: str) -> None:
    """Write into each point of a learning curve how many Elo it is above the anchor, in place."""
    rated = ladder_of(curve, anchor).rated()
    for number, point in enumerate(curve):
        point |= rated[snapshot_name(number)].json()
