"""Shared by the commands: how games, positions and limits are written, output, and work that can be interrupted."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from counterply.cli.options import settings_of
from counterply.compiling.cache import CACHE
from counterply.compiling.definitions import LISTENERS
from counterply.compiling.rules import NOT_KEPT
from counterply.core.errors import GameError, UsageError
from counterply.core.files import input_path, read_text, require_place, user_path, write_csv
from counterply.core.game import Game
from counterply.core.position import PlainGame, PlainPosition, Position
from counterply.explain.searches import DEEPEST
from counterply.interruption import exit_code
from counterply.study.plots import require_picture
from counterply.usercode.trust import checked_game

NOTICED = 0.7  # seconds of compilation that are announced
WIDE = 200  # columns of tables that go to a file or pipe

AGame = Annotated[str, typer.Argument(metavar="GAME", help="A built-in game (see `counterply games`), or FILE.py.")]
APosition = Annotated[str | None, typer.Argument(metavar="POSITION", help='"moves A B C" from the start, a diagram, or a file.')]


def open_game(name: str, options: Mapping[str, Any]) -> Game | PlainGame:
    """Return the game that a command names, with its options."""
    return checked_game(name, settings_of(options))


def open_position(game: Game | PlainGame, text: str | None) -> Position | PlainPosition:
    """Return a position from ``moves A B C``, a diagram, or a file that holds either."""
    if text is not None and not text.startswith("moves") and "\n" not in text:
        path = user_path(text)
        if len(text) < 1000 and path.is_file():
            text = read_position(input_path(path))
        elif len(text) < 1000 and "/" in text and path.is_dir():
            raise UsageError(f"{text} is a folder, not a position's file")
        elif path.suffix in (".txt", ".pos", ".sgf", ".psq") and " " not in text:
            raise UsageError(f"there is no file {text}")
    try:
        return game.position(text)
    except GameError as error:
        if text is None or "\n" in text or "moves" in f"{text}{error}":
            raise
        raise GameError(f'{error}; moves from the start are written "moves A B C"') from None


def read_position(path: Path) -> str:
    """Return the text of a position's file."""
    text = read_text(path)
    if not text.strip():
        raise UsageError(f'{path} is empty; a position is "moves A B C" from the start, or a diagram')
    return text


def parse_depths(text: str) -> list[int]:
    """Return the depths that ``7-13``, ``7,9,11`` or ``5`` name.

    >>> parse_depths("2-4,7")
    [2, 3, 4, 7]
    """
    depths: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.partition("-")
        try:
            low = int(first)
            high = int(last) if dash else low
        except ValueError:
            raise UsageError(f"depths are written 7-13 or 7,9,11, not {text!r}") from None
        if not 1 <= low <= high <= DEEPEST:
            raise UsageError(f"depths are 1 to {DEEPEST}, the smaller one first, such as 7-13, not {part!r}")
        depths.update(range(low, high + 1))
    return sorted(depths)


class Output(Console):
    """A console that leaves it to the command what happens when its reader has gone."""

    def on_broken_pipe(self) -> None:
        """Raise what Rich has caught."""
        raise BrokenPipeError


def output() -> Console:
    """Return the console for results: as wide as the terminal, and wide where there is none."""
    return Output(highlight=False) if sys.stdout.isatty() else Output(highlight=False, width=WIDE, soft_wrap=True)


def terminal_width() -> int | None:
    """Return the columns of the terminal; None where the output goes to a file or pipe, which hold any width."""
    return output().width if sys.stdout.isatty() else None


def print_json(document: Any) -> None:
    """Print the one JSON document of a command."""
    print(json.dumps(document, allow_nan=False))


def note(text: str) -> None:
    """Tell something about the work, on stderr."""
    print(text, file=sys.stderr, flush=True)


def terminal_note() -> Callable[[str], None] | None:
    """Return what shows the progress of long work: `note` on a terminal, nothing elsewhere."""
    return note if sys.stderr.isatty() else None


def require_files(options: Mapping[str, Any]) -> None:
    """Raise unless the table and the picture that a command was asked for can be written."""
    require_picture(options["plot"])
    if options["csv"] is not None:
        require_place(options["csv"])


def write_files(measured: Any, options: Mapping[str, Any]) -> int:
    """Write the table and the picture of something measured that a command was asked for, and return its exit code."""
    if options["csv"] is not None:
        write_csv(options["csv"], measured.COLUMNS, measured.cells())
    if options["plot"] is not None:
        measured.plot(options["plot"])
    return exit_code(measured.finished)


class CompilationNews:
    """Says on stderr, once, that machine code is being made, if that takes longer than people would not notice."""

    def __init__(self) -> None:
        self.begin: float | None = None
        self.said = False

    def on_start(self, event: Any = None) -> None:
        """Note the begin of a compilation; Numba calls this for each function that is not in the cache."""
        now = time.monotonic()
        self.begin = self.begin or now
        if not self.said and now - self.begin > NOTICED:
            self.said = True
            trouble = CACHE.trouble or (NOT_KEPT[-1] if NOT_KEPT else "")
            when = f"each time, since {trouble}" if trouble else "once, and after an edit of a game or an evaluator"
            note(f"compiling ({when}) ...")

    def on_end(self, event: Any = None) -> None:
        """Do nothing."""


def announce_compilation() -> None:
    """Tell people when they wait for the compiler."""
    LISTENERS.append(CompilationNews())
