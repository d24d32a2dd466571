"""Commands that make new boards and scenarios: ``counterply generate GAME``; each game with a generator has a command here."""

from __future__ import annotations

import random
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from counterply.cli import INTERRUPTED, app
from counterply.cli.common import Json, Sets, note, print_json, write_csv
from counterply.core.errors import UsageError
from counterply.core.files import make_folder, require_place, user_path, write_text
from counterply.core.limits import Limit, Stop
from counterply.core.naming import game_options, positive
from counterply.core.threads import interruptible
from counterply.core.values import is_proven
from counterply.games import blocker
from counterply.games.blocker import generator as blocker_boards
from counterply.games.gomoku.generator import random_opening

generate = typer.Typer(help="Make new boards or scenarios for a game, as files.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(generate, name="generate")

Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Of the random choices; the same seed gives the same files.")]
Count = Annotated[int, typer.Option("--count", metavar="N", help="How many files.")]
Out = Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the files.")]

MOST_BOARDS_EACH = 1000  # boards looked at for each one that is kept
MOST_MEMORY = 64  # MB for a proof
NODES_A_MEGABYTE = 15_000  # of a proof's table; a large one is dear to clear for a small budget
INDEX = "index.csv"
INDEX_COLUMNS = ("file", "outcome", "depth", "moves")


def parse_size(text: str) -> tuple[int, int]:
    """Return width and height from ``7x7``."""
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found:
        raise UsageError(f"a size is written 7x7 (width x height), not {text!r}")
    return int(found[1]), int(found[2])


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
    from counterply.search.exact.solve import solve

    own, other = ("first", "second") if position.turn == 0 else ("second", "first")
    memory = MOST_MEMORY if limit.nodes is None else min(MOST_MEMORY, 1 + limit.nodes // NODES_A_MEGABYTE)
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


@generate.command("blocker")
def generate_blocker(
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="Cells, the border included.")] = "7x7",
    food: Annotated[int, typer.Option("--food", metavar="N")] = 6,
    walls: Annotated[
        int | None, typer.Option("--walls", metavar="N", help="Besides the border; default: a fifth of the cells.")
    ] = None,
    symmetric: Annotated[bool, typer.Option("--symmetric", help="Half a turn exchanges A and B.")] = False,
    open_edges: Annotated[bool, typer.Option("--open-edges", help="No border of walls.")] = False,
    any_board: Annotated[
        bool, typer.Option("--any", help="Keep every board, also where all moves are worth the same; nothing is solved.")
    ] = False,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", help="For each move's exact value; beyond it, the board is dropped.")
    ] = 1_000_000,
    least_depth: Annotated[int, typer.Option("--least-depth", metavar="D", help="Keep only decisions as deep as this.")] = 1,
    seed: Seed = 0,
    count: Count = 10,
    out: Out = "boards",
    json: Json = False,
) -> int:
    """Make boards of Blocker whose moves at the start have different exact values, and say how deep the decision is."""
    width, height = parse_size(size)
    positive(count, "--count")
    positive(nodes, "--nodes")
    positive(least_depth, "--least-depth")
    if walls is None:
        inside = width * height if open_edges else max(0, width - 2) * max(0, height - 2)
        walls = inside // 5 // 2 * 2
    chance, stop = random.Random(seed), Stop()
    blocker_boards.random_board(
        random.Random(seed), width, height, walls, food, symmetric, not open_edges
    )  # or say at once why not
    folder = make_folder(out)
    rows: list[tuple[str, str, int | None, str]] = []
    looked_at = 0

    def work() -> None:
        nonlocal looked_at
        while len(rows) < count and looked_at < count * MOST_BOARDS_EACH and not stop:
            looked_at += 1
            text = blocker_boards.board_text(
                blocker_boards.random_board(chance, width, height, walls, food, symmetric, not open_edges)
            )
            file = folder / f"blocker-{size}-{seed}-{len(rows) + 1:03}.txt"
            with tempfile.TemporaryDirectory() as place:
                trial = Path(place) / file.name
                write_text(trial, text)
                position = blocker.game(board=str(trial)).start()
            decision = None if any_board or position.outcome() else decision_of(position, Limit(nodes=nodes, stop=stop))
            if stop or not (any_board or (decision and (decision.depth is None or decision.depth >= least_depth))):
                continue
            write_text(file, text)
            worth = "" if decision is None else " ".join(f"{move}={value}" for move, value in decision.moves.items())
            rows.append(
                (file.name, "" if decision is None else decision.outcome, None if decision is None else decision.depth, worth)
            )
            if not json:
                print("  ".join(str(cell) for cell in rows[-1] if cell not in ("", None)), flush=True)
            elif sys.stderr.isatty():
                note(f"{len(rows)} of {count}")

    _, interrupted = interruptible(work, stop)
    write_csv(str(folder / INDEX), INDEX_COLUMNS, rows)
    if json:
        print_json({"looked_at": looked_at, "boards": [dict(zip(INDEX_COLUMNS, row, strict=True)) for row in rows]})
    else:
        print(f"{len(rows)} boards of {looked_at} looked at are in {folder}, with {INDEX}")
    return INTERRUPTED if interrupted else 0


@generate.command("fishing_derby")
def generate_fishing_derby(
    fish: Annotated[int, typer.Option("--fish", metavar="N")] = 5,
    still: Annotated[bool, typer.Option("--still", help="Fish that do not move.")] = False,
    length: Annotated[int, typer.Option("--length", metavar="N", help="Codes of each fish: plies of the game.")] = 900,
    seed: Seed = 0,
    count: Count = 10,
    out: Out = "scenarios",
    json: Json = False,
) -> int:
    """Make scenarios of Fishing Derby in the host's format, with random fish and boats."""
    from counterply.games.fishing_derby.generator import generate as write_scenarios

    positive(count, "--count")
    files = write_scenarios(user_path(out), count=count, seed=seed, fish=fish, moving=not still, length=length)
    if json:
        print_json({"scenarios": [str(file) for file in files]})
    else:
        print(f"{len(files)} scenarios are in {out}: {files[0].name} to {files[-1].name}")
    return 0


@dataclass(frozen=True)
class Judged:
    """An opening, and what a player thinks of it: score in the evaluator's unit, in the view of the side to move."""

    moves: str
    score: float


@generate.command("gomoku")
def generate_gomoku(
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many openings.")] = 300,
    pool: Annotated[int, typer.Option("--pool", metavar="N", help="Openings looked at for each one that is kept.")] = 8,
    nodes: Annotated[int, typer.Option("--nodes", metavar="N", help="To judge each opening.")] = 100_000,
    player: Annotated[
        str, typer.Option("--player", metavar="PLAYER", help="Who judges: its score nearest to 0 is best.")
    ] = "engine",
    seed: Seed = 0,
    sets: Sets = None,
    out: Annotated[str, typer.Option("--out", metavar="FILE")] = "openings.txt",
    json: Json = False,
) -> int:
    """Make balanced openings of gomoku: a few stones near the centre that an engine finds even, no two the same up to symmetry."""
    from counterply.core.loading import load_game
    from counterply.players.named import NamedPlayer

    positive(count, "--count")
    positive(pool, "--pool")
    positive(nodes, "--nodes")
    require_place(out)
    game: Any = load_game("gomoku", game_options(sets))
    judge, chance, stop = NamedPlayer(player), random.Random(seed), Stop()
    seen: set[int] = set()
    judged: list[Judged] = []

    def work() -> None:
        while len(seen) < count * pool and not stop:
            position = random_opening(game, chance)
            if position.canonical_key() in seen:
                continue
            seen.add(position.canonical_key())
            judge.start(game, position.turn, seed)
            report = judge.choose(position, Limit(nodes=nodes, stop=stop))
            if report.score is None:
                raise UsageError(f"{player} gives its moves no score, so it cannot judge openings")
            if not stop and not is_proven(report.score):
                judged.append(Judged(game.formats["pos"](position, "", ""), report.score / report.grid))
            if len(seen) % count == 0 and not json:
                note(f"{len(seen)} of {count * pool} looked at")

    _, interrupted = interruptible(work, stop)
    best = sorted(judged, key=lambda opening: (abs(opening.score), opening.moves))[:count]
    worst = max((abs(opening.score) for opening in best), default=0.0)
    header = (
        f"# {len(best)} openings of {game.full_name}: stones as in h8i9 (a1 top left), Black first; none twice, symmetry aside.\n"
        f"# Of {len(seen)} at random (seed {seed}), those that {player} with {nodes} nodes scores nearest 0, {worst:g} at most.\n"
    )
    text = header + "".join(f"{moves}\n" for moves in sorted(opening.moves for opening in best))
    write_text(out, text)
    if json:
        print_json({"looked_at": len(seen), "openings": [{"moves": o.moves, "score": o.score} for o in best]})
    else:
        print(f"{len(best)} openings of {len(seen)} looked at are in {out}; the largest score is {worst:g}")
    return INTERRUPTED if interrupted else 0
