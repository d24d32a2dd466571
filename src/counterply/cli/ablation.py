"""The command ablate: the value of each technique of the search."""

from __future__ import annotations

from typing import Unpack

from counterply.api import studies
from counterply.api.studies import Ablated
from counterply.cli import app
from counterply.cli.common import AGame, output, print_json, require_files, terminal_width, write_files
from counterply.cli.matches import progress_display
from counterply.cli.options import GameSettings, Printed, Tabulated, command, settings_of
from counterply.core.options import part


class AblateCommand(Ablated, GameSettings, Tabulated, Printed, total=False):
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
        study = studies.ablate(game, **part(options, Ablated) | {"options": settings_of(options), "progress": show})
    if options["json"]:
        print_json(study.json())
    else:
        console = output()
        console.print(study.headline)
        console.print(study.table(terminal_width()))
        console.print()
        for row in study.measured:  # the players, so that each can be played by hand
            console.print(f"{row.rung.name:15} {row.player}")
        for text in study.notes:
            console.print(text)
    return write_files(study, options)
