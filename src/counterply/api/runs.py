"""Results of the verbs that play games, which display themselves."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, TypeAlias, overload

from counterply import registry
from counterply.api.option_records import SAMPLE
from counterply.arena import result_tables
from counterply.arena.record import GameRecord
from counterply.arena.results import Failure, PairingResult, Results
from counterply.arena.rows import GAME_COLUMNS, MOVE_COLUMNS, PAIR_COLUMNS, StoredGames, game_rows, move_rows, pair_rows
from counterply.arena.statistics import Standing
from counterply.arena.store import Store
from counterply.core.aliases import Json
from counterply.core.errors import UsageError
from counterply.core.files import delete_with
from counterply.core.users_text import unknown
from counterply.shown.frames import Library, frame
from counterply.shown.plots import File, Plot, plot_intervals
from counterply.shown.tables import Shown, Tables

Rows: TypeAlias = Literal["games", "moves", "pairs"]


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
        delete_with(self, folder)
        self.folder = Path(folder.name) if isinstance(folder, TemporaryDirectory) else folder

    @property
    def notes(self) -> list[str]:
        """The run's notes for the user, such as an evaluator that ran in plain Python."""
        return list(self.results.notes)

    @property
    def failures(self) -> list[Failure]:
        """Games that were lost otherwise than by the rules: the player, the ending, how many, and the first reason."""
        return list(self.results.failures)

    def __len__(self) -> int:
        return self.results.played

    def __iter__(self) -> Iterator[GameRecord]:
        return self.games()

    def games(self) -> Iterator[GameRecord]:
        """Yield the games in order of their numbers, read from the store one by one."""
        with Store.open(self.folder, self.results.plan.game) as store:
            yield from store.records()

    @overload
    def to_frame(self, of: Rows = "games", *, library: Literal["dict"]) -> dict[str, list[Any]]: ...
    @overload
    def to_frame(self, of: Rows = "games", *, library: Library | None = None) -> Any: ...
    def to_frame(self, of: Rows = "games", *, library: Library | None = None) -> Any:
        """Return a row for each game, each move, or each pair of games with one opening, as a data frame.

        It is one of pandas, else of polars, else a dictionary of columns; or as `library` says. The page of the exports describes
        the columns; scores are in the evaluator's unit.

        Parameters
        ----------
        of : 'games', 'moves' or 'pairs'
        library : 'pandas', 'polars' or 'dict'

        Raises
        ------
        UsageError
            for other rows, and for a library that is not installed
        """
        kinds = {"games": (GAME_COLUMNS, game_rows), "moves": (MOVE_COLUMNS, move_rows), "pairs": (PAIR_COLUMNS, pair_rows)}
        if of not in kinds:
            raise unknown("frame of a run", of, kinds)
        columns, rows_of = kinds[of]
        with Store.open(self.folder, self.results.plan.game) as store:
            return frame(columns, (tuple(row.values()) for row in rows_of(StoredGames(store))), library)

    def plot(self, file: File = None) -> Plot:
        """Draw the players' scores with their 95 % intervals, the best first; write a `file` as .png, .svg or .pdf.

        Raises `UsageError` for another ending of its name.
        """
        rows = [(side.label, side.standing.score or 0.0, *side.standing.interval()) for side in self.results.ranking]
        return plot_intervals(rows, "score (95 % interval)", self.results.game.full_name, file)

    def table(self, width: int | None = None) -> Tables:
        """Return scores with intervals, times and depths as tables."""
        return Tables(*result_tables.details(self.results, width))

    def json(self) -> Json:
        """Return the document that ``counterply tournament --json`` prints: docs/api/json.md describes its fields."""
        return self.results.json() | {"finished": self.finished}

    def report(self, file: str | Path, sample: int = SAMPLE) -> Path:
        """Write tables, pictures and games to step through as one HTML file, and return its path.

        Of a `sample` of so many moves of each player the value lost is measured; 0: of none. Raises `UsageError` where no plug-in
        writes reports.
        """
        if "report" not in registry.plugins("verbs"):
            raise UsageError("no plug-in here writes reports")
        written: Path = registry.public("report")(self.folder, game=self.results.plan.game, sample=sample, to=file)
        return written

    def __str__(self) -> str:
        return "\n".join([*self.results.warnings, result_tables.report_table(self.results), *self.results.failure_lines])

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>{self.table()._repr_html_()}"


class Match(Run):
    """A match between two players; everything is in the view of the first one.

    Attributes
    ----------
    standing : games won, drawn and lost, and all that follows from them; see `counterply.arena.statistics.Standing`
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
    def wins(self) -> int:
        """Games that the first player won."""
        return self.standing.wins

    @property
    def draws(self) -> int:
        """Games without a winner."""
        return self.standing.draws

    @property
    def losses(self) -> int:
        """Games that the first player lost."""
        return self.standing.losses

    @property
    def score(self) -> float:
        """Points per game, 0 to 1; NaN without games."""
        score = self.standing.score
        return math.nan if score is None else score

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the score, lowest and highest points per game."""
        return self.standing.interval()

    @property
    def elo(self) -> float:
        """The difference in Elo, above 0 where the first player is ahead; infinite where all games were won or lost."""
        elo = self.standing.elo()
        return math.copysign(math.inf, self.score - 0.5) if elo is None else elo

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of that difference; where all games were won or lost, it is open."""
        low, high = self.standing.elo_interval()
        return -math.inf if low is None else low, math.inf if high is None else high

    def json(self) -> Json:
        """Return the document that ``counterply match --json`` prints: docs/api/json.md describes its fields."""
        document = self.pairing.json() | self.results.facts()
        if self.results.sprt is not None:
            document["sprt"] = self.results.sprt.json()
        players = [{"player": side.player, **side.json()} for side in self.results.sides]
        return document | {"players": players, "finished": self.finished}

    def __str__(self) -> str:
        return "\n".join([*self.results.warnings, result_tables.match_line(self.results), *self.results.failure_lines])
