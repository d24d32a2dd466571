"""Moves in the order of how few replies they leave, for proofs."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.intrinsics import prefetch
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Move, Record, Score
from counterply.core.contract import outcome_and_moves
from counterply.core.values import ONGOING
from counterply.search.alphabeta.context import LISTS_AT_ONCE, NO_MOVE, Node, Window, bucket_of
from counterply.search.alphabeta.static_value import view_of
from counterply.search.alphabeta.step import step
from counterply.search.alphabeta.technique import HINT_UNIT
from counterply.search.alphabeta.transpositions import is_near_end, look_up, table_place

REPLIES_HEIGHT = 5  # plies before the usual end of games; closer to it, counting replies costs more than it saves


@helper
@unsigned_indices
def order_by_replies(
    context: Record, setup: Record, node: Node, window: Window, count: int, table_move: Move
) -> tuple[Move, Score]:
    """Let those of a node's moves come first that leave few replies, in place; the history decides between equal ones.

    That is done in proofs alone, some plies before games end. Each move but the table's is played to see how many. Return the first
    move that the table knows to be too good (enhanced transposition cut-off: Plaat et al., "Exploiting graph properties of game
    trees", 1996) and its score, or NO_MOVE.
    """
    (ply, depth, mover, _), (alpha, beta) = node, window
    if not has_field(context, LISTS_AT_ONCE) or not context["by_replies"] or depth <= 0 or count <= 1:
        return NO_MOVE, 0
    if is_near_end(context, ply, REPLIES_HEIGHT):
        return NO_MOVE, 0
    order, moves, child = context["order"][ply], context["moves"][ply], context["stack"][ply + 1]
    last_place, last_mover = (np.uint64(0), False, 0), mover
    for index in range(count + 1):  # an entry is read when the replies to the next move are counted: by then it has come
        place, other = last_place, last_mover
        if index < count:
            move = np.int64(moves[index])
            if not step(context, setup, ply, move):
                break
            other = view_of(context, setup, child)
            place = table_place(context, setup, child, ply + 1, other)
            prefetch(bucket_of(context, place[0]))
            if move != table_move:
                result, replies = outcome_and_moves(child, setup, context["moves"][ply + 1])
                if result == ONGOING:
                    order[index] -= np.int64(replies) * HINT_UNIT
        if index > 0:
            low, high = (alpha, beta) if last_mover == mover else (-beta, -alpha)
            known, score, _ = look_up(context, last_place, depth - 1, low, high, 0)
            score = score if last_mover == mover else -score
            if known and score >= beta:
                return np.int64(moves[index - 1]), score
        last_place, last_mover = place, other
    return NO_MOVE, 0
