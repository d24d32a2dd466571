"""The kernels of Monte Carlo tree search, for any game that keeps the contract.

One simulation goes down the tree by an upper confidence bound (UCT, Kocsis and Szepesvari 2006) with a progressive bias for what
looked promising (Chaslot et al. 2008), judges the leaf that it reaches, and adds that value to every node on its way.

Without chance and hidden information every node also holds bounds on its true result, which are backed up as in minimax
(score-bounded search: Cazenave and Saffidine 2010); a node whose bounds meet is proven and not visited again.

With them a node stands for a line of moves, not for a position (open loop; Cowling, Powley and Whitehouse 2012): every simulation
begins with the hidden part redrawn and rolls its own dice, and goes down among the moves that are legal in its own world. Chance
turns with few outcomes have a node with a child for each outcome.

Values are in the first player's view, from -1 to 1.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type,empty-body"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart; `shallow` is chosen by record type)

from __future__ import annotations

import math
from typing import Any

import numpy as np

from counterply.kernel import call_evaluator, copy_record, generic, kernel, record_at
from counterply.rules import (
    LONGEST_LINE,
    best_margin,
    candidates,
    chance,
    decided,
    freeze,
    legal_moves,
    margin,
    next_random,
    outcome,
    play,
    refresh,
    required,
    resample,
    turn,
    undo,
    update,
)
from counterply.search.context import EVALUATOR_FAILED, RUNNING, poll
from counterply.search.kernels import search
from counterply.search.tree import (
    EVALUATE,
    EVALUATOR_PRIOR,
    FIRST_LEAVES,
    HINT_PRIOR,
    LONGEST_PATH,
    NODE,
    NONE,
    ROLLOUT,
    ROOT,
    UNBOUNDED,
    UNSEEN,
)
from counterply.values import (
    CHANCE,
    DECIDED_DISTANCE,
    FIRST,
    INFINITE,
    MAX_DISTANCE,
    NOT_A_NUMBER,
    ONGOING,
    PLY,
    PROVEN,
    SECOND,
)

LOG_2 = 0.6931471805599453
ROOT_HALF = 0.7071067811865476
ATANH = (1.0, 1 / 3, 1 / 5, 1 / 7)  # the series of atanh(x) / x in x squared; |x| < 0.172 here, so it is good to 1e-8
UNIT_INTERVAL = 1.0 / (1 << 53)  # 53 random bits times this lie in [0, 1)


# --- numbers


@kernel
def logarithm(count: int) -> float:
    """Return the natural logarithm of a positive integer: the same bits on every machine, as the C library's need not be."""
    mantissa, exponent = math.frexp(float(count))
    ratio = (mantissa - ROOT_HALF) / (mantissa + ROOT_HALF)
    square = ratio * ratio
    series = ATANH[0] + square * (ATANH[1] + square * (ATANH[2] + square * ATANH[3]))
    return (exponent - 0.5) * LOG_2 + 2.0 * ratio * series


@kernel
def squashed(value: float, scale: float) -> float:
    """Return `value` brought into -1 .. 1; a value of `scale` becomes a half."""
    return value / (scale + abs(value))


@kernel
def random_below(random: np.ndarray, count: int) -> int:
    """Return a random integer, 0 to `count` - 1; changes `random` in place."""
    bits = next_random(random) >> np.uint64(32)
    return np.int64((bits * np.uint64(count)) >> np.uint64(32))


# --- what a position is worth


@kernel
def worth(context: Any, result: int) -> float:
    """Return the value of a true result: -1, 0 or 1, or points where the margin is the objective."""
    if context["margin"]:
        return squashed(float(result), context["scale"])
    return float(result)


@kernel
def final_result(context: Any, setup: Any, position: Any, ended: int) -> int:
    """Return the result of an outcome: -1, 0 or 1, or points where the margin is the objective."""
    if context["margin"]:
        return np.int64(margin(position, setup))
    return np.int64(1) if ended == FIRST else np.int64(-1) if ended == SECOND else np.int64(0)


@kernel
def judged(context: Any, setup: Any, position: Any) -> float:
    """Return the evaluator's value; a failure is written to `status`."""
    value = call_evaluator(context["evaluate"], position, setup, context["memo"], context["player"], context["weights"])
    if value <= NOT_A_NUMBER:
        context["failure"] = value
        context["status"] = EVALUATOR_FAILED
        return 0.0
    answer = squashed(value / context["grid"], context["scale"])
    return answer if context["player"] == 0 else -answer


@kernel
def roll(context: Any, setup: Any, position: Any, count: int) -> int:
    """Return one of the `count` outcomes in `moves` by its probability."""
    wanted = float(next_random(context["random"]) >> np.uint64(11)) * UNIT_INTERVAL
    for index in range(count - 1):
        wanted -= context["probabilities"][np.uint64(index)]
        if wanted < 0.0:
            return np.int64(context["moves"][np.uint64(index)])
    return np.int64(context["moves"][np.uint64(count - 1)])


@kernel
def follow(context: Any, setup: Any, position: Any, move: int) -> None:
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


@kernel
def light_move(context: Any, setup: Any, position: Any) -> int:
    """Return a move for a light rollout: the better of two random ones, by the game's hint; none that loses at once."""
    moves, scores = context["moves"], context["scores"]
    count = np.int64(required(position, setup, context["memo"], moves))
    if count == 1:
        return np.int64(moves[0])
    found = np.int64(candidates(position, setup, context["memo"], context["spare_moves"], scores))
    if found <= 0:
        if count <= 0:
            count = np.int64(legal_moves(position, setup, moves))
        return np.int64(moves[np.uint64(random_below(context["random"], count))])
    if count > 0:
        found = np.int64(keep_required(context, count, found))
    spare = context["spare_moves"]
    one = random_below(context["random"], found)
    other = random_below(context["random"], found)
    if scores[np.uint64(other)] > scores[np.uint64(one)]:
        one = other
    return np.int64(spare[np.uint64(one)])


@kernel
def rollout(context: Any, setup: Any, position: Any) -> float:
    """Play on from `position`, in place, to the end or for so many plies, and return what that is worth."""
    plies = np.int64(0)
    while True:
        ended = outcome(position, setup)
        if ended != ONGOING:
            return worth(context, final_result(context, setup, position, ended))
        if context["nodes"] >= context["next_poll"]:
            poll(context)
        if context["status"] != RUNNING:
            return 0.0
        if context["varying"] and turn(position, setup) == CHANCE:
            count = np.int64(chance(position, setup, context["moves"], context["probabilities"]))
            follow(context, setup, position, roll(context, setup, position, count))
            continue
        if plies >= context["plies"]:
            return judged(context, setup, position)
        plies += 1
        if context["light"]:
            move = light_move(context, setup, position)
        else:
            count = np.int64(legal_moves(position, setup, context["moves"]))
            move = np.int64(context["moves"][np.uint64(random_below(context["random"], count))])
        follow(context, setup, position, move)


@generic
def shallow(searcher: Any, setup: Any, position: Any, context: Any) -> int:
    """Return the score of an alpha-beta search from `position`, in the view of its mover; `searcher` is an engine's context."""


def no_search(searcher: Any, setup: Any, position: Any, context: Any) -> int:
    """Stand in for `shallow` where leaves are not searched."""
    return np.int64(0)


def alpha_beta(searcher: Any, setup: Any, position: Any, context: Any) -> int:
    """Do what `shallow` says with the engine's kernel, and count its nodes in `context`."""
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
    context["largest_gap"] = searcher["largest_gap"]
    context["failure"] = searcher["failure"]
    context["status"] = searcher["status"]
    context["exact"] = searcher["horizon"] == 0
    return score


@kernel
def searched(context: Any, setup: Any, searcher: Any, position: Any, node: Any) -> float:
    """Return what a shallow search says of a leaf, and write what it proves into `node`, in place."""
    if context["keeps_memo"] and context["remembered"] == 0:  # no move that the memo could be taken back by
        return judged(context, setup, position)
    score = np.int64(shallow(searcher, setup, position, context))
    if context["status"] != RUNNING:
        return 0.0
    sign = 1 if turn(position, setup) == 0 else -1
    won, lost = score >= PROVEN, score <= -PROVEN
    if won or lost or context["exact"]:
        result = np.int64(1) if won else np.int64(-1) if lost else np.int64(0)
        if context["margin"]:
            result = score // context["grid"]
        node["low"] = node["high"] = sign * result
        node["distance"] = min(MAX_DISTANCE - (abs(score) - PROVEN), DECIDED_DISTANCE) if won or lost else DECIDED_DISTANCE
        return worth(context, sign * result)
    return sign * squashed(score / context["grid"], context["scale"])


@kernel
def leaf_value(context: Any, setup: Any, searcher: Any, position: Any, node: Any) -> float:
    """Return what a leaf is worth; a rollout changes `position`, a search may prove `node`, both in place."""
    if context["leaf"] == ROLLOUT:
        return rollout(context, setup, position)
    if context["leaf"] == EVALUATE:
        return judged(context, setup, position)
    return searched(context, setup, searcher, position, node)


# --- growing the tree


@kernel
def keep_required(context: Any, count: int, found: int) -> int:
    """Keep, of the `found` moves in `spare_moves`, those among the `count` ones in `moves`; in place, return how many."""
    moves, spare, scores, place = context["moves"], context["spare_moves"], context["scores"], context["place"]
    for index in range(count):
        place[np.uint64(moves[np.uint64(index)])] = index
    kept = 0
    for index in range(found):
        move = spare[np.uint64(index)]
        where = np.int64(place[np.uint64(move)])
        if where < count and moves[np.uint64(where)] == move:
            spare[np.uint64(kept)] = move
            scores[np.uint64(kept)] = scores[np.uint64(index)]
            kept += 1
    return np.int64(kept)


@kernel
def list_moves(context: Any, setup: Any, position: Any) -> int:
    """Write the moves that matter here into `moves`, in random order, with their hint in `scores`; return how many.

    0: all lose at once. Without a hint all scores are equal.
    """
    moves, scores, spare = context["moves"], context["scores"], context["spare_moves"]
    count, found = np.int64(-1), np.int64(-1)
    if context["sound"] and not context["margin"]:
        count = np.int64(required(position, setup, context["memo"], moves))
        if count == 0:
            return count
    if context["prior"] == HINT_PRIOR:
        found = np.int64(candidates(position, setup, context["memo"], spare, scores))
        if found > 0:
            if count > 0:
                found = np.int64(keep_required(context, count, found))
            count = found
            for index in range(count):
                moves[np.uint64(index)] = spare[np.uint64(index)]
    if count < 0:
        count = np.int64(legal_moves(position, setup, moves))
    if found <= 0:
        for index in range(count):
            scores[np.uint64(index)] = 0
    for index in range(count - 1, 0, -1):
        other = random_below(context["random"], index + 1)
        move, score = moves[np.uint64(index)], scores[np.uint64(index)]
        moves[np.uint64(index)], scores[np.uint64(index)] = moves[np.uint64(other)], scores[np.uint64(other)]
        moves[np.uint64(other)], scores[np.uint64(other)] = move, score
    return count


@kernel
def clear_node(context: Any, index: int, move: int, prior: float, best: float) -> None:
    """Write a node that no simulation has visited, in place."""
    node = record_at(context["tree"], index, NODE)
    most = UNBOUNDED if context["margin"] else 1
    node["value"] = 0.0
    node["visits"] = node["available"] = 0
    node["first"] = node["next"] = NONE
    node["low"], node["high"] = -most, most
    node["prior"] = prior
    node["best"] = best
    node["move"] = move
    node["distance"] = 0
    node["turn"] = UNSEEN
    node["complete"] = 0


@kernel
def try_child(context: Any, setup: Any, position: Any, child: Any) -> None:
    """Look one ply ahead: write a child's static value as its `best`, or the result if the game is over there, in place."""
    if context["nodes"] >= context["next_poll"]:
        poll(context)
    if context["status"] != RUNNING:
        return
    context["nodes"] += 1
    trial = context["trial"]
    copy_record(trial, position)
    play(trial, setup, np.int64(child["move"]))
    ended = outcome(trial, setup)
    if ended == ONGOING:
        if context["keeps_memo"]:
            update(trial, setup, context["memo"], np.int64(child["move"]))
        child["best"] = judged(context, setup, trial)
        if context["keeps_memo"]:
            undo(trial, setup, context["memo"], np.int64(child["move"]))
        return
    result = final_result(context, setup, trial, ended)
    child["best"] = worth(context, result)
    if not context["varying"]:
        child["low"] = child["high"] = result
        child["turn"] = 0


@kernel
def set_priors(context: Any, setup: Any, position: Any, node: Any, first: int, count: int) -> None:
    """Write the priors of the `count` new children from `first` on, in place: by the hint, or by the evaluator one ply on."""
    if context["prior"] == EVALUATOR_PRIOR:
        lowest, highest = 2.0, -2.0
        for index in range(first, first + count):
            child = record_at(context["tree"], index, NODE)
            try_child(context, setup, position, child)
            if context["status"] != RUNNING:
                return
            lowest, highest = min(lowest, child["best"]), max(highest, child["best"])
        for index in range(first, first + count):
            child = record_at(context["tree"], index, NODE)
            if highest > lowest:
                prior = (child["best"] - lowest) / (highest - lowest)
                child["prior"] = prior if node["turn"] == 0 else 1.0 - prior
        return
    least, total = np.int64(1 << 40), 0.0
    for index in range(count):
        score = np.int64(context["scores"][np.uint64(index)])
        least = min(least, score)
        total += score
    mean = total / count - least
    if mean > 0.0:
        for index in range(count):
            score = float(context["scores"][np.uint64(index)] - least)
            record_at(context["tree"], first + index, NODE)["prior"] = score / (score + mean)


@kernel
def expand(context: Any, setup: Any, position: Any, node: Any) -> bool:
    """Give `node` its children, in place; tell whether there was room and time. All moves losing at once prove the loss."""
    count = np.int64(list_moves(context, setup, position))
    if count == 0:
        node["low"] = node["high"] = -1 if node["turn"] == 0 else 1
        node["distance"] = DECIDED_DISTANCE
        return True
    first = context["used"]
    if first + count > context["capacity"]:
        return False
    for index in range(count):
        clear_node(context, first + index, np.int64(context["moves"][np.uint64(index)]), 0.0, node["best"])
        if index > 0:
            record_at(context["tree"], first + index - 1, NODE)["next"] = first + index
    set_priors(context, setup, position, node, first, count)
    if context["status"] != RUNNING:
        return False
    context["used"] = first + count
    node["first"] = first
    node["complete"] = 0 if context["cuts"] and context["prior"] == HINT_PRIOR else 1
    if context["prior"] == EVALUATOR_PRIOR:
        tighten(context, node)
    return True


@kernel
def tighten(context: Any, node: Any) -> bool:
    """Narrow the bounds of `node` to what its children show, in place; tell whether they changed."""
    low, high = np.int64(-UNBOUNDED), np.int64(UNBOUNDED)
    mover, complete = node["turn"], node["complete"]
    sign = 1 if mover == 0 else -1
    best_low, best_high = low, low  # in the mover's view
    index = node["first"]
    while index != NONE:
        child = record_at(context["tree"], index, NODE)
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
        shortest, longest = np.int64(DECIDED_DISTANCE), np.int64(0)
        index = node["first"]
        while index != NONE:
            child = record_at(context["tree"], index, NODE)
            if child["low"] == child["high"] and child["low"] == sign * low:
                shortest = min(shortest, np.int64(child["distance"]))
                longest = max(longest, np.int64(child["distance"]))
            index = child["next"]
        node["distance"] = min((shortest if low > 0 else longest) + 1, DECIDED_DISTANCE)
    return True


# --- going down


@kernel
def select(context: Any, node: Any) -> int:
    """Return the child to visit, of those that may still matter; NONE if there is none."""
    sign = 1.0 if node["turn"] == 0 else -1.0
    visits = node["visits"]
    unknown = sign * node["value"] / visits if visits > 0 else 0.0
    spread = context["explore"] * context["deviation"] * math.sqrt(logarithm(visits + 1))
    bias, minimax = context["bias"], context["minimax"]
    best, best_score = NONE, -1e300
    index = node["first"]
    while index != NONE:
        child = record_at(context["tree"], index, NODE)
        here, index = index, child["next"]
        if child["low"] == child["high"]:
            continue
        if (sign > 0.0 and child["high"] <= node["low"]) or (sign < 0.0 and child["low"] >= node["high"]):
            continue
        score = child_score(child, sign, unknown, spread, bias, minimax)
        if score > best_score:
            best, best_score = here, score
    return np.int64(best)


@kernel
def child_score(child: Any, sign: float, unknown: float, spread: float, bias: float, minimax: float) -> float:
    """Return the upper confidence bound of a child, with progressive bias; its mean has one visit more, worth `unknown`."""
    visits = child["visits"]
    mean = (sign * child["value"] + unknown) / (visits + 1.0)
    if minimax > 0.0:
        mean += minimax * (sign * child["best"] - mean)
    return mean + spread / math.sqrt(visits + 1.0) + bias * child["prior"] / (visits + 1.0)


@kernel
def find_children(context: Any, setup: Any, position: Any, node: Any, count: int) -> bool:
    """Write the child for each of the `count` moves in `moves` into `found`, and add what is missing, in place.

    Tells whether there was room and time.
    """
    moves, place, found = context["moves"], context["place"], context["found"]
    for index in range(count):
        place[np.uint64(moves[np.uint64(index)])] = index
        found[np.uint64(index)] = NONE
    last, index, missing = np.int64(NONE), np.int64(node["first"]), count
    while index != NONE:
        child = record_at(context["tree"], index, NODE)
        where = np.int64(place[np.uint64(child["move"])])
        if where < count and moves[np.uint64(where)] == child["move"]:
            found[np.uint64(where)] = index
            missing -= 1
        last, index = index, np.int64(child["next"])
    if missing == 0:
        return True
    first = context["used"]
    if first + missing > context["capacity"]:
        return False
    added = np.int64(0)
    for index in range(count):  # the scores of the missing ones come to the front, where `set_priors` wants them
        if found[np.uint64(index)] == NONE:
            found[np.uint64(index)] = first + added
            context["scores"][np.uint64(added)] = context["scores"][np.uint64(index)]
            clear_node(context, first + added, np.int64(moves[np.uint64(index)]), 0.0, node["best"])
            if added > 0:
                record_at(context["tree"], first + added - 1, NODE)["next"] = first + added
            added += 1
    set_priors(context, setup, position, node, first, added)
    if context["status"] != RUNNING:
        return False
    context["used"] = first + added
    if last == NONE:
        node["first"] = first
    else:
        record_at(context["tree"], last, NODE)["next"] = first
    return True


@kernel
def select_found(context: Any, node: Any, count: int) -> int:
    """Return the best child of those for the `count` moves at hand; each is counted as available, in place."""
    sign = 1.0 if node["turn"] == 0 else -1.0
    visits = node["visits"]
    unknown = sign * node["value"] / visits if visits > 0 else 0.0
    best, best_score = NONE, -1e300
    for index in range(count):
        here = context["found"][np.uint64(index)]
        child = record_at(context["tree"], here, NODE)
        child["available"] += 1
        spread = context["explore"] * context["deviation"] * math.sqrt(logarithm(child["available"] + 1))
        score = child_score(child, sign, unknown, spread, context["bias"], context["minimax"])
        if score > best_score:
            best, best_score = here, score
    return np.int64(best)


@kernel
def outcome_child(context: Any, node: Any, move: int) -> int:
    """Return the child for an outcome of chance, made in place if it is new; NONE without room."""
    last, index = np.int64(NONE), np.int64(node["first"])
    while index != NONE:
        child = record_at(context["tree"], index, NODE)
        if child["move"] == move:
            return index
        last, index = index, np.int64(child["next"])
    if context["used"] >= context["capacity"]:
        return np.int64(NONE)
    index = np.int64(context["used"])
    context["used"] += 1
    clear_node(context, index, move, 0.0, node["best"])
    if last == NONE:
        node["first"] = index
    else:
        record_at(context["tree"], last, NODE)["next"] = index
    return index


@kernel
def make(context: Any, setup: Any, position: Any, move: int) -> bool:
    """Play in place, and count it; tell whether the limits allowed it."""
    if context["nodes"] >= context["next_poll"]:
        poll(context)
    if context["status"] != RUNNING:
        return False
    follow(context, setup, position, move)
    return True


@kernel
def arrive(context: Any, setup: Any, position: Any, node: Any) -> None:
    """Note at a node's first visit whose turn it is and what the rules and sound hints say of its result, in place."""
    node["turn"] = turn(position, setup)
    ended = outcome(position, setup)
    distance = np.int64(0)
    if ended == ONGOING and context["sound"] and not context["margin"]:
        known = np.int64(decided(position, setup, context["memo"]))
        ended, plies = known % PLY, known // PLY
        distance = plies if plies > 0 else np.int64(DECIDED_DISTANCE)
    if ended != ONGOING:
        node["low"] = node["high"] = final_result(context, setup, position, ended)
        node["distance"] = distance
    elif context["sound"] and context["margin"]:
        node["low"] = max(-np.int64(best_margin(position, setup, 1)), -UNBOUNDED)
        node["high"] = min(np.int64(best_margin(position, setup, 0)), UNBOUNDED)


@kernel
def begin(context: Any, setup: Any, position: Any) -> None:
    """Put `position` and the memo at the root, in place; what the root's mover may not see is redrawn."""
    copy_record(position, context["root"])
    if context["hidden"]:
        resample(position, setup, context["player"], context["random"])
    if context["still"]:
        freeze(position, setup)
    if context["keeps_memo"]:
        if context["hidden"]:
            refresh(position, setup, context["memo"])
        else:
            copy_record(context["memo"], context["root_memo"])
        context["remembered"] = 0


@kernel
def simulate_certain(context: Any, setup: Any, searcher: Any) -> bool:
    """Make one simulation of a game without chance, in place; tell whether it was completed."""
    position = context["position"]
    begin(context, setup, position)
    index, length = np.int64(ROOT), np.int64(0)
    while True:
        context["path"][np.uint64(length)] = index
        length += 1
        node = record_at(context["tree"], index, NODE)
        unseen = node["turn"] == UNSEEN
        if unseen or node["visits"] == 0:
            arrive(context, setup, position, node)
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
        if not make(context, setup, position, np.int64(record_at(context["tree"], index, NODE)["move"])):
            return False
    back_up(context, length, value)
    return True


@kernel
def simulate_uncertain(context: Any, setup: Any) -> bool:
    """Make one simulation of a game with chance or hidden information, in place; tell whether it was completed."""
    position = context["position"]
    begin(context, setup, position)
    index, length = np.int64(ROOT), np.int64(0)
    while True:
        # 1. Chance turns of many outcomes belong to the move before them.
        ended, count = outcome(position, setup), np.int64(0)
        mover = np.int64(turn(position, setup))
        while ended == ONGOING and mover == CHANCE:
            count = np.int64(chance(position, setup, context["moves"], context["probabilities"]))
            if count <= context["outcomes"]:
                break
            if not make(context, setup, position, roll(context, setup, position, count)):
                return False
            ended, mover = outcome(position, setup), np.int64(turn(position, setup))
        context["path"][np.uint64(length)] = index
        length += 1
        node = record_at(context["tree"], index, NODE)
        node["turn"] = mover
        if ended != ONGOING:
            value = worth(context, final_result(context, setup, position, ended))
            break

        # 2. Other chance turns have a node, from which every simulation goes on.
        if mover == CHANCE:
            move = roll(context, setup, position, count)
            index = outcome_child(context, node, move) if length < LONGEST_PATH - 1 else np.int64(NONE)
            if not make(context, setup, position, move):
                return False
            if index == NONE:
                value = settled_value(context, setup, position)
                break
            continue

        # 3. A node at its first visit is judged; at later ones the best of the moves that are legal now is made.
        count = np.int64(0)
        if (node["visits"] > 0 or index == ROOT) and length < LONGEST_PATH - 1:
            count = np.int64(list_moves(context, setup, position))
            if not find_children(context, setup, position, node, count):
                count = np.int64(0)
            if context["status"] != RUNNING:
                return False
        if count == 0:
            value = settled_value(context, setup, position)
            if node["visits"] == 0:
                node["best"] = value
            break
        index = select_found(context, node, count)
        if not make(context, setup, position, np.int64(record_at(context["tree"], index, NODE)["move"])):
            return False
    if context["status"] != RUNNING:
        return False
    back_up(context, length, value)
    return True


@kernel
def settled_value(context: Any, setup: Any, position: Any) -> float:
    """Return what a leaf is worth in a game with chance; dice that are due are rolled first, in place."""
    if context["leaf"] == ROLLOUT:
        return rollout(context, setup, position)
    while outcome(position, setup) == ONGOING and turn(position, setup) == CHANCE:
        count = np.int64(chance(position, setup, context["moves"], context["probabilities"]))
        if not make(context, setup, position, roll(context, setup, position, count)):
            return 0.0
    ended = outcome(position, setup)
    if ended != ONGOING:
        return worth(context, final_result(context, setup, position, ended))
    return judged(context, setup, position)


# --- going up


@kernel
def static_best(context: Any, node: Any) -> float:
    """Return the minimax of the static values below `node`: of its children that have one; at a chance node their mean."""
    mover = node["turn"]
    known_all = context["prior"] == EVALUATOR_PRIOR
    best, total, visits = -2.0, 0.0, 0
    sign = 1.0 if mover == 0 else -1.0
    index = node["first"]
    while index != NONE:
        child = record_at(context["tree"], index, NODE)
        if child["visits"] > 0 or known_all:
            best = max(best, sign * child["best"])
            total += child["visits"] * child["best"]
            visits += child["visits"]
        index = child["next"]
    if mover == CHANCE:
        return total / visits if visits > 0 else np.float64(node["best"])
    return sign * best if best > -2.0 else np.float64(node["best"])


@kernel
def back_up(context: Any, length: int, value: float) -> None:
    """Add `value` to the nodes on the path, in place, the leaf first; bounds that changed go up with it."""
    certain = not context["varying"]
    changed = certain
    context["leaves"] += 1.0
    context["leaf_sum"] += value
    context["leaf_squares"] += value * value
    mean = context["leaf_sum"] / context["leaves"]
    context["deviation"] = math.sqrt(max(context["leaf_squares"] / context["leaves"] - mean * mean, 0.0))
    for place in range(length - 1, -1, -1):
        node = record_at(context["tree"], context["path"][np.uint64(place)], NODE)
        if certain:
            if changed and place < length - 1:
                changed = tighten(context, node) or node["visits"] <= 1  # what its expansion showed has not gone up yet
            value = min(max(value, worth(context, np.int64(node["low"]))), worth(context, np.int64(node["high"])))
        if context["minimax"] > 0.0 and node["first"] != NONE:
            node["best"] = static_best(context, node)
        if certain and node["low"] == node["high"]:
            node["best"] = value
        node["visits"] += 1
        node["value"] += value
    context["simulations"] += 1


# --- what Python calls


@kernel
def simulate(context: Any, setup: Any, searcher: Any) -> None:
    """Make simulations, in place, until the root is proven or a limit is reached."""
    if context["keeps_memo"] and not context["hidden"]:
        refresh(context["root"], setup, context["root_memo"])
    while context["simulations"] < context["simulation_limit"] and context["status"] == RUNNING:
        root = record_at(context["tree"], ROOT, NODE)
        if not context["varying"] and root["low"] == root["high"]:
            return
        nodes = context["nodes"]
        if context["varying"]:
            simulate_uncertain(context, setup)
        else:
            simulate_certain(context, setup, searcher)
        if context["nodes"] == nodes:  # nothing below the root may still matter
            return


@kernel
def plant(context: Any) -> None:
    """Make a tree of one node, in place."""
    context["leaves"] = context["leaf_squares"] = FIRST_LEAVES
    context["leaf_sum"] = 0.0
    context["deviation"] = 1.0
    clear_node(context, np.int64(ROOT), np.int64(0), 0.0, 0.0)
    context["used"] = 1


@kernel
def replant(context: Any, root: int) -> None:
    """Let the subtree of node `root` be the whole tree, in place: its nodes move to the front, their order kept.

    A child comes after its parent, and after the siblings that point to it.
    """
    tree = context["tree"]
    for index in range(root, context["used"]):
        record_at(tree, index, NODE)["moved"] = NONE
    record_at(tree, root, NODE)["moved"] = ROOT
    record_at(tree, root, NODE)["next"] = NONE
    used = np.int64(0)
    for index in range(root, context["used"]):
        node = record_at(tree, index, NODE)
        if node["moved"] == NONE:
            continue
        node["moved"] = used
        used += 1
        child = np.int64(node["first"])
        while child != NONE:
            record_at(tree, child, NODE)["moved"] = ROOT  # any place: it will get its own
            child = np.int64(record_at(tree, child, NODE)["next"])
    for index in range(root, context["used"]):
        node = record_at(tree, index, NODE)
        if node["moved"] == NONE:
            continue
        if node["first"] != NONE:
            node["first"] = record_at(tree, np.int64(node["first"]), NODE)["moved"]
        if node["next"] != NONE:
            node["next"] = record_at(tree, np.int64(node["next"]), NODE)["moved"]
        if node["moved"] != index:
            copy_record(record_at(tree, np.int64(node["moved"]), NODE), node)
    context["used"] = used
