"""Whether equal positions have equal keys, however they were reached, and different ones differ."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.game import QUIET
from counterply.core.position import Position, possible_moves
from counterply.core.values import CHANCE
from counterply.verification.findings import BrokenError, answers_of, place_text, short
from counterply.verification.future_keys import around
from counterply.verification.repeated_positions import as_fresh

if TYPE_CHECKING:
    from counterply.verification.battery import Battery

KEY_SAMPLE = 8  # positions in which a field is changed, to see whether it is only a key
IMAGES = 0.2  # share of the positions whose image under a symmetry is asked for its key
ORDERS = 300  # of moves exchanged, to reach a position in another way
ROOTS = 24  # positions of random games whose surroundings are looked at
RETURNS = 200  # ways of four plies, to come back to the same key
SHARING = 4  # positions of one key that are compared with a new one
RUNS, PLIES = 4, 128  # in which two positions are played on by the same moves
TRIES = 8  # moves, to find one after which they still differ
SHARED = "positions that share a key have the same future"


def check_keys(battery: Battery) -> None:
    """Check that equal positions have equal keys however they were reached, and that different ones differ."""
    if not battery.visited or battery.broken:
        return
    derived = key_fields(battery)
    by_state: dict[bytes, Position] = {}
    by_key: dict[int, Position] = {}
    for position in [*battery.visited, *transpositions(battery)]:
        known = by_state.setdefault(_state(position, derived), position)
        if known.key() != position.key():
            return battery.broke(
                "equal positions have equal keys", position, f"[{place_text(known)}] is the same position, with another key"
            )
        other = by_key.setdefault(position.key(), position)
        if answers_of(as_fresh(other)) != answers_of(as_fresh(position)):
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


def check_shared_keys(battery: Battery, deadline: float) -> None:
    """Play positions on that share a key, by the same moves: what the key leaves out must not matter. Until `deadline`.

    All of them are reached by moves, so that a field is never changed to what it cannot be.
    """
    if not battery.game.has("key") or battery.game.hidden or battery.broken:
        return
    derived, seen = key_fields(battery), set()
    by_key: dict[int, list[Position]] = {}
    for position in _reached(battery):
        if time.monotonic() > deadline:
            return
        state = _state(position, derived)
        if state in seen:
            continue
        seen.add(state)
        sharing = by_key.setdefault(position.key(), [])
        for other in sharing[:SHARING]:
            for _ in range(RUNS):
                if apart := _futures_apart(battery, position, other, derived):
                    return battery.broke(SHARED, position, f"[{place_text(other)}] has the same, but{apart}")
        sharing.append(position)


def _state(position: Position, derived: list[str]) -> bytes:
    """Return the bytes of a position's record without the fields that only carry a key."""
    state = position.copy_record()
    for name in [*derived, *([QUIET] if position.game.repetition else [])]:
        state[name] = 0
    return state.tobytes()  # type: ignore[no-any-return]


def _reached(battery: Battery) -> Iterator[Position]:
    """Yield positions that may share their keys: of random games, by other orders of moves, nearby, and by ways back."""
    yield from battery.visited
    yield from transpositions(battery)
    ongoing = battery.sample(ROOTS)
    for root in [battery.game.start(), *ongoing]:
        yield from around(battery.rules, root)
    for number in range(RETURNS if ongoing else 0):
        yield from _ways_back(battery, ongoing[number % len(ongoing)])


def _ways_back(battery: Battery, root: Position) -> Iterator[Position]:
    """Yield positions with the key of `root`, two moves of each side later; the first two are random."""
    position, key = root, root.key()
    for _ in range(2):
        if position.turn == CHANCE or position.over:
            return
        position = position.after(int(battery.random.choice(position.moves())))
    for third in position.moves():
        back = position.after(third)
        yield from (end for move in back.moves() if (end := back.after(move)).key() == key)


def _futures_apart(battery: Battery, one: Position, other: Position, derived: list[str]) -> str:
    """Play both on by the same random moves, which keep their records different if they can; return what came out, or ''."""
    played: list[int] = []
    first, second = as_fresh(one), as_fresh(other)
    for _ in range(PLIES):
        for what, said in SAID.items():
            if said(first) != said(second):
                after = f" after the moves {' '.join(one.line_text(played))}" if played else ""
                return f"{after}: {what} {short(said(second))} and {short(said(first))}"
        if first.over:
            return f": margin {second.margin()} and {first.margin()}" if _points(first) != _points(second) else ""
        for move in battery.random.permutation(possible_moves(first))[:TRIES].tolist():
            pair = first.after(move), second.after(move)
            if _state(pair[0], derived) != _state(pair[1], derived):
                break
        else:
            return ""
        played.append(move)
        first, second = pair
    return ""


def _points(position: Position) -> int:
    return position.margin() if position.game.by_margin else 0


SAID: dict[str, Callable[[Position], Any]] = {"turn": lambda at: at.turn, "outcome": Position.outcome, "moves": possible_moves}


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
            only_key &= {**other, "future": 0} == {**facts, "future": 0}  # which may be made of it
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
