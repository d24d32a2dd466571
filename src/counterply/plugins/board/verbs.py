"""The board in the browser. It imports no Numba, so that the command shows its page at once."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict, Unpack

from counterply import registry
from counterply.arena import STORE_FILE
from counterply.core.described_options import Option, described
from counterply.core.errors import UsageError
from counterply.core.game_sources import INTO_A_FILE, only_here, reference
from counterply.core.users_text import unknown
from counterply.plugins.explanations.text_trees import case_of, is_text_tree

if TYPE_CHECKING:
    from counterply.api.by_name import AGame
    from counterply.core.position import AnyPosition
    from counterply.plugins.board.launch import BoardServer
    from counterply.plugins.board.requests import Named


class BoardOptions(TypedDict, total=False):
    """Options of the board."""

    number: Annotated[int | None, Option(None, "The game of a stored run to begin with.", "N", ("--game",))]
    players: Annotated[Sequence[str], Option((), "A player to offer, such as FILE.py:NAME.", "PLAYER", ("--player",))]
    evaluators: Annotated[Sequence[str], Option((), "An evaluator, such as FILE.py:NAME.", "NAME", ("--eval",))]
    port: Annotated[int | None, Option(None, "By default 5474, or the next that is free.", "N")]
    host: Annotated[
        str, Option("127.0.0.1", "Address of this machine to serve on; one that others can reach needs --token.", "ADDRESS")
    ]
    token: Annotated[str | None, Option(None, "Secret that the page must know; by default one that is kept for you.", "TEXT")]
    browse: Annotated[bool, Option(True, "Open the page in a browser.", "", ("--open/--no-open",))]
    options: Annotated[Mapping[str, str] | None, Option(None, "Those of a game that is named.", command=False)]


@described
def board(game: AnyPosition | AGame = "", **options: Unpack[BoardOptions]) -> BoardServer:
    """Start the board in the browser beside this program, and return its server: `close` ends it, `wait` waits for Ctrl-C.

    Parameters
    ----------
    game : a game or a position to begin with, the folder of a stored run, or a tree in text; '' is the last game

    Raises
    ------
    UsageError
        for a game that was made in this program and is in no file, a port that is taken, or a server for others without a token
    """
    server = board_server(game, **options)
    server.start()
    return server


def board_server(game: AnyPosition | AGame, position: str = "", **options: Unpack[BoardOptions]) -> BoardServer:
    """Return the server of the board, before it starts; `position` is a text, '' the start."""
    if importlib.util.find_spec("uvicorn") is None or importlib.util.find_spec("starlette") is None:
        raise UsageError("the board needs two more packages: pip install 'counterply[board]', or '.[board]' in a clone")
    from counterply.plugins.board.launch import BoardServer

    if not isinstance(game, str | Path):
        game, options["options"], position = _as_texts(game)
    else:
        from counterply.api.option_records import reference_of

        game, options["options"] = reference_of(game, options["options"])
    named = named_files(str(game), position, options)
    return BoardServer(named, options["host"], options["port"], options["token"], options["browse"])


def named_files(game: str, position: str, options: BoardOptions) -> Named:
    """Return the games and files that the page may name.

    Raises
    ------
    UsageError
        for a game, a file or a run that does not exist
    """
    from counterply.plugins.board.requests import Named

    run = game if game and Path(game).is_dir() else ""
    if run and not (Path(run) / STORE_FILE).is_file():
        raise UsageError(f"there is no run in {run} (no file {STORE_FILE})")
    if options["number"] is not None and not run:
        raise UsageError("--game is for the folder of a stored run: counterply board DIR --game N")
    if is_text_tree(game):
        case_of(game)
    elif game and not run and game not in registry.games() and not game.endswith(".py") and not registry.library_of(game):
        raise unknown("game", game, [*registry.games(), "or a file: FILE.py", "or the folder of a stored run"])
    if game.endswith(".py") and not Path(game).expanduser().is_file():
        raise UsageError(f"there is no file {game}")
    return Named(
        built_in=registry.games(),
        game="" if run else game,
        options=options["options"] or {},
        position=position,
        players=tuple(options["players"]),
        evaluators=tuple(options["evaluators"]),
        run=run,
        number=options["number"],
    )


def _as_texts(given: Any) -> tuple[str, dict[str, str], str]:
    """Return the name of a game or of a position's game, its options, and the position as text."""
    from counterply.api.by_name import position_of

    place = position_of(given)
    name, options = reference(place.game)
    if only_here(name):
        raise UsageError(f"the board runs in other processes, so that it needs {name} in a file ({INTO_A_FILE})")
    if place == place.game.start():
        return name, options, ""
    moves = "moves " + " ".join(place.origin.line_text(place.history))
    text = moves if place.origin == place.game.start() else str(place)
    place.game.position(text)
    return name, options, text
