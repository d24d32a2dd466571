"""UCT as in the textbook grows the same tree as the compiled search, and plays games in plain Python."""

from __future__ import annotations

import pytest

from counterply import PlainGame
from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.values import ONGOING
from counterply.players import make_player
from counterply.plugins.monte_carlo.search import TreeSearch, TreeSettings
from counterply.plugins.monte_carlo.textbook import MonteCarloTree, monte_carlo
from counterply.search.textbook import Count
from counterply.usercode.loading import load_evaluator, load_game
from small_nim import Nim

SIMULATIONS = 300


def compiled_tree(position, seed, explore):
    """The compiled search without priors, sound hints and bounds on results."""
    tree = TreeSearch(
        position.game,
        load_evaluator("zero", position.game),
        TreeSettings(leaf="rollout", prior="none", bias=0.0, explore=explore),
        4,
    )
    tree.context["sound"] = 0
    tree.context["varying"] = 1
    *_, report = tree.deepen(position, Limit(simulations=SIMULATIONS), seed=seed)
    return tree, report


def numbers(tree, index=0):
    """A compiled tree as nested dictionaries: visits, value, children by move."""
    node = tree.nodes[index]
    children = {int(tree.nodes["move"][child]): numbers(tree, child) for child in tree.children(index)}
    return int(node["visits"]), float(node["value"]), {move: child for move, child in children.items() if child[0]}


def plain_numbers(node):
    children = {move: plain_numbers(child) for move, child in node.children.items()}
    return node.visits, node.value, {move: child for move, child in children.items() if child[0]}


@pytest.mark.parametrize(
    ("name", "moves", "seed", "explore"),
    [("tic_tac_toe", "", 1, 1.0), ("tic_tac_toe", "0,0 1,1", 2, 1.4), ("connect_four", "4 4 3", 3, 0.7)],
)
def test_it_grows_the_same_tree_as_the_compiled_search(name, moves, seed, explore):
    position = load_game(name).position(f"moves {moves}")
    compiled, report = compiled_tree(position, seed, explore)
    plain = MonteCarloTree(position, seed, explore)
    count = Count()
    for _ in range(SIMULATIONS):
        plain.simulate(count)
    assert plain_numbers(plain.root) == numbers(compiled)
    assert count.nodes == report.nodes
    *_, ours = monte_carlo(position, Limit(simulations=SIMULATIONS), seed=seed, explore=explore)
    assert (ours.move, ours.simulations, ours.stopped) == (report.move, SIMULATIONS, "simulations")


def test_it_finds_a_win_and_meets_a_threat():
    game = load_game("connect_four")
    for moves in ("4 1 4 1 4 2", "4 1 4 1 4"):
        *_, report = monte_carlo(game.position(f"moves {moves}"), Limit(simulations=400), seed=1)
        assert report.move == 3


def test_a_plain_game():
    position = PlainGame("nim", lambda: Nim(6)).start()
    player = make_player("uct:simulations=300")
    player.start(position.game, 0, 1)
    while position.outcome() == ONGOING:
        report = player.choose(position, Limit())
        assert report.move in position.moves()
        position = position.after(report.move)


def test_the_same_seed_plays_the_same_and_limits_are_kept():
    position = load_game("tic_tac_toe").start()
    found = [list(monte_carlo(position, Limit(nodes=500), seed=seed))[-1] for seed in (4, 4, 5)]
    assert found[0].lines == found[1].lines != found[2].lines
    assert found[0].nodes == 500
    assert found[0].stopped == "nodes"
    *_, one = monte_carlo(position, Limit(nodes=1), seed=1)
    assert one.move in position.moves()


def test_what_it_refuses():
    with pytest.raises(GameError, match="needs a limit"):
        make_player("uct").choose(load_game("tic_tac_toe").start(), Limit())
    with pytest.raises(GameError, match="over"):
        next(monte_carlo(load_game("tic_tac_toe").position("moves 0,0 1,0 0,1 1,1 0,2"), Limit(nodes=5)))
