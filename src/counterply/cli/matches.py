"""Commands about many games: match, tournament, merge, replay."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Unpack

from counterply import registry
from counterply.api import games, stored
from counterply.api.games import MOVE_SECONDS, MatchOptions, TournamentOptions
from counterply.api.option_records import limit_of
from counterply.api.stored import StoredGame, StoredRunOption
from counterply.arena.record import CHANCE_MOVED
from counterply.cli import app
from counterply.cli.command_options import Argument, GameSettings, JsonOption, command, settings_of
from counterply.cli.input_output import ADirectory, AGame, note, print_json, print_shown, terminal_width
from counterply.core.described_options import Option, part
from counterply.core.game_sources import is_registered, module_of
from counterply.core.plain_game import PlainGame
from counterply.core.users_text import unknown
from counterply.core.values import OUTCOME_NAMES, score_text
from counterply.interruption import exit_code
from counterply.usercode.loading import is_file

if TYPE_CHECKING:
    from counterply.api.runs import Run
    from counterply.arena.record import GameRecord
    from counterply.arena.tournament import Progress as RunProgress

SAY_EVERY = 15.0  # seconds between lines of progress where there is no terminal


@contextmanager
def progress_display() -> Iterator[Callable[[RunProgress], None]]:
    """Yield a listener that shows a run's progress on stderr: a bar on a terminal, else a line now and then."""
    told: set[str] = set()

    def new_notes(progress: RunProgress) -> list[str]:
        new = [text for text in progress.notes if text not in told]
        told.update(new)
        return new

    if not sys.stderr.isatty():
        said = [time.monotonic()]

        def say(progress: RunProgress) -> None:
            for text in new_notes(progress) if progress.phase == "preparing" else ():
                note(text)
            if time.monotonic() - said[0] >= SAY_EVERY:
                said[0] = time.monotonic()
                left = "" if progress.left is None else f", {progress.left:.0f} s left"
                note(f"{progress.phase}: {progress.done:,} of {progress.total:,} {progress.unit}{left}")

        yield say
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("preparing", total=None, left="")

        def show(progress: RunProgress) -> None:
            for text in new_notes(progress):
                console.print(text)
            left = "" if progress.left is None else f"{progress.left:.0f} s left"
            bar.update(task, description=progress.phase, completed=progress.done, total=progress.total, left=left)

        yield show


class MatchCommand(MatchOptions, GameSettings, JsonOption):
    """Options of the command match."""

    show: Annotated[bool, Option(False, "Print each game as it ends, position by position.")]


class TournamentCommand(TournamentOptions, GameSettings, JsonOption):
    """Options of the command tournament."""


def to_report(out: str | Path, game: str, what: str) -> list[str]:
    """Say that a command does `what` with a run, naming a game's file again, or nothing where no plug-in has that command."""
    if "report" not in registry.plugins("commands"):
        return []
    named = ["--game", module_of(game)] if is_file(game) and not is_registered(game) else []
    return [f"`{shlex.join(['counterply', 'report', str(out), *named])}` {what}"]


@contextmanager
def playing(game: str, options: Mapping[str, Any], record: type) -> Iterator[dict[str, Any]]:
    """Yield the options of a run, those of `record` and its game's; show its progress meanwhile, with ``--show`` also its games."""
    from counterply.arena.variants import Games

    of_game, limit = settings_of(options), limit_of(options, MOVE_SECONDS)
    of_pair = Games(game, of_game, options["seed"])
    with progress_display() as show:

        def listen(progress: RunProgress) -> None:
            show(progress)
            if options.get("show") and progress.record is not None:
                print_game(StoredGame.of(of_pair(progress.record.round), progress.record, limit), pause=False)

        yield part(options, record) | {"options": of_game, "progress": listen}


def print_document(played: Run) -> None:
    """Print the document of a run; its failures go to stderr too."""
    print_json(played.json())
    for text in (*played.results.warnings, *played.results.failure_lines):
        note(text)


def say_if_stopped(played: Run, game: str, out: str | Path | None) -> int:
    """Tell on stderr how many games a run has kept that Ctrl-C ended; return the exit code, 0 for a finished run."""
    code = exit_code(played.finished)
    if code == 0:
        return code
    done = f"stopped after {played.results.played:,} of {played.results.plan.total:,} games"
    kept = ["which are kept: the same command goes on", *to_report(out, game, "shows them")] if out is not None else []
    note(", ".join([done, *kept]))
    return code


@command(app)
def match(
    game: AGame,
    first: Annotated[str, Argument("PLAYER", "NAME[:key=value,...] or FILE.py:NAME; see `counterply players`.")],
    second: Annotated[str, Argument("PLAYER", "The other player.")],
    **options: Unpack[MatchCommand],
) -> int:
    """Play paired games between two players.

    Each move has 150 ms unless --time, --nodes or --depth says otherwise.
    Prints the score with its 95 % interval, Elo, and the cost of moves; at Ctrl-C, of the games so far.
    """
    from counterply.arena.result_tables import match_line

    with playing(game, options, MatchOptions) as given:
        played = games.match(game, first, second, **given)
    if options["json"]:
        print_document(played)
    else:
        print_shown(*played.results.warnings, played, *played.results.failure_lines, *played.notes, match_line(played.results))
    return say_if_stopped(played, game, options["out"])


@command(app)
def tournament(
    game: AGame,
    players: Annotated[list[str], Argument("PLAYER...", "Players; with --against the columns of the table.")],
    **options: Unpack[TournamentCommand],
) -> int:
    """Play a round robin, or columns against rows.

    Each move has 150 ms unless --time, --nodes or --depth says otherwise. Ctrl-C prints the table so far. With --out, games are
    stored as they end; the same command goes on with a run that was stopped.
    """
    from counterply.arena.result_tables import report_table

    with playing(game, options, TournamentOptions) as given:
        played = games.tournament(game, players, **given)
    if options["json"]:
        print_document(played)
    else:
        table = report_table(played.results, terminal_width())
        print_shown(*played.results.warnings, table, "", played, *played.results.failure_lines, *played.notes)
        if options["out"] is not None and played.finished:
            for line in to_report(options["out"], game, "writes this with pictures as one HTML file"):
                print(f"\n{line}")
    return say_if_stopped(played, game, options["out"])


class MergeCommand(StoredRunOption, JsonOption):
    """Options of the command merge."""


@command(app)
def merge(
    out: Annotated[Path, Argument("OUT", "The folder of the whole run.")],
    folders: Annotated[list[Path], Argument("DIR...", "The folders of its parts.")],
    **options: Unpack[MergeCommand],
) -> None:
    """Put the parts of a run together.

    Each was played by tournament --part K/N --out DIR, for instance by a job of a batch system.
    """
    merged = stored.merge(out, folders, game=options["game"])
    if options["json"]:
        return print_json(vars(merged))
    twice = f", {merged.known:,} were there already" if merged.known else ""
    told = f"{len(folders)} folder{'s' * (len(folders) > 1)}"
    print(f"{merged.taken:,} games of {told} are in {out}{twice}; the whole run has {merged.total:,}")


class ReplayCommand(StoredRunOption, JsonOption):
    """Options of the command replay."""

    written: Annotated[
        str | None,
        Option(None, "Print the game as other programs write it (such as sgf, where the game has it).", "FORMAT", ("--as",)),
    ]


@command(app)
def replay(
    directory: ADirectory,
    number: Annotated[int, Argument("GAME_ID", "The game's number, from 0.")],
    **options: Unpack[ReplayCommand],
) -> None:
    """Show a stored game step by step.

    On a terminal, Enter goes on and q ends.
    """
    found = stored.replay(directory, number, game=options["game"])
    game, written = found.positions[0].game, options["written"]
    if written is not None:
        formats = {} if isinstance(game, PlainGame) else game.formats
        if written not in formats:
            raise unknown(f"format of {game.name}", written, formats)
        return print(formats[written](found.positions[-1], found.record.first, found.record.second))
    if options["json"]:
        return print_json(found.json())
    print_game(found, pause=sys.stdin.isatty() and sys.stdout.isatty())


def print_game(found: StoredGame, pause: bool) -> None:
    """Print a stored game position by position; `pause`: wait for Enter after each, q ends."""
    record, steps, texts = found.record, found.positions, found.moves
    game: Any = steps[0].game
    print(f"game {record.number}: {record.first} (first) - {record.second}, {found.limit}")
    for ply, position in enumerate(steps):
        print(f"\n{step_text(record, ply - found.opening - 1, ply, texts)}")
        if ply and game.compiled:
            for event in game.events(steps[ply - 1], position.history[-1]):
                print(f"* {event}")
        print(position)
        if pause and ply < len(steps) - 1 and input("[Enter] next, q quit: ").strip().lower() == "q":
            return
    margin = f" by {abs(record.margin)}" if game.by_margin and record.margin else ""
    print(f"\n{OUTCOME_NAMES[record.outcome]}{margin}: {record.reason}")


def step_text(record: GameRecord, index: int, ply: int, texts: list[str]) -> str:
    """Return who made the move that led to a position, its score, depth, nodes and milliseconds, as far as they are known.

    `index` counts the moves after the opening, from 0; `ply` all moves, 0 being the start.
    """
    if ply == 0:
        return "start"
    if index < 0:
        return f"{ply}. {texts[ply - 1]} (opening)"
    mover = record.movers[index]
    if mover == CHANCE_MOVED:
        return f"{ply}. {texts[ply - 1]} (chance)"
    score = record.scores[index]
    shown = "" if score is None else f", score {score_text(score, record.grids[int(mover)])}"
    spent = f"depth {record.depths[index]}, {record.nodes[index]:,} nodes, {record.micros[index] / 1000:.1f} ms"
    return f"{ply}. {texts[ply - 1]} by {record.players[int(mover)]}{shown}, {spent}"
