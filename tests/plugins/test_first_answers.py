"""The first answer in a course's program costs no more CPU time than the second, but for a stated amount."""

import aind_program
import melbourne_program
import pytest
import udacity_program
from test_aind import limited
from test_kth import as_sent, message, turns
from test_melbourne import agent_class  # noqa: F401 - a fixture
from test_ucsb import Talk
from test_udacity import agent_class as udacity_class, asked

from counterply.compiling.kernels import PLAIN
from counterply.players import make_player
from counterply.plugins.fishing_derby.host import DEFAULT_PLAYER
from counterply.plugins.fishing_derby.kth import Agent
from counterply.plugins.gomoku import ucsb
from counterply.plugins.isolation.aind import CounterplyPlayer
from first_answer import MOVE_MS, require_level

pytestmark = pytest.mark.skipif(PLAIN, reason="plain searches have no cost of their own to begin with")


def fishing_derby():
    session, positions = Agent(DEFAULT_PLAYER), iter(turns(seed=21, length=900, most=3))
    messages = [as_sent(message(position)) | {"seconds": MOVE_MS / 1000} for position in positions]
    return lambda: session.answer(messages.pop(0))


def aind():
    agent = CounterplyPlayer(reserve_ms=0.0, seed=1)
    board = aind_program.Board(agent, aind_program.RandomAgent())
    return lambda: board.apply_move(agent.get_move(board, limited(MOVE_MS)))


def udacity():
    agent, state = udacity_class("engine:memory=4", move_ms=MOVE_MS, reserve_ms=0.0)(0), udacity_program.Isolation()
    return lambda: asked(agent, state)


HOSTS = [fishing_derby, aind, pytest.param(udacity, marks=pytest.mark.slow)]


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.__name__)
def test_the_first_answer_costs_what_the_second_does(host):
    require_level(host())


@pytest.mark.slow
def test_the_first_answer_in_melbournes_program(agent_class):  # noqa: F811
    rule, agent = melbourne_program.Rule(3), agent_class(0)
    actions = rule.getLegalActions(rule.state, 0)
    require_level(lambda: agent.SelectAction(actions, rule.state))


def test_the_first_answer_behind_ucsbs_referee(monkeypatch):
    monkeypatch.setattr(ucsb, "MOVE_SECONDS", MOVE_MS / 1000)
    talk, moves = Talk(size=15, player=make_player("engine")), iter(["c3", "a1", "o15"])
    talk.seat.finish()
    require_level(lambda: talk.tell(next(moves)))
