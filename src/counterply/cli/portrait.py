"""The command portrait, which says what kind of game it is."""

from __future__ import annotations

from typing import Unpack

from counterply.api import portraits
from counterply.api.portraits import Portrayed
from counterply.cli import app
from counterply.cli.common import AGame, output, print_json
from counterply.cli.matches import progress_display
from counterply.cli.options import GameSettings, Printed, command, settings_of
from counterply.core.options import part
from counterply.interruption import exit_code


class PortraitCommand(Portrayed, GameSettings, Printed, total=False):
    """Options of the command portrait."""


@command(app)
def portrait(game: AGame, **options: Unpack[PortraitCommand]) -> int:
    """Measure what kind of game it is: fair, drawish, long, deep, and when decided.

    Self-play at three strengths, with and without a heuristic, and proofs of smaller boards; one HTML page with every number, its
    interval, and the command that repeats it. Ctrl-C keeps the results so far, and the same command continues.
    """
    with progress_display() as show:
        made = portraits.portrait(game, **part(options, Portrayed) | {"options": settings_of(options), "progress": show})
    if options["json"]:
        print_json({**made.json(), "file": str(made.file)})
    else:
        output().print(str(made), highlight=False, soft_wrap=True)
    return exit_code(made.finished)
