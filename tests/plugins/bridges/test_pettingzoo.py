"""Our games pass PettingZoo's own tests; nobody sees what is hidden."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError, UsageError
from counterply.core.values import ONGOING
from counterply.plugins.bridges.encoding import Encoding, Survey, after_chance
from counterply.plugins.bridges.pettingzoo import env, raw_env
from counterply.usercode.loading import load_game
from sampled import SAMPLED

KNOWN = (
    "Observation space for each agent probably",
    "Observation is not a NumPy array",
)  # PettingZoo's own classic games have them


@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_a_game_passes_the_tests_of_pettingzoo(name):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(name), num_cycles=60, verbose_progress=False)
        seed_test(lambda: env(name), num_cycles=20)
    said = [str(each.message) for each in caught if issubclass(each.category, UserWarning)]  # not of what other tests left open
    assert [text for text in said if not text.startswith(KNOWN)] == []


def test_a_new_file_passes_them_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["new", "mine"]) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env("mine.py"), num_cycles=60, verbose_progress=False)


def played(environment, seed):
    """Play random legal actions to the end; return each agent's sum of rewards."""
    luck, total = random.Random(seed), dict.fromkeys(["player_0", "player_1"], 0.0)
    environment.reset(seed=seed)
    for agent in environment.agent_iter():
        observation, reward, over, truncated, _ = environment.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if over or truncated else luck.choice(legal))
    return total


def test_rewards_are_those_of_the_game():
    environment = raw_env("tic_tac_toe")
    found = set()
    for seed in range(30):
        total = played(environment, seed)
        assert total["player_0"] == -total["player_1"] == {1: 1.0, 2: -1.0, 3: 0.0}[environment.position.outcome()]
        found.add(total["player_0"])
    assert found == {1.0, -1.0, 0.0}
    margins = raw_env("fishing_derby", reward="margin")
    assert any(abs(played(margins, seed)["player_0"]) > 1 for seed in range(4))
    assert margins.position.outcome() != ONGOING


def test_an_illegal_action_ends_the_episode():
    environment = env("tic_tac_toe")
    environment.reset(seed=0)
    environment.step(4)
    environment.step(4)
    assert environment.rewards == {"player_0": 0, "player_1": -1.0}


def test_a_game_without_end_is_truncated():
    environment = raw_env("blocker", max_plies=3)
    environment.reset(seed=0)
    for _ in range(3):
        assert not any(environment.truncations.values())
        environment.step(int(np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])[0]))
    assert list(environment.truncations.values()) == [True, True]


def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same():
    game = load_game("splendor")
    encoding, luck, count = Encoding(game), random.Random(3), 0
    position = after_chance(game.start(), luck)
    while count < 200:
        if position.outcome() != ONGOING:
            position = after_chance(game.start(), luck)
        seat = position.turn
        other_world = position.seen_by(seat, luck.getrandbits(32))  # what the seat may not know is drawn anew
        assert (encoding.observation(position, seat, 7) == encoding.observation(other_world, seat, 7)).all()
        assert (encoding.mask(position, seat) == encoding.mask(other_world, seat)).all()
        count += 1
        position = after_chance(position.after(luck.choice(position.moves())), luck)


def test_observations_tell_positions_apart():
    game = load_game("connect_four")
    encoding = Encoding(game)
    start, high = game.start(), game.start().play_text("7777777"[:6])
    stones = [encoding.observation(position, 0, 0) for position in (start, high, high.after(5))]
    assert [int(stone.sum()) for stone in stones] == [1, 3 + 6 + 1, 3 + 7], "the mover's stones, all stones, on move"
    assert stones[0].dtype == np.float32


def test_actions():
    assert Survey(load_game("connect_four")).actions == 7
    assert Survey(load_game("isolation")).actions == 49
    assert Survey(load_game("splendor")).actions == 65_536, "its codes are sparse: a random game says nothing of the largest"
    position = load_game("connect_four").start()
    with pytest.raises(GameError, match="make it with actions=7 or more"):
        Encoding(position.game, actions=3).mask(position, 0)


def test_a_view_of_ones_own_and_plain_games():
    environment = raw_env("tic_tac_toe", observe=lambda position, seat: np.array([position.ply, seat]), render_mode="ansi")
    environment.reset(seed=0)
    environment.step(4)
    assert environment.observe("player_1")["observation"].tolist() == [1.0, 1.0]
    assert environment.render().splitlines()[1] == ". X ."
    with pytest.raises(UsageError, match="needs a compiled game"):
        env("examples/04_plain_game.py")
