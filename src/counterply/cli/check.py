"""The command that tells students whether their search, or their heuristic, is right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from counterply.cli import app
from counterply.cli.common import Json, Sets, note, output, print_json
from counterply.core.errors import CounterplyError, UsageError
from counterply.core.files import require_place, write_text
from counterply.core.limits import Stop, parse_duration
from counterply.core.threads import interruptible
from counterply.core.words import unknown
from counterply.interruption import INTERRUPTED
from counterply.shown.tables import Table
from counterply.usercode.naming import game_options

DIALECTS = ("plain", "udacity", "kth", "leiden", "berkeley")


@app.command()
def check(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE.py[:NAME]", help="A search, or a heuristic (position, player).")
    ] = None,
    dialect: Annotated[
        str | None, typer.Option("--as", metavar="|".join(DIALECTS), help="Whose words the search speaks; by default found out.")
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", metavar="GAME", help="Where positions come from; may be repeated. A heuristic needs one."),
    ] = None,
    sets: Sets = None,
    positions: Annotated[int, typer.Option("--positions", metavar="N", help="Of games, after the trees; 0 is trees only.")] = 24,
    time: Annotated[str, typer.Option("--time", metavar="TIME", help="For one answer.")] = "5s",
    limit: Annotated[str, typer.Option("--limit", metavar="TIME", help="For a move of a player with a clock.")] = "100ms",
    case: Annotated[
        str | None, typer.Option("--case", metavar="TEXT", help="Show this case, as an earlier check printed it.")
    ] = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE.svg", help="Draw the smallest case.")] = None,
    points: Annotated[bool, typer.Option("--points", help="Print only how many cases are right, as N/M.")] = False,
    each: Annotated[
        str | None, typer.Option("--each", metavar="DIR", help="Check every .py file of a folder: one line each.")
    ] = None,
    json: Json = False,
) -> int:
    """Check a student's minimax or alpha-beta, or a heuristic.

    A search is asked about small random trees and positions of games; its value, move and visited nodes are compared with the
    textbook's in its own order of moves. The first mistake that explains everything is named, with the smallest tree that shows it.
    The exit code is 1 if something is wrong.
    """
    if (file is None) == (each is None):
        raise UsageError("check takes FILE.py[:NAME], or --each DIR")
    if dialect is not None and dialect not in DIALECTS:
        raise unknown("value of --as", dialect, DIALECTS)
    if positions < 0:
        raise UsageError(f"--positions must be 0 or more, not {positions}")
    if svg is not None:
        require_place(svg)
    try:
        seconds, move_seconds = parse_duration(time), parse_duration(limit)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if file is not None and is_heuristic(file):
        return check_heuristic(file, game, sets, positions or 1, json)
    options = game_options(sets)
    games = tuple((name, options) for name in game) if game else None
    stop = Stop()
    if each is not None:
        return check_class(each, dialect, games, positions, seconds, stop, json, move_seconds)
    assert file is not None
    verdict, interrupted = interruptible(
        lambda: verdict_on(file, dialect, games, positions, seconds, case, stop, move_seconds), stop
    )
    show(verdict, svg, points, json)
    return INTERRUPTED if interrupted else 0 if verdict.right else 1


def verdict_on(
    file: str, dialect: str | None, games: Any, positions: int, seconds: float, case: str | None, stop: Stop, limit: float
) -> Any:
    """Return the verdict on one search."""
    from counterply.judge.cases import GAMES
    from counterply.judge.checker import Checker
    from counterply.judge.trees import CaseError, parse_case

    try:
        wanted = None if case is None else parse_case(case)
    except CaseError as error:
        raise UsageError(str(error)) from None
    place, name = split(file)
    with Checker(place, name, dialect, seconds, stop, limit) as checker:
        return checker.check(games or GAMES, positions, wanted)


def split(file: str) -> tuple[str, str | None]:
    """Return the file and the name in ``FILE.py:NAME``."""
    place, colon, name = file.rpartition(":")
    return (place, name) if colon and place.endswith(".py") else (file, None)


def show(verdict: Any, svg: str | None, points: bool, json: bool) -> None:
    """Print a verdict, and draw its smallest case."""
    from counterply.judge.display import document_of, picture_of, text_of

    if json:
        print_json(document_of(verdict))
    elif points:
        print(f"{verdict.right_cases}/{verdict.cases}")
    else:
        print(text_of(verdict))
    if svg is not None and verdict.smallest is None:
        note("there is no case to draw")
    elif svg is not None:
        write_text(svg, picture_of(verdict.smallest, verdict))


def check_class(
    folder: str, dialect: str | None, games: Any, positions: int, seconds: float, stop: Stop, json: bool, limit: float
) -> int:
    """Check every file of a folder, and print a table."""
    place = Path(folder).expanduser()
    if not place.is_dir():
        raise UsageError(f"there is no folder {folder}")
    files = sorted(place.glob("*.py"))
    if not files:
        raise UsageError(f"there is no .py file in {folder}")
    rows: list[dict[str, Any]] = []

    def work() -> None:
        for path in files:
            if stop:
                return
            note(f"{len(rows) + 1} of {len(files)}: {path.name}")
            try:
                verdict = verdict_on(str(path), dialect, games, positions, seconds, None, stop, limit)
                points = f"{verdict.right_cases}/{verdict.cases}"
                row = {"right": verdict.right, "verdict": verdict.grade, "points": points, "family": verdict.mistake or None}
                rows.append({"file": path.name, **row, "about": verdict.about})
            except CounterplyError as error:
                row = {"right": False, "verdict": "wrong", "points": "0/0", "family": None}
                rows.append({"file": path.name, **row, "about": str(error)})

    _, interrupted = interruptible(work, stop)
    if json:
        print_json({"files": rows})
    else:
        cells = [(row["file"], row["verdict"], row["points"], row["family"] or row["about"]) for row in rows]
        output().print(Table.of_rows(("file", "", "points", "what it is"), cells, left=4))
    return INTERRUPTED if interrupted else 0 if all(row["right"] for row in rows) else 1


# --- heuristics


def is_heuristic(file: str) -> bool:
    """Tell whether ``FILE.py:NAME`` is a function of a position and a player, by its text: nothing of it is run."""
    import ast

    place, name = split(file)
    path = Path(place).expanduser()
    if name is None or not path.is_file():
        return False
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return False
    made = next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name), None)
    words = [] if made is None else [argument.arg for argument in made.args.args]
    return words[:1] == ["position"] and "player" in words[1:3] and not {"depth", "alpha"} & set(words)


def check_heuristic(file: str, game: list[str] | None, sets: list[str] | None, positions: int, json: bool) -> int:
    """Check a heuristic in one game."""
    from counterply.judge.heuristics import inspect_heuristic, report_lines
    from counterply.usercode.loading import load_game

    if not game or len(game) != 1:
        raise UsageError("a heuristic is checked in one game: --game isolation")
    stop = Stop()
    made = load_game(game[0], game_options(sets))
    report, interrupted = interruptible(lambda: inspect_heuristic(file, made, positions, stop), stop)
    if json:
        print_json(report.document())
    else:
        print("\n".join(report_lines(report)))
    return INTERRUPTED if interrupted else 0 if report.right else 1
