"""The kernels of Monte Carlo tree search, for any game that keeps the contract.

One simulation goes down the tree by an upper confidence bound (UCT, Kocsis and Szepesvari 2006) with a progressive bias for
promising moves (Chaslot et al. 2008), evaluates the leaf that it reaches, and adds that value to every node on its way.

Without chance and hidden information every node also holds bounds on its true result, which are backed up as in minimax
(score-bounded search: Cazenave and Saffidine 2010); a node whose bounds meet is proven and not visited again.

With them a node stands for a line of moves, not for a position (open loop; Cowling, Powley and Whitehouse 2012): every simulation
begins with the hidden part redrawn and rolls its own dice, and goes down among the moves that are legal in its own world. Chance
turns with few outcomes have a node with a child for each outcome.

Values are in the first player's view, from -1 to 1.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import math
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import cached_kernel, helper
from counterply.core.aliases import Record
from counterply.core.contract import best_margin, chance, decided, outcome, refresh, resample, turn
from counterply.core.values import CHANCE, DECIDED_DISTANCE, DRAW, ONGOING, PLY
from counterply.plugins.monte_carlo.growth import expand, find_children, list_moves, outcome_child, tighten
from counterply.plugins.monte_carlo.leaves import final_result, follow, leaf_value, roll, rollout, static_value, worth
from counterply.plugins.monte_carlo.tree import EVALUATOR_PRIOR, LONGEST_PATH, NONE, ROLLOUT, ROOT, UNBOUNDED, UNSEEN, node_at
from counterply.search.alphabeta.context import RUNNING
from counterply.search.alphabeta.step import may_go_on
from counterply.search.repetition import NEW, note, stood_before

LOG_2 = 0.6931471805599453
ROOT_HALF = 0.7071067811865476
ATANH = (1.0, 1 / 3, 1 / 5, 1 / 7)  # the series of atanh(x) / x in x squared; |x| < 0.172 here, so it is good to 1e-8


# --- going down


@helper
def logarithm(count: int) -> float:
    """Return the natural logarithm of a positive integer: the same bits on every machine, as the C library's need not be."""
    mantissa, exponent = math.frexp(float(count))
    ratio = (mantissa - ROOT_HALF) / (mantissa + ROOT_HALF)
    square = ratio * ratio
    series = ATANH[0] + square * (ATANH[1] + square * (ATANH[2] + square * ATANH[3]))
    return (exponent - 0.5) * LOG_2 + 2.0 * ratio * series


@helper
def select(context: Record, node: Any) -> int:
    """Return the child to visit, of those that may still matter; NONE if there is none."""
    sign = 1.0 if node["turn"] == 0 else -1.0
    visits = node["visits"]
    unknown = sign * node["value"] / visits if visits > 0 else 0.0
    spread = context["explore"] * context["deviation"] * math.sqrt(logarithm(visits + 1))
    bias, minimax = context["bias"], context["minimax"]
    best, best_score = NONE, -1e300
    index = node["first"]
    while index != NONE:
        child = node_at(context, index)
        here, index = index, child["next"]
        if child["low"] == child["high"]:
            continue
        if (sign > 0.0 and child["high"] <= node["low"]) or (sign < 0.0 and child["low"] >= node["high"]):
            continue
        score = child_score(child, sign, unknown, spread, bias, minimax)
        if score > best_score:
            best, best_score = here, score
    return np.int64(best)


@helper
def select_found(context: Record, node: Any, count: int) -> int:
    """Return the best child of those for the `count` moves at hand; each is counted as available, in place."""
    sign = 1.0 if node["turn"] == 0 else -1.0
    visits = node["visits"]
    unknown = sign * node["value"] / visits if visits > 0 else 0.0
    best, best_score = NONE, -1e300
    for index in range(count):
        here = context["found"][index]
        child = node_at(context, here)
        child["available"] += 1
        spread = context["explore"] * context["deviation"] * math.sqrt(logarithm(child["available"] + 1))
        score = child_score(child, sign, unknown, spread, context["bias"], context["minimax"])
        if score > best_score:
            best, best_score = here, score
    return np.int64(best)


@helper
def child_score(child: Any, sign: float, unknown: float, spread: float, bias: float, minimax: float) -> float:
    """Return the upper confidence bound of a child, with progressive bias; its mean has one visit more, worth `unknown`."""
    visits = child["visits"]
    mean = (sign * child["value"] + unknown) / (visits + 1.0)
    if minimax > 0.0:
        mean += minimax * (sign * child["best"] - mean)
    return mean + spread / math.sqrt(visits + 1.0) + bias * child["prior"] / (visits + 1.0)


# --- one simulation


@helper
def begin(context: Record, setup: Record, position: Record) -> None:
    """Put `position` and the memo at the root, in place; redraw everything hidden from the root's mover."""
    copy_record(position, context["root"])
    context["line"] = 0
    if context["hidden"]:
        resample(position, setup, context["frozen"] != 0, context["player"], context["random"])
    if context["keeps_memo"]:
        if context["hidden"]:
            refresh(position, setup, context["memo"])
        else:
            copy_record(context["memo"], context["root_memo"])
        context["remembered"] = 0


@helper
def make(context: Record, setup: Record, position: Record, move: int) -> bool:
    """Play `move` in place, as one node; tell whether the limits allowed it."""
    if not may_go_on(context):
        return False
    follow(context, setup, position, move)
    context["line"] += 1
    note(context, setup, position, context["line"])
    return True


@helper
def arrive(context: Record, setup: Record, position: Record, node: Any, index: int) -> None:
    """Note at a node's first visit whose turn it is, and its result where the rules or sound hints tell it, in place.

    Of the root, a hint would say the result and not the move.
    """
    node["turn"] = turn(position, setup)
    ended = outcome(position, setup)
    if ended == ONGOING and stood_before(context, position, context["line"], False) != NEW:
        ended = DRAW
    distance = 0
    if ended == ONGOING and context["sound"] and not context["margin"] and index != ROOT:
        known = decided(position, setup, context["memo"])
        ended, plies = known % PLY, known // PLY
        distance = plies if plies > 0 else DECIDED_DISTANCE
    if ended != ONGOING:
        node["low"] = node["high"] = final_result(context, setup, position, ended)
        node["distance"] = distance
    elif context["sound"] and context["margin"]:
        node["low"] = max(-best_margin(position, setup, 1), -UNBOUNDED)
        node["high"] = min(best_margin(position, setup, 0), UNBOUNDED)


@helper
def simulate_certain(context: Record, setup: Record, searcher: Any) -> bool:
    """Make one simulation of a game without chance, in place; tell whether it was completed."""
    position = context["position"]
    begin(context, setup, position)
    index, length = ROOT, 0
    while True:
        context["path"][length] = index
        length += 1
        node = node_at(context, index)
        unseen = node["turn"] == UNSEEN
        if unseen or node["visits"] == 0:
            arrive(context, setup, position, node, np.int64(index))
        if node["low"] == node["high"]:
            value = worth(context, np.int64(node["low"]))
            break
        if node["first"] == NONE and (
            (node["visits"] == 0 and index != ROOT) or length >= LONGEST_PATH - 1 or not expand(context, setup, position, node)
        ):
            if context["status"] != RUNNING:
                return False
            value = leaf_value(context, setup, searcher, position, node)
            if context["status"] != RUNNING:
                return False
            if node["visits"] == 0:
                node["best"] = value
            break
        if node["low"] == node["high"]:
            value = worth(context, np.int64(node["low"]))
            break
        index = select(context, node)
        if index == NONE:  # all that was not left out is proven
            value = worth(context, np.int64(node["low"] if node["turn"] == 0 else node["high"]))
            break
        if not make(context, setup, position, np.int64(node_at(context, index)["move"])):
            return False
    back_up(context, length, value)
    return True


@helper
def simulate_uncertain(context: Record, setup: Record) -> bool:
    """Make one simulation of a game with chance or hidden information, in place; tell whether it was completed."""
    position = context["position"]
    begin(context, setup, position)
    index, length = ROOT, 0
    while True:
        # 1. Chance turns of many outcomes belong to the move before them.
        ended, count = outcome(position, setup), 0
        mover = turn(position, setup)
        while ended == ONGOING and mover == CHANCE:
            count = chance(position, setup, context["moves"], context["probabilities"])
            if count <= context["outcomes"]:
                break
            if not make(context, setup, position, roll(context, count)):
                return False
            ended, mover = outcome(position, setup), turn(position, setup)
        context["path"][length] = index
        length += 1
        node = node_at(context, index)
        node["turn"] = mover
        if ended != ONGOING:
            value = worth(context, final_result(context, setup, position, ended))
            break

        # 2. Other chance turns have a node, from which every simulation goes on.
        if mover == CHANCE:
            move = roll(context, count)
            index = outcome_child(context, node, move) if length < LONGEST_PATH - 1 else NONE
            if not make(context, setup, position, move):
                return False
            if index == NONE:
                value = settled_value(context, setup, position)
                break
            continue

        # 3. A node at its first visit is judged; at later ones the best of the moves that are legal now is made.
        count = 0
        if (node["visits"] > 0 or index == ROOT) and length < LONGEST_PATH - 1:
            count = list_moves(context, setup, position)
            if not find_children(context, setup, position, node, count):
                count = 0
            if context["status"] != RUNNING:
                return False
        if count == 0:
            value = settled_value(context, setup, position)
            if node["visits"] == 0:
                node["best"] = value
            break
        index = select_found(context, node, count)
        if not make(context, setup, position, np.int64(node_at(context, index)["move"])):
            return False
    if context["status"] != RUNNING:
        return False
    back_up(context, length, value)
    return True


@helper
def settled_value(context: Record, setup: Record, position: Record) -> float:
    """Return the worth of a leaf in a game with chance; dice that are due are rolled first, in place."""
    if context["leaf"] == ROLLOUT:
        return rollout(context, setup, position)
    while outcome(position, setup) == ONGOING and turn(position, setup) == CHANCE:
        count = chance(position, setup, context["moves"], context["probabilities"])
        if not make(context, setup, position, roll(context, count)):
            return 0.0
    ended = outcome(position, setup)
    if ended != ONGOING:
        return worth(context, final_result(context, setup, position, ended))
    return static_value(context, setup, position)


# --- going up


@helper
def back_up(context: Record, length: int, value: float) -> None:
    """Add `value` to the nodes on the path, in place, the leaf first; bounds that changed go up with it."""
    certain = not context["varying"]
    changed = certain
    context["leaves"] += 1.0
    context["leaf_sum"] += value
    context["leaf_squares"] += value * value
    mean = context["leaf_sum"] / context["leaves"]
    context["deviation"] = math.sqrt(max(context["leaf_squares"] / context["leaves"] - mean * mean, 0.0))
    for place in range(length - 1, -1, -1):
        node = node_at(context, context["path"][place])
        if certain:
            if changed and place < length - 1:
                changed = tighten(context, node) or node["visits"] <= 1  # the bounds of its expansion have not been backed up yet
            value = min(max(value, worth(context, np.int64(node["low"]))), worth(context, np.int64(node["high"])))
        if context["minimax"] > 0.0 and node["first"] != NONE:
            node["best"] = static_best(context, node)
        if certain and node["low"] == node["high"]:
            node["best"] = value
        node["visits"] += 1
        node["value"] += value
    context["simulations"] += 1


@helper
def static_best(context: Record, node: Any) -> float:
    """Return the minimax of the static values below `node`: of its children that have one; at a chance node their mean."""
    mover = node["turn"]
    known_all = context["prior"] == EVALUATOR_PRIOR
    best, total, visits = -2.0, 0.0, 0
    sign = 1.0 if mover == 0 else -1.0
    index = node["first"]
    while index != NONE:
        child = node_at(context, index)
        if child["visits"] > 0 or known_all:
            best = max(best, sign * child["best"])
            total += child["visits"] * child["best"]
            visits += child["visits"]
        index = child["next"]
    if mover == CHANCE:
        return total / visits if visits > 0 else np.float64(node["best"])
    return sign * best if best > -2.0 else np.float64(node["best"])


@cached_kernel
def simulate(context: Record, setup: Record, searcher: Any) -> None:
    """Make simulations, in place, until the root is proven or a limit is reached."""
    if context["keeps_memo"] and not context["hidden"]:
        refresh(context["root"], setup, context["root_memo"])
    while context["simulations"] < context["simulation_limit"] and context["status"] == RUNNING:
        root = node_at(context, ROOT)
        if not context["varying"] and root["low"] == root["high"]:
            return
        nodes = context["nodes"]
        if context["varying"]:
            simulate_uncertain(context, setup)
        else:
            simulate_certain(context, setup, searcher)
        if context["nodes"] == nodes:  # nothing below the root may still matter
            return
