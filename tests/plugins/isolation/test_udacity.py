"""Our agent inside a stand-in of the Adversarial Search project."""

from __future__ import annotations

import contextlib
import itertools
import logging
import random
import time
from pathlib import Path

import pytest
import udacity_program

from counterply.core.report import Report
from counterply.core.values import FIRST, ONGOING
from counterply.plugins.isolation.course import DEFAULT_PLAYER
from counterply.plugins.isolation.udacity import (
    ANY_STEP,
    CustomPlayer,
    action_of,
    cell_of,
    index_of,
    isolation_game,
    move_of,
    position_of_state,
    state_fields,
)
from some import some

SMALL = f"{Path(__file__).with_name('small_players.py')}:"
GAMES = [
    (SMALL + "Mobile", 0, udacity_program.RandomAgent),
    *(
        pytest.param(name, seat, opponent, marks=pytest.mark.slow)
        for name, seat, opponent in [
            (DEFAULT_PLAYER, 1, udacity_program.GreedyAgent),
            (SMALL + "Mobile", 0, udacity_program.MinimaxAgent),
            (DEFAULT_PLAYER, 0, udacity_program.RandomAgent),
            (DEFAULT_PLAYER, 0, udacity_program.MinimaxAgent),
            (SMALL + "Mobile", 1, udacity_program.GreedyAgent),
        ]
    ),
]
GENEROUS_MS = 3_000  # nothing here may depend on how busy the machine is


def agent_class(name, **attributes):
    """Return an agent class as a student derives it."""
    return type("CustomPlayer", (CustomPlayer,), {"player": name, "seed": 1, **attributes})


class ListQueue:
    """Keeps what is put; raises the host's stop exception from put number `stop_at` on."""

    def __init__(self, stop_at=None):
        self.items = []
        self.stop_at = stop_at

    def put(self, action):
        if self.stop_at is not None and len(self.items) >= self.stop_at:
            raise udacity_program.StopSearch
        self.items.append(action)


def asked(agent, state, stop_at=None):
    agent.queue = ListQueue(stop_at)
    agent.get_action(state)
    return agent.queue.items


def random_states(seed, games=10):
    """Yield the states of random games, the last ones included."""
    rng = random.Random(seed)
    for _ in range(games):
        state = udacity_program.Isolation()
        yield state
        while not state.terminal_test():
            state = state.result(rng.choice(state.actions()))
            yield state


# --- the stand-in is faithful


def test_stand_in_numbers():
    state = udacity_program.Isolation()
    assert len(state.actions()) == 99
    assert (min(state.actions()), max(state.actions())) == (0, 114)
    assert len(state.result(57).actions()) == 98
    placed = state.result(57).result(0)
    assert [int(action) for action in placed.actions()] == [25, 11, -15, -27, -25, -11, 15, 27]
    assert [int(action) for action in placed.result(25).actions()] == [15, 27]  # from the bottom right corner


def only(indices, locs, ply_count=2):
    """Return a state in which just these cells are open."""
    return udacity_program.Isolation(sum(1 << index for index in indices), ply_count, locs)


CORNER_AND_MORE = only([0, 57 + 25], (15, 57))


def test_stand_in_copies_the_slip():
    assert [int(a) for a in CORNER_AND_MORE.actions()] == [-15]
    assert not CORNER_AND_MORE._has_liberties(0)
    assert CORNER_AND_MORE.terminal_test()
    assert CORNER_AND_MORE.utility(1) == float("inf")


def test_stand_in_stops_late_puts_and_reports_hanging():
    class Late(udacity_program.BaseAgent):
        def get_action(self, state):
            self.queue.put(state.actions()[0])
            self.context = "carried"
            self.queue.put(state.actions()[1])
            time.sleep(0.1)
            self.queue.put(state.actions()[2])

    class Silent(udacity_program.BaseAgent):
        def get_action(self, state):
            raise IndexError

    late = Late(0)
    assert udacity_program.request_action(udacity_program.Isolation(), late, 50) == udacity_program.Isolation().actions()[1]
    assert late.context == "carried"
    with pytest.raises(udacity_program.HostHangs):
        udacity_program.request_action(udacity_program.Isolation(), Silent(0), 10)


# --- conversions


def test_cells_and_indices_are_each_others_inverse():
    cells = range(99)
    assert [cell_of(index_of(cell)) for cell in cells] == list(cells)
    assert sum(1 << index_of(cell) for cell in cells) == udacity_program.EMPTY_BOARD
    assert (index_of(98), index_of(0), index_of(49)) == (0, 114, 57)


def test_states_and_positions_agree_over_random_games():
    """Moves, actions, outcome and the state itself, both ways."""
    for state in some(random_states(1, games=20), 200):
        position = position_of_state(state)
        assert state_fields(position) == tuple(state)
        assert position.turn == state.player()
        index = state.locs[state.player()]
        if state.terminal_test():
            assert position.outcome() != ONGOING
            assert (position.outcome() == FIRST) == (state.utility(0) > 0)
        else:
            assert {action_of(move, index) for move in position.moves()} == set(map(int, state.actions()))
            assert all(action_of(move_of(action, index), index) == action for action in state.actions())


def test_following_actions_gives_the_same_position():
    rng = random.Random(2)
    state, position = udacity_program.Isolation(), isolation_game(11, 9, "h99").start()
    while not state.terminal_test():
        action = rng.choice(state.actions())
        position = position.after(move_of(action, state.locs[state.player()]))
        state = state.result(action)
        assert position.key() == position_of_state(state).key()
    assert position.outcome() != ONGOING


def test_the_slip_is_played_as_the_host_does():
    position = position_of_state(CORNER_AND_MORE)
    assert position.outcome() != ONGOING
    assert position.outcome() != FIRST


# --- the agent


@pytest.mark.parametrize(("name", "seat", "opponent"), GAMES)
def test_plays_whole_games_in_forked_processes(name, opponent, seat):
    random.seed(seat)
    agents = [opponent(0), opponent(1)]
    agents[seat] = agent_class(name, move_ms=20.0)(seat)
    state = udacity_program.Isolation()
    winner, actions, reason = udacity_program.play(agents, GENEROUS_MS)
    assert reason == "no liberties"
    for action in actions:
        assert action in state.actions()
        state = state.result(action)
    assert state.terminal_test()
    assert state.utility(winner) > 0


@pytest.mark.parametrize("name", ["Mobile", pytest.param("Shallow", marks=pytest.mark.slow)])
def test_beats_random(name):
    """By what it searches, not by how fast: no limit here depends on how busy the machine is."""
    random.seed(8)
    wins = 0
    for seat in (0, 1, 0, 1, 0, 1):
        agents = [udacity_program.RandomAgent(0), udacity_program.RandomAgent(1)]
        agents[seat] = agent_class(SMALL + name, move_ms=None)(seat)
        wins += udacity_program.play(agents, call=udacity_program.debug_action)[0] == seat
    assert wins >= 5


def test_puts_a_legal_action_first_and_better_ones_later():
    state = udacity_program.Isolation().result(57).result(0).result(25)
    state = state.result(state.actions()[0])
    puts = asked(agent_class(SMALL + "Mobile")(0), state)
    assert puts[0] == state.actions()[0]
    assert len(puts) >= 2
    assert all(action in state.actions() for action in puts)
    assert all(isinstance(action, udacity_program.Action) for action in puts)  # the host gets its own objects back
    assert all(before != after for before, after in itertools.pairwise(puts))


@pytest.mark.parametrize("stop_at", [0, 1, 5])
def test_the_hosts_stop_passes_through(stop_at):
    agent = agent_class(SMALL + "Endless")(0)
    with pytest.raises(udacity_program.StopSearch):
        asked(agent, udacity_program.Isolation(), stop_at)
    assert len(agent.queue.items) == stop_at


def test_a_stop_that_a_player_swallows_still_passes_through(monkeypatch):
    agent = agent_class(SMALL + "Mobile")(0)

    def swallowing(position, limit, listen):
        with contextlib.suppress(udacity_program.StopSearch):
            listen(Report(position.moves()[0]))
        raise KeyError("something else")

    monkeypatch.setattr(agent._player, "choose", swallowing)
    with pytest.raises(udacity_program.StopSearch):
        asked(agent, udacity_program.Isolation(), 1)


def test_an_overrunning_player_is_stopped_by_the_host():
    """The deadline is the host's: the last action put in time counts, and the process ends."""
    agent = agent_class(SMALL + "Endless")(0)
    began = time.monotonic()
    assert udacity_program.request_action(udacity_program.Isolation(), agent, 60) in udacity_program.Isolation().actions()
    assert time.monotonic() - began < udacity_program.KILL_SECONDS


@pytest.mark.parametrize("name", ["Failing", "Cheating"])
def test_a_failing_player_plays_on(name, caplog):
    random.seed(9)
    agent = agent_class(SMALL + name)(0)
    with caplog.at_level(logging.WARNING):
        _, actions, reason = udacity_program.play([agent, udacity_program.RandomAgent(1)], call=udacity_program.debug_action)
    assert reason == "no liberties"
    assert len(actions) > 4
    assert "failed" in caplog.text


@pytest.mark.parametrize("state", [CORNER_AND_MORE, only([], (15, 57)), only([82], (15, 57))])
def test_terminal_states_get_something_harmless(state):
    assert state.terminal_test()
    assert asked(agent_class(SMALL + "Mobile")(0), state) == [state.actions()[0] if state.actions() else ANY_STEP]


def test_the_budget_is_the_classes():
    limits = {}
    for move_ms in (150.0, 1000.0, None):
        agent = agent_class(SMALL + "Recording", move_ms=move_ms, reserve_ms=50.0)(1)
        asked(agent, udacity_program.Isolation().result(57))
        limits[move_ms] = agent._player.asked[-1][1].seconds
    assert limits[150.0] <= 0.1
    assert 0.5 < limits[1000.0] <= 0.95
    assert 4 < limits[None] <= 5


def test_without_time_the_first_action_stands():
    agent = agent_class(SMALL + "Recording", move_ms=10.0, reserve_ms=20.0)(0)
    assert asked(agent, udacity_program.Isolation()) == [0]


def test_is_what_the_project_expects_of_an_agent():
    agent = agent_class(SMALL + "Mobile")(1)
    assert agent.player_id == 1
    assert agent.context is None
    state = udacity_program.Isolation().result(3)
    assert udacity_program.request_action(state, agent, GENEROUS_MS) in state.actions()
