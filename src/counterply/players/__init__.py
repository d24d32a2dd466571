"""Players by name: ``NAME[:key=value,...]``, or ``FILE.py:NAME`` for a user's own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply import registry
from counterply.core.errors import UsageError
from counterply.core.files import INPUTS
from counterply.core.game_sources import made_here, only_here
from counterply.core.users_text import unknown
from counterply.players.base import BasePlayer
from counterply.players.separate import SeparatePlayer, names_file
from counterply.usercode.loading import is_file, load_attribute, require_evaluator, require_in_file
from counterply.usercode.names import call_with_options, split_name

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame


def player_class(name: str) -> type[BasePlayer]:
    """Return the class behind a player's name."""
    players = registry.players()
    if name not in players:
        raise unknown("player", name, [*players, "or FILE.py:NAME"])
    return registry.attribute(players[name])  # type: ignore[no-any-return]


def require_player(text: str, game: Game | PlainGame | None = None) -> None:
    """Raise `UsageError` for a player that cannot be made, before anything is compiled for it.

    In a file its name is looked for; with a `game`, so is the evaluator of one of ours.
    """
    name, options = split_name(text)
    if name.startswith("<"):
        return
    if is_file(name.partition(":")[0]):
        return require_in_file(name)
    made = call_with_options(player_class(name), options, f"player {name}")
    if hasattr(made, "close"):
        made.close()
    if game is not None and "eval" in options:
        require_evaluator(options["eval"], game)


def make_player(text: str) -> BasePlayer:
    """Return the player that `text` names; `BasePlayer.start` tells it the game.

    A player or evaluator from a user's file plays in a process of its own; one made by this process plays in it.
    """
    for option, value in split_name(text)[1].items():
        if option != "log":  # which is written
            INPUTS.note(Path(value))
    return SeparatePlayer(text) if names_file(text) and not only_here(text) else make_player_here(text)


def is_evaluator(function: Callable[..., object]) -> bool:
    """Tell by its parameters whether a function is an evaluator: position, maybe setup and memo, player."""
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # a built-in one
        return False
    return names[:1] == ["position"] and {"player"} <= set(names[1:]) <= {"setup", "memo", "player", "weights"}


def player_in_file(name: str, options: dict[str, str]) -> BasePlayer | None:
    """Return the player that plug-ins find in ``FILE.py[:NAME]``, such as a course's program or a search; None if there is none."""
    return registry.found("file_players", name, options)  # type: ignore[no-any-return]


def make_player_here(text: str) -> BasePlayer:
    """Return the player that `text` names, in this process; see `make_player`."""
    made: Any
    name, options = split_name(text)
    if name.startswith("<"):
        made = made_here(name)
    elif is_file(name.partition(":")[0]):
        if (player := player_in_file(name, options)) is not None:
            player.name = text
            return player
        made = load_attribute(name)
    else:
        made = player_class(name)
    if isinstance(made, type):
        if not callable(getattr(made, "choose", None)):
            raise UsageError(f"{name} has no method choose(position, limit)")
        player = call_with_options(made, options, f"player {name}")
    else:
        if options:
            raise UsageError(f"{name} is no class, and takes no options: {', '.join(options)}")
        player = _player_of(made, name)
    player.name = text
    return player  # type: ignore[no-any-return]


def _player_of(made: object, name: str) -> BasePlayer:
    """Return a user's object or function as a player."""
    from counterply.players.simple import FunctionPlayer, GivenPlayer

    if callable(getattr(made, "choose", None)):
        return GivenPlayer(made)
    if not callable(made):
        raise UsageError(
            f"{name} is not a player: a class or an object with choose(position, limit), or a function (position, limit) -> move"
        )
    if is_evaluator(made):
        raise UsageError(f"{name} is an evaluator, not a player: name one that plays with it, as engine:eval={name}")
    try:
        inspect.signature(made).bind(None, None)
    except TypeError:
        raise UsageError(f"{name} is not a player: a function is called with (position, limit)") from None
    except ValueError:  # a built-in one, whose parameters are unknown
        pass
    return FunctionPlayer(made)
