"""Files made by ``generate``: boards, scenarios, openings; `GENERATORS` has the generator of each game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

from counterply.api.stored import ForceOption
from counterply.core.errors import UsageError
from counterply.core.files import OwnFiles, make_folder, require_place, user_path, write_csv, write_text
from counterply.core.limits import Limit, Stop
from counterply.core.options import Option, described
from counterply.shown.tables import Printed
from counterply.usercode.loading import load_game

if TYPE_CHECKING:
    from counterply.study.generation import Decision

MOST_BOARDS_EACH = 1000  # boards looked at for each one that is kept
INDEX = "index.csv"  # of a folder of boards
INDEX_COLUMNS = ("file", "outcome", "depth", "moves")


@dataclass(frozen=True, repr=False)
class Generated(Printed):
    """Positions that were made, and written.

    Attributes
    ----------
    kind : 'boards', 'scenarios' or 'openings'
    rows : one for each position, by column
    looked_at : how many candidates they were chosen from
    files : the files written; of boards and scenarios one file each
    finished : False after Ctrl-C
    summary : the same in a line
    """

    kind: str
    rows: list[Any]
    looked_at: int
    files: list[Path]
    finished: bool
    summary: str

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply generate --json`` prints."""
        return {"looked_at": self.looked_at, self.kind: self.rows}

    def __str__(self) -> str:
        return self.summary


Tell = Callable[[str], None]  # gets a line of text now and then


class SeedOption(TypedDict, total=False):
    """The seed of random files."""

    seed: Annotated[int, Option(0, "Decides the random choices; the same seed gives the same files.", "S")]


class FilesOptions(SeedOption, ForceOption, total=False):
    """Options of files that each hold one position."""

    count: Annotated[int, Option(10, "How many files.", "N", least=1)]


class BoardsOptions(FilesOptions, total=False):
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


class ScenariosOptions(FilesOptions, total=False):
    """Options of new scenarios of Fishing Derby."""

    fish: Annotated[int, Option(5, "How many fish.", "N")]
    still: Annotated[bool, Option(False, "Fish that do not move.")]
    length: Annotated[int, Option(900, "Codes of each fish: plies of the game.", "N")]
    out: Annotated[str | Path, Option("scenarios", "The folder for the files.", "DIR")]


class OpeningsOptions(SeedOption, total=False):
    """Options of new openings of gomoku."""

    count: Annotated[int, Option(300, "How many openings.", "N", least=1)]
    pool: Annotated[int, Option(8, "Openings looked at for each one that is kept.", "N", least=1)]
    nodes: Annotated[int, Option(100_000, "Nodes to judge each opening.", "N", least=1)]
    player: Annotated[str, Option("engine", "Who judges: its score nearest to 0 is best.", "PLAYER")]
    options: Annotated[Mapping[str, str] | None, Option(None, "Options of the game.", command=False)]
    out: Annotated[str | Path, Option("openings.txt", "The file.", "FILE")]


@described
def generate_boards(stop: Stop, tell: Tell, **options: Unpack[BoardsOptions]) -> Generated:
    """Make boards of Blocker whose moves at the start have different exact values, and an index of these values."""
    from counterply.games.blocker.generator import boards
    from counterply.study.generation import Decision, Sieve, decision_of

    size, seed, count = options["size"], options["seed"], options["count"]
    measures = re.fullmatch(r"(\d+)x(\d+)", size)
    if measures is None:
        raise UsageError(f"a size is written 7x7 (width x height), not {size!r}")
    width, height, edges = int(measures[1]), int(measures[2]), not options["open_edges"]
    wanted = (seed, width, height, options["walls"], options["food"], options["symmetric"], edges)
    next(boards(*wanted))  # or say at once why not
    limit = Limit(nodes=options["nodes"], stop=stop)

    def judge(board: tuple[str, Any]) -> Decision | None:
        return Decision("", None, {}) if options["any"] else decision_of(board[1], limit, options["least_depth"])

    own, sieve = OwnFiles(make_folder(options["out"]), options["force"]), Sieve(judge, stop)
    own.require([INDEX, *(f"blocker-{size}-{seed}-{number + 1:03}.txt" for number in range(count))])
    rows: list[tuple[str, str, int | None, str]] = []
    for (text, _), decision in islice(sieve(islice(boards(*wanted), count * MOST_BOARDS_EACH)), count):
        name = f"blocker-{size}-{seed}-{len(rows) + 1:03}.txt"
        own.write_text(name, text)
        worth = " ".join(f"{move}={value}" for move, value in decision.moves.items())
        rows.append((name, decision.outcome, decision.depth, worth))
        tell("  ".join(str(cell) for cell in rows[-1] if cell not in ("", None)))
    own.write(INDEX, lambda part: write_csv(part, INDEX_COLUMNS, rows))
    documents = [dict(zip(INDEX_COLUMNS, row, strict=True)) for row in rows]
    summary = f"{len(rows)} boards of {sieve.looked_at} looked at are in {own.folder}, with {INDEX}"
    return Generated("boards", documents, sieve.looked_at, [own.folder / row[0] for row in rows], not stop, summary)


@described
def generate_scenarios(stop: Stop, tell: Tell, **options: Unpack[ScenariosOptions]) -> Generated:
    """Make scenarios of Fishing Derby in the host's format, with random fish and boats."""
    from counterply.games.fishing_derby.generator import generate

    out = options["out"]
    made: dict[str, Any] = {name: options[name] for name in ("count", "seed", "fish", "length", "force")}
    files = generate(user_path(out), moving=not options["still"], **made)
    summary = f"{len(files)} scenarios are in {out}: {files[0].name} to {files[-1].name}"
    return Generated("scenarios", [str(file) for file in files], len(files), files, True, summary)


@described
def generate_openings(stop: Stop, tell: Tell, **options: Unpack[OpeningsOptions]) -> Generated:
    """Make balanced openings of gomoku: a few stones near the centre that an engine finds even, no two the same up to symmetry."""
    from counterply.games.gomoku.generator import random_opening
    from counterply.study.generation import Opinion, Sieve, distinct

    count, pool, nodes, out = options["count"], options["pool"], options["nodes"], options["out"]
    seed, player = options["seed"], options["player"]
    file = require_place(out)
    game: Any = load_game("gomoku", dict(options["options"] or {}))
    chance, sieve = random.Random(seed), Sieve(Opinion(player, Limit(nodes=nodes, stop=stop), seed), stop)
    scores: dict[str, float] = {}
    for position, score in sieve(islice(distinct(random_opening(game, chance) for _ in repeat(None)), count * pool)):
        scores[game.formats["pos"](position, "", "")] = score
        if sieve.looked_at % count == 0:
            tell(f"{sieve.looked_at} of {count * pool} looked at")
    best = sorted(scores, key=lambda moves: (abs(scores[moves]), moves))[:count]
    worst = max((abs(scores[moves]) for moves in best), default=0.0)
    header = (
        f"# {len(best)} openings of {game.full_name}: stones as in h8i9 (a1 top left), Black first; none twice, symmetry aside.\n"
        f"# Of {sieve.looked_at} at random (seed {seed}), those that {player} with {nodes} nodes scores nearest 0,"
        f" {worst:g} at most.\n"
    )
    write_text(out, header + "".join(f"{moves}\n" for moves in sorted(best)))
    rows = [{"moves": moves, "score": scores[moves]} for moves in best]
    summary = f"{len(best)} openings of {sieve.looked_at} looked at are in {out}; the largest score is {worst:g}"
    return Generated("openings", rows, sieve.looked_at, [file], not stop, summary)


GENERATORS: dict[str, Callable[..., Generated]] = {
    "blocker": generate_boards,
    "fishing_derby": generate_scenarios,
    "gomoku": generate_openings,
}
