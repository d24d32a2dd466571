"""Evaluators of Fishing Derby."""

from __future__ import annotations

from typing import Any

from counterply.evaluator import Evaluator
from counterply.games.derby_scenarios import SIZE
from counterply.games.fishing_derby import NO_BITS, ONE, fish_cell, fish_left, on_rod
from counterply.kernel import kernel, lowest_bit


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
    Evaluator("certain", certain, antisymmetric=True, future=True, source="a fish on the rod is certain points if time allows"),
    Evaluator("score", score, antisymmetric=True, future=True, source="the course's suggestion: the score difference"),
    Evaluator("report", report, future=True, source="the report's text: its sum over the fish, and the points"),
    Evaluator("report_listing", report_listing, source="the report's listing; the distance without wrap is our reading"),
]
