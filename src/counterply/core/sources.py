"""Where games come from: names by which other processes find them, names for what only this process has, and users' files."""

from __future__ import annotations

from typing import Any

from counterply.core.errors import UsageError

USERS_FILES: set[str] = set()  # that this process has run
MADE_HERE: dict[str, Any] = {}  # games, evaluators and players that no name or file stands for, as in a notebook


def reference(game: Any) -> tuple[str, dict[str, str]]:
    """Return name and options with which `load_game` gives this game; one that was made in Python only in this process."""
    if game.source_options is None:
        game.source, game.source_options = name_here(game, game.name), {}
    return game.source, game.source_options


def reduced(game: Any) -> tuple[Any, ...]:
    """Return how a game is pickled: its name, and what opens games of that name in another process."""
    name, options = reference(game)
    return (made_here, (name,)) if game.opener is None else (game.opener, (name, options))


def name_here(thing: Any, label: str) -> str:
    """Return a name such as ``<heap>`` by which this process finds a game, evaluator or player that was made in Python."""
    for name, known in MADE_HERE.items():
        if known is thing:
            return name
    number = sum(name.partition(" ")[0].strip("<>") == label for name in MADE_HERE) + 1
    name = f"<{label}>" if number == 1 else f"<{label} {number}>"
    MADE_HERE[name] = thing
    return name


def made_here(name: str) -> Any:
    """Return what `name_here` gave a name; raises `UsageError` in any other process."""
    if name not in MADE_HERE:
        raise UsageError(f"{name} was made by another program while it ran: put it into a file, and name that")
    return MADE_HERE[name]


def only_here(*texts: str) -> bool:
    """Tell whether one of these texts names something that only this process knows."""
    return any(name in text for text in texts for name in MADE_HERE)
