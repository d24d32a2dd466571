"""Mistakes of a table: what its entries are taken for, and which position they belong to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from operator import ge, le
from typing import Any

from counterply.plugins.explanations.text_trees import Flat
from counterply.plugins.teaching.judge.mistakes.hooks import (
    ALL,
    BOTH,
    EVERY,
    PRUNING,
    REMEMBERS_WITHOUT_DEPTH,
    SOFT_AND_HARD,
    either_test,
    on,
)
from counterply.plugins.teaching.judge.reference import INFINITE, Hooks, Searches, Visit, Walk, turned
from counterply.plugins.teaching.judge.repeats import SHARES_SLOTS, Mistake


def any_depth(depth: int, left: int) -> bool:
    """Tell that any entry of a table will do, as where each one claims the depth of the root."""
    return True


Serves = Callable[[int, int], bool]  # by the depth of an entry and the plies left
Key = Callable[[Flat, int], object]  # of a table's entry: by the tree and the node
Kind = Callable[["Walk", int, float, float, float], str]  # of a bound, in the mover's view: by node, value, and the window given


def kinds(failed: str, cut: str) -> Kind:
    """Return a table's kind for a value that did not reach alpha (`failed`), or reached beta (`cut`); others are exact."""
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
    key_of: Key = lambda flat, number: flat.text[number],
) -> Visit:
    """Return a look into a table, whose entries are in the view of the side to move.

    `kind_of`: the kind of bound of its entries; `leaves`: leaves are kept as well; `serves`: whether an entry serves a depth, one
    of the same depth if None; `narrows`: bounds narrow the window; `key_of`: the key of an entry.
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
        if kind != "none":
            walk.known[key] = -INFINITE if kind == "upper" else found, INFINITE if kind == "lower" else found, left
        return sign * found

    return visit


def remembering(kinds: Sequence[Kind], bases: Sequence[Hooks], **how: Any) -> Searches:
    """Return searches whose table takes bounds for other kinds of bound, some keeping leaves too."""
    return on(bases, visit=[table(kind, leaves, **how) for kind in kinds for leaves in BOTH])


def remembering_bounds(kinds: Sequence[Kind], serves: Sequence[Serves | None] = (None, ge)) -> Iterable[Hooks]:
    """Yield searches with such a table whose bounds narrow the window or do not, by the depths that its entries serve."""
    for served, narrows in product(serves, BOTH):
        yield from remembering(kinds, SOFT_AND_HARD if not narrows else either_test(PRUNING), serves=served, narrows=narrows)


REMEMBERS_BOUNDS = (
    "remembers bounds as values",
    "It remembers what a position was worth after a cut, and takes that for its value later: it is only a bound, also where it "
    "equals alpha or beta.",
)

TABLES = (
    Mistake(*REMEMBERS_BOUNDS, remembering([EXACT], PRUNING)),
    replace(SHARES_SLOTS, searches=on(ALL, visit=[table(EXACT, leaves, key_of=key) for key in KEYS for leaves in BOTH])),
    Mistake(
        *REMEMBERS_WITHOUT_DEPTH,
        (
            *remembering([EXACT], EVERY, serves=any_depth),
            *remembering_bounds([AS_THEY_ARE], [any_depth, le]),
        ),
    ),
)

KINDS_OF_BOUND = (
    Mistake(
        "remembers upper bounds as values",
        "It remembers what a position was worth where no move was cut off, and takes that for its value later; but where no move "
        "reached alpha, it is only a bound.",
        (
            *remembering([exact_where_uncut], PRUNING),
            *remembering_bounds([EXACT_UNLESS_CUT], [None]),
        ),
    ),
    Mistake(
        "kinds of bound exchanged",
        "It takes one kind of bound for the other: a value that reached beta is a lower bound, and may "
        "raise alpha; one that did not reach alpha is an upper bound, and may lower beta; both as they were before any move.",
        tuple(remembering_bounds(WRONG_KINDS)),
    ),
    Mistake(*REMEMBERS_BOUNDS, tuple(remembering_bounds([exact_at_bounds], [None]))),
)
