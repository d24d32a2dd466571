"""Mistakes of the moves that are searched: some are left out, or an estimate stands for their value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from counterply.plugins.teaching.judge.mistakes.common import (
    BOTH,
    ENDLESS,
    EVERY,
    PARTS,
    PLACES,
    PRUNING,
    SOFT_AND_HARD,
    always,
    at_root,
    below_larger,
    below_smaller,
    each,
    either,
    either_test,
    first_move,
    on,
    own_value,
    take_any,
    where_larger,
    where_smaller,
    won,
)
from counterply.plugins.teaching.judge.reference import (
    MINIMAX,
    At,
    Hooks,
    Moves,
    Searches,
    Visit,
    Walk,
    anywhere,
    never,
    take_better,
    turned,
)
from counterply.plugins.teaching.judge.repeats import Mistake


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
    """Return the children without those whose own evaluation equals that of an earlier one."""
    return [*{walk.worth(child, walk.seat): child for child in reversed(walk.order(at.number))}.values()][::-1]


def best_looking(count_of: Callable[[int], int], worst: bool) -> Moves:
    """Return as many of the children as `count_of` says, that look best to the side to move there, or `worst`."""

    def moves(walk: Walk, at: At) -> Sequence[int]:
        turn = walk.flat.turn[at.number]
        ranked = sorted(walk.order(at.number), key=lambda child: walk.worth(child, turn), reverse=not worst)
        return [child for child in walk.order(at.number) if child in ranked[: count_of(len(ranked))]]

    return moves


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


ENOUGH = (0.0, 1.5, 2.5, 3.5, 4.5)  # that a move is better than, to be thought good enough
MARGINS = (0.0, 1.0, 2.0, 3.0, 5.0, 10.0)  # of an estimate that is believed


def first_win() -> Iterable[Hooks]:
    """Yield searches that leave a node at the first win, or at the first move that is better than the position is now."""
    better = [(over, always(value)) for value in ENOUGH for over in BOTH]
    no_window = (better[0], better[1], (False, own_value))  # others are that of an infinity too small, where a search prunes
    for than, where in product((*better, no_window[-1]), (*PLACES, below_larger)):
        wins = won(*than, where)
        bases = either_test(EVERY) if where is not anywhere or than in no_window else [MINIMAX]
        yield from on(bases, stop=(wins, anywhere), take=[take_better, (wins, take_any)])


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


MOVES_LEFT_OUT = (
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
)
