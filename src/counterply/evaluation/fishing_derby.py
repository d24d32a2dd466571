"""Evaluators of Fishing Derby."""

from __future__ import annotations

from typing import Any

from counterply.evaluator import Evaluator
from counterply.games.fishing_derby import NO_FISH, SURFACE
from counterply.kernel import kernel


@kernel
def points_ahead(position: Any, player: int) -> int:
    """Return the points that `player` has landed minus the opponent's."""
    return position["score"][player] - position["score"][1 - player]  # type: ignore[no-any-return]


@kernel
def reel_in(position: Any, setup: Any, player: int) -> int:
    """Return the value of the fish on `player`'s rod if there is time to land it."""
    fish = position["rod"][player]
    if fish == NO_FISH:
        return 0
    plies = setup["length"] - position["time"]
    own_plies = (plies + 1) // 2 if position["turn"] == player else plies // 2
    return setup["value"][fish] if own_plies >= SURFACE - position["fish_y"][fish] else 0  # type: ignore[no-any-return]


@kernel
def pull(position: Any, setup: Any, player: int) -> float:
    """Return the report's sum over the fish left: value / (d_own + 1) - value / (2 d_opponent + 1), distances without wrap."""
    total = 0.0
    other = 1 - player
    for fish in range(setup["fish"]):
        if position["is_left"][fish]:
            x, y = position["fish_x"][fish], position["fish_y"][fish]
            own = abs(x - position["hook_x"][player]) + abs(y - position["hook_y"][player])
            opponent = abs(x - position["hook_x"][other]) + abs(y - position["hook_y"][other])
            total += setup["value"][fish] / (own + 1.0) - setup["value"][fish] / (2.0 * opponent + 1.0)
    return total


def certain(position: Any, setup: Any, player: int) -> float:
    """Points ahead, the fish on the rods counted as landed where there is time to."""
    return float(points_ahead(position, player) + reel_in(position, setup, player) - reel_in(position, setup, 1 - player))


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
    Evaluator("certain", certain, antisymmetric=True, source="a fish on the rod is certain points if time allows"),
    Evaluator("score", score, antisymmetric=True, source="the course's suggestion: the score difference"),
    Evaluator("report", report, source="the report's text: its sum over the fish, and the points"),
    Evaluator("report_listing", report_listing, source="the report's listing; the distance without wrap is our reading"),
]
