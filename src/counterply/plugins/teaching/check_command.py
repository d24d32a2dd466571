"""The command that tells students whether their search, or their heuristic, is right."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Unpack

from counterply.api.by_name import place_for
from counterply.api.option_records import PlaceOptions
from counterply.cli import app
from counterply.cli.command_options import Argument, JsonOption, SetOption, command, settings_of
from counterply.cli.input_output import note, print_files, print_json, print_result, print_table
from counterply.core.described_options import Option, part
from counterply.core.errors import UsageError
from counterply.core.files import require_place, write_csv, write_text
from counterply.core.users_text import shown
from counterply.interruption import exit_code
from counterply.plugins.teaching import check as verbs
from counterply.plugins.teaching.check import Check, CheckOptions
from counterply.shown.tables import Table


class CheckCommand(CheckOptions, PlaceOptions, SetOption, JsonOption):
    """Options of the command check."""

    svg: Annotated[str | None, Option(None, "Draw the smallest case.", "FILE.svg")]
    points: Annotated[bool, Option(False, "Print only how many cases are right, as N/M.")]
    each: Annotated[
        str | None,
        Option(
            None,
            "Check every .py file of a folder, or of a pattern as 'class/*/agent.py', or NAME in each: a line each.",
            "DIR[:NAME]",
        ),
    ]
    csv: Annotated[str | None, Option(None, "Write the table of --each into a file, too.", "FILE.csv")]
    out: Annotated[
        str | None,
        Option(None, "Keep the lines of --each as they come; the same command goes on with what is missing.", "FILE.jsonl"),
    ]
    rubric: Annotated[str | None, Option(None, "Give points by a teacher's rubric; a hand-in may be a folder then.", "FILE.toml")]
    results: Annotated[str | None, Option(None, "Write the points of --rubric in Gradescope's format.", "FILE.json")]
    gradescope: Annotated[
        str | None, Option(None, "Write the zip that a course uploads to Gradescope, with a rubric to edit.", "FILE.zip")
    ]
    wheel: Annotated[str | None, Option(None, "Install this package there, in place of the published one.", "FILE.whl")]


@command(app)
def check(
    file: Annotated[str | None, Argument("FILE.py[:NAME]", "A search, or a heuristic (position, player).")] = None,
    **options: Unpack[CheckCommand],
) -> int:
    """Check a student's minimax or alpha-beta, or a heuristic.

    A search is asked about small random trees and positions of games; its value, move and visited nodes are compared with the
    textbook's in its own order of moves. The first mistake that explains everything is named, with the smallest tree that shows it.
    The exit code is 0 if it is right, 1 if something is wrong, 3 if it could not be judged, and 4 if it is right and does more than
    it must; of several, that of the worst.
    """
    each = options["each"]
    require_possible(file, options)
    if options["gradescope"] is not None:
        from counterply.plugins.teaching.gradescope import write_zip

        write_zip(options["gradescope"], options["rubric"], options["wheel"])
        note(f"wrote {options['gradescope']}: setup.sh, run_autograder, and rubric.toml, which you may edit")
        return 0
    given = part(options, CheckOptions) | {"options": settings_of(options)}
    if each is not None:
        return check_class(each, given, options)
    if options["rubric"] is not None:
        return give_points(str(file), options)
    found = verbs.check(str(file), **given)
    print_check(found, options)
    return exit_code(found.finished) or EXIT_CODES[found.grade]


def require_possible(file: str | None, options: CheckCommand) -> None:
    """Raise `UsageError` for options that do not go together, and for files that cannot be written."""
    each, given = options["each"], dict[str, Any](options)
    if sum(one is not None for one in (file, each, options["gradescope"])) != 1:
        raise UsageError("check takes FILE.py[:NAME], or --each DIR, or --gradescope FILE.zip")
    of = dict.fromkeys(("csv", "out", "workers", "cluster"), "--each DIR")
    of |= {"wheel": "--gradescope FILE.zip", "results": "--rubric"}
    for name, needed in of.items():
        if given[name] is not None and given[needed.split()[0].lstrip("-")] is None:
            raise UsageError(f"--{name} is for {needed}")
    for name in ("svg", "points", "results"):
        if each is not None and given[name]:
            raise UsageError(f"--{name} is for one file; --each shows the points of all")
    for name in ("svg", "csv", "out", "results", "gradescope"):
        if given[name] is not None:
            require_place(given[name])


def give_points(hand_in: str, options: CheckCommand) -> int:
    """Print a hand-in's points by a rubric; the exit code is 0, whatever they are."""
    from counterply.plugins.teaching.grading import grade

    found = grade(hand_in, options["rubric"])
    if options["results"] is not None:
        write_text(options["results"], json.dumps(found.json(), indent=2) + "\n")
    print_result(options, found)
    return 0


def print_check(found: Check, options: CheckCommand) -> None:
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
    """Judge all files of a folder, or of a pattern, on several processes, and print a table in their order."""
    from counterply.plugins.teaching.classroom import COLUMNS, Kept, judged
    from counterply.plugins.teaching.hand_ins import hand_ins
    from counterply.plugins.teaching.judge.exam import WORST

    room = TemporaryDirectory(prefix="counterply-")  # of what is in zips
    files, others = hand_ins(each, Path(room.name))
    if others:
        note(f"not checked, as they do not end in .py or .zip: {', '.join(others)}")
    finished = True
    asked = {"options": given, "rubric": options["rubric"]}
    with room, Kept(options["out"], files, asked) as kept:
        missing = [file for file in files if file.name not in kept.rows]
        if len(missing) < len(files):
            note(f"{len(files) - len(missing)} of {len(files)} are judged already, as {options['out']} has them")
        try:
            with contextlib.closing(judged(missing, asked, place_for(options))) as rows:
                for row in rows:
                    kept.add(row)
                    note(f"{len(kept.rows)} of {len(files)}: {row.file}: {row.verdict}")
        except KeyboardInterrupt:
            finished = False
    table = [asdict(kept.rows[file.name]) for file in files if file.name in kept.rows]
    if options["csv"] is not None:
        write_csv(options["csv"], COLUMNS, (row.values() for row in table))
    if options["json"]:
        print_json({"files": table, "finished": finished})
    else:
        cells = [(row["file"], row["verdict"], row["points"], row["family"] or shown(row["about"], LONGEST_ABOUT)) for row in table]
        print_table(Table.of_rows(("file", "", "points", "what it is"), cells, left=4))
    worst = next((grade for grade in WORST if any(row["verdict"] == grade for row in table)), "right")
    return exit_code(finished) or EXIT_CODES[worst]


LONGEST_ABOUT = 100  # letters of a line of the table; --csv and --json have all
EXIT_CODES = {"right": 0, "wrong": 1, "not judged": 3, "more": 4}


@command(app)
def lessons(
    folder: Annotated[Path, Argument("DIR", "Where docs/lessons and examples are written.")],
    **options: Unpack[JsonOption],
) -> None:
    """Copy the lessons, as pages and notebooks, and the examples."""
    made = verbs.lessons(folder)
    pages, notebooks = folder / "docs/lessons/index.md", folder / "examples/lessons"
    print_files(options, made, f"{len(made)} files are in {folder}; begin with {pages}, or open a notebook of {notebooks}")
