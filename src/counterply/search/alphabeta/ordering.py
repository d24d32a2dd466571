"""The moves of a node: which, and in which order."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.fields import has_field
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Record
from counterply.core.contract import candidates, legal_moves
from counterply.search.alphabeta.context import HISTORY, HISTORY_LIMIT, LISTS_AT_ONCE, RANKS_MOVES
from counterply.search.alphabeta.technique import HINT_UNIT, note_cut, order_bonus

TABLE_MOVE_FIRST = 1 << 60
LAST_HINT = -(1 << 30)  # of a move that the hint left out


@helper
@unsigned_indices
def order_moves(context: Record, ply: int, count: int, mover: int, table_move: int, hinted: bool) -> None:
    """Write `order` for the moves at `ply`, in place: table move, techniques' bonuses, the game's hint, history.

    Where the hint leaves moves out, it knows more than the history does, which only counts as some steps of it.
    """
    use = context["use"]
    history = context["history"][mover]
    order, moves = context["order"][ply], context["moves"][ply]
    use_history, ranked, weight = use["history"] != 0, False, 1
    if has_field(context, RANKS_MOVES) and hinted:
        ranked = True
        weight = context["numbers"]["history_steps"] if use["late"] else 1
    for index in range(count):
        move = moves[index]
        value = 0
        if use_history:
            value = np.int64(history[move & (HISTORY - 1)]) * weight
        if hinted:
            value += np.int64(context["scores"][ply][index]) * HINT_UNIT
        value += order_bonus(context, ply, mover, move, ranked)
        if move == table_move:
            value = TABLE_MOVE_FIRST
        order[index] = value


@helper
@unsigned_indices
def hint_moves(context: Record, setup: Record, position: Record, ply: int, depth: int, count: int) -> int:
    """Write the game's candidates and their scores at `ply`, in place, and return how many; UNKNOWN without such a hint.

    `count` >= 0: only those of them that are among the `count` required moves that stand there, in their order.
    """
    moves, scores = context["moves"][ply], context["scores"][ply]
    spare_moves, spare_scores = context["moves"][ply + 1], context["scores"][ply + 1]
    if count < 0 and has_field(context, LISTS_AT_ONCE):  # the moves that stand there are still needed if it names none
        found = candidates(position, setup, context["memo"], depth, spare_moves, scores)
        for index in range(found):
            moves[index] = spare_moves[index]
        return found
    if count < 0:
        return candidates(position, setup, context["memo"], depth, moves, scores)
    found = candidates(position, setup, context["memo"], depth, spare_moves, spare_scores)
    if found < 0:
        return found
    kept = 0
    for index in range(count):
        for other in range(found):
            if spare_moves[other] == moves[index]:
                moves[kept] = spare_moves[other]
                scores[kept] = spare_scores[other]
                kept += 1
                break
    return np.int64(kept)


@helper
@unsigned_indices
def add_others(context: Record, setup: Record, position: Record, ply: int, count: int) -> int:
    """Write, behind the `count` candidates at `ply`, all other legal moves, in place; return how many there are now."""
    moves, scores = context["moves"][ply], context["scores"][ply]
    spare = context["moves"][ply + 1]
    total = count
    for index in range(legal_moves(position, setup, spare)):
        known = False
        for other in range(count):
            known = known or moves[other] == spare[index]
        if not known:
            moves[total] = spare[index]
            scores[total] = LAST_HINT
            total += 1
    return np.int64(total)


@helper
@unsigned_indices
def pick_move(context: Record, ply: int, index: int, count: int) -> int:
    """Bring the best of the moves `index` .. `count` - 1 to `index`, in place, and return it; of equals, the first."""
    order, moves = context["order"][ply], context["moves"][ply]
    best, value = index, order[index]
    for other in range(index + 1, count):
        if order[other] > value:
            best, value = other, order[other]
    move = moves[best]
    while best > index:
        moves[best] = moves[best - 1]
        order[best] = order[best - 1]
        best -= 1
    moves[index] = move
    order[index] = value
    return np.int64(move)


@helper
def history_bonus(context: Record, depth: int) -> int:
    """Return the credit for a cut at `depth`, where late moves are left out."""
    return min(context["numbers"]["history_bonus"] * depth * depth, HISTORY_LIMIT // 2)


@helper
@unsigned_indices
def credit(context: Record, mover: int, move: int, bonus: int) -> None:
    """Move a move's history by `bonus`, in place; the nearer to its limit, the less, so that it never goes beyond."""
    slot = np.uint64(move & (HISTORY - 1))
    value = np.int64(context["history"][mover][slot])
    context["history"][mover][slot] = value + bonus - value * abs(bonus) // HISTORY_LIMIT


@helper
@unsigned_indices
def remember_cut(context: Record, ply: int, mover: int, move: int, depth: int) -> None:
    """Credit the move that cut, in place: what techniques note of it, and the history of its side."""
    note_cut(context, ply, mover, move, depth)
    if has_field(context, RANKS_MOVES) and context["use"]["late"]:
        credit(context, mover, move, history_bonus(context, depth))
        return
    slot = np.uint64(move & (HISTORY - 1))
    value = context["history"][mover][slot] + depth * depth
    context["history"][mover][slot] = min(value, HISTORY_LIMIT - 1)


@helper
@unsigned_indices
def blame_tried(context: Record, ply: int, mover: int, count: int, depth: int) -> None:
    """Take credit from the first `count` moves at `ply`, which were tried in vain before another one cut, in place."""
    bonus = history_bonus(context, depth)
    for index in range(count):
        credit(context, mover, np.int64(context["moves"][ply][index]), -bonus)
