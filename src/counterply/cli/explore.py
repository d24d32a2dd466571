"""Commands about one position: analyse, solve, nodes, perft, bench."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace
from typing import Annotated, Any

import typer
from rich.table import Table

from counterply.cli import INTERRUPTED, app
from counterply.cli.common import (
    DEEPEST,
    AGame,
    APosition,
    Board,
    Depth,
    Evaluation,
    Json,
    Nodes,
    Scenario,
    Seconds,
    Sets,
    interruptible,
    make_limit,
    note,
    open_game,
    open_position,
    output,
    parse_depths,
    print_json,
    terminal_width,
    write_csv,
)
from counterply.files import require_place
from counterply.limits import Limit, Stop
from counterply.loading import load_evaluator, reference_evaluator
from counterply.naming import UsageError, positive, whole_number
from counterply.report import Line, Report
from counterply.rules import GameError
from counterply.tables import Column, table_of
from counterply.values import ONGOING, OUTCOME_NAMES

DEFAULT_ANALYSIS = "2"  # seconds
NODES_COLUMNS = ("depth", "minimax", "alphabeta", "ordered", "table", "branching", "effective_branching", "best_possible")
DEFAULT_BUDGET = 20_000_000  # nodes of one column of `nodes` at one depth


def _require_ongoing(position: Any) -> None:
    if position.outcome() != ONGOING:
        raise GameError(f"the game is over: {OUTCOME_NAMES[position.outcome()]}")


def lines_of(report: Report) -> tuple[Line, ...]:
    """Return a report's lines of play, the best first."""
    return report.lines or (Line(report.move, report.score or 0, report.line, report.bound, report.proven),)


def report_json(report: Report, position: Any) -> dict[str, Any]:
    """Return an analysis as a JSON document; scores in the mover's view."""
    rows = []
    for line in lines_of(report):
        texts = position.line_text(line.moves)
        score = line.score / report.grid
        rows.append({"move": position.move_text(line.move), "score": score, "proven": line.proven, "pv": texts})
    spent = {"depth": report.depth, "nodes": report.nodes, "seconds": report.seconds}
    return {**spent, "lines": rows, "stopped": report.stopped, "plain": report.plain}


def report_lines(report: Report, position: Any, width: int | None = None) -> list[str]:
    """Return an analysis as lines of text, cut at `width` letters: one for each line of play, the best first."""
    spent = f"{report.nodes:>13,} nodes  {report.seconds:8.3f} s"
    rows = []
    for line in lines_of(report):
        score = replace(report, score=line.score, bound=line.bound, proven=line.proven).score_text
        rows.append(f"depth {report.depth:2}  {score:>12}  {spent}  {' '.join(position.line_text(line.moves))}"[:width])
    return rows


@app.command()
def analyse(
    game: AGame,
    position: APosition = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    lines: Annotated[str, typer.Option(metavar="N|all", help="How many lines of play.")] = "1",
    eval: Evaluation = None,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> int:
    """Search a position: its best lines of play, with scores.

    Scores are in the mover's view. A game in plain Python is searched by the textbook's alpha-beta, and the answer says so.
    """
    from counterply.search.engine import analyse as search

    made = open_game(game, sets, board, scenario)
    place = open_position(made, position)
    _require_ongoing(place)
    stop = Stop()
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_ANALYSIS
    limit = make_limit(seconds, nodes, depth).with_(stop=stop)
    wanted = len(place.moves()) if lines == "all" else positive(whole_number(lines, "--lines is a number or all"), "--lines")

    def listen(report: Report) -> None:
        if not json:
            print("\n".join(report_lines(report, place, width)), flush=True)

    width = terminal_width()
    if not json:
        print(place)
    evaluator = load_evaluator(eval, made)
    report, interrupted = interruptible(lambda: search(place, limit, evaluator, wanted, listen), stop)
    if json:
        print_json(report_json(report, place))
    else:
        end = f" ({report.stopped})" if report.stopped else ""
        print(
            f"best: {place.move_text(report.move)}, {report.score_text}{end}"
            + (", searched in plain Python" if report.plain else "")
        )
    return INTERRUPTED if interrupted else 0


@app.command()
def solve(
    game: AGame,
    position: APosition = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    table: Annotated[
        str | None, typer.Option("--table", metavar="FILE.csv", help="Write the exact value of every position that can be reached.")
    ] = None,
    memory: Annotated[int, typer.Option("--memory", metavar="MB", help="For the search's table, or the list of positions.")] = 512,
    json: Json = False,
) -> int:
    """Prove the outcome of a position, with a line of play.

    When the time is up, or at Ctrl-C, it says what is known.
    """
    from counterply.search.proof import solve as search

    place = open_position(open_game(game, sets, board, scenario), position)
    positive(memory, "--memory")
    if table is not None:
        require_table(place.game, table)
    stop = Stop()
    limit = make_limit(seconds, nodes).with_(stop=stop)
    solution, interrupted = interruptible(lambda: search(place, limit, memory_mb=memory), stop)
    document = asdict(solution)
    document["line"] = list(solution.line)
    if json:
        print_json(document)
    else:
        print(place)
        print(solution_text(document))
    if table is not None and not interrupted:
        interrupted = write_table(place, limit, memory, table)
    return INTERRUPTED if interrupted else 0


def require_table(game: Any, file: str) -> None:
    """Raise unless every position of `game` can have its value in `file`: better now than after minutes of search."""
    from counterply.search import retrograde

    if not retrograde.applies_to(game):
        raise GameError(f"{game.name} has no --table: that is for compiled games without chance where only the outcome counts")
    require_place(file)


def write_table(position: Any, limit: Limit, memory_mb: int, file: str) -> bool:
    """Write the exact value of every position that can be reached into a CSV file; return whether Ctrl-C ended it first."""
    from counterply.search import retrograde

    capacity = retrograde.capacity_of(position.game, memory_mb)
    stop = limit.stop or Stop()
    (values, _), interrupted = interruptible(lambda: retrograde.analyse_all(position, limit, capacity), stop)
    if values is None and interrupted:
        return True
    if values is None:
        raise GameError(f"no table: there are more than {capacity:,} positions, or the limit ended the list (--memory, --seconds)")
    count = write_csv(file, retrograde.COLUMNS, values.rows())
    note(f"{file}: {count:,} positions")
    return False


def solution_text(document: dict[str, Any]) -> str:
    """Return what a solution says as text."""
    spent = f"({document['nodes']:,} nodes, {document['seconds']:.2f} s)"
    if not document["proven"]:
        between = "" if document["lower"] is None else f": between {document['lower']} and {document['upper']}"
        return f"not solved{between} {spent}"
    result = "a draw" if document["outcome"] == "draw" else f"the {document['outcome']} player wins"
    points = f" by {abs(document['margin'])}" if document["margin"] else ""
    plies = f" in {document['distance']} plies" if document["distance"] is not None else ""
    return f"{result}{points}{plies} {spent}\n" + " ".join(document["line"])


@app.command()
def perft(
    game: AGame,
    position: APosition = None,
    depth: Annotated[int, typer.Option("--depth", metavar="D", help="Plies.")] = 5,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    json: Json = False,
) -> int:
    """Count the positions at each depth.

    A position is counted each time that it is reached.
    """
    from counterply.search.perft import perft as count

    place = open_position(open_game(game, sets, board, scenario), position)
    stop = Stop()
    if not 1 <= depth <= DEEPEST:
        raise UsageError(f"--depth is 1 to {DEEPEST}, not {depth}")
    counts: list[int] = []

    def work() -> None:
        for plies in range(1, depth + 1):  # one after the other, so that Ctrl-C keeps those that were counted
            counts[:] = count(place, plies, stop)
            if not json:
                print(f"depth {plies:2}  {counts[-1]:>20,}", flush=True)

    try:
        _, interrupted = interruptible(work, stop)
    except GameError:
        if not stop:
            raise
        interrupted = True
    if json:
        print_json({"counts": counts})
    return INTERRUPTED if interrupted else 0


@app.command()
def nodes(
    game: AGame,
    position: APosition = None,
    depths: Annotated[str, typer.Option(metavar="7-13|7,9", help="Which depths.")] = "1-6",
    budget: Annotated[int, typer.Option(metavar="N", help="Most nodes of one column at one depth; beyond it: -")] = DEFAULT_BUDGET,
    eval: Evaluation = None,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE.csv", help="Write the table into a file.")] = None,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE.png", help="Draw the counts (.png, .svg or .pdf).")] = None,
    json: Json = False,
) -> int:
    """Count the nodes that each technique visits, by depth.

    Minimax, alpha-beta, alpha-beta with an order of moves, and with a table too; b is the branching factor of a uniform tree of as
    many nodes as minimax visits, effective b that of the best search beside it; best possible is what alpha-beta visits in the
    former tree with a perfect order.
    """
    from counterply.search.counts import count_nodes

    made = open_game(game, sets, board, scenario)
    place = open_position(made, position)
    _require_ongoing(place)
    evaluator = load_evaluator(eval, made) if eval is not None else reference_evaluator(made)
    wanted = parse_depths(depths)
    positive(budget, "--budget")
    if csv is not None:
        require_place(csv)
    if plot is not None:
        from counterply.cli.plots import require_picture

        require_picture(plot)
    rows: list[Any] = []
    stop = Stop()

    def work() -> None:
        for row in count_nodes(place, wanted, budget, evaluator, stop):
            rows.append(row)
            if sys.stderr.isatty():
                note(f"depth {row.depth} of {wanted[-1]}")

    _, interrupted = interruptible(work, stop)
    if json:
        print_json({"rows": [{**asdict(row), "score": None if row.score is None else row.score / evaluator.grid} for row in rows]})
    else:
        output().print(nodes_table(rows, terminal_width()))
    if csv is not None:
        write_csv(csv, NODES_COLUMNS, ([getattr(row, name) for name in NODES_COLUMNS] for row in rows))
    if plot is not None:
        from counterply.cli.plots import plot_nodes

        plot_nodes(rows, made.full_name, plot)
    return INTERRUPTED if interrupted else 0


def nodes_table(rows: list[Any], width: int | None = None) -> Table:
    """Return the table of visited nodes: b is minimax's branching factor, *effective b* that of the best search beside it."""

    def counts(values: list[int | None]) -> list[str]:
        return ["-" if value is None else f"{value:,}" for value in values]

    def factors(values: list[float | None]) -> list[str]:
        return ["-" if value is None else f"{value:.2f}" for value in values]

    columns = [
        Column("depth", [str(row.depth) for row in rows]),
        Column("minimax", counts([row.minimax for row in rows])),
        Column("alphabeta", counts([row.alphabeta for row in rows])),
        Column("ordered", counts([row.ordered for row in rows])),
        Column("table", counts([row.table for row in rows])),
        Column("b", factors([row.branching for row in rows]), rank=1),
        Column("effective b", factors([row.effective_branching for row in rows]), rank=2),
        Column("best possible", counts([row.best_possible for row in rows]), rank=3),
    ]
    return table_of(columns, width)


@app.command()
def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME...]", help="Which games; all if none is named.")] = None,
    json: Json = False,
) -> int:
    """Measure the search's speed, and its signature.

    The signature is one node count over a fixed list of positions; it is the same on every machine.
    """
    from counterply.search.bench import bench as measure

    stop = Stop()
    document, interrupted = interruptible(lambda: measure(games or None, stop), stop)
    if json:
        print_json(document)
    else:
        table = Table("game", "nodes", "seconds", "nodes/s", box=None)
        for name, row in document["games"].items():
            table.add_row(name, f"{row['nodes']:,}", f"{row['seconds']:.2f}", f"{row['nodes_per_second']:,.0f}")
        output().print(table)
        print(f"signature {document['signature']}")
    return INTERRUPTED if interrupted else 0
