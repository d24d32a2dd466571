"""Hints of Fishing Derby: the points still in reach, and which positions have the same future."""

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import HASH_FACTOR, HASH_SEED, HASH_SHIFT, hash_record, lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.plugins.fishing_derby.rules import NO_BITS, ONE, certain_points
from counterply.plugins.fishing_derby.scenarios import SIZE, SURFACE

SEARCH_PLIES = 256  # no search looks further ahead
ERRAND_PLIES = 2 * (SIZE // 2 + 3 * SURFACE)  # plies to reel in, reach the farthest still fish, and reel that in


def key(position: Record, setup: Record, future: bool) -> int:
    """A hash of the record; or of all but the points, and the time only where it matters: while fish move, or near the end."""
    if not future:
        return hash_record(position)
    time = np.int64(position["time"])
    if time >= setup["still_from"] and setup["length"] - time > SEARCH_PLIES + ERRAND_PLIES:
        time = np.int64(0)
    word = np.int64(position["turn"]) | (time << 1)
    for player in range(2):
        word = (word << 5) | np.int64(position["hook_x"][player])
        word = (word << 5) | np.int64(position["hook_y"][player])
        word = (word << 8) | np.int64(position["rod"][player] + 1)
    value = (HASH_SEED ^ position["free"]) * HASH_FACTOR
    value ^= value >> HASH_SHIFT
    value = (value ^ np.uint64(word)) * HASH_FACTOR
    value ^= value >> HASH_SHIFT
    value *= HASH_FACTOR
    return value ^ (value >> HASH_SHIFT)  # type: ignore[no-any-return]


@kernel
def most_ahead(position: Record, setup: Record, player: int) -> int:
    """Return the certain points, and every fish that can still be landed: good ones for `player`, bad ones for the other side."""
    best = certain_points(position, setup, player)
    free = position["free"]
    while free != NO_BITS:
        fish = lowest_bit(free)
        free &= free - ONE
        if setup["last_catch"][fish] > position["time"]:
            best += abs(setup["value"][fish])
    return best  # type: ignore[no-any-return]


def best_margin(position: Record, setup: Record, player: int) -> int:
    """No player can end further ahead."""
    return most_ahead(position, setup, player)  # type: ignore[no-any-return]
