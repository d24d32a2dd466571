"""Stored runs: their report, what other programs read, and their games step by step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply.core.limits import Limit
from counterply.core.position import AnyPosition
from counterply.core.values import OUTCOME_NAMES

if TYPE_CHECKING:
    from counterply.arena.record import GameRecord


def report(folder: str | Path, *, game: str | None = None, force: bool = False) -> Path:
    """Write a stored run, also an unfinished one, as one HTML file in its folder, and return the file.

    Parameters
    ----------
    folder : of a match or tournament that was kept with `out`
    game : the game's own file; one that only the folder names is not run
    force : replace a file of that name that is no report of ours

    Raises
    ------
    GameError
        if there is no run, it is damaged or of other rules, or the file cannot be written
    """
    from counterply.arena.report.page import write_report

    return write_report(Path(folder), game, force)


def export(folder: str | Path, *, to: str | Path | None = None, game: str | None = None, force: bool = False) -> list[Path]:
    """Write a stored run for other programs (CSV, LaTeX, Markdown, JSON lines, PGN, SGF), and return the files.

    Parameters
    ----------
    to : a folder; by default ``export`` in the run's own
    folder, game, force : as for `report`

    Raises
    ------
    GameError
        if there is no run, it is damaged or of other rules, or a file cannot be written
    """
    from counterply.arena.exports import export_all

    return export_all(Path(folder), None if to is None else Path(to), game, force)


@dataclass(frozen=True)
class StoredGame:
    """A game of a stored run.

    Attributes
    ----------
    record : what is stored: players, moves, scores, times, how it ended
    positions : from the start to the end
    limit : of each move
    """

    record: GameRecord
    positions: list[AnyPosition]
    limit: Limit

    @property
    def opening(self) -> int:
        """How many of its moves are of the opening, which no player has chosen."""
        return len(self.record.opening)

    @property
    def moves(self) -> list[str]:
        """Its moves as texts, the opening's included."""
        return self.positions[0].line_text(self.positions[-1].history)

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply replay --json`` prints."""
        record, moves = self.record, self.moves
        return {
            "game": record.number,
            "first": record.first,
            "second": record.second,
            "opening": moves[: self.opening],
            "moves": moves[self.opening :],
            "outcome": OUTCOME_NAMES[record.outcome],
            "reason": record.reason,
        }

    def __str__(self) -> str:
        head = f"game {self.record.number}: {self.record.first} (first) - {self.record.second}"
        return "\n".join([head, " ".join(self.moves), f"{OUTCOME_NAMES[self.record.outcome]}: {self.record.reason}"])


def replay(folder: str | Path, number: int, *, game: str | None = None) -> StoredGame:
    """Return a game of a stored run, with all its positions.

    Parameters
    ----------
    number : the game's, from 0
    folder, game : as for `report`

    Raises
    ------
    GameError
        if there is no such run or game, or it is damaged or of other rules
    """
    from counterply.arena.record import positions
    from counterply.arena.store import Store

    with Store.open(Path(folder), game) as store:
        record = store.record(number)
        plan = store.plan()
        steps = list(positions(plan.all_games(record.round), (*record.opening, *record.moves)))
        return StoredGame(record, steps, plan.limit)
