"""Resistance: how to play a position that is proven lost.

All moves lose against best play, so what counts is the opponent's next mistake. Opponents are imitated by alpha-beta with each of
the game's evaluators, which plays one of the moves that are equal at the last depth it completes. How likely an evaluator, a node
limit and a way with equal moves are follows from the replies that were seen, by Bayes' rule. A tree of own moves and likely
replies is then searched for positions that are proven to be no longer lost.

An opponent's replies are remembered over games. Where nodes are limited, a game must not depend on the games before it, so that
a run can be repeated to the move: then only the replies of the same game count.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report
from counterply.core.values import DRAW, ONGOING, is_win
from counterply.search.alphabeta.engine import DRAW_VALUE, LOSS, WIN, Engine, Preference
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY

NODE_LIMITS = (900, 1_250, 1_800, 2_500, 3_600, 5_000, 7_200, 10_000, 14_000, 20_000, 28_000, 40_000)  # of an opponent
WITH_EQUALS = 2  # times the nodes of a search, at most, for one that finds equal moves too
PROOF_NODES = 30_000  # for the outcome of one position of the tree; about 2 ms
DRAW_WORTH = 0.5  # of a win
LEFT_OPEN = 0.02  # worth of a line that is left where the tree ends: more lines, more hope
GOOD_ENOUGH = 0.75  # chance of a mistake with which the search for a better one ends
MOST_DEPTH = 20  # own moves
FORESEEN = 0.9  # chance that an opponent plays as its imitator; else any move
REMEMBERED_REPLIES = 48  # of the opponent, over games
FAR_BEHIND = 6.0  # logarithm of the likelihood; so unlikely, compared to the best one, that an imitator is not asked any more
DOUBT = 0.05  # below this part of the likeliest one's probability an imitator is not asked
MOST_ASKED = 3  # imitators
DEEP_ENOUGH = 0.5  # part of the opponents imagined, those with fewer nodes, that the tree's imitators search as deeply as
SHORTEST_SLICE = 200_000  # ns; less is not worth a search


class Spent(Exception):
    """The limit is used up."""


class Budget:
    """What is left of a limit, given out to many small searches. `nodes` counts what is spent."""

    def __init__(self, limit: Limit, begin: int, reserve: float, spent: int) -> None:
        seconds = limit.move_seconds
        self.nodes = spent
        self._most = limit.nodes
        self._deadline = None if seconds is None else begin + int((seconds - reserve) * NANOSECONDS)
        self._stop = limit.stop

    @contextmanager
    def halved(self) -> Iterator[None]:
        """Give out no more than half of what is left, inside a ``with``."""
        whole = self._most, self._deadline
        if self._most is not None:
            self._most -= (self._most - self.nodes) // 2
        if self._deadline is not None:
            self._deadline -= (self._deadline - now_ns()) // 2
        try:
            yield
        finally:
            self._most, self._deadline = whole

    def slice(self, nodes: int) -> Limit:
        """Return the limit of a search of `nodes` nodes; raise `Spent` if there is not so much left."""
        seconds = None
        if self._deadline is not None:
            left = self._deadline - now_ns()
            if left < SHORTEST_SLICE:
                raise Spent
            seconds = left / NANOSECONDS
        if (self._most is not None and self.nodes + nodes > self._most) or self._stop:
            raise Spent
        return Limit(seconds=seconds, nodes=nodes, stop=self._stop)

    def play(self, position: Any, move: int) -> Any:
        """Return the position after `move`, at the price of one node."""
        if self._most is not None and self.nodes >= self._most:
            raise Spent
        self.nodes += 1
        return position.after(move)


class Kind(NamedTuple):
    """How an opponent with a certain evaluator may be.

    Attributes
    ----------
    nodes : its limit
    keeps : of equal moves it plays the one that was best a depth before, if that is among them; else any
    """

    nodes: int
    keeps: bool


KINDS = tuple(Kind(nodes, keeps) for nodes in NODE_LIMITS for keeps in (False, True))


class Expected(NamedTuple):
    """How likely each reply is, and whether it is given by somebody who sees its win."""

    odds: dict[int, float]
    wins: bool


class Imitator:
    """An opponent as it might be: alpha-beta with one evaluator, as in the textbook."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._expected: dict[int, tuple[int, dict[Kind, Expected]]] = {}

    def forget(self) -> None:
        """Forget the positions of the last game, in place."""
        self._expected.clear()

    def expected(self, position: Any, nodes: int, budget: Budget) -> dict[Kind, Expected]:
        """Return what each kind with at most so many nodes is expected to reply."""
        key = position.key()
        known, found = self._expected.get(key, (0, {}))
        if known < nodes:
            order = position.moves()
            random.Random(key).shuffle(order)
            preferences, spent, in_time = self.engine.preferences(position, nodes, budget.slice(WITH_EQUALS * nodes), order)
            budget.nodes += spent
            if not in_time:
                raise Spent
            found = {kind: expected_of(kind, preferences, order) for kind in KINDS if kind.nodes <= nodes}
            self._expected[key] = nodes, found
        return found

    def likelihood(self, position: Any, reply: int, budget: Budget) -> list[float]:
        """Return the logarithm of how likely a reply is with each of `KINDS`, in comparison with any move."""
        expected, count = self.expected(position, NODE_LIMITS[-1], budget), len(position.moves())
        return [math.log(1 - FORESEEN + FORESEEN * expected[kind].odds.get(reply, 0.0) * count) for kind in KINDS]


def expected_of(kind: Kind, preferences: list[Preference], moves: list[int]) -> Expected:
    """Return what an opponent of a kind replies that has these preferences; without any, one of `moves`."""
    odds, wins = dict.fromkeys(moves, 1 / len(moves)), False
    for preference in preferences:
        if preference.nodes > kind.nodes:
            break
        kept = {move: odds[move] for move in preference.moves if move in odds and kind.keeps}
        share = (1.0 - sum(kept.values())) / len(preference.moves)
        odds = {move: kept.get(move, 0.0) + share for move in preference.moves}
        wins = is_win(preference.score)
    return Expected(odds, wins)


@dataclass
class Reply:
    """What the opponent did once, and how likely it was for the imitators that were asked."""

    position: Any
    move: int
    logs: dict[Imitator, list[float]] = field(default_factory=dict)


class Belief(NamedTuple):
    """How likely it is that the opponent has an imitator's evaluator, and of which kind it is then."""

    imitator: Imitator
    kinds: dict[Kind, float]


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
        evaluators = game.evaluators or [engine.bound.evaluator]
        engines = [Engine(game, evaluator, ALPHABETA_ONLY, memory_mb=1) for evaluator in evaluators]
        engines = [imitating for imitating in engines if not imitating.bound.plain] or engines[:1]
        for imitating in engines:
            imitating.warm_up(game.start())
        self.imitators = [Imitator(imitating) for imitating in engines]
        self.forget_opponent()
        game.start().key()  # like the imitators, compiled before a limit runs

    def forget_opponent(self) -> None:
        """Forget everything, in place."""
        self._replies: deque[Reply] = deque(maxlen=REMEMBERED_REPLIES)
        self.forget_game()

    def forget_game(self) -> None:
        """Forget the last game, in place, but not how its opponent played."""
        self._worth: dict[int, float] = {}
        self._waiting: Any = None
        self.first_move = True
        for imitator in self.imitators:
            imitator.forget()

    def moved(self, position: Any, report: Report) -> None:
        """Note, in place, the move that is played. How an opponent answers who is known to be lost teaches nothing."""
        winning = report.score is not None and report.proven and is_win(report.score)
        self._waiting = None if winning else position.after(report.move)
        self.first_move = False

    def answered(self, position: Any) -> None:
        """Note, in place, which reply led to `position`."""
        before, self._waiting = self._waiting, None
        if before is None or before.turn == position.turn or len(before.moves()) < 2:
            return
        key = position.key()
        for reply in before.moves():
            if before.after(reply).key() == key:
                self._replies.append(Reply(before, reply))
                return

    def learn(self, budget: Budget) -> None:
        """Ask imitators how likely the replies remembered were, the last ones first, in place.

        Those far behind are not asked.
        """
        totals = {imitator: self.logs(imitator) for imitator in self.imitators}
        for reply in reversed(self._replies):
            least = max(map(max, totals.values())) - FAR_BEHIND
            for imitator, logs in totals.items():
                if imitator not in reply.logs and max(logs) >= least:
                    reply.logs[imitator] = imitator.likelihood(reply.position, reply.move, budget)
                    totals[imitator] = [sum(both) for both in zip(logs, reply.logs[imitator], strict=True)]

    def logs(self, imitator: Imitator) -> list[float]:
        """Return the logarithm of how likely all replies were with each kind, in comparison with any moves."""
        known = [reply.logs[imitator] for reply in self._replies if imitator in reply.logs]
        return [sum(logs) for logs in zip(*known, strict=True)] or [0.0] * len(KINDS)

    def beliefs(self) -> list[Belief]:
        """Return the imitators worth asking, the likeliest first; those with the most nodes search no deeper than the others."""
        logs = {imitator: self.logs(imitator) for imitator in self.imitators}
        most = max(map(max, logs.values()))
        weights = {imitator: [math.exp(log - most) for log in logs[imitator]] for imitator in self.imitators}
        totals = {imitator: sum(weights[imitator]) for imitator in self.imitators}
        asked = sorted(totals, key=lambda imitator: -totals[imitator])[:MOST_ASKED]
        asked = [imitator for imitator in asked if totals[imitator] >= DOUBT * totals[asked[0]]]
        every = sum(totals[imitator] for imitator in asked)
        beliefs = []
        for imitator in asked:
            kinds, left = dict[Kind, float](), totals[imitator]
            for kind, weight in zip(KINDS, weights[imitator], strict=True):
                if left > (1 - DEEP_ENOUGH) * totals[imitator]:
                    deepest, kinds[kind] = kind, weight / every
                    left -= weight
            kinds[deepest] += left / every
            beliefs.append(Belief(imitator, kinds))
        return beliefs

    def choose(self, position: Any, order: list[int], budget: Budget) -> Choice:
        """Return the move after which a mistake is most likely; of equals, the first."""
        chances = dict.fromkeys(order, 0.0)
        choice = Choice(order[0], 0.0, 0)
        with suppress(Spent):
            with suppress(Spent), budget.halved():
                self.learn(budget)
            tree = Tree(self.engine, position.turn, self.beliefs(), self._worth, budget)
            for depth in range(1, MOST_DEPTH + 1):
                best = -1.0
                for move in sorted(order, key=lambda move: -chances[move]):
                    chances[move] = tree.chance(budget.play(position, move), depth - 1)
                    if chances[move] > best:
                        best = chances[move]
                        choice = Choice(move, best, depth)
                if best >= GOOD_ENOUGH or best == 0.0:
                    break
        return choice


class Tree:
    """Own moves and foreseen replies."""

    def __init__(self, engine: Engine, seat: int, beliefs: list[Belief], worth: dict[int, float], budget: Budget) -> None:
        self.engine = engine
        self.seat = seat
        self.beliefs = beliefs
        self.budget = budget
        self._odds: dict[int, dict[int, float]] = {}
        self._worth = worth  # of positions by their key, kept through a game

    def worth(self, position: Any) -> float:
        """Return what a position with us on move is proven to be worth; 0 if it is lost, or not proven within `PROOF_NODES`."""
        key = position.key()
        if key not in self._worth:
            limit = self.budget.slice(PROOF_NODES)
            proof = self.engine.prove(position, limit)
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
            chance = 0.0
            for reply, probability in self.odds(position).items():
                chance += probability * self.chance(self.budget.play(position, reply), depth)
            return chance
        best = self.worth(position)
        if depth == 0:
            return max(best, LEFT_OPEN)
        for move in position.moves():
            if best >= GOOD_ENOUGH:
                break
            best = max(best, self.chance(self.budget.play(position, move), depth - 1))
        return best

    def odds(self, position: Any) -> dict[int, float]:
        """Return how likely each reply is that is hoped for: an opponent that sees its win makes no mistake."""
        key = position.key()
        if key not in self._odds:
            odds: dict[int, float] = {}
            for imitator, kinds in self.beliefs:
                expected = imitator.expected(position, max(kinds).nodes, self.budget)
                for kind, probability in kinds.items():
                    if not expected[kind].wins:
                        for reply, share in expected[kind].odds.items():
                            odds[reply] = odds.get(reply, 0.0) + FORESEEN * probability * share
            self._odds[key] = odds
        return self._odds[key]
