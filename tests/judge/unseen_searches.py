"""Searches written without a look at the judge: right ones by their style, wrong ones by the name of their mistake."""

from __future__ import annotations

RIGHT = {
    "worst moves first": """
def order(position, me):
    ahead = [(position.after(m).value(me), i, m) for i, m in enumerate(position.moves())]
    ahead.sort(reverse=position.turn != me)
    return [m for _, _, m in ahead]


def alphabeta(position, depth, alpha, beta, me):
    if depth == 0 or position.over():
        return position.value(me), None
    best = None
    if position.turn == me:
        value = float("-inf")
        for m in order(position, me):
            v = alphabeta(position.after(m), depth - 1, alpha, beta, me)[0]
            if v > value:
                value, best = v, m
            alpha = max(alpha, v)
            if alpha >= beta:
                break
    else:
        value = float("inf")
        for m in order(position, me):
            v = alphabeta(position.after(m), depth - 1, alpha, beta, me)[0]
            if v < value:
                value, best = v, m
            beta = min(beta, v)
            if alpha >= beta:
                break
    return value, best


def search(position, depth):
    return alphabeta(position, depth, float("-inf"), float("inf"), position.turn)
""",
    "a closure that counts plies": """
def make(max_depth):
    count = 0

    def negamax(node, ply, alpha, beta):
        nonlocal count
        count += 1
        if node.over():
            v = node.value(node.turn)
            return v - ply if v > 0 else v + ply if v < 0 else 0
        if ply == max_depth:
            return node.value(node.turn)
        for m in node.moves():
            child = node.after(m)
            if child.turn == node.turn:
                v = negamax(child, ply + 1, alpha, beta)
            else:
                v = -negamax(child, ply + 1, -beta, -alpha)
            if v >= beta:
                return beta
            if v > alpha:
                alpha = v
        return alpha

    return negamax


def choose_move(position, max_depth):
    negamax = make(max_depth)
    alpha, beta = -10**9, 10**9
    best = None
    for m in position.moves():
        child = position.after(m)
        same = child.turn == position.turn
        v = negamax(child, 1, alpha, beta) if same else -negamax(child, 1, -beta, -alpha)
        if v > alpha:
            alpha, best = v, m
    return best
""",
    "MTD(f) with both bounds in a dictionary": """
INF = 1 << 20


def search(position, depth):
    memory = {}
    me = position.turn

    def alphabeta(node, d, alpha, beta):
        key = (node.key(), d)
        lower, upper, move = memory.get(key, (-INF, INF, None))
        if lower >= beta:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        if d == 0 or node.over():
            g = node.value(me)
        elif node.turn == me:
            g, a = -INF, alpha
            for m in node.moves():
                v = alphabeta(node.after(m), d - 1, a, beta)
                if v > g:
                    g = v
                    if v > alpha:
                        move = m
                a = max(a, g)
                if g >= beta:
                    break
        else:
            g, b = INF, beta
            for m in node.moves():
                v = alphabeta(node.after(m), d - 1, alpha, b)
                if v < g:
                    g = v
                b = min(b, g)
                if g <= alpha:
                    break
        if g <= alpha:
            upper = g
        elif g >= beta:
            lower = g
        else:
            lower = upper = g
        memory[key] = (lower, upper, move)
        return g

    g, low, high = 0, -INF, INF
    while low < high:
        beta = g + 1 if g == low else g
        g = alphabeta(position, depth, beta - 1, beta)
        if g < beta:
            high = g
        else:
            low = g
    return g, memory[position.key(), depth][2]
""",
    "aspiration, searched again in full": """
WINDOW = 2


class Aspirant:
    def best_move(self, position, depth):
        guess = 0
        for d in range(1, depth + 1):
            lo, hi = guess - WINDOW, guess + WINDOW
            value, move = self.ab(position, d, lo, hi, position.turn)
            if value <= lo or value >= hi:
                value, move = self.ab(position, d, -1e9, 1e9, position.turn)
            guess = value
        return move

    def ab(self, position, depth, alpha, beta, me):
        if depth == 0 or position.over():
            return position.value(me), None
        maximizing = position.turn == me
        best = -1e9 if maximizing else 1e9
        pick = None
        for move in position.moves():
            v, _ = self.ab(position.after(move), depth - 1, alpha, beta, me)
            if maximizing and v > best:
                best, pick = v, move
                alpha = max(alpha, best)
            elif not maximizing and v < best:
                best, pick = v, move
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best, pick
""",
    "of equal moves the one with fewest replies": """
def search(position, depth):
    me = position.turn
    def f(p, d):
        if d == 0 or p.over():
            return p.value(me)
        vs = [f(p.after(m), d - 1) for m in p.moves()]
        return max(vs) if p.turn == me else min(vs)
    return max(position.moves(), key=lambda m: (f(position.after(m), depth - 1), -len(position.after(m).moves())))
""",
    "its value less the other side's": """
def search(position, depth):
    me = position.turn
    def f(p, d):
        if d == 0 or p.over():
            return p.value(me) - p.value(1 - me)
        vs = [f(p.after(m), d - 1) for m in p.moves()]
        return max(vs) if p.turn == me else min(vs)
    vs = {m: f(position.after(m), depth - 1) for m in position.moves()}
    m = max(vs, key=vs.get)
    return vs[m], m
""",
}

WRONG = {
    "no second search": {
        "fail-hard, below an open root": """
INF = 10**6


def negascout(node, depth, alpha, beta):
    if depth == 0 or node.over():
        return node.value(node.turn)
    first = True
    for m in node.moves():
        child = node.after(m)
        s = 1 if child.turn == node.turn else -1
        lo, hi = (alpha, beta) if first else (alpha, alpha + 1)
        if s == -1:
            score = -negascout(child, depth - 1, -hi, -lo)
        else:
            score = negascout(child, depth - 1, lo, hi)
        first = False
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha


def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        child = position.after(m)
        if child.turn == position.turn:
            score = negascout(child, depth - 1, -INF, INF)
        else:
            score = -negascout(child, depth - 1, -INF, INF)
        if score > best:
            best, move = score, m
    return best, move
""",
    },
    "cuts at the wrong bound": {
        "bounds exchanged between max and min": """
class AB:
    def get_move(self, position, depth):
        me = position.turn
        best, move = float("-inf"), None
        for m in position.moves():
            v = self.min_value(position.after(m), depth - 1, best, float("inf"), me)
            if move is None or v > best:
                best, move = v, m
        return best, move

    def max_value(self, s, d, alpha, beta, me):
        if d == 0 or s.over():
            return s.value(me)
        v = float("-inf")
        for m in s.moves():
            v = max(v, self.min_value(s.after(m), d - 1, alpha, beta, me))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

    def min_value(self, s, d, alpha, beta, me):
        if d == 0 or s.over():
            return s.value(me)
        v = float("inf")
        for m in s.moves():
            v = min(v, self.max_value(s.after(m), d - 1, alpha, beta, me))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v
""",
        "a value above alpha": """
def ab(p, d, alpha, beta, me):
    if d == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        v = float("-inf")
        for m in p.moves():
            v = max(v, ab(p.after(m), d - 1, alpha, beta, me))
            if v > alpha:
                break
            alpha = max(alpha, v)
        return v
    v = float("inf")
    for m in p.moves():
        v = min(v, ab(p.after(m), d - 1, alpha, beta, me))
        if v < beta:
            break
        beta = min(beta, v)
    return v
def search(position, depth):
    best, mv = float("-inf"), None
    for m in position.moves():
        v = ab(position.after(m), depth - 1, best, float("inf"), position.turn)
        if v > best:
            best, mv = v, m
    return best, mv
""",
    },
    "window not exchanged and negated": {
        "negamax, fail-hard": """
class NegaMaxPlayer:
    def search(self, position, depth):
        return self.negamax(position, depth, -10**6, 10**6)

    def negamax(self, position, depth, alpha, beta):
        if depth == 0 or position.over():
            return position.value(position.turn), None
        best = None
        for move in position.moves():
            child = position.after(move)
            if child.turn == position.turn:
                score = self.negamax(child, depth - 1, alpha, beta)[0]
            else:
                score = -self.negamax(child, depth - 1, -alpha, -beta)[0]
            if score >= beta:
                return beta, move
            if score > alpha or best is None:
                alpha = max(alpha, score)
                best = move
        return alpha, best
""",
    },
    "believes estimates": {
        "moves that look worse than alpha are passed over": """
def search(position, depth):
    me = position.turn

    def ab(node, d, alpha, beta):
        if d == 0 or node.over():
            return node.value(me), None
        best_move = None
        if node.turn == me:
            best = float("-inf")
            for m in node.moves():
                child = node.after(m)
                if best_move is not None and child.value(me) <= alpha:
                    continue
                v = ab(child, d - 1, alpha, beta)[0]
                if v > best:
                    best, best_move = v, m
                alpha = max(alpha, v)
                if alpha >= beta:
                    break
        else:
            best = float("inf")
            for m in node.moves():
                child = node.after(m)
                if best_move is not None and child.value(me) >= beta:
                    continue
                v = ab(child, d - 1, alpha, beta)[0]
                if v < best:
                    best, best_move = v, m
                beta = min(beta, v)
                if alpha >= beta:
                    break
        return best, best_move

    return ab(position, depth, float("-inf"), float("inf"))
""",
        "the first move's evaluation": """
def negamax(p, d):
    if d == 0 or p.over():
        return p.value(p.turn)
    moves = p.moves()
    best = -p.after(moves[0]).value(p.after(moves[0]).turn)
    for m in moves[1:]:
        best = max(best, -negamax(p.after(m), d - 1))
    return best
def search(position, depth):
    return max(((-negamax(position.after(m), depth - 1), m) for m in position.moves()), key=lambda t: t[0])
""",
    },
    "finished positions by the winner only": {
        "the last to move wins": """
WIN = 50


def search(position, depth):
    me = position.turn

    def value(node, d, alpha, beta):
        if node.over():
            return -WIN if node.turn == me else WIN
        if d == 0:
            return node.value(me)
        best = float("-inf") if node.turn == me else float("inf")
        for m in node.moves():
            v = value(node.after(m), d - 1, alpha, beta)
            if node.turn == me:
                best = max(best, v)
                alpha = max(alpha, best)
            else:
                best = min(best, v)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    best, move, alpha = float("-inf"), None, float("-inf")
    for m in position.moves():
        v = value(position.after(m), d=depth - 1, alpha=alpha, beta=float("inf"))
        if v > best:
            best, move = v, m
            alpha = v
    return best, move
""",
    },
    "no second search outside the window": {
        "on the low side only": """
def search(position, depth):
    me = position.turn
    guess, move = position.value(me), None
    for d in range(1, depth + 1):
        alpha, beta = guess - 2, guess + 2
        value, move = root(position, d, alpha, beta, me)
        if value <= alpha:
            value, move = root(position, d, -1e9, beta, me)
        guess = value
    return guess, move


def root(position, d, alpha, beta, me):
    best, choice = alpha, None
    for m in position.moves():
        v = ab(position.after(m), d - 1, best, beta, me)
        if v > best or choice is None:
            best, choice = max(best, v), m
        if best >= beta:
            break
    return best, choice


def ab(node, d, alpha, beta, me):
    if d == 0 or node.over():
        return node.value(me)
    for m in node.moves():
        v = ab(node.after(m), d - 1, alpha, beta, me)
        if node.turn == me:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            break
    return alpha if node.turn == me else beta
""",
    },
    "stops at the first win": {
        "better than now": """
def search(position, depth):
    me = position.turn
    now = position.value(me)
    best, best_move = float("-inf"), None
    for move in position.moves():
        v = ab(position.after(move), depth - 1, best, float("inf"), me)
        if v > best:
            best, best_move = v, move
        if best > now:
            break
    return best, best_move


def ab(node, d, alpha, beta, me):
    if d == 0 or node.over():
        return node.value(me)
    maxi = node.turn == me
    best = float("-inf") if maxi else float("inf")
    for m in node.moves():
        v = ab(node.after(m), d - 1, alpha, beta, me)
        if maxi:
            best = max(best, v)
            alpha = max(alpha, v)
        else:
            best = min(best, v)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return best
""",
    },
    "prefers late wins": {
        "told by the moves alone": """
def search(position, depth):
    me = position.turn

    def go(node, d, ply):
        if node.over():
            v = node.value(me)
            if v > 0:
                return v * 100 + ply
            if v < 0:
                return v * 100 - ply
            return 0
        if d == 0:
            return node.value(me) * 100
        values = [go(node.after(m), d - 1, ply + 1) for m in node.moves()]
        return max(values) if node.turn == me else min(values)

    best = max(position.moves(), key=lambda m: go(position.after(m), depth - 1, 1))
    return best
""",
    },
    "goes wrong where a position comes twice": {
        "a set of those visited": """
class GraphSearch:
    def search(self, position, depth):
        self.visited = set()
        me = position.turn
        best, move = float("-inf"), None
        for m in position.moves():
            v = self.minimax(position.after(m), depth - 1, me)
            if v is not None and v > best:
                best, move = v, m
        return best, move

    def minimax(self, position, depth, me):
        if position.key() in self.visited:
            return None
        self.visited.add(position.key())
        if depth == 0 or position.over():
            return position.value(me)
        values = []
        for m in position.moves():
            v = self.minimax(position.after(m), depth - 1, me)
            if v is not None:
                values.append(v)
        if not values:
            return position.value(me)
        return max(values) if position.turn == me else min(values)
""",
    },
    "sides changed for each move": {
        "a flag": """
def minimax(p, d, is_max, me):
    if d == 0 or p.over():
        return p.value(me)
    vs = []
    mine = is_max
    for m in p.moves():
        is_max = not is_max
        vs.append(minimax(p.after(m), d - 1, is_max, me))
    return max(vs) if mine else min(vs)
def search(position, depth):
    me = position.turn
    return max(((minimax(position.after(m), depth - 1, False, me), m) for m in position.moves()), key=lambda t: t[0])
""",
    },
    "window not narrowed": {
        "all nodes lower beta": """
def ab(p, d, alpha, beta, me):
    if d == 0 or p.over():
        return p.value(me)
    best = -1e9 if p.turn == me else 1e9
    for m in p.moves():
        v = ab(p.after(m), d - 1, alpha, beta, me)
        best = max(best, v) if p.turn == me else min(best, v)
        beta = min(beta, v)
        if beta <= alpha:
            break
    return best
def search(position, depth):
    best, mv = -1e9, None
    for m in position.moves():
        v = ab(position.after(m), depth - 1, best, 1e9, position.turn)
        if v > best:
            best, mv = v, m
    return best, mv
""",
    },
    "plays for the other side": {
        "a class, negamax and a root": """
INF = 10**9
class Bot:
    def best_move(self, position, depth):
        best, mv = -INF, None
        for m in position.moves():
            s = self.negamax(position.after(m), depth - 1, -INF, INF)
            if s > best:
                best, mv = s, m
        return best, mv
    def negamax(self, p, d, a, b):
        if d == 0 or p.over():
            return p.value(p.turn)
        best = -INF
        for m in p.moves():
            best = max(best, -self.negamax(p.after(m), d - 1, -b, -a))
            a = max(a, best)
            if a >= b:
                break
        return best
""",
    },
}
