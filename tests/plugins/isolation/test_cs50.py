"""Harvard CS50 AI's tictactoe.py: its functions are judged one by one, on all positions."""

from __future__ import annotations

import json

import pytest

from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN
from counterply.plugins.dialects.cs50 import DIALECT
from counterply.plugins.teaching.judge.checker import Checker

pytestmark = pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled")

RIGHT = '''
"""
Tic Tac Toe Player
"""

import copy
import math

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY],
            [EMPTY, EMPTY, EMPTY]]


def player(board):
    filled = sum(cell != EMPTY for row in board for cell in row)
    return X if filled % 2 == 0 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    if action not in actions(board):
        raise Exception("not a valid action")
    made = copy.deepcopy(board)
    made[action[0]][action[1]] = player(board)
    return made


def winner(board):
    lines = board + [[board[i][j] for i in range(3)] for j in range(3)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for mark in (X, O):
        if [mark] * 3 in lines:
            return mark
    return None


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def minimax(board):
    if terminal(board):
        return None
    return (max_value if player(board) == X else min_value)(board, -math.inf, math.inf)[1]


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    v, move = -math.inf, None
    for action in actions(board):
        worth = min_value(result(board, action), alpha, beta)[0]
        if worth > v:
            v, move = worth, action
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v, move


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board), None
    v, move = math.inf, None
    for action in actions(board):
        worth = max_value(result(board, action), alpha, beta)[0]
        if worth < v:
            v, move = worth, action
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v, move
'''
WRONG = {  # by function: a line, what stands in its place, and what is said
    "player": ("filled % 2 == 0", "filled % 2 == 1", "it is the turn of"),
    "actions": ("for j in range(3) if board", "for j in range(2) if board", "right are"),
    "result": ("made = copy.deepcopy(board)", "made = board", "changes the board"),
    "winner": (", [board[i][2 - i] for i in range(3)]", "", "three in a row"),
    "terminal": (" or not actions(board)", "", "no cell is empty"),
    "utility": ("O: -1, None: 0", "O: 1, None: 0", "right is -1"),
    "minimax": ("(max_value if player(board) == X else min_value)", "max_value", "plays"),
}


MINIMAX = "    if terminal(board):\n        return None\n"
UNWRITTEN = RIGHT.replace(MINIMAX, "    raise NotImplementedError\n")  # to ask the right one about all positions takes seconds


def check(tmp_path, text):
    path = tmp_path / "tictactoe.py"
    path.write_text(text)
    with Checker(str(path), seconds=20.0) as checker:
        return checker.check()


def test_a_right_file_is_right_in_all_positions(tmp_path):
    verdict = check(tmp_path, RIGHT)
    assert verdict.grade == "right"
    assert {part.search.partition("(")[0]: part.cases for part in verdict.parts}["minimax"] == 5_478
    assert len(verdict.parts) == 8


@pytest.mark.parametrize("name", WRONG)
def test_the_function_that_is_wrong_is_told(tmp_path, name):
    line, other, said = WRONG[name]
    text = RIGHT if name == "minimax" else UNWRITTEN
    assert line in text
    verdict = check(tmp_path, text.replace(line, other))
    part = next(part for part in verdict.parts if part.search.startswith(f"{name}("))
    assert (verdict.grade, part.grade) == ("wrong", "wrong")
    assert said in part.about
    assert name == "initial_state" or len(part.shown.splitlines()) == 3


def test_a_file_of_its_own_shape_is_none_of_the_course():
    names = "player(s)", "actions(s)", "result(s, a)", "terminal(s)", "utility(s, cost)", "minimax(s)"
    there = {}
    exec("\n".join(f"def {name}: pass" for name in names), there)
    assert DIALECT.found(there) == []
    assert DIALECT.found({**there, "initial_state": list}) == ["tictactoe"]


def test_an_illegal_action_is_to_be_refused(tmp_path):
    verdict = check(tmp_path, UNWRITTEN.replace("raise Exception", "print"))
    assert [part.search for part in verdict.parts if part.grade == "wrong"] == ["result(board, action)"]


def test_the_parts_are_in_the_document(tmp_path, capsys):
    path = tmp_path / "tictactoe.py"
    path.write_text(RIGHT.replace("return v, move", "return v, v", 1))
    assert command(["check", str(path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == "wrong"
    assert [part["verdict"] for part in found["parts"]] == ["right"] * 7 + ["wrong"]
