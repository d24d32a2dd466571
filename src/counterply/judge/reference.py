"""The right search, and the same search with one mistake: what each does on a case, node by node.

One function with switches, instead of a file of wrong programs: a *quirk* changes one line of alpha-beta. The search without quirks
is the textbook's (`counterply.search.textbook`), which a test compares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from counterply.judge.trees import Tree

INFINITE = float("inf")

Cut = Literal["never", "equal", "above", "own bound", "own bound, other way", "other bound", "at once"]
Window = Literal["right", "as is", "negated", "exchanged"]
Place = Literal["everywhere", "root", "below the root"]
Maximise = Literal[
    "root's turn",
    "always",
    "never",
    "other's turn",
    "root and other's turn",
    "root's turn below the root",
    "root and first's turn",
    "root and second's turn",
    "root and even depth",
    "root and odd depth",
    "even depth",
    "odd depth",
]


@dataclass(frozen=True)
class Quirks:
    """What is different from alpha-beta in the textbook; the default is minimax.

    Attributes
    ----------
    cut_max, cut_min : when a maximising and a minimising node are left: 'equal' is alpha >= beta, 'above' alpha > beta
    by_window : alpha is compared with beta, not the node's value: it makes a difference where a window is empty already
    root_cuts : the root is left too, when its value is infinite
    root_window : the moves of the root are searched with the window that the root got: what earlier ones brought is not passed on
    raise_max, raise_min : whether the window is narrowed below the root by maximising, and by minimising nodes
    shared : there is one window for the whole search: what is narrowed anywhere stays so
    window : how a child's window is made from that of its parent: not as in negamax, (-beta, -alpha), but unchanged ('as is'), only
        negated, or only exchanged
    window_where : at which nodes that is so
    hard : values outside the window are brought to its edge: to both, or to that which the node itself narrows
    begin : the value that a node begins with, in place of the worst
    begin_at_root : only the root does so
    maximise : where the larger value is taken
    minus_at_root : the values of the root's children are negated
    judge : whose value a leaf is given
    by_ply : leaves get another sign at each odd ply
    unfinished : a finished position is searched like others, and has no moves to get a value from
    leaves_out : the last of several moves is not looked at
    remembers : what a position was worth is taken for its value where it comes up again: whatever the window was ('bounds'; or
        only if no move was cut off, 'upper bounds'), or whatever depth was left ('any depth')
    remembers_leaves : so it is for leaves
    deeper, least, most : plies more than asked for, and plies that it searches at least, and at most
    plies : which moves count for the depth
    last : of equal moves at the root, the last is taken
    judge_inner : inner nodes are judged too
    negative : the value that is returned has the other sign
    """

    cut_max: Cut = "never"
    cut_min: Cut = "never"
    by_window: bool = False
    root_cuts: bool = True
    root_window: bool = False
    raise_max: bool = True
    raise_min: bool = True
    shared: bool = False
    window: Window = "right"
    window_where: Place = "everywhere"
    hard: Literal["no", "both", "own"] = "no"
    begin: float = -INFINITE
    begin_at_root: bool = False
    maximise: Maximise = "root's turn"
    minus_at_root: bool = False
    judge: Literal["root", "mover", "waiting", "first", "second"] = "root"
    by_ply: bool = False
    unfinished: bool = False
    leaves_out: bool = False
    remembers: Literal["no", "bounds", "upper bounds", "any depth"] = "no"
    remembers_leaves: bool = False
    deeper: int = 0
    least: int = 0
    most: int = 1_000
    plies: Literal["all", "root's", "other's"] = "all"
    last: bool = False
    judge_inner: bool = False
    negative: bool = False


MINIMAX = Quirks()
EQUAL = Quirks(cut_max="equal", cut_min="equal")
ABOVE = Quirks(cut_max="above", cut_min="above")


@dataclass
class Flat:
    """A tree as lists by node number, in the order of its text."""

    turn: list[int]
    value: list[int]
    children: list[Sequence[int]]
    ply: list[int]
    parent: list[int]
    move: list[str]
    over: list[bool]
    text: list[str]

    @classmethod
    def of(cls, tree: Tree) -> Flat:
        """Return the lists of a tree."""
        flat = cls([], [], [], [], [], [], [], [])
        flat._add(tree, 0, -1, "")
        return flat

    def _add(self, tree: Tree, ply: int, parent: int, move: str) -> int:
        number = len(self.turn)
        self.turn.append(tree.turn)
        self.value.append(tree.value)
        self.children.append(())
        self.ply.append(ply)
        self.parent.append(parent)
        self.move.append(move)
        self.over.append(tree.over)
        self.text.append(f"{tree.turn}{tree}")
        made = zip(tree.moves, tree.children or (), strict=False)
        self.children[number] = [self._add(child, ply + 1, number, name) for name, child in made]
        return number

    def path(self, number: int) -> list[str]:
        """Return the moves that lead to a node."""
        return [] if number == 0 else [*self.path(self.parent[number]), self.move[number]]


@dataclass(frozen=True)
class Outcome:
    """What a search does on a case.

    Attributes
    ----------
    value : that it returns
    moves : that it may play: those that it found equally good; numbers of the root's children
    visited : the nodes that it enters
    judged : the nodes whose value it asks for
    bounds : what it returns at each node that it enters
    cuts : for each node whose moves are not all searched, the child after which it stops
    """

    value: float
    moves: frozenset[int]
    visited: frozenset[int]
    judged: frozenset[int]
    bounds: dict[int, float]
    cuts: dict[int, int]


Order = Callable[[int], Sequence[int]]


# by name, where the larger value is taken: of whether a node is the root, its side to move, that of the root, and the plies left
MAXIMISES: dict[Maximise, Callable[[bool, int, int, int], bool]] = {
    "root's turn": lambda root, turn, seat, left: turn == seat,
    "always": lambda root, turn, seat, left: True,
    "never": lambda root, turn, seat, left: False,
    "other's turn": lambda root, turn, seat, left: turn != seat,
    "root and other's turn": lambda root, turn, seat, left: root or turn != seat,
    "root's turn below the root": lambda root, turn, seat, left: turn == seat and not root,
    "root and first's turn": lambda root, turn, seat, left: root or turn == 0,
    "root and second's turn": lambda root, turn, seat, left: root or turn == 1,
    "root and even depth": lambda root, turn, seat, left: root or left % 2 == 0,
    "root and odd depth": lambda root, turn, seat, left: root or left % 2 == 1,
    "even depth": lambda root, turn, seat, left: left % 2 == 0,
    "odd depth": lambda root, turn, seat, left: left % 2 == 1,
}


def search_tree(flat: Flat, depth: int, quirks: Quirks, order: Order | None = None) -> Outcome:
    """Search a tree `depth` plies deep; the children of a node in the order that `order` gives, by default that of the moves."""
    seat = flat.turn[0]
    ordered = order or (lambda number: flat.children[number])
    judged: set[int] = set()
    bounds: dict[int, float] = {}
    cuts: dict[int, int] = {}
    at_root: list[tuple[int, float]] = []

    def leaf(number: int) -> float:
        judged.add(number)
        first = flat.value[number]
        judges = {"root": seat, "mover": flat.turn[number], "waiting": 1 - flat.turn[number], "first": 0, "second": 1}
        value = first if judges[quirks.judge] == 0 else -first
        return -value if quirks.by_ply and flat.ply[number] % 2 else value

    maximises = MAXIMISES[quirks.maximise]
    shared = [-INFINITE, INFINITE]
    known: dict[tuple[str, int], float] = {}
    cut_off: set[int] = set()

    def remembered(number: int, left: int, alpha: float, beta: float) -> float:
        inner = flat.children[number] and left > 0
        if quirks.remembers == "no" or not (inner or quirks.remembers_leaves):
            return search(number, left, alpha, beta)
        key = (flat.text[number], 0 if quirks.remembers == "any depth" else left)
        if key in known:
            return known[key]
        found = search(number, left, alpha, beta)
        if quirks.remembers != "upper bounds" or number not in cut_off:
            known[key] = found
        return found

    def passed_on(root: bool, alpha: float, beta: float, low: float, high: float) -> tuple[float, float]:
        if root and quirks.root_window:
            return low, high
        kind = "right" if quirks.window_where == ("below the root" if root else "root") else quirks.window
        return {"right": (alpha, beta), "as is": (-beta, -alpha), "negated": (beta, alpha), "exchanged": (-alpha, -beta)}[kind]

    def search(number: int, left: int, alpha: float, beta: float) -> float:
        larger = maximises(number == 0, flat.turn[number], seat, left)
        worst = -INFINITE if larger else INFINITE
        if quirks.begin > -INFINITE and (number == 0 or not quirks.begin_at_root):
            worst = quirks.begin
        if quirks.unfinished and not flat.children[number] and left > 0:
            return worst
        bounds[number] = 0.0  # entered
        if left <= 0 or not flat.children[number]:
            bounds[number] = leaf(number)
            return bounds[number]
        if quirks.judge_inner:
            judged.add(number)
        root = number == 0
        low, high, best = alpha, beta, worst
        counts = {"all": True, "root's": flat.turn[number] == seat, "other's": flat.turn[number] != seat}[quirks.plies]
        children = ordered(number)
        if quirks.leaves_out and len(children) > 1:
            children = children[:-1]
        for child in children:
            found = remembered(child, left - counts, *passed_on(root, alpha, beta, low, high))
            if root and quirks.minus_at_root:
                found = -found
            if quirks.shared:
                alpha, beta = shared
            best = max(best, found) if larger else min(best, found)
            if root:
                at_root.append((child, found))
            before = (alpha, beta)
            if larger and (root or quirks.raise_max):
                alpha = max(alpha, best)
            if not larger and (root or quirks.raise_min):
                beta = min(beta, best)
            shared[:] = alpha, beta
            rule = quirks.cut_max if larger else quirks.cut_min
            if quirks.by_window and rule in ("equal", "above"):
                leave = alpha >= beta if rule == "equal" else alpha > beta
            else:
                leave = _cuts(rule, larger, best, before)
            if leave and (quirks.root_cuts or not root):
                cut_off.add(number)
                if child != children[-1]:
                    cuts[number] = child
                break
        if quirks.hard == "both":
            best = min(max(best, low), high)
        elif quirks.hard == "own":
            best = max(best, low) if larger else min(best, high)
        bounds[number] = best
        return best

    value = search(0, min(max(depth + quirks.deeper, quirks.least), quirks.most), -INFINITE, INFINITE)
    best = [child for child, found in at_root if found == value]
    if not best or value == quirks.begin:
        best = list(flat.children[0])
    moves = frozenset(best[-1:] if quirks.last else best)
    return Outcome(-value if quirks.negative else value, moves, frozenset(bounds), frozenset(judged), bounds, cuts)


def _cuts(rule: Cut, larger: bool, best: float, window: tuple[float, float]) -> bool:
    """Tell whether a node with the value `best` so far is left; `window` is as it was before that value."""
    alpha, beta = window
    own, other = (alpha, beta) if larger else (-beta, -alpha)
    value = best if larger else -best
    rules = {
        "never": False,
        "equal": value >= other,
        "above": value > other,
        "own bound": value <= own,
        "own bound, other way": value >= own and own > -INFINITE,
        "other bound": value <= other and other < INFINITE,
        "at once": True,
    }
    return rules[rule]
