"""Players that search as in the textbook, minimax and alpha-beta; and what all players with the engine's search share."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from typing import Any

from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit, now_ns
from counterply.core.loading import load_evaluator
from counterply.core.naming import positive
from counterply.core.report import Report
from counterply.players.base import (
    REMEMBERED_MOVES,
    Listener,
    Player,
    endless,
    first_turn,
    last_of,
    no_deeper,
    only_move,
    reserve_of,
)
from counterply.search import textbook
from counterply.search.alphabeta.engine import ALPHABETA_ONLY, MINIMAX_ONLY, Engine, Techniques


class SearchingPlayer(Player):
    """What the searching players share: an evaluator, a reserve of time, and a search in machine code or plain Python.

    Parameters
    ----------
    evaluator_name : None is the game's first evaluator
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    techniques : of the compiled search
    plain : search in plain Python, as in the textbook; games in plain Python always are
    """

    pruning = True
    deepening = True

    def __init__(self, evaluator_name: str | None, weights: str | None, techniques: Techniques, memory: int, plain: bool) -> None:
        self.evaluator_name = evaluator_name
        self.weights = weights
        self.techniques = techniques
        self.memory = memory
        self.plain = plain
        self._game: Any = None
        self._pauses: deque[float] = deque(maxlen=REMEMBERED_MOVES)
        self._seed = 0
        self._engine: Engine | None = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Forget the last game; compile for a new kind of game."""
        if game is not self._game:
            self._game = None
            self.evaluator = load_evaluator(self.evaluator_name, game, self.weights)
            self.notes = ()
            if self.plain or not game.compiled:
                textbook.require_plain_rules(game)
                self._engine = None
                self._evaluate = textbook.evaluation(game, self.evaluator)
                self.notes = (f"{self.name or type(self).__name__} searches in plain Python",)
            else:
                self._engine = Engine(game, self.evaluator, self.techniques, self.memory)
                self._engine.warm_up(first_turn(game))
                if self._engine.bound.plain:
                    self.notes = (self._engine.bound.note or f"evaluator {self.evaluator.name} runs in plain Python",)
        elif self._engine is not None:
            self._engine.forget()
        self._game = game
        self._seed = seed

    def reports(self, position: Any, limit: Limit, begin: int) -> Iterator[Report]:
        """Yield a report for each completed depth."""
        order = position.moves()
        random.Random(self._seed + position.ply).shuffle(order)
        reserve = reserve_of(limit, max(self._pauses, default=0.0))
        if self._engine is None:
            yield from textbook.deepen(
                position,
                limit,
                self.evaluator,
                self._evaluate,
                pruning=self.pruning,
                order=order,
                reserve=reserve,
                begin=begin,
                first_depth=self.first_depth(limit),
            )
        else:
            yield from self.search(self._engine, position, limit, order, reserve, begin)
            self._pauses.append(self._engine.longest_pause)

    def search(self, engine: Engine, position: Any, limit: Limit, order: list[int], reserve: float, begin: int) -> Iterator[Report]:
        """Yield the compiled search's reports."""
        first_depth = self.first_depth(limit)
        yield from engine.deepen(position, limit, order=order, reserve=reserve, begin=begin, first_depth=first_depth)

    def first_depth(self, limit: Limit) -> int:
        """Return the depth to begin with: 1, or the limit's without deepening."""
        return 1 if self.deepening or limit.depth is None else limit.depth

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit; a single legal move is played at once where time or nodes are limited."""
        begin = now_ns()
        if self._game is not position.game:
            self.start(position.game, position.turn, 0)
        if endless(limit) and limit.stop is None:
            raise GameError(f"{self.name} needs a limit: time, nodes or depth")
        moves = position.moves()
        if len(moves) == 1 and limit.depth is None:
            return only_move(moves[0], begin)
        return last_of(self.reports(position, limit, begin), listen)


class AlphaBetaPlayer(SearchingPlayer):
    """Alpha-beta with iterative deepening, moves in ascending order, no table: as in the textbook.

    Without deepening its depth is searched at once; where a limit comes first, it plays the best of the moves
    searched so far (in plain Python, any move).
    """

    def __init__(
        self,
        eval: str | None = None,
        depth: int | None = None,
        plain: bool = False,
        deepening: bool = True,
        weights: str | None = None,
    ) -> None:
        if depth is None and not deepening:
            raise UsageError("alphabeta without deepening needs a depth: alphabeta:depth=5,deepening=off")
        super().__init__(eval, weights, ALPHABETA_ONLY, 1, plain)
        self.depth = None if depth is None else positive(depth, "the depth of alphabeta")
        self.deepening = deepening

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit, and no deeper than the player's own depth."""
        if self.depth is not None:
            limit = no_deeper(limit, self.depth)
        return super().choose(position, limit, listen)


class MinimaxPlayer(SearchingPlayer):
    """Minimax of fixed depth, nothing pruned; a limit that is reached earlier leaves the last complete depth.

    Without deepening its depth is searched at once; where a limit comes first, it plays the best of the moves
    searched so far (in plain Python, any move).
    """

    pruning = False

    def __init__(
        self, eval: str | None = None, depth: int = 3, plain: bool = False, deepening: bool = True, weights: str | None = None
    ) -> None:
        super().__init__(eval, weights, MINIMAX_ONLY, 1, plain)
        self.depth = positive(depth, "the depth of minimax")
        self.deepening = deepening

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search the player's depth within the limit."""
        return super().choose(position, no_deeper(limit, self.depth), listen)
