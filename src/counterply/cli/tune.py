"""The command that makes weights: tune."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

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
from counterply.core.naming import game_options, positive, unknown
from counterply.core.tables import Column, table_of

SHOWN_POINTS = 6  # of a learning curve, in the terminal
CURVE_COLUMNS = ("games", "score", "low", "high")


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

    if method not in METHODS:
        raise unknown("method", method, METHODS)
    if target not in ("result", "score"):
        raise unknown("target", target, ("result", "score"))
    if (csv or plot) and method != "sarsa":
        raise UsageError("--csv and --plot are of the learning curve, which only --method sarsa has")
    require_picture(plot)
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
        print_json({"file": str(file), "finished": finished, **tuning_json(document)})
    else:
        show_tuning(document, file)
    return 0 if finished else INTERRUPTED


def curve_of(document: dict[str, Any]) -> list[tuple[int, float, float, float]]:
    """Return the learning curve that a document holds, if it does."""
    from counterply.tuning.sarsa import curve_rows

    state = document.get("state") or {}
    return curve_rows(state.get("curve") or [])


def tuning_json(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document of weights as the command prints it: without what only a continuation needs."""
    kept = {name: document[name] for name in ("game", "evaluator", "features", "weights", "made", "validation")}
    if "fit" in document:
        kept["fit"] = document["fit"]
    if document["made"]["method"] == "sarsa":
        kept["curve"] = [dict(zip(CURVE_COLUMNS, row, strict=True)) for row in curve_of(document)]
    return kept


def show_tuning(document: dict[str, Any], file: Path) -> None:
    """Print what a tuning has come to."""
    made, name = document["made"], document["evaluator"]
    names = document["features"] or [f"weight {number}" for number in range(1, len(document["weights"]) + 1)]
    columns = [
        Column("feature", names, left=True),
        Column("start", [f"{weight:.4g}" for weight in made["start"]]),
        Column("now", [f"{weight:.4g}" for weight in document["weights"]]),
    ]
    if "fit" in document:
        columns.append(Column("standard error", [f"{error:.2g}" for error in document["fit"]["errors"]]))
    title = f"{name} of {document['game']}, {made['method']}, {made['games']:,} games, {made['seconds']:.0f} s"
    output().print(table_of(columns, terminal_width(), title))
    rows = curve_of(document)[-SHOWN_POINTS:]
    if rows:
        scores = [f"{100 * score:.1f} %" for _, score, _, _ in rows]
        intervals = [f"{100 * low:.1f} to {100 * high:.1f} %" for _, _, low, high in rows]
        counts = [f"{games:,}" for games, *_ in rows]
        columns = [Column("games learnt from", counts), Column("against random", scores), Column("interval", intervals)]
        output().print()
        output().print(table_of(columns, terminal_width()))
    print()
    found = document["validation"]
    if found is not None:
        print(f"against the start: {validation_line(found)}")
    print(f"{file} holds the weights: {'sarsa' if made['method'] == 'sarsa' else 'engine'}:eval={name},weights={file}")


def validation_line(found: dict[str, Any]) -> str:
    """Return a validation in one line."""
    if not found["games"]:
        return str(found["verdict"])
    share = f"{100 * found['score']:.1f} % (95 %: {100 * found['score_low']:.1f} to {100 * found['score_high']:.1f} %)"
    return f"{found['verdict']}: +{found['wins']} ={found['draws']} -{found['losses']} of {found['games']}, {share}"
