"""Small players for the tests of the hosts' agents, named by ``FILE.py:NAME`` like a user's own."""

from __future__ import annotations

import time

from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.values import FIRST, ONGOING
from counterply.players import make_player
from counterply.players.base import BasePlayer


class Mobile(BasePlayer):
    """Two plies: the move after which the opponent's best reply leaves it the most moves. Streams its first move at once."""

    def choose(self, position, limit, listen=None):
        moves = position.moves()
        if listen:
            listen(Report(moves[0], depth=1))
        some = moves[:: 1 + len(moves) // 8]  # a placement is one of eight cells, or few more
        return Report(max((self.least_left(position.after(move), position.turn), move) for move in some)[1], depth=2)

    @classmethod
    def least_left(cls, position, player):
        """Return how few moves `player`, who has just moved, can be left with."""
        if position.outcome() != ONGOING:
            return cls.room(position, player)
        return min(cls.room(position.after(reply), player) for reply in position.moves()[:8])

    @staticmethod
    def room(position, player):
        """Return how many moves `player`, who is on move, has; at the end of the game more or less than any number of moves."""
        if position.outcome() == ONGOING:
            return len(position.moves())
        return 99 if (position.outcome() == FIRST) == (player == 0) else -1


class Recording(Mobile):
    """Remembers every call of `start` and `choose`."""

    def __init__(self):
        self.started = []
        self.asked = []

    def start(self, game, seat, seed):
        self.started.append((game.full_name, seat, seed))

    def choose(self, position, limit, listen=None):
        self.asked.append((position, limit))
        return super().choose(position, limit, listen)


class Failing(Mobile):
    """Raises in the third position that it sees and all that follow."""

    calls = 0

    def choose(self, position, limit, listen=None):
        self.calls += 1
        if self.calls > 2:
            raise ZeroDivisionError("an evaluator's fault")
        return super().choose(position, limit, listen)


class Cheating(Mobile):
    """Answers an illegal cell, but not while the agent is being made."""

    def choose(self, position, limit, listen=None):
        return (
            Report(int(position.record["cells"][1 - position.turn]))
            if limit.depth is None
            else super().choose(position, limit, listen)
        )


class Endless(Mobile):
    """Streams moves for ever, but not while the agent is being made, whatever the limit says."""

    def choose(self, position, limit, listen=None):
        moves = position.moves()
        depth = 0
        while limit.depth is None:
            for move in moves:
                depth += 1
                listen(Report(move, depth=depth))
                time.sleep(0.002)
        return Report(moves[0])


class Shallow(BasePlayer):
    """The engine to depth 3, whatever the limit says: plays the same on a busy machine."""

    def start(self, game, seat, seed):
        self.engine = make_player("engine:memory=4")
        self.engine.start(game, seat, seed)

    def choose(self, position, limit, listen=None):
        return self.engine.choose(position, Limit(depth=3), listen)
