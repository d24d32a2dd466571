"""Commands about many games: match, tournament, report, replay."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import typer

from counterply.cli import app
from counterply.cli.common import (
    AGame,
    Board,
    Certificate,
    Depth,
    Force,
    GameFile,
    Json,
    Nodes,
    Scenario,
    Sets,
    Time,
    make_limit,
    note,
    output,
    print_json,
    terminal_width,
)
from counterply.core.errors import UsageError
from counterply.core.limits import Limit, parse_duration
from counterply.core.position import PlainGame
from counterply.core.values import OUTCOME_NAMES
from counterply.core.words import positive, unknown
from counterply.usercode.loading import is_file
from counterply.usercode.naming import game_options

DEFAULT_LIMIT = Limit(seconds=0.15)  # a move; what the courses' hosts give
SAY_EVERY = 15.0  # seconds between lines of progress where there is no terminal

Games = Annotated[int, typer.Option("--games", metavar="N", help="Of each pairing; even: each opening is played twice.")]
Workers = Annotated[int | None, typer.Option("--workers", metavar="N", help="Processes; by default all cores, or one less.")]
Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Decides the openings and the players' choices.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Keep the games here; the same command goes on.")]
From = Annotated[
    str,
    typer.Option("--openings", metavar="random|balanced|FILE", help="By default balanced where the game brings such, else random."),
]
OnCluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Let other machines play: local, HOST or HOST:PORT.")
]
ScaleTime = Annotated[
    bool, typer.Option("--scale-time", help="On a cluster: longer times on slower machines, by the engine's speed here and there.")
]
Solving = Annotated[
    str, typer.Option("--solve", metavar="TIME|off", help="Time to solve each opening, for conversion and swindle.")
]


def match_limit(time: str | None, nodes: int | None, depth: int | None) -> Limit:
    """Return the limit of each move; 150 ms where none is given."""
    limit = make_limit(time, nodes, depth)
    return DEFAULT_LIMIT if limit.unlimited else limit


def opening_solver(text: str) -> Any:
    """Return the solver that ``--solve`` asks for; None where it is off."""
    from counterply.arena.solving import OpeningSolver

    if text == "off":
        return None
    try:
        return OpeningSolver(parse_duration(text))
    except UsageError as error:
        raise UsageError(f"--solve: {error}, or off") from None


@contextmanager
def progress_display() -> Iterator[Callable[[Any], None]]:
    """Yield a listener that shows a run's progress on stderr: a bar on a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        said = [time.monotonic()]

        def say(progress: Any) -> None:
            for text in progress.notes if progress.phase == "preparing" else ():
                note(text)
            if time.monotonic() - said[0] >= SAY_EVERY:
                said[0] = time.monotonic()
                left = "" if progress.left is None else f", {progress.left:.0f} s left"
                last = progress.phase.rpartition(" ")[2]
                what = last if last in ("openings", "boards") else "games"
                note(f"{progress.phase}: {progress.done:,} of {progress.total:,} {what}{left}")

        yield say
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("preparing", total=None, left="")
        told: set[str] = set()

        def show(progress: Any) -> None:
            for text in progress.notes:
                if text not in told:
                    told.add(text)
                    console.print(text)
            left = "" if progress.left is None else f"{progress.left:.0f} s left"
            bar.update(task, description=progress.phase, completed=progress.done, total=progress.total, left=left)

        yield show


def place(cluster: str | None, certificate: Path | None, scale_time: bool, workers: int | None) -> Any:
    """Return the cluster that is to play; None: this machine."""
    if cluster is None:
        if certificate is not None or scale_time:
            raise UsageError(f"{'--scale-time' if scale_time else '--certificate'} is for a cluster: --cluster ADDRESS")
        return None
    if workers is not None:
        raise UsageError("--workers is for this machine; on a cluster each machine says it itself (cluster join --slots)")
    from counterply.arena.cluster import CERTIFICATE, Cluster

    return Cluster(cluster, certificate or CERTIFICATE, scale_time, note)


def to_report(out: Path, game: str) -> str:
    """Return the command that makes a run's report; a game's file is only run if it is named again."""
    return f"`counterply report {out}{f' --game {game}' if is_file(game) else ''}`"


def play_plan(
    plan: Any, out: Path | None, workers: int | None, solving: str, show_games: bool = False, elsewhere: Any = None
) -> Any:
    """Play what a plan says and return the results; with `show_games` each of its games is printed as it ends."""
    from counterply.arena.tournament import run

    def listen(progress: Any) -> None:
        show(progress)
        if show_games and progress.record is not None:
            print_game(of_pair(progress.record.round), progress.record, plan.limit, pause=False)

    of_pair = plan.all_games
    solver = opening_solver(solving)
    if workers is not None:
        positive(workers, "--workers")
    try:
        with progress_display() as show:
            results = run(plan, out, workers=workers, progress=listen, outcome_of_opening=solver, elsewhere=elsewhere)
    except KeyboardInterrupt:
        if out is not None:
            note(f"stopped; the finished games are kept: the same command goes on, {to_report(out, plan.game)} shows them")
        raise
    return results


def tell_failures(results: Any) -> None:
    """Say on stderr which players lost games otherwise than by the rules, where the results are a document."""
    from counterply.arena.report.documents import failure_lines

    for text in failure_lines(results):
        note(text)


@app.command()
def match(
    game: AGame,
    first: Annotated[str, typer.Argument(metavar="PLAYER", help="NAME[:key=value,...] or FILE.py:NAME; see `counterply players`.")],
    second: Annotated[str, typer.Argument(metavar="PLAYER", help="The other player.")],
    games: Games = 100,
    time: Time = None,
    nodes: Nodes = None,
    depth: Depth = None,
    sprt: Annotated[str | None, typer.Option(metavar="ELO0,ELO1", help="Stop as soon as the pairs decide between the two.")] = None,
    workers: Workers = None,
    seed: Seed = 0,
    openings: From = "",
    out: Out = None,
    cluster: OnCluster = None,
    certificate: Certificate = None,
    scale_time: ScaleTime = False,
    show: Annotated[bool, typer.Option("--show", help="Print each game as it ends, position by position.")] = False,
    solve: Solving = "off",
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> None:
    """Play paired games between two players.

    Prints the score with its 95 % interval, Elo, and what the moves cost.
    """
    from counterply.arena.report.documents import details, failure_lines, match_json, match_line
    from counterply.arena.schedule import Plan, parse_sprt

    options = game_options(sets, board, scenario)
    plan = Plan(
        game,
        (first, second),
        games=games,
        limit=match_limit(time, nodes, depth),
        seed=seed,
        options=options,
        sprt=None if sprt is None else parse_sprt(sprt),
        openings=openings,
    )
    results = play_plan(plan, out, workers, solve, show, place(cluster, certificate, scale_time, workers))
    if json:
        print_json(match_json(results))
        return tell_failures(results)
    console = output()
    for table in details(results, terminal_width()):
        console.print(table)
    for text in failure_lines(results):
        print(text)
    print(match_line(results))


@app.command()
def tournament(
    game: AGame,
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Players; with --against the columns of the table.")],
    against: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="A row of the table; may be repeated.")] = None,
    games: Games = 100,
    time: Time = None,
    nodes: Nodes = None,
    depth: Depth = None,
    workers: Workers = None,
    seed: Seed = 0,
    openings: From = "",
    out: Out = None,
    cluster: OnCluster = None,
    certificate: Certificate = None,
    scale_time: ScaleTime = False,
    solve: Solving = "2s",
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> None:
    """Play everybody against everybody, or against rows.

    With --out, games are stored as they end; the same command goes on with a run that was stopped.
    """
    from counterply.arena.report.documents import details, failure_lines, report_table, tournament_json
    from counterply.arena.schedule import Plan

    options = game_options(sets, board, scenario)
    rows = tuple(against) if against else None
    limit = match_limit(time, nodes, depth)
    plan = Plan(game, tuple(players), against=rows, games=games, limit=limit, seed=seed, options=options, openings=openings)
    results = play_plan(plan, out, workers, solve, elsewhere=place(cluster, certificate, scale_time, workers))
    if json:
        print_json(tournament_json(results))
        return tell_failures(results)
    console, width = output(), terminal_width()
    print(report_table(results, width))
    for table in details(results, width):
        console.print()
        console.print(table)
    for text in (*failure_lines(results), *results.notes):
        print(text)
    if out is not None:
        print(f"\n{to_report(out, game)} writes this with pictures as one HTML file")


@app.command()
def report(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Of a tournament or match that was kept with --out.")],
    game: GameFile = None,
    force: Force = False,
    json: Json = False,
) -> None:
    """Write a stored run as one HTML file; print its table."""
    from counterply.arena.report.documents import failure_lines, report_table, tournament_json
    from counterply.arena.report.page import write_report
    from counterply.arena.results import load_results

    results = load_results(directory, game)
    path = write_report(directory, game, force)
    if json:
        return print_json({**tournament_json(results), "report": str(path)})
    print(report_table(results, terminal_width()))
    for text in (*failure_lines(results), *results.notes):
        print(text)
    print(f"\n{results.played:,} of {results.plan.total:,} games; tables, pictures and games: {path}")


@app.command()
def replay(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="Of a tournament or match that was kept with --out.")],
    number: Annotated[int, typer.Argument(metavar="GAME_ID", help="The game's number, from 0.")],
    written: Annotated[
        str | None,
        typer.Option("--as", metavar="FORMAT", help="Print the game as other programs write it (gomoku: sgf, psq, pos, offset)."),
    ] = None,
    of: GameFile = None,
    json: Json = False,
) -> None:
    """Show a stored game step by step.

    On a terminal, Enter goes on and q ends.
    """
    from counterply.api import stored

    found = stored.replay(directory, number, game=of)
    game = found.positions[0].game
    if written is not None:
        formats = {} if isinstance(game, PlainGame) else game.formats
        if written not in formats:
            raise unknown(f"format of {game.name}", written, formats)
        return print(formats[written](found.positions[-1], found.record.first, found.record.second))
    if json:
        return print_json(found.json())
    print_game(game, found.record, found.limit, pause=sys.stdin.isatty() and sys.stdout.isatty())


def print_game(game: Any, record: Any, limit: Limit, pause: bool) -> None:
    """Print a stored game position by position; `pause`: wait for Enter after each, q ends."""
    from counterply.arena.record import positions

    print(f"game {record.number}: {record.first} (first) - {record.second}, {limit}")
    steps = list(positions(game, (*record.opening, *record.moves)))
    texts = steps[0].line_text(steps[-1].history)
    for ply, position in enumerate(steps):
        print(f"\n{step_text(record, ply - len(record.opening) - 1, ply, texts)}")
        if ply and game.compiled:
            for event in game.events(steps[ply - 1], position.history[-1]):
                print(f"* {event}")
        print(position)
        if pause and ply < len(steps) - 1 and input("[Enter] next, q quit: ").strip().lower() == "q":
            return
    if game.compiled:
        print_events(game, steps)
    margin = f" by {abs(record.margin)}" if game.objective == "margin" and record.margin else ""
    print(f"\n{OUTCOME_NAMES[record.outcome]}{margin}: {record.reason}")


def print_events(game: Any, steps: list[Any]) -> None:
    """Print what happened when, in one list, in games that tell."""
    for before, after in pairwise(steps):
        for event in game.events(before, after.history[-1]):
            print(f"ply {after.ply:4}: {event}")


def step_text(record: Any, index: int, ply: int, texts: list[str]) -> str:
    """Return what is known about the move that led to a position; `index` counts the moves after the opening."""
    if ply == 0:
        return "start"
    if index < 0:
        return f"{ply}. {texts[ply - 1]} (opening)"
    mover = record.movers[index]
    if mover not in "01":
        return f"{ply}. {texts[ply - 1]} (chance)"
    score = record.scores[index]
    shown = "" if score is None else f", score {score / record.grids[int(mover)]:+.2f}"
    spent = f"depth {record.depths[index]}, {record.nodes[index]:,} nodes, {record.micros[index] / 1000:.1f} ms"
    return f"{ply}. {texts[ply - 1]} by {record.second if mover == '1' else record.first}{shown}, {spent}"
