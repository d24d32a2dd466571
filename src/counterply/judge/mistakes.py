"""The mistakes that have a name: each a sentence for the student, and the searches that make it (`variations`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from operator import le, neg

from counterply.judge.by_asking import SHARES_SLOTS, Mistake
from counterply.judge.reference import (
    INFINITE,
    MINIMAX,
    anywhere,
    as_deep_as_asked,
    never,
    roots_turn,
    search_child,
    worth_to_root,
)
from counterply.judge.root_slips import (
    IN_ANOTHER_ORDER,
    any_move,
    any_unless_above_zero,
    best_replies,
    deepening,
    nothing_without_depth,
    place_among_sorted_values,
    the_kept,
    the_last_equal,
    the_last_taken,
    the_worst,
    tried,
)
from counterply.judge.slips import (
    AS_IT_IS,
    LOSS,
    NARROWER,
    TURNED,
    always,
    any_depth,
    at_root,
    before_depth,
    before_only_move,
    begin_with_own_value,
    begin_with_shared,
    below_larger,
    below_root,
    below_smaller,
    best_looking,
    by_depth,
    by_depth_asked,
    by_turn,
    changed,
    each,
    either,
    either_test,
    ends_by_side,
    extended,
    finished,
    first_move,
    judge_inner,
    judged_for,
    last_value,
    less_for_each_move,
    lost_at_cuts,
    loud,
    narrow_one_for_all,
    no_value,
    no_worse_than_now,
    on,
    one_bound,
    one_move_late,
    only_move,
    part_of_moves,
    plies,
    searched_first,
    shrinking,
    take_all,
    take_at_zero,
    take_before_negation,
    take_by_size,
    take_into_shared,
    take_larger,
    take_smaller,
    take_unless_zero,
    the_end_unseen,
    turned_for_each_move,
    unlike_before,
    when_no_better,
    where_larger,
    where_smaller,
    with_childs_own,
    with_own_value,
)
from counterply.judge.table_slips import (
    AS_THEY_ARE,
    EXACT,
    EXACT_UNLESS_CUT,
    KEYS,
    WRONG_KINDS,
    exact_at_bounds,
    exact_where_uncut,
    table,
)
from counterply.judge.trees import DEEPEST_CASE
from counterply.judge.variations import (
    ALL,
    BOTH,
    BY_SIDE,
    EVERY,
    FIRST,
    LEAVES,
    MOVER,
    NEXT_BEST,
    OPEN,
    OTHERS_TURN,
    PARTS,
    PLACES,
    PRUNING,
    SEATS,
    SECOND,
    SHRINKING,
    SOFT_AND_HARD,
    STYLES,
    also_below,
    aspiring,
    averages,
    early_cuts,
    ended_by_a_win,
    exchanged_in_mtdf,
    first_win,
    given_up,
    judged_in_two_ways,
    last_value_as_bound,
    lax,
    moves_of_another_search,
    narrowing_by_side,
    node_limits,
    one_bound_forgotten,
    one_variable,
    reduced,
    remembering,
    remembering_bounds,
    root_stays,
    small_infinities,
    who_won,
    wrong_at_root,
    wrong_cuts,
    wrong_second_windows,
)

SEAT_MOVES = by_turn(lambda turn, _: turn == 0), by_turn(lambda turn, _: turn == 1)
MINUS_AT_ROOT = (at_root, changed(search_child, neg))

REMEMBERS_BOUNDS = (
    "remembers bounds as values",
    "It remembers what a position was worth after a cut, and takes that for its value later: it is only a bound, also where it "
    "equals alpha or beta.",
)
REMEMBERS_WITHOUT_DEPTH = (
    "remembers without the depth",
    "It remembers what a position is worth without the depth that was left: with more depth it must be searched again.",
)


def small_infinity(values: Iterable[float], largest: float) -> Mistake:
    """Return the mistake of an infinity that is one of some numbers, or of the usual ones, and less than the largest value."""
    return Mistake(
        "infinity too small",
        "Its infinity is too small: a value that is better than none must be larger than any position's, as float('inf') is, "
        "and minus infinity smaller than any.",
        tuple(small_infinities(values, largest)),
    )


def only_who_won(values: Iterable[float]) -> Mistake:
    """Return the mistake of judging finished positions by who has won only, with one of some numbers, or a usual one."""
    return Mistake(
        "finished positions by the winner only",
        "Of a finished position it asks only who has won, takes whoever moved last for the winner, or a draw for something else: "
        "position.value(player) says what the result is worth, and is to be returned as it is.",
        who_won(values),
    )


@cache
def limit_of_nodes() -> Mistake:
    """Return the mistake of a limit of positions, with any of the usual numbers."""
    return Mistake(
        "a limit of nodes",
        "It has a limit of positions, or calls, and what comes after that is judged, or left out: a search to a depth looks at all "
        "that count.",
        tuple(node_limits()),
    )


MISTAKES = (
    Mistake(
        "takes the last of equal moves",
        "Of two moves that look equal it takes the last one, and after a cut a value is only a bound: take a move only if it is "
        "better than all before.",
        on(SOFT_AND_HARD, pick=the_last_equal),
    ),
    Mistake(*REMEMBERS_WITHOUT_DEPTH, on(STYLES, depth=lambda depth: min(depth, 1)), deepens=True),
    Mistake(
        "one ply whatever the depth",
        "It looks only one ply ahead, whatever the depth: the position after each move is to be searched, depth - 1 plies deep.",
        on(STYLES, depth=lambda depth: min(depth, 1)),
    ),
    Mistake(
        "searches to the end",
        "It goes on to the end of the game, whatever the depth: where no depth is left, a position is judged.",
        on(STYLES, depth=lambda depth: depth + DEEPEST_CASE),
    ),
    Mistake(
        "depth - 1",
        "It searches one ply less than it is asked to, always or at even depths: at depth 1 the positions after each move are the "
        "leaves.",
        (
            *on(STYLES, depth=[lambda depth: depth - 1, lambda depth: max(1, depth - 1), lambda depth: depth - 1 + depth % 2]),
            *on(
                STYLES,
                depth=lambda depth: depth - 1,
                start=[nothing_without_depth(value) for value in (0.0, INFINITE, -INFINITE)],
            ),
        ),
    ),
    Mistake(
        "depth + 1",
        "It searches one ply more than it is asked to, after all moves or after the first: with depth 0 a position is judged, not "
        "searched.",
        (*on(STYLES, depth=lambda depth: depth + 1), *on(STYLES, left=each((at_root, anywhere), extended(first_move)))),
    ),
    Mistake(
        "depth counts the moves of one side",
        "It counts depth in moves of one side, or asks whether it is used up on one side's turns only: a ply is a move of either "
        "side, each one makes the depth less by 1, and at 0 any position is judged.",
        on(STYLES, left=[plies(1, 0), plies(0, 1), *map(ends_by_side, BOTH, (-1, -1))]),
    ),
    Mistake(
        "depth - 1 on one side's turns",
        "Where one side is to move it ends one ply too early: a position is judged when its depth is 0, whoever moves.",
        on(STYLES, left=[ends_by_side(own, early) for own in BOTH for early in (1, 2)]),
    ),
    Mistake(
        "extends lines",
        "It searches deeper after some moves, such as the only ones, or those that change the evaluation much: depth 3 is three "
        "plies in any line.",
        on(
            STYLES,
            left=each(PLACES[:2], *map(extended, (only_move, before_only_move, *map(loud, range(1, 11))))),
        ),
    ),
    Mistake(
        "not given back after a cut",
        "What it changes before it searches a move, such as a counter of plies, or alpha, is not changed back where a node is left "
        "early: change it back before each break and return, or give it to each call as a parameter.",
        on(SOFT_AND_HARD, left=lost_at_cuts),
    ),
    Mistake(
        "less depth for each move",
        "The depth gets less with each move of a loop, as by depth -= 1 inside it: give depth - 1 to each child, and leave "
        "depth as it is.",
        on(EVERY, left=[less_for_each_move(endless, where) for endless in BOTH for where in PLACES]),
    ),
    Mistake(
        "two plies for one",
        "It takes two off the depth for a move, of both sides or of one: each move is one ply, and leaves depth - 1.",
        on(STYLES, left=[plies(2, 2), plies(2, 1), plies(1, 2)]),
    ),
    Mistake(
        "searches the position before the move",
        "For each move it searches the position before that move, not position.after(move): all moves get the same value.",
        (
            *on(STYLES, depth=lambda depth: depth - 1, pick=any_move),
            replace(MINIMAX, depth=lambda depth: 0, pick=any_move),
        ),
    ),
    Mistake(
        "evaluates inner nodes",
        "It evaluates inner nodes too: only positions at depth 0 and finished ones are judged, the others get theirs from below.",
        on(STYLES, enter=judge_inner),
        answers=False,
    ),
    Mistake(
        "both sides maximise",
        "Both sides take the larger value: the opponent chooses what is worst for you.",
        (
            *on(STYLES, larger=anywhere, leaf=[worth_to_root, MOVER, FIRST]),
            *on(STYLES, take=take_larger),
        ),
    ),
    Mistake(
        "both sides minimise",
        "Both sides take the smaller value: on your own turns you want the larger one.",
        (*on(STYLES, larger=never), *on(STYLES, take=take_smaller)),
    ),
    Mistake(
        "only the root maximises",
        "Below the root every node takes the smaller value: whose turn it is changes with each move, and on your own turns you "
        "want the larger one.",
        on(STYLES, larger=at_root),
    ),
    Mistake(
        "roles exchanged",
        "Max and min are exchanged, everywhere or below the root: at the root, and whenever it is the same side's turn, the larger "
        "value is wanted.",
        on(STYLES, larger=also_below(OTHERS_TURN)),
    ),
    Mistake(
        "evaluates for the side to move",
        "It evaluates leaves in the view of both sides by turns: minimax wants all values in one, that of the side to move at the "
        "root; in negamax, where the sign changes at each ply, so does the view, which is that of the side to move.",
        on(STYLES, leaf=[MOVER, judged_for(SEATS["waiting"]), *each(map(by_depth_asked, BOTH), LOSS)]),
    ),
    Mistake(
        "finished positions judged in another view",
        "It judges finished positions in another view than the others: all values must be in one, that of the side to move at the "
        "root, and in negamax that of the side to move there.",
        judged_in_two_ways(),
    ),
    Mistake(
        "negamax for one seat",
        "Its leaves are judged for the same player at every ply, and negamax changes the sign at every ply: a leaf's value must be "
        "that of the side to move there.",
        lax(on(STYLES, leaf=[judged_for(SEATS[who], by_ply=True) for who in ("first", "root", "second")])),
    ),
    Mistake(
        "negamax without the minus",
        "The values of the children are not negated: what is good for the side to move there is bad for the one that moves here.",
        (
            *either_test(on(PRUNING, larger=anywhere, leaf=MOVER, window=AS_IT_IS)),
            *on(STYLES, larger=anywhere, leaf=MOVER, child=MINUS_AT_ROOT),
            *lax(either_test(on(PRUNING, larger=anywhere, leaf=MOVER, child=MINUS_AT_ROOT, window=AS_IT_IS))),
        ),
    ),
    Mistake(
        "compares before it negates",
        "It compares a child's value before it has negated it: negate first, value = -search(...), and use that alone.",
        on(STYLES, take=each(PLACES[:3], take_before_negation)),
    ),
    Mistake(
        "smallest at the root",
        "At the root it takes the smallest value: the side to move there takes the largest, in its own view.",
        on(STYLES, larger=(at_root, never)),
    ),
    Mistake(
        "plays for the other side",
        "It returns what the move is worth to the other side, and so plays for it: at the root too negamax negates the children's "
        "values, and in minimax the player is the one whose turn it is at the root, not the other one.",
        on((*STYLES, *wrong_at_root()), larger=(at_root, never), answer=lambda value: -value),
    ),
    Mistake(
        "plays for one seat",
        "It plays, or judges leaves, always for the same seat: the player is the one whose turn it is at the root, which may be "
        "either.",
        (
            *on(STYLES, leaf=[FIRST, SECOND]),
            *on(STYLES, larger=either(at_root, anywhere, SEAT_MOVES[0]), leaf=FIRST),
            *on(STYLES, larger=either(at_root, anywhere, SEAT_MOVES[1]), leaf=SECOND),
        ),
    ),
    Mistake(
        "max and min by the seat",
        "The first player takes the larger value and the second one the smaller, but leaves are judged for the side to move at the "
        "root, which may be either: compare position.turn with that side, or judge all leaves for the first player.",
        on(STYLES, larger=also_below(*SEAT_MOVES)),
    ),
    Mistake(
        "does not see the end of the game",
        "It does not see that a game is over: a finished position has no moves, and is to be judged whatever depth is left.",
        on(STYLES, leaf=the_end_unseen, depth=[as_deep_as_asked, lambda depth: depth + DEEPEST_CASE]),
    ),
    Mistake(
        "finished positions are worth 0",
        "It takes finished positions to be worth 0: they are judged as the leaves are, by position.value(player), which says "
        "who has won.",
        on(STYLES, leaf=each((finished, before_depth), no_value)),
    ),
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
        on(ALL, stop=each((anywhere, *BY_SIDE), anywhere)),
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
        on(STYLES, begin=each((anywhere, *BY_SIDE), always(0.0)), pick=any_unless_above_zero),
    ),
    Mistake(
        "begins with 0",
        "The best value at the root begins with 0, so that worse moves never count: begin with minus infinity.",
        on(STYLES, begin=(at_root, always(0.0)), pick=any_unless_above_zero),
        needs_value=True,
    ),
    Mistake(
        "begins with the wrong infinity",
        "The best value begins with the wrong infinity, and no move is better than that: begin with minus infinity where the "
        "larger value is taken, and with plus infinity where the smaller one is.",
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
        ),
    ),
    Mistake(
        "adds the children's values",
        "It adds up the values of a node's children: the side to move takes only the best one, the largest or the smallest.",
        on(EVERY, take=each((anywhere, below_root, where_smaller), take_all(sum))),
    ),
    Mistake(
        "forgets the sign of values",
        "It takes the size of a value without its sign: what is bad for you is worth less than 0.",
        (*on(STYLES, leaf=changed(worth_to_root, abs)), *on(EVERY, take=take_by_size)),
    ),
    Mistake(
        "another value than the best",
        "A node gets another value than its best one, such as the second best, or the one in the middle: the side to move takes "
        "the largest, or the smallest, and that is the node's value.",
        on(EVERY, take=each(PLACES, *map(take_all, NEXT_BEST))),
    ),
    Mistake(
        "a win ends the whole search",
        "Once it has found a won position it ends the whole search: the opponent need not go there, and another move may win more; "
        "leave only the loop that it is in, where alpha reaches beta.",
        ended_by_a_win(),
    ),
    Mistake(
        "values changed on the way",
        "On the way to the root values shrink, or something is taken off them, for one side only or in a view that changes: what "
        "is taken off for the distance must be the same at each ply, and in favour of the side that wins quickly.",
        on(ALL, child=each((*PLACES, below_larger), *(shrinking(*how) for how in SHRINKING))),
    ),
    Mistake(
        "changes the values of leaves",
        "It turns the leaves' values into other numbers, such as their sign, a whole quotient, or no more than a limit: use "
        "position.value(player) as it is.",
        on(STYLES, leaf=[changed(worth_to_root, change) for change in LEAVES]),
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
    Mistake(
        "greedy opponent",
        "The opponent takes the move that looks best to it at once: its moves are to be searched as yours are, and the worst one "
        "for you counts.",
        on(EVERY, moves=(below_smaller, best_looking(PARTS[0], False))),
    ),
    Mistake(
        "greedy at the root",
        "It chooses its move by what looks best at once, and searches that one only: search each of the root's moves, and take the "
        "one with the best value.",
        on(EVERY, moves=(at_root, best_looking(PARTS[0], False))),
    ),
    Mistake(
        "looks at some of the moves only",
        "It looks at some of the moves only: the first or the last few, all but one, those that look best or worst at once, no "
        "worse than the position now, or unlike all before. The one that counts may be among the others. If each move has a "
        "function made in a loop, all these functions use the loop's last move.",
        on(
            EVERY,
            moves=each(
                (*PLACES[:3], where_smaller),
                no_worse_than_now,
                unlike_before,
                *map(part_of_moves, PARTS),
                *(
                    either(where_larger, *map(best_looking, (count, count), worst))
                    for count in PARTS[:3]
                    for worst in (BOTH, BOTH[::-1])
                ),
                *(best_looking(count, worst) for count in PARTS for worst in BOTH),
            ),
        ),
    ),
    Mistake(
        "believes estimates",
        "It takes an estimate of an inner position for its value, at the first move, or wherever it is far from alpha or beta: "
        "neither the evaluation nor a search less deep is a bound, and such a position must be searched.",
        given_up(),
    ),
    Mistake(
        "stops at the first win",
        "It stops at the first move that wins anything, or that is better than the position is now: another one may be better "
        "still, and is to be looked at.",
        tuple(first_win()),
    ),
    Mistake(
        "one window for all",
        "Alpha and beta are kept in one place for the whole search: what is narrowed in one branch holds for that branch alone.",
        either_test(on(PRUNING, narrow=[*map(narrow_one_for_all, (never, at_root))])),
    ),
    Mistake(*REMEMBERS_BOUNDS, remembering([EXACT], PRUNING)),
    replace(SHARES_SLOTS, searches=on(ALL, visit=[table(EXACT, leaves, key_of=key) for key in KEYS for leaves in BOTH])),
    Mistake(
        *REMEMBERS_WITHOUT_DEPTH,
        (
            *remembering([EXACT], EVERY, serves=any_depth),
            *remembering_bounds([AS_THEY_ARE], [any_depth, le]),
        ),
    ),
    Mistake(
        "takes any of equal moves",
        "It chooses among all moves that look equal, and after a cut a value is only a bound: such a move may be worse. Choose "
        "among moves that were searched with an open window, or take one only if it is better than all before.",
        SOFT_AND_HARD,
    ),
    Mistake(
        "best of all depths",
        "It keeps the best value of all depths: a deeper search replaces what a less deep one found, so begin each depth anew.",
        on(STYLES, start=[*map(deepening, BOTH)], pick=the_kept),
    ),
    Mistake(
        "the move of another search",
        "Its value comes from one search, and its move from another, less deep or with another window: keep the move where the "
        "value is kept, at each depth anew, and in MTD(f) only where a value reaches the bound that is tested.",
        moves_of_another_search(),
    ),
    Mistake(
        "one variable for all best moves",
        "The best move is kept in one variable for the whole search, and inner nodes overwrite it: only the root's move is to be "
        "played, so let each node return its own.",
        one_variable(),
    ),
    Mistake(
        "index in another order",
        "It finds the best move's place among sorted moves, or values, and looks it up in the list as it was before: keep the move "
        "itself with its value.",
        on(
            EVERY,
            pick=[*IN_ANOTHER_ORDER, place_among_sorted_values],
        ),
    ),
    Mistake(
        "plays the first or last move tried",
        "The move that it returns is the first or the last one that it tried, whatever it is worth: keep a move only when its "
        "value is the best, and look for no place in values that have been sorted since.",
        on(STYLES, pick=[*map(tried, BOTH)]),
    ),
    Mistake(
        "plays the worst move",
        "It returns the move with the smallest value: the side to move at the root wants the largest.",
        on(STYLES, pick=the_worst),
    ),
    Mistake(
        "plays the reply",
        "The move that it returns is the best one of a later position: what a child returns is the reply to the move, and the root "
        "wants the move that leads to that child.",
        on(STYLES, pick=[*map(best_replies, BOTH)]),
    ),
    Mistake(
        "remembers upper bounds as values",
        "It remembers what a position was worth where no move was cut off, and takes that for its value later; but where no move "
        "reached alpha, it is only a bound.",
        (
            *remembering([exact_where_uncut], PRUNING),
            *remembering_bounds([EXACT_UNLESS_CUT], [None]),
        ),
    ),
    Mistake(
        "kinds of bound exchanged",
        "It takes one kind of bound for the other, in its table or in MTD(f): a value that reached beta is a lower bound, and may "
        "raise alpha; one that did not reach alpha is an upper bound, and may lower beta; both as they were before any move.",
        (*remembering_bounds(WRONG_KINDS), *exchanged_in_mtdf()),
    ),
    Mistake(*REMEMBERS_BOUNDS, tuple(remembering_bounds([exact_at_bounds], [None]))),
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
    Mistake(
        "no second search outside the window",
        "It begins with a window around a guess, and believes what comes back from outside it: that is only a bound, and the root "
        "must be searched again with a wider window.",
        aspiring(),
    ),
    Mistake(
        "reduces later moves for good",
        "It searches later moves less deep, and never again: where one turns out better than the best so far, it must be searched "
        "again to the full depth.",
        tuple(reduced()),
    ),
    Mistake("never prunes", "It never prunes: it looks at every node, as minimax does.", (MINIMAX,), answers=False),
    Mistake(
        "window not passed on",
        "The window is not passed on at the root: what the first move is worth should be alpha when the next one is searched.",
        OPEN,
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
        root_stays(replace(base, stop=one_move_late(base.stop)) for base in (*SOFT_AND_HARD, *OPEN)),
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
        "cuts before the bound",
        "It leaves a node whose value comes near the bound: what follows may count, until a value reaches beta, or alpha.",
        early_cuts(),
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
    ),
    Mistake(
        "window too narrow",
        "The window that a child gets is too narrow by one: it is (alpha, beta), and in negamax (-beta, -alpha).",
        on(either_test(PRUNING), window=[(at_root, NARROWER[0]), *each(PLACES[:2], *NARROWER)]),
    ),
    Mistake(
        "max and min by the depth",
        "Whether a node is max or min goes by the depth that is left, odd or even; a search may begin at any depth. Ask whose turn "
        "it is.",
        on(STYLES, larger=also_below(*map(by_depth, BOTH))),
    ),
    Mistake(
        "sides changed for each move",
        "The side to move is changed once more for each move of a loop: give the other side to each child, and leave the node's "
        "own side as it is.",
        on(STYLES, larger=[*map(turned_for_each_move, BOTH)]),
    ),
    Mistake(
        "wrong sign",
        "The value that it returns has the wrong sign: it should be in the view of the side to move at the root.",
        on(STYLES, answer=lambda value: -value),
        needs_value=True,
    ),
)
