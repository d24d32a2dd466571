"""``counterply host gomocup`` and ``host mp2``: what managers and referees start."""

from __future__ import annotations

from typing import Annotated

from counterply.cli.command_options import HostedPlayer
from counterply.core.described_options import Option


def gomocup(player: HostedPlayer = "engine") -> None:
    """Gomoku in a Gomocup manager: the pbrain protocol."""
    from counterply.plugins.gomoku.gomocup import serve

    serve(player)


def mp2(
    size: Annotated[int, Option(11, "Rows and columns of the board, 5 to 26.", "N", ("-n",))] = 11,
    light: Annotated[bool, Option(False, "The opponent is Light: this program is Dark, and moves first.", flags=("-l",))] = False,
    player: HostedPlayer = "engine",
) -> None:
    """Gobang behind the referee of the course CS165A (UCSB)."""
    from counterply.plugins.gomoku.ucsb import serve

    serve(size, light, player)
