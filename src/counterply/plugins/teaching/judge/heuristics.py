"""Checks a student's heuristic in one game: it should answer numbers, quickly, for both seats, and go with the truth."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice, pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.arena.openings import random_openings
from counterply.arena.record import replay_line
from counterply.arena.statistics import wilson
from counterply.core.errors import EvaluatorError, GameError
from counterply.core.limits import Stop
from counterply.core.values import HEURISTIC_LIMIT, ONGOING, points_of
from counterply.plugins.studies.accuracy import ALL_PHASES, agreement
from counterply.plugins.studies.sampling import LONGEST_GAME, Truth, Values, play_games, sample_phases
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.core.evaluator import Evaluator
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

GAMES_FOR = 3  # positions of one game
TRUTH_NODES = 20_000  # to find a position's true value
TIMED = 200  # calls that are timed
DUELS = 20  # openings; each is played twice, with the sides swapped
DUEL_SECONDS = 4.0  # of all duels: a slow heuristic has fewer
HUGE = 1e18  # beyond all values, for the end of the game
LOST = 0.25  # share of the points at which a heuristic is called reversed, if it is surely below a half too
SEED = 1
PLAYER = "engine"


@dataclass
class HeuristicReport:
    """Findings about a heuristic; values in its own unit.

    Attributes
    ----------
    faults : found in it, one line each
    positions, proven : that it was asked about, and how many of them are proven
    lowest, highest : of its values for the side to move
    different : how many different values there are
    antisymmetric : whether its value for one seat was always minus that for the other
    decided : how many of them one side wins, as far as is known
    sign_right : share of those whose sign is right; None without any
    rank : Spearman's correlation with the positions' true values; None where it says nothing
    rank_low, rank_high : its 95 % interval
    duels : games, one ply deep, of a player that maximises it against one that minimises it
    duel_points : of the first one in them, a draw counts a half
    microseconds : of one call
    plain : whether it runs in plain Python
    """

    name: str
    game: str
    faults: list[str]
    notes: list[str]
    positions: int = 0
    proven: int = 0
    lowest: float = 0.0
    highest: float = 0.0
    different: int = 0
    antisymmetric: bool = True
    decided: int = 0
    sign_right: float | None = None
    rank: float | None = None
    rank_low: float | None = None
    rank_high: float | None = None
    duels: int = 0
    duel_points: float = 0.0
    microseconds: float = 0.0
    plain: bool = False

    @property
    def right(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

    @property
    def seems_reversed(self) -> bool:
        """Whether making it as large as possible is surely worse than making it as small as possible."""
        share = self.duel_points / max(1, self.duels)
        return share <= LOST and wilson(share, self.duels)[1] < 0.5

    @property
    def duel_text(self) -> str:
        """The result of the duels, as a phrase."""
        points = f"{self.duel_points:g} points in {self.duels} games"
        return f"one ply deep, a player who maximises it makes {points} against one who minimises it"

    def __str__(self) -> str:
        return "\n".join(report_lines(self))

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply check --json`` prints."""
        return {**asdict(self), "right": self.right}


def inspect_heuristic(file: str, game: Any, positions: int, stop: Stop) -> HeuristicReport:
    """Return findings about a heuristic from its values of positions of games."""
    report = HeuristicReport(file, game.full_name, [], [])
    try:
        evaluator = checked_evaluator(file, game)
    except GameError as error:
        report.faults.append(str(error))
        return report
    values = Values(evaluator, game)
    truth = Truth(game, TRUTH_NODES, stop)
    courses = play_games(game, PLAYER if game.compiled else "alphabeta", max(1, positions // GAMES_FOR), SEED, stop)
    samples = [truth(position, phase) for position, phase in islice(sample_phases(courses, SEED), positions) if not stop]
    if not samples:
        return report
    try:
        own, others, again = ([values.units(each.position, each.position.turn ^ other) for each in samples] for other in (0, 1, 0))
    except EvaluatorError as error:
        report.faults.append(" ".join(str(error).split()))
        return report
    found = [*zip(own, others, strict=True)]
    report.positions, report.proven = len(samples), sum(each.proven for each in samples)
    report.lowest, report.highest, report.different = min(own), max(own), len(set(own))
    report.antisymmetric = all(math.isclose(one, -other, abs_tol=1 / evaluator.grid) for one, other in found)
    report.plain = evaluator.plain or (game.compiled and evaluator.bind(game).plain)
    _time(report, values, samples)
    agreed = agreement(ALL_PHASES, samples, values.of(samples))
    report.decided, report.sign_right, report.rank = agreed.decided, agreed.right, agreed.rank
    report.rank_low, report.rank_high = agreed.rank_low, agreed.rank_high
    if report.different > 1:
        points = list(duels(game, values, stop))
        report.duels, report.duel_points = len(points), sum(points)
    report.faults += _faults(report, found, again, evaluator)
    report.notes += _notes(report, own, samples, game)
    return report


def _time(report: HeuristicReport, values: Values, samples: list[Any]) -> None:
    begin = time.perf_counter()
    for number in range(TIMED):
        position = samples[number % len(samples)].position
        values.value(position, position.turn)
    report.microseconds = (time.perf_counter() - begin) / TIMED * 1e6


def duels(game: Game | PlainGame, values: Values, stop: Stop) -> Iterator[float]:
    """Yield the points of the maximiser of a heuristic against its minimiser, an opening's two games at a time.

    Both look one ply ahead, see when the game is over, and choose among equal moves at random. None with hidden cards or dice.
    """
    if game.compiled and (game.chance or game.hidden):
        return
    openings, random, end = random_openings(game, DUELS, SEED), Random(SEED), time.monotonic() + DUEL_SECONDS
    for number in range(DUELS):
        points = [_duel(replay_line(game, openings[number]), seat, values, random, end) for seat in (0, 1)]
        if stop or None in points:
            return
        yield from (each for each in points if each is not None)


def _duel(position: AnyPosition, liking: int, values: Values, random: Random, end: float) -> float | None:
    """Return the points that seat `liking` makes; None where the time is up."""
    longest = position.game.max_plies or LONGEST_GAME
    while position.outcome() == ONGOING and position.ply < longest:
        if time.monotonic() > end:
            return None
        seat, best = position.turn, -math.inf
        chosen: list[Any] = []
        for move in position.moves():
            child = position.after(move)
            outcome, sign = child.outcome(), 1 if seat == liking else -1
            worth = sign * values.value(child, seat) if outcome == ONGOING else (points_of(outcome, seat) - 0.5) * HUGE
            if worth > best or not chosen:
                best, chosen = worth, []
            if worth == best:
                chosen.append(child)
        position = random.choice(chosen)
    outcome = position.outcome()
    return 0.5 if outcome == ONGOING else points_of(outcome, liking)


def _faults(report: HeuristicReport, found: list[tuple[float, float]], again: list[float], evaluator: Evaluator) -> Iterable[str]:
    own = [value for value, _ in found]
    if own != again:
        yield "asked twice, it returns two different values: does it keep something between calls, or is it random?"
    if any(abs(value) >= HEURISTIC_LIMIT / evaluator.grid for value in own):
        yield "a value is infinite, or as good as: the search cannot tell it from a won game"
    if report.different == 1:
        yield f"it returns {own[0]:g} for every position, so it cannot tell them apart"
    if report.different > 1 and all(math.isclose(one, other, abs_tol=1 / evaluator.grid) for one, other in found):
        yield "it returns the same for both players: a position that is good for one must be bad for the other"
    elif report.rank_high is not None and report.rank_high < 0:
        yield f"it prefers lost positions: its values go against the truth (rank correlation {report.rank:+.2f})"
    elif report.seems_reversed:
        yield (f"its sign seems reversed: {report.duel_text}. Large must be good for `player`")


def _notes(report: HeuristicReport, own: list[float], samples: list[Any], game: Game) -> Iterable[str]:
    if not report.antisymmetric:
        yield "its value for one player is not minus that for the other; right in our searches, wrong in a negamax"
    if report.plain:
        yield "it runs in plain Python, which is slow; `counterply verify` names the lines that cannot be compiled"
    for other in game.evaluators:
        theirs = Values(other, game).of(samples)
        if other.name != report.name and len(set(theirs)) > 1 and _same_order(own, theirs):
            yield f"it never differs from the game's own {other.name} but by scale: it is the same heuristic"
    low, high = wilson(report.duel_points / max(1, report.duels), report.duels)
    unclear = report.rank_low is not None and report.rank_high is not None and report.rank_low <= 0 <= report.rank_high
    if unclear and low <= 0.5 <= high:
        yield "these positions do not show whether its values agree with the truth; take more (--positions)"


def _same_order(one: list[float], other: list[int]) -> bool:
    """Tell whether two lists put the same things in the same order, equals aside from none."""
    ranked = sorted({*zip(one, other, strict=True)})
    return all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(ranked))


def report_lines(report: HeuristicReport) -> list[str]:
    """Return a report for a person."""
    head = f"{report.name} in {report.game}: {'nothing wrong' if report.right else 'wrong'}"
    lines = [head, *(f"wrong: {fault}" for fault in report.faults)]
    if report.positions:
        lines.append(f"{report.positions} positions of games, {report.proven} of them proven")
        lowest, highest = round(report.lowest, 2), round(report.highest, 2)
        lines.append(f"values for the side to move: {lowest:g} to {highest:g}, {report.different} different ones")
        if report.sign_right is not None:
            lines.append(f"sign right in {report.sign_right:.0%} of the {report.decided} that one side wins, as far as is known")
        if report.rank is not None:
            lines.append(f"rank correlation with the truth {report.rank:+.2f} ({report.rank_low:+.2f} to {report.rank_high:+.2f})")
        if report.duels:
            lines.append(report.duel_text)
        lines.append(f"one call takes {report.microseconds:.0f} us from Python")
    return [*lines, *(f"note: {text}" for text in report.notes)]
