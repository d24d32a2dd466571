"""The command that opens the board in the browser. It imports no Numba, so that the page appears at once."""

from __future__ import annotations

from typing import Annotated, Unpack

from counterply.cli import app
from counterply.cli.command_options import Argument, GameSettings, command, position_text, settings_of
from counterply.core.described_options import part
from counterply.plugins.board.verbs import BoardOptions, board_server


class BoardCommand(BoardOptions, GameSettings):
    """Options of the command board."""


@command(app)
def board(
    game: Annotated[str, Argument("GAME|DIR", "A game, a game's file, the folder of a stored run, or a tree in text.")] = "",
    position: Annotated[str, Argument("POSITION", '"moves A B C", a diagram, PGN, SGF, f5d6c3 or a file.')] = "",
    **options: Unpack[BoardCommand],
) -> None:
    """Play, analyse and step through games in the browser.

    The page is served to this machine alone. With the folder of a tournament, also of one that is running, it shows its games.
    """
    board_server(game, position_text(position), **part(options, BoardOptions) | {"options": settings_of(options)}).run()
