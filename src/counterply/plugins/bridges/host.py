"""``counterply host uci``: what a manager of engines starts."""

from __future__ import annotations

from typing import Annotated, Unpack

from counterply.cli.command_options import Argument, HostedPlayer, SetOption, settings_of


def uci(
    game: Annotated[str, Argument("GAME", "A built-in game (see `counterply games`), or FILE.py.")],
    player: HostedPlayer = "engine",
    **options: Unpack[SetOption],
) -> None:
    """Any game in the words of UCI, which chess programs speak."""
    from counterply.plugins.bridges.uci import serve

    serve(game, settings_of(options), player)
