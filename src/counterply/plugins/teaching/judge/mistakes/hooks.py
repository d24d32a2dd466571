"""Hooks, places and right searches that mistakes of several subjects are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any

from counterply.plugins.teaching.judge.reference import (
    ABOVE,
    EQUAL,
    HARD,
    MINIMAX,
    At,
    Deed,
    Hook,
    Hooks,
    Searches,
    Test,
    Walk,
    Window,
    anywhere,
    at_bound,
    beyond_bound,
    clamped,
    never,
    own_bound_kept,
)

AnyHook = Callable[[Walk, At], Any]
Change = Callable[[float], float]
ENDLESS = 1_000  # plies that no tree has


def either(test: Test, one: AnyHook, other: AnyHook) -> AnyHook:
    """Return a hook that is one at the nodes of a test, and another elsewhere."""
    return lambda walk, at: (one if test(walk, at) else other)(walk, at)


def each(places: Iterable[Test], *hooks: AnyHook) -> list[Any]:
    """Return each hook at each of some places, as `on` takes them: elsewhere the search keeps its own."""
    return [*product(places, hooks)]


def changed(hook: Hook, change: Change) -> Hook:
    """Return a hook whose value is changed, in the root's view."""
    return lambda walk, at: change(hook(walk, at))


def always(value: float) -> Hook:
    """Return one number at every node."""
    return lambda walk, at: value


def own_value(walk: Walk, at: At) -> float:
    """Return a node's own evaluation."""
    return at.sign * walk.worth(at.number, walk.seat)


def begin_with_bound(walk: Walk, at: At) -> float:
    """Begin with the bound that the node narrows, as fail-hard code does that has no other best value."""
    return at.low


def take_if(better: Callable[[At], bool]) -> Deed:
    """Return a hook that takes the child's value where a test calls it better."""

    def take(walk: Walk, at: At) -> None:
        if better(at):
            at.take()

    return take


take_any = take_if(lambda at: True)

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


def keep_window(walk: Walk, at: At) -> None:
    """Leave the window as it is."""
    at.before = at.alpha


def window_given(walk: Walk, at: At) -> tuple[float, float]:
    """Return the window as the node got it."""
    return at.low, at.high


TURNED: tuple[Window, ...] = (  # round, as negamax should not
    lambda walk, at: (-at.beta, -at.alpha),  # as it is
    lambda walk, at: (at.beta, at.alpha),  # negated only
    lambda walk, at: (-at.alpha, -at.beta),  # exchanged only
)


def by_window(stop: Test) -> Test:
    """Return the test that compares alpha with beta, not the node's value: another one where a window is empty already."""
    return BY_WINDOW.get(stop, stop)


BY_WINDOW: dict[Test, Test] = {at_bound: lambda walk, at: at.alpha >= at.beta, beyond_bound: lambda walk, at: at.alpha > at.beta}


def won(finished: bool, than: Hook, where: Test) -> Test:
    """Return a test for a child, at some places, that is better for the side to move `than` something; or only if `finished`."""

    def better(walk: Walk, at: At) -> bool:
        return where(walk, at) and (walk.flat.over[at.child] or not finished) and at.value > than(walk, at)

    return better


def first_move(walk: Walk, at: At) -> bool:
    """Tell whether it is a node's first move."""
    return at.place == 0


def on(bases: Iterable[Hooks], **hooks: Any) -> Searches:
    """Return each of some searches with some hooks; where a list is given, with each hook of it.

    A pair of a place and a hook is the hook there, and elsewhere the search's own.
    """
    choices = [*product(*(hook if isinstance(hook, list) else [hook] for hook in hooks.values()))]

    def there(base: Hooks, name: str, hook: Any) -> Any:
        return either(hook[0], hook[1], getattr(base, name)) if isinstance(hook, tuple) else hook

    return tuple(
        base._replace(**{name: there(base, name, hook) for name, hook in zip(hooks, chosen, strict=True)})
        for base, chosen in product(bases, choices)
    )


def either_test(searches: Iterable[Hooks]) -> Searches:
    """Return each search with a test by its value, and with one by its window."""
    return tuple(made for one in searches for made in (one, *on([one] * (one.stop is not never), stop=by_window(one.stop))))


def the_kept(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move that was kept when a depth was done."""
    return walk.kept


def the_last_taken(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value the root took last; whichever it is if it took none."""
    return [walk.chosen] if walk.chosen else ()


PRUNING = (EQUAL, ABOVE)
ALL = (MINIMAX, *PRUNING)
SOFT_AND_HARD = (*PRUNING, *HARD)
EVERY = (MINIMAX, *SOFT_AND_HARD)
OPENED = (at_root, window_given)  # the root's window is the same for all its moves
OPEN = on(SOFT_AND_HARD, window=OPENED)
STYLES = (*EVERY, *OPEN)
BOTH = (False, True)
BY_SIDE = (where_larger, where_smaller)
PLACES = (anywhere, below_root, at_root, *BY_SIDE)

PARTS: tuple[Callable[[int], int], ...] = (  # of a node's moves, by how many there are
    lambda count: 1,
    lambda count: 2,
    lambda count: 3,
    lambda count: 4,
    lambda count: count // 2,
    lambda count: (count + 1) // 2,
    lambda count: count // 2 + 1,
    lambda count: count - 1,
)


def lax(searches: Sequence[Hooks]) -> Searches:
    """Return searches, and those that prune also fail-hard, or with a window that is not passed on at the root."""
    pruning = [one for one in searches if one.stop is not never]
    opened = on(pruning, window=OPENED)
    by_its_window = [one._replace(stop=by_window(one.stop)) for one in (*pruning, *opened)]
    return (*searches, *opened, *on(by_its_window, give=[own_bound_kept, clamped]))


def root_stays(searches: Iterable[Hooks]) -> Searches:
    """Return searches, and the same ones that never leave the root early."""
    return tuple(made for one in searches for made in (one, *on([one], stop=(at_root, never))))


REMEMBERS_WITHOUT_DEPTH = (
    "remembers without the depth",
    "It remembers what a position is worth without the depth that was left: with more depth it must be searched again.",
)
