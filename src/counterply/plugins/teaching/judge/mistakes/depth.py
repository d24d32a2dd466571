"""Mistakes of depth: too many plies, too few, or as many as something else says."""

from __future__ import annotations

from collections.abc import Sequence

from counterply.plugins.explanations.text_trees import DEEPEST_CASE
from counterply.plugins.teaching.judge.mistakes.hooks import (
    BOTH,
    ENDLESS,
    EVERY,
    PLACES,
    REMEMBERS_WITHOUT_DEPTH,
    SOFT_AND_HARD,
    STYLES,
    at_root,
    each,
    first_move,
    on,
)
from counterply.plugins.teaching.judge.reference import (
    INFINITE,
    MINIMAX,
    At,
    Left,
    Start,
    Test,
    Walk,
    all_moves,
    anywhere,
)
from counterply.plugins.teaching.judge.repeats import Mistake


def judged_too(walk: Walk, at: At) -> Sequence[int]:
    """Return all children, and judge their parent."""
    walk.judged.add(at.number)
    return all_moves(walk, at)


def less_for_each_move(endless: bool, where: Test) -> Left:
    """Return the depth of a child where each move of a node takes one more off; `endless`: below 0 it is never used up."""

    def left(walk: Walk, at: At) -> int:
        plies = at.left - 1 - (at.place if where(walk, at) else 0)
        return plies + ENDLESS if plies < 0 and endless else plies

    return left


def lost_at_cuts(walk: Walk, at: At) -> int:
    """Return the depth of a child where a counter of plies is not given back wherever a node was left early."""
    return walk.depth - walk.flat.ply[at.child] - len(walk.cuts)


def plies(own: int, theirs: int) -> Left:
    """Take some plies off for a move of the side that moves at the root, and some for one of the other side."""
    return lambda walk, at: at.left - (own if walk.flat.turn[at.number] == walk.seat else theirs)


def ends_by_side(own: bool, plies: int) -> Left:
    """End some plies too early, or for a negative number too late, where the side moves that moves at the root, or the other."""

    def left(walk: Walk, at: At) -> int:
        off = plies if (walk.flat.turn[at.child] == walk.seat) == own else 0
        return 0 if at.left - 1 <= off else max(at.left - 1, -off)

    return left


def extended(where: Test) -> Left:
    """Take nothing off for some moves."""
    return lambda walk, at: at.left - (not where(walk, at))


def nothing_without_depth(value: float) -> Start:
    """Return a start that searches nothing where no depth is left, and answers some value then."""
    return lambda walk, depth: value if depth < 1 else walk.search(0, depth, -INFINITE, INFINITE)


def any_move(walk: Walk, value: float) -> Sequence[int]:
    """Choose any move: all of them got the same value."""
    return ()


DEPTHS = (
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
        "It takes two off the depth for a move, of both sides or of one, or searches a round less: each move is one ply, and "
        "leaves depth - 1; a depth in rounds gets less after the last agent's move only, not at the root too.",
        on(STYLES, left=[plies(2, 2), plies(2, 1), plies(1, 2)]),
    ),
    Mistake(
        "searches the position before the move",
        "For each move it searches the position before that move, not position.after(move): all moves get the same value.",
        (
            *on(STYLES, depth=lambda depth: depth - 1, pick=any_move),
            MINIMAX._replace(depth=lambda depth: 0, pick=any_move),
        ),
    ),
    Mistake(
        "evaluates inner nodes",
        "It evaluates inner nodes too: only positions at depth 0 and finished ones are judged, the others get theirs from below.",
        on(STYLES, moves=judged_too),
        answers=False,
    ),
)
