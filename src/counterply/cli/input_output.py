"""Shared by the commands: how games, positions and limits are written, output, and work that can be interrupted."""

from __future__ import annotations

import json
import logging
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Protocol

from counterply.cli.command_options import Argument, position_text, settings_of
from counterply.compiling.cache import CACHE
from counterply.compiling.reached_values import NOT_KEPT
from counterply.core.contract import LONGEST_LINE
from counterply.core.errors import GameError, UsageError
from counterply.core.files import require_place, write_csv
from counterply.core.game import Game
from counterply.core.plain_game import PlainGame, PlainPosition
from counterply.core.position import Position
from counterply.interruption import exit_code
from counterply.shown.plots import require_picture
from counterply.shown.tables import Shown, Table, Tables
from counterply.usercode.trust import checked_game

LOG = logging.getLogger(__name__)

WIDE = 200  # letters of a table where there is no terminal
DEEPEST = LONGEST_LINE - 1  # plies of a search
NOTICED = 0.7  # seconds of compilation that are announced

ADirectory = Annotated[Path, Argument("DIR", "Folder of a tournament or match that was kept with --out.")]
AGame = Annotated[str, Argument("GAME", "A built-in game (see `counterply games`), or FILE.py.")]
APosition = Annotated[str | None, Argument("POSITION", '"moves A B C", a diagram, PGN, SGF, f5d6c3 or a file.')]


def open_game(name: str, options: Mapping[str, Any]) -> Game | PlainGame:
    """Return the game that a command names, with its options; a file's is checked against the contract before its first use."""
    return checked_game(name, settings_of(options))


def open_position(game: Game | PlainGame, text: str | None) -> Position | PlainPosition:
    """Return a position from ``moves A B C``, a diagram, or a file that holds either; None is the start.

    Raises `GameError` for an illegal move and a text that is no position, `UsageError` for a file that cannot be used.
    """
    text = None if text is None else position_text(text)
    try:
        return game.position(text)
    except GameError as error:
        if text is None or "\n" in text or "moves" in f"{text}{error}":
            raise
        raise GameError(f'{error}; moves from the start are written "moves A B C"') from None


def parse_depths(text: str) -> list[int]:
    """Return the depths in plies that ``7-13``, ``7,9,11`` or ``5`` name, ascending; raises `UsageError` for other texts.

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


def print_table(made: object) -> None:
    """Print a table or text by Rich: as wide as the terminal, and wide where there is none."""
    from rich.console import Console

    console = Console(highlight=False) if sys.stdout.isatty() else Console(highlight=False, width=WIDE, soft_wrap=True)
    with console.capture() as captured:
        console.print(made)
    print(captured.get(), end="")


def terminal_width() -> int | None:
    """Return the columns of the terminal; None where the output goes to a file or pipe, which hold any width."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_json(document: object) -> None:
    """Print the one JSON document of a command, in a line; raises ValueError for NaN and infinity, which JSON lacks."""
    print(json.dumps(document, allow_nan=False))


def print_shown(*shown: object) -> None:
    """Print texts, tables, and results by their tables, each as wide as the terminal allows."""
    for each in shown:
        if isinstance(each, Shown):
            each = each.table(terminal_width())
        if isinstance(each, Tables | Table):
            print_table(each)
        else:
            print(each)


class Result(Protocol):
    """What a command prints."""

    def json(self) -> object:
        """Return its document."""


def print_result(options: Mapping[str, Any], made: Result, *shown: object) -> None:
    """Print a result: its document if the options ask for JSON, else `shown`, by default itself."""
    if options["json"]:
        print_json(made.json())
    else:
        print_shown(*shown or (made,))


def print_files(options: Mapping[str, Any], files: Iterable[Path], *shown: object) -> None:
    """Print which files were written: a document if the options ask for JSON, else `shown`, by default their paths."""
    if options["json"]:
        print_json({"files": [str(path) for path in files]})
    else:
        print_shown(*shown or files)


def note(text: str) -> None:
    """Log a line about the work."""
    LOG.info(text)


def terminal_note() -> Callable[[str], None] | None:
    """Return the listener to the progress of long work: `note` on a terminal, None elsewhere."""
    return note if sys.stderr.isatty() else None


def require_files(options: Mapping[str, Any]) -> None:
    """Raise `UsageError` or `GameError` unless the table and picture that the options ask for can be written: before the work."""
    require_picture(options["plot"])
    if options["csv"] is not None:
        require_place(options["csv"])


def write_files(measured: Any, options: Mapping[str, Any]) -> int:
    """Write the table and the picture that the options ask for, and return the exit code: 0, or that of an interrupted command."""
    if options["csv"] is not None:
        write_csv(options["csv"], measured.COLUMNS, measured.cells())
    if options["plot"] is not None and any(True for _ in measured.cells()):
        measured.plot(options["plot"])
    elif options["plot"] is not None:
        note(f"nothing was measured that {options['plot']} could show")
    return exit_code(measured.finished)


class CompilationNews:
    """Says on stderr, once, that functions are being compiled, if that takes longer than `NOTICED`."""

    def __init__(self) -> None:
        self.begin: float | None = None
        self.said = False

    def on_start(self, event: object = None) -> None:
        """Note that a compilation starts; Numba calls this for each function that is not in the cache."""
        now = time.monotonic()
        self.begin = self.begin or now
        if not self.said and now - self.begin > NOTICED:
            self.said = True
            trouble = CACHE.trouble or (NOT_KEPT[-1] if NOT_KEPT else "")
            when = f"each time, since {trouble}" if trouble else "once, and after an edit of a game or an evaluator"
            note(f"compiling ({when}) ...")

    def on_end(self, event: object = None) -> None:
        """Do nothing; Numba calls this after each compilation."""
