"""The command play: a game in the terminal."""

from __future__ import annotations

from typing import Annotated, Unpack

from counterply.api import games
from counterply.api.games import PlayOptions
from counterply.cli import app
from counterply.cli.command_options import GameSettings, command
from counterply.cli.input_output import AGame, open_game, open_position
from counterply.core.described_options import Option, part


class PlayCommand(PlayOptions, GameSettings):
    """Options of the command play."""

    against: Annotated[str, Option("engine", "The other side; `human` is another person.", "PLAYER")]
    position: Annotated[str | None, Option(None, "Start from here.", "POSITION")]


@command(app)
def play(game: AGame, **options: Unpack[PlayCommand]) -> None:
    """Play in the terminal.

    Type a move, or: moves, undo, hint, resign, quit.
    """
    place = open_position(open_game(game, options), options["position"])
    games.play(place, options["against"], **part(options, PlayOptions))
