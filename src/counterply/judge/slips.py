"""The hooks of wrong searches: one for each known mistake, at its place in the right search (`reference.Rules`)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from operator import neg
from typing import Any

from counterply.judge.reference import (
    INFINITE,
    At,
    Deed,
    Hook,
    Left,
    Moves,
    Rules,
    Searches,
    Test,
    Visit,
    Walk,
    Window,
    at_bound,
    begin_with_worst,
    beyond_bound,
    narrow,
    never,
    search_child,
    take_better,
    turned,
    worth_to_root,
)

AnyHook = Callable[[Walk, At], Any]
Change = Callable[[float], float]
Bounds = Callable[[float, float, float], tuple[float, float]]

ENDLESS = 1_000  # plies that no tree has


def either(test: Test, one: AnyHook, other: AnyHook) -> AnyHook:
    """Return a hook that is one at the nodes of a test, and another elsewhere."""
    return lambda walk, at: (one if test(walk, at) else other)(walk, at)


def each(places: Iterable[Test], *hooks: AnyHook) -> list[Any]:
    """Return each hook at each of some places, as `on` takes them: elsewhere a search does what it did."""
    return [*product(places, hooks)]


# --- the side to move


def by_turn(tells: Callable[[int, int], bool]) -> Test:
    """Return a test for the larger value by the side to move at a node and at the root."""
    return lambda walk, at: tells(walk.flat.turn[at.number], walk.seat)


def by_depth(odd: int) -> Test:
    """Return a test for the larger value that goes by whether the depth left is odd."""
    return lambda walk, at: at.left % 2 == odd


def by_depth_asked(odd: int) -> Test:
    """Return a test that goes by whether the depth asked for is odd."""
    return lambda walk, at: walk.depth % 2 == odd


def turned_for_each_move(root: int) -> Test:
    """Return the test for the larger value where that is turned round for each move of a loop; at the root too, if that is 0."""

    def larger(walk: Walk, number: int) -> bool:
        parent = walk.flat.parent[number]
        return parent < 0 or (parent >= root and larger(walk, parent) == bool(list(walk.order(parent)).index(number) % 2))

    return lambda walk, at: larger(walk, at.number)


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
    return at.sign * at.best


def finished(walk: Walk, at: At) -> bool:
    """Tell whether the game is over at a node."""
    return walk.flat.over[at.number]


def unfinished(walk: Walk, at: At) -> bool:
    """Tell whether the game goes on at a node."""
    return not walk.flat.over[at.number]


def finished_at_odd(walk: Walk, at: At) -> bool:
    """Tell whether the game is over at a node where an odd number of plies is left."""
    return finished(walk, at) and at.left % 2 == 1


def before_depth(walk: Walk, at: At) -> bool:
    """Tell whether the depth is not used up."""
    return at.left > 0


def no_value(walk: Walk, at: At) -> float:
    """Take a position to be worth 0, without asking."""
    walk.unseen.add(at.number)
    return 0.0


def changed(hook: Hook, change: Change) -> Hook:
    """Return a hook whose value is changed, in the root's view."""
    return lambda walk, at: change(hook(walk, at))


LOSS = changed(worth_to_root, neg)


def only_who_won(large: float, draw: int, rest: bool = True, by_mover: bool = False) -> Hook:
    """Return the judge of finished positions that says only who has won: plus or minus a number, or what it takes a `draw` for.

    The draw counts for the side to move at the root, or `by_mover` at the leaf; without the `rest` it is all that is wrong.
    """

    def leaf(walk: Walk, at: At) -> float:
        value = worth_to_root(walk, at)
        if value:
            return math.copysign(large, value) if rest else value
        return draw * (-large if by_mover and walk.flat.turn[at.number] != walk.seat else large) if draw else 0.0

    return leaf


def last_mover_wins(large: float) -> Hook:
    """Return the judge of finished positions that takes the side that moved last for the winner."""
    return lambda walk, at: large if walk.flat.turn[at.number] != walk.seat else -large


def judge_inner(walk: Walk, at: At) -> None:
    """Judge an inner node."""
    walk.judged.add(at.number)


# --- where a value begins, and which one is taken


def always(value: float) -> Hook:
    """Return one number at every node."""
    return lambda walk, at: value


def own_value(walk: Walk, at: At) -> float:
    """Return a node's own evaluation."""
    return at.sign * walk.worth(at.number, walk.seat)


def begin_with_bound(walk: Walk, at: At) -> float:
    """Begin with the bound that the node narrows, as fail-hard code does that has no other best value."""
    return at.low


def begin_with_own_value(walk: Walk, at: At) -> float:
    """Begin an inner node with its own evaluation."""
    inner = at.left > 0 and walk.flat.children[at.number]
    return own_value(walk, at) if inner else begin_with_worst(walk, at)


def begin_with_shared(walk: Walk, at: At) -> float:
    """Begin with the best value so far of all nodes of the node's side."""
    return walk.shared[at.sign]


def take_into_shared(walk: Walk, at: At) -> None:
    """Take the child's value only if it is better than the best so far of all nodes of the node's side."""
    at.best = max(at.best, walk.shared[at.sign])
    take_better(walk, at)
    walk.shared[at.sign] = at.best


def take_all(together: Callable[[Sequence[float]], float]) -> Deed:
    """Return what takes the values of all children so far `together`, in the view of the side to move."""

    def take(walk: Walk, at: At) -> None:
        at.best = together(at.values)

    return take


def made_whole(whole: Callable[[float], float]) -> Hook:
    """Return the best value as a number that is whole in the root's view."""
    return lambda walk, at: at.sign * whole(round(at.sign * at.best, 9))


def take_if(better: Callable[[At], bool]) -> Deed:
    """Return what takes the child's value where a test says that it is better."""

    def take(walk: Walk, at: At) -> None:
        if better(at):
            at.take()

    return take


take_any = take_if(lambda at: True)
take_larger = take_if(lambda at: at.sign * at.value > at.sign * at.best)  # where a value begins with infinity, none is
take_smaller = take_if(lambda at: at.sign * at.value < at.sign * at.best)
take_at_zero = take_if(lambda at: at.place == 0 or at.best == 0 or at.value > at.best)
take_unless_zero = take_if(lambda at: at.value != 0 and at.value > at.best)
take_by_size = take_if(lambda at: at.place == 0 or at.sign * abs(at.value) > at.sign * abs(at.best))
take_inside = take_if(lambda at: at.best < at.value < at.beta)
take_before_negation = take_if(lambda at: -at.value > at.best)  # the child's own view


def with_own_value(share: float) -> Hook:
    """Return a share of the sum of the best value below and the node's own evaluation."""
    return lambda walk, at: share * (at.best + own_value(walk, at))


def with_childs_own(walk: Walk, at: At) -> float:
    """Return a child's value and its own evaluation together."""
    return search_child(walk, at) + walk.worth(at.child, walk.seat)


WHERE: tuple[Test, ...] = (
    lambda walk, at: at.root,
    lambda walk, at: not at.root,
    lambda walk, at: at.larger,
    lambda walk, at: not at.larger,
    lambda walk, at: at.larger and not at.root,
    lambda walk, at: not (at.larger or at.root),
    lambda walk, at: at.root or not at.larger,
    lambda walk, at: not at_bound(walk, at),
)
at_root, below_root, where_larger, where_smaller, below_larger, below_smaller, where_smaller_or_root, where_uncut = WHERE


# --- which moves are tried


def part_of_moves(count_of: Callable[[int], int]) -> Moves:
    """Return as many of the children as `count_of` says of their number, at least one; in the student's order any come first."""

    def moves(walk: Walk, at: At) -> Sequence[int]:
        children = walk.order(at.number)
        return children[: max(1, count_of(len(children)))]

    return moves


def no_worse_than_now(walk: Walk, at: At) -> Sequence[int]:
    """Return the children that look no worse to the side to move than the position does now; all of them if none does."""
    now, turn = own_value(walk, at), walk.flat.turn[at.number]
    return [child for child in walk.order(at.number) if walk.worth(child, turn) >= now] or walk.order(at.number)


def unlike_before(walk: Walk, at: At) -> Sequence[int]:
    """Return the children without those that are worth at once what one before is."""
    return [*{walk.worth(child, walk.seat): child for child in reversed(walk.order(at.number))}.values()][::-1]


def best_looking(count_of: Callable[[int], int], worst: bool) -> Moves:
    """Return as many of the children as `count_of` says, that look best to the side to move there, or `worst`."""

    def moves(walk: Walk, at: At) -> Sequence[int]:
        turn = walk.flat.turn[at.number]
        ranked = sorted(walk.order(at.number), key=lambda child: walk.worth(child, turn), reverse=not worst)
        return [child for child in walk.order(at.number) if child in ranked[: count_of(len(ranked))]]

    return moves


# --- the window


def window_given(walk: Walk, at: At) -> tuple[float, float]:
    """Return the window as the node got it."""
    return at.low, at.high


NARROWER: tuple[Window, ...] = (lambda walk, at: (at.alpha + 1, at.beta), lambda walk, at: (at.alpha, at.beta - 1))
TURNED: tuple[Window, ...] = (  # round, as negamax should not
    lambda walk, at: (-at.beta, -at.alpha),  # as it is
    lambda walk, at: (at.beta, at.alpha),  # negated only
    lambda walk, at: (-at.alpha, -at.beta),  # exchanged only
)
AS_IT_IS = TURNED[0]


def keep_window(walk: Walk, at: At) -> None:
    """Leave the window as it is."""
    at.before = at.alpha


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


# --- when a node is left


def by_window(stop: Test) -> Test:
    """Return the test that compares alpha with beta, not the node's value: another one where a window is empty already."""
    return BY_WINDOW.get(stop, stop)


BY_WINDOW: dict[Test, Test] = {at_bound: lambda walk, at: at.alpha >= at.beta, beyond_bound: lambda walk, at: at.alpha > at.beta}


def last_at_bound(walk: Walk, at: At) -> bool:
    """Leave a node where its last move's value reaches the other side's bound, taken or not."""
    return at.value >= at.beta


def before_narrowing(walk: Walk, at: At) -> bool:
    """Tell whether a node's value reaches the other side's bound as that was before the node changed it."""
    return at.best >= at.limit


def when_no_better(where: Test) -> Test:
    """Return the test of a move, at some nodes, that is no better than the best so far."""
    return lambda walk, at: where(walk, at) and at.chosen != at.child


def beyond(most: int, where: Test) -> Test:
    """Return the test, at some nodes, of more than a number of positions that are seen."""
    return lambda walk, at: len(walk.bounds) > most and where(walk, at)


def ends_all(test: Test) -> Test:
    """Return a test after which every node is left."""

    def leave(walk: Walk, at: At) -> bool:
        walk.ended = walk.ended or test(walk, at)
        return walk.ended

    return leave


def for_root(walk: Walk, at: At) -> bool:
    """Tell whether a child is a won game for the side that moves at the root."""
    return walk.flat.over[at.child] and walk.flat.worth(at.child, walk.seat) > 0


def one_move_late(stop: Test) -> Test:
    """Return the test with the window as it was before the last move."""

    def leave(walk: Walk, at: At) -> bool:
        best, at.best = at.best, at.before
        found = stop(walk, at)
        at.best = best
        return found

    return leave


def where_gain(own: bool, test: Callable[[float], bool], known: bool = False) -> Test:
    """Return a test of what a node's value is beyond the other side's bound, or beyond its `own`; `known`: if there is one."""

    def leave(walk: Walk, at: At) -> bool:
        bound = at.before if own else at.beta
        return test(at.best - bound) and not (known and math.isinf(bound))

    return leave


WRONG_CUTS = (
    where_gain(True, lambda gain: gain <= 0),
    where_gain(True, lambda gain: gain >= 0, known=True),
    where_gain(True, lambda gain: gain > 0),
    where_gain(False, lambda gain: gain <= 0, known=True),
    where_gain(False, lambda gain: gain <= 0),
)


def won(finished: bool, than: Hook, where: Test) -> Test:
    """Return a test for a child, at some places, that is better for the side to move `than` something; or only if `finished`."""

    def better(walk: Walk, at: At) -> bool:
        return where(walk, at) and (walk.flat.over[at.child] or not finished) and at.value > than(walk, at)

    return better


# --- a child's value


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


def searched_first(
    width: float = INFINITE,
    where: Test = below_root,
    from_place: Callable[[int], int] = lambda count: 1,
    reduced: int = 0,
    least: int = 0,
    again: int = 0,
    first: Bounds = BOUNDS[0],
    second: Bounds = BOUNDS[0],
) -> Hook:
    """Return a child's value by an empty window, as in principal variation search, or `reduced` plies less deep.

    Only later moves, from the place on that `from_place` tells by their number, with at least `least` plies left. A width of
    infinity is the usual window. With `again` 1 a move is searched again where it is better than the best so far, as it should
    be, with 2 where it reaches beta, with -1 where it is worse, with 0 never.
    `first` and `second` are what is done to both windows, in the view of the side to move.
    """

    def child(walk: Walk, at: At) -> float:
        if at.place < from_place(len(walk.order(at.number))) or at.left < least or not where(walk, at):
            return search_child(walk, at)
        alpha, beta = sorted(walk.rules.window(walk, at))

        def searched(low: float, high: float, left: int) -> float:
            return at.sign * walk.visit(at.child, left, *at.turned(low, high))

        left = walk.rules.left(walk, at)
        value = searched(*first(alpha, min(beta, alpha + width), alpha), left - reduced)
        if value >= beta if again > 1 else again * (value - alpha) > 0 and (again < 0 or value < beta):
            value = searched(*second(alpha, beta, value), left)
        return at.sign * value

    return child


def estimated(
    shallower: int,
    low: bool,
    high: bool,
    plies: tuple[int, int],
    margin: float = 0.0,
    sides: Sequence[int] = (1, -1),
    view: int = 1,
) -> Visit:
    """Return a visit that believes an inner position's estimate where it is far from the window, so many plies before the leaves.

    The estimate is that of a search so many plies `shallower`, or one ply deep for 0; where none are left, of the evaluation. With
    -1 it is in the `view` of the other side.
    `low`: where it does not reach the mover's alpha by `margin`; `high`: where it is beyond its beta by that much.
    """
    fewest, most = plies

    def visit(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
        sign = walk.sign(number)
        if number and fewest <= left <= most and walk.flat.children[number] and sign in sides:
            value = view * walk.search(number, left - shallower if shallower else 1, *turned(view, alpha, beta))
            least, enough = turned(sign, alpha, beta)
            if (low and sign * value + margin <= least) or (high and sign * value - margin >= enough):
                return value
        return walk.search(number, left, alpha, beta)

    return visit


def limited(most: int, judges: bool = True, inner: bool = False) -> Visit:
    """Return a visit that judges any position once it has seen `most` of them, or of `inner` ones, or takes it for 0."""

    def visit(walk: Walk, number: int, left: int, alpha: float, beta: float) -> float:
        if len(walk.bounds) - inner * len(walk.judged) < most:
            return walk.search(number, left, alpha, beta)
        return walk.search(number, 0, alpha, beta) if judges else 0.0

    return visit


def shrinking(factor: float, step: float, own: bool) -> Hook:
    """Return a child's value times a factor, with something taken off in the root's view, or in that of the node's `own` side."""
    return lambda walk, at: factor * search_child(walk, at) - (at.sign * step if own else step)


def less_for_each_move(endless: bool, where: Test) -> Left:
    """Return the depth of a child where each move of a node takes one more off; `endless`: below 0 it is never used up."""

    def left(walk: Walk, at: At) -> int:
        plies = at.left - 1 - (at.place if where(walk, at) else 0)
        return plies + ENDLESS if plies < 0 and endless else plies

    return left


def lost_at_cuts(walk: Walk, at: At) -> int:
    """Return the depth of a child where a counter of plies is not given back wherever a node was left early."""
    return walk.depth - walk.flat.ply[at.child] - len(walk.cuts)


def any_depth(depth: int, left: int) -> bool:
    """Tell that any entry of a table will do, as where each one claims the depth of the root."""
    return True


def plies(own: int, theirs: int) -> Left:
    """Take some plies off for a move of the side that moves at the root, and some for one of the other side."""
    return lambda walk, at: at.left - (own if walk.flat.turn[at.number] == walk.seat else theirs)


def first_move(walk: Walk, at: At) -> bool:
    """Tell whether it is a node's first move."""
    return at.place == 0


def ends_by_side(own: bool, plies: int) -> Left:
    """End some plies too early, or for a negative number too late, where the side moves that moves at the root, or the other."""

    def left(walk: Walk, at: At) -> int:
        off = plies if (walk.flat.turn[at.child] == walk.seat) == own else 0
        return 0 if at.left - 1 <= off else max(at.left - 1, -off)

    return left


def extended(where: Test) -> Left:
    """Take nothing off for some moves."""
    return lambda walk, at: at.left - (not where(walk, at))


def loud(least: float) -> Test:
    """Return the test of a move by which the evaluation changes so much at least."""
    return lambda walk, at: abs(walk.flat.value[at.child] - walk.flat.value[at.number]) >= least


only_move, before_only_move = (
    lambda walk, at: len(walk.flat.children[at.number]) == 1,
    lambda walk, at: len(walk.flat.children[at.child]) == 1,
)


# --- searches in many ways


def on(bases: Iterable[Rules], **hooks: Any) -> Searches:
    """Return each of some searches with some hooks; where a list is given, with each hook of it.

    A pair of a place and a hook is the hook there, and elsewhere the search's own.
    """
    choices = [*product(*(hook if isinstance(hook, list) else [hook] for hook in hooks.values()))]

    def there(base: Rules, name: str, hook: Any) -> Any:
        return either(hook[0], hook[1], getattr(base, name)) if isinstance(hook, tuple) else hook

    return tuple(
        replace(base, **{name: there(base, name, hook) for name, hook in zip(hooks, chosen, strict=True)})
        for base, chosen in product(bases, choices)
    )


def either_test(searches: Iterable[Rules]) -> Searches:
    """Return each search with a test by its value, and with one by its window."""
    return tuple(made for one in searches for made in (one, *on([one] * (one.stop is not never), stop=by_window(one.stop))))
