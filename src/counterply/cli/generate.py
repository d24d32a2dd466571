"""Commands that make new boards and scenarios: ``counterply generate GAME``; each game with a generator has a command here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Unpack

import typer

from counterply.api import games
from counterply.api.generators import BoardsOptions, OpeningsOptions, ScenariosOptions
from counterply.cli import app
from counterply.cli.common import note, print_result, terminal_note
from counterply.cli.options import JsonOption, SetOption, command, settings_of
from counterply.core.options import part
from counterply.interruption import exit_code

generate = typer.Typer(help="Make new boards or scenarios for a game, as files.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(generate, name="generate")


class BlockerCommand(BoardsOptions, JsonOption, total=False):
    """Options of generate blocker."""


class DerbyCommand(ScenariosOptions, JsonOption, total=False):
    """Options of generate fishing_derby."""


class GomokuCommand(OpeningsOptions, SetOption, JsonOption, total=False):
    """Options of generate gomoku."""


@command(generate, "blocker")
def generate_blocker(**options: Unpack[BlockerCommand]) -> int:
    """Make boards of Blocker whose first moves differ in value.

    Says how deep the decision is.
    """
    progress = terminal_note() if options["json"] else partial(print, flush=True)
    return show("blocker", part(options, BoardsOptions), progress, options)


@command(generate, "fishing_derby")
def generate_fishing_derby(**options: Unpack[DerbyCommand]) -> int:
    """Make scenarios of Fishing Derby: random fish and boats."""
    return show("fishing_derby", part(options, ScenariosOptions), None, options)


@command(generate, "gomoku")
def generate_gomoku(**options: Unpack[GomokuCommand]) -> int:
    """Make balanced openings of gomoku.

    A few stones near the centre that an engine finds even, no two the same up to symmetry.
    """
    given = part(options, OpeningsOptions) | {"options": settings_of(options)}
    return show("gomoku", given, None if options["json"] else note, options)


def show(game: str, given: Mapping[str, Any], progress: Callable[[str], None] | None, options: Mapping[str, Any]) -> int:
    """Generate with the options `given`, and print the result as the command's `options` say; return the exit code."""
    made = games.generate(game, progress=progress, **given)
    print_result(options, made)
    return exit_code(made.finished)
