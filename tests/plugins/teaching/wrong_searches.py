"""Wrong searches, each by what is told of it (a mistake's name, or words of the verdict), and what is special in it."""

from __future__ import annotations

from right_searches import GO_1, MINIMAX_1, SEARCH_1, SEARCH_3

# parts of several

SEARCH_5 = """
def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, move = v, m
    return best, move

"""

NM_1 = """
def nm(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        best = max(best, -nm(p.after(m), d - 1, -b, -a))
        a = max(a, best)
        if a >= b:
            break
    return best

"""

TEXTS = {
    "one variable for all best moves: an attribute": """
INF = float("inf")


class Player:
    def search(self, position, depth):
        self.me, self.best_move = position.turn, None
        value = self.go(position, depth, -INF, INF)
        return value, self.best_move

    def go(self, p, depth, alpha, beta):
        if depth == 0 or p.over():
            return p.value(self.me)
        if p.turn == self.me:
            best = -INF
            for m in p.moves():
                v = self.go(p.after(m), depth - 1, alpha, beta)
                if v > best:
                    best, self.best_move = v, m
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best
        best = INF
        for m in p.moves():
            v = self.go(p.after(m), depth - 1, alpha, beta)
            if v < best:
                best, self.best_move = v, m
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best
""",
    "one variable for all best moves: an attribute, on one's own turns": """
INF = float("inf")


class Player:
    def search(self, position, depth):
        self.me, self.best_move = position.turn, None
        value = self.go(position, depth, -INF, INF)
        return value, self.best_move

    def go(self, p, depth, alpha, beta):
        if depth == 0 or p.over():
            return p.value(self.me)
        if p.turn == self.me:
            best = -INF
            for m in p.moves():
                v = self.go(p.after(m), depth - 1, alpha, beta)
                if v > best:
                    best, self.best_move = v, m
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            return best
        best = INF
        for m in p.moves():
            v = self.go(p.after(m), depth - 1, alpha, beta)
            if v < best:
                best = v
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best
""",
    "one variable for all best moves: a global": """
BEST = None


def search(position, depth):
    value = go(position, depth)
    return value, BEST


def go(p, depth):
    global BEST
    if depth == 0 or p.over():
        return p.value(p.turn)
    best = -10**9
    for m in p.moves():
        v = -go(p.after(m), depth - 1)
        if v > best:
            best = v
            BEST = m
    return best
""",
    "index in another order: values in a list": (
        MINIMAX_1
        + """
def search(position, depth):
    me = position.turn
    moves = sorted(position.moves(), key=lambda m: position.after(m).value(me), reverse=True)
    values = [minimax(position.after(m), depth - 1, me) for m in moves]
    return max(values), position.moves()[values.index(max(values))]

"""
    ),
    "index in another order: enumerate": (
        """
INF = float("inf")
"""
        + GO_1
        + """
def search(position, depth):
    me = position.turn
    moves, best, at = position.moves(), -INF, 0
    for i, m in enumerate(sorted(moves, key=lambda m: -position.after(m).value(me))):
        v = go(position.after(m), depth - 1, best, INF, me)
        if v > best:
            best, at = v, i
    return best, moves[at]

"""
    ),
    "index in another order: reversed": (
        MINIMAX_1
        + """
def search(position, depth):
    me = position.turn
    values = [minimax(position.after(m), depth - 1, me) for m in reversed(position.moves())]
    best = max(range(len(values)), key=lambda i: values[i])
    return values[best], position.moves()[best]

"""
    ),
    "infinity too small: 3, minimax": """
def search(position, depth, me=None):
    me = position.turn if me is None else me
    if depth == 0 or position.over():
        return position.value(me), None
    best, move = (-3, None) if position.turn == me else (3, None)
    for m in position.moves():
        v = search(position.after(m), depth - 1, me)[0]
        if (v > best) if position.turn == me else (v < best):
            best, move = v, m
    return best, move
""",
    "infinity too small: 10, alpha-beta": (
        """
INF = 10
"""
        + GO_1
        + SEARCH_1
    ),
    "infinity too small: 20, negamax": (
        """
INF = 20
"""
        + SEARCH_5
        + """
def go(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for i, m in enumerate(p.moves()):
        v = -go(p.after(m), d - 1, -b, -a)
        if v > best:
            best = v
        a = max(a, best)
        if a >= b:
            break
    return best

"""
    ),
    "takes 0 for no value: at the root": (
        MINIMAX_1
        + """
def search(position, depth):
    me = position.turn
    best, move = None, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if not best or v > best:
            best, move = v, m
    return best, move

"""
    ),
    "takes 0 for no value: everywhere": """
def minimax(position, depth, me=None):
    me = position.turn if me is None else me
    if depth == 0 or position.over():
        return position.value(me), None
    best = move = None
    for m in position.moves():
        v, _ = minimax(position.after(m), depth - 1, me)
        if not best or (v > best if position.turn == me else v < best):
            best, move = v, m
    return best, move
""",
    "takes 0 for no value: alpha-beta": """
def alphabeta(p, depth, alpha=-1e9, beta=1e9, me=None):
    me = p.turn if me is None else me
    if depth == 0 or p.over():
        return p.value(me)
    best = None
    for m in p.moves():
        v = alphabeta(p.after(m), depth - 1, alpha, beta, me)
        if p.turn == me:
            if not best or v > best:
                best = v
            alpha = max(alpha, best)
        else:
            if not best or v < best:
                best = v
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
""",
    "no second search: principal variation, fail-soft": (
        """
INF = 1e9
"""
        + SEARCH_5
        + """
def go(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for i, m in enumerate(p.moves()):
        v = -go(p.after(m), d - 1, -b if i == 0 else -a - 1, -a)
        if v > best:
            best = v
        a = max(a, best)
        if a >= b:
            break
    return best

"""
    ),
    "no second search: principal variation, everywhere": """
def pvs(position, depth, alpha=-10**6, beta=10**6):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    move = None
    for i, m in enumerate(position.moves()):
        if i == 0:
            v = -pvs(position.after(m), depth - 1, -beta, -alpha)[0]
        else:
            v = -pvs(position.after(m), depth - 1, -alpha - 1, -alpha)[0]
        if v > alpha or move is None:
            alpha, move = max(alpha, v), m
        if alpha >= beta:
            break
    return alpha, move
""",
    "no second search: at the root": (
        """
INF = 1e9
"""
        + GO_1
        + """
def search(position, depth):
    best, move, me = -INF, None, position.turn
    for i, m in enumerate(position.moves()):
        v = go(position.after(m), depth - 1, best, INF if i == 0 else best + 1, me)
        if v > best:
            best, move = v, m
    return best, move

"""
    ),
    "averages the opponent's moves: minimax": """
def minimax(p, depth, me):
    if depth == 0 or p.over():
        return p.value(me)
    values = [minimax(p.after(m), depth - 1, me) for m in p.moves()]
    return max(values) if p.turn == me else sum(values) / len(values)

def search(position, depth):
    return max((minimax(position.after(m), depth - 1, position.turn), m) for m in position.moves())
""",
    "averages the opponent's moves: only the move": """
def choose(position, depth):
    me = position.turn

    def value(p, d):
        if d == 0 or p.over():
            return p.value(me)
        values = [value(p.after(m), d - 1) for m in p.moves()]
        return max(values) if p.turn == me else sum(values) / len(values)

    return max(position.moves(), key=lambda m: value(position.after(m), depth - 1))
""",
    "stops at the first win: any value above 0": """
def minimax(p, depth, me=None):
    me = p.turn if me is None else me
    if depth == 0 or p.over():
        return p.value(me), None
    best, move = None, None
    for m in p.moves():
        v = minimax(p.after(m), depth - 1, me)[0]
        if best is None or (v > best if p.turn == me else v < best):
            best, move = v, m
        if (v > 0) if p.turn == me else (v < 0):
            break
    return best, move
""",
    "stops at the first win: at the root": (
        """
INF = float("inf")
"""
        + GO_1
        + """
def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
        if v > 0:
            return v, m
    return best, move

"""
    ),
    "stops at the first win: a finished position that is won": """
def negamax(p, depth):
    if depth == 0 or p.over():
        return p.value(p.turn), None
    best, move = -1e9, None
    for m in p.moves():
        child = p.after(m)
        if child.over() and child.value(p.turn) > 0:
            return child.value(p.turn), m
        v = -negamax(child, depth - 1)[0]
        if v > best:
            best, move = v, m
    return best, move
""",
    "kinds of bound exchanged: when stored": (
        """
INF = 10**6


EXACT, LOWER, UPPER = range(3)



def go(p, depth, alpha, beta, table):
    old, key = alpha, p.key()
    if key in table and table[key][0] >= depth:
        _, flag, v = table[key]
        if flag == EXACT:
            return v
        if flag == LOWER:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            return v
    if depth == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        best = max(best, -go(p.after(m), depth - 1, -beta, -alpha, table))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    table[key] = depth, LOWER if best <= old else UPPER if best >= beta else EXACT, best
    return best

"""
        + SEARCH_3
    ),
    "kinds of bound exchanged: minimax style, by text": """
def alphabeta(position, depth):
    me, table = position.turn, {}

    def go(p, d, a, b):
        key, a0, b0 = (str(p), d), a, b
        if key in table:
            kind, v = table[key]
            if kind == "exact" or (kind == "lower" and v >= b) or (kind == "upper" and v <= a):
                return v
        if d == 0 or p.over():
            return p.value(me)
        best = -1e9 if p.turn == me else 1e9
        for m in p.moves():
            v = go(p.after(m), d - 1, a, b)
            if p.turn == me:
                best = max(best, v)
                a = max(a, best)
            else:
                best = min(best, v)
                b = min(b, best)
            if a >= b:
                break
        table[key] = ("lower" if best <= a0 else "upper" if best >= b0 else "exact"), best
        return best

    return go(position, depth, -1e9, 1e9)
""",
    "greedy opponent: its best move at once": """
def search(position, depth):
    me = position.turn

    def value(p, d):
        if d == 0 or p.over():
            return p.value(me)
        children = [p.after(m) for m in p.moves()]
        if p.turn == me:
            return max(value(c, d - 1) for c in children)
        return value(min(children, key=lambda c: c.value(me)), d - 1)

    return max((value(position.after(m), d), m) for d in [depth - 1] for m in position.moves())
""",
    "greedy opponent: sorted": """
def best_move(position, depth, me=None):
    me = position.turn if me is None else me
    if depth == 0 or position.over():
        return position.value(me), None
    if position.turn != me:
        reply = sorted(position.moves(), key=lambda m: position.after(m).value(1 - me))[-1]
        return best_move(position.after(reply), depth - 1, me)[0], reply
    found = [(best_move(position.after(m), depth - 1, me)[0], m) for m in position.moves()]
    return max(found, key=lambda each: each[0])
""",
    "greedy opponent: negamax, only the move": """
def choose(position, depth):
    me = position.turn

    def go(p, d):
        if d == 0 or p.over():
            return p.value(me)
        if p.turn == me:
            return max(go(p.after(m), d - 1) for m in p.moves())
        worst = None
        for m in p.moves():
            c = p.after(m)
            if worst is None or c.value(1 - me) > worst.value(1 - me):
                worst = c
        return go(worst, d - 1)

    return max(position.moves(), key=lambda m: go(position.after(m), depth - 1))
""",
    "keeps values from one question to the next: keyed by the path": """
SEEN = {}


def search(position, depth):
    return value(position, depth, (), position.turn), max(
        position.moves(), key=lambda m: value(position.after(m), depth - 1, (m,), position.turn)
    )


def value(p, d, path, me):
    if path not in SEEN:
        if d == 0 or p.over():
            SEEN[path] = p.value(me)
        else:
            SEEN[path] = (max if p.turn == me else min)(value(p.after(m), d - 1, (*path, m), me) for m in p.moves())
    return SEEN[path]
""",
    "keeps values from one question to the next: keyed by path and depth, below the root": """
SEEN = {}


def search(position, depth):
    me = position.turn

    def value(p, d, path):
        key = path, d
        if key in SEEN:
            return SEEN[key]
        if d == 0 or p.over():
            return p.value(me)
        v = (max if p.turn == me else min)(value(p.after(m), d - 1, path + m) for m in p.moves())
        SEEN[key] = v
        return v

    return max((value(position.after(m), depth - 1, m), m) for m in position.moves())
""",
    "keeps values from one question to the next: a best value that is never reset": """
BEST = [-1e9, None]


def search(position, depth):
    me = position.turn

    def value(p, d):
        if d == 0 or p.over():
            return p.value(me)
        return (max if p.turn == me else min)(value(p.after(m), d - 1) for m in p.moves())

    for m in position.moves():
        v = value(position.after(m), depth - 1)
        if v > BEST[0] or BEST[1] not in position.moves():
            BEST[:] = v, m
    return tuple(BEST)
""",
    "cuts at the wrong bound: bounds exchanged between max and min": """
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
    "cuts at the wrong bound: a value above alpha": """
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
    "window not exchanged and negated: negamax, fail-hard": """
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
    "finished positions by the winner only: the last to move wins": """
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
    "prefers late wins: told by the moves alone": """
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
    "goes wrong where a position comes twice: a set of those visited": """
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
    "sides changed for each move: a flag": """
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
    "window not narrowed: all nodes lower beta": """
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
    "plays for the other side: a class, negamax and a root": """
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
    "both sides maximise: from infinity": """
def search(position, depth):
    me = position.turn
    scores = {m: visit(position.after(m), depth - 1, me) for m in position.moves()}
    best = max(scores, key=scores.get)
    return scores[best], best


def visit(p, depth, me):
    if depth == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        v = float("-inf")
        for m in p.moves():
            v = max(v, visit(p.after(m), depth - 1, me))
        return v
    v = float("inf")
    for m in p.moves():
        v = max(v, visit(p.after(m), depth - 1, me))
    return v
""",
    "leaves when a move is no better: negamax": """
INF = 10**6


def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = -nega(position.after(m), depth - 1)
        if v > best:
            best, bm = v, m
        else:
            break
    return best, bm


def nega(p, depth):
    if depth == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        v = -nega(p.after(m), depth - 1)
        if v > best:
            best = v
        else:
            break
    return best
""",
    "window not exchanged and negated: minimax": """
def search(position, depth):
    me = position.turn
    alpha, bm = float("-inf"), None
    for m in position.moves():
        v = minimize(position.after(m), depth - 1, alpha, float("inf"), me)
        if v > alpha:
            alpha, bm = v, m
    return alpha, bm


def maximize(p, d, alpha, beta, me):
    if d == 0 or p.over():
        return p.value(me)
    v = float("-inf")
    for m in p.moves():
        v = max(v, minimize(p.after(m), d - 1, alpha, beta, me))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def minimize(p, d, alpha, beta, me):
    if d == 0 or p.over():
        return p.value(me)
    v = float("inf")
    for m in p.moves():
        v = min(v, maximize(p.after(m), d - 1, beta, alpha, me))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
""",
    "the last value as alpha: negamax": """
INF = 1e9


def search(position, depth):
    return nm(position, depth, -INF, INF)


def nm(p, d, alpha, beta):
    if d == 0 or p.over():
        return p.value(p.turn), None
    best, bm = -INF, None
    for m in p.moves():
        v = -nm(p.after(m), d - 1, -beta, -alpha)[0]
        if v > best:
            best, bm = v, m
        alpha = v
        if alpha >= beta:
            break
    return best, bm
""",
    "remembers without the depth: deepening": """
INF = float("inf")


class TT:
    def __init__(self):
        self.d = {}

    def nm(self, p, depth):
        if p.key() in self.d:
            return self.d[p.key()]
        if depth == 0 or p.over():
            v = p.value(p.turn)
        else:
            v = max(-self.nm(p.after(m), depth - 1) for m in p.moves())
        self.d[p.key()] = v
        return v


def search(position, depth):
    t = TT()
    best = None
    for d in range(1, depth + 1):
        scores = [-t.nm(position.after(m), d - 1) for m in position.moves()]
        best = max(scores)
        move = position.moves()[scores.index(best)]
    return best, move
""",
    "takes any of equal moves: by chance": """
import random

INF = 1e8


def ab(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        best = max(best, -ab(p.after(m), d - 1, -b, -max(a, best)))
        if best >= b:
            break
    return best


def search(position, depth):
    best, ties = -INF, []
    for m in position.moves():
        v = -ab(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, ties = v, [m]
        elif v == best:
            ties.append(m)
    return best, random.choice(ties)
""",
    "searches the position before the move: minimax": """
def search(position, depth):
    me = position.turn
    best, bm = None, None
    for m in position.moves():
        v = mm(position, depth - 1, me)
        if best is None or v > best:
            best, bm = v, m
    return best, bm


def mm(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    f = max if p.turn == me else min
    return f(mm(p.after(m), d - 1, me) for m in p.moves())
""",
    "plays for the other side: minimax": """
def search(position, depth):
    me = 1 - position.turn
    best, bm = None, None
    for m in position.moves():
        v = mm(position.after(m), depth - 1, me)
        if best is None or v > best:
            best, bm = v, m
    return best, bm


def mm(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    vs = [mm(p.after(m), d - 1, me) for m in p.moves()]
    return max(vs) if p.turn == me else min(vs)
""",
    "finished positions are worth 0: minimax": """
def search(position, depth):
    me = position.turn
    return max((g(position.after(m), depth - 1, me), m) for m in position.moves())


def g(p, d, me):
    if p.over():
        return 0
    if d == 0:
        return p.value(me)
    return (max if p.turn == me else min)(g(p.after(m), d - 1, me) for m in p.moves())
""",
    "only the root maximises: a flag": """
def search(position, depth):
    return alphabeta(position, depth, float("-inf"), float("inf"), True, position.turn)


def alphabeta(p, d, alpha, beta, maximizing, me):
    if d == 0 or p.over():
        return p.value(me), None
    best, bm = (float("-inf") if maximizing else float("inf")), None
    for m in p.moves():
        v, _ = alphabeta(p.after(m), d - 1, alpha, beta, False, me)
        if maximizing and v > best or not maximizing and v < best:
            best, bm = v, m
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, bm
""",
    "best of all depths: negamax": (
        """
INF = 1e9
"""
        + NM_1
        + """
def search(position, depth):
    best, bm = -INF, None
    for d in range(1, depth + 1):
        for m in position.moves():
            v = -nm(position.after(m), d - 1, -INF, INF)
            if v > best:
                best, bm = v, m
    return best, bm

"""
    ),
    "best of all depths for the other side: the smallest value": (
        """
INF = 1e9
"""
        + NM_1
        + """
def at(position, d):
    best, bm = -INF, None
    for m in position.moves():
        v = -nm(position.after(m), d - 1, -INF, -best)
        if v > best:
            best, bm = v, m
    return best, bm
def search(position, depth):
    best, bm = INF, None
    for d in range(1, depth + 1):
        v, m = at(position, d)
        if v < best:
            best, bm = v, m
    return best, bm

"""
    ),
    "best of all depths for the other side: by the depth": """
INF = 1e9
def mm(p, d, me, a=-INF, b=INF):
    if d == 0 or p.over(): return p.value(me), None
    best = None
    mine = p.turn == me
    for m in p.moves():
        v = mm(p.after(m), d - 1, me, a, b)[0]
        if best is None or (v > best[0] if mine else v < best[0]):
            best = v, m
        if mine: a = max(a, v)
        else: b = min(b, v)
        if a >= b: break
    return best
def search(position, depth):
    kept = None
    for d in range(1, depth + 1):
        found = mm(position, d, position.turn)
        if kept is None or (found[0] > kept[0] if d % 2 == 0 else found[0] < kept[0]):
            kept = found
    return kept
""",
    "plays a move of the last ply: a leaf's own": """
def mm(p, d, me, a, b, last):
    if d == 0 or p.over():
        return p.value(me), last
    best, move = None, None
    for m in p.moves():
        v, w = mm(p.after(m), d - 1, me, a, b, m)
        if best is None or (v > best if p.turn == me else v < best):
            best, move = v, w
        if p.turn == me: a = max(a, v)
        else: b = min(b, v)
        if a >= b: break
    return best, move
def search(position, depth):
    return mm(position, depth, position.turn, float("-inf"), float("inf"), None)
""",
    "quiescence with the wrong sign: no minus": """
INF = 1e9
def quiet(p):
    best = stand = p.value(p.turn)
    for m in p.moves():
        c = p.after(m)
        if abs(c.value(p.turn) - stand) >= 4:
            best = max(best, quiet(c))
    return best
def nm(p, d, a, b):
    if d == 0 or p.over(): return quiet(p)
    best = -INF
    for m in p.moves():
        best = max(best, -nm(p.after(m), d - 1, -b, -max(a, best)))
        if best >= b: break
    return best
def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = -nm(position.after(m), depth - 1, -INF, -best)
        if v > best: best, bm = v, m
    return best, bm
""",
    "quiescence with the wrong sign: judged for the root": """
def quiet(p, me, left):
    best = stand = p.value(me)
    for m in p.moves() if left else ():
        c = p.after(m)
        if abs(c.value(me) - stand) >= 3:
            best = max(best, -quiet(c, me, left - 1))
    return best
def mm(p, d, me):
    if d == 0 or p.over():
        return quiet(p, me, 2) * (1 if p.turn == me else -1)
    vs = [mm(p.after(m), d - 1, me) for m in p.moves()]
    return max(vs) if p.turn == me else min(vs)
def search(position, depth):
    vs = [(mm(position.after(m), depth - 1, position.turn), m) for m in position.moves()]
    return max(vs, key=lambda t: t[0])
""",
    "plays the first or last move tried: minimax": """
def search(position, depth):
    me = position.turn
    best = float("-inf")
    for move in position.moves():
        best = max(best, mm(position.after(move), depth - 1, me))
    return best, move


def mm(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    return (max if p.turn == me else min)([mm(p.after(m), d - 1, me) for m in p.moves()])
""",
    "looks at some of the moves only: the better half": """
def mm(position, depth, me):
    if depth == 0 or position.over():
        return position.value(me), None
    mine = position.turn == me
    children = sorted(position.moves(), key=lambda m: position.after(m).value(me), reverse=mine)
    children = children[: (len(children) + 1) // 2]
    best = None
    for m in children:
        v = mm(position.after(m), depth - 1, me)[0]
        if best is None or (v > best[0] if mine else v < best[0]):
            best = v, m
    return best
def search(position, depth):
    return mm(position, depth, position.turn)
""",
    "looks at some of the moves only: the best looking two": """
def search(position, depth):
    me = position.turn

    def go(p, d, a, b):
        if d == 0 or p.over():
            return p.value(me), None
        sign = 1 if p.turn == me else -1
        kids = [(p.after(m), m) for m in p.moves()]
        kids.sort(key=lambda k: sign * k[0].value(me), reverse=True)
        kids = kids[:2]
        best, bm = -1e9, None
        for k, m in kids:
            v = sign * go(k, d - 1, a, b)[0]
            if v > best:
                best, bm = v, m
            if sign > 0:
                a = max(a, best)
            else:
                b = min(b, -best)
            if a >= b:
                break
        return sign * best, bm

    return go(position, depth, -1e9, 1e9)
""",
    "adds the values on the way: minimax": """
def search(position, depth):
    me = position.turn
    best, bm = float("-inf"), None
    for m in position.moves():
        v = score(position.after(m), depth - 1, me)
        if v > best:
            best, bm = v, m
    return best, bm


def score(p, d, me):
    here = p.value(me)
    if d == 0 or p.over():
        return here
    return here + (max if p.turn == me else min)(score(p.after(m), d - 1, me) for m in p.moves())
""",
    "max and min by the seat: minimax": """
def search(position, depth):
    me = position.turn

    def mm(p, d):
        if d == 0 or p.over():
            return p.value(me)
        if p.turn == 0:
            return max(mm(p.after(m), d - 1) for m in p.moves())
        return min(mm(p.after(m), d - 1) for m in p.moves())

    best, bm = None, None
    for m in position.moves():
        v = mm(position.after(m), depth - 1)
        if best is None or v > best:
            best, bm = v, m
    return best, bm
""",
    "one side never prunes: minimax": """
INF = float("inf")


def search(position, depth):
    return maxi(position, depth, -INF, INF, position.turn)


def pick(p, me):
    return maxi if p.turn == me else mini


def maxi(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me), None
    best, bm = -INF, None
    for m in p.moves():
        q = p.after(m)
        v = pick(q, me)(q, d - 1, a, b, me)[0]
        if v > best:
            best, bm = v, m
        if best >= b:
            return best, bm
        a = max(a, best)
    return best, bm


def mini(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me), None
    best, bm = INF, None
    for m in p.moves():
        q = p.after(m)
        v = pick(q, me)(q, d - 1, a, b, me)[0]
        if v < best:
            best, bm = v, m
        b = min(b, best)
    return best, bm
""",
    "cuts one move late: negamax": """
INF = float("inf")


def search(position, depth):
    alpha, bm = -INF, None
    for m in position.moves():
        v = -alphabeta(position.after(m), depth - 1, -INF, -alpha)
        if v > alpha:
            alpha, bm = v, m
    return alpha, bm


def alphabeta(p, d, alpha, beta):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        v = -alphabeta(p.after(m), d - 1, -beta, -alpha)
        if alpha >= beta:
            break
        best = max(best, v)
        alpha = max(alpha, best)
    return best
""",
    "forgets the move that cuts: negamax": """
INF = 10**8


def search(position, depth):
    alpha, bm = -INF, None
    for m in position.moves():
        v = -ab(position.after(m), depth - 1, -INF, -alpha)
        if v > alpha:
            alpha, bm = v, m
    return alpha, bm


def ab(p, d, alpha, beta):
    if d == 0 or p.over():
        return p.value(p.turn)
    for m in p.moves():
        v = -ab(p.after(m), d - 1, -beta, -alpha)
        if v >= beta:
            return alpha
        alpha = max(alpha, v)
    return alpha
""",
    "depth - 1: deepening": (
        """
INF = 1e9
"""
        + NM_1
        + """
def search(position, depth):
    moves = position.moves()
    best, bm = 0, moves[0]
    for d in range(1, depth):
        best, bm = -INF, None
        for m in moves:
            v = -nm(position.after(m), d - 1, -INF, -best)
            if v > best:
                best, bm = v, m
        moves.sort(key=lambda m: m != bm)
    return best, bm

"""
    ),
    "prefers late wins: minimax": """
def search(position, depth):
    me = position.turn

    def mm(p, ply):
        if p.over() or ply == depth:
            v = p.value(me)
            return v + ply if v > 0 else v - ply
        return (max if p.turn == me else min)(mm(p.after(m), ply + 1) for m in p.moves())

    return max((mm(position.after(m), 1), m) for m in position.moves())
""",
    "the distance counts for losses as for wins: minimax": """
def search(position, depth):
    me = position.turn
    def mm(p, ply):
        if p.over():
            return p.value(me) - ply
        if ply == depth:
            return p.value(me)
        vs = [mm(p.after(m), ply + 1) for m in p.moves()]
        return max(vs) if p.turn == me else min(vs)
    vs = {m: mm(position.after(m), 1) for m in position.moves()}
    b = max(vs, key=vs.get)
    return vs[b], b
""",
    "greedy at the root: minimax": """
def search(position, depth):
    me = position.turn

    def mm(p, d):
        if p.over() or d == 0:
            return p.value(me)
        return (max if p.turn == me else min)(mm(p.after(m), d - 1) for m in p.moves())

    best = max(position.moves(), key=lambda m: position.after(m).value(me))
    return mm(position.after(best), depth - 1), best
""",
    "less depth for each move: negamax": """
INF = 1e9
def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = -nm(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, bm = v, m
    return best, bm
def nm(p, depth, a, b):
    if depth <= 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        depth -= 1
        best = max(best, -nm(p.after(m), depth, -b, -max(a, best)))
        if best >= b:
            break
    return best
""",
    "finished positions judged in another view: negamax": """
INF = 10**6
def search(position, depth):
    me = position.turn
    def nm(p, d, a, b):
        if p.over():
            return p.value(me)
        if d == 0:
            return p.value(p.turn)
        best = -INF
        for m in p.moves():
            v = -nm(p.after(m), d - 1, -b, -a)
            if v > best: best = v
            if v > a: a = v
            if a >= b: break
        return best
    best, bm = -INF, None
    for m in position.moves():
        v = -nm(position.after(m), depth - 1, -INF, -best)
        if v > best: best, bm = v, m
    return best, bm
""",
    "finished positions by the winner only: minimax": """
def search(position, depth):
    me = position.turn
    def go(p, d):
        if p.over():
            v = p.value(me)
            return 1000 if v > 0 else -1000 if v < 0 else 0
        if d == 0:
            return p.value(me)
        f = max if p.turn == me else min
        return f(go(p.after(m), d - 1) for m in p.moves())
    return max((go(position.after(m), depth - 1), m) for m in position.moves())
""",
    "plays the worst move: minimax": """
def search(position, depth):
    me = position.turn
    def mm(p, d):
        if d == 0 or p.over(): return p.value(me)
        vs = [mm(p.after(m), d - 1) for m in p.moves()]
        return max(vs) if p.turn == me else min(vs)
    scores = {m: mm(position.after(m), depth - 1) for m in position.moves()}
    return max(scores.values()), min(scores, key=scores.get)
""",
    "one best value for all: minimax": """
def search(position, depth):
    me = position.turn
    best = [float("-inf")]
    def mx(p, d):
        if d == 0 or p.over(): return p.value(me)
        for m in p.moves():
            best[0] = max(best[0], mn(p.after(m), d - 1))
        return best[0]
    def mn(p, d):
        if d == 0 or p.over(): return p.value(me)
        low = float("inf")
        for m in p.moves():
            low = min(low, mx(p.after(m), d - 1))
        return low
    vs = [(mn(position.after(m), depth - 1), m) for m in position.moves()]
    return max(vs, key=lambda t: t[0])
""",
    "begins with its own evaluation: negamax": """
INF = 10**6
def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = -nm(position.after(m), depth - 1, -INF, -best)
        if v > best: best, bm = v, m
    return best, bm
def nm(p, d, a, b):
    if d == 0 or p.over(): return p.value(p.turn)
    best = p.value(p.turn)
    for m in p.moves():
        best = max(best, -nm(p.after(m), d - 1, -b, -max(a, best)))
        if best >= b: break
    return best
""",
    "cuts at the wrong bound: minimax": """
INF = 1e9
def search(position, depth):
    me = position.turn
    def ab(p, d, a, b):
        if d == 0 or p.over(): return p.value(me)
        if p.turn == me:
            v = -INF
            for m in p.moves():
                v = max(v, ab(p.after(m), d - 1, a, b))
                if v <= b: break
                a = max(a, v)
            return v
        v = INF
        for m in p.moves():
            v = min(v, ab(p.after(m), d - 1, a, b))
            if v <= a: break
            b = min(b, v)
        return v
    best, bm = -INF, None
    for m in position.moves():
        v = ab(position.after(m), depth - 1, best, INF)
        if v > best: best, bm = v, m
    return best, bm
""",
    "adds the children's values: minimax": """
def search(position, depth):
    me = position.turn
    def s(p, d):
        if d == 0 or p.over(): return p.value(me)
        return sum(s(p.after(m), d - 1) for m in p.moves())
    vs = {m: s(position.after(m), depth - 1) for m in position.moves()}
    b = max(vs, key=vs.get)
    return vs[b], b
""",
    "returns the same bound at every node: alpha, whoever moves": """
def ab(position, depth, alpha, beta, me):
    if depth == 0 or position.over():
        return position.value(me)
    for m in position.moves():
        v = ab(position.after(m), depth - 1, alpha, beta, me)
        if position.turn == me:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            break
    return alpha
def search(position, depth):
    alpha, chosen = float("-inf"), None
    for m in position.moves():
        v = ab(position.after(m), depth - 1, alpha, float("inf"), position.turn)
        if v > alpha:
            alpha, chosen = v, m
    return alpha, chosen
""",
    "one window for all": """
class AlphaBeta:
    def search(self, position, depth):
        self.alpha, self.beta = -1e9, 1e9
        return self.go(position, depth, position.turn)

    def go(self, p, d, me):
        if d == 0 or p.over():
            return p.value(me), None
        best, mv = (-1e9, None) if p.turn == me else (1e9, None)
        for m in p.moves():
            v, _ = self.go(p.after(m), d - 1, me)
            if p.turn == me:
                if v > best:
                    best, mv = v, m
                self.alpha = max(self.alpha, best)
            else:
                if v < best:
                    best, mv = v, m
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        return best, mv


def search(position, depth):
    return AlphaBeta().search(position, depth)
""",
    "leaves after the first move": """
def minimax(p, depth, me=None):
    me = p.turn if me is None else me
    if depth == 0 or p.over():
        return p.value(me), None
    best = -1e9 if p.turn == me else 1e9
    for m in p.moves():
        v, _ = minimax(p.after(m), depth - 1, me)
        if (v > best) == (p.turn == me):
            best, bm = v, m
        return best, bm
""",
    "remembers without the depth": """
TABLE = {}


def value(p, d, me):
    if p.key() in TABLE:
        return TABLE[p.key()]
    if d == 0 or p.over():
        v = p.value(me)
    else:
        v = (max if p.turn == me else min)([value(p.after(m), d - 1, me) for m in p.moves()])
    TABLE[p.key()] = v
    return v


def search(position, depth):
    TABLE.clear()
    return max((value(position.after(m), depth - 1, position.turn), m) for m in position.moves())
""",
    "roles exchanged: below the root": """
def minimax(position, depth):
    me = position.turn

    def w(p, d, mx):
        if d == 0 or p.over():
            return p.value(me)
        return (max if mx else min)(w(p.after(m), d - 1, not mx) for m in p.moves())

    return max((w(position.after(m), depth - 1, True), m) for m in position.moves())
""",
    "negamax for one seat": """
def negamax(position, depth):
    if depth == 0 or position.over():
        return position.value(0), None
    best, bm = -1e9, None
    for m in position.moves():
        v = -negamax(position.after(m), depth - 1)[0]
        if v > best:
            best, bm = v, m
    return best, bm
""",
    "negamax without the minus": """
def negamax(p, d, a, b, color):
    if d == 0 or p.over():
        return color * p.value(0)
    best = -1e9
    for m in p.moves():
        best = max(best, negamax(p.after(m), d - 1, -b, -a, -color))
        a = max(a, best)
        if a >= b:
            break
    return best
""",
    "does not see the end of the game": """
def minimax(p, depth, me=None):
    me = p.turn if me is None else me
    if depth == 0:
        return p.value(me), None
    best, bm = (-1e9, None) if p.turn == me else (1e9, None)
    for m in p.moves():
        v, _ = minimax(p.after(m), depth - 1, me)
        if (v > best) if p.turn == me else (v < best):
            best, bm = v, m
    return best, bm
""",
    "looks at some of the moves only: leaves out a move": """
def minimax(p, depth, me=None):
    me = p.turn if me is None else me
    if depth == 0 or p.over():
        return p.value(me), None
    best, bm = None, None
    moves = p.moves()
    for i in range(max(1, len(moves) - 1)):
        v, _ = minimax(p.after(moves[i]), depth - 1, me)
        if best is None or (v > best if p.turn == me else v < best):
            best, bm = v, moves[i]
    return best, bm
""",
    "remembers bounds as values": """
INF = 1e9


def search(position, depth):
    me, tt = position.turn, {}

    def ab(p, d, a, b):
        k = (str(p), d)
        if k in tt:
            return tt[k]
        if d == 0 or p.over():
            return p.value(me), None
        best, mv = (-INF, None) if p.turn == me else (INF, None)
        for m in p.moves():
            v, _ = ab(p.after(m), d - 1, a, b)
            if p.turn == me:
                if v > best:
                    best, mv = v, m
                a = max(a, best)
            else:
                if v < best:
                    best, mv = v, m
                b = min(b, best)
            if a >= b:
                break
        tt[k] = best, mv
        return best, mv

    v = None
    for d in range(1, depth + 1):
        v = ab(position, d, -INF, INF)
    return v
""",
    "begins with 0": """
def alphabeta(p, depth, alpha=-1e9, beta=1e9, me=None):
    me = p.turn if me is None else me
    if depth == 0 or p.over():
        return p.value(me), None
    bm = p.moves()[0]
    if p.turn == me:
        best = 0
        for m in p.moves():
            v, _ = alphabeta(p.after(m), depth - 1, alpha, beta, me)
            if v > best:
                best, bm = v, m
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, bm
    best = 0
    for m in p.moves():
        v, _ = alphabeta(p.after(m), depth - 1, alpha, beta, me)
        if v < best:
            best, bm = v, m
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best, bm
""",
    "remembers upper bounds as values": """
INF = 10**9
SEEN = {}


def negamax(pos, depth, alpha, beta):
    key = (pos, depth)
    if key in SEEN:
        return SEEN[key]
    if depth == 0 or pos.over():
        return pos.value(pos.turn)
    value = -INF
    for move in pos.moves():
        value = max(value, -negamax(pos.after(move), depth - 1, -beta, -alpha))
        alpha = max(alpha, value)
        if alpha >= beta:
            return value
    SEEN[key] = value
    return value


def search(pos, depth):
    SEEN.clear()
    best, best_move = -INF, None
    alpha = -INF
    for move in pos.moves():
        v = -negamax(pos.after(move), depth - 1, -INF, -alpha)
        if v > best:
            best, best_move = v, move
        alpha = max(alpha, best)
    return best, best_move
""",
    "never prunes": """
def negamax(p, d, a, b, color):
    if d == 0 or p.over():
        return color * p.value(0)
    best = -1e9
    for m in p.moves():
        best = max(best, -negamax(p.after(m), d - 1, a, b, -color))
        a = max(a, best)
        if a >= b:
            break
    return best
""",
    "takes the last of equal moves": """
def alphabeta(position, depth):
    '''max() over (value, move): of equal values the later name, and after a cut the value is only a bound.'''
    me = position.turn

    def w(p, d, a, b):
        if d == 0 or p.over():
            return p.value(me)
        if p.turn == me:
            for m in p.moves():
                a = max(a, w(p.after(m), d - 1, a, b))
                if a >= b:
                    return a
            return a
        for m in p.moves():
            b = min(b, w(p.after(m), d - 1, a, b))
            if a >= b:
                return b
        return b

    a, out = -1e9, []
    for m in position.moves():
        v = w(position.after(m), depth - 1, a, 1e9)
        a = max(a, v)
        out.append((v, m))
    return max(out)
""",
    "not given back after a cut: depth counter": """
class Engine:
    '''Alpha-beta with a ply counter in the object.'''

    def __init__(self):
        self.ply = 0

    def search(self, position, depth):
        self.ply = 0
        self.limit = depth
        self.me = position.turn
        best, best_move = -10000, None
        for move in position.moves():
            self.ply += 1
            value = self.smallest(position.after(move), best, 10000)
            self.ply -= 1
            if value > best:
                best, best_move = value, move
        return best, best_move

    def done(self, position):
        return position.over() or self.ply >= self.limit

    def largest(self, position, alpha, beta):
        if self.done(position):
            return position.value(self.me)
        best = -10000
        for move in position.moves():
            self.ply += 1
            best = max(best, self.smallest(position.after(move), alpha, beta))
            if best >= beta:
                return best
            self.ply -= 1
            alpha = max(alpha, best)
        return best

    def smallest(self, position, alpha, beta):
        if self.done(position):
            return position.value(self.me)
        best = 10000
        for move in position.moves():
            self.ply += 1
            best = min(best, self.largest(position.after(move), alpha, beta))
            if best <= alpha:
                return best
            self.ply -= 1
            beta = min(beta, best)
        return best
""",
    "is not undone before break and return: make undo": """
class Board:
    '''Make and undo on top of positions that do not change.'''

    def __init__(self, position):
        self.history = [position]

    @property
    def now(self):
        return self.history[-1]

    def make(self, move):
        self.history.append(self.now.after(move))

    def undo(self):
        self.history.pop()


def negamax(board, depth, alpha, beta):
    if depth == 0 or board.now.over():
        return board.now.value(board.now.turn)
    here = board.now
    for move in here.moves():
        board.make(move)
        score = -negamax(board, depth - 1, -beta, -alpha)
        if score >= beta:
            return beta
        board.undo()
        if score > alpha:
            alpha = score
    return alpha


def search(position, depth):
    board = Board(position)
    best_move, alpha = None, -1000
    for move in position.moves():
        board.history = [position]
        board.make(move)
        score = -negamax(board, depth - 1, -1000, -alpha)
        if score > alpha:
            alpha, best_move = score, move
    return alpha, best_move
""",
    "wrong window of a second search: scout window": """
INF = 100000


def pvs(node, depth, alpha, beta):
    if depth == 0 or node.over():
        return node.value(node.turn), None
    best_move = None
    for i, move in enumerate(node.moves()):
        child = node.after(move)
        if i == 0:
            score = -pvs(child, depth - 1, -beta, -alpha)[0]
        else:
            score = -pvs(child, depth - 1, -alpha, -alpha + 1)[0]
            if alpha < score < beta:
                score = -pvs(child, depth - 1, -beta, -score)[0]
        if score > alpha:
            alpha, best_move = score, move
        if alpha >= beta:
            break
    return alpha, best_move


def search(position, depth):
    return pvs(position, depth, -INF, INF)
""",
    "different positions share a slot: slots": """
SIZE = 16


class Table:
    def __init__(self):
        self.slots = [None] * SIZE

    def get(self, position, depth):
        entry = self.slots[hash(str(position.key())) % SIZE]
        if entry is not None and entry[0] == depth:
            return entry[1]
        return None

    def put(self, position, depth, value):
        self.slots[hash(str(position.key())) % SIZE] = (depth, value)


def value_of(position, depth, me, table):
    if depth == 0 or position.over():
        return position.value(me)
    known = table.get(position, depth)
    if known is not None:
        return known
    values = [value_of(position.after(move), depth - 1, me, table) for move in position.moves()]
    value = max(values) if position.turn == me else min(values)
    table.put(position, depth, value)
    return value


def search(position, depth):
    table = Table()
    scored = {move: value_of(position.after(move), depth - 1, position.turn, table) for move in position.moves()}
    move = max(scored, key=scored.get)
    return scored[move], move
""",
    "remembers without the depth: claims depth": """
EXACT, LOWER, UPPER = range(3)


class Searcher:
    def __init__(self):
        self.table = {}

    def search(self, position, depth):
        self.table = {}
        self.depth = depth
        self.move = None
        value = self.negamax(position, depth, -1000, 1000, 0)
        return value, self.move

    def negamax(self, position, depth, alpha, beta, ply):
        if depth <= 0 or position.over():
            return position.value(position.turn)
        old = alpha
        entry = self.table.get(position.key())
        if ply and entry and entry[0] >= depth:
            if entry[1] == EXACT:
                return entry[2]
            if entry[1] == LOWER and entry[2] >= beta:
                return entry[2]
            if entry[1] == UPPER and entry[2] <= alpha:
                return entry[2]
        best = -1000
        for move in position.moves():
            value = -self.negamax(position.after(move), depth - 1, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                if ply == 0:
                    self.move = move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        flag = UPPER if best <= old else LOWER if best >= beta else EXACT
        self.table[position.key()] = (self.depth, flag, best)
        return best
""",
    "No known mistake explains all of it: mtdf move": """
class MTD:
    def __init__(self):
        self.best_move = None

    def search(self, position, depth):
        guess = position.value(position.turn)
        low, high = float("-inf"), float("inf")
        while low < high:
            bound = max(guess, low + 1)
            guess = self.test(position, depth, bound, True)
            if guess < bound:
                high = guess
            else:
                low = guess
        return guess, self.best_move

    def test(self, position, depth, bound, root=False):
        '''Fail-soft alpha-beta with the window (bound - 1, bound).'''
        if depth == 0 or position.over():
            return position.value(position.turn)
        best = float("-inf")
        for move in position.moves():
            value = -self.test(position.after(move), depth - 1, 1 - bound)
            if value > best:
                best = value
                if root:
                    self.best_move = move
            if best >= bound:
                break
        return best
""",
    "It leaves out moves of the root: table move overwrites": """
def search(position, depth):
    hints = {}
    value = move = None
    for d in range(1, depth + 1):
        value, move = alphabeta(position, d, -999, 999, hints)
    return value, move


def alphabeta(position, depth, alpha, beta, hints):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    moves = list(position.moves())
    if position.key() in hints:
        moves[0] = hints[position.key()]
    best, best_move = -999, None
    for move in moves:
        value = -alphabeta(position.after(move), depth - 1, -beta, -max(alpha, best), hints)[0]
        if value > best:
            best, best_move = value, move
        if best >= beta:
            break
    hints[position.key()] = best_move
    return best, best_move
""",
    "finished positions judged in another view: parity": """
def search(position, depth):
    seat = position.turn

    def nega(node, left):
        if left == 0 or node.over():
            sign = 1 if (depth - left) % 2 == 0 else -1
            if node.over():
                sign = 1 if depth % 2 == 0 else -1
            return sign * node.value(seat), None
        return max(((-nega(node.after(m), left - 1)[0], m) for m in node.moves()), key=lambda pair: pair[0])

    return nega(position, depth)
""",
    "looks at some of the moves only: late binding": """
def search(position, depth):
    me = position.turn

    def value(node, left):
        if left == 0 or node.over():
            return node.value(me)
        jobs = []
        for move in node.moves():
            jobs.append(lambda: value(node.after(move), left - 1))
        results = [job() for job in jobs]
        return max(results) if node.turn == me else min(results)

    best = None
    for move in position.moves():
        v = value(position.after(move), depth - 1)
        if best is None or v > best[0]:
            best = v, move
    return best
""",
    "the move of another search: move of first iteration": """
class Deepening:
    def __init__(self):
        self.depth = 1
        self.move = None

    def search(self, position, depth):
        self.depth = 1
        self.player = position.turn
        value = 0
        for d in range(1, depth + 1):
            value = self.minimax(position, d, -10**6, 10**6)
        return value, self.move

    def minimax(self, position, depth, alpha, beta):
        if depth == 0 or position.over():
            return position.value(self.player)
        if position.turn == self.player:
            value = -10**6
            for move in position.moves():
                new = self.minimax(position.after(move), depth - 1, alpha, beta)
                if new > value:
                    value = new
                    if depth == self.depth and self.is_root(position):
                        self.move = move
                alpha = max(alpha, value)
                if value >= beta:
                    break
            return value
        value = 10**6
        for move in position.moves():
            value = min(value, self.minimax(position.after(move), depth - 1, alpha, beta))
            beta = min(beta, value)
            if value <= alpha:
                break
        return value

    def is_root(self, position):
        if not hasattr(self, "root") or self.root is None:
            self.root = position.key()
        return self.root == position.key()
""",
    "forgets the move that cuts: min returns beta": """
def search(position, depth):
    me = position.turn
    best_move, alpha, beta = None, -500, 500
    for move in position.moves():
        v = alpha_beta_min(position.after(move), depth - 1, alpha, beta, me)
        if v > alpha:
            alpha, best_move = v, move
    return alpha, best_move


def alpha_beta_max(position, depth, alpha, beta, me):
    if depth == 0 or position.over():
        return position.value(me)
    for move in position.moves():
        v = alpha_beta_min(position.after(move), depth - 1, alpha, beta, me)
        if v >= beta:
            return beta
        if v > alpha:
            alpha = v
    return alpha


def alpha_beta_min(position, depth, alpha, beta, me):
    if depth == 0 or position.over():
        return position.value(me)
    for move in position.moves():
        v = alpha_beta_max(position.after(move), depth - 1, alpha, beta, me)
        if v <= alpha:
            return beta
        if v < beta:
            beta = v
    return beta
""",
    "evaluates for the side to move: generators": """
def search(position, depth):
    return max(scores(position, depth), key=lambda item: item[0])


def scores(position, depth):
    for move in position.moves():
        yield worst(position.after(move), depth - 1), move


def worst(position, depth):
    if depth == 0 or position.over():
        return position.value(position.turn)
    return min(best(position.after(move), depth - 1) for move in position.moves())


def best(position, depth):
    if depth == 0 or position.over():
        return position.value(position.turn)
    return max(worst(position.after(move), depth - 1) for move in position.moves())
""",
    "compares before it negates: negates late": """
INFINITY = 9999


def search(position, depth, alpha=-INFINITY, beta=INFINITY):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, choice = -INFINITY, None
    for move in position.moves():
        score, _ = search(position.after(move), depth - 1, -beta, -alpha)
        if score > best:
            best, choice = -score, move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, choice
""",
    "depth - 1: range": """
def search(position, depth):
    value, move = position.value(position.turn), position.moves()[0]
    order = list(position.moves())
    for d in range(1, depth):
        results = []
        alpha = -1000
        for m in order:
            v = -negamax(position.after(m), d - 1, -1000, -alpha)
            alpha = max(alpha, v)
            results.append((v, m))
        results.sort(key=lambda r: r[0], reverse=True)
        value, move = results[0]
        order = [m for _, m in results]
    return value, move


def negamax(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn)
    for m in position.moves():
        alpha = max(alpha, -negamax(position.after(m), depth - 1, -beta, -alpha))
        if alpha >= beta:
            return alpha
    return alpha
""",
    "stops at the first win: stops when positive": """
WIN = 1


def search(position, depth):
    best = (-1000, None)
    for move in position.moves():
        score = -negamax(position.after(move), depth - 1)
        if score > best[0]:
            best = (score, move)
        if score >= WIN:
            return best
    return best


def negamax(position, depth):
    if position.over() or depth == 0:
        return position.value(position.turn)
    return max(-negamax(position.after(move), depth - 1) for move in position.moves())
""",
    "two plies for one: berkeley once more": """
class AlphaBetaAgent:
    def __init__(self, evalFn=None, depth="2"):
        self.index = 0
        self.depth = int(depth)

    def getAction(self, gameState):
        def value(state, depth, agent, alpha, beta):
            if depth == self.depth or state.isWin() or state.isLose():
                return self.evaluationFunction(state)
            following = (agent + 1) % state.getNumAgents()
            if agent == 0:
                v = float("-inf")
                for action in state.getLegalActions(agent):
                    v = max(v, value(state.generateSuccessor(agent, action), depth + 1, following, alpha, beta))
                    if v > beta:
                        return v
                    alpha = max(alpha, v)
                return v
            v = float("inf")
            for action in state.getLegalActions(agent):
                v = min(v, value(state.generateSuccessor(agent, action), depth + 1, following, alpha, beta))
                if v < alpha:
                    return v
                beta = min(beta, v)
            return v

        alpha, best = float("-inf"), None
        for action in gameState.getLegalActions(0):
            v = value(gameState.generateSuccessor(0, action), 1, 1, alpha, float("inf"))
            if v > alpha:
                alpha, best = v, action
        return best
""",
    "goes wrong where a position comes twice: path": """
def search(position, depth, path=None):
    '''Minimax that takes a repeated position for a draw.'''
    if path is None:
        path = []
    if position.over() or depth == 0:
        return position.value(position.turn), None
    if position.key() in path:
        return 0, None
    path.append(position.key())
    best, best_move = -1000, None
    for move in position.moves():
        value = -search(position.after(move), depth - 1, path)[0]
        if value > best:
            best, best_move = value, move
    return best, best_move
""",
    "roles exchanged: stack": """
class Frame:
    def __init__(self, position, depth, parent, move):
        self.position, self.depth, self.parent, self.move = position, depth, parent, move
        self.todo = None
        self.best = None
        self.choice = None


def search(position, depth):
    me = position.turn
    root = Frame(position, depth, None, None)
    stack = [root]
    while stack:
        frame = stack[-1]
        if frame.depth == 0 or frame.position.over():
            frame.best = frame.position.value(me)
            frame.todo = []
        if frame.todo is None:
            frame.todo = list(frame.position.moves())
        if frame.todo:
            move = frame.todo.pop(0)
            stack.append(Frame(frame.position.after(move), frame.depth - 1, frame, move))
            continue
        stack.pop()
        up = frame.parent
        if up is not None:
            larger = frame.position.turn == me
            if up.best is None or (frame.best > up.best if larger else frame.best < up.best):
                up.best, up.choice = frame.best, frame.move
    return root.best, root.choice
""",
    "three plies ahead or more: stops when stable": """
def search(position, depth):
    before, answer = None, None
    for d in range(1, depth + 1):
        answer = best(position, d, -500, 500)
        if before is not None and answer[0] == before:
            break  # the value is stable
        before = answer[0]
    return answer


def best(position, d, alpha, beta):
    if d == 0 or position.over():
        return position.value(position.turn), None
    chosen = None
    top = -500
    for move in position.moves():
        v = -best(position.after(move), d - 1, -beta, -max(alpha, top))[0]
        if v > top:
            top, chosen = v, move
        if top >= beta:
            break
    return top, chosen
""",
    "no second search: second search unused": """
def search(position, depth, alpha=-10000, beta=10000):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    pv = None
    for number, move in enumerate(position.moves()):
        following = position.after(move)
        if number:
            score = -search(following, depth - 1, -alpha - 1, -alpha)[0]
            if alpha < score < beta:
                -search(following, depth - 1, -beta, -score)[0]
        else:
            score = -search(following, depth - 1, -beta, -alpha)[0]
        if score > alpha:
            alpha, pv = score, move
        if alpha >= beta:
            return alpha, pv
    return alpha, pv
""",
    "a wrong value is returned there: for else": """
def search(position, depth):
    best_value, best_move = -99, None
    for move in position.moves():
        value = -negamax(position.after(move), depth - 1, -99, -best_value)
        if value > best_value:
            best_value, best_move = value, move
    return best_value, best_move


def negamax(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn)
    best = -99
    for move in position.moves():
        best = max(best, -negamax(position.after(move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    else:
        return best
    return alpha
""",
    "looks at some of the moves only: beam": """
import heapq


class Beam:
    WIDTH = 2

    def search(self, position, depth):
        me = position.turn

        def go(node, left):
            if left == 0 or node.over():
                return node.value(me), None
            children = [(node.after(move).value(node.turn), i, move) for i, move in enumerate(node.moves())]
            promising = heapq.nlargest(self.WIDTH, children)
            results = [(go(node.after(move), left - 1)[0], move) for _, _, move in promising]
            return (max if node.turn == me else min)(results, key=lambda r: r[0])

        return go(position, depth)
""",
    "goes wrong where a position comes twice: table sign": """
TABLE = {}


def negamax(node, depth, colour, seat):
    if depth == 0 or node.over():
        return colour * node.value(seat)
    key = (node.key(), depth, seat)
    if key in TABLE:
        return TABLE[key]
    best = max(-negamax(node.after(move), depth - 1, -colour, seat) for move in node.moves())
    TABLE[key] = colour * best
    return best


def search(position, depth):
    TABLE.clear()
    scored = [(-negamax(position.after(move), depth - 1, -1, position.turn), move) for move in position.moves()]
    return max(scored, key=lambda p: p[0])
""",
    "looks at the right positions: stale scores": """
class RootMove:
    def __init__(self, move):
        self.move = move
        self.score = -1000


def search(position, depth):
    root_moves = [RootMove(move) for move in position.moves()]
    for d in range(1, depth + 1):
        alpha = -1000
        for root_move in root_moves:
            score = -alphabeta(position.after(root_move.move), d - 1, -1000, -alpha)
            if score > alpha:
                alpha = score
                root_move.score = score
        root_moves.sort(key=lambda r: -r.score)
    return root_moves[0].score, root_moves[0].move


def alphabeta(position, depth, alpha, beta):
    if depth == 0 or position.over():
        return position.value(position.turn)
    for move in position.moves():
        score = -alphabeta(position.after(move), depth - 1, -beta, -alpha)
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha
""",
    "a node is left early: window in self": """
class AlphaBeta:
    def search(self, position, depth):
        self.me = position.turn
        self.alpha, self.beta = -1000, 1000
        best, best_move = -1000, None
        for move in position.moves():
            value = self.value(position.after(move), depth - 1)
            if value > best:
                best, best_move = value, move
            self.alpha = max(self.alpha, best)
        return best, best_move

    def value(self, position, depth):
        if depth == 0 or position.over():
            return position.value(self.me)
        saved = self.alpha, self.beta
        mine = position.turn == self.me
        best = -1000 if mine else 1000
        for move in position.moves():
            value = self.value(position.after(move), depth - 1)
            if mine:
                best = max(best, value)
                self.alpha = max(self.alpha, best)
            else:
                best = min(best, value)
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                return best
        self.alpha, self.beta = saved
        return best
""",
    "different positions share a slot: slots once more": """
EMPTY = (-1, 0, 0)


def search(position, depth):
    slots = [EMPTY] * 32

    def negamax(node, left, alpha, beta):
        if left == 0 or node.over():
            return node.value(node.turn)
        slot = hash(node.key()) & 31
        stored, kind, score = slots[slot]
        if stored == left:
            if kind == 0 or (kind == 1 and score >= beta) or (kind == -1 and score <= alpha):
                return score
        best, first = -1000, alpha
        for move in node.moves():
            best = max(best, -negamax(node.after(move), left - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        slots[slot] = (left, -1 if best <= first else 1 if best >= beta else 0, best)
        return best

    top, chosen = -1000, None
    for move in position.moves():
        score = -negamax(position.after(move), depth - 1, -1000, -top)
        if score > top:
            top, chosen = score, move
    return top, chosen
""",
    "finished positions by the winner only: who won": """
def search(position, depth):
    me = position.turn

    def score(node, left):
        if node.over():
            if node.value(me) > 0:
                return 1000
            return -1000
        if left == 0:
            return node.value(me)
        below = [score(node.after(move), left - 1) for move in node.moves()]
        return max(below) if node.turn == me else min(below)

    return max([(score(position.after(move), depth - 1), move) for move in position.moves()], key=lambda one: one[0])
""",
    "remembers bounds as values: cached alphabeta": """
class Solver:
    def __init__(self):
        self.cache = {}

    def search(self, position, depth):
        self.cache.clear()
        self.player = position.turn
        alpha, move = float("-inf"), None
        for each in position.moves():
            value = self.cached(position.after(each), depth - 1, alpha, float("inf"))
            if value > alpha:
                alpha, move = value, each
        return alpha, move

    def cached(self, node, depth, alpha, beta):
        key = node.key(), depth
        if key not in self.cache:
            self.cache[key] = self.alphabeta(node, depth, alpha, beta)
        return self.cache[key]

    def alphabeta(self, node, depth, alpha, beta):
        if depth == 0 or node.over():
            return node.value(self.player)
        if node.turn == self.player:
            for move in node.moves():
                alpha = max(alpha, self.cached(node.after(move), depth - 1, alpha, beta))
                if alpha >= beta:
                    break
            return alpha
        for move in node.moves():
            beta = min(beta, self.cached(node.after(move), depth - 1, alpha, beta))
            if alpha >= beta:
                break
        return beta
""",
    "never asks for position.value": """
def search(position, depth):
    me = position.turn
    def go(p, d):
        if d == 0 or p.over():
            return len(p.moves()) * (1 if p.turn == me else -1)
        f = max if p.turn == me else min
        return f(go(p.after(m), d - 1) for m in p.moves())
    return max((go(position.after(m), depth - 1), m) for m in position.moves())
""",
    "something in it is random": """
import random
def search(position, depth):
    me = position.turn
    def go(p, d):
        if d == 0 or p.over():
            return p.value(me) + random.random()
        f = max if p.turn == me else min
        return f(go(p.after(m), d - 1) for m in p.moves())
    return max((go(position.after(m), depth - 1), m) for m in position.moves())
""",
    "judges positions deeper than it was asked": """
INF = 1e9
def search(position, depth):
    me = position.turn
    def quiet(p):
        return all(abs(p.after(m).value(me) - p.value(me)) < 4 for m in p.moves())
    def go(p, d):
        if p.over() or (d <= 0 and (d < -1 or quiet(p))):
            return p.value(me)
        f = max if p.turn == me else min
        return f(go(p.after(m), d - 1) for m in p.moves())
    return max((go(position.after(m), depth - 1), m) for m in position.moves())
""",
    "infinity too small: 4, where the smaller value is taken": """
def mm(p, d, me):
    if d == 0 or p.over():
        return p.value(me), None
    mine = p.turn == me
    best, bm = (-1000, None) if mine else (4, None)
    for m in p.moves():
        v = mm(p.after(m), d - 1, me)[0]
        if (mine and v > best) or (not mine and v < best):
            best, bm = v, m
    return best, bm

def search(position, depth):
    return mm(position, depth, position.turn)
""",
    "takes 0 for no value: it is passed over": """
def mm(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    best = -999 if p.turn == me else 999
    for m in p.moves():
        v = mm(p.after(m), d - 1, me)
        if v and p.turn == me and v > best:
            best = v
        elif v and p.turn != me and v < best:
            best = v
    return best

def search(position, depth):
    best, mv = -999, None
    for m in position.moves():
        v = mm(position.after(m), depth - 1, position.turn)
        if v and v > best:
            best, mv = v, m
    return best, mv
""",
    "averages the opponent's moves: made whole": """
def mm(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    vs = [mm(p.after(m), d - 1, me) for m in p.moves()]
    return max(vs) if p.turn == me else round(sum(vs) / len(vs))

def search(position, depth):
    vs = {m: mm(position.after(m), depth - 1, position.turn) for m in position.moves()}
    m = max(vs, key=vs.get)
    return vs[m], m
""",
    "averages the opponent's moves: two at a time": """
def mm(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    v = None
    for m in p.moves():
        w = mm(p.after(m), d - 1, me)
        if v is None:
            v = w
        elif p.turn == me:
            v = max(v, w)
        else:
            v = (v + w) / 2
    return v

def search(position, depth):
    best = max(position.moves(), key=lambda m: mm(position.after(m), depth - 1, position.turn))
    return mm(position.after(best), depth - 1, position.turn), best
""",
    "index in another order: from the last one on": """
def nm(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    for m in p.moves():
        a = max(a, -nm(p.after(m), d - 1, -b, -a))
        if a >= b:
            return b
    return a

def search(position, depth):
    moves = position.moves()
    ranked = sorted(moves, key=lambda m: position.after(m).value(position.turn))
    best, where = -10**9, 0
    for i in range(len(ranked) - 1, -1, -1):
        v = -nm(position.after(ranked[i]), depth - 1, -10**9, -best)
        if v > best:
            best, where = v, i
    return best, moves[where]
""",
    "kinds of bound exchanged: two dictionaries": """
def search(position, depth):
    low, high = {}, {}
    me = position.turn

    def ab(p, d, a, b):
        if d == 0 or p.over():
            return p.value(me), None
        k = p.key(), p.turn, d
        if k in low and low[k][0] >= b:
            return low[k]
        if k in high and high[k][0] <= a:
            return high[k]
        a0, b0 = a, b
        best = (-10**6, None) if p.turn == me else (10**6, None)
        for m in p.moves():
            v = ab(p.after(m), d - 1, a, b)[0]
            if p.turn == me:
                if v > best[0]:
                    best = v, m
                a = max(a, v)
            else:
                if v < best[0]:
                    best = v, m
                b = min(b, v)
            if a >= b:
                break
        if best[0] <= a0:
            low[k] = best
        if best[0] >= b0:
            high[k] = best
        return best

    for d in range(1, depth + 1):
        out = ab(position, d, -10**6, 10**6)
    return out
""",
    "stops at the first win: 3 is good enough": """
def nm(p, d):
    if d == 0 or p.over():
        return p.value(p.turn), None
    best, mv = -10**6, None
    for m in p.moves():
        v = -nm(p.after(m), d - 1)[0]
        if v > best:
            best, mv = v, m
        if best >= 3:
            break
    return best, mv

def search(position, depth):
    return nm(position, depth)
""",
    "keeps values from one question to the next: in an object": """
class Store:
    def __init__(self):
        self.values = {}

    def search(self, position, depth):
        best, mv = -10**6, None
        for i, m in enumerate(position.moves()):
            v = -self.f(position.after(m), depth - 1, -10**6, -best, i + 1)
            if v > best:
                best, mv = v, m
        return best, mv

    def f(self, p, d, a, b, number):
        if d == 0 or p.over():
            return p.value(p.turn)
        if number in self.values:
            return self.values[number]
        best = -10**6
        for i, m in enumerate(p.moves()):
            best = max(best, -self.f(p.after(m), d - 1, -b, -max(a, best), number * 16 + i + 1))
            if best >= b:
                break
        self.values[number] = best
        return best
""",
    "different positions share a slot: keyed by the moves": """
def search(position, depth):
    seen = {}
    me = position.turn
    def mm(p, d):
        if d == 0 or p.over():
            return p.value(me), None
        k = (tuple(p.moves()), p.turn, d)
        if k not in seen:
            pick = max if p.turn == me else min
            seen[k] = pick(((mm(p.after(m), d - 1)[0], m) for m in p.moves()), key=lambda t: t[0])
        return seen[k]
    return mm(position, depth)
""",
    "one variable for all best moves: on one's own turns, fail-hard": """
def search(position, depth):
    hero, chosen = position.turn, None

    def best(p, left, low, high):
        nonlocal chosen
        if left == 0 or p.over():
            return p.value(hero)
        for m in p.moves():
            value = best(p.after(m), left - 1, low, high)
            if p.turn == hero and value > low:
                low, chosen = value, m
            elif p.turn != hero:
                high = min(high, value)
            if low >= high:
                break
        return low if p.turn == hero else high

    return best(position, depth, -1000, 1000), chosen
""",
    "one variable for all best moves: written after the loop": """
class P:
    def ab(self, p, d, a, b):
        if d == 0 or p.over():
            return p.value(p.turn)
        best, bm = -10**6, None
        for m in p.moves():
            v = -self.ab(p.after(m), d - 1, -b, -a)
            if v > best:
                best, bm = v, m
            a = max(a, v)
            if a >= b:
                break
        self.best_move = bm
        return best
    def search(self, position, depth):
        self.best_move = None
        best = -10**6
        for m in position.moves():
            v = -self.ab(position.after(m), depth - 1, -10**6, -best)
            if v > best:
                best = v
        return best, self.best_move
""",
    "index in another order: values sorted since": """
def go(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    vs = [go(p.after(m), d - 1, me) for m in p.moves()]
    return max(vs) if p.turn == me else min(vs)
def search(position, depth):
    moves = list(position.moves())
    values = [go(position.after(m), depth - 1, position.turn) for m in moves]
    values.sort()
    best = max(values)
    return best, moves[values.index(best)]
""",
    "finished positions by the winner only: a draw is worth less": """
def negamax(p, d, a, b):
    if p.over():
        v = p.value(p.turn)
        return v if v != 0 else -5
    if d == 0:
        return p.value(p.turn)
    for m in p.moves():
        a = max(a, -negamax(p.after(m), d - 1, -b, -a))
        if a >= b:
            break
    return a
def search(position, depth):
    best, bm = -10**6, None
    for m in position.moves():
        v = -negamax(position.after(m), depth - 1, -10**6, -best)
        if v > best:
            best, bm = v, m
    return best, bm
""",
    "returns the last value": """
def ab(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        for m in p.moves():
            v = ab(p.after(m), d - 1, a, b, me)
            a = max(a, v)
            if a >= b:
                break
        return v
    for m in p.moves():
        v = ab(p.after(m), d - 1, a, b, me)
        b = min(b, v)
        if a >= b:
            break
    return v
def search(position, depth):
    best, bm = -10**6, None
    for m in position.moves():
        v = ab(position.after(m), depth - 1, best, 10**6, position.turn)
        if v > best:
            best, bm = v, m
    return best, bm
""",
    "window not narrowed: where the smaller value is taken, alpha is raised": """
def mx(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me), None
    v, bm = -1e5, None
    for m in p.moves():
        w = mn(p.after(m), d - 1, a, b, me)
        if w > v: v, bm = w, m
        if v >= b: return v, bm
        a = max(a, v)
    return v, bm
def mn(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me)
    v = 1e5
    for m in p.moves():
        v = min(v, mx(p.after(m), d - 1, a, b, me)[0])
        if v <= a: return v
        a = max(a, v)
    return v
def search(position, depth):
    return mx(position, depth, -1e5, 1e5, position.turn)
""",
    "two plies for one: on one side's turns": """
INF = float("inf")


def maxi(p, d, me):
    if d <= 0 or p.over():
        return p.value(me)
    return max(mini(p.after(m), d - 1, me) for m in p.moves())


def mini(p, d, me):
    if d <= 0 or p.over():
        return p.value(me)
    return min(maxi(p.after(m), d - 2, me) for m in p.moves())


def search(position, depth):
    best, arg = -INF, None
    for m in position.moves():
        v = mini(position.after(m), depth - 1, position.turn)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "prefers late wins: by a tenth a ply": """
def value(p, ply, depth, me):
    if p.over():
        return p.value(me) * (1 + 0.1 * ply)
    if ply == depth:
        return p.value(me)
    vs = [value(p.after(m), ply + 1, depth, me) for m in p.moves()]
    return max(vs) if p.turn == me else min(vs)


def search(position, depth):
    scored = [(value(position.after(m), 1, depth, position.turn), m) for m in position.moves()]
    return max(scored, key=lambda s: s[0])
""",
    "remembers bounds as values: where they equal alpha or beta": """
EXACT, LOWER, UPPER = 0, 1, 2


def ab(p, d, a, b, tt):
    if d == 0 or p.over():
        return p.value(p.turn), None
    e = tt.get((p.key(), d))
    if e:
        v, kind, m = e
        if kind == EXACT or kind == LOWER and v >= b or kind == UPPER and v <= a:
            return v, m
    best, bm = -9999, None
    for m in p.moves():
        v = -ab(p.after(m), d - 1, -b, -a, tt)[0]
        if v > best:
            best, bm = v, m
        if v > a:
            a = v
        if a >= b:
            break
    if best < a:
        kind = UPPER
    elif best > b:
        kind = LOWER
    else:
        kind = EXACT
    tt[p.key(), d] = best, kind, bm
    return best, bm


def search(position, depth):
    return ab(position, depth, -9999, 9999, {})
""",
    "no move: a variable of the outer function": """
def search(position, depth):
    best_move = None

    def ab(p, d, a, b):
        if d == 0 or p.over():
            return p.value(p.turn)
        for m in p.moves():
            v = -ab(p.after(m), d - 1, -b, -a)
            if v >= b:
                return b
            if v > a:
                a = v
                best_move = m
        return a

    value = ab(position, depth, -9999, 9999)
    return value, best_move
""",
    "wrong window of a second search: an empty first one": """
def negascout(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn), None
    best, bm = -9999, None
    for i, m in enumerate(p.moves()):
        q = p.after(m)
        if i == 0:
            v = -negascout(q, d - 1, -b, -a)[0]
        else:
            v = -negascout(q, d - 1, -a, -a)[0]
            if a < v < b:
                v = -negascout(q, d - 1, -b, -a)[0]
        if v > best:
            best, bm = v, m
        a = max(a, best)
        if a >= b:
            break
    return best, bm


def search(position, depth):
    return negascout(position, depth, -9999, 9999)
""",
    "begins with the wrong infinity: both sides": """
def search(position, depth):
    me = position.turn

    def go(p, d):
        if d == 0 or p.over():
            return p.value(me), None
        best, arg = -1000, None
        for m in p.moves():
            v = go(p.after(m), d - 1)[0]
            if p.turn == me:
                if v > best:
                    best, arg = v, m
            else:
                if v < best:
                    best, arg = v, m
        return best, arg

    return go(position, depth)
""",
    "depth - 1: deepening by two": """
def ab(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn), None
    best, bm = -9999, None
    for m in p.moves():
        v = -ab(p.after(m), d - 1, -b, -a)[0]
        if v > best:
            best, bm = v, m
        a = max(a, v)
        if a >= b:
            break
    return best, bm


def search(position, depth):
    result = None
    for d in range(1, depth + 1, 2):
        result = ab(position, d, -9999, 9999)
    return result
""",
    "adds the values on the way: the mean": """
def go(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    vs = [go(p.after(m), d - 1, me) for m in p.moves()]
    v = max(vs) if p.turn == me else min(vs)
    return 0.5 * v + 0.5 * p.value(me)


def search(position, depth):
    best, arg = -1e9, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, position.turn)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "depth counts the moves of one side: only max asks": """
def max_value(p, d, a, b, me):
    if d <= 0 or p.over():
        return p.value(me)
    v = -9999
    for m in p.moves():
        v = max(v, min_value(p.after(m), d - 1, a, b, me))
        if v >= b:
            return v
        a = max(a, v)
    return v


def min_value(p, d, a, b, me):
    if p.over():
        return p.value(me)
    v = 9999
    for m in p.moves():
        v = min(v, max_value(p.after(m), d - 1, a, b, me))
        if v <= a:
            return v
        b = min(b, v)
    return v


def search(position, depth):
    best, arg = -9999, None
    for m in position.moves():
        v = min_value(position.after(m), depth - 1, best, 9999, position.turn)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "takes any of equal moves: the better looking": """
def ab(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    for m in p.moves():
        v = -ab(p.after(m), d - 1, -b, -a)
        if v >= b:
            return b
        a = max(a, v)
    return a


def search(position, depth):
    best = (-9999, 0)
    arg = None
    for m in position.moves():
        q = position.after(m)
        v = -ab(q, depth - 1, -9999, -best[0])
        rank = (v, q.value(position.turn))
        if arg is None or rank > best:
            best, arg = rank, m
    return best[0], arg
""",
    "forgets the move that cuts: a break before it is taken": """
def ab(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn), None
    best, arg = -9999, None
    for m in p.moves():
        v = -ab(p.after(m), d - 1, -b, -max(a, best))[0]
        if v >= b:
            break
        if v > best:
            best, arg = v, m
    return best, arg


def search(position, depth):
    return ab(position, depth, -9999, 9999)
""",
    "sides changed for each move: at the root too": """
def go(p, d, maximising, me):
    if d == 0 or p.over():
        return p.value(me), None
    best, arg = (-9999 if maximising else 9999), None
    start = maximising
    for m in p.moves():
        maximising = not maximising
        v = go(p.after(m), d - 1, maximising, me)[0]
        if start and v > best or not start and v < best:
            best, arg = v, m
    return best, arg


def search(position, depth):
    return go(position, depth, True, position.turn)
""",
    "depth + 1: the first move alone": """
def ab(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -9999
    for m in p.moves():
        best = max(best, -ab(p.after(m), d - 1, -b, -max(a, best)))
        if best >= b:
            break
    return best


def search(position, depth):
    first, *rest = position.moves()
    best, arg = -ab(position.after(first), depth, -9999, 9999), first
    for m in rest:
        v = -ab(position.after(m), depth - 1, -9999, -best)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "values changed on the way: a discount on own turns": """
INF = float("inf")
def minimax(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    best = -INF if p.turn == me else INF
    for m in p.moves():
        v = minimax(p.after(m), d - 1, me)
        if p.turn == me:
            best = max(best, 0.9 * v)
        else:
            best = min(best, v)
    return best
def search(position, depth):
    me = position.turn
    best, arg = -INF, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "values changed on the way: one off in negamax": """
INF = float("inf")
def nega(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        v = -nega(p.after(m), d - 1, -b, -a) - 1
        if v > best:
            best = v
        a = max(a, v)
        if a >= b:
            break
    return best
def search(position, depth):
    best, arg = -INF, None
    for m in position.moves():
        v = -nega(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "different positions share a slot: the evaluation": """
INF = float("inf")
T = {}
def nega(p, d, a, b):
    k = p.value(0), p.turn, d
    if k in T:
        return T[k]
    v = nega2(p, d, a, b)
    T[k] = v
    return v
def nega2(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        v = -nega(p.after(m), d - 1, -b, -a)
        if v > best:
            best = v
        a = max(a, v)
        if a >= b:
            break
    return best
def search(position, depth):
    T.clear()
    best, arg = -INF, None
    for m in position.moves():
        v = -nega(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "wrong window of a second search: an empty second one": """
INF = float("inf")
def nega(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        if best == -INF:
            v = -nega(p.after(m), d - 1, -b, -a)
        else:
            v = -nega(p.after(m), d - 1, -a - 1, -a)
            if a < v < b:
                v = -nega(p.after(m), d - 1, -v, -v)
        if v > best:
            best = v
        a = max(a, v)
        if a >= b:
            break
    return best
def search(position, depth):
    best, arg = -INF, None
    for m in position.moves():
        v = -nega(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "depth - 1 on one side's turns": """
INF = float("inf")
def go(p, d, a, b, me):
    if p.over() or d == 0 or (d == 1 and p.turn == me):
        return p.value(me)
    if p.turn == me:
        best = -INF
        for m in p.moves():
            v = go(p.after(m), d - 1, a, b, me)
            best = max(best, v)
            a = max(a, best)
            if a >= b:
                break
        return best
    best = INF
    for m in p.moves():
        v = go(p.after(m), d - 1, a, b, me)
        best = min(best, v)
        b = min(b, best)
        if a >= b:
            break
    return best
def search(position, depth):
    me = position.turn
    best, arg = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, INF, me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "looks at some of the moves only: taken out in the loop": """
INF = float("inf")
def minimax(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    best = -INF if p.turn == me else INF
    ms = p.moves()
    for m in ms:
        ms.remove(m)
        v = minimax(p.after(m), d - 1, me)
        if p.turn == me:
            best = max(best, v)
        else:
            best = min(best, v)
    return best
def search(position, depth):
    me = position.turn
    best, arg = -INF, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "looks at some of the moves only: a beam for one side": """
INF = float("inf")
def minimax(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    best = -INF if p.turn == me else INF
    for m in sorted(p.moves(), key=lambda m: -p.after(m).value(me))[:2]:
        v = minimax(p.after(m), d - 1, me)
        if p.turn == me:
            best = max(best, v)
        else:
            best = min(best, v)
    return best
def search(position, depth):
    me = position.turn
    best, arg = -INF, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "evaluates for the side to move: by the depth asked for": """
INF = float("inf")
def minimax(p, d, me):
    if d == 0 or p.over():
        return p.value(me) if ODD else p.value(1 - me)
    best = -INF if p.turn == me else INF
    for m in p.moves():
        v = minimax(p.after(m), d - 1, me)
        if p.turn == me:
            best = max(best, v)
        else:
            best = min(best, v)
    return best
def search(position, depth):
    global ODD
    ODD = depth % 2
    me = position.turn
    best, arg = -INF, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "window not narrowed: beta, between the root's moves": """
INF = float("inf")
def nega(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        v = -nega(p.after(m), d - 1, -b, -a)
        if v > best:
            best = v
        a = max(a, v)
        if a >= b:
            break
    return best
def search(position, depth):
    a, b = -INF, INF
    best, arg = -INF, None
    for m in position.moves():
        v = -nega(position.after(m), depth - 1, -b, -a)
        b = min(b, v)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "adds the values on the way: at the root": """
INF = float("inf")
def minimax(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    best = -INF if p.turn == me else INF
    for m in p.moves():
        v = minimax(p.after(m), d - 1, me)
        if p.turn == me:
            best = max(best, v)
        else:
            best = min(best, v)
    return best
def search(position, depth):
    me = position.turn
    best, arg = -INF, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        v += position.after(m).value(me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "the root has only one move": """
INF = float("inf")
def minimax(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    best = -INF if p.turn == me else INF
    for m in p.moves():
        v = minimax(p.after(m), d - 1, me)
        if p.turn == me:
            best = max(best, v)
        else:
            best = min(best, v)
    return best
def search(position, depth):
    me = position.turn
    if len(position.moves()) == 1:
        return position.value(me), position.moves()[0]
    best, arg = -INF, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "may not be legal here: a move that is not legal here": """
INF = float("inf")
K = {}
def nega(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    ms = p.moves()
    if d in K:
        ms = [K[d]] + [m for m in ms if m != K[d]]
    for m in ms:
        v = -nega(p.after(m), d - 1, -b, -a)
        if v > best:
            best = v
        a = max(a, v)
        if a >= b:
            K[d] = m
            break
    return best
def search(position, depth):
    best, arg = -INF, None
    for m in position.moves():
        v = -nega(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, arg = v, m
    return best, arg
""",
}
