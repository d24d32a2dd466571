"""Games by machine, of a run on a cluster, and whether one of them does not fit the others."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, variance

from counterply.arena.record import GameRecord
from counterply.arena.schedule import Pairer, Plan
from counterply.arena.statistics import normal_cdf, share


@dataclass
class MachineShare:
    """One machine's share of the games.

    Attributes
    ----------
    surplus, variance : how much more than its share the players named first scored in its pairs, and the variance of that
    """

    name: str
    processor: str
    games: int = 0
    nodes: int = 0
    seconds: float = 0.0
    overruns: int = 0
    surplus: float = 0.0
    variance: float = 0.0
    pairs: int = 0

    @property
    def nodes_per_second(self) -> float | None:
        """Of the moves that were searched."""
        return share(self.nodes, self.seconds)

    @property
    def residual(self) -> float:
        """The surplus in standard deviations; beyond 3 or so something is wrong with a machine."""
        return self.surplus / math.sqrt(self.variance) if self.variance else 0.0


class Machines:
    """Gathers games by machine.

    Parameters
    ----------
    played_on : name and processor of the machine of each game, as `Store.machines` tells
    """

    def __init__(self, plan: Plan, played_on: Mapping[int, tuple[str, str]]) -> None:
        self._played_on = played_on
        self._found: dict[str, MachineShare] = {}
        self._pairer = Pairer(plan)
        self._pairs: list[list[tuple[str, float]]] = [[] for _ in plan.pairings]  # by pairing: machine and score of each pair

    def add(self, record: GameRecord) -> None:
        """Take note of a game, in place."""
        if record.number not in self._played_on:
            return
        name, processor = self._played_on[record.number]
        machine = self._found.setdefault(name, MachineShare(name, processor))
        machine.games += 1
        machine.nodes += sum(record.nodes)
        machine.seconds += record.search_seconds
        machine.overruns += sum(record.overruns)
        pair = self._pairer.add(record)
        if pair is not None:
            self._pairs[record.pairing].append((name, sum(pair.points) / 2))

    def all(self) -> list[MachineShare]:
        """Return the machines by name, with how well their results fit those of all; once, after the last game."""
        for pairs_of in filter(None, self._pairs):
            scores = [score for _, score in pairs_of]
            mean, count = fmean(scores), len(scores)
            spread = variance(scores, mean) if count > 1 else 0.0
            for machine in self._found.values():
                own = [score for name, score in pairs_of if name == machine.name]
                machine.pairs += len(own)
                machine.surplus += sum(own) - len(own) * mean
                machine.variance += spread * len(own) * (1 - len(own) / count)  # of all, its own included
        return [self._found[name] for name in sorted(self._found)]


def misfit(machines: list[MachineShare]) -> float | None:
    """Return how surely results depend on the machine: the chi-square test's confidence, 0 to 1; None of fewer than two machines.

    Chi-square of the residuals, each weighed by the share that others played; degrees of freedom: one less than there are machines.
    Its distribution by Wilson and Hilferty's approximation (1931).
    """
    judged = [machine for machine in machines if machine.variance]
    if len(judged) < 2:
        return None
    total = sum(machine.pairs for machine in judged)
    square = sum((1 - machine.pairs / total) * machine.residual**2 for machine in judged)
    freedom = len(judged) - 1
    spread = 2 / (9 * freedom)
    return normal_cdf((math.cbrt(square / freedom) - (1 - spread)) / math.sqrt(spread))
