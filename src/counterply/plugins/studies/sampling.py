"""Positions from games with some random moves, and the true worth of each.

The games are between two equal players; one position is taken from each phase of each game, so that the positions of one phase are
of different games. Phases are thirds of each game, or begin at given plies. The worth is proven where a node
budget suffices; else it is that of a deep search with the game's own evaluator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.arena.openings import derived_seed, random_openings, stored_moves
from counterply.arena.record import positions, replay_line
from counterply.core.evaluator import Evaluator
from counterply.core.game_sources import reference
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
from counterply.usercode.names import split_name
from counterply.usercode.trust import checked_game
from counterply.work.job import Job
from counterply.work.place import Place

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
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


class Courses:
    """Games that a player plays against itself; a fifth of the moves (`RANDOM_SHARE`) is random. A context manager."""

    def __init__(self, game: Any, player: str, seed: int, stop: Stop | None = None) -> None:
        self._game, self._seed, self._stop = game, seed, stop
        self._seats = NamedPlayer(player), NamedPlayer(player)

    def __call__(self, number: int, opening: Sequence[Any]) -> list[Any]:
        """Return the positions of a game from the opening on, without the final one; it is left after `LONGEST_GAME` plies."""
        game, random = self._game, Random(derived_seed(self._seed, "accuracy", number))
        limit, longest = Limit(nodes=MOVE_NODES, stop=self._stop), game.max_plies or LONGEST_GAME
        for seat, made in enumerate(self._seats):
            made.start(game, seat, derived_seed(self._seed, "accuracy", number, seat))
        position = replay_line(game, opening)
        course = []
        while position.outcome() == ONGOING and position.ply < longest and not self._stop:
            course.append(position)
            by_chance = random.random() < RANDOM_SHARE
            move = random.choice(position.moves()) if by_chance else self._seats[position.turn].choose(position, limit).move
            position = position.after(move)
        return course

    def close(self) -> None:
        """Close the player."""
        for made in self._seats:
            made.close()


def openings_for(game: Game | PlainGame, games: int, seed: int) -> Sequence[Any]:
    """Return the openings of so many games."""
    drawn = random_openings(game, games, derived_seed(seed, "accuracy"))
    return [drawn[number] for number in range(games)]


def play_games(game: Game, player: str, games: int, seed: int, stop: Stop | None = None) -> Iterator[list[Any]]:
    """Yield the courses of some games, in order."""
    with closing(Courses(game, player, seed, stop)) as play:
        for number, opening in enumerate(openings_for(game, games, seed)):
            course = play(number, opening)
            if stop:
                return
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
        textbook.require_plain_rules(game)
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


@dataclass(frozen=True)
class SampleSettings:
    """Which positions are taken, and how their worth is found out.

    Attributes
    ----------
    player : who plays the games that the positions are from, both sides
    games : how many of them
    nodes : to prove a position, and to search it deeply
    phases : the plies at which phases begin, besides 0; none are thirds of each game
    seed : decides the games
    """

    player: str
    games: int
    nodes: int
    phases: Sequence[int]
    seed: int


class SamplesWorker:
    """Plays the games that positions are taken from, and finds out what positions are worth."""

    def __init__(self, given: dict[str, Any], stop: Stop) -> None:
        self._game = checked_game(given["game"], given["options"])
        self._play = Courses(self._game, given["player"], given["seed"], stop)
        self._truth = Truth(self._game, given["nodes"], stop)

    def do(self, piece: dict[str, Any]) -> Any:
        """Return the line of a game with this opening, or the truth, score and proof of the position after a line."""
        if "opening" in piece:
            course = self._play(piece["number"], piece["opening"])
            return stored_moves(self._game, course[-1].history) if course else ()
        sample = self._truth(replay_line(self._game, piece["line"]), "")
        return sample.truth, sample.score, sample.proven

    def close(self) -> None:
        """Close the player."""
        self._play.close()


def samples_of(game: Game | PlainGame, settings: SampleSettings, place: Place, stop: Stop) -> Iterator[Sample]:
    """Yield positions of games with their worth, the games and the proofs done at a place; until `stop`."""
    source, options = reference(game)
    games, phases, seed = settings.games, settings.phases, settings.seed
    given = {"game": source, "options": options, "player": settings.player, "nodes": settings.nodes, "seed": seed}
    names = ((source, options), split_name(settings.player))
    job = Job(f"{__name__}:SamplesWorker", given, names, (source, options), lambda piece: "the study of a position")
    openings = openings_for(game, games, seed)
    with place.open(job, len(phase_names(phases)) * games, stop=stop) as work:
        lines = list(work.in_order({"number": number, "opening": opening} for number, opening in enumerate(openings)))
        courses = ([*positions(game, line)][len(opening) :] for opening, line in zip(openings, lines, strict=False) if line)
        chosen = list(sample_phases(courses, seed, phases)) if not stop else []
        judged = work.with_answers(chosen, lambda each: {"line": stored_moves(game, each[0].history)})
        for (position, phase), (truth, score, proven) in judged:
            yield Sample(position, phase, truth, score, proven)
