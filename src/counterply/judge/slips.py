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
    begin_with_worst,
    beyond_bound,
    narrow,
    never,
    search_child,
    take_better,
    worth_to_root,
)

Window = Callable[[Walk, At], tuple[float, float]]

ENDLESS = 1_000  # plies that no tree has

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


def judged_apart(finished: Hook, others: Hook) -> Hook:
    """Return the judge of leaves that judges `finished` positions in one way, and the others in another."""
    return lambda walk, at: (finished if walk.flat.over[at.number] else others)(walk, at)


def negative(leaf: Hook) -> Hook:
    """Return the judge of leaves with the other sign."""
    return lambda walk, at: -leaf(walk, at)


def no_value(walk: Walk, at: At) -> float:
    """Take a position to be worth 0, without asking."""
    walk.unseen.add(at.number)
    return 0.0


def nothing_before_depth(walk: Walk, at: At) -> float:
    """Take a position that ends the game before the depth is used up to be worth 0, without asking."""
    return no_value(walk, at) if at.left > 0 else worth_to_root(walk, at)


def size(walk: Walk, at: At) -> float:
    """Return a leaf's value without its sign."""
    return abs(worth_to_root(walk, at))


def only_who_won(large: float) -> Hook:
    """Return the judge of finished positions that says only who has won: plus or minus a number, or 0."""

    def leaf(walk: Walk, at: At) -> float:
        value = worth_to_root(walk, at)
        return large if value > 0 else -large if value < 0 else 0.0

    return leaf


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


def begin_with_own_value(where: Test) -> Hook:
    """Return a beginning of some nodes with their own evaluation."""

    def begin(walk: Walk, at: At) -> float:
        if where(walk, at) and at.left > 0 and walk.flat.children[at.number]:
            return walk.worth(at.number, walk.seat)
        return begin_with_worst(walk, at)

    return begin


def begin_with_shared(where: Test) -> Hook:
    """Return a beginning of some nodes with the best value so far of all nodes of their side."""

    def begin(walk: Walk, at: At) -> float:
        return walk.shared[at.larger] if where(walk, at) else begin_with_worst(walk, at)

    return begin


def take_into_shared(where: Test) -> Deed:
    """Return a choice that takes a child's value, at some nodes, only if it is better than the best so far of all of their side."""

    def take(walk: Walk, at: At) -> None:
        if not where(walk, at):
            take_better(walk, at)
            return
        at.best = max(at.best, walk.shared[True]) if at.larger else min(at.best, walk.shared[False])
        take_better(walk, at)
        walk.shared[at.larger] = at.best

    return take


def take_sum(where: Test) -> Deed:
    """Return a node's choice that adds its children's values."""

    def take(walk: Walk, at: At) -> None:
        if where(walk, at):
            at.best = at.value if at.place == 0 else at.best + at.value
        else:
            take_better(walk, at)

    return take


def take_where_zero(where: Test) -> Deed:
    """Return a node's choice that takes 0 for no value, so that whatever comes after it is better."""

    def take(walk: Walk, at: At) -> None:
        if where(walk, at) and (at.place == 0 or at.best == 0):
            at.best, at.chosen = at.value, at.child
        else:
            take_better(walk, at)

    return take


def take_larger(walk: Walk, at: At) -> None:
    """Take the child's value if it is larger, whoever's turn it is; where a value begins with infinity, none is."""
    if at.value > at.best:
        at.best, at.chosen = at.value, at.child


def take_smaller(walk: Walk, at: At) -> None:
    """Take the child's value if it is smaller, whoever's turn it is."""
    if at.value < at.best:
        at.best, at.chosen = at.value, at.child


def add_own_value(where: Test) -> Hook:
    """Return the value of an inner node that adds the node's own evaluation to the best value below."""
    return lambda walk, at: at.best + (walk.worth(at.number, walk.seat) if where(walk, at) else 0.0)


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


def below_larger(walk: Walk, at: At) -> bool:
    """Tell whether a node takes the larger value, and is not the root."""
    return at.larger and not at.root


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


def greedy_root(walk: Walk, at: At) -> Sequence[int]:
    """Return all children, or at the root only the one that looks best at once."""
    children = walk.order(at.number)
    return [max(children, key=lambda child: walk.worth(child, walk.seat))] if at.root else children


def first_moves(count: int, where: Test) -> Callable[[Walk, At], Sequence[int]]:
    """Return the first few children of some nodes, and all of the others."""

    def moves(walk: Walk, at: At) -> Sequence[int]:
        return walk.flat.children[at.number][:count] if where(walk, at) else walk.order(at.number)

    return moves


def best_looking(count: int, where: Test, worst: bool = False) -> Callable[[Walk, At], Sequence[int]]:
    """Return the few children of some nodes that look best to the side to move there, or `worst`, and all of the others."""

    def moves(walk: Walk, at: At) -> Sequence[int]:
        if not where(walk, at):
            return walk.order(at.number)
        turn = walk.flat.turn[at.number]
        children = walk.flat.children[at.number]
        chosen = set(sorted(children, key=lambda child: walk.worth(child, turn), reverse=not worst)[:count])
        return [child for child in walk.order(at.number) if child in chosen]

    return moves


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


def narrow_to_last(where: Test) -> Deed:
    """Return a node's narrowing that sets its bound to the last value, better or not, at some nodes."""

    def narrow_last(walk: Walk, at: At) -> None:
        if not where(walk, at):
            narrow(walk, at)
        elif at.larger:
            at.before, at.alpha = at.alpha, at.value
        else:
            at.before, at.beta = at.beta, at.value

    return narrow_last


def bound_now(walk: Walk, at: At) -> float:
    """Return the bound that the node narrows, as it is at the end."""
    return at.alpha if at.larger else at.beta


def bound_before_cut(otherwise: Hook, where: Test) -> Hook:
    """Return the value of a node that forgets, at a cut, the move that caused it."""
    return lambda walk, at: at.before if at.number in walk.cuts and where(walk, at) else otherwise(walk, at)


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


def when_no_better(stop: Test, where: Test) -> Test:
    """Return a test that also leaves a node, at some places, after a move that is no better than the best so far."""
    return lambda walk, at: (at.chosen != at.child and where(walk, at)) or stop(walk, at)


def one_move_late(stop: Test) -> Test:
    """Return the test with the window as it was before the last move."""

    def leave(walk: Walk, at: At) -> bool:
        best, at.best = at.best, at.before
        found = stop(walk, at)
        at.best = best
        return found

    return leave


def at_own_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value is not beyond the bound that it narrows itself."""
    return at.best <= at.before if at.larger else at.best >= at.before


def beyond_own_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value reaches the bound that it narrows itself."""
    return at.best >= at.before > -INFINITE if at.larger else at.best <= at.before < INFINITE


def short_of_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value has not yet reached the other side's bound, if there is one."""
    return at.best <= at.beta < INFINITE if at.larger else at.best >= at.alpha > -INFINITE


def within_bound(walk: Walk, at: At) -> bool:
    """Leave a node whose value is not beyond the other side's bound."""
    return at.best <= at.beta if at.larger else at.best >= at.alpha


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


def never_searched_again(
    width: float, where: Test, from_place: int = 1, reduced: int = 0, least: int = 0, worse: bool = False
) -> Hook:
    """Return a child's value by an empty window, as in principal variation search, or `reduced` plies less deep, once.

    Only later moves, `from_place` on, with at least `least` plies left. A width of infinity is the usual window. With `worse`, a
    move is searched again where it is worse than the best so far, and should be where it is better.
    """

    def child(walk: Walk, at: At) -> float:
        if at.place < from_place or at.left < least or not where(walk, at):
            return search_child(walk, at)
        alpha, beta = walk.rules.window(walk, at)
        low, high = (alpha, min(beta, alpha + width)) if at.larger else (max(alpha, beta - width), beta)
        value = walk.visit(at.child, walk.rules.left(walk, at) - reduced, low, high)
        return search_child(walk, at) if worse and (value < alpha if at.larger else value > beta) else value

    return child


def without_search(margin: float, most: int, low: bool, high: bool) -> Callable[[Walk, int, int, float, float], float]:
    """Return a visit that believes an inner position's evaluation where it is far from the window, `most` plies before the leaves.

    `low`: where it does not reach the mover's alpha by `margin`; `high`: where it is beyond its beta by that much.
    """

    def visit(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
        if number and 0 < left <= most and walk.flat.children[number]:
            value = walk.worth(number, walk.seat)
            below, above = value + margin <= alpha, value - margin >= beta
            if walk.flat.turn[number] != walk.seat:
                below, above = value - margin >= beta, value + margin <= alpha
            if (below and low) or (above and high):
                walk.bounds[number] = value
                return value
        return walk.search(number, left, alpha, beta)

    return visit


def two_plies_less(walk: Walk, at: At) -> int:
    """Take two off the depth for each move."""
    return at.left - 2


def less_for_each_move(endless: bool, where: Test) -> Callable[[Walk, At], int]:
    """Return the depth of a child where each move of a node takes one more off; `endless`: below 0 it is never used up."""

    def left(walk: Walk, at: At) -> int:
        plies = at.left - 1 - (at.place if where(walk, at) else 0)
        return plies + ENDLESS if plies < 0 and endless else plies

    return left


def moves_of_one_side(walk: Walk, at: At) -> int:
    """Count only the moves of the side that moves at the root."""
    return at.left - (walk.flat.turn[at.number] == walk.seat)


def moves_of_the_other_side(walk: Walk, at: At) -> int:
    """Count only the moves of the other side."""
    return at.left - (walk.flat.turn[at.number] != walk.seat)


# --- searches in many ways


def on(bases: Iterable[Rules], **hooks: object) -> tuple[Rules, ...]:
    """Return each of some searches with some hooks."""
    return tuple(replace(base, **hooks) for base in bases)  # type: ignore[arg-type]


def either_test(searches: Iterable[Rules]) -> tuple[Rules, ...]:
    """Return each search with a test by its value, and with one by its window."""
    return tuple(each for one in searches for each in (one, *on([one] * (one.stop is not never), stop=by_window(one.stop))))
