"""How well an evaluator predicts: its values against proofs and deep searches, by phase of the game.

The positions are of games between two equal players with some random moves: one from each phase of each game, so that the
positions of one phase are of different games. Phases are thirds of each game, or begin at given plies. What a position is really
worth is proven where a node budget suffices, and else what a deep search with the game's own evaluator says; every number tells how
many are proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.record import replayed
from counterply.arena.statistics import share, spearman, spearman_interval, wilson
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.loading import load_evaluator
from counterply.core.report import Report
from counterply.core.values import DECIDED_DISTANCE, ONGOING, proven_win
from counterply.players.named import NamedPlayer
from counterply.search import textbook
from counterply.search.alphabeta.engine import Engine, can_be_searched_to_the_end, require_engine_rules
from counterply.search.exact import retrograde
from counterply.search.exact.solve import solve

THIRDS = ("first third", "second third", "last third")
ALL_PHASES = "all"
MOVE_NODES = 500  # for each move of the games that positions are taken from
RANDOM_SHARE = 0.2  # of their moves
LONGEST_GAME = 300  # plies, where a game declares no longest length
DEEP_NODES = 100_000  # to prove a position, and to search one that is not proven
PROOF_MEMORY = 64  # MB
GROUPS = 5  # of positions by their value, for the calibration


@dataclass(frozen=True)
class Sample:
    """A position with what it is really worth, in the view of the side to move.

    Attributes
    ----------
    phase : its name
    truth : 1 it wins, 0 a draw, -1 it loses; of an unproven one, the sign of the deep search's score
    score : of the deep search, or proven; larger is better
    proven : whether `truth` is
    """

    position: Any
    phase: str
    truth: int
    score: int
    proven: bool

    @property
    def points(self) -> float:
        """What the position is worth as a result: 0, 1/2 or 1."""
        return (1 + self.truth) / 2


@dataclass(frozen=True)
class Agreement:
    """How an evaluator did on some positions; numbers are None where there is nothing to count.

    Attributes
    ----------
    phase : its name, or `ALL_PHASES`
    positions, proven : how many there are, and how many of them are proven
    decided : how many are no draw: only they have a sign
    right : share of the decided ones whose value has the right sign; a value of 0 counts a half
    right_low, right_high : its 95 % interval
    right_proven : the same share, of the proven ones only
    silent : share of the decided ones whose value is 0
    rank, rank_low, rank_high : Spearman's correlation of value and score over all positions, with its 95 % interval
    """

    phase: str
    positions: int
    proven: int
    decided: int
    right: float | None
    right_low: float
    right_high: float
    right_proven: float | None
    silent: float | None
    rank: float | None
    rank_low: float | None
    rank_high: float | None


@dataclass(frozen=True)
class Group:
    """Positions that an evaluator gives neighbouring values, and which share of the points the side to move really makes there.

    `lowest` and `highest` are values in the evaluator's unit; `place` is the mean rank among all positions, 0 to 1.
    """

    lowest: float
    highest: float
    place: float
    positions: int
    won: float
    won_low: float
    won_high: float


def played_games(game: Any, player: str, games: int, seed: int, stop: Stop | None = None) -> Iterator[list[Any]]:
    """Yield the positions of each game that `player` plays against itself, from the opening on, without the final one.

    A fifth of the moves (`RANDOM_SHARE`) is random. Games without end are left after `LONGEST_GAME` plies.
    """
    openings = random_openings(game, games, derived_seed(seed, "accuracy"))
    limit = Limit(nodes=MOVE_NODES, stop=stop)
    longest = game.max_plies or LONGEST_GAME
    with NamedPlayer(player) as first, NamedPlayer(player) as second:
        seats = first, second
        for number in range(games):
            random = Random(derived_seed(seed, "accuracy", number))
            for seat, made in enumerate(seats):
                made.start(game, seat, derived_seed(seed, "accuracy", number, seat))
            position = replayed(game, openings[number])
            course = []
            while position.outcome() == ONGOING and position.ply < longest:
                if stop:
                    return
                course.append(position)
                by_chance = random.random() < RANDOM_SHARE
                move = random.choice(position.moves()) if by_chance else seats[position.turn].choose(position, limit).move
                position = position.after(move)
            yield course


def phase_names(bounds: Sequence[int]) -> tuple[str, ...]:
    """Return the names of the phases that begin at the plies `bounds`, and at ply 0; without any: of thirds.

    >>> phase_names([8, 20])
    ('plies 0 to 7', 'plies 8 to 19', 'plies 20 on')
    """
    if not bounds:
        return THIRDS
    begins = [0, *bounds]
    return (*(f"plies {first} to {last - 1}" for first, last in pairwise(begins)), f"plies {begins[-1]} on")


def parts_of(course: list[Any], bounds: Sequence[int]) -> list[list[Any]]:
    """Return the positions of a game by phase."""
    if not bounds:
        count = len(THIRDS)
        return [course[len(course) * third // count : len(course) * (third + 1) // count] for third in range(count)]
    return [
        [position for position in course if first <= position.ply < last]
        for first, last in pairwise([0, *bounds, course[-1].ply + 1])
    ]


def sampled(courses: Iterable[list[Any]], seed: int, bounds: Sequence[int] = ()) -> Iterator[tuple[Any, str]]:
    """Yield a random position of each phase of each game, with the phase; never two that are the same up to symmetry."""
    random = Random(derived_seed(seed, "sampled"))
    seen: set[int] = set()
    for course in courses:
        for phase, part in zip(phase_names(bounds), parts_of(course, bounds), strict=True):
            if not part:
                continue
            position = random.choice(part)
            key = position.canonical_key()
            if key not in seen:
                seen.add(key)
                yield position, phase


class Truth:
    """Says what positions are really worth, by proof or by a deep search."""

    def __init__(self, game: Any, nodes: int = DEEP_NODES, stop: Stop | None = None) -> None:
        self.game = game
        self.limit = Limit(nodes=nodes, stop=stop)
        self.evaluator = load_evaluator(None, game)
        self.engine: Engine | None = None
        if game.compiled:
            require_engine_rules(game)
            self.engine = Engine(game, self.evaluator)
            self.engine.warm_up(game.start())
        else:
            textbook.require_plain_rules(game)
            self._evaluate = textbook.evaluation(game, self.evaluator)
        self.solvable = game.compiled and (can_be_searched_to_the_end(game) or (game.repeats and retrograde.applies_to(game)))

    def deep(self, position: Any) -> Report:
        """Return the last report of a deep search."""
        if self.engine is None:
            *_, report = textbook.deepen(position, self.limit, self.evaluator, self._evaluate)
        else:
            self.engine.forget()
            *_, report = self.engine.deepen(position, self.limit)
        return report

    def __call__(self, position: Any, phase: str) -> Sample:
        """Return what `position` is worth."""
        report = self.deep(position)
        score = int(report.score or 0)
        if not report.proven and self.solvable:
            solution = solve(position, self.limit, memory_mb=PROOF_MEMORY)
            if solution.proven:
                truth = {"first": 1, "second": -1}.get(str(solution.outcome), 0) * (1 if position.turn == 0 else -1)
                return Sample(position, phase, truth, truth * int(proven_win(DECIDED_DISTANCE)), True)
        return Sample(position, phase, (score > 0) - (score < 0), score, bool(report.proven))


class Values:
    """An evaluator's values of a game's positions, on its grid."""

    def __init__(self, evaluator: Evaluator, game: Any) -> None:
        self.evaluator = evaluator
        self.value: Callable[[Any, int], int] = textbook.evaluation(game, evaluator)

    def units(self, position: Any, seat: int) -> float:
        """Return the value for `seat` in the evaluator's unit."""
        return self.value(position, seat) / self.evaluator.grid

    def of(self, samples: Sequence[Sample]) -> list[int]:
        """Return the value of each position for its side to move."""
        return [self.value(sample.position, sample.position.turn) for sample in samples]


def agreement(phase: str, samples: Sequence[Sample], values: Sequence[int]) -> Agreement:
    """Return how the `values` of `samples`, for their side to move, agree with what the positions are worth."""

    def right(pairs: list[tuple[Sample, int]]) -> float:
        return sum(0.5 if value == 0 else float((value > 0) == (sample.truth > 0)) for sample, value in pairs)

    decided = [(sample, value) for sample, value in zip(samples, values, strict=True) if sample.truth]
    known = [(sample, value) for sample, value in decided if sample.proven]
    rate = share(right(decided), len(decided))
    low, high = wilson(rate or 0.0, len(decided))
    rank = spearman(values, [sample.score for sample in samples]) if samples else None
    ends = (None, None) if rank is None else spearman_interval(rank, len(samples))
    return Agreement(
        phase=phase,
        positions=len(samples),
        proven=sum(sample.proven for sample in samples),
        decided=len(decided),
        right=rate,
        right_low=low,
        right_high=high,
        right_proven=share(right(known), len(known)),
        silent=share(sum(value == 0 for _, value in decided), len(decided)),
        rank=rank,
        rank_low=ends[0],
        rank_high=ends[1],
    )


def by_phase(samples: Sequence[Sample], values: Sequence[int], names: Sequence[str] = THIRDS) -> list[Agreement]:
    """Return the agreement in each phase that has positions, and in all of them."""
    rows = []
    for name in names:
        chosen = [index for index, sample in enumerate(samples) if sample.phase == name]
        if chosen:
            rows.append(agreement(name, [samples[index] for index in chosen], [values[index] for index in chosen]))
    return [*rows, agreement(ALL_PHASES, samples, values)]


def calibration(samples: Sequence[Sample], values: Sequence[int], grid: int) -> list[Group]:
    """Return up to `GROUPS` groups of positions by value, lowest first, about equally large; equal values stay together."""
    order = sorted(range(len(values)), key=values.__getitem__)
    groups: list[Group] = []
    first = 0
    while first < len(order):
        last = max(first, (len(groups) + 1) * len(order) // GROUPS - 1)
        while last + 1 < len(order) and values[order[last + 1]] == values[order[last]]:
            last += 1
        chosen = order[first : last + 1]
        won = sum(samples[index].points for index in chosen) / len(chosen)
        ends = values[chosen[0]] / grid, values[chosen[-1]] / grid
        groups.append(Group(*ends, (first + last + 1) / 2 / len(order), len(chosen), won, *wilson(won, len(chosen))))
        first = last + 1
    return groups
