"""``counterply host uci``: what a manager of engines starts."""

from __future__ import annotations

from typing import Annotated

import typer

from counterply.cli.command_options import HostedPlayer


def uci(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A built-in game (see `counterply games`), or FILE.py.")],
    sets: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    player: HostedPlayer = "engine",
) -> None:
    """Any game in the words of UCI, which chess programs speak."""
    from counterply.cli.command_options import settings_of
    from counterply.plugins.bridges.uci import serve

    serve(game, settings_of({"sets": sets}), player)
