"""The command portrait, which says what kind of game it is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from counterply.cli import app
from counterply.cli.common import AGame, Board, Evaluation, Force, Json, Scenario, Sets, StudySeed, output, print_json
from counterply.cli.matches import progress_display
from counterply.core.errors import UsageError
from counterply.core.words import positive
from counterply.interruption import INTERRUPTED
from counterply.usercode.naming import game_options


@app.command()
def portrait(
    game: AGame,
    eval: Evaluation = None,
    nodes: Annotated[int, typer.Option("--nodes", metavar="N", help="Of each move of the strongest player.")] = 400,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Of each pair of strengths; even.")] = 20,
    proof: Annotated[
        float, typer.Option("--proof", metavar="SECONDS", help="For proofs, smaller boards included; 0: none.")
    ] = 10.0,
    workers: Annotated[int | None, typer.Option("--workers", metavar="N", help="Processes that play.")] = None,
    seed: StudySeed = 0,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Of the games and portrait.html.")] = None,
    force: Force = False,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> int:
    """Find out what kind of game it is: whether fair, drawish, long, deep, and when decided.

    Self-play at three strengths, with and without a heuristic, and proofs of smaller boards; one HTML page with every number, its
    interval, and the command that repeats it. Ctrl-C keeps what is done, and the same command goes on.
    """
    from counterply.api.portraits import new_portrait
    from counterply.study.portrait.measure import PortraitSettings, measure
    from counterply.study.portrait.page import write_page

    for name, number in (("--nodes", nodes), ("--workers", 1 if workers is None else workers)):
        positive(number, name)
    if not proof >= 0:
        raise UsageError(f"--proof is seconds, or 0 for none, not {proof:g}")
    settings = PortraitSettings(game, game_options(sets, board, scenario), eval, nodes, games, seed, proof)
    made = new_portrait(settings, out)
    with progress_display() as show:
        measure(made, workers, show)
    path = write_page(made, force)
    if json:
        print_json({**made.json(), "file": str(path)})
    else:
        console = output()
        for finding in made.findings:
            console.print(f"{finding.question:34} {finding.answer}", highlight=False, soft_wrap=True)
        for place, answer, _ in made.proofs:
            console.print(f"{'Proven, ' + place:34} {answer}", highlight=False, soft_wrap=True)
        console.print(f"{len(made.courses)} games; numbers, pictures and the commands that repeat them: {path}", soft_wrap=True)
    return 0 if made.finished else INTERRUPTED
