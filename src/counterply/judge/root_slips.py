"""The hooks of wrong searches at the root: how a search begins, and which move it plays (`reference.Rules`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from counterply.judge.reference import INFINITE, Pick, Start, Walk, equally_good

MOST_PASSES = 50  # of MTD(f), which may go on for ever with a mistake

# --- how the search begins


def in_windows(width: float, first: int, deepens: bool, again: str = "") -> Start:
    """Return a start with a window around a guess, outside of which it believes what comes back.

    The first guess comes from a search `first` plies deep, from the root's evaluation for 0. `deepens`: then one ply deeper at a
    time, each around the last value. `again`: where the value is too 'low', or too 'high', that half is searched once more;
    where it is outside, the 'move' of the depth before is kept, or the whole 'answer'.
    """

    def start(walk: Walk, depth: int) -> float:
        value = walk.search(0, min(first, depth), -INFINITE, INFINITE) if first else walk.worth(0, walk.seat)
        walk.kept = equally_good(walk, value)[:1]
        for deep in range(first + 1, depth + 1) if deepens else [depth]:
            walk.forget()
            low, high, before = value - width, value + width, value
            value = walk.search(0, deep, low, high)
            failed = "low" if value <= low else "high" if value >= high else ""
            if not failed or again not in ("move", "answer"):
                walk.kept = equally_good(walk, value)[:1]
            elif again == "answer":
                value = before
            if failed and failed == again:
                walk.forget()
                value = walk.search(0, deep, *((-INFINITE, high) if failed == "low" else (low, INFINITE)))
        return value

    return start


def infinity_of(large: float) -> Start:
    """Return a start with a window that is too narrow to hold all values."""
    return lambda walk, depth: walk.search(0, depth, -large, large)


def deepening(from_best: bool) -> Start:
    """Return a start that deepens, and keeps the best value and move of all depths; `from_best`: it is the root's alpha."""

    def start(walk: Walk, depth: int) -> float:
        best = -INFINITE
        for deep in range(1, depth + 1):
            walk.forget()
            value = walk.search(0, deep, best if from_best else -INFINITE, INFINITE)
            if value > best:
                best, walk.kept = value, equally_good(walk, value)[:1]
        return best

    return start


def move_of(depth_of: Callable[[int], int]) -> Start:
    """Return a start that keeps the best move of another depth, and the value of the right one."""

    def start(walk: Walk, depth: int) -> float:
        value = walk.search(0, depth_of(depth), -INFINITE, INFINITE)
        walk.kept = equally_good(walk, value)[:1]
        walk.forget()
        return walk.search(0, depth, -INFINITE, INFINITE)

    return start


def mtdf(judges: bool, exchanged: bool = False) -> Start:
    """Return MTD(f): passes with an empty window around a guess, the first one 0, or the root's evaluation if it `judges`.

    `exchanged`: a value below the window counts as a lower bound, and one above it as an upper bound.
    """

    def start(walk: Walk, depth: int) -> float:
        guess = walk.worth(0, walk.seat) if judges else 0.0
        low, high = -INFINITE, INFINITE
        for _ in range(MOST_PASSES):
            if low >= high:
                break
            bound = guess + 1 if guess == low else guess
            guess = walk.visit(0, depth, bound - 1, bound)
            if (guess < bound) != exchanged:
                high = guess
            else:
                low = guess
        return guess

    return start


def nothing_without_depth(value: float) -> Start:
    """Return a start that searches nothing where no depth is left, and answers some value then."""
    return lambda walk, depth: value if depth < 1 else walk.search(0, depth, -INFINITE, INFINITE)


# --- which move is played


def the_kept(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move that was kept when a depth was done."""
    return walk.kept


def any_move(walk: Walk, value: float) -> Sequence[int]:
    """Choose any move: all of them got the same value."""
    return ()


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


def the_last_taken(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value the root took last; whichever it is if it took none."""
    return [walk.chosen] if walk.chosen else ()


def the_last_noted(walk: Walk, value: float) -> Sequence[int]:
    """Choose the move whose value any node took last."""
    return [walk.noted]


def the_last_written(cuts: bool) -> Pick:
    """Return a choice of the best move of the last node below the root that was done; `cuts`: of those left early too."""
    return lambda walk, value: [best for node, best in walk.taken.items() if node and (cuts or node not in walk.cuts)][-1:]


def any_unless_above_zero(walk: Walk, value: float) -> Sequence[int]:
    """Choose a move with the best value; where that is the 0 that the search began with, the choice is undefined."""
    return equally_good(walk, value) if value else ()


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
