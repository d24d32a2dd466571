"""Matches that learning needs: the engine with one evaluator against another one, or against sampling, at equal time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from counterply.arena.openings import derived_seed, random_openings
from counterply.arena.statistics import Standing
from counterply.core.evaluator import Evaluator
from counterply.core.game_sources import MADE_HERE, name_here
from counterply.core.limits import Limit
from counterply.core.position import Position
from counterply.players import make_player
from counterply.players.base import ask
from counterply.plugins.learning.pairs import PairPlayer
from counterply.search.choose import Wishes, search_for
from counterply.search.request import SearchRequest
from counterply.usercode.names import with_options

if TYPE_CHECKING:
    from counterply.core.game import Game

PLAYER = "engine:proof=off,memory=1"  # proofs need no evaluator, and a small table is quick to clear
SAMPLER = "mcts:leaf=rollout,memory=8"
OPENINGS = 200
SPEED_NODES = 20_000  # of a search that is timed
SPEED_SIMULATIONS = 300
SPEED_POSITIONS = 3
MATCH_NODES = 1_000  # of the faster side in a match at equal time
LEAST_NODES = 10  # of it, where a match is given little time
LONG, LEAST_LONG = 10, 200  # a game that can go on for ever is a draw after so many times the usual plies, or so many


@dataclass(frozen=True)
class Bout:
    """What a match at equal time is to be.

    Attributes
    ----------
    games : two for each opening
    nodes : a move of the faster side, or simulations
    seconds : of CPU time that it should take at most: a long game, or a slow one, gets fewer nodes
    patience : how many times these seconds may pass before games are left out
    """

    games: int
    nodes: float = MATCH_NODES
    seconds: float = math.inf
    patience: float = math.inf


@dataclass
class Side:
    """One side of a match: the engine with an evaluator and so many nodes a move, or, without one, sampling with simulations."""

    evaluator: Evaluator | None
    steps: int

    def player(self, name: str) -> Any:
        """Return the player with the evaluator that `name_here` gave a name, with so many nodes or simulations under any limit."""
        made = make_player(SAMPLER if self.evaluator is None else with_options(PLAYER, {"eval": name}))
        limit = Limit(simulations=self.steps) if self.evaluator is None else Limit(nodes=self.steps)
        choose = made.choose
        made.choose = lambda position, _, listen=None: choose(position, limit, listen)  # type: ignore[method-assign, assignment]
        return made


class Matches:
    """Matches of one game, whose usual games have so many `plies`, all on the same openings."""

    def __init__(self, game: Game, seed: int, plies: float) -> None:
        self._game, self._plies, own = game, plies, derived_seed(seed, "judge")
        self.openings = random_openings(game, OPENINGS, own).lines
        cap = max(LEAST_LONG, round(LONG * plies)) if game.max_plies is None else None
        self._pairs = PairPlayer(lambda _: game, self.openings, own, Limit(nodes=1), cap)

    def standing(self, ours: Side, theirs: Side, bout: Bout) -> Standing:
        """Return how `ours` does in the games of a match.

        Raises
        ------
        GameError
            if a game ends otherwise than by the rules
        """
        sides = ((ours, "learnt"), (theirs, "opponent"))
        names = ["" if side.evaluator is None else name_here(side.evaluator, label) for side, label in sides]
        try:
            players = ours.player(names[0]), theirs.player(names[1])
            return self._pairs.standing(players, range(max(1, bout.games // 2)), bout.patience * bout.seconds)
        finally:
            for name in names:
                MADE_HERE.pop(name, None)

    def at_equal_time(
        self, ours: Evaluator, theirs: Evaluator | None, bout: Bout, costs: Sequence[float] | None = None
    ) -> tuple[Standing, list[int]]:
        """Return how `ours` does where both sides have the same time for a move, and how many nodes, or simulations, that is.

        Parameters
        ----------
        theirs : None: sampling
        costs : of a node of each side, or a simulation, in seconds, or in any unit where these do not count; None: measured
        """
        cost, other = costs or [self.cost(evaluator) for evaluator in (ours, theirs)]
        fastest = cost if theirs is None else min(cost, other)
        most = min(bout.nodes, max(LEAST_NODES, bout.seconds / (bout.games * self._plies * fastest)))
        steps = [max(1, round(most * fastest / each)) for each in (cost, other)]
        return self.standing(Side(ours, steps[0]), Side(theirs, steps[1]), bout), steps

    def cost(self, evaluator: Evaluator | None) -> float:
        """Return the seconds of CPU time of a node, or, without an evaluator, of a simulation: the least of some searches."""
        starts = [self._game.start().play(*line) for line in self.openings[:SPEED_POSITIONS]]
        search = self._simulated() if evaluator is None else self._searched(evaluator)
        costs = []
        for position in starts:
            if not position.over:
                begin = time.thread_time()
                steps = search(position)
                costs.append((time.thread_time() - begin) / max(1, steps))
        return min(costs, default=1e-6)

    def _searched(self, evaluator: Evaluator) -> Callable[[Position], int]:
        """Return a function that searches from a position with the engine for a while, and returns how many nodes that took."""
        search = search_for(self._game, evaluator, Wishes(proof=False))

        def nodes(position: Position) -> int:
            search.forget()
            return max(report.nodes for report in search.deepen(SearchRequest(position, Limit(nodes=SPEED_NODES))))

        return nodes

    def _simulated(self) -> Callable[[Position], int]:
        """Return a function that samples from a position for a while, and returns how many simulations that were."""
        player = make_player(SAMPLER)
        player.start(self._game, 0, 0)  # compiles

        def simulations(position: Position) -> int:
            player.start(self._game, 0, 0)
            return int(ask(player, position, Limit(simulations=SPEED_SIMULATIONS), 0).simulations)

        return simulations
