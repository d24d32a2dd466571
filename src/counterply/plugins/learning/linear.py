"""Evaluators with features, and only those."""

from __future__ import annotations

from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.game import Game
from counterply.core.plain_game import PlainGame
from counterply.core.weights import short_name
from counterply.usercode.trust import checked_evaluator


def linear_evaluator(name: str, game: Game | PlainGame, weights: str | None = None) -> Evaluator:
    """Return an evaluator with features.

    Raises
    ------
    UsageError
        if the one that is named has no features
    """
    if isinstance(game, PlainGame):
        raise GameError(f"{game.name} is a game in plain Python, and features need a compiled one")
    evaluator = checked_evaluator(name, game, weights)
    if evaluator.features is None:
        known = ", ".join(each.name for each in game.evaluators if each.features is not None)
        raise UsageError(f"evaluator {short_name(evaluator)} of {game.name} has no features (with features: {known})")
    return evaluator
