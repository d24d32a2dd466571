"""The command ``counterply heaps``."""

from typing import Annotated, Unpack

import counterply as cp
from counterply.cli import app
from counterply.cli.command_options import Argument, JsonOption, command
from counterply.cli.input_output import print_json


@command(app)
def heaps(most: Annotated[int, Argument("N", "The largest heap.")] = 10, **options: Unpack[JsonOption]) -> None:
    """Say who wins each heap of subtraction, by proof."""
    winners = {heap: cp.solve(cp.game("subtraction", heap=heap)).winner for heap in range(1, most + 1)}
    if options["json"]:
        print_json({"winners": winners})
    else:
        for heap, winner in winners.items():
            print(heap, winner)
