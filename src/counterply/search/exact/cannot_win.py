"""Keeping a seat from winning: a proof of "cannot win" that stands where positions repeat.

The other seat, the holder, tries to force, within a number of plies, a position that is certainly no win for the attacker: an
ending, or one where the game says that its `best_margin` is no win. This is an ordinary goal in finitely many plies, so no line
depends on a repetition and the result is valid for every path. A search that does not reach the goal in time proves nothing.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from counterply.compiling.kernels import cached_kernel, helper
from counterply.core.aliases import Depth, Ply, Record, Seat
from counterply.core.contract import best_margin, key, legal_moves, outcome, turn
from counterply.core.limits import Limit
from counterply.core.values import DRAW, EXACT, FIRST, ONGOING, SECOND
from counterply.search.alphabeta.context import (
    COMPLETE,
    HOLD_SALTS,
    NO_MOVE,
    NOTHING,
    PLIES,
    RUNNING,
    depth_in,
    move_in,
    probe,
    store,
)
from counterply.search.alphabeta.engine import MAX_DEPTH, PROOF_TECHNIQUES, Engine
from counterply.search.alphabeta.ordering import order_moves, pick_move
from counterply.search.alphabeta.step import step
from counterply.search.alphabeta.technique import LISTED, note_cut
from counterply.search.repetition import may_run_out

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

HELD, NOT_HELD, OPEN = 1, 0, -1
LOOKS_AHEAD = 3  # plies: deeper searches look all successors up before they search one


@cached_kernel
def at_once(context: Record, position: Record, setup: Record, attacker: Seat) -> int:
    """Return HELD or NOT_HELD where the game is over, or the attacker certainly cannot win it, else OPEN.

    A draw by the counter holds on this line, and no other: the table may not keep it.
    """
    result = outcome(position, setup)
    if result == DRAW and may_run_out(context, position, 0):
        return NOT_HELD
    if result != ONGOING:
        return NOT_HELD if result == (FIRST if attacker == 0 else SECOND) else HELD
    return HELD if best_margin(position, setup, attacker) <= 0 else OPEN


@helper
def known(data: int, depth: Depth) -> int:
    """Return the answer of an entry for a search to `depth`: HELD is valid at any depth, NOT_HELD only up to the entry's own."""
    if data == NOTHING:
        return OPEN
    if data & COMPLETE:
        return HELD
    return NOT_HELD if depth_in(data) >= depth else OPEN


@cached_kernel
def holds(context: Record, setup: Record, ply: Ply, depth: Depth, attacker: Seat) -> int:
    """Return HELD if the holder reaches its goal within `depth` plies from the position at `ply`, which is OPEN. Changes `context`.

    At the root, the first of the root's moves becomes the one that was found, or `NO_MOVE`.

    Parameters
    ----------
    ply, depth, attacker : int64, and so is the answer
    """
    if depth <= 0 or ply >= PLIES - 1:
        return NOT_HELD
    position = context["stack"][ply]

    # 1. The table.
    position_key = np.uint64(key(position, setup, False)) ^ context["salt"]
    data = probe(context, position_key)
    answer, table_move = known(data, depth), move_in(data)
    if answer != OPEN:
        if ply == 0:
            context["root_moves"][0] = table_move
        return answer
    mover = turn(position, setup)
    wanted = np.int64(NOT_HELD if mover == attacker else HELD)  # the answer for which one move suffices
    moves, answers = context["moves"][ply], context["scores"][ply]
    count = legal_moves(position, setup, moves)
    order_moves(context, ply, count, mover, table_move, LISTED)
    child = context["stack"][ply + 1]
    answer, best = 1 - wanted, NO_MOVE

    # 2. Each move: first those that answer at once, then searches after the others.
    for deeper in range(2):
        for index in range(count):
            move = np.int64(moves[index]) if deeper else np.int64(pick_move(context, ply, index, count))
            if deeper and answers[index] != OPEN:
                continue
            if not step(context, setup, ply, move):
                return NOT_HELD
            if deeper:
                found = np.int64(holds(context, setup, ply + 1, depth - 1, attacker))
                if context["status"] != RUNNING:
                    return NOT_HELD
            else:
                found = at_once(context, child, setup, attacker)
                if found == OPEN and depth == 1:
                    found = NOT_HELD
                elif found == OPEN and depth > LOOKS_AHEAD:
                    child_key = np.uint64(key(child, setup, False)) ^ context["salt"]
                    found = known(probe(context, child_key), depth - 1)
                answers[index] = found
            if found == wanted:
                answer, best = wanted, move
                break
        if answer == wanted:
            if deeper:
                note_cut(context, ply, mover, best, depth)
            break

    # 3. Remember.
    if ply == 0:
        context["root_moves"][0] = best
    store(context, position_key, 0, best, depth, EXACT | COMPLETE if answer == HELD else EXACT)
    return np.int64(answer)


@dataclass(frozen=True)
class Held:
    """Whether the attacker is proven unable to win, and the cost of the proof.

    `depth`: plies that were tried; `nodes`: calls of play; `move`: the holder's, if it has to move.
    """

    proven: bool
    depth: int
    nodes: int
    move: int | None = None


def hold(
    engine: Engine,
    position: AnyPosition,
    attacker: Seat,
    limit: Limit,
    first_depth: int = 1,
    tell: Callable[[int], None] = lambda depth: None,
) -> Held:
    """Try to prove, deeper and deeper, that seat `attacker` cannot win from `position`, which is not over; `tell` each depth.

    The results stay in the engine's table: a later call with ``first_depth = depth + 1`` goes on from there.
    """
    context, setup = engine.context, engine.game.setup[0]
    engine.prepare(position, limit, [])
    engine.use(replace(engine.techniques.only(*PROOF_TECHNIQUES), killers=True))
    context["salt"] = np.uint64(engine.game.setup_hash ^ HOLD_SALTS[attacker])
    proven = int(at_once(context, context["stack"][0], setup, attacker)) == HELD
    context["root_moves"][0] = NO_MOVE
    depth = first_depth - 1
    while not proven and depth < min(limit.depth or MAX_DEPTH, MAX_DEPTH):
        tell(depth + 1)
        proven = int(holds(context, setup, 0, depth + 1, attacker)) == HELD
        if context["status"] != RUNNING:
            break
        depth += 1
    move = int(context["root_moves"][0])
    return Held(proven, depth, int(context["nodes"]), move if proven and move != NO_MOVE else None)
