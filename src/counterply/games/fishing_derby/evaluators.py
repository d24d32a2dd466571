"""Evaluators of Fishing Derby."""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import kernel
from counterply.core.evaluator import Evaluator
from counterply.games.fishing_derby.rules import NO_BITS, NO_FISH, ONE, fish_cell, fish_left, on_rod
from counterply.games.fishing_derby.scenarios import SIZE, SURFACE

NEVER = np.int64(1 << 20)  # a time after every game
PATIENCE = 4.0  # plies added to an errand before its points are divided by its time
NEARER = 5  # cells that hook and fish can come nearer in two plies


@kernel
def points_ahead(position: Any, player: int) -> int:
    """Return the points that `player` has landed minus the opponent's."""
    return position["score"][player] - position["score"][1 - player]  # type: ignore[no-any-return]


@kernel
def pull(position: Any, setup: Any, player: int) -> float:
    """Return the report's sum over the fish left: value / (d_own + 1) - value / (2 d_opponent + 1), distances without wrap."""
    total = 0.0
    other = 1 - player
    left = fish_left(position)
    while left != NO_BITS:
        fish = lowest_bit(left)
        left &= left - ONE
        cell = fish_cell(position, setup, fish)
        x, y = cell % SIZE, cell // SIZE
        own = abs(x - position["hook_x"][player]) + abs(y - position["hook_y"][player])
        opponent = abs(x - position["hook_x"][other]) + abs(y - position["hook_y"][other])
        total += setup["value"][fish] / (own + 1.0) - setup["value"][fish] / (2.0 * opponent + 1.0)
    return total


def certain(position: Any, setup: Any, player: int) -> float:
    """Points ahead, the fish on the rods counted as landed where there is time to."""
    return float(points_ahead(position, player) + on_rod(position, setup, player) - on_rod(position, setup, 1 - player))


@kernel
def catch_time(setup: Any, fish: int, x: int, y: int, ready: int) -> int:
    """Return when a hook at x, y can have a free fish, alone on the sea; `NEVER` if it cannot be landed any more.

    `ready` is when the player's next ply begins.
    """
    moves = np.int64(0)
    while True:
        caught = ready + 2 * moves - 1 if moves > 0 else ready
        if caught > setup["length"]:
            return NEVER  # type: ignore[return-value]
        cell = np.int64(setup["cell"][caught, fish])
        fish_y = cell // SIZE
        across = abs(cell - fish_y * SIZE - x)
        distance = min(across, SIZE - across) + abs(fish_y - y)
        if distance <= moves:
            return caught if caught + 2 * (SURFACE - fish_y) <= setup["length"] else NEVER  # type: ignore[return-value]
        moves += max(np.int64(1), (distance - moves) // NEARER)


@kernel
def target(setup: Any, good: int, x: int, y: int, ready: int, other_x: int, other_y: int, other_ready: int) -> tuple[int, int]:
    """Return the fish that a boat goes for, and when it has it: the most points for the time, of those that it can have first.

    `good` are the bits of the fish that are worth something. NO_FISH, NEVER where there is none.
    """
    best_fish, best_time, best_rate = np.int64(NO_FISH), np.int64(NEVER), 0.0
    while good != NO_BITS:
        fish = np.int64(lowest_bit(good))
        good &= good - ONE  # type: ignore[assignment]
        caught = catch_time(setup, fish, x, y, ready)
        if caught == NEVER or caught > catch_time(setup, fish, other_x, other_y, other_ready):
            continue
        plies = caught + 2 * (SURFACE - setup["cell"][caught, fish] // SIZE) - ready + 1
        rate = setup["value"][fish] / (plies + PATIENCE)
        if rate > best_rate:
            best_fish, best_time, best_rate = fish, caught, rate
    return best_fish, best_time  # type: ignore[return-value]


@kernel
def errands(position: Any, setup: Any, discount: float) -> float:
    """Return the first player's certain points, and those of a race for the good fish in which each boat goes for what pays best.

    A fish that is landed in n plies counts 1 / (1 + discount * n) of its value.
    """
    now = np.int64(position["time"])
    total = float(points_ahead(position, 0) + on_rod(position, setup, 0) - on_rod(position, setup, 1))
    good, free = np.uint64(0), position["free"]
    while free != NO_BITS:
        fish = lowest_bit(free)
        if setup["value"][fish] > 0 and setup["last_catch"][fish] > now:
            good |= ONE << np.uint64(fish)
        free &= free - ONE
    x0, y0, ready0 = np.int64(position["hook_x"][0]), np.int64(position["hook_y"][0]), now + (position["turn"] != 0)
    x1, y1, ready1 = np.int64(position["hook_x"][1]), np.int64(position["hook_y"][1]), now + (position["turn"] != 1)
    if position["rod"][0] != NO_FISH:
        y0, ready0 = np.int64(SURFACE), ready0 + 2 * (SURFACE - y0)
    if position["rod"][1] != NO_FISH:
        y1, ready1 = np.int64(SURFACE), ready1 + 2 * (SURFACE - y1)
    while good != NO_BITS:
        fish0, time0 = target(setup, good, x0, y0, ready0, x1, y1, ready1)
        fish1, time1 = target(setup, good, x1, y1, ready1, x0, y0, ready0)
        first = time0 <= time1
        fish, time = (fish0, time0) if first else (fish1, time1)
        if fish == NO_FISH:
            break
        good &= ~(ONE << np.uint64(fish))
        cell = np.int64(setup["cell"][time, fish])
        landed = time + 2 * (SURFACE - cell // SIZE)
        points = setup["value"][fish] / (1.0 + discount * (landed - now))
        if first:
            total += points
            x0, y0, ready0 = cell % SIZE, np.int64(SURFACE), landed + 1
        else:
            total -= points
            x1, y1, ready1 = cell % SIZE, np.int64(SURFACE), landed + 1
    return total


def race(position: Any, setup: Any, player: int, weights: Any) -> float:
    """A race for the good fish, as if no boat changed its mind, and a little of the report's sum, which also knows bad fish."""
    total = errands(position, setup, weights[0])
    near = pull(position, setup, player) - pull(position, setup, 1 - player)
    return (total if player == 0 else -total) + weights[1] * near  # type: ignore[no-any-return]


def score(position: Any, setup: Any, player: int) -> float:
    """Points ahead, as landed."""
    return float(points_ahead(position, player))


def report(position: Any, setup: Any, player: int) -> float:
    """Points ahead and the report's sum, which its text says was meant."""
    return points_ahead(position, player) + pull(position, setup, player)  # type: ignore[no-any-return]


def report_listing(position: Any, setup: Any, player: int) -> float:
    """The report's sum alone, as its listing has it: landing a good fish lowers it."""
    return pull(position, setup, player)  # type: ignore[no-any-return]


evaluators = [
    Evaluator(
        "race", race, weights=(0.02, 0.1), antisymmetric=True, future=True, source="ours; weights from matches at 5,000 nodes"
    ),
    Evaluator("certain", certain, antisymmetric=True, future=True, source="a fish on the rod is certain points if time allows"),
    Evaluator("score", score, antisymmetric=True, future=True, source="the course's suggestion: the score difference"),
    Evaluator("report", report, future=True, source="the report's text: its sum over the fish, and the points"),
    Evaluator("report_listing", report_listing, source="the report's listing; the distance without wrap is our reading"),
]
