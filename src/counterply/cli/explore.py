"""Commands about one position: analyse, solve, nodes, perft."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated, Unpack

from counterply import registry
from counterply.api import by_name, positions
from counterply.api.option_records import limit_of
from counterply.api.positions import AnalyseOptions, NodesOptions, ProofOptions, SearchOptions, SolveOptions
from counterply.api.rolls import rolls
from counterply.cli import app
from counterply.cli.command_options import GameSettings, JsonOption, TableFiles, command
from counterply.cli.input_output import (
    AGame,
    APosition,
    note,
    open_game,
    open_position,
    parse_depths,
    print_json,
    print_result,
    require_files,
    terminal_note,
    terminal_width,
    write_files,
)
from counterply.core.aliases import Json
from counterply.core.described_options import Option, part
from counterply.core.errors import UsageError
from counterply.core.files import require_place, write_text
from counterply.core.position import AnyPosition
from counterply.core.report import Report
from counterply.core.svg import position_svg
from counterply.core.values import CHANCE, signed
from counterply.interruption import exit_code
from counterply.shown.plots import plot_scores, require_picture

TERM = ("feature", "value", "weight")  # of an explanation


def terms_lines(terms: list[tuple[str, float, float]]) -> list[str]:
    """Return the terms of an evaluation as lines, with their sum.

    >>> terms_lines([("mobility", 3.0, 1.0), ("centre", -2.0, 0.5)])
    ['mobility  +3 x 1 = +3.00', 'centre    -2 x 0.5 = -1.00', 'sum +2.00 for the side to move']
    """
    wide = max((len(name) for name, _, _ in terms), default=0)
    lines = [f"{name:<{wide}}  {signed(value, '.4g')} x {weight:.4g} = {signed(value * weight)}" for name, value, weight in terms]
    total = sum(value * weight for _, value, weight in terms)
    return [*lines, f"sum {signed(total)} for the side to move"] if terms else []


class AnalyseCommand(AnalyseOptions, GameSettings, JsonOption):
    """Options of the command analyse."""

    boards: Annotated[
        list[int], Option([], "Print the position at the end of the line of these depths.", "7-13|7,9", parse=parse_depths)
    ]
    why: Annotated[str | None, Option(None, "Why this move, or why not.", 'MOVE|"LINE"')]
    explain: Annotated[bool, Option(False, "Show the evaluation feature by feature.")]
    plot: Annotated[str | None, Option(None, "Draw the lines' scores on the board (.png, .svg or .pdf).", "FILE.png")]
    svg: Annotated[str | None, Option(None, "Draw the position as a picture.", "FILE.svg")]


@command(app)
def analyse(game: AGame, position: APosition = None, **options: Unpack[AnalyseCommand]) -> int:
    """Search a position: its best lines of play, with scores.

    Scores are in the mover's view; nodes and seconds count from the first depth on. A game in plain Python is searched by the
    textbook's alpha-beta, and the answer says so. The textbook's lines are as long as the depth; the engine's end where its table
    knew the rest. Where chance is to move, each of its outcomes is answered, and their mean; the limit is shared by them.
    """
    made = open_game(game, options)
    place = open_position(made, position)
    if options["svg"] is not None:
        write_text(require_place(options["svg"]), position_svg(place))
    if place.turn == CHANCE and not place.over:
        return _analyse_rolls(place, options)
    place.require_ongoing()
    require_picture(options["plot"])
    shown, json = options["boards"], options["json"]
    if shown and limit_of(options).unlimited:
        options["depth"] = shown[-1]
    if options["why"] is not None:
        if options["threads"] != 1:
            raise UsageError("--why is answered by one thread: leave out --threads")
        answer = registry.public("why")(place, options["why"], **part(options, SearchOptions))
        if answer.note:
            note(answer.note)
        print_result(options, answer, place, answer)
        return exit_code(answer.finished)
    terms = by_name.evaluator(made, options["eval"], options["weights"]).explain(place) if options["explain"] else None
    analysis = positions.analyse(place, **part(options, AnalyseOptions))
    if not json:
        print(place)
    ends, interrupted = _follow(analysis, shown, json)
    report = analysis.last()
    if options["plot"] is not None:
        plot_scores(report, place, options["plot"])
    if json:
        document = report.json()
        if shown:
            document["boards"] = [board_json(end) for end in ends.values()]
        if terms is not None:
            document["explanation"] = [dict(zip(TERM, term, strict=True)) for term in terms]
        print_json(document)
    else:
        print("\n".join([*best_lines(report, shown), *terms_lines(terms or [])]))
    return exit_code(not interrupted)


def _analyse_rolls(place: AnyPosition, options: AnalyseCommand) -> int:
    """Print what outcomes of chance are worth, or one, and return the exit code; `GameError` for options of a player's turn."""
    of_a_move = {name: options[name] for name in ("boards", "plot", "explain")}  # type: ignore[literal-required]
    asked = [f"--{name}" for name, given in of_a_move.items() if given]
    asked += ["--lines"] * (options["lines"] != 1) + ["--threads"] * (options["threads"] != 1)
    if asked:
        place.require_ongoing(f"; {asked[0]} is for a player's turn")
    if options["why"] is not None:
        lucky = registry.public("luck")(place, options["why"], **part(options, SearchOptions))
        print_result(options, lucky, place, lucky)
        return exit_code(lucky.rolls.finished)
    found = rolls(place, **part(options, SearchOptions))
    print_result(options, found, place, found)
    return exit_code(found.finished)


def _follow(analysis: Iterable[Report], shown: list[int], json: bool) -> tuple[dict[int, Report], bool]:
    """Print reports as they come, unless `json`; return those of the depths `shown`, and whether Ctrl-C ended the search."""
    ends = {}
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
    """Return lines on the best move of an analysis, and on the depths `shown` that it did not need."""
    end = f" ({report.stopped})" if report.stopped else ""
    forcing = f", {report.forcing_nodes:,} of the nodes for wins by forcing moves" if report.forcing_nodes else ""
    lines = [f"best: {report.text}, {report.score_text}{end}{forcing}{', searched in plain Python' if report.plain else ''}"]
    if report.fault:
        lines.append(f"withdrawn: {report.fault}")
    deeper = [depth for depth in shown if depth > report.depth]
    if deeper and report.stopped == "proven":
        lines.append(f"deeper than {report.depth} ({', '.join(map(str, deeper))}) nothing changes: the value is proven")
    return lines


def end_of(report: Report) -> AnyPosition:
    """Return the position at the end of a report's line."""
    assert report.position is not None
    return report.position.play(*report.line)


def board_json(report: Report) -> Json:
    """Return a depth's line as a JSON document, with the position at its end as text."""
    line = {name: value for name, value in report.best.json().items() if name != "move"}
    return {"depth": report.depth, **line, "board": str(end_of(report))}


class SolveCommand(SolveOptions, GameSettings, JsonOption):
    """Options of the command solve."""

    table: Annotated[str | None, Option(None, "Write the exact value of every position that can be reached.", "FILE.csv")]


@command(app)
def solve(game: AGame, position: APosition = None, **options: Unpack[SolveCommand]) -> int:
    """Prove the outcome of a position, with a line of play.

    When the time is up, or at Ctrl-C, it prints the bounds so far. Long proofs report their progress on stderr.
    """
    from counterply.search.exact.retrograde import require_all_values

    place = open_position(open_game(game, options), position)
    table = options["table"]
    if table is not None:  # better now than after minutes of search
        require_all_values(place.game)
        require_place(table)
    solution = positions.solve(place, **part(options, SolveOptions) | {"progress": note})
    print_result(options, solution, place, solution)
    if table is not None and solution.finished:
        count = positions.solve_all(place, **part(options, ProofOptions)).save(table)
        note(f"{table}: {count:,} positions")
    return exit_code(solution.finished)


class PerftCommand(GameSettings, JsonOption):
    """Options of the command perft."""

    depth: Annotated[int, Option(5, "Plies.", "D")]


@command(app)
def perft(game: AGame, position: APosition = None, **options: Unpack[PerftCommand]) -> int:
    """Count the positions at each depth.

    A position is counted each time that it is reached.
    """
    place = open_position(open_game(game, options), position)
    counts = positions.perft(place, options["depth"], progress=None if options["json"] else partial(print, flush=True))
    if options["json"]:
        print_json(counts.json())
    return exit_code(counts.finished)


class NodesCommand(NodesOptions, GameSettings, TableFiles, JsonOption):
    """Options of the command nodes."""

    depths: Annotated[list[int], Option(range(1, 7), "Which depths.", "7-13|7,9", parse=parse_depths, written="1-6")]


@command(app)
def nodes(game: AGame, position: APosition = None, **options: Unpack[NodesCommand]) -> int:
    """Count the nodes that each technique visits, by depth.

    Minimax, alpha-beta, alpha-beta with an order of moves, and with a table too; reduction is minimax's count divided by that of
    alpha-beta. b is the branching factor of a uniform tree of as many nodes as minimax visits, effective b that of the best search
    beside it; best possible is the count of alpha-beta in the former tree with a perfect order. Each row is one search to its depth
    alone.
    """
    place = open_position(open_game(game, options), position)
    require_files(options)
    counts = positions.nodes(place, options["depths"], **part(options, NodesOptions) | {"progress": terminal_note()})
    print_result(options, counts)
    return write_files(counts, options)
