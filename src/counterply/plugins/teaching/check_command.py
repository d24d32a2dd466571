"""The command that tells students whether their search, or their heuristic, is right."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Unpack

import typer

from counterply.cli import app
from counterply.cli.command_options import JsonOption, SetOption, command, settings_of
from counterply.cli.input_output import note, output, print_files, print_json
from counterply.core.described_options import Option, part
from counterply.core.errors import CounterplyError, UsageError
from counterply.core.files import require_place, write_csv, write_text
from counterply.interruption import exit_code
from counterply.plugins.teaching import check as verbs
from counterply.plugins.teaching.check import Check, CheckOptions
from counterply.shown.tables import Table


class CheckCommand(CheckOptions, SetOption, JsonOption, total=False):
    """Options of the command check."""

    svg: Annotated[str | None, Option(None, "Draw the smallest case.", "FILE.svg")]
    points: Annotated[bool, Option(False, "Print only how many cases are right, as N/M.")]
    each: Annotated[str | None, Option(None, "Check every .py file of a folder, or NAME in each: a line each.", "DIR[:NAME]")]
    csv: Annotated[str | None, Option(None, "Write the table of --each into a file, too.", "FILE.csv")]


@command(app)
def check(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE.py[:NAME]", help="A search, or a heuristic (position, player).")
    ] = None,
    **options: Unpack[CheckCommand],
) -> int:
    """Check a student's minimax or alpha-beta, or a heuristic.

    A search is asked about small random trees and positions of games; its value, move and visited nodes are compared with the
    textbook's in its own order of moves. The first mistake that explains everything is named, with the smallest tree that shows it.
    The exit code is 0 if it is right, 1 if something is wrong, 3 if it could not be judged, and 4 if it is right and does more than
    it must; of several, that of the worst.
    """
    each = options["each"]
    if (file is None) == (each is None):
        raise UsageError("check takes FILE.py[:NAME], or --each DIR")
    if each is None and options["csv"]:
        raise UsageError("--csv is for the table of --each DIR")
    if each is not None and (options["svg"] or options["points"]):
        raise UsageError(f"{'--svg' if options['svg'] else '--points'} is for one file; --each shows the points of all")
    for made in (options["svg"], options["csv"]):
        if made is not None:
            require_place(made)
    given = part(options, CheckOptions) | {"options": settings_of(options)}
    if each is not None:
        return check_class(each, given, options)
    found = verbs.check(str(file), **given)
    show(found, options)
    return exit_code(found.finished) or EXIT_CODES[found.grade]


def show(found: Check, options: CheckCommand) -> None:
    """Print a verdict, and draw its smallest case."""
    from counterply.plugins.teaching.judge.display import picture_of

    verdict, svg = found.verdict, options["svg"]
    if options["json"]:
        print_json(found.json())
    elif options["points"] and verdict is not None:
        print(f"{verdict.right_cases}/{verdict.cases}")
    else:
        print(found)
    if svg is not None and verdict is not None and verdict.smallest is not None:
        write_text(svg, picture_of(verdict.smallest, verdict))
    elif svg is not None:
        note("there is no case to draw")


def check_class(each: str, given: CheckOptions, options: CheckCommand) -> int:
    """Check every file of a folder, or what has the name in ``DIR:NAME`` in each, and print a table."""
    folder, _, name = (each, "", "") if Path(each).expanduser().is_dir() else each.rpartition(":")
    place = Path(folder).expanduser()
    if not folder or not place.is_dir():
        raise UsageError(f"there is no folder {folder or each}")
    paths = sorted(place.glob("*.py"))
    if not paths:
        raise UsageError(f"there is no .py file in {folder}")
    others = sorted(path.name for path in place.iterdir() if path not in paths and path.name[0] not in "._")
    if others:
        note(f"not checked, as they do not end in .py: {', '.join(others)}")
    rows: list[dict[str, Any]] = []
    finished = True
    for path in paths:
        note(f"{len(rows) + 1} of {len(paths)}: {path.name}")
        try:
            found = verbs.check(f"{path}:{name}" if name else str(path), **given)
            told, finished = told_of(found), found.finished
        except CounterplyError as error:
            told = False, "not judged", "", None, str(error).removeprefix(f"{path}: ")  # the table names it
        rows.append(dict(zip(ROW, (path.name, *told), strict=True)))
        if not finished:
            break
    if options["csv"] is not None:
        write_csv(options["csv"], rows[0], (row.values() for row in rows))
    if options["json"]:
        print_json({"files": rows})
    else:
        cells = [(row["file"], row["verdict"], row["points"], row["family"] or row["about"]) for row in rows]
        output().print(Table.of_rows(("file", "", "points", "what it is"), cells, left=4))
    return exit_code(finished) or EXIT_CODES[next(grade for grade in WORST if any(row["verdict"] == grade for row in rows))]


EXIT_CODES = {"right": 0, "wrong": 1, "not judged": 3, "more": 4}
WORST = ("wrong", "not judged", "more", "right")
ROW = ("file", "right", "verdict", "points", "family", "about")  # of the table of a class


def told_of(found: Check) -> tuple[bool, str, str, str | None, str]:
    """Return a row of the table of a class, as in `ROW`; a heuristic's points are those of its games one ply deep."""
    verdict, heuristic = found.verdict, found.heuristic
    if verdict is not None:
        points = f"{verdict.right_cases}/{verdict.cases}" if verdict.cases else ""
        return verdict.right, verdict.grade, points, verdict.mistake or None, verdict.about
    assert heuristic is not None
    rank = "unknown" if heuristic.rank is None else f"{heuristic.rank:+.2f}"
    about = "; ".join(heuristic.faults) or f"rank correlation with the truth {rank}"
    points = f"{heuristic.duel_points:g}/{heuristic.duels}" if heuristic.duels else ""
    return heuristic.right, found.grade, points, None, about


@command(app)
def lessons(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where docs/lessons and examples are written.")],
    **options: Unpack[JsonOption],
) -> None:
    """Copy the lessons, as pages and notebooks, and the examples."""
    made = verbs.lessons(folder)
    pages, notebooks = folder / "docs/lessons/index.md", folder / "examples/lessons"
    print_files(options, made, f"{len(made)} files are in {folder}; begin with {pages}, or open a notebook of {notebooks}")
