"""How the options of a record become those of a command, and the records that only commands have. It imports no Numba."""

from __future__ import annotations

import functools
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypedDict, TypeVar

import click

from counterply.cli.name_checks import require_names
from counterply.core.described_options import Field, Option, fields_of, record_of
from counterply.core.errors import UsageError
from counterply.core.files import input_path, read_text, user_path

LONGEST_PATH = 1000  # letters; a longer text names no file
POSITION_FILES = (".txt", ".pos", ".sgf", ".psq")  # names that end so are files, not diagrams

WORDS: dict[Any, click.ParamType[Any]] = {  # of a parameter's type: how its words are read
    str: click.STRING,
    int: click.INT,
    float: click.FLOAT,
    bool: click.BOOL,
    Path: click.Path(path_type=Path),
}
HostedPlayer = Annotated[str, Option("engine", "Who plays: NAME[:key=value,...] or FILE.py:NAME.", "PLAYER")]

Function = TypeVar("Function", bound=Callable[..., Any])


@dataclass(frozen=True)
class Argument:
    """An argument of a command: what stands for it in the command's help, and its meaning in a sentence."""

    metavar: str
    help: str


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


class Commands(click.Group):
    """A group of commands, in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return their names."""
        return list(self.commands)


def click_option(field: Field) -> click.Option:
    """Return an option as Click takes it, with its default as the user would write it.

    Raises
    ------
    TypeError
        for a type that no word on the command line is
    """
    option = field.option
    words, several = _words(field.word_kind)
    default = option.written if option.parse is not None else option.default
    return click.Option(
        [field.name, *field.flags],
        type=words,
        is_flag=words is click.BOOL,
        multiple=several,
        default=None if default in ((), []) else default,
        show_default=True,
        metavar=option.metavar or None,
        help=option.help,
    )


def click_parameter(own: inspect.Parameter) -> click.Parameter:
    """Return a function's parameter as Click takes it: an argument; an option where it is described as one, or has a default only.

    Raises
    ------
    TypeError
        for a type that no word on the command line is
    """
    noted = typing.get_origin(own.annotation) is Annotated
    kind, described = typing.get_args(own.annotation)[:2] if noted else (own.annotation, None)
    given = {} if own.default is own.empty else {"default": own.default}
    if not isinstance(described, Argument) and (given or described):
        return click_option(Field(own.name, kind, replace(described or Option(None, ""), **given)))
    words, several = _words(kind)
    made = click.Argument([own.name], type=words, nargs=-1 if several else 1, required=not given, **given)
    if described:
        made.metavar = described.metavar if made.required else f"[{described.metavar}]"
        made.help = described.help
    return made


def _words(kind: Any) -> tuple[click.ParamType[Any], bool]:
    """Return how a word of a parameter's type is read, and whether the parameter takes several."""
    kinds = typing.get_args(kind) if isinstance(kind, types.UnionType) else (kind,)
    given = [each for each in kinds if each is not types.NoneType]
    several = typing.get_origin(given[0]) is list
    one = typing.get_args(given[0])[0] if several else given[0]
    if len(given) > 1 or one not in WORDS:
        raise TypeError(f"a command has no parameter of type {kind}")
    return WORDS[one], several


def command(group: click.Group, name: str | None = None) -> Callable[[Function], Function]:
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
        def called(**words: object) -> object:
            given = {key: (list(value) or None) if isinstance(value, tuple) else value for key, value in words.items()}
            require_names(given, settings_of)
            return function(**{key: fields[key].read(value) if key in fields else value for key, value in given.items()})

        group.add_command(
            click.Command(
                name or function.__name__.replace("_", "-"),
                callback=called,
                params=[*map(click_parameter, own), *map(click_option, shown)],
                help=inspect.cleandoc(function.__doc__ or ""),
            )
        )
        return function

    return add
