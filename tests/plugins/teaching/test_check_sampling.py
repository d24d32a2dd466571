"""Players that play games at random, as UCT does, are judged by small solved trees, and their mistakes have names."""

from __future__ import annotations

import pytest

from counterply.compiling.kernels import PLAIN
from counterply.plugins.teaching.judge.checker import Checker

pytestmark = pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled")

UCT = """
import math
import random
import time


class Node:
    def __init__(self, position, parent=None, move=None):
        self.position, self.parent, self.move = position, parent, move
        self.children, self.untried, self.visits, self.wins = [], list(position.moves()), 0, 0.0


def choose(position, seconds):
    end = time.perf_counter() + 0.9 * seconds
    root = Node(position)
    while time.perf_counter() < end:
        node = root
        while not node.untried and node.children:
            node = max(node.children, key=lambda c: c.wins / c.visits + 1.4 * math.sqrt(math.log(node.visits) / c.visits))
        if node.untried:
            move = node.untried.pop()
            node.children.append(Node(node.position.after(move), node, move))
            node = node.children[-1]
        end_of_game = node.position
        while not end_of_game.over():
            end_of_game = end_of_game.after(random.choice(end_of_game.moves()))
        while node is not None:
            mover = 1 - node.position.turn  # who moved into it
            node.visits += 1
            node.wins += end_of_game.value(mover) > 0
            node = node.parent
    return max(root.children, key=lambda child: child.visits).move
"""
PLAYERS = {
    "right": (UCT, "right", ""),
    "a number of games": (
        UCT.replace("seconds)", "iterations)")
        .replace("    end = time.perf_counter() + 0.9 * iterations\n", "")
        .replace("    end = time.perf_counter() + 0.9 * seconds\n", "")
        .replace("while time.perf_counter() < end:", "for _ in range(iterations):"),
        "right",
        "",
    ),
    "not flipped": (UCT.replace("mover = 1 - node.position.turn", "mover = position.turn"), "wrong", "results are not flipped"),
    "in the wrong view": (
        UCT.replace("mover = 1 - node.position.turn", "mover = node.position.turn"),
        "wrong",
        "results in the wrong player's view",
    ),
    "for the first seat": (UCT.replace("mover = 1 - node.position.turn", "mover = 0"), "wrong", "plays for one seat"),
    "chance": (
        UCT.replace("max(root.children, key=lambda child: child.visits)", "random.choice(root.children)"),
        "wrong",
        "results in the wrong player's view",
    ),
}


SLOW = PLAYERS.keys() - {"a number of games"}  # they play by the clock


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in PLAYERS])
def test_a_player_of_random_games(tmp_path, name):
    text, grade, mistake = PLAYERS[name]
    path = tmp_path / "player.py"
    path.write_text(text)
    with Checker(str(path), limit=0.3) as checker:
        verdict = checker.check()
    assert (verdict.grade, verdict.mistake) == (grade, mistake), verdict.about
