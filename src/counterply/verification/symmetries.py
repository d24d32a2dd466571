"""Checks of images, redraws and frozen positions: symmetries, hidden information, and information that must not appear."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.aliases import Record
from counterply.core.contract import LONGEST_LINE
from counterply.core.position import Position
from counterply.core.values import CHANCE, ONGOING
from counterply.verification.findings import BrokenError, short

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
    for listed in ("legal_moves", "required"):
        if listed in facts:
            _check_images(battery, symmetry, (position.record, facts[listed][0]), (image, seen.get(listed, ([], []))[0]), listed)


def _check_images(
    battery: Battery, symmetry: int, here: tuple[Record, list[int]], there: tuple[Record, list[int]], listed: str
) -> None:
    """Check that the moves of an image lead to the images of what the moves here lead to; raises `BrokenError`."""
    rules, name = battery.rules, f"symmetry {symmetry}"
    if len(here[1]) != len(there[1]):
        happened = f"{name}: {listed} are {len(here[1])}, and in the image {len(there[1])}"
        raise BrokenError("a symmetry keeps the number of moves", happened)
    turned_then_played = {rules.after_move(there[0], move).tobytes(): move for move in there[1]}
    for move in here[1]:
        played_then_turned = rules.changed_by("transform", rules.after_move(here[0], move), symmetry).tobytes()
        if played_then_turned not in turned_then_played:
            happened = f"{name} and move {move}: none of {listed} in the image leads to the image of the position after it"
            raise BrokenError("a symmetry commutes with play", happened)


def _check_kept(promise: str, names: Iterable[str], facts: dict[str, Any], seen: dict[str, Any]) -> None:
    """Check that some facts have not changed; raises `BrokenError`."""
    for name in names:
        if seen.get(name) != facts.get(name):
            raise BrokenError(promise, f"{name} becomes {short(seen.get(name))}, was {short(facts.get(name))}")


def check_resampling(battery: Battery, position: Position, facts: dict[str, Any]) -> None:
    """Check that a redraw depends on nothing hidden, and keeps its viewer's knowledge."""
    viewer = int(battery.random.integers(2))
    seeds = [int(seed) for seed in battery.random.integers(1, 1 << 62, 3)]

    def redraw(record: Record, seed: int) -> Record:
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


def check_played_on(battery: Battery, record: Record, facts: dict[str, Any]) -> None:
    """Check that a redrawn position can be played to an end, or for `LONGEST_LINE` plies."""
    for _ in range(LONGEST_LINE):
        if facts["outcome"] != ONGOING or facts["turn"] == CHANCE:
            return
        moves = facts["legal_moves"][0]
        if not moves:
            raise BrokenError("a position of resample can be played", "after some moves there is none, and outcome is ONGOING")
        record = battery.rules.after_move(record, int(battery.random.choice(moves)))
        facts = battery.rules.facts(record)


def check_freezing(battery: Battery, position: Position) -> None:
    """Check that a redraw after which nothing new appears differs in nothing that is there."""
    viewer, seed = int(battery.random.integers(2)), int(battery.random.integers(1, 1 << 62))

    def redrawn(frozen: int) -> dict[str, Any]:
        random = np.array([seed], np.uint64)
        return battery.rules.facts(battery.rules.changed_by("resample", position.record, viewer, random, frozen=frozen))

    kept = ("turn", "outcome", "margin", "legal_moves")
    _check_kept("resample with frozen changes nothing that is there", kept, redrawn(0), redrawn(1))
