"""Monte Carlo tree search: known values are found and proven, counts are exact, the same seed plays the same game."""

from __future__ import annotations

import random

import claims
import graphs
import numpy as np
import pytest
import truth
from hypothesis import given, strategies as st

from counterply import FIRST, ONGOING, SECOND
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit, Stop
from counterply.core.values import CHANCE, DECIDED_DISTANCE, is_loss, is_win
from counterply.players import make_player
from counterply.players.named import NamedPlayer
from counterply.plugins.monte_carlo.growth import clear_node, replant, tighten
from counterply.plugins.monte_carlo.search import TreeSearch, TreeSettings
from counterply.plugins.monte_carlo.simulations import logarithm
from counterply.plugins.monte_carlo.tree import node_at
from counterply.registry import games
from counterply.search.alphabeta.engine import Engine
from counterply.search.exact.outcomes import prove_outcome
from counterply.usercode.loading import load_evaluator, load_game
from examples import examples

TIC_TAC_TOE = load_game("tic_tac_toe")
CONNECT_FOUR = load_game("connect_four")
ROLLOUTS = TreeSettings(leaf="rollout", prior="none")
compiled_only = pytest.mark.skipif(PLAIN, reason="takes minutes uncompiled")


def search(position, simulations, settings=ROLLOUTS, seed=1, memory=4):
    tree = TreeSearch(position.game, load_evaluator(None, position.game), settings, memory)
    *_, report = tree.deepen(position, Limit(simulations=simulations), seed=seed)
    return tree, report


def shape(tree, index=0):
    """A tree as nested tuples: move, visits, value, bounds, children."""
    node = tree.nodes[index]
    facts = int(node["move"]), int(node["visits"]), float(node["value"]), int(node["low"]), int(node["high"])
    return (*facts, tuple(shape(tree, child) for child in tree.children(index)))


@compiled_only
def test_tic_tac_toe_is_proven_a_draw():
    _, report = search(TIC_TAC_TOE.start(), 100_000)
    assert report.stopped == "proven"
    assert report.proven
    assert report.score == 0
    assert len(report.line) == 9


ENDINGS = {
    "rollouts": (CONNECT_FOUR, 24, TreeSettings(prior="none")),
    "hint": (CONNECT_FOUR, 24, TreeSettings(prior="hint")),
    "evaluator": (CONNECT_FOUR, 24, TreeSettings(leaf="eval", prior="eval")),
    "search": (TIC_TAC_TOE, 3, TreeSettings(leaf="search", depth=2, prior="eval")),
}


@compiled_only
@pytest.mark.parametrize("leaf", [pytest.param(leaf, marks=pytest.mark.slow) if leaf == "search" else leaf for leaf in ENDINGS])
def test_endings_agree_with_the_solver(leaf):
    game, plies, settings = ENDINGS[leaf]
    evaluator = load_evaluator(None, game)
    engine, tree = Engine(game, evaluator), TreeSearch(game, evaluator, settings, 64)
    dice, proven = random.Random(3), 0
    for seed in range(25):
        position = game.start()
        while position.ply < plies and position.outcome() == ONGOING:
            position = position.after(dice.choice(position.moves()))
        if position.outcome() != ONGOING:
            continue
        *_, report = tree.deepen(position, Limit(simulations=100_000), seed=seed)
        if report.proven:
            proven += 1
            result = is_win(report.score) - is_loss(report.score)
            assert result == prove_outcome(engine, position, Limit()).value
            after = position.after(report.move)
            assert after.outcome() != ONGOING or -prove_outcome(engine, after, Limit()).value == result
    assert proven >= 8


def test_a_win_in_one_is_seen_and_a_threat_is_met():
    win = CONNECT_FOUR.position("moves 4 1 4 1 4 2")
    _, report = search(win, 200)
    assert report.move == 3
    assert is_win(report.score)
    threat = CONNECT_FOUR.position("moves 4 1 4 1 4")
    _, report = search(threat, 200)
    assert report.move == 3


def test_a_result_that_is_known_from_the_start_is_no_move():
    """The book says who wins, and not how; of a leaf, a shallow search says no more."""
    _, report = search(CONNECT_FOUR.position("moves 4 4 4 4 4 3 5 5"), 30)
    assert (report.simulations, report.proven) == (30, False)
    before = TIC_TAC_TOE.position("moves 0,0 1,1")
    tree, _ = search(before, 100, TreeSettings(leaf="search", depth=2, prior="eval"))
    *_, report = tree.deepen(before.play("0,1", "2,0"), Limit(simulations=100), seed=1)
    assert (report.score_text, report.line) == ("win", (2,))


def test_a_win_that_the_book_knows_is_farther_than_any_that_is_seen():
    """The book says who wins after eight stones, and not in how many plies: a win that can be counted is played first."""
    tree, report = search(CONNECT_FOUR.position("moves 4 4 4 4 4 3 5"), 12)
    known = [child for child in tree.children(0) if tree.nodes["low"][child] == tree.nodes["high"][child]]
    assert len(known) == 2
    assert {int(tree.nodes["distance"][child]) for child in (0, *known)} == {DECIDED_DISTANCE}
    assert (report.score_text, report.distance, report.line) == ("win", None, (2,))


def nodes_below(tree, position, index=0):
    """Each node of a tree, with the position that it stands for."""
    yield tree.nodes[index], position
    for child in tree.children(index):
        yield from nodes_below(tree, position.after(int(tree.nodes["move"][child])), child)


# leaf, prior, and how many simulations prove the four positions: the same search proves as soon as it did
PROOFS = {
    "rollouts": (ROLLOUTS, (57, 190, 48, 41)),
    "evaluator": (TreeSettings(leaf="eval", prior="eval"), (55, 164, 51, 29)),
    "minimax": (TreeSettings(leaf="eval", prior="none", minimax=0.3), (65, 193, 87, 36)),
    "search": (TreeSettings(leaf="search", depth=1, prior="none"), (30, 74, 16, 16)),
}


@pytest.mark.parametrize("leaf", PROOFS)
def test_the_true_result_lies_between_the_bounds_of_every_node(leaf):
    settings, simulations = PROOFS[leaf]
    for moves, count in zip(("0,0 1,1 0,2 0,1", "1,1 0,0 2,2", "0,0 1,0 1,1", "0,1 1,1 2,0 0,0"), simulations, strict=True):
        known, position = {}, TIC_TAC_TOE.position(f"moves {moves}")
        tree, report = search(position, 1000, settings)
        for node, at in nodes_below(tree, position):
            result, _, distance = truth.exact(at, known)
            assert node["low"] <= result <= node["high"]
            if result and node["low"] == node["high"]:
                assert node["distance"] == abs(distance)
        assert (report.stopped, report.simulations) == ("proven", count)


@pytest.fixture(scope="module")
def tree():
    return TreeSearch(TIC_TAC_TOE, load_evaluator(None, TIC_TAC_TOE), ROLLOUTS, 1)


BOUNDS = st.tuples(st.integers(-1, 1), st.integers(0, 1), st.integers(0, 1))  # of a child: result, and what is open below, above


@examples(600)
@given(
    mover=st.sampled_from([0, 1]),
    children=st.lists(st.tuples(BOUNDS, st.sampled_from([1, 2, DECIDED_DISTANCE])), min_size=1, max_size=4),
    unlisted=st.none() | st.integers(-1, 1),
    loose=st.tuples(st.integers(0, 2), st.integers(0, 2)),
)
def test_bounds_go_up_as_in_minimax(tree, mover, children, unlisted, loose):
    """A move that is not in the tree may be better: then its children say only what the mover is sure of."""
    best = max if mover == 0 else min
    results = [result for (result, _, _), _ in children]
    result = best(results if unlisted is None else [*results, unlisted])
    nodes = tree._tree[: len(children) + 1]
    for index in range(len(nodes)):
        clear_node(tree.context, index, 0, 0.0)
    nodes["turn"][0], nodes["complete"][0], nodes["first"][0] = mover, unlisted is None, 1
    nodes["low"][0], nodes["high"][0] = low, high = result - loose[0], result + loose[1]
    nodes["next"][1:-1] = range(2, len(nodes))
    for index, ((value, below, above), plies) in enumerate(children, 1):
        nodes["low"][index], nodes["high"][index], nodes["distance"][index] = value - below, value + above, plies
    lows, highs = best(map(int, nodes["low"][1:])), best(map(int, nodes["high"][1:]))
    wanted = max(low, lows if mover == 0 or unlisted is None else low), min(high, highs if mover or unlisted is None else high)
    reach = [(nodes["low"] if mover == 0 else nodes["high"])[index] == result for index in range(1, len(nodes))]

    changed = tighten(tree.context, node_at(tree.context, 0))

    assert (nodes["low"][0], nodes["high"][0]) == wanted
    assert wanted[0] <= result <= wanted[1]
    assert changed == (wanted != (low, high))
    if changed and wanted[0] == wanted[1]:
        plies = [distance for (_, distance), reached in zip(children, reach, strict=True) if reached]
        won = result > 0 if mover == 0 else result < 0
        plies = (min if won else max)(plies, default=DECIDED_DISTANCE if won else 0)
        assert nodes["distance"][0] == min(plies + 1, DECIDED_DISTANCE)
        assert all(nodes["low"][1:][reach] == result)
        assert all(nodes["high"][1:][reach] == result)


def test_a_move_that_is_proven_proves_no_position_while_others_may_be_better():
    for simulations in range(1, 12):
        tree, report = search(TIC_TAC_TOE.position("moves 1,1 2,0 2,2 2,1 1,2"), simulations)
        assert report.proven == bool(tree.nodes["low"][0] == tree.nodes["high"][0])


def test_the_same_seed_grows_the_same_tree_and_another_one_does_not():
    start = CONNECT_FOUR.start()
    first, second, third = (shape(search(start, 60, seed=seed)[0]) for seed in (1, 1, 2))
    assert first == second != third


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (ROLLOUTS, (60, 1221)),
        (TreeSettings(light=True), (60, 1631)),
    ],
)
def test_counts_are_the_same_compiled_and_plain(settings, expected):
    tree, report = search(CONNECT_FOUR.start(), 60, settings)
    assert (report.simulations, report.nodes) == expected
    assert sum(int(tree.nodes["visits"][child]) for child in tree.children(0)) == 60


def test_limits_of_simulations_and_nodes_are_exact():
    _, report = search(CONNECT_FOUR.start(), 37)
    assert (report.simulations, report.stopped) == (37, "simulations")
    tree = TreeSearch(CONNECT_FOUR, load_evaluator(None, CONNECT_FOUR), ROLLOUTS, 4)
    *_, report = tree.deepen(CONNECT_FOUR.start(), Limit(nodes=500), seed=1)
    assert (report.nodes, report.stopped) == (500, "nodes")
    stop = Stop()
    stop.set()
    *_, report = tree.deepen(CONNECT_FOUR.start(), Limit(stop=stop), seed=1)
    assert report.stopped == "stop"
    assert report.move in CONNECT_FOUR.start().moves()


@compiled_only
def test_memory_is_bounded():
    tree, report = search(CONNECT_FOUR.start(), 60_000, memory=1)
    assert report.simulations == 60_000
    assert len(tree.nodes) <= (1 << 20) // 64


def test_a_subtree_is_kept():
    tree, _ = search(CONNECT_FOUR.start(), 300)
    child = max(tree.children(0), key=lambda index: int(tree.nodes["visits"][index]))
    grandchild = max(tree.children(child), key=lambda index: int(tree.nodes["visits"][index]))
    before = shape(tree, grandchild)
    replant(tree.context, grandchild)
    assert shape(tree) == before


def test_a_player_goes_on_with_its_tree():
    player = make_player("mcts:simulations=300,rollouts=random")
    player.start(CONNECT_FOUR, 0, 1)
    start = CONNECT_FOUR.start()
    report = player.choose(start, Limit())
    after = start.after(report.move)
    seen = player._search.children(next(c for c in player._search.children(0) if player._search.nodes["move"][c] == report.move))
    reply = max(seen, key=lambda index: int(player._search.nodes["visits"][index]))
    visits = int(player._search.nodes["visits"][reply])
    assert visits > 1
    player.choose(after.after(int(player._search.nodes["move"][reply])), Limit())
    assert int(player._search.nodes["visits"][0]) == visits + 300


def test_bad_settings_are_one_line():
    with pytest.raises(GameError, match="needs a limit"):
        make_player("mcts").choose(CONNECT_FOUR.start(), Limit(depth=3))
    with pytest.raises(UsageError, match="simulations must be 1 or more"):
        make_player("mcts:simulations=0")


def test_the_logarithm_is_good():
    for count in (1, 2, 3, 10, 12345, 2**31):
        assert logarithm(count) == pytest.approx(np.log(count), abs=1e-7)


@pytest.mark.slow
@compiled_only
@pytest.mark.parametrize("player", ["mcts", "hybrid"])
@pytest.mark.parametrize("name", [name for name in games() if name != "splendor"])
def test_every_game_is_played(name, player):
    game = load_game(name)
    if game.chance and player == "hybrid":
        pytest.skip("hybrid refuses chance")
    made, position = make_player(player), game.start()
    while position.outcome() == ONGOING and position.ply < 30:
        if position.turn == CHANCE:
            position = position.after(position.chances()[0][0])
            continue
        report = made.choose(position, Limit(nodes=3_000))
        assert report.nodes <= 3_000
        assert report.move in position.moves()
        assert position.line_text(report.line)
        position = position.after(report.move)


@pytest.mark.slow
def test_a_leaf_that_is_complete_among_candidates_proves_no_margin():
    world = graphs.world("hinted points", 0)
    player = NamedPlayer("hybrid:memory=1,eval=kind0")
    for node in world.nodes()[:60]:
        position = world.position(node)
        player.start(world.game, position.turn, 1)
        assert not list(claims.wrong_report(world, position, player.choose(position, Limit(nodes=200))))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["mcts:memory=1,rollouts=light", "mcts:memory=1,leaf=eval", "hybrid:memory=1"])
def test_where_no_candidate_is_required_the_required_moves_are_tried(name):
    """It was taken for a position that every move loses."""
    root = {"moves": {0: 1, 1: 3, 2: 4}, "required": [1, 2], "candidates": [0]}
    reply = {"turn": 1, "moves": {0: 3}}
    world = graphs.graph("cuts", root, {"turn": 1, "moves": {0: 2}}, {"ends": SECOND}, {"ends": FIRST}, reply)
    player, position = NamedPlayer(name), world.position(0)
    player.start(world.game, 0, 1)
    report = player.choose(position, Limit(nodes=100))
    assert not list(claims.wrong_report(world, position, report))
    assert report.score_text.startswith("win")
