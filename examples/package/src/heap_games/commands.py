"""The command ``counterply heaps``."""

from typing import Annotated

import typer

import counterply as cp
from counterply.cli import app


@app.command()
def heaps(most: Annotated[int, typer.Argument(metavar="N", help="The largest heap.")] = 10) -> None:
    """Say who wins each heap of subtraction, by proof."""
    for heap in range(1, most + 1):
        print(heap, cp.solve(cp.game("subtraction", heap=heap)).winner)
