"""A named mistake is followed by the lines where a student's search is not the right one."""

from __future__ import annotations

import ast
from itertools import product

import pytest
import students

from counterply.plugins.dialects.search_text import functions_of
from counterply.plugins.teaching.judge import lines
from counterply.plugins.teaching.judge.mistakes import MISTAKES

# what is told of the mistakes of `students`, in every signature: part of the line that was changed
POINTED = {
    "window not narrowed": "alpha = max(alpha, best)",
    "depth + 1": "depth",
    "depth - 1": "depth",
    "takes the last of equal moves": "if value >= best",
    "never prunes": "max(alpha, best)",  # where the test is missing
}


SIGNATURES = ("plain", "windowed", "udacity", "berkeley")


@pytest.mark.parametrize(
    ("family", "signature"), [both for both in product(POINTED, SIGNATURES) if students.wrong(*both) is not None]
)
def test_the_changed_line_is_among_those_to_look_at(tmp_path, family, signature):
    file = tmp_path / "search.py"
    file.write_text(students.wrong(family, signature))
    name = {
        "plain": "alphabeta",
        "windowed": "alphabeta",
        "udacity": "AlphaBetaPlayer.alphabeta",
        "berkeley": "AlphaBetaAgent.getAction",
    }[signature]
    hooks = next(mistake.searches[0] for mistake in MISTAKES if mistake.name == family)
    told = lines.lines_of(str(file), name, hooks)
    assert any(POINTED[family] in line.text for line in told)
    assert all(file.read_text().splitlines()[line.number - 1].strip() == line.text for line in told)


def test_numbers_that_stand_for_a_finished_game_are_told_before_what_judges_others(tmp_path):
    file = tmp_path / "search.py"
    file.write_text(students.PLAIN.replace("    # inner\n", "    if depth and not position.moves():\n        return -1, None\n"))
    text = file.read_text().replace("return -1, None", "return -1").replace("value, _ =", "value =")
    file.write_text(text)
    hooks = next(mistake.searches[0] for mistake in MISTAKES if mistake.name == "finished positions are worth 0")
    assert [line.text for line in lines.lines_of(str(file), "alphabeta", hooks)] == ["return -1"]


CHOICES = """
def search(state, ply):
    if state.ply < 2:
        print(state)
    return value(state), state

def value(state):
    best, best_move = 0, None
    for move in state.moves():
        found = 0
        best, best_move = (found, move) if found >= best else (best, best_move)
    return best
"""


def test_a_test_that_decides_nothing_is_not_looked_at(tmp_path):
    file = tmp_path / "search.py"
    file.write_text(CHOICES)
    for family in ("takes the last of equal moves", "both sides maximise"):
        hooks = next(mistake.searches[0] for mistake in MISTAKES if mistake.name == family)
        told = [line.text for line in lines.lines_of(str(file), "search", hooks)]
        assert told == ["best, best_move = (found, move) if found >= best else (best, best_move)"]


def test_nothing_is_told_where_nothing_can_be(tmp_path):
    file = tmp_path / "search.py"
    file.write_text("search = (lambda position, depth: 0)\n")
    hooks = next(mistake.searches[0] for mistake in MISTAKES if mistake.name == "depth + 1")
    assert lines.lines_of(str(file), "search", hooks) == ()
    assert lines.lines_of(str(tmp_path / "nothing.py"), "search", hooks) == ()


def test_an_evaluator_is_no_part_of_a_search():
    text = """
def nearer(one, other):
    return one if one < other else other

def value(position):
    return nearer(position.left, position.right)

def search(position, depth):
    return value(position) if depth == 0 else max(-search(position.after(move), depth - 1) for move in position.moves())

def play(position):
    return search(position, 3)
"""
    assert [function.name for function in functions_of(text, "play")] == ["play", "search"]
    assert [function.name for function in functions_of(text, "value")] == ["value", "nearer"]


ROOT = """
def decide(state, depth):
    best, best_move = -99, None
    for move in state.moves():
        value = max_value(state.after(move), depth - 1)
        if value > best:
            best, best_move = value, move
    return best_move
    print(best_move)

def max_value(state, depth):
    if depth == 0 or state.over:
        return state.value(0)
    return max(min_value(state.after(move), depth - 1) for move in state.moves())

def min_value(state, depth):
    if depth == 0 or state.over:
        return state.value(0)
    return min(max_value(state.after(move), depth - 1) for move in state.moves())
"""


def test_where_sides_are_exchanged_the_first_call_is_looked_at_too(tmp_path):
    file = tmp_path / "search.py"
    file.write_text(ROOT)
    hooks = {mistake.name: mistake.searches[0] for mistake in MISTAKES}
    assert "value = max_value(state.after(move), depth - 1)" in [
        line.text for line in lines.lines_of(str(file), "decide", hooks["roles exchanged"])
    ]
    both = lines.lines_of(str(file), "decide", hooks["both sides maximise"])
    assert both
    assert not any("value = max_value" in line.text for line in both)


def test_a_search_in_a_file_beside_and_what_is_never_reached_are_not_looked_at(tmp_path):
    assert all(not isinstance(node, ast.Expr) for function in functions_of(ROOT, "decide") for node in function.body)
    beside = ROOT.split("def max_value")[0].replace("def decide", "from searches import max_value\n\ndef decide")
    assert functions_of(beside, "decide") == []
    assert functions_of(beside.replace("searches", "math"), "decide")
