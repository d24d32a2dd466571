"""Results of the verbs that play games: runs and tunings that display themselves."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from counterply.arena.record import GameRecord
from counterply.arena.report import tables
from counterply.arena.report.page import page
from counterply.arena.results import Failure, PairingResult, Results
from counterply.arena.statistics import Standing
from counterply.arena.store import Store
from counterply.core.evaluator import Evaluator
from counterply.core.files import user_path, write_text, write_whole
from counterply.core.weights import write_document
from counterply.learning import display as learning
from counterply.learning.run import LearningRun
from counterply.shown.tables import Shown, Tables
from counterply.tuning import display as tuning
from counterply.tuning.run import TuningRun


class Run(Shown):
    """Games that were played: a tournament, or a `Match`.

    Attributes
    ----------
    results : their totals; see `counterply.arena.results.Results`
    folder : where they are stored
    finished : whether it was not interrupted
    """

    def __init__(self, results: Results, folder: Path | TemporaryDirectory[str], finished: bool) -> None:
        self.results = results
        self.finished = finished
        self._kept = folder  # a temporary one lives as long as the run
        self.folder = Path(folder.name) if isinstance(folder, TemporaryDirectory) else folder

    @property
    def notes(self) -> list[str]:
        """The run's notes for the user, such as an evaluator that ran in plain Python."""
        return list(self.results.notes)

    @property
    def failures(self) -> list[Failure]:
        """Games that were lost otherwise than by the rules: whose, how, how many, and the first reason."""
        return list(self.results.failures)

    def games(self) -> Iterator[GameRecord]:
        """Yield the games in order."""
        with Store.open(self.folder, self.results.plan.game) as store:
            yield from store.records()

    def table(self, width: int | None = None) -> Tables:
        """Return scores with intervals, times and depths as tables."""
        return Tables(*tables.details(self.results, width))

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tournament --json`` prints: docs/json.md describes its fields."""
        return self.results.json() | {"finished": self.finished}

    def report(self, file: str | Path) -> Path:
        """Write tables, pictures and games to step through as one HTML file, and return its path."""
        with Store.open(self.folder, self.results.plan.game) as store:
            write_text(file, page(store))
        return Path(file)

    def __str__(self) -> str:
        return "\n".join([tables.report_table(self.results), *self.results.failure_lines])

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>{self.table()._repr_html_()}"


class Match(Run):
    """A match between two players; everything is in the view of the first one.

    Attributes
    ----------
    standing : wins, draws, losses, and all that follows from them; see `counterply.arena.statistics.Standing`
    """

    @property
    def pairing(self) -> PairingResult:
        """The result of the first player against the second."""
        return self.results.pairings[0]

    @property
    def standing(self) -> Standing:
        """Wins, draws and losses, pair by pair."""
        return self.pairing.standing

    @property
    def score(self) -> float:
        """Points per game, 0 to 1; NaN without games."""
        score = self.standing.score
        return math.nan if score is None else score

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score."""
        return self.standing.interval()

    @property
    def elo(self) -> float:
        """The difference in Elo; infinite where all games were won or lost."""
        elo = self.standing.elo()
        return math.copysign(math.inf, self.score - 0.5) if elo is None else elo

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply match --json`` prints: docs/json.md describes its fields."""
        document = self.pairing.json() | self.results.facts()
        if self.results.sprt is not None:
            document["sprt"] = self.results.sprt.json()
        players = [{"player": side.player, **side.json()} for side in self.results.sides]
        return document | {"players": players, "finished": self.finished}

    def __str__(self) -> str:
        return "\n".join([tables.match_line(self.results), *self.results.failure_lines])


class Tuning(Shown):
    """Weights that were tuned.

    Attributes
    ----------
    document : the contents of the file of weights; docs/tuning.md describes its fields
    finished : whether it was not interrupted
    """

    def __init__(self, run: TuningRun, finished: bool, folder: TemporaryDirectory[str] | None) -> None:
        self.document = run.document
        self.finished = finished
        self._kept = folder

    @property
    def weights(self) -> list[float]:
        """The weights."""
        return list(self.document["weights"])

    @property
    def verdict(self) -> str:
        """The verdict of the match against the start: 'better', 'worse', 'no difference shown'; 'not played' without one."""
        found = self.document["validation"]
        return "not played" if found is None else str(found["verdict"])

    @property
    def validation_line(self) -> str:
        """The match against the start in one line."""
        return tuning.validation_line(self.document)

    def save(self, file: str | Path) -> Path:
        """Write the file of weights, and return its path; players take it as ``weights=FILE``."""
        write_document(Path(file), self.document)
        return Path(file)

    def table(self, width: int | None = None) -> Tables:
        """Return the weights before and after as a table."""
        return Tables(*tuning.tables_of(self.document, width))

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tune --json`` prints, without the fields about its file."""
        return tuning.public_document(self.document)

    def __str__(self) -> str:
        return f"{self.table()}\n{self.validation_line}"

    def _repr_html_(self) -> str:
        return f"{self.table()._repr_html_()}<p>{html.escape(self.validation_line)}</p>"


class Learning(Shown):
    """An evaluator that was learnt from the rules of a game.

    Attributes
    ----------
    made : how it was made; docs/learn.md describes its fields
    finished : whether it was not interrupted
    fallen : a line that says so where the learning curve has clearly fallen, else ''
    notes : the network's inputs and its size, and `fallen`
    file : where it is kept
    """

    CURVE_COLUMNS: ClassVar = learning.CURVE_COLUMNS

    def __init__(self, run: LearningRun, finished: bool, folder: TemporaryDirectory[str] | None) -> None:
        self._run = run
        self._kept = folder
        self.made = run.made
        self.finished = finished
        self.file = user_path(run.out)
        self.fallen = learning.falling(run.made)
        self.notes = [*run.notes, *filter(None, [self.fallen])]

    @property
    def saved(self) -> bool:
        """Whether there is a file: nothing was learnt yet if not."""
        return self.file.is_file()

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator, which players take as ``eval``."""
        return self._run.evaluator

    @property
    def curve(self) -> list[tuple[int, float, float, float]]:
        """The learning curve, a row for each point, in the order of `CURVE_COLUMNS`."""
        return learning.curve_of(self.made)

    @property
    def score(self) -> float:
        """The share of points in the match at the end; NaN without one."""
        found = self.made["match"]
        return math.nan if found is None else float(found["score"])

    def save(self, file: str | Path) -> Path:
        """Write the network into a file, and return its path; players take it as ``eval=FILE``."""
        write_whole(file, lambda part: part.write_bytes(self.file.read_bytes()))
        return Path(file)

    def table(self, width: int | None = None) -> Tables:
        """Return the learning curve as a table."""
        return Tables(*learning.table_of_curve(self.made, width))

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply learn --json`` prints, without the fields about its file."""
        return {"game": self._run.game.name, "view": self._run.view.said, "memory": self._run.memory, **self.made}

    def __str__(self) -> str:
        return learning.match_line(self.made)

    def _repr_html_(self) -> str:
        return f"{self.table()._repr_html_()}<p>{html.escape(str(self))}</p>"
