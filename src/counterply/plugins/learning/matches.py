"""Matches that learning needs: the engine with one evaluator against the engine with another one, at equal nodes or equal time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.pairs import PairPlayer
from counterply.arena.statistics import Standing
from counterply.core.evaluator import Evaluator
from counterply.core.game_sources import MADE_HERE, name_here
from counterply.core.limits import Limit
from counterply.players import make_player
from counterply.search.choose import Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.names import with_options

PLAYER = "engine:proof=off,memory=1"  # proofs need no evaluator, and a small table is quick to clear
OPENINGS = 200
SPEED_NODES = 20_000  # of a search that is timed
SPEED_POSITIONS = 3
MATCH_NODES = 1_000  # of the faster side in a match at equal time


@dataclass
class Side:
    """One side of a match: an evaluator, and how many nodes its searches have."""

    evaluator: Evaluator
    nodes: int

    def player(self, name: str) -> Any:
        """Return the engine with the evaluator that `name_here` gave a name, and so many nodes under any limit."""
        made = make_player(with_options(PLAYER, {"eval": name}))
        choose, limit = made.choose, Limit(nodes=self.nodes)
        made.choose = lambda position, _, listen=None: choose(position, limit, listen)  # type: ignore[method-assign, assignment]
        return made


class Matches:
    """Matches of one game, all on the same openings."""

    def __init__(self, game: Any, seed: int) -> None:
        self._game, own = game, derived_seed(seed, "judge")
        self._openings = random_openings(game, OPENINGS, own).lines
        self._pairs = PairPlayer(lambda _: game, self._openings, own, Limit(nodes=1))

    def standing(self, ours: Side, theirs: Side, games: int) -> Standing:
        """Return how `ours` does in so many games, two for each opening.

        Raises
        ------
        GameError
            if a game ends otherwise than by the rules
        """
        names = [name_here(side.evaluator, label) for side, label in ((ours, "learnt"), (theirs, "opponent"))]
        try:
            return self._pairs.standing((ours.player(names[0]), theirs.player(names[1])), range(max(1, games // 2)))
        finally:
            for name in names:
                MADE_HERE.pop(name, None)

    def at_equal_time(
        self, ours: Evaluator, theirs: Evaluator, games: int, costs: Sequence[float] | None = None
    ) -> tuple[Standing, list[int]]:
        """Return how `ours` does where each side searches as many nodes as it can in the same time, and these numbers of nodes.

        Parameters
        ----------
        costs : of a node of each side, in any unit; None: measured
        """
        each = costs or [self.seconds_per_node(evaluator) for evaluator in (ours, theirs)]
        nodes = [int(MATCH_NODES * min(each) / cost) for cost in each]
        return self.standing(Side(ours, nodes[0]), Side(theirs, nodes[1]), games), nodes

    def seconds_per_node(self, evaluator: Evaluator) -> float:
        """Return the seconds of CPU time of a node of the engine with an evaluator: the least of some searches."""
        search = search_for(self._game, evaluator, Wishes(proof=False))
        costs = []
        for number in range(SPEED_POSITIONS):
            position = self._game.start().play(*self._openings[number % len(self._openings)])
            if position.over:
                continue
            search.forget()
            begin, nodes = time.thread_time(), 0
            for report in search.deepen(SearchRequest(position, Limit(nodes=SPEED_NODES))):
                nodes = report.nodes
            costs.append((time.thread_time() - begin) / max(1, nodes))
        return min(costs, default=1e-6)
