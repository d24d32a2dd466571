"""The mistakes that have a name: each a sentence for the student, and the searches that make it, by the hooks in `slips`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from counterply.judge import slips
from counterply.judge.reference import (
    ABOVE,
    EQUAL,
    HARD,
    INFINITE,
    MINIMAX,
    Rules,
    Test,
    anywhere,
    at_bound,
    beyond_bound,
    never,
    own_bound_kept,
)
from counterply.judge.slips import by_depth, by_side, by_turn, by_window, either_test, judged_for, on
from counterply.judge.trees import DEEPEST_CASE


@dataclass(frozen=True)
class Mistake:
    """A common mistake: its name and a one-sentence description. The first one that explains all observations is named.

    Attributes
    ----------
    searches : the wrong searches, any of which is this mistake
    answers : it shows in the answers; else only in the nodes that are looked at
    needs_value : it is told only of a search that answers a value
    may_be_meant : some do so on purpose, to get the value of each move
    """

    name: str
    sentence: str
    searches: tuple[Rules, ...] = ()
    answers: bool = True
    needs_value: bool = False
    may_be_meant: bool = False


ALWAYS = Mistake("always the same value", "It always returns the same value, whatever the leaves are worth.")
KEEPS = Mistake(
    "keeps values from one question to the next",
    "Each question asked alone, it is right: what goes wrong is kept from one call to the next, as in a global table.",
)
PRUNING = (EQUAL, ABOVE)
ALL = (MINIMAX, *PRUNING)
SOFT_AND_HARD = (*PRUNING, *HARD)
EVERY = (MINIMAX, *SOFT_AND_HARD)
TESTS = (at_bound, beyond_bound)
WIDTHS = (1.0, 2.0, 3.0, 5.0, 10.0, 20.0)  # of aspiration windows, to each side

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


def _lax(searches: Sequence[Rules]) -> tuple[Rules, ...]:
    """Return searches, and those that prune also fail-hard, or with a window that is not passed on at the root."""
    pruning = [each for each in searches if each.stop is not never]
    opened = [replace(each, window=slips.open_at_root(each.window)) for each in pruning]
    hard = [replace(each, give=own_bound_kept, stop=by_window(each.stop)) for each in (*pruning, *opened)]
    return (*searches, *opened, *hard)


def _wrong_windows() -> Iterable[Rules]:
    for kind in ("as is", "negated", "exchanged"):
        for where in (anywhere, slips.below_root, slips.at_root):
            for stop in TESTS:
                for test in (stop, by_window(stop)):
                    for each in _lax([Rules(stop=test, window=slips.turned(kind, where))]):
                        yield from (each, replace(each, stop=slips.but_at_root(each.stop)))


def _wrong_cuts() -> Iterable[Rules]:
    wrong = (slips.at_own_bound, slips.beyond_own_bound, slips.short_of_bound)
    right = (at_bound, beyond_bound, never, by_window(at_bound), by_window(beyond_bound))
    for one in (*right, *wrong):
        for two in (*right, *wrong):
            if one in wrong or two in wrong:
                yield Rules(stop=by_side(one, two))


def _left_at_once() -> Iterable[Rules]:
    tests = (at_bound, beyond_bound, never, slips.at_once)
    return (Rules(stop=by_side(one, two)) for one in tests for two in tests if slips.at_once in (one, two))


def _without_second_search(stops: Iterable[Rules]) -> Iterable[Rules]:
    """Yield principal variation searches that keep the empty window's value, and searches that reduce later moves for good."""
    for base in stops:
        for where in (anywhere, slips.below_root, slips.at_root, slips.where_larger, slips.where_smaller):
            yield replace(base, child=slips.never_searched_again(1.0, where))


def _reduced() -> Iterable[Rules]:
    for base in EVERY:
        for width in (INFINITE, 1.0):
            if base.stop is never and width < INFINITE:
                continue
            for where in (anywhere, slips.below_root):
                for place in (1, 2, 3, 4):
                    for reduced, least in ((1, 2), (1, 0), (2, 0), *(() if where is slips.below_root else ((1, 3), (2, 3)))):
                        yield replace(base, child=slips.never_searched_again(width, where, place, reduced, least))


def _aspiring() -> Iterable[Rules]:
    for width in WIDTHS:
        starts = (slips.deepen(width), slips.around_value(width), *(slips.around_search(width, deep) for deep in (1, 2)))
        for start in starts:
            from_alpha = on(HARD, begin=slips.begin_with_bound, pick=slips.the_last_taken)
            for each in (*either_test(SOFT_AND_HARD), *from_alpha):
                yield replace(each, start=start)
                yield replace(each, start=start, stop=slips.but_at_root(each.stop))


def _first_win() -> Iterable[Rules]:
    for finished in (False, True):
        for where in (anywhere, slips.where_larger, slips.at_root):
            for base in EVERY:
                stop = slips.at_win(base.stop, finished, where)
                yield replace(base, stop=stop)
                yield replace(base, stop=stop, take=slips.take_win(finished, where))


def _one_variable() -> Iterable[Rules]:
    for base in EVERY:
        yield replace(base, pick=slips.the_last_noted)
        for notes in (anywhere, slips.where_uncut):
            yield replace(base, pick=slips.the_last_noted, begin=slips.begin_with_bound, notes=notes)
    for base in ALL:
        yield replace(base, pick=slips.the_last_noted, notes=slips.where_larger)
        yield replace(base, pick=slips.the_last_noted, notes=slips.where_smaller_or_root)


def _zero_for_none() -> Iterable[Rules]:
    for where in (anywhere, slips.where_larger, slips.where_smaller, slips.at_root, slips.below_root):
        taken = on(EVERY, take=slips.take_where_zero(where), pick=slips.the_last_taken)
        yield from either_test(taken)


def _tables() -> Iterable[Rules]:
    for leaves in (False, True):
        for deeper in (False, True):
            for narrows in (False, True):
                yield from on(SOFT_AND_HARD, visit=slips.flags_exchanged(leaves, deeper, narrows))


def _remembering(bases: Sequence[Rules], **how: bool) -> tuple[Rules, ...]:
    """Return searches with a table of inner nodes, and with one of leaves too."""
    return tuple(each for leaves in (False, True) for each in on(bases, visit=slips.remembering(leaves, **how)))


def _narrowing(where: Test) -> tuple[Rules, ...]:
    return on(PRUNING, narrow=slips.narrow_where(where))


def small_infinity(values: Iterable[float], largest: float) -> Mistake:
    """Return the mistake of an infinity that is one of some numbers, or of the usual ones, and less than the largest value."""
    searches = [
        replace(base, **changed)
        for large in sorted({*values, *USUAL_INFINITIES})
        if 0 < large < largest
        for base in either_test(EVERY)
        for changed in (
            {"begin": slips.begin_with(-large, both=True), "pick": slips.the_last_taken},
            {"begin": slips.begin_with(-large, both=True), "pick": slips.the_last_taken, "start": slips.infinity_of(large)},
            {"start": slips.infinity_of(large)},
            {"start": slips.infinity_of(large), "stop": slips.but_at_root(base.stop)},
        )
    ]
    sentence = (
        "Its infinity is too small: a value that is better than none must be larger than any position's, as float('inf') is, "
        "and minus infinity smaller than any."
    )
    return Mistake("infinity too small", sentence, tuple(searches))


MISTAKES = (
    Mistake(
        "one ply whatever the depth",
        "It looks only one ply ahead, whatever the depth: the position after each move is to be searched, depth - 1 plies deep.",
        on(ALL, depth=lambda depth: min(depth, 1)),
    ),
    Mistake(
        "searches to the end",
        "It goes on to the end of the game, whatever the depth: where no depth is left, a position is judged.",
        on(ALL, depth=lambda depth: depth + DEEPEST_CASE),
    ),
    Mistake(
        "depth - 1",
        "It searches one ply less than it is asked to: at depth 1 the positions after each move are the leaves.",
        (*on(ALL, depth=lambda depth: depth - 1), *on(ALL, depth=lambda depth: max(1, depth - 1))),
    ),
    Mistake(
        "depth + 1",
        "It searches one ply more than it is asked to: with depth 0 a position is judged, not searched.",
        on(ALL, depth=lambda depth: depth + 1),
    ),
    Mistake(
        "depth counts the moves of one side",
        "It counts depth in moves of one side: a ply is a move of either side, and each one makes the depth less by 1.",
        (*on(ALL, left=slips.moves_of_one_side), *on(ALL, left=slips.moves_of_the_other_side)),
    ),
    Mistake(
        "evaluates inner nodes",
        "It evaluates inner nodes too: only positions at depth 0 and finished ones are judged, the others get theirs from below.",
        on(ALL, enter=slips.judge_inner),
        answers=False,
    ),
    Mistake(
        "both sides maximise",
        "Both sides take the larger value: the opponent chooses what is worst for you.",
        (*on(ALL, larger=ALWAYS_LARGER), *on(ALL, larger=ALWAYS_LARGER, leaf=MOVER), *on(ALL, larger=ALWAYS_LARGER, leaf=FIRST)),
    ),
    Mistake(
        "both sides minimise",
        "Both sides take the smaller value: on your own turns you want the larger one.",
        on(ALL, larger=NEVER_LARGER),
    ),
    Mistake(
        "roles exchanged",
        "Max and min are exchanged: at the root, and whenever it is the same side's turn, the larger value is wanted.",
        on(ALL, larger=OTHERS_TURN),
    ),
    Mistake(
        "evaluates for the side to move",
        "It evaluates leaves for the side to move there: all values must be in one view, that of the side to move at the root.",
        (*on(ALL, leaf=MOVER), *on(ALL, leaf=judged_for(SEATS["waiting"]))),
    ),
    Mistake(
        "negamax for one seat",
        "Its leaves are judged for the same player at every ply, and negamax changes the sign at every ply: a leaf's value must be "
        "that of the side to move there.",
        tuple(each for who in ("first", "root", "second") for each in _lax(on(ALL, leaf=judged_for(SEATS[who], by_ply=True)))),
    ),
    Mistake(
        "negamax without the minus",
        "The values of the children are not negated: what is good for the side to move there is bad for the one that moves here.",
        (
            *either_test(on(PRUNING, larger=ALWAYS_LARGER, leaf=MOVER, window=slips.turned("as is", anywhere))),
            *on(ALL, larger=ALWAYS_LARGER, leaf=MOVER, child=slips.minus_at_root),
            *_lax(
                either_test(
                    on(
                        PRUNING,
                        larger=ALWAYS_LARGER,
                        leaf=MOVER,
                        child=slips.minus_at_root,
                        window=slips.turned("as is", anywhere),
                    )
                )
            ),
        ),
    ),
    Mistake(
        "smallest at the root",
        "At the root it takes the smallest value: the side to move there takes the largest, in its own view.",
        on(ALL, larger=by_turn(lambda turn, seat: turn == seat, root=False)),
    ),
    Mistake(
        "plays for one seat",
        "It plays always for the same seat: the player is the one whose turn it is at the root, which may be either.",
        (
            *on(ALL, larger=by_turn(lambda turn, seat: turn == 0, root=True), leaf=FIRST),
            *on(ALL, larger=by_turn(lambda turn, seat: turn == 1, root=True), leaf=SECOND),
        ),
    ),
    Mistake(
        "roles exchanged below the root",
        "Below the root max and min are exchanged: after a move at the root the other side moves, and takes the smaller value.",
        on(ALL, larger=by_turn(lambda turn, seat: turn != seat, root=True)),
    ),
    Mistake(
        "does not see the end of the game",
        "It does not see that a game is over: a finished position has no moves, and is to be judged whatever depth is left.",
        on(ALL, leaf=slips.the_end_unseen),
    ),
    Mistake(
        "leaves after the first move",
        "It leaves a node after the first move: a return, or a break, stands inside the loop and should stand behind it.",
        tuple(_left_at_once()),
    ),
    Mistake(
        "leaves out a move", "It leaves out a move, the first or the last one, of each node.", on(ALL, moves=slips.all_but_the_last)
    ),
    Mistake(
        "begins with 0",
        "The best value begins with 0, so that worse moves never count: begin with minus infinity, and on the other side's turns "
        "with plus infinity.",
        on(ALL, begin=slips.begin_with(0.0), pick=slips.any_unless_above_zero),
    ),
    Mistake(
        "begins with 0",
        "The best value at the root begins with 0, so that worse moves never count: begin with minus infinity.",
        on(ALL, begin=slips.begin_with(0.0, only_root=True), pick=slips.any_unless_above_zero),
        needs_value=True,
    ),
    Mistake(
        "takes 0 for no value",
        "It takes a value of 0 for none, as `if not best` does: ask whether it `is None`, or begin with minus infinity.",
        tuple(_zero_for_none()),
    ),
    Mistake(
        "averages the opponent's moves",
        "It takes the mean of the opponent's moves: the opponent does not play at random, but takes the worst move for you.",
        (
            *on(EVERY, take=slips.take_mean(slips.where_smaller)),
            *on(EVERY, take=slips.take_mean(slips.below_root)),
            *on(EVERY, take=slips.take_mean(anywhere)),
        ),
    ),
    Mistake(
        "greedy opponent",
        "The opponent takes the move that looks best to it at once: its moves are to be searched as yours are, and the worst one "
        "for you counts.",
        on(EVERY, moves=slips.greedy_opponent),
    ),
    Mistake(
        "stops at the first win",
        "It stops at the first move that wins anything: another one may win more, and is to be looked at.",
        tuple(_first_win()),
    ),
    Mistake(
        "one window for all",
        "Alpha and beta are kept in one place for the whole search: what is narrowed in one branch holds for that branch alone.",
        either_test(on(PRUNING, narrow=slips.narrow_one_for_all)),
    ),
    Mistake(
        "remembers bounds as values",
        "It remembers what a position was worth after a cut, and takes that for its value later: it is only a bound.",
        _remembering(PRUNING),
    ),
    Mistake(
        "remembers without the depth",
        "It remembers what a position is worth without the depth that was left: with more depth it must be searched again.",
        _remembering(ALL, any_depth=True),
    ),
    Mistake(
        "evaluates for one seat",
        "It evaluates leaves always for the same seat: right would be the side to move at the root, which may be either.",
        (*on(ALL, leaf=FIRST), *on(ALL, leaf=SECOND)),
    ),
    Mistake(
        "takes the last of equal moves",
        "Of two moves that look equal it takes the last one, and after a cut a value is only a bound: take a move only if it is "
        "better than all before.",
        on((*PRUNING, *HARD), pick=slips.the_last_equal),
    ),
    Mistake(
        "one variable for all best moves",
        "The best move is kept in one variable for the whole search, and inner nodes overwrite it: only the root's move is to be "
        "played, so let each node return its own.",
        tuple(_one_variable()),
    ),
    Mistake(
        "index in another order",
        "It finds the best move's place among the sorted moves, and looks it up in the list as it was before: keep the move itself "
        "with its value.",
        on(EVERY, pick=slips.place_in_another_order),
    ),
    Mistake(
        "remembers upper bounds as values",
        "It remembers what a position was worth where no move was cut off, and takes that for its value later; but where no move "
        "reached alpha, it is only a bound.",
        _remembering(PRUNING, where_uncut=True),
    ),
    Mistake(
        "kinds of bound exchanged",
        "The table takes lower bounds for upper ones: a value that reached beta is a lower bound, and one that did not reach alpha "
        "an upper bound.",
        tuple(_tables()),
    ),
    Mistake(
        "no second search",
        "It searches later moves with an empty window, and believes what comes back: where a move is better than alpha, that is "
        "only a bound, and it must be searched again with the whole window.",
        tuple(_without_second_search(SOFT_AND_HARD)),
    ),
    Mistake(
        "no second search outside the window",
        "It begins with a window around a guess, and believes what comes back from outside it: that is only a bound, and the root "
        "must be searched again with a wider window.",
        tuple(_aspiring()),
    ),
    Mistake(
        "reduces later moves for good",
        "It searches later moves less deep, and never again: where one turns out better than the best so far, it must be searched "
        "again to the full depth.",
        tuple(_reduced()),
    ),
    Mistake("never prunes", "It never prunes: it looks at every node, as minimax does.", (MINIMAX,), answers=False),
    Mistake(
        "window not passed on",
        "The window is not passed on at the root: what the first move is worth should be alpha when the next one is searched.",
        on(SOFT_AND_HARD, window=slips.open_at_root(MINIMAX.window)),
        answers=False,
        may_be_meant=True,
    ),
    Mistake(
        "window not narrowed",
        "The window is not narrowed below the root: after each child, alpha becomes the largest value so far at a maximising node, "
        "and beta the smallest at a minimising one.",
        either_test(
            (
                *(each for where in (slips.where_larger, slips.where_smaller, slips.at_root) for each in _narrowing(where)),
                *(
                    replace(each, window=slips.open_at_root(MINIMAX.window))
                    for where in (slips.where_larger, slips.where_smaller)
                    for each in _narrowing(where)
                ),
            )
        ),
        answers=False,
    ),
    Mistake(
        "window not exchanged and negated",
        "The window that a child gets is wrong: in negamax it is (-beta, -alpha), both bounds with another sign and in each "
        "other's place.",
        tuple(_wrong_windows()),
        answers=False,
    ),
    Mistake(
        "one side never prunes",
        "Only one side prunes: a maximising node is left when its value reaches beta, and a minimising one when it reaches alpha.",
        tuple(
            Rules(stop=pair)
            for stop in TESTS
            for test in (stop, by_window(stop))
            for pair in (by_side(never, test), by_side(test, never))
        ),
        answers=False,
    ),
    Mistake(
        "cuts at the wrong bound",
        "It cuts at the wrong bound: a maximising node is left when its value is at least beta, a minimising one when it is "
        "at most alpha.",
        tuple(_wrong_cuts()),
        answers=False,
    ),
    Mistake(
        "max and min by the depth",
        "Whether a node is max or min goes by the depth that is left, odd or even; a search may begin at any depth. Ask whose turn "
        "it is.",
        tuple(each for odd in (0, 1) for root in (True, None) for each in on(ALL, larger=by_depth(odd, root))),
    ),
    Mistake(
        "wrong sign",
        "The value that it returns has the wrong sign: it should be in the view of the side to move at the root.",
        on(ALL, answer=lambda value: -value),
        needs_value=True,
    ),
)
