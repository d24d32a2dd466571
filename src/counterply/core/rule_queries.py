"""Queries of a compiled game's rules from Python: one kernel each, so that a question crosses the border once."""

from __future__ import annotations

import numpy as np

from counterply.compiling.kernels import cached_kernel
from counterply.core.aliases import Move, Record, Seat
from counterply.core.contract import chance, key, legal_moves, margin, outcome, play, refresh, resample, transform, turn
from counterply.core.values import ONGOING


@cached_kernel
def survey(position: Record, setup: Record, moves: np.ndarray, facts: np.ndarray) -> None:
    """Write the legal moves into `moves`, and into `facts` in place: turn, outcome, number of moves, margin.

    Parameters
    ----------
    moves : int32[M]
    facts : int64[4]
    """
    facts[0] = turn(position, setup)
    result = outcome(position, setup)
    facts[1] = result
    facts[2] = legal_moves(position, setup, moves) if result == ONGOING and facts[0] < 2 else 0
    facts[3] = margin(position, setup)


@cached_kernel
def advance(position: Record, setup: Record, move: Move, moves: np.ndarray, facts: np.ndarray) -> None:
    """Play `move` in place, then `survey` the position."""
    play(position, setup, move)
    survey(position, setup, moves, facts)


@cached_kernel
def chances(position: Record, setup: Record, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    """Write the outcomes of a chance turn and their probabilities; see `chance`."""
    return chance(position, setup, outcomes, probabilities)  # type: ignore[no-any-return]


@cached_kernel
def redraw(position: Record, setup: Record, viewer: Seat, random: np.ndarray, frozen: bool) -> None:
    """Redraw in place what seat `viewer` may not know; `frozen`: and remove further chance events. See `resample`."""
    resample(position, setup, frozen, viewer, random)


@cached_kernel
def key_of(position: Record, setup: Record) -> int:
    """Return the position's key as uint64: equal positions have equal keys."""
    return np.uint64(key(position, setup, False))  # type: ignore[return-value]


@cached_kernel
def remember(position: Record, setup: Record, memo: Record) -> None:
    """Fill `memo` from the position, in place; see `refresh`."""
    refresh(position, setup, memo)


@cached_kernel
def turned(position: Record, setup: Record, symmetry: int) -> None:
    """Turn `position` in place; see `transform`."""
    transform(position, setup, symmetry)
