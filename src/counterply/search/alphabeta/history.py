"""History: a move that ended nodes anywhere is tried early, and where late moves are left out searched deeper."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Seat
from counterply.search.alphabeta.context import RANKS_MOVES
from counterply.search.alphabeta.technique import HINT_UNIT, Memory, Technique

SLOTS = 4096  # for each side; moves above share them
HISTORY_LIMIT = HINT_UNIT  # one step of a game's hint outweighs all of the history, unless `history_steps` gives that more


@helper
@unsigned_indices
def history_of(context: Record, mover: Seat, move: Move) -> int:
    """Return what is known of a move."""
    return np.int64(context["history"][mover][move & (SLOTS - 1)])


@helper
def order_bonus(context: Record, ply: Ply, mover: Seat, move: Move, ranked: bool) -> int:
    """Try a move earlier by its history, which counts as some steps of a ranking hint where late moves are left out."""
    value = history_of(context, mover, move)
    if has_field(context, RANKS_MOVES) and ranked and context["use"]["late"]:
        value *= context["numbers"]["history_steps"]
    return value


@helper
def depth_bonus(context: Record, ply: Ply, mover: Seat, move: Move, depth: Depth) -> int:
    """Search a move deeper, or less deep, by its history."""
    return history_of(context, mover, move) * context["numbers"]["history_plies"] // HISTORY_LIMIT


@helper
@unsigned_indices
def credit(context: Record, mover: Seat, move: Move, bonus: int) -> None:
    """Move a move's history by `bonus`, in place; the nearer to its limit, the less, so that it never goes beyond."""
    value = history_of(context, mover, move)
    context["history"][mover][move & (SLOTS - 1)] = value + bonus - value * abs(bonus) // HISTORY_LIMIT


@helper
@unsigned_indices
def note_cut(context: Record, ply: Ply, mover: Seat, move: Move, depth: Depth) -> None:
    """Credit the move, in place; where late moves are left out, blame those that were tried before in vain."""
    if has_field(context, RANKS_MOVES) and context["use"]["late"]:
        bonus, moves, index = min(context["numbers"]["history_bonus"] * depth * depth, HISTORY_LIMIT // 2), context["moves"][ply], 0
        credit(context, mover, move, bonus)
        while moves[index] != move:
            credit(context, mover, np.int64(moves[index]), -bonus)
            index += 1
    else:
        value = history_of(context, mover, move) + depth * depth
        context["history"][mover][move & (SLOTS - 1)] = min(value, HISTORY_LIMIT - 1)


HISTORY = Technique(
    "history",
    "try first the moves that cut anywhere",
    orders=True,
    keeps_value=True,
    memory=(Memory("history", np.int32, (2, SLOTS), halved=True),),
    hooks={"order_bonus": order_bonus, "depth_bonus": depth_bonus, "note_cut": note_cut},
)
