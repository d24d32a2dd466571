"""Visited nodes by depth: what alpha-beta, move ordering and a table each save of the minimax tree.

Every number counts the positions that one search of fixed depth visits, the root included. Wins count alike whatever their
distance, as in the textbook, and no column uses knowledge of the game but its order of moves: `alphabeta` tries the moves as the
game lists them, with an infinite window; `ordered` adds killers, history and the game's hint; `table` adds the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Limit, Stop
from counterply.search import textbook
from counterply.search.alphabeta.engine import MAX_DEPTH, Engine, require_engine_rules
from counterply.search.alphabeta.techniques import Techniques

DEFAULT_BUDGET = 100_000_000  # nodes for one number

COLUMNS = {
    "minimax": Techniques().only(),
    "alphabeta": Techniques().only("pruning"),
    "ordered": Techniques().only("pruning", "killers", "history", "hint"),
    "table": Techniques().only("pruning", "killers", "history", "hint", "table"),
}


@dataclass(frozen=True)
class NodeCounts:
    """The nodes that each search visited at one depth, None beyond the budget; the score on the evaluator's grid."""

    depth: int
    minimax: int | None
    alphabeta: int | None
    ordered: int | None
    table: int | None
    score: int | None

    @property
    def branching(self) -> float | None:
        """The branching factor b of a uniform tree of this depth with as many nodes as minimax visited."""
        return None if self.minimax is None else uniform_branching(self.minimax, self.depth)

    @property
    def effective_branching(self) -> float | None:
        """The branching factor of a uniform tree of this depth with as many nodes as the best search visited."""
        fewest = [count for count in (self.alphabeta, self.ordered, self.table) if count is not None]
        return uniform_branching(min(fewest), self.depth) if fewest else None

    @property
    def best_possible(self) -> int | None:
        """The nodes of alpha-beta with a perfect order of moves in a uniform tree: level k keeps b^ceil(k/2) + b^floor(k/2) - 1."""
        b = self.branching
        if b is None:
            return None
        return round(1 + sum(b ** ((k + 1) // 2) + b ** (k // 2) - 1 for k in range(1, self.depth + 1)))


def uniform_branching(nodes: int, depth: int) -> float:
    """Return b with 1 + b + ... + b^depth = `nodes`, by bisection."""
    low, high = 0.0, float(nodes)
    for _ in range(200):
        middle = (low + high) / 2
        total = 1.0
        for _ in range(depth):
            total = total * middle + 1
        low, high = (middle, high) if total < nodes else (low, middle)
    return (low + high) / 2


def count_nodes(
    position: Any,
    depths: Iterable[int],
    budget: int = DEFAULT_BUDGET,
    evaluator: Evaluator | None = None,
    stop: Stop | None = None,
) -> Iterator[NodeCounts]:
    """Yield the counts for each depth as they are known.

    Raises
    ------
    GameError
        for a depth outside 1 .. `MAX_DEPTH`, or a game that these searches would be wrong for
    """
    from counterply.core.loading import reference_evaluator

    evaluator = evaluator or reference_evaluator(position.game)
    if position.outcome():
        raise GameError("there is nothing to search: the game is over")
    wanted = list(depths)
    for depth in wanted:
        if not 1 <= depth <= MAX_DEPTH:
            raise GameError(f"a depth is 1 to {MAX_DEPTH}, not {depth}")
    counter = _compiled_counter if position.game.compiled else _plain_counter
    yield from counter(position, wanted, budget, evaluator, stop)


def _compiled_counter(
    position: Any, depths: list[int], budget: int, evaluator: Evaluator, stop: Stop | None
) -> Iterator[NodeCounts]:
    require_engine_rules(position.game)
    engines = {name: Engine(position.game, evaluator, techniques) for name, techniques in COLUMNS.items()}
    beyond = set()
    for depth in depths:
        counts: dict[str, int | None] = dict.fromkeys(COLUMNS)
        score = None
        for name, engine in engines.items():
            if name in beyond:
                continue
            engine.forget()
            limit = Limit(depth=depth, nodes=budget, stop=stop)
            report = next(iter(engine.deepen(position, limit, first_depth=depth)))
            if stop:
                return
            if report.stopped == "nodes":
                beyond.add(name)
            else:
                counts[name], score = report.nodes + 1, report.score
        yield NodeCounts(depth, score=score, **counts)


def _plain_counter(position: Any, depths: list[int], budget: int, evaluator: Evaluator, stop: Stop | None) -> Iterator[NodeCounts]:
    textbook.require_plain_rules(position.game)
    evaluate = textbook.evaluation(position.game, evaluator)
    beyond = set()
    for depth in depths:
        counts: dict[str, int | None] = dict.fromkeys(COLUMNS)
        score = None
        for name, search in (("minimax", textbook.minimax), ("alphabeta", textbook.alphabeta)):
            if name in beyond:
                continue
            count = textbook.Count(most_nodes=budget, stop=stop)
            try:
                score = search(position, depth, evaluate, position.turn, count).score
                counts[name] = count.nodes + 1
            except textbook.LimitReached:
                if stop:
                    return
                beyond.add(name)
        yield NodeCounts(depth, score=score, **counts)
