"""The command: one function for each subcommand, and errors as one line."""

from __future__ import annotations

import errno
import gc
import io
import logging
import os
import re
import sys
from collections.abc import Sequence
from typing import Any

import click

from counterply import registry
from counterply.cli.command_options import Commands
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

COMPLETION = "_COUNTERPLY_COMPLETE"  # which shells set that ask for completions

NUMBERS = {"a valid integer": "a whole number", "a valid float": "a number"}  # as Click says it
EXTRA = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)$")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="counterply", message="%(prog)s %(version)s", help="Print the version.")
def app() -> None:
    """Two-player adversarial search: games, an engine, honest statistics."""


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
    """Import the module that adds the command which the arguments name to `app`; of all commands if there is none."""
    name = arguments[0] if arguments else ""
    registry.add_command(name)
    if name not in app.commands:
        for each in registry.plugins("commands"):
            registry.add_command(each)


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


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; an error that the user can fix is one line on stderr, and `WRONG_INPUT`.

    A bug of ours is raised, and with COUNTERPLY_TRACEBACK in the environment every error.
    """
    show_log()
    add_commands(arguments)
    if (danger := danger_of_cache()) is not None:
        LOG.error("counterply: %s", printable(danger))
        return WRONG_INPUT
    try:
        hear_ctrl_c()
        with INPUTS.of_a_command(), app.make_context("counterply", repeat_options(arguments)) as context:
            answer = app.invoke(context)
        return answer if isinstance(answer, int) else 0
    except KeyboardInterrupt:
        code = exit_code(finished=False)
        LOG.warning("interrupted")
        return code
    except BrokenPipeError:
        return BROKEN_PIPE
    except Exception as error:
        if isinstance(error, click.exceptions.Exit):
            return error.exit_code
        if isinstance(error, click.exceptions.NoArgsIsHelpError):
            LOG.error(str(error))
            return WRONG_INPUT
        line = error_line(error)
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


def error_line(error: Exception) -> str | None:
    """Return one line for an error that the user can fix; None for a bug of ours."""
    if isinstance(error, click.ClickException):
        return usage_line(error)
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


def usage_line(error: click.ClickException) -> str:
    """Return the line for a command or option that does not exist, or is used wrongly, with the nearest match."""
    text = " ".join(error.format_message().split()).rstrip(".")
    context: click.Context | None = getattr(error, "ctx", None)
    current: Any = app if context is None else context.command
    if text.startswith("No such command"):
        kind = {"host": "protocol", "generate": "generator"}.get(current.name, "command")
        return str(unknown(kind, re.split("['\"]", text)[1], sorted(current.commands)))
    if isinstance(error, click.NoSuchOption):
        options = sorted({option for parameter in current.params for option in parameter.opts if option.startswith("--")})
        return str(unknown(f"option of {current.name}", error.option_name, options))
    for click_says, we_say in NUMBERS.items():
        text = text.replace(click_says, we_say)
    extra = EXTRA.search(text)
    if extra:
        text = f"unexpected {extra[1]!r}"
    if context is None or current is app:
        return text[0].lower() + text[1:]
    if extra or isinstance(error, click.MissingParameter):
        words = [piece for piece in current.collect_usage_pieces(context) if piece != "[OPTIONS]"]
        text = f"{text}; {current.name} takes {' '.join(words) or 'options only'}"
    return f"{text[0].lower()}{text[1:]} (see {context.command_path} --help)"
