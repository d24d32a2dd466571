"""Commands that make new boards and scenarios: ``counterply generate GAME``; each game with a generator has a command here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from counterply.cli import app
from counterply.cli.common import Force, Json, Sets, note, print_json, terminal_note
from counterply.interruption import INTERRUPTED
from counterply.usercode.naming import game_options

generate = typer.Typer(help="Make new boards or scenarios for a game, as files.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(generate, name="generate")

Seed = Annotated[int, typer.Option("--seed", metavar="S", help="Of the random choices; the same seed gives the same files.")]
Count = Annotated[int, typer.Option("--count", metavar="N", help="How many files.")]
Out = Annotated[str, typer.Option("--out", metavar="DIR", help="The folder for the files.")]


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
    force: Force = False,
    json: Json = False,
) -> int:
    """Make boards of Blocker whose moves at the start have different exact values, and say how deep the decision is."""
    progress = terminal_note() if json else partial(print, flush=True)
    return show(
        "blocker",
        json,
        progress,
        size=size,
        food=food,
        walls=walls,
        symmetric=symmetric,
        open_edges=open_edges,
        any=any_board,
        nodes=nodes,
        least_depth=least_depth,
        seed=seed,
        count=count,
        out=out,
        force=force,
    )


@generate.command("fishing_derby")
def generate_fishing_derby(
    fish: Annotated[int, typer.Option("--fish", metavar="N")] = 5,
    still: Annotated[bool, typer.Option("--still", help="Fish that do not move.")] = False,
    length: Annotated[int, typer.Option("--length", metavar="N", help="Codes of each fish: plies of the game.")] = 900,
    seed: Seed = 0,
    count: Count = 10,
    out: Out = "scenarios",
    force: Force = False,
    json: Json = False,
) -> int:
    """Make scenarios of Fishing Derby in the host's format, with random fish and boats."""
    options = {"fish": fish, "still": still, "length": length, "seed": seed, "count": count, "out": out, "force": force}
    return show("fishing_derby", json, None, **options)


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
    options = game_options(sets)
    progress = None if json else note
    return show("gomoku", json, progress, count=count, pool=pool, nodes=nodes, player=player, seed=seed, options=options, out=out)


def show(game: str, json: bool, progress: Callable[[str], None] | None, **options: Any) -> int:
    """Generate, and print what was made; return the exit code."""
    from counterply.api import games as api

    made = api.generate(game, progress=progress, **options)
    if json:
        print_json(made.json())
    else:
        print(made)
    return 0 if made.finished else INTERRUPTED
