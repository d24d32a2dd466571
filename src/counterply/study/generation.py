"""New positions worth having: of many random ones, those in which a decision is at stake, or those that a player finds even.

`GENERATORS` holds what makes the files of each game that has such positions.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from typing import Any, Generic, TypeVar

from counterply.core.errors import UsageError
from counterply.core.files import make_folder, require_place, user_path, write_csv, write_text
from counterply.core.limits import Limit, Stop
from counterply.core.loading import load_game
from counterply.core.naming import positive
from counterply.core.values import is_proven
from counterply.players.named import NamedPlayer
from counterply.search.exact.solve import solve

PROOF_MEMORY = 64  # MB, for the value of one move
NODES_A_MEGABYTE = 15_000  # of a proof's table; a large one takes long to clear for a small budget

MOST_BOARDS_EACH = 1000  # boards looked at for each one that is kept
INDEX = "index.csv"  # of a folder of boards
INDEX_COLUMNS = ("file", "outcome", "depth", "moves")

Candidate = TypeVar("Candidate")
Verdict = TypeVar("Verdict")


class Sieve(Generic[Candidate, Verdict]):
    """Lets through the candidates that a judge has something to say of.

    Attributes
    ----------
    judge : returns None for a candidate to be dropped
    looked_at : how many candidates were judged so far
    """

    def __init__(self, judge: Callable[[Candidate], Verdict | None], stop: Stop) -> None:
        self.judge = judge
        self.stop = stop
        self.looked_at = 0

    def __call__(self, candidates: Iterable[Candidate]) -> Iterator[tuple[Candidate, Verdict]]:
        """Yield the candidates that are kept, with what the judge says of them, until `stop` is set."""
        for candidate in candidates:
            self.looked_at += 1
            verdict = self.judge(candidate)
            if self.stop:
                return
            if verdict is not None:
                yield candidate, verdict


@dataclass(frozen=True)
class Decision:
    """What the moves of a position are worth, exactly.

    Attributes
    ----------
    outcome : 'first', 'second' or 'draw'
    depth : plies to see it: to the end of the shortest win, or until the last of the moves that lose has lost; None if not known
    moves : outcome of each move, by its text
    """

    outcome: str
    depth: int | None
    moves: dict[str, str]


def decision_of(position: Any, limit: Limit) -> Decision | None:
    """Return what the moves of `position` are worth; None if all are worth the same, or `limit` was too short for one of them."""
    own, other = ("first", "second") if position.turn == 0 else ("second", "first")
    memory = PROOF_MEMORY if limit.nodes is None else min(PROOF_MEMORY, 1 + limit.nodes // NODES_A_MEGABYTE)
    outcomes: dict[str, str] = {}
    depths: dict[str, list[int | None]] = {own: [], other: [], "draw": []}
    for move in position.moves():
        solution = solve(position.after(move), limit, memory_mb=memory)
        if solution.outcome is None:
            return None
        outcomes[position.move_text(move)] = solution.outcome
        depths[solution.outcome].append(None if solution.distance is None else solution.distance + 1)
    if len(set(outcomes.values())) < 2:
        return None
    if depths[own]:
        known = [depth for depth in depths[own] if depth is not None]
        return Decision(own, min(known) if known else None, outcomes)
    losses = [depth for depth in depths[other] if depth is not None]
    return Decision("draw", max(losses) if len(losses) == len(depths[other]) else None, outcomes)


def deep_decision(position: Any, limit: Limit, least_depth: int = 1) -> Decision | None:
    """Return the decision at `position`; None where there is none, or one that takes fewer plies to see than `least_depth`."""
    decision = None if position.over else decision_of(position, limit)
    shallow = decision is not None and decision.depth is not None and decision.depth < least_depth
    return None if shallow else decision


def distinct(positions: Iterable[Any]) -> Iterator[Any]:
    """Yield the positions that are not like an earlier one up to symmetry."""
    seen: set[int] = set()
    for position in positions:
        key = position.canonical_key()
        if key not in seen:
            seen.add(key)
            yield position


class Opinion:
    """What a player thinks of a position: its score in the evaluator's unit, in the view of the side to move; None if proven."""

    def __init__(self, player: str, limit: Limit, seed: int = 0) -> None:
        self.name = player
        self.player = NamedPlayer(player)
        self.limit = limit
        self.seed = seed

    def __call__(self, position: Any) -> float | None:
        """Return the score of a position; raise `UsageError` for a player that gives none."""
        self.player.start(position.game, position.turn, self.seed)
        report = self.player.choose(position, self.limit)
        if report.score is None:
            raise UsageError(f"{self.name} gives its moves no score, so it cannot judge openings")
        return None if is_proven(report.score) else report.score / report.grid


# --- files for each game


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

    folder, sieve = make_folder(out), Sieve(judge, stop)
    rows: list[tuple[str, str, int | None, str]] = []
    for (text, _), decision in islice(sieve(islice(boards(*wanted), count * MOST_BOARDS_EACH)), count):
        name = f"blocker-{size}-{seed}-{len(rows) + 1:03}.txt"
        write_text(folder / name, text)
        worth = " ".join(f"{move}={value}" for move, value in decision.moves.items())
        rows.append((name, decision.outcome, decision.depth, worth))
        progress("  ".join(str(cell) for cell in rows[-1] if cell not in ("", None)))
    write_csv(folder / INDEX, INDEX_COLUMNS, rows)
    documents = [dict(zip(INDEX_COLUMNS, row, strict=True)) for row in rows]
    summary = f"{len(rows)} boards of {sieve.looked_at} looked at are in {folder}, with {INDEX}"
    return Generated("boards", documents, sieve.looked_at, [folder / row[0] for row in rows], not stop, summary)


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
) -> Generated:
    """Make scenarios of Fishing Derby in the host's format, with random fish and boats.

    Parameters
    ----------
    still : the fish do not move
    length : codes of each fish: plies of the game
    """
    from counterply.games.fishing_derby.generator import generate

    positive(count, "--count")
    files = generate(user_path(out), count=count, seed=seed, fish=fish, moving=not still, length=length)
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
