"""The search for a forced win: noisy moves alone, each of which leaves the opponent few answers and wins against all of them."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import cached_kernel, helper, kernel, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Score, Seat
from counterply.core.contract import NOISY, SHARP, UNKNOWN, key, noisy_moves, outcome, required, turn
from counterply.core.values import (
    DECIDED_DISTANCE,
    EXACT,
    FIRST,
    INFINITE,
    LOWER,
    ONGOING,
    PROVEN,
    UPPER,
    farther,
    outcome_score,
)
from counterply.search.alphabeta.context import (
    FORCES,
    FORCING_SALT,
    HAS_REACH,
    NO_MOVE,
    NOTHING,
    PLIES,
    RUNNING,
    bound_in,
    depth_in,
    move_in,
    probe,
    remember_line,
    score_in,
    store,
)
from counterply.search.alphabeta.static_value import decided_score
from counterply.search.alphabeta.step import refresh_memo, step, undo_memo, update_memo
from counterply.search.alphabeta.technique import Technique

FORCING_REPLIES = 4  # answers that a forcing move leaves the opponent, at most
FORCING_NODES = 48  # of a short look for a forced win
FORCING_FIRST = 256  # nodes of a look at the root, before each deeper search
FORCING_PART = 8  # and one in so many of the nodes so far
FORCING_ENDLESS = 1 << 50  # nodes: only the search's own limits end the look
FORCING_DEPTH = 16  # attacker's moves of such a look

FORCED_NONE, FORCED_WIN, FORCED_UNKNOWN = range(3)  # results of a look at the root


@helper
@unsigned_indices
def keep_among(moves: np.ndarray, count: int, others: np.ndarray, other_count: int) -> int:
    """Keep, of the first `count` of `moves`, those among the first `other_count` of `others`, in their order; return how many."""
    kept = 0
    for index in range(count):
        for other in range(other_count):
            if others[other] == moves[index]:
                moves[kept] = moves[index]
                kept += 1
                break
    return np.int64(kept)


@helper
def recall(context: Record, position_key: int, ply: Ply, depth: Depth, distance: int) -> tuple[bool, Score]:
    """Return whether the table answers a look, and the score: a win, whose move then begins the line at `ply`, or 0."""
    data = probe(context, position_key)
    if data == NOTHING:
        return False, 0
    score, bound, reached, move = score_in(data), bound_in(data), depth_in(data), move_in(data)
    if score >= PROVEN and move != NO_MOVE:
        context["line"][ply][0] = move
        context["line_length"][ply] = 1
        return True, farther(score, distance)
    if bound == EXACT:
        return True, 0
    in_vain = bound == UPPER and context["forcing_thorough"] == 0  # the same look has failed before
    if in_vain or (bound == LOWER and reached >= depth):
        context["forcing_cuts"] += 1
        return True, 0
    return False, 0


@helper
def remember_look(context: Record, position_key: int, score: Score, move: Move, depth: Depth, complete: bool) -> None:
    """Store the result of a look, in place. EXACT holds at any depth, LOWER at this depth; UPPER marks a short look that failed.

    A short look leaves moves out, so other looks believe only its wins. The entries get a small depth, so that they do not displace
    the search's own entries.
    """
    thorough = context["forcing_thorough"] != 0
    if score > 0 or (complete and thorough):
        store(context, position_key, score, move, 1, EXACT)
    elif not thorough:
        store(context, position_key, 0, NO_MOVE, 1, UPPER)
    else:
        store(context, position_key, 0, NO_MOVE, depth, LOWER)


@helper
def forcing_step(context: Record, setup: Record, ply: Ply, move: Move) -> bool:
    """Make a `step`, and count its node as one of a look, in place."""
    stepped = step(context, setup, ply, move)
    context["forcing_nodes"] += stepped
    return stepped


@helper
@unsigned_indices
def list_forcing(context: Record, setup: Record, ply: Ply) -> int:
    """Write the noisy moves that do not lose at `ply`, in place, and return how many: a look tries these."""
    position, memo = context["stack"][ply], context["memo"]
    moves, spare = context["moves"][ply], context["moves"][ply + 1]
    if has_field(context, HAS_REACH) and context["forcing_thorough"] == 0:
        count = noisy_moves(position, setup, memo, SHARP, moves)
    else:
        count = noisy_moves(position, setup, memo, NOISY, moves)
    needed = required(position, setup, memo, spare) if count > 0 else UNKNOWN
    return keep_among(moves, count, spare, needed) if needed >= 0 else count


@kernel
@unsigned_indices
def force(context: Record, setup: Record, ply: Ply, depth: Depth) -> Score:
    """Return the score of a win by noisy moves alone for the side to move at `ply`, or 0 if none was found. Changes `context`.

    Each of the moves must leave the opponent few `required` answers, and win against all of them: the win is proven, and its line
    known. On entry the memo is this position's, and the position is not decided.

    Parameters
    ----------
    ply, depth : int64, and so is the answer; `depth` counts the attacker's moves
    """
    if depth <= 0 or ply >= PLIES - 3:
        context["forcing_cuts"] += 1
        return 0
    position, moves = context["stack"][ply], context["moves"][ply]
    distance = ply if context["use"]["distance"] else 0

    # 1. The moves.
    count = list_forcing(context, setup, ply)
    if count <= 0:
        return 0

    # 2. The table.
    position_key, remembers = np.uint64(0), context["use"]["table"] != 0
    if remembers:
        position_key = np.uint64(key(position, setup, False)) ^ context["salt"] ^ FORCING_SALT
        known, score = recall(context, position_key, ply, depth, distance)
        if known:
            return score

    # 3. Each move, until one wins.
    attacker, cuts = turn(position, setup), context["forcing_cuts"]
    best, best_move = 0, NO_MOVE
    for index in range(count):
        move = np.int64(moves[index])
        if context["forcing_nodes"] >= context["forcing_limit"]:
            context["forcing_cuts"] += 1
            break
        if not forcing_step(context, setup, ply, move):
            return 0
        score = np.int64(follow_up(context, setup, ply + 1, depth - 1, attacker, 1 - attacker))
        if context["status"] != RUNNING:
            return 0
        if score >= PROVEN:
            best, best_move = score, move
            remember_line(context, ply, move)
            break

    # 4. Remember.
    if remembers:
        remember_look(context, position_key, farther(best, -distance), best_move, depth, context["forcing_cuts"] == cuts)
    return best


@kernel
@unsigned_indices
def follow_up(context: Record, setup: Record, ply: Ply, depth: Depth, attacker: Seat, mover: Seat) -> Score:
    """Return the score for `attacker` of the position at `ply`, after one of its noisy moves or an answer. Changes `context`.

    Only a win is exact: the attacker then wins by a noisy move, or against each of the few answers that do not lose at once. Any
    other score means that no win was found. The memo is the parent's on entry and on return.

    Parameters
    ----------
    ply, depth, attacker, mover : int64, and so is the answer; `depth` counts the attacker's moves from here on, and there is no win
        where another side than `mover` is to move
    """
    position, replies = context["stack"][ply], context["moves"][ply]
    distance = ply if context["use"]["distance"] else 0
    context["line_length"][ply] = 0
    result = outcome(position, setup)
    if result != ONGOING:
        return outcome_score(result, attacker, distance)
    if turn(position, setup) != mover:  # the same side again, or chance
        return 0
    update_memo(context, setup, ply)
    score = decided_score(context, setup, position, attacker, distance)
    if score == INFINITE and mover == attacker:
        score = np.int64(force(context, setup, ply, depth))
    elif score == INFINITE:
        count = required(position, setup, context["memo"], replies)
        if count == 0:
            score = outcome_score(FIRST, 0, distance + DECIDED_DISTANCE)
        elif count < 0 or count > FORCING_REPLIES:
            score, count = 0, 0
        for index in range(count):
            reply = np.int64(replies[index])
            if not forcing_step(context, setup, ply, reply):
                return 0
            found = np.int64(follow_up(context, setup, ply + 1, depth, attacker, attacker))
            if context["status"] != RUNNING:
                return 0
            if found < score:
                score = found
                remember_line(context, ply, reply)
            if found < PROVEN:
                break
    undo_memo(context, setup, ply)
    return score


@helper
def end_early(context: Record, setup: Record, ply: Ply, depth: Depth, alpha: Score, beta: Score, mover: Seat) -> Score:
    """End a node with the win that a short look finds, whose first move then begins the line at `ply`."""
    context["forcing_thorough"] = 0
    context["forcing_limit"] = context["forcing_nodes"] + FORCING_NODES
    score = np.int64(force(context, setup, ply, np.int64(FORCING_DEPTH)))
    if score < PROVEN:
        return INFINITE
    context["far"] += 1
    return score


@helper
def look_deeper(context: Record, setup: Record, nodes: int) -> Score:
    """Return the score that `force` finds for the root within `nodes` nodes, trying short wins first. Changes `context`.

    Afterwards ``forcing_cuts`` is 0 if the search was exhaustive.
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
    return 0


@cached_kernel
def look_at_root(context: Record, setup: Record) -> int:
    """Return FORCED_WIN, FORCED_NONE or FORCED_UNKNOWN: whether noisy moves alone win the root, within the limits of the search."""
    position = context["stack"][0]
    refresh_memo(context, setup)
    score = decided_score(context, setup, position, turn(position, setup), 0)
    if score != INFINITE:
        return FORCED_WIN if score >= PROVEN else FORCED_NONE
    score = look_deeper(context, setup, FORCING_ENDLESS)
    if score >= PROVEN:
        return FORCED_WIN
    return FORCED_NONE if context["status"] == RUNNING and context["forcing_cuts"] == 0 else FORCED_UNKNOWN


FORCING = Technique(
    "forcing",
    "look for wins by noisy moves alone, where the game also says which answers they leave",
    where=(FORCES,),
    asks=("decided", "required", "noisy_moves"),
    timely=False,
    hooks={"end_early": end_early},
)
