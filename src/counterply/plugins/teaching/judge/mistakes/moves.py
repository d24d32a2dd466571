"""Mistakes of the moves that are searched: some are left out, or an estimate stands for their value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from counterply.plugins.teaching.judge.mistakes.hooks import (
    BOTH,
    EVERY,
    PARTS,
    PLACES,
    always,
    at_root,
    below_larger,
    below_smaller,
    each,
    either,
    either_test,
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
    Walk,
    anywhere,
    take_better,
)
from counterply.plugins.teaching.judge.repeats import Mistake


def part_of_moves(count_of: Callable[[int], int]) -> Moves:
    """Return as many of the children as `count_of` says of their number, at least one; in the student's order any come first."""

    def moves(walk: Walk, at: At) -> Sequence[int]:
        children = walk.order(at.number)
        return children[: max(1, count_of(len(children)))]

    return moves


def best_looking(count_of: Callable[[int], int], worst: bool) -> Moves:
    """Return as many of the children as `count_of` says, that look best to the side to move there, or `worst`."""

    def moves(walk: Walk, at: At) -> Sequence[int]:
        turn = walk.flat.turn[at.number]
        ranked = sorted(walk.order(at.number), key=lambda child: walk.worth(child, turn), reverse=not worst)
        return [child for child in walk.order(at.number) if child in ranked[: count_of(len(ranked))]]

    return moves


ENOUGH = (0.0, 1.5, 2.5, 3.5, 4.5)  # that a move is better than, to be thought good enough


def first_win() -> Iterable[Hooks]:
    """Yield searches that leave a node at the first win, or at the first move that is better than the position is now."""
    better = [(over, always(value)) for value in ENOUGH for over in BOTH]
    no_window = (better[0], better[1], (False, own_value))  # others are that of an infinity too small, where a search prunes
    for than, where in product((*better, no_window[-1]), (*PLACES, below_larger)):
        wins = won(*than, where)
        bases = either_test(EVERY) if where is not anywhere or than in no_window else [MINIMAX]
        yield from on(bases, stop=(wins, anywhere), take=[take_better, (wins, take_any)])


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
        "It looks at some of the moves only: the first or the last few, all but one, or those that look best or worst at once. The "
        "one that counts may be among the others. If each move has a function made in a loop, all these functions use the loop's "
        "last move.",
        on(
            EVERY,
            moves=each(
                (*PLACES[:3], where_smaller),
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
        "stops at the first win",
        "It stops at the first move that wins anything, or that is better than the position is now: another one may be better "
        "still, and is to be looked at.",
        tuple(first_win()),
    ),
)
