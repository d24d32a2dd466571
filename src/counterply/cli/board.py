"""The command that opens the board in the browser. It must not import what imports Numba: the page is there at once."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from counterply import registry
from counterply.cli import app
from counterply.core.errors import UsageError
from counterply.core.words import unknown
from counterply.usercode.naming import game_options

STORE = "games.sqlite"  # in the folder of a stored run


@app.command()
def board(
    game: Annotated[str, typer.Argument(metavar="GAME|DIR", help="A game, a game's file, or the folder of a stored run.")] = "",
    position: Annotated[str, typer.Argument(metavar="POSITION", help='"moves A B C" from the start, a diagram, or a file.')] = "",
    number: Annotated[int | None, typer.Option("--game", metavar="N", help="The game of a stored run to begin with.")] = None,
    player: Annotated[list[str] | None, typer.Option(metavar="PLAYER", help="A player to offer, such as FILE.py:NAME.")] = None,
    eval: Annotated[list[str] | None, typer.Option("--eval", metavar="NAME", help="An evaluator, such as FILE.py:NAME.")] = None,
    sets: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="An option of the game.")] = None,
    board: Annotated[str | None, typer.Option("--board", metavar="FILE", help="Short for --set board=FILE.")] = None,
    scenario: Annotated[str | None, typer.Option("--scenario", metavar="FILE", help="Short for --set scenario=FILE.")] = None,
    port: Annotated[int | None, typer.Option(metavar="N", help="By default 5474, or the next that is free.")] = None,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Of this machine; another one needs --token.")] = "127.0.0.1",
    token: Annotated[str | None, typer.Option(metavar="TEXT", help="That the page must know; by default yours alone.")] = None,
    browse: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
) -> None:
    """Play, analyse and step through games in the browser.

    The page is served to this machine alone. With the folder of a tournament, also of one that is running, it shows its games.
    """
    if importlib.util.find_spec("uvicorn") is None or importlib.util.find_spec("starlette") is None:
        raise UsageError("the board needs two more packages: pip install '.[board]' in a clone")
    from counterply.web.requests import Named
    from counterply.web.serving import serve

    run = game if game and Path(game).is_dir() else ""
    if run and not (Path(run) / STORE).is_file():
        raise UsageError(f"there is no run in {run} (no file {STORE})")
    if number is not None and not run:
        raise UsageError("--game is for the folder of a stored run: counterply board DIR --game N")
    if game and not run and game not in registry.GAMES and not game.endswith(".py"):
        raise unknown("game", game, [*registry.GAMES, "or a file: FILE.py", "or the folder of a stored run"])
    if game.endswith(".py") and not Path(game).expanduser().is_file():
        raise UsageError(f"there is no file {game}")
    named = Named(
        built_in=registry.GAMES,
        game="" if run else game,
        options=game_options(sets, board, scenario),
        position=position_text(position),
        players=tuple(player or ()),
        evaluators=tuple(eval or ()),
        run=run,
        number=number,
    )
    serve(named, host, port, token, browse)


def position_text(text: str) -> str:
    """Return a position's text, or that of its file."""
    path = Path(text).expanduser()
    if not text or text.startswith("moves") or "\n" in text or len(text) > 1000 or not path.is_file():
        return text
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"{text} cannot be read as text") from None
