"""Right searches in many styles, by what is special in them; those of `MORE` do more than they must."""

from __future__ import annotations

# parts of several

SEARCH_1 = """
def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
    return best, move

"""

GO_1 = """
def go(p, depth, alpha, beta, me):
    if depth == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        best = -INF
        for m in p.moves():
            best = max(best, go(p.after(m), depth - 1, alpha, beta, me))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = INF
    for m in p.moves():
        best = min(best, go(p.after(m), depth - 1, alpha, beta, me))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best

"""

SEARCH_2 = """
def search(position, depth):
    best, move = -1e9, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -1e9, -best)
        if v > best:
            best, move = v, m
    return best, move
"""

MINIMAX_1 = """
def minimax(p, depth, me):
    if depth == 0 or p.over():
        return p.value(me)
    return (max if p.turn == me else min)(minimax(p.after(m), depth - 1, me) for m in p.moves())
"""

MINIMAX_2 = """
def minimax(p, depth, me):
    if depth == 0 or p.over():
        return p.value(me)
    return (max if p.turn == me else min)(minimax(p.after(m), depth - 1, me) for m in p.moves())

"""

SEARCH_3 = """
def search(position, depth):
    table, best, move = {}, -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best, table)
        if v > best:
            best, move = v, m
    return best, move

"""

GO_2 = """
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
    table[key] = depth, UPPER if best <= old else LOWER if best >= beta else EXACT, best
    return best

"""

FIXED_1 = """
def fixed(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
    return best, move

"""

SEARCH_4 = """
def search(position, depth):
    best, move = -1e9, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, 1e9, position.turn)
        if v > best:
            best, move = v, m
    return best, move

"""

TEXTS = {
    "plain": (
        """
INF = float("inf")
"""
        + GO_1
        + SEARCH_1
    ),
    "fail-hard": (
        SEARCH_2
        + """
def go(p, depth, alpha, beta):
    if depth == 0 or p.over():
        return p.value(p.turn)
    for m in p.moves():
        v = -go(p.after(m), depth - 1, -beta, -alpha)
        if v >= beta:
            return beta
        if v > alpha:
            alpha = v
    return alpha

"""
    ),
    "fail-hard, cut beyond beta": (
        SEARCH_2
        + """
def go(p, depth, alpha, beta):
    if depth == 0 or p.over():
        return p.value(p.turn)
    for m in p.moves():
        v = -go(p.after(m), depth - 1, -beta, -alpha)
        if v > beta:
            return beta
        if v > alpha:
            alpha = v
    return alpha

"""
    ),
    "fail-hard, minimax style, cut beyond": """
def alphabeta(position, depth, alpha, beta, maximizing, me=None):
    me = position.turn if me is None else me
    if depth == 0 or position.over():
        return position.value(me)
    for m in position.moves():
        v = alphabeta(position.after(m), depth - 1, alpha, beta, not maximizing, me)
        if maximizing:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha > beta:
            break
    return alpha if maximizing else beta
""",
    "a variable called alpha": """
def minimax(position, depth):
    me = position.turn

    def value(p, d):
        if d == 0 or p.over():
            return p.value(me)
        alpha = None
        for m in p.moves():
            v = value(p.after(m), d - 1)
            if alpha is None or (v > alpha if p.turn == me else v < alpha):
                alpha = v
        return alpha

    return max((value(position.after(m), depth - 1), m) for m in position.moves())
""",
    "move first": (
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
    return move, best

"""
    ),
    "only the move": (
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
    return move

"""
    ),
    "only the value": (
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
    return best

"""
    ),
    "the position after the best move": (
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
    return position.after(move)

"""
    ),
    "a dictionary": (
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
    return {'move': move, 'value': best}

"""
    ),
    "an object": (
        """
from types import SimpleNamespace


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
    return SimpleNamespace(score=best, best_move=move)

"""
    ),
    "a value and a line": """
INF = 1e9


def search(position, depth, alpha=-INF, beta=INF):
    if depth == 0 or position.over():
        return position.value(position.turn), []
    best, line = -INF, []
    for move in position.moves():
        v, rest = search(position.after(move), depth - 1, -beta, -alpha)
        if -v > best:
            best, line = -v, [move, *rest]
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, line
""",
    "a decimal": (
        """
from decimal import Decimal


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
    return Decimal(best), move

"""
    ),
    "Player().search": (
        """
INF = float("inf")
"""
        + GO_1
        + """
class Player:
    def __init__(self):
        self.nodes = 0

    def search(self, position, depth):
        me, best, move = position.turn, -INF, None
        for m in position.moves():
            self.nodes += 1
            v = go(position.after(m), depth - 1, best, INF, me)
            if v > best:
                best, move = v, m
        return best, move

"""
    ),
    "a player that is told its depth first": (
        MINIMAX_1
        + """
class Minimaxer:
    def __init__(self, depth=3):
        self.depth = depth

    def choose(self, position):
        me = position.turn
        return max(position.moves(), key=lambda m: minimax(position.after(m), self.depth - 1, me))

"""
    ),
    "choose": (
        MINIMAX_1
        + """
def choose(position, depth):
    return max(position.moves(), key=lambda m: minimax(position.after(m), depth - 1, position.turn))

"""
    ),
    "a name of its own": """
def worst_case(p, depth, me):
    if depth == 0 or p.over():
        return p.value(me)
    return (max if p.turn == me else min)(worst_case(p.after(m), depth - 1, me) for m in p.moves())

def what_shall_i_do(position, depth):
    return max(position.moves(), key=lambda m: worst_case(position.after(m), depth - 1, position.turn))
""",
    "partly filled in": (
        """
from functools import partial
"""
        + MINIMAX_2
        + """
def best(pick, position, depth):
    return pick(position.moves(), key=lambda m: minimax(position.after(m), depth - 1, position.turn))



search = partial(best, max)

"""
    ),
    "lru_cache on positions": """
from functools import lru_cache


@lru_cache(maxsize=None)
def value(p, depth, me):
    if depth == 0 or p.over():
        return p.value(me)
    return (max if p.turn == me else min)(value(p.after(m), depth - 1, me) for m in p.moves())


@lru_cache(maxsize=None)
def search(position, depth):
    return max((value(position.after(m), depth - 1, position.turn), m) for m in position.moves())
""",
    "caching of evaluations": (
        """
JUDGED = {}


def judge(p, me):
    if (p.key(), me) not in JUDGED:
        JUDGED[p.key(), me] = p.value(me)
    return JUDGED[p.key(), me]



INF = float("inf")



def go(p, depth, alpha, beta, me):
    if depth == 0 or p.over():
        return judge(p, me)
    if p.turn == me:
        best = -INF
        for m in p.moves():
            best = max(best, go(p.after(m), depth - 1, alpha, beta, me))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = INF
    for m in p.moves():
        best = min(best, go(p.after(m), depth - 1, alpha, beta, me))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best

"""
        + SEARCH_1
    ),
    "table with bounds": (
        """
INF = 10**6


EXACT, LOWER, UPPER = range(3)

"""
        + GO_2
        + SEARCH_3
    ),
    "table with bounds, kept for ever": (
        """
INF = 10**6


EXACT, LOWER, UPPER = range(3)

"""
        + GO_2
        + """
KEPT = {}



def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best, KEPT)
        if v > best:
            best, move = v, m
    return best, move

"""
    ),
    "NegaScout": """
def search(position, depth, alpha=-1e6, beta=1e6):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, move = -1e6, None
    for i, m in enumerate(position.moves()):
        child = position.after(m)
        if i == 0:
            v = -search(child, depth - 1, -beta, -alpha)[0]
        else:
            v = -search(child, depth - 1, -alpha - 1, -alpha)[0]
            if alpha < v < beta:
                v = -search(child, depth - 1, -beta, -v)[0]
        if v > best:
            best, move = v, m
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, move
""",
    "PVS with a tiny window": """
EPS = 1e-3


def pvs(p, depth, alpha, beta):
    if depth == 0 or p.over():
        return p.value(p.turn)
    first = True
    for m in p.moves():
        child = p.after(m)
        if first:
            v = -pvs(child, depth - 1, -beta, -alpha)
            first = False
        else:
            v = -pvs(child, depth - 1, -alpha - EPS, -alpha)
            if v > alpha:
                v = -pvs(child, depth - 1, -beta, -alpha)
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return alpha


def search(position, depth):
    best, move = -1e6, None
    for m in position.moves():
        v = -pvs(position.after(m), depth - 1, -1e6, -best)
        if v > best:
            best, move = v, m
    return best, move
""",
    "aspiration windows": (
        """
INF = 10**6


EXACT, LOWER, UPPER = range(3)

"""
        + GO_2
        + """
def root(position, depth, alpha, beta, table):
    best, move = -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -beta, -max(alpha, best), table)
        if v > best:
            best, move = v, m
        if best >= beta:
            break
    return best, move



def search(position, depth):
    guess = 0
    for d in range(1, depth + 1):
        low, high = guess - 2, guess + 2
        while True:
            v, move = root(position, d, low, high, {})
            if v <= low:
                low = -INF
            elif v >= high:
                high = INF
            else:
                break
        guess = v
    return v, move

"""
    ),
    "late moves with an empty window, and again": """
def search(position, depth, alpha=-1e6, beta=1e6):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    best, move = -1e6, None
    for i, m in enumerate(position.moves()):
        child, v = position.after(m), None
        if i > 1:
            v = -search(child, depth - 1, -alpha - 1, -alpha)[0]
        if v is None or v > alpha:
            v = -search(child, depth - 1, -beta, -alpha)[0]
        if v > best:
            best, move = v, m
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best, move
""",
    "MTD(f)": (
        """
INF = 10**6


EXACT, LOWER, UPPER = range(3)

"""
        + GO_2
        + """
def search(position, depth):
    g, low, high = 0, -INF, INF
    table, move = {}, None
    while low < high:
        beta = max(g, low + 1)
        g, m = test(position, depth, beta, table)
        if g < beta:
            high = g
        else:
            low, move = g, m
    return g, move if move is not None else position.moves()[0]



def test(position, depth, beta, table):
    best, move = -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -beta, -beta + 1, table)
        if v > best:
            best, move = v, m
        if best >= beta:
            break
    return best, move

"""
    ),
    "iterative deepening": (
        """
INF = float("inf")
"""
        + GO_1
        + FIXED_1
        + """
def search(position, depth):
    for d in range(1, depth + 1):
        answer = fixed(position, d)
    return answer

"""
    ),
    "iterative deepening with a clock": (
        """
import time


INF = float("inf")

"""
        + GO_1
        + FIXED_1
        + """
def search(position, depth):
    end, d = time.time() + 60, 0
    while d < depth and time.time() < end:
        d += 1
        answer = fixed(position, d)
    return answer

"""
    ),
    "a time limit beside the depth": (
        """
import time


INF = float("inf")

"""
        + GO_1
        + """
def search(position, depth, time_limit):
    begun, best, move = time.time(), -INF, None
    for m in position.moves():
        if time.time() - begun > time_limit:
            break
        v = go(position.after(m), depth - 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
    return best, move

"""
    ),
    "the best move of the last depth first": """
INF = 1e9


def go(p, depth, alpha, beta):
    if depth == 0 or p.over():
        return p.value(p.turn)
    best = -INF
    for m in p.moves():
        best = max(best, -go(p.after(m), depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def search(position, depth):
    moves = list(position.moves())
    for d in range(1, depth + 1):
        best, chosen = -INF, None
        for m in moves:
            v = -go(position.after(m), d - 1, -INF, -best)
            if v > best:
                best, chosen = v, m
        moves.remove(chosen)
        moves.insert(0, chosen)
    return best, chosen
""",
    "ordered by the evaluator": (
        """
INF = float("inf")


def go(p, depth, alpha, beta, me):
    if depth == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        best = -INF
        for m in sorted(p.moves(), key=lambda m: p.after(m).value(me), reverse=p.turn == me):
            best = max(best, go(p.after(m), depth - 1, alpha, beta, me))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = INF
    for m in sorted(p.moves(), key=lambda m: p.after(m).value(me), reverse=p.turn == me):
        best = min(best, go(p.after(m), depth - 1, alpha, beta, me))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best

"""
        + SEARCH_1
    ),
    "ordered by the evaluator at the root": (
        """
INF = float("inf")
"""
        + GO_1
        + """
def search(position, depth):
    best, move = -INF, None
    for m in sorted(position.moves(), key=lambda m: -position.after(m).value(position.turn)):
        v = go(position.after(m), depth - 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
    return best, move

"""
    ),
    "killer moves": """
INF = 1e9


def go(p, d, a, b, ply, killers):
    if d == 0 or p.over():
        return p.value(p.turn)
    moves = sorted(p.moves(), key=lambda m: m != killers.get(ply))
    best = -INF
    for m in moves:
        best = max(best, -go(p.after(m), d - 1, -b, -a, ply + 1, killers))
        a = max(a, best)
        if a >= b:
            killers[ply] = m
            break
    return best


def search(position, depth):
    best, move, killers = -INF, None, {}
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best, 1, killers)
        if v > best:
            best, move = v, m
    return best, move
""",
    "history of cuts": """
from collections import Counter


def alphabeta(position, depth):
    good, me = Counter(), position.turn

    def go(p, d, a, b):
        if d == 0 or p.over():
            return p.value(me), None
        best, move = None, None
        for m in sorted(p.moves(), key=lambda m: -good[m]):
            v, _ = go(p.after(m), d - 1, a, b)
            if best is None or (v > best if p.turn == me else v < best):
                best, move = v, m
            if p.turn == me:
                a = max(a, best)
            else:
                b = min(b, best)
            if a >= b:
                good[m] += d * d
                break
        return best, move

    return go(position, depth, -1e9, 1e9)
""",
    "an explicit stack": """
def search(position, depth):
    me = position.turn
    stack = [[position, depth, iter(position.moves()), None, None, None]]
    while True:
        p, d, moves, best, chosen, now = top = stack[-1]
        move = next(moves, None)
        if move is not None:
            child = p.after(move)
            top[5] = move
            stack.append([child, d - 1, iter(child.moves() if d > 1 and not child.over() else ()), None, None, None])
            continue
        value = p.value(me) if best is None else best
        stack.pop()
        if not stack:
            return value, chosen
        up = stack[-1]
        if up[3] is None or (value > up[3] if up[0].turn == me else value < up[3]):
            up[3], up[4] = value, up[5]
""",
    "breadth first": """
def minimax(position, depth):
    me, levels = position.turn, [[(position, None, None)]]
    for _ in range(depth):
        levels.append([(p.after(m), i, m) for i, (p, _, _) in enumerate(levels[-1]) for m in p.moves()])
    below = {}
    for level in reversed(levels):
        values = []
        for i, (p, _, _) in enumerate(level):
            found = below.get(i)
            values.append(p.value(me) if not found else max(found) if p.turn == me else min(found))
        if len(level) == 1 and level[0][1] is None:
            best = values[0]
            break
        below = {}
        for (_, up, _), v in zip(level, values):
            below.setdefault(up, []).append(v)
    return best, [m for (_, _, m), v in zip(levels[1], values_of_moves(levels, me)) if v == best][0]


def values_of_moves(levels, me):
    found = None
    for level in reversed(levels[1:]):
        values = []
        for i, (p, _, _) in enumerate(level):
            under = [v for v, up in found if up == i] if found else []
            values.append(p.value(me) if not under else max(under) if p.turn == me else min(under))
        found = [(v, up) for v, (_, up, _) in zip(values, level)]
    return [v for v, _ in found]
""",
    "numpy": """
import numpy as np


def value(p, depth, me):
    if depth == 0 or p.over():
        return np.float64(p.value(me))
    values = np.array([value(p.after(m), depth - 1, me) for m in p.moves()])
    return values.max() if p.turn == me else values.min()


def search(position, depth):
    moves = position.moves()
    values = np.array([value(position.after(m), depth - 1, position.turn) for m in moves])
    return values.max(), moves[int(values.argmax())]
""",
    "exceptions as cuts": (
        """
class Cut(Exception):
    pass


def go(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me)
    larger = p.turn == me
    best = -1e9 if larger else 1e9
    try:
        for m in p.moves():
            v = go(p.after(m), d - 1, a, b, me)
            best = max(best, v) if larger else min(best, v)
            a, b = (max(a, best), b) if larger else (a, min(b, best))
            if a >= b:
                raise Cut
    except Cut:
        pass
    return best

"""
        + SEARCH_4
    ),
    "colour": """
def negamax(position, depth, color):
    if depth == 0 or position.over():
        return color * position.value(0)
    return max(-negamax(position.after(m), depth - 1, -color) for m in position.moves())
""",
    "max_depth and depth": """
def minimax(position, max_depth, depth=0, me=None):
    me = position.turn if me is None else me
    if depth == max_depth or position.over():
        return position.value(me), None
    found = [(minimax(position.after(m), max_depth, depth + 1, me)[0], m) for m in position.moves()]
    return max(found) if position.turn == me else min(found)
""",
    "depth and max_depth without defaults": """
def minimax(position, depth, max_depth):
    if depth >= max_depth or position.over():
        return position.value(position.turn)
    return max(-minimax(position.after(m), depth + 1, max_depth) for m in position.moves())
""",
    "ply": """
def negamax(position, depth, ply):
    if depth == ply or position.over():
        return position.value(position.turn)
    return max(-negamax(position.after(m), depth, ply + 1) for m in position.moves())
""",
    "an evaluator of one's own": """
def search(position, depth, evaluate):
    me = position.turn

    def v(p, d):
        if d == 0 or p.over():
            return evaluate(p, me)
        return (max if p.turn == me else min)(v(p.after(m), d - 1) for m in p.moves())

    return max((v(position.after(m), depth - 1), m) for m in position.moves())
""",
    "wins nearer are worth a little more": (
        """
INF = float("inf")


def go(p, depth, alpha, beta, me):
    if depth == 0 or p.over():
        return p.value(me) + depth * 0.01 * (1 if p.value(me) > 0 else -1)
    if p.turn == me:
        best = -INF
        for m in p.moves():
            best = max(best, go(p.after(m), depth - 1, alpha, beta, me))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = INF
    for m in p.moves():
        best = min(best, go(p.after(m), depth - 1, alpha, beta, me))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best

"""
        + SEARCH_1
    ),
    "wins nearer are worth one a ply more": """
def go(p, depth, ply, me):
    if p.over():
        v = p.value(me)
        return v - ply if v > 0 else v + ply if v < 0 else 0
    if depth == 0:
        return p.value(me)
    return (max if p.turn == me else min)(go(p.after(m), depth - 1, ply + 1, me) for m in p.moves())


def search(position, depth):
    return max((go(position.after(m), depth - 1, 1, position.turn), m) for m in position.moves())
""",
    "values in thousandths, less the plies": (
        """
def go(p, depth, a, b, me):
    if depth == 0 or p.over():
        v = 1000 * p.value(me)
        return v + depth if v > 0 else v - depth if v < 0 else 0
    best = None
    for m in p.moves():
        v = go(p.after(m), depth - 1, a, b, me)
        if best is None or (v > best if p.turn == me else v < best):
            best = v
        if p.turn == me:
            a = max(a, best)
        else:
            b = min(b, best)
        if a >= b:
            break
    return best
"""
        + SEARCH_4
    ),
    "equal moves by lot": (
        """
import random
"""
        + MINIMAX_2
        + """
def search(position, depth):
    values = {m: minimax(position.after(m), depth - 1, position.turn) for m in position.moves()}
    best = max(values.values())
    return best, random.choice([m for m, v in values.items() if v == best])

"""
    ),
    "a position called node": """
def search(node, depth):
    if depth == 0 or node.over():
        return node.value(node.turn), None
    best, move = None, None
    for m in node.moves():
        v = -search(node.after(m), depth - 1)[0]
        if best is None or v > best:
            best, move = v, m
    return best, move
""",
    "a position called game": """
def alphabeta(game, depth, alpha, beta):
    if depth == 0 or game.over():
        return game.value(game.turn)
    for m in game.moves():
        alpha = max(alpha, -alphabeta(game.after(m), depth - 1, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha
""",
    "async": """
import asyncio


async def value(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    values = [await value(p.after(m), d - 1, me) for m in p.moves()]
    return max(values) if p.turn == me else min(values)


async def best(position, depth):
    return max([(await value(position.after(m), depth - 1, position.turn), m) for m in position.moves()])


def search(position, depth):
    return asyncio.run(best(position, depth))
""",
    "every position played from the start again": """
def search(position, depth):
    me = position.turn

    def at(path):
        p = position
        for m in path:
            p = p.after(m)
        return p

    def value(path):
        p = at(path)
        if len(path) == depth or p.over():
            return p.value(me)
        return (max if p.turn == me else min)(value((*path, m)) for m in p.moves())

    return max((value((m,)), m) for m in position.moves())
""",
    "internal iterative deepening": """
INF = 1e9


def go(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn), None
    moves = p.moves()
    if d > 2:
        first = go(p, d - 2, a, b)[1]
        moves = [first, *(m for m in moves if m != first)]
    best, move = -INF, None
    for m in moves:
        v = -go(p.after(m), d - 1, -b, -a)[0]
        if v > best:
            best, move = v, m
        a = max(a, best)
        if a >= b:
            break
    return best, move


def search(position, depth):
    return go(position, depth, -INF, INF)
""",
    "values of minimax in a dictionary": """
def search(position, depth):
    memo = {}
    me = position.turn
    def value(place, left):
        mark = (place.key(), left)
        if mark not in memo:
            if left == 0 or place.over():
                memo[mark] = place.value(me)
            else:
                below = [value(place.after(m), left - 1) for m in place.moves()]
                memo[mark] = max(below) if place.turn == me else min(below)
        return memo[mark]
    values = {m: value(position.after(m), depth - 1) for m in position.moves()}
    best = max(values, key=values.get)
    return values[best], best
""",
    "an exception at a cut": """
from dataclasses import dataclass
class Cutoff(Exception):
    pass

@dataclass
class Window:
    low: float = float("-inf")
    high: float = float("inf")
    def narrow(self, value, upwards):
        if upwards and value > self.low:
            self.low = value
        if not upwards and value < self.high:
            self.high = value
        if self.low >= self.high:
            raise Cutoff

def alpha_beta(position, depth, me, window):
    if depth == 0 or position.over():
        return position.value(me)
    own = Window(window.low, window.high)
    mine = position.turn == me
    best = float("-inf") if mine else float("inf")
    sign = -1 if mine else 1
    children = sorted((sign * position.after(m).value(me), i, m) for i, m in enumerate(position.moves()))
    try:
        for _, _, m in children:
            v = alpha_beta(position.after(m), depth - 1, me, own)
            best = max(best, v) if mine else min(best, v)
            own.narrow(best, mine)
    except Cutoff:
        pass
    return best

def search(position, depth):
    me, window, best, chosen = position.turn, Window(), float("-inf"), None
    for m in position.moves():
        v = alpha_beta(position.after(m), depth - 1, me, window)
        if v > best:
            best, chosen = v, m
            window.low = v
    return best, chosen
""",
    "a cache of the library": """
from functools import lru_cache


@lru_cache(maxsize=None)
def negamax(position, depth):
    if depth == 0 or position.over():
        return position.value(position.turn)
    return max(-negamax(position.after(m), depth - 1) for m in position.moves())


def search(position, depth):
    negamax.cache_clear()
    return max((-negamax(position.after(m), depth - 1), i, m) for i, m in enumerate(position.moves()))[::2]
""",
    "negamax where a side may move twice": """
class Evaluator:

    def __call__(self, position):
        return position.value(position.turn)


def search(position, depth, evaluate=Evaluator()):
    def nm(p, d, a, b, same):
        if d == 0 or p.over():
            return evaluate(p)
        best = -1e9
        for m in p.moves():
            q = p.after(m)
            if q.turn == p.turn:
                v = nm(q, d - 1, a, b, True)
            else:
                v = -nm(q, d - 1, -b, -a, False)
            best = max(best, v)
            a = max(a, best)
            if a >= b:
                break
        return best

    best, move = -1e9, None
    for m in position.moves():
        q = position.after(m)
        v = nm(q, depth - 1, best, 1e9, True) if q.turn == position.turn else -nm(q, depth - 1, -1e9, -best, False)
        if v > best:
            best, move = v, m
    return best, move
""",
    "internal deepening with a table": """
INF = float("inf")


class S:
    def __init__(self):
        self.hash_move = {}

    def ab(self, p, d, a, b):
        if d == 0 or p.over():
            return p.value(p.turn), None
        k = p.key()
        if k not in self.hash_move and d >= 3:
            self.ab(p, d - 2, a, b)
        moves = p.moves()
        first = self.hash_move.get(k)
        if first in moves:
            moves = [first] + [m for m in moves if m != first]
        best, bm = -INF, moves[0]
        for m in moves:
            v = -self.ab(p.after(m), d - 1, -b, -max(a, best))[0]
            if v > best:
                best, bm = v, m
                if v >= b:
                    break
        self.hash_move[k] = bm
        return best, bm


def search(position, depth):
    return S().ab(position, depth, -INF, INF)
""",
    "halving the values between two bounds": """
def test(p, depth, bound, me):
    if depth == 0 or p.over():
        return p.value(me) >= bound
    if p.turn == me:
        return any(test(p.after(m), depth - 1, bound, me) for m in p.moves())
    return all(test(p.after(m), depth - 1, bound, me) for m in p.moves())


def search(position, depth):
    me = position.turn
    low, high = -4096, 4096
    while low < high:
        mid = (low + high + 1) // 2
        if test(position, depth, mid, me):
            low = mid
        else:
            high = mid - 1
    for m in position.moves():
        if test(position.after(m), depth - 1, low, me):
            return low, m
""",
    "scout in the view of one side": """
INF = 100000


def scout(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        best = -INF
        for i, m in enumerate(p.moves()):
            c = p.after(m)
            if i == 0:
                v = scout(c, d - 1, a, b, me)
            else:
                v = scout(c, d - 1, a, a + 1, me)
                if a < v < b:
                    v = scout(c, d - 1, v, b, me)
            best = max(best, v)
            a = max(a, best)
            if a >= b:
                break
        return best
    best = INF
    for i, m in enumerate(p.moves()):
        c = p.after(m)
        if i == 0:
            v = scout(c, d - 1, a, b, me)
        else:
            v = scout(c, d - 1, b - 1, b, me)
            if a < v < b:
                v = scout(c, d - 1, a, v, me)
        best = min(best, v)
        b = min(b, best)
        if a >= b:
            break
    return best


def search(position, depth):
    me = position.turn
    best, bm = -INF, None
    for m in position.moves():
        v = scout(position.after(m), depth - 1, best, INF, me)
        if v > best:
            best, bm = v, m
    return best, bm
""",
    "0 counts as a loss by the distance": """
def search(position, depth):
    me = position.turn
    def mm(p, ply):
        if p.over():
            v = p.value(me)
            return v - ply if v > 0 else v + ply
        if ply == depth:
            return p.value(me)
        return (max if p.turn == me else min)(mm(p.after(m), ply + 1) for m in p.moves())
    return max((mm(position.after(m), 1), m) for m in position.moves())
""",
    "values discounted by the ply": """
def search(position, depth):
    me = position.turn
    def mm(p, d):
        if d == 0 or p.over(): return p.value(me)
        return 0.95 * (max if p.turn == me else min)(mm(p.after(m), d - 1) for m in p.moves())
    return max((0.95 * mm(position.after(m), depth - 1), m) for m in position.moves())
""",
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
    "an explicit stack once more": """
def alphabeta(position, depth):
    '''No recursion: a list of frames [position, left, alpha, beta, moves, best, best_move, last].'''
    me = position.turn
    INF = float("inf")
    frames = [[position, depth, -INF, INF, iter(position.moves()), None, None, None]]
    answer = None
    while frames:
        frame = frames[-1]
        node, left, alpha, beta, moves, best, best_move, last = frame
        if answer is not None:
            v, answer = answer, None
            if best is None or (v > best if node.turn == me else v < best):
                frame[5], frame[6] = v, last
            best = frame[5]
            if node.turn == me:
                alpha = frame[2] = max(alpha, best)
            else:
                beta = frame[3] = min(beta, best)
            if alpha >= beta:
                answer = best
                move = frame[6]
                frames.pop()
                continue
        if left == 0 or node.over():
            answer = node.value(me)
            frames.pop()
            continue
        m = next(moves, None)
        if m is None:
            answer = best
            move = frame[6]
            frames.pop()
            continue
        frame[7] = m
        child = node.after(m)
        frames.append([child, left - 1, alpha, beta, iter(child.moves()), None, None, None])
    return answer, move
""",
    "MTD(f) once more": """
INF = 10**9


def search(position, depth):
    me = position.turn
    table = {}

    def ab(p, d, a, b):
        k = (str(p), d)
        lo, hi, _ = table.get(k, (-INF, INF, None))
        if lo >= b:
            return lo
        if hi <= a:
            return hi
        if d == 0 or p.over():
            g = p.value(me)
            table[k] = (g, g, None)
            return g
        a0, b0 = a, b
        bm = None
        if p.turn == me:
            g = -INF
            for m in p.moves():
                if g >= b:
                    break
                v = ab(p.after(m), d - 1, max(a, g), b)
                if v > g:
                    g, bm = v, m
        else:
            g = INF
            for m in p.moves():
                if g <= a:
                    break
                v = ab(p.after(m), d - 1, a, min(b, g))
                if v < g:
                    g, bm = v, m
        lo, hi, old = table.get(k, (-INF, INF, None))
        if g <= a0:
            hi = min(hi, g)
        elif g >= b0:
            lo = max(lo, g)
        else:
            lo = hi = g
        table[k] = (lo, hi, bm if g > a0 else old)
        return g

    g, lower, upper = 0, -INF, INF
    while lower < upper:
        beta = g + 1 if g == lower else g
        g = ab(position, depth, beta - 1, beta)
        if g < beta:
            upper = g
        else:
            lower = g
    return g, table[(str(position), depth)][2]
""",
    "the whole tree, level by level": """
'''Builds the whole tree breadth first, then backs values up: no recursion at all.'''


def minimax(position, depth):
    me = position.turn
    levels = [[(position, None, None)]]
    for _ in range(depth):
        nxt = []
        for i, (p, _, _) in enumerate(levels[-1]):
            if not p.over():
                nxt += [(p.after(m), i, m) for m in p.moves()]
        levels.append(nxt)
    values = [p.value(me) if True else 0 for p, _, _ in levels[-1]]
    for up in range(depth - 1, -1, -1):
        got = [None] * len(levels[up])
        pick = [None] * len(levels[up])
        for (p, parent, m), v in zip(levels[up + 1], values):
            owner = levels[up][parent][0]
            if got[parent] is None or (v > got[parent] if owner.turn == me else v < got[parent]):
                got[parent], pick[parent] = v, m
        values = [p.value(me) if g is None else g for (p, _, _), g in zip(levels[up], got)]
    return values[0], pick[0]
""",
    "a thread for each move": """
from concurrent.futures import ThreadPoolExecutor


def worth(p, d, me):
    if d == 0 or p.over():
        return p.value(me)
    f = max if p.turn == me else min
    return f(worth(p.after(m), d - 1, me) for m in p.moves())


def search(position, depth):
    moves = position.moves()
    with ThreadPoolExecutor(2) as pool:
        vals = list(pool.map(lambda m: worth(position.after(m), depth - 1, position.turn), moves))
    v = max(vals)
    return v, moves[vals.index(v)]
""",
    "NegaScout once more": """
def negascout(p, depth, alpha, beta, colour):
    if depth == 0 or p.over():
        return colour * p.value(0)
    b = beta
    first = True
    for m in p.moves():
        c = p.after(m)
        t = -negascout(c, depth - 1, -b, -alpha, -colour)
        if t > alpha and t < beta and not first and depth > 1:
            t = -negascout(c, depth - 1, -beta, -t, -colour)
        alpha = max(alpha, t)
        if alpha >= beta:
            return alpha
        b = alpha + 1
        first = False
    return alpha


def search(position, depth):
    c = 1 if position.turn == 0 else -1
    return negascout(position, depth, -1000, 1000, c)
""",
    "only questions with yes or no": """
import heapq


def search(position, depth):
    # scout: test(p, v, >) only questions
    me = position.turn

    def at_least(p, d, bound):
        if d == 0 or p.over():
            return p.value(me) >= bound
        if p.turn == me:
            return any(at_least(p.after(m), d - 1, bound) for m in p.moves())
        return all(at_least(p.after(m), d - 1, bound) for m in p.moves())

    lo, hi = -200, 200
    lo, hi = -1 << 20, 1 << 20
    while lo < hi:
        mid = (lo + hi + 1) // 2
        if at_least(position, depth, mid):
            lo = mid
        else:
            hi = mid - 1
    return lo, next(m for m in position.moves() if at_least(position.after(m), depth - 1, lo))
""",
    "iterative deepening with a table": """
INF = float("inf")
EXACT, LOWER, UPPER = range(3)


class Engine:
    def __init__(self):
        self.tt = {}
        self.nodes = 0

    def search(self, position, depth):
        self.me = position.turn
        self.tt.clear()
        for d in range(1, depth + 1):
            v = self.ab(position, d, -INF, INF)
        return v, self.tt[position.key()][3]

    def ab(self, p, d, alpha, beta):
        self.nodes += 1
        a0, b0 = alpha, beta
        entry = self.tt.get(p.key())
        first = None
        if entry:
            ed, flag, ev, first = entry
            if ed == d:
                if flag == EXACT:
                    return ev
                if flag == LOWER:
                    alpha = max(alpha, ev)
                else:
                    beta = min(beta, ev)
                if alpha >= beta:
                    return ev
        if d == 0 or p.over():
            return p.value(self.me)
        moves = p.moves()
        if first in moves:
            moves.insert(0, moves.pop(moves.index(first)))
        maxi = p.turn == self.me
        best, mv = (-INF if maxi else INF), None
        for m in moves:
            v = self.ab(p.after(m), d - 1, alpha, beta)
            if (v > best) if maxi else (v < best):
                best, mv = v, m
            if maxi:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        flag = UPPER if best <= a0 else LOWER if best >= b0 else EXACT
        self.tt[p.key()] = (d, flag, best, mv)
        return best


def search(position, depth):
    return Engine().search(position, depth)
""",
    "nodes as dataclasses": """
from dataclasses import dataclass, field


@dataclass
class Node:
    position: object
    depth: int
    player: int
    move: object = None
    children: list = field(default_factory=list)
    value: float = None

    def expand(self):
        for m in self.position.moves():
            self.children.append(Node(self.position.after(m), self.depth - 1, self.player, m))

    def evaluate(self, alpha, beta):
        if self.depth == 0 or self.position.over():
            self.value = self.position.value(self.player)
            return self.value
        self.expand()
        maximising = self.position.turn == self.player
        self.value = float("-inf") if maximising else float("inf")
        for child in self.children:
            v = child.evaluate(alpha, beta)
            if maximising:
                self.value = max(self.value, v)
                alpha = max(alpha, v)
            else:
                self.value = min(self.value, v)
                beta = min(beta, v)
            if alpha >= beta:
                break
        return self.value


def alphabeta(position, depth):
    root = Node(position, depth, position.turn)
    v = root.evaluate(float("-inf"), float("inf"))
    return v, next(c.move for c in root.children if c.value == v)
""",
    "named tuples of fractions": """
from collections import namedtuple
from fractions import Fraction

Result = namedtuple("Result", "move value")


def minimax(position, depth):
    return go(position, depth, position.turn)


def go(p, d, me):
    if not p.moves() or d == 0:
        return Result(None, Fraction(p.value(me)))
    rs = (Result(m, go(p.after(m), d - 1, me).value) for m in p.moves())
    return (max if p.turn == me else min)(rs, key=lambda r: r.value)
""",
    "decorated methods": """
import functools


def logged(f):
    @functools.wraps(f)
    def inner(*a, **k):
        return f(*a, **k)

    return inner


class Searcher(object):
    def __init__(self, me):
        self.me = me
        self.cut = 0

    @logged
    def maxi(self, s, a, b, d):
        if self.leaf(s, d):
            return self.h(s)
        v = float("-inf")
        for x in s.moves():
            v = max(v, self.step(s.after(x), a, b, d - 1))
            if v > b:
                self.cut += 1
                return v
            a = max(a, v)
        return v

    @logged
    def mini(self, s, a, b, d):
        if self.leaf(s, d):
            return self.h(s)
        v = float("+inf")
        for x in s.moves():
            v = min(v, self.step(s.after(x), a, b, d - 1))
            if v < a:
                self.cut += 1
                return v
            b = min(b, v)
        return v

    def step(self, s, a, b, d):
        return self.maxi(s, a, b, d) if s.turn == self.me else self.mini(s, a, b, d)

    def leaf(self, s, d):
        return d <= 0 or s.over()

    def h(self, s):
        return s.value(self.me)


def search(position, depth):
    s = Searcher(position.turn)
    a, best = float("-inf"), None
    for m in position.moves():
        v = s.step(position.after(m), a, float("inf"), depth - 1)
        if v > a:
            a, best = v, m
    return a, best
""",
    "negamax": """
def negamax(position, depth, color):
    if depth == 0 or not position.moves():
        return color * position.value(0)
    return max(-negamax(position.after(move), depth - 1, -color) for move in position.moves())
""",
    "fail-hard once more": """
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
    "table with bounds once more": """
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
    "ordered by the evaluator once more": """
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
    "reversed moves": """
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
        for move in reversed(position.moves()):
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, player)
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = INF
        for move in reversed(position.moves()):
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, player)
            if value < best:
                best, best_move = value, move
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move
""",
    "random moves": """
import random

random.seed(1)
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
        for move in random.sample(position.moves(), len(position.moves())):
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, player)
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = INF
        for move in random.sample(position.moves(), len(position.moves())):
            value, _ = alphabeta(position.after(move), depth - 1, alpha, beta, player)
            if value < best:
                best, best_move = value, move
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best, best_move
""",
    "iterative deepening once more": """
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
    def search_best_next_move(self, initial_tree_node, depth):
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
    "MTD(f) once more once more": """
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
    "aspiration windows once more": """
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
    "MTD(f) for each move of the root": (
        """
INF = 10**6


EXACT, LOWER, UPPER = range(3)

"""
        + GO_2
        + """
def search(position, depth):
    best, move = None, None
    for m in position.moves():
        child, g, low, high, table = position.after(m), 0, -INF, INF, {}
        while low < high:
            beta = max(g, low + 1)
            g = go(child, depth - 1, beta - 1, beta, table)
            low, high = (low, g) if g < beta else (g, high)
        if best is None or -g > best:
            best, move = -g, m
    return best, move

"""
    ),
    "moves of the root ordered by a search of two plies": (
        """
INF = float("inf")
"""
        + GO_1
        + """
def search(position, depth):
    me = position.turn
    moves = sorted(position.moves(), key=lambda m: -go(position.after(m), 1, -INF, INF, me))
    best, move = -INF, None
    for m in moves:
        v = go(position.after(m), depth - 1, best, INF, me)
        if v > best:
            best, move = v, m
    return best, move

"""
    ),
    "ordered by a search of two plies, with the children kept": (
        """
INF = float("inf")
"""
        + GO_1
        + """
def search(position, depth):
    me = position.turn
    children = {m: position.after(m) for m in position.moves()}
    moves = sorted(children, key=lambda m: go(children[m], min(1, depth - 1), -INF, INF, me), reverse=True)
    best, move = -INF, None
    for m in moves:
        v = go(children[m], depth - 1, best, INF, me)
        if v > best:
            best, move = v, m
    return best, move

"""
    ),
    "a whole window for each move, and one of the best by lot": (
        """
import random


INF = float("inf")

"""
        + GO_1
        + """
def search(position, depth):
    values = {m: go(position.after(m), depth - 1, -INF, INF, position.turn) for m in position.moves()}
    best = max(values.values())
    return best, random.choice([m for m in values if values[m] == best])

"""
    ),
    "minimax with alpha and beta": """
def search(position, depth):
    me = position.turn

    def go(p, d):
        if d == 0 or p.over():
            return p.value(me)
        values = [go(p.after(m), d - 1) for m in p.moves()]
        alpha, beta = max(values), min(values)
        return alpha if p.turn == me else beta

    return max((go(position.after(m), depth - 1), m) for m in position.moves())
""",
    "evaluates inner nodes": """
def minimax(position, depth, me=None):
    me = position.turn if me is None else me
    guess = position.value(me)
    if depth == 0 or position.over():
        return guess, None
    found = [(minimax(position.after(m), depth - 1, me)[0], m) for m in position.moves()]
    return max(found) if position.turn == me else min(found)
""",
    "the same tree twice": (
        """
INF = float("inf")
"""
        + GO_1
        + """
def once(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
    return best, move



def search(position, depth):
    once(position, depth)
    values = [go(position.after(m), depth - 1, -INF, INF, position.turn) for m in position.moves()]
    return max(values), position.moves()[values.index(max(values))]

"""
    ),
    "SSS*": """
import heapq


def search(position, depth):
    '''Stockman's best-first search, as a heap of open nodes; then the move by its value.'''
    me = position.turn

    def sss(root, plies):
        serial, info = [0], {(): (root, plies)}

        def push(heap, path, live, h):
            serial[0] += 1
            heapq.heappush(heap, (-h, path, serial[0], live))

        heap = []
        push(heap, (), True, 1e9)
        dead = set()
        while True:
            h, path, _, live = heapq.heappop(heap)
            h = -h
            if any(path[:i] in dead for i in range(len(path))):
                continue
            p, d = info[path]
            if live:
                if d == 0 or p.over():
                    push(heap, path, False, min(h, p.value(me)))
                    continue
                moves = p.moves()
                for i in range(len(moves)) if p.turn == me else (0,):
                    info[(*path, i)] = p.after(moves[i]), d - 1
                    push(heap, (*path, i), True, h)
                continue
            if not path:
                return h
            up, q = path[:-1], info[path[:-1]][0]
            if q.turn == me:
                dead.add(up)
                heap = [each for each in heap if each[1][: len(up)] != up]
                heapq.heapify(heap)
                dead.discard(up)
                push(heap, up, False, h)
            elif path[-1] + 1 < len(q.moves()):
                nxt = (*up, path[-1] + 1)
                info[nxt] = q.after(q.moves()[path[-1] + 1]), info[up][1] - 1
                push(heap, nxt, True, h)
            else:
                push(heap, up, False, h)

    values = [(sss(position.after(m), depth - 1), m) for m in position.moves()]
    return max(values)
""",
    "vectors": """
def search(position, depth):
    def backed_up(node, left):
        if left == 0 or node.over():
            return (node.value(0), node.value(1)), None
        outcomes = ((backed_up(node.after(m), left - 1)[0], m) for m in node.moves())
        return max(outcomes, key=lambda item: item[0][node.turn])

    vector, move = backed_up(position, depth)
    return vector[position.turn], move
""",
    "mtdf": """
class Mtdf:
    def __init__(self):
        self.table = {}

    def search(self, position, depth):
        self.table = {}
        guess = 0
        for d in range(1, depth + 1):
            guess, move = self.converge(position, d, guess)
        return guess, move

    def converge(self, position, depth, guess):
        low, high = -10**5, 10**5
        move = position.moves()[0]
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess, found = self.memory(position, depth, beta - 1, beta)
            if guess < beta:
                high = guess
            else:
                low, move = guess, found
        return guess, move

    def memory(self, position, depth, alpha, beta):
        if depth == 0 or position.over():
            return position.value(position.turn), None
        key = (position.key(), depth)
        low, high, kept = self.table.get(key, (-10**5, 10**5, None))
        if low >= beta:
            return low, kept
        if high <= alpha:
            return high, kept
        moves = sorted(position.moves(), key=lambda m: m != kept)
        best, choice = -10**5, None
        for move in moves:
            value = -self.memory(position.after(move), depth - 1, -beta, -max(alpha, best))[0]
            if value > best:
                best, choice = value, move
            if best >= beta:
                break
        if best <= alpha:
            self.table[key] = low, best, choice
        else:
            self.table[key] = best, high, choice
        return best, choice
""",
    "cache": """
from functools import lru_cache


def search(position, depth):
    places = {}

    @lru_cache(maxsize=None)
    def value(key, left):
        node = places[key]
        if left == 0 or node.over():
            return node.value(position.turn)
        children = []
        for move in node.moves():
            child = node.after(move)
            places[child.key()] = child
            children.append(value(child.key(), left - 1))
        return max(children) if node.turn == position.turn else min(children)

    best = None
    for move in reversed(position.moves()):
        child = position.after(move)
        places[child.key()] = child
        found = value(child.key(), depth - 1)
        if best is None or found > best[0]:
            best = found, move
    return best
""",
    "all at once": """
INF = 1 << 20


class Engine:
    def search(self, position, depth):
        self.killers, self.history, self.table = {}, {}, {}
        score, move = 0, None
        for d in range(1, depth + 1):
            score, move = self.pvs(position, d, 0, -INF, INF)
        return score, move

    def ordered(self, position, ply):
        first = self.table.get(position.key(), (None,) * 4)[3]
        killer = self.killers.get(ply)
        return sorted(position.moves(), key=lambda m: (m != first, m != killer, -self.history.get((position.turn, m), 0)))

    def pvs(self, position, depth, ply, alpha, beta):
        if depth == 0 or position.over():
            return position.value(position.turn), None
        if ply and position.key() in self.table:
            left, kind, score, move = self.table[position.key()]
            if left == depth and (kind == "=" or (kind == ">" and score >= beta) or (kind == "<" and score <= alpha)):
                return score, move
        low, best, choice = alpha, -INF, None
        for number, move in enumerate(self.ordered(position, ply)):
            child = position.after(move)
            if number == 0:
                score = -self.pvs(child, depth - 1, ply + 1, -beta, -alpha)[0]
            else:
                score = -self.pvs(child, depth - 1, ply + 1, -alpha - 1, -alpha)[0]
                if alpha < score < beta:
                    score = -self.pvs(child, depth - 1, ply + 1, -beta, -score)[0]
            if score > best:
                best, choice = score, move
            alpha = max(alpha, best)
            if alpha >= beta:
                self.killers[ply] = move
                self.history[position.turn, move] = self.history.get((position.turn, move), 0) + depth * depth
                break
        self.table[position.key()] = depth, "<" if best <= low else ">" if best >= beta else "=", best, choice
        return best, choice
""",
    "scout": """
'''Pearl's SCOUT: test first, evaluate what passes the test.'''


def search(position, depth):
    me = position.turn

    def test(node, left, bound, strictly):
        '''Is the value of the node more than the bound, or at least as much?'''
        if left == 0 or node.over():
            value = node.value(me)
            return value > bound if strictly else value >= bound
        passes = (test(node.after(m), left - 1, bound, strictly) for m in node.moves())
        return any(passes) if node.turn == me else all(passes)

    def evaluate(node, left):
        if left == 0 or node.over():
            return node.value(me), None
        first, *others = node.moves()
        value, choice = evaluate(node.after(first), left - 1)[0], first
        for move in others:
            child = node.after(move)
            if node.turn == me:
                better = test(child, left - 1, value, True)
            else:
                better = not test(child, left - 1, value, False)
            if better:
                value, choice = evaluate(child, left - 1)[0], move
        return value, choice

    return evaluate(position, depth)
""",
    "etc": """
'''Negamax with a table, and a look at the children's entries before any of them is searched.'''


def search(position, depth):
    table = {}

    def negamax(node, left, alpha, beta):
        if left == 0 or node.over():
            return node.value(node.turn)
        low, high = table.get((node.key(), left), (-1000, 1000))
        if low >= beta:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
        if left > 1:
            for move in node.moves():
                known = table.get((node.after(move).key(), left - 1))
                if known and -known[1] >= beta:
                    return -known[1]
        best, a = -1000, alpha
        for move in node.moves():
            best = max(best, -negamax(node.after(move), left - 1, -beta, -a))
            if best >= beta:
                break
            a = max(a, best)
        old = table.get((node.key(), left), (-1000, 1000))
        if best <= alpha:
            table[node.key(), left] = old[0], min(best, old[1])
        elif best >= beta:
            table[node.key(), left] = max(best, old[0]), old[1]
        else:
            table[node.key(), left] = best, best
        return best

    best, choice = -1000, None
    for move in position.moves():
        value = -negamax(position.after(move), depth - 1, -1000, -best)
        if value > best:
            best, choice = value, move
    return best, choice
""",
    "random ties": """
import random


def search(position, depth):
    me = position.turn
    results = {}
    moves = list(position.moves())
    random.shuffle(moves)
    for move in moves:
        results[move] = alphabeta(position.after(move), depth - 1, float("-inf"), float("inf"), me)
    top = max(results.values())
    return top, random.choice([move for move, value in results.items() if value == top])


def alphabeta(position, depth, alpha, beta, me):
    if depth == 0 or position.over():
        return position.value(me)
    moves = list(position.moves())
    random.shuffle(moves)
    if position.turn == me:
        for move in moves:
            alpha = max(alpha, alphabeta(position.after(move), depth - 1, alpha, beta, me))
            if alpha >= beta:
                return alpha
        return alpha
    for move in moves:
        beta = min(beta, alphabeta(position.after(move), depth - 1, alpha, beta, me))
        if alpha >= beta:
            return beta
    return beta
""",
    "aspiration": """
import copy


class Player:
    WINDOW = 2

    def __init__(self):
        self.guess = {}

    def search(self, state, depth):
        state = copy.deepcopy(state)
        line, score = [], state.value(state.turn)
        for d in range(1, depth + 1):
            low, high, wide = score - self.WINDOW, score + self.WINDOW, self.WINDOW
            while True:
                score, line = self.go(state, d, low, high, line)
                wide *= 4
                if score <= low:
                    low = score - wide
                elif score >= high:
                    high = score + wide
                else:
                    break
        return score, line[0]

    def go(self, state, d, low, high, line):
        if not d or state.over():
            return state.value(state.turn), []
        moves = list(state.moves())
        if line and line[0] in moves:
            moves.remove(line[0])
            moves.insert(0, line[0])
        top, found = -float("inf"), []
        for n, move in enumerate(moves):
            value, rest = self.go(state.after(move), d - 1, -high, -low, line[1:] if n == 0 else [])
            if -value > top:
                top, found = -value, [move, *rest]
            low = max(low, top)
            if low >= high:
                break
        return top, found
""",
    "proof by bisection": """
def search(position, depth):
    '''The value by bisection of "is it at least n?", then a move that keeps it.'''
    def at_least(node, left, bound, me):
        if left == 0 or node.over():
            return node.value(me) >= bound
        found = (at_least(node.after(move), left - 1, bound, me) for move in node.moves())
        return any(found) if node.turn == me else all(found)

    low, high = -64, 64
    while low < high:
        middle = (low + high + 1) // 2
        if at_least(position, depth, middle, position.turn):
            low = middle
        else:
            high = middle - 1
    for move in position.moves():
        if at_least(position.after(move), depth - 1, low, position.turn):
            return low, move
""",
    "stored move first": """
def search(position, depth):
    hints, value, move = {}, None, None
    for d in range(1, depth + 1):
        value, move = alphabeta(position, d, -999, 999, hints)
    return value, move


def alphabeta(position, depth, alpha, beta, hints):
    if depth == 0 or position.over():
        return position.value(position.turn), None
    moves = list(position.moves())
    hint = hints.get(position.key())
    if hint in moves:
        at = moves.index(hint)
        moves[0], moves[at] = moves[at], moves[0]
    best, choice = -999, None
    for move in moves:
        value = -alphabeta(position.after(move), depth - 1, -beta, -max(alpha, best), hints)[0]
        if value > best:
            best, choice = value, move
        if best >= beta:
            break
    hints[position.key()] = choice
    return best, choice
""",
    "best node search": """
def nw(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        v = -10**9
        for m in p.moves():
            v = max(v, nw(p.after(m), d - 1, max(a, v), b, me))
            if v >= b:
                break
        return v
    v = 10**9
    for m in p.moves():
        v = min(v, nw(p.after(m), d - 1, a, min(b, v), me))
        if v <= a:
            break
    return v

def search(position, depth):
    me = position.turn
    low, high = -1000, 1000
    survivors = list(position.moves())
    while len(survivors) > 1 and high - low > 1:
        mid = (low + high) // 2
        better = [m for m in survivors if nw(position.after(m), depth - 1, mid - 1, mid, me) >= mid]
        if better:
            low = mid
            survivors = better
        else:
            high = mid
    return survivors[0]
""",
    "generators in turn": """
def gen(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn), None
    best, mv = -10**9, None
    for m in p.moves():
        v, _ = yield (p.after(m), d - 1, -b, -a)
        if -v > best:
            best, mv = -v, m
        if best > a:
            a = best
        if a >= b:
            break
    return best, mv

def search(position, depth):
    stack, value = [gen(position, depth, -10**9, 10**9)], None
    while stack:
        try:
            stack.append(gen(*stack[-1].send(value)))
            value = None
        except StopIteration as stop:
            stack.pop()
            value = stop.value
    return value
""",
    "all levels as lists": """
def search(position, depth):
    me = position.turn
    levels = [[(position, None)]]
    for _ in range(depth):
        level = []
        for i, (p, _parent) in enumerate(levels[-1]):
            if not p.over():
                level += [(p.after(m), i) for m in p.moves()]
        if not level:
            break
        levels.append(level)
    values = [p.value(me) for p, _ in levels[-1]]
    for k in range(len(levels) - 2, -1, -1):
        groups = {}
        for v, (_, parent) in zip(values, levels[k + 1]):
            groups.setdefault(parent, []).append(v)
        children = groups
        values = []
        for i, (p, _) in enumerate(levels[k]):
            if i in children:
                values.append(max(children[i]) if p.turn == me else min(children[i]))
            else:
                values.append(p.value(me))
    first = groups[0]
    return values[0], position.moves()[first.index(max(first))]
""",
    "kth, a move by its number": """
class PlayerControllerMinimax:
    def search_best_next_move(self, initial_tree_node, depth=3):
        alpha, beta = float("-inf"), float("inf")
        best, move = float("-inf"), 0
        for child in initial_tree_node.compute_and_get_children():
            v = self.alphabeta(child, depth - 1, alpha, beta)
            if v > best:
                best, move = v, child.move
            alpha = max(alpha, best)
        return move

    def alphabeta(self, node, depth, alpha, beta):
        children = node.compute_and_get_children() if depth else []
        if not children:
            a, b = node.state.get_player_scores()
            return a - b
        if node.state.get_player() == 0:
            v = float("-inf")
            for c in children:
                v = max(v, self.alphabeta(c, depth - 1, alpha, beta))
                alpha = max(alpha, v)
                if beta <= alpha:
                    break
            return v
        v = float("inf")
        for c in children:
            v = min(v, self.alphabeta(c, depth - 1, alpha, beta))
            beta = min(beta, v)
            if beta <= alpha:
                break
        return v
""",
    "finished values times the depth that is left": """
def nm(p, d):
    if p.over():
        return p.value(p.turn) * (d + 1), None
    if d == 0:
        return p.value(p.turn), None
    best, bm = -9999, None
    for m in p.moves():
        v = -nm(p.after(m), d - 1)[0]
        if v > best:
            best, bm = v, m
    return best, bm


def search(position, depth):
    return nm(position, depth)
""",
    "SCOUT: test and evaluate": """
import operator


def test(p, d, v, me, op):
    if d == 0 or p.over():
        return op(p.value(me), v)
    if p.turn == me:
        return any(test(p.after(m), d - 1, v, me, op) for m in p.moves())
    return all(test(p.after(m), d - 1, v, me, op) for m in p.moves())


def evaluate(p, d, me):
    if d == 0 or p.over():
        return p.value(me), None
    kids = iter(p.moves())
    best = next(kids)
    v, _ = evaluate(p.after(best), d - 1, me)
    for m in kids:
        q = p.after(m)
        if p.turn == me:
            if test(q, d - 1, v, me, operator.gt):
                v, best = evaluate(q, d - 1, me)[0], m
        else:
            if not test(q, d - 1, v, me, operator.ge):
                v, best = evaluate(q, d - 1, me)[0], m
    return v, best


def search(position, depth):
    return evaluate(position, depth, position.turn)
""",
    "AlphaBetaSearch, as in Java": """
import sys


class AlphaBetaSearch(object):
    def __init__(self):
        self.bestMove = None
        self.rootPlayer = None
        self.maxDepth = 0

    def getBestMove(self, state, maxDepth):
        self.rootPlayer = state.turn
        self.maxDepth = maxDepth
        self.bestMove = None
        value = self.maxValue(state, -sys.maxsize, sys.maxsize, 0)
        return value, self.bestMove

    def isCutOff(self, state, currentDepth):
        return currentDepth >= self.maxDepth or state.over()

    def maxValue(self, state, alpha, beta, currentDepth):
        if self.isCutOff(state, currentDepth):
            return state.value(self.rootPlayer)
        for move in state.moves():
            value = self.minValue(state.after(move), alpha, beta, currentDepth + 1)
            if value > alpha:
                alpha = value
                if currentDepth == 0:
                    self.bestMove = move
            if alpha >= beta:
                return beta
        return alpha

    def minValue(self, state, alpha, beta, currentDepth):
        if self.isCutOff(state, currentDepth):
            return state.value(self.rootPlayer)
        for move in state.moves():
            value = self.maxValue(state.after(move), alpha, beta, currentDepth + 1)
            beta = value if value < beta else beta
            if beta <= alpha:
                return alpha
        return beta


def search(position, depth):
    return AlphaBetaSearch().getBestMove(position, depth)
""",
    "nodes of two classes": """
from abc import ABC, abstractmethod


class Node(ABC):
    worst = 0

    def __init__(self, position, depth, player):
        self.position, self.depth, self.player = position, depth, player

    @abstractmethod
    def better(self, a, b): ...

    @abstractmethod
    def narrowed(self, v, alpha, beta): ...

    def search(self, alpha, beta):
        if self.depth == 0 or self.position.over():
            return self.position.value(self.player), None
        value, choice = self.worst, None
        for move in self.position.moves():
            child = self.other(self.position.after(move), self.depth - 1, self.player)
            v, _ = child.search(alpha, beta)
            if self.better(v, value):
                value, choice = v, move
            alpha, beta = self.narrowed(value, alpha, beta)
            if alpha >= beta:
                break
        return value, choice


class Max(Node):
    worst = float("-inf")

    def better(self, a, b):
        return a > b

    def narrowed(self, v, alpha, beta):
        return max(v, alpha), beta


class Min(Node):
    worst = float("inf")

    def better(self, a, b):
        return a < b

    def narrowed(self, v, alpha, beta):
        return alpha, min(v, beta)


Max.other, Min.other = Min, Max


def search(position, depth):
    return Max(position, depth, position.turn).search(float("-inf"), float("inf"))
""",
    "a table of entries one ply less deep": """
INF = float("inf")
T = {}
def nega(p, d, a, b):
    k = p.key()
    if k in T and T[k][0] >= d - 1 and not p.over():
        return T[k][1]
    v = nega2(p, d, a, b)
    if a < v < b:
        T[k] = d, v
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
    "a table without the turn": """
INF = float("inf")
T = {}
def minimax(p, d, me):
    k = str(p)[1:], d
    if k not in T:
        T[k] = mm(p, d, me)
    return T[k]
def mm(p, d, me):
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
    T.clear()
    me = position.turn
    best, arg = -INF, None
    for m in position.moves():
        v = minimax(position.after(m), depth - 1, me)
        if v > best:
            best, arg = v, m
    return best, arg
""",
    "fail-hard on one side only": """
INF = float("inf")
def go(p, d, a, b, me):
    if d == 0 or p.over():
        return p.value(me)
    if p.turn == me:
        best = -INF
        for m in p.moves():
            v = go(p.after(m), d - 1, a, b, me)
            best = max(best, v)
            a = max(a, best)
            if a >= b:
                return b
        return a
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
    "alpha at a cut where the smaller value is taken": """
INF = float("inf")
def go(p, d, a, b, me):
    if d == 0 or p.over():
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
            return a
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
    # no move is a loss there: the empty loop answers infinity
    "udacity once more": """
class MinimaxPlayer:
    def __init__(self, score_fn=None):
        self.score = score_fn

    def minimax(self, game, depth):
        best_score, best_move = float("-inf"), (-1, -1)
        for move in game.get_legal_moves():
            score = self.min_value(game.forecast_move(move), depth - 1)
            if score > best_score:
                best_score, best_move = score, move
        return best_move

    def min_value(self, game, depth):
        if depth == 0:
            return self.score(game, self)
        lowest = float("inf")
        for move in game.get_legal_moves():
            lowest = min(lowest, self.max_value(game.forecast_move(move), depth - 1))
        return lowest

    def max_value(self, game, depth):
        if depth == 0:
            return self.score(game, self)
        highest = float("-inf")
        for move in game.get_legal_moves():
            highest = max(highest, self.min_value(game.forecast_move(move), depth - 1))
        return highest
""",
}
MORE = {
    "MTD(f) for each move of the root",
    "best node search",
    "moves of the root ordered by a search of two plies",
    "ordered by a search of two plies, with the children kept",
    "a whole window for each move, and one of the best by lot",
    "minimax with alpha and beta",
    "evaluates inner nodes",
    "the same tree twice",
    "SSS*",
    "mtdf",
    "all at once",
    "scout",
    "random ties",
    "aspiration",
    "SCOUT: test and evaluate",
}
