"""Late moves where the game's hint ranks the moves: some are left out, the others reduced, and nodes that promise little."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Score, Seat
from counterply.core.contract import LONGEST_LINE
from counterply.core.values import PROVEN, is_proven
from counterply.search.alphabeta.context import HAS_SWING, NO_MOVE, RANKS_MOVES
from counterply.search.alphabeta.numbers import REDUCE_FROM_MOVE, REDUCE_FROM_REPLY
from counterply.search.alphabeta.reductions import parts_of
from counterply.search.alphabeta.static_pruning import is_stale
from counterply.search.alphabeta.technique import HINTED, REQUIRED, Memory, Technique, depth_bonus, whole_plies


@helper
def table_depth(context: Record, ply: Ply, depth: Depth, table_move: Move) -> int:
    """Search a ply less deep without a table move: the order is poor, and the next iteration will have one."""
    return -np.int64(table_move == NO_MOVE and depth >= context["numbers"]["missing_depth"])


@helper
@unsigned_indices
def note_child(context: Record, ply: Ply, null: bool, reduced: bool) -> None:
    """Expect a cut in the child, in place, if it is searched in order to be refuted."""
    context["cutting"][ply + 1] = null and (reduced or context["cutting"][ply] == 0)


@helper
@unsigned_indices
def moves_depth(context: Record, ply: Ply, depth: Depth, next_depth: Depth, count: int, kind: int, beta: Score) -> int:
    """Note, in place, which moves are late and which are left out.

    A few replies to a threat cost no depth; where a cut is sure, all are searched a ply less deep.
    """
    first_late, most, stale, deeper = np.int64(count), np.int64(count), False, np.int64(0)
    numbers = context["numbers"]
    if kind & REQUIRED:
        first_late = REDUCE_FROM_REPLY
        if context["use"]["extensions"] and count <= numbers["extended_replies"]:
            deeper = np.int64(depth - next_depth)
    elif kind & HINTED:
        first_late = 0
        most = min(count, np.int64(numbers["late_moves"][depth]))
        if has_field(context, HAS_SWING) and context["use"]["static"] and context["swing"] > 0:
            stale = is_stale(context, ply)
            doubted = next_depth > 1 and context["cutting"][ply] and not is_proven(beta)
            deeper = -np.int64(doubted and context["statics"][ply] >= beta + numbers["cutting_margin"])
    context["first_late"][ply], context["most_moves"][ply], context["stale"][ply] = first_late, most, stale
    return deeper


@helper
@unsigned_indices
def leaves_out(context: Record, ply: Ply, index: int, best: Score) -> bool:
    """Leave out the last moves, unless all others lose."""
    return index >= context["most_moves"][ply] and best > -PROVEN


@helper
@unsigned_indices
def reduction(context: Record, ply: Ply, mover: Seat, depth: Depth, index: int) -> int:
    """Reduce late moves by depth and number, by what the node promises, and by what is known of the move."""
    if index < context["first_late"][ply] or index < REDUCE_FROM_MOVE:
        return 0
    numbers, parts = context["numbers"], parts_of(context, depth, index)
    if context["stale"][ply]:
        parts += numbers["stale_plies"]
    if context["cutting"][ply]:
        parts += numbers["cutting_plies"]
    return parts - depth_bonus(context, ply, mover, np.int64(context["moves"][ply][index]), depth)


@helper
def root_reduction(context: Record, depth: Depth, index: int) -> int:
    """Return by how many plies less deep move number `index` of the root is searched first."""
    if not has_field(context, RANKS_MOVES) or not context["use"]["late"]:
        return 0
    return whole_plies(parts_of(context, depth, index) - context["numbers"]["root_plies"], depth - 2)


LATE = Technique(
    "late",
    "leave out late moves, and reduce the others and nodes that the table has no move for, where the game's hint cuts",
    needs=("pruning",),
    where=(RANKS_MOVES,),
    timely=False,
    memory=tuple(Memory(name, np.int64, (LONGEST_LINE,)) for name in ("first_late", "most_moves", "stale", "cutting")),
    hooks={
        "table_depth": table_depth,
        "note_child": note_child,
        "moves_depth": moves_depth,
        "leaves_out": leaves_out,
        "reduction": reduction,
    },
)
