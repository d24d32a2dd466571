"""The verbs report and export: a stored run as one page, and as files for other programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Unpack

from counterply.api.option_records import SAMPLE, Progress
from counterply.api.stored import FORCE, StoredRunOption
from counterply.core.described_options import Option, described
from counterply.core.files import write_text


class ReportOptions(StoredRunOption, total=False):
    """Options of a report."""

    force: Annotated[bool, FORCE]
    sample: Annotated[int, Option(SAMPLE, "Moves of each player of which the value lost is measured; 0: none.", "N", least=0)]


class PageOptions(ReportOptions, total=False):
    """Options of a report that a program writes."""

    to: Annotated[str | Path | None, Option(None, "A file; by default `report.html` in the run's own folder.", command=False)]
    progress: Annotated[Callable[[Progress], None] | None, Option(None, "Called as games are read.", command=False)]


class ExportOptions(ReportOptions, total=False):
    """Options of an export."""

    to: Annotated[str | Path | None, Option(None, "A folder; by default `export` in the run's own.", "FOLDER")]


@described
def report(folder: str | Path, **options: Unpack[PageOptions]) -> Path:
    """Write a stored run, also an unfinished one, as one HTML file, and return the file.

    Parameters
    ----------
    folder : of a match or tournament that was kept with `out`

    Raises
    ------
    StoreError
        if there is no run, or it is damaged
    GameError
        if it is of other rules, or the file cannot be written
    """
    from counterply.arena.store import Store
    from counterply.arena.tournament import phases
    from counterply.plugins.reporting.page import drawn, write_report

    progress = None if options["progress"] is None else phases(options["progress"])
    if options["to"] is None:
        return write_report(Path(folder), options["game"], options["force"], options["sample"], progress)[0]
    with Store.open(Path(folder), options["game"]) as store:
        write_text(options["to"], drawn(store, options["sample"], progress)[0])
    return Path(options["to"])


@described
def export(folder: str | Path, **options: Unpack[ExportOptions]) -> list[Path]:
    """Write the tables and games of a stored run for other programs, and return the files.

    Parameters
    ----------
    folder : as for `report`

    Raises
    ------
    StoreError
        if there is no run, or it is damaged
    GameError
        if it is of other rules, or a file cannot be written
    """
    from counterply.plugins.reporting.exports import export_all

    to = options["to"]
    return export_all(Path(folder), None if to is None else Path(to), options["game"], options["force"], options["sample"])
