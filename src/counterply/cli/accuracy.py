"""The command accuracy: how well evaluators predict who wins."""

from __future__ import annotations

import shlex
from typing import Annotated, Any, Unpack

import typer

from counterply.api import studies
from counterply.api.studies import Judging
from counterply.cli import app
from counterply.cli.common import AGame, open_game, output, print_json, require_files, terminal_note, terminal_width, write_files
from counterply.cli.options import GameSettings, Printed, Tabulated, command, settings_of
from counterply.core.options import part
from counterply.core.position import moves_text
from counterply.core.sources import game_words


class AccuracyCommand(Judging, GameSettings, Tabulated, Printed, total=False):
    """Options of the command accuracy."""


@command(app)
def accuracy(
    game: AGame,
    evaluators: Annotated[
        list[str] | None,
        typer.Argument(metavar="[EVALUATOR...]", help="Names, or FILE.py:NAME; all of the game's if none is given."),
    ] = None,
    **options: Unpack[AccuracyCommand],
) -> int:
    """Measure how well evaluators predict who wins, by phase.

    The positions come from games with some random moves, one from each phase of each game. Their true value is proven if --nodes
    suffice, and otherwise estimated by a deep search. Then come counter-examples: positions with a positive value for one side,
    where the other side wins on the next turn or soon. Ctrl-C prints the results so far.
    """
    require_files(options)
    measured = studies.accuracy(
        open_game(game, options), evaluators or (), **part(options, Judging) | {"progress": terminal_note()}
    )
    if options["json"]:
        print_json(measured.json())
    else:
        print_accuracy(measured, shlex.join(game_words(game, settings_of(options))))
    return write_files(measured, options)


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
