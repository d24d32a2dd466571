"""Killers: a move that was so good that it ended a node is tried early at other nodes of the same ply."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Seat
from counterply.core.contract import LONGEST_LINE
from counterply.search.alphabeta.technique import HINT_UNIT, Memory, Technique

KILLER_FIRST = 1 << 58  # before all hints and all of the history
NO_KILLER = -1


@helper
@unsigned_indices
def is_killer(context: Record, ply: Ply, move: Move) -> bool:
    """Tell whether a move is one of the two killers of `ply`."""
    killers = context["killers"][ply]
    return move == killers[0] or move == killers[1]


@helper
def order_bonus(context: Record, ply: Ply, mover: Seat, move: Move, ranked: bool) -> int:
    """Try killers first, or some steps of a ranking hint earlier."""
    if not is_killer(context, ply, move):
        return 0
    return context["numbers"]["killer"] * HINT_UNIT if ranked else KILLER_FIRST


@helper
def depth_bonus(context: Record, ply: Ply, mover: Seat, move: Move, depth: Depth) -> int:
    """Search killers deeper than other late moves."""
    return context["numbers"]["killer_plies"] if is_killer(context, ply, move) else 0


@helper
@unsigned_indices
def note_cut(context: Record, ply: Ply, mover: Seat, move: Move, depth: Depth) -> None:
    """Make a move the first killer of its ply, in place."""
    killers = context["killers"][ply]
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move


KILLERS = Technique(
    "killers",
    "try first the moves that cut at the same ply",
    orders=True,
    keeps_value=True,
    timely=False,
    memory=(Memory("killers", np.int32, (LONGEST_LINE, 2), NO_KILLER),),
    hooks={"order_bonus": order_bonus, "depth_bonus": depth_bonus, "note_cut": note_cut},
)
