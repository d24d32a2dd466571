"""Mistakes of the answer: which of the moves at the root is played, and from which search it comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from counterply.plugins.teaching.judge.mistakes.hooks import (
    ALL,
    BOTH,
    EVERY,
    PRUNING,
    SOFT_AND_HARD,
    STYLES,
    begin_with_bound,
    either_test,
    on,
    root_stays,
    the_kept,
    where_larger,
    where_smaller_or_root,
    where_uncut,
)
from counterply.plugins.teaching.judge.reference import INFINITE, Pick, Searches, Start, Walk, anywhere, equally_good
from counterply.plugins.teaching.judge.repeats import Mistake


def deepening(from_best: bool, sign_at: Callable[[int], int] = lambda depth: 1) -> Start:
    """Return a start that deepens, and keeps the best value and move of all depths; `from_best`: it is the root's alpha.

    A depth's value replaces a smaller one where `sign_at(depth)` is 1, and a larger one where it is -1.
    """

    def start(walk: Walk, depth: int) -> float:
        best = -INFINITE
        for deep in range(1, depth + 1):
            walk.forget()
            value = walk.search(0, deep, best if from_best else -INFINITE, INFINITE)
            if deep == 1 or sign_at(deep) * value > sign_at(deep) * best:
                best, walk.kept = value, equally_good(walk, value)[:1]
        return best

    return start


ENEMYS: tuple[Callable[[int], int], ...] = (  # views of the values of all depths
    lambda depth: -1,
    lambda depth: -1 if depth % 2 else 1,
    lambda depth: 1 if depth % 2 else -1,
)


def move_of(depth_of: Callable[[int], int]) -> Start:
    """Return a start that keeps the best move of another depth, and the value of the right one."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.search(0, depth_of(depth), -INFINITE, INFINITE)
        walk.kept = equally_good(walk, value)[:1]
        walk.forget()
        return walk.search(0, depth, -INFINITE, INFINITE)

    return start


def tried(last: bool) -> Pick:
    """Return a choice of the move that was tried first, or `last`, whatever it is worth."""
    return lambda walk, value: [child for child, _ in walk.at_root][-last:][:1]


def the_worst(walk: Walk, value: float) -> Sequence[int]:
    """Choose the moves with the smallest value."""
    least = min((found for _, found in walk.at_root), default=0.0)
    return equally_good(walk, least)


def best_replies(last: bool) -> Pick:
    """Return a choice of the best reply to the best move, or of the `last` move of the best line, in the place of the move."""

    def pick(walk: Walk, value: float) -> Sequence[int]:
        move = walk.chosen
        below = walk.taken.get(move, 0)
        while below:
            move = below
            below = walk.taken.get(move, 0) if last else 0
        return [move] if move else ()

    return pick


def the_last_noted(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value any node took last."""
    return [walk.noted]


def the_last_written(cuts: bool) -> Pick:
    """Return a choice of the best move of the last node below the root that was done; `cuts`: of those left early too."""
    return lambda walk, value: [best for node, best in walk.taken.items() if node and (cuts or node not in walk.cuts)][-1:]


def the_last_equal(walk: Walk, value: float) -> Sequence[int]:
    """Choose the last of the moves with the best value."""
    return equally_good(walk, value)[-1:]


def in_another_order(step: int) -> Pick:
    """Return a choice by the best move's place, among the moves as they were before they were put in order.

    A negative step: they are counted from the last one.
    """
    return lambda walk, value: [
        walk.flat.children[0][::step][place] for place, (_, found) in enumerate(walk.at_root) if found == value
    ][:1]


IN_ANOTHER_ORDER = tuple(map(in_another_order, (1, -1)))


def place_among_sorted_values(walk: Walk, value: float) -> Sequence[int]:
    """Choose by the best value's place, among the values as they were after they were put in order."""
    less = sum(found < value for _, found in walk.at_root)
    return walk.flat.children[0][less : less + 1]


def one_variable() -> Searches:
    """Return searches that keep the best move in one variable."""
    kept = on(EVERY, begin=begin_with_bound, notes=[anywhere, where_uncut])
    by_side = on((*ALL, *on(PRUNING, begin=begin_with_bound)), notes=[where_larger, where_smaller_or_root])
    written_after = on(EVERY, pick=[*map(the_last_written, BOTH)])
    return (*on((*EVERY, *kept, *by_side), pick=the_last_noted), *written_after)


def moves_of_another_search() -> Searches:
    """Return searches that play a move of a search less deep."""
    return on(STYLES, start=[move_of(deep) for deep in (lambda depth: 1, lambda depth: max(1, depth - 1))], pick=the_kept)


EQUAL_MOVES = (
    Mistake(
        "takes the last of equal moves",
        "Of two moves that look equal it takes the last one, and after a cut a value is only a bound: take a move only if it is "
        "better than all before.",
        root_stays(either_test(on(SOFT_AND_HARD, pick=the_last_equal))),  # a game that is won may be worth infinity
    ),
)

MOVES_PLAYED = (
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
        "best of all depths for the other side",
        "Of all depths it keeps the answer that is best for the other side: a deeper search replaces what a less deep one found, "
        "whatever it is worth, and a value is compared in the view of the side that moves at the root.",
        on(
            STYLES,
            start=[deepening(False, sign_at) for sign_at in ENEMYS],
            pick=the_kept,
        ),
    ),
    Mistake(
        "the move of another search",
        "Its value comes from one search, and its move from another, less deep: keep the move where the value is kept, at each "
        "depth anew.",
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
        on(STYLES, pick=best_replies(last=False)),
    ),
    Mistake(
        "plays a move of the last ply",
        "The move that it returns is the last one of the best line: a leaf's own move, or a child's, is handed up as it is, where "
        "each node is to return the move that leads to its best child.",
        on(STYLES, pick=best_replies(last=True)),
    ),
)

SIGN = (
    Mistake(
        "wrong sign",
        "The value that it returns has the wrong sign: it should be in the view of the side to move at the root.",
        on(STYLES, answer=lambda value: -value),
        needs_value=True,
    ),
)
