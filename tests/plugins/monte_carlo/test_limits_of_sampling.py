"""Players that sample keep limits, and see no more of chance and hidden cards than anybody at the table."""

from __future__ import annotations

import pig
import pytest
from test_limits_of_search import MIDDLE, assert_still_searches
from test_worlds import CARDS, PIG, assert_best_play_with_hidden_cards, assert_nobody_peeks, exact

from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.players import make_player
from counterply.plugins.monte_carlo.search import TreeSearch, TreeSettings
from counterply.usercode.loading import load_game

compiled_only = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")


@pytest.mark.parametrize(
    "name", ["mcts:memory=1", "mcts:memory=1,leaf=rollout", pytest.param("hybrid:memory=1", marks=pytest.mark.slow)]
)
def test_who_begins_too_late_still_searches(name, monkeypatch):
    assert_still_searches(name, monkeypatch)


@pytest.mark.parametrize("name", ["mcts:memory=1", pytest.param("hybrid:memory=1", marks=pytest.mark.slow)])
def test_loading_machine_code_is_not_remembered_as_an_evaluation(name):
    """It takes longer than the limit, and `mcts` played every move of its games without a simulation."""
    made = load_game("connect_four")
    player = make_player(name)
    player.start(made, 0, 0)
    assert player.choose(made.position(MIDDLE), Limit(seconds=0.03)).simulations > 0


@compiled_only
@pytest.mark.slow
def test_the_tree_converges_where_chance_branches():
    position = PIG.start().after(pig.ROLL).after(3)
    tree = TreeSearch(PIG, PIG.evaluators[0], TreeSettings(leaf="rollout", prior="none"), 16)
    *_, report = tree.deepen(position, Limit(simulations=100_000), seed=1)
    assert report.move == pig.ROLL
    assert report.score / report.grid == pytest.approx(exact(position, {}), abs=0.02)
    assert not report.proven


@pytest.mark.slow
def test_best_play_with_hidden_cards():
    assert_best_play_with_hidden_cards("mcts:simulations=4000")


@pytest.mark.parametrize("player", ["mcts:simulations=30", "mcts:simulations=30,leaf=rollout"])
def test_nobody_peeks_at_cards(player):
    assert_nobody_peeks(player)


def test_leaves_are_not_searched_where_cards_are_hidden():
    with pytest.raises(GameError, match="needs a game without chance or hidden cards"):
        make_player("hybrid").start(CARDS, 0, 1)
