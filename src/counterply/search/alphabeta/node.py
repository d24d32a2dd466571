"""The engine's node: principal variation search over any game that keeps the contract.

Scores are in the view of the side to move; at a chance turn, of the first player. With v the value of the position searched `depth`
plies deep, and r the answer: if alpha < v < beta then r = v; if v <= alpha then v <= r <= alpha; if v >= beta then v >= r >= beta.
Reductions and table entries from deeper searches may change v, but never a proof: a proven score is true of the game.

The value of a chance turn is the mean of its outcomes (expectimax). It is cut off as soon as the remaining outcomes cannot bring
the mean back into the window (Star1: Ballard 1983, Hauk, Buro and Schaeffer 2006).

The *mover* is the seat whose view scores at a node have; *reach* is the lowest and the highest score that the game can still come
to from there. ``context["horizon"]`` counts heuristic values: a subtree that adds none was searched to the end of the game. *Kind*
says where a node's moves come from (`technique`), and *reason* why a node ends without a look at them, or INSIDE (`tracing`).
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import inlined, kernel, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Score
from counterply.core.values import INFINITE, PROVEN
from counterply.search.alphabeta.busy_moves import announce, next_move, shares_moves, withdraw
from counterply.search.alphabeta.chance_turns import is_chance, list_outcomes, mean_score, window_of_outcome
from counterply.search.alphabeta.context import (
    DICE,
    MARGIN_COUNTS,
    NO_MOVE,
    RUNNING,
    Node,
    Trial,
    Window,
    remember_line,
)
from counterply.search.alphabeta.endings import ending, settle, sure_score
from counterply.search.alphabeta.fewest_replies import order_by_replies
from counterply.search.alphabeta.ordering import ordered_moves
from counterply.search.alphabeta.static_value import view_of
from counterply.search.alphabeta.step import step, undo_memo, update_memo
from counterply.search.alphabeta.technique import LISTED, moves_depth, note_child, note_cut, reduced_plies, table_depth
from counterply.search.alphabeta.tracing import INSIDE, enter, leave, reason_of
from counterply.search.alphabeta.transpositions import ask_for_entry, ask_table, remember


@kernel
@inlined
@unsigned_indices
def search_leaf(context: Record, setup: Record, ply: Ply, alpha: Score, beta: Score) -> Score:
    """Do the same as `search` where no depth is left, in a game without quiescence or chance turns."""
    context["line_length"][ply] = 0
    position = context["stack"][ply]
    mover = view_of(context, setup, position)
    node, window = (ply, np.int64(0), mover, ply if context["use"]["distance"] else 0), (alpha, beta)
    enter(context, ply, 0, alpha, beta, mover)
    reason, score, reach, _ = ending(context, setup, position, node, window)
    if reason == INSIDE:
        update_memo(context, setup, ply)
        reason, score, _ = settle(context, setup, node, window, reach)
        undo_memo(context, setup, ply)
    leave(context, ply, score, reason, 0, LISTED)
    return score


@kernel
@inlined
def search_below(context: Record, setup: Record, ply: Ply, depth: Depth, alpha: Score, beta: Score) -> Score:
    """Do the same as `search`, but search a leaf without a call, for most nodes are leaves."""
    if not has_field(context, "gives_noisy_moves") and not has_field(context, DICE) and depth <= 0:
        return search_leaf(context, setup, ply, alpha, beta)
    return np.int64(search(context, setup, ply, depth, alpha, beta))


@kernel
@inlined
@unsigned_indices
def search_child(context: Record, setup: Record, ply: Ply, move: Move, depth: Depth, window: Window, trial: Trial) -> Score:
    """Return the score of the position after `move`, `depth` plies deep, in the view of the position at `ply`. Changes `context`.

    A score above alpha in the trial is searched again to the full depth, then up to beta.
    """
    (alpha, beta), (high, reduction) = window, trial
    if not step(context, setup, ply, move):
        return 0
    ask_for_entry(context, setup, ply + 1, depth)
    stack = context["stack"]
    same = view_of(context, setup, stack[ply + 1]) == view_of(context, setup, stack[ply])
    while True:
        note_child(context, ply, high == alpha + 1, reduction > 0)
        least, most = (alpha, high) if same else (-high, -alpha)
        score = np.int64(search_below(context, setup, ply + 1, depth - reduction, least, most))
        score = score if same else -score
        if context["status"] != RUNNING or score <= alpha or (reduction == 0 and (high >= beta or score >= beta)):
            return score
        high = high if reduction > 0 else beta
        reduction = 0


@kernel
@unsigned_indices
def search_outcomes(context: Record, setup: Record, ply: Ply, depth: Depth, alpha: Score, beta: Score, reach: Window) -> Score:
    """Return the score of the chance turn at `ply`: the mean of its outcomes, each searched `depth` plies deep. Changes `context`.

    Each outcome lies in `reach`. The search stops as soon as the remaining ones cannot bring the mean back into
    the window.
    """
    moves, horizon = context["moves"][ply], context["horizon"]
    outcomes = list_outcomes(context, setup, ply)
    sampled = horizon != context["horizon"]
    least, most = float(max(reach[0], -PROVEN)), float(min(reach[1], PROVEN))
    total, rest, lowest, highest, cut = 0.0, 1.0, INFINITE, -INFINITE, False
    for index in range(outcomes):
        share = context["probabilities"][ply][index]
        rest = max(rest - share, 0.0) if index < outcomes - 1 else 0.0
        low, high = np.int64(-INFINITE), np.int64(INFINITE)
        if context["star"] and context["use"]["pruning"]:
            low, high = window_of_outcome(alpha, beta, total, share, least * rest, most * rest)
        move = np.int64(moves[index])
        score = np.int64(search_child(context, setup, ply, move, depth, (low, high), (high, np.int64(0))))
        if context["status"] != RUNNING:
            return 0
        total += share * min(max(score, -PROVEN), PROVEN)
        lowest, highest = min(lowest, score), max(highest, score)
        if score <= low or score >= high:
            total += (most if score <= low else least) * rest
            cut = True
            break
    context["line_length"][ply] = 0
    if cut and (alpha >= PROVEN or beta <= -PROVEN):  # no shorter win, or no longer loss, than the window asks for
        return np.int64(alpha if score <= low else beta)
    return mean_score(total, lowest, highest, not (cut or sampled))


@kernel
@inlined
@unsigned_indices
def search_moves(
    context: Record, setup: Record, node: Node, listed: tuple[int, Depth], window: Window, best: Score, position_key: int
) -> tuple[Score, Move, bool]:
    """Return the best score and move of a node, and whether moves were left out. Changes `context`.

    `listed` says how many moves there are, and how deep each is searched. The first move gets the full window, the others a null
    window and a second search if they turn out better. Moves that another thread is searching come last: by then the table knows
    much of them.
    """
    (ply, depth, mover, _), (count, next_depth), (alpha, beta), use = node, listed, window, context["use"]
    shares = shares_moves(context, depth, position_key)
    shared_key = position_key if shares else np.uint64(0)
    best_move, index, put_off, left_out = NO_MOVE, np.int64(-1), np.int64(0), False
    while True:
        # 1. The next move.
        index, put_off, last = next_move(context, ply, index, count, best, put_off, shared_key)
        left_out = left_out or last < count
        if index == count:
            break
        move = np.int64(context["moves"][ply][index])

        # 2. Its score.
        high, reduction = beta, np.int64(0)
        if index > 0 and use["pvs"]:
            high, reduction = alpha + 1, np.int64(reduced_plies(context, ply, mover, depth, index, next_depth))
        if shares:
            announce(context, position_key, move)
        score = np.int64(search_child(context, setup, ply, move, next_depth, (alpha, beta), (high, reduction)))
        if shares:
            withdraw(context, position_key, move)
        if context["status"] != RUNNING:
            break

        # 3. A better move raises alpha. A score of beta or more ends the node, and the techniques learn from it.
        if score > best:
            best, best_move = score, move
            if score > alpha:
                if score >= beta and use["pruning"]:
                    if has_field(context, MARGIN_COUNTS):  # no more can be won: it may be best play for the parent too
                        remember_line(context, ply, move)
                    if depth > 0:
                        note_cut(context, ply, mover, move, depth)
                    break
                alpha = score if use["pruning"] else alpha
                remember_line(context, ply, move)
    return best, best_move, left_out


@kernel
@unsigned_indices
def search(context: Record, setup: Record, ply: Ply, depth: Depth, alpha: Score, beta: Score) -> Score:
    """Return the score of the position at `ply` of the stack; see the module for the window cases. Changes `context`.

    If the search keeps a memo, it is the parent's memo on entry and on return. It is updated only if neither the ending nor the
    table answers.

    Parameters
    ----------
    ply, depth, alpha, beta : int64, and so is the answer (a recursive kernel must be called with the types it came in with)
    """
    position, use = context["stack"][ply], context["use"]
    context["line_length"][ply] = 0
    mover = view_of(context, setup, position)
    distance = ply if use["distance"] else 0

    # 1. The game is over, or its margin out of reach.
    enter(context, ply, depth, alpha, beta, mover)
    reason, score, reach, listed = ending(context, setup, position, (ply, depth, mover, distance), (alpha, beta))
    if reason != INSIDE:
        leave(context, ply, score, reason, 0, LISTED)
        return score
    original_alpha = alpha
    if has_field(context, MARGIN_COUNTS) and use["pruning"]:
        alpha, beta = max(alpha, reach[0]), min(beta, reach[1])

    # 2. The table.
    remembers, reason, score, table_move, table_place = ask_table(context, setup, (ply, depth, mover, distance), (alpha, beta))
    if reason != INSIDE:
        leave(context, ply, score, reason, 0, LISTED)
        return score
    if remembers:
        depth += table_depth(context, ply, depth, table_move)
    position_key, _, _ = table_place
    node = (ply, depth, mover, distance)
    update_memo(context, setup, ply)
    horizon = context["horizon"]
    best_move, by_chance, kind, cut, left_out = NO_MOVE, False, LISTED, False, False

    # 3. A chance turn: the mean of its outcomes, at no cost in depth. Other nodes may end before their moves are searched.
    if has_field(context, DICE) and is_chance(context, setup, ply):
        by_chance, count = True, np.int64(0)
        best = np.int64(search_outcomes(context, setup, ply, depth, alpha, beta, reach))
        if context["status"] != RUNNING:
            return 0
    else:
        reason, best, count = settle(context, setup, node, (alpha, beta), reach)
        alpha = max(alpha, best) if use["pruning"] else alpha
        if reason != INSIDE:
            undo_memo(context, setup, ply)
            leave(context, ply, best, reason, 0, LISTED)
            return best

    # 4. The moves: the replies that do not lose, the game's candidates, or all. In proofs the table may know one that is too good.
    if not by_chance:
        count, kind, cut = ordered_moves(context, setup, node, count, listed, table_move)
    best_move, score = order_by_replies(context, setup, node, (alpha, beta), count, table_move)
    best = score if best_move != NO_MOVE else best

    # 5. Each move, until one is too good. A forced one costs no depth.
    if best_move == NO_MOVE and context["status"] == RUNNING:
        next_depth = depth if count == 1 and use["extensions"] and depth > 0 else depth - 1
        next_depth += moves_depth(context, ply, depth, next_depth, count, kind, beta)
        best, best_move, left_out = search_moves(context, setup, node, (count, next_depth), (alpha, beta), best, position_key)
    if context["status"] != RUNNING:
        return 0
    undo_memo(context, setup, ply)

    # 6. Remember. A subtree without a heuristic value was searched to the end of the game.
    best = sure_score(context, best, cut or left_out, reach)
    if remembers:
        remember(context, table_place, node, (original_alpha, beta), best, best_move, context["horizon"] == horizon)
    leave(context, ply, best, reason_of(context, best, beta), count, kind)
    return best
