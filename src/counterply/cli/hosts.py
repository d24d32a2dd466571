"""The command host: the protocols of other programs on stdin and stdout."""

from __future__ import annotations

from typing import Annotated

import typer

from counterply.cli import app
from counterply.cli.common import AGame

host = typer.Typer(help="Speak another program's protocol on stdin and stdout.", no_args_is_help=True)
app.add_typer(host, name="host")

Player = Annotated[str, typer.Option("--player", metavar="PLAYER", help="Who plays: NAME[:key=value,...] or FILE.py:NAME.")]


@host.command("fishing_derby")
def fishing_derby() -> None:
    """Fishing Derby of the course DD2380 (KTH): its player.py."""
    from counterply.courses.kth import serve

    serve()


@host.command("gomocup")
def gomocup(player: Player = "engine") -> None:
    """Gomoku in a Gomocup manager: the pbrain protocol."""
    from counterply.hosts.gomocup import serve

    serve(player)


@host.command("mp2")
def mp2(
    size: Annotated[int, typer.Option("-n", metavar="N", help="Rows and columns of the board, 5 to 26.")] = 11,
    light: Annotated[bool, typer.Option("-l", help="The opponent is Light: this program is Dark, and moves first.")] = False,
    player: Player = "engine",
) -> None:
    """Gobang behind the referee of the course CS165A (UCSB)."""
    from counterply.courses.ucsb import serve

    serve(size, light, player)


@host.command("uci")
def uci(
    game: AGame,
    sets: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    player: Player = "engine",
) -> None:
    """Any game by the words of UCI, as chess programs speak it; UGI's too."""
    from counterply.cli.options import settings_of
    from counterply.hosts.uci import serve

    serve(game, settings_of({"sets": sets}), player)
