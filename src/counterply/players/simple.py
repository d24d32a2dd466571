"""Players that look at most one ply ahead, and a user's plain function as a player. Ties are broken by the game's seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.aliases import Move, Seat
from counterply.core.errors import GameError
from counterply.core.evaluator import BoundEvaluator
from counterply.core.limits import Limit
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.core.rule_queries import redraw
from counterply.core.values import CHANCE, ONGOING, PROVEN, points_of
from counterply.players.base import BasePlayer, Listener
from counterply.search.request import SearchRequest, Spending, Spent
from counterply.search.textbook import final_score
from counterply.usercode.trust import checked_evaluator

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import AnyGame
    from counterply.core.position import AnyPosition

FAVOURITES = ("open", "buyer")  # evaluators that a greedy player takes where the game has them, as greedy players of courses do


class RandomPlayer(BasePlayer):
    """Plays any legal move, each as likely as another."""

    def __init__(self) -> None:
        self.random = Random(0)

    def start(self, game: AnyGame, seat: Seat, seed: int) -> None:
        """Seed the choices."""
        self.random = Random(seed)

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Return a legal move at random."""
        return Report(self.random.choice(position.moves()))


HIDDEN_SAMPLES = 8  # worlds that a move's value is the mean of, where the mover does not see everything


class GreedyPlayer(BasePlayer):
    """Plays the move after which the evaluator likes the position best: a search of depth 1.

    Where the player does not see everything, that is the mean over some redraws of the rest, with nothing new to appear.

    Parameters
    ----------
    eval : the evaluator's name; None is one of `FAVOURITES` where the game has it, else the game's first one
    weights : a file of weights, or the weights themselves; None are the evaluator's own
    careful : play no move after which the opponent can win at once, where there is another one
    """

    _evaluator: BoundEvaluator  # since a game has begun

    def __init__(self, eval: str | None = None, weights: str | None = None, careful: bool = False) -> None:
        self.eval = eval
        self.weights = weights
        self.careful = careful
        self.random = Random(0)
        self._game: Any = None

    def start(self, game: Game, seat: Seat, seed: int) -> None:
        """Bind the evaluator to the game, and seed the choice among equals."""
        self.random = Random(seed)
        if game is self._game:
            return
        if not game.compiled:
            raise GameError(f"greedy needs an evaluator of records, and {game.name} is a game in plain Python")
        known = {evaluator.name for evaluator in game.evaluators}
        name = self.eval if self.eval is not None else next((name for name in FAVOURITES if name in known), None)
        self._evaluator = checked_evaluator(name, game, self.weights).bind(game)
        self._game = game
        self.notes = self._evaluator.notes

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Return a move of the highest value, with that value as the score, of those that the limit lets it look at."""
        spending = Spending(SearchRequest(position, limit))
        values = self._values(position, spending)
        move = self._choice(position, values, spending) if values else self.random.choice(position.moves())
        report = Report(move, values.get(move), line=(move,), depth=1, grid=self._evaluator.evaluator.grid)
        return spending.stamp(report, plain=self._evaluator.plain)

    def _choice(self, position: AnyPosition, values: dict[int, int], spending: Spending) -> int:
        """Return a move of the highest value; if it is careful, one that lets the opponent not win at once, where it knows one."""
        left = values
        while left:
            best = max(left.values())
            move = self.random.choice([move for move, value in left.items() if value == best])
            if not self.careful or best >= PROVEN or not _lets_win(position, move, spending):
                return move
            left = {other: value for other, value in left.items() if other != move}
        return max(values, key=values.__getitem__)

    def _worlds(self, position: Position) -> list[Position]:
        """Return the position; where its mover does not see everything, positions that look the same to them."""
        game = position.game
        if not game.hidden:
            return [position]
        worlds, state = [], np.array([self.random.getrandbits(64)], np.uint64)
        for _ in range(HIDDEN_SAMPLES):
            record = position.copy_record()
            redraw(record, game.setup[0], position.turn, state, True)
            worlds.append(Position(game, record))
        return worlds

    def _values(self, position: Position, spending: Spending) -> dict[int, int]:
        """Return the values of the moves, as many as there are nodes for."""
        order, most = position.moves(), spending.request.limit.nodes
        if most is not None and most < len(order):
            self.random.shuffle(order)
        found: dict[int, list[int]] = {move: [] for move in order}
        with suppress(Spent):
            for world in self._worlds(position):
                for move in order:
                    found[move].append(self._value(spending.play(world, move), position.turn))
        return {move: round(sum(values) / len(values)) for move, values in found.items() if values}

    def _value(self, after: Position, player: Seat) -> int:
        """Return the value of a position to a player."""
        if after.outcome() == ONGOING:
            return self._evaluator.grid_value(after.record, player)
        return final_score(after, player, 1, self._evaluator.evaluator.grid)


def _lets_win(position: AnyPosition, move: Move, spending: Spending) -> bool:
    """Tell whether the opponent can win by one move after `move`; False where the limit does not let it find out."""
    try:
        after = spending.play(position, move)
        if after.outcome() != ONGOING or after.turn == CHANCE:
            return False
        return any(points_of(spending.play(after, reply).outcome(), after.turn) == 1.0 for reply in after.moves())
    except Spent:
        return False


class GivenPlayer(BasePlayer):
    """An object that a program has made, such as a trained model: it plays all games, and whoever made it closes it."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def start(self, game: AnyGame, seat: Seat, seed: int) -> None:
        """Tell the object of a new game, if it wants to know."""
        if hasattr(self.given, "start"):
            self.given.start(game, seat, seed)

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Ask the object."""
        return answer_of(self.given.choose, position, limit)


class FunctionPlayer(BasePlayer):
    """A user's plain function ``(position, limit) -> move`` as a player; it may return a move, its text, or a `Report`."""

    def __init__(self, function: Callable[[Any, Limit], Hashable]) -> None:
        self.function = function

    def choose(self, position: Position, limit: Limit, listen: Listener | None = None) -> Report:
        """Ask the function."""
        return answer_of(self.function, position, limit)


def answer_of(choose: Callable[[Any, Limit], Any], position: AnyPosition, limit: Limit) -> Report:
    """Return a user's answer as a report, with the time that it took."""
    begin = time.perf_counter()
    answer = choose(position, limit)
    return answer if isinstance(answer, Report) else Report(answer, seconds=time.perf_counter() - begin, plain=True)
