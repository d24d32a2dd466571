"""Mistakes of a node's value: where it begins, which child's value it takes, and what becomes of it on the way up."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce

from counterply.plugins.teaching.judge.mistakes.hooks import (
    ALL,
    BY_SIDE,
    EVERY,
    PLACES,
    STYLES,
    Change,
    always,
    at_root,
    below_larger,
    below_root,
    each,
    either_test,
    on,
    own_value,
    take_if,
    the_last_taken,
    where_smaller,
)
from counterply.plugins.teaching.judge.reference import (
    INFINITE,
    MINIMAX,
    At,
    Deed,
    Hook,
    Searches,
    Test,
    Walk,
    anywhere,
    begin_with_worst,
    equally_good,
    roots_turn,
    search_child,
    take_better,
)
from counterply.plugins.teaching.judge.repeats import Mistake


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


def take_over_childs(sign: int) -> Deed:
    """Return a hook that finds a searched child's best value where the node's own was: in the child's view for a negative sign."""

    def take(walk: Walk, at: At) -> None:
        if at.left > 1 and walk.flat.children[at.child]:
            at.best = sign * at.value
        take_better(walk, at)

    return take


def take_all(together: Callable[[Sequence[float]], float]) -> Deed:
    """Return a hook that combines the values of all children so far, in the view of the side to move."""

    def take(walk: Walk, at: At) -> None:
        at.best = together(at.values)

    return take


def made_whole(whole: Change) -> Hook:
    """Return the best value as a number that is whole in the root's view."""

    def give(walk: Walk, at: At) -> float:
        value = round(at.sign * at.best, 9)
        return at.sign * (whole(value) if math.isfinite(value) else value)  # a game that is won may be worth infinity

    return give


take_at_zero = take_if(lambda at: at.place == 0 or at.best == 0 or at.value > at.best)
take_unless_zero = take_if(lambda at: at.value != 0 and at.value > at.best)


def with_own_value(share: float) -> Hook:
    """Return a share of the sum of the best value below and the node's own evaluation."""
    return lambda walk, at: share * (at.best + own_value(walk, at))


def with_childs_own(walk: Walk, at: At) -> float:
    """Return a child's value and its own evaluation together."""
    return search_child(walk, at) + walk.worth(at.child, walk.seat)


def when_no_better(where: Test) -> Test:
    """Return the test of a move, at some nodes, that is no better than the best so far."""
    return lambda walk, at: where(walk, at) and at.chosen != at.child


def shrinking(factor: float, step: float, own: bool) -> Hook:
    """Return a child's value times a factor, with something taken off in the root's view, or in that of the node's `own` side."""
    return lambda walk, at: factor * search_child(walk, at) - (at.sign * step if own else step)


def any_unless_above_zero(walk: Walk, value: float) -> Sequence[int]:
    """Choose a move with the best value; where that is the 0 that the search began with, the choice is undefined."""
    return equally_good(walk, value) if value else ()


Together = Callable[[Sequence[float]], float]
MEANS: tuple[Together, ...] = (
    lambda values: sum(values) / len(values),
    lambda values: reduce(lambda so_far, value: (so_far + value) / 2, values),
)
SHRINKING = (  # a factor, something taken off, and whether that is in the view of the side to move
    *((factor, 0.0, False) for factor in (0.99, 0.95, 0.9, 0.8, 0.75, 0.5, 1.1, 2.0)),
    *((1.0, step, own) for step in (1.0, -1.0, 0.1, -0.1, 0.01, -0.01) for own in (True, False)),
)


def averages() -> Searches:
    """Return searches that take the mean of the opponent's moves, rounded perhaps, or the running mean of moves so far."""
    averaged = each((where_smaller, below_root, anywhere), *map(take_all, MEANS))
    whole = [made_whole(math.floor), made_whole(round), made_whole(math.trunc)]
    return (*on(EVERY, take=averaged), *on(ALL, take=averaged, give=whole))


WRONG_INFINITY = (
    "begins with the wrong infinity",
    "The best value begins with the wrong infinity, and no move is better than that: begin with minus infinity where the larger "
    "value is taken, and with plus infinity where the smaller one is.",
)
VALUES = (
    Mistake(
        "adds the values on the way",
        "It adds the value of inner positions to what comes from below, or takes the mean of both: only the leaves are judged, and "
        "the others get the best of their children's values.",
        on(
            EVERY,
            larger=[roots_turn, anywhere],
            give=each((anywhere, below_root), *map(with_own_value, (1.0, 0.5))),
        )
        + on(ALL, child=(at_root, with_childs_own)),
    ),
    Mistake(
        "leaves after the first move",
        "It leaves a node after the first move: a return, or a break, stands inside the loop and should stand after it, or a "
        "child's window is empty at once, as it is in negamax unless it is (-beta, -alpha).",
        on(ALL, stop=each((anywhere, *BY_SIDE, below_larger), anywhere)),
    ),
    Mistake(
        "leaves when a move is no better",
        "It leaves a node as soon as a move is no better than the best so far: a later one may be, so go on unless alpha reaches "
        "beta.",
        on(STYLES, stop=[(when_no_better(where), anywhere) for where in PLACES[:3]]),
    ),
    Mistake(
        "begins with 0",
        "The best value begins with 0, so that worse moves never count: begin with minus infinity, and on the other side's turns "
        "with plus infinity.",
        on(STYLES, begin=each((anywhere, *BY_SIDE, below_larger), always(0.0)), pick=any_unless_above_zero),
    ),
    Mistake(
        "begins with 0",
        "The best value at the root begins with 0, so that worse moves never count: begin with minus infinity.",
        on(STYLES, begin=(at_root, always(0.0)), pick=any_unless_above_zero),
        needs_value=True,
    ),
    Mistake(
        *WRONG_INFINITY,
        on(EVERY, begin=each((anywhere, *BY_SIDE), always(INFINITE)), pick=the_last_taken),
        needs_value=True,
    ),
    Mistake(
        "begins with its own evaluation",
        "The best value of a node begins with the node's own evaluation, as if nobody had to move: begin with minus infinity, and "
        "on the other side's turns with plus infinity.",
        on(STYLES, begin=each(PLACES, begin_with_own_value)),
    ),
    Mistake(
        "one best value for all",
        "The best value is kept in one place for the whole search: each node begins with a best value of its own.",
        tuple(
            made
            for where in (anywhere, *BY_SIDE, below_larger)
            for made in on(
                STYLES,
                begin=(where, begin_with_shared),
                take=(where, take_into_shared),
            )
        )
        + on([MINIMAX], take=[*map(take_over_childs, (1, -1))]),
    ),
    Mistake(
        "adds the children's values",
        "It adds up the values of a node's children: the side to move takes only the best one, the largest or the smallest.",
        on(EVERY, take=each((anywhere, below_root, where_smaller), take_all(sum))),
    ),
    Mistake(
        "values changed on the way",
        "On the way to the root values shrink, or something is taken off them, for one side only or in a view that changes: what "
        "is taken off for the distance must be the same at each ply, and in favour of the side that wins quickly.",
        on(ALL, child=each((*PLACES, below_larger), *(shrinking(*how) for how in SHRINKING))),
    ),
    Mistake(
        "takes 0 for no value",
        "It takes a value of 0 for none, as `if not best` does: ask whether it `is None`, or begin with minus infinity.",
        either_test(
            on(
                EVERY,
                take=each(PLACES, take_at_zero, take_unless_zero),
                pick=the_last_taken,
            )
        ),
    ),
    Mistake(
        "averages the opponent's moves",
        "It takes the mean of the opponent's moves: the opponent does not play at random, but takes the worst move for you.",
        averages(),
    ),
)
