"""Udacity's players of 11 x 9: judged as they lie, by their own values, or by whether they keep a won position."""

from __future__ import annotations

import pytest

from counterply.compiling.kernels import PLAIN
from counterply.plugins.dialects.students_file import module_of
from counterply.plugins.isolation.udacity_dialect import DIALECT
from counterply.plugins.teaching.judge.checker import Checker

pytestmark = pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled")

DEEPENS = """
import random

from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    def get_action(self, state):
        self.queue.put(random.choice(state.actions()))
        if state.ply_count < 6 and self.data and state in self.data:
            self.queue.put(self.data[state])
            return
        depth = 1
        while True:
            self.queue.put(self.alpha_beta_search(state, depth))
            depth += 1

    def alpha_beta_search(self, state, depth):
        alpha, best_move = float("-inf"), None
        for action in state.actions():
            value = self.min_value(state.result(action), depth - 1, alpha, float("inf"))
            if best_move is None or value > alpha:
                best_move = action
            alpha = max(alpha, value)
        return best_move

    def min_value(self, state, depth, alpha, beta):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        value = float("inf")
        for action in state.actions():
            value = min(value, self.max_value(state.result(action), depth - 1, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    def max_value(self, state, depth, alpha, beta):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        value = float("-inf")
        for action in state.actions():
            value = max(value, self.min_value(state.result(action), depth - 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def score(self, state):
        own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
        return len(state.liberties(own)) - len(state.liberties(other))
"""
FIXED = DEEPENS.replace(
    """        depth = 1
        while True:
            self.queue.put(self.alpha_beta_search(state, depth))
            depth += 1
""",
    """        self.queue.put(self.alpha_beta_search(state, depth=3))
""",
).replace("def get_action(self, state)", "def get_action(self, state, match_id=None)")
UCT = """
import math
import random

from sample_players import DataPlayer


class TreeNode:
    def __init__(self, state, parent=None, action=None):
        self.state, self.parent, self.action = state, parent, action
        self.children, self.untried, self.visits, self.wins = [], list(state.actions()), 0, 0.0


class CustomPlayer(DataPlayer):
    def get_action(self, state):
        self.queue.put(random.choice(state.actions()))
        root = TreeNode(state)
        for _ in range(1_500):
            node = self.tree_policy(root)
            self.backup(node, self.default_policy(node.state))
        self.queue.put(max(root.children, key=lambda child: child.visits).action)

    def tree_policy(self, node):
        while not node.state.terminal_test():
            if node.untried:
                action = node.untried.pop()
                node.children.append(TreeNode(node.state.result(action), node, action))
                return node.children[-1]
            node = max(node.children, key=lambda c: c.wins / c.visits + math.sqrt(2 * math.log(node.visits) / c.visits))
        return node

    def default_policy(self, state):
        mover = state.player()
        while not state.terminal_test():
            state = state.result(random.choice(state.actions()))
        return -1 if state.utility(mover) > 0 else 1

    def backup(self, node, reward):
        while node is not None:
            node.visits += 1
            node.wins += reward
            reward = -reward
            node = node.parent
"""
GREEDY = (
    DEEPENS.partition("        self.queue.put(")[0]
    + """        self.queue.put(max(state.actions(), key=lambda action: self.score(state.result(action))))

    def score(self, state):
        own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
        return len(state.liberties(own)) - len(state.liberties(other))
"""
)
BY_CLOCK = UCT.replace("import math\n", "import math\nimport time\n").replace(
    "for _ in range(1_500):", "end = time.time() + 0.1\n        while time.time() < end:"
)
FEW_GAMES = UCT.replace("import math\n", "import math\nimport time\n").replace("range(1_500)", "range(12 + 0 * int(time.time()))")
STOPS_ITSELF = (
    DEEPENS.replace("import random\n", "from datetime import datetime, timedelta\n")
    .replace("        self.queue.put(random.choice(state.actions()))\n", "")
    .replace(
        """        depth = 1
        while True:
            self.queue.put(self.alpha_beta_search(state, depth))
            depth += 1
""",
        """        self.end, best = datetime.now() + timedelta(milliseconds=120), state.actions()[0]
        try:
            for depth in range(1, 50):
                best = self.alpha_beta_search(state, depth)
        except TimeoutError:
            pass
        self.queue.put(best)
""",
    )
    .replace(
        "        if state.terminal_test():\n",
        "        if datetime.now() > self.end:\n            raise TimeoutError\n        if state.terminal_test():\n",
    )
)
PLAYERS = {
    "deepens until it is stopped": (DEEPENS, "right", ""),
    "a fixed depth, and a further parameter": (FIXED, "right", ""),
    "games at random that it does not play, and the board's size": (
        "from isolation.isolation import _HEIGHT, _WIDTH\n\n\ndef mcts(state):\n    return _WIDTH * _HEIGHT\n\n" + FIXED,
        "right",
        "",
    ),
    "the opponent is asked for the largest": (
        FIXED.replace(
            "self.min_value(state.result(action), depth - 1, alpha, float",
            "self.max_value(state.result(action), depth - 1, alpha, float",
        ),
        "wrong",
        "roles exchanged",
    ),
    "two plies, so that no function calls itself": (FIXED.replace("depth=3", "depth=2"), "right", ""),
    "the last of moves that look equal, which shows in few turns": (
        FIXED.replace("depth=3", "depth=2").replace("value > alpha:", "value >= alpha:"),
        "wrong",
        "takes the last of equal moves",
    ),
    "takes the worst": (FIXED.replace("best_move is None or value > alpha", "best_move is None or value < alpha"), "wrong", ""),
    "puts nothing": (FIXED.replace("self.queue.put(", "print("), "wrong", ""),
    "raises": (
        FIXED.replace("alpha = max(alpha, value)\n        return best_move", "alpha = max(alpha, None)\n        return best_move"),
        "wrong",
        "",
    ),
    "games at random": (UCT, "right", ""),
    "games at random, and rewards that are not flipped": (UCT.replace("reward = -reward", "pass"), "wrong", ""),
    "games at random, seen by the wrong player": (UCT.replace("-1 if", "1 if").replace("> 0 else 1", "> 0 else -1"), "wrong", ""),
}


PLAYERS |= {
    "looks one ply ahead, and calls no search": (GREEDY, "right", ""),
    "games at random by the clock": (BY_CLOCK, "right", ""),
    "games at random, too few, and a look at the clock": (FEW_GAMES, "not judged", ""),
    "stops by a clock of its own": (STOPS_ITSELF, "right", ""),
}

SLOW = {  # they play by the clock
    "games at random by the clock",
    "games at random, too few, and a look at the clock",
    "stops by a clock of its own",
    "deepens until it is stopped",
    "games at random",
    "games at random, seen by the wrong player",
    "games at random, and rewards that are not flipped",
}


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in PLAYERS])
def test_a_player_is_judged_as_it_lies(tmp_path, name):
    text, grade, mistake = PLAYERS[name]
    path = tmp_path / "my_custom_player.py"
    path.write_text(text)
    with Checker(str(path), seconds=30.0) as checker:
        verdict = checker.check()
    assert (verdict.grade, verdict.mistake) == (grade, mistake), verdict.about
    assert verdict.search == "CustomPlayer.get_action(state)"


@pytest.mark.slow
def test_results_seen_by_whoever_moved_last_in_a_random_game_are_not_right(tmp_path):
    path = tmp_path / "my_custom_player.py"
    path.write_text(BY_CLOCK.replace("state.utility(mover) > 0", "state.utility(state.player()) > 0"))
    with Checker(str(path), seconds=30.0) as checker:
        assert checker.check().grade in ("wrong", "not judged")  # by lot


def test_a_search_with_a_window_plays_no_games_at_random_whatever_it_is_called(tmp_path):
    (tmp_path / "uct.py").write_text(UCT)
    (tmp_path / "named_so.py").write_text(FIXED.replace("alpha_beta_search", "mcts"))
    by_name = {path.stem: DIALECT.opened(module_of(path), "CustomPlayer.get_action") for path in tmp_path.glob("*.py")}
    assert {name: judged.facts["more"] > 0 for name, judged in by_name.items()} == {"uct": False, "named_so": True}


def test_players_under_names_of_their_own_are_judged_one_by_one():
    def get_action(self, state): ...

    base = type("DataPlayer", (), {})
    own = {name: type(name, (base,), {"get_action": get_action}) for name in ("First", "Second")}
    assert DIALECT.found(own) == ["First.get_action", "Second.get_action"]
    assert DIALECT.found({**own, "CustomPlayer": own["First"]}) == ["CustomPlayer.get_action"]
    assert DIALECT.found({"Other": type("Other", (), {"get_action": get_action})}) == []
