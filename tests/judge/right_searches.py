"""Right searches in many styles: none of them may be called wrong.

`RIGHT` holds those with nothing to be said against them, `MORE` those that look at more than alpha-beta must.
"""

from __future__ import annotations

HARD = """
def search(position, depth):
    best, move = -1e9, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -1e9, -best)
        if v > best:
            best, move = v, m
    return best, move


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

CORE = """
INF = float("inf")


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

ROOT = """

def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
    return best, move
"""

MINIMAX = """
def minimax(p, depth, me):
    if depth == 0 or p.over():
        return p.value(me)
    return (max if p.turn == me else min)(minimax(p.after(m), depth - 1, me) for m in p.moves())
"""

TABLE = """
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
    table[key] = depth, UPPER if best <= old else LOWER if best >= beta else EXACT, best
    return best
"""

RIGHT = {
    "plain": CORE + ROOT,
    "fail-hard": HARD,
    "fail-hard, cut beyond beta": HARD.replace("if v >= beta", "if v > beta"),
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
    "move first": CORE + ROOT.replace("return best, move", "return move, best"),
    "only the move": CORE + ROOT.replace("return best, move", "return move"),
    "only the value": CORE + ROOT.replace("return best, move", "return best"),
    "the position after the best move": CORE + ROOT.replace("return best, move", "return position.after(move)"),
    "a dictionary": CORE + ROOT.replace("return best, move", "return {'move': move, 'value': best}"),
    "an object": "from types import SimpleNamespace\n"
    + CORE
    + ROOT.replace("return best, move", "return SimpleNamespace(score=best, best_move=move)"),
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
    "a decimal": "from decimal import Decimal\n" + CORE + ROOT.replace("return best, move", "return Decimal(best), move"),
    "Player().search": CORE
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
""",
    "a player that is told its depth first": MINIMAX
    + """
class Minimaxer:
    def __init__(self, depth=3):
        self.depth = depth

    def choose(self, position):
        me = position.turn
        return max(position.moves(), key=lambda m: minimax(position.after(m), self.depth - 1, me))
""",
    "choose": MINIMAX
    + """
def choose(position, depth):
    return max(position.moves(), key=lambda m: minimax(position.after(m), depth - 1, position.turn))
""",
    "a name of its own": MINIMAX.replace("minimax", "worst_case")
    + """
def what_shall_i_do(position, depth):
    return max(position.moves(), key=lambda m: worst_case(position.after(m), depth - 1, position.turn))
""",
    "lambdas": """
value = lambda p, d, me: (
    p.value(me) if d == 0 or p.over() else (max if p.turn == me else min)(value(p.after(m), d - 1, me) for m in p.moves())
)
search = lambda position, depth: max((value(position.after(m), depth - 1, position.turn), m) for m in position.moves())
""",
    "a fixed point": """
def fix(f):
    return lambda *a: f(fix(f), *a)


def search(position, depth):
    me = position.turn
    best = [min, max]
    v = fix(lambda v, p, d: p.value(me) if not d or p.over() else best[p.turn == me](v(p.after(m), d - 1) for m in p.moves()))
    return max((v(position.after(m), depth - 1), m) for m in position.moves())
""",
    "partly filled in": "from functools import partial\n"
    + MINIMAX
    + """
def best(pick, position, depth):
    return pick(position.moves(), key=lambda m: minimax(position.after(m), depth - 1, position.turn))


search = partial(best, max)
""",
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
    "a dictionary keyed by the text": """
SEEN = {}


def value(p, depth):
    key = (str(p), depth)
    if key not in SEEN:
        SEEN[key] = p.value(p.turn) if depth == 0 or p.over() else max(-value(p.after(m), depth - 1) for m in p.moves())
    return SEEN[key]


def search(position, depth):
    return max((-value(position.after(m), depth - 1), m) for m in position.moves())
""",
    "caching of evaluations": """
JUDGED = {}


def judge(p, me):
    if (p.key(), me) not in JUDGED:
        JUDGED[p.key(), me] = p.value(me)
    return JUDGED[p.key(), me]
"""
    + CORE.replace("p.value(me)", "judge(p, me)")
    + ROOT,
    "table with bounds": TABLE
    + """
def search(position, depth):
    table, best, move = {}, -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best, table)
        if v > best:
            best, move = v, m
    return best, move
""",
    "table with bounds, kept for ever": TABLE
    + """
KEPT = {}


def search(position, depth):
    best, move = -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best, KEPT)
        if v > best:
            best, move = v, m
    return best, move
""",
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
    "aspiration windows": TABLE
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
""",
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
    "MTD(f)": TABLE
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
""",
    "iterative deepening": CORE
    + ROOT.replace("def search(", "def fixed(")
    + """

def search(position, depth):
    for d in range(1, depth + 1):
        answer = fixed(position, d)
    return answer
""",
    "iterative deepening with a clock": "import time\n"
    + CORE
    + ROOT.replace("def search(", "def fixed(")
    + """

def search(position, depth):
    end, d = time.time() + 60, 0
    while d < depth and time.time() < end:
        d += 1
        answer = fixed(position, d)
    return answer
""",
    "a time limit beside the depth": "import time\n"
    + CORE
    + ROOT.replace("position, depth", "position, depth, time_limit")
    .replace("best, move = -INF", "begun, best, move = time.time(), -INF")
    .replace("        v = go", "        if time.time() - begun > time_limit:\n            break\n        v = go"),
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
    "ordered by the evaluator": CORE.replace(
        "for m in p.moves():", "for m in sorted(p.moves(), key=lambda m: p.after(m).value(me), reverse=p.turn == me):"
    )
    + ROOT,
    "ordered by the evaluator at the root": CORE
    + ROOT.replace("in position.moves()", "in sorted(position.moves(), key=lambda m: -position.after(m).value(position.turn))"),
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
    "generators": """
def search(position, depth):
    me = position.turn

    def values(p, d):
        for m in p.moves():
            yield value(p.after(m), d - 1), m

    def value(p, d):
        if d == 0 or p.over():
            return p.value(me)
        return (max if p.turn == me else min)(v for v, _ in values(p, d))

    return max(values(position, depth))
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
    "exceptions as cuts": """
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


def search(position, depth):
    best, move = -1e9, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, 1e9, position.turn)
        if v > best:
            best, move = v, m
    return best, move
""",
    "a window in a list": """
def search(position, depth):
    me = position.turn

    def go(p, d, window):
        if d == 0 or p.over():
            return p.value(me), None
        own, best = list(window), [None, None]
        side = 0 if p.turn == me else 1
        for m in p.moves():
            v = go(p.after(m), d - 1, own)[0]
            if best[0] is None or (v - best[0]) * (1 - 2 * side) > 0:
                best = [v, m]
            own[side] = max(own[side], best[0]) if side == 0 else min(own[side], best[0])
            if own[0] >= own[1]:
                break
        return best

    return tuple(go(position, depth, [-1e9, 1e9]))
""",
    "colour": """
def negamax(position, depth, color):
    if depth == 0 or position.over():
        return color * position.value(0)
    return max(-negamax(position.after(m), depth - 1, -color) for m in position.moves())
""",
    "depth counted up": CORE.replace("depth == 0", "depth == END[0]").replace("depth - 1", "depth + 1")
    + """
END = [0]


def search(position, depth):
    END[0] = depth
    best, move = -INF, None
    for m in position.moves():
        v = go(position.after(m), 1, best, INF, position.turn)
        if v > best:
            best, move = v, m
    return best, move
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
    "wins nearer are worth a little more": CORE.replace(
        "p.value(me)", "p.value(me) + depth * 0.01 * (1 if p.value(me) > 0 else -1)"
    )
    + ROOT,
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
    "values in thousandths, less the plies": """
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


def search(position, depth):
    best, move = -1e9, None
    for m in position.moves():
        v = go(position.after(m), depth - 1, best, 1e9, position.turn)
        if v > best:
            best, move = v, m
    return best, move
""",
    "equal moves by lot": "import random\n"
    + MINIMAX
    + """
def search(position, depth):
    values = {m: minimax(position.after(m), depth - 1, position.turn) for m in position.moves()}
    best = max(values.values())
    return best, random.choice([m for m, v in values.items() if v == best])
""",
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
}

MORE = {
    "MTD(f) for each move of the root": TABLE
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
""",
    "moves of the root ordered by a search of two plies": CORE
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
""",
    "ordered by a search of two plies, with the children kept": CORE
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
""",
    "a whole window for each move, and one of the best by lot": "import random\n"
    + CORE
    + """
def search(position, depth):
    values = {m: go(position.after(m), depth - 1, -INF, INF, position.turn) for m in position.moves()}
    best = max(values.values())
    return best, random.choice([m for m in values if values[m] == best])
""",
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
    "the same tree twice": CORE
    + ROOT.replace("def search(", "def once(")
    + """

def search(position, depth):
    once(position, depth)
    values = [go(position.after(m), depth - 1, -INF, INF, position.turn) for m in position.moves()]
    return max(values), position.moves()[values.index(max(values))]
""",
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
}
