"""The hooks of wrong searches that remember: what their table takes a value for (`reference.Rules`)."""

from __future__ import annotations

from collections.abc import Callable

from counterply.judge.reference import Walk

Visit = Callable[[Walk, int, int, float, float], float]


def inner(walk: Walk, number: int, left: int) -> bool:
    """Tell whether a node is to be searched, not judged."""
    return left > 0 and bool(walk.flat.children[number])


def remembering(leaves: bool, any_depth: bool = False, where_uncut: bool = False) -> Visit:
    """Return a table lookup that takes all entries for values: bounds too, or only those of nodes that were not cut off.

    `leaves`: leaves are kept as well; `any_depth`: whatever depth was left.
    """

    def visit(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
        if not (inner(walk, number, left) or leaves):
            return walk.search(number, left, alpha, beta)
        key = walk.flat.text[number], 0 if any_depth else left
        if key in walk.known:
            return walk.known[key][0]
        found = walk.search(number, left, alpha, beta)
        if not (where_uncut and number in walk.cuts):
            walk.known[key] = found, "", left
        return found

    return visit


Kind = Callable[["Walk", int, float, float, float], str]  # of a bound: by node, value found, and the window that it was given


def exchanged(walk: Walk, number: int, found: float, low: float, high: float) -> str:
    """Take upper bounds for lower ones, and lower ones for upper ones."""
    return "lower" if found <= low else "upper" if found >= high else "exact"


def by_window_after(own_view: bool, lower_first: bool, strict: bool) -> Kind:
    """Return the kinds of bound by the window as it is when the node is done: the node's own value has moved it.

    `own_view`: alpha is that of the side to move, as in negamax; `lower_first`: it asks for a lower bound first; `strict`: an upper
    bound is less than alpha.
    """

    def kind(walk: Walk, number: int, found: float, low: float, high: float) -> str:
        larger = walk.flat.turn[number] == walk.seat
        sign = 1 if larger or not own_view else -1
        alpha, beta, value = (low, high, found) if sign > 0 else (-high, -low, -found)
        if larger or own_view:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        lower, upper = value >= beta, value < alpha if strict else value <= alpha
        name = "lower" if lower and (lower_first or not upper) else "upper" if upper else "exact"
        return name if sign > 0 or name == "exact" else {"lower": "upper", "upper": "lower"}[name]

    return kind


def exact_unless_cut(walk: Walk, number: int, found: float, low: float, high: float) -> str:
    """Take all values for exact that were not cut off."""
    cut = found >= high if walk.flat.turn[number] == walk.seat else found <= low
    return ("lower" if found >= high else "upper") if cut else "exact"


def kinds_by(kind_of: Kind, leaves: bool, deeper: bool, narrows: bool) -> Visit:
    """Return a look into a table whose entries hold the wrong kind of bound.

    `deeper`: values of more depth than is left are taken too; `narrows`: a bound also narrows the window.
    """

    def visit(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
        if not (inner(walk, number, left) or leaves):
            return walk.search(number, left, alpha, beta)
        key, low, high = (walk.flat.text[number], 0 if deeper else left), alpha, beta
        value, flag, depth = walk.known.get(key, (0.0, "none", -1))
        if depth >= left and flag != "none":
            if flag == "exact" or (flag == "lower" and value >= beta) or (flag == "upper" and value <= alpha):
                return value
            if narrows:
                alpha, beta = (max(alpha, value), beta) if flag == "lower" else (alpha, min(beta, value))
                if alpha >= beta:
                    return value
        found = walk.search(number, left, alpha, beta)
        walk.known[key] = found, kind_of(walk, number, found, low, high), left
        return found

    return visit
