"""Whether equal positions have equal keys, however they were reached, and different ones differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from counterply.core.position import Position
from counterply.verification.findings import BrokenError, answers_of, place_text

if TYPE_CHECKING:
    from counterply.verification.battery import Battery

KEY_SAMPLE = 8  # positions in which a field is changed, to see whether it is only a key
IMAGES = 0.2  # share of the positions whose image under a symmetry is asked for its key
ORDERS = 300  # of moves exchanged, to reach a position in another way


def check_keys(battery: Battery) -> None:
    """Check that equal positions have equal keys however they were reached, and that different ones differ."""
    if not battery.visited or battery.broken:
        return
    derived = key_fields(battery)
    by_state: dict[bytes, Position] = {}
    by_key: dict[int, Position] = {}
    for position in [*battery.visited, *transpositions(battery)]:
        state = position.copy_record()
        for name in derived:
            state[name] = 0
        known = by_state.setdefault(state.tobytes(), position)
        if known.key() != position.key():
            return battery.broke(
                "equal positions have equal keys", position, f"[{place_text(known)}] is the same position, with another key"
            )
        other = by_key.setdefault(position.key(), position)
        if answers_of(other) != answers_of(position):
            return battery.broke(
                "different positions have different keys", position, f"the key of [{place_text(other)}] is the same"
            )
        if battery.game.symmetries > 1 and battery.random.random() < IMAGES:
            image = battery.rules.changed_by("transform", position.record, int(battery.random.integers(1, battery.game.symmetries)))
            again = Position(battery.game, image)
            if again.canonical_key() != position.canonical_key():
                return battery.broke(
                    "symmetric positions share a canonical key",
                    position,
                    "the symmetries are no group, or the key is not made of the position",
                )


def key_fields(battery: Battery) -> list[str]:
    """Return the record's fields that only carry an incremental key: changing them changes nothing but the key."""
    found = []
    for name in battery.game.record.names or () if battery.game.has("key") else ():
        if battery.game.record[name] != np.dtype(np.uint64):
            continue
        only_key = True
        for position in battery.some(KEY_SAMPLE):
            record = position.copy_record()
            record[name] ^= np.uint64(0x5555_5555_5555_5555)
            try:
                facts, other = battery.plain.facts(position.record), battery.plain.facts(record)
            except (BrokenError, ArithmeticError, ValueError):
                only_key = False
                break
            only_key &= other.pop("key") != facts.pop("key")
            only_key &= {**other, "future_key": 0} == {**facts, "future_key": 0}  # which may be made of it
        if only_key:
            found.append(name)
    return found


def transpositions(battery: Battery) -> list[Position]:
    """Return positions of the random games, reached by another order of moves."""
    found = []
    for _ in range(ORDERS):
        position = battery.visited[int(battery.random.integers(len(battery.visited)))]
        if position.ply < 3:
            continue
        order, place = list(position.history), int(battery.random.integers(position.ply - 2))
        order[place], order[place + 2] = order[place + 2], order[place]
        other = battery.game.start()
        for move in order:
            if move not in other.moves():
                break
            other = other.after(move)
        else:
            found.append(other)
    return found
