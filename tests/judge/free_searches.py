"""Searches as students write them who follow no textbook: right ones by their style, wrong ones by the name of their mistake."""

from __future__ import annotations

RIGHT = {
    "children from a generator": """
def replies(position, depth, me):
    for move in position.moves():
        yield worth(position.after(move), depth - 1, me), move

def worth(position, depth, me):
    if depth == 0 or position.over():
        return position.value(me)
    pick = max if position.turn == me else min
    return pick(value for value, _ in replies(position, depth, me))

def search(position, depth):
    best = None
    for value, move in replies(position, depth, position.turn):
        if best is None or value > best[0]:
            best = value, move
    return best
""",
    "a class with named tuples": """
from typing import NamedTuple
class Result(NamedTuple):
    value: float
    move: object = None

class Thinker:
    def __init__(self):
        self.me = None

    def search(self, position, depth):
        self.me = position.turn
        return self._best(position, depth, float("-inf"), float("inf"))

    def _best(self, position, depth, alpha, beta):
        if position.over() or depth <= 0:
            return Result(position.value(self.me))
        chosen = None
        for move in position.moves():
            answer = self._best(position.after(move), depth - 1, alpha, beta).value
            if position.turn == self.me:
                if chosen is None or answer > chosen.value:
                    chosen = Result(answer, move)
                alpha = max(alpha, answer)
            else:
                if chosen is None or answer < chosen.value:
                    chosen = Result(answer, move)
                beta = min(beta, answer)
            if beta <= alpha:
                break
        return chosen
""",
    "two closures": """
def search(position, depth):
    me = position.turn
    visited = 0
    def highest(place, left, alpha, beta):
        nonlocal visited
        visited += 1
        if left == 0 or place.over():
            return place.value(me), None
        best, chosen = -1e9, None
        for m in place.moves():
            child = place.after(m)
            v, _ = (highest if child.turn == me else lowest)(child, left - 1, max(alpha, best), beta)
            if v > best:
                best, chosen = v, m
            if best >= beta:
                return best, chosen
        return best, chosen
    def lowest(place, left, alpha, beta):
        nonlocal visited
        visited += 1
        if left == 0 or place.over():
            return place.value(me), None
        best, chosen = 1e9, None
        for m in place.moves():
            child = place.after(m)
            v, _ = (highest if child.turn == me else lowest)(child, left - 1, alpha, min(beta, best))
            if v < best:
                best, chosen = v, m
            if best <= alpha:
                return best, chosen
        return best, chosen
    return highest(position, depth, -1e9, 1e9)
""",
    "negamax with a colour, turns as they come": """
INF = float("inf")
def negamax(position, depth, alpha, beta, colour, first):
    if depth == 0 or position.over():
        return colour * position.value(first), None
    best, best_move = -INF, None
    for move in position.moves():
        child = position.after(move)
        if child.turn == position.turn and not child.over():
            score, _ = negamax(child, depth - 1, alpha, beta, colour, first)
        else:
            score, _ = negamax(child, depth - 1, -beta, -alpha, -colour, first)
            score = -score
        if score > best:
            best, best_move = score, move
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best, best_move

def search(position, depth):
    return negamax(position, depth, -INF, INF, 1, position.turn)
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
    "a stack of dictionaries": """
def search(position, depth):
    me = position.turn
    root = {"pos": position, "left": depth, "moves": list(position.moves()), "at": 0, "best": None, "move": None}
    stack = [root]
    done = None
    while stack:
        top = stack[-1]
        place = top["pos"]
        if done is not None:
            move = top["moves"][top["at"]]
            better = top["best"] is None or (done > top["best"] if place.turn == me else done < top["best"])
            if better:
                top["best"], top["move"] = done, move
            top["at"] += 1
            done = None
        if place.over() or top["left"] == 0:
            done = place.value(me)
            stack.pop()
        elif top["at"] < len(top["moves"]):
            child = place.after(top["moves"][top["at"]])
            stack.append({"pos": child, "left": top["left"] - 1, "moves": list(child.moves()), "at": 0, "best": None, "move": None})
        else:
            done = top["best"]
            stack.pop()
    return root["best"], root["move"]
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
    "a stack of frames": """
import math


class Frame:
    __slots__ = ("pos", "depth", "alpha", "beta", "moves", "i", "best", "best_move", "maxi", "parent")

    def __init__(self, pos, depth, alpha, beta, me, parent):
        self.pos, self.depth, self.alpha, self.beta, self.parent = pos, depth, alpha, beta, parent
        self.maxi = pos.turn == me
        self.moves = pos.moves() if depth > 0 and not pos.over() else []
        self.i = 0
        self.best = -math.inf if self.maxi else math.inf
        self.best_move = None


def search(position, depth):
    me = position.turn
    root = Frame(position, depth, -math.inf, math.inf, me, None)
    stack = [root]
    while stack:
        f = stack[-1]
        if not f.moves:
            f.best = f.pos.value(me)
            done = True
        else:
            done = f.i == len(f.moves) or f.alpha >= f.beta
        if not done:
            m = f.moves[f.i]
            f.i += 1
            stack.append(Frame(f.pos.after(m), f.depth - 1, f.alpha, f.beta, me, f))
            continue
        stack.pop()
        p = f.parent
        if p is None:
            break
        if p.maxi and f.best > p.best or not p.maxi and f.best < p.best:
            p.best, p.best_move = f.best, p.moves[p.i - 1]
        if p.maxi:
            p.alpha = max(p.alpha, p.best)
        else:
            p.beta = min(p.beta, p.best)
    return root.best, root.best_move
""",
    "a window as one tuple": """
def search(position, depth):
    return ab(position, depth, (float("-inf"), float("inf")), position.turn)


def ab(p, depth, window, me):
    if depth == 0 or p.over():
        return p.value(me), None
    lo, hi = window
    best = None
    for m in p.moves():
        v, _ = ab(p.after(m), depth - 1, (lo, hi), me)
        if p.turn == me:
            if best is None or v > best[0]:
                best = (v, m)
            lo = max(lo, v)
        else:
            if best is None or v < best[0]:
                best = (v, m)
            hi = min(hi, v)
        if hi <= lo:
            break
    return best
""",
    "classes of nodes": """
class Node:
    def __init__(self, position, me):
        self.position = position
        self.me = me

    def children(self):
        for m in self.position.moves():
            child = self.position.after(m)
            cls = MaxNode if child.turn == self.me else MinNode
            yield m, cls(child, self.me)

    def solve(self, depth, alpha, beta):
        if depth == 0 or self.position.over():
            return self.position.value(self.me)
        return self.expand(depth, alpha, beta)


class MaxNode(Node):
    best = None

    def expand(self, depth, alpha, beta):
        value = float("-inf")
        for m, child in self.children():
            v = child.solve(depth - 1, alpha, beta)
            if v > value:
                value, self.best = v, m
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value


class MinNode(Node):
    def expand(self, depth, alpha, beta):
        value = float("inf")
        for _, child in self.children():
            value = min(value, child.solve(depth - 1, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value


def search(position, depth):
    root = MaxNode(position, position.turn)
    value = root.solve(depth, float("-inf"), float("inf"))
    return value, root.best
""",
    "generators that call one another": """
def ab(p, depth, alpha, beta):
    if depth == 0 or p.over():
        return p.value(p.turn), None
    best, move = -1e18, None
    for m in p.moves():
        v, _ = yield p.after(m), depth - 1, -beta, -alpha
        v = -v
        if v > best:
            best, move = v, m
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best, move


def search(position, depth):
    stack, answer = [ab(position, depth, -1e18, 1e18)], None
    while stack:
        try:
            stack.append(ab(*stack[-1].send(answer)))
            answer = None
        except StopIteration as stop:
            stack.pop()
            answer = stop.value
    return answer
""",
    "moves made and taken back": """
class Board:

    def __init__(self, position):
        self.stack = [position]

    @property
    def now(self):
        return self.stack[-1]

    def push(self, move):
        self.stack.append(self.now.after(move))

    def pop(self):
        self.stack.pop()


def alphabeta(board, depth, alpha, beta, me):
    p = board.now
    if depth == 0 or p.over():
        return p.value(me)
    for move in p.moves():
        board.push(move)
        score = alphabeta(board, depth - 1, alpha, beta, me)
        board.pop()
        if p.turn == me:
            if score > alpha:
                alpha = score
        else:
            if score < beta:
                beta = score
        if beta <= alpha:
            break
    return alpha if p.turn == me else beta


def best_move(position, depth):
    board = Board(position)
    best, alpha = None, float("-inf")
    for move in position.moves():
        board.push(move)
        score = alphabeta(board, depth - 1, alpha, float("inf"), position.turn)
        board.pop()
        if best is None or score > alpha:
            best, alpha = move, score
    return best
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
    "fail-hard, clamped at the end": """
def search(position, depth):
    me = position.turn

    def f(p, d, a, b):
        if d == 0 or p.over():
            return min(max(p.value(me), a), b)
        if p.turn == me:
            for m in p.moves():
                a = max(a, f(p.after(m), d - 1, a, b))
                if a > b:
                    return b
            return min(a, b)
        for m in p.moves():
            b = min(b, f(p.after(m), d - 1, a, b))
            if a > b:
                return a
        return max(a, b)

    best, pick = float("-inf"), None
    for m in position.moves():
        v = f(position.after(m), d := depth - 1, best, float("inf"))
        if v > best:
            best, pick = v, m
    return best, pick
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
    "coroutines": """
import asyncio


async def ab(p, depth, alpha, beta, me):
    if depth == 0 or p.over():
        return p.value(me)
    value = float("-inf") if p.turn == me else float("inf")
    for m in p.moves():
        v = await ab(p.after(m), depth - 1, alpha, beta, me)
        if p.turn == me:
            value = max(value, v)
            alpha = max(alpha, value)
        else:
            value = min(value, v)
            beta = min(beta, value)
        if beta <= alpha:
            break
    return value


async def root(position, depth):
    alpha, best = float("-inf"), None
    for m in position.moves():
        v = await ab(position.after(m), depth - 1, alpha, float("inf"), position.turn)
        if v > alpha:
            alpha, best = v, m
    return alpha, best


def search(position, depth):
    return asyncio.run(root(position, depth))
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
    "the tree built first": """
def build(position, depth, me):
    node = {"move": None, "children": [], "value": None, "max": position.turn == me}
    if depth == 0 or position.over():
        node["value"] = position.value(me)
        return node
    for m in position.moves():
        child = build(position.after(m), depth - 1, me)
        child["move"] = m
        node["children"].append(child)
    return node


def solve(node):
    if node["value"] is None:
        values = [solve(c) for c in node["children"]]
        node["value"] = max(values) if node["max"] else min(values)
    return node["value"]


def search(position, depth):
    tree = build(position, depth, position.turn)
    v = solve(tree)
    return v, next(c["move"] for c in tree["children"] if c["value"] == v)
""",
    "a window as an array": """
import numpy as np


def search(position, depth):
    w = np.array([-np.inf, np.inf])
    return rec(position, depth, w, position.turn)


def rec(p, depth, w, me):
    if depth == 0 or p.over():
        return np.float64(p.value(me)), None
    w = w.copy()
    side = 0 if p.turn == me else 1
    best, mv = (-np.inf, np.inf)[side], None
    for m in p.moves():
        v, _ = rec(p.after(m), depth - 1, w, me)
        if (v > best, v < best)[side]:
            best, mv = v, m
        w[side] = (max, min)[side](w[side], v)
        if w[0] >= w[1]:
            break
    return best, mv
""",
    "two bounds of each position in a table": """
INF = 1e6


class Player:
    def __init__(self):
        self.tt = {}

    def search(self, position, depth):
        best, bm = -INF, None
        for m in position.moves():
            v = -self.ab(position.after(m), depth - 1, -INF, -best)
            if v > best:
                best, bm = v, m
        return best, bm

    def ab(self, p, depth, alpha, beta):
        key = (p.key(), depth)
        if key in self.tt:
            lo, hi = self.tt[key]
            if lo >= beta or lo == hi:
                return lo
            if hi <= alpha:
                return hi
        if depth == 0 or p.over():
            return p.value(p.turn)
        best, a = -INF, alpha
        for m in p.moves():
            best = max(best, -self.ab(p.after(m), depth - 1, -beta, -a))
            a = max(a, best)
            if a >= beta:
                break
        lo, hi = self.tt.get(key, (-INF, INF))
        if best > alpha:
            lo = max(lo, best)
        if best < beta:
            hi = min(hi, best)
        self.tt[key] = lo, hi
        return best
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
    "infinity after a cut": """
INF = float("inf")
def nm(p, d, a, b):
    if d == 0 or p.over(): return p.value(p.turn)
    best = -INF
    for m in p.moves():
        v = -nm(p.after(m), d - 1, -b, -max(a, best))
        if v >= b: return INF
        best = max(best, v)
    return best
def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = -nm(position.after(m), depth - 1, -INF, -best)
        if v > best: best, bm = v, m
    return best, bm
""",
    "values discounted by the ply": """
def search(position, depth):
    me = position.turn
    def mm(p, d):
        if d == 0 or p.over(): return p.value(me)
        return 0.95 * (max if p.turn == me else min)(mm(p.after(m), d - 1) for m in p.moves())
    return max((0.95 * mm(position.after(m), depth - 1), m) for m in position.moves())
""",
}

WRONG: dict[str, dict[str, str]] = {
    "never prunes": {
        "continue for break": """
INF = float("inf")


def search(position, depth):
    me = position.turn

    def alphabeta(p, d, alpha, beta):
        if d == 0 or p.over():
            return p.value(me)
        if p.turn == me:
            v = -INF
            for m in p.moves():
                v = max(v, alphabeta(p.after(m), d - 1, alpha, beta))
                alpha = max(alpha, v)
                if beta <= alpha:
                    continue
            return v
        v = INF
        for m in p.moves():
            v = min(v, alphabeta(p.after(m), d - 1, alpha, beta))
            beta = min(beta, v)
            if beta <= alpha:
                continue
        return v

    best, bm = -INF, None
    for m in position.moves():
        v = alphabeta(position.after(m), depth - 1, best, INF)
        if v > best:
            best, bm = v, m
    return best, bm
""",
    },
    "both sides maximise": {
        "from infinity": """
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
    },
    "leaves when a move is no better": {
        "negamax": """
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
    },
    "window not exchanged and negated": {
        "minimax": """
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
    },
    "the last value as alpha": {
        "negamax": """
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
    },
    "remembers without the depth": {
        "deepening": """
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
    },
    "kinds of bound by the window at the end": {
        "negamax": """
INF = 10**7


def search(position, depth):
    table = {}

    def ab(p, d, alpha, beta):
        hit = table.get((p.key(), d))
        if hit:
            v, flag = hit
            if flag == "exact":
                return v
            if flag == "lower" and v >= beta:
                return v
            if flag == "upper" and v <= alpha:
                return v
        if d == 0 or p.over():
            return p.value(p.turn)
        best = -INF
        for m in p.moves():
            v = -ab(p.after(m), d - 1, -beta, -alpha)
            best = max(best, v)
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        if best >= beta:
            flag = "lower"
        elif best < alpha:
            flag = "upper"
        else:
            flag = "exact"
        table[p.key(), d] = best, flag
        return best

    alpha, bm = -INF, None
    for m in position.moves():
        v = -ab(position.after(m), depth - 1, -INF, -alpha)
        if v > alpha:
            alpha, bm = v, m
    return alpha, bm
""",
    },
    "takes any of equal moves": {
        "by chance": """
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
    },
    "searches the position before the move": {
        "minimax": """
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
    },
    "plays for the other side": {
        "minimax": """
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
        "negamax": """
INF = float("inf")


def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = nm(position.after(m), depth - 1, -INF, INF)
        if v > best:
            best, bm = v, m
    return best, bm


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
""",
    },
    "finished positions are worth 0": {
        "minimax": """
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
    },
    "only the root maximises": {
        "a flag": """
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
    },
    "best of all depths": {
        "negamax": """
INF = 1e9


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


def search(position, depth):
    best, bm = -INF, None
    for d in range(1, depth + 1):
        for m in position.moves():
            v = -nm(position.after(m), d - 1, -INF, INF)
            if v > best:
                best, bm = v, m
    return best, bm
""",
    },
    "plays the last move tried": {
        "minimax": """
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
    },
    "looks at some of the moves only": {
        "the better half": """
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
        "the best looking two": """
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
    },
    "adds the values on the way": {
        "minimax": """
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
    },
    "max and min by the seat": {
        "minimax": """
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
    },
    "one side never prunes": {
        "minimax": """
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
    },
    "cuts one move late": {
        "negamax": """
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
    },
    "forgets the move that cuts": {
        "negamax": """
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
    },
    "depth - 1": {
        "deepening": """
INF = 1e9


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
""",
    },
    "prefers late wins": {
        "minimax": """
def search(position, depth):
    me = position.turn

    def mm(p, ply):
        if p.over() or ply == depth:
            v = p.value(me)
            return v + ply if v > 0 else v - ply
        return (max if p.turn == me else min)(mm(p.after(m), ply + 1) for m in p.moves())

    return max((mm(position.after(m), 1), m) for m in position.moves())
""",
    },
    "the distance counts for losses as for wins": {
        "minimax": """
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
    },
    "greedy at the root": {
        "minimax": """
def search(position, depth):
    me = position.turn

    def mm(p, d):
        if p.over() or d == 0:
            return p.value(me)
        return (max if p.turn == me else min)(mm(p.after(m), d - 1) for m in p.moves())

    best = max(position.moves(), key=lambda m: position.after(m).value(me))
    return mm(position.after(best), depth - 1), best
""",
    },
    "believes estimates": {
        "negamax": """
INF = 1e9
MARGIN = 1


def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = -ab(position.after(m), depth - 1, -INF, -best)
        if v > best:
            best, bm = v, m
    return best, bm


def ab(p, d, alpha, beta):
    if d == 0 or p.over():
        return p.value(p.turn)
    stand = p.value(p.turn)
    if d == 1 and stand + MARGIN <= alpha:
        return stand
    best = -INF
    for m in p.moves():
        best = max(best, -ab(p.after(m), d - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
""",
    },
    "less depth for each move": {
        "negamax": """
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
    },
    "finished positions judged in another view": {
        "negamax": """
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
    },
    "finished positions by the winner only": {
        "minimax": """
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
    },
    "no second search": {
        "a window of no width": """
INF = 10**6
def pvs(p, d, a, b):
    if d == 0 or p.over():
        return p.value(p.turn)
    first = True
    for m in p.moves():
        if first:
            s = -pvs(p.after(m), d - 1, -b, -a)
            first = False
        else:
            s = -pvs(p.after(m), d - 1, -a, -a)
            if a < s < b:
                s = -pvs(p.after(m), d - 1, -b, -s)
        a = max(a, s)
        if a >= b: break
    return a
def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        s = -pvs(position.after(m), depth - 1, -INF, -best)
        if s > best: best, bm = s, m
    return best, bm
""",
    },
    "reduces later moves for good": {
        "searched again where worse": """
INF = 1e9
def go(p, d, a, b):
    if d <= 0 or p.over(): return p.value(p.turn)
    best = -INF
    for i, m in enumerate(p.moves()):
        if i >= 1 and d >= 3:
            v = -go(p.after(m), d - 2, -b, -a)
            if v < a:
                v = -go(p.after(m), d - 1, -b, -a)
        else:
            v = -go(p.after(m), d - 1, -b, -a)
        best = max(best, v)
        a = max(a, v)
        if a >= b: break
    return best
def search(position, depth):
    best, bm = -INF, None
    for m in position.moves():
        v = -go(position.after(m), depth - 1, -INF, -best)
        if v > best: best, bm = v, m
    return best, bm
""",
    },
    "plays the worst move": {
        "minimax": """
def search(position, depth):
    me = position.turn
    def mm(p, d):
        if d == 0 or p.over(): return p.value(me)
        vs = [mm(p.after(m), d - 1) for m in p.moves()]
        return max(vs) if p.turn == me else min(vs)
    scores = {m: mm(position.after(m), depth - 1) for m in position.moves()}
    return max(scores.values()), min(scores, key=scores.get)
""",
    },
    "one best value for all": {
        "minimax": """
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
    },
    "begins with its own evaluation": {
        "negamax": """
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
    },
    "cuts at the wrong bound": {
        "minimax": """
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
    },
    "adds the children's values": {
        "minimax": """
def search(position, depth):
    me = position.turn
    def s(p, d):
        if d == 0 or p.over(): return p.value(me)
        return sum(s(p.after(m), d - 1) for m in p.moves())
    vs = {m: s(position.after(m), depth - 1) for m in position.moves()}
    b = max(vs, key=vs.get)
    return vs[b], b
""",
    },
    "returns the same bound at every node": {
        "alpha, whoever moves": """
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
    },
    "forgets the sign of values": {
        "in comparing": """
def mm(position, depth, me):
    if depth == 0 or position.over():
        return position.value(me)
    vs = [mm(position.after(m), depth - 1, me) for m in position.moves()]
    return max(vs, key=abs) if position.turn == me else min(vs, key=abs)
def search(position, depth):
    vs = [(mm(position.after(m), depth - 1, position.turn), m) for m in position.moves()]
    return max(vs, key=lambda t: abs(t[0]))
""",
        "minimax": """
def search(position, depth):
    me = position.turn
    def mm(p, d):
        if d == 0 or p.over(): return abs(p.value(me))
        vs = [mm(p.after(m), d - 1) for m in p.moves()]
        return max(vs) if p.turn == me else min(vs)
    vs = {m: mm(position.after(m), depth - 1) for m in position.moves()}
    b = max(vs, key=vs.get)
    return vs[b], b
""",
    },
}

UNNAMED = {  # what is said where no known mistake explains it
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
    "looks at the right positions": """
def search(position, depth):
    me = position.turn
    def go(p, d):
        if d == 0 or p.over(): return p.value(me)
        vs = sorted(go(p.after(m), d - 1) for m in p.moves())
        return vs[-1] if p.turn == me else vs[len(vs) // 2]
    return max((go(position.after(m), depth - 1), m) for m in position.moves())
""",
}

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
