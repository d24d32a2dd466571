"""The kernels of search with chance: alpha-beta whose chance nodes are worth the mean of their outcomes (expectimax).

Scores are in the view of a seat that the caller names, the mover's except at a chance node. With v the expectimax value of the
position searched `depth` plies deep, and r the answer: if alpha < v < beta then r = v; if v <= alpha then v <= r <= alpha; if
v >= beta then v >= r >= beta. A chance node is cut as soon as its other outcomes cannot bring it back into the window (Star1:
Ballard 1983, Hauk, Buro and Schaeffer 2006).

A mean of scores asks for more than their order. Where the outcome is the objective, an evaluator's value x is therefore brought to
CERTAIN * x / (scale + |x|), and a win is worth CERTAIN less its distance. Where it is the margin, points are their own measure.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from counterply.compiling.fields import has_field
from counterply.compiling.intrinsics import call_evaluator, copy_record, record_at
from counterply.compiling.kernels import cached_kernel, helper, kernel
from counterply.core.contract import best_margin, chance, decided, key, legal_moves, margin, outcome, play, refresh, required, turn
from counterply.core.random import RANDOM_UNIT, UNUSED_BITS, next_random
from counterply.core.values import (
    CHANCE,
    DECIDED_DISTANCE,
    DRAW,
    EXACT,
    FIRST,
    INFINITE,
    LOWER,
    MAX_DISTANCE,
    NOT_A_NUMBER,
    ONGOING,
    PLY,
    UPPER,
    margin_score,
)
from counterply.search.alphabeta.context import (
    BOUND_BITS,
    COMPLETE,
    ENTRY,
    EVALUATOR_FAILED,
    HAS_MOVE,
    HINT,
    HINT_CUTS,
    MARGIN_COUNTS,
    MEMO,
    NO_MOVE,
    PLIES,
    PRUNING,
    PVS,
    RUNNING,
    SOUND,
    TABLE,
    context_type,
    poll,
    probe,
    remember_line,
    store,
)
from counterply.search.alphabeta.node import hint_moves, order_moves, pick_move, remember_cut

CERTAIN = 1 << 28  # score of a win that is sure; each ply to the end costs one
HIGHEST_VALUE = CERTAIN - 2 * MAX_DISTANCE  # of an evaluator's values and of means that are no sure win
VIEW_SALT = np.uint64(0xD6E8FEB86659FD93)  # keeps chance nodes apart by the seat that their score is for


@cache
def chance_type(record: np.dtype, memo: np.dtype, max_moves: int, facts: tuple[str, ...]) -> np.dtype:
    """Return the record type of the context of a search with chance: the engine's, and what chance nodes need."""
    base = context_type(record, memo, max_moves, facts)
    assert base.fields is not None
    assert base.names is not None
    return np.dtype(
        [
            *((name, base.fields[name][0]) for name in base.names),
            ("scale", np.float64),  # an evaluator's value, in its units, that is worth half of a sure win
            ("outcomes", np.int64),  # chance turns with more outcomes than this are sampled
            ("samples", np.int64),  # how many of their outcomes are looked at
            ("star", np.int64),  # cut chance nodes
            ("world", np.uint64),  # decides what is sampled
            ("random", np.uint64, (1,)),
            ("probabilities", np.float64, (PLIES, max_moves)),
        ],
        align=True,
    )


@helper
def value_of_leaf(context: Any, setup: Any, position: Any, view: int) -> int:
    """Return the evaluator's value for seat `view`; a failure is written to `status`."""
    if has_field(context, "gives_refresh") and context["techniques"] & MEMO:
        refresh(position, setup, context["memo"])
    value = call_evaluator(context["evaluate"], position, setup, context["memo"], context["player"], context["weights"])
    context["horizon"] += 1
    if value <= NOT_A_NUMBER:
        context["failure"] = value
        context["status"] = EVALUATOR_FAILED
        return np.int64(0)
    if view != context["player"]:
        value = -value
    if has_field(context, MARGIN_COUNTS):
        return np.int64(value)
    scaled = value / float(context["grid"])
    return np.int64(round(HIGHEST_VALUE * (scaled / (context["scale"] + abs(scaled)))))


@helper
def value_of_end(context: Any, setup: Any, position: Any, result: int, view: int, distance: int) -> int:
    """Return the score of an outcome for seat `view`, `distance` plies from the root."""
    if has_field(context, MARGIN_COUNTS):
        return np.int64(margin_score(margin(position, setup), view, context["grid"]))
    if result == DRAW:
        return np.int64(0)
    score = np.int64(CERTAIN - min(distance, MAX_DISTANCE))
    return score if (result == FIRST) == (view == 0) else -score


@helper
def highest(context: Any, setup: Any, position: Any, view: int) -> int:
    """Return a score that nobody gets above in the view of seat `view`."""
    if has_field(context, MARGIN_COUNTS):
        return np.int64(margin_score(best_margin(position, setup, view), np.int64(0), context["grid"]))
    return np.int64(CERTAIN)


@helper
def list_outcomes(context: Any, setup: Any, position: Any, ply: int) -> int:
    """Write the outcomes of a chance turn into `moves` and `probabilities` at `ply`, in place, and return how many.

    Of many outcomes some are sampled, one from each stretch of equal probability; which ones, the world and the ply decide.
    """
    moves, shares = context["moves"][np.uint64(ply)], context["probabilities"][np.uint64(ply)]
    count = np.int64(chance(position, setup, moves, shares))
    samples = context["samples"]
    if count <= context["outcomes"] or count <= samples:
        return count
    context["random"][0] = context["world"] + np.uint64(ply)
    drawn = context["order"][np.uint64(ply)]
    index, before = np.int64(0), 0.0
    for sample in range(samples):
        wanted = (sample + float(next_random(context["random"]) >> UNUSED_BITS) * RANDOM_UNIT) / samples
        while index < count - 1 and before + shares[np.uint64(index)] <= wanted:
            before += shares[np.uint64(index)]
            index += 1
        drawn[np.uint64(sample)] = moves[np.uint64(index)]
    context["horizon"] += 1  # a mean of samples is no true value
    for sample in range(samples):
        moves[np.uint64(sample)] = drawn[np.uint64(sample)]
        shares[np.uint64(sample)] = 1.0 / samples
    return np.int64(samples)


@helper
def step(context: Any, setup: Any, ply: int, move: int) -> Any:
    """Put the position after `move` on the stack above `ply`, in place, and return it; a limit is written to `status`."""
    if context["nodes"] >= context["next_poll"]:
        poll(context)
    child = context["stack"][np.uint64(ply + 1)]
    if context["status"] == RUNNING:
        context["nodes"] += 1
        copy_record(child, context["stack"][np.uint64(ply)])
        play(child, setup, move)
    return child


@kernel
def expect(context: Any, setup: Any, ply: int, depth: int, alpha: int, beta: int, view: int) -> int:
    """Return the score of the position at `ply` of the stack for seat `view`; see the module. Changes `context`.

    Parameters
    ----------
    ply, depth, alpha, beta, view : int64, and so is the answer (a recursive kernel must be called with the types it came in with);
        `view` is the mover, except at a chance node
    """
    position = context["stack"][np.uint64(ply)]
    context["line_length"][np.uint64(ply)] = 0
    techniques = context["techniques"]

    # 1. The game is over, or certain to end in one way.
    result = outcome(position, setup)
    if result != ONGOING:
        return value_of_end(context, setup, position, result, view, ply)
    mover = np.int64(turn(position, setup))
    if not has_field(context, MARGIN_COUNTS) and techniques & SOUND and mover != CHANCE:
        if has_field(context, "gives_refresh") and techniques & MEMO:
            refresh(position, setup, context["memo"])
        result = np.int64(decided(position, setup, context["memo"]))
        if result != ONGOING:
            plies = result // PLY if result >= PLY else np.int64(DECIDED_DISTANCE)
            return value_of_end(context, setup, position, result % PLY, view, ply + plies)
    if ply >= PLIES - 1:
        return value_of_leaf(context, setup, position, view)

    # 2. The table.
    horizon = context["horizon"]
    position_key, table_move = np.uint64(0), np.int64(NO_MOVE)
    if techniques & TABLE and depth > 0:
        position_key = np.uint64(key(position, setup)) ^ context["salt"]
        if mover == CHANCE and view == 1:
            position_key ^= VIEW_SALT
        index = probe(context, position_key)
        if index >= 0:
            entry = record_at(context["table"], index, ENTRY)
            score, bound = np.int64(entry["score"]), np.int64(entry["tag"]) & BOUND_BITS
            decides = bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
            if decides and (entry["depth"] == depth or entry["tag"] & COMPLETE):
                if entry["tag"] & COMPLETE == 0:
                    context["horizon"] += 1
                return score
            if entry["tag"] & HAS_MOVE:
                table_move = np.int64(entry["move"])

    # 3. A chance node: the mean of its outcomes, at no cost in depth. What is left to see is worth something between the bounds.
    if mover == CHANCE:
        count = list_outcomes(context, setup, position, ply)
        most, least = highest(context, setup, position, view), -highest(context, setup, position, 1 - view)
        cut = context["star"] and techniques & PRUNING
        total, rest, bound, best = 0.0, 1.0, np.int64(EXACT), np.int64(0)
        for index in range(count):
            share = context["probabilities"][np.uint64(ply)][np.uint64(index)]
            rest = max(rest - share, 0.0) if index < count - 1 else 0.0
            low, high = np.int64(-INFINITE), np.int64(INFINITE)
            if cut:
                low = np.int64(max(math.floor((alpha - total - most * rest) / share), least - 1))
                high = np.int64(min(math.ceil((beta - total - least * rest) / share), most + 1))
            child = step(context, setup, ply, np.int64(context["moves"][np.uint64(ply)][np.uint64(index)]))
            if context["status"] != RUNNING:
                return np.int64(0)
            seat = np.int64(turn(child, setup))
            if seat in (view, CHANCE):
                score = np.int64(expect(context, setup, ply + 1, depth, low, high, view))
            else:
                score = -np.int64(expect(context, setup, ply + 1, depth, -high, -low, seat))
            if context["status"] != RUNNING:
                return np.int64(0)
            total += share * score
            if cut and score <= low:
                best, bound = min(np.int64(math.floor(total + most * rest)), alpha), np.int64(UPPER)
                break
            if cut and score >= high:
                best, bound = max(np.int64(math.ceil(total + least * rest)), beta), np.int64(LOWER)
                break
        if bound == EXACT:
            best = np.int64(round(total))
        context["line_length"][np.uint64(ply)] = 0
        if techniques & TABLE and depth > 0:
            tag = bound | COMPLETE if context["horizon"] == horizon else bound
            store(context, position_key, best, NO_MOVE, depth, tag)
        return best

    # 4. The horizon.
    if depth <= 0:
        return value_of_leaf(context, setup, position, view)

    # 5. The moves: the complete set of replies that do not lose at once, else the game's candidates, else all.
    count, hinted = np.int64(-1), False
    moves = context["moves"][np.uint64(ply)]
    if has_field(context, "gives_required") and not has_field(context, MARGIN_COUNTS) and techniques & SOUND:
        count = np.int64(required(position, setup, context["memo"], moves))
        if count == 0:
            return -np.int64(CERTAIN - DECIDED_DISTANCE - ply)
    if has_field(context, "gives_candidates") and techniques & HINT:
        found = np.int64(hint_moves(context, setup, position, ply, count))
        if found > 0:
            count, hinted = found, True
    if count < 0:
        count = np.int64(legal_moves(position, setup, moves))
    order_moves(context, ply, count, mover, table_move, hinted)

    # 6. Each move: the first with the full window, the others with an empty one, searched again if they turn out better.
    original_alpha = alpha
    best, best_move = np.int64(-INFINITE), np.int64(NO_MOVE)
    for index in range(count):
        move = pick_move(context, ply, index, count)
        high = alpha + 1 if index > 0 and techniques & PVS else beta
        low = alpha
        if techniques & PRUNING == 0:
            low, high = np.int64(-INFINITE), np.int64(INFINITE)
        child = step(context, setup, ply, move)
        if context["status"] != RUNNING:
            return np.int64(0)
        seat = np.int64(turn(child, setup))
        while True:
            if seat in (view, CHANCE):
                score = np.int64(expect(context, setup, ply + 1, depth - 1, low, high, view))
            else:
                score = -np.int64(expect(context, setup, ply + 1, depth - 1, -high, -low, seat))
            if context["status"] != RUNNING:
                return np.int64(0)
            if score < high or high >= beta:
                break
            high = beta
        if score > best:
            best, best_move = score, move
            if score > alpha:
                if score >= beta and techniques & PRUNING:
                    remember_cut(context, ply, mover, move, depth)
                    break
                alpha = score
                remember_line(context, ply, move)

    # 7. Where the game's hint left moves out, this is no true value.
    if has_field(context, HINT_CUTS) and hinted:
        context["horizon"] += 1
    if techniques & TABLE:
        bound = LOWER if best >= beta else (EXACT if best > original_alpha else UPPER)
        tag = bound | COMPLETE if context["horizon"] == horizon else bound
        store(context, position_key, best, NO_MOVE if bound == UPPER else best_move, depth, tag)
    return best


@cached_kernel
def expect_root(context: Any, setup: Any, depth: int, floor: int, rising: bool) -> None:
    """Search the root moves in their order and write each one's score, exact if it is above `floor`; changes `context`.

    `rising`: the floor rises to the best score so far, which is cheaper. `root_done` says how many moves are done when a limit
    interrupts it.
    """
    view = np.int64(turn(context["stack"][0], setup))
    context["root_done"] = 0
    for index in range(context["root_count"]):
        child = step(context, setup, np.int64(0), np.int64(context["root_moves"][np.uint64(index)]))
        if context["status"] != RUNNING:
            return
        seat = np.int64(turn(child, setup))
        high = floor + 1 if rising and index > 0 else np.int64(INFINITE)
        while True:
            if seat in (view, CHANCE):
                score = np.int64(expect(context, setup, np.int64(1), depth - 1, floor, high, view))
            else:
                score = -np.int64(expect(context, setup, np.int64(1), depth - 1, -high, -floor, seat))
            if context["status"] != RUNNING:
                return
            if score < high or high == INFINITE:
                break
            high = np.int64(INFINITE)
        context["root_scores"][np.uint64(index)] = score
        context["root_done"] = index + 1
        if rising:
            floor = max(floor, score)
