"""Endurance: how to play a position that is proven lost in a game whose end is too far away to be searched for mistakes.

All moves lose, but the wins are not equally hard to find. Each move is answered by a search that knows nothing yet, as an opponent
would search, with few nodes at first and then with more and more: a move whose refutation takes more nodes than the others' is
played. A win that is hard to find is mostly a long one, too; of moves that are refuted in the same round, the longest resistance
counts.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from counterply.search.alphabeta.engine import Engine
from counterply.search.request import Spending, Spent

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

FIRST_NODES = 250  # for each answer in the first round
NODES_FACTOR = 4  # from round to round
MEMORY = 4  # MB of table
UNKNOWN_PLIES = 1 << 30  # plies; of a win whose distance is not known


class Refutation(NamedTuple):
    """How hard a win is to find: the round in which it was found, its plies as far as they are known, and the round's nodes."""

    round: int
    plies: int
    nodes: int


class Endurance:
    """Looks for the move whose refutation is hardest to find."""

    def __init__(self, engine: Engine) -> None:
        self._engine = Engine(engine.game, engine.bound.evaluator, engine.techniques, min(MEMORY, engine.table.megabytes))

    def choose(self, position: AnyPosition, order: list[int], spending: Spending) -> int:
        """Return the move that is hardest to refute; of equals, the first of `order`, which should have the best one first."""
        left, found = list(order), dict[int, Refutation]()
        number, nodes = 0, FIRST_NODES
        with suppress(Spent):
            while len(left) > 1:
                standing = []
                for move in left:
                    refutation = self._refutation(spending.play(position, move), number, nodes, spending)
                    if refutation is None:
                        standing.append(move)
                    else:
                        found[move] = refutation
                if not standing:
                    break
                left, number, nodes = standing, number + 1, nodes * NODES_FACTOR
        unrefuted = [move for move in left if move not in found]
        return unrefuted[0] if unrefuted else max(left, key=found.__getitem__)

    def _refutation(self, place: AnyPosition, number: int, nodes: int, spending: Spending) -> Refutation | None:
        """Return how the position after a move is won by the side to move; None where so many nodes do not find it."""
        if place.over:
            return Refutation(-1, 0, 0)
        limit = spending.slice(nodes)
        self._engine.forget()
        *_, report = self._engine.deepen(place, limit)
        spending.nodes += report.nodes
        if report.stopped in ("time", "stop"):
            raise Spent
        if not report.won:
            return None
        return Refutation(number, UNKNOWN_PLIES if report.distance is None else report.distance, report.nodes)
