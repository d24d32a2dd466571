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
    equally_good,
    narrow,
    never,
    own_bound_kept,
    take_better,
    worth_to_root,
)
from counterply.judge.root_slips import (
    in_windows,
    infinity_of,
    move_of,
    mtdf,
    the_kept,
    the_last_noted,
    the_last_taken,
    the_last_written,
)
from counterply.judge.slips import (
    BOUNDS,
    ENDLESS,
    LOSS,
    TURNED,
    WRONG_CUTS,
    always,
    at_root,
    before_narrowing,
    begin_with_bound,
    below_larger,
    below_root,
    below_smaller,
    beyond,
    bound_before_cut,
    bound_now,
    by_turn,
    by_window,
    each,
    either,
    either_test,
    ends_all,
    estimated,
    finished,
    finished_at_odd,
    first_move,
    for_root,
    judged_for,
    keep_window,
    last_at_bound,
    last_mover_wins,
    limited,
    made_whole,
    narrow_other_bound,
    narrow_to_last,
    on,
    only_who_won,
    own_value,
    searched_first,
    take_all,
    take_any,
    take_inside,
    unfinished,
    where_gain,
    where_larger,
    where_smaller,
    where_smaller_or_root,
    where_uncut,
    window_given,
    won,
)
from counterply.judge.table_slips import EXCHANGED, Kind, Serves, table

PRUNING = (EQUAL, ABOVE)
ALL = (MINIMAX, *PRUNING)
SOFT_AND_HARD = (*PRUNING, *HARD)
EVERY = (MINIMAX, *SOFT_AND_HARD)
OPENED = (at_root, window_given)  # the root's window is the same for all its moves
OPEN = on(SOFT_AND_HARD, window=OPENED)
SOFT = (*PRUNING, *on(PRUNING, window=OPENED))
STYLES = (*EVERY, *OPEN)
BOTH = (False, True)
BY_SIDE = (where_larger, where_smaller)
PLACES = (anywhere, below_root, at_root, *BY_SIDE)
WIDTHS = (1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # of aspiration windows, to each side

ENOUGH = (0.0, 1.5, 2.5, 3.5, 4.5)  # that a move is better than, to be thought good enough
Together = Callable[[Sequence[float]], float]
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
REDUCTIONS = ((1, 2), (1, 0), (2, 0), (1, 3))  # of later moves: plies taken off, and the fewest that are left then
SHRINKING = (  # a factor, something taken off, and whether that is in the view of the side to move
    *((factor, 0.0, False) for factor in (0.99, 0.95, 0.9, 0.8, 0.75, 0.5, 1.1, 2.0)),
    *((1.0, step, own) for step in (1.0, -1.0, 0.1, -0.1, 0.01, -0.01) for own in (True, False)),
)
LEAVES = (  # what is made of a leaf's value
    *(lambda value, most=most: max(-most, min(most, value)) for most in (1, 2, 3, 4, 5, 10, 20, 25)),
    *(lambda value, by=by, whole=whole: whole(value / by) for by in (2, 3, 5, 10) for whole in (math.floor, math.trunc)),
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
FIRST_APART = [either(finished, one, other) for one, other in ((FIRST, worth_to_root), (worth_to_root, FIRST))]
RIGHT_FOR_FIRST = (FIRST, *FIRST_APART)  # judges of leaves that are right where the first player moves at the root


def also_below(*tests: Test) -> list[Test]:
    """Return tests for the larger value, and the same ones below a root that takes it anyway."""
    return [*tests, *(either(at_root, anywhere, test) for test in tests)]


def lax(searches: Sequence[Rules]) -> Searches:
    """Return searches, and those that prune also fail-hard, or with a window that is not passed on at the root."""
    pruning = [one for one in searches if one.stop is not never]
    opened = on(pruning, window=OPENED)
    by_its_window = [replace(one, stop=by_window(one.stop)) for one in (*pruning, *opened)]
    return (*searches, *opened, *on(by_its_window, give=[own_bound_kept, clamped]))


def root_stays(searches: Iterable[Rules]) -> Searches:
    """Return searches, and the same ones that never leave the root early."""
    return tuple(made for one in searches for made in (one, *on([one], stop=(at_root, never))))


def wrong_cuts() -> Searches:
    """Return searches that compare with the wrong bound."""
    wrong = WRONG_CUTS
    right = (at_bound, beyond_bound, never, by_window(at_bound), by_window(beyond_bound))
    pairs = [pair for pair in product((*right, *wrong), repeat=2) if set(pair) & set(wrong)]
    stops = [either(where_larger, *pair) for pair in pairs]
    narrows = [narrow, *each((anywhere, below_root), narrow_other_bound(last=False))]
    return root_stays(on([MINIMAX], stop=stops, narrow=narrows))


def early_cuts() -> Searches:
    """Return searches that leave a node whose value is near the bound."""
    near = [where_gain(False, partial(le, -margin)) for margin in (1, 2, 3)]
    return on(either_test(SOFT_AND_HARD), stop=each((anywhere, below_root, *BY_SIDE), *near))


def reduced() -> Iterable[Rules]:
    """Yield searches that search later moves less deep."""
    for width, where, place in product((INFINITE, 1.0), (anywhere, below_root, *BY_SIDE), PARTS[:-1]):
        if where in BY_SIDE and place not in PARTS[:2]:
            continue
        for plies, least in REDUCTIONS:
            for again in (0, -1, 2)[: 3 if width == INFINITE and place in PARTS[:2] else 1]:
                once = searched_first(width, where, place, plies, least, again)
                yield from on(SOFT_AND_HARD if width < INFINITE else EVERY, child=once)


def aspiring() -> Searches:
    """Return searches that begin with a window around a guess."""
    ways = ((1, True), (0, False), (1, False), (2, False), (0, True))
    starts = [in_windows(width, *way, again) for way, again, width in product(ways, ("", "low", "high"), WIDTHS)]
    from_alpha = on(HARD, begin=begin_with_bound, pick=the_last_taken)
    bases = (*either_test(SOFT_AND_HARD), *from_alpha)
    kept = [in_windows(width, 1, True, keeps) for keeps in ("move", "answer") for width in WIDTHS]
    return (*root_stays(on(bases, start=starts)), *on(bases, start=kept, pick=the_kept))


def first_win() -> Iterable[Rules]:
    """Yield searches that leave a node at the first win, or at the first move that is better than the position is now."""
    better = [(over, always(value)) for value in ENOUGH for over in BOTH]
    no_window = (better[0], better[1], (False, own_value))  # others are that of an infinity too small, where a search prunes
    for than, where in product((*better, no_window[-1]), (*PLACES, below_larger)):
        wins = won(*than, where)
        bases = either_test(EVERY) if where is not anywhere or than in no_window else [MINIMAX]
        yield from on(bases, stop=(wins, anywhere), take=[take_better, (wins, take_any)])


def averages() -> Searches:
    """Return searches that take the mean of the opponent's moves, made whole perhaps, or that of each one and what is so far."""
    averaged = each((where_smaller, below_root, anywhere), *map(take_all, MEANS))
    whole = [made_whole(math.floor), made_whole(round), made_whole(math.trunc)]
    return (*on(EVERY, take=averaged), *on(ALL, take=averaged, give=whole))


def one_variable() -> Searches:
    """Return searches that keep the best move in one variable."""
    kept = on(EVERY, begin=begin_with_bound, notes=[anywhere, where_uncut])
    by_side = on((*ALL, *on(PRUNING, begin=begin_with_bound)), notes=[where_larger, where_smaller_or_root])
    written_after = on(EVERY, pick=[*map(the_last_written, BOTH)])
    return (*on((*EVERY, *kept, *by_side), pick=the_last_noted), *written_after)


def remembering(kinds: Sequence[Kind], bases: Sequence[Rules] = SOFT_AND_HARD, **how: Any) -> Searches:
    """Return searches whose table takes bounds for other kinds of bound, some keeping leaves too."""
    return on(bases, visit=[table(kind, leaves, **how) for kind in kinds for leaves in BOTH])


def remembering_bounds(kinds: Sequence[Kind], serves: Sequence[Serves | None] = (None, ge)) -> Iterable[Rules]:
    """Yield searches with such a table whose bounds narrow the window or do not, by the depths that its entries serve."""
    for served, narrows in product(serves, BOTH):
        yield from remembering(kinds, SOFT_AND_HARD if not narrows else either_test(PRUNING), serves=served, narrows=narrows)


def exchanged_in_mtdf() -> Iterable[Rules]:
    """Yield MTD(f) that takes lower bounds for upper ones, in its loop or in its table."""
    tables = [table(EXCHANGED, leaves, pairs=pairs) for leaves, pairs in product(BOTH, BOTH)]
    for judges in BOTH:
        yield from on(PRUNING, start=mtdf(judges, exchanged=True), pick=the_last_taken)
        yield from on(PRUNING, start=mtdf(judges), visit=tables, pick=the_last_taken)


def moves_of_another_search() -> Searches:
    """Return searches that play a move of a search less deep, or of the last pass of MTD(f)."""
    less = [move_of(deep) for deep in (lambda depth: 1, lambda depth: max(1, depth - 1))]
    passes = on(PRUNING, start=[*map(mtdf, BOTH)], pick=the_last_taken)
    return (*on(STYLES, start=less, pick=the_kept), *passes)


def wrong_second_windows() -> Searches:
    """Return searches by principal variation whose first window for a later move, or whose second one, is wrong."""
    right, *others = BOUNDS
    wrong = [pair for one in others for pair in ((one, right), (right, one))]
    ways = product((anywhere, below_root), wrong)
    scouts = [searched_first(1.0, where, again=1, first=first, second=second) for where, (first, second) in ways]
    return on(either_test(SOFT_AND_HARD), child=scouts)


def given_up() -> Searches:
    """Return searches that believe the estimate of an inner position where it is far from the window, or of the first move."""
    ways = product(MARGINS, (1, 2, ENDLESS), ((True, False), (False, True), (True, True)))
    far = [estimated(ENDLESS, *where, (1, most), margin) for margin, most, where in ways]
    shallow = [
        estimated(shallower, *where, (least, ENDLESS), sides=sides, view=view)
        for shallower, view in ((0, 1), (1, 1), (2, 1), (3, 1), (2, -1), (3, -1))
        for least, where, sides in product((2, 3), ((False, True), (True, True)), ((1, -1), (1,), (-1,)))
    ]
    return (
        *on(SOFT_AND_HARD, visit=far),
        *on(PRUNING, visit=shallow),
        *on(EVERY, left=each((first_move, either(at_root, never, first_move)), always(0))),
    )


def judged_in_two_ways() -> Searches:
    """Return searches that judge finished positions in another view than the others."""
    wrong = (MOVER, LOSS, *(judged_for(SEATS[who], by_ply=True) for who in ("first", "second")))  # some of them in negamax
    return on(STYLES, leaf=[*each((finished, unfinished), *wrong), *FIRST_APART, (finished_at_odd, LOSS)])


def who_won(values: Iterable[float]) -> Searches:
    """Return searches that know of a finished position only who has won, or that take the last to move for the winner."""
    known = []
    for large in sorted({*values, *USUAL_WINS}):
        draws = [only_who_won(large, *how) for how in product((-1, 1), BOTH, BOTH)]
        known += [last_mover_wins(large), only_who_won(large, 0), *draws]
    return on(EVERY, leaf=each([finished], *known))


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


def small_infinities(values: Iterable[float], largest: float) -> Iterable[Rules]:
    """Yield searches whose infinity is one of some numbers, or of the usual ones, and less than the largest value."""
    bases = either_test(EVERY)
    for large in sorted({*values, *USUAL_INFINITIES}):
        if 0 < large < largest:
            start = infinity_of(large)
            begins = each((anywhere, below_root, *BY_SIDE), always(-large))
            yield from on(bases, begin=begins, pick=the_last_taken, start=[MINIMAX.start, start])
            yield from root_stays(on(bases, start=start))


def wrong_at_root() -> Searches:
    """Return searches whose root gives its children a window in the wrong view."""
    return root_stays(on(SOFT_AND_HARD, window=each([at_root], *TURNED)))


def node_limits() -> Iterable[Rules]:
    """Yield searches that stop at a number of positions: they judge any other one, or leave all loops."""
    for most in (*range(2, 61), 64, 75, 80, 100, 128):
        yield from on(ALL, visit=[limited(most), limited(most, inner=True), limited(most, judges=False)])
        yield from on(ALL, stop=each((beyond(most, anywhere), beyond(most, below_root)), anywhere))


def ended_by_a_win() -> Searches:
    """Return searches that a win ends as a whole."""
    tests = [ends_all(test) for test in (for_root, won(True, always(0.0), anywhere))]
    return tuple(
        rules
        for test in tests
        for rules in on(EVERY, take=[take_better, (test, take_any)], stop=(test, anywhere), pick=[equally_good, the_last_taken])
    )
