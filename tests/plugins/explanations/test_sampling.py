"""Monte Carlo tree search as it is shown: the textbook's own search, with nodes and steps that agree with it."""

from __future__ import annotations

import pytest

import counterply as cp
from counterply.core.errors import UsageError
from counterply.plugins.explanations.sampling import picture_json, rows_json, shown_mean
from counterply.plugins.monte_carlo.textbook import MonteCarloTree
from counterply.search.textbook import Count

SIMULATIONS = 60


@pytest.fixture(scope="module", params=["tic_tac_toe", "random:5"])
def shown(request):
    position = request.param if ":" in request.param else cp.game(request.param).position("moves 1,1 0,1")
    return cp.tree(position, search="uct", simulations=SIMULATIONS, seed=3)


def test_it_is_the_tree_of_the_textbook(shown):
    tree, count = MonteCarloTree(shown.position, 3), Count()
    while tree.simulations < SIMULATIONS:
        tree.simulate(count)

    def numbers(node):
        return node.visits, node.value, {move: numbers(child) for move, child in node.children.items() if child.visits}

    assert numbers(shown.visits[0].node) == numbers(tree.root)
    assert len(shown.visits) == 1 + sum(1 for _ in visited(tree.root))


def visited(node):
    for child in node.children.values():
        if child.visits:
            yield child
            yield from visited(child)


def test_each_simulation_has_its_four_steps_and_backs_up_to_the_root(shown):
    for simulation in range(1, SIMULATIONS + 1):
        texts = [step.text.partition(". ")[2] for step in shown.all_steps if step.text.startswith(f"{simulation}. ")]
        assert sum("selection" in text for text in texts) >= 1
        assert sum("rollout" in text or "is over" in text for text in texts) == 1
        assert texts[-1].startswith(f"root: backup, {simulation} visit")
    for number, visit in enumerate(shown.visits):
        last = [step for step in shown.all_steps if step.left and step.number == number][-1]
        mean = visit.node.mean(shown.position.turn)
        assert last.shown == ((number, shown_mean(mean), f"n {visit.node.visits}", ""),)


def test_the_move_that_is_chosen_has_the_largest_bound(shown):
    first = next(step.text for step in shown.all_steps if "selection" in step.text)
    bounds = [float(part.split("= ")[1]) for part in first.rpartition(": ")[0].split(", ") if "= " in part]
    assert bounds == sorted(bounds, reverse=True)


def test_rows_and_picture_have_every_node_once(shown):
    rows, picture = rows_json(shown, list(range(len(shown.visits))), True), picture_json(shown)
    assert sorted(row["number"] for row in rows) == sorted(node["number"] for node in picture["picture"]) == list(range(len(rows)))
    assert rows[0]["nodes"] == SIMULATIONS
    assert all(row["left"] == len(shown.untried(row["number"])) for row in rows)


@pytest.fixture(scope="module")
def lesson():
    return cp.tree("depth 2: A0(B0(3 12 8) B0(2 4 6) B0(14 5 2))", search="uct", simulations=200)


def test_where_the_margin_is_the_objective_points_are_backed_up(lesson):
    leaves = {visit.move: visit.node.mean(0) for visit in lesson.visits if visit.parent == lesson.line[1]}
    assert leaves == {"a": 3, "b": 12, "c": 8}
    assert [lesson.move_text(number) for number in lesson.line] == ["root", "a", "a"]
    assert any(step.text.endswith("a b: the game is over: 12") for step in lesson.all_steps)


def test_a_picture_has_moves_in_the_games_order_and_counts_the_nodes_below(lesson):
    nodes = picture_json(lesson)["picture"]
    assert [node["text"] for node in nodes if node["level"] == 2] == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    assert [node["below"] for node in nodes] == [12, *3 * [3, 0, 0, 0]]


def test_what_uct_has_not_is_one_line():
    with pytest.raises(UsageError, match="uct has no depth"):
        cp.tree("tic_tac_toe", 2, search="uct")
    with pytest.raises(UsageError, match="up to 500 simulations"):
        cp.tree("tic_tac_toe", search="uct", simulations=501)
    with pytest.raises(UsageError, match="simulations are those of uct"):
        cp.tree("tic_tac_toe", 2, simulations=5)
    with pytest.raises(UsageError, match="compared at one depth"):
        cp.tree("random:5", search="uct").quiz()
