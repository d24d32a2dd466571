"""Students who write a search in their own way: right ones in unusual styles, and mistakes that only some make. Texts of files."""

from __future__ import annotations

RIGHT = {
    "an explicit stack": """
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
    "MTD(f)": """
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
    "generators on a trampoline": """
def search(position, depth):
    '''Continuation by a coroutine-like generator trampolined: unusual.'''
    me = position.turn

    def visit(p, left, alpha, beta):
        if not left or p.over():
            return p.value(me), None
        best = None
        for m in p.moves():
            v, _ = yield p.after(m), left - 1, alpha, beta
            if best is None or (v > best[0]) == (p.turn == me) and v != best[0]:
                best = (v, m)
            if p.turn == me:
                alpha = max(alpha, v)
            else:
                beta = min(beta, v)
            if alpha >= beta:
                break
        return best

    import types

    stack = [visit(position, depth, -1e18, 1e18)]
    send = None
    while stack:
        try:
            req = stack[-1].send(send)
            send = None
            stack.append(visit(*req))
        except StopIteration as done:
            stack.pop()
            send = done.value
    return send
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
    "NegaScout": """
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
    "values of NumPy": """
import numpy as np


def minimax(position, depth, player):
    if depth == 0 or position.over():
        return np.float64(position.value(player))
    values = np.array([minimax(position.after(m), depth - 1, player) for m in position.moves()])
    return values.max() if position.turn == player else values.min()


def search(position, depth):
    moves = position.moves()
    values = np.array([minimax(position.after(m), depth - 1, position.turn) for m in moves])
    i = int(np.argmax(values))
    return values[i], moves[i]
""",
}

WRONG = {  # by the family of the mistake
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
    "roles exchanged below the root": """
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
    "leaves out a move": """
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
}

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
