"""Nim in the forms in which files hold it, judged by solving a few counters, and edits that make them wrong."""

from __future__ import annotations

import re

import pytest
from test_own_calls import faults_of_part, judged_of

from counterply.plugins.dialects.views import NotSeenError

TUPLES = """
from functools import cache

@cache
def minimax(state, is_maximizing, alpha=-1, beta=1):
    if (score := evaluate(state, is_maximizing)) is not None:
        return score
    scores = []
    for new_state in possible_states(state):
        scores.append(score := minimax(new_state, not is_maximizing, alpha, beta))
        if is_maximizing:
            alpha = max(alpha, score)
        else:
            beta = min(beta, score)
        if beta <= alpha:
            break
    return (max if is_maximizing else min)(scores)

def possible_states(state):
    for pile, counters in enumerate(state):
        for left in range(counters):
            yield state[:pile] + (left,) + state[pile + 1:]

def evaluate(state, is_maximizing):
    if not any(state):
        return 1 if is_maximizing else -1
"""
ONE_HEAP = """
def minimax(pile, is_maximizing):
    if pile == 0:
        return (-1 if is_maximizing else 1, None)
    scores = []
    for take in range(1, min(pile, 3) + 1):
        scores.append((minimax(pile - take, is_maximizing=not is_maximizing)[0], take))
    best = max if is_maximizing else min
    return best(scores, key=lambda x: x[0])
"""
WITH_TURN = """
def over(state):
    return state[0] in ([], [1])  # sticks

def worth(state):
    to_move = 1 if state[1] == 1 else -1
    return to_move if not state[0] else -to_move

def following(state):
    for i, heap in enumerate(state[0]):
        for taken in (1, 2, 3):
            if taken <= heap:
                heaps = state[0][:i] + [heap - taken] + state[0][i + 1:]
                yield sorted(each for each in heaps if each), 3 - state[1]

def minimax_ab(state, alpha, beta):
    if over(state):
        return worth(state)
    value = -1 if state[1] == 1 else 1
    for other in following(state):
        if state[1] == 1:
            value = max(value, minimax_ab(other, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        else:
            value = min(value, minimax_ab(other, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
    return value
"""
IN_PLACE = """
class Nim:
    def __init__(self, initial=[1, 3, 5, 7]):
        self.piles = initial.copy()

class Player:
    def minimax(self, state, depth, alpha, beta, is_maximizer):
        if not any(state):
            return 1 if is_maximizer else -1
        if depth == 0:
            odd = sum(pile == 1 for pile in state) % 2
            return (-1 if odd else 1) * (1 if is_maximizer else -1)
        best = -2 if is_maximizer else 2
        for pile in range(len(state)):
            for taken in range(1, state[pile] + 1):
                state[pile] -= taken
                value = self.minimax(state, depth - 1, alpha, beta, not is_maximizer)
                state[pile] += taken
                best = max(best, value) if is_maximizer else min(best, value)
                if is_maximizer:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if beta <= alpha:
                    return best
        return best
"""
PAIR = """
def max_value(sticks_left, alpha, beta):  # of nim
    if sticks_left <= 0:
        return -1
    value = -9
    for i in range(1, min(3, sticks_left) + 1):
        value = max(value, min_value(sticks_left - i, alpha, beta))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value

def min_value(sticks_left, alpha, beta):
    if sticks_left <= 0:
        return 1
    value = 9
    for i in range(1, min(3, sticks_left) + 1):
        value = min(value, max_value(sticks_left - i, alpha, beta))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value
"""
ALL_RIGHT = [TUPLES, ONE_HEAP, WITH_TURN, IN_PLACE, PAIR]
MISTAKES = [
    (TUPLES, "    return (max if is_maximizing else min)(scores)", "    return scores[-1]", "Of .* that come back it returns"),
    (TUPLES, "return 1 if is_maximizing else -1", "return 1", "one side wins, whoever took the last one"),
    (TUPLES, "not is_maximizing, alpha", "is_maximizing, alpha", "The same side moves at each ply"),
    (ONE_HEAP, "scores = []\n", "scores = [(0, 0)]\n", "begins with 0"),
    (ONE_HEAP, "best = max if is", "best = min if is", "Max and min are exchanged"),
    (WITH_TURN, "alpha = max(alpha, value)", "value = alpha if value > alpha else value", "that come back it returns"),
    (WITH_TURN, "            beta = min(beta, value)", "            beta = -value", "hands on is"),
    (WITH_TURN, "return to_move if not state[0] else -to_move", "return to_move", "says that the wrong side wins"),
    (IN_PLACE, "* (1 if is_maximizer else -1)", "", "At its last depth one side wins"),
    (IN_PLACE, "                state[pile] += taken\n", "", "The board that it is given is another one afterwards"),
    (IN_PLACE, "return 1 if is_maximizer else -1", "return 0", "one side wins"),
    (IN_PLACE, "depth - 1, alpha", "depth, alpha", "hands on its depth as it was"),
    (IN_PLACE, "depth - 1, alpha", "depth - (depth % 2), alpha", "hands on its depth as it was"),
    (PAIR, "value = min(value, max_value", "value = max(value, max_value", "the min is"),
    (PAIR, "        beta = min(beta, value)", "        beta = min(beta, value - 1)", "cuts wrongly"),
]
UNSEEN = [
    (TUPLES, "for left in range(counters)", "for left in range(1, counters)", "cannot be learnt"),
    (ONE_HEAP, "min(pile, 3) + 1", "min(pile, 1 + pile % 3) + 1", "which moves it has"),
    (ONE_HEAP, "pile - take, is", "pile - take - [], is", "how they are held cannot be learnt"),
]


def faults_of(text, tmp_path):
    """Return the faults of a file up to the first question that has some."""
    judged = judged_of(text, tmp_path, "nim_game.py")
    faults, told = faults_of_part(judged, judged.facts["parts"][0])
    assert faults or told["cases"] > 5
    return faults


@pytest.mark.parametrize("text", ALL_RIGHT)
def test_a_right_one_has_no_fault(text, tmp_path):
    assert faults_of(text, tmp_path) == []


@pytest.mark.parametrize(("text", "old", "new", "said"), MISTAKES)
def test_a_mistake_is_told(text, old, new, said, tmp_path):
    assert old in text
    assert re.search(said, faults_of(text.replace(old, new), tmp_path)[0])


@pytest.mark.parametrize(("text", "old", "new", "said"), UNSEEN)
def test_other_rules_are_said_and_are_no_mistake(text, old, new, said, tmp_path):
    assert old in text
    with pytest.raises(NotSeenError, match=said):
        faults_of(text.replace(old, new), tmp_path)


def test_it_plays_no_game_of_ours(tmp_path):
    with pytest.raises(NotSeenError, match="no game here"):
        judged_of(ONE_HEAP, tmp_path, "nim_game.py").game_name()
