"""Evaluators of Fishing Derby."""

from __future__ import annotations

import numpy as np

from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.evaluator import Evaluator
from counterply.plugins.fishing_derby.hints import most_ahead
from counterply.plugins.fishing_derby.rules import LONGEST_CHASE, NO_BITS, NO_FISH, ONE, certain_points, fish_cell, fish_left
from counterply.plugins.fishing_derby.scenarios import SIZE, SURFACE

REPORTED = (1.0, 1.0, 2.0)  # of the report: weights of both sums, and the factor of the opponent's distances
NEVER = np.int64(1 << 20)  # a time after every game
PATIENCE = 4.0  # plies added to an errand before its points are divided by its time
SURFACE_ROW = np.int64(SURFACE * SIZE)  # the cell of column 0 at the surface
HEIGHT = np.arange(SIZE * SIZE, dtype=np.int64) // SIZE  # y of each cell
PULL = 1 / (np.arange(2 * SIZE) + 1.0) + 1 / (2.0 * np.arange(2 * SIZE) + 1.0)  # of a fish's value, by distance: see `pull`, twice


@kernel
def points_ahead(position: Record, player: int) -> int:
    """Return the points that `player` has landed minus the opponent's."""
    return position["score"][player] - position["score"][1 - player]  # type: ignore[no-any-return]


@kernel
def pull(position: Record, setup: Record, player: int, own: float, other: float, factor: float) -> float:
    """Return a sum over the fish left: own * value / (d_own + 1) - other * value / (factor * d_opponent + 1), without wrap."""
    total = 0.0
    opponent = 1 - player
    left = fish_left(position)
    while left != NO_BITS:
        fish = lowest_bit(left)
        left &= left - ONE
        cell = fish_cell(position, setup, fish)
        x, y = cell % SIZE, cell // SIZE
        near = abs(x - position["hook_x"][player]) + abs(y - position["hook_y"][player])
        far = abs(x - position["hook_x"][opponent]) + abs(y - position["hook_y"][opponent])
        total += own * setup["value"][fish] / (near + 1.0) - other * setup["value"][fish] / (factor * far + 1.0)
    return total


def certain(position: Record, setup: Record, player: int) -> float:
    """Points ahead, the fish on the rods counted as landed where there is time to."""
    return float(certain_points(position, setup, player))


@kernel
def target(setup: Record, good: int, hook: int, ready: int, other_hook: int, other_ready: int) -> tuple[int, int]:
    """Return the fish that a boat goes for, and when it has it: the most points for the time, of those that it can have first.

    `good` are the bits of the fish that are worth something, `hook` is the boat's cell and `ready` when its next ply begins.
    NO_FISH, NEVER where there is none.
    """
    best_fish, best_time, best_rate = np.int64(NO_FISH), np.int64(NEVER), 0.0
    if ready > setup["length"]:
        return best_fish, best_time  # type: ignore[return-value]
    own = setup["chase"][ready, hook]
    late = other_ready > setup["length"]
    others = setup["chase"][ready if late else other_ready, other_hook]
    while good != NO_BITS:
        fish = lowest_bit(good)
        good &= good - ONE  # type: ignore[assignment]
        plies = np.int64(own[fish])
        if plies >= LONGEST_CHASE:
            continue
        theirs = np.int64(others[fish])
        if not late and theirs < LONGEST_CHASE and ready + plies > other_ready + theirs:
            continue
        caught = ready + plies
        whole = plies + 2 * (SURFACE - HEIGHT[setup["cell"][caught, fish]]) + 1
        rate = setup["value"][fish] / (whole + PATIENCE)
        if rate > best_rate:
            best_fish, best_time, best_rate = np.int64(fish), caught, rate
    return best_fish, best_time  # type: ignore[return-value]


@kernel
def errands(position: Record, setup: Record, discount: float) -> float:
    """Return the first player's certain points, and those of a race for the good fish in which each boat goes for its best fish.

    A fish that is landed in n plies counts 1 / (1 + discount * n) of its value.
    """
    now = np.int64(position["time"])
    total = float(certain_points(position, setup, 0))
    good, free = np.uint64(0), position["free"]
    while free != NO_BITS:
        fish = lowest_bit(free)
        if setup["value"][fish] > 0 and setup["last_catch"][fish] > now:
            good |= ONE << np.uint64(fish)
        free &= free - ONE
    hook0 = np.int64(position["hook_y"][0]) * SIZE + position["hook_x"][0]
    hook1 = np.int64(position["hook_y"][1]) * SIZE + position["hook_x"][1]
    ready0, ready1 = now + (position["turn"] != 0), now + (position["turn"] != 1)
    if position["rod"][0] != NO_FISH:
        hook0, ready0 = SURFACE_ROW + position["hook_x"][0], ready0 + 2 * (SURFACE - position["hook_y"][0])
    if position["rod"][1] != NO_FISH:
        hook1, ready1 = SURFACE_ROW + position["hook_x"][1], ready1 + 2 * (SURFACE - position["hook_y"][1])
    while good != NO_BITS:
        fish0, time0 = target(setup, good, hook0, ready0, hook1, ready1)
        fish1, time1 = target(setup, good, hook1, ready1, hook0, ready0)
        first = time0 <= time1
        fish, time = (fish0, time0) if first else (fish1, time1)
        if fish == NO_FISH:
            break
        good &= ~(ONE << np.uint64(fish))
        cell = np.int64(setup["cell"][time, fish])
        landed = time + 2 * (SURFACE - HEIGHT[cell])
        points = setup["value"][fish] / (1.0 + discount * (landed - now))
        surfaced = SURFACE_ROW + cell % SIZE
        if first:
            total += points
            hook0, ready0 = surfaced, landed + 1
        else:
            total -= points
            hook1, ready1 = surfaced, landed + 1
    return total


@kernel
def nearness(position: Record, setup: Record) -> float:
    """Return the report's sum over the fish left in the first player's view minus the second's, by a table of distances."""
    total = 0.0
    x0, y0, x1, y1 = position["hook_x"][0], position["hook_y"][0], position["hook_x"][1], position["hook_y"][1]
    left = fish_left(position)
    while left != NO_BITS:
        fish = lowest_bit(left)
        left &= left - ONE
        cell = fish_cell(position, setup, fish)
        y = HEIGHT[cell]
        x = cell - y * SIZE
        near0, near1 = PULL[abs(x - x0) + abs(y - y0)], PULL[abs(x - x1) + abs(y - y1)]
        total += setup["value"][fish] * (near0 - near1)
    return total


def race(position: Record, setup: Record, player: int, weights: np.ndarray) -> float:
    """A race for the good fish, as if no boat changed its mind, and a little of the report's sum, which also knows bad fish.

    Never beyond the margins that can still be reached: a side that is certain to lose is behind.
    """
    total = errands(position, setup, weights[0]) + weights[1] * nearness(position, setup)
    total = min(max(total, -most_ahead(position, setup, 1)), most_ahead(position, setup, 0))
    return total if player == 0 else -total  # type: ignore[no-any-return]


def score(position: Record, setup: Record, player: int) -> float:
    """Points ahead, as landed."""
    return float(points_ahead(position, player))


def report(position: Record, setup: Record, player: int, weights: np.ndarray) -> float:
    """Points ahead and the report's sum, which its text says was meant."""
    return points_ahead(position, player) + pull(position, setup, player, weights[0], weights[1], weights[2])  # type: ignore[no-any-return]


def report_listing(position: Record, setup: Record, player: int) -> float:
    """The report's sum alone, as its listing has it: landing a good fish lowers it."""
    return pull(position, setup, player, 1.0, 1.0, 2.0)  # type: ignore[no-any-return]


evaluators = [
    Evaluator(
        "race",
        race,
        feature_names=("discount", "nearness"),
        weights=(0.02, 0.1),
        antisymmetric=True,
        future=True,
        source="ours; weights from matches at 5,000 nodes",
    ),
    Evaluator("certain", certain, antisymmetric=True, future=True, source="a fish on the rod is certain points if time allows"),
    Evaluator("score", score, antisymmetric=True, future=True, source="the course's suggestion: the score difference"),
    Evaluator(
        "report",
        report,
        feature_names=("own pull", "opponent's pull", "opponent's distance"),
        weights=REPORTED,
        future=True,
        source="the report's text: its sum over the fish, and the points; it found the factor 2 by trial",
    ),
    Evaluator("report_listing", report_listing, source="the report's listing; the distance without wrap is our reading"),
]
