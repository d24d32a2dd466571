"""The hooks of wrong searches at the root: how a search begins, and which move it plays (`reference.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from counterply.judge.reference import INFINITE, Walk, equally_good

# --- how the search begins


def deepen(width: float) -> Callable[[Walk, int], float]:
    """Return a start that goes one ply deeper at a time, in a window around the last value, and never searches outside it."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.search(0, 1, -INFINITE, INFINITE)
        for deep in range(2, depth + 1):
            walk.forget()
            value = walk.search(0, deep, value - width, value + width)
        return value

    return start


def around_value(width: float) -> Callable[[Walk, int], float]:
    """Return a start with a window around the root's evaluation."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.worth(0, walk.seat)
        return walk.search(0, depth, value - width, value + width)

    return start


def around_search(width: float, deep: int) -> Callable[[Walk, int], float]:
    """Return a start with a window around the value of a search that is not as deep."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.search(0, min(deep, depth), -INFINITE, INFINITE)
        walk.forget()
        return walk.search(0, depth, value - width, value + width)

    return start


def infinity_of(large: float) -> Callable[[Walk, int], float]:
    """Return a start with a window that is too narrow to hold all values."""
    return lambda walk, depth: walk.search(0, depth, -large, large)


def best_of_all_depths(carried: bool) -> Callable[[Walk, int], float]:
    """Return a start that deepens, and keeps the best value and move of all depths; `carried`: as the root's alpha, too."""

    def start(walk: Walk, depth: int) -> float:
        best = -INFINITE
        for deep in range(1, depth + 1):
            walk.forget()
            value = walk.search(0, deep, best if carried else -INFINITE, INFINITE)
            if value > best:
                best, walk.kept = value, equally_good(walk, value)[:1]
        return best

    return start


def nothing_without_depth(value: float) -> Callable[[Walk, int], float]:
    """Return a start that searches nothing where no depth is left, and answers some value then."""
    return lambda walk, depth: value if depth < 1 else walk.search(0, depth, -INFINITE, INFINITE)


# --- which move is played


def the_kept(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move that was kept when a depth was done."""
    return walk.kept


def any_move(walk: Walk, value: float) -> Sequence[int]:
    """Choose any move: all of them got the same value."""
    return ()


def the_first_tried(walk: Walk, value: float) -> Sequence[int]:
    """Choose the first move, whatever it is worth."""
    return walk.order(0)[:1]


def the_last_tried(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move that was tried last, whatever it is worth."""
    return [child for child, _ in walk.at_root[-1:]]


def the_worst(walk: Walk, value: float) -> Sequence[int]:
    """Choose the moves with the smallest value."""
    least = min((found for _, found in walk.at_root), default=0.0)
    return equally_good(walk, least)


def best_replies(last: bool) -> Callable[[Walk, float], Sequence[int]]:
    """Return a choice of the best reply to the best move, or of the `last` move of the best line, in the place of the move."""

    def pick(walk: Walk, value: float) -> Sequence[int]:
        move = walk.chosen
        below = walk.taken.get(move, 0)
        while below:
            move = below
            below = walk.taken.get(move, 0) if last else 0
        return [move] if move else ()

    return pick


def the_last_taken(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value the root took last; whichever it is if it took none."""
    return [walk.chosen] if walk.chosen else ()


def the_last_noted(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value any node took last."""
    return walk.noted[-1:]


def the_first_noted(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value any node took first."""
    return walk.noted[:1]


def any_unless_above_zero(walk: Walk, value: float) -> Sequence[int]:
    """Choose a move with the best value; where that is the 0 that the search began with, the choice is undefined."""
    return equally_good(walk, value) if value else ()


def the_last_equal(walk: Walk, value: float) -> Sequence[int]:
    """Choose the last of the moves with the best value."""
    return equally_good(walk, value)[-1:]


def place_in_another_order(walk: Walk, value: float) -> Sequence[int]:
    """Choose by the best move's place, among the moves as they were before they were put in order."""
    place = next((place for place, (_, found) in enumerate(walk.at_root) if found == value), None)
    return () if place is None else [walk.flat.children[0][place]]
