"""Monte Carlo tree search as in the textbook, as a player: slow, and readable from end to end."""

from __future__ import annotations

from typing import Any

from counterply.core.errors import GameError
from counterply.core.limits import Limit, now_ns
from counterply.core.report import Report
from counterply.core.words import positive
from counterply.players.base import SEED_FACTOR, Listener, Player, last_of, only_move, reserve_of
from counterply.search import textbook


class UctPlayer(Player):
    """UCT as in the textbook, in plain Python: random games to the end, no priors, nothing proven; plays games in plain Python too.

    Parameters
    ----------
    simulations : most simulations a move
    explore : weight of uncertainty in the choice of a move, in standard deviations of the results so far
    """

    def __init__(self, simulations: int | None = None, explore: float = 1.0) -> None:
        self.simulations = None if simulations is None else positive(simulations, "the simulations of uct")
        self.explore = explore
        self._seed = 0

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Refuse games that UCT does not fit; seed the random state."""
        textbook.require_plain_rules(game)
        self.notes = ("uct searches in plain Python",)
        self._seed = seed

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit; a single legal move is played at once."""
        begin = now_ns()
        limit = limit.at_most(simulations=self.simulations)
        if limit.with_(depth=None).unlimited and limit.stop is None:
            raise GameError("uct needs a limit: time, nodes, or simulations, as in uct:simulations=2000")
        moves = position.moves()
        if len(moves) == 1:
            return only_move(moves[0], begin)
        seed = (self._seed + 1) * SEED_FACTOR + position.ply
        reports = textbook.monte_carlo(position, limit, seed=seed, explore=self.explore, reserve=reserve_of(limit), begin=begin)
        return last_of(reports, listen)
