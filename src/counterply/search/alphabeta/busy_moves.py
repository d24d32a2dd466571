"""A list of the moves that the threads of a search are searching, so that each thread postpones the others' moves.

A thread announces a move while it searches it. Another thread that reaches the same move of the same position continues with the
next move and returns to it after all others; by then the table contains the answer, or much of it. No thread waits. If two
announcements collide in the list, one is lost, and a move may be searched twice, as without the list.

Source
------
ABDADA (Weill 1996), as simplified by Peter Kuchta; described by Tom Kerrigan.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import load_word, store_word
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Score
from counterply.search.alphabeta.context import WORD
from counterply.search.alphabeta.ordering import pick_move
from counterply.search.alphabeta.technique import leaves_out

PLACES = 1 << 10  # of the list; a thread announces a move a ply at most
ANNOUNCED = 1 + PLACES  # words: whether a thread has finished, which ends the others' search, and the places
OVER = 0  # the place of the first of them
NOBODY = 0  # in a place: no thread
MOVE_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # golden ratio: keeps the moves of a position apart
PLACE_SHIFT = np.uint64(64 - 10)  # the highest bits of a word say its place
SHARED_DEPTH = 3  # plies; shallower nodes do not put moves off for other threads
PUT_OFF = -(1 << 62)  # the value in a node's order of a move that comes last


@helper
def announced_word(position_key: int, move: Move) -> int:
    """Return the announcement of a move of a position: a hash of both."""
    return (position_key ^ np.uint64(move + 1)) * MOVE_FACTOR


@helper
def place_in_list(context: Record, word: int) -> int:
    """Return the address of the place of a word."""
    return context["announced"] + WORD + np.int64(word >> PLACE_SHIFT) * WORD


@helper
def is_announced(context: Record, position_key: int, move: Move) -> bool:
    """Tell whether a thread is searching a move of a position."""
    word = announced_word(position_key, move)
    return load_word(place_in_list(context, word)) == np.int64(word)


@helper
def announce(context: Record, position_key: int, move: Move) -> None:
    """Tell the other threads that this one searches a move of a position."""
    word = announced_word(position_key, move)
    store_word(place_in_list(context, word), np.int64(word))


@helper
def withdraw(context: Record, position_key: int, move: Move) -> None:
    """Tell the other threads that this one has finished with a move that it announced."""
    if is_announced(context, position_key, move):
        store_word(place_in_list(context, announced_word(position_key, move)), NOBODY)


@helper
def shares_moves(context: Record, depth: Depth, position_key: int) -> bool:
    """Tell whether the threads tell each other which moves of a node they search; not near the leaves, or without a table."""
    return context["announced"] != 0 and depth >= SHARED_DEPTH and position_key != 0


@helper
@unsigned_indices
def next_move(
    context: Record, ply: Ply, index: int, count: int, best: Score, put_off: int, position_key: int
) -> tuple[int, int, int]:
    """Return the number of the next move at `ply` after `index`, or `count`; how many were put off; how many may be searched.

    First come those that no other thread searches, the best first, until a technique leaves out the rest. Then come those that
    were put off: `put_off` is below 0, and counts them down. A `position_key` of 0 shares none.
    """
    last = count
    while put_off >= 0:
        index += 1
        if index == count or leaves_out(context, ply, index, best):
            last, index, put_off = index, -1, -1 - put_off
            break
        move = pick_move(context, ply, index, count)
        if position_key == 0 or index == 0 or not is_announced(context, position_key, move):
            return index, put_off, last
        context["order"][ply][index] = PUT_OFF
        put_off += 1
    if put_off == -1:
        return count, put_off, last
    index += 1
    while context["order"][ply][index] != PUT_OFF:
        index += 1
    return index, put_off + 1, last
