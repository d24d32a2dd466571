"""Resistance: how to play a position that is proven lost.

All moves lose against best play, so the best chance is a mistake by the opponent. Shallow alpha-beta searches, one for each of the
game's evaluators, imitate the opponent; the weight of each depends on how well it has predicted this opponent's replies. The module
then searches a tree of own moves and predicted replies for positions that are proven to be no longer lost.

How far an opponent looks ahead decides which mistakes it makes. Where a clock runs, the time that it takes for its moves, compared
with an imitator's speed on the same machine, says how many nodes to imitate (`OpponentClock`). The
assumptions are logged for each move, as JSON, by the logger ``counterply.resistance``.

It remembers an opponent's replies over several games. With a limit of nodes it uses only those of the current game, so that a run
can be repeated move by move.
"""

from __future__ import annotations

import json
import logging
import random
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.aliases import Depth, Seat
from counterply.core.limits import NANOSECONDS, now_ns
from counterply.core.report import Report
from counterply.core.values import DRAW, ONGOING
from counterply.search.alphabeta.engine import Engine
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY
from counterply.search.exact.outcomes import DRAW_VALUE, LOSS, WIN, prove_outcome
from counterply.search.request import SHORTEST_SLICE, Spending, Spent

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.position import AnyPosition

IMITATED_NODES = 10_000  # a move, by an imitated opponent at first: as many as Python programs search in 150 ms
SLOWER = 40  # times than an imitator: the fastest searches in Python; others are 150: decision 17
USUAL_TIME = 0.75  # of the opponent's times lie below its usual one: it answers sooner where it sees the end
CLOCK_STEP = 1.5  # by which the clock must contradict the nodes that are imitated
NODES_STEP = 3  # between node limits tried; the best one's neighbours are tried next
LEAST_NODES, MOST_NODES = 300, 100_000
PROOF_NODES = 30_000  # for the outcome of one position of the tree; about 2 ms
DRAW_WORTH = 0.5  # of a win
GOOD_ENOUGH = 0.75  # chance of a mistake with which the search for a better one ends
MOST_DEPTH = 20  # own moves
FORESEEN = 0.9  # chance that the right imitator foresees a reply, equal moves being tried in another order
REMEMBERED_REPLIES = 24  # of the opponent, over games
ENOUGH_FORESEEN = 6  # replies, before other node limits are tried
FAR_BEHIND = 4  # replies
MISS_FACTOR = 0.1  # likelihood of an imitator, for each reply that it has foreseen less than the best one
DOUBT = 0.05  # below this likelihood an imitator is not asked
MOST_ASKED = 3  # imitators
LOG = logging.getLogger("counterply.resistance")


class Imitator:
    """A model of the opponent: textbook alpha-beta with one evaluator and a node limit, equal moves in random order."""

    def __init__(self, engine: Engine, nodes: int) -> None:
        self.engine = engine
        self.nodes = nodes
        self._answers: dict[int, int] = {}

    def forget(self) -> None:
        """Forget the answers of the last game, in place."""
        self._answers.clear()

    def answer(self, position: AnyPosition, spending: Spending) -> int:
        """Return the move that this opponent would play."""
        key = position.key()
        if key not in self._answers:
            order = position.moves()
            random.Random(key).shuffle(order)
            report = list(self.engine.deepen(position, spending.slice(self.nodes), order=order))[-1]
            spending.nodes += report.nodes
            if report.stopped in ("time", "stop"):
                raise Spent
            self._answers[key] = report.move
        return self._answers[key]


@dataclass
class Reply:
    """A past move of the opponent, and whether the imitators asked have foreseen it."""

    position: AnyPosition
    move: int
    foreseen: dict[Imitator, bool] = field(default_factory=dict)

    def judge(self, imitator: Imitator, spending: Spending) -> bool:
        """Ask an imitator; return and note, in place, whether it has foreseen the reply."""
        self.foreseen[imitator] = imitator.answer(self.position, spending) == self.move
        return self.foreseen[imitator]


@dataclass
class ResistingMove:
    """The move that resists best, and the chance that it is answered by a mistake at last."""

    move: int
    chance: float
    depth: int  # own moves that the tree was searched ahead


class OpponentClock:
    """The opponent's last times for a move, and our speed at the same times."""

    def __init__(self) -> None:
        self._since: int | None = None
        self._seconds: deque[float] = deque(maxlen=REMEMBERED_REPLIES)
        self._speeds: deque[float] = deque(maxlen=REMEMBERED_REPLIES)  # nodes a second, of an imitator

    def start(self) -> None:
        """Note, in place, that the opponent is to move."""
        self._since = now_ns()

    def stop(self) -> None:
        """Note, in place, that the opponent has moved, and the seconds since `start`."""
        if self._since is not None:
            self._seconds.append((now_ns() - self._since) / NANOSECONDS)
        self._since = None

    def compare(self, engine: Engine, position: AnyPosition, spending: Spending) -> int:
        """Return how many nodes the opponent searches for a move, as far as it is a program in Python; note our speed, in place."""
        if not self._seconds:
            return IMITATED_NODES
        *_, report = engine.deepen(position, spending.slice(IMITATED_NODES))
        spending.nodes += report.nodes
        self._speeds.append(report.nodes / max(report.seconds, SHORTEST_SLICE / NANOSECONDS))
        seconds = sorted(self._seconds)[int(USUAL_TIME * len(self._seconds))]
        return min(max(int(seconds * float(np.median(self._speeds)) / SLOWER), LEAST_NODES), MOST_NODES)


class Resistance:
    """The replies of one player's opponents so far, and the search for their mistakes."""

    def __init__(self, game: Game, engine: Engine) -> None:
        self.engine = engine
        evaluators = game.evaluators or [engine.bound.evaluator]
        engines = [Engine(game, evaluator, ALPHABETA_ONLY, memory_mb=1) for evaluator in evaluators]
        self._engines = [imitating for imitating in engines if not imitating.bound.plain] or engines[:1]
        self.forget_opponent()
        for imitating in self._engines:
            imitating.warm_up(game.start())
        game.start().key()  # like the imitators, compiled before a limit runs

    def forget_opponent(self) -> None:
        """Forget the opponent, in place: its replies, its clock, and which imitators have foreseen it."""
        self._replies: deque[Reply] = deque(maxlen=REMEMBERED_REPLIES)
        self._clock = OpponentClock()
        self._imitate(IMITATED_NODES)
        self._worth: dict[int, float] = {}
        self._waiting: Any = None
        self.first_move = True

    def _imitate(self, nodes: int) -> None:
        """Begin anew with imitators that search so many nodes, in place."""
        self._nodes = nodes
        self.imitators = [Imitator(engine, nodes) for engine in self._engines]
        for reply in self._replies:
            reply.foreseen.clear()

    def forget_game(self) -> None:
        """Forget the last game, in place, but not how its opponent played."""
        self._worth.clear()
        self._waiting = None
        self.first_move = True
        for imitator in self.imitators:
            imitator.forget()

    def moved(self, position: AnyPosition, report: Report) -> None:
        """Note, in place, the move that is played. The replies of an opponent in a lost position teach nothing."""
        self._waiting = None if report.won else position.after(report.move)
        self.first_move = False
        self._clock.start()

    def answered(self, position: AnyPosition, clocked: bool) -> None:
        """Note, in place, which reply led to `position`, and how long it took if a clock runs."""
        before, self._waiting = self._waiting, None
        if before is None or before.turn == position.turn or len(before.moves()) < 2:
            return
        if clocked:
            self._clock.stop()
        key = position.key()
        for reply in before.moves():
            if before.after(reply).key() == key:
                self._replies.append(Reply(before, reply))
                return

    def foreseen(self, imitator: Imitator) -> int:
        """Return how many of the replies remembered an imitator has foreseen."""
        return sum(reply.foreseen.get(imitator, False) for reply in self._replies)

    def learn(self, position: AnyPosition, spending: Spending) -> None:
        """Imitate as many nodes as the clock says, and ask for the replies remembered; then try other node limits, in place.

        The last replies come first. While the best imitator is right more often than not, those far behind it are not asked.
        """
        nodes = self._clock.compare(self._engines[0], position, spending)
        if not 1 / CLOCK_STEP < nodes / self._nodes < CLOCK_STEP:
            self._imitate(nodes)
        foreseen = {imitator: self.foreseen(imitator) for imitator in self.imitators}
        for reply in reversed(self._replies):
            best = max(foreseen.values())
            trusted = 2 * best > sum(1 for other in self._replies if other.foreseen)
            for imitator in self.imitators:
                worth_asking = not trusted or foreseen[imitator] >= best - FAR_BEHIND
                if worth_asking and imitator not in reply.foreseen:
                    foreseen[imitator] += reply.judge(imitator, spending)
        best_one = max(self.imitators, key=self.foreseen)
        if self.foreseen(best_one) >= ENOUGH_FORESEEN:
            self._try_nodes(best_one.engine, best_one.nodes // NODES_STEP, spending)
            self._try_nodes(best_one.engine, best_one.nodes * NODES_STEP, spending)

    def _try_nodes(self, engine: Engine, nodes: int, spending: Spending) -> None:
        """Add an imitator with another node limit, in place, unless it is there."""
        known = any(other.engine is engine and other.nodes == nodes for other in self.imitators)
        if known or not LEAST_NODES <= nodes <= MOST_NODES:
            return
        imitator = Imitator(engine, nodes)
        for reply in self._replies:
            reply.judge(imitator, spending)
        self.imitators.append(imitator)

    def believed(self) -> list[tuple[Imitator, float]]:
        """Return the imitators worth asking, each with the chance that it is right."""
        asked = sorted(self.imitators, key=self.foreseen, reverse=True)[:MOST_ASKED]
        best = self.foreseen(asked[0])
        likely = [(imitator, MISS_FACTOR ** (best - self.foreseen(imitator))) for imitator in asked]
        likely = [(imitator, weight) for imitator, weight in likely if weight >= DOUBT]
        total = sum(weight for _, weight in likely)
        return [(imitator, FORESEEN * weight / total) for imitator, weight in likely]

    def choose(self, position: AnyPosition, order: list[int], spending: Spending) -> ResistingMove:
        """Return the move after which a mistake is most likely; of equals, the one that leaves most lines open, or the first.

        Lines that are still open are all that is left to hope for where no mistake is foreseen.
        """
        chances, lines = dict.fromkeys(order, 0.0), dict.fromkeys(order, 0)
        depth = 0
        with suppress(Spent):
            with suppress(Spent), spending.halved():
                self.learn(position, spending)
            tree = ReplyTree(self.engine, position.turn, self.believed(), self._worth, spending)
            for depth in range(1, MOST_DEPTH + 1):
                counted = {}
                for move in sorted(order, key=lambda move: -chances[move]):
                    tree.open = 0
                    chances[move] = max(chances[move], tree.chance(spending.play(position, move), depth - 1))
                    if chances[move] >= GOOD_ENOUGH:
                        raise Spent
                    counted[move] = tree.open
                lines = counted if any(counted.values()) else lines
                if lines is not counted:
                    break
        move = max(order, key=lambda move: (chances[move], lines[move]))
        if LOG.isEnabledFor(logging.DEBUG):
            LOG.debug(json.dumps(self.assumed() | {"move": position.move_text(move), "chance": chances[move], "depth": depth}))
        return ResistingMove(move, chances[move], depth)

    def assumed(self) -> dict[str, Any]:
        """Return the assumptions about the opponent, and how many of its replies the likeliest imitator has foreseen."""
        imitators = [
            {"evaluator": imitator.engine.bound.evaluator.name, "nodes": imitator.nodes, "likely": likely}
            for imitator, likely in self.believed()
        ]
        foreseen = max(self.foreseen(imitator) for imitator in self.imitators)
        return {"imitators": imitators, "foreseen": foreseen, "replies": len(self._replies)}


class ReplyTree:
    """Own moves and foreseen replies."""

    def __init__(
        self, engine: Engine, seat: Seat, believed: list[tuple[Imitator, float]], worth: dict[int, float], spending: Spending
    ) -> None:
        self.engine = engine
        self.seat = seat
        self.believed = believed
        self.spending = spending
        self.open = 0  # lines that were left at the depth asked for, and not yet won
        self._worth = worth  # of positions by their key, kept through a game

    def worth(self, position: AnyPosition) -> float:
        """Return the proven value of a position with us to move; 0 if it is lost, or not proven within `PROOF_NODES`."""
        key = position.key()
        if key not in self._worth:
            limit = self.spending.slice(PROOF_NODES)
            proof = prove_outcome(self.engine, position, limit)
            self.spending.nodes += proof.nodes
            if proof.cut_short and proof.nodes < PROOF_NODES:
                raise Spent
            self._worth[key] = {WIN: 1.0, DRAW_VALUE: DRAW_WORTH, LOSS: 0.0}[proof.lower]
        return self._worth[key]

    def chance(self, position: AnyPosition, depth: Depth) -> float:
        """Return the chance of a mistake by the opponent within `depth` more own moves."""
        outcome = position.outcome()
        if outcome != ONGOING:
            return DRAW_WORTH if outcome == DRAW else float(outcome - 1 == self.seat)
        if position.turn != self.seat:
            replies = position.moves()
            if len(replies) == 1:
                return self.chance(self.spending.play(position, replies[0]), depth)
            expected: dict[int, float] = {}
            for imitator, probability in self.believed:
                reply = imitator.answer(position, self.spending)
                expected[reply] = expected.get(reply, 0.0) + probability
            return sum(p * self.chance(self.spending.play(position, reply), depth) for reply, p in expected.items())
        best = self.worth(position)
        if depth == 0:
            self.open += best < GOOD_ENOUGH
            return best
        for move in position.moves():
            if best >= GOOD_ENOUGH:
                break
            best = max(best, self.chance(self.spending.play(position, move), depth - 1))
        return best
