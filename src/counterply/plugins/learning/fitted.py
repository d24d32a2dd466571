"""What `tune` and `learn` give: weights and networks, with how they were made."""

from __future__ import annotations

import html
import math
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from counterply.core.errors import UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.files import delete_with, user_path, write_whole
from counterply.plugins.learning import display as learning
from counterply.plugins.learning.plots import plot_changes, plot_curve
from counterply.plugins.learning.run import LearningRun
from counterply.plugins.learning.tuning import display as tuning
from counterply.plugins.learning.tuning.run import TuningRun
from counterply.plugins.learning.weights_file import write_document
from counterply.plugins.networks.learnt import read_learnt
from counterply.shown.frames import Columns, Framed
from counterply.shown.plots import File, Plot
from counterply.shown.tables import Shown, Tables


class Tuning(Shown, Framed):
    """Weights that were tuned.

    Attributes
    ----------
    document : the contents of the file of weights; docs/plugins/learning/tuning.md describes its fields
    finished : whether it was not interrupted
    """

    def __init__(self, run: TuningRun, finished: bool, folder: TemporaryDirectory[str] | None) -> None:
        self.document = run.document
        self.finished = finished
        delete_with(self, folder)

    COLUMNS: ClassVar[Columns] = {"feature": str, "start": float, "weight": float}

    def cells(self) -> list[tuple[str, float, float]]:
        """Return each weight before and after."""
        return list(zip(tuning.names_of(self.document), self.document["made"]["start"], self.weights, strict=True))

    def plot(self, file: File = None) -> Plot:
        """Draw the weights before and after, and write a `file` as .png, .svg or .pdf."""
        return plot_changes(self.cells(), f"{self.document['evaluator']} of {self.document['game']}", file)

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


class Evidence(Shown, Framed):
    """What a file of a learnt evaluator says of how it was made, and of what it is worth.

    Attributes
    ----------
    game : its name
    made : how it was made; docs/plugins/learning/learn.md describes its fields
    finished : whether what was asked for was not interrupted
    fallen : a line that says so where the learning curve has clearly fallen, else ''
    """

    COLUMNS: ClassVar[Columns] = learning.CURVE_COLUMNS

    def __init__(self, game: str, made: dict[str, Any], finished: bool = True) -> None:
        self.game, self.made, self.finished = game, made, finished
        self.fallen = learning.falling(made)

    @classmethod
    def of_file(cls, file: str | Path) -> Evidence:
        """Return what a file says; raises `UsageError` for one that is damaged, or says nothing."""
        header = read_learnt(file).header
        made = header.get("made")
        if not isinstance(made, dict) or "matches" not in made:
            raise UsageError(f"{file} says nothing of what it is worth; learn again")
        return cls(header["game"], made)

    def cells(self) -> list[tuple[int, float, float, float]]:
        """Return the learning curve, a row for each point, by `COLUMNS`."""
        return learning.curve_of(self.made)

    def plot(self, file: File = None) -> Plot:
        """Draw the learning curve, and write a `file` as .png, .svg or .pdf."""
        levels = {name: rating.elo for name, rating in learning.levels_of(self.made).items()}
        return plot_curve(self.cells(), f"{self.game}, learnt from its rules", file, self.made["anchor"], levels)

    @property
    def score(self) -> float:
        """The share of points against the first yardstick in the match at the end; NaN without one."""
        found = self.made["matches"]
        return float(found[0]["score"]) if found else math.nan

    @property
    def verdict(self) -> str:
        """What the matches at the end say, in a sentence."""
        return learning.verdict(self.made)

    def table(self, width: int | None = None) -> Tables:
        """Return the learning curve and the matches at the end as tables."""
        return Tables(*learning.tables_of(self.made, width))

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply learnt --json`` prints, without the fields about its file."""
        return {"game": self.game, **self.made, "verdict": self.verdict}

    def __str__(self) -> str:
        return f"{learning.pace_line(self.made)}\n{self.verdict}"

    def _repr_html_(self) -> str:
        return f"{self.table()._repr_html_()}<p>{html.escape(str(self))}</p>"


class Learning(Evidence):
    """An evaluator that was learnt from the rules of a game, and the evidence.

    Attributes
    ----------
    notes : the network's inputs and its size, and `fallen`
    file : where it is kept
    """

    def __init__(self, run: LearningRun, finished: bool, folder: TemporaryDirectory[str] | None) -> None:
        super().__init__(run.game.full_name, run.made, finished)
        self._run = run
        delete_with(self, folder)
        self.file = user_path(run.out)
        self.notes = [*run.notes, *filter(None, [self.fallen])]

    @property
    def saved(self) -> bool:
        """Whether there is a file: nothing was learnt yet if not."""
        return self.file.is_file()

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator, which players take as ``eval``."""
        return self._run.evaluator

    def save(self, file: str | Path) -> Path:
        """Write the network into a file, and return its path; players take it as ``eval=FILE``."""
        write_whole(file, lambda part: part.write_bytes(self.file.read_bytes()))
        return Path(file)

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply learn --json`` prints, without the fields about its file."""
        return super().json() | {"game": self._run.game.name, "view": self._run.view.said, "memory": self._run.memory}
