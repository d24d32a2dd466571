"""The right search with a hook at each place where a mistake can be made: its run of a case, node by node.

`Walk.search` is alpha-beta; `Hooks` hold the test that cuts it off, and all that a student may do otherwise. Without a test it is
minimax. The tests compare both with the textbook (`counterply.search.textbook`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from counterply.plugins.explanations.text_trees import Flat

INFINITE = float("inf")

Order = Callable[[int], Sequence[int]]  # the children of a node as they are tried


def turned(sign: int, low: float, high: float) -> tuple[float, float]:
    """Return two bounds in the view of the other side, if the sign is negative."""
    return (low, high) if sign > 0 else (-high, -low)


@dataclass(slots=True)
class At:
    """The state of a search at a node; values and bounds are in the view of the side that chooses there, as in negamax.

    Attributes
    ----------
    number, left : the node, and the plies that are left there
    sign : 1 where it takes the larger value for the side to move at the root, -1 where it takes the smaller one
    low, high : the window that it was given
    alpha, beta : the window now; `before` and `limit` are alpha and beta before the last child
    best, chosen : the best value so far, and the child that it came from
    place, child, value : the last child tried, which of them it is, and its value
    values : of all children tried
    """

    number: int
    left: int
    sign: int = 1
    low: float = 0.0
    high: float = 0.0
    alpha: float = 0.0
    beta: float = 0.0
    before: float = 0.0
    limit: float = 0.0
    best: float = 0.0
    chosen: int = 0
    place: int = 0
    child: int = 0
    value: float = 0.0
    values: list[float] = field(default_factory=list)

    def take(self) -> None:
        """Take the child's value as the best one, in place."""
        self.best, self.chosen = self.value, self.child

    def turned(self, alpha: float, beta: float) -> tuple[float, float]:
        """Return a window in the root's view for one in the node's, and the other way round."""
        return turned(self.sign, alpha, beta)

    @property
    def larger(self) -> bool:
        """Whether it takes the larger value."""
        return self.sign > 0

    @property
    def root(self) -> bool:
        """Whether this is the root."""
        return self.number == 0


# --- the right search, hook by hook


def roots_turn(walk: Walk, at: At) -> bool:
    """Tell whether it is the turn of the side to move at the root."""
    return walk.flat.turn[at.number] == walk.seat


def begin_with_worst(walk: Walk, at: At) -> float:
    """Return the value to begin with."""
    return -INFINITE


def all_moves(walk: Walk, at: At) -> Sequence[int]:
    """Return the children in the student's order."""
    return walk.order(at.number)


def narrowed_window(walk: Walk, at: At) -> tuple[float, float]:
    """Return the window as it is now."""
    return at.alpha, at.beta


def one_ply_less(walk: Walk, at: At) -> int:
    """Return the plies that are left at a child."""
    return at.left - 1


def search_child(walk: Walk, at: At) -> float:
    """Return the value of a child."""
    return walk.visit(at.child, walk.hooks.left(walk, at), *at.turned(*walk.hooks.window(walk, at)))


def take_better(walk: Walk, at: At) -> None:
    """Take the child's value if it is better than the best so far."""
    if at.value > at.best:
        at.take()


def narrow(walk: Walk, at: At) -> None:
    """Raise alpha to the best value."""
    at.before, at.alpha = at.alpha, max(at.alpha, at.best)


def never(walk: Walk, at: At) -> bool:
    """Never leave a node: minimax."""
    return False


def at_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value reaches the other side's bound."""
    return at.best >= at.beta


def beyond_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value is beyond the other side's bound."""
    return at.best > at.beta


def as_found(walk: Walk, at: At) -> float:
    """Return the best value, inside the window or not: fail-soft."""
    return at.best


def clamped(walk: Walk, at: At) -> float:
    """Return the best value, brought into the window: fail-hard. In an empty one the other side's bound counts."""
    return min(max(at.best, at.low), at.high)


def own_bound_kept(walk: Walk, at: At) -> float:
    """Return the best value, or the bound that the node narrows: fail-hard, as code that returns alpha is."""
    return max(at.best, at.low)


def worth_to_root(walk: Walk, at: At) -> float:
    """Return a leaf's value for the side to move at the root."""
    return walk.worth(at.number, walk.seat)


def search_at_once(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
    """Search a node, whether it is known or not."""
    return walk.search(number, left, alpha, beta)


def search_once(walk: Walk, depth: int) -> float:
    """Search the tree once, with an infinite window."""
    return walk.search(0, depth, -INFINITE, INFINITE)


def as_deep_as_asked(depth: int) -> int:
    """Return the depth."""
    return depth


def equally_good(walk: Walk, value: float) -> Sequence[int]:
    """Return the moves of the root that have the best value; all of them where none has, since the choice is then undefined."""
    return [child for child, found in walk.at_root if found == value]


def anywhere(walk: Walk, at: At) -> bool:
    """Tell that any node will do."""
    return True


def as_it_is(value: float) -> float:
    """Return the value."""
    return value


Hook = Callable[["Walk", At], float]
Deed = Callable[["Walk", At], None]
Test = Callable[["Walk", At], bool]
Moves = Callable[["Walk", At], Sequence[int]]
Left = Callable[["Walk", At], int]
Window = Callable[["Walk", At], tuple[float, float]]
Start = Callable[["Walk", int], float]
Pick = Callable[["Walk", float], Sequence[int]]
Visit = Callable[["Walk", int, int, float, float], float]


class Hooks(NamedTuple):
    """A search's hooks; the defaults are minimax.

    Attributes
    ----------
    depth : how deep it goes, of the depth that it is asked for
    start : how it begins at the root
    visit : handles a node: the place of a table of known positions
    leaf : the value of a leaf, in the root's view
    larger : whether a node takes the larger value
    begin : the value that a node begins with
    moves : the children that a node tries
    child : how it gets the value of a child, in the root's view: `left` plies deep, in the `window`
    take : takes that value into the node; then it narrows its window
    notes : at which nodes the move whose value was taken is noted for the whole search
    stop : whether a node is left after a child
    give : a node's returned value
    pick : the moves that may be played, when all is done, as numbers of nodes; none: any of them
    answer : the answer from the root's value
    """

    depth: Callable[[int], int] = as_deep_as_asked
    start: Start = search_once
    visit: Visit = search_at_once
    leaf: Hook = worth_to_root
    larger: Test = roots_turn
    begin: Hook = begin_with_worst
    moves: Moves = all_moves
    child: Hook = search_child
    left: Left = one_ply_less
    window: Window = narrowed_window
    take: Deed = take_better
    notes: Test = anywhere
    narrow: Deed = narrow
    stop: Test = never
    give: Hook = as_found
    pick: Pick = equally_good
    answer: Callable[[float], float] = as_it_is


Searches = tuple[Hooks, ...]

MINIMAX = Hooks()
EQUAL = Hooks(stop=at_bound)
ABOVE = Hooks(stop=beyond_bound)
HARD = tuple(Hooks(stop=stop, give=give) for stop in (at_bound, beyond_bound) for give in (clamped, own_bound_kept))


@dataclass(frozen=True)
class Outcome:
    """A search's outcome on a case.

    Attributes
    ----------
    value : that it returns
    moves : that it may play, those that it found equally good, by number
    visited : the nodes that it enters
    judged : the nodes whose value it asks for
    bounds : its returned value at each node that it enters
    cuts : for each node whose moves are not all searched, the child after which it stops
    """

    value: float
    moves: frozenset[int]
    visited: frozenset[int]
    judged: frozenset[int]
    bounds: dict[int, float] = field(compare=False)
    cuts: dict[int, int] = field(compare=False)


class Walk:
    """A search of one tree with some hooks; its attributes hold the events so far, as in `Outcome`.

    The children of a node come in the order that `order` gives, by default that of the moves. What is said of the side to move at
    the root holds for `seat`, by default that side: for the first player where a search has all values in its view.
    """

    def __init__(self, flat: Flat, hooks: Hooks, order: Order | None = None, seat: int | None = None) -> None:
        self.flat, self.hooks = flat, hooks
        self.seat = flat.turn[0] if seat is None else seat
        self.order: Order = order or flat.children.__getitem__
        self.known: dict[str, tuple[float, float, int]] = {}  # by position and depth: both bounds, plies left
        self.depth = 0  # that was asked for
        self.window = -INFINITE, INFINITE  # of the whole search, where there is only one
        self.noted = 0  # the child whose value was the last to be taken, anywhere
        self.shared = {1: -INFINITE, -1: -INFINITE}  # by sign: the best value of all nodes
        self.kept: Sequence[int] = ()  # the moves that were best when a depth was done
        self.forget()

    def forget(self) -> None:
        """Restart in place, as for another depth: only the search's own stored values stay."""
        self.judged: set[int] = set()
        self.bounds: dict[int, float] = {}
        self.cuts: dict[int, int] = {}
        self.taken: dict[int, int] = {}  # the child whose value each node took
        self.unseen: set[int] = set()  # nodes that it is at without anybody seeing it
        self.at_root: list[tuple[int, float]] = []
        self.chosen = 0  # the child of the root whose value was taken last

    def worth(self, number: int, seat: int) -> float:
        """Return a node's value to a seat, and record that it was judged."""
        self.judged.add(number)
        return self.flat.worth(number, seat)

    def sign(self, number: int) -> int:
        """Return 1 for a node at which the side moves that moves at the root, else -1."""
        return 1 if self.flat.turn[number] == self.seat else -1

    def visit(self, number: int, left: int, alpha: float, beta: float) -> float:
        """Return the value of a node, from a table perhaps."""
        return self.hooks.visit(self, number, left, alpha, beta)

    def search(self, number: int, left: int, alpha: float, beta: float) -> float:
        """Return the value of a node in the root's view: alpha-beta as it should be, where no hook makes it another."""
        hooks, at = self.hooks, At(number, left)
        self.bounds[number] = 0.0
        at.sign = 1 if hooks.larger(self, at) else -1
        at.low, at.high = at.alpha, at.beta = at.turned(alpha, beta)
        at.best = hooks.begin(self, at)
        if left <= 0 or not self.flat.children[number]:
            value = hooks.leaf(self, at)
        else:
            moves = hooks.moves(self, at)
            for at.place, at.child in enumerate(moves):
                at.value = at.sign * hooks.child(self, at)
                at.values.append(at.value)
                hooks.take(self, at)
                self.note(at)
                at.limit = at.beta
                hooks.narrow(self, at)
                if hooks.stop(self, at):
                    self.cuts[number] = at.child
                    break
            self.taken[number] = at.chosen
            value = at.sign * hooks.give(self, at)
        self.bounds[number] = value
        return value

    def note(self, at: At) -> None:
        """Record a child's value, and whether it was taken, in place."""
        if at.chosen == at.child and self.hooks.notes(self, at):
            self.noted = at.child
        if at.root:
            self.at_root.append((at.child, at.sign * at.value))
            self.chosen = at.chosen

    def outcome(self, depth: int) -> Outcome:
        """Search the tree `depth` plies deep, and return the outcome."""
        hooks, self.depth = self.hooks, depth
        value = hooks.start(self, hooks.depth(depth))
        cuts = {number: child for number, child in self.cuts.items() if child != self.order(number)[-1]}
        moves = frozenset(hooks.pick(self, value) or self.flat.children[0])
        visited = frozenset(self.bounds.keys() - self.unseen)
        return Outcome(hooks.answer(value), moves, visited, frozenset(self.judged), self.bounds, cuts)
