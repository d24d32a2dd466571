"""The command accuracy: how well evaluators predict who wins."""

from __future__ import annotations

import shlex
from typing import Annotated, Any

import typer

from counterply.cli import app
from counterply.cli.common import (
    AGame,
    Board,
    Csv,
    Json,
    Scenario,
    Sets,
    StudyPlot,
    StudySeed,
    open_game,
    output,
    print_json,
    terminal_note,
    terminal_width,
)
from counterply.core.errors import UsageError
from counterply.core.files import require_place, write_csv
from counterply.core.position import moves_text
from counterply.core.words import positive
from counterply.interruption import INTERRUPTED
from counterply.study.plots import require_picture


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
    from counterply.api import studies

    require_picture(plot)
    if csv is not None:
        require_place(csv)
    for number, name in ((games, "--games"), (nodes, "--nodes"), (within, "--within"), (examples + 1, "--examples")):
        positive(number, name)
    measured = studies.accuracy(
        open_game(game, sets, board, scenario),
        evaluators or (),
        player=player,
        games=games,
        nodes=nodes,
        examples=examples,
        phases=parse_bounds(phases),
        within=within,
        seed=seed,
        progress=terminal_note(),
    )
    if json:
        print_json(measured.json())
    else:
        print_accuracy(measured, " ".join(command_options(game, sets, board, scenario)))
    if csv is not None:
        write_csv(csv, measured.COLUMNS, measured.cells())
    if plot is not None:
        measured.plot(plot)
    return 0 if measured.finished else INTERRUPTED


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


def print_accuracy(measured: Any, words: str) -> None:
    """Print the accuracy of evaluators, and their counter-examples with the commands that show them."""
    console = output()
    console.print(f"{measured.game}: {measured.positions} positions; values for the side to move against what they are worth")
    console.print(measured.table(terminal_width()))
    print("\n".join(["", *measured.remarks()]))
    for one in measured.evaluators:
        found = one.counterexamples
        if found is None:
            continue
        print(f"\n{one.evaluator.name}: {len(found) or 'no'} counter-example{'s' if len(found) > 1 else ''} found")
        for example in found:
            print(f"\n{example}\n{example.position}")
            print(f'counterply analyse {words} "{moves_text(example.position)}"')
