"""Files as they are handed in: what is still to be written, what a stand-in lacks and a busy machine are nobody's mistake."""

from __future__ import annotations

import csv
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
import students

from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import UsageError
from counterply.plugins.isolation.udacity_dialect import is_lost, solved
from counterply.plugins.teaching import check
from counterply.plugins.teaching.judge import diagnosis, process
from counterply.plugins.teaching.judge.observation import MADE
from some import some

pytestmark = [
    pytest.mark.skipif(PLAIN, reason="starts processes; nothing in it is compiled"),
    pytest.mark.usefixtures("inside"),
]


def checked(folder: Path, name: str, text: str, **options):
    """Return the check of a text in a file of its course's name."""
    file = folder / name
    file.write_text(text)
    return check.check(file, positions=0, **options)


# --- still to be written

KNIGHTS = """
class SearchTimeout(Exception):
    pass


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.):
        self.search_depth, self.score, self.time_left, self.TIMER_THRESHOLD = search_depth, score_fn, None, timeout


class MinimaxPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        best_move = (-1, -1)
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            pass
        return best_move

    def minimax(self, game, depth):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
"""
TO_BE_RAISED, TO_BE_PASSED = KNIGHTS + "        raise NotImplementedError\n", KNIGHTS + "        pass\n"
WRITTEN = (
    KNIGHTS
    + """
        return max(game.get_legal_moves(), key=lambda m: self.value(game.forecast_move(m), depth - 1), default=(-1, -1))

    def value(self, game, depth):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self)
        values = [self.value(game.forecast_move(move), depth - 1) for move in moves]
        return max(values) if game.active_player == self else min(values)
"""
)
PACMAN = """
import util


class MinimaxAgent:
    def __init__(self, evalFn="scoreEvaluationFunction", depth="2"):
        self.index, self.depth = 0, int(depth)

    def getAction(self, gameState):
        util.raiseNotDefined()
"""
QUEUE = """
from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    def get_action(self, {}):
        {}
"""
FISHING = """
from fishing_game_core.game_tree import Node
from fishing_game_core.player_utils import PlayerController
from fishing_game_core.shared import ACTION_TO_STR


class PlayerControllerMinimax(PlayerController):
    def player_loop(self):
        first_msg = self.receiver()
        while True:
            node = Node(message=self.receiver(), player=0)
            self.sender({{"action": self.search_best_next_move(initial_tree_node=node), "search_time": None}})

    def search_best_next_move(self, initial_tree_node):
        {}
"""
MARKS = 'X, O, EMPTY = "X", "O", None\n'
NAMES = ("initial_state()", "player(board)", "actions(board)", "result(board, action)", "winner(board)", "terminal(board)")
CROSSES = "\n".join([MARKS, *(f"def {name}:\n    {{0}}\n" for name in (*NAMES, "utility(board)", "minimax(board)"))])
UNWRITTEN = {
    "7x7": ("game_agent.py", TO_BE_RAISED),
    "7x7, passed": ("game_agent.py", TO_BE_PASSED),
    "Pacman": ("multiAgents.py", PACMAN),
    "11x9": ("my_custom_player.py", QUEUE.format("state", "raise NotImplementedError")),
    "11x9, passed": ("my_custom_player.py", QUEUE.format("state", "pass")),
    "fishing": ("player.py", FISHING.format("raise NotImplementedError")),
    "fishing, passed": ("player.py", FISHING.format("pass")),
    "fishing, at random": ("player.py", FISHING.format("return ACTION_TO_STR[1]")),
    "crosses": ("tictactoe.py", CROSSES.format("raise NotImplementedError")),
    "crosses, passed": ("tictactoe.py", CROSSES.format("pass")),
    "plain": ("mine.py", "def minimax(position, depth):\n    raise NotImplementedError\n"),
    "plain, passed": ("mine.py", 'def alphabeta(position, depth, alpha, beta):\n    """To do."""\n'),
    "of no depth": ("mine.py", "def search(node):\n    return None\n"),
}


# --- as the course's program calls it

TIMED = "    def get_move(self, game, time_left, depth):\n        return self.minimax(game, depth)\n"


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("my_custom_player.py", QUEUE.format("state, depth", "self.queue.put(state.actions()[depth])")),
        ("game_agent.py", WRITTEN + TIMED),
        ("multiAgents.py", PACMAN.replace("gameState)", "gameState, depth)").replace("util.", "return gameState.")),
    ],
)
def test_a_parameter_that_the_course_does_not_give_stops_its_program(tmp_path, name, text):
    found = checked(tmp_path, name, text)
    assert found.grade == "wrong"
    assert "would stop with TypeError: missing a required argument: 'depth'" in str(found)


CUTS = """
INF = float("inf")


class AlphaBetaPlayer:
    def __init__(self, search_depth=3, score_fn=None, timeout=10.):
        self.score = score_fn

    def alphabeta(self, game, depth, alpha=-INF, beta=INF):
        best, most = (-1, -1), -INF
        for move in game.get_legal_moves():
            value = self.min_value(game.forecast_move(move), depth - 1, alpha, beta)
            if value > most or best == (-1, -1):
                best, most = move, value
            alpha = max(alpha, most)
        return best

    def max_value(self, game, depth, alpha, beta):
        moves, most = game.get_legal_moves(), -INF
        if depth == 0 or not moves:
            return self.score(game, self)
        for move in moves:
            most = max(most, self.min_value(game.forecast_move(move), depth - 1, alpha, beta))
            if most >= beta:
                break
            alpha = max(alpha, most)
        return most

    def min_value(self, game, depth, alpha, beta):
        moves, least = game.get_legal_moves(), INF
        if depth == 0 or not moves:
            return self.score(game, self)
        for move in moves:
            least = min(least, self.max_value(game.forecast_move(move), depth - 1, alpha, beta))
            if least <= alpha:
                break
            beta = min(beta, least)
        return least
"""


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("right", "wrong", "mistake"),
    [
        ("least = game.get_legal_moves(), INF", "least = game.get_legal_moves(), -INF", "begins with the wrong infinity"),
        (
            "forecast_move(move), depth - 1, alpha, beta)\n            if value",
            "forecast_move(move), depth, alpha, beta)\n            if value",
            "depth + 1",
        ),
        pytest.param(
            "most >= beta", "most >= alpha", "", marks=pytest.mark.slow
        ),  # many mistakes leave a node after its first move
    ],
)
def test_by_its_moves_alone_no_window_is_said_to_be_wrong_that_may_be_right(tmp_path, right, wrong, mistake):
    found = checked(tmp_path, "game_agent.py", CUTS.replace(right, wrong))
    assert (found.grade, found.mistake) == ("wrong", mistake)


PLAYED = ("11x9", "fishing", "crosses")  # their programs play, or are asked for each function, in a process


@pytest.mark.parametrize("name", UNWRITTEN)
def test_what_is_still_to_be_written_is_not_judged(tmp_path, request, name):
    if not name.startswith(PLAYED):
        request.getfixturevalue("inside")
    found = checked(tmp_path, *UNWRITTEN[name])
    assert found.grade == "not judged", str(found)
    assert not found.right
    assert any(words in str(found) for words in ("not written yet", "still empty", "has no search yet"))


def test_the_courses_own_program_may_lie_beside_it(tmp_path):
    (tmp_path / "util.py").write_text("import sys\n\n\ndef raiseNotDefined():\n    print('not implemented')\n    sys.exit(1)\n")
    assert checked(tmp_path, "multiAgents.py", PACMAN).grade == "not judged"
    assert checked(tmp_path, "multiAgents.py", PACMAN.replace("util.raiseNotDefined()", "raise SystemExit(1)")).grade == "wrong"


def test_an_unwritten_part_beside_a_right_one_is_told_apart_by_exit_code_and_table(tmp_path):
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "half.py").write_text(WRITTEN + "\n\nclass AlphaBetaPlayer(IsolationPlayer):\n" + HALF)
    table = tmp_path / "class.csv"
    assert command(["check", "--each", str(tmp_path / "class"), "--positions", "0", "--csv", str(table)]) == 3
    row = next(csv.DictReader(table.open()))
    assert (row["verdict"], row["right"]) == ("not judged", "False")
    assert row["about"].startswith("AlphaBetaPlayer.alphabeta: It is not written yet")


HALF = """
    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        raise NotImplementedError
"""


# --- what a stand-in lacks


@pytest.mark.usefixtures("inside")
def test_what_our_program_lacks_is_no_mistake(tmp_path):
    lacking = WRITTEN.replace("        best_move = (-1, -1)\n", "        game.show_moves()\n        best_move = (-1, -1)\n")
    found = checked(tmp_path, "game_agent.py", lacking)
    assert found.grade == "not judged"
    assert "has no 'show_moves'" in str(found)
    assert "--as" not in str(found)  # whose words these are is known
    with pytest.raises(UsageError, match=r"'rival' that is not known.*--as COURSE says whose"):
        checked(tmp_path, "mine.py", "def minimax(board, rival, depth):\n    return 0\n")
    strange = "def minimax(position, depth, maximizingPlayer):\n    return position.is_terminal()\n"
    assert checked(tmp_path, "mine.py", strange).grade == "not judged"
    of_a_game = "def minimax_decision(state, game):\n    return max(game.actions(state), key=state['hand'].get)\n"
    assert checked(tmp_path, "games.py", of_a_game).grade == "not judged"
    misspelt = "def minimax(position, depth):\n    return position.valeu(0), position.after(position.moves()[0])\n"
    assert checked(tmp_path, "mine.py", misspelt).grade == "wrong"


@pytest.mark.usefixtures("outside")
def test_the_courses_modules_may_be_imported_as_late_as_it_is_asked(tmp_path):
    late = QUEUE.format(
        "state", "import isolation.isolation as board\n        self.queue.put(board.Isolation(*state).actions()[0])"
    )
    assert "it raises" not in str(checked(tmp_path, "my_custom_player.py", late)).lower()
    missing = checked(tmp_path, "my_custom_player.py", late.replace("isolation.isolation", "isolation_of_mine"))
    assert missing.grade == "not judged"
    assert "No module named 'isolation_of_mine'" in str(missing)


TWO_FUNCTIONS = """
from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    def get_action(self, state):
        if state.ply_count < 2:
            self.queue.put(state.actions()[0])
        else:
            self.queue.put(max(state.actions(), key=lambda action: self.min_value(state.result(action), 1)))

    def min_value(self, state, depth):
        if state.terminal_test():
            return state.utility(self.player_id)  # winning, or not
        return min((self.max_value(state.result(action), depth - 1) for action in state.actions()), default=0)

    def max_value(self, state, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        own, other = (len(state.liberties(state.locs[player])) for player in (self.player_id, 1 - self.player_id))
        return own - other if depth <= 0 else max(self.min_value(state.result(action), depth - 1) for action in state.actions())
"""


def test_a_file_with_its_courses_names_is_that_courses_whatever_its_functions_look_like(tmp_path):
    verdict = checked(tmp_path, "my_custom_player.py", TWO_FUNCTIONS)
    assert verdict.grade == "right"
    assert str(verdict).startswith("CustomPlayer.get_action(state): right")


def test_what_only_python_2_reads_is_told_so(tmp_path):
    for line in ("SEEDS = 2147483648L, 1", "print 'ready'", "raise ValueError, 'never'"):
        with pytest.raises(UsageError, match="it is written for Python 2"):
            checked(tmp_path, "old.py", line)
    with pytest.raises(UsageError, match=r"invalid decimal literal \(typo\.py:1\)$"):
        checked(tmp_path, "typo.py", "depth = 2plies")
    with pytest.raises(UsageError, match=r"indentation \(tabs\.py:3\); Python 3 has no mixture: indent by spaces alone$"):
        checked(tmp_path, "tabs.py", "def search(position, depth):\n        value = 0\n\treturn value")


def test_a_course_that_lies_there_in_python_2_is_stood_in_for(tmp_path):
    (tmp_path / "util.py").write_text("print 'raised'\n")
    (tmp_path / "searchAgents.py").write_text("raise ValueError, 'never'\n")
    found = checked(tmp_path, "multiAgents.py", f"import searchAgents\n{PACMAN}")
    assert (found.grade, "not written yet" in str(found)) == ("not judged", True)


@pytest.mark.usefixtures("inside")
def test_a_search_without_a_window_is_told_nothing_of_one(tmp_path):
    wrong = """
        return max(game.get_legal_moves(), key=lambda m: self.smallest(game.forecast_move(m), depth - 1), default=(-1, -1))

    def smallest(self, game, depth):
        value = float("inf")
        if depth == 0 or not game.get_legal_moves():
            return self.score(game, self)
        for move in game.get_legal_moves():
            value = max(value, self.largest(game.forecast_move(move), depth - 1))
        return value

    def largest(self, game, depth):
        value = float("-inf")
        if depth == 0 or not game.get_legal_moves():
            return self.score(game, self)
        for move in game.get_legal_moves():
            value = max(value, self.smallest(game.forecast_move(move), depth - 1))
        return value
"""
    found = checked(tmp_path, "game_agent.py", KNIGHTS + wrong)
    assert (found.grade, "lpha" in found.verdict.about) == ("wrong", False)


ROUNDS = """
from game import Agent
import util


class MinimaxAgent(Agent):
    def getAction(self, gameState):
        return self.value(gameState, 0)[1]

    def value(self, state, ply):
        agents = state.getNumAgents()
        if ply / agents > self.depth - 1 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        found = util.PriorityQueue()
        sign = -1 if ply % agents == 0 else 1
        for action in state.getLegalActions(ply % agents):
            value, _ = self.value(state.generateSuccessor(ply % agents, action), ply + 1)
            found.push((value, action), sign * value)
        return found.pop()
"""


@pytest.mark.usefixtures("outside")
def test_whole_numbers_are_divided_as_where_the_courses_program_is_in_python_2(tmp_path):
    assert checked(tmp_path, "multiAgents.py", ROUNDS).grade == "wrong"
    assert checked(tmp_path, "multiAgents.py", ROUNDS.replace("ply / agents", "ply // agents")).grade == "right"
    (tmp_path / "ghostAgents.py").write_text("print 'here'\n")
    assert checked(tmp_path, "multiAgents.py", ROUNDS).grade == "right"


@pytest.mark.usefixtures("inside")
def test_an_agent_knows_the_depth_that_is_asked_for(tmp_path):
    root = WRITTEN.replace("        return max(", "        assert depth == self.search_depth\n        return max(", 1)
    assert checked(tmp_path, "game_agent.py", root).grade == "right"


@pytest.mark.usefixtures("inside")
def test_the_board_has_what_versions_of_the_courses_program_call_its_parts(tmp_path):
    asks = """        assert self in (game._player_1, game.__player_2__) or self in (game.__player_1__, game._player_2)
        assert self is game._active_player is game.__active_player__ is game.active_player is not game._inactive_player
        free = game.get_blank_spaces()
        assert len(free) == game.width * game.height - game.move_count and set(game.get_legal_moves()) <= set(free)
        assert game._board_state.count(1) >= game.move_count == sum(map(sum, game.__board_state__))
        assert game.__last_player_move__[self] == game.get_player_location(self)
        return max("""
    found = checked(tmp_path, "game_agent.py", WRITTEN.replace("        return max(", asks, 1))
    assert found.grade == "right", str(found)


@pytest.mark.usefixtures("inside")
def test_whoever_waits_has_moves_too_while_the_game_goes_on(tmp_path):
    stuck = "        if not game.get_legal_moves(game.inactive_player) and depth > 1:\n            return 0.0\n        values = ["
    found = checked(tmp_path, "game_agent.py", WRITTEN.replace("        values = [", stuck, 1))
    assert 0 < found.verdict.wrong["move"] < found.verdict.cases / 10, str(found)
    assert "a deeper search" not in str(found)


@pytest.mark.usefixtures("inside")
def test_minimax_may_leave_a_node_where_it_has_won(tmp_path):
    wins = """        values, won = [], float("inf") if game.active_player == self else float("-inf")
        for move in moves:
            values.append(self.value(game.forecast_move(move), depth - 1))
            if values[-1] == won:
                break
"""
    all_of_them = "        values = [self.value(game.forecast_move(move), depth - 1) for move in moves]\n"
    assert all_of_them in WRITTEN
    found = checked(tmp_path, "game_agent.py", WRITTEN.replace(all_of_them, wins))
    assert (found.grade, found.verdict.habits.prunes) == ("right", False), str(found)


@pytest.mark.usefixtures("inside")
def test_a_method_without_brackets_equals_nothing_as_in_the_courses_program(tmp_path):
    text = students.UDACITY.replace("not game.get_legal_moves()", 'not game.get_legal_moves() or game.utility == float("inf")')
    assert checked(tmp_path, "game_agent.py", text).grade == "right"


@pytest.mark.usefixtures("inside")
def test_a_cut_on_equality_is_right_by_its_moves_and_forbidden_by_pacmans_course(tmp_path):
    assert "if alpha > beta" in students.BERKELEY
    verdict = checked(tmp_path, "multiAgents.py", students.BERKELEY.replace("if alpha > beta", "if alpha >= beta", 1)).verdict
    assert (verdict.grade, verdict.mistake) == ("wrong", "cuts on equality")
    assert "its moves are right" in verdict.about


@pytest.mark.usefixtures("inside")
def test_a_version_of_pacmans_program_has_other_names(tmp_path):
    older = students.BERKELEY.replace("getLegalActions", "getAvailableActions").replace("generateSuccessor", "generateNextState")
    assert "generateNextState" in older
    assert checked(tmp_path, "multiAgents.py", older).grade == "right"


@pytest.mark.usefixtures("inside")
def test_a_course_whose_states_no_autograder_compares_allows_a_cut_on_equality(tmp_path):
    other = students.BERKELEY.replace("generateSuccessor", "generateChild").replace("alpha > beta", "alpha >= beta")
    assert checked(tmp_path, "multiAgents.py", other).grade == "right"


@pytest.mark.usefixtures("inside")
def test_a_window_that_nothing_uses_is_left_over_and_asks_for_no_pruning(tmp_path):
    left_over = EXPECTS.replace("Expectimax", "Minimax").replace("(self, gameState)", "(self, gameState, alpha=-1e9, beta=1e9)")
    least = left_over.replace("(sum(values) / len(values), None)", "(min(values), None)")
    assert (found := checked(tmp_path, "multiAgents.py", least)).grade == "right", str(found)


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("key", "mistake"),
    [
        ("state, agent", "remembers without the depth"),
        pytest.param("state, depth, agent", "remembers bounds as values", marks=pytest.mark.slow),
    ],
)
def test_a_table_beside_a_window_is_named_by_what_its_entries_lack(tmp_path, key, mistake):
    entry = f"        if not root and ({key}) in self.table:\n            return self.table[{key}]\n        # inner\n"
    text = students.BERKELEY.replace("        # inner\n", entry).replace(
        "        return best, best_move", f"        self.table[{key}] = best, best_move\n        return best, best_move"
    )
    text = text.replace("        return self.best(gameState", "        self.table = {}\n        return self.best(gameState")
    assert checked(tmp_path, "multiAgents.py", text).mistake == mistake


EXPECTS = """
class ExpectimaxAgent:
    def getAction(self, gameState):
        return self.best(gameState, gameState.getNumAgents() * self.depth, 0)[1]

    def best(self, state, depth, agent):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        after = (agent + 1) % state.getNumAgents()
        actions = state.getLegalActions(agent)
        values = [self.best(state.generateSuccessor(agent, action), depth - 1, after)[0] for action in actions]
        return max(zip(values, actions)) if agent == 0 else (sum(values) / len(values), None)
"""


@pytest.mark.usefixtures("inside")
@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        ("return self.evaluation", "return -self.evaluation", "minus the values"),
        pytest.param("max(zip", "min(zip", "minus the values", marks=pytest.mark.slow),
        pytest.param("", "", "", marks=pytest.mark.slow),
    ],
)
def test_minus_the_values_of_an_expectimax_has_a_name(tmp_path, old, new, mistake):
    assert checked(tmp_path, "multiAgents.py", EXPECTS.replace(old, new, 1)).mistake == mistake


def test_a_player_that_is_made_of_something_is_not_judged(tmp_path):
    text = "class Bot:\n    def __init__(self, mark):\n        pass\n\n    def minimax(self, state, depth):\n        return 0\n"
    found = checked(tmp_path, "player.py", text)
    assert (found.grade, "missing a required argument: 'mark'" in found.verdict.about) == ("not judged", True)


@pytest.mark.usefixtures("inside")
def test_a_search_of_boards_of_its_own_is_not_judged(tmp_path):
    own = "def minimax(state, depth, player):\n    return [-1, -1, sum(row[0] for row in state)]\n"
    found = checked(tmp_path, "mine.py", own)
    assert found.grade == "not judged"
    assert "boards of its own" in str(found)
    mistaken = "def minimax(position, depth):\n    return max(position.after(move).value(0) for move in position)\n"
    assert checked(tmp_path, "mine.py", mistaken).grade == "wrong"


def test_an_agent_of_kaggles_is_sent_to_a_match(tmp_path):
    with pytest.raises(UsageError, match="match connect_four"):
        checked(tmp_path, "submission.py", "def agent(observation, configuration):\n    return 3\n")


def test_a_player_of_melbournes_is_sent_to_a_match_whatever_search_it_has(tmp_path):
    tree = "class MCTS:\n    def search(self, state):\n        return self.mdp\n"
    agent = "from template import Agent\nclass myAgent(Agent):\n    def SelectAction(self, actions, game_state):\n        pass\n"
    with pytest.raises(UsageError, match="match splendor"):
        checked(tmp_path, "myTeam.py", agent + tree)


def test_the_only_parameter_of_a_players_method_may_have_any_name(tmp_path):
    first = "self.queue.put(game_state.actions()[0])"
    found = checked(tmp_path, "my_custom_player.py", QUEUE.format("game_state", first))
    assert found.verdict.search == "CustomPlayer.get_action(state)"


# --- what a played program is told

LEAPER = """
from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    def get_action(self, state):
        self.queue.put(self.alpha_beta_search(state, 3))

    def alpha_beta_search(self, state, depth):
        alpha, best_score, best_move = float("-inf"), float("-inf"), None
        for action in state.actions():
            value = self.min_value(state.result(action), alpha, float("inf"), depth - 1)
            alpha = max(alpha, value)
            if value > best_score:
                best_score = value
                best_move = action
        return best_move

    def max_value(self, state, alpha, beta, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        value = float("-inf")
        for action in state.actions():
            value = max(value, self.min_value(state.result(action), alpha, beta, depth - 1))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, state, alpha, beta, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        value = float("inf")
        for action in state.actions():
            value = min(value, self.max_value(state.result(action), alpha, beta, depth - 1))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    def score(self, state):
        own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
        return len(state.liberties(own)) - len(state.liberties(other))
"""


def test_a_played_program_that_takes_the_last_of_equal_moves_is_shown_where(tmp_path):
    assert checked(tmp_path, "my_custom_player.py", LEAPER).grade == "right"
    found = checked(tmp_path, "my_custom_player.py", LEAPER.replace("value > best_score", "value >= best_score"))
    assert (found.grade, found.mistake) == ("wrong", "takes the last of equal moves")
    assert [line.text for line in found.verdict.lines] == ["if value >= best_score:"]


def test_a_played_program_whose_values_are_infinite_without_a_reason_is_told_so(tmp_path):
    any_move = LEAPER.replace('float("-inf"), None', 'float("-inf"), state.actions()[0]')
    assert any_move != LEAPER
    assert any_move.count('value = float("inf")') == 1
    found = checked(tmp_path, "my_custom_player.py", any_move.replace('value = float("inf")', 'value = float("-inf")'))
    assert (found.grade, found.mistake) == ("wrong", "begins with the wrong infinity")


def test_a_played_program_that_returns_its_last_value_is_told_so_whatever_that_is(tmp_path):
    best = "            value = min(value, self.max_value(state.result(action), alpha, beta, depth - 1))\n"
    assert LEAPER.count(best) == 1
    largest_last = best.replace("min(value, ", "").replace("depth - 1))", "depth - 1)")
    found = checked(tmp_path, "my_custom_player.py", LEAPER.replace(best, largest_last))
    assert (found.grade, found.mistake) == ("wrong", "returns the last value")


def test_a_value_that_is_no_number_is_told_and_is_no_infinity(tmp_path):
    score = "        own, other = state.locs[self.player_id]"
    assert LEAPER.count(score) == 1
    nowhere = LEAPER.replace(score, f'        if state.board % 2:\n            return float("inf") - float("inf")\n{score}')
    found = checked(tmp_path, "my_custom_player.py", nowhere)
    assert (found.mistake, "some of its values are nan" in str(found)) == ("", True)


DEEPER = """        for depth in range(1, 4):
            self.queue.put(self.alpha_beta_search(state, depth))"""


def test_no_mistake_is_named_by_a_single_turn(tmp_path):
    once = LEAPER.replace("value > best_score", "(value >= best_score if state.board % 97 == 2 else value > best_score)")
    found = checked(tmp_path, "my_custom_player.py", once)
    assert (found.grade, found.verdict.wrong["move"], found.mistake) == ("wrong", 1, "")


def test_none_last_is_no_move_where_all_lose_and_a_fault_elsewhere(tmp_path):
    deeper = LEAPER.replace("        self.queue.put(self.alpha_beta_search(state, 3))", DEEPER)
    assert deeper != LEAPER
    assert checked(tmp_path, "my_custom_player.py", deeper).grade == "right"
    found = checked(tmp_path, "my_custom_player.py", deeper.replace(DEEPER, f"{DEEPER}\n        self.queue.put(None)"))
    assert (found.grade, "puts None last where not all moves lose" in str(found)) == ("wrong", True)


def test_a_lost_position_is_lost_within_its_plies():
    state, by_move = solved(Random(1))
    assert not is_lost(state, 99)
    won = [state.result(action) for action, wins in by_move.items() if wins]
    assert all(is_lost(each, 99) and not is_lost(each, 0) for each in some(won))


@pytest.mark.parametrize(("made", "left_out"), [((0, 1), True), ((1, 3), True), ((1, 2), False), ((2, 2), False)])
def test_a_root_move_that_is_tried_once_more_leaves_out_no_other(made, left_out):
    events = [(MADE, child) for child, times in enumerate(made, 1) for _ in range(times)]
    trial = SimpleNamespace(
        answer=SimpleNamespace(events=events),
        flat=SimpleNamespace(children=[[1, 2]]),
        seen=SimpleNamespace(visited={2}),
    )
    assert diagnosis._leaves_out_root_moves(trial) == left_out


OWN = "own, other = state.locs[self.player_id], state.locs[1 - self.player_id]"
NEGATED = (
    LEAPER.replace("value = max(value, self.min_value(", "value = max(value, -self.max_value(")
    .replace("value = self.min_value(state.result(action), alpha, float(", "value = -self.max_value(state.result(action), -float(")
    .replace('"inf"), depth - 1)', '"inf"), -alpha, depth - 1)')
    .replace("alpha, beta, depth - 1))", "-beta, -alpha, depth - 1))")
    .replace("utility(self.player_id)", "utility(state.player())")
)


@pytest.mark.parametrize(
    ("text", "own", "mistake"),
    [
        (LEAPER, "own, other = state.locs[state.player()], state.locs[1 - state.player()]", "evaluates for the side to move"),
        (LEAPER, "own, other = state.locs[0], state.locs[1]", "plays for one seat"),
        (NEGATED, "own, other = state.locs[state.player()], state.locs[1 - state.player()]", ""),
        (LEAPER.replace("state, 3)", "state, 2)"), "own, other = state.locs[state.player()], state.locs[1 - state.player()]", ""),
        (LEAPER, "return -abs(state.locs[0] - state.locs[1])", ""),
    ],
    ids=["the side to move", "the first player", "the side to move, in negamax", "its own turns alone", "both want to be near"],
)
def test_what_is_said_of_a_position_to_both_players_is_wrong_for_one_of_them(tmp_path, text, own, mistake):
    assert OWN in text
    found = checked(tmp_path, "my_custom_player.py", text.replace(OWN, own))
    assert (found.grade, found.mistake) == ("wrong" if mistake else "right", mistake)


def test_random_games_for_an_opening_book_make_no_player_of_random_games(tmp_path):
    book = """
class Book:
    def best_action(self, state):
        return max(state.actions(), key=lambda action: self.simulate(state.result(action)))

    def simulate(self, state):
        while not state.terminal_test():
            state = state.result(random.choice(state.actions()))
        return state.utility(0)
"""
    begin = "    def get_action(self, state):\n"
    assert LEAPER.count(begin) == 1
    opens = f"{begin}        if state.ply_count < 4:\n            return self.queue.put(Book().best_action(state))\n"
    found = checked(tmp_path, "my_custom_player.py", f"import random\n{book}{LEAPER.replace(begin, opens)}")
    assert (found.grade, found.verdict.says) == ("right", ("move",))


def test_a_player_that_needs_its_data_is_not_judged_without(tmp_path):
    text = QUEUE.format("state", "self.queue.put(self.data[state] if state in self.data else state.actions()[0])")
    found = checked(tmp_path, "my_custom_player.py", text)
    assert found.grade == "not judged"
    assert "data.pickle is not beside it" in found.verdict.about
    wrong = checked(tmp_path, "my_custom_player.py", text.replace("self.data", "None"))
    assert wrong.grade == "wrong"


@pytest.mark.usefixtures("inside")
def test_a_search_whose_file_is_not_there_is_not_judged_and_the_file_is_named(tmp_path):
    text = "def search(position, depth):\n    return len(open('openings.txt').read()), position.moves()[0]\n"
    found = checked(tmp_path, "mine.py", text)
    assert (found.grade, "reads the file openings.txt, which is not there" in found.verdict.about) == ("not judged", True)


@pytest.mark.usefixtures("inside")
def test_a_lost_game_is_worth_infinity_to_the_score_and_to_the_board(tmp_path):
    score = "        if depth == 0 or not game.get_legal_moves():\n            return self.score(game, self), None\n"
    board = "        if depth and not game.get_legal_moves():\n            return game.utility(self), None\n"
    asks = students.UDACITY.replace(score, board + score)
    rooted = asks.replace("if alpha >= beta:", "if alpha >= beta and not root:")  # a root that is not left for a win, either
    for text in (asks, rooted):
        found = checked(tmp_path, "game_agent.py", text.replace("value > best", "value >= best"))
        assert (found.grade, found.mistake) == ("wrong", "takes the last of equal moves")


# --- where it lies

PACKAGED = """
from .helper import INF


def alphabeta(position, depth, alpha=-INF, beta=INF, start_time=None, deadline=None):
    if time.time() - start_time > 0.001 or time.perf_counter() >= deadline:
        raise TimeoutError
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, chosen = -INF, None
    for move in position.moves():
        value = -alphabeta(position.after(move), depth - 1, -beta, -max(alpha, best), start_time, deadline)[0]
        if value > best:
            best, chosen = value, move
        if best >= beta:
            break
    return best, chosen
"""


@pytest.mark.parametrize("start", ["from .rules import *\n", pytest.param(None, marks=pytest.mark.slow)])
def test_a_search_in_a_package_is_judged_and_so_are_its_moments(tmp_path, start):
    folder = tmp_path / "agents"
    folder.mkdir()
    (folder / "helper.py").write_text('INF = float("inf")\n')
    (folder / "rules.py").write_text("SIZE = 3\n")
    if start is not None:
        (folder / "__init__.py").write_text(start)
    by_name = "from agents.helper import INF\n" if start else ""
    found = checked(folder, "mine.py", f"import time\n{by_name}{PACKAGED}")
    assert (found.grade, found.verdict.about) == ("right", "alpha-beta, cut at alpha >= beta")
    if start:
        assert checked(folder, "agents.py", f"import time\n{by_name}{PACKAGED}").grade == "right", "called as its package"
    wrong = checked(folder, "mine.py", f"import time\n{PACKAGED}".replace("value > best", "value >= best"))
    assert wrong.mistake == "takes the last of equal moves"


@pytest.mark.parametrize("node", ["Max", "both"])
def test_a_lost_game_that_is_seen_by_the_other_side_is_told_as_that(tmp_path, node):
    seen = "        if game.utility(game.active_player) != 0{}:\n            return game.utility(game.inactive_player)\n"
    text = WRITTEN.replace(
        "        if depth == 0 or not moves:\n",
        seen.format(" and game.active_player is self" * (node == "Max")) + "        if depth == 0 or not moves:\n",
    )
    assert text != WRITTEN
    found = checked(tmp_path, "game_agent.py", text.replace("def get_move(", "def of_before("))
    assert (found.grade, found.mistake) == ("wrong", "finished positions judged in another view")


# --- a busy machine

SLOW = "        best_move = (-1, -1)\n        sum(range(4_000_000))\n"


@pytest.mark.usefixtures("outside")
def test_a_players_time_is_counted_by_its_work_and_not_by_the_machine(tmp_path):
    text = WRITTEN.replace("        best_move = (-1, -1)\n", SLOW)
    found = checked(tmp_path, "game_agent.py", text, limit=0.07)
    assert found.grade == "right", str(found)
    assert max(found.verdict.timed.seconds) < 0.07
    late = text.replace("self.search_depth)", "6)").replace("self.time_left() < self.TIMER_THRESHOLD", "False")
    assert "oversteps its time" in checked(tmp_path, "game_agent.py", late, limit=0.07).verdict.about


def test_a_player_that_drops_what_it_has_found_is_told_so(tmp_path):
    text = (
        students.UDACITY
        + """
    def get_move(self, game, time_left):
        moves = game.get_legal_moves()
        for depth in range(1, 100):
            self.alphabeta(game, depth)
            if time_left() < 50:
                return moves[0]
"""
    )
    found = checked(tmp_path, "game_agent.py", text)
    told = "With a clock, it always plays the first legal move: play that of the last depth that it finished."
    assert (found.grade, found.verdict.about) == ("wrong", told)


KEEPS_BACK = """
    def get_move(self, game, time_left):
        if time_left() < {}:
            return game.get_legal_moves()[0]
        return self.alphabeta(game, 2)
"""


@pytest.mark.usefixtures("outside")
def test_whoever_has_no_time_left_at_once_is_not_judged(tmp_path):
    found = checked(tmp_path, "game_agent.py", students.UDACITY + KEEPS_BACK.format(120))
    assert (found.grade, "its time is over at once" in str(found)) == ("not judged", True)
    assert checked(tmp_path, "game_agent.py", students.UDACITY + KEEPS_BACK.format(20)).grade == "right"
    hasty = "import time\n" + FISHING.format(
        "begin = time.time()\n        if time.time() - begin < 0:\n            initial_tree_node.compute_and_get_children()\n"
        "        return ACTION_TO_STR[0]"
    )
    found = checked(tmp_path, "player.py", hasty)
    assert (found.grade, "its time is over at once" in str(found)) == ("not judged", True)


def test_a_clock_that_python_has_no_more_is_nobodys_mistake(tmp_path):
    old = "import time\n" + students.PLAIN.replace("    # inner\n", "    time.clock()\n")
    found = checked(tmp_path, "mine.py", old)
    assert (found.grade, "it is written for Python 3.7 or older" in str(found)) == ("not judged", True)


def test_sleep_is_time_and_takes_none(tmp_path):
    sleeping = SLOW.replace("sum(range(4_000_000))", "__import__('time').sleep(30)")
    found = checked(tmp_path, "game_agent.py", WRITTEN.replace("        best_move = (-1, -1)\n", sleeping))
    assert (found.grade, found.verdict.about) == ("wrong", "With a clock, it returns no move.")


def test_whoever_has_had_no_time_is_not_called_late(monkeypatch):
    now = SimpleNamespace(seconds=0.0, ticks=0)
    monkeypatch.setattr(process, "cpu_ticks", lambda _: now.ticks)
    monkeypatch.setattr(process.time, "monotonic", lambda: now.seconds)
    for ticks, busy in ((1, True), (0, False), (10**6, False)):  # it works, it sleeps, it has had its time
        patience = process.Patience(1, 5.0)
        now.seconds, now.ticks = now.seconds + 1_000, now.ticks + ticks
        assert patience.more() == 0.0
        assert patience.busy == busy


# --- what a course allows


RESULT = """
def result(board, action):
    row, column = action
    made = [line[:] for line in board]
    if min(action) < 0 or made[row][column] is not EMPTY:
        raise KeyboardInterrupt("This is no legal move.")
    made[row][column] = X if sum(mark is EMPTY for line in board for mark in line) % 2 else O
    return made
"""


def test_a_refusal_may_be_any_exception(tmp_path):
    found = checked(tmp_path, "tictactoe.py", CROSSES.format("raise NotImplementedError") + RESULT)
    parts = {part.search.partition("(")[0]: part.grade for part in found.verdict.parts}
    assert (parts["result"], parts["winner"]) == ("right", "not judged")
    counts_back = RESULT.replace("min(action) < 0 or ", "")  # from the end of a list, which the course's grader asks about
    found = checked(tmp_path, "tictactoe.py", CROSSES.format("raise NotImplementedError") + counts_back)
    assert "It accepts (-1, 0), a cell outside of the board" in str(found)


ACTIONS = """
def actions(board):
    return [[row, column] for row in range(3) for column in range(3) if board[row][column] is EMPTY]
"""
PAIRS = """
def minimax(board):
    cells = [(row, column) for row in range(3) for column in range(3) if board[row][column] is EMPTY]
    return (0, cells[0]) if cells else 0
"""


def test_what_a_function_returns_is_told_and_not_what_our_question_makes_of_it(tmp_path):
    found = checked(tmp_path, "tictactoe.py", CROSSES.format("raise NotImplementedError") + ACTIONS + PAIRS)
    said = {part.search.partition("(")[0]: part.about for part in found.verdict.parts}
    assert said["actions"] == "It returns [[0, 0]]; right are {(0, 0)}, a set of pairs."
    assert "which is no action of this board" in said["minimax"]  # the moves first, and then what it says at the end


CHANCE = """
class Dice:
    initial = 0
    def actions(self, state): return [1]
    def result(self, state, move): return state + 1
    def utility(self, state, player): return 0
    def terminal_test(self, state): return state > 3
    def to_move(self, state): return "W"
    def chances(self, state): return [1, 2]
"""
AIMA = """
def minmax_decision(state, game):
    player = game.to_move(state)

    def value(state):
        if game.terminal_test(state):
            return game.utility(state, player)
        best = max if game.to_move(state) == player else min
        return best(value(game.result(state, action)) for action in game.actions(state))

    return max(game.actions(state), key=lambda action: value(game.result(state, action)))


def monte_carlo_tree_search(state, game, N=1000):
    for _ in range(N):
        game.result(state, game.actions(state)[0])
    return game.actions(state)[0]
"""


@pytest.mark.usefixtures("inside")
def test_one_search_is_not_late_for_the_games_that_another_one_plays(tmp_path):
    found = checked(tmp_path, "games.py", AIMA)
    grades = {part.search.partition("(")[0]: part.grade for part in found.verdict.parts}
    assert grades["minmax_decision"] == "right"


DRAWS = """
import random


class Cards:
    initial = (0, 0)
    def actions(self, state): return [1, 2]
    def result(self, state, move): return state[0] + 1, state[1] + move * random.random()
    def utility(self, state, player): return 1 if (state[1] > 6) == (player == "W") else -1
    def terminal_test(self, state): return state[0] > 7
    def to_move(self, state): return "WB"[state[0] % 2]
"""
EXPECTED = """


def expect_minmax(state, game):
    return max(game.actions(state), key=lambda action: game.chances(game.result(state, action)))
"""


def test_what_is_drawn_in_a_result_is_chance_and_what_expects_is_not_asked(tmp_path):
    found = checked(tmp_path, "cards.py", AIMA.partition("def monte")[0] + EXPECTED + DRAWS)
    parts = {part.search.partition("(")[0]: part for part in found.verdict.parts}
    assert {name: part.grade for name, part in parts.items()} == {"minmax_decision": "right", "Cards": "not judged"}
    assert "draws by chance" in parts["Cards"].about
    other = DRAWS.replace("random.random()", "next(NUMBERS)").replace("import random", "NUMBERS = iter(range(10**6))")
    assert checked(tmp_path, "cards.py", other).grade == "wrong"


@pytest.mark.usefixtures("inside")
def test_games_of_chance_are_not_judged(tmp_path):
    found = checked(tmp_path, "games.py", AIMA + CHANCE)
    assert {part.search: part.grade for part in found.verdict.parts}["Dice"] == "not judged"
    assert "games of chance" in str(found)


ROLES_EXCHANGED = """
        children = initial_tree_node.compute_and_get_children()
        return ACTION_TO_STR[max(children, key=lambda child: self.value(child, 2)).move]

    def value(self, node, depth):
        children = node.compute_and_get_children()
        if depth == 0 or not children:
            return self.worth(node.state)
        values = [self.value(child, depth - 1) for child in children]
        return max(values) if node.state.get_player() else min(values)

    def worth(self, state):
        (x, y), scores = state.get_hook_positions()[0], state.get_player_scores()
        if len(state.get_fish_positions()) > {}:
            near = min(abs(a - x) + abs(b - y) for a, b in state.get_fish_positions().values())
        return 10 * (scores[0] - scores[1]) - near
"""


def test_what_fails_now_and_then_is_told_what_is_wrong_with_its_moves_too(tmp_path):
    found = checked(tmp_path, "player.py", FISHING.format(ROLES_EXCHANGED.format(1))).verdict
    assert "UnboundLocalError" in found.about
    assert "Max and min are exchanged" in found.about
    failed, moves = found.wrong["failure"], found.wrong["move"]
    assert min(failed, moves) > 0
    assert found.right_cases == found.cases - failed - moves
