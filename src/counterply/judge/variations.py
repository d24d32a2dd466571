"""The searches of each mistake: the right one, in all of its styles, with the hooks of a slip."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import product
from operator import ge, le
from statistics import fmean
from typing import Any

from counterply.judge import root_slips, slips, table_slips
from counterply.judge.reference import (
    ABOVE,
    EQUAL,
    HARD,
    INFINITE,
    MINIMAX,
    Rules,
    Searches,
    Test,
    anywhere,
    as_found,
    at_bound,
    beyond_bound,
    clamped,
    narrow,
    narrowed_window,
    never,
    own_bound_kept,
    roots_turn,
    take_better,
    worth_to_root,
)
from counterply.judge.root_slips import in_windows, mtdf, the_kept, the_last_taken
from counterply.judge.slips import (
    TURNED,
    always,
    at_root,
    below_larger,
    below_root,
    by_turn,
    by_window,
    each,
    either,
    either_test,
    judged_for,
    narrow_other_bound,
    on,
    only_who_won,
    open_at_root,
    own_value,
    searched_first,
    take_all,
    where_larger,
    where_smaller,
)
from counterply.judge.table_slips import table

PRUNING = (EQUAL, ABOVE)
ALL = (MINIMAX, *PRUNING)
SOFT_AND_HARD = (*PRUNING, *HARD)
EVERY = (MINIMAX, *SOFT_AND_HARD)
OPEN = on(SOFT_AND_HARD, window=open_at_root(narrowed_window))  # the root's window is the same for all its moves
STYLES = (*EVERY, *OPEN)
TESTS = (at_bound, beyond_bound)
BOTH = (False, True)
BY_SIDE = (where_larger, where_smaller)
PLACES = (anywhere, below_root, at_root, *BY_SIDE)
WIDTHS = (1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # of aspiration windows, to each side

ENOUGH = (0.0, 1.5, 2.5, 3.5, 4.5)  # that a move is better than, to be thought good enough
Together = Callable[[Sequence[float]], float]
SUM = take_all(sum)
MEANS: tuple[Together, ...] = (fmean, lambda values: reduce(lambda so_far, value: (so_far + value) / 2, values))
NEXT_BEST: tuple[Together, ...] = (  # the second one, with equal ones counted once or not, those in the middle, and the worst
    lambda values: sorted(values)[-2:][0],
    lambda values: sorted(set(values))[-2:][0],
    lambda values: sorted(values)[-3:][0],
    lambda values: sorted(values)[len(values) // 2],
    lambda values: sorted(values)[(len(values) - 1) // 2],
    min,
)
MARGINS = (0.0, 1.0, 2.0, 3.0, 5.0, 10.0)  # of an estimate that is believed
LATE = (  # where later moves begin, by how many there are
    lambda count: 1,
    lambda count: 2,
    lambda count: 3,
    lambda count: 4,
    lambda count: count // 2,
    lambda count: (count + 1) // 2,
    lambda count: count // 2 + 1,
)
REDUCTIONS = ((1, 2), (1, 0), (2, 0), (1, 3))  # of later moves: plies taken off, and the fewest that are left then
SHRINKING = (  # a factor, something taken off, and whether that is in the view of the side to move
    *((factor, 0.0, False) for factor in (0.99, 0.95, 0.9, 0.8, 0.75, 0.5, 1.1, 2.0)),
    *((1.0, step, own) for step in (1.0, -1.0, 0.1, -0.1, 0.01, -0.01) for own in (True, False)),
)
LEAVES = (  # what is made of a leaf's value
    *(lambda value, most=most: max(-most, min(most, value)) for most in (1, 2, 3, 4, 5, 10, 20, 25)),
    *(lambda value, by=by: value // by for by in (2, 3, 5, 10)),
    *(lambda value, by=by: math.trunc(value / by) for by in (2, 3, 5, 10)),
    lambda value: value * value,
    lambda value: float(value > 0),
)
USUAL_WINS = (1, 10, 50, 100, 1_000, 9_999, 10_000, 100_000, 1_000_000, INFINITE)
USUAL_INFINITIES = (*range(1, 11), 12, 15, 20, 30, 40, 50)

SEATS = {  # of a leaf's value, by the side to move there and at the root
    "mover": lambda turn, seat: turn,
    "waiting": lambda turn, seat: 1 - turn,
    "first": lambda turn, seat: 0,
    "second": lambda turn, seat: 1,
    "root": lambda turn, seat: seat,
}
MOVER, FIRST, SECOND = (judged_for(SEATS[who]) for who in ("mover", "first", "second"))
OTHERS_TURN = by_turn(lambda turn, seat: turn != seat)
LARGER_BELOW = either(at_root, never, roots_turn)  # at the root the smaller one
FIRST_APART = [either(slips.finished, one, other) for one, other in ((FIRST, worth_to_root), (worth_to_root, FIRST))]
RIGHT_FOR_FIRST = (FIRST, *FIRST_APART)  # judges of leaves that are right where the first player moves at the root


def also_below(*tests: Test) -> list[Test]:
    """Return tests for the larger value, and the same ones below a root that takes it anyway."""
    return [*tests, *(either(at_root, anywhere, test) for test in tests)]


def lax(searches: Sequence[Rules]) -> Searches:
    """Return searches, and those that prune also fail-hard, or with a window that is not passed on at the root."""
    pruning = [one for one in searches if one.stop is not never]
    opened = [replace(one, window=open_at_root(one.window)) for one in pruning]
    hard = [replace(one, give=give, stop=by_window(one.stop)) for one in (*pruning, *opened) for give in (own_bound_kept, clamped)]
    return (*searches, *opened, *hard)


def root_stays(searches: Iterable[Rules]) -> Searches:
    """Return searches, and the same ones that never leave the root early."""
    return tuple(made for one in searches for made in (one, replace(one, stop=slips.but_at_root(one.stop))))


def wrong_windows() -> Searches:
    """Return searches whose children get a window in the wrong view."""
    return root_stays(lax(on(either_test(PRUNING), window=each(PLACES, *TURNED))))


def wrong_cuts() -> Searches:
    """Return searches that compare with the wrong bound."""
    wrong = slips.WRONG_CUTS
    right = (at_bound, beyond_bound, never, by_window(at_bound), by_window(beyond_bound))
    pairs = [pair for pair in product((*right, *wrong), repeat=2) if set(pair) & set(wrong)]
    stops = [either(where_larger, *pair) for pair in pairs]
    narrows = [narrow, *each((anywhere, below_root), narrow_other_bound(last=False))]
    return root_stays(on([MINIMAX], stop=stops, narrow=narrows))


def early_cuts() -> Searches:
    """Return searches that leave a node whose value is near the bound."""
    near = [slips.where_gain(False, partial(le, -margin)) for margin in (1, 2, 3)]
    return on(either_test(SOFT_AND_HARD), stop=each((anywhere, below_root, *BY_SIDE), *near))


def left_at_once() -> Searches:
    """Return searches that leave a node after its first child."""
    pairs = [pair for pair in product((at_bound, beyond_bound, never, anywhere), repeat=2) if anywhere in pair]
    return on([MINIMAX], stop=[either(where_larger, *pair) for pair in pairs])


def reduced() -> Iterable[Rules]:
    """Yield searches that search later moves less deep."""
    for width, where, place in product((INFINITE, 1.0), (anywhere, below_root, *BY_SIDE), LATE):
        if where in BY_SIDE and place not in LATE[:2]:
            continue
        for plies, least in REDUCTIONS:
            for again in (0, -1, 2)[: 3 if width == INFINITE and place in LATE[:2] else 1]:
                once = searched_first(width, where, place, plies, least, again)
                yield from on(SOFT_AND_HARD if width < INFINITE else EVERY, child=once)


def aspiring() -> Searches:
    """Return searches that begin with a window around a guess."""
    ways = ((1, True), (0, False), (1, False), (2, False), (0, True))
    tries = [*((*way, "") for way in ways), *((*way, again) for way in ways[:2] for again in ("low", "high"))]
    starts = [in_windows(width, *how) for how in tries for width in WIDTHS]
    from_alpha = on(HARD, begin=slips.begin_with_bound, pick=the_last_taken)
    bases = (*either_test(SOFT_AND_HARD), *from_alpha)
    kept = [in_windows(width, 1, True, keeps) for keeps in ("move", "answer") for width in WIDTHS]
    return (*root_stays(on(bases, start=starts)), *on(bases, start=kept, pick=the_kept))


def first_win() -> Iterable[Rules]:
    """Yield searches that leave a node at the first win, or at the first move that is better than the position is now."""
    better = [(finished, always(value)) for value in ENOUGH for finished in BOTH]
    no_window = (better[0], better[1], (False, own_value))  # others are that of an infinity too small, where a search prunes
    for than, where in product(
        (*better, (False, own_value)), (anywhere, below_root, where_larger, below_larger, where_smaller, at_root)
    ):
        won = slips.won(*than, where)
        for base in either_test(EVERY) if where is not anywhere or than in no_window else [MINIMAX]:
            yield from on([base], stop=(won, anywhere), take=[base.take, (won, slips.take_any)])


def averages() -> Iterable[Rules]:
    """Yield searches that take the mean of the opponent's moves, made whole perhaps, or that of each one and what is so far."""
    for where, mean in product((where_smaller, below_root, anywhere), MEANS):
        averaged = on(EVERY, take=(where, take_all(mean)))
        yield from averaged
        for whole in (math.floor, round, math.trunc):
            yield from on(averaged[:3], give=(where, slips.made_whole(whole)))


def one_variable() -> Searches:
    """Return searches that keep the best move in one variable."""
    kept = on(EVERY, begin=slips.begin_with_bound, notes=[anywhere, slips.where_uncut])
    by_side = on(ALL, notes=[where_larger, slips.where_smaller_or_root])
    written_after = on(EVERY, pick=[root_slips.the_last_written(cuts) for cuts in BOTH])
    return (*on((*EVERY, *kept, *by_side), pick=root_slips.the_last_noted), *written_after)


def remembering(kinds: Sequence[table_slips.Kind], bases: Sequence[Rules] = SOFT_AND_HARD, **how: Any) -> Searches:
    """Return searches whose table takes bounds for other kinds of bound, some keeping leaves too."""
    return on(bases, visit=[table(kind, leaves, **how) for kind in kinds for leaves in BOTH])


def remembering_bounds(
    kinds: Sequence[table_slips.Kind], serves: Sequence[table_slips.Serves | None] = (None, ge)
) -> Iterable[Rules]:
    """Yield searches with such a table whose bounds narrow the window or do not, by the depths that its entries serve."""
    yield from remembering(kinds, serves=serves[0])
    for served, narrows in product(serves, BOTH):
        yield from remembering(kinds, SOFT_AND_HARD if not narrows else either_test(PRUNING), serves=served, narrows=narrows)


def exchanged_in_mtdf() -> Iterable[Rules]:
    """Yield MTD(f) that takes lower bounds for upper ones, in its loop or in its table."""
    tables = [table(table_slips.EXCHANGED, leaves, pairs=pairs) for leaves, pairs in product(BOTH, BOTH)]
    for judges in BOTH:
        yield from on(PRUNING, start=mtdf(judges, exchanged=True), pick=the_last_taken)
        yield from on(PRUNING, start=mtdf(judges), visit=tables, pick=the_last_taken)


def moves_of_another_search() -> Searches:
    """Return searches that play a move of a search less deep, or of the last pass of MTD(f)."""
    less = [root_slips.move_of(deep) for deep in (lambda depth: 1, lambda depth: max(1, depth - 1))]
    passes = on(PRUNING, start=[mtdf(judges) for judges in BOTH], pick=the_last_taken)
    return (*on(STYLES, start=less, pick=the_kept), *passes)


def wrong_second_windows() -> Searches:
    """Return searches by principal variation whose first window for a later move, or whose second one, is wrong."""
    right, *others = slips.BOUNDS
    wrong = [pair for one in others for pair in ((one, right), (right, one))]
    ways = product((anywhere, below_root), wrong)
    scouts = [searched_first(1.0, where, again=1, first=first, second=second) for where, (first, second) in ways]
    return on(either_test(SOFT_AND_HARD), child=scouts)


def given_up() -> Searches:
    """Return searches that believe the estimate of an inner position where it is far from the window, or of the first move."""
    ways = product(MARGINS, (1, 2, slips.ENDLESS), ((True, False), (False, True), (True, True)))
    far = [slips.estimated(slips.evaluation, *where, (1, most), margin) for margin, most, where in ways]
    shallow = [
        slips.estimated(slips.less_deep(plies, sign), *where, (least, slips.ENDLESS), sides=sides)
        for plies, sign in ((0, 1), (1, 1), (2, 1), (3, 1), (2, -1), (3, -1))
        for least in sorted({2, max(2, plies), min(3, plies + 1)})
        for where in ((False, True), (True, True))
        for sides in ((1, -1), (1,), (-1,))
    ]
    return (
        *on(SOFT_AND_HARD, visit=far),
        *on(PRUNING, visit=shallow),
        *on(EVERY, child=each((below_root, anywhere), slips.first_estimated)),
    )


def judged_in_two_ways() -> Searches:
    """Return searches that judge finished positions in another view than the others."""
    wrong = (MOVER, slips.LOSS, *(judged_for(SEATS[who], by_ply=True) for who in ("first", "second")))  # some of them in negamax
    pairs = [pair for one in wrong for pair in ((one, worth_to_root), (worth_to_root, one))]
    return on(STYLES, leaf=[*(either(slips.finished, *pair) for pair in pairs), *FIRST_APART, (slips.finished_at_odd, slips.LOSS)])


def who_won(values: Iterable[float]) -> Searches:
    """Return searches that know of a finished position only who has won, or that take the last to move for the winner."""
    known = []
    for large in sorted({*values, *USUAL_WINS}):
        known += [slips.last_mover_wins(large), *(only_who_won(large, draw) for draw in (0, -1, 1))]
        known += [only_who_won(large, draw, False, by_mover) for draw in (-1, 1) for by_mover in BOTH]
    return on(EVERY, leaf=each([slips.finished], *known))


def one_bound_forgotten() -> Searches:
    """Return searches that return, at a cut, the bound as it was before."""
    ways = product((own_bound_kept, as_found), (below_root, *BY_SIDE))
    not_taken = on(SOFT_AND_HARD, take=slips.take_inside, stop=slips.last_at_bound)
    return (*not_taken, *on((*PRUNING, *OPEN[: len(PRUNING)]), give=[slips.bound_before_cut(*way) for way in ways]))


def last_value_as_bound() -> Searches:
    """Return searches whose bound is the value of the last move."""
    bases = either_test((*PRUNING, *OPEN[: len(PRUNING)]))
    narrows = each((anywhere, *BY_SIDE, below_root), slips.narrow_to_last)
    return on(bases, narrow=narrows, give=[as_found, slips.bound_now])


def narrowing_by_side() -> Searches:
    """Return searches that narrow the window at some nodes only, beside the root."""
    sides = [either(at_root, narrow, either(side, narrow, slips.keep_window)) for side in BY_SIDE]
    root = either(at_root, narrow, slips.keep_window)
    windows = [narrowed_window, open_at_root(narrowed_window)]
    places = (below_root, *BY_SIDE, below_larger, at_root)
    other = each(places, *map(narrow_other_bound, BOTH))
    tested_first = on([EQUAL], narrow=other, stop=slips.before_narrowing)
    return (*on(PRUNING, narrow=sides, window=windows), *on(PRUNING, narrow=[root, *other]), *tested_first)


def small_infinities(values: Iterable[float], largest: float) -> Iterable[Rules]:
    """Yield searches whose infinity is one of some numbers, or of the usual ones, and less than the largest value."""
    bases = either_test(EVERY)
    for large in sorted({*values, *USUAL_INFINITIES}):
        if 0 < large < largest:
            start = root_slips.infinity_of(large)
            begins = each((anywhere, below_root, *BY_SIDE), always(-large))
            yield from on(bases, begin=begins, pick=the_last_taken, start=[MINIMAX.start, start])
            yield from root_stays(on(bases, start=start))


def wrong_at_root() -> Searches:
    """Return searches whose root gives its children a window in the wrong view."""
    return root_stays(on(SOFT_AND_HARD, window=each([at_root], *TURNED)))


def node_limits() -> Iterable[Rules]:
    """Yield searches that stop at a number of positions: they judge any other one, or leave all loops."""
    for most in (*range(2, 61), 64, 75, 80, 100, 128):
        yield from on(ALL, visit=[slips.limited(most), slips.limited(most, inner=True), slips.limited(most, judges=False)])
        yield from on(ALL, stop=each((slips.beyond(most, anywhere), slips.beyond(most, below_root)), anywhere))


def values_changed_on_the_way() -> Searches:
    """Return searches whose values shrink, or get something added, on the way to the root."""
    shrinks = [slips.shrinking(factor, step, own) for factor, step, own in SHRINKING]
    return on(ALL, child=each((*PLACES, below_larger), *shrinks))


def ended_by_a_win() -> Searches:
    """Return searches that a win ends as a whole."""
    tests = [slips.ends_all(test) for test in (slips.for_root, slips.won(True, always(0.0), anywhere))]
    return tuple(
        rules
        for test in tests
        for take in (take_better, either(test, slips.take_any, take_better))
        for rules in on(EVERY, take=take, stop=[(test, anywhere)], pick=[MINIMAX.pick, the_last_taken])
    )


def sharing_slots() -> Searches:
    """Return searches whose table has one slot for different positions."""
    return on(ALL, visit=[table(table_slips.EXACT, leaves, key_of=key) for key, leaves in product(table_slips.KEYS, BOTH)])
