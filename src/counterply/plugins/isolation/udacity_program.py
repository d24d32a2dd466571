"""A stand-in for Udacity's Adversarial Search project (11x9 Isolation): state, queue and sample agents, their traps included."""

from __future__ import annotations

import inspect
import os
import pickle
import random
import time
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

_WIDTH, _HEIGHT = 11, 9
STRIDE = _WIDTH + 2  # two border bits in each row
_SIZE = STRIDE * _HEIGHT - 2  # 115
_BLANK_BOARD = sum(1 << (x + STRIDE * y) for x in range(_WIDTH) for y in range(_HEIGHT))
S, N, W, E = -STRIDE, STRIDE, 1, -1  # names that agents import
INFINITY = float("inf")


class Action(IntEnum):
    """A knight's steps."""

    NNE = 25
    ENE = 11
    ESE = -15
    SSE = -27
    SSW = -25
    WSW = -11
    WNW = 15
    NNW = 27


_ACTIONSET = set(Action)


class StopSearch(Exception):
    """Raised inside the agent by a put after the deadline."""


class Isolation(NamedTuple):
    """A state: open cells as bits, plies made, and where the players are."""

    board: int = _BLANK_BOARD
    ply_count: int = 0
    locs: tuple[int | None, int | None] = (None, None)

    def player(self) -> int:
        """Return who is on move."""
        return self.ply_count % 2

    def actions(self) -> list[int]:
        """Cells before placement, afterwards steps in a fixed order."""
        loc = self.locs[self.player()]
        if loc is None:
            return self.liberties(None)
        return [step for step in Action if loc + step >= 0 and self.board >> (loc + step) & 1]

    def result(self, action: int) -> Isolation:
        """Return the state after `action`; nothing but openness is checked."""
        player = self.player()
        loc = self.locs[player]
        target = int(action) if loc is None else loc + int(action)
        if target < 0 or not self.board >> target & 1:
            raise RuntimeError(f"invalid action {action}")
        locs = (target, self.locs[1]) if player == 0 else (self.locs[0], target)
        return Isolation(self.board & ~(1 << target), self.ply_count + 1, locs)

    def liberties(self, loc: int | None) -> list[int]:
        """Return the open cells that a player at `loc` reaches; all open cells from None."""
        cells = range(_SIZE) if loc is None else [loc + step for step in Action]
        return [cell for cell in cells if cell >= 0 and self.board >> cell & 1]

    def _has_liberties(self, player: int) -> bool:
        """The program's slip: liberty 0, the bottom right corner, does not count."""
        return any(self.liberties(self.locs[player]))

    def terminal_test(self) -> bool:
        """Tell whether either player is stuck."""
        return not (self._has_liberties(0) and self._has_liberties(1))

    def utility(self, player_id: int) -> float:
        """Return infinity for the winner, minus infinity for the loser, and 0 while the game goes on."""
        if not self.terminal_test():
            return 0.0
        mover_wins = self._has_liberties(self.player())
        return INFINITY if mover_wins == (player_id == self.player()) else -INFINITY


class DebugState(Isolation):
    """A state that prints as a board."""

    player_symbols = ("1", "2")

    @staticmethod
    def from_state(gamestate: Isolation) -> DebugState:
        """Return a state that prints."""
        return DebugState(*gamestate)

    @property
    def bitboard_string(self) -> str:
        """The board's bits."""
        return f"{self.board:b}"

    @classmethod
    def ind2xy(cls, ind: int) -> tuple[int, int]:
        """Return column, from the right, and row, from the bottom."""
        return ind % STRIDE, ind // STRIDE

    def __str__(self) -> str:
        rule = "+ - " * _WIDTH + "+" + os.linesep
        rows = []
        for y in reversed(range(_HEIGHT)):
            cells = [x + STRIDE * y for x in reversed(range(_WIDTH))]
            marks = [self.player_symbols[self.locs.index(c)] if c in self.locs else "X "[self.board >> c & 1] for c in cells]
            rows.append("".join(f"| {mark} " for mark in marks) + "|" + os.linesep)
        return rule + rule.join(rows) + rule


class TimedQueue:
    """What an agent finds as `self.queue`: the last put before the deadline counts, a later one raises."""

    def __init__(self, receiver: Any, sender: Any, time_limit: float) -> None:
        self.receiver, self.sender = receiver, sender
        self.milliseconds = time_limit
        self.deadline: float | None = None
        self.agent: Any = None

    def start_timer(self) -> None:
        """Let the time run."""
        self.deadline = time.perf_counter() + self.milliseconds / 1000

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Take an action in place of the last one."""
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise StopSearch
        if self.receiver.poll():
            self.receiver.recv()
        self.sender.send((getattr(self.agent, "context", None), item))

    put_nowait = put

    def qsize(self) -> int:
        """Return how many actions wait."""
        return int(self.receiver.poll())

    def full(self) -> bool:
        """Tell whether an action waits."""
        return bool(self.receiver.poll())

    def empty(self) -> int:
        """Return something true, as there: -1 or -2."""
        return ~self.qsize()


# --- the sample agents


class BasePlayer:
    """The base of all agents."""

    def __init__(self, player_id: int) -> None:
        self.player_id = player_id
        self.timer: Any = None
        self.queue: Any = None
        self.context: Any = None
        self.data: Any = None

    def get_action(self, state: Isolation) -> None:
        """Put actions into the queue."""
        raise NotImplementedError


class DataPlayer(BasePlayer):
    """An agent with the data of a file ``data.pickle``, which lies where the program runs: beside the agent's file."""

    def __init__(self, player_id: int) -> None:
        super().__init__(player_id)
        try:
            self.data = pickle.loads(Path(inspect.getfile(type(self))).with_name("data.pickle").read_bytes())
        except (OSError, TypeError):
            self.data = None


class RandomPlayer(BasePlayer):
    """Any action."""

    def get_action(self, state: Isolation) -> None:
        """Put one."""
        self.queue.put(random.choice(state.actions()))


class GreedyPlayer(BasePlayer):
    """Most own liberties after the move, the first best."""

    def score(self, state: Isolation) -> int:
        """Return the number of own liberties."""
        return len(state.liberties(state.locs[self.player_id]))

    def get_action(self, state: Isolation) -> None:
        """Put the best action."""
        self.queue.put(max(state.actions(), key=lambda action: self.score(state.result(action))))


class MinimaxPlayer(BasePlayer):
    """A random cell at plies 0 and 1, then minimax of depth 3 without pruning; own minus opponent's liberties."""

    depth = 3

    def get_action(self, state: Isolation) -> None:
        """Put the best action."""
        if state.ply_count < 2:
            self.queue.put(random.choice(state.actions()))
        else:
            self.queue.put(self.minimax(state, self.depth))

    def minimax(self, state: Isolation, depth: int) -> int:
        """Return the best action."""
        return max(state.actions(), key=lambda action: self.value(state.result(action), depth - 1))

    def value(self, state: Isolation, depth: int) -> float:
        """Return the value of a state."""
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        values = [self.value(state.result(action), depth - 1) for action in state.actions()]
        return max(values) if state.player() == self.player_id else min(values)

    def score(self, state: Isolation) -> int:
        """Return own liberties less those of the opponent."""
        own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
        return len(state.liberties(own)) - len(state.liberties(other))
