"""The command that opens the board in the browser. It imports no Numba, so that the page appears at once."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated, Unpack

import typer

from counterply import registry
from counterply.arena import STORE_FILE
from counterply.cli import app
from counterply.cli.options import GameSettings, command, position_text, settings_of
from counterply.core.errors import UsageError
from counterply.core.options import Option
from counterply.core.words import unknown


class BoardCommand(GameSettings, total=False):
    """Options of the command board."""

    number: Annotated[int | None, Option(None, "The game of a stored run to begin with.", "N", ("--game",))]
    player: Annotated[list[str], Option([], "A player to offer, such as FILE.py:NAME.", "PLAYER")]
    eval: Annotated[list[str], Option([], "An evaluator, such as FILE.py:NAME.", "NAME")]
    port: Annotated[int | None, Option(None, "By default 5474, or the next that is free.", "N")]
    host: Annotated[
        str, Option("127.0.0.1", "Address of this machine to serve on; one that others can reach needs --token.", "ADDRESS")
    ]
    token: Annotated[str | None, Option(None, "Secret that the page must know; by default one that is kept for you.", "TEXT")]
    browse: Annotated[bool, Option(True, "Open the page in a browser.", "", ("--open/--no-open",))]


@command(app)
def board(
    game: Annotated[str, typer.Argument(metavar="GAME|DIR", help="A game, a game's file, or the folder of a stored run.")] = "",
    position: Annotated[str, typer.Argument(metavar="POSITION", help='"moves A B C" from the start, a diagram, or a file.')] = "",
    **options: Unpack[BoardCommand],
) -> None:
    """Play, analyse and step through games in the browser.

    The page is served to this machine alone. With the folder of a tournament, also of one that is running, it shows its games.
    """
    if importlib.util.find_spec("uvicorn") is None or importlib.util.find_spec("starlette") is None:
        raise UsageError("the board needs two more packages: pip install '.[board]' in a clone")
    from counterply.web.launch import serve
    from counterply.web.requests import Named

    run = game if game and Path(game).is_dir() else ""
    if run and not (Path(run) / STORE_FILE).is_file():
        raise UsageError(f"there is no run in {run} (no file {STORE_FILE})")
    if options["number"] is not None and not run:
        raise UsageError("--game is for the folder of a stored run: counterply board DIR --game N")
    if game and not run and game not in registry.GAMES and not game.endswith(".py"):
        raise unknown("game", game, [*registry.GAMES, "or a file: FILE.py", "or the folder of a stored run"])
    if game.endswith(".py") and not Path(game).expanduser().is_file():
        raise UsageError(f"there is no file {game}")
    named = Named(
        built_in=registry.GAMES,
        game="" if run else game,
        options=settings_of(options),
        position=position_text(position),
        players=tuple(options["player"]),
        evaluators=tuple(options["eval"]),
        run=run,
        number=options["number"],
    )
    serve(named, options["host"], options["port"], options["token"], options["browse"])
