"""Our games as Gymnasium environments: one agent against a player of ours."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env

from counterply import Limit
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError, UsageError
from counterply.plugins.bridges.gymnasium import Env, environment_id
from sampled import SAMPLED

QUICK = Limit(nodes=50)


@pytest.mark.parametrize("name", SAMPLED)
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_gymnasium_checks_a_game(name):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*Box observation space m.*imum value.*")
        check_env(Env(name, "random", QUICK), skip_render_check=True)


def test_built_in_games_are_registered():
    made = gymnasium.make("counterply.plugins.bridges.gymnasium:Counterply/ConnectFour-v0", opponent="random", seat=1)
    _, info = made.reset(seed=1)
    assert made.unwrapped.position.ply == 1, "the opponent moves first"
    assert info["action_mask"].sum() == 7
    assert environment_id("tic_tac_toe") in gymnasium.registry


def episode(environment, random, seed=None):
    """Play random legal actions; return the last reward."""
    _, info = environment.reset(seed=seed)
    over = truncated = False
    while not (over or truncated):
        _, reward, over, truncated, info = environment.step(random.choice(np.flatnonzero(info["action_mask"])))
        assert "illegal" not in info
    return reward


def test_masked_actions_are_legal_and_a_better_opponent_wins_more():
    random = np.random.default_rng(1)
    scores = {}
    for opponent in ("random", "alphabeta:eval=zero"):
        environment = Env("tic_tac_toe", opponent, Limit(depth=4))
        scores[opponent] = sum(episode(environment, random, seed) for seed in range(150)) / 150
    assert abs(scores["random"]) < 0.25
    assert scores["alphabeta:eval=zero"] < -0.7


def test_the_seed_decides_everything():
    environment = Env("tic_tac_toe", "random", QUICK)
    runs = []
    for _ in range(2):
        random = np.random.default_rng(5)
        runs.append([episode(environment, random, 9), *(episode(environment, random) for _ in range(5))])
    assert runs[0] == runs[1]
    environment.reset(seed=9)
    seats = set()
    for _ in range(10):
        seats.add(environment.reset()[1]["seat"])
    assert seats == {0, 1}, "drawn anew for each episode"


def test_illegal_actions():
    environment = Env("tic_tac_toe", "random", QUICK, seat=0)
    environment.reset(seed=0)
    environment.step(4)
    _, reward, over, _, info = environment.step(4)
    assert (reward, over, info["illegal"]) == (-1.0, True, 4)
    strict = Env("tic_tac_toe", "random", QUICK, seat=0, illegal="raise")
    strict.reset(seed=0)
    with pytest.raises(GameError, match="action 99 is illegal; legal: 0 1 2"):
        strict.step(99)


@pytest.mark.parametrize("name", ["tic_tac_toe", "isolation"])
@pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")
def test_gymnasium_checks_a_board_as_planes(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*not (an|the) image|.*render")
        environment = Env(name, "random", QUICK, view="planes")
        check_env(environment, skip_render_check=True)
    assert environment.observation_space.shape[1:] == tuple(environment.game.board)


def test_planes_show_one_s_own_pieces_first_and_keep_their_bounds():
    environment = Env("tic_tac_toe", "random", QUICK, view="planes", seat=1)
    observation, _ = environment.reset(seed=1)
    assert observation.shape == (2 + 1 + 2, 3, 3)
    own, other, unknown, on_move, seat = observation
    assert (own.sum(), other.sum(), unknown.sum()) == (0, 1, 0)
    assert (on_move == 1).all()
    assert (seat == 1).all()
    observation, *_ = environment.step(environment.position.moves()[0])
    assert observation[0].sum() == 1
    for view in ("planes", "fields"):
        space = Env("isolation", "random", QUICK, view=view).observation_space
        assert np.isfinite(space.low).all()
        assert np.isfinite(space.high).all()


def test_what_cannot_be_gets_one_line():
    with pytest.raises(UsageError, match="the diagram of kalah is no board of cells"):
        Env("kalah", view="planes")
    with pytest.raises(UsageError, match="view is fields or planes, not 'plane'"):
        Env("tic_tac_toe", view="plane")
    with pytest.raises(UsageError, match="seat is 0, 1 or None"):
        Env("tic_tac_toe", seat=2)
    with pytest.raises(UsageError, match="needs a limit"):
        Env("tic_tac_toe", limit=Limit())
    bad = Env("tic_tac_toe", BadPlayer(), QUICK, seat=1)
    with pytest.raises(GameError, match="the opponent answered 99, which is illegal"):
        bad.reset(seed=0)


class BadPlayer:
    def choose(self, position, limit):
        return 99
