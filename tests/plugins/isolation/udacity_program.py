"""The runner of Udacity's Adversarial Search project (11x9), with our state and agents."""

from __future__ import annotations

import contextlib
import multiprocessing

from counterply.plugins.isolation.udacity_program import (
    _BLANK_BOARD as EMPTY_BOARD,
    Action as Action,
    BasePlayer as BaseAgent,
    GreedyPlayer as GreedyAgent,
    Isolation,
    MinimaxPlayer as MinimaxAgent,
    RandomPlayer as RandomAgent,
    StopSearch,
    TimedQueue,
)

__all__ = ["EMPTY_BOARD", "Action", "BaseAgent", "GreedyAgent", "MinimaxAgent", "RandomAgent"]

MOVE_MILLISECONDS = 150
KILL_SECONDS = 5.0  # a move's process is killed so long after the limit


class HostHangs(Exception):
    """The host would now wait for ever: the agent has put nothing."""


def _in_child(agent, queue, state):
    agent.queue = queue
    queue.agent = agent
    queue.start_timer()
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
