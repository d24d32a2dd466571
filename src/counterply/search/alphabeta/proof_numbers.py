"""Proof-number search for wins by threats: moves that the opponent must answer, as the game's `required` says.

A position's *proof number* says how many positions must still be shown won to prove the attacker's win, its *disproof number* how
many must be shown not won to give it up; the search always follows the cheapest proof, depth first, within thresholds (df-pn: Nagai
2002). The attacker plays noisy moves as far as THREATS, and in answer to the opponent's own threats the required moves; the
opponent plays any required answer. A proof is a win, which the table keeps for the other searches; a disproof excludes only a win
by threats.

A result is one integer: proof number, disproof number, and plies to the end where the win is proven, 20 bits each.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.fields import has_field
from counterply.compiling.kernels import helper, kernel, unsigned_indices
from counterply.core.aliases import Record
from counterply.core.contract import THREATS, decided, key, noisy_moves, outcome, required, turn
from counterply.core.values import CHANCE, DECIDED_DISTANCE, EXACT, FIRST, LOWER, ONGOING, PLY, SECOND, proven_win
from counterply.search.alphabeta.context import (
    DICE,
    FIRST_ATTACKS,
    NO_MOVE,
    NOTHING,
    PLIES,
    RUNNING,
    SECOND_ATTACKS,
    depth_in,
    move_in,
    probe,
    score_in,
    store,
)
from counterply.search.alphabeta.forced_wins import forcing_step, keep_among
from counterply.search.alphabeta.step import undo_memo, update_memo

NEVER_BITS = 15  # two numbers fit an entry's score
NEVER = (1 << NEVER_BITS) - 1  # the largest number: of proofs that are impossible
NUMBER_BITS = 20
NUMBER_MASK = (1 << NUMBER_BITS) - 1
PLIES_LIMIT = 255  # the largest depth of a table entry; it also stands for an unknown number
SLACK = 4  # a threshold lies this part above the second best: it is not worth going to and fro for less
ATTACK_PART = 16  # of all nodes so far, for a look at the root before each deeper search


@helper
def result_of(proof: int, disproof: int, plies: int) -> int:
    """Return proof number, disproof number and plies to the end packed into one int64; `proof_of` and its neighbours unpack it."""
    return np.int64(proof) | np.int64(disproof) << NUMBER_BITS | np.int64(min(plies, PLIES_LIMIT)) << (2 * NUMBER_BITS)


@helper
def proof_of(result: int) -> int:
    """Return the proof number: 0 where the win is proven."""
    return result & NUMBER_MASK


@helper
def disproof_of(result: int) -> int:
    """Return the disproof number: 0 where there is no win by threats."""
    return result >> NUMBER_BITS & NUMBER_MASK


@helper
def plies_of(result: int) -> int:
    """Return the plies to the end of a proven win."""
    return result >> (2 * NUMBER_BITS)


@helper
def attack_key(context: Record, setup: Record, position: Record, winning: int) -> int:
    """Return the key of a position's proof numbers for the attacker who wants the outcome `winning`."""
    return np.uint64(key(position, setup, False)) ^ context["salt"] ^ (FIRST_ATTACKS if winning == FIRST else SECOND_ATTACKS)


@helper
def win_in(context: Record, plies: int) -> int:
    """Return the score of a win in so many plies."""
    if context["use"]["distance"] == 0:
        return proven_win(0)
    return proven_win(plies if plies < PLIES_LIMIT else DECIDED_DISTANCE)


@helper
@unsigned_indices
def list_attack(context: Record, setup: Record, position: Record, ply: int, winning: int, attacking: bool) -> Any:
    """Return the certain result of the position at `ply`, or 0, and write the moves for the proof at `ply`, in place; how many."""
    memo, moves = context["memo"], context["moves"][ply]
    certain, lost = decided(position, setup, memo), result_of(NEVER, 0, 0)
    if certain != ONGOING:
        plies = certain // PLY
        return result_of(0, NEVER, plies if plies > 0 else PLIES_LIMIT) if certain % PLY == winning else lost, 0
    if attacking:
        replies = context["moves"][ply + 1]
        count = required(position, setup, memo, replies)
        if count == 1:
            moves[0] = replies[0]
        elif count != 0:
            found = noisy_moves(position, setup, memo, THREATS, moves)
            count = found if count < 0 else keep_among(moves, found, replies, count)
    else:
        count = required(position, setup, memo, moves)
        if count == 0:
            return result_of(0, NEVER, PLIES_LIMIT), 0
    return lost if count <= 0 or ply >= PLIES - 2 else 0, count


@helper
def cheapest(results: Any, count: int, attacking: bool) -> Any:
    """Return a position's proof and disproof number from its moves' `results`, and where to go on.

    Of the numbers that all moves must reach, the largest counts, and one for each of the `others`: most threats can be made in
    another order too, and a sum would count what lies behind them many times (weak proof numbers: Ueda et al. 2008).

    Then come the second best of the numbers of which one move suffices, the `others`, the index of the move with the best one, the
    index of the move to play where the win is proven, and its plies: the attacker's shortest win, or the opponent's longest
    resistance.
    """
    best, second, largest, others, chosen, played, plies = NEVER, NEVER, 0, -1, 0, 0, -1
    for index in range(count):
        found = results[index]
        wanted = proof_of(found) if attacking else disproof_of(found)
        needed = disproof_of(found) if attacking else proof_of(found)
        others += needed > 0
        largest = max(largest, needed)
        if wanted < best:
            best, second, chosen = wanted, best, index
        elif wanted < second:
            second = wanted
        nearer = plies < 0 or plies_of(found) < plies
        if (wanted == 0 and nearer) if attacking else plies_of(found) > plies:
            played, plies = index, plies_of(found)
    others = max(others, 0)
    total = min(largest + others, NEVER)
    if best == 0:
        total = NEVER
    elif total == 0:
        best = NEVER
    return best if attacking else total, total if attacking else best, second, others, chosen, played, plies


@kernel
@unsigned_indices
def attack(context: Record, setup: Record, ply: int, winning: int, proof_limit: int, disproof_limit: int) -> int:
    """Return the numbers of the position at `ply`, searched until one of them reaches its limit. Changes `context`.

    The memo is that of the position, whose game is not over.

    Parameters
    ----------
    winning : the outcome that the attacker wants
    """
    stack = context["stack"]
    position, child = stack[ply], stack[ply + 1]
    mover = turn(position, setup)
    if has_field(context, DICE) and mover == CHANCE:
        return result_of(NEVER, 0, 0)
    attacking = winning == (FIRST if mover == 0 else SECOND)
    moves, results = context["moves"][ply], context["order"][ply]

    # 1. A certain result, or the moves.
    certain, count = list_attack(context, setup, position, ply, winning, attacking)
    if certain != 0:
        return certain

    # 2. The numbers of the positions after them, as far as they are known.
    for index in range(count):
        move = np.int64(moves[index])
        if not forcing_step(context, setup, ply, move):
            return result_of(1, 1, 0)
        ending = outcome(child, setup)
        if ending != ONGOING:
            results[index] = result_of(0, NEVER, 0) if ending == winning else result_of(NEVER, 0, 0)
        else:
            results[index] = known_numbers(context, attack_key(context, setup, child, winning))

    # 3. Follow the cheapest one, until it is decided or others are cheaper elsewhere.
    while True:
        proof, disproof, second, others, chosen, played, plies = cheapest(results, count, attacking)
        if proof >= proof_limit or disproof >= disproof_limit or proof == 0 or disproof == 0:
            break
        move = np.int64(moves[chosen])
        if context["forcing_nodes"] >= context["forcing_limit"] or not forcing_step(context, setup, ply, move):
            break
        step = min(second + 1 + second // SLACK, NEVER)
        if attacking:
            low, high = min(proof_limit, step), disproof_limit - others
        else:
            low, high = proof_limit - others, min(disproof_limit, step)
        update_memo(context, setup, ply + 1)
        results[chosen] = attack(context, setup, ply + 1, winning, np.int64(low), np.int64(high))
        undo_memo(context, setup, ply + 1)

    # 4. Remember.
    move = np.int64(moves[played if proof == 0 else chosen])
    packed = proof << NEVER_BITS | disproof
    numbers_key = attack_key(context, setup, position, winning)
    store(context, numbers_key, packed, move, np.int64(min(plies + 1, PLIES_LIMIT)), LOWER)
    if proof == 0:
        position_key = np.uint64(key(position, setup, False)) ^ context["salt"]
        score = win_in(context, plies + 1)
        store(context, position_key, score if attacking else -score, move if attacking else NO_MOVE, 1, EXACT)
    return result_of(proof, disproof, plies + 1)


@helper
def known_numbers(context: Record, numbers_key: int) -> int:
    """Return the numbers that the table holds for an `attack_key`, else 1 and 1."""
    data = probe(context, numbers_key)
    if data == NOTHING:
        return result_of(1, 1, 0)
    packed = score_in(data)
    return result_of(packed >> NEVER_BITS, packed & NEVER, depth_in(data))


@helper
def look_for_attack(context: Record, setup: Record, nodes: int) -> int:
    """Return the score of a win by threats for the side to move at the root, found within `nodes`, or 0. Changes `context`.

    The memo is the root's, whose game is not over. The root's line is that of the win as far as the table holds it; an outcome
    that the game has decided has no line, and is no attack.
    """
    position = context["stack"][0]
    if decided(position, setup, context["memo"]) != ONGOING:
        return 0
    winning = FIRST if turn(position, setup) == 0 else SECOND
    context["forcing_limit"] = context["forcing_nodes"] + nodes
    result = attack(context, setup, np.int64(0), np.int64(winning), np.int64(NEVER), np.int64(NEVER))
    if context["status"] != RUNNING or proof_of(result) != 0:
        return 0
    follow_proof(context, setup, np.int64(winning))
    return win_in(context, plies_of(result)) if context["line_length"][0] > 0 else 0


@helper
def follow_proof(context: Record, setup: Record, winning: int) -> None:
    """Write the line of a proven win at the root as far as the table holds it and the limits allow, in place."""
    line, ply, length, ended = context["line"][0], np.int64(0), 0, False
    while ply < PLIES - 2 and not ended:
        data = probe(context, attack_key(context, setup, context["stack"][ply], winning))
        if data == NOTHING or score_in(data) >> NEVER_BITS != 0:
            break
        move = move_in(data)
        line[length] = move
        length += 1
        if not forcing_step(context, setup, ply, move):
            break
        ply += 1
        ended = outcome(context["stack"][ply], setup) != ONGOING
        if not ended:
            update_memo(context, setup, ply)
    context["line_length"][0] = length
    while ply > 0:
        if not ended:
            undo_memo(context, setup, ply)
        ended = False
        ply -= 1
