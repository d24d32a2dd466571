"""Commands about one position: analyse, solve, nodes, perft, bench."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from counterply.cli import INTERRUPTED, app
from counterply.cli.common import (
    DEEPEST,
    AGame,
    APosition,
    Board,
    Csv,
    Depth,
    Evaluation,
    Json,
    Nodes,
    Scenario,
    Seconds,
    Sets,
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
from counterply.cli.plots import plot_nodes, plot_scores, require_picture
from counterply.core.errors import GameError, UsageError
from counterply.core.files import require_place, write_text
from counterply.core.limits import Limit, Stop
from counterply.core.loading import reference_evaluator
from counterply.core.naming import positive, unknown, whole_number
from counterply.core.report import Report
from counterply.core.svg import position_svg
from counterply.core.tables import Column, table_of
from counterply.core.threads import interruptible
from counterply.core.trust import checked_evaluator

DEFAULT_ANALYSIS = "2"  # seconds
SEARCHES = ("engine", "alphabeta", "minimax")  # of `analyse`
TERM = ("feature", "value", "weight")  # of an explanation
NODES_COLUMNS = ("depth", "minimax", "alphabeta", "ordered", "table", "branching", "effective_branching", "best_possible")
DEFAULT_BUDGET = 20_000_000  # nodes of one column of `nodes` at one depth


def explained(evaluator: Any, position: Any) -> list[tuple[str, float, float]]:
    """Return what a linear evaluator sees in a position, for the side to move: name, feature and weight of each term."""
    if evaluator.features is None or not position.game.compiled:
        raise GameError(f"--explain needs an evaluator with features, and {evaluator.name} has none")
    return evaluator.bind(position.game).explain(position.record, position.turn)  # type: ignore[no-any-return]


def terms_lines(terms: list[tuple[str, float, float]]) -> list[str]:
    """Return the terms of an evaluation as lines, with their sum.

    >>> terms_lines([("mobility", 3.0, 1.0), ("centre", -2.0, 0.5)])
    ['mobility  +3 x 1 = +3.00', 'centre    -2 x 0.5 = -1.00', 'sum +2.00 for the side to move']
    """
    wide = max((len(name) for name, _, _ in terms), default=0)
    lines = [f"{name:<{wide}}  {value:+.4g} x {weight:.4g} = {value * weight:+.2f}" for name, value, weight in terms]
    total = sum(value * weight for _, value, weight in terms)
    return [*lines, f"sum {total:+.2f} for the side to move"] if terms else []


@app.command()
def analyse(
    game: AGame,
    position: APosition = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    lines: Annotated[str, typer.Option(metavar="N|all", help="How many lines of play.")] = "1",
    eval: Evaluation = None,
    search: Annotated[
        str, typer.Option("--search", metavar="engine|alphabeta|minimax", help="The textbook's two try moves in ascending order.")
    ] = "engine",
    boards: Annotated[
        str | None, typer.Option("--boards", metavar="7-13|7,9", help="Print the position at the end of the line of these depths.")
    ] = None,
    weights: Annotated[str | None, typer.Option(metavar="FILE|NUMBERS", help="For the evaluator; see `counterply tune`.")] = None,
    why: Annotated[str | None, typer.Option("--why", metavar="MOVE", help="Why this move, or why not.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say what the evaluator sees, feature by feature.")] = False,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    plot: Annotated[
        str | None,
        typer.Option("--plot", metavar="FILE.png", help="Draw the lines' scores on the board (.png, .svg or .pdf)."),
    ] = None,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE.svg", help="Draw the position as a picture.")] = None,
    json: Json = False,
) -> int:
    """Search a position: its best lines of play, with scores.

    Scores are in the mover's view. A game in plain Python is searched by the textbook's alpha-beta, and the answer says so. The
    textbook's lines are as long as the depth; the engine's end where its table knew the rest.
    """
    from counterply.search.alphabeta import techniques as named
    from counterply.search.choose import analyse as search_deeper

    made = open_game(game, sets, board, scenario)
    place = open_position(made, position)
    if svg is not None:
        write_text(require_place(svg), position_svg(place))
    place.require_ongoing()
    if search not in SEARCHES:
        raise unknown("search", search, SEARCHES)
    techniques = {"alphabeta": named.ALPHABETA_ONLY, "minimax": named.MINIMAX_ONLY}.get(search)
    stop = Stop()
    shown = parse_depths(boards) if boards is not None else []
    if seconds is None and depth is None and nodes is None:
        seconds, depth = (None, shown[-1]) if shown else (DEFAULT_ANALYSIS, None)
    if why is not None:
        return _why(place, why, make_limit(seconds, nodes, depth), checked_evaluator(eval, made, weights), techniques, json)
    ends: dict[int, Report] = {}
    limit = make_limit(seconds, nodes, depth).with_(stop=stop)
    wanted = len(place.moves()) if lines == "all" else positive(whole_number(lines, "--lines is a number or all"), "--lines")
    require_picture(plot)

    def work() -> Report:
        for report in search_deeper(place, limit, evaluator, wanted, techniques):
            new = report.depth in shown and report.depth not in ends
            if new:
                ends[report.depth] = report
            if not json:
                print("\n".join(report.rows(width)), flush=True)
                if new:
                    print(end_of(report, place), flush=True)
        return report

    width = terminal_width()
    if not json:
        print(place)
    evaluator = checked_evaluator(eval, made, weights)
    terms = explained(evaluator, place) if explain else None
    report, interrupted = interruptible(work, stop)
    if plot is not None:
        plot_scores(report, place, plot)
    if json:
        document = report.json()
        if boards is not None:
            document["boards"] = [board_json(end, place) for end in ends.values()]
        if terms is not None:
            document["explanation"] = [dict(zip(TERM, term, strict=True)) for term in terms]
        print_json(document)
    else:
        end = f" ({report.stopped})" if report.stopped else ""
        print(
            f"best: {report.text}, {report.score_text}{end}"
            + (f", {report.forcing_nodes:,} of the nodes for wins by forcing moves" if report.forcing_nodes else "")
            + (", searched in plain Python" if report.plain else "")
        )
        deeper = [depth for depth in shown if depth > report.depth]
        if deeper and report.stopped == "proven":
            print(f"deeper than {report.depth} ({', '.join(map(str, deeper))}) nothing changes: the value is proven")
        for line in terms_lines(terms or []):
            print(line)
    return INTERRUPTED if interrupted else 0


def _why(place: Any, move: str, limit: Limit, evaluator: Any, techniques: Any, json: bool) -> int:
    """Print why a move is, or is not, the best one."""
    from counterply.search.alphabeta.engine import MAX_DEPTH
    from counterply.study.why import why, why_document, why_lines

    code, stop = place.parse_move(move), Stop()
    answer, interrupted = interruptible(
        lambda: why(place, code, limit.depth or MAX_DEPTH, evaluator, techniques, limit.with_(stop=stop)), stop
    )
    if json:
        print_json(why_document(answer))
    else:
        print(place)
        print("\n".join(why_lines(answer)))
    return INTERRUPTED if interrupted else 0


def end_of(report: Report, position: Any) -> Any:
    """Return the position at the end of a report's line."""
    for move in report.line:
        position = position.after(move)
    return position


def board_json(report: Report, position: Any) -> dict[str, Any]:
    """Return a depth's line with the position at its end."""
    line = {"score": (report.score or 0) / report.grid, "proven": report.proven, "pv": position.line_text(report.line)}
    return {"depth": report.depth, **line, "board": str(end_of(report, position))}


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
    from counterply.search.exact.solve import solve as search

    place = open_position(open_game(game, sets, board, scenario), position)
    positive(memory, "--memory")
    if table is not None:
        require_table(place.game, table)
    stop = Stop()
    limit = make_limit(seconds, nodes).with_(stop=stop)
    solution, interrupted = interruptible(lambda: search(place, limit, memory_mb=memory), stop)
    if json:
        print_json(solution.json())
    else:
        print(place)
        print(solution)
    if table is not None and not interrupted:
        interrupted = write_table(place, limit, memory, table)
    return INTERRUPTED if interrupted else 0


def require_table(game: Any, file: str) -> None:
    """Raise unless every position of `game` can have its value in `file`: better now than after minutes of search."""
    from counterply.search.exact import retrograde

    if not retrograde.applies_to(game):
        raise GameError(f"{game.name} has no --table: that is for compiled games without chance where only the outcome counts")
    require_place(file)


def write_table(position: Any, limit: Limit, memory_mb: int, file: str) -> bool:
    """Write the exact value of every position that can be reached into a CSV file; return whether Ctrl-C ended it first."""
    from counterply.search.exact import retrograde

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
    from counterply.study.perft import perft as count

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
    csv: Csv = None,
    plot: Annotated[str | None, typer.Option("--plot", metavar="FILE.png", help="Draw the counts (.png, .svg or .pdf).")] = None,
    json: Json = False,
) -> int:
    """Count the nodes that each technique visits, by depth.

    Minimax, alpha-beta, alpha-beta with an order of moves, and with a table too; b is the branching factor of a uniform tree of as
    many nodes as minimax visits, effective b that of the best search beside it; best possible is what alpha-beta visits in the
    former tree with a perfect order.
    """
    from counterply.study.counts import count_nodes

    made = open_game(game, sets, board, scenario)
    place = open_position(made, position)
    place.require_ongoing()
    evaluator = checked_evaluator(eval, made) if eval is not None else reference_evaluator(made)
    wanted = parse_depths(depths)
    positive(budget, "--budget")
    if csv is not None:
        require_place(csv)
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
    from counterply.study.bench import bench as measure

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
