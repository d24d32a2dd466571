"""Resistance: how to play a position that is proven lost.

All moves lose against best play, so what counts is the opponent's next mistake. Opponents are imitated by shallow alpha-beta with
each of the game's evaluators; each imitator is believed as far as it has foreseen what this opponent played. A tree of own moves
and foreseen replies is then searched for positions that are proven to be no longer lost.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

from counterply.evaluator import Evaluator
from counterply.limits import NANOSECONDS, Limit, now_ns
from counterply.search.engine import ALPHABETA_ONLY, DRAW_VALUE, LOSS, WIN, Engine
from counterply.values import DRAW, ONGOING

IMITATED_NODES = 10_000  # a move, by an imitated opponent: what Python programs reach in 150 ms
PROOF_NODES = 30_000  # for the outcome of one position of the tree; about 2 ms
DRAW_WORTH = 0.5  # of a win
GOOD_ENOUGH = 0.8  # chance of a mistake with which the search for a better one ends
MOST_DEPTH = 20  # own moves
DOUBT = 0.1  # imitators this much less likely than the best one are not asked
FORESEEN = 0.8  # chance that the right imitator foresees a reply, ties being broken by chance
PRIOR_WEIGHT = 5  # replies that count for `FORESEEN` before any is seen
REMEMBERED_REPLIES = 12  # not judged yet; older ones are forgotten
LEARNING_SHARE = 0.5  # of what is left of a limit
SHORTEST_SLICE = 200_000  # ns; less is not worth a search


class Spent(Exception):
    """The limit is used up."""


class Budget:
    """What is left of a limit, given out to many small searches."""

    def __init__(self, limit: Limit, begin: int, reserve: float, spent: int) -> None:
        self.limit = limit
        self.nodes = spent
        seconds = limit.move_seconds
        self.deadline = None if seconds is None else begin + int((seconds - reserve) * NANOSECONDS)

    def part(self, share: float) -> tuple[int | None, int | None]:
        """Return the time and the node count at which `share` of what is left is spent."""
        when = None if self.deadline is None else now_ns() + int(share * (self.deadline - now_ns()))
        return when, None if self.limit.nodes is None else self.nodes + int(share * (self.limit.nodes - self.nodes))

    def slice(self, nodes: int) -> Limit:
        """Return the limit of a search of `nodes` nodes; raise `Spent` if there is not so much left."""
        seconds = None
        if self.deadline is not None:
            left = self.deadline - now_ns()
            if left < SHORTEST_SLICE:
                raise Spent
            seconds = left / NANOSECONDS
        if (self.limit.nodes is not None and self.nodes + nodes > self.limit.nodes) or self.limit.stop:
            raise Spent
        return Limit(seconds=seconds, nodes=nodes, stop=self.limit.stop)

    def play(self, position: Any, move: int) -> Any:
        """Return the position after `move`, at the price of one node."""
        if self.limit.nodes is not None and self.nodes >= self.limit.nodes:
            raise Spent
        self.nodes += 1
        return position.after(move)


class Imitator:
    """An opponent as it might be: alpha-beta with one evaluator, as in the textbook, equal moves in any order."""

    def __init__(self, game: Any, evaluator: Evaluator) -> None:
        self.engine = Engine(game, evaluator, ALPHABETA_ONLY, memory_mb=1)
        self.belief = 0.0  # log likelihood of the replies seen
        self.right = FORESEEN * PRIOR_WEIGHT
        self.seen = float(PRIOR_WEIGHT)
        self._answers: dict[int, int] = {}

    def forget(self) -> None:
        """Forget the answers of the last game, in place, but not what they were worth."""
        self._answers.clear()

    def answer(self, position: Any, budget: Budget) -> int:
        """Return the move that this opponent would play."""
        key = position.key()
        if key not in self._answers:
            order = position.moves()
            random.Random(key).shuffle(order)
            report = None
            for report in self.engine.deepen(position, budget.slice(IMITATED_NODES), order=order):
                pass
            assert report is not None
            budget.nodes += report.nodes
            if report.stopped in ("time", "stop"):
                raise Spent
            self._answers[key] = report.move
        return self._answers[key]

    def judge(self, position: Any, reply: int, budget: Budget) -> None:
        """Compare with what the opponent did, in place."""
        right = self.answer(position, budget) == reply
        self.belief += math.log(FORESEEN if right else (1 - FORESEEN) / (len(position.moves()) - 1))
        self.right += right
        self.seen += 1


@dataclass
class Choice:
    """The move that resists best, and the chance that it is answered by a mistake at last."""

    move: int
    chance: float
    depth: int  # own moves that the tree was searched ahead


class Resistance:
    """What is known of the opponents of one player, and the search for their mistakes."""

    def __init__(self, game: Any, engine: Engine) -> None:
        self.engine = engine
        imitators = [Imitator(game, evaluator) for evaluator in game.evaluators or [engine.bound.evaluator]]
        self.imitators = [imitator for imitator in imitators if not imitator.engine.bound.plain]
        self._replies: list[tuple[Any, int]] = []
        self._waiting: Any = None

    def forget(self) -> None:
        """Forget the last game, in place, but not how its opponent played."""
        self._waiting = None
        for imitator in self.imitators:
            imitator.forget()

    def moved(self, position: Any, move: int) -> None:
        """Note, in place, that `move` is played."""
        self._waiting = position.after(move)

    def answered(self, position: Any) -> None:
        """Note, in place, which reply led to `position`."""
        before, self._waiting = self._waiting, None
        if before is None or before.turn == position.turn or len(before.moves()) < 2:
            return
        key = position.key()
        for reply in before.moves():
            if before.after(reply).key() == key:
                self._replies = [*self._replies, (before, reply)][-REMEMBERED_REPLIES:]
                return

    def learn(self, budget: Budget) -> None:
        """Judge the imitators by the replies noted, the last ones first, in place."""
        when, nodes = budget.part(LEARNING_SHARE)
        while self._replies:
            if (when is not None and now_ns() > when) or (nodes is not None and budget.nodes > nodes):
                return
            position, reply = self._replies[-1]
            for imitator in self.imitators:
                imitator.answer(position, budget)
            self._replies.pop()
            for imitator in self.imitators:
                imitator.judge(position, reply, budget)

    def believed(self) -> list[tuple[Imitator, float]]:
        """Return the imitators worth asking, each with the chance that it foresees a reply."""
        best = max(imitator.belief for imitator in self.imitators)
        likely = [(imitator, math.exp(imitator.belief - best)) for imitator in self.imitators]
        likely = [(imitator, weight) for imitator, weight in likely if weight >= DOUBT]
        total = sum(weight for _, weight in likely)
        return [(imitator, weight / total * imitator.right / imitator.seen) for imitator, weight in likely]

    def choose(self, position: Any, order: list[int], budget: Budget, whole: Limit) -> Choice:
        """Return the move after which a mistake is most likely; of equals, the first in `order`."""
        chances = dict.fromkeys(order, 0.0)
        depth = 0
        try:
            self.learn(budget)
            tree = Tree(self.engine, position.turn, self.believed(), budget, whole)
            for depth in range(1, MOST_DEPTH + 1):
                tree.cut = False
                for move in sorted(order, key=lambda move: -chances[move]):
                    chances[move] = max(chances[move], tree.chance(budget.play(position, move), depth - 1))
                    if chances[move] >= GOOD_ENOUGH:
                        raise Spent
                if not tree.cut:
                    break
        except Spent:
            pass
        move = max(order, key=lambda move: chances[move])
        return Choice(move, chances[move], depth)


class Tree:
    """Own moves and foreseen replies."""

    def __init__(self, engine: Engine, seat: int, believed: list[tuple[Imitator, float]], budget: Budget, whole: Limit) -> None:
        self.engine = engine
        self.seat = seat
        self.believed = believed
        self.budget = budget
        self.whole = whole
        self.cut = False  # whether a line was left at the depth asked for
        self._worth: dict[int, float] = {}

    def worth(self, position: Any) -> float:
        """Return what a position with us on move is proven to be worth; 0 if it is lost, or not proven within `PROOF_NODES`."""
        key = position.key()
        if key not in self._worth:
            limit = self.budget.slice(PROOF_NODES)
            proof = self.engine.prove(position, limit, whole=self.whole)
            self.budget.nodes += proof.nodes
            if proof.cut_short and proof.nodes < PROOF_NODES:
                raise Spent
            self._worth[key] = {WIN: 1.0, DRAW_VALUE: DRAW_WORTH, LOSS: 0.0}[proof.lower]
        return self._worth[key]

    def chance(self, position: Any, depth: int) -> float:
        """Return the chance of a mistake by the opponent within `depth` more own moves."""
        outcome = position.outcome()
        if outcome != ONGOING:
            return DRAW_WORTH if outcome == DRAW else float(outcome - 1 == self.seat)
        if position.turn != self.seat:
            replies = position.moves()
            if len(replies) == 1:
                return self.chance(self.budget.play(position, replies[0]), depth)
            expected: dict[int, float] = {}
            for imitator, probability in self.believed:
                reply = imitator.answer(position, self.budget)
                expected[reply] = expected.get(reply, 0.0) + probability
            return sum(p * self.chance(self.budget.play(position, reply), depth) for reply, p in expected.items())
        best = self.worth(position)
        if depth == 0:
            self.cut = True
            return best
        for move in position.moves():
            if best >= GOOD_ENOUGH:
                break
            best = max(best, self.chance(self.budget.play(position, move), depth - 1))
        return best
