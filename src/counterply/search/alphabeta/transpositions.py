"""How a node reads the transposition table, and writes into it."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.intrinsics import copy_record, prefetch
from counterply.compiling.kernels import helper, inlined, unsigned_indices
from counterply.core.aliases import Depth, Move, Ply, Record, Score, Seat
from counterply.core.contract import key, margin, transform
from counterply.core.values import EXACT, HEURISTIC_LIMIT, LOWER, PROVEN, PROVEN_LIMIT, UPPER, farther, is_proven
from counterply.search.alphabeta.context import (
    COMPLETE,
    HAS_SYMMETRIES,
    KNOWS_BUCKET,
    LEAVES_MOVES_OUT,
    LISTS_AT_ONCE,
    MARGIN_COUNTS,
    NO_MOVE,
    NOTHING,
    PLIES,
    Node,
    TablePlace,
    Window,
    bound_in,
    bucket_of,
    depth_in,
    move_in,
    probe,
    score_in,
    store,
)
from counterply.search.alphabeta.numbers import PLY_PARTS
from counterply.search.alphabeta.tracing import INSIDE, TABLE
from counterply.search.repetition import may_run_out

REMEMBERED_HEIGHT = 3  # plies before the usual end of games; closer to it, remembering a position costs more than searching it
SYMMETRIC_PLIES = 4  # from the root; deeper, a comparison with all images costs more than the few that are met save


@helper
def is_near_end(context: Record, ply: Ply, height: int) -> bool:
    """Tell whether `ply` is less than `height` plies above where games ended lately; not before one has ended."""
    return 0 < context["end_ply"] <= (ply + height) * PLY_PARTS


@helper
def uses_table(context: Record, ply: Ply, depth: Depth) -> bool:
    """Tell whether the table is asked about the node at `ply`, and told."""
    if has_field(context, LISTS_AT_ONCE) and context["by_replies"] and is_near_end(context, ply, REMEMBERED_HEIGHT):
        return False
    if may_run_out(context, context["stack"][ply], depth):
        return False
    return depth > 0 and context["use"]["table"] != 0 and ply < PLIES - 1


@helper
def ask_for_entry(context: Record, setup: Record, ply: Ply, depth: Depth) -> None:
    """Prefetch the table entry of the position at `ply`, if a search to `depth` will probe it."""
    if has_field(context, KNOWS_BUCKET) and uses_table(context, ply, depth):
        prefetch(bucket_of(context, np.uint64(key(context["stack"][ply], setup, False)) ^ context["salt"]))


@helper
def symmetric_key(context: Record, setup: Record, position: Record, ply: Ply, own_key: int) -> int:
    """Return the smallest salted key of the symmetric images of the position at `ply`. Overwrites the next place on the stack."""
    smallest = np.uint64(own_key)
    image = context["stack"][ply + 1]
    for symmetry in range(1, context["symmetries"]):
        copy_record(image, position)
        transform(image, setup, symmetry)
        smallest = min(smallest, np.uint64(key(image, setup, False)) ^ context["salt"])
    return smallest


@helper
def key_of_node(context: Record, setup: Record, position: Record, ply: Ply) -> tuple[int, bool]:
    """Return the table key of the position at `ply`, and whether it is the key of a symmetric image instead."""
    if has_field(context, MARGIN_COUNTS) and context["use"]["future"]:
        return np.uint64(key(position, setup, True)) ^ context["salt"], False
    own_key = np.uint64(key(position, setup, False)) ^ context["salt"]
    if has_field(context, HAS_SYMMETRIES) and context["symmetries"] > 1 and ply < SYMMETRIC_PLIES:
        position_key = np.uint64(symmetric_key(context, setup, position, ply, own_key))
        return position_key, position_key != own_key
    return own_key, False


@helper
def table_place(context: Record, setup: Record, position: Record, ply: Ply, mover: Seat) -> TablePlace:
    """Return where the table keeps the position at `ply`.

    That is the key, whether it belongs to a symmetric image, and the points already won, which entries leave out.
    """
    position_key, turned = key_of_node(context, setup, position, ply)
    won = 0
    if has_field(context, MARGIN_COUNTS) and context["use"]["future"]:
        won = margin(position, setup) * context["grid"] * (1 if mover == 0 else -1)
    return position_key, turned, won


@helper
def look_up(context: Record, place: TablePlace, depth: Depth, alpha: Score, beta: Score, distance: int) -> tuple[bool, Score, Move]:
    """Probe the table at a `place`: return whether the entry decides the node, its score, and its move or NO_MOVE.

    An entry that is deep enough decides if its bound does. Complete and proven entries hold at any depth.
    """
    position_key, turned, won = place
    data = probe(context, position_key)
    if data == NOTHING:
        return False, 0, NO_MOVE
    score, bound, far = score_in(data), bound_in(data), 0
    true, seen = data & COMPLETE != 0, depth_in(data)
    if has_field(context, MARGIN_COUNTS):  # a saturated score is a bound, and saturates again with other points
        score = min(max(score + won, -HEURISTIC_LIMIT), HEURISTIC_LIMIT)
    else:
        true = true or (score >= PROVEN and bound != UPPER) or (score <= -PROVEN and bound != LOWER)
        if is_proven(score) and seen < depth and PROVEN_LIMIT - abs(score) > seen:
            far = 1
        score = farther(score, distance)
    decides = bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
    decides = decides and (true or seen >= depth)
    if has_field(context, LEAVES_MOVES_OUT) and context["widens"] and abs(score) == HEURISTIC_LIMIT:
        decides = False
    if decides and not true:
        context["horizon"] += 1
    if decides:
        context["far"] += far
    move = NO_MOVE if turned else move_in(data)
    return decides, score, move


@helper
@inlined
@unsigned_indices
def ask_table(context: Record, setup: Record, node: Node, window: Window) -> tuple[bool, int, Score, Move, TablePlace]:
    """Return whether the table is used at a node; TABLE if it ends it, or INSIDE; the score; its move or NO_MOVE; and its place."""
    (ply, depth, mover, distance), (alpha, beta) = node, window
    if not uses_table(context, ply, depth):
        return False, INSIDE, 0, NO_MOVE, (np.uint64(0), False, 0)
    position = context["stack"][ply]
    place = table_place(context, setup, position, ply, mover)
    known, score, move = look_up(context, place, depth, alpha, beta, distance)
    holds = known and not (is_proven(score) and may_run_out(context, position, PROVEN_LIMIT - abs(score) - ply))
    return True, TABLE if holds else INSIDE, score, move, place


@helper
@inlined
def remember(context: Record, place: TablePlace, node: Node, window: Window, score: Score, move: Move, complete: bool) -> None:
    """Store the result of a node, in place. `place` comes from `table_place`; `complete`: no heuristic value entered the score."""
    (_, depth, _, distance), (alpha, beta), (position_key, turned, won) = node, window, place
    bound = LOWER if score >= beta else (EXACT if score > alpha else UPPER)
    if has_field(context, MARGIN_COUNTS) and max(abs(score), abs(score - won)) >= HEURISTIC_LIMIT:
        return
    known_move = NO_MOVE if bound == UPPER or turned else move
    store(context, position_key, farther(score, -distance) - won, known_move, depth, bound | COMPLETE if complete else bound)
