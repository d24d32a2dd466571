"""Evaluators of Blocker."""

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.evaluator import Evaluator
from counterply.plugins.blocker.hints import flood
from counterply.plugins.blocker.rules import ONE, STEP_X, STEP_Y

FOOD_STEP = 0.5  # factor of the value of food for each further step of distance
FOOD_NAMES = ("food eaten", "food near", "room", "ways out")
FOOD_WEIGHTS = (1.0, 0.6, 0.02, 0.05)  # by hand; docs/plugins/blocker/blocker.md has a match against `food`


@kernel
def spread(position: Record, agent: int, area: np.ndarray, grown: np.ndarray) -> float:
    """Return the sum of ``FOOD_STEP ** distance`` over the food that `agent` can reach; `area` and `grown` are overwritten.

    Parameters
    ----------
    area, grown : uint64[rows]
    """
    walls, food = position["walls"], position["food"]
    last = len(walls) - 1
    for row in range(last + 1):
        area[row] = 0
    area[np.int64(position["y"][agent])] = ONE << np.uint64(position["x"][agent])
    worth, total, changed = 1.0, 0.0, True
    while changed:
        changed = False
        for row in range(1, last):
            here = area[row]
            grown[row] = here | (here << ONE | here >> ONE | area[row - 1] | area[row + 1]) & ~walls[row]
        if worth == 1.0:  # the food that it stands on
            for row in range(1, last):
                total += popcount(food[row] & area[row])
        worth *= FOOD_STEP
        for row in range(1, last):
            new = grown[row] & ~area[row]
            if new:
                changed = True
                total += worth * popcount(food[row] & new)
                area[row] = grown[row]
    return total


@kernel
def ways_out(position: Record, agent: int) -> int:
    """Return how many of the four cells beside `agent` are no walls."""
    x, y = np.int64(position["x"][agent]), np.int64(position["y"][agent])
    count = 0
    for step in range(4):
        if not (position["walls"][y + STEP_Y[step]] >> np.uint64(x + STEP_X[step])) & ONE:
            count += 1
    return count


@kernel
def room(position: Record, agent: int, area: np.ndarray) -> int:
    """Return how many open cells `agent` can reach; `area` is overwritten."""
    flood(position, agent, area)
    cells = 0
    for row in range(len(area)):
        cells += popcount(area[row])
    return cells


def assignment(position: Record, player: int) -> float:
    """0 for every position that is not over: the assignment's value of a state."""
    return 0.0


def food(position: Record, player: int) -> float:
    """Food eaten, minus the opponent's."""
    return float(position["score"][player]) - float(position["score"][1 - player])


def reach(position: Record, player: int, out: np.ndarray) -> None:
    """Write food eaten, food near, room and ways out, each minus the opponent's."""
    area, grown = np.empty_like(position["walls"]), np.empty_like(position["walls"])
    other = 1 - player
    out[0] = float(position["score"][player]) - float(position["score"][other])
    out[1] = spread(position, player, area, grown) - spread(position, other, area, grown)
    out[2] = room(position, player, area) - room(position, other, area)
    out[3] = ways_out(position, player) - ways_out(position, other)


evaluators = [
    Evaluator(
        "reach",
        features=reach,
        feature_names=FOOD_NAMES,
        weights=FOOD_WEIGHTS,
        antisymmetric=True,
        source="ours: food eaten and near, room to move; weights by hand",
    ),
    Evaluator("food", food, antisymmetric=True, source="the assignment's score: food eaten, minus the opponent's"),
    Evaluator(
        "assignment", assignment, antisymmetric=True, reference=True, source="the assignment's value: 1, 0, -1; 0 before the end"
    ),
]
