"""Hints of Isolation: who wins at once, and in which order moves are searched."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.intrinsics import lowest_bit, popcount
from counterply.compiling.kernels import kernel
from counterply.core.values import FIRST, ONGOING, PLY, SECOND
from counterply.games.isolation.rules import ONE, WORD

REPLY_WEIGHT, ONWARD_WEIGHT = 4, 3  # order of moves, measured by the size of proofs: docs/measurements.md
WINS_AT_ONCE = 1_000  # more than any sum of the two


@kernel
def is_target(setup: Any, cell: int, target: int) -> bool:
    """Tell whether a knight on `cell` attacks `target`."""
    return bool(setup["targets"][cell, target // WORD] >> np.uint64(target % WORD) & ONE)


def decided(position: Any, setup: Any) -> int:
    """Whoever is on move wins at once if the opponent has no move left, or a single one that can be taken away."""
    player = position["turn"]
    cell, other = position["cells"][player], position["cells"][1 - player]
    replies, takes = 0, False
    for word in range(len(position["open"])):
        left = position["open"][word] & setup["targets"][other, word] & setup["seen"][word]
        replies += popcount(left)
        takes |= left & setup["targets"][cell, word] != 0
    if replies == 0 or (replies == 1 and takes):
        return PLY + (FIRST if player == 0 else SECOND)
    return ONGOING


def candidates(position: Any, setup: Any, moves: np.ndarray, scores: np.ndarray) -> int:
    """Every legal move: few replies for the opponent come first, then many moves to go on with."""
    player = position["turn"]
    cell, other = position["cells"][player], position["cells"][1 - player]
    count = 0
    for word in range(len(position["open"])):
        left = position["open"][word] & setup["targets"][cell, word]
        while left:
            move = lowest_bit(left) + WORD * word
            replies = onward = 0
            for place in range(len(position["open"])):
                free = position["open"][place]
                onward += popcount(free & setup["targets"][move, place])
                replies += popcount(free & setup["targets"][other, place])
            if is_target(setup, other, move):
                replies -= 1
            moves[count] = move
            scores[count] = ONWARD_WEIGHT * onward - REPLY_WEIGHT * replies
            if replies == 0:
                scores[count] += WINS_AT_ONCE
            elif onward == 0:
                scores[count] -= WINS_AT_ONCE
            count += 1
            left &= left - ONE
    return count
