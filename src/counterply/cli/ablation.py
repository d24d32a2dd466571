"""The command ablate: what each technique of the search is worth."""

from __future__ import annotations

from typing import Annotated

import typer

from counterply.cli import app
from counterply.cli.common import (
    AGame,
    Board,
    Csv,
    Depth,
    Evaluation,
    Json,
    Nodes,
    Scenario,
    Sets,
    StudyPlot,
    StudySeed,
    Time,
    make_limit,
    output,
    print_json,
    terminal_note,
    terminal_width,
)
from counterply.cli.matches import progress_display
from counterply.core.errors import UsageError
from counterply.core.files import require_place, write_csv
from counterply.core.words import positive
from counterply.interruption import INTERRUPTED
from counterply.study.plots import require_picture
from counterply.usercode.naming import game_options


@app.command()
def ablate(
    game: AGame,
    eval: Evaluation = None,
    depth: Depth = None,
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="N", help="Most nodes of one search to the fixed depth; beyond it: -")
    ] = None,
    positions: Annotated[int, typer.Option("--positions", metavar="N", help="Random openings that nodes and depth are of.")] = 10,
    time: Time = None,
    nodes: Nodes = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Against the rung before; even; 0: none.")] = 40,
    workers: Annotated[int | None, typer.Option("--workers", metavar="N", help="Processes that play.")] = None,
    seed: StudySeed = 0,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    csv: Csv = None,
    plot: StudyPlot = None,
    json: Json = False,
) -> int:
    """Measure what each technique of the search is worth.

    From plain minimax on, each player has one technique more than the one before: nodes and CPU time to a fixed depth, depth
    within the limit (20 ms unless --time or --nodes say otherwise), and points in paired games against the one before under that
    limit. The fixed depth is by default the deepest that plain minimax reaches within the budget. Ctrl-C prints what is done.
    """
    from counterply.arena.variants import Games
    from counterply.study.ablation import new_ablation, play_all, search_all

    require_picture(plot)
    if csv is not None:
        require_place(csv)
    options = {"--positions": positions, "--depth": depth, "--budget": budget, "--workers": workers}
    for name, number in options.items():
        positive(1 if number is None else number, name)
    if games < 0 or games % 2:
        raise UsageError(f"--games is even (each opening is played from both sides), or 0, not {games}")
    of_pair = Games(game, game_options(sets, board, scenario), seed)
    study = new_ablation(of_pair, make_limit(time, nodes), eval, depth=depth, budget=budget, positions=positions, seed=seed)
    search_all(study, terminal_note())
    with progress_display() as show:
        play_all(study, games, workers, show)
    if json:
        print_json(study.json())
    else:
        console = output()
        console.print(study.headline)
        console.print(study.table(terminal_width()))
        console.print()
        for row in study.measured:  # the players, so that each can be played by hand
            console.print(f"{row.rung.name:15} {row.player}")
        for text in study.notes:
            console.print(text)
    if csv is not None:
        write_csv(csv, study.COLUMNS, study.cells())
    if plot is not None and study.measured:
        study.plot(plot)
    return 0 if study.finished else INTERRUPTED
