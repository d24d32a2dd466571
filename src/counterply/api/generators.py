"""What ``generate`` makes, as files: boards, scenarios, openings; `GENERATORS` has what makes them for each game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.files import OwnFiles, make_folder, require_place, user_path, write_csv, write_text
from counterply.core.limits import Limit, Stop
from counterply.core.words import positive
from counterply.study.generation import Decision, Opinion, Sieve, deep_decision, distinct
from counterply.usercode.loading import load_game

MOST_BOARDS_EACH = 1000  # boards looked at for each one that is kept
INDEX = "index.csv"  # of a folder of boards
INDEX_COLUMNS = ("file", "outcome", "depth", "moves")


@dataclass(frozen=True)
class Generated:
    """Positions that were made, and written.

    Attributes
    ----------
    kind : what they are: 'boards', 'scenarios' or 'openings'
    rows : one for each, by column
    looked_at : of how many they were chosen
    files : what was written; of boards and scenarios one file each
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


Progress = Callable[[str], None]


def generate_boards(
    stop: Stop,
    progress: Progress,
    *,
    count: int = 10,
    seed: int = 0,
    out: str | Path = "boards",
    size: str = "7x7",
    food: int = 6,
    walls: int | None = None,
    symmetric: bool = False,
    open_edges: bool = False,
    any: bool = False,
    nodes: int = 1_000_000,
    least_depth: int = 1,
    force: bool = False,
) -> Generated:
    """Make boards of Blocker whose moves at the start have different exact values, and an index that says what they are worth.

    Parameters
    ----------
    size : width x height, the border included
    walls : besides the border; None: a fifth of the cells
    symmetric : half a turn exchanges A and B
    open_edges : no border of walls
    any : keep every board; nothing is solved
    nodes : for each move's exact value; beyond it the board is dropped
    least_depth : keep only decisions as deep as this
    force : replace files of the same names that were not made here
    """
    from counterply.games.blocker.generator import boards

    for number, name in ((count, "count"), (nodes, "nodes"), (least_depth, "least-depth")):
        positive(number, f"--{name}")
    measures = re.fullmatch(r"(\d+)x(\d+)", size)
    if measures is None:
        raise UsageError(f"a size is written 7x7 (width x height), not {size!r}")
    wanted = (seed, int(measures[1]), int(measures[2]), walls, food, symmetric, not open_edges)
    next(boards(*wanted))  # or say at once why not
    limit = Limit(nodes=nodes, stop=stop)

    def judge(board: tuple[str, Any]) -> Decision | None:
        return Decision("", None, {}) if any else deep_decision(board[1], limit, least_depth)

    own, sieve = OwnFiles(make_folder(out), force), Sieve(judge, stop)
    own.require([INDEX, *(f"blocker-{size}-{seed}-{number + 1:03}.txt" for number in range(count))])
    rows: list[tuple[str, str, int | None, str]] = []
    for (text, _), decision in islice(sieve(islice(boards(*wanted), count * MOST_BOARDS_EACH)), count):
        name = f"blocker-{size}-{seed}-{len(rows) + 1:03}.txt"
        own.write_text(name, text)
        worth = " ".join(f"{move}={value}" for move, value in decision.moves.items())
        rows.append((name, decision.outcome, decision.depth, worth))
        progress("  ".join(str(cell) for cell in rows[-1] if cell not in ("", None)))
    own.write(INDEX, lambda part: write_csv(part, INDEX_COLUMNS, rows))
    documents = [dict(zip(INDEX_COLUMNS, row, strict=True)) for row in rows]
    summary = f"{len(rows)} boards of {sieve.looked_at} looked at are in {own.folder}, with {INDEX}"
    return Generated("boards", documents, sieve.looked_at, [own.folder / row[0] for row in rows], not stop, summary)


def generate_scenarios(
    stop: Stop,
    progress: Progress,
    *,
    count: int = 10,
    seed: int = 0,
    out: str | Path = "scenarios",
    fish: int = 5,
    still: bool = False,
    length: int = 900,
    force: bool = False,
) -> Generated:
    """Make scenarios of Fishing Derby in the host's format, with random fish and boats.

    Parameters
    ----------
    still : the fish do not move
    length : codes of each fish: plies of the game
    force : replace files of the same names that were not made here
    """
    from counterply.games.fishing_derby.generator import generate

    positive(count, "--count")
    files = generate(user_path(out), count=count, seed=seed, fish=fish, moving=not still, length=length, force=force)
    summary = f"{len(files)} scenarios are in {out}: {files[0].name} to {files[-1].name}"
    return Generated("scenarios", [str(file) for file in files], len(files), files, True, summary)


def generate_openings(
    stop: Stop,
    progress: Progress,
    *,
    count: int = 300,
    seed: int = 0,
    out: str | Path = "openings.txt",
    pool: int = 8,
    nodes: int = 100_000,
    player: str = "engine",
    options: dict[str, str] | None = None,
) -> Generated:
    """Make balanced openings of gomoku: a few stones near the centre that an engine finds even, no two the same up to symmetry.

    Parameters
    ----------
    pool : openings looked at for each one that is kept
    nodes : to judge each opening
    player : who judges: the nearer its score is to 0, the better
    options : of the game
    """
    from counterply.games.gomoku.generator import random_opening

    for number, name in ((count, "count"), (pool, "pool"), (nodes, "nodes")):
        positive(number, f"--{name}")
    file = require_place(out)
    game: Any = load_game("gomoku", options or {})
    chance, sieve = random.Random(seed), Sieve(Opinion(player, Limit(nodes=nodes, stop=stop), seed), stop)
    scores: dict[str, float] = {}
    for position, score in sieve(islice(distinct(random_opening(game, chance) for _ in repeat(None)), count * pool)):
        scores[game.formats["pos"](position, "", "")] = score
        if sieve.looked_at % count == 0:
            progress(f"{sieve.looked_at} of {count * pool} looked at")
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
