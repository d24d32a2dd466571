"""Hints of Isolation: who wins at once, and in which order moves are searched."""

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import lowest_bit, popcount
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.values import FIRST, ONGOING, PLY, SECOND
from counterply.plugins.isolation.rules import ONE, UNPLACED, WORD

REPLY_WEIGHT, ONWARD_WEIGHT = 4, 3  # order of moves, measured by the size of proofs: dev/measurements-archive.md
MIRROR_PLIES = 8  # at the beginning, in which symmetric positions are looked for: later they hardly come up
SWAP_SHIFTS = np.array([1, 2, 4, 8, 16], np.uint64)
SWAP_MASKS = np.array(
    [0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF], np.uint64
)
HALF = np.uint64(32)
WINS_AT_ONCE = 1_000  # more than any sum of the two


@kernel
def is_target(setup: Record, cell: int, target: int) -> bool:
    """Tell whether a knight on `cell` attacks `target`."""
    return bool(setup["targets"][cell, target // WORD] >> np.uint64(target % WORD) & ONE)


@kernel
def reversed_bits(word: int) -> int:
    """Return a word with its 64 bits in the opposite order."""
    for step in range(len(SWAP_MASKS)):
        shift, mask = SWAP_SHIFTS[step], SWAP_MASKS[step]
        word = ((word >> shift) & mask) | ((word & mask) << shift)
    return (word >> HALF) | (word << HALF)  # type: ignore[return-value]


@kernel
def mirrors(position: Record, setup: Record, moved: int, cell: int, other: int) -> bool:
    """Tell whether the open cells but `moved`, with players on `cell` and `other`, are their own image in the board's centre."""
    if len(position["open"]) > 1 or cell + other != setup["last"] or setup["seen"][0] != setup["board"][0]:
        return False
    left = position["open"][0] & ~(ONE << np.uint64(moved))
    centre = setup["last"] // 2
    if setup["last"] % 2 == 0 and left >> np.uint64(centre) & ONE:  # a cell that is its own image would spoil it
        return False
    return bool(reversed_bits(left) >> np.uint64(WORD - 1 - setup["last"]) == left)


def decided(position: Record, setup: Record) -> int:
    """On a symmetric board, a player who can move to the image of the opponent's cell wins: by the image of each reply.

    The player on move also wins at once if the opponent has no move left, or a single one that the player can take away.
    """
    player = position["turn"]
    cell, other = position["cells"][player], position["cells"][1 - player]
    replies, takes = 0, False
    for word in range(len(position["open"])):
        left = position["open"][word] & setup["targets"][other, word] & setup["seen"][word]
        replies += popcount(left)
        takes |= left & setup["targets"][cell, word] != 0
    if replies == 0 or (replies == 1 and takes):
        return PLY + (FIRST if player == 0 else SECOND)
    if cell < UNPLACED and other < UNPLACED and popcount(position["open"][0]) + MIRROR_PLIES > setup["last"]:
        if cell + other == setup["last"] and mirrors(position, setup, cell, cell, other):
            return SECOND if player == 0 else FIRST
        image = setup["last"] - other
        if is_target(setup, cell, image) and mirrors(position, setup, image, image, other):
            free = position["open"][0] >> np.uint64(image) & ONE
            if free:
                return FIRST if player == 0 else SECOND
    return ONGOING


def candidates(position: Record, setup: Record, moves: np.ndarray, scores: np.ndarray) -> int:
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
