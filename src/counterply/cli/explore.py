"""Commands about one position: analyse, solve, nodes, perft, bench."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from counterply.cli import app
from counterply.cli.common import (
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
    terminal_note,
    terminal_width,
)
from counterply.core.errors import GameError, UsageError
from counterply.core.files import require_place, write_csv, write_text
from counterply.core.limits import Limit, Stop
from counterply.core.report import Report
from counterply.core.svg import position_svg
from counterply.core.threads import interruptible
from counterply.core.words import positive, whole_number
from counterply.interruption import INTERRUPTED
from counterply.shown.tables import Table
from counterply.study.plots import plot_scores, require_picture
from counterply.usercode.trust import checked_evaluator

TERM = ("feature", "value", "weight")  # of an explanation


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
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="Cores that the engine uses.")] = 1,
    why: Annotated[str | None, typer.Option("--why", metavar='MOVE|"LINE"', help="Why this move, or why not.")] = None,
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
    from counterply.api import named, positions

    made = open_game(game, sets, board, scenario)
    place = open_position(made, position)
    if svg is not None:
        write_text(require_place(svg), position_svg(place))
    place.require_ongoing()
    require_picture(plot)
    shown = parse_depths(boards) if boards is not None else []
    limit = make_limit(seconds, nodes, depth)
    if limit.unlimited:
        limit = Limit(depth=shown[-1]) if shown else Limit(seconds=positions.DEFAULT_SECONDS)
    if why is not None:
        if threads != 1:
            raise UsageError("--why is answered by one thread: leave out --threads")
        return _why(place, why, limit, checked_evaluator(eval, made, weights), search, json)
    wanted = len(place.moves()) if lines == "all" else positive(whole_number(lines, "--lines is a number or all"), "--lines")
    terms = named.evaluator(made, eval, weights).explain(place) if explain else None
    analysis = positions.analyse(place, limit=limit, lines=wanted, eval=eval, weights=weights, search=search, threads=threads)
    if not json:
        print(place)
    ends, interrupted = _follow(analysis, shown, json)
    report = analysis.last()
    if plot is not None:
        plot_scores(report, place, plot)
    if json:
        document = report.json()
        if boards is not None:
            document["boards"] = [board_json(end) for end in ends.values()]
        if terms is not None:
            document["explanation"] = [dict(zip(TERM, term, strict=True)) for term in terms]
        print_json(document)
    else:
        print("\n".join([*best_lines(report, shown), *terms_lines(terms or [])]))
    return INTERRUPTED if interrupted else 0


def _follow(analysis: Any, shown: list[int], json: bool) -> tuple[dict[int, Report], bool]:
    """Print reports as they are found, unless `json`; return those of the depths `shown`, and whether Ctrl-C ended the search."""
    ends: dict[int, Report] = {}
    width = terminal_width()
    try:
        for report in analysis:
            new = report.depth in shown and report.depth not in ends
            if new:
                ends[report.depth] = report
            if not json:
                print("\n".join([*report.rows(width), *([str(end_of(report))] if new else [])]), flush=True)
    except KeyboardInterrupt:
        return ends, True
    return ends, False


def best_lines(report: Report, shown: list[int]) -> list[str]:
    """Return what the last report of an analysis says of the best move, and of depths that it did not need."""
    end = f" ({report.stopped})" if report.stopped else ""
    forcing = f", {report.forcing_nodes:,} of the nodes for wins by forcing moves" if report.forcing_nodes else ""
    lines = [f"best: {report.text}, {report.score_text}{end}{forcing}{', searched in plain Python' if report.plain else ''}"]
    if report.fault:
        lines.append(f"withdrawn: {report.fault}")
    deeper = [depth for depth in shown if depth > report.depth]
    if deeper and report.stopped == "proven":
        lines.append(f"deeper than {report.depth} ({', '.join(map(str, deeper))}) nothing changes: the value is proven")
    return lines


def _why(place: Any, moves: str, limit: Limit, evaluator: Any, search: str, json: bool) -> int:
    """Print why a move is, or is not, the best one, and how the search went along its line: the one given, or the one found."""
    from counterply.explain import passage as passages
    from counterply.explain.why import why, why_lines
    from counterply.search.alphabeta.engine import MAX_DEPTH
    from counterply.search.choose import techniques_of

    line, techniques, stop = line_of(place, moves), techniques_of(search), Stop()
    limit = limit.with_(stop=stop)
    answer, interrupted = interruptible(lambda: why(place, line[0], limit.depth or MAX_DEPTH, evaluator, techniques, limit), stop)
    found = None
    if place.game.compiled and not interrupted:
        along = line if len(line) > 1 else list(answer.chosen.moves)
        try:
            found, interrupted = interruptible(
                lambda: passages.passage(place, along, limit.with_(depth=answer.depth), evaluator, techniques), stop
            )
        except passages.ShortLimitError as error:
            note(str(error))
    if json:
        print_json({**answer.json(), "passage": passages.passage_document(found) if found is not None else None})
    else:
        print(place)
        print("\n".join([*why_lines(answer), *(passages.passage_lines(found) if found is not None else ())]))
    return INTERRUPTED if interrupted else 0


def line_of(position: Any, text: str) -> list[Any]:
    """Return the moves of a line that is played from a position; raises `GameError` where one is illegal."""
    line = []
    for word in text.split():
        line.append(position.parse_move(word))
        position = position.after(line[-1])
    if not line:
        raise GameError("--why needs a move, or a line of moves with blanks between them")
    return line


def end_of(report: Report) -> Any:
    """Return the position at the end of a report's line."""
    position = report.position
    for move in report.line:
        position = position.after(move)
    return position


def board_json(report: Report) -> dict[str, Any]:
    """Return a depth's line with the position at its end."""
    line = {name: value for name, value in report.best.json().items() if name != "move"}
    return {"depth": report.depth, **line, "board": str(end_of(report))}


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
    from counterply.api import positions
    from counterply.search.exact.retrograde import require_all_values
    from counterply.search.exact.solve import solve as search

    place = open_position(open_game(game, sets, board, scenario), position)
    positive(memory, "--memory")
    if table is not None:  # better now than after minutes of search
        require_all_values(place.game)
        require_place(table)
    stop = Stop()
    limit = make_limit(seconds, nodes).with_(stop=stop)
    solution, interrupted = interruptible(lambda: search(place, limit, memory_mb=memory), stop)
    if json:
        print_json(solution.json())
    else:
        print(place)
        print(solution)
    if table is not None and not interrupted:
        count = positions.solve_all(place, memory=memory, limit=limit).save(table)
        note(f"{table}: {count:,} positions")
    return INTERRUPTED if interrupted else 0


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
    from counterply.api import positions

    place = open_position(open_game(game, sets, board, scenario), position)
    counts = positions.perft(place, depth, progress=None if json else print)
    if json:
        print_json(counts.json())
    return 0 if counts.finished else INTERRUPTED


@app.command()
def nodes(
    game: AGame,
    position: APosition = None,
    depths: Annotated[str, typer.Option(metavar="7-13|7,9", help="Which depths.")] = "1-6",
    budget: Annotated[int, typer.Option(metavar="N", help="Most nodes of one column at one depth; beyond it: -")] = 20_000_000,
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
    from counterply.api import positions

    place = open_position(open_game(game, sets, board, scenario), position)
    wanted = parse_depths(depths)
    if csv is not None:
        require_place(csv)
    require_picture(plot)
    counts = positions.nodes(place, wanted, budget=positive(budget, "--budget"), eval=eval, progress=terminal_note())
    if json:
        print_json(counts.json())
    else:
        output().print(counts.table(terminal_width()))
    if csv is not None:
        write_csv(csv, counts.COLUMNS, counts.cells())
    if plot is not None:
        counts.plot(plot)
    return 0 if counts.finished else INTERRUPTED


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
        rows = [
            (name, f"{row['nodes']:,}", f"{row['seconds']:.2f}", f"{row['nodes_per_second']:,.0f}")
            for name, row in document["games"].items()
        ]
        output().print(Table.of_rows(("game", "nodes", "seconds", "nodes/s"), rows))
        print(f"signature {document['signature']}")
    return INTERRUPTED if interrupted else 0
