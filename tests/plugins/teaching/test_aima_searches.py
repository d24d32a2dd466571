"""AIMA's searches of games.py are judged one by one, to the end of the game and with a cut-off test, though the file lies alone."""

from __future__ import annotations

import json
from itertools import count

import guest_files
import pytest

from counterply.compiling.kernels import PLAIN
from counterply.plugins.dialects import aima, views
from counterply.plugins.dialects.course_modules import course_modules
from counterply.plugins.dialects.failures import failure_of
from counterply.plugins.dialects.signatures import read_answer
from counterply.plugins.explanations.text_trees import DEEPEST_CASE
from counterply.plugins.teaching import check
from counterply.plugins.teaching.judge.display import text_of

pytestmark = pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled")

GAMES = """
import random

import numpy as np

from utils4e import argmax, vector_add, MCT_Node, ucb


def minmax_decision(state, game):
    player = game.to_move(state)

    def value(state, larger):
        if game.terminal_test(state):
            return game.utility(state, player)
        values = [value(game.result(state, a), not larger) for a in game.actions(state)]
        return max(values) if larger else min(values)

    return argmax(game.actions(state), key=lambda a: value(game.result(state, a), False))

"""
GAMES += guest_files.CUTOFF_SEARCH
WRONG = {
    "minmax_decision": ("max(values) if larger else min(values)", "max(values)", ""),
    "alpha_beta_cutoff_search": ("depth > d or", "depth >= d or", "depth - 1"),
}


def judged(tmp_path, text):
    path = tmp_path / "games4e.py"
    path.write_text(text)
    return check.check(str(path), positions=0).verdict


def test_each_search_is_judged(tmp_path):
    verdict = judged(tmp_path, GAMES)
    assert verdict.grade == "right"
    assert [part.search.partition("(")[0] for part in verdict.parts] == [*WRONG]


def test_the_smallest_case_of_a_search_to_the_end_goes_to_the_end(tmp_path):
    wrong = judged(tmp_path, GAMES.replace("game.result(state, a), False)", "game.result(state, a), True)")).parts[0]
    assert (wrong.grade, wrong.mistake) == ("wrong", "roles exchanged")  # though moves that are all alike tell nothing
    assert wrong.smallest.case.depth == DEEPEST_CASE
    assert "too deep" not in text_of(wrong)


def test_a_depth_is_counted_down_and_only_the_books_own_d_is_passed(tmp_path):
    counted = """
def minimax_decision(state, game, depth=5):
    player = game.to_move(state)

    def value(state, larger, depth):
        if depth <= 0 or game.terminal_test(state):
            return game.utility(state, player)
        values = [value(game.result(state, a), not larger, depth - 1) for a in game.actions(state)]
        return max(values) if larger else min(values)

    return max(game.actions(state), key=lambda a: value(game.result(state, a), False, depth - 1))
"""
    verdict = judged(tmp_path, counted)
    assert (verdict.grade, verdict.mistake) == ("right", ""), verdict.about


def test_what_a_notebook_defines_is_judged_and_nothing_of_it_is_run(tmp_path):
    cells = [
        ("markdown", "# Searches"),
        ("code", ["%matplotlib inline\n", "!pip install game\n", "import seaborn as sns\n", "INFINITY = float('inf')\n"]),
        ("code", GAMES),
        ("code", "while True:\n    input()"),
        ("code", "%%bash\nls -l | sort"),
    ]
    path = tmp_path / "games4e.ipynb"
    path.write_text(json.dumps({"cells": [{"cell_type": kind, "source": source} for kind, source in cells]}))
    assert check.check(path, positions=0).grade == "right"
    one = check.check(f"{path}:minmax_decision", positions=0).verdict
    assert (one.search, one.grade) == ("minmax_decision(state, game)", "right")


def test_searches_are_known_by_what_they_are_given(tmp_path):
    def of(names):
        there = {}
        exec("\n".join(f"def {name}: {call}" for name, call in names.items()), there)
        return aima.searches_in(there)

    own = {
        "minmax(state, game)": "return max_value(state, game)",
        "max_value(state, game)": "return 0",
        "AlphaBeta(game, state, d=4)": "return None",
        "minimax_value(state, game)": "return 0",
        "expectiminimax(state, game)": "return None",
        "alpha_beta_player(game, state)": "return AlphaBeta(game, state)",
        "alpha_beta(position, depth)": "return None",
    }
    assert of(own) == ["minmax", "AlphaBeta"]
    text = GAMES.partition("import numpy")[0] + GAMES[GAMES.index("def minmax_decision") : GAMES.index(guest_files.CUTOFF_SEARCH)]
    renamed = text.replace("minmax_decision", "minmax").replace("min(values)", "max(values)")
    assert judged(tmp_path, renamed).grade == "wrong"


@pytest.mark.parametrize("name", [pytest.param("minmax_decision", marks=pytest.mark.slow), *([*WRONG][1:])])
def test_the_search_that_is_wrong_is_told(tmp_path, name):
    line, other, mistake = WRONG[name]
    assert line in GAMES
    verdict = judged(tmp_path, GAMES.replace(line, other, 1))
    assert [part.search.partition("(")[0] for part in verdict.parts if part.grade == "wrong"] == [name]
    assert not mistake or verdict.mistake == mistake


def test_what_our_stand_in_lacks_is_no_mistake_of_a_file():
    with course_modules():
        from utils import argmax_random_tie

    with pytest.raises(views.NotSeenError, match="which stands for nothing here"):
        read_answer(argmax_random_tie([1, 2]), views.TreeNode([0, 0, [], []], count()), aima.DIALECT)
    with pytest.raises(TypeError) as raised:
        1 + argmax_random_tie([1, 2])
    failure = failure_of(raised.value)
    assert failure["unseen"]
    assert "boards of its own" not in failure["failure"]
    assert not failure_of(TypeError("an int and a str"))["unseen"]


TREE = """
import random

from utils4e import MCT_Node, ucb


def monte_carlo_tree_search(state, game, N=1000):
    root = MCT_Node(state=state)
    for _ in range(N):
        node = root
        while node.children:
            node = max(node.children, key=ucb)
        if not game.terminal_test(node.state):
            node.children = {MCT_Node(node, game.result(node.state, a)): a for a in game.actions(node.state)}
            node = max(node.children, key=ucb)
        state, player = node.state, game.to_move(node.state)
        while not game.terminal_test(state):
            state = game.result(state, random.choice(list(game.actions(state))))
        value = -game.utility(state, player)
        while node is not None:
            node.N, node.U = node.N + 1, node.U + value
            node, value = node.parent, -value
    return root.children[max(root.children, key=lambda node: node.N)]
"""


@pytest.mark.parametrize(("new", "grade"), [("-value", "right"), ("value", "wrong")])
def test_monte_carlo_tree_search_is_judged_by_solved_trees(tmp_path, new, grade):
    verdict = judged(tmp_path, TREE.replace("node.parent, -value", f"node.parent, {new}"))
    assert verdict.grade == grade
    assert verdict.search == "monte_carlo_tree_search(state, game, N)"
    assert grade == "right" or verdict.mistake
