"""Hints of Splendor: of all ways to give tokens back, the one that costs least."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type,operator"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.contract import UNKNOWN
from counterply.plugins.splendor.rules import legal_moves
from counterply.plugins.splendor.tables import (
    BLIND,
    BUY,
    BYTE,
    BYTE_MASK,
    CARDS,
    COST,
    GOLD_SHIFT,
    HAND,
    NOTHING,
    PAY,
    RESERVE,
    ROW,
    TAKES,
    TOKEN_LIMIT,
    counts_of,
    shortfall,
    total,
)

GIVES_BACK_FROM = TOKEN_LIMIT - 2  # tokens held, from which a take may give some back
MOST_BACK = 3  # tokens given back
GOLD_IS_DEAR = BYTE_MASK << GOLD_SHIFT  # gold is worth more than any colour
NO_COLOUR = 6  # a byte of a purse that is 0


def back_table() -> np.ndarray:
    """Return uint64[T, 3], for each take the places in a purse, in bits, of the colours that it gives back; else a place of 0."""
    table = np.full((len(TAKES), MOST_BACK), NO_COLOUR * int(BYTE), np.uint64)
    for row, (_, back, _) in enumerate(TAKES):
        colours = [colour for colour, count in enumerate(counts_of(back)) for _ in range(count)]
        table[row, : len(colours)] = np.array(colours, np.uint64) * BYTE
    return table


BACK = back_table()


@kernel
def need_of(position: Record, player: int) -> Any:
    """Return, colour by colour, the total price of the cards in a player's sight, as a purse in which gold is dear."""
    bonus, need = position["bonus"][player], np.uint64(0)
    for place in range(3 * ROW):
        need += shortfall(COST[position["table"][place]], bonus)
    for slot in range(HAND):
        need += shortfall(COST[position["hand"][player, slot]], bonus)
    return need | GOLD_IS_DEAR


@kernel
def price_of_return(base: int, need: Any) -> int:
    """Return how much a move's tokens are needed that it gives back."""
    if base < NOTHING:
        row = np.uint64(base)
        price = (need >> BACK[row, 0] & BYTE_MASK) + (need >> BACK[row, 1] & BYTE_MASK) + (need >> BACK[row, 2] & BYTE_MASK)
        return np.int64(price)
    colour = (base - BLIND) // 3 if base >= BLIND else (base - RESERVE) // (CARDS + 1)
    return np.int64(need >> np.uint64(colour - 1) * BYTE & BYTE_MASK) if colour > 0 else np.int64(0)


def candidates(position: Record, setup: Record, moves: np.ndarray, scores: np.ndarray) -> int:
    """Of takes that differ only in the tokens given back, the one whose tokens are needed least; reserves likewise. Else all moves.

    With 10 tokens 20 to 30 moves of up to 210 are left. The order says nothing.
    """
    mover = position["mover"]
    if total(position["tokens"][mover]) < GIVES_BACK_FROM:
        return np.int64(UNKNOWN)
    count = np.int64(legal_moves(position, setup, moves))
    need = need_of(position, mover)
    lowest = np.int64(BYTE_MASK)  # price of a token that a reserve may give back
    for index in range(count):
        base = np.int64(moves[index]) >> 2
        if RESERVE <= base < BUY or BLIND <= base < PAY:
            lowest = min(lowest, price_of_return(base, need))
    kept, group, least = np.int64(0), np.uint64(0), np.int64(0)
    for index in range(count):
        move = np.int64(moves[index])
        base = move >> 2
        if base < NOTHING:
            price = price_of_return(base, need)
            same = TAKES[base, 0] << np.uint64(2) | np.uint64(move & 3)  # the tokens taken, and the noble
            if same == group:
                if price < least:
                    moves[kept - 1], least = move, price
                continue
            group, least = same, price
        elif (RESERVE <= base < BUY or BLIND <= base < PAY) and price_of_return(base, need) > lowest:
            continue
        moves[kept], scores[kept] = move, 0
        kept += 1
    return kept
