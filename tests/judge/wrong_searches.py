"""Wrong searches by the name of their mistake, each mistake in several styles."""

from __future__ import annotations

from right_searches import CORE, MINIMAX, ROOT, TABLE

NEGAMAX = """
INF = 1e9


def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, move = v, m
    return best, move


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

SELF = """
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
"""

ZERO = """
def search(position, depth):
    me = position.turn
    best, move = None, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if not best or v > best:
            best, move = v, m
    return best, move
"""

CHOOSE = """
def search(position, depth):
    return max((minimax(position.after(m), depth - 1, position.turn), m) for m in position.moves())
"""


def replaced(text: str, *pairs: tuple[str, str]) -> str:
    """Return a text in which each first one is the second one."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


WRONG = {
    "one variable for all best moves": {
        "an attribute": SELF,
        "an attribute, on one's own turns": replaced(
            SELF, ("best, self.best_move = v, m\n            beta", "best = v\n            beta")
        ),
        "a global": """
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
        "nonlocal, fail-hard": """
def search(position, depth):
    chosen = None

    def go(p, d, a, b):
        nonlocal chosen
        if d == 0 or p.over():
            return p.value(p.turn)
        for m in p.moves():
            v = -go(p.after(m), d - 1, -b, -a)
            if v >= b:
                return b
            if v > a:
                a, chosen = v, m
        return a

    return go(position, depth, -1e9, 1e9), chosen
""",
        "only the move": replaced(SELF, ("return value, self.best_move", "return self.best_move")),
    },
    "index in another order": {
        "values in a list": MINIMAX
        + """
def search(position, depth):
    me = position.turn
    moves = sorted(position.moves(), key=lambda m: position.after(m).value(me), reverse=True)
    values = [minimax(position.after(m), depth - 1, me) for m in moves]
    return max(values), position.moves()[values.index(max(values))]
""",
        "enumerate": CORE
        + """
def search(position, depth):
    me = position.turn
    moves, best, at = position.moves(), -INF, 0
    for i, m in enumerate(sorted(moves, key=lambda m: -position.after(m).value(me))):
        v = go(position.after(m), depth - 1, best, INF, me)
        if v > best:
            best, at = v, i
    return best, moves[at]
""",
        "reversed": MINIMAX
        + """
def search(position, depth):
    me = position.turn
    values = [minimax(position.after(m), depth - 1, me) for m in reversed(position.moves())]
    best = max(range(len(values)), key=lambda i: values[i])
    return values[best], position.moves()[best]
""",
    },
    "infinity too small": {
        "3, minimax": """
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
        "10, alpha-beta": replaced(CORE + ROOT, ('float("inf")', "10")),
        "20, negamax": replaced(NEGAMAX, ("1e9", "20")),
        "the first window only": replaced(CORE, ('float("inf")', "1e9"))
        + """
def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, max(best, -4), 4, position.turn)
        if v > best:
            best, move = v, m
    return best, move
""",
        "1, fail-hard": """
def alphabeta(position, depth):
    def go(p, d, a, b):
        if d == 0 or p.over():
            return p.value(p.turn)
        for m in p.moves():
            a = max(a, -go(p.after(m), d - 1, -b, -a))
            if a >= b:
                break
        return a

    return go(position, depth, -1, 1)
""",
    },
    "takes 0 for no value": {
        "at the root": MINIMAX + ZERO,
        "everywhere": """
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
        "negamax": """
def negamax(p, depth):
    if depth == 0 or p.over():
        return p.value(p.turn), None
    best, move = None, None
    for m in p.moves():
        v = -negamax(p.after(m), depth - 1)[0]
        if not best or v > best:
            best, move = v, m
    return best, move
""",
        "alpha-beta": """
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
    },
    "no second search": {
        "principal variation, fail-soft": replaced(
            NEGAMAX, ("v = -go(p.after(m), d - 1, -b, -a)\n", "v = -go(p.after(m), d - 1, -b if i == 0 else -a - 1, -a)\n")
        ),
        "principal variation, everywhere": """
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
        "at the root": replaced(CORE, ('float("inf")', "1e9"))
        + """
def search(position, depth):
    best, move, me = -INF, None, position.turn
    for i, m in enumerate(position.moves()):
        v = go(position.after(m), depth - 1, best, INF if i == 0 else best + 1, me)
        if v > best:
            best, move = v, m
    return best, move
""",
        "a tiny window": """
def search(position, depth, alpha=-1e6, beta=1e6):
    if depth == 0 or position.over():
        return position.value(position.turn)
    best = -1e6
    for i, m in enumerate(position.moves()):
        high = beta if i == 0 else alpha + 0.001
        best = max(best, -search(position.after(m), depth - 1, -high, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
""",
    },
    "no second search outside the window": {
        "around the last depth's value": replaced(CORE, ('float("inf")', "1e9"))
        + """
def search(position, depth):
    me = position.turn
    value, move = root(position, 1, -INF, INF, me)
    for d in range(2, depth + 1):
        value, move = root(position, d, value - 2, value + 2, me)
    return value, move


def root(position, depth, alpha, beta, me):
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, max(alpha, best), beta, me)
        if v > best:
            best, move = v, m
    return best, move
""",
        "around the evaluation": """
def search(position, depth):
    guess = position.value(position.turn)
    return go(position, depth, guess - 1, guess + 1)


def go(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn), None
    best, move = -1e9, None
    for m in p.moves():
        v = -go(p.after(m), d - 1, -b, -a)[0]
        if v > best:
            best, move = v, m
        a = max(a, best)
        if a >= b:
            break
    return best, move
""",
        "around a search of one ply": """
def search(position, depth):
    guess, move = go(position, 1, -1e9, 1e9)
    return go(position, depth, guess - 3, guess + 3)


def go(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn), None
    move = p.moves()[0]
    for m in p.moves():
        v = -go(p.after(m), d - 1, -b, -a)[0]
        if v >= b:
            return b, m
        if v > a:
            a, move = v, m
    return a, move
""",
        "only the value, fail-hard, a wide window": """
def aspiration(position, depth):
    value = 0
    for d in range(1, depth + 1):
        value = go(position, d, value - 1, value + 1) if d > 1 else go(position, 1, -1000, 1000)
    return value


def go(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    for m in p.moves():
        a = max(a, -go(p.after(m), d - 1, -b, -a))
        if a >= b:
            return b
    return a
""",
    },
    "reduces later moves for good": {
        "from the third move on": """
def search(position, depth, alpha=-1e6, beta=1e6):
    if depth <= 0 or position.over():
        return position.value(position.turn), None
    best, move = -1e6, None
    for i, m in enumerate(position.moves()):
        d = depth - 2 if i >= 2 and depth >= 3 else depth - 1
        v = -search(position.after(m), d, -beta, -alpha)[0]
        if v > best:
            best, move = v, m
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, move
""",
        "all but the first": """
def minimax(p, depth, me=None):
    me = p.turn if me is None else me
    if depth <= 0 or p.over():
        return p.value(me)
    values = []
    for i, m in enumerate(p.moves()):
        values.append(minimax(p.after(m), depth - 1 - (i > 0 and depth > 1), me))
    return max(values) if p.turn == me else min(values)
""",
        "with an empty window": """
def search(position, depth, alpha=-10**6, beta=10**6):
    if depth <= 0 or position.over():
        return position.value(position.turn)
    best = -10**6
    for i, m in enumerate(position.moves()):
        if i > 0 and depth > 1:
            v = -search(position.after(m), depth - 2, -alpha - 1, -alpha)
        else:
            v = -search(position.after(m), depth - 1, -beta, -alpha)
        best = max(best, v)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
""",
    },
    "averages the opponent's moves": {
        "minimax": replaced(
            MINIMAX + CHOOSE,
            (
                "    return (max if p.turn == me else min)(minimax(p.after(m), depth - 1, me) for m in p.moves())",
                "    values = [minimax(p.after(m), depth - 1, me) for m in p.moves()]\n"
                "    return max(values) if p.turn == me else sum(values) / len(values)",
            ),
        ),
        "statistics": """
from statistics import mean


def search(position, depth):
    me = position.turn

    def value(p, d):
        if d == 0 or p.over():
            return p.value(me), None
        found = [(value(p.after(m), d - 1)[0], m) for m in p.moves()]
        return max(found) if p.turn == me else (mean(v for v, _ in found), None)

    return value(position, depth)
""",
        "only the move": """
def choose(position, depth):
    me = position.turn

    def value(p, d):
        if d == 0 or p.over():
            return p.value(me)
        values = [value(p.after(m), d - 1) for m in p.moves()]
        return max(values) if p.turn == me else sum(values) / len(values)

    return max(position.moves(), key=lambda m: value(position.after(m), depth - 1))
""",
    },
    "stops at the first win": {
        "any value above 0": """
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
        "at the root": CORE
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
""",
        "a finished position that is won": """
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
    },
    "kinds of bound exchanged": {
        "when stored": replaced(
            TABLE, ("UPPER if best <= old else LOWER if best >= beta", "LOWER if best <= old else UPPER if best >= beta")
        )
        + """
def search(position, depth):
    table, best, move = {}, -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best, table)
        if v > best:
            best, move = v, m
    return best, move
""",
        "when looked up": replaced(TABLE, ("if flag == LOWER", "if flag == UPPER"))
        + """
def search(position, depth):
    table, best, move = {}, -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best, table)
        if v > best:
            best, move = v, m
    return best, move
""",
        "minimax style, by text": """
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
    },
    "greedy opponent": {
        "its best move at once": """
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
        "sorted": """
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
        "negamax, only the move": """
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
    },
    "keeps values from one question to the next": {
        "keyed by the path": """
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
        "keyed by path and depth, below the root": """
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
        "a best value that is never reset": """
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
    },
}
