"""The names of players and evaluators in a command, which are looked at before anything is compiled for its game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

PLAYERS = ("first", "second", "players", "against", "player")  # arguments and options of commands that name players
EVALUATORS = ("eval", "evaluator", "evaluators", "features")


def require_names(given: Mapping[str, Any], settings: Callable[[Mapping[str, Any]], Mapping[str, str]]) -> None:
    """Raise `UsageError` for a player, an option of one, or an evaluator that does not exist, among what a command was given.

    `settings` returns the options of the game.
    """
    players, evaluators = _texts(given, PLAYERS), _texts(given, EVALUATORS)
    if not players and not evaluators:
        return
    from counterply.arena.variants import options_of
    from counterply.players import require_player
    from counterply.usercode.loading import load_game, require_evaluator

    for text in players:
        require_player(text)
    name = given.get("game") or ""
    if not name or Path(name).is_dir() or not (evaluators or any("eval=" in text for text in players)):
        return
    game = load_game(name, options_of(settings({"sets": None, **given}), 0, 0))
    for text in players:
        require_player(text, game)
    for evaluator in evaluators:
        require_evaluator(evaluator, game)


def _texts(given: Mapping[str, Any], names: tuple[str, ...]) -> list[str]:
    values = [given.get(name) for name in names]
    return [text for value in values for text in ([value] if isinstance(value, str) else value or [])]
