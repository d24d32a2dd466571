"""The hooks of wrong searches: one for each known mistake, at its place in the right search (`reference.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from counterply.judge.reference import (
    INFINITE,
    At,
    Deed,
    Hook,
    Rules,
    Test,
    Walk,
    at_bound,
    beyond_bound,
    never,
    search_child,
    take_better,
)

Visit = Callable[[Walk, int, int, float, float], float]
Window = Callable[[Walk, At], tuple[float, float]]

# --- the side to move


def by_turn(tells: Callable[[int, int], bool], root: bool | None = None) -> Test:
    """Return a test for the larger value by the side to move at a node and at the root; `root` is the answer there."""

    def larger(walk: Walk, at: At) -> bool:
        return root if at.root and root is not None else tells(walk.flat.turn[at.number], walk.seat)

    return larger


def by_depth(odd: int, root: bool | None = None) -> Test:
    """Return a test for the larger value that goes by whether the depth left is odd; `root` is the answer there."""
    return lambda walk, at: root if at.root and root is not None else at.left % 2 == odd


# --- leaves


def judged_for(seat_of: Callable[[int, int], int], by_ply: bool = False) -> Hook:
    """Return the judge of leaves for the seat that `seat_of(turn, seat at the root)` says; `by_ply`: the sign changes too."""

    def leaf(walk: Walk, at: At) -> float:
        value = walk.worth(at.number, seat_of(walk.flat.turn[at.number], walk.seat))
        return -value if by_ply and walk.flat.ply[at.number] % 2 else value

    return leaf


def the_end_unseen(walk: Walk, at: At) -> float:
    """Take a finished position for one whose best move is still to be found, where any depth is left."""
    if at.left <= 0:
        return walk.worth(at.number, walk.seat)
    walk.unseen.add(at.number)
    return at.best


def judge_inner(walk: Walk, at: At) -> None:
    """Judge an inner node."""
    walk.judged.add(at.number)


# --- where a value begins, and which one is taken


def begin_with(value: float, only_root: bool = False, both: bool = False) -> Hook:
    """Return a beginning of all nodes, or `only_root`, with one value; with `both` a minimising node begins with minus it."""

    def begin(walk: Walk, at: At) -> float:
        if only_root and not at.root:
            return -INFINITE if at.larger else INFINITE
        return -value if both and not at.larger else value

    return begin


def begin_with_bound(walk: Walk, at: At) -> float:
    """Begin with the bound that the node narrows, as fail-hard code does that has no other best value."""
    return at.low if at.larger else at.high


def take_where_zero(where: Test) -> Deed:
    """Return a node's choice that takes 0 for no value, so that whatever comes after it is better."""

    def take(walk: Walk, at: At) -> None:
        if where(walk, at) and (at.place == 0 or at.best == 0):
            at.best, at.chosen = at.value, at.child
        else:
            take_better(walk, at)

    return take


def take_mean(where: Test) -> Deed:
    """Return a node's choice that takes the mean of its children's values."""

    def take(walk: Walk, at: At) -> None:
        if where(walk, at):
            at.best = at.value if at.place == 0 else at.best + (at.value - at.best) / (at.place + 1)
        else:
            take_better(walk, at)

    return take


def below_root(walk: Walk, at: At) -> bool:
    """Tell whether a node is not the root."""
    return not at.root


def at_root(walk: Walk, at: At) -> bool:
    """Tell whether a node is the root."""
    return at.root


def where_larger(walk: Walk, at: At) -> bool:
    """Tell whether a node takes the larger value."""
    return at.larger


def where_uncut(walk: Walk, at: At) -> bool:
    """Tell whether a node is not left with the value that it has."""
    return not at_bound(walk, at)


def where_smaller_or_root(walk: Walk, at: At) -> bool:
    """Tell whether a node takes the smaller value, or is the root."""
    return at.root or not at.larger


def where_smaller(walk: Walk, at: At) -> bool:
    """Tell whether a node takes the smaller value."""
    return not at.larger


# --- which moves are tried


def all_but_the_last(walk: Walk, at: At) -> Sequence[int]:
    """Return the children without the last of several."""
    children = walk.order(at.number)
    return children[:-1] if len(children) > 1 else children


def greedy_opponent(walk: Walk, at: At) -> Sequence[int]:
    """Return all children, or on the opponent's turn only the one that looks worst for the root's side at once."""
    children = walk.order(at.number)
    if at.larger or at.root:
        return children
    return [min(children, key=lambda child: walk.worth(child, walk.seat))]


# --- the window


def open_at_root(window: Window) -> Window:
    """Return a window that is as the root got it for all of the root's moves."""
    return lambda walk, at: (at.low, at.high) if at.root else window(walk, at)


def turned(kind: str, where: Test) -> Window:
    """Return a window that is turned round as negamax should not: 'as is', 'negated' or 'exchanged' only."""

    def window(walk: Walk, at: At) -> tuple[float, float]:
        if not where(walk, at):
            return at.alpha, at.beta
        kinds = {"as is": (-at.beta, -at.alpha), "negated": (at.beta, at.alpha), "exchanged": (-at.alpha, -at.beta)}
        return kinds[kind]

    return window


def narrow_where(where: Test) -> Deed:
    """Return a node's narrowing that is left out below the root but at some nodes."""

    def narrow(walk: Walk, at: At) -> None:
        at.before = at.alpha if at.larger else at.beta
        if at.root or where(walk, at):
            _narrow(at)

    return narrow


def narrow_one_for_all(walk: Walk, at: At) -> None:
    """Narrow the one window of the whole search."""
    at.alpha, at.beta = walk.window
    at.before = at.alpha if at.larger else at.beta
    _narrow(at)
    walk.window = at.alpha, at.beta


def _narrow(at: At) -> None:
    if at.larger:
        at.alpha = max(at.alpha, at.best)
    else:
        at.beta = min(at.beta, at.best)


# --- when a node is left


def by_window(stop: Test) -> Test:
    """Return the test that compares alpha with beta, not the node's value: another one where a window is empty already."""
    return _window_empty if stop is at_bound else _window_crossed if stop is beyond_bound else stop


def _window_empty(walk: Walk, at: At) -> bool:
    return at.alpha >= at.beta


def _window_crossed(walk: Walk, at: At) -> bool:
    return at.alpha > at.beta


def by_side(larger: Test, smaller: Test) -> Test:
    """Return a test for maximising nodes, and another for minimising ones, as one."""
    return lambda walk, at: (larger if at.larger else smaller)(walk, at)


def but_at_root(stop: Test) -> Test:
    """Return a test by which the root is never left."""
    return lambda walk, at: not at.root and stop(walk, at)


def at_once(walk: Walk, at: At) -> bool:
    """Leave a node after its first child."""
    return True


def at_own_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value is not beyond the bound that it narrows itself."""
    return at.best <= at.before if at.larger else at.best >= at.before


def beyond_own_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value reaches the bound that it narrows itself."""
    return at.best >= at.before > -INFINITE if at.larger else at.best <= at.before < INFINITE


def short_of_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value has not yet reached the other side's bound."""
    return at.best <= at.beta < INFINITE if at.larger else at.best >= at.alpha > -INFINITE


def at_win(stop: Test, finished: bool, where: Test, least: float = 0.0) -> Test:
    """Return a test that also leaves a node, at some places, when a child is won: worth more than `least` to the side to move."""

    def leave(walk: Walk, at: At) -> bool:
        value = at.value if at.larger else -at.value
        won = value > least and where(walk, at) and (not finished or walk.flat.over[at.child])
        return won or stop(walk, at)

    return leave


def take_win(finished: bool, where: Test) -> Deed:
    """Return a node's choice that takes a child that is won, even if another one is worth more."""
    won = at_win(never, finished, where)

    def take(walk: Walk, at: At) -> None:
        if won(walk, at):
            at.best, at.chosen = at.value, at.child
        else:
            take_better(walk, at)

    return take


# --- a child's value


def minus_at_root(walk: Walk, at: At) -> float:
    """Return a child's value, with another sign at the root."""
    return -search_child(walk, at) if at.root else search_child(walk, at)


def never_searched_again(width: float, where: Test, from_place: int = 1, reduced: int = 0, least: int = 0) -> Hook:
    """Return a child's value by an empty window, as in principal variation search, or `reduced` plies less deep, once.

    Only later moves, `from_place` on, with at least `least` plies left. A width of infinity is the usual window.
    """

    def child(walk: Walk, at: At) -> float:
        if at.place < from_place or at.left < least or not where(walk, at):
            return search_child(walk, at)
        alpha, beta = walk.rules.window(walk, at)
        low, high = (alpha, min(beta, alpha + width)) if at.larger else (max(alpha, beta - width), beta)
        return walk.visit(at.child, walk.rules.left(walk, at) - reduced, low, high)

    return child


def moves_of_one_side(walk: Walk, at: At) -> int:
    """Count only the moves of the side that moves at the root."""
    return at.left - (walk.flat.turn[at.number] == walk.seat)


def moves_of_the_other_side(walk: Walk, at: At) -> int:
    """Count only the moves of the other side."""
    return at.left - (walk.flat.turn[at.number] != walk.seat)


# --- the root


def deepen(width: float) -> Callable[[Walk, int], float]:
    """Return a start that goes one ply deeper at a time, in a window around the last value, and never searches outside it."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.search(0, 1, -INFINITE, INFINITE)
        for deep in range(2, depth + 1):
            walk.forget()
            value = walk.search(0, deep, value - width, value + width)
        return value

    return start


def around_value(width: float) -> Callable[[Walk, int], float]:
    """Return a start with a window around the root's evaluation."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.worth(0, walk.seat)
        return walk.search(0, depth, value - width, value + width)

    return start


def around_search(width: float, deep: int) -> Callable[[Walk, int], float]:
    """Return a start with a window around the value of a search that is not as deep."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.search(0, min(deep, depth), -INFINITE, INFINITE)
        walk.forget()
        return walk.search(0, depth, value - width, value + width)

    return start


def infinity_of(large: float) -> Callable[[Walk, int], float]:
    """Return a start with a window that is too narrow to hold all values."""
    return lambda walk, depth: walk.search(0, depth, -large, large)


def the_last_taken(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value the root took last; whichever it is if it took none."""
    return [walk.chosen] if walk.chosen else walk.flat.children[0]


def the_last_noted(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value any node took last."""
    return [walk.noted]


def any_unless_above_zero(walk: Walk, value: float) -> Sequence[int]:
    """Choose a move with the best value; where that is the 0 that the search began with, the choice is undefined."""
    return [child for child, found in walk.at_root if found == value != 0] or walk.flat.children[0]


def the_last_equal(walk: Walk, value: float) -> Sequence[int]:
    """Choose the last of the moves with the best value."""
    return [child for child, found in walk.at_root if found == value][-1:] or walk.flat.children[0]


def place_in_another_order(walk: Walk, value: float) -> Sequence[int]:
    """Choose by the best move's place, among the moves as they were before they were put in order."""
    place = next((place for place, (_, found) in enumerate(walk.at_root) if found == value), None)
    children = walk.flat.children[0]
    return children if place is None else [children[place]]


# --- a table


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


def flags_exchanged(leaves: bool, deeper: bool, narrows: bool) -> Visit:
    """Return a look into a table whose upper bounds are kept as lower ones, and lower ones as upper ones.

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
        flag = "lower" if found <= low else "upper" if found >= high else "exact"
        walk.known[key] = found, flag, left
        return found

    return visit


# --- searches in many ways


def on(bases: Iterable[Rules], **hooks: object) -> tuple[Rules, ...]:
    """Return each of some searches with some hooks."""
    return tuple(replace(base, **hooks) for base in bases)  # type: ignore[arg-type]


def either_test(searches: Iterable[Rules]) -> tuple[Rules, ...]:
    """Return each search with a test by its value, and with one by its window."""
    return tuple(each for one in searches for each in (one, *on([one] * (one.stop is not never), stop=by_window(one.stop))))
