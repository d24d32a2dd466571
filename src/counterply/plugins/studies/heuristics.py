"""What is found in a heuristic, in one game: it should answer numbers, quickly, for both seats, and go with the truth."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from counterply.core.errors import EvaluatorError, GameError
from counterply.core.limits import Stop
from counterply.core.values import HEURISTIC_LIMIT, signed
from counterply.plugins.studies.accuracy import ALL_PHASES, Agreement, agreement
from counterply.plugins.studies.sampling import Truth, Values, play_games, sample_phases
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.core.evaluator import Evaluator

GAMES_FOR = 3  # positions of one game
TRUTH_NODES = 20_000  # to find a position's true value
TIMED = 200  # calls that are timed
SEED = 1
PLAYER = "engine"


@dataclass
class HeuristicReport:
    """Findings about a heuristic; values in its own unit.

    Attributes
    ----------
    faults : found in it, one line each
    lowest, highest : of its values for the side to move
    different : how many different values there are
    antisymmetric : whether its value for one seat was always minus that for the other
    agreement : of its values with the positions' true ones; None before any was looked at
    microseconds : of one call
    plain : whether it runs in plain Python
    """

    name: str
    game: str
    faults: list[str]
    notes: list[str]
    lowest: float = 0.0
    highest: float = 0.0
    different: int = 0
    antisymmetric: bool = True
    agreement: Agreement | None = None
    microseconds: float = 0.0
    plain: bool = False

    @property
    def right(self) -> bool:
        """Whether no fault was found."""
        return not self.faults

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
    report.lowest, report.highest, report.different = min(own), max(own), len(set(own))
    report.antisymmetric = all(math.isclose(one, -other, abs_tol=1 / evaluator.grid) for one, other in found)
    report.plain = evaluator.plain or (game.compiled and evaluator.bind(game).plain)
    _time(report, values, samples)
    report.agreement = agreement(ALL_PHASES, samples, values.of(samples))
    report.faults += _faults(report, found, again, evaluator, report.agreement)
    report.notes += _notes(report, report.agreement)
    return report


def _time(report: HeuristicReport, values: Values, samples: list[Any]) -> None:
    begin = time.perf_counter()
    for number in range(TIMED):
        position = samples[number % len(samples)].position
        values.value(position, position.turn)
    report.microseconds = (time.perf_counter() - begin) / TIMED * 1e6


def _faults(
    report: HeuristicReport, found: list[tuple[float, float]], again: list[float], evaluator: Evaluator, agreed: Agreement
) -> Iterable[str]:
    own = [value for value, _ in found]
    if own != again:
        yield "asked twice, it returns two different values: does it keep something between calls, or is it random?"
    if any(abs(value) >= HEURISTIC_LIMIT / evaluator.grid for value in own):
        yield "a value is infinite, or as good as: the search cannot tell it from a won game"
    if report.different == 1:
        yield f"it returns {own[0]:g} for every position, so it cannot tell them apart"
    if report.different > 1 and all(math.isclose(one, other, abs_tol=1 / evaluator.grid) for one, other in found):
        yield "it returns the same for both players: a position that is good for one must be bad for the other"
    elif agreed.rank_high is not None and agreed.rank_high < 0:
        yield f"it prefers lost positions: its values go against the truth (rank correlation {signed(agreed.rank)})"


def _notes(report: HeuristicReport, agreed: Agreement) -> Iterable[str]:
    if not report.antisymmetric:
        yield "its value for one player is not minus that for the other; right in our searches, wrong in a negamax"
    if report.plain:
        yield "it runs in plain Python, which is slow; `counterply verify` names the lines that cannot be compiled"
    if agreed.rank_low is not None and agreed.rank_high is not None and agreed.rank_low <= 0 <= agreed.rank_high:
        yield "these positions do not show whether its values agree with the truth; take more (--positions)"


def report_lines(report: HeuristicReport) -> list[str]:
    """Return a report for a person."""
    head = f"{report.name} in {report.game}: {'nothing wrong' if report.right else 'wrong'}"
    lines = [head, *(f"wrong: {fault}" for fault in report.faults)]
    if (agreed := report.agreement) is not None:
        lines.append(f"{agreed.positions} positions of games, {agreed.proven} of them proven")
        lowest, highest = round(report.lowest, 2), round(report.highest, 2)
        lines.append(f"values for the side to move: {lowest:g} to {highest:g}, {report.different} different ones")
        if agreed.right is not None:
            lines.append(f"sign right in {agreed.right:.0%} of the {agreed.decided} that one side wins, as far as is known")
        if agreed.rank is not None:
            lines.append(
                f"rank correlation with the truth {signed(agreed.rank)} ({signed(agreed.rank_low)} to {signed(agreed.rank_high)})"
            )
        lines.append(f"one call takes {report.microseconds:.0f} us from Python")
    return [*lines, *(f"note: {text}" for text in report.notes)]
