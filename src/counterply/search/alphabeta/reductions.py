"""Late move reductions: the later a move comes, the less deep it is searched first."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Depth, Ply, Record, Seat
from counterply.search.alphabeta.context import RANKS_MOVES
from counterply.search.alphabeta.numbers import TABLE_SIZE
from counterply.search.alphabeta.technique import Technique


@helper
@unsigned_indices
def parts_of(context: Record, depth: Depth, index: int) -> int:
    """Return by how much less deep move number `index` is searched first, by depth and number alone, in parts of a ply."""
    last = TABLE_SIZE - 1
    return np.int64(context["numbers"]["reductions"][min(max(depth, 0), last), min(index, last)])


@helper
def reduction(context: Record, ply: Ply, mover: Seat, depth: Depth, index: int) -> int:
    """Reduce by depth and number, unless `late` does."""
    if has_field(context, RANKS_MOVES) and context["use"]["late"]:
        return 0
    return parts_of(context, depth, index)


REDUCTIONS = Technique(
    "reductions",
    "search late moves less deep first, by depth and number; by default only where something is hidden or left to chance",
    default=None,
    timely=False,
    hooks={"reduction": reduction},
)
