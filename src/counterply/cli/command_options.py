"""How the options of a record become those of a command, and the records that only commands have. It imports no Numba."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypedDict, TypeVar

import typer

from counterply.cli.name_checks import require_names
from counterply.core.described_options import Field, Option, fields_of, record_of
from counterply.core.errors import UsageError
from counterply.core.files import input_path, read_text, user_path

LONGEST_PATH = 1000  # letters; a longer text names no file
POSITION_FILES = (".txt", ".pos", ".sgf", ".psq")  # names that end so are files, not diagrams

HostedPlayer = Annotated[str, typer.Option("--player", metavar="PLAYER", help="Who plays: NAME[:key=value,...] or FILE.py:NAME.")]

Function = TypeVar("Function", bound=Callable[..., Any])


class SetOption(TypedDict):
    """Options of the game that a command names."""

    sets: Annotated[list[str] | None, Option(None, "An option of the game; may be repeated.", "KEY=VALUE", ("--set",))]


class GameSettings(SetOption):
    """Options of the game that a command names, and short forms of two."""

    board: Annotated[str | None, Option(None, "Short for --set board=FILE.", "FILE")]
    scenario: Annotated[str | None, Option(None, "Short for --set scenario=FILE.", "FILE")]


class TableFiles(TypedDict):
    """Where a command puts its measurements, besides the terminal."""

    csv: Annotated[str | None, Option(None, "Write the table into a file.", "FILE.csv")]
    plot: Annotated[str | None, Option(None, "Draw it (.png, .svg or .pdf).", "FILE.png", ("--plot", "--out"))]


class JsonOption(TypedDict):
    """How a command prints its result."""

    json: Annotated[bool, Option(False, "Print one JSON document, and nothing else, on stdout.")]


def settings_of(options: Mapping[str, Any]) -> dict[str, str]:
    """Return the options of a game that a command was given, by name: those of ``--set``, and the short forms.

    Raises `UsageError` for a text that is not ``key=value``, and an option that is given twice.
    """
    found = {}
    short = [f"{name}={options[name]}" for name in ("board", "scenario") if options.get(name)]
    for text in [*(options["sets"] or []), *short]:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise UsageError(f"--set takes key=value, not {text!r}")
        if key in found:
            raise UsageError(f"the option {key!r} is given twice")
        found[key] = value
    return found


def position_text(text: str) -> str:
    """Return the text of a position: that of its file where `text` names one.

    Raises `UsageError` for a folder, an empty file, and the name of a position's file that is not there.
    """
    if text.startswith("moves") or "\n" in text:
        return text
    path, short = user_path(text), len(text) < LONGEST_PATH
    if short and path.is_file():
        content = read_text(input_path(path))
        if not content.strip():
            raise UsageError(f'{path} is empty; a position is "moves A B C" from the start, or a diagram')
        return content
    if short and "/" in text and path.is_dir():
        raise UsageError(f"{text} is a folder, not a position's file")
    if path.suffix in POSITION_FILES and " " not in text:
        raise UsageError(f"there is no file {text}")
    return text


def typer_parameter(field: Field) -> inspect.Parameter:
    """Return an option as Typer takes it: a parameter by keyword, with its default as the user would write it."""
    option, kind = field.option, field.word_kind
    default = option.written if option.parse is not None else option.default
    if default in (None, (), []):
        default, kind = None, kind | None
    annotation = Annotated[kind, typer.Option(*field.flags, metavar=option.metavar or None, help=option.help or None)]  # type: ignore[valid-type]
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def command(group: typer.Typer, name: str | None = None) -> Callable[[Function], Function]:
    """Return a decorator that makes a function a command of `group`; its record of options becomes the command's options.

    The function itself is returned unchanged. The command looks up the names of players and evaluators before it calls the
    function, with the options' words read: `UsageError` for one that does not exist or cannot be read. What the function
    returns is the exit code; None is 0.
    """

    def add(function: Function) -> Function:
        record = record_of(function)
        fields = {} if record is None else {each.name: each for each in fields_of(record).values() if each.option.command}
        common = fields_of(GameSettings) | fields_of(JsonOption)
        shown = sorted(fields.values(), key=lambda each: each.name in common)  # common options stand last
        own = [each for each in inspect.signature(function, eval_str=True).parameters.values() if each.kind != each.VAR_KEYWORD]

        @functools.wraps(function)
        def called(**given: Any) -> Any:
            require_names(given, settings_of)
            return function(**{key: fields[key].read(value) if key in fields else value for key, value in given.items()})

        called.__signature__ = inspect.Signature([*own, *map(typer_parameter, shown)])  # type: ignore[attr-defined]
        called.__annotations__ = {}
        group.command(name)(called)
        return function

    return add
