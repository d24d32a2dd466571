"""Quiescence: where the depth is spent, the game's noisy moves are tried before the static value is believed."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Ply, Record
from counterply.core.contract import NOISY, noisy_moves
from counterply.search.alphabeta.technique import Technique


@helper
@unsigned_indices
def unsettled_moves(context: Record, setup: Record, ply: Ply) -> int:
    """Write the noisy moves."""
    return max(noisy_moves(context["stack"][ply], setup, context["memo"], NOISY, context["moves"][ply]), 0)


QUIESCENCE = Technique(
    "quiescence",
    "resolve the game's noisy moves before evaluating",
    where=("gives_noisy_moves",),
    asks=("noisy_moves",),
    timely=False,
    hooks={"unsettled_moves": unsettled_moves},
)
