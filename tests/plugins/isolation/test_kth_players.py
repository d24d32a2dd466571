"""Players of KTH's course are judged as they lie: by their loop, their own evaluator, depth and clock."""

from __future__ import annotations

import pytest

from counterply.compiling.kernels import PLAIN
from counterply.plugins.teaching.judge.checker import Checker

pytestmark = pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled")

HEAD = """
import math
import random
import time

from fishing_game_core.game_tree import Node
from fishing_game_core.player_utils import PlayerController
from fishing_game_core.shared import ACTION_TO_STR


class PlayerControllerHuman(PlayerController):
    def player_loop(self):
        while True:
            msg = self.receiver()
            if msg["game_over"]:
                return


def value_of(state):
    scores = state.get_player_scores()
    hook = state.get_hook_positions()[0]
    near = 0
    for fish, place in state.get_fish_positions().items():
        across = abs(place[0] - hook[0])
        near = max(near, state.get_fish_scores()[fish] * math.exp(-min(across, 20 - across) - abs(place[1] - hook[1])))
    return 2 * (scores[0] - scores[1]) + near


class PlayerControllerMinimax(PlayerController):

    def __init__(self):
        super(PlayerControllerMinimax, self).__init__()
"""
MODEL = (
    HEAD
    + """
    def player_loop(self):
        first_msg = self.receiver()
        model = self.initialize_model(initial_data=first_msg)
        while True:
            msg = self.receiver()
            node = Node(message=msg, player=0)
            best_move = self.search_best_next_move(model=model, initial_tree_node=node)
            self.sender({"action": best_move, "search_time": None})

    def initialize_model(self, initial_data):
        return {name: fish["score"] for name, fish in initial_data.items() if name != "game_over"}

    def search_best_next_move(self, model, initial_tree_node):
        assert model
        start, best = time.time(), 0
        for depth in range(1, 30):
            try:
                best = self.search(initial_tree_node, depth, -math.inf, math.inf, start)[1]
            except TimeoutError:
                break
        return ACTION_TO_STR[best]

    def search(self, node, depth, alpha, beta, start):
        if time.time() - start > 0.05:
            raise TimeoutError
        children = node.compute_and_get_children()
        if depth == 0 or not children:
            return value_of(node.state), node.move
        children.sort(key=lambda child: value_of(child.state), reverse=node.state.player == 0)
        best, move = (-math.inf if node.state.player == 0 else math.inf), None
        for child in children:
            value = self.search(child, depth - 1, alpha, beta, start)[0]
            if node.state.player == 0:
                if value > best:
                    best, move = value, child.move
                alpha = max(alpha, best)
            else:
                if value < best:
                    best, move = value, child.move
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, move
"""
)
FIXED = (
    HEAD
    + """
    def player_loop(self):
        first_msg = self.receiver()
        self.turns = 0
        while True:
            msg = self.receiver()
            node = Node(message=msg, player=0)
            self.sender({"action": self.search_best_next_move(initial_tree_node=node), "search_time": None})
            self.turns += 1

    def search_best_next_move(self, initial_tree_node):
        assert self.turns >= 0
        best, move = -math.inf, 0
        for child in initial_tree_node.compute_and_get_children():
            value = self.alphabeta(child, child.state, 2, best, math.inf, 1)
            if value > best:
                best, move = value, child.move
        return ACTION_TO_STR[move]

    def alphabeta(self, node, state, depth, alpha, beta, player):
        if depth == 0 or not node.compute_and_get_children():
            return value_of(state)
        v = -math.inf if player == 0 else math.inf
        for child in node.compute_and_get_children():
            after = self.alphabeta(child, child.state, depth - 1, alpha, beta, 1 - player)
            if player == 0:
                v = max(v, after)
                alpha = max(alpha, v)
            else:
                v = min(v, after)
                beta = min(beta, v)
            if beta <= alpha:
                break
        return v
"""
)
PLAYERS = {
    "a model, deepening and a clock": (MODEL, "right", ""),
    "a fixed depth, and state made in the loop": (FIXED, "right", ""),
    "what it keeps in its file belongs to one game": (
        FIXED.replace(
            "    def player_loop(self):",
            "    kept = []\n\n    def player_loop(self):\n        assert not self.kept\n        self.kept.append(1)",
        ),
        "right",
        "",
    ),
    "the other side is asked first": (FIXED.replace("2, best, math.inf, 1)", "2, best, math.inf, 0)"), "wrong", "roles exchanged"),
    "all values for the side to move": (
        FIXED.replace(
            "return 2 * (scores[0] - scores[1]) + near", "return (1 - 2 * state.player) * (scores[0] - scores[1] + near)"
        ),
        "wrong",
        "evaluates for the side to move",
    ),
    "both take the larger value": (
        FIXED.replace("v = min(v, after)", "v = max(v, after)").replace("if player == 0 else math.inf\n", "\n"),
        "wrong",
        "both sides maximise",
    ),
    "the best of all depths": (
        FIXED.replace(
            """        for child in initial_tree_node.compute_and_get_children():
            value = self.alphabeta(child, child.state, 2, best, math.inf, 1)
""",
            """        passes = [(child, depth) for depth in (0, 1, 2) for child in initial_tree_node.compute_and_get_children()]
        for child, depth in passes:
            value = self.alphabeta(child, child.state, depth, -math.inf, math.inf, 1)
""",
        ),
        "wrong",
        "best of all depths",
    ),
    "the worst move": (
        FIXED.replace("value > best:", "value < best:")
        .replace("best, move = -math", "best, move = math")
        .replace("2, best, math.inf", "2, -math.inf, math.inf"),
        "wrong",
        "",
    ),
    "chance": (FIXED.replace("return ACTION_TO_STR[move]", "return ACTION_TO_STR[random.randrange(5)]"), "wrong", ""),
    "no evaluator": (
        HEAD
        + FIXED[len(HEAD) :].split("    def search_best")[0]
        + """
    def search_best_next_move(self, initial_tree_node):
        return ACTION_TO_STR[random.choice(initial_tree_node.compute_and_get_children()).move]
""",
        "not judged",
        "",
    ),
    "no action": (FIXED.replace("return ACTION_TO_STR[move]", "return move"), "wrong", ""),
    "raises": (FIXED.replace("if value > best:", "if value > best + []:"), "wrong", ""),
}


BEST_OF_ALL = PLAYERS["the best of all depths"][0]
PLAYERS["the best of all depths, by a search that answers a move too, or None"] = (
    BEST_OF_ALL.replace("depth, -math.inf, math.inf, 1)", "depth, -math.inf, math.inf, 1)[1]")
    .replace("beta, 1 - player)", "beta, 1 - player)[1]")
    .replace("return value_of(state)", "return None, value_of(state)")
    .replace("        return v\n", "        return node.move, v\n"),
    "wrong",
    "best of all depths",
)
SLOW = {"a model, deepening and a clock"}  # they play by the clock


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in PLAYERS])
def test_a_player_is_judged_as_it_lies(tmp_path, name):
    text, grade, mistake = PLAYERS[name]
    path = tmp_path / "player.py"
    path.write_text(text)
    with Checker(str(path), seconds=20.0) as checker:
        verdict = checker.check()
    assert (verdict.grade, verdict.mistake) == (grade, mistake), verdict.about
    assert verdict.search == "PlayerControllerMinimax.player_loop()"
