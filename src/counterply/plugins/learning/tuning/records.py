"""Weights from the games of a store: the positions' features against how the games ended, or against the searches' scores."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from counterply.arena.record import BY_RULES, positions
from counterply.arena.store import Store
from counterply.core.errors import GameError, UsageError
from counterply.core.evaluator import BoundEvaluator
from counterply.core.identity import rules_differ
from counterply.core.values import CHANCE, ONGOING, is_proven
from counterply.plugins.learning.tuning.regression import Fit, least_squares, logistic
from counterply.usercode.loading import load_game

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame

Target = Literal["result", "score"]
FEWEST_ROWS = 10  # for each weight


@dataclass(frozen=True)
class Rows:
    """Positions of stored games, each in the view of the side to move.

    Attributes
    ----------
    features : float64[N, W]
    targets : float64[N]
    games : int64[N], the number of the game that a row is from
    """

    features: np.ndarray
    targets: np.ndarray
    games: np.ndarray


def read_rows(folder: Path, game: Game, bound: BoundEvaluator, target: Target) -> Rows:
    """Return the positions of a store's games after their openings, in which a player was on move.

    The target is 1, 1/2 or 0 by the game's result; its margin to come, where the margin is the objective; or the score that the
    player's search gave, in its evaluator's unit, where it gave one that is not proven. Games that did not end by the rules are
    left out where the result counts.

    Raises
    ------
    UsageError
        if the store is of another game, or holds too few positions
    """
    with Store.open(folder, game.source) as store:
        plan = store.plan()
        stored = load_game(plan.game, plan.options)
        if (stored.name, stored.setup_hash) != (game.name, game.setup_hash):
            raise UsageError(f"{folder} holds games of {stored.full_name}, not of {game.full_name}")
        if rules_differ(store.identity(), game):
            raise UsageError(f"the games in {folder} were played by other rules: those of {game.name} have changed since")
        records = list(store.records())
    features = []
    targets = []
    numbers = []
    for record in records:
        if target == "result" and record.ending != BY_RULES:
            continue
        for place, position in enumerate(positions(game, record.line)):
            index = place - len(record.opening)
            if index < 0 or position.outcome() != ONGOING or position.turn == CHANCE:
                continue
            seat = position.turn
            if target == "score":
                score = record.scores[index] if index < len(record.scores) else None
                if score is None or is_proven(score):
                    continue
                targets.append(score / record.grids[seat])
            elif game.by_margin:
                targets.append(record.margin if seat == 0 else -record.margin)
            else:
                targets.append(record.points(seat))
            bound.grid_value(position.record, seat)
            features.append(bound.features.copy())
            numbers.append(record.number)
    fewest = FEWEST_ROWS * len(bound.evaluator.weights)
    if len(features) < fewest:
        what = "with a score" if target == "score" else "of finished games"
        raise UsageError(f"{folder} holds {len(features)} positions {what}, fewer than {FEWEST_ROWS} for each weight ({fewest})")
    return Rows(np.array(features), np.array(targets, float), np.array(numbers, np.int64))


def fit_rows(rows: Rows, game: Game | PlainGame, target: Target) -> Fit:
    """Return the regression that suits the target: logistic for won or lost, else least squares."""
    if target == "result" and game.objective == "outcome":
        return logistic(rows.features, rows.targets, rows.games)
    return least_squares(rows.features, rows.targets, rows.games)


def in_units_of(start: np.ndarray, rows: Rows, weights: np.ndarray) -> float:
    """Return the factor that gives `weights` the spread of values that `start` has on these positions.

    Where only the outcome counts, the size of all weights together says nothing; a search's grid suits the evaluator's usual size.
    """
    ours, theirs = float(np.std(rows.features @ weights)), float(np.std(rows.features @ start))
    if not ours:
        raise GameError("the regression found no difference between won and lost positions: all weights are 0")
    return theirs / ours if theirs else 1.0
