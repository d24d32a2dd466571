"""Splendor's cards, nobles, purses and move codes, as tables.

A *purse* is a uint64 with one byte for each colour, W U G R K and gold from the lowest: tokens, bonuses, prices. Bytes stay below
128, so that six of them are compared, added and subtracted at once.

A move is ``base * 4 + noble``: noble 0 is none, 1 to 3 the place of the noble who comes. `base` is, in ascending order:

    0 ..            takes: tokens taken and tokens given back, never of the same colour (`TAKES`)
    NOTHING         a take that changes nothing: as much given back as taken
    RESERVE         + back * 91 + card        `back`: 0 nothing is given back, else the colour + 1
    BUY             + card                    paid with as little gold as possible; from the table or from the hand
    PASS
    BLIND           + back * 3 + tier         reserve the top card of a deck
    PAY             + card * 125 + payment    buy with more gold than need be (`PAYMENTS`)

Cards have numbers of their own, 1 to 90 in the order of ``cards.csv``, tier by tier: a move's meaning does not depend on
the other cards on the table.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type,operator"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import csv
import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from counterply.compiling.kernels import kernel

COLOURS = ("white", "blue", "green", "red", "black")
LETTERS = "WUGRKY"  # the colours, then gold (joker)
GOLD = 5
TIERS = ("I", "II", "III")
CARDS, NOBLES = 90, 10
TIER_START = np.array([1, 41, 71, 91])  # the first card of each tier
ROW = 4  # cards of a tier on the table
SHOWN = 3  # nobles
HAND = 3  # cards reserved at most
NOBLE_POINTS = 3
TOKEN_LIMIT = 10  # tokens kept at the end of a turn
GOAL = 15  # points
PILE_FOR_TWO = 4  # tokens in a pile that two may be taken from
HOST_CARD_LIMIT = 7  # cards of one colour in the host's variant
MOST_GOLD = 5  # tokens of gold in the game
COLOUR_TOKENS = 4  # tokens of each other colour, for two players

BYTE = np.uint64(8)
ONES = np.uint64(0x010101010101)
HIGH = np.uint64(0x808080808080)
LOW = np.uint64(0x7F)
SUM_SHIFT, BYTE_MASK = np.uint64(40), np.uint64(0xFF)
ONE, SIGN_SHIFT, GOLD_SHIFT = np.uint64(1), np.uint64(7), np.uint64(8 * GOLD)


# --- purses


def purse(counts: Sequence[int]) -> int:
    """Return the purse that holds `counts` of W U G R K and gold (which may be left out).

    >>> hex(purse([1, 0, 2]))
    '0x20001'
    """
    return sum(int(count) << 8 * colour for colour, count in enumerate(counts))


def counts_of(tokens: Any) -> list[int]:
    """Return how many of W U G R K and gold a purse holds."""
    return [int(tokens) >> 8 * colour & 255 for colour in range(6)]


def letters(tokens: Any) -> str:
    """Return a purse as people read it: ``WWU``."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts_of(tokens), strict=True))


@kernel
def count_of(tokens: Any, colour: Any) -> int:
    """Return how many of `colour` a purse holds."""
    return np.int64((tokens >> (np.uint64(colour) * BYTE)) & BYTE_MASK)


@kernel
def one_of(colour: Any) -> int:
    """Return the purse that holds one of `colour`."""
    return ONE << (np.uint64(colour) * BYTE)


@kernel
def total(tokens: Any) -> int:
    """Return how many a purse holds of all colours together."""
    return np.int64(((tokens * ONES) >> SUM_SHIFT) & BYTE_MASK)


@kernel
def covers(tokens: Any, price: Any) -> bool:
    """Tell whether a purse holds at least `price` of each colour."""
    return ((tokens | HIGH) - price) & HIGH == HIGH


@kernel
def shortfall(price: Any, tokens: Any) -> int:
    """Return, colour by colour, the part of `price` that a purse does not cover, as a purse."""
    difference = (price | HIGH) - tokens
    return difference & (((difference & HIGH) >> SIGN_SHIFT) * LOW)


@kernel
def smaller(tokens: Any, other: Any) -> int:
    """Return, colour by colour, the smaller of two purses."""
    return tokens - shortfall(tokens, other)


# --- cards and nobles


def read_table(name: str) -> list[dict[str, str]]:
    """Return the rows of a table beside this file."""
    return list(csv.DictReader((Path(__file__).with_name("data") / name).read_text(encoding="utf-8").splitlines()))


def card_tables() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return price (a purse), colour and points of each card, by its number; card 0 is none."""
    rows = read_table("cards.csv")
    cost = np.zeros(CARDS + 1, np.uint64)
    cost[1:] = [purse([int(row[f"cost_{colour}"]) for colour in COLOURS]) for row in rows]
    colour = np.array([0, *(COLOURS.index(row["bonus"]) for row in rows)], np.int64)
    return cost, colour, np.array([0, *(int(row["points"]) for row in rows)], np.int64)


def noble_table() -> np.ndarray:
    """Return the demand of each noble (a purse of bonuses), by its number; noble 0 is none."""
    rows = read_table("nobles.csv")
    return np.array([0, *(purse([int(row[f"req_{colour}"]) for colour in COLOURS]) for row in rows)], np.uint64)


COST, COLOUR, POINTS = card_tables()
NOBLE = noble_table()
TIER = np.array([0, *(sum(card >= first for first in TIER_START[1:]) for card in range(1, CARDS + 1))], np.int64)


# --- takes and payments


def take_table() -> tuple[np.ndarray, np.ndarray]:
    """Return uint64[T, 3], for each take the purse taken, given back and needed in the bank, and int64[5, 4, 2].

    The second holds the range of takes by kind (1, 2 or 3 different colours, 4: two alike) and number of tokens given back.
    """
    rows: list[list[int]] = []
    bounds = np.zeros((5, 4, 2), np.int64)
    for kind in (1, 2, 3, 4):
        sets = [(c, c) for c in range(5)] if kind == 4 else list(itertools.combinations(range(5), kind))
        for excess in range(3 if kind == 4 else kind + 1):
            bounds[kind, excess, 0] = len(rows)
            for taken in sets:
                others = [colour for colour in range(6) if colour not in taken]
                needed = [(PILE_FOR_TWO if kind == 4 else 1) * (colour in taken) for colour in range(6)]
                for back in itertools.combinations_with_replacement(others, excess):
                    rows.append([*(purse([p.count(colour) for colour in range(6)]) for p in (taken, back)), purse(needed)])
            bounds[kind, excess, 1] = len(rows)
    return np.array(rows, np.uint64), bounds


def payment_table() -> tuple[np.ndarray, np.ndarray]:
    """Return uint64[91, 125], by card the tokens that gold may replace, and how many of these payments are of 0 .. 5 gold at most.

    A card costs four colours at most, so there are 125 ways to replace 1 to 5 tokens; 0 stands where a card has fewer colours.
    """
    vectors = [v for v in itertools.product(range(MOST_GOLD + 1), repeat=4) if 0 < sum(v) <= MOST_GOLD]
    vectors.sort(key=lambda vector: (sum(vector), vector))
    table = np.zeros((CARDS + 1, len(vectors)), np.uint64)
    for card in range(1, CARDS + 1):
        priced = [colour for colour in range(5) if counts_of(COST[card])[colour]]
        for index, vector in enumerate(vectors):
            if not any(vector[len(priced) :]):
                table[card, index] = sum(count << 8 * colour for count, colour in zip(vector, priced, strict=False))
    return table, np.array([sum(sum(v) <= gold for v in vectors) for gold in range(MOST_GOLD + 1)])


TAKES, TAKE_BOUNDS = take_table()
PAYMENTS, PAYMENTS_UP_TO = payment_table()

NOTHING = len(TAKES)
RESERVE = NOTHING + 1
BUY = RESERVE + 7 * (CARDS + 1)
PASS = BUY + CARDS + 1
BLIND = PASS + 1
PAY = BLIND + 7 * len(TIERS)
