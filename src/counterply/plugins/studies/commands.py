"""The commands ablate, accuracy, portrait and bench: studies of a game, its evaluators and the search."""

from __future__ import annotations

import shlex
from typing import Annotated, Any, Unpack

from counterply.cli import app
from counterply.cli.command_options import Argument, GameSettings, JsonOption, TableFiles, command, settings_of
from counterply.cli.input_output import (
    AGame,
    open_game,
    print_json,
    print_result,
    print_shown,
    require_files,
    terminal_note,
    write_files,
)
from counterply.cli.matches import progress_display
from counterply.core.described_options import part
from counterply.core.game_sources import game_words
from counterply.core.position import moves_text
from counterply.interruption import exit_code
from counterply.plugins.studies import verbs
from counterply.plugins.studies.verbs import AblateOptions, AccuracyOptions, PortraitOptions
from counterply.shown.tables import Table


class AblateCommand(AblateOptions, GameSettings, TableFiles, JsonOption):
    """Options of the command ablate."""


@command(app)
def ablate(game: AGame, **options: Unpack[AblateCommand]) -> int:
    """Measure the value of each technique of the search.

    From plain minimax on, each player has one technique more than the one before: nodes and CPU time to a fixed depth, depth
    within the limit (20 ms unless --time or --nodes say otherwise), and points in paired games against the one before under that
    limit. The fixed depth is by default the deepest that plain minimax reaches within the budget. Ctrl-C prints the results so far.
    """
    require_files(options)
    with progress_display() as show:
        study = verbs.ablate(game, **part(options, AblateOptions) | {"options": settings_of(options), "progress": show})
    players = [f"{row.rung.name:15} {row.player}" for row in study.measured]  # each can be played by hand
    print_result(options, study, study.headline, study, "", *players, *study.notes)
    return write_files(study, options)


class AccuracyCommand(AccuracyOptions, GameSettings, TableFiles, JsonOption):
    """Options of the command accuracy."""


@command(app)
def accuracy(
    game: AGame,
    evaluators: Annotated[
        list[str] | None,
        Argument("EVALUATOR...", "Names, or FILE.py:NAME; all of the game's if none is given."),
    ] = None,
    **options: Unpack[AccuracyCommand],
) -> int:
    """Measure how well evaluators predict who wins, by phase.

    The positions come from games with some random moves, one from each phase of each game. Their true value is proven if --nodes
    suffice, and otherwise estimated by a deep search. Then come counter-examples: positions with a positive value for one side,
    where the other side wins on the next turn or soon. Ctrl-C prints the results so far.
    """
    require_files(options)
    measured = verbs.accuracy(
        open_game(game, options), evaluators or (), **part(options, AccuracyOptions) | {"progress": terminal_note()}
    )
    if options["json"]:
        print_json(measured.json())
    else:
        print_accuracy(measured, shlex.join(game_words(game, settings_of(options))))
    return write_files(measured, options)


def print_accuracy(measured: Any, words: str) -> None:
    """Print the accuracy of evaluators, and their counter-examples with the commands that show them."""
    head = f"{measured.game}: {measured.positions} positions; values for the side to move against their true values"
    print_shown(head, measured, "", *measured.remarks())
    for one in measured.evaluators:
        found = one.counterexamples
        if found is None:
            continue
        print(f"\n{one.evaluator.name}: {len(found) or 'no'} counter-example{'s' if len(found) > 1 else ''} found")
        for example in found:
            print(f"\n{example}\n{example.position}")
            print(f'counterply analyse {words} "{moves_text(example.position)}"')


class PortraitCommand(PortraitOptions, GameSettings, JsonOption):
    """Options of the command portrait."""


@command(app)
def portrait(game: AGame, **options: Unpack[PortraitCommand]) -> int:
    """Measure whether a game is fair, drawish, long or deep.

    Self-play at three strengths, with and without a heuristic, and proofs of smaller boards; one HTML page with every number, its
    interval, and the command that repeats it. Ctrl-C keeps the results so far, and the same command continues.
    """
    with progress_display() as show:
        made = verbs.portrait(game, **part(options, PortraitOptions) | {"options": settings_of(options), "progress": show})
    if options["json"]:
        print_json({**made.json(), "file": str(made.file)})
    else:
        print(made)
    return exit_code(made.finished)


@command(app)
def bench(
    games: Annotated[list[str] | None, Argument("GAME...", "Which games; all if none is named.")] = None,
    **options: Unpack[JsonOption],
) -> int:
    """Measure the search's speed, and its signature.

    The signature is one node count over a fixed list of positions; it is the same on every machine.
    """
    document = verbs.bench(games or ())
    if options["json"]:
        print_json(document)
    else:
        rows = [
            (name, f"{row['nodes']:,}", f"{row['seconds']:.2f}", f"{row['nodes_per_second']:,.0f}")
            for name, row in document["games"].items()
        ]
        print_shown(Table.of_rows(("game", "nodes", "seconds", "nodes/s"), rows), f"signature {document['signature']}")
    return exit_code(document["finished"])
