"""The command that makes weights: tune."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from counterply.cli import INTERRUPTED, app
from counterply.cli.common import (
    AGame,
    Board,
    Json,
    Scenario,
    Sets,
    note,
    output,
    print_json,
    terminal_width,
    write_csv,
)
from counterply.cli.matches import Seed, Workers, progress_display
from counterply.cli.plots import plot_curve, require_picture
from counterply.core.errors import UsageError
from counterply.core.files import require_place
from counterply.core.naming import game_options, positive, unknown


@app.command()
def tune(
    game: AGame,
    evaluator: Annotated[str, typer.Argument(metavar="EVALUATOR", help="With weights: one of the game's, or FILE.py:NAME.")],
    method: Annotated[
        str, typer.Option(metavar="hill|spsa|records|sarsa", help="By games, by games, from a store, by self-play.")
    ] = "spsa",
    games: Annotated[int | None, typer.Option(metavar="N", help="To play, or to learn from.")] = None,
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
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write the learning curve of sarsa.")] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE", help="Draw it: .png, .svg or .pdf.")] = None,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> int:
    """Find better weights for an evaluator, and play them against those it had.

    The file holds the weights so far at any moment; Ctrl-C keeps it, and the same command goes on.
    """
    from counterply.tuning.session import GAMES, METHODS, TUNED_PLAYER, Session, Task
    from counterply.tuning.showing import CURVE_COLUMNS, curve_of, shown, tables_of, validation_line

    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if target not in ("result", "score"):
        raise unknown("target", target, ("result", "score"))
    if (csv or plot) and method != "sarsa":
        raise UsageError("--csv and --plot are of the learning curve, which only --method sarsa has")
    require_picture(plot)
    if csv is not None:
        require_place(csv)
    task = Task(
        game=game,
        evaluator=evaluator,
        method=method,
        games=GAMES[method] if games is None else positive(games, "--games"),
        player=player or TUNED_PLAYER,
        nodes=positive(nodes, "--nodes"),
        seed=seed,
        start=weights,
        store=store,
        target=target,  # type: ignore[arg-type]
        validation=validation,
        options=game_options(sets, board, scenario),
    )
    if workers is not None:
        positive(workers, "--workers")
    file = out or Path(f"{Path(game).stem}-{evaluator.rpartition(':')[2]}-{method}.json")
    with progress_display() as show:
        session = Session(task, file, show)
        finished = session.run(workers)
    document = session.document
    if not finished:
        note(f"stopped; what was done is kept in {file}: the same command goes on")
    curve = curve_of(document)
    if csv is not None:
        write_csv(csv, CURVE_COLUMNS, curve)
    if plot is not None:
        plot_curve(curve, f"{game}: {evaluator} learnt by self-play", plot)
    if json:
        print_json({"file": str(file), "finished": finished, **shown(document)})
    else:
        console = output()
        for number, table in enumerate(tables_of(document, terminal_width())):
            console.print(*([""] if number else []), table, sep="\n")
        print()
        if document["validation"] is not None:
            print(validation_line(document))
        made, name = document["made"], document["evaluator"]
        print(f"{file} holds the weights: {'sarsa' if made['method'] == 'sarsa' else 'engine'}:eval={name},weights={file}")
    return 0 if finished else INTERRUPTED
