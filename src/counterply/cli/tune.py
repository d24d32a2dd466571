"""The command that makes weights: tune."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Unpack

import typer

from counterply.api import games
from counterply.api.games import TuneOptions
from counterply.cli import app
from counterply.cli.common import AGame, note, open_game, print_json, print_shown
from counterply.cli.matches import progress_display
from counterply.cli.options import GameSettings, JsonOption, command
from counterply.core.options import part
from counterply.interruption import exit_code


class TuneCommand(TuneOptions, GameSettings, JsonOption, total=False):
    """Options of the command tune."""


@command(app)
def tune(
    game: AGame,
    evaluator: Annotated[str, typer.Argument(metavar="EVALUATOR", help="With weights: one of the game's, or FILE.py:NAME.")],
    **options: Unpack[TuneCommand],
) -> int:
    """Find better weights for an evaluator, and play a match.

    The file holds the weights so far at any moment; Ctrl-C keeps it, and the same command goes on.
    """
    file = Path(options["out"] or f"{Path(game).stem}-{evaluator.rpartition(':')[2]}-{options['method']}.json")
    with progress_display() as show:
        given = part(options, TuneOptions) | {"out": file, "progress": show}
        tuning = games.tune(open_game(game, options), evaluator, **given)
    if not tuning.finished:
        note(f"stopped; {file} keeps the weights so far: the same command goes on")
    if options["json"]:
        print_json({"file": str(file), "finished": tuning.finished, **tuning.json()})
    else:
        verdict = [] if tuning.document["validation"] is None else [tuning.validation_line]
        print_shown(tuning, "", *verdict)
        print(f"{file} holds the weights: engine:eval={tuning.document['evaluator']},weights={file}")
    return exit_code(tuning.finished)
