"""The moves of a node: which, and in which order."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Seat
from counterply.core.contract import candidates, legal_moves
from counterply.search.alphabeta.context import LEAVES_MOVES_OUT, LISTS_AT_ONCE, RANKS_MOVES, Node
from counterply.search.alphabeta.technique import HINT_UNIT, HINTED, LISTED, REQUIRED, order_bonus

Listing: TypeAlias = tuple[int, int, bool]  # how many moves a node has, of which kind, and whether a hint left any out
TABLE_MOVE_FIRST = 1 << 60
LAST_HINT = -(1 << 30)  # of a move that the hint left out


@helper
@unsigned_indices
def ordered_moves(context: Record, setup: Record, node: Node, count: int, listed: int, table_move: Move) -> Listing:
    """Write the moves to search at a node and their `order`, in place; return as `list_moves` does.

    Where the depth is spent, they are the `count` noisy moves that stand there.
    """
    (ply, depth, mover, _), kind, cut = node, LISTED, False
    if depth > 0:
        count, kind, cut = list_moves(context, setup, ply, depth, count, listed)
    order_moves(context, ply, count, mover, table_move, kind)
    return count, kind, cut


@helper
@unsigned_indices
def list_moves(context: Record, setup: Record, ply: Ply, depth: Depth, count: int, listed: int) -> Listing:
    """Write the moves to search at `ply`, in place; return how many, of which kind, and whether a hint left any out.

    With `count` >= 0, that many required moves stand at `ply` already, and the game's hint may keep some of them. Otherwise they
    are the game's candidates, or all legal moves, of which `listed` may stand there already. A search that widens lists all moves,
    the candidates first.
    """
    position, kind = context["stack"][ply], REQUIRED if count >= 0 else LISTED
    widens = has_field(context, LEAVES_MOVES_OUT) and context["widens"] != 0
    if has_field(context, "gives_candidates") and context["use"]["hint"] and not (widens and count >= 0):
        found = hint_moves(context, setup, position, ply, depth, count)
        if has_field(context, LEAVES_MOVES_OUT) and widens and found > 0:
            return np.int64(add_others(context, setup, position, ply, found)), kind | HINTED, False
        if found > 0:
            return found, kind | HINTED, has_field(context, LEAVES_MOVES_OUT) and found != count
    if count < 0:
        count = listed if listed >= 0 else legal_moves(position, setup, context["moves"][ply])
    return count, kind, False


@helper
@unsigned_indices
def order_moves(context: Record, ply: Ply, count: int, mover: Seat, table_move: Move, kind: int) -> None:
    """Write `order` for the moves at `ply`, in place: table move, techniques' bonuses, the game's hint."""
    order, moves = context["order"][ply], context["moves"][ply]
    hinted = kind & HINTED != 0
    ranked = has_field(context, RANKS_MOVES) and hinted
    for index in range(count):
        move = moves[index]
        value = order_bonus(context, ply, mover, move, ranked)
        if hinted:
            value += np.int64(context["scores"][ply][index]) * HINT_UNIT
        if move == table_move:
            value = TABLE_MOVE_FIRST
        order[index] = value


@helper
@unsigned_indices
def hint_moves(context: Record, setup: Record, position: Record, ply: Ply, depth: Depth, count: int) -> int:
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
def add_others(context: Record, setup: Record, position: Record, ply: Ply, count: int) -> int:
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
def pick_move(context: Record, ply: Ply, index: int, count: int) -> Move:
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
