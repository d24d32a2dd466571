"""A right search in the signatures of six courses, each usual mistake in all of them, and players with a clock, as texts."""

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
    def search_best_next_move(self, initial_tree_node):
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
        return self.best(gameState, gameState.getNumAgents() * self.depth, -INF, INF, 0, True)[1]

    def best(self, state, depth, alpha, beta, agent, root=False):
        if depth == 0 or state.isWin() or state.isLose():
            return self.evaluationFunction(state), None
        # inner
        best_move, after = None, (agent + 1) % state.getNumAgents()
        if agent == 0:
            best = -INF
            for action in state.getLegalActions(agent):
                value, _ = self.best(state.generateSuccessor(agent, action), depth - 1, alpha, beta, after)
                if value > best:
                    best, best_move = value, action
                alpha = max(alpha, best)
                if alpha > beta:
                    break
        else:
            best = INF
            for action in state.getLegalActions(agent):
                value, _ = self.best(state.generateSuccessor(agent, action), depth - 1, alpha, beta, after)
                if value < best:
                    best, best_move = value, action
                beta = min(beta, best)
                if alpha > beta:
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

FIRST = WINDOWED.replace("position.turn if maximising else 1 - position.turn", "0")  # all values in the first player's view
SIGNATURES = {"plain": PLAIN, "windowed": WINDOWED, "first": FIRST, "udacity": UDACITY, "kth": KTH, "leiden": LEIDEN}
SIGNATURES["berkeley"] = BERKELEY
UNKNOWABLE = {
    ("depth - 1", "kth"),  # how deep it should have searched
    ("takes the last of equal moves", "berkeley"),  # right there: it cuts where a value is better, so equal ones are no bounds
}

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
        "first": [("position.value(0)", "position.value(position.turn)")],
        "udacity": [("self.score(game, self)", "self.score(game, game.active_player)")],
        "kth": [("self.worth(node)", "self.worth(node, node.state.get_player())")],
        "leiden": [("found.value(agent)", "found.value(found.turn)")],
        "berkeley": [("self.evaluationFunction(state)", "self.evaluationFunction(state) * (1 - 2 * agent)")],
    },
    "depth + 1": {
        "plain": [("depth == 0", "depth < 0")],
        "windowed": [("depth == 0", "depth < 0")],
        "first": [("depth == 0", "depth < 0")],
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
        "first": [("# inner", "position.value(0)")],
        "udacity": [("# inner", "self.score(game, self)")],
        "kth": [("# inner", "self.worth(node)")],
        "leiden": [("# inner", "state.value(agent)")],
        "berkeley": [("# inner", "self.evaluationFunction(state)")],
    },
    "cuts at the wrong bound": {EVERYWHERE: [("beta = min(beta, best)\n{indent}if alpha >= beta:", "{keep}")]},
    "depth counts the moves of one side": {
        "plain": [("depth - 1", "depth - (position.turn == player)")],
        "windowed": [("depth - 1", "depth - maximising")],
        "first": [("depth - 1", "depth - maximising")],
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
    cut = f"if alpha {'>' if signature == 'berkeley' else '>='} beta:"
    if family == "cuts at the wrong bound":  # at a minimising node: best >= beta, with beta as it was
        before, _, after = text.partition("beta = min(beta, best)")
        wrongly = after.replace(cut, "if best >= old:", 1)
        return before + "old, beta = beta, min(beta, best)" + wrongly
    for general, new in chosen:
        old = general.replace("if alpha >= beta:", cut)
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

LATE_CLOCK = CLOCK.replace("            best = search(", "            before, best = best, search(").replace(
    "    return best\n\n", "    return before\n\n"
)

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

BEST_FIRST = """import time


class Out(Exception):
    pass


INF = 1e9


def ab(p, d, a, b, me, tick):
    tick()
    if d == 0 or p.over():
        return p.value(me), None
    best, mv = (-INF, None) if p.turn == me else (INF, None)
    for m in p.moves():
        v, _ = ab(p.after(m), d - 1, a, b, me, tick)
        if (v > best) if p.turn == me else (v < best):
            best, mv = v, m
        if p.turn == me:
            a = max(a, best)
        else:
            b = min(b, best)
        if a >= b:
            break
    return best, mv


def choose(position, seconds):
    '''Tries the last depth's best move first, and so may use what a cut depth found.'''
    end = time.monotonic() + 0.7 * seconds

    def tick():
        if time.monotonic() > end:
            raise Out

    moves = list(position.moves())
    best = moves[0]
    try:
        for d in range(1, 40):
            a, this = -INF, None
            for m in moves:
                v, _ = ab(position.after(m), d - 1, a, INF, position.turn, tick)
                if v > a:
                    a, this = v, m
                    best = this
            moves.remove(best)
            moves.insert(0, best)
    except Out:
        pass
    return best
"""

# --- values and no moves

VALUES_ONLY = """
def search(position, depth):
    return ab(position, depth, float("-inf"), float("inf"), position.turn)
def ab(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me), None
    mv = None
    if p.turn == me:
        v = float("-inf")
        for m in p.moves():
            v2, mv = ab(p.after(m), d - 1, a, b, me)
            v = max(v, v2)
            a = max(a, v)
            if a >= b: break
        return v, mv
    v = float("inf")
    for m in p.moves():
        v2, mv = ab(p.after(m), d - 1, a, b, me)
        v = min(v, v2)
        b = min(b, v)
        if a >= b: break
    return v, mv
"""
