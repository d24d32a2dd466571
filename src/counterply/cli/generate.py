"""Commands that make new boards and scenarios: ``counterply generate GAME``; each game with a generator has a command here."""

from __future__ import annotations

import random
import re
import sys
from itertools import islice, repeat
from typing import Annotated, Any

import typer

from counterply.cli import INTERRUPTED, app
from counterply.cli.common import Json, Sets, note, print_json, write_csv
from counterply.core.errors import UsageError
from counterply.core.files import make_folder, require_place, user_path, write_text
from counterply.core.limits import Limit, Stop
from counterply.core.naming import game_options, positive
from counterply.core.threads import interruptible

generate = typer.Typer(help="Make new boards or scenarios for a game, as files.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(generate, name="generate")

Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Of the random choices; the same seed gives the same files.")]
Count = Annotated[int, typer.Option("--count", metavar="N", help="How many files.")]
Out = Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the files.")]

MOST_BOARDS_EACH = 1000  # boards looked at for each one that is kept
INDEX = "index.csv"
INDEX_COLUMNS = ("file", "outcome", "depth", "moves")


def parse_size(text: str) -> tuple[int, int]:
    """Return width and height from ``7x7``."""
    found = re.fullmatch(r"(\d+)x(\d+)", text)
    if not found:
        raise UsageError(f"a size is written 7x7 (width x height), not {text!r}")
    return int(found[1]), int(found[2])


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
    from counterply.games.blocker.generator import boards
    from counterply.study.generation import Decision, Sieve, deep_decision

    width, height = parse_size(size)
    for number, name in ((count, "--count"), (nodes, "--nodes"), (least_depth, "--least-depth")):
        positive(number, name)
    stop = Stop()
    limit = Limit(nodes=nodes, stop=stop)
    candidates = boards(seed, width, height, walls, food, symmetric, not open_edges)
    next(boards(seed, width, height, walls, food, symmetric, not open_edges))  # or say at once why not
    folder = make_folder(out)
    rows: list[tuple[str, str, int | None, str]] = []

    def judge(board: tuple[str, Any]) -> Decision | None:
        return Decision("", None, {}) if any_board else deep_decision(board[1], limit, least_depth)

    sieve = Sieve(judge, stop)

    def work() -> None:
        kept = sieve(islice(candidates, count * MOST_BOARDS_EACH))
        for (text, _), decision in islice(kept, count):
            file = folder / f"blocker-{size}-{seed}-{len(rows) + 1:03}.txt"
            write_text(file, text)
            worth = " ".join(f"{move}={value}" for move, value in decision.moves.items())
            rows.append((file.name, decision.outcome, decision.depth, worth))
            if not json:
                print("  ".join(str(cell) for cell in rows[-1] if cell not in ("", None)), flush=True)
            elif sys.stderr.isatty():
                note(f"{len(rows)} of {count}")

    _, interrupted = interruptible(work, stop)
    write_csv(str(folder / INDEX), INDEX_COLUMNS, rows)
    if json:
        print_json({"looked_at": sieve.looked_at, "boards": [dict(zip(INDEX_COLUMNS, row, strict=True)) for row in rows]})
    else:
        print(f"{len(rows)} boards of {sieve.looked_at} looked at are in {folder}, with {INDEX}")
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
    from counterply.games.gomoku.generator import random_opening
    from counterply.study.generation import Opinion, Sieve, distinct

    for number, name in ((count, "--count"), (pool, "--pool"), (nodes, "--nodes")):
        positive(number, name)
    require_place(out)
    game: Any = load_game("gomoku", game_options(sets))
    chance, stop = random.Random(seed), Stop()
    sieve = Sieve(Opinion(player, Limit(nodes=nodes, stop=stop), seed), stop)
    openings: list[tuple[str, float]] = []  # with their scores

    def work() -> None:
        candidates = islice(distinct(random_opening(game, chance) for _ in repeat(None)), count * pool)
        for position, score in sieve(candidates):
            openings.append((game.formats["pos"](position, "", ""), score))
            if sieve.looked_at % count == 0 and not json:
                note(f"{sieve.looked_at} of {count * pool} looked at")

    _, interrupted = interruptible(work, stop)
    best = sorted(openings, key=lambda opening: (abs(opening[1]), opening[0]))[:count]
    worst = max((abs(score) for _, score in best), default=0.0)
    header = (
        f"# {len(best)} openings of {game.full_name}: stones as in h8i9 (a1 top left), Black first; none twice, symmetry aside.\n"
        f"# Of {sieve.looked_at} at random (seed {seed}), those that {player} with {nodes} nodes scores nearest 0,"
        f" {worst:g} at most.\n"
    )
    write_text(out, header + "".join(f"{moves}\n" for moves in sorted(moves for moves, _ in best)))
    if json:
        print_json({"looked_at": sieve.looked_at, "openings": [{"moves": moves, "score": score} for moves, score in best]})
    else:
        print(f"{len(best)} openings of {sieve.looked_at} looked at are in {out}; the largest score is {worst:g}")
    return INTERRUPTED if interrupted else 0
