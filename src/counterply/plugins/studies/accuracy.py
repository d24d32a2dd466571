"""How well evaluators predict: their values against proofs and deep searches, by phase of the game, with counter-examples.

The positions and their worth come from `counterply.plugins.studies.sampling`; every number tells how many of them are proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from counterply.arena.result_tables import percent
from counterply.arena.statistics import round_to, share, wilson
from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Stop
from counterply.core.values import DEFAULT_GRID, HEURISTIC_LIMIT, signed
from counterply.plugins.studies.counterexamples import CounterExample, Finder
from counterply.plugins.studies.plots import plot_accuracy
from counterply.plugins.studies.rank_correlation import spearman, spearman_interval
from counterply.plugins.studies.sampling import THIRDS, Sample, SampleSettings, Values, phase_names, samples_of
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot
from counterply.shown.tables import Column, Shown, Tables, columns_of, table_of
from counterply.usercode.loading import load_evaluator
from counterply.work.place import HERE, Place

ALL_PHASES = "all"
GROUPS = 5  # of positions by their value, for the calibration
INFINITE_VALUE = (HEURISTIC_LIMIT - 1) / DEFAULT_GRID  # values from here on are infinite, on the default grid
NEWS = 20  # positions between two lines of progress


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


def agreement(phase: str, samples: Sequence[Sample], values: Sequence[int]) -> Agreement:
    """Return how the `values` of `samples`, for their side to move, agree with the positions' worth."""

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


@dataclass
class EvaluatorAccuracy:
    """How well one evaluator predicts.

    Attributes
    ----------
    phases : the agreement in each phase, and in all
    calibration : groups of positions by value
    counterexamples : None where they were not looked for
    """

    evaluator: Evaluator
    phases: list[Agreement]
    calibration: list[Group]
    counterexamples: list[CounterExample] | None

    def json(self) -> dict[str, Any]:
        """Return the evaluator's part of the document."""

        def numbers(row: Any) -> dict[str, Any]:
            return {name: round_to(value) if isinstance(value, float) else value for name, value in asdict(row).items()}

        return {
            "evaluator": self.evaluator.name,
            "phases": [numbers(row) for row in self.phases],
            "calibration": [numbers(group) for group in self.calibration],
            "counterexamples": None if self.counterexamples is None else [example.json() for example in self.counterexamples],
        }

    def calibration_line(self) -> str:
        """Return which share of the points is made, by value."""
        shown = ", ".join(f"{value_text(g.lowest, g.highest)}: {100 * g.won:.0f} % of {g.positions}" for g in self.calibration)
        return f"{self.evaluator.name}, points made by value: {shown}"


@dataclass(repr=False)
class Accuracy(Shown, Framed):
    """How well evaluators predict who wins.

    Attributes
    ----------
    game, player, games, nodes, seed : how the positions were made and judged
    positions : how many there are
    evaluators : one entry for each
    judge : the evaluator of the deep search, which judges the positions that are not proven
    finished : False where Ctrl-C ended it early
    """

    game: str
    player: str
    games: int
    nodes: int
    seed: int
    positions: int
    evaluators: list[EvaluatorAccuracy]
    judge: str
    finished: bool = True

    COLUMNS: ClassVar[Columns] = {
        "evaluator": str,
        "phase": str,
        "positions": int,
        "proven": int,
        "decided": int,
        **dict.fromkeys(("right", "right_low", "right_high", "right_proven", "silent"), float),
        **dict.fromkeys(("rank", "rank_low", "rank_high"), float),
    }

    def table(self, width: int | None = None) -> Tables:
        """Return a row for each evaluator and phase."""

        def spread(low: float | None, high: float | None, scale: float, digits: int) -> str:
            return "" if low is None or high is None else f"{scale * low:.{digits}f} to {scale * high:.{digits}f}"

        names = [one.evaluator.name if not index else "" for one in self.evaluators for index, _ in enumerate(one.phases)]
        rows = [row for one in self.evaluators for row in one.phases]
        columns = [
            Column("evaluator", names, left=True),
            Column("phase", [row.phase for row in rows], left=True),
            *columns_of(
                rows,
                ("positions", lambda row: str(row.positions), 1),
                ("proven", lambda row: percent(share(row.proven, row.positions)), 2),
                ("decided", lambda row: str(row.decided), 0),
                ("sign right", lambda row: percent(row.right), 0),
                ("95 %", lambda row: spread(row.right_low, row.right_high, 100, 1), 0),
                ("of proven", lambda row: percent(row.right_proven), 3),
                ("silent", lambda row: percent(row.silent), 0),
                ("rank", lambda row: signed(row.rank), 0),
                ("95 %", lambda row: spread(row.rank_low, row.rank_high, 1, 2), 4),
            ),
        ]
        return Tables(table_of(columns, width))

    def remarks(self) -> list[str]:
        """Return the notes under the table: points by value, and how values of 0 and unproven positions count."""
        text = "A value of 0 counts as half right."
        if any(row.proven < row.positions for one in self.evaluators for row in one.phases):
            text += f" What is not proven is judged by a deep search with {self.judge}, which favours that evaluator."
        return [*(one.calibration_line() for one in self.evaluators), "", text]

    def cells(self) -> Iterator[list[Any]]:
        """Yield the values of each evaluator and phase, in the order of `COLUMNS`."""
        for one in self.json()["evaluators"]:
            for row in one["phases"]:
                yield [one["evaluator"], *(row[name] for name in list(self.COLUMNS)[1:])]

    def json(self) -> dict[str, Any]:
        """Return the document of ``counterply accuracy --json``."""
        made = {name: getattr(self, name) for name in ("game", "player", "games", "nodes", "seed", "positions", "finished")}
        return {**made, "evaluators": [one.json() for one in self.evaluators]}

    def plot(self, file: File = None) -> Plot:
        """Draw right signs by phase, and points by the rank of the value; write a `file` as .png, .svg or .pdf."""
        return plot_accuracy(self.json()["evaluators"], self.game, file)


@dataclass(frozen=True)
class AccuracySettings(SampleSettings):
    """How accuracy is measured.

    Attributes
    ----------
    examples : counter-examples wanted of each evaluator
    within : plies in which the other side wins a counter-example
    """

    examples: int
    within: int


def measure_accuracy(
    game: Any,
    evaluators: Sequence[Evaluator],
    settings: AccuracySettings,
    stop: Stop,
    progress: Callable[[str], None] | None,
    place: Place = HERE,
) -> Accuracy:
    """Compare the values of evaluators with the worth of positions, and look for counter-examples; `stop` keeps finished work."""
    player, games, nodes, examples, seed = settings.player, settings.games, settings.nodes, settings.examples, settings.seed
    names, say = phase_names(settings.phases), progress or (lambda _: None)
    samples: list[Sample] = []
    with closing(samples_of(game, settings, place, stop)) as found_samples:  # type: ignore[type-var]
        for sample in found_samples:
            samples.append(sample)
            if len(samples) % NEWS == 0:
                say(f"{len(samples)} of about {len(names) * games} positions")
    if not samples and stop:
        raise KeyboardInterrupt
    if not samples:
        raise GameError(f"no position of {game.name} was looked at")
    found: dict[str, list[CounterExample]] = {}
    for evaluator in evaluators if examples and game.compiled else ():
        if stop:
            break
        found[evaluator.name] = Finder(game, evaluator, settings.within, seed, stop).find([s.position for s in samples], examples)
        say(f"{evaluator.name}: counter-examples looked for")
    rows = []
    for evaluator in evaluators:
        values = Values(evaluator, game).of(samples)
        groups = calibration(samples, values, evaluator.grid)
        rows.append(EvaluatorAccuracy(evaluator, by_phase(samples, values, names), groups, found.get(evaluator.name)))
    return Accuracy(
        game.full_name, player, games, nodes, seed, len(samples), rows, load_evaluator(None, game).name, finished=not stop
    )


def value_text(lowest: float, highest: float) -> str:
    """Return a range of values, those of no bound as infinite.

    >>> value_text(-1.0, -1.0), value_text(-524288.0, 0.5)
    ('-1.00', '-inf to +0.50')
    """
    texts = [signed(value) if abs(value) < INFINITE_VALUE else f"{'-' if value < 0 else '+'}inf" for value in (lowest, highest)]
    return texts[0] if texts[0] == texts[1] else " to ".join(texts)
