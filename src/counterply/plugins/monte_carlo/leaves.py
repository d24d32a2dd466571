"""The worth of a leaf of a Monte Carlo tree: a rollout, the evaluator's value, or a shallow alpha-beta search.

Values are in the first player's view, from -1 to 1.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type,empty-body"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart; `shallow` is chosen by record type)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.definitions import Function, has_field
from counterply.compiling.dispatch import generic
from counterply.compiling.intrinsics import call_evaluator, copy_record
from counterply.compiling.kernels import helper, unsigned_indices
from counterply.core.aliases import Record
from counterply.core.contract import (
    LONGEST_LINE,
    NO_HORIZON,
    candidates,
    chance,
    legal_moves,
    margin,
    outcome,
    outcome_and_moves,
    play,
    refresh,
    required,
    turn,
    undo,
    update,
)
from counterply.core.game import QUIET
from counterply.core.random import random_below, random_outcome
from counterply.core.values import (
    CHANCE,
    DECIDED_DISTANCE,
    FIRST,
    HEURISTIC_LIMIT,
    INFINITE,
    MAX_DISTANCE,
    NOT_A_NUMBER,
    ONGOING,
    PROVEN,
    SECOND,
    squash,
)
from counterply.plugins.monte_carlo.tree import EVALUATE, ROLLOUT
from counterply.search.alphabeta.context import EVALUATOR_FAILED, RUNNING
from counterply.search.alphabeta.node import search
from counterply.search.alphabeta.step import may_go_on


@helper
def worth(context: Record, result: int) -> float:
    """Return the value of a true result: -1, 0 or 1, or points where the margin is the objective."""
    if context["margin"]:
        return squash(float(result), context["scale"])
    return float(result)


@helper
def final_result(context: Record, setup: Record, position: Record, ended: int) -> int:
    """Return the result of an outcome: -1, 0 or 1, or points where the margin is the objective."""
    if context["margin"]:
        return margin(position, setup)
    return 1 if ended == FIRST else -1 if ended == SECOND else 0


@helper
def static_value(context: Record, setup: Record, position: Record) -> float:
    """Return the evaluator's value; a failure is written to `status`."""
    value = call_evaluator(context["evaluate"], position, setup, context["memo"], context["player"], context["weights"])
    if value <= NOT_A_NUMBER:
        context["failure"] = value
        context["status"] = EVALUATOR_FAILED
        return 0.0
    answer = squash(value / context["grid"], context["scale"])
    return answer if context["player"] == 0 else -answer


@helper
def roll(context: Record, count: int) -> int:
    """Return one of the `count` outcomes in `moves` by its probability."""
    return random_outcome(context["random"], context["moves"], context["probabilities"], count)


@helper
def follow(context: Record, setup: Record, position: Record, move: int) -> None:
    """Play `move` in place, and bring the memo after it, if one is kept."""
    context["nodes"] += 1
    context["last_move"] = move
    play(position, setup, move)
    if context["keeps_memo"]:
        context["remembered"] += 1
        if context["remembered"] >= LONGEST_LINE:
            refresh(position, setup, context["memo"])
            context["remembered"] = 0
        else:
            update(position, setup, context["memo"], move)


# --- rollouts


@helper
@unsigned_indices
def keep_required(context: Record, count: int, found: int) -> int:
    """Keep, of the `found` moves in `spare_moves`, those among the `count` ones in `moves`; in place, return how many."""
    moves, spare, scores, place = context["moves"], context["spare_moves"], context["scores"], context["place"]
    for index in range(count):
        place[moves[index]] = index
    kept = 0
    for index in range(found):
        move = spare[index]
        where = np.int64(place[move])
        if where < count and moves[where] == move:
            spare[kept] = move
            scores[kept] = scores[index]
            kept += 1
    return np.int64(kept)


@helper
def list_candidates(context: Record, setup: Record, position: Record, count: int) -> int:
    """Write the hint's moves into `spare_moves`, and into `scores` what it says of them; return how many.

    With a positive `count`, they are those among the `count` required moves in `moves`.
    """
    found = candidates(position, setup, context["memo"], np.int64(NO_HORIZON), context["spare_moves"], context["scores"])
    return keep_required(context, count, found) if found > 0 and count > 0 else found


@helper
@unsigned_indices
def light_move(context: Record, setup: Record, position: Record) -> int:
    """Return a move for a light rollout: the better of two random ones, by the game's hint; none that loses at once."""
    moves, scores = context["moves"], context["scores"]
    count = required(position, setup, context["memo"], moves)
    if count == 1:
        return np.int64(moves[0])
    found = list_candidates(context, setup, position, count)
    if found <= 0:
        if count <= 0:
            count = legal_moves(position, setup, moves)
        return np.int64(moves[random_below(context["random"], count)])
    one = random_below(context["random"], found)
    other = random_below(context["random"], found)
    if scores[other] > scores[one]:
        one = other
    return np.int64(context["spare_moves"][one])


@helper
@unsigned_indices
def rollout(context: Record, setup: Record, position: Record) -> float:
    """Play on from `position`, in place, to the end or for so many plies, and return the value of the last position."""
    plies, moves = 0, context["moves"]
    while True:
        if context["light"]:
            ended, count = outcome(position, setup), 0
        else:
            ended, count = outcome_and_moves(position, setup, moves)
        if ended != ONGOING:
            return worth(context, final_result(context, setup, position, ended))
        if not may_go_on(context):
            return 0.0
        if context["varying"] and turn(position, setup) == CHANCE:
            rolls = chance(position, setup, moves, context["probabilities"])
            follow(context, setup, position, roll(context, rolls))
            continue
        if plies >= context["plies"]:
            return static_value(context, setup, position)
        plies += 1
        if context["light"]:
            move = light_move(context, setup, position)
        else:
            move = np.int64(moves[random_below(context["random"], np.int64(count))])
        follow(context, setup, position, move)


# --- shallow searches


@generic
def shallow(searcher: Any, setup: Record, position: Record, context: Record) -> int:
    """Return the score of an alpha-beta search from `position`, in the view of its mover; `searcher` is an engine's context."""


def no_search(searcher: Any, setup: Record, position: Record, context: Record) -> int:
    """Stand in for `shallow` where leaves are not searched."""
    return 0


def alpha_beta(searcher: Any, setup: Record, position: Record, context: Record) -> int:
    """Do the search of `shallow` with the engine's kernel, and count its nodes in `context`."""
    copy_record(searcher["stack"][0], position)
    if context["keeps_memo"]:  # the search wants the memo of the position before, and the move that came after it
        copy_record(searcher["memo"], context["memo"])
        undo(position, setup, searcher["memo"], context["last_move"])
        searcher["path"][0] = context["last_move"]
    searcher["nodes"] = context["nodes"]
    searcher["next_poll"] = context["next_poll"]
    searcher["horizon"] = 0
    score = np.int64(search(searcher, setup, np.int64(0), np.int64(context["depth"]), np.int64(-INFINITE), np.int64(INFINITE)))
    context["nodes"] = searcher["nodes"]
    context["next_poll"] = searcher["next_poll"]
    context["failure"] = searcher["failure"]
    context["status"] = searcher["status"]
    context["exact"] = searcher["horizon"] == 0 and not (context["margin"] and context["cuts"])  # complete among the candidates
    return score


def let_search(kind: np.dtype[Any], function: Function) -> None:
    """Let `function` do the searches of leaves whose engine's context is of this record type."""
    shallow.registry.register(kind, function)


@helper
def searched_value(context: Record, setup: Record, searcher: Any, position: Record, node: Any) -> float:
    """Return the value of a leaf by a shallow search, and write its proof, if any, into `node`, in place."""
    if context["keeps_memo"] and context["remembered"] == 0:  # no move that the memo could be taken back by
        return static_value(context, setup, position)
    score = shallow(searcher, setup, position, context)
    if context["status"] != RUNNING:
        return 0.0
    sign = 1 if turn(position, setup) == 0 else -1
    won, lost = score >= PROVEN, score <= -PROVEN
    knows = not has_field(position, QUIET)  # where draws depend on the moves before, a search from a leaf knows nothing for sure
    if knows and (won or lost or (context["exact"] and abs(score) < HEURISTIC_LIMIT)):
        result = 1 if won else -1 if lost else 0
        if context["margin"]:
            result = score // context["grid"]
        node["low"] = node["high"] = sign * result
        node["distance"] = min(MAX_DISTANCE - (abs(score) - PROVEN), DECIDED_DISTANCE) if won or lost else DECIDED_DISTANCE
        return worth(context, sign * result)
    return sign * squash(score / context["grid"], context["scale"])


@helper
def leaf_value(context: Record, setup: Record, searcher: Any, position: Record, node: Any) -> float:
    """Return the worth of a leaf; a rollout changes `position`, a search may prove `node`, both in place."""
    if context["leaf"] == ROLLOUT:
        return rollout(context, setup, position)
    if context["leaf"] == EVALUATE:
        return static_value(context, setup, position)
    return searched_value(context, setup, searcher, position, node)
