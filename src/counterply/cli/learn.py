"""The command that learns an evaluator from the rules alone: learn."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from counterply.cli import app
from counterply.cli.common import AGame, Board, Json, Scenario, Sets, note, open_game, output, print_json, terminal_width
from counterply.cli.matches import Seed, progress_display
from counterply.core.errors import UsageError
from counterply.core.files import write_csv
from counterply.core.learnt import SUFFIX
from counterply.core.words import positive
from counterply.interruption import INTERRUPTED
from counterply.study.plots import plot_curve, require_picture


@app.command()
def learn(
    game: AGame,
    minutes: Annotated[float | None, typer.Option(metavar="N", help="How long, on two cores; by default 10.")] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Learn from so many games instead: the same seed gives the same file.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar=f"FILE{SUFFIX}", help="Of the network; the same command goes on with it.")
    ] = None,
    size: Annotated[
        str | None, typer.Option(metavar="linear|small|medium|large", help="Of the network; by default the one that wins.")
    ] = None,
    features: Annotated[
        str | None, typer.Option(metavar="EVALUATOR", help="Let the network know the features of an evaluator, too.")
    ] = None,
    match: Annotated[int, typer.Option(metavar="N", help="Games of the match at the end; 0 for none.")] = 100,
    seed: Seed = 0,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write the learning curve.")] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw it: .png, .svg or .pdf.")] = None,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> int:
    """Learn an evaluator from the rules alone, by games of the program against itself.

    The file is an evaluator for every command, eval=FILE, at any moment; Ctrl-C keeps it, and the same command goes on.
    """
    from counterply.api import games as api

    require_picture(plot)
    if minutes is not None and games is not None:
        raise UsageError("--minutes and --games are two budgets; give one of them")
    positive(1 if games is None else games, "--games")
    file = out or Path(f"{Path(game).stem}{SUFFIX}")
    with progress_display() as show:
        learnt = api.learn(
            open_game(game, sets, board, scenario),
            minutes=minutes,
            games=games,
            seed=seed,
            size=size,
            features=features,
            match=match,
            out=file,
            progress=show,
        )
    if csv is not None:
        write_csv(csv, learnt.CURVE_COLUMNS, learnt.curve)
    if plot is not None:
        plot_curve(learnt.curve, f"{game}, learnt from its rules", plot, f"engine:eval={learnt.made['opponent']}")
    if json:
        print_json({"file": str(file), "finished": learnt.finished, **learnt.json()})
    else:
        for text in learnt.notes:
            note(text)
        output().print(learnt.table(terminal_width()))
        print(learnt)
        if learnt.saved:
            print(f"{file} is an evaluator: counterply match {game} engine:eval={file} engine")
    if not learnt.finished:
        note(
            f"stopped; what was learnt is kept in {file}: the same command goes on"
            if learnt.saved
            else "stopped; nothing was learnt yet"
        )
    return 0 if learnt.finished else INTERRUPTED
