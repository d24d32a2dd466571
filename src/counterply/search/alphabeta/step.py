"""One step of the tree: a move is played, as one node of the search's count, and the memo goes there and back.

Every search steps through here, so it keeps a limit of nodes exactly, and polls the clock and the stop word often enough.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from counterply.compiling.definitions import has_field
from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import helper, inlined, unsigned_indices
from counterply.core.aliases import Move, Ply, Record
from counterply.core.contract import play, refresh, undo, update
from counterply.search.alphabeta.context import RUNNING, TRACED, poll


@helper
def may_go_on(context: Record) -> bool:
    """Tell whether the limits allow one more node; poll them, in place, when a poll is due."""
    if context["nodes"] >= context["next_poll"]:
        poll(context)
    return context["status"] == RUNNING


@helper
@inlined
@unsigned_indices
def step(context: Record, setup: Record, ply: Ply, move: Move) -> bool:
    """Put the position after `move` on the stack above `ply`, in place, as one node; False if a limit has ended the search."""
    if context["nodes"] >= context["next_poll"] and not may_go_on(context):  # the caller checks the status for failures in between
        return False
    context["nodes"] += 1
    child = context["stack"][ply + 1]
    copy_record(child, context["stack"][ply])
    play(child, setup, move)
    if has_field(context, "gives_update") or has_field(context, TRACED):
        context["path"][ply + 1] = move
    return True


@helper
def refresh_memo(context: Record, setup: Record) -> None:
    """Compute the memo of the root, where one is kept, in place."""
    if has_field(context, "gives_refresh") and context["keeps_memo"]:
        refresh(context["stack"][0], setup, context["memo"])


@helper
@unsigned_indices
def update_memo(context: Record, setup: Record, ply: Ply) -> None:
    """Bring the memo, where one is kept, from the position below `ply` to the one at it, in place."""
    if has_field(context, "gives_update") and context["keeps_memo"]:
        update(context["stack"][ply], setup, context["memo"], context["path"][ply])


@helper
@unsigned_indices
def undo_memo(context: Record, setup: Record, ply: Ply) -> None:
    """Take the memo, where one is kept, from the position at `ply` back to the one below it, in place."""
    if has_field(context, "gives_undo") and context["keeps_memo"]:
        undo(context["stack"][ply], setup, context["memo"], context["path"][ply])
