"""The hooks of wrong searches that remember: what their table takes a value for (`reference.Rules`)."""

from __future__ import annotations

from collections.abc import Callable

from counterply.judge.reference import INFINITE, Visit, Walk, turned
from counterply.judge.trees import Flat

Serves = Callable[[int, int], bool]  # by the depth of an entry and the plies left
Key = Callable[[Flat, int], object]  # of a table's entry: by the tree and the node
Kind = Callable[["Walk", int, float, float, float], str]  # of a bound, in the mover's view: by node, value, and the window given


def kinds(failed: str, cut: str) -> Kind:
    """Return the kinds of bound: what a value is called that did not reach alpha, or reached beta."""
    return lambda walk, number, found, low, high: failed if found <= low else cut if found >= high else "exact"


AS_THEY_ARE, EXACT, EXACT_UNLESS_CUT = kinds("upper", "lower"), kinds("exact", "exact"), kinds("exact", "lower")
EXCHANGED = kinds("lower", "upper")
WRONG_KINDS = (EXCHANGED, kinds("lower", "lower"), kinds("upper", "upper"))


def exact_at_bounds(walk: Walk, number: int, found: float, low: float, high: float) -> str:
    """Take a value that equals a bound for an exact one."""
    return "upper" if found < low else "lower" if found > high else "exact"


def exact_where_uncut(walk: Walk, number: int, found: float, low: float, high: float) -> str:
    """Take the values of all nodes for exact ones that were not cut off, and remember no others."""
    return "none" if number in walk.cuts else "exact"


KEYS: tuple[Key, ...] = (  # that different positions share
    lambda flat, number: flat.text[number][1:],
    lambda flat, number: (flat.turn[number], [flat.move[child] for child in flat.children[number]]),
    lambda flat, number: (flat.turn[number], flat.value[number]),
    lambda flat, number: flat.ply[number],
    lambda flat, number: flat.move[number],
    lambda flat, number: flat.over[number] or flat.text[number],
)


def table(
    kind_of: Kind,
    leaves: bool = False,
    serves: Serves | None = None,
    narrows: bool = False,
    pairs: bool = False,
    key_of: Key = lambda flat, number: flat.text[number],
) -> Visit:
    """Return a look into a table, whose entries are in the view of the side to move.

    `kind_of`: the kind of bound of its entries; `leaves`: leaves are kept as well; `serves`: whether an entry serves a depth, one
    of the same depth if None; `narrows`: bounds narrow the window; `pairs`: an entry holds a lower and an upper bound;
    `key_of`: the key of an entry.
    """

    def visit(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
        if not (leaves or (left > 0 and walk.flat.children[number])):
            return walk.search(number, left, alpha, beta)
        key, sign = str((key_of(walk.flat, number), 0 if serves else left)), walk.sign(number)
        given = alpha, beta = turned(sign, alpha, beta)
        low, high, depth = walk.known.get(key, (-INFINITE, INFINITE, left))
        if serves is None or serves(depth, left):
            if low >= beta or low == high:
                return sign * low
            if high <= alpha:
                return sign * high
            if narrows:
                alpha, beta = max(alpha, low), min(beta, high)
        found = sign * walk.search(number, left, *turned(sign, alpha, beta))
        kind = kind_of(walk, number, found, *given)
        old = (low, high) if pairs else (-INFINITE, INFINITE)
        if kind != "none":
            walk.known[key] = found if kind != "upper" else old[0], found if kind != "lower" else old[1], left
        return sign * found

    return visit
