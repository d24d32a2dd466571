"""The searches of each mistake: the right one, in all of its styles, with the hooks of a slip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from counterply.judge import root_slips, slips, table_slips
from counterply.judge.reference import (
    ABOVE,
    EQUAL,
    HARD,
    INFINITE,
    MINIMAX,
    Rules,
    Test,
    anywhere,
    as_found,
    at_bound,
    beyond_bound,
    never,
    own_bound_kept,
    worth_to_root,
)
from counterply.judge.slips import by_side, by_turn, by_window, either_test, judged_for, on

PRUNING = (EQUAL, ABOVE)
ALL = (MINIMAX, *PRUNING)
SOFT_AND_HARD = (*PRUNING, *HARD)
EVERY = (MINIMAX, *SOFT_AND_HARD)
OPEN = on(SOFT_AND_HARD, window=slips.open_at_root(MINIMAX.window))  # the root's window is the same for all its moves
STYLES = (*EVERY, *OPEN)
TESTS = (at_bound, beyond_bound)
WIDTHS = (1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # of aspiration windows, to each side

MARGINS = (0.0, 1.0, 2.0, 3.0, 5.0, 10.0)  # of an estimate that is believed
REDUCTIONS = ((1, 2), (1, 0), (2, 0), (1, 3), (2, 3))  # of later moves: plies taken off, and the fewest that are left then
USUAL_WINS = (1, 10, 50, 100, 500, 1_000, 5_000, 9_999, 10_000, 100_000, 1_000_000, INFINITE)
USUAL_INFINITIES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50)

SEATS = {  # of a leaf's value, by the side to move there and at the root
    "mover": lambda turn, seat: turn,
    "waiting": lambda turn, seat: 1 - turn,
    "first": lambda turn, seat: 0,
    "second": lambda turn, seat: 1,
    "root": lambda turn, seat: seat,
}
MOVER, FIRST, SECOND = (judged_for(SEATS[who]) for who in ("mover", "first", "second"))
ALWAYS_LARGER, NEVER_LARGER = by_turn(lambda turn, seat: True), by_turn(lambda turn, seat: False)
OTHERS_TURN = by_turn(lambda turn, seat: turn != seat)
FIRST_APART = slips.judged_apart(FIRST, worth_to_root), slips.judged_apart(worth_to_root, FIRST)
RIGHT_FOR_FIRST = (FIRST, *FIRST_APART)  # judges of leaves that are right where the first player moves at the root


def lax(searches: Sequence[Rules]) -> tuple[Rules, ...]:
    """Return searches, and those that prune also fail-hard, or with a window that is not passed on at the root."""
    pruning = [each for each in searches if each.stop is not never]
    opened = [replace(each, window=slips.open_at_root(each.window)) for each in pruning]
    hard = [replace(each, give=own_bound_kept, stop=by_window(each.stop)) for each in (*pruning, *opened)]
    return (*searches, *opened, *hard)


def wrong_windows() -> Iterable[Rules]:
    """Yield searches whose children get a window in the wrong view."""
    for kind in ("as is", "negated", "exchanged"):
        for where in (anywhere, slips.below_root, slips.at_root, slips.where_larger, slips.where_smaller):
            for stop in TESTS:
                for test in (stop, by_window(stop)):
                    for each in lax([Rules(stop=test, window=slips.turned(kind, where))]):
                        yield from (each, replace(each, stop=slips.but_at_root(each.stop)))


def wrong_cuts() -> Iterable[Rules]:
    """Yield searches that leave a node at the wrong bound."""
    wrong = (slips.at_own_bound, slips.beyond_own_bound, slips.short_of_bound, slips.within_bound)
    right = (at_bound, beyond_bound, never, by_window(at_bound), by_window(beyond_bound))
    for one in (*right, *wrong):
        for two in (*right, *wrong):
            if one in wrong or two in wrong:
                yield Rules(stop=by_side(one, two))
                yield Rules(stop=slips.but_at_root(by_side(one, two)))


def left_at_once() -> Iterable[Rules]:
    """Return searches that leave a node after its first move."""
    tests = (at_bound, beyond_bound, never, slips.at_once)
    return (Rules(stop=by_side(one, two)) for one in tests for two in tests if slips.at_once in (one, two))


def without_second_search(stops: Iterable[Rules]) -> Iterable[Rules]:
    """Yield principal variation searches that keep the empty window's value, and searches that reduce later moves for good."""
    for base in stops:
        for where in (anywhere, slips.below_root, slips.at_root, slips.where_larger, slips.where_smaller):
            for width in (1.0, 0.0):
                yield replace(base, child=slips.never_searched_again(width, where))
                yield replace(base, child=slips.never_searched_again(width, where, worse=True))


def reduced() -> Iterable[Rules]:
    """Yield searches that look less deep after later moves, and never again."""
    for base in EVERY:
        for width in (INFINITE, 1.0):
            if base.stop is never and width < INFINITE:
                continue
            for where in (anywhere, slips.below_root):
                for place in (1, 2, 3, 4):
                    for reduced, least in REDUCTIONS[: 4 if where is slips.below_root else None]:
                        for worse in (False, True)[: 1 + (width == INFINITE and place <= 2)]:
                            yield replace(base, child=slips.never_searched_again(width, where, place, reduced, least, worse))


def aspiring() -> Iterable[Rules]:
    """Yield searches in a window around a guess, which is never widened."""
    for width in WIDTHS:
        starts = (
            root_slips.deepen(width),
            root_slips.around_value(width),
            *(root_slips.around_search(width, deep) for deep in (1, 2)),
        )
        for start in starts:
            from_alpha = on(HARD, begin=slips.begin_with_bound, pick=root_slips.the_last_taken)
            for each in (*either_test(SOFT_AND_HARD), *from_alpha):
                yield replace(each, start=start)
                yield replace(each, start=start, stop=slips.but_at_root(each.stop))


def first_win() -> Iterable[Rules]:
    """Yield searches that stop at the first move that wins anything."""
    for finished in (False, True):
        for where in (anywhere, slips.where_larger, slips.at_root):
            for base in EVERY:
                stop = slips.at_win(base.stop, finished, where)
                yield replace(base, stop=stop)
                yield replace(base, stop=stop, take=slips.take_win(finished, where))


def one_variable() -> Iterable[Rules]:
    """Yield searches that keep all best moves in one variable."""
    for base in EVERY:
        yield replace(base, pick=root_slips.the_last_noted)
        for notes in (anywhere, slips.where_uncut):
            yield replace(base, pick=root_slips.the_last_noted, begin=slips.begin_with_bound, notes=notes)
    for base in ALL:
        yield replace(base, pick=root_slips.the_last_noted, notes=slips.where_larger)
        yield replace(base, pick=root_slips.the_last_noted, notes=slips.where_smaller_or_root)


def zero_for_none() -> Iterable[Rules]:
    """Yield searches that take a value of 0 for none."""
    for where in (anywhere, slips.where_larger, slips.where_smaller, slips.at_root, slips.below_root):
        taken = on(EVERY, take=slips.take_where_zero(where), pick=root_slips.the_last_taken)
        yield from either_test(taken)


def tables() -> Iterable[Rules]:
    """Yield searches whose table takes lower bounds for upper ones."""
    for leaves in (False, True):
        for deeper in (False, True):
            for narrows in (False, True):
                yield from on(SOFT_AND_HARD, visit=table_slips.kinds_by(table_slips.exchanged, leaves, deeper, narrows))


def remembering(bases: Sequence[Rules], **how: bool) -> tuple[Rules, ...]:
    """Return searches with a table of inner nodes, and with one of leaves too."""
    return tuple(each for leaves in (False, True) for each in on(bases, visit=table_slips.remembering(leaves, **how)))


def kinds_by_moved_window() -> Iterable[Rules]:
    """Yield searches whose table tells the kinds of bound by the window at the end of a node."""
    for own_view in (True, False):
        for lower_first, strict in ((False, False), (True, True), (True, False)):
            kind = table_slips.by_window_after(own_view, lower_first, strict)
            for leaves in (False, True):
                for deeper in (False, True):
                    for narrows in (False, True):
                        yield from on(SOFT_AND_HARD, visit=table_slips.kinds_by(kind, leaves, deeper, narrows))


def exact_unless_cut() -> Iterable[Rules]:
    """Yield searches whose table knows no upper bounds."""
    for leaves in (False, True):
        for narrows in (False, True):
            yield from on(SOFT_AND_HARD, visit=table_slips.kinds_by(table_slips.exact_unless_cut, leaves, False, narrows))


def some_moves() -> Iterable[Rules]:
    """Yield searches that look at a few moves of each node only: the first ones, or those that look best, or worst, at once."""
    for count in (1, 2, 3, 4):
        for where in (anywhere, slips.below_root, slips.at_root, slips.where_smaller):
            yield from on(EVERY, moves=slips.first_moves(count, where))
            for worst in (False, True):
                yield from on(EVERY, moves=slips.best_looking(count, where, worst))


def given_up() -> Iterable[Rules]:
    """Yield searches that believe the evaluation of an inner position where it is far from the window."""
    for most in (1, 2, slips.ENDLESS):
        for low, high in ((True, False), (False, True), (True, True)):
            for margin in MARGINS:
                yield from on(SOFT_AND_HARD, visit=slips.without_search(margin, most, low, high))


def judged_in_two_ways() -> Iterable[Rules]:
    """Yield searches that judge finished positions for another side than they judge the others, or with the other sign."""
    for finished, others in (
        (MOVER, worth_to_root),
        (worth_to_root, MOVER),
        (slips.negative(worth_to_root), worth_to_root),
        (worth_to_root, slips.negative(worth_to_root)),
    ):
        yield from on(STYLES, leaf=slips.judged_apart(finished, others))
    for leaf in FIRST_APART:
        yield from on(STYLES, leaf=leaf)
    for one, two in (("mover", "root"), ("root", "mover"), ("mover", "first"), ("first", "mover")):  # in negamax
        yield from on(
            STYLES,
            leaf=slips.judged_apart(judged_for(SEATS[one], by_ply=one != "mover"), judged_for(SEATS[two], by_ply=two != "mover")),
        )


def who_won(values: Iterable[float]) -> Iterable[Rules]:
    """Yield searches that ask of finished positions only who has won, and count it as one of some numbers, or a usual one."""
    for large in sorted({*values, *USUAL_WINS}):
        leaf = slips.judged_apart(slips.only_who_won(large), worth_to_root)
        yield from on(EVERY, leaf=leaf)


def best_of_all_depths() -> Iterable[Rules]:
    """Yield searches that keep the best value of all depths."""
    for carried in (False, True):
        start = root_slips.best_of_all_depths(carried)
        yield from on(STYLES, start=start, pick=root_slips.the_kept)


def one_bound_forgotten() -> Iterable[Rules]:
    """Yield searches that return, at a cut, the bound as it was before."""
    for otherwise in (own_bound_kept, as_found):
        for where in (slips.below_root, slips.where_larger, slips.where_smaller):
            give = slips.bound_before_cut(otherwise, where)
            yield from on((*PRUNING, *OPEN[: len(PRUNING)]), give=give)


def last_value_as_bound() -> Iterable[Rules]:
    """Yield searches whose bound is the value of the last move."""
    for where in (anywhere, slips.where_larger, slips.where_smaller, slips.below_root):
        narrow = slips.narrow_to_last(where)
        for base in (*PRUNING, *OPEN[: len(PRUNING)]):
            for stop in (base.stop, by_window(base.stop)):
                yield replace(base, narrow=narrow, stop=stop)
                yield replace(base, narrow=narrow, stop=stop, give=slips.bound_now)


def one_move_late() -> Iterable[Rules]:
    """Yield searches that notice a cut one move late."""
    for base in (*SOFT_AND_HARD, *OPEN):
        late = slips.one_move_late(base.stop)
        yield replace(base, stop=late)
        yield replace(base, stop=slips.but_at_root(late))


def narrowing(where: Test) -> tuple[Rules, ...]:
    """Return searches that narrow the window at some nodes only."""
    return on(PRUNING, narrow=slips.narrow_where(where))


def small_infinities(values: Iterable[float], largest: float) -> tuple[Rules, ...]:
    """Return searches whose infinity is one of some numbers, or of the usual ones, and less than the largest value."""
    return tuple(
        replace(base, **changed)
        for large in sorted({*values, *USUAL_INFINITIES})
        if 0 < large < largest
        for base in either_test(EVERY)
        for changed in (
            {"begin": slips.begin_with(-large, both=True), "pick": root_slips.the_last_taken},
            {
                "begin": slips.begin_with(-large, both=True),
                "pick": root_slips.the_last_taken,
                "start": root_slips.infinity_of(large),
            },
            {"start": root_slips.infinity_of(large)},
            {"start": root_slips.infinity_of(large), "stop": slips.but_at_root(base.stop)},
        )
    )


def wrong_at_root() -> Iterable[Rules]:
    """Yield searches whose root gives its children a window in the wrong view."""
    for kind in ("as is", "negated", "exchanged"):
        for base in SOFT_AND_HARD:
            yield replace(base, window=slips.turned(kind, slips.at_root))
            yield replace(base, window=slips.turned(kind, slips.at_root), stop=slips.but_at_root(base.stop))
