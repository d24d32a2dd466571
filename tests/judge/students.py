"""Students' searches: right ones from many courses, and each usual mistake in three signatures. Texts, to be written into files."""

from __future__ import annotations

# One search in three signatures. MISTAKES changes one place of each.

PLAIN = """
INF = float("inf")


def search(position, depth):
    return alphabeta(position, depth, -INF, INF, position.turn, True)


def alphabeta(position, depth, alpha, beta, player, root=False):
    if depth == 0 or position.over():
        return position.value(player), None
    # inner
    best_move = None
    if position.turn == player:
        best = -INF
        for move in position.moves():
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, player)
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = INF
        for move in position.moves():
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, player)
            if value < best:
                best, best_move = value, move
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move
"""

WINDOWED = """
INF = float("inf")


def alphabeta(position, depth, alpha, beta, maximising, root=True):
    if depth == 0 or position.over():
        return position.value(position.turn if maximising else 1 - position.turn), None
    # inner
    best_move = None
    if maximising:
        best = -INF
        for move in position.moves():
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, not maximising, False)
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = INF
        for move in position.moves():
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, not maximising, False)
            if value < best:
                best, best_move = value, move
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move
"""

UDACITY = """
INF = float("inf")


class AlphaBetaPlayer:
    def alphabeta(self, game, depth, alpha=-INF, beta=INF):
        return self.best(game, depth, alpha, beta, True)[1]

    def best(self, game, depth, alpha, beta, root=False):
        position = game
        if depth == 0 or not game.get_legal_moves():
            return self.score(game, self), None
        # inner
        best_move = None
        if game.active_player is self:
            best = -INF
            for move in game.get_legal_moves():
                value, _ = self.best(game.forecast_move(move), depth - 1, alpha, beta)
                if value > best:
                    best, best_move = value, move
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        else:
            best = INF
            for move in game.get_legal_moves():
                value, _ = self.best(game.forecast_move(move), depth - 1, alpha, beta)
                if value < best:
                    best, best_move = value, move
                beta = min(beta, best)
                if alpha >= beta:
                    break
        return best, best_move
"""

# KTH's program tells nobody how deep to search
KTH = """
INF = float("inf")
STEPS = ["stay", "up", "down", "left", "right"]


class PlayerControllerMinimax:
    def search_best_move(self, initial_tree_node):
        return STEPS[self.best(initial_tree_node, 3, -INF, INF, True)[1]]

    def worth(self, node, player=0):
        scores = node.state.get_player_scores()
        return scores[player] - scores[1 - player]

    def best(self, node, depth, alpha, beta, root=False):
        children = node.compute_and_get_children()
        if depth == 0 or not children:
            return self.worth(node), None
        # inner
        best_move = None
        if node.state.get_player() == 0:
            best = -INF
            for child in children:
                value, _ = self.best(child, depth - 1, alpha, beta)
                if value > best:
                    best, best_move = value, child.move
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        else:
            best = INF
            for child in children:
                value, _ = self.best(child, depth - 1, alpha, beta)
                if value < best:
                    best, best_move = value, child.move
                beta = min(beta, best)
                if alpha >= beta:
                    break
        return best, best_move
"""

BERKELEY = """
INF = float("inf")


class AlphaBetaAgent:
    def getAction(self, gameState):
        return self.best(gameState, 2 * self.depth, -INF, INF, 0, True)[1]

    def best(self, state, depth, alpha, beta, agent, root=False):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        # inner
        best_move = None
        if agent == 0:
            best = -INF
            for action in state.getLegalActions(agent):
                value, _ = self.best(state.generateSuccessor(agent, action), depth - 1, alpha, beta, 1)
                if value > best:
                    best, best_move = value, action
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        else:
            best = INF
            for action in state.getLegalActions(agent):
                value, _ = self.best(state.generateSuccessor(agent, action), depth - 1, alpha, beta, 0)
                if value < best:
                    best, best_move = value, action
                beta = min(beta, best)
                if alpha >= beta:
                    break
        return best, best_move
"""

LEIDEN = """
INF = float("inf")


def alphabeta(state, agent, maxDepth, depth, alpha=-INF, beta=INF, root=True):
    if depth == maxDepth or state.isLeaf():
        return state
    # inner
    chosen = None
    if state.turn == agent:
        best = -INF
        for move in state.legalMoves():
            following = state.copy()
            following.execute(move)
            found = alphabeta(following, agent, maxDepth, depth + 1, alpha, beta, False)
            value = found.value(agent)
            if value > best:
                best, chosen = value, found
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = INF
        for move in state.legalMoves():
            following = state.copy()
            following.execute(move)
            found = alphabeta(following, agent, maxDepth, depth + 1, alpha, beta, False)
            value = found.value(agent)
            if value < best:
                best, chosen = value, found
            beta = min(beta, best)
            if alpha >= beta:
                break
    return chosen
"""

SIGNATURES = {"plain": PLAIN, "windowed": WINDOWED, "udacity": UDACITY, "kth": KTH, "leiden": LEIDEN, "berkeley": BERKELEY}
UNKNOWABLE = {("depth - 1", "kth")}  # how deep it should have searched

# name of the family: what is replaced by what; a pair of each signature where the words differ
EVERYWHERE = "*"
MISTAKES: dict[str, dict[str, list[tuple[str, str]]]] = {
    "never prunes": {EVERYWHERE: [("if alpha >= beta:", "if False:")]},
    "window not passed on": {
        EVERYWHERE: [("alpha = max(alpha, best)", "alpha = alpha if root else max(alpha, best)")],
    },
    "window not narrowed": {
        EVERYWHERE: [("alpha = max(alpha, best)", "alpha = max(alpha, best) if root else alpha")],
    },
    "both sides maximise": {
        EVERYWHERE: [("best = INF", "best = -INF"), ("if value < best:", "if value > best:"), ("beta = min(beta, best)", "pass")],
    },
    "evaluates for the side to move": {
        "plain": [("position.value(player)", "position.value(position.turn)")],
        "windowed": [("position.value(position.turn if maximising else 1 - position.turn)", "position.value(position.turn)")],
        "udacity": [("self.score(game, self)", "self.score(game, game.active_player)")],
        "kth": [("self.worth(node)", "self.worth(node, node.state.get_player())")],
        "leiden": [("found.value(agent)", "found.value(found.turn)")],
        "berkeley": [("self.evaluationFunction(state)", "self.evaluationFunction(state) * (1 - 2 * agent)")],
    },
    "depth + 1": {
        "plain": [("depth == 0", "depth < 0")],
        "windowed": [("depth == 0", "depth < 0")],
        "udacity": [("depth == 0", "depth < 0")],
        "leiden": [("depth == maxDepth", "depth > maxDepth")],
        "berkeley": [("depth == 0", "depth < 0")],
    },
    "depth - 1": {
        EVERYWHERE: [("depth == 0", "depth <= 1 and not root or depth == 0")],
        "leiden": [("depth == maxDepth", "depth >= maxDepth - 1 and not root")],
    },
    "takes the last of equal moves": {EVERYWHERE: [("if value > best:", "if value >= best:")]},
    "evaluates inner nodes": {
        "plain": [("# inner", "position.value(player)")],
        "windowed": [("# inner", "position.value(0)")],
        "udacity": [("# inner", "self.score(game, self)")],
        "kth": [("# inner", "self.worth(node)")],
        "leiden": [("# inner", "state.value(agent)")],
        "berkeley": [("# inner", "self.evaluationFunction(state)")],
    },
    "cuts at the wrong bound": {EVERYWHERE: [("beta = min(beta, best)\n{indent}if alpha >= beta:", "{keep}")]},
    "depth counts the moves of one side": {
        "plain": [("depth - 1", "depth - (position.turn == player)")],
        "windowed": [("depth - 1", "depth - maximising")],
        "udacity": [("depth - 1", "depth - (game.active_player is self)")],
        "leiden": [("depth + 1", "depth + (state.turn == agent)")],
        "berkeley": [("depth - 1", "depth - (agent == 0)")],
    },
    "always the same value": {
        "plain": [
            ("return best, best_move", "return 0, best_move"),
            ("return position.value(player), None", "return position.value(player) * 0, None"),
        ],
    },
}


def wrong(family: str, signature: str) -> str | None:
    """Return the text of a search with one mistake; None where the signature cannot show it."""
    text = SIGNATURES[signature]
    changes = MISTAKES[family]
    chosen = changes.get(signature, changes.get(EVERYWHERE))
    if chosen is None or (family, signature) in UNKNOWABLE:
        return None
    if family == "cuts at the wrong bound":  # at a minimising node: best >= beta, with beta as it was
        before, _, after = text.partition("beta = min(beta, best)")
        wrongly = after.replace("if alpha >= beta:", "if best >= old:", 1)
        return before + "old, beta = beta, min(beta, best)" + wrongly
    for old, new in chosen:
        assert old in text, (family, signature, old)
        text = text.replace(old, new)
    return text


SMALL_MINIMAX = """
def search(position, depth):
    player = position.turn
    best, best_move = None, None
    for move in position.moves():
        value = minimax(position.after(move), depth - 1, player)
        if best is None or value > best:
            best, best_move = value, move
    return best, best_move


def minimax(position, depth, player):
    if depth == 0 or position.over():
        return position.value(player)
    values = [minimax(position.after(move), depth - 1, player) for move in position.moves()]
    return max(values) if position.turn == player else min(values)
"""

SMALL_NEGAMAX = """
INF = 10**9


def search(position, depth):
    best, best_move = -INF, None
    for move in position.moves():
        score = -negamax(position.after(move), depth - 1, -INF, -best)
        if score > best:
            best, best_move = score, move
    return best, best_move


def negamax(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn)
    for move in position.moves():
        value = -negamax(position.after(move), depth - 1, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
"""

ABOVE = PLAIN.replace("if alpha >= beta:", "if alpha > beta:")

MINIMAX = """
def minimax(position, depth):
    return best(position, depth, position.turn)


def best(position, depth, player):
    if position.over() or depth == 0:
        return position.value(player), None
    found = [(best(position.after(m), depth - 1, player)[0], m) for m in position.moves()]
    pick = max if position.turn == player else min
    return pick(found, key=lambda pair: pair[0])
"""

AIMA = """
# the textbook's: max_value and min_value, a loop at the root
INF = float("inf")


def alpha_beta_search(position, depth):
    player = position.turn

    def max_value(state, alpha, beta, left):
        if left == 0 or state.over():
            return state.value(player)
        v = -INF
        for a in state.moves():
            v = max(v, min_value(state.after(a), alpha, beta, left - 1))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def min_value(state, alpha, beta, left):
        if left == 0 or state.over():
            return state.value(player)
        v = INF
        for a in state.moves():
            v = min(v, max_value(state.after(a), alpha, beta, left - 1))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    best_score, beta, best_action = -INF, INF, None
    for a in position.moves():
        v = min_value(position.after(a), best_score, beta, depth - 1)
        if v > best_score:
            best_score, best_action = v, a
    return best_action
"""

AIMA_OF_2012 = AIMA.replace(
    "min_value(position.after(a), best_score, beta, depth - 1)", "min_value(position.after(a), -INF, INF, depth - 1)"
)

RIGHT = {
    "minimax with a list": SMALL_MINIMAX,
    "negamax that is fail-hard": SMALL_NEGAMAX,
    "kth with a depth of its own": KTH,
    "leiden with a window": LEIDEN,
    "berkeley with a window at the root": BERKELEY,
    "plain": PLAIN,
    "windowed": WINDOWED,
    "udacity": UDACITY,
    "above": ABOVE,
    "minimax": MINIMAX,
    "aima": AIMA,
    "negamax": """
def negamax(position, depth, color):
    if depth == 0 or not position.moves():
        return color * position.value(0)
    return max(-negamax(position.after(move), depth - 1, -color) for move in position.moves())
""",
    "negamax with a window, fail-soft": """
def negamax(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, line = float("-inf"), None
    for move in position.moves():
        value = -negamax(position.after(move), depth - 1, -beta, -max(alpha, best))[0]
        if value > best:
            best, line = value, move
        if best >= beta:
            return best, line
    return best, line
""",
    "fail-hard": """
def alphabeta(position, depth, alpha, beta, maximizingPlayer, player=None):
    player = position.turn if player is None else player
    if depth == 0 or position.over():
        return position.value(player)
    if maximizingPlayer:
        for move in position.moves():
            alpha = max(alpha, alphabeta(position.after(move), depth - 1, alpha, beta, False, player))
            if beta <= alpha:
                return beta
        return alpha
    for move in position.moves():
        beta = min(beta, alphabeta(position.after(move), depth - 1, alpha, beta, True, player))
        if beta <= alpha:
            return alpha
    return beta
""",
    "max is the first player": """
INF = float("inf")


def alphabeta(position, depth, alpha=-INF, beta=INF):
    # the first player maximises, the second one minimises, whoever is to move
    if depth == 0 or position.over():
        return position.value(0), None
    best_move = None
    if position.turn == 0:
        for move in position.moves():
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta)
            if value > alpha or best_move is None:
                alpha, best_move = max(alpha, value), move
            if alpha >= beta:
                break
        return alpha, best_move
    for move in position.moves():
        value, _ = alphabeta(position.after(move), depth - 1, alpha, beta)
        if value < beta or best_move is None:
            beta, best_move = min(beta, value), move
        if alpha >= beta:
            break
    return beta, best_move
""",
    "maximising means the first player": """
def minimax(position, depth, is_maximizing):
    if depth == 0 or position.over():
        return position.value(0)
    values = [minimax(position.after(m), depth - 1, not is_maximizing) for m in position.moves()]
    return max(values) if is_maximizing else min(values)
""",
    "generator": """
def alphabeta(position, depth):
    def children(node):
        for move in node.moves():
            yield move, node.after(move)

    def value_of(node, left, low, high):
        if left == 0 or node.over():
            return node.value(player)
        sign = 1 if node.turn == player else -1
        best = None
        for _, child in children(node):
            value = value_of(child, left - 1, low, high)
            if best is None or sign * value > sign * best:
                best = value
            if sign > 0:
                low = max(low, best)
            else:
                high = min(high, best)
            if low >= high:
                return best
        return best

    player = position.turn
    best, line = float("-inf"), []
    for move, child in children(position):
        value = value_of(child, depth - 1, best, float("inf"))
        if value > best:
            best, line = value, [move]
    return best, line
""",
    "all children made at once": """
def alphabeta(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    children = [(move, position.after(move)) for move in position.moves()]
    best_move = children[0][0]
    for move, child in children:
        value = -alphabeta(child, depth - 1, -beta, -alpha)[0]
        if value > alpha:
            alpha, best_move = value, move
        if alpha >= beta:
            break
    return alpha, best_move
""",
    "memoised": """
from functools import lru_cache


@lru_cache(maxsize=None)
def value_of(position, depth):
    if depth == 0 or position.over():
        return position.value(position.turn)
    return max(-value_of(position.after(move), depth - 1) for move in position.moves())


def search(position, depth):
    return max((-value_of(position.after(move), depth - 1), move) for move in position.moves())
""",
    "table with bounds": """
TABLE = {}
EXACT, LOWER, UPPER = range(3)


def alphabeta(position, depth, alpha, beta):
    key = (position.key(), depth)
    low, high = alpha, beta
    if key in TABLE:
        value, kind, move = TABLE[key]
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value, move
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, best_move = float("-inf"), None
    for move in position.moves():
        value = -alphabeta(position.after(move), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    TABLE[key] = best, LOWER if best >= high else UPPER if best <= low else EXACT, best_move
    return best, best_move
""",
    "explicit stack": """
INF = float("inf")


def alphabeta(position, depth):
    player = position.turn
    # a frame: position, moves left, alpha, beta, best, move that led here, best move
    stack = [[position, position.moves(), -INF, INF, None, None, None]]
    while True:
        place, moves, alpha, beta, best, arrived, _ = stack[-1]
        leaf = place.over() or len(stack) - 1 == depth
        if not leaf and moves and alpha < beta:
            move = moves.pop(0)
            child = place.after(move)
            stack.append([child, child.moves(), alpha, beta, None, move, None])
            continue
        value = place.value(player) if leaf else best
        stack.pop()
        if not stack:
            return value, chosen
        above = stack[-1]
        larger = above[0].turn == player
        if above[4] is None or (value > above[4] if larger else value < above[4]):
            above[4] = value
            if len(stack) == 1:
                chosen = arrived
        if larger:
            above[2] = max(above[2], above[4])
        else:
            above[3] = min(above[3], above[4])
""",
    "ordered by the evaluator": """
def alphabeta(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    me = position.turn
    moves = sorted(position.moves(), key=lambda m: position.after(m).value(me), reverse=True)
    best, best_move = float("-inf"), None
    for move in moves:
        value = -alphabeta(position.after(move), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move
""",
    "reversed moves": PLAIN.replace("in position.moves()", "in reversed(position.moves())"),
    "random moves": PLAIN.replace(
        "for move in position.moves()", "for move in random.sample(position.moves(), len(position.moves()))"
    )
    .replace("INF =", "import random\\n\\nrandom.seed(1)\\nINF =", 1)
    .replace("\\n", "\n"),
    "iterative deepening": """
INF = float("inf")


def search(position, depth):
    player, first = position.turn, None
    for deeper in range(1, depth + 1):
        value, first = best(position, deeper, -INF, INF, player, first)
    return value, first


def best(position, depth, alpha, beta, player, first=None):
    if depth == 0 or position.over():
        return position.value(player), None
    chosen, sign = None, 1 if position.turn == player else -1
    for move in sorted(position.moves(), key=lambda m: m != first):
        value, _ = best(position.after(move), depth - 1, alpha, beta, player)
        if chosen is None or sign * value > sign * found:
            found, chosen = value, move
        if sign > 0:
            alpha = max(alpha, found)
        else:
            beta = min(beta, found)
        if alpha >= beta:
            break
    return found, chosen
""",
    "principal variation search": """
def alphabeta(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, best_move = float("-inf"), None
    for move in position.moves():
        child = position.after(move)
        if best_move is None:
            value = -alphabeta(child, depth - 1, -beta, -alpha)[0]
        else:
            value = -alphabeta(child, depth - 1, -alpha - 1, -alpha)[0]
            if alpha < value < beta:
                value = -alphabeta(child, depth - 1, -beta, -value)[0]
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move
""",
    "udacity minimax, as in the book": """
class MinimaxPlayer:
    def minimax(self, game, depth, maximizing_player=True):
        moves = game.get_legal_moves()
        if depth == 0 or not moves:
            return self.score(game, self), (-1, -1)
        pick = max if maximizing_player else min
        found = [(self.minimax(game.forecast_move(m), depth - 1, not maximizing_player)[0], m) for m in moves]
        return pick(found, key=lambda pair: pair[0])
""",
    "leiden": """
def minimax(state, agent, maxDepth, depth):
    if depth == maxDepth or state.isLeaf():
        return state
    best = None
    for move in state.legalMoves():
        following = state.copy()
        following.execute(move)
        found = minimax(following, agent, maxDepth, depth + 1)
        sign = 1 if state.turn == agent else -1
        if best is None or sign * found.value(agent) > sign * best.value(agent):
            best = found
    return best
""",
    "leiden alpha-beta": """
def alfabeta(state, agent, maxDepth, depth, alfa, beta):
    if depth == maxDepth or state.isLeaf():
        return state
    best = None
    for move in state.legalMoves():
        following = state.copy()
        following.execute(move)
        found = alfabeta(following, agent, maxDepth, depth + 1, alfa, beta)
        value = found.value(agent)
        if state.turn == agent:
            if best is None or value > best.value(agent):
                best = found
            alfa = max(alfa, value)
        else:
            if best is None or value < best.value(agent):
                best = found
            beta = min(beta, value)
        if alfa >= beta:
            break
    return best
""",
    "berkeley": """
class AlphaBetaAgent:
    def getAction(self, gameState):
        def value(state, agent, depth, alpha, beta):
            if state.isWin() or state.isLose() or depth == self.depth:
                return self.evaluationFunction(state), None
            best, chosen = (float("-inf") if agent == 0 else float("inf")), None
            after = (agent + 1) % state.getNumAgents()
            for action in state.getLegalActions(agent):
                found, _ = value(state.generateSuccessor(agent, action), after, depth + (after == 0), alpha, beta)
                if agent == 0:
                    if found > best:
                        best, chosen = found, action
                    if best > beta:
                        return best, chosen
                    alpha = max(alpha, best)
                else:
                    if found < best:
                        best, chosen = found, action
                    if best < alpha:
                        return best, chosen
                    beta = min(beta, best)
            return best, chosen

        return value(gameState, 0, 0, float("-inf"), float("inf"))[1]
""",
    "kth": """
ACTIONS = {0: "stay", 1: "up", 2: "down", 3: "left", 4: "right"}


class PlayerControllerMinimax:
    def search_best_move(self, initial_tree_node, depth):
        best, chosen = float("-inf"), None
        for child in self.children(initial_tree_node):
            value = self.alphabeta(child, depth - 1, best, float("inf"), 1)
            if value > best:
                best, chosen = value, child.move
        return ACTIONS[chosen]

    def children(self, node):
        return node.compute_and_get_children()

    def alphabeta(self, node, depth, alpha, beta, player):
        children = self.children(node)
        if depth == 0 or not children:
            scores = node.state.get_player_scores()
            return scores[0] - scores[1]
        best = float("-inf") if player == 0 else float("inf")
        for child in children:
            value = self.alphabeta(child, depth - 1, alpha, beta, 1 - player)
            if player == 0:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best
""",
    "copies of everything": """
import copy


def minimax(position, depth):
    me = position.turn
    return best(copy.deepcopy(position), depth, me)


def best(position, depth, me):
    place = copy.deepcopy(position)
    if depth == 0 or place.over():
        return place.value(me), None
    found = [(best(copy.copy(place).after(m), depth - 1, me)[0], m) for m in place.moves()]
    return (max if place.turn == me else min)(found, key=lambda pair: pair[0])
""",
    "MTD(f)": """
INF = 10 ** 9


def search(position, depth):
    lower, upper, guess, move = -INF, INF, 0, None
    while lower < upper:
        beta = guess + 1 if guess == lower else guess
        guess, found = alphabeta(position, depth, beta - 1, beta)
        if guess < beta:
            upper = guess
        else:
            lower, move = guess, found
    return guess, move or found


def alphabeta(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, best_move = -INF, None
    for move in position.moves():
        value = -alphabeta(position.after(move), depth - 1, -beta, -alpha)[0]
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_move
""",
    "aspiration windows": """
def search(position, depth):
    guess = position.value(position.turn)
    for width in (2, 100):
        value, move = alphabeta(position, depth, guess - width, guess + width)
        if guess - width < value < guess + width:
            return value, move


def alphabeta(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best_move = None
    for move in position.moves():
        value = -alphabeta(position.after(move), depth - 1, -beta, -alpha)[0]
        if value > alpha or best_move is None:
            best_move = move
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha, best_move
""",
    "depth counted upwards, move first": """
def search(position, depth):
    player = position.turn

    def value(place, ply, alpha, beta):
        if ply == depth or not place.moves():
            return None, place.value(player)
        larger = place.turn == player
        chosen, best = None, -1000 if larger else 1000
        for move in place.moves():
            _, found = value(place.after(move), ply + 1, alpha, beta)
            if larger and found > best:
                chosen, best, alpha = move, found, max(alpha, found)
            if not larger and found < best:
                chosen, best, beta = move, found, min(beta, found)
            if beta <= alpha:
                break
        return chosen, best

    return value(position, 0, -1000, 1000)
""",
}


# players with a clock

CLOCK = """
import time


class OutOfTime(Exception):
    pass


def choose(position, seconds):
    end, best = time.perf_counter() + 0.5 * seconds, position.moves()[0]
    try:
        for depth in range(1, 100):
            best = search(position, depth, end)[1]
    except OutOfTime:
        pass
    return best


def search(position, depth, end=float("inf"), alpha=-1e9, beta=1e9):
    if time.perf_counter() > end:
        raise OutOfTime
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, chosen = -1e9, None
    for move in position.moves():
        value = -search(position.after(move), depth - 1, end, -beta, -alpha)[0]
        if value > best:
            best, chosen = value, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, chosen
"""

UDACITY_CLOCK = (
    UDACITY
    + """
    def get_move(self, game, time_left):
        self.time_left, best = time_left, game.get_legal_moves()[0]
        try:
            for depth in range(1, 100):
                best = self.alphabeta(game, depth)
        except TimeoutError:
            pass
        return best

"""
)
UDACITY_CLOCK = UDACITY_CLOCK.replace(
    "        position = game\n",
    "        if getattr(self, 'time_left', None) and self.time_left() < 50:\n            raise TimeoutError\n",
)

# stops when its time is up, and believes the depth that it was at
TRUSTING_CLOCK = CLOCK.replace("        raise OutOfTime\n", "        return 0, None\n").replace(
    "best = search(position, depth, end)[1]",
    "best = search(position, depth, end)[1] or best\n            if time.perf_counter() > end:\n                break",
)

# a class that deepens until its time is up
CLOCK_CLASS = """
import time
class Timeout(Exception):
    pass

class Player:
    def choose(self, position, seconds):
        self.deadline = time.monotonic() + seconds * 0.8
        best = position.moves()[0]
        order = list(position.moves())
        depth = 1
        try:
            while depth < 60:
                value, best = self.root(position, depth, order)
                order.remove(best)
                order.insert(0, best)
                depth += 1
        except Timeout:
            pass
        return best

    def root(self, position, depth, order):
        alpha, found = float("-inf"), None
        me = position.turn
        for move in order:
            value = self.ab(position.after(move), depth - 1, alpha, float("inf"), me)
            if value > alpha:
                alpha, found = value, move
        return alpha, found

    def ab(self, position, depth, alpha, beta, me):
        if time.monotonic() > self.deadline:
            raise Timeout
        if depth == 0 or position.over():
            return position.value(me)
        mine = position.turn == me
        for move in position.moves():
            v = self.ab(position.after(move), depth - 1, alpha, beta, me)
            if mine:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return alpha if mine else beta
"""
