"""The commands report and export: a stored run as one page, and as files for other programs."""

from __future__ import annotations

import sys
from typing import Annotated, Unpack

from counterply.cli import app
from counterply.cli.command_options import Argument, JsonOption, command
from counterply.cli.input_output import ADirectory, print_files, print_json, print_shown, terminal_width
from counterply.cli.matches import progress_display
from counterply.core.described_options import part
from counterply.core.errors import UsageError
from counterply.plugins.reporting import verbs
from counterply.plugins.reporting.verbs import ExportOptions, ReportOptions


class ReportCommand(ReportOptions, JsonOption):
    """Options of the command report."""


@command(app)
def report(
    directory: ADirectory,
    **options: Unpack[ReportCommand],
) -> None:
    """Write a stored run as one HTML file; print its table."""
    from counterply.arena.result_tables import report_table
    from counterply.arena.tournament import phases
    from counterply.plugins.reporting.page import write_report

    with progress_display() as show:
        path, results = write_report(directory, options["game"], options["force"], options["sample"], phases(show))
    if options["json"]:
        return print_json({**results.json(), "report": str(path)})
    lost = [f"value lost by {side.label}: {side.lost}" for side in results.ranking if side.lost.truth]
    print_shown(*results.warnings, report_table(results, terminal_width()), *results.failure_lines, *lost, *results.notes)
    print(f"\n{results.played:,} of {results.plan.total:,} games; tables, pictures and games: {path}")


class ExportCommand(ExportOptions, JsonOption):
    """Options of the command export."""


@command(app)
def export(
    directory: ADirectory,
    name: Annotated[str | None, Argument("NAME", "Print this one, such as tables.md, instead of writing all.")] = None,
    **options: Unpack[ExportCommand],
) -> None:
    """Write the tables and games of a stored run as files.

    docs/plugins/reporting/exports.md describes each file.
    """
    from counterply.plugins.reporting.exports import export_text

    if name is not None:
        if options["to"] is not None or options["json"]:
            raise UsageError(f"{name} is printed as it is; leave out {'--to' if options['to'] is not None else '--json'}")
        for text in export_text(directory, name, options["game"]):
            sys.stdout.write(text)
        return
    print_files(options, verbs.export(directory, **part(options, ExportOptions)))
