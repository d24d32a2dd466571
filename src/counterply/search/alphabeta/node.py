"""The engine's kernels: principal variation search over any game that keeps the contract.

Scores are in the view of the side to move. With v the value of the position searched `depth` plies deep, and r the answer:
if alpha < v < beta then r = v; if v <= alpha then v <= r <= alpha; if v >= beta then v >= r >= beta. Reductions and what the
table remembers from deeper searches may move v, never a proof: a proven score is true of the game whatever was reduced.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from counterply.compiling.fields import has_field
from counterply.compiling.intrinsics import copy_record, record_at
from counterply.compiling.kernels import cached_kernel, helper, kernel
from counterply.core.contract import (
    UNKNOWN,
    best_margin,
    candidates,
    future_key,
    key,
    legal_moves,
    margin,
    noisy_moves,
    outcome,
    play,
    refresh,
    required,
    transform,
    turn,
    undo,
    update,
)
from counterply.core.values import (
    DECIDED_DISTANCE,
    EXACT,
    FIRST,
    HEURISTIC_LIMIT,
    INFINITE,
    LOWER,
    ONGOING,
    PROVEN,
    UPPER,
    farther,
    is_proven,
    margin_score,
    outcome_score,
)
from counterply.search.alphabeta.context import (
    BOUND_BITS,
    COMPLETE,
    DISTANCE,
    ENTRY,
    EXTENSIONS,
    FORCES,
    FORCING,
    FUTURE,
    HAS_MOVE,
    HAS_SWING,
    HAS_SYMMETRIES,
    HINT,
    HINT_CUTS,
    HISTORY,
    HISTORY_LIMIT,
    HISTORY_ORDER,
    KILLERS,
    LATE,
    MARGIN_COUNTS,
    MEMO,
    NO_MOVE,
    PLIES,
    PRUNING,
    PVS,
    QUIESCENCE,
    REDUCTIONS,
    RUNNING,
    SOUND,
    SOUND_HINTS,
    STATIC,
    SYMMETRY,
    TABLE,
    poll,
    probe,
    remember_line,
    store,
)
from counterply.search.alphabeta.forcing import FORCING_FIRST, FORCING_PART, look, look_deeper
from counterply.search.alphabeta.proof_numbers import ATTACK_PART, look_for_attack
from counterply.search.alphabeta.scoring import decided_score, evaluate_leaf, final_score

TABLE_MOVE_FIRST = 1 << 60
KILLER_FIRST = 1 << 58
HINT_UNIT = HISTORY_LIMIT  # one step of a game's hint outweighs all of the history

SYMMETRIC_PLIES = 12  # from the root: deeper, symmetric positions are too rare to be worth the look

REDUCE_FROM_DEPTH = 3
REDUCE_FROM_MOVE = 4

STATIC_DEPTH = 6  # plies, up to which a value far above beta ends a node
RAZOR_DEPTH = 3  # plies, up to which a value far below alpha does
LATE_MOVES = np.array([2 + 1.5 * depth + 0.3 * depth**2 for depth in range(PLIES)]).astype(np.int64)  # searched, by depth
LATE_REDUCTION = np.array(  # plies, by depth and number of the move; larger ones are as the last
    [[min(max(int(0.6 + log(max(d, 1)) * log(max(m, 1)) / 2.2), 0), max(d - 1, 0)) for m in range(64)] for d in range(64)]
)
LATE_FROM_DEPTH = 2
LATE_FROM_MOVE = 3


@helper
def symmetric_key(context: Any, setup: Any, position: Any, ply: int, own_key: int) -> int:
    """Return the smallest salted key of the symmetric images of the position at `ply`. Uses the next place on the stack."""
    smallest = np.uint64(own_key)
    image = context["stack"][np.uint64(ply + 1)]
    for symmetry in range(1, context["symmetries"]):
        copy_record(image, position)
        transform(image, setup, symmetry)
        smallest = min(smallest, np.uint64(key(image, setup)) ^ context["salt"])
    return smallest


@helper
def order_moves(context: Any, ply: int, count: int, mover: int, table_move: int, hinted: bool) -> None:
    """Write `order` for the moves at `ply`, in place: table move, the game's hint, killers, history."""
    techniques = context["techniques"]
    history = context["history"][np.uint64(mover)]
    order, moves = context["order"][np.uint64(ply)], context["moves"][np.uint64(ply)]
    killers = context["killers"][np.uint64(ply)]
    use_history, use_killers = techniques & HISTORY_ORDER != 0, techniques & KILLERS != 0
    for index in range(count):
        move = moves[np.uint64(index)]
        value = np.int64(0)
        if use_history:
            value = np.int64(history[np.uint64(move & (HISTORY - 1))])
        if hinted:
            value += np.int64(context["scores"][np.uint64(ply)][np.uint64(index)]) * HINT_UNIT
        if use_killers and (move == killers[0] or move == killers[1]):
            value += KILLER_FIRST
        if move == table_move:
            value = TABLE_MOVE_FIRST
        order[np.uint64(index)] = value


@helper
def hint_moves(context: Any, setup: Any, position: Any, ply: int, count: int) -> int:
    """Write the game's candidates and their scores at `ply`, in place, and return how many; UNKNOWN without such a hint.

    `count` >= 0: only those of them that are among the `count` required moves that stand there, in their order.
    """
    moves, scores = context["moves"][np.uint64(ply)], context["scores"][np.uint64(ply)]
    if count < 0:
        return np.int64(candidates(position, setup, context["memo"], moves, scores))
    spare_moves, spare_scores = context["moves"][np.uint64(ply + 1)], context["scores"][np.uint64(ply + 1)]
    found = np.int64(candidates(position, setup, context["memo"], spare_moves, spare_scores))
    if found < 0:
        return found
    kept = 0
    for index in range(count):
        for other in range(found):
            if spare_moves[np.uint64(other)] == moves[np.uint64(index)]:
                moves[np.uint64(kept)] = spare_moves[np.uint64(other)]
                scores[np.uint64(kept)] = spare_scores[np.uint64(other)]
                kept += 1
                break
    return np.int64(kept)


@helper
def pick_move(context: Any, ply: int, index: int, count: int) -> int:
    """Bring the best of the moves `index` .. `count` - 1 to `index`, in place, and return it; of equals, the first."""
    order, moves = context["order"][np.uint64(ply)], context["moves"][np.uint64(ply)]
    best = index
    for other in range(index + 1, count):
        if order[np.uint64(other)] > order[np.uint64(best)]:
            best = other
    move, value = moves[np.uint64(best)], order[np.uint64(best)]
    while best > index:
        moves[np.uint64(best)] = moves[np.uint64(best - 1)]
        order[np.uint64(best)] = order[np.uint64(best - 1)]
        best -= 1
    moves[np.uint64(index)] = move
    order[np.uint64(index)] = value
    return np.int64(move)


@helper
def remember_cut(context: Any, ply: int, mover: int, move: int, depth: int) -> None:
    """Credit the move that cut, in place: killers of this ply, history of its side."""
    killers = context["killers"][np.uint64(ply)]
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    slot = np.uint64(move & (HISTORY - 1))
    value = context["history"][np.uint64(mover)][slot] + depth * depth
    context["history"][np.uint64(mover)][slot] = min(value, HISTORY_LIMIT - 1)


@kernel
def search(context: Any, setup: Any, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Return the score of the position at `ply` of the stack; see the module for the window cases. Changes `context`.

    The memo, where one is kept, is the parent's when this is called and when it returns; it is brought up to date only where
    neither the ending nor the table answers.

    Parameters
    ----------
    ply, depth, alpha, beta : int64, and so is the answer (a recursive kernel must be called with the types it came in with)
    """
    position = context["stack"][np.uint64(ply)]
    context["line_length"][np.uint64(ply)] = 0
    techniques = context["techniques"]
    distance = ply if techniques & DISTANCE else np.int64(0)  # from the root, where it counts

    # 1. The game is over, or its margin out of reach.
    mover = np.int64(turn(position, setup))
    result = outcome(position, setup)
    if result != ONGOING:
        return final_score(context, setup, position, result, mover, distance)
    original_alpha = alpha
    floor, ceiling = np.int64(-INFINITE), np.int64(INFINITE)
    if has_field(context, MARGIN_COUNTS) and techniques & SOUND:
        # Margins out of reach narrow the window; what is still heuristic is kept within reach.
        ceiling = np.int64(margin_score(best_margin(position, setup, mover), np.int64(0), context["grid"]))
        floor = -np.int64(margin_score(best_margin(position, setup, 1 - mover), np.int64(0), context["grid"]))
        if floor >= beta or floor >= ceiling:
            return floor
        if ceiling <= alpha:
            return ceiling
        if techniques & PRUNING:
            alpha, beta = max(alpha, floor), min(beta, ceiling)

    # 2. The table: an entry of enough depth decides if its bound does. What is complete or proven is true at any depth.
    won = np.int64(0)  # points that the table leaves out
    position_key, turned = np.uint64(0), False
    table_move = np.int64(NO_MOVE)
    if depth > 0 and techniques & TABLE and ply < PLIES - 1:
        if has_field(context, MARGIN_COUNTS) and techniques & FUTURE:
            position_key = np.uint64(future_key(position, setup)) ^ context["salt"]
            won = np.int64(margin_score(margin(position, setup), mover, context["grid"]))
        else:
            position_key = np.uint64(key(position, setup)) ^ context["salt"]
        if has_field(context, HAS_SYMMETRIES) and techniques & SYMMETRY and ply < SYMMETRIC_PLIES:
            own_key, position_key = position_key, np.uint64(symmetric_key(context, setup, position, ply, position_key))
            turned = position_key != own_key
        index = probe(context, position_key)
        if index >= 0:
            entry = record_at(context["table"], index, ENTRY)
            score = np.int64(entry["score"])
            bound = np.int64(entry["tag"]) & BOUND_BITS
            true = entry["tag"] & COMPLETE or (score >= PROVEN and bound != UPPER) or (score <= -PROVEN and bound != LOWER)
            if true or entry["depth"] >= depth:
                score = np.int64(farther(score, distance)) + won
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    if not true:
                        context["horizon"] += 1
                    return score
            if entry["tag"] & HAS_MOVE and not turned:
                table_move = np.int64(entry["move"])

    # 3. What is certain about the position: its outcome, or the complete set of replies that do not lose.
    memo = context["memo"]
    if has_field(context, "gives_update") and techniques & MEMO:
        update(position, setup, memo, context["path"][np.uint64(ply)])
    moves = context["moves"][np.uint64(ply)]
    horizon = context["horizon"]
    best, best_move = np.int64(-INFINITE), np.int64(NO_MOVE)
    count, closed = np.int64(-1), False
    if has_field(context, SOUND_HINTS) and techniques & SOUND:
        score = np.int64(decided_score(context, setup, position, mover, distance))
        if score != INFINITE:
            best, closed = score, True
        elif depth > 0:
            count = np.int64(required(position, setup, memo, moves))
            if count == 0:
                best, closed = -np.int64(outcome_score(FIRST, 0, distance + DECIDED_DISTANCE)), True
    answering = count >= 0
    if closed:
        if has_field(context, "gives_undo") and techniques & MEMO:
            undo(position, setup, memo, context["path"][np.uint64(ply)])
        return best

    # 4. The horizon. Noisy moves, where the game names them, are resolved first: the side to move may also stand pat.
    # Where they leave few answers, a win by them alone may be seen at once.
    hinted, cut = False, False
    if depth <= 0 or ply >= PLIES - 1:
        best = min(max(np.int64(evaluate_leaf(context, setup, position, mover)), floor), ceiling)
        closed = True
        if has_field(context, "gives_noisy_moves"):
            closed = best >= beta or ply >= PLIES - 1 or techniques & QUIESCENCE == 0
            if has_field(context, FORCES) and not closed and techniques & FORCING and depth == 0:
                score = np.int64(look(context, setup, ply, context["forcing_at_leaf"]))
                if score >= PROVEN:
                    best, closed = score, True
            if not closed:
                count = np.int64(noisy_moves(position, setup, memo, moves))
                closed = count <= 0
                alpha = max(alpha, best)

    # 5. An inner node: a win by noisy moves alone, or a value so far from the window that a shallow search would not come back.
    elif not answering:
        if has_field(context, FORCES) and techniques & FORCING:
            score = np.int64(look(context, setup, ply, context["forcing_inside"]))
            if score >= PROVEN:
                best, best_move, closed = score, np.int64(context["line"][np.uint64(ply)][0]), True
        shallow = not closed and depth <= STATIC_DEPTH and not is_proven(beta)
        if has_field(context, HAS_SWING) and shallow and techniques & STATIC and context["swing"] > 0:
            looked = context["horizon"]
            value = np.int64(evaluate_leaf(context, setup, position, mover))
            above, below = value - depth * context["swing"], value + depth * context["swing"]
            if above >= beta:
                best, closed = above, True
            elif depth <= RAZOR_DEPTH and below <= alpha:
                best, closed = below, True
            else:
                context["horizon"] = looked
    if closed:
        if has_field(context, "gives_undo") and techniques & MEMO:
            undo(position, setup, memo, context["path"][np.uint64(ply)])
        return best

    # 6. The moves: the replies that do not lose, the game's candidates, or all.
    if depth > 0:
        if has_field(context, "gives_candidates") and techniques & HINT:
            found = np.int64(hint_moves(context, setup, position, ply, count))
            if found > 0:
                cut = has_field(context, HINT_CUTS) and found != count
                count, hinted = found, True
        if count < 0:
            count = np.int64(legal_moves(position, setup, moves))
    order_moves(context, ply, count, mover, table_move, hinted)
    late = has_field(context, HINT_CUTS) and hinted and not answering and techniques & LATE != 0

    # 7. A forced move costs no depth.
    next_depth = depth - 1
    if count == 1 and techniques & EXTENSIONS and depth > 0:
        next_depth = depth

    # 8. Each move: the first with the full window, the others with an empty one, searched again if they turn out better.
    for index in range(count):
        if has_field(context, HINT_CUTS) and late and index >= LATE_MOVES[np.uint64(depth)] and best > -PROVEN:
            break
        move = pick_move(context, ply, index, count)
        if context["nodes"] >= context["next_poll"]:
            poll(context)
        if context["status"] != RUNNING:
            return np.int64(0)
        context["nodes"] += 1
        child = context["stack"][np.uint64(ply + 1)]
        copy_record(child, position)
        play(child, setup, move)
        if has_field(context, "gives_update"):
            context["path"][np.uint64(ply + 1)] = move
        same = turn(child, setup) == mover
        high = beta
        reduction = np.int64(0)
        if index > 0 and techniques & PVS:
            high = alpha + 1
            if techniques & REDUCTIONS and depth >= REDUCE_FROM_DEPTH and index >= REDUCE_FROM_MOVE:
                reduction = np.int64(1)
            if has_field(context, HINT_CUTS) and late and depth >= LATE_FROM_DEPTH and index >= LATE_FROM_MOVE:
                last = len(LATE_REDUCTION) - 1
                reduction = np.int64(LATE_REDUCTION[np.uint64(min(depth, last)), np.uint64(min(index, last))])
        low = alpha
        if techniques & PRUNING == 0:
            low, high = np.int64(-INFINITE), np.int64(INFINITE)
        while True:
            if same:
                score = np.int64(search(context, setup, ply + 1, next_depth - reduction, low, high))
            else:
                score = -np.int64(search(context, setup, ply + 1, next_depth - reduction, -high, -low))
            if context["status"] != RUNNING:
                return np.int64(0)
            if score <= alpha or (reduction == 0 and (high >= beta or score >= beta)):
                break
            if reduction > 0:
                reduction = np.int64(0)
            else:
                high = beta

        # 9. A better move raises alpha; one that is too good ends the node, and is tried early where it comes up again.
        if score > best:
            best, best_move = score, move
            if score > alpha:
                if score >= beta and techniques & PRUNING:
                    if depth > 0:
                        remember_cut(context, ply, mover, move, depth)
                    break
                alpha = score
                remember_line(context, ply, move)
    if has_field(context, "gives_undo") and techniques & MEMO:
        undo(position, setup, memo, context["path"][np.uint64(ply)])

    # 10. Where the game's hint left moves out, a loss is no proof.
    if has_field(context, HINT_CUTS) and cut:
        context["horizon"] += 1
        best = max(best, np.int64(-HEURISTIC_LIMIT))

    if has_field(context, MARGIN_COUNTS):
        best = np.int64(min(max(best, floor), ceiling))

    # 11. Remember. A subtree without a heuristic value was searched to the end of the game.
    if depth > 0 and techniques & TABLE:
        bound = LOWER if best >= beta else (EXACT if best > original_alpha else UPPER)
        tag = bound | COMPLETE if context["horizon"] == horizon else bound
        known_move = NO_MOVE if bound == UPPER or turned else best_move
        store(context, position_key, farther(best, -distance) - won, known_move, depth, tag)
    return best


@cached_kernel
def required_at_root(context: Any, setup: Any) -> int:
    """Write the root's required moves at ply 0, in place, and return how many; UNKNOWN where nothing can be said."""
    position = context["stack"][0]
    if has_field(context, "gives_refresh") and context["techniques"] & MEMO:
        refresh(position, setup, context["memo"])
    if has_field(context, MARGIN_COUNTS) or context["techniques"] & SOUND == 0:
        return np.int64(UNKNOWN)
    return np.int64(required(position, setup, context["memo"], context["moves"][0]))


@cached_kernel
def hint_root(context: Any, setup: Any, count: int) -> int:
    """Write the root's candidates and their scores at ply 0, in place, after `required_at_root`; return how many.

    `count` > 0: only those of them that are among so many required moves.
    """
    return np.int64(hint_moves(context, setup, context["stack"][0], np.int64(0), count if count > 0 else np.int64(UNKNOWN)))


@cached_kernel
def search_root(context: Any, setup: Any, depth: int, alpha: int, beta: int, skip: int) -> int:
    """Search the root moves `skip` .. `root_count` - 1 in their order; return the best score. Changes `context`.

    Writes each move's score and bound, how many are done, and the best one. When a limit interrupts it, what is written stands
    for the moves that were done.
    """
    position = context["stack"][0]
    techniques = context["techniques"]
    mover = np.int64(turn(position, setup))
    best = np.int64(-INFINITE)
    context["root_best"] = NO_MOVE
    context["root_done"] = skip
    context["line_length"][0] = 0
    if has_field(context, "gives_refresh") and techniques & MEMO:
        refresh(position, setup, context["memo"])
    if has_field(context, FORCES) and techniques & FORCING and skip == 0 and alpha < PROVEN:
        score = np.int64(look_deeper(context, setup, FORCING_FIRST + context["nodes"] // FORCING_PART))
        if has_field(context, "gives_threats") and score < PROVEN and techniques & TABLE:
            score = np.int64(look_for_attack(context, setup, np.int64(0), FORCING_FIRST + context["nodes"] // ATTACK_PART))
        if context["status"] != RUNNING:
            return best
        if score >= PROVEN:
            for index in range(context["root_count"]):
                if context["root_moves"][np.uint64(index)] == context["line"][0][0]:
                    context["root_best"] = index
                    context["root_scores"][np.uint64(index)] = score
                    context["root_bounds"][np.uint64(index)] = EXACT
                    return score
    for index in range(skip, context["root_count"]):
        move = np.int64(context["root_moves"][np.uint64(index)])
        if context["nodes"] >= context["next_poll"]:
            poll(context)
        if context["status"] != RUNNING:
            return best
        context["nodes"] += 1
        child = context["stack"][1]
        copy_record(child, position)
        play(child, setup, move)
        context["path"][1] = move
        same = turn(child, setup) == mover
        low, high = alpha, beta
        if index > skip and techniques & PVS:
            high = alpha + 1
        if techniques & PRUNING == 0:
            low, high = np.int64(-INFINITE), np.int64(INFINITE)
        while True:
            if same:
                score = np.int64(search(context, setup, np.int64(1), depth - 1, low, high))
            else:
                score = -np.int64(search(context, setup, np.int64(1), depth - 1, -high, -low))
            if context["status"] != RUNNING:
                return best
            if score <= alpha or score >= beta or high >= beta:
                break
            high = beta
        context["root_scores"][np.uint64(index)] = score
        context["root_bounds"][np.uint64(index)] = UPPER if score <= low else (LOWER if score >= high else EXACT)
        context["root_done"] = index + 1
        if score > best:
            best = score
            if score > alpha:
                context["root_best"] = index
                remember_line(context, np.int64(0), move)
                if score >= beta and techniques & PRUNING:
                    break
                alpha = score
    return best
