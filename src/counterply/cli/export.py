"""The commands export, a stored run for other programs, and export-bot, a player for other sites."""

from __future__ import annotations

import sys
from typing import Annotated, Unpack

import typer

from counterply.api import bots, stored
from counterply.api.bots import BotOptions
from counterply.api.stored import ExportOptions
from counterply.cli import app
from counterply.cli.common import ADirectory, AGame, open_game, print_files
from counterply.cli.options import GameSettings, JsonOption, command
from counterply.core.errors import UsageError
from counterply.core.options import part


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

    docs/exports.md describes each file.
    """
    from counterply.arena.exports import export_text

    if name is not None:
        if options["to"] is not None or options["json"]:
            raise UsageError(f"{name} is printed as it is; leave out {'--to' if options['to'] is not None else '--json'}")
        for text in export_text(directory, name, options["game"]):
            sys.stdout.write(text)
        return
    print_files(options, stored.export(directory, **part(options, ExportOptions)))


class BotCommand(BotOptions, GameSettings, JsonOption, total=False):
    """Options of the command export-bot."""


@command(app, "export-bot")
def export_bot(
    game: AGame,
    file: Annotated[str, typer.Argument(metavar="FILE.py", help="The file to write.")],
    **options: Unpack[BotCommand],
) -> None:
    """Write a bot that runs alone: one Python file for Kaggle or CodinGame.

    docs/export-bot.md tells what it holds, and how it keeps their limits.
    """
    print_files(options, [bots.export_bot(open_game(game, options), file, **part(options, BotOptions))])
