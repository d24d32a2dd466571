"""The hooks of wrong searches that remember: what their table takes a value for (`reference.Rules`)."""

from __future__ import annotations

from collections.abc import Callable

from counterply.judge.reference import Walk

Visit = Callable[[Walk, int, int, float, float], float]


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


def exact(walk: Walk, number: int, found: float, low: float, high: float) -> str:
    """Take all values for exact ones: bounds too."""
    return "exact"


def exact_where_uncut(walk: Walk, number: int, found: float, low: float, high: float) -> str:
    """Take the values of all nodes for exact ones that were not cut off, and remember no others."""
    return "none" if number in walk.cuts else "exact"


def kinds_by(kind_of: Kind, leaves: bool, deeper: bool = False, narrows: bool = False, any_depth: bool = False) -> Visit:
    """Return a look into a table whose entries hold the wrong kind of bound.

    `leaves`: leaves are kept as well; `deeper`: values of more depth serve too, or of `any_depth`; `narrows`: bounds narrow the
    window.
    """

    def visit(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
        if not (leaves or (left > 0 and walk.flat.children[number])):
            return walk.search(number, left, alpha, beta)
        key, low, high = (walk.flat.text[number], 0 if deeper or any_depth else left), alpha, beta
        value, flag, depth = walk.known.get(key, (0.0, "none", -1))
        if (any_depth or depth >= left) and flag != "none":
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
