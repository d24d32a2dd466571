"""The command: one function for each subcommand, and errors as one line."""

from __future__ import annotations

import errno
import gc
import io
import logging
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, Any

import typer

from counterply import registry
from counterply.core.errors import CounterplyError, UsageError
from counterply.core.files import INPUTS
from counterply.core.game_sources import USERS_FILES, own_place, with_modules_as_files
from counterply.core.log import show_log
from counterply.core.users_text import printable, unknown
from counterply.interruption import INTERRUPTED, be_quiet, exit_code, hear_ctrl_c, ignore_ctrl_c
from counterply.system import BROKEN_PIPE, WRONG_INPUT
from counterply.usercode.faults import placed_line
from counterply.version import __version__

LOG = logging.getLogger(__name__)

COMPLETION = "_COUNTERPLY_COMPLETE"  # set by the scripts that --install-completion writes

NUMBERS = {"int_parsing": "a whole number", "float_parsing": "a number"}  # by Pydantic's name of the fault
EXTRA = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)$")


class Commands(typer.Typer):
    """A group of commands, where one of another package is looked at when it is added: Typer cannot read all parameters."""

    def command(self, name: str | None = None, **settings: Any) -> Callable[..., Any]:  # noqa: D102
        add = super().command(name, **settings)

        def added(function: Callable[..., Any]) -> Callable[..., Any]:
            if not registry.is_ours(function.__module__):
                alone = typer.Typer()
                alone.command()(function)
                typer.main.get_command(alone)
            return add(function)

        return added


app = Commands(
    name="counterply",
    help="Two-player adversarial search: games, an engine, honest statistics.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(asked: bool) -> None:
    """Print the version and end the command, if asked to: raises `typer.Exit`."""
    if asked:
        print(f"counterply {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Search two-player games: analyse and solve positions, play matches with honest statistics, tune evaluators."""


def main() -> None:
    """Run the command that the arguments name, and leave with its exit code."""
    prepare_streams()
    arguments = [*map(with_modules_as_files, sys.argv[1:])]
    if COMPLETION in os.environ:  # the shell asks for completions
        add_commands(())
        app(prog_name="counterply")
    if not needs_search(arguments):
        code = run(arguments)
    else:
        from counterply.cli.crash_guard import run_guarded

        code = run_guarded(run, arguments)
    ignore_ctrl_c() if code == INTERRUPTED else be_quiet()
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the interpreter flushes once more
        code = code or BROKEN_PIPE
    if USERS_FILES:
        from counterply.usercode.exit import leave

        gc.collect()  # removes the command's temporary folders
        leave(code)  # without the files' own threads and exit handlers
    sys.exit(code)


def prepare_streams() -> None:
    """Make the standard streams usable, in place.

    Streams that the caller closed (``<&-``) lead to the null device, so that no file of ours takes their numbers; a letter that
    the terminal's encoding lacks becomes a question mark.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def add_commands(arguments: Sequence[str] = ()) -> None:
    """Import the module that adds the command which the arguments name to `app`; of all commands if they name none."""
    registry.add_command(arguments[0] if arguments else "")


def danger_of_cache() -> str | None:
    """Return why no machine code can be kept safely, so that no command may search; None if all is well."""
    cache = registry.opened_cache()
    return cache.trouble if cache is not None and cache.unsafe else None


def needs_search(arguments: Sequence[str]) -> bool:
    """Add the command that the arguments name, and tell whether it searches: it runs guarded then, and says when it compiles."""
    add_commands(arguments)
    if registry.opened_cache() is None:
        return False
    from counterply.cli.input_output import CompilationNews
    from counterply.compiling.definitions import LISTENERS

    LISTENERS.append(CompilationNews())
    return True


@cache
def parser_of_all(commands: int, groups: int) -> Any:
    """Return the parser of what was added so far, of so many commands and groups: a program that runs several makes it once."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; an error that the user can fix is one line on stderr, and `WRONG_INPUT`.

    A bug of ours is raised, and with COUNTERPLY_TRACEBACK in the environment every error.
    """
    show_log()
    add_commands(arguments)
    if (danger := danger_of_cache()) is not None:
        LOG.error("counterply: %s", printable(danger))
        return WRONG_INPUT
    command = parser_of_all(len(app.registered_commands), len(app.registered_groups))
    try:
        hear_ctrl_c()
        with INPUTS.of_a_command(), command.make_context("counterply", repeat_options(arguments)) as context:
            answer = command.invoke(context)
        return answer if isinstance(answer, int) else 0
    except KeyboardInterrupt:
        code = exit_code(finished=False)
        LOG.warning("interrupted")
        return code
    except BrokenPipeError:
        return BROKEN_PIPE
    except Exception as error:
        if hasattr(error, "exit_code") and not hasattr(error, "format_message"):  # typer.Exit
            return int(error.exit_code)
        if type(error).__name__ == "NoArgsIsHelpError":
            LOG.error(str(error))
            return WRONG_INPUT
        line = error_line(error, command)
        if line is None or os.environ.get("COUNTERPLY_TRACEBACK"):
            raise
        LOG.error("counterply: %s", printable(line))
        return WRONG_INPUT
    finally:
        hear_ctrl_c()


def repeat_options(arguments: Sequence[str]) -> list[str]:
    """Write ``--against A B`` as ``--against A --against B``: all words up to the next option belong to it.

    Raises `UsageError` for an ``--against`` without a word before the next option.

    >>> repeat_options(["tournament", "isolation", "engine", "--against", "random", "greedy", "--games", "10"])
    ['tournament', 'isolation', 'engine', '--against', 'random', '--against', 'greedy', '--games', '10']
    """
    if list(arguments[:1]) != ["tournament"]:
        return list(arguments)
    written: list[str] = []
    inside = False
    for word in arguments:
        if written[-1:] == ["--against"] and word.startswith("-"):
            raise UsageError("--against names no player")
        if word.startswith("-"):
            inside = word == "--against"
        elif inside and written[-1] != "--against":
            written.append("--against")
        written.append(word)
    return written


def error_line(error: Exception, command: Any) -> str | None:
    """Return one line for an error that the user can fix; None for a bug of ours."""
    if hasattr(error, "format_message"):
        return usage_line(error, command)
    if isinstance(error, CounterplyError):
        return " ".join(str(error).split())
    if isinstance(error, MemoryError):
        return "there is not enough memory for that"
    if isinstance(error, OSError):
        if error.errno == errno.ENOSPC:
            return f"the disk is full{f': {error.filename}' if error.filename else ''}; finished work is kept"
        return f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}"
    if type(error).__module__ == "sqlite3":
        return f"the store of games cannot be used: {error}"
    if type(error).__module__.startswith("numba"):
        from counterply.compiling.diagnosis import explain

        return f"{explain(error)} (counterply verify tells more)"
    return placed_line(error) if own_place(error) else None


def usage_line(error: Any, command: Any) -> str:
    """Return the line for a command or option that does not exist, or is used wrongly, with the nearest match.

    `error` is Click's, or Pydantic's in Click's; `command` is the parser of all commands, for an error without a context.
    """
    text = " ".join(error.format_message().split()).rstrip(".")
    context = getattr(error, "ctx", None)
    current = context.command if context is not None else command
    if text.startswith("No such command"):
        wrong = re.split("['\"]", text)[1]
        known = getattr(current, "commands", command.commands)
        kind = {"host": "protocol", "generate": "generator"}.get(current.name, "command")
        return str(unknown(kind, wrong, sorted(known)))
    if text.lower().startswith("no such option"):
        options = sorted({option for parameter in current.params for option in parameter.opts if option.startswith("--")})
        return str(unknown(f"option of {current.name}", error.option_name, options))
    faults: list[Any] = getattr(error.__cause__, "errors", list)()
    if faults and faults[0]["type"] in NUMBERS:  # Pydantic's message leaves out the value
        text = f"{text.partition(': ')[0]}: {faults[0]['input']!r} is not {NUMBERS[faults[0]['type']]}"
    extra = EXTRA.search(text)
    if extra:
        text = f"unexpected {extra[1]!r}"
    if context is None or current is command:
        return text[0].lower() + text[1:]
    if extra or text.startswith("Missing argument"):
        words = [piece.strip("{}") for piece in current.collect_usage_pieces(context) if piece != "[OPTIONS]"]
        text = f"{text}; {current.name} takes {' '.join(words) or 'options only'}"
    return f"{text[0].lower()}{text[1:]} (see {context.command_path} --help)"
