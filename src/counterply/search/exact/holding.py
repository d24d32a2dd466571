"""Keeping a seat from winning: a proof of "cannot win" that stands where positions repeat.

The other seat, the holder, tries to force within a number of plies what is certainly no win of the attacker: an ending, or a
position that the game calls `hopeless` for the attacker. That is an ordinary goal in finitely many plies: no line is judged by
a repetition, and what is found holds whatever the path was. A search that does not reach the goal in time proves nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.compiling.kernels import cached_kernel
from counterply.core.contract import hopeless, key, legal_moves, outcome, play, turn
from counterply.core.limits import Limit, now_ns
from counterply.core.values import EXACT, FIRST, ONGOING, SECOND
from counterply.search.alphabeta.context import (
    COMPLETE,
    NO_MOVE,
    NOTHING,
    PLIES,
    RUNNING,
    depth_in,
    move_in,
    poll,
    probe,
    store,
)
from counterply.search.alphabeta.engine import MAX_DEPTH, PROOF_TECHNIQUES, Engine
from counterply.search.alphabeta.ordering import order_moves, pick_move, remember_cut

HOLD_SALT = (0xD6E8FEB86659FD93, 0xA5A3564E27F8862F)  # keep each seat's entries apart from scores in the table; odd, at random
HELD, NOT_HELD, OPEN = 1, 0, -1


@cached_kernel
def at_once(position: Any, setup: Any, attacker: int) -> int:
    """Return HELD or NOT_HELD where the game is over or hopeless for the attacker, else OPEN."""
    result = outcome(position, setup)
    if result != ONGOING:
        return NOT_HELD if result == (FIRST if attacker == 0 else SECOND) else HELD
    return HELD if hopeless(position, setup, attacker) else OPEN


@cached_kernel
def holds(context: Any, setup: Any, ply: int, depth: int, attacker: int) -> int:
    """Return HELD if the holder reaches its goal within `depth` plies from the position at `ply`, which is OPEN. Changes `context`.

    Parameters
    ----------
    ply, depth, attacker : int64, and so is the answer
    """
    if depth <= 0 or ply >= PLIES - 1:
        return np.int64(NOT_HELD)  # type: ignore[return-value]
    position = context["stack"][np.uint64(ply)]

    # 1. The table: held is held at any depth; not held, only to the depth that was searched.
    position_key = np.uint64(key(position, setup)) ^ context["salt"]
    table_move = np.int64(NO_MOVE)
    data = np.int64(probe(context, position_key))
    if data != NOTHING:
        if data & COMPLETE:
            return np.int64(HELD)  # type: ignore[return-value]
        if depth_in(data) >= depth:
            return np.int64(NOT_HELD)  # type: ignore[return-value]
        table_move = np.int64(move_in(data))
    mover = np.int64(turn(position, setup))
    wanted = np.int64(NOT_HELD if mover == attacker else HELD)  # what one move is enough for
    moves = context["moves"][np.uint64(ply)]
    count = np.int64(legal_moves(position, setup, moves))
    order_moves(context, ply, count, mover, table_move, False)
    child = context["stack"][np.uint64(ply + 1)]
    answer, best = 1 - wanted, np.int64(NO_MOVE)

    # 2. Each move: first those that answer at once, then what the others lead to.
    for look in range(2):
        for index in range(count):
            move = np.int64(moves[np.uint64(index)]) if look else np.int64(pick_move(context, ply, index, count))
            if context["nodes"] >= context["next_poll"]:
                poll(context)
            if context["status"] != RUNNING:
                return np.int64(NOT_HELD)  # type: ignore[return-value]
            context["nodes"] += 1
            copy_record(child, position)
            play(child, setup, move)
            found = np.int64(at_once(child, setup, attacker))
            if look and found == OPEN:
                found = np.int64(holds(context, setup, ply + 1, depth - 1, attacker))
                if context["status"] != RUNNING:
                    return np.int64(NOT_HELD)  # type: ignore[return-value]
            if found == wanted:
                answer, best = wanted, move
                break
        if answer == wanted:
            if look:
                remember_cut(context, ply, mover, best, depth)
            break

    # 3. Remember.
    store(context, position_key, 0, best, depth, EXACT | COMPLETE if answer == HELD else EXACT)
    return np.int64(answer)  # type: ignore[return-value]


@dataclass(frozen=True)
class Held:
    """Whether the attacker is proven unable to win, to which depth that was tried, and the calls of play."""

    proven: bool
    depth: int
    nodes: int


def hold(engine: Engine, position: Any, attacker: int, limit: Limit, first_depth: int = 1) -> Held:
    """Try to prove, deeper and deeper, that seat `attacker` cannot win from `position`, which is not over.

    What is found stays in the engine's table: a later call with ``first_depth = depth + 1`` goes on.
    """
    context, setup = engine.context, engine.game.setup[0]
    engine.prepare(position, limit, [], begin=now_ns())
    engine.use(engine.techniques.only(*PROOF_TECHNIQUES))
    context["salt"] = np.uint64(engine.game.setup_hash ^ HOLD_SALT[attacker])
    proven = int(at_once(context["stack"][0], setup, attacker)) == HELD
    depth = first_depth - 1
    while not proven and depth < min(limit.depth or MAX_DEPTH, MAX_DEPTH):
        proven = int(holds(context, setup, 0, depth + 1, attacker)) == HELD
        if context["status"] != RUNNING:
            break
        depth += 1
    return Held(proven, depth, int(context["nodes"]))
