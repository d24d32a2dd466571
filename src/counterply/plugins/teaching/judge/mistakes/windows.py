"""Mistakes of alpha and beta: how a node narrows its window, what its children get, and when it is left."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import product
from operator import ge, gt, le

from counterply.plugins.teaching.judge.mistakes.hooks import (
    BOTH,
    BY_SIDE,
    EVERY,
    OPEN,
    OPENED,
    PLACES,
    PRUNING,
    SOFT_AND_HARD,
    STYLES,
    TURNED,
    always,
    at_root,
    below_larger,
    below_root,
    below_smaller,
    by_window,
    each,
    either,
    either_test,
    keep_window,
    lax,
    on,
    root_stays,
    take_if,
    the_last_taken,
    where_larger,
)
from counterply.plugins.teaching.judge.mistakes.values import WRONG_INFINITY
from counterply.plugins.teaching.judge.reference import (
    EQUAL,
    MINIMAX,
    At,
    Deed,
    Hook,
    Hooks,
    Searches,
    Start,
    Test,
    Walk,
    anywhere,
    as_found,
    at_bound,
    beyond_bound,
    narrow,
    never,
    own_bound_kept,
    search_child,
)
from counterply.plugins.teaching.judge.repeats import Mistake

Bounds = Callable[[float, float, float], tuple[float, float]]
take_inside = take_if(lambda at: at.best < at.value < at.beta)


def narrow_other_bound(last: bool) -> Deed:
    """Lower beta to the best value, or the `last` one, where alpha is to be raised."""

    def deed(walk: Walk, at: At) -> None:
        at.before, at.beta = at.alpha, min(at.beta, at.value if last else at.best)

    return deed


def narrow_to_last(walk: Walk, at: At) -> None:
    """Set the node's bound to the last value, better or not."""
    at.before, at.alpha = at.alpha, at.value


def last_value(walk: Walk, at: At) -> float:
    """Return the value of the last child tried, better or not."""
    return at.value


def bound_now(walk: Walk, at: At) -> float:
    """Return the bound that the node narrows, as it is at the end."""
    return at.alpha


def one_bound(larger: bool) -> Hook:
    """Return the root's bound of one side as the value of all inner nodes: alpha for `larger`, else beta."""
    return lambda walk, at: at.alpha if larger == at.larger else at.beta


def bound_before_cut(otherwise: Hook, where: Test) -> Hook:
    """Return the value of a node that forgets, at a cut, the move that caused it."""
    return lambda walk, at: at.before if at.number in walk.cuts and where(walk, at) else otherwise(walk, at)


def narrow_one_for_all(anew: Test) -> Deed:
    """Return what narrows the one window of the whole search, which begins `anew` at some nodes."""

    def deed(walk: Walk, at: At) -> None:
        if not anew(walk, at):
            at.alpha, at.beta = at.turned(*walk.window)
        narrow(walk, at)
        walk.window = at.turned(at.alpha, at.beta)

    return deed


def last_at_bound(walk: Walk, at: At) -> bool:
    """Leave a node where its last move's value reaches the other side's bound, taken or not."""
    return at.value >= at.beta


def before_narrowing(walk: Walk, at: At) -> bool:
    """Tell whether a node's value reaches the other side's bound as that was before the node changed it."""
    return at.best >= at.limit


def one_move_late(stop: Test) -> Test:
    """Return the test with the window as it was before the last move."""

    def leave(walk: Walk, at: At) -> bool:
        best, at.best = at.best, at.before
        found = stop(walk, at)
        at.best = best
        return found

    return leave


def where_best(test: Callable[[float, float], bool], own: bool, known: bool = False) -> Test:
    """Return a test of a node's value and the other side's bound, or its `own`; `known`: only a finite bound counts."""

    def leave(walk: Walk, at: At) -> bool:
        bound = at.before if own else at.beta
        return test(at.best, bound) and not (known and math.isinf(bound))

    return leave


WRONG_CUTS = (
    where_best(le, own=True),
    where_best(ge, own=True, known=True),
    where_best(gt, own=True),
    where_best(le, own=False, known=True),
    where_best(le, own=False),
)
BOUNDS: tuple[Bounds, ...] = (  # of a later move, in the view of the side to move, by the window and the value found first
    lambda low, high, value: (low, high),
    lambda low, high, value: (low - 1, high - 1),  # ends where it should begin
    lambda low, high, value: (-high, -low),  # not negated for the other side
    lambda low, high, value: (high, low),  # in each other's place
    lambda low, high, value: (low, low),  # empty
    lambda low, high, value: (value, value),
    lambda low, high, value: (low, value),
    lambda low, high, value: (low, low + 1),
    lambda low, high, value: (high - 1, high),
    lambda low, high, value: (-high, -value),
)


def searched_first(width: float, where: Test, again: int = 0, first: Bounds = BOUNDS[0], second: Bounds = BOUNDS[0]) -> Hook:
    """Return a later child's value by an empty window, as in principal variation search.

    With `again` 1 a move is searched again where it is better than the best so far, as it should be, with -1 where it is worse,
    with 0 never. `first` and `second` change the two windows, in the view of the side to move.
    """

    def child(walk: Walk, at: At) -> float:
        if at.place == 0 or not where(walk, at):
            return search_child(walk, at)
        alpha, beta = sorted(walk.hooks.window(walk, at))

        def searched(low: float, high: float) -> float:
            return at.sign * walk.visit(at.child, walk.hooks.left(walk, at), *at.turned(low, high))

        value = searched(*first(alpha, min(beta, alpha + width), alpha))
        if again * (value - alpha) > 0 and (again < 0 or value < beta):
            value = searched(*second(alpha, beta, value))
        return at.sign * value

    return child


def infinity_of(large: float) -> Start:
    """Return a start with a window that is too narrow to hold all values."""
    return lambda walk, depth: walk.search(0, depth, -large, large)


SOFT = (*PRUNING, *on(PRUNING, window=OPENED))
USUAL_INFINITIES = (*range(1, 11), 12, 15, 20, 30, 40, 50)


def wrong_cuts() -> Searches:
    """Return searches that compare with the wrong bound."""
    wrong = WRONG_CUTS
    right = (at_bound, beyond_bound, never, by_window(at_bound), by_window(beyond_bound))
    pairs = [pair for pair in product((*right, *wrong), repeat=2) if set(pair) & set(wrong)]
    stops = [either(where_larger, *pair) for pair in pairs]
    narrows = [narrow, *each((anywhere, below_root), narrow_other_bound(last=False))]
    return root_stays(on([MINIMAX], stop=stops, narrow=narrows))


def wrong_second_windows() -> Searches:
    """Return searches by principal variation whose first window for a later move, or whose second one, is wrong."""
    right, *others = BOUNDS
    wrong = [pair for one in others for pair in ((one, right), (right, one))]
    ways = product((anywhere, below_root), wrong)
    scouts = [searched_first(1.0, where, again=1, first=first, second=second) for where, (first, second) in ways]
    return on(either_test(SOFT_AND_HARD), child=scouts)


def one_bound_forgotten() -> Searches:
    """Return searches that return, at a cut, the bound as it was before."""
    ways = product((own_bound_kept, as_found), (below_root, *BY_SIDE))
    not_taken = on(SOFT_AND_HARD, take=take_inside, stop=last_at_bound)
    return (*not_taken, *on(SOFT, give=[bound_before_cut(*way) for way in ways]))


def last_value_as_bound() -> Searches:
    """Return searches whose bound is the value of the last move."""
    bases = either_test(SOFT)
    narrows = each((anywhere, *BY_SIDE, below_root), narrow_to_last)
    return on(bases, narrow=narrows, give=[as_found, bound_now])


def narrowing_by_side() -> Searches:
    """Return searches that narrow the window at some nodes only, beside the root."""
    kept = each((below_larger, below_smaller, below_root), keep_window)
    other = each((*PLACES[1:], below_larger), *map(narrow_other_bound, BOTH))
    tested_first = on([EQUAL], narrow=other, stop=before_narrowing)
    return (*on(SOFT, narrow=kept), *on(PRUNING, narrow=other), *tested_first)


def small_infinities(values: Iterable[float], largest: float) -> Iterable[Hooks]:
    """Yield searches whose infinity is one of some numbers, or of the usual ones, and less than the largest value."""
    bases = either_test(EVERY)
    for large in sorted({*values, *USUAL_INFINITIES}):
        if 0 < large < largest:
            start = infinity_of(large)
            begins = each((anywhere, below_root, *BY_SIDE), always(-large))
            yield from on(bases, begin=begins, pick=the_last_taken, start=[MINIMAX.start, start])
            yield from root_stays(on(bases, start=start))


def small_infinity(values: Iterable[float], largest: float) -> Mistake:
    """Return the mistake of an infinity that is one of some numbers, or of the usual ones, and less than the largest value."""
    return Mistake(
        "infinity too small",
        "Its infinity is too small: a value that is better than none must be larger than any position's, as float('inf') is, "
        "and minus infinity smaller than any.",
        tuple(small_infinities(values, largest)),
    )


ONE_WINDOW = (
    Mistake(
        "one window for all",
        "Alpha and beta are kept in one place for the whole search: what is narrowed in one branch holds for that branch alone.",
        either_test(on(PRUNING, narrow=[*map(narrow_one_for_all, (never, at_root))])),
    ),
)

WINDOWS = (
    Mistake(
        "no second search",
        "It searches later moves with an empty window, and believes what comes back: where a move is better than alpha, that is "
        "only a bound, and it must be searched again with the whole window.",
        on(
            STYLES,
            child=[searched_first(width, where, again=again) for where in PLACES for width in (1.0, 0.0) for again in (0, -1)],
        ),
    ),
    Mistake(
        "wrong window of a second search",
        "In principal variation search, one of the two windows of a later move is wrong: the first is (alpha, alpha + 1), in "
        "negamax (-alpha - 1, -alpha), and the second is the node's own, (alpha, beta), in negamax (-beta, -alpha).",
        wrong_second_windows(),
    ),
    Mistake("never prunes", "It never prunes: it looks at every node, as minimax does.", (MINIMAX,), answers=False),
    Mistake(
        "window not passed on",
        "The window is not passed on at the root: what the first move is worth should be alpha when the next one is searched.",
        root_stays(OPEN),
        answers=False,
        may_be_meant=True,
    ),
    Mistake(
        "one side never prunes",
        "Only one side prunes: a maximising node raises alpha, and is left when its value reaches beta; a minimising one lowers "
        "beta, and is left at alpha.",
        on(
            either_test(PRUNING),
            stop=each(BY_SIDE, never),
        ),
        answers=False,
    ),
    Mistake(
        "cuts one move late",
        "It compares alpha with beta before the last value has moved them, and so looks at one move too many before it leaves a "
        "node: narrow the window first.",
        root_stays(base._replace(stop=one_move_late(base.stop)) for base in (*SOFT_AND_HARD, *OPEN)),
        answers=False,
    ),
    Mistake(
        "the last value as alpha",
        "Alpha, or beta, becomes the value of the last move, better or not: alpha is the largest value so far, max(alpha, value), "
        "and beta the smallest.",
        last_value_as_bound(),
        answers=False,
    ),
    Mistake(
        "returns the same bound at every node",
        "It returns alpha, or beta, at every node: alpha is the value of a maximising node, and beta that of a minimising one.",
        either_test(each for larger in (True, False) for each in on(PRUNING, give=one_bound(larger))),
    ),
    Mistake(
        "returns the last value",
        "A node returns the value of the last move that it tries, better or not: keep the best value so far, and return that.",
        either_test(on(EVERY, give=each(PLACES, last_value))),
    ),
    Mistake(
        "forgets the move that cuts",
        "Where it leaves a node, it returns the value, or the bound, as it was before the last move: return that move's value, or "
        "the bound that it has reached.",
        one_bound_forgotten(),
    ),
    Mistake(
        "cuts at the wrong bound",
        "It cuts at the wrong bound: a maximising node is left when its value is at least beta, a minimising one when it is "
        "at most alpha.",
        wrong_cuts(),
        answers=False,
    ),
    Mistake(
        "window not narrowed",
        "The window is not narrowed below the root: after each child, alpha becomes the largest value so far at a maximising node, "
        "and beta the smallest at a minimising one.",
        either_test(narrowing_by_side()),
        answers=False,
    ),
    Mistake(
        "window not exchanged and negated",
        "The window that a child gets is wrong: it is (alpha, beta), and in negamax (-beta, -alpha), both bounds with another sign "
        "and in each other's place.",
        root_stays(lax(on(either_test(PRUNING), window=each(PLACES, *TURNED)))),
        answers=False,
        needs_value=True,  # by its moves alone it may be many others: a window that is empty at once leaves after the first move
    ),
    Mistake(
        *WRONG_INFINITY,
        root_stays(on(either_test(SOFT_AND_HARD), begin=each((below_larger, below_smaller), always(math.inf)))),
        answers=False,
    ),
)
