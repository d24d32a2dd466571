"""Hints of Blocker: who can be kept from winning for ever."""

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.plugins.blocker.rules import ONE


@kernel
def flood(position: Record, agent: int, area: np.ndarray) -> None:
    """Write the open cells that `agent` can ever step on into `area`, in place, its own cell included if that is no wall.

    Parameters
    ----------
    area : uint64[rows]
    """
    walls = position["walls"]
    last = len(walls) - 1
    x, y = np.uint64(position["x"][agent]), np.int64(position["y"][agent])
    for row in range(last + 1):
        area[row] = 0
    area[y] = (ONE << x | ONE << (x - ONE) | ONE << (x + ONE)) & ~walls[y]
    area[y - 1] = (ONE << x) & ~walls[y - 1]
    area[y + 1] = (ONE << x) & ~walls[y + 1]
    low: int = max(1, int(y) - 2)  # rows that may grow
    high: int = min(last - 1, int(y) + 2)
    changed = True
    while changed:
        changed = False
        for row in range(low, high + 1):
            here = area[row]
            grown = (here | here << ONE | here >> ONE | area[row - 1] | area[row + 1]) & ~walls[row]
            if grown != here:
                area[row] = grown
                changed = True
                low, high = max(1, min(low, row - 1)), min(last - 1, max(high, row + 1))


@kernel
def is_refuge(walls: np.ndarray, reach: np.ndarray, x: int, y: int) -> bool:
    """Tell whether the open cell (x, y) and an open one beside it are out of the other agent's `reach`."""
    if ((walls[y] | reach[y]) >> x) & ONE:
        return False
    return not (walls[y - 1] & walls[y + 1] & walls[y] >> ONE & walls[y] << ONE) >> x & ONE


def best_margin(position: Record, player: int) -> int:
    """No win, if the other agent is safe in a room of its own, and the food cannot run out in the player's favour.

    An agent that stands on an open cell of a room of at least two, where the other one cannot come, can go to and fro for ever. So
    it can if it stands on a wall beside that room, and has still to step into it. It need not eat the food in its room, and neither
    agent eats food out of reach of both: then the food does not run out.
    """
    other = 1 - player
    x, y = np.uint64(position["x"][other]), np.int64(position["y"][other])
    walls, food = position["walls"], position["food"]
    reach = np.empty_like(walls)
    flood(position, player, reach)
    if (walls[y] >> x) & ONE:
        refuge = is_refuge(walls, reach, x - ONE, y) or is_refuge(walls, reach, x + ONE, y)
        refuge = refuge or is_refuge(walls, reach, x, y - 1) or is_refuge(walls, reach, x, y + 1)
    else:
        refuge = is_refuge(walls, reach, x, y)
    if not refuge:
        return 1
    within = 0
    for row in range(len(walls)):
        within += popcount(food[row] & reach[row])
    kept = position["left"] > within or position["score"][player] + within <= position["score"][other]
    return 0 if kept else 1
