"""Mistakes of the side that moves: who takes the larger value, and in whose view a leaf is judged."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import product
from operator import neg

from counterply.plugins.explanations.text_trees import DEEPEST_CASE
from counterply.plugins.teaching.judge.mistakes.hooks import (
    BOTH,
    BY_WINDOW,
    ENDLESS,
    EVERY,
    PLACES,
    PRUNING,
    SOFT_AND_HARD,
    STYLES,
    TURNED,
    at_root,
    changed,
    each,
    either,
    either_test,
    keep_window,
    lax,
    on,
    root_stays,
    take_if,
)
from counterply.plugins.teaching.judge.reference import (
    INFINITE,
    MINIMAX,
    At,
    Hook,
    Searches,
    Test,
    Walk,
    anywhere,
    as_deep_as_asked,
    never,
    roots_turn,
    search_child,
    worth_to_root,
)
from counterply.plugins.teaching.judge.repeats import Mistake


def by_turn(tells: Callable[[int, int], bool]) -> Test:
    """Return a test for the larger value by the side to move at a node and at the root."""
    return lambda walk, at: tells(walk.flat.turn[at.number], walk.seat)


def by_depth(odd: int) -> Test:
    """Return a test for the larger value that goes by whether the depth left is odd."""
    return lambda walk, at: at.left % 2 == odd


def by_depth_asked(odd: int) -> Test:
    """Return a test that goes by whether the depth asked for is odd."""
    return lambda walk, at: walk.depth % 2 == odd


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


def before_depth(walk: Walk, at: At) -> bool:
    """Tell whether the depth is not used up."""
    return at.left > 0


def no_value(walk: Walk, at: At) -> float:
    """Take a position to be worth 0, without asking."""
    walk.unseen.add(at.number)
    return 0.0


LOSS = changed(worth_to_root, neg)


def by_winner(large: float, draw: int, rest: bool = True, by_mover: bool = False) -> Hook:
    """Return the judge of finished positions that says only who has won: plus or minus a number, or its value of a `draw`.

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


take_larger = take_if(lambda at: at.sign * at.value > at.sign * at.best)  # where a value begins with infinity, none is
take_smaller = take_if(lambda at: at.sign * at.value < at.sign * at.best)
take_before_negation = take_if(lambda at: -at.value > at.best)  # the child's own view
AS_IT_IS = TURNED[0]
USUAL_WINS = (1, 10, 50, 100, 1_000, 9_999, 10_000, 100_000, 1_000_000, INFINITE)
ONE_SEAT = (lambda turn, seat: 0, lambda turn, seat: 1)
MOVER, WAITING, FIRST, SECOND = map(judged_for, (lambda turn, seat: turn, lambda turn, seat: 1 - turn, *ONE_SEAT))
BY_PLY = [judged_for(seat_of, by_ply=True) for seat_of in (*ONE_SEAT, lambda turn, seat: seat)]
OTHERS_TURN = by_turn(lambda turn, seat: turn != seat)
FIRST_APART = [either(finished, one, other) for one, other in ((FIRST, worth_to_root), (worth_to_root, FIRST))]
RIGHT_FOR_FIRST = (FIRST, *FIRST_APART)  # judges of leaves that are right where the first player moves at the root


def also_below(*tests: Test) -> list[Test]:
    """Return tests for the larger value, and the same ones below a root that takes it anyway."""
    return [*tests, *(either(at_root, anywhere, test) for test in tests)]


EXCHANGED = also_below(OTHERS_TURN)


def searched_on(least: float, plies: int, minus: bool) -> Hook:
    """Return the judge of leaves by a search of moves that change the evaluation by at least so much: quiescence, for some plies.

    Without the `minus` a reply's value counts as it is; else all positions are judged for the side to move at the root.
    """

    def value_of(walk: Walk, number: int, left: int) -> float:
        best = walk.worth(number, walk.seat if minus else walk.flat.turn[number])
        walk.bounds.setdefault(number, 0.0)
        for child in walk.order(number) if left else ():
            if abs(walk.flat.value[child] - walk.flat.value[number]) >= least:
                value = value_of(walk, child, left - 1)
                best = max(best, -value if minus else value)
        return best

    return lambda walk, at: walk.sign(at.number) * value_of(walk, at.number, plies)


def judged_in_two_ways() -> Searches:
    """Return searches that judge finished positions in another view than the others, or where an odd number of plies is left."""
    wrong = (MOVER, WAITING, LOSS, *BY_PLY[:2])  # some of them in negamax
    ways = each((finished, lambda walk, at: not finished(walk, at)), *wrong)
    return on(STYLES, leaf=[*ways, *FIRST_APART, (lambda walk, at: finished(walk, at) and at.left % 2 == 1, LOSS)])


def who_won(values: Iterable[float]) -> Searches:
    """Return searches that know of a finished position only who has won, or that take the last to move for the winner."""
    known = []
    for large in sorted({*values, *USUAL_WINS}):
        draws = [by_winner(large, *how) for how in product((-1, 1), BOTH, BOTH)]
        known += [last_mover_wins(large), by_winner(large, 0), *draws]
    return on(EVERY, leaf=each([finished], *known))


def wrong_at_root() -> Searches:
    """Return searches whose root gives its children a window in the wrong view."""
    return root_stays(on(SOFT_AND_HARD, window=each([at_root], *TURNED)))


SEAT_MOVES = by_turn(lambda turn, _: turn == 0), by_turn(lambda turn, _: turn == 1)
MINUS_AT_ROOT = (at_root, changed(search_child, neg))


def only_who_won(values: Iterable[float]) -> Mistake:
    """Return the mistake of judging finished positions by who has won only, with one of some numbers, or a usual one."""
    return Mistake(
        "finished positions by the winner only",
        "Of a finished position it asks only who has won, takes whoever moved last for the winner, or a draw for something else: "
        "position.value(player) says what the result is worth, and is to be returned as it is.",
        who_won(values),
    )


def larger_after_the_reply(walk: Walk, at: At) -> bool:
    """Tell whether a node takes the larger value: from the second ply on, all do."""
    return roots_turn(walk, at) or walk.flat.ply[at.number] > 1


def turned_for_each_move(root: int) -> Test:
    """Return the test for the larger value where that is turned round for each move of a loop; at the root too, if that is 0."""

    def larger(walk: Walk, number: int) -> bool:
        parent = walk.flat.parent[number]
        return parent < 0 or (parent >= root and larger(walk, parent) == bool(list(walk.order(parent)).index(number) % 2))

    return lambda walk, at: larger(walk, at.number)


BOTH_MAXIMISE = (
    "both sides maximise",
    "Both sides take the larger value: the opponent chooses what is worst for you.",
)
BOTH_MINIMISE = (
    "both sides minimise",
    "Both sides take the smaller value: on your own turns you want the larger one.",
)
SIDES = (
    Mistake(
        *BOTH_MAXIMISE,
        (
            *on(STYLES, larger=anywhere, leaf=[worth_to_root, MOVER, FIRST]),
            *on([MINIMAX], stop=[*BY_WINDOW.values()], larger=anywhere, narrow=(OTHERS_TURN, keep_window)),
        ),
    ),
    Mistake(*BOTH_MAXIMISE, on(STYLES, take=take_larger), needs_value=True),  # by its moves alone it may be many others
    Mistake(
        *BOTH_MINIMISE,
        on(STYLES, larger=never),
    ),
    Mistake(*BOTH_MINIMISE, on(STYLES, take=take_smaller), needs_value=True),
    Mistake(
        "only the root maximises",
        "Below the root every node takes the smaller value: whose turn it is changes with each move, and on your own turns you "
        "want the larger one.",
        on(STYLES, larger=either(at_root, roots_turn, never)),
    ),
    Mistake(
        "the larger value calls itself",
        "From the second reply on every node takes the larger value: the function that maximises calls itself for the replies, and "
        "should call the one that minimises.",
        on(STYLES, larger=larger_after_the_reply),
    ),
    Mistake(
        "roles exchanged",
        "Max and min are exchanged, everywhere or below the root: at the root, and whenever it is the same side's turn, the larger "
        "value is wanted.",
        on(STYLES, larger=EXCHANGED),
    ),
    Mistake(
        "evaluates for the side to move",
        "It evaluates leaves in the view of both sides by turns: minimax wants all values in one, that of the side to move at the "
        "root; in negamax, where the sign changes at each ply, so does the view, which is that of the side to move.",
        on(STYLES, leaf=[MOVER, WAITING, *each(map(by_depth_asked, BOTH), LOSS)]),
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
        lax(on(STYLES, leaf=BY_PLY)),
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
        "It takes finished positions to be worth 0, or 1 and -1 where others are worth more: they are judged as the leaves are, by "
        "position.value(player), which says who has won.",
        on(STYLES, leaf=each((finished, before_depth), no_value)),
    ),
)

SIDES_COUNTED = (
    Mistake(
        "sides changed for each move",
        "The side to move is changed once more for each move of a loop: give the other side to each child, and leave the node's "
        "own side as it is.",
        on(STYLES, larger=[*map(turned_for_each_move, BOTH)]),
    ),
    Mistake(
        "max and min by the depth",
        "Whether a node is max or min goes by the depth that is left, odd or even; a search may begin at any depth. Ask whose turn "
        "it is.",
        on(STYLES, larger=also_below(*map(by_depth, BOTH))),
    ),
    Mistake(
        "quiescence with the wrong sign",
        "Below the last ply it searches noisy moves on, as quiescence does, with the wrong sign: there too a reply's value is "
        "negated, a position's own value is that for the side to move there, and the better of both counts.",
        on(EVERY, leaf=[searched_on(*how) for how in product(range(1, 6), (1, 2, ENDLESS), BOTH)]),
    ),
)
