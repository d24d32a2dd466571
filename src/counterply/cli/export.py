"""The command export: a stored run for other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from counterply.cli import app
from counterply.cli.common import Force, GameFile, Json, print_json


@app.command()
def export(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Of a tournament or match that was kept with --out.")],
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Print this one, such as tables.md, instead of writing all.")
    ] = None,
    to: Annotated[Path | None, typer.Option("--to", metavar="FOLDER", help="By default DIR/export.")] = None,
    game: GameFile = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a stored run for other programs: CSV, LaTeX, Markdown, JSON lines, PGN-like text, SGF.

    A comparison of each two columns with its interval is among the tables.
    """
    from counterply.arena.exports import export_all, export_text
    from counterply.core.errors import UsageError

    if name is not None:
        if to is not None or json:
            raise UsageError(f"{name} is printed as it is; leave out {'--to' if to is not None else '--json'}")
        for part in export_text(directory, name, game):
            sys.stdout.write(part)
        return
    made = export_all(directory, to, game, force)
    if json:
        return print_json({"files": [str(path) for path in made]})
    for path in made:
        print(path)
