"""The command generate: files of new positions. Each game's generator makes a command here, of its options."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Unpack

from counterply import registry
from counterply.api import games
from counterply.cli import app
from counterply.cli.command_options import Commands, JsonOption, SetOption, command, settings_of
from counterply.cli.input_output import print_result, terminal_note
from counterply.core.described_options import part, record_of
from counterply.core.errors import UsageError
from counterply.interruption import exit_code

generate = Commands("generate", help="Make new boards or scenarios for a game, as files.", no_args_is_help=True)
app.add_command(generate)


def add_generator(game: str, make: Callable[..., object]) -> None:
    """Add the command that runs a game's generator; `make` is a described verb, whose options and docstring the command has.

    Raises
    ------
    UsageError
        for one without a record of options
    """
    record: Any = record_of(make)
    if record is None:
        raise UsageError("a generator takes **options: Unpack[RECORD]")
    takes_settings = "options" in record.__annotations__

    class Command(record, *[SetOption] * takes_settings, JsonOption, total=False):  # type: ignore[misc]
        """Options of this command."""

    def run(**options: object) -> int:
        given = part(options, record) | ({"options": settings_of(options)} if takes_settings else {})
        made = games.generate(game, progress=terminal_note(), **given)
        print_result(options, made)
        return exit_code(made.finished)

    run.__doc__ = inspect.cleandoc(inspect.unwrap(make).__doc__ or "").partition("\n\nExamples")[0]
    run.__annotations__["options"] = Unpack[Command]
    command(generate, game)(run)


registry.use_each("generators", add_generator)
