"""Data of the report's page beyond the results, collected in one pass over the games."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from counterply.arena.record import CHANCE_MOVED, GameRecord
from counterply.arena.schedule import Plan

DIGITS = 3  # of times that are counted together
ROUNDING = 1e-9  # of shares
MOST_FAULTS = 200  # listed; the page says how many there are


class Times:
    """How many moves took how long, to three digits: its size does not grow with the number of games."""

    def __init__(self) -> None:
        self._counts: dict[int, int] = {}  # by microseconds
        self._longest = 0

    def add(self, micros: int) -> None:
        """Count a move, in place."""
        step = 10 ** max(0, len(str(micros)) - DIGITS)
        near = micros // step * step
        self._counts[near] = self._counts.get(near, 0) + 1
        self._longest = max(self._longest, micros)

    def __len__(self) -> int:
        return sum(self._counts.values())

    def quantiles(self, shares: Sequence[float] | np.ndarray) -> np.ndarray:
        """Return the microseconds that these shares of the moves took at most: float64[len(shares)]; that of 1 is exact."""
        micros = np.array(sorted(self._counts), np.float64)
        micros[-1] = self._longest
        upto = np.cumsum([self._counts[each] for each in sorted(self._counts)])
        places = np.searchsorted(upto, np.ceil(np.asarray(shares) * upto[-1] - ROUNDING).clip(1))
        return np.asarray(micros[places])


class MoveTimes:
    """The wall time of moves, by side."""

    def __init__(self, plan: Plan) -> None:
        self._seats = plan.seats
        self.sides = [Times() for _ in plan.sides]

    def add(self, record: GameRecord) -> None:
        """Take note of a game's times, in place."""
        sides = self._seats[record.pairing][record.swapped]
        for mover, micros in zip(record.movers, record.micros, strict=True):
            if mover != CHANCE_MOVED:
                self.sides[sides[mover == "1"]].add(micros)


class GameNumbers:
    """The numbers of the games of each pairing, to choose some from."""

    def __init__(self, plan: Plan) -> None:
        self._by_pairing = [array("q") for _ in plan.pairings]
        self._plies = 0

    def add(self, record: GameRecord) -> None:
        """Take note of a game, in place."""
        self._by_pairing[record.pairing].append(record.number)
        self._plies += len(record.line)

    def within(self, plies: int) -> list[int]:
        """Return the numbers of games with about `plies` plies together at most, as `choose_games` does."""
        games = sum(map(len, self._by_pairing))
        return self.choose_games(games if self._plies <= plies else max(1, games * plies // self._plies))

    def choose_games(self, most: int) -> list[int]:
        """Return at most `most` numbers in order: as many from each pairing, whole pairs of games spread evenly over the run.

        With more pairings than `most`, one game each from pairings spread evenly.
        """
        played = [numbers for numbers in self._by_pairing if numbers]
        if sum(map(len, played)) <= most:
            return sorted(number for numbers in played for number in numbers)
        each = most // len(played)
        if each < 2:
            return sorted(played[at][0] for at in spread(len(played), most))
        found = []
        for numbers in played:
            for at in spread((len(numbers) + 1) // 2, each // 2):
                found += numbers[2 * at : 2 * at + 2].tolist()
        return sorted(found)


@dataclass(frozen=True)
class Fault:
    """A game that was lost otherwise than by the rules; `player` and `opponent` are texts."""

    number: int
    player: str
    opponent: str
    ending: str
    reason: str


class Faults:
    """The games that were lost otherwise than by the rules: how many, and the first `MOST_FAULTS` of them."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[Fault] = []

    def add(self, record: GameRecord) -> None:
        """Take note of a game, in place."""
        if record.fault is None:
            return
        self.count += 1
        if len(self.first) < MOST_FAULTS:
            own, other = record.players[record.fault], record.players[1 - record.fault]
            self.first.append(Fault(record.number, own, other, record.ending, record.reason))


def spread(count: int, most: int) -> list[int]:
    """Return at most `most` of the indices below `count`, spread evenly, the first one included.

    >>> spread(10, 4)
    [0, 2, 5, 7]
    """
    return list(range(count)) if count <= most else [index * count // most for index in range(most)]
