"""The command accuracy: how well evaluators predict who wins."""

from __future__ import annotations

import shlex
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from counterply.cli import INTERRUPTED, app
from counterply.cli.common import (
    AGame,
    Board,
    Csv,
    Json,
    Scenario,
    Sets,
    StudyPlot,
    StudySeed,
    note,
    open_game,
    output,
    position_text,
    print_json,
    terminal_width,
    write_csv,
)
from counterply.cli.plots import plot_accuracy, require_picture
from counterply.core.errors import GameError, UsageError
from counterply.core.files import require_place
from counterply.core.limits import Stop
from counterply.core.loading import load_evaluator
from counterply.core.naming import positive
from counterply.core.tables import Column, table_of
from counterply.core.threads import interruptible
from counterply.core.trust import checked_evaluator
from counterply.core.values import DEFAULT_GRID, HEURISTIC_LIMIT

COLUMNS = (
    "evaluator",
    "phase",
    "positions",
    "proven",
    "decided",
    "right",
    "right_low",
    "right_high",
    "right_proven",
    "silent",
    "rank",
    "rank_low",
    "rank_high",
)
SEAT_NAMES = ("first", "second")
INFINITE_VALUE = (HEURISTIC_LIMIT - 1) / DEFAULT_GRID  # values from here on are infinite, on the default grid


@app.command()
def accuracy(
    game: AGame,
    evaluators: Annotated[
        list[str] | None,
        typer.Argument(metavar="[EVALUATOR...]", help="Names, or FILE.py:NAME; all of the game's if none is given."),
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games that the positions are from.")] = 60,
    player: Annotated[str, typer.Option("--player", metavar="PLAYER", help="Who plays these games, both sides.")] = "engine",
    nodes: Annotated[int, typer.Option("--nodes", metavar="N", help="To prove a position, and to search it deeply.")] = 100_000,
    examples: Annotated[int, typer.Option("--examples", metavar="N", help="Counter-examples of each evaluator; 0: none.")] = 2,
    phases: Annotated[
        str, typer.Option("--phases", metavar="thirds|P,Q", help="Thirds of each game, or the plies at which phases begin.")
    ] = "thirds",
    within: Annotated[int, typer.Option("--within", metavar="N", help="Plies in which the other side wins them.")] = 4,
    seed: StudySeed = 0,
    sets: Sets = None,
    board: Board = None,
    scenario: Scenario = None,
    csv: Csv = None,
    plot: StudyPlot = None,
    json: Json = False,
) -> int:
    """Measure how well evaluators predict who wins, by phase.

    Positions from games with some random moves, one from each phase of each game; what they are worth is proven where --nodes
    suffice, else what a deep search says. Then counter-examples: positive values for a side, and the other one wins next turn,
    or soon. Ctrl-C prints what is done.
    """
    from counterply.study import accuracy as study
    from counterply.study.counterexamples import Finder

    require_picture(plot)
    if csv is not None:
        require_place(csv)
    made = open_game(game, sets, board, scenario)
    for number, name in ((games, "--games"), (nodes, "--nodes"), (within, "--within"), (examples + 1, "--examples")):
        positive(number, name)
    chosen = [checked_evaluator(name, made) for name in evaluators or [evaluator.name for evaluator in made.evaluators]]
    if not chosen:
        raise GameError(f"{made.name} has no evaluator of its own: name one, FILE.py:NAME")
    bounds = parse_bounds(phases)
    names = study.phase_names(bounds)
    samples: list[Any] = []
    found: dict[str, list[Any]] = {}
    stop = Stop()

    def work() -> None:
        truth = study.Truth(made, nodes, stop)
        tell = sys.stderr.isatty()
        for position, phase in study.sampled(study.played_games(made, player, games, seed, stop), seed, bounds):
            sample = truth(position, phase)
            if stop:
                return
            samples.append(sample)
            if tell and len(samples) % 20 == 0:
                note(f"{len(samples)} of about {len(names) * games} positions")
        for evaluator in chosen if examples and made.compiled else ():
            found[evaluator.name] = Finder(made, evaluator, within, seed, stop).find([s.position for s in samples], examples)
            if tell:
                note(f"{evaluator.name}: counter-examples looked for")

    _, interrupted = interruptible(work, stop)
    if not samples:
        raise GameError(f"no position of {made.name} was looked at")
    rows = []
    for evaluator in chosen:
        values = study.Values(evaluator, made).of(samples)
        groups = study.calibration(samples, values, evaluator.grid)
        rows.append((evaluator, study.by_phase(samples, values, names), groups, found.get(evaluator.name)))
    documents = [evaluator_json(*row) for row in rows]
    if json:
        head = {"game": made.full_name, "player": player, "games": games, "nodes": nodes, "seed": seed, "positions": len(samples)}
        print_json({**head, "evaluators": documents})
    else:
        print_accuracy(made, rows, len(samples), " ".join(command_options(game, sets, board, scenario)))
    if csv is not None:
        write_csv(csv, COLUMNS, accuracy_csv(documents))
    if plot is not None:
        plot_accuracy(documents, made.full_name, plot)
    return INTERRUPTED if interrupted else 0


def parse_bounds(text: str) -> list[int]:
    """Return the plies at which phases begin, besides 0; nothing for thirds.

    >>> parse_bounds("8,20"), parse_bounds("thirds")
    ([8, 20], [])
    """
    if text == "thirds":
        return []
    words = text.split(",")
    bounds = [int(word) for word in words if word.isdigit()]
    if len(bounds) < len(words) or bounds != sorted(set(bounds)) or not bounds[0]:
        raise UsageError(f"--phases is thirds, or plies above 0 in ascending order such as 8,20, not {text!r}")
    return bounds


def command_options(game: str, sets: list[str] | None, board: str | None, scenario: str | None) -> list[str]:
    """Return a game as it was given to the command, for a command that people can paste."""
    words = [game]
    for option, value in [*(("--set", text) for text in sets or ()), ("--board", board), ("--scenario", scenario)]:
        if value is not None:
            words += [option, value]
    return [shlex.quote(word) for word in words]


def evaluator_json(evaluator: Any, phases: list[Any], groups: list[Any], found: list[Any] | None) -> dict[str, Any]:
    """Return an evaluator's accuracy as a document."""
    from counterply.arena.report.documents import rounded

    def numbers(row: Any) -> dict[str, Any]:
        return {name: rounded(value) if isinstance(value, float) else value for name, value in asdict(row).items()}

    counterexamples = None
    if found is not None:
        counterexamples = [
            {
                "position": position_text(example.position),
                "seat": SEAT_NAMES[example.seat],
                "to_move": SEAT_NAMES[example.position.turn],
                "value": rounded(example.value),
                "plies": example.plies,
                "margin": example.margin,
                "line": example.position.line_text(example.line),
            }
            for example in found
        ]
    return {
        "evaluator": evaluator.name,
        "phases": [numbers(row) for row in phases],
        "calibration": [numbers(group) for group in groups],
        "counterexamples": counterexamples,
    }


def accuracy_csv(documents: list[dict[str, Any]]) -> list[list[Any]]:
    """Return a row for each evaluator and phase."""
    return [[document["evaluator"], *(row[name] for name in COLUMNS[1:])] for document in documents for row in document["phases"]]


def print_accuracy(game: Any, rows: list[Any], positions: int, words: str) -> None:
    """Print the accuracy of evaluators, and their counter-examples with the commands that show them."""
    from counterply.arena.report.documents import percent

    def spread(low: float | None, high: float | None, scale: float, digits: int) -> str:
        return "" if low is None or high is None else f"{scale * low:.{digits}f} to {scale * high:.{digits}f}"

    console = output()
    flat = [(evaluator.name if not index else "", row) for evaluator, phases, *_ in rows for index, row in enumerate(phases)]
    table = [row for _, row in flat]
    console.print(f"{game.full_name}: {positions} positions; values for the side to move against what they are worth")
    columns = [
        Column("evaluator", [name for name, _ in flat], left=True),
        Column("phase", [row.phase for row in table], left=True),
        Column("positions", [str(row.positions) for row in table], rank=1),
        Column("proven", [percent(row.proven / row.positions) if row.positions else "-" for row in table], rank=2),
        Column("decided", [str(row.decided) for row in table]),
        Column("sign right", [percent(row.right) for row in table]),
        Column("95 %", [spread(row.right_low, row.right_high, 100, 1) for row in table]),
        Column("of proven", [percent(row.right_proven) for row in table], rank=3),
        Column("silent", [percent(row.silent) for row in table]),
        Column("rank", ["-" if row.rank is None else f"{row.rank:+.2f}" for row in table]),
        Column("95 %", [spread(row.rank_low, row.rank_high, 1, 2) for row in table], rank=4),
    ]
    console.print(table_of(columns, terminal_width()))
    print()
    for evaluator, _, groups, _ in rows:
        shown = ", ".join(f"{value_text(g.lowest, g.highest)}: {100 * g.won:.0f} % of {g.positions}" for g in groups)
        print(f"{evaluator.name}, points made by value: {shown}")
    print("\nA value of 0 counts as half right.", end="")
    if any(row.proven < row.positions for row in table):
        judge = load_evaluator(None, game).name
        print(f" What is not proven is judged by a deep search with {judge}, which favours that evaluator.", end="")
    print()
    for evaluator, _, _, found in rows:
        if found is None:
            continue
        print(f"\n{evaluator.name}: {len(found) or 'no'} counter-example{'s' if len(found) > 1 else ''} found")
        for example in found:
            print(f"\n{example_text(example)}\n{example.position}")
            print(f'counterply analyse {words} "{position_text(example.position)}"')


def example_text(example: Any) -> str:
    """Return in one line what a counter-example shows."""
    own, other = SEAT_NAMES[example.seat], SEAT_NAMES[1 - example.seat]
    mover = SEAT_NAMES[example.position.turn]
    by = f" by {example.margin}" if example.margin is not None else ""
    line = " ".join(example.position.line_text(example.line))
    return f"{example.value:+.2f} for the {own} player; {mover} to move; the {other} player wins{by}{when_text(example)}: {line}"


def when_text(example: Any) -> str:
    """Return when the winner of a counter-example wins, as far as that is known."""
    if example.plies is None:
        return ""
    position, moves = example.position, 0
    for move in example.line:
        moves += position.turn != example.seat
        position = position.after(move)
    return {0: " at once", 1: " with its next move"}.get(moves, f" in {example.plies} plies")


def value_text(lowest: float, highest: float) -> str:
    """Return a range of values, those of no bound as infinite.

    >>> value_text(-1.0, -1.0), value_text(-524288.0, 0.5)
    ('-1.00', '-inf to +0.50')
    """
    texts = [f"{value:+.2f}" if abs(value) < INFINITE_VALUE else f"{'-' if value < 0 else '+'}inf" for value in (lowest, highest)]
    return texts[0] if texts[0] == texts[1] else " to ".join(texts)
