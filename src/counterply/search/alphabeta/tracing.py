"""The trace of a search, node by node, where its context keeps one: a kernel without one compiles none of this.

A record is written when a node is entered, and completed when it is left. Those beyond the room for them are only counted. Where a
line is followed, nodes are recorded that are on it, or whose parent is.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.intrinsics import record_at
from counterply.compiling.kernels import helper
from counterply.core.aliases import Depth, Ply, Record, Score, Seat
from counterply.search.alphabeta.context import TRACED
from counterply.search.alphabeta.killers import is_killer

# why a node ended; INSIDE: it has not, or not before its moves were searched
INSIDE, ENDED, LEAF, CUT, SEARCHED, TABLE, DECIDED, MARGIN, EARLY = range(9)
KILLER = 4  # a bit beside the kind of the moves (REQUIRED, HINTED): the move that led here is a killer

VISIT = np.dtype(
    [
        ("order", np.int64),  # of the move that led here, among its siblings; 0 at ply 1: the root has an order of its own
        ("parent", np.int32),  # place of the parent's record; the root's is the first
        ("move", np.int32),  # that led here
        ("alpha", np.int32),  # the window with which it was entered, and the score, in the view of `mover`
        ("beta", np.int32),
        ("score", np.int32),
        ("nodes", np.uint32),  # visited below it
        ("listed", np.uint16),  # moves that were there to search
        ("depth", np.int16),
        ("ply", np.uint8),
        ("mover", np.uint8),
        ("reason", np.uint8),
        ("kind", np.uint8),  # of those moves: REQUIRED, HINTED, both or all that are legal; and KILLER
    ],
    align=True,
)


@helper
def enter(context: Record, ply: Ply, depth: Depth, alpha: Score, beta: Score, mover: Seat) -> None:
    """Begin the record of the node at `ply`, in place, where the search is traced."""
    if not has_field(context, TRACED):
        return
    above, move, follows = np.uint64(ply - 1), context["path"][ply], context["trace_follows"]
    length = context["trace_length"]
    follows[ply] = follows[above] and (length < 0 or (ply <= length and context["trace_line"][above] == move))
    if not follows[above]:
        context["trace_open"][ply] = context["trace_room"]
        return
    place = context["trace_count"]
    context["trace_count"] = place + 1
    context["trace_open"][ply] = place
    if place >= context["trace_room"]:
        return
    visit = record_at(context["trace"], place, VISIT)
    visit["order"], visit["kind"] = 0, 0
    if ply > 1:
        index = 0
        while context["moves"][above][index] != move:
            index += 1
        visit["order"] = context["order"][above][index]
        visit["kind"] = KILLER * (context["use"]["killers"] != 0 and is_killer(context, above, move))
    visit["parent"] = context["trace_open"][above]
    visit["move"] = move
    visit["alpha"] = alpha
    visit["beta"] = beta
    visit["nodes"] = np.uint32(context["nodes"])
    visit["ply"] = ply
    visit["depth"] = depth
    visit["reason"] = INSIDE
    visit["mover"] = mover


@helper
def reason_of(context: Record, score: Score, beta: Score) -> int:
    """Return why a node ended whose moves were searched: CUT or SEARCHED."""
    return CUT if score >= beta and context["use"]["pruning"] else SEARCHED


@helper
def leave(context: Record, ply: Ply, score: Score, reason: int, listed: int, kind: int) -> None:
    """Complete the record of the node at `ply`, in place, where the search is traced.

    `listed` moves of a `kind` were there to search.
    """
    if not has_field(context, TRACED):
        return
    place = context["trace_open"][ply]
    if place >= context["trace_room"]:
        return
    visit = record_at(context["trace"], place, VISIT)
    visit["score"] = score
    visit["nodes"] = np.uint32(context["nodes"]) - visit["nodes"]
    visit["listed"] = listed
    visit["reason"] = reason
    visit["kind"] |= kind
