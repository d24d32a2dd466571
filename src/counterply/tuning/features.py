"""Evaluators with features, and how large their features are."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import Evaluator, EvaluatorError
from counterply.core.weights import short_name
from counterply.learning.samples import play_random_games
from counterply.usercode.trust import checked_evaluator


def linear_evaluator(name: str | None, game: Any, weights: str | None = None) -> Evaluator:
    """Return an evaluator with features: by name, or the game's first one.

    Raises
    ------
    UsageError
        if there is none, or the one that is named has no features
    """
    if not game.compiled:
        raise GameError(f"{game.name} is a game in plain Python, and features need a compiled one")
    known = [evaluator.name for evaluator in game.evaluators if evaluator.features is not None]
    if name is None and not known:
        raise UsageError(f"{game.name} has no evaluator with features; give one: eval=FILE.py:NAME")
    evaluator = checked_evaluator(known[0] if name is None else name, game, weights)
    if evaluator.features is None:
        raise UsageError(f"evaluator {short_name(evaluator)} of {game.name} has no features (with features: {', '.join(known)})")
    return evaluator


def feature_sizes(game: Any, evaluator: Evaluator, seed: int) -> list[float]:
    """Return the root mean square of each feature over the positions of some random games; 1 where that is 0.

    Raises
    ------
    EvaluatorError
        if the evaluator failed, or gave features that are no numbers
    """
    bound = evaluator.bind(game)
    records = play_random_games(game, seed).records
    squares = np.zeros(len(evaluator.weights))
    for record in records:
        bound.grid_value(record, 0)
        squares += bound.features**2
    if not np.isfinite(squares).all():
        raise EvaluatorError(f"evaluator {evaluator.name} gave features that are no numbers")
    return [float(size) or 1.0 for size in np.sqrt(squares / len(records))]
