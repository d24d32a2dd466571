"""A stand-in for Udacity's Adversarial Search project (11x9 Isolation): state, runner and sample agents, its traps included."""

from __future__ import annotations

import contextlib
import multiprocessing
import random
import time
from enum import IntEnum
from typing import NamedTuple

WIDTH, HEIGHT = 11, 9
STRIDE = WIDTH + 2  # two border bits in each row
BITS = STRIDE * HEIGHT - 2  # 115
EMPTY_BOARD = sum(1 << (x + STRIDE * y) for x in range(WIDTH) for y in range(HEIGHT))
MOVE_MILLISECONDS = 150
KILL_SECONDS = 5.0  # a move's process is killed so long after the limit


class Action(IntEnum):
    NNE = 25
    ENE = 11
    ESE = -15
    SSE = -27
    SSW = -25
    WSW = -11
    WNW = 15
    NNW = 27


class StopSearch(Exception):
    """Raised inside the agent by a put after the deadline."""


class HostHangs(Exception):
    """The host would now wait for ever: the agent has put nothing."""


class Isolation(NamedTuple):
    board: int = EMPTY_BOARD
    ply_count: int = 0
    locs: tuple[int | None, int | None] = (None, None)

    def player(self):
        return self.ply_count % 2

    def actions(self):
        """Cells before placement, afterwards steps in a fixed order."""
        loc = self.locs[self.player()]
        if loc is None:
            return self.liberties(None)
        return [step for step in Action if loc + step >= 0 and self.board >> (loc + step) & 1]

    def result(self, action):
        """Return the state after `action`; nothing but openness is checked."""
        player = self.player()
        loc = self.locs[player]
        target = int(action) if loc is None else loc + int(action)
        if target < 0 or not self.board >> target & 1:
            raise RuntimeError(f"invalid action {action}")
        locs = (target, self.locs[1]) if player == 0 else (self.locs[0], target)
        return Isolation(self.board & ~(1 << target), self.ply_count + 1, locs)

    def liberties(self, loc):
        """Return the open cells that a player at `loc` reaches; all open cells from None."""
        cells = range(BITS) if loc is None else [loc + step for step in Action]
        return [cell for cell in cells if cell >= 0 and self.board >> cell & 1]

    def has_liberties(self, player):
        """The host's slip: liberty 0, the bottom right corner, does not count."""
        return any(self.liberties(self.locs[player]))

    def terminal_test(self):
        return not (self.has_liberties(0) and self.has_liberties(1))

    def utility(self, player):
        if not self.terminal_test():
            return 0.0
        mover_wins = self.has_liberties(self.player())
        return float("inf") if mover_wins == (player == self.player()) else float("-inf")


class TimedQueue:
    """What an agent finds as `self.queue`: the last put before the deadline counts, a later one raises."""

    def __init__(self, receiver, sender, milliseconds):
        self.receiver, self.sender = receiver, sender
        self.milliseconds = milliseconds
        self.deadline = None
        self.agent = None

    def start(self):
        self.deadline = time.perf_counter() + self.milliseconds / 1000

    def put(self, action):
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise StopSearch
        if self.receiver.poll():
            self.receiver.recv()
        self.sender.send((self.agent.context, action))


def _in_child(agent, queue, state):
    agent.queue = queue
    queue.agent = agent
    queue.start()
    with contextlib.suppress(StopSearch):
        agent.get_action(state)


def request_action(state, agent, milliseconds=MOVE_MILLISECONDS):
    """Run one move in a forked process; return the last action put, with the agent's context carried over."""
    forking = multiprocessing.get_context("fork")
    receiver, sender = forking.Pipe(duplex=False)
    process = forking.Process(target=_in_child, args=(agent, TimedQueue(receiver, sender, milliseconds), state))
    process.start()
    process.join(KILL_SECONDS + milliseconds / 1000)
    killed = process.is_alive()
    if killed:
        process.terminate()
        process.join()
    if not receiver.poll():
        raise HostHangs(f"{type(agent).__name__} put nothing")
    agent.context, action = receiver.recv()
    receiver.close()
    sender.close()
    process.close()
    return action


def debug_action(state, agent, milliseconds=None):
    """Run one move as in the host's debug mode: in this process, without a limit."""
    receiver, sender = multiprocessing.Pipe(duplex=False)
    agent.queue = TimedQueue(receiver, sender, 0)
    agent.queue.agent = agent
    agent.get_action(state)
    if not receiver.poll():
        raise HostHangs(f"{type(agent).__name__} put nothing")
    agent.context, action = receiver.recv()
    receiver.close()
    sender.close()
    return action


def play(agents, milliseconds=MOVE_MILLISECONDS, state=None, call=request_action):
    """Play one game; return (winner's id, actions, reason). `call` asks an agent for its action."""
    state = state or Isolation()
    actions = []
    while not state.terminal_test():
        player = state.player()
        action = call(state, agents[player], milliseconds)
        if action not in state.actions():
            return 1 - player, actions, "illegal action"
        actions.append(action)
        state = state.result(action)
    return (0 if state.utility(0) > 0 else 1), actions, "no liberties"


class BaseAgent:
    def __init__(self, player_id):
        self.player_id = player_id
        self.queue = None
        self.context = None


class RandomAgent(BaseAgent):
    def get_action(self, state):
        self.queue.put(random.choice(state.actions()))


class GreedyAgent(BaseAgent):
    """Most own liberties after the move, the first best."""

    def get_action(self, state):
        self.queue.put(max(state.actions(), key=lambda a: len(state.liberties(state.result(a).locs[self.player_id]))))


class MinimaxAgent(BaseAgent):
    """A random cell at plies 0 and 1, then minimax of depth 3 without pruning; own minus opponent's liberties."""

    depth = 3

    def get_action(self, state):
        if state.ply_count < 2:
            self.queue.put(random.choice(state.actions()))
        else:
            self.queue.put(max(state.actions(), key=lambda a: self.value(state.result(a), self.depth - 1)))

    def value(self, state, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
            return len(state.liberties(own)) - len(state.liberties(other))
        values = [self.value(state.result(a), depth - 1) for a in state.actions()]
        return max(values) if state.player() == self.player_id else min(values)
