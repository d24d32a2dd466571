"""Checks of images, redraws and frozen positions: symmetries, hidden information, and information that must not appear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.contract import LONGEST_LINE
from counterply.core.position import Position
from counterply.core.values import CHANCE, ONGOING
from counterply.verification.findings import BrokenError, changed_fields, short

if TYPE_CHECKING:
    from counterply.verification.battery import Battery

PLAYED_ON = 0.1  # of the redrawn positions are played on


def check_symmetries(battery: Battery, position: Position, facts: dict[str, Any]) -> None:
    """Check one symmetry, at random: moves, outcome and play are the same in the image."""
    symmetry = int(battery.random.integers(1, battery.game.symmetries))
    name = f"symmetry {symmetry}"
    image = battery.rules.changed_by("transform", position.record, symmetry)
    seen = battery.rules.facts(image)
    for fact in ("turn", "outcome", "margin", "decided"):
        if seen.get(fact) != facts.get(fact):
            raise BrokenError(f"a symmetry keeps the {fact}", f"{name} turns {facts.get(fact)} into {seen.get(fact)}")
    if "legal_moves" not in facts:
        return
    images = {move: _move_image(battery, move, symmetry) for move in facts["legal_moves"][0]}
    for listed in ("legal_moves", "required"):
        if listed in facts:
            expected, there = sorted(images[move] for move in facts[listed][0]), seen.get(listed, ([], []))[0]
            if expected != there:
                raise BrokenError(
                    "a symmetry maps moves to moves", f"{name} of {listed} gives {short(expected)}, the image has {short(there)}"
                )
    for move, other in images.items():
        turned_then_played = battery.rules.after_move(image, other)
        played_then_turned = battery.rules.changed_by("transform", battery.rules.after_move(position.record, move), symmetry)
        if turned_then_played.tobytes() != played_then_turned.tobytes():
            raise BrokenError(
                "a symmetry commutes with play",
                f"{name} and move {move}: {changed_fields(battery.game, played_then_turned.tobytes(), turned_then_played)}",
            )


def _move_image(battery: Battery, move: int, symmetry: int) -> int:
    rules = battery.rules
    setup = [rules.setup] if rules.with_setup["transform_move"] else []
    return int(rules.functions["transform_move"](move, *setup, symmetry))


def _check_kept(promise: str, names: Iterable[str], facts: dict[str, Any], seen: dict[str, Any]) -> None:
    """Check that some facts have not changed; raises `BrokenError`."""
    for name in names:
        if seen.get(name) != facts.get(name):
            raise BrokenError(promise, f"{name} becomes {short(seen.get(name))}, was {short(facts.get(name))}")


def check_resampling(battery: Battery, position: Position, facts: dict[str, Any]) -> None:
    """Check that a redraw depends on nothing hidden, and keeps its viewer's knowledge."""
    viewer = int(battery.random.integers(2))
    seeds = [int(seed) for seed in battery.random.integers(1, 1 << 62, 3)]

    def redraw(record: Any, seed: int) -> Any:
        return battery.rules.changed_by("resample", record, viewer, np.array([seed], np.uint64))

    one, other = redraw(position.record, seeds[0]), redraw(position.record, seeds[1])
    if redraw(position.record, seeds[0]).tobytes() != one.tobytes():
        raise BrokenError("resample is decided by its random state", "the same state gave two positions")
    if redraw(one, seeds[2]).tobytes() != redraw(other, seeds[2]).tobytes():
        raise BrokenError("resample leaks nothing hidden", f"for seat {viewer}, the result depends on what it must not know")
    seen = battery.rules.facts(one)
    known = ("turn", "outcome", "legal_moves") if facts["turn"] == viewer else ("turn", "outcome")
    _check_kept("resample keeps what its viewer knows", known, facts, seen)
    battery.redrawn += one.tobytes() != position.record.tobytes()
    if battery.random.random() < PLAYED_ON:
        check_played_on(battery, one, seen)


def check_played_on(battery: Battery, record: Any, facts: dict[str, Any]) -> None:
    """Check that a redrawn position can be played to an end, or for `LONGEST_LINE` plies."""
    for _ in range(LONGEST_LINE):
        if facts["outcome"] != ONGOING or facts["turn"] == CHANCE:
            return
        moves = facts["legal_moves"][0]
        if not moves:
            raise BrokenError("a position of resample can be played", "after some moves there is none, and outcome is ONGOING")
        record = battery.rules.after_move(record, int(battery.random.choice(moves)))
        facts = battery.rules.facts(record)


def check_freezing(battery: Battery, position: Position, facts: dict[str, Any]) -> None:
    """Check that letting nothing new appear changes nothing that is there."""
    seen = battery.rules.facts(battery.rules.changed_by("freeze", position.record))
    _check_kept("freeze changes nothing that is there", ("turn", "outcome", "margin", "legal_moves"), facts, seen)
