"""The commands learn and tune."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated, TypedDict, Unpack

from counterply.cli import app
from counterply.cli.command_options import Argument, GameSettings, JsonOption, command, settings_of
from counterply.cli.input_output import AGame, note, open_game, print_json, print_shown, require_files, write_files
from counterply.cli.matches import progress_display
from counterply.core.described_options import Option, part
from counterply.interruption import exit_code
from counterply.plugins.learning import verbs
from counterply.plugins.learning.verbs import LearnOptions, TuneOptions
from counterply.plugins.networks.learnt import SUFFIX


class CurveFiles(TypedDict):
    """Where a command puts a learning curve."""

    csv: Annotated[str | None, Option(None, "Write the learning curve.", "FILE.csv")]
    plot: Annotated[str | None, Option(None, "Draw it (.png, .svg or .pdf).", "FILE.png")]


class LearnCommand(LearnOptions, CurveFiles, GameSettings, JsonOption):
    """Options of the command learn."""


@command(app)
def learn(game: AGame, **options: Unpack[LearnCommand]) -> int:
    """Learn an evaluator from the rules alone, by self-play.

    It takes 20 minutes of CPU time, ten on two cores, or --minutes; then matches say what it is worth.
    The file is an evaluator for every command, eval=FILE, at any moment; Ctrl-C keeps it, and the same command goes on.
    """
    require_files(options)
    file = Path(options["out"] or f"{Path(game).stem}{SUFFIX}")
    with progress_display() as show:
        given = part(options, LearnOptions) | {"out": file, "progress": show}
        learnt = verbs.learn(open_game(game, options), **given)
    if options["json"]:
        print_json({"file": str(file), "finished": learnt.finished, **learnt.json()})
    else:
        if learnt.fallen:
            note(learnt.fallen)
        print_shown(learnt, str(learnt))
        if learnt.saved:
            from counterply.plugins.learning.matches import MATCH_NODES

            words = ["counterply", "match", game, f"engine:eval={file}", "engine", "--nodes", str(MATCH_NODES)]
            print(f"{file} is an evaluator: {shlex.join(words)}")
    if not learnt.finished:
        note(
            f"stopped; {file} keeps the network so far: the same command goes on"
            if learnt.saved
            else "stopped; nothing was learnt yet"
        )
    return write_files(learnt, options)


class LearntCommand(CurveFiles, JsonOption):
    """Options of the command learnt."""


@command(app)
def learnt(
    file: Annotated[Path, Argument("FILE", f"A file that learn has written, {SUFFIX}.")],
    **options: Unpack[LearntCommand],
) -> int:
    """Show what a learnt evaluator is worth.

    Its file knows the games that it was learnt from, its Elo curve, and its matches against yardsticks.
    """
    require_files(options)
    evidence = verbs.learnt(file)
    if options["json"]:
        print_json({"file": str(file), **evidence.json()})
    else:
        print_shown(evidence, str(evidence))
    return write_files(evidence, options)


class TuneCommand(TuneOptions, GameSettings, JsonOption):
    """Options of the command tune."""


@command(app)
def tune(
    game: AGame,
    evaluator: Annotated[str, Argument("EVALUATOR", "With weights: one of the game's, or FILE.py:NAME.")],
    **options: Unpack[TuneCommand],
) -> int:
    """Find better weights for an evaluator, and play a match.

    The file holds the weights so far at any moment; Ctrl-C keeps it, and the same command goes on.
    """
    file = Path(options["out"] or f"{Path(game).stem}-{evaluator.rpartition(':')[2]}-{options['method']}.json")
    with progress_display() as show:
        given = part(options, TuneOptions) | {"options": settings_of(options), "out": file, "progress": show}
        tuning = verbs.tune(game, evaluator, **given)
    if not tuning.finished:
        note(f"stopped; {file} keeps the weights so far: the same command goes on")
    if options["json"]:
        print_json({"file": str(file), "finished": tuning.finished, **tuning.json()})
    else:
        verdict = [] if tuning.document["validation"] is None else [tuning.validation_line]
        print_shown(tuning, "", *verdict)
        print(f"{file} holds the weights: engine:eval={tuning.document['evaluator']},weights={file}")
    return exit_code(tuning.finished)
