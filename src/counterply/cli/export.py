"""The command export: a stored run for other programs."""

from __future__ import annotations

import sys
from typing import Annotated, Unpack

import typer

from counterply.api import stored
from counterply.api.stored import ExportOptions
from counterply.cli import app
from counterply.cli.command_options import JsonOption, command
from counterply.cli.input_output import ADirectory, print_files
from counterply.core.described_options import part
from counterply.core.errors import UsageError


class ExportCommand(ExportOptions, JsonOption, total=False):
    """Options of the command export."""


@command(app)
def export(
    directory: ADirectory,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Print this one, such as tables.md, instead of writing all.")
    ] = None,
    **options: Unpack[ExportCommand],
) -> None:
    """Write the tables and games of a stored run as files.

    docs/arena/exports.md describes each file.
    """
    from counterply.arena.exports import export_text

    if name is not None:
        if options["to"] is not None or options["json"]:
            raise UsageError(f"{name} is printed as it is; leave out {'--to' if options['to'] is not None else '--json'}")
        for text in export_text(directory, name, options["game"]):
            sys.stdout.write(text)
        return
    print_files(options, stored.export(directory, **part(options, ExportOptions)))
