"""The command ablate: what each technique of the search is worth."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from counterply.cli import INTERRUPTED, app
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
    note,
    output,
    position_text,
    print_json,
    terminal_width,
    write_csv,
)
from counterply.cli.matches import progress_display
from counterply.cli.plots import plot_ablation, require_picture
from counterply.core.errors import UsageError
from counterply.core.files import require_place
from counterply.core.limits import Limit, Stop
from counterply.core.naming import game_options, positive
from counterply.core.tables import Column, table_of
from counterply.core.threads import interruptible
from counterply.core.trust import checked_evaluator

STUDY_LIMIT = Limit(seconds=0.02)  # of each move of the games that are played
COLUMNS = (
    "rung",
    "player",
    "nodes",
    "seconds",
    "depth_within",
    "proven",
    "against",
    "wins",
    "draws",
    "losses",
    "score",
    "score_low",
    "score_high",
    "mean_margin",
)


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
    from counterply.study import ablation

    require_picture(plot)
    if csv is not None:
        require_place(csv)
    of_pair = Games(game, game_options(sets, board, scenario), seed)
    made = of_pair.family()
    evaluator = checked_evaluator(eval, made)
    limit = make_limit(time, nodes)
    for number, name in (
        (positions, "--positions"),
        (depth or 1, "--depth"),
        (budget or 1, "--budget"),
        (workers or 1, "--workers"),
    ):
        positive(number, name)
    if games < 0 or games % 2:
        raise UsageError(f"--games is even (each opening is played from both sides), or 0, not {games}")
    limit = STUDY_LIMIT if limit.unlimited else limit
    study = ablation.new_study(of_pair, limit, eval, depth=depth, budget=budget, positions=positions, seed=seed)
    stop = Stop()

    def work() -> None:
        for worth in ablation.measure(study, stop):
            if sys.stderr.isatty():
                note(f"{worth.rung.name}: measured")

    _, interrupted = interruptible(work, stop)
    if games and not interrupted:
        try:
            with progress_display() as show:
                for _ in ablation.play_ladder(study, games, workers, show):
                    pass
        except KeyboardInterrupt:
            interrupted = True
    rows = [worth_json(worth) for worth in study.worths if worth.player]
    if json:
        places = [place_text(place, of_pair.varied) for place in study.positions]
        head: dict[str, Any] = {
            "game": made.full_name,
            "evaluator": evaluator.name,
            "limit": str(study.limit),
            "depth": study.depth or None,
        }
        head |= {"positions": places, "games": games, "seed": seed}
        print_json({**head, "rungs": rows, "notes": study.notes})
    else:
        print_ladder(study, evaluator.name)
    if csv is not None:
        write_csv(csv, COLUMNS, ([row[name] for name in COLUMNS] for row in rows))
    if plot is not None and rows:
        plot_ablation(rows, made.full_name, study.depth, str(study.limit), plot)
    return INTERRUPTED if interrupted else 0


def place_text(position: Any, varied: bool) -> str:
    """Return a position as moves, after its game where the games of a study differ."""
    return f"{position.game.full_name}: {position_text(position)}" if varied else position_text(position)


def worth_json(worth: Any) -> dict[str, Any]:
    """Return what is known of a rung; the result in its own view, null where no games were played."""
    from counterply.arena.report.documents import rounded, standing_json

    result: dict[str, Any] = dict.fromkeys((*COLUMNS[6:],))
    if worth.against is not None:
        result = {"against": worth.against.opponent, **standing_json(worth.against.standing)}
        result["mean_margin"] = rounded(worth.against.mean_margin)
    return {
        "rung": worth.rung.name,
        "player": worth.player,
        "nodes": worth.nodes,
        "seconds": rounded(worth.seconds),
        "depth_within": rounded(worth.depth_within, 2),
        "proven": rounded(worth.proven),
        **result,
    }


def print_ladder(study: Any, evaluator: str) -> None:
    """Print a ladder as a table, and under it the players, so that each can be played by hand."""
    from counterply.arena.report.documents import interval_text, percent

    worths = [worth for worth in study.worths if worth.player]
    results = [worth.against for worth in worths]

    def of_games(text: Any) -> list[str]:
        return ["" if result is None else text(result) for result in results]

    console = output()
    count = len(study.positions)
    console.print(
        f"{study.game.full_name}, evaluator {evaluator}: nodes and CPU time to depth {study.depth or '-'} over {count} positions,"
        f" mean depth within {study.limit}, points in games at that limit against the rung before"
    )
    columns = [
        Column("rung", [worth.rung.name for worth in worths], left=True),
        Column("nodes", ["-" if worth.nodes is None else f"{worth.nodes:,}" for worth in worths]),
        Column("seconds", ["-" if worth.seconds is None else f"{worth.seconds:.3f}" for worth in worths], rank=1),
        Column("depth", ["-" if worth.depth_within is None else f"{worth.depth_within:.1f}" for worth in worths]),
        Column("proven", [percent(worth.proven) for worth in worths], rank=2),
        Column("won =drawn lost", of_games(lambda r: f"+{r.standing.wins} ={r.standing.draws} -{r.standing.losses}"), rank=1),
        Column("points", of_games(lambda r: percent(r.standing.score))),
        Column("95 %", of_games(lambda r: interval_text(r.standing))),
    ]
    if study.game.objective == "margin":
        columns.append(Column("margin", of_games(lambda r: "" if r.mean_margin is None else f"{r.mean_margin:+.2f}")))
    console.print(table_of(columns, terminal_width()))
    console.print()
    for worth in worths:
        console.print(f"{worth.rung.name:15} {worth.player}")
    for text in study.notes:
        console.print(text)
