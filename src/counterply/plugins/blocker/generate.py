"""``counterply generate blocker``: boards whose first moves differ in value, as files."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Unpack

from counterply.api.by_name import place_for
from counterply.api.generators import FilesOptions, Generated, Tell
from counterply.api.option_records import PlaceOptions
from counterply.core.described_options import Option, described
from counterply.core.errors import UsageError
from counterply.core.files import OwnFiles, make_folder, write_csv
from counterply.core.limits import Stop

BOARDS = "counterply.plugins.blocker.generator:BoardsWorker"
MOST_BOARDS_EACH = 1000  # boards looked at for each one that is kept
INDEX = "index.csv"  # of a folder of boards
INDEX_COLUMNS = ("file", "outcome", "depth", "moves")


class BoardsOptions(FilesOptions, PlaceOptions, total=False):
    """Options of new boards of Blocker."""

    size: Annotated[str, Option("7x7", "Cells, the border included: width x height.", "WxH")]
    food: Annotated[int, Option(6, "Pieces of food.", "N")]
    walls: Annotated[int | None, Option(None, "Walls besides the border; by default a fifth of the cells.", "N")]
    symmetric: Annotated[bool, Option(False, "Half a turn exchanges A and B.")]
    open_edges: Annotated[bool, Option(False, "No border of walls.")]
    any: Annotated[bool, Option(False, "Keep every board, also where all moves are worth the same; nothing is solved.")]
    nodes: Annotated[int, Option(1_000_000, "Nodes for each move's exact value; a board that needs more is dropped.", "N", least=1)]
    least_depth: Annotated[int, Option(1, "Keep only decisions as deep as this.", "D", least=1)]
    out: Annotated[str | Path, Option("boards", "The folder for the files.", "DIR")]


@described
def generate_boards(stop: Stop, tell: Tell, **options: Unpack[BoardsOptions]) -> Generated:
    """Make boards of Blocker whose first moves differ in value.

    An index of these exact values lies beside them.
    """
    from counterply.plugins.blocker.generator import boards
    from counterply.work.job import Job

    size, seed, count = options["size"], options["seed"], options["count"]
    measures = re.fullmatch(r"(\d+)x(\d+)", size)
    if measures is None:
        raise UsageError(f"a size is written 7x7 (width x height), not {size!r}")
    width, height, edges = int(measures[1]), int(measures[2]), not options["open_edges"]
    wanted = (seed, width, height, options["walls"], options["food"], options["symmetric"], edges)
    next(boards(*wanted))  # or say at once why not
    own = OwnFiles(make_folder(options["out"]), options["force"])
    own.require([INDEX, *(f"blocker-{size}-{seed}-{number + 1:03}.txt" for number in range(count))])
    rows: list[tuple[str, str, int | None, str]] = []
    looked_at, candidates = 0, islice(boards(*wanted), count * MOST_BOARDS_EACH)
    anything: dict[str, Any] = {"outcome": "", "depth": None, "moves": {}}
    job = Job(BOARDS, {"nodes": options["nodes"], "least_depth": options["least_depth"]}, game=("blocker", {}))
    with place_for(options).open(job, count * MOST_BOARDS_EACH, stop=stop) as work:
        judged = ((text, anything) for text in candidates) if options["any"] else work.with_answers(candidates, str)
        for text, decision in judged:
            looked_at += 1
            if decision is None:
                continue
            name = f"blocker-{size}-{seed}-{len(rows) + 1:03}.txt"
            own.write_text(name, text)
            worth = " ".join(f"{move}={value}" for move, value in decision["moves"].items())
            rows.append((name, decision["outcome"], decision["depth"], worth))
            tell("  ".join(str(cell) for cell in rows[-1] if cell not in ("", None)))
            if len(rows) == count:
                break
    index = own.folder / INDEX  # with more rows from an earlier session it stays, when this one was stopped
    if not (stop and index.exists() and len(index.read_text(encoding="utf-8").splitlines()) > len(rows) + 1):
        own.write(INDEX, lambda part: write_csv(part, INDEX_COLUMNS, rows))
    documents = [dict(zip(INDEX_COLUMNS, row, strict=True)) for row in rows]
    summary = f"{len(rows)} boards of {looked_at} looked at are in {own.folder}, with {INDEX}"
    return Generated("boards", documents, looked_at, [own.folder / row[0] for row in rows], not stop, summary)
