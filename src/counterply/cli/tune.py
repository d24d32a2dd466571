"""The command that makes weights: tune."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from counterply.cli import app
from counterply.cli.common import (
    AGame,
    Board,
    Json,
    Scenario,
    Sets,
    note,
    open_game,
    output,
    print_json,
    terminal_width,
)
from counterply.cli.matches import Seed, Workers, progress_display
from counterply.core.words import positive
from counterply.interruption import INTERRUPTED


@app.command()
def tune(
    game: AGame,
    evaluator: Annotated[str, typer.Argument(metavar="EVALUATOR", help="With weights: one of the game's, or FILE.py:NAME.")],
    method: Annotated[str, typer.Option(metavar="hill|spsa|records", help="By games, by games, from a store.")] = "spsa",
    games: Annotated[int | None, typer.Option(metavar="N", help="To play.")] = None,
    nodes: Annotated[int, typer.Option(metavar="N", help="Calls of play in each move's search.")] = 1_000,
    player: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Who plays with the evaluator; by default the engine.")
    ] = None,
    weights: Annotated[
        str | None, typer.Option(metavar="FILE|NUMBERS", help="To start from; by default the evaluator's own.")
    ] = None,
    store: Annotated[Path | None, typer.Option(metavar="DIR", help="Of a run kept with --out, for --method records.")] = None,
    target: Annotated[str, typer.Option(metavar="result|score", help="What records are fitted to.")] = "result",
    validation: Annotated[int, typer.Option(metavar="N", help="Games against the start at the end; 0 for none.")] = 400,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="The file of weights; the same command goes on with it.")] = None,
    seed: Seed = 0,
    workers: Workers = None,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> int:
    """Find better weights for an evaluator, and play them against those it had.

    The file holds the weights so far at any moment; Ctrl-C keeps it, and the same command goes on.
    """
    from counterply.api import games as api

    for name, number in {"--games": games, "--nodes": nodes, "--workers": workers}.items():
        positive(1 if number is None else number, name)
    file = out or Path(f"{Path(game).stem}-{evaluator.rpartition(':')[2]}-{method}.json")
    with progress_display() as show:
        tuning = api.tune(
            open_game(game, sets, board, scenario),
            evaluator,
            method=method,
            games=games,
            nodes=nodes,
            player=player,
            weights=weights,
            store=store,
            target=target,
            validation=validation,
            seed=seed,
            workers=workers,
            out=file,
            progress=show,
        )
    if not tuning.finished:
        note(f"stopped; what was done is kept in {file}: the same command goes on")
    if json:
        print_json({"file": str(file), "finished": tuning.finished, **tuning.json()})
    else:
        output().print(tuning.table(terminal_width()))
        print()
        if tuning.document["validation"] is not None:
            print(tuning.validation_line)
        print(f"{file} holds the weights: engine:eval={tuning.document['evaluator']},weights={file}")
    return 0 if tuning.finished else INTERRUPTED
