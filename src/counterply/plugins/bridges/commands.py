"""The command export-bot: a player for sites where only one file can be handed in."""

from __future__ import annotations

from typing import Annotated, Unpack

from counterply.cli import app
from counterply.cli.command_options import Argument, GameSettings, JsonOption, command
from counterply.cli.input_output import AGame, open_game, print_files
from counterply.core.described_options import part
from counterply.plugins.bridges import verbs
from counterply.plugins.bridges.verbs import BotOptions


class BotCommand(BotOptions, GameSettings, JsonOption):
    """Options of the command export-bot."""


@command(app, "export-bot")
def export_bot(
    game: AGame,
    file: Annotated[str, Argument("FILE.py", "The file to write.")],
    **options: Unpack[BotCommand],
) -> None:
    """Write a bot that runs alone, for Kaggle or CodinGame.

    docs/plugins/bridges/export-bot.md tells what it holds, and how it keeps their limits.
    """
    print_files(options, [verbs.export_bot(open_game(game, options), file, **part(options, BotOptions))])
