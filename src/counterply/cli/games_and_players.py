"""Commands about games themselves: games, players, new, verify."""

from __future__ import annotations

from typing import Annotated, Unpack

from counterply.api import own_games
from counterply.api.catalogue import list_games, list_players
from counterply.api.own_games import VerifyOptions
from counterply.cli import app
from counterply.cli.command_options import Argument, GameSettings, JsonOption, SetOption, command, settings_of
from counterply.cli.input_output import AGame, note, open_game, print_result
from counterply.core.described_options import Option, part
from counterply.core.plain_game import PlainGame
from counterply.core.rules_in_words import plain_text
from counterply.usercode.loading import load_game

OWN_GAME = "\nA game of your own: FILE.py in the place of a name; `counterply new NAME` writes one to start from."
OWN_PLAYER = "\nA player of your own: FILE.py:NAME, a class with choose(position, limit) or a function (position, limit) -> move."


class ListCommand(SetOption, JsonOption):
    """Options of the commands games and players."""


@command(app, "games")
def print_games(
    game: Annotated[str | None, Argument("GAME", "Print the rules of this game, and its options.")] = None,
    **options: Unpack[ListCommand],
) -> None:
    """List the games and their options, or print the rules of one."""
    if game is None:
        listed = list_games()
        return print_result(options, listed, listed, OWN_GAME)
    found = list_games(open_game(game, options))
    print_result(options, found, plain_text(found.rules), *("", found.table()) * bool(found.options))


@command(app, "players")
def print_players(
    game: Annotated[str | None, Argument("GAME", "List the players of this game, and its evaluators.")] = None,
    **options: Unpack[ListCommand],
) -> None:
    """List the players; with a game, also its evaluators."""
    listed = list_players(None if game is None else open_game(game, options))
    print_result(options, listed, listed, OWN_PLAYER)


@command(app)
def new(
    name: Annotated[str, Argument("NAME", "NAME.py is written into this folder.")],
    search: Annotated[bool, Option(False, "A search to complete, for `counterply check`, not a game.")] = False,
) -> None:
    """Write a file to start from: a game, or a search to correct."""
    path = own_games.new(name, search=search)
    if search:
        print(f"{path} is a search with mistakes; find them, and correct it\n  counterply check {path}")
    else:
        print(f"{path} is a game; try\n  counterply verify {path}\n  counterply play {path} --against engine")


class VerifyCommand(VerifyOptions, GameSettings, JsonOption):
    """Options of the command verify."""


@command(app)
def verify(game: AGame, **options: Unpack[VerifyCommand]) -> int:
    """Check that a game keeps the contract.

    Says which promise breaks, and where; the exit code is then 1.
    """
    made = load_game(game, settings_of(options))
    if isinstance(made, PlainGame):
        note(f"{made.name} is a game in plain Python: the plain searches play it, the compiled engine cannot")
    found = own_games.verify(made, **part(options, VerifyOptions))
    print_result(options, found)
    return 0 if found.kept else 1
