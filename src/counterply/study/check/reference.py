"""The right search, and the same search with one mistake: what each does on a case, node by node.

One function with switches, instead of a file of wrong programs: a *quirk* changes one line of alpha-beta. The search without quirks
is the textbook's (`counterply.search.textbook`), which a test compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from counterply.study.check.trees import Tree

INFINITE = float("inf")

Cut = Literal["never", "equal", "above", "own bound", "own bound, other way", "other bound", "at once"]


@dataclass(frozen=True)
class Quirks:
    """What is different from alpha-beta in the textbook; the default is minimax.

    Attributes
    ----------
    cut_max, cut_min : when a maximising and a minimising node are left: 'equal' is alpha >= beta, 'above' alpha > beta
    by_window : alpha is compared with beta, not the node's value: it makes a difference where a window is empty already
    root_window : the moves of the root are searched with the window that the root got: what earlier ones brought is not passed on
    raise_max, raise_min : whether the window is narrowed below the root by maximising, and by minimising nodes
    hard : values outside the window are brought to its edge
    maximise : where the larger value is taken: on the turns of the root's mover, everywhere, nowhere, or on the other's turns
    judge : whose value a leaf is given
    deeper, least : plies more than asked for, and plies that it searches at least
    plies : which moves count for the depth
    last : of equal moves at the root, the last is taken
    judge_inner : inner nodes are judged too
    negative : the value that is returned has the other sign
    """

    cut_max: Cut = "never"
    cut_min: Cut = "never"
    by_window: bool = False
    root_window: bool = False
    raise_max: bool = True
    raise_min: bool = True
    hard: bool = False
    maximise: Literal["root's turn", "always", "never", "other's turn"] = "root's turn"
    judge: Literal["root", "mover", "waiting", "first", "second"] = "root"
    deeper: int = 0
    least: int = 0
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

    @classmethod
    def of(cls, tree: Tree) -> Flat:
        """Return the lists of a tree."""
        flat = cls([], [], [], [], [], [], [])
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
        return first if judges[quirks.judge] == 0 else -first

    def maximises(number: int) -> bool:
        own = flat.turn[number] == seat
        kinds = {"root's turn": own, "always": True, "never": False, "other's turn": not own}
        return kinds[quirks.maximise]

    def search(number: int, left: int, alpha: float, beta: float) -> float:
        bounds[number] = 0.0  # entered
        if not flat.children[number] or left <= 0:
            bounds[number] = leaf(number)
            return bounds[number]
        if quirks.judge_inner:
            judged.add(number)
        root, larger = number == 0, maximises(number)
        low, high, best = alpha, beta, -INFINITE if larger else INFINITE
        counts = {"all": True, "root's": flat.turn[number] == seat, "other's": flat.turn[number] != seat}[quirks.plies]
        children = ordered(number)
        for child in children:
            window = (low, high) if root and quirks.root_window else (alpha, beta)
            found = search(child, left - counts, *window)
            best = max(best, found) if larger else min(best, found)
            if root:
                at_root.append((child, found))
            before = (alpha, beta)
            if larger and (root or quirks.raise_max):
                alpha = max(alpha, best)
            if not larger and (root or quirks.raise_min):
                beta = min(beta, best)
            rule = quirks.cut_max if larger else quirks.cut_min
            if quirks.by_window and rule in ("equal", "above"):
                leave = alpha >= beta if rule == "equal" else alpha > beta
            else:
                leave = _cuts(rule, larger, best, before)
            if leave:
                if child != children[-1]:
                    cuts[number] = child
                break
        if quirks.hard:
            best = min(max(best, low), high)
        bounds[number] = best
        return best

    value = search(0, max(depth + quirks.deeper, quirks.least), -INFINITE, INFINITE)
    best = [child for child, found in at_root if found == value]
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


# --- families of mistakes


@dataclass(frozen=True)
class Family:
    """A mistake that many make: its name, and in one sentence what it is. The first one that explains all is named."""

    name: str
    sentence: str
    quirks: tuple[Quirks, ...]


def _both(quirks: Iterable[Quirks]) -> tuple[Quirks, ...]:
    """Return each of them in both ways to test for a cut."""
    return tuple(each for one in quirks for each in (one, replace(one, by_window=True)))


def _on(bases: Sequence[Quirks], **changes: object) -> tuple[Quirks, ...]:
    return tuple(replace(base, **changes) for base in bases)  # type: ignore[arg-type]


ALWAYS = Family("always the same value", "It always returns the same value, whatever the leaves are worth.", ())
PRUNING = (EQUAL, ABOVE)
ALL = (MINIMAX, *PRUNING)
_RULES: tuple[Cut, ...] = ("own bound", "own bound, other way", "other bound", "at once")
_RIGHT: tuple[Cut, ...] = ("equal", "above", "never")


def _wrong_cuts() -> Iterator[Quirks]:
    for one in (*_RIGHT, *_RULES):
        for two in (*_RIGHT, *_RULES):
            if one in _RULES or two in _RULES:
                yield Quirks(cut_max=one, cut_min=two)


FAMILIES = (
    Family(
        "depth - 1",
        "It searches one ply less than it is asked to: at depth 1 the positions after each move are the leaves.",
        (*_on(ALL, deeper=-1), *_on(ALL, deeper=-1, least=1)),
    ),
    Family(
        "depth + 1",
        "It searches one ply more than it is asked to: with depth 0 a position is judged, not searched.",
        _on(ALL, deeper=1),
    ),
    Family(
        "depth counts the moves of one side",
        "It counts depth in moves of one side: a ply is a move of either side, and each one makes the depth less by 1.",
        (*_on(ALL, plies="root's"), *_on(ALL, plies="other's")),
    ),
    Family(
        "evaluates inner nodes",
        "It evaluates inner nodes too: only positions at depth 0 and finished ones are judged, the others get theirs from below.",
        _on(ALL, judge_inner=True),
    ),
    Family(
        "both sides maximise",
        "Both sides take the larger value: the opponent chooses what is worst for you.",
        (*_on(ALL, maximise="always"), *_on(ALL, maximise="always", judge="mover"), *_on(ALL, maximise="always", judge="first")),
    ),
    Family(
        "both sides minimise",
        "Both sides take the smaller value: on your own turns you want the larger one.",
        _on(ALL, maximise="never"),
    ),
    Family(
        "roles exchanged",
        "Max and min are exchanged: at the root, and whenever it is the same side's turn, the larger value is wanted.",
        _on(ALL, maximise="other's turn"),
    ),
    Family(
        "evaluates for the side to move",
        "It evaluates leaves for the side to move there: all values must be in one view, that of the side to move at the root.",
        (*_on(ALL, judge="mover"), *_on(ALL, judge="waiting")),
    ),
    Family(
        "evaluates for one seat",
        "It evaluates leaves always for the same seat: right would be the side to move at the root, which may be either.",
        (*_on(ALL, judge="first"), *_on(ALL, judge="second")),
    ),
    Family(
        "takes the last of equal moves",
        "Of two moves that look equal it takes the last one, and after a cut a value is only a bound: take a move only if it is "
        "better than all before.",
        (*_on(PRUNING, last=True), *_on(PRUNING, last=True, hard=True)),
    ),
    Family("never prunes", "It never prunes: it looks at every node, as minimax does.", (MINIMAX,)),
    Family(
        "window not passed on",
        "The window is not passed on at the root: what the first move is worth should be alpha when the next one is searched.",
        _on(PRUNING, root_window=True),
    ),
    Family(
        "window not narrowed",
        "The window is not narrowed below the root: after each child, alpha becomes the largest value so far at a maximising node, "
        "and beta the smallest at a minimising one.",
        _both(
            (
                *_on(PRUNING, raise_max=False),
                *_on(PRUNING, raise_min=False),
                *_on(PRUNING, raise_max=False, raise_min=False),
                *_on(PRUNING, raise_max=False, root_window=True),
                *_on(PRUNING, raise_min=False, root_window=True),
            )
        ),
    ),
    Family(
        "one side never prunes",
        "Only one side prunes: a maximising node is left when its value reaches beta, and a minimising one when it reaches alpha.",
        _both((*_on(PRUNING, cut_max="never"), *_on(PRUNING, cut_min="never"))),
    ),
    Family(
        "cuts at the wrong bound",
        "It cuts at the wrong bound: a maximising node is left when its value is at least beta, a minimising one when it is "
        "at most alpha.",
        _both(_wrong_cuts()),
    ),
    Family(
        "wrong sign",
        "The value that it returns has the wrong sign: it should be in the view of the side to move at the root.",
        _on(ALL, negative=True),
    ),
)
