"""Hand-ins of courses, in the shape that public ones have: constructor, names, loop and calls."""

AIND = """
import random


class SearchTimeout(Exception):
    pass


def custom_score(game, player):
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    row, column = game.get_player_location(player)
    return float(len(game.get_legal_moves(player)) - len(game.get_legal_moves(game.get_opponent(player)))) + 0.01 * row


def fleeing(game, player):
    return -custom_score(game, player)


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout


class MinimaxPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        moves = game.get_legal_moves()
        return max(moves, key=lambda m: self.score(game.forecast_move(m), self)) if moves else (-1, -1)


class AlphaBetaPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        best, depth = (-1, -1), 1
        try:
            while depth < 50:
                best = self.alphabeta(game, depth)
                depth += 1
        except SearchTimeout:
            pass
        return best

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        moves = game.get_legal_moves()
        if not moves:
            return (-1, -1)
        return max(moves, key=lambda m: self.value(game.forecast_move(m), depth - 1, alpha, beta))

    def value(self, game, depth, alpha, beta):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self)
        best = max if game.active_player == self else min
        return best(self.value(game.forecast_move(m), depth - 1, alpha, beta) for m in moves)
"""

OLD_AIND = """
class CustomPlayer:
    def __init__(self, search_depth=3, score_fn=None, iterative=True, method="minimax", timeout=10.):
        self.method = method

    def get_move(self, game, legal_moves, time_left):
        assert time_left() > 0 and set(legal_moves) == set(game.get_legal_moves())
        row, column = game.__last_player_move__[game.__active_player__]
        assert game.__board_state__[row][column] and sum(map(sum, game.__board_state__)) == game.move_count
        return legal_moves[0]
"""

ADVERSARIAL_SEARCH = """
import random

from isolation.isolation import DebugState
from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    remembered = 0

    def get_action(self, state):
        str(DebugState.from_state(state))
        assert self.remembered == 0 and (self.context is None) == (state.ply_count < 4)
        self.remembered += 1
        self.context = state
        self.queue.put(random.choice(state.actions()))
        depth = 1
        while True:
            self.queue.put(max(state.actions(), key=lambda a: -self.value(state.result(a), depth - 1)))
            depth += 1

    def value(self, state, depth):
        me = state.player()
        if state.terminal_test():
            return state.utility(me)
        if depth == 0:
            return len(state.liberties(state.locs[me])) - len(state.liberties(state.locs[1 - me]))
        return max(-self.value(state.result(a), depth - 1) for a in state.actions())
"""

SPLENDOR = """
import random
from copy import deepcopy

from Splendor.splendor_model import SplendorGameRule as GameRule
from template import Agent


class myAgent(Agent):
    def __init__(self, _id):
        super().__init__(_id)
        self.game_rule = GameRule(2)

    def SelectAction(self, actions, rootstate):
        def worth(action):
            state = self.game_rule.generateSuccessor(deepcopy(rootstate), action, self.id)
            bought = sum(map(len, state.agents[self.id].cards.values()))
            return self.game_rule.calScore(state, self.id), bought, sum(state.agents[self.id].gems.values())

        return max(actions, key=worth)
"""

PACKAGED_SPLENDOR = """
from splendor.splendor.constants import WINNING_SCORE_TRESHOLD
from splendor.splendor.splendor_model import SplendorGameRule, SplendorState
from splendor.template import Agent


class Greedy(Agent):
    def SelectAction(self, actions: list, game_state: SplendorState, game_rule: SplendorGameRule):
        before, found = str(game_state), []
        for action in actions:
            state = game_rule.generateSuccessor(game_state, action, self.id)
            found.append((state.agents[self.id].score, action["type"].startswith("buy"), len(found)))
            game_rule.generatePredecessor(game_state, action, self.id)
        assert str(game_state) == before
        return actions[max(found)[2]]


myAgent = Greedy
"""

FISHING_DERBY = """
from fishing_game_core.game_tree import Node
from fishing_game_core.player_utils import PlayerController
from fishing_game_core.shared import ACTION_TO_STR


class PlayerControllerHuman(PlayerController):
    def player_loop(self):
        while True:
            if self.receiver()["game_over"]:
                return


class PlayerControllerMinimax(PlayerController):
    def __init__(self):
        super(PlayerControllerMinimax, self).__init__()

    def player_loop(self):
        first_msg = self.receiver()
        model = self.initialize_model(initial_data=first_msg)
        while True:
            node = Node(message=self.receiver(), player=0)
            self.sender({"action": self.search_best_next_move(model=model, initial_tree_node=node), "search_time": None})

    def initialize_model(self, initial_data):
        return {name: fish["score"] for name, fish in initial_data.items() if name != "game_over"}

    def search_best_next_move(self, model, initial_tree_node):
        children = initial_tree_node.compute_and_get_children()
        return ACTION_TO_STR[max(children, key=lambda child: self.value(child, 3)).move]

    def value(self, node, depth):
        children = node.compute_and_get_children() if depth else []
        if not children:
            green, red = node.state.get_player_scores()
            caught = node.state.get_caught()
            values = node.state.get_fish_scores()
            return green - red + (values[caught[0]] if caught[0] is not None else 0)
        return (max if node.state.get_player() == 0 else min)(self.value(child, depth - 1) for child in children)
"""

CS50 = """
import copy

X = "X"
O = "O"
EMPTY = None


def initial_state():
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def player(board):
    return X if sum(row.count(EMPTY) for row in board) % 2 else O


def actions(board):
    return {(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY}


def result(board, action):
    made = copy.deepcopy(board)
    if made[action[0]][action[1]] is not EMPTY:
        raise ValueError
    made[action[0]][action[1]] = player(board)
    return made


def winner(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    return next((line[0] for line in lines if line[0] and line[0] == line[1] == line[2]), None)


def terminal(board):
    return winner(board) is not None or not actions(board)


def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]


def value(board):
    if terminal(board):
        return utility(board)
    return (max if player(board) == X else min)(value(result(board, action)) for action in actions(board))


def minimax(board):
    if terminal(board):
        return None
    return (max if player(board) == X else min)(actions(board), key=lambda action: value(result(board, action)))
"""

KAGGLE = """
import random


def drop(board, column, mark, config):
    made = board[:]
    row = max(r for r in range(config.rows) if board[column + r * config.columns] == 0)
    made[column + row * config.columns] = mark
    return made


def my_agent(obs, config):
    assert obs["board"] is obs.board and config.inarow in (3, 4) and 0 < config.actTimeout <= 2
    legal = [column for column in range(config.columns) if obs.board[column] == 0]
    drop(obs.board, legal[0], obs.mark, config)
    return legal[-1]
"""

CUTOFF_SEARCH = """
def alpha_beta_cutoff_search(state, game, d=4, cutoff_test=None, eval_fn=None):
    player = game.to_move(state)

    def max_value(state, alpha, beta, depth):
        if cutoff_test(state, depth):
            return eval_fn(state)
        v = -np.inf
        for a in game.actions(state):
            v = max(v, min_value(game.result(state, a), alpha, beta, depth + 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta, depth):
        if cutoff_test(state, depth):
            return eval_fn(state)
        v = np.inf
        for a in game.actions(state):
            v = min(v, max_value(game.result(state, a), alpha, beta, depth + 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    cutoff_test = cutoff_test or (lambda state, depth: depth > d or game.terminal_test(state))
    eval_fn = eval_fn or (lambda state: game.utility(state, player))
    best_score, best_action = -np.inf, None
    for a in game.actions(state):
        v = min_value(game.result(state, a), best_score, np.inf, 1)
        if v > best_score:
            best_score, best_action = v, a
    return best_action
"""
AIMA = f"\nimport numpy as np\n\n{CUTOFF_SEARCH}"
