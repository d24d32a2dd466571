"""The engine's node: principal variation search over any game that keeps the contract.

Scores are in the view of the side to move; at a chance turn, of the first player. With v the value of the position searched `depth`
plies deep, and r the answer: if alpha < v < beta then r = v; if v <= alpha then v <= r <= alpha; if v >= beta then v >= r >= beta.
Reductions and table entries from deeper searches may change v, but never a proof: a proven score is true of the game.

The value of a chance turn is the mean of its outcomes (expectimax). It is cut off as soon as the remaining outcomes cannot bring
the mean back into the window (Star1: Ballard 1983, Hauk, Buro and Schaeffer 2006).
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.fields import has_field
from counterply.compiling.kernels import helper, inlined, kernel, unsigned_indices
from counterply.core.aliases import Record
from counterply.core.contract import (
    NOISY,
    UNKNOWN,
    best_margin,
    legal_moves,
    noisy_moves,
    outcome,
    outcome_and_moves,
    required,
    turn,
)
from counterply.core.game import QUIET
from counterply.core.values import (
    CHANCE,
    DECIDED_DISTANCE,
    DRAW,
    EXACT,
    FIRST,
    HEURISTIC_LIMIT,
    INFINITE,
    LOWER,
    ONGOING,
    PROVEN,
    PROVEN_LIMIT,
    UPPER,
    is_proven,
    margin_score,
    outcome_score,
)
from counterply.search.alphabeta.busy_moves import PUT_OFF, announce, is_announced, next_put_off, withdraw
from counterply.search.alphabeta.chances import list_outcomes, mean_score, window_of_outcome
from counterply.search.alphabeta.context import (
    DICE,
    FORCES,
    HAS_SWING,
    LEAVES_MOVES_OUT,
    LISTS_AT_ONCE,
    MARGIN_COUNTS,
    NO_MOVE,
    PLIES,
    RANKS_MOVES,
    RUNNING,
    SOUND_HINTS,
    remember_line,
)
from counterply.search.alphabeta.depths import FIRST_TREND, is_stale, plan_moves, reduction_of
from counterply.search.alphabeta.forced_wins import look
from counterply.search.alphabeta.numbers import PLY_PARTS
from counterply.search.alphabeta.ordering import (
    add_others,
    blame_tried,
    hint_moves,
    order_moves,
    pick_move,
    remember_cut,
)
from counterply.search.alphabeta.replies import looks_at_replies, order_by_replies
from counterply.search.alphabeta.static_value import decided_score, evaluate_leaf, final_score, view_of
from counterply.search.alphabeta.step import step, undo_memo, update_memo
from counterply.search.alphabeta.tracing import CUT, DECIDED, EARLY, ENDED, INSIDE, LEAF, MARGIN, SEARCHED, TABLE, enter, leave
from counterply.search.alphabeta.transpositions import ask_for_entry, look_up, remember, table_place, uses_table
from counterply.search.repetition import NEW, ON_LINE, may_run_out, note, stood_before

ENDS_REMEMBERED = 64  # games over which the usual end is averaged
SHARED_DEPTH = 3  # plies; shallower nodes do not put moves off for other threads


@helper
@inlined
def ending(context: Record, setup: Record, position: Record, ply: int, depth: int, window: Any, mover: int, distance: int) -> Any:
    """Return why the rules end a node, or INSIDE; its score; the lowest and highest score in `reach`; how many moves it listed.

    Moves are listed at `ply` only if the game computes them with the outcome and the depth is not spent; else UNKNOWN.
    """
    (alpha, beta), listed, floor, ceiling = window, UNKNOWN, -INFINITE, INFINITE
    if has_field(position, QUIET):
        use = context["use"]
        note(context, setup, position, ply)
        stood = stood_before(context, position, ply, use["table"] and use["extensions"])
        context["horizon"] += stood == ON_LINE
        context["far"] += stood == ON_LINE and use["table"]  # whose entries may then miss the shortest way
        if stood != NEW:
            return ENDED, 0, (floor, ceiling), listed
    if has_field(context, LISTS_AT_ONCE) and depth > 0:
        result, count = outcome_and_moves(position, setup, context["moves"][ply])
        listed = np.int64(count)
    else:
        result = outcome(position, setup)
    if result != ONGOING:
        if result == DRAW and may_run_out(context, position, 0):  # of this line, not of the position
            context["horizon"] += 1
            context["far"] += 1
        if has_field(context, LISTS_AT_ONCE) and context["by_replies"]:
            context["end_ply"] += (ply * PLY_PARTS - context["end_ply"]) // ENDS_REMEMBERED
        return ENDED, final_score(context, setup, position, result, mover, distance), (floor, ceiling), listed
    if has_field(context, MARGIN_COUNTS) and context["use"]["sound"]:
        ceiling = margin_score(best_margin(position, setup, mover), 0, context["grid"])
        floor = -margin_score(best_margin(position, setup, 1 - mover), 0, context["grid"])
        if floor >= beta or floor >= ceiling:
            return MARGIN, floor, (floor, ceiling), listed
        if ceiling <= alpha:
            return MARGIN, ceiling, (floor, ceiling), listed
    return INSIDE, 0, (floor, ceiling), listed


@helper
def end_early(context: Record, setup: Record, ply: int, depth: int, window: Any, mover: int) -> Any:
    """Return whether an inner node ends before its moves are searched, and its score.

    It ends with a win by noisy moves alone, whose first move then begins the line at `ply`, or with a static value so far from
    the window that a shallow search would not come back.
    """
    (alpha, beta), use, numbers = window, context["use"], context["numbers"]
    if has_field(context, FORCES) and use["forcing"]:
        score = look(context, setup, ply)
        if score >= PROVEN:
            context["far"] += 1
            return True, score
    near = depth <= max(numbers["static_depth"], numbers["razor_depth"]) and not is_proven(beta)
    if has_field(context, HAS_SWING) and use["static"] and context["swing"] > 0 and (near or has_field(context, RANKS_MOVES)):
        looked, rises = context["horizon"], 0
        value = evaluate_leaf(context, setup, context["stack"][ply], mover)
        if has_field(context, RANKS_MOVES):
            context["statics"][ply] = value
            rises = np.int64(ply >= FIRST_TREND and not is_stale(context, ply))
        above, below = value - (depth - rises) * numbers["static_margin"], value + depth * numbers["razor_margin"]
        if near and depth <= numbers["static_depth"] and above >= beta:
            return True, above
        if near and depth <= numbers["razor_depth"] and below <= alpha:
            return True, below
        context["horizon"] = looked
    return False, 0


@helper
def stand_pat(context: Record, setup: Record, position: Record, ply: int, beta: int, mover: int) -> Any:
    """Return the static value of a position at the horizon, and how many noisy moves must be resolved first."""
    value = evaluate_leaf(context, setup, position, mover)
    if has_field(context, "gives_noisy_moves") and value < beta and ply < PLIES - 1 and context["use"]["quiescence"]:
        return value, max(noisy_moves(position, setup, context["memo"], NOISY, context["moves"][ply]), 0)
    return value, 0


@helper
@unsigned_indices
def list_moves(context: Record, setup: Record, position: Record, ply: int, depth: int, count: int, listed: int) -> Any:
    """Write the moves to search at `ply`, in place; return how many, whether they carry a hint, and whether it left any out.

    With `count` >= 0, that many required moves stand at `ply` already, and the game's hint may keep some of them. Otherwise they
    are the game's candidates, or all legal moves, of which `listed` may stand there already. A search that widens lists all moves,
    the candidates first.
    """
    widens = has_field(context, LEAVES_MOVES_OUT) and context["widens"] != 0
    if has_field(context, "gives_candidates") and context["use"]["hint"] and not (widens and count >= 0):
        found = hint_moves(context, setup, position, ply, depth, count)
        if has_field(context, LEAVES_MOVES_OUT) and widens and found > 0:
            return np.int64(add_others(context, setup, position, ply, found)), True, False
        if found > 0:
            return found, True, has_field(context, LEAVES_MOVES_OUT) and found != count
    if count < 0:
        count = listed if listed >= 0 else legal_moves(position, setup, context["moves"][ply])
    return count, False, False


@helper
@inlined
@unsigned_indices
def settle(context: Record, setup: Record, ply: int, depth: int, window: Any, mover: int, distance: int, reach: Any) -> Any:
    """Return why a node ends before its moves are searched, or INSIDE; its score so far; and how many moves stand at `ply`.

    These are the required moves, or the noisy moves if the depth is spent; UNKNOWN without such a hint.
    """
    position, (floor, ceiling) = context["stack"][ply], reach
    best, count = -INFINITE, UNKNOWN
    if has_field(context, RANKS_MOVES):
        before = -context["statics"][ply - 1] if ply > 0 else 0
        context["statics"][ply] = before  # where a reply is required
    if has_field(context, SOUND_HINTS) and context["use"]["sound"]:
        score = decided_score(context, setup, position, mover, distance)
        if score != INFINITE:
            context["far"] += depth > 0
            return DECIDED, score, count
        if depth > 0:
            count = required(position, setup, context["memo"], context["moves"][ply])
            if count == 0:
                context["far"] += 1
                return DECIDED, -outcome_score(FIRST, 0, distance + DECIDED_DISTANCE), count
    if depth <= 0 or ply >= PLIES - 1:
        best, count = stand_pat(context, setup, position, ply, window[1], mover)
        if has_field(context, MARGIN_COUNTS):
            best = min(max(best, floor), ceiling)
        return LEAF if count == 0 else INSIDE, best, count
    if count < 0:
        ends, score = end_early(context, setup, ply, depth, window, mover)
        if ends:
            return EARLY, score, count
    return INSIDE, best, count


@helper
@inlined
@unsigned_indices
def search_leaf(context: Record, setup: Record, ply: int, alpha: int, beta: int) -> int:
    """Do the same as `search` where no depth is left, in a game without quiescence or chance turns."""
    position, depth = context["stack"][ply], 0
    context["line_length"][ply] = 0
    distance = ply if context["use"]["distance"] else 0
    mover = view_of(context, setup, position)
    enter(context, ply, depth, alpha, beta, mover)
    closed, score, reach, _ = ending(context, setup, position, ply, depth, (alpha, beta), mover, distance)
    if not closed:
        update_memo(context, setup, ply)
        closed, score, _ = settle(context, setup, ply, depth, (alpha, beta), mover, distance, reach)
        undo_memo(context, setup, ply)
    leave(context, ply, score, closed, 0, False, False)
    return score


@kernel
@inlined
def search_below(context: Record, setup: Record, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Do the same as `search`, but search a leaf without a call, for most nodes are leaves."""
    if not has_field(context, "gives_noisy_moves") and not has_field(context, DICE) and depth <= 0:
        return search_leaf(context, setup, ply, alpha, beta)
    return np.int64(search(context, setup, ply, depth, alpha, beta))


@kernel
@inlined
@unsigned_indices
def search_child(
    context: Record, setup: Record, ply: int, move: int, depth: int, alpha: int, beta: int, high: int, reduction: int
) -> int:
    """Return the score of the position after `move`, `depth` plies deep, in the view of the position at `ply`. Changes `context`.

    The first search has the window alpha to `high` and is `reduction` plies shallower. A score above alpha is searched again to the
    full depth, then up to beta.
    """
    if not step(context, setup, ply, move):
        return 0
    ask_for_entry(context, setup, ply + 1, depth)
    stack = context["stack"]
    same = view_of(context, setup, stack[ply + 1]) == view_of(context, setup, stack[ply])
    while True:
        if has_field(context, RANKS_MOVES):
            unlike = reduction > 0 or context["cutting"][ply] == 0
            context["cutting"][ply + 1] = np.int64(high == alpha + 1 and unlike)
        least, most = (alpha, high) if same else (-high, -alpha)
        score = np.int64(search_below(context, setup, ply + 1, depth - reduction, least, most))
        score = score if same else -score
        if context["status"] != RUNNING or score <= alpha or (reduction == 0 and (high >= beta or score >= beta)):
            return score
        high = high if reduction > 0 else beta
        reduction = 0


@kernel
@unsigned_indices
def search_outcomes(context: Record, setup: Record, ply: int, depth: int, alpha: int, beta: int, reach: Any) -> int:
    """Return the score of the chance turn at `ply`: the mean of its outcomes, each searched `depth` plies deep. Changes `context`.

    Each outcome lies in `reach`. The search stops as soon as the remaining ones cannot bring the mean back into
    the window.
    """
    position, moves = context["stack"][ply], context["moves"][ply]
    horizon = context["horizon"]
    outcomes = list_outcomes(context, setup, position, ply)
    sampled = horizon != context["horizon"]
    least, most = float(max(reach[0], -PROVEN)), float(min(reach[1], PROVEN))
    total, rest, first, last, cut = 0.0, 1.0, INFINITE, -INFINITE, False
    for index in range(outcomes):
        share = context["probabilities"][ply][index]
        rest = max(rest - share, 0.0) if index < outcomes - 1 else 0.0
        low, high = np.int64(-INFINITE), np.int64(INFINITE)
        if context["star"] and context["use"]["pruning"]:
            low, high = window_of_outcome(alpha, beta, total, share, least * rest, most * rest)
        move = np.int64(moves[index])
        score = np.int64(search_child(context, setup, ply, move, depth, low, high, high, np.int64(0)))
        if context["status"] != RUNNING:
            return 0
        total += share * min(max(score, -PROVEN), PROVEN)
        first, last = min(first, score), max(last, score)
        if score <= low or score >= high:
            total += (most if score <= low else least) * rest
            cut = True
            break
    context["line_length"][ply] = 0
    if cut and (alpha >= PROVEN or beta <= -PROVEN):  # no shorter win, or no longer loss, than the window asks for
        return np.int64(alpha if score <= low else beta)
    return mean_score(total, first, last, not (cut or sampled))


@kernel
@inlined
@unsigned_indices
def search_moves(
    context: Record, setup: Record, ply: int, depth: int, window: Any, best: int, mover: int, plan: Any, position_key: int
) -> Any:
    """Return the best score and move at `ply`, and whether moves were left out, for a `window` and a `plan`. Changes `context`.

    The first move gets the full window, the others a null window and a second search if they turn out better. Moves that another
    thread is searching come last: by then the table knows much of them.
    """
    (alpha, beta), (count, most, next_depth, late, stale), use = window, plan, context["use"]
    best_move, left_out, index, put_off, last_round = NO_MOVE, False, -1, 0, False
    shares = context["announced"] != 0 and depth >= SHARED_DEPTH and position_key != 0
    while True:
        # 1. The next move; in the end, those that were put off.
        index += 1
        if not last_round and (index == count or (has_field(context, RANKS_MOVES) and index >= most and best > -PROVEN)):
            left_out, last_round, index = index < count, True, 0
        if last_round:
            if put_off == 0:
                break
            index, put_off = next_put_off(context, ply, index), put_off - 1
            move = np.int64(context["moves"][ply][index])
        else:
            move = pick_move(context, ply, index, count)
            if shares and index > 0 and is_announced(context, position_key, move):
                context["order"][ply][index] = PUT_OFF
                put_off += 1
                continue

        # 2. Its score.
        high, reduction = beta, np.int64(0)
        if index > 0 and use["pvs"]:
            high, reduction = alpha + 1, reduction_of(context, ply, depth, next_depth, index, mover, move, index >= late, stale)
        if shares:
            announce(context, position_key, move)
        score = np.int64(search_child(context, setup, ply, move, next_depth, alpha, beta, high, reduction))
        if shares:
            withdraw(context, position_key, move)
        if context["status"] != RUNNING:
            break

        # 3. A better move raises alpha. A score of beta or more ends the node, and the move is tried early in other nodes.
        if score > best:
            best, best_move = score, move
            if score > alpha:
                if score >= beta and use["pruning"]:
                    if has_field(context, MARGIN_COUNTS):  # no more can be won: it may be best play for the parent too
                        remember_line(context, ply, move)
                    if depth > 0:
                        remember_cut(context, ply, mover, move, depth)
                        if has_field(context, RANKS_MOVES) and use["late"]:
                            blame_tried(context, ply, mover, index, depth)
                    break
                alpha = score if use["pruning"] else alpha
                remember_line(context, ply, move)
    return best, best_move, left_out


@helper
def sure_score(context: Record, best: int, cut: bool, left_out: bool, reach: Any) -> int:
    """Return the score of a node after its moves: without a proof of loss if moves are missing, and within the margins in reach.

    Moves are missing if the game's hint `cut` some, or some were `left_out` as late ones. Where the margin is the objective, a
    search that does not widen means by complete that nothing is missing among the candidates (`Engine.widen`).
    """
    if (has_field(context, LEAVES_MOVES_OUT) and cut) or (has_field(context, RANKS_MOVES) and left_out):
        context["horizon"] += not has_field(context, MARGIN_COUNTS) or context["widens"]
        best = max(best, -HEURISTIC_LIMIT)
    if has_field(context, MARGIN_COUNTS):
        best = min(max(best, reach[0]), reach[1])
    return best


@kernel
@unsigned_indices
def search(context: Record, setup: Record, ply: int, depth: int, alpha: int, beta: int) -> int:
    """Return the score of the position at `ply` of the stack; see the module for the window cases. Changes `context`.

    If the search keeps a memo, it is the parent's memo on entry and on return. It is updated only if neither the ending nor the
    table answers.

    Parameters
    ----------
    ply, depth, alpha, beta : int64, and so is the answer (a recursive kernel must be called with the types it came in with)
    """
    position, use = context["stack"][ply], context["use"]
    context["line_length"][ply] = 0
    distance = ply if use["distance"] else 0  # from the root, where it counts

    # 1. The game is over, or its margin out of reach.
    mover = view_of(context, setup, position)
    enter(context, ply, depth, alpha, beta, mover)
    closed, score, reach, listed = ending(context, setup, position, ply, depth, (alpha, beta), mover, distance)
    if closed:
        leave(context, ply, score, closed, 0, False, False)
        return score
    original_alpha = alpha
    if has_field(context, MARGIN_COUNTS) and use["pruning"]:
        alpha, beta = max(alpha, reach[0]), min(beta, reach[1])

    # 2. The table.
    remembers = uses_table(context, ply, depth)
    table_move, place = NO_MOVE, (np.uint64(0), False, 0)
    if remembers:
        place = table_place(context, setup, position, ply, mover)
        known, score, table_move = look_up(context, place, depth, alpha, beta, distance)
        if known and not (is_proven(score) and may_run_out(context, position, PROVEN_LIMIT - abs(score) - ply)):
            leave(context, ply, score, TABLE, 0, False, False)
            return score
        missing = table_move == NO_MOVE and depth >= context["numbers"]["missing_depth"]
        if has_field(context, RANKS_MOVES) and use["late"] and missing:
            depth -= 1  # without a table move the order is poor, and the next iteration will have one
    update_memo(context, setup, ply)
    horizon = context["horizon"]
    best_move, rolls, hinted, cut, left_out = NO_MOVE, False, False, False, False

    # 3. A chance turn: the mean of its outcomes, at no cost in depth. Other nodes may end before their moves are searched.
    if has_field(context, DICE) and turn(position, setup) == CHANCE and ply < PLIES - 1:
        rolls, count = True, 0
        best = np.int64(search_outcomes(context, setup, ply, depth, alpha, beta, reach))
        if context["status"] != RUNNING:
            return 0
    else:
        closed, best, count = settle(context, setup, ply, depth, (alpha, beta), mover, distance, reach)
        alpha = max(alpha, best) if use["pruning"] else alpha
        if closed:
            undo_memo(context, setup, ply)
            leave(context, ply, best, closed, 0, False, False)
            return best

    # 4. The moves: the replies that do not lose, the game's candidates, or all. A forced one costs no depth.
    answering = depth > 0 and count >= 0
    if depth > 0 and not rolls:
        count, hinted, cut = list_moves(context, setup, position, ply, depth, count if answering else UNKNOWN, listed)
    order_moves(context, ply, count, mover, table_move, hinted)
    if has_field(context, LISTS_AT_ONCE) and looks_at_replies(context, ply, depth, count):
        best_move, score = order_by_replies(context, setup, ply, depth, count, alpha, beta, mover, table_move)
        best = score if best_move != NO_MOVE else best

    # 5. Each move, until one is too good.
    if best_move == NO_MOVE and context["status"] == RUNNING:
        plan = plan_moves(context, ply, depth, count, beta, answering, hinted)
        best, best_move, left_out = search_moves(context, setup, ply, depth, (alpha, beta), best, mover, plan, place[0])
    if context["status"] != RUNNING:
        return 0
    undo_memo(context, setup, ply)

    # 6. Remember. A subtree without a heuristic value was searched to the end of the game.
    best = sure_score(context, best, cut, left_out, reach)
    if remembers:
        bound = LOWER if best >= beta else (EXACT if best > original_alpha else UPPER)
        remember(context, place, depth, best, best_move, bound, context["horizon"] == horizon, distance)
    leave(context, ply, best, CUT if best >= beta and use["pruning"] else SEARCHED, count, answering, hinted)
    return best
