"""How a Monte Carlo tree grows: nodes, their children with priors, and the bounds that children give their parent."""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import cached_kernel, helper, unsigned_indices
from counterply.core.aliases import Record
from counterply.core.contract import legal_moves, outcome, play, required, undo, update
from counterply.core.random import random_below
from counterply.core.values import DECIDED_DISTANCE, ONGOING
from counterply.plugins.monte_carlo.leaves import final_result, list_candidates, static_value, worth
from counterply.plugins.monte_carlo.tree import EVALUATOR_PRIOR, FIRST_LEAVES, HINT_PRIOR, NONE, ROOT, UNBOUNDED, UNSEEN, node_at
from counterply.search.alphabeta.context import RUNNING
from counterply.search.alphabeta.step import may_go_on


@cached_kernel
def plant(context: Record) -> None:
    """Make a tree of one node, in place."""
    context["leaves"] = context["leaf_squares"] = FIRST_LEAVES
    context["leaf_sum"] = 0.0
    context["deviation"] = 1.0
    clear_node(context, ROOT, 0, 0.0)
    context["used"] = 1


@cached_kernel
def replant(context: Record, root: int) -> None:
    """Let the subtree of node `root` be the whole tree, in place: its nodes move to the front, their order kept.

    A child comes after its parent, and after the siblings that point to it.
    """
    for index in range(root, context["used"]):
        node_at(context, index)["moved"] = NONE
    node_at(context, root)["moved"] = ROOT
    node_at(context, root)["next"] = NONE
    used = 0
    for index in range(root, context["used"]):
        node = node_at(context, index)
        if node["moved"] == NONE:
            continue
        node["moved"] = used
        used += 1
        child = np.int64(node["first"])
        while child != NONE:
            node_at(context, child)["moved"] = ROOT  # any place: it will get its own
            child = np.int64(node_at(context, child)["next"])
    for index in range(root, context["used"]):
        node = node_at(context, index)
        if node["moved"] == NONE:
            continue
        if node["first"] != NONE:
            node["first"] = node_at(context, node["first"])["moved"]
        if node["next"] != NONE:
            node["next"] = node_at(context, node["next"])["moved"]
        if node["moved"] != index:
            copy_record(node_at(context, node["moved"]), node)
    context["used"] = used


@helper
def clear_node(context: Record, index: int, move: int, best: float) -> None:
    """Write a node that no simulation has visited, in place."""
    node = node_at(context, index)
    most = UNBOUNDED if context["margin"] else 1
    node["value"] = 0.0
    node["visits"] = node["available"] = 0
    node["first"] = node["next"] = NONE
    node["low"], node["high"] = -most, most
    node["prior"] = 0.0
    node["best"] = best
    node["move"] = move
    node["distance"] = 0
    node["turn"] = UNSEEN
    node["complete"] = 0


# --- children


@helper
@unsigned_indices
def list_moves(context: Record, setup: Record, position: Record) -> int:
    """Write the moves that matter here into `moves`, in random order, with their hint in `scores`; return how many.

    0: all lose at once. Where the hint names none of the moves that do not lose, these are all written; scores are then equal.
    """
    moves, scores = context["moves"], context["scores"]
    count = found = -1
    if context["sound"] and not context["margin"]:
        count = required(position, setup, context["memo"], moves)
        if count == 0:
            return count
    if context["prior"] == HINT_PRIOR:
        found = list_candidates(context, setup, position, count)
        if found > 0:
            count = found
            for index in range(count):
                moves[index] = context["spare_moves"][index]
    if count < 0:
        count = legal_moves(position, setup, moves)
    if found <= 0:
        for index in range(count):
            scores[index] = 0
    for index in range(count - 1, 0, -1):
        other = random_below(context["random"], index + 1)
        move, score = moves[index], scores[index]
        moves[index], scores[index] = moves[other], scores[other]
        moves[other], scores[other] = move, score
    return count


@helper
def expand(context: Record, setup: Record, position: Record, node: Any) -> bool:
    """Give `node` its children, in place; tell whether there was room and time. All moves losing at once prove the loss."""
    count = list_moves(context, setup, position)
    if count == 0:
        node["low"] = node["high"] = -1 if node["turn"] == 0 else 1
        node["distance"] = DECIDED_DISTANCE
        return True
    first = add_children(context, setup, position, node, count)
    if first == NONE:
        return False
    node["first"] = first
    node["complete"] = 0 if context["cuts"] and context["prior"] == HINT_PRIOR else 1
    if context["prior"] == EVALUATOR_PRIOR:
        tighten(context, node)
    return True


@helper
def add_children(context: Record, setup: Record, position: Record, node: Any, count: int) -> int:
    """Make a node for each of the first `count` of `moves`, in place, and return the first; NONE where there is no room or time."""
    first = np.int64(context["used"])
    if first + count > context["capacity"]:
        return NONE
    for index in range(count):
        clear_node(context, first + index, np.int64(context["moves"][index]), node["best"])
        if index > 0:
            node_at(context, first + index - 1)["next"] = first + index
    set_priors(context, setup, position, node, first, count)
    if context["status"] != RUNNING:
        return NONE
    context["used"] = first + count
    return first


@helper
@unsigned_indices
def find_children(context: Record, setup: Record, position: Record, node: Any, count: int) -> bool:
    """Write the child for each of the `count` moves in `moves` into `found`, and add missing children, in place.

    Tells whether there was room and time. The missing moves and their scores come to the front.
    """
    moves, scores, place, found = context["moves"], context["scores"], context["place"], context["found"]
    for index in range(count):
        place[moves[index]] = index
        found[index] = NONE
    last, index = NONE, np.int64(node["first"])
    while index != NONE:
        child = node_at(context, index)
        where = np.int64(place[child["move"]])
        if where < count and moves[where] == child["move"]:
            found[where] = index
        last, index = index, np.int64(child["next"])
    added = 0
    for index in range(count):
        if found[index] == NONE:
            found[index] = context["used"] + added
            moves[added], scores[added] = moves[index], scores[index]
            added += 1
    first = add_children(context, setup, position, node, added) if added > 0 else NONE
    if first != NONE:
        append_child(context, node, last, first)
    return added == 0 or first != NONE


@helper
def append_child(context: Record, node: Any, last: int, child: int) -> None:
    """Let `child` follow the child `last` of a node, in place; it is the first one where `last` is NONE."""
    if last == NONE:
        node["first"] = child
    else:
        node_at(context, last)["next"] = child


@helper
def outcome_child(context: Record, node: Any, move: int) -> int:
    """Return the child for an outcome of chance, made in place if it is new; NONE without room."""
    last, index = NONE, np.int64(node["first"])
    while index != NONE:
        child = node_at(context, index)
        if child["move"] == move:
            return index
        last, index = index, np.int64(child["next"])
    if context["used"] >= context["capacity"]:
        return NONE
    index = np.int64(context["used"])
    context["used"] += 1
    clear_node(context, index, move, node["best"])
    append_child(context, node, last, index)
    return index


@helper
@unsigned_indices
def set_priors(context: Record, setup: Record, position: Record, node: Any, first: int, count: int) -> None:
    """Write the priors of the `count` new children from `first` on, in place: by the hint, or by the evaluator one ply on."""
    if context["prior"] == EVALUATOR_PRIOR:
        lowest, highest = 2.0, -2.0
        for index in range(first, first + count):
            child = node_at(context, index)
            try_child(context, setup, position, child)
            if context["status"] != RUNNING:
                return
            lowest, highest = min(lowest, child["best"]), max(highest, child["best"])
        for index in range(first, first + count):
            child = node_at(context, index)
            if highest > lowest:
                prior = (child["best"] - lowest) / (highest - lowest)
                child["prior"] = prior if node["turn"] == 0 else 1.0 - prior
        return
    least, total = np.int64(1 << 40), 0.0
    for index in range(count):
        score = np.int64(context["scores"][index])
        least = min(least, score)
        total += score
    mean = total / count - least
    if mean > 0.0:
        for index in range(count):
            score = float(context["scores"][index] - least)
            node_at(context, first + index)["prior"] = score / (score + mean)


@helper
def try_child(context: Record, setup: Record, position: Record, child: Record) -> None:
    """Look one ply ahead: write a child's static value as its `best`, or the result if the game is over there, in place."""
    if not may_go_on(context):
        return
    context["nodes"] += 1
    trial = context["trial"]
    copy_record(trial, position)
    play(trial, setup, np.int64(child["move"]))
    ended = outcome(trial, setup)
    if ended == ONGOING:
        if context["keeps_memo"]:
            update(trial, setup, context["memo"], np.int64(child["move"]))
        child["best"] = static_value(context, setup, trial)
        if context["keeps_memo"]:
            undo(trial, setup, context["memo"], np.int64(child["move"]))
        return
    result = final_result(context, setup, trial, ended)
    child["best"] = worth(context, result)
    if not context["varying"]:
        child["low"] = child["high"] = result
        child["turn"] = 0


@helper
def tighten(context: Record, node: Any) -> bool:
    """Narrow the bounds of `node` to those that its children prove, in place; tell whether they changed."""
    low, high = -UNBOUNDED, UNBOUNDED
    mover, complete = node["turn"], node["complete"]
    sign = 1 if mover == 0 else -1
    best_low, best_high = low, low  # in the mover's view
    index = node["first"]
    while index != NONE:
        child = node_at(context, index)
        child_low = np.int64(child["low"] if mover == 0 else -child["high"])
        child_high = np.int64(child["high"] if mover == 0 else -child["low"])
        best_low, best_high = max(best_low, child_low), max(best_high, child_high)
        index = child["next"]
    old_low = np.int64(node["low"] if mover == 0 else -node["high"])
    old_high = np.int64(node["high"] if mover == 0 else -node["low"])
    low = max(old_low, best_low)
    high = min(old_high, best_high) if complete else old_high
    if low == old_low and high == old_high:
        return False
    node["low"] = low if mover == 0 else -high
    node["high"] = high if mover == 0 else -low
    if low == high:
        shortest, longest = DECIDED_DISTANCE, 0
        index = node["first"]
        while index != NONE:
            child = node_at(context, index)
            if (child["low"] if mover == 0 else -child["high"]) == low:  # and no child is worth more than its parent
                child["low"] = child["high"] = sign * low
                shortest = min(shortest, np.int64(child["distance"]))
                longest = max(longest, np.int64(child["distance"]))
            index = child["next"]
        node["distance"] = min((shortest if low > 0 else longest) + 1, DECIDED_DISTANCE)
    return True
