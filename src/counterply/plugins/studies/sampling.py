"""Positions from games with some random moves, and the true worth of each.

The games are between two equal players; one position is taken from each phase of each game, so that the positions of one phase are
of different games. Phases are thirds of each game, or begin at given plies. The worth is proven where a node
budget suffices; else it is that of a deep search with the game's own evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.record import replay_line
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.core.report import Report
from counterply.core.values import DECIDED_WIN, ONGOING
from counterply.players.named import NamedPlayer
from counterply.search import textbook
from counterply.search.alphabeta.engine import can_be_searched_to_the_end
from counterply.search.choose import Wishes, search_for
from counterply.search.exact import retrograde
from counterply.search.exact.solution import WINS
from counterply.search.exact.solve import solve
from counterply.search.request import SearchRequest
from counterply.usercode.loading import load_evaluator

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

THIRDS = ("first third", "second third", "last third")
MOVE_NODES = 500  # for each move of the games that positions are taken from
RANDOM_SHARE = 0.2  # of their moves
LONGEST_GAME = 300  # plies, where a game declares no longest length
PROOF_MEMORY = 64  # MB, of one proof


@dataclass(frozen=True)
class Sample:
    """A position with its true worth, in the view of the side to move.

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
        """The worth of the position as a result: 0, 1/2 or 1."""
        return (1 + self.truth) / 2


def play_games(game: Any, player: str, games: int, seed: int, stop: Stop | None = None) -> Iterator[list[Any]]:
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
            position = replay_line(game, openings[number])
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


def sample_phases(courses: Iterable[list[Any]], seed: int, bounds: Sequence[int] = ()) -> Iterator[tuple[Any, str]]:
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
    """The true worth of positions, by proof or by a deep search."""

    def __init__(self, game: Any, nodes: int, stop: Stop | None = None) -> None:
        self.game = game
        self.limit = Limit(nodes=nodes, stop=stop)
        self.evaluator = load_evaluator(None, game)
        self.search = search_for(game, self.evaluator, Wishes(worlds=None))
        self.search.warm_up(game.start())
        self.solvable = game.compiled and (can_be_searched_to_the_end(game) or (game.repeats and retrograde.applies_to(game)))

    def deep(self, position: AnyPosition) -> Report:
        """Return the last report of a deep search."""
        self.search.forget()
        *_, report = self.search.deepen(SearchRequest(position, self.limit))
        return report

    def __call__(self, position: AnyPosition, phase: str) -> Sample:
        """Return `position` with its worth."""
        report = self.deep(position)
        score = int(report.score or 0)
        if not report.proven and self.solvable:
            solution = solve(position, self.limit, memory_mb=PROOF_MEMORY)
            if solution.proven:
                truth = WINS[solution.outcome] * (1 if position.turn == 0 else -1)
                return Sample(position, phase, truth, truth * DECIDED_WIN, True)
        return Sample(position, phase, (score > 0) - (score < 0), score, bool(report.proven))


class Values:
    """An evaluator's values of a game's positions, on its grid."""

    def __init__(self, evaluator: Evaluator, game: Any) -> None:
        self.evaluator = evaluator
        self.value: Callable[[Any, int], int] = textbook.evaluation(game, evaluator)

    def units(self, position: AnyPosition, seat: int) -> float:
        """Return the value for `seat` in the evaluator's unit."""
        return self.value(position, seat) / self.evaluator.grid

    def of(self, samples: Sequence[Sample]) -> list[int]:
        """Return the value of each position for its side to move."""
        return [self.value(sample.position, sample.position.turn) for sample in samples]
