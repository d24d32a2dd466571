"""The player whose weights were learnt by self-play, and how it reaches the kernels."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.core.errors import UsageError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.values import on_grid
from counterply.core.weights import short_name
from counterply.players.afterstates import BOARD, FACTS, GAME, MARGIN_COUNTS, PLY_CAP, READS_MEMO, best_afterstate
from counterply.players.base import Listener, Player, first_turn
from counterply.usercode.trust import linear_evaluator

LONGEST_GAME = 2_000  # plies, where a game declares no longest length; then it is a draw
HIDDEN_SAMPLES = 8  # worlds that a move's value is the mean of, where the mover does not see everything


class Afterstates:
    """A game's records, a linear evaluator and the scratch that the kernels of `counterply.players.afterstates` work on."""

    def __init__(self, game: Any, evaluator: Evaluator) -> None:
        self.game = game
        self.bound = evaluator.bind(game)
        self.board = np.zeros(BOARD, game.record)
        self.setup = game.setup[0]
        self.memo = np.zeros(1, game.memo)[0]
        self.evaluator = np.array([self.bound.address, self.bound.weights_address], np.int64)
        self.features = self.bound.features
        self.moves = np.zeros(game.max_moves, np.int32)
        self.values = np.zeros(game.max_moves)
        self.probabilities = np.zeros(game.max_moves)
        self.facts = np.zeros(FACTS, np.int64)
        self.facts[MARGIN_COUNTS] = game.objective == "margin"
        self.facts[READS_MEMO] = self.bound.reads_memo
        self.facts[PLY_CAP] = LONGEST_GAME if game.max_plies is None else game.max_plies

    def best(self, position: Any, weights: np.ndarray, random: np.ndarray) -> tuple[int, float]:
        """Return the best move of a position and its value; `random` (uint64[1]) advances in place."""
        copy_record(self.board[GAME], position.record)
        samples = HIDDEN_SAMPLES if self.game.hidden else 1
        index = best_afterstate(
            self.board,
            self.setup,
            self.memo,
            self.evaluator,
            weights,
            self.features,
            self.moves,
            self.values,
            samples,
            self.facts,
            random,
        )
        return int(self.moves[index]), float(self.values[index])


def shipped_weights(game: Any) -> str | None:
    """Return the file of learnt weights that comes with a game; None where there is none."""
    file = Path(__file__).parents[1].joinpath("games", game.name, "data", "learnt.json")
    return str(file) if file.is_file() else None


class SarsaPlayer(Player):
    """Plays the move after which its learnt evaluator likes the position best; looks one ply ahead.

    Parameters
    ----------
    eval : an evaluator with features; None is the game's first one
    weights : a file of weights, or the weights themselves; None are those learnt for the game
    """

    def __init__(self, eval: str | None = None, weights: str | None = None) -> None:
        self.eval = eval
        self.weights = weights
        self._game: Any = None
        self._random = np.zeros(1, np.uint64)

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Load the weights, and seed the choice among equals."""
        self._random[0] = seed & ((1 << 64) - 1)
        if game is self._game:
            return
        evaluator = linear_evaluator(self.eval, game)
        weights = self.weights if self.weights is not None else shipped_weights(game)
        if weights is None:
            name = short_name(evaluator)
            file = f"{game.name}.json"
            raise UsageError(
                f"{game.name} comes without learnt weights; `counterply tune {game.name} {name} --method sarsa --out {file}`"
                f" learns some, then sarsa:weights={file}"
            )
        evaluator = linear_evaluator(self.eval, game, weights)
        self._afterstates = Afterstates(game, evaluator)
        self._weights = np.array([*evaluator.weights, 0.0])
        self._afterstates.best(first_turn(game), self._weights, self._random.copy())  # compiled before a limit runs
        self._game = game
        self.notes = (self._afterstates.bound.note,) if self._afterstates.bound.note else ()

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the move with the best afterstate, with its value as the score."""
        begin = time.perf_counter()
        if self._game is not position.game:
            self.start(position.game, position.turn, 0)
        move, value = self._afterstates.best(position, self._weights, self._random)
        return Report(
            move,
            on_grid(value, self._afterstates.bound.evaluator.grid),
            line=(move,),
            depth=1,
            nodes=len(position.moves()),
            seconds=time.perf_counter() - begin,
            grid=self._afterstates.bound.evaluator.grid,
            plain=self._afterstates.bound.plain,
        )
