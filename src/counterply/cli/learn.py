"""The command that learns an evaluator from the rules alone: learn."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

from counterply.api import games
from counterply.api.games import LearnOptions
from counterply.cli import app
from counterply.cli.common import AGame, note, open_game, print_json, print_shown, require_files, write_files
from counterply.cli.matches import progress_display
from counterply.cli.options import CurveFiles, GameSettings, JsonOption, command
from counterply.core.learnt import SUFFIX
from counterply.core.options import part


class LearnCommand(LearnOptions, CurveFiles, GameSettings, JsonOption, total=False):
    """Options of the command learn."""


@command(app)
def learn(game: AGame, **options: Unpack[LearnCommand]) -> int:
    """Learn an evaluator from the rules alone, by self-play.

    It takes ten minutes, or --minutes, and then a match.
    The file is an evaluator for every command, eval=FILE, at any moment; Ctrl-C keeps it, and the same command goes on.
    """
    require_files(options)
    file = Path(options["out"] or f"{Path(game).stem}{SUFFIX}")
    with progress_display() as show:
        given = part(options, LearnOptions) | {"out": file, "progress": show}
        learnt = games.learn(open_game(game, options), **given)
    if options["json"]:
        print_json({"file": str(file), "finished": learnt.finished, **learnt.json()})
    else:
        if learnt.fallen:
            note(learnt.fallen)
        print_shown(learnt, str(learnt))
        if learnt.saved:
            from counterply.learning.matches import MATCH_NODES

            print(f"{file} is an evaluator: counterply match {game} engine:eval={file} engine --nodes {MATCH_NODES}")
    if not learnt.finished:
        note(
            f"stopped; {file} keeps the network so far: the same command goes on"
            if learnt.saved
            else "stopped; nothing was learnt yet"
        )
    return write_files(learnt, options)
