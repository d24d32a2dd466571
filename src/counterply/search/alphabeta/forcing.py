"""Wins by noisy moves alone: each leaves the opponent few answers, and wins against every one of them."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.fields import has_field
from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import cached_kernel, helper, kernel
from counterply.core.contract import key, noisy_moves, outcome, play, refresh, required, sharp_moves, turn, undo, update
from counterply.core.values import (
    DECIDED_DISTANCE,
    EXACT,
    FIRST,
    INFINITE,
    LOWER,
    ONGOING,
    PROVEN,
    SECOND,
    UPPER,
    farther,
    outcome_score,
)
from counterply.search.alphabeta.context import (
    NO_MOVE,
    NOTHING,
    PLIES,
    RUNNING,
    bound_in,
    depth_in,
    move_in,
    poll,
    probe,
    remember_line,
    score_in,
    store,
)
from counterply.search.alphabeta.scoring import decided_score

FORCING_SALT = np.uint64(0xE7037ED1A0B428DB)  # keeps looks for a forced win apart from scores in the table; odd, at random
FORCING_REPLIES = 4  # a move is forcing that leaves the opponent no more than these
FORCING_NODES = 48  # of a short look for a forced win
FORCING_FIRST = 256  # nodes of a look at the root, before each deeper search
FORCING_PART = 8  # and this part of all nodes so far
FORCING_ENDLESS = 1 << 50  # where only the search's own limits end it
FORCING_DEPTH = 16  # attacker's moves of such a look

FORCED_NONE, FORCED_WIN, FORCED_UNKNOWN = range(3)  # what a look at the root found


@helper
def keep_among(moves: np.ndarray, count: int, others: np.ndarray, other_count: int) -> int:
    """Keep, of the first `count` of `moves`, those among the first `other_count` of `others`, in their order; return how many."""
    kept = 0
    for index in range(count):
        for other in range(other_count):
            if others[np.uint64(other)] == moves[np.uint64(index)]:
                moves[np.uint64(kept)] = moves[np.uint64(index)]
                kept += 1
                break
    return np.int64(kept)


@helper
def recall(context: Any, position_key: int, ply: int, depth: int, distance: int) -> Any:
    """Return whether the table makes a look needless, and the score: a win, whose move then begins the line at `ply`, or 0."""
    data = np.int64(probe(context, position_key))
    if data == NOTHING:
        return False, np.int64(0)
    score, bound, reached, move = np.int64(score_in(data)), bound_in(data), depth_in(data), move_in(data)
    if score >= PROVEN and move != NO_MOVE:
        context["line"][np.uint64(ply)][0] = move
        context["line_length"][np.uint64(ply)] = 1
        return True, np.int64(farther(score, distance))
    if bound == EXACT:
        return True, np.int64(0)
    in_vain = bound == UPPER and context["forcing_thorough"] == 0  # as many nodes were spent
    if in_vain or (bound == LOWER and reached >= depth):
        context["forcing_cuts"] += 1
        return True, np.int64(0)
    return False, np.int64(0)


@helper
def remember_look(context: Any, position_key: int, score: int, move: int, depth: int, complete: bool) -> None:
    """Store what a look found, in place: EXACT is true at any depth, LOWER at this one, UPPER says that a short look was in vain.

    A short look leaves moves out, so that only its wins are true for others. The entries' depth is small, so that they do not drive
    the search's own entries out of the table.
    """
    thorough = context["forcing_thorough"] != 0
    if score > 0 or (complete and thorough):
        store(context, position_key, score, move, np.int64(1), EXACT)
    elif not thorough:
        store(context, position_key, np.int64(0), np.int64(NO_MOVE), np.int64(1), UPPER)
    else:
        store(context, position_key, np.int64(0), np.int64(NO_MOVE), depth, LOWER)


@kernel
def force(context: Any, setup: Any, ply: int, depth: int) -> int:
    """Return the score of a win by noisy moves alone for the side to move at `ply`, or 0 if none was found. Changes `context`.

    Each of them must leave the opponent few `required` answers, and win against every one: what is found is proven, with its
    line. The memo is that of the position, which is not decided.

    Parameters
    ----------
    ply, depth : int64, and so is the answer; `depth` counts the attacker's moves
    """
    use = context["use"]
    memo = context["memo"]
    if depth <= 0 or ply >= PLIES - 3:
        context["forcing_cuts"] += 1
        return np.int64(0)
    stack = context["stack"]
    position, child, grandchild = stack[np.uint64(ply)], stack[np.uint64(ply + 1)], stack[np.uint64(ply + 2)]
    moves, replies = context["moves"][np.uint64(ply)], context["moves"][np.uint64(ply + 1)]
    mover = np.int64(turn(position, setup))
    distance = ply if use["distance"] else np.int64(0)
    winning = FIRST if mover == 0 else SECOND

    # 1. The moves: noisy, and no loss.
    if has_field(context, "gives_sharp_moves") and context["forcing_thorough"] == 0:
        count = np.int64(sharp_moves(position, setup, memo, moves))
    else:
        count = np.int64(noisy_moves(position, setup, memo, moves))
    if count <= 0:
        return np.int64(0)
    needed = np.int64(required(position, setup, memo, replies))
    if needed >= 0:
        count = np.int64(keep_among(moves, count, replies, needed))
        if count == 0:
            return np.int64(0)

    # 2. The table.
    position_key = np.uint64(0)
    if use["table"]:
        position_key = np.uint64(key(position, setup)) ^ context["salt"] ^ FORCING_SALT
        known, score = recall(context, position_key, ply, depth, distance)
        if known:
            return score

    # 3. Each move, against each answer.
    cuts = context["forcing_cuts"]
    best, best_move = np.int64(0), np.int64(NO_MOVE)
    for index in range(count):
        move = np.int64(moves[np.uint64(index)])
        if context["forcing_nodes"] >= context["forcing_limit"]:
            context["forcing_cuts"] += 1
            break
        if context["nodes"] >= context["next_poll"]:
            poll(context)
        if context["status"] != RUNNING:
            return np.int64(0)
        context["nodes"] += 1
        context["forcing_nodes"] += 1
        copy_record(child, position)
        play(child, setup, move)
        result = outcome(child, setup)
        if result != ONGOING:
            if result == winning:
                best, best_move = np.int64(outcome_score(FIRST, 0, distance + 1)), move
                context["line_length"][np.uint64(ply + 1)] = 0
                break
            continue
        if turn(child, setup) != 1 - mover:  # the same side again, or chance
            continue
        update(child, setup, memo, move)
        context["line_length"][np.uint64(ply + 1)] = 0
        score = -np.int64(decided_score(context, setup, child, 1 - mover, distance + 1))
        if score == -INFINITE:
            answers = np.int64(required(child, setup, memo, replies))
            score = np.int64(0)
            if answers == 0:
                score = np.int64(outcome_score(FIRST, 0, distance + 1 + DECIDED_DISTANCE))
            elif 0 < answers <= FORCING_REPLIES:
                score = np.int64(INFINITE)
            for other in range(answers if answers <= FORCING_REPLIES else 0):
                reply = np.int64(replies[np.uint64(other)])
                context["nodes"] += 1
                context["forcing_nodes"] += 1
                copy_record(grandchild, child)
                play(grandchild, setup, reply)
                context["line_length"][np.uint64(ply + 2)] = 0
                found_score = np.int64(0)
                result = outcome(grandchild, setup)
                if result != ONGOING:
                    if result == winning:
                        found_score = np.int64(outcome_score(FIRST, 0, distance + 2))
                elif turn(grandchild, setup) == mover:
                    update(grandchild, setup, memo, reply)
                    found_score = np.int64(decided_score(context, setup, grandchild, mover, distance + 2))
                    if found_score == INFINITE:
                        found_score = np.int64(force(context, setup, ply + 2, depth - 1))
                    if context["status"] != RUNNING:
                        return np.int64(0)
                    undo(grandchild, setup, memo, reply)
                if found_score < score:
                    score = found_score
                    remember_line(context, ply + 1, reply)
                if found_score < PROVEN:
                    break
        undo(child, setup, memo, move)
        if score > best and score >= PROVEN:
            best, best_move = score, move
            break

    # 4. Remember.
    if best_move != NO_MOVE:
        remember_line(context, ply, best_move)
    if use["table"]:
        remember_look(context, position_key, farther(best, -distance), best_move, depth, context["forcing_cuts"] == cuts)
    return best


@helper
def look(context: Any, setup: Any, ply: int) -> int:
    """Return what `force` finds for the position at `ply` in a short look. Changes `context`."""
    context["forcing_thorough"] = 0
    context["forcing_limit"] = context["forcing_nodes"] + FORCING_NODES
    return np.int64(force(context, setup, ply, np.int64(FORCING_DEPTH)))


@helper
def look_deeper(context: Any, setup: Any, nodes: int) -> int:
    """Return what `force` finds for the root within so many nodes, the shortest win first. Changes `context`.

    Afterwards ``forcing_cuts`` is 0 where all there is was seen.
    """
    context["forcing_thorough"] = 1
    context["forcing_limit"] = context["forcing_nodes"] + nodes
    for moves in range(1, PLIES // 2):
        context["forcing_cuts"] = 0
        score = np.int64(force(context, setup, np.int64(0), np.int64(moves)))
        if score >= PROVEN or context["status"] != RUNNING or context["forcing_cuts"] == 0:
            return score
        if context["forcing_nodes"] >= context["forcing_limit"]:
            break
    return np.int64(0)


@cached_kernel
def look_at_root(context: Any, setup: Any) -> int:
    """Return whether the root is won by noisy moves alone, within the limits of the search: FORCED_WIN, FORCED_NONE or unknown."""
    position = context["stack"][0]
    refresh(position, setup, context["memo"])
    mover = np.int64(turn(position, setup))
    score = np.int64(decided_score(context, setup, position, mover, np.int64(0)))
    if score != INFINITE:
        return FORCED_WIN if score >= PROVEN else FORCED_NONE
    score = np.int64(look_deeper(context, setup, np.int64(FORCING_ENDLESS)))
    if score >= PROVEN:
        return FORCED_WIN
    return FORCED_NONE if context["status"] == RUNNING and context["forcing_cuts"] == 0 else FORCED_UNKNOWN
