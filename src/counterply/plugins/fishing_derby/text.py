"""Fishing Derby in text: the sea as people read it."""

from __future__ import annotations

import re
from typing import Any

from counterply.core.aliases import Record
from counterply.core.errors import GameError
from counterply.core.position import Position
from counterply.core.values import signed
from counterply.plugins.fishing_derby.rules import MOVE_NAMES, NO_FISH, fish_cell, fish_left
from counterply.plugins.fishing_derby.scenarios import SIZE, SURFACE

RULES = """\
Two boats, green and red, fish in the same sea. Each boat has a hook on a line below it. A fish is worth as many
points as it says, and some are worth less than nothing. Whoever has more points at the end wins.

In turn, each player moves its hook one cell:

    left, right   the boat and its hook move sideways; the two boats cannot be in one column
    up, down      the hook is pulled up or let down
    stay          nothing moves

After each move all fish swim one step. Where they will swim is fixed from the start, so both players can plan
ahead. A fish that meets an empty hook is caught, in either player's turn. With a fish on the hook, a boat can only
pull up. The fish counts when it reaches the surface.

The left and the right edge of the sea are one: a boat that leaves at one side comes back at the other. The game
ends when no fish is left, or when its time is over.
"""
COLOURS = ("green", "red")


def in_tree(record: Any) -> bool:
    """Tell whether a record is one of mode host_tree."""
    return "fish_x" in record.dtype.names


def bit_numbers(bits: int) -> list[int]:
    """Return the numbers of the set bits, ascending."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def fish_places(position: Position) -> dict[int, tuple[int, int]]:
    """Return (x, y) of each fish in the game by its number."""
    record, setup = position.record, position.setup
    cells = {fish: int(fish_cell(record, setup, fish)) for fish in bit_numbers(int(fish_left(record)))}
    return {fish: (cell % SIZE, cell // SIZE) for fish, cell in cells.items()}


def move_text(position: Position, move: int) -> str:
    """Return a move's word."""
    return MOVE_NAMES[move]


def diagram(position: Position) -> str:
    """Return the boats, their lines and hooks (``J``, or the fish on the rod) and the sea, and below it all that `read` needs."""
    record, setup = position.record, position.setup
    cells = [["  ."] * SIZE for _ in range(SIZE)]
    fish = fish_places(position)
    for index, (x, y) in reversed(fish.items()):
        cells[y][x] = f"{setup['value'][index]:3}"
    boats = ["   "] * SIZE
    lines = []
    for player, colour in enumerate(COLOURS):
        x, y, rod = int(record["hook_x"][player]), int(record["hook_y"][player]), int(record["rod"][player])
        boats[x] = f" {'GR'[player]}>"
        for above in range(y + 1, SIZE):
            if cells[above][x] == "  .":
                cells[above][x] = "  |"
        cells[y][x] = "  J" if rod == NO_FISH else f"{setup['value'][rod]:2}J"
        lines.append(f"{colour} at {x},{y}, score {record['score'][player]}, on the rod {'nothing' if rod == NO_FISH else rod}")
    lines += [f"fish {index} at {x},{y}, worth {setup['value'][index]}" for index, (x, y) in fish.items()]
    if in_tree(record):
        lines.append("fish at the root " + ",".join(map(str, bit_numbers(int(record["root"])))))
    lines.append(f"{COLOURS[position.turn]} to move at time {record['time']} of {setup['length']}")
    sea = ["".join(row) + f"  {y}" for y, row in reversed(list(enumerate(cells)))]
    return "\n".join(["".join(boats).rstrip(), *sea, *lines])


PLAYER_LINE = re.compile(r"(green|red) at (\d+),(\d+), score (-?\d+), on the rod (nothing|\d+)")
FISH_LINE = re.compile(r"fish (\d+) at (\d+),(\d+)(, worth -?\d+)?")
ROOT_LINE = re.compile(r"fish at the root ([\d,]*)")
TURN_LINE = re.compile(r"(green|red) to move at time (\d+) of \d+")


def read(text: str, record: Any, setup: Record) -> None:
    """Fill `record` in place from the lines below a diagram's sea; the sea itself is for people."""
    fish = int(setup["fish"])
    record["rod"] = NO_FISH
    seen = set()
    places = {}
    roots = set()
    for line in map(str.strip, text.split("\n")):
        if found := PLAYER_LINE.fullmatch(line):
            player = COLOURS.index(found[1])
            record["hook_x"][player], record["hook_y"][player] = _cell(found[2], found[3])
            record["score"][player] = int(found[4])
            record["rod"][player] = NO_FISH if found[5] == "nothing" else _number(found[5], fish)
            seen.add(found[1])
        elif found := FISH_LINE.fullmatch(line):
            places[_number(found[1], fish)] = _cell(found[2], found[3])
        elif found := ROOT_LINE.fullmatch(line):
            roots = {_number(word, fish) for word in found[1].split(",") if word}
        elif found := TURN_LINE.fullmatch(line):
            record["turn"], record["time"] = COLOURS.index(found[1]), min(int(found[2]), int(setup["length"]))
            seen.add("time")
    if seen != {"green", "red", "time"}:
        raise GameError(
            "a fishing derby diagram needs 'green at 0,19, score 0, on the rod nothing', the same for red, "
            "'fish 0 at 1,19' for each fish left, and 'green to move at time 0 of 900'"
        )
    rods = [int(rod) for rod in record["rod"] if rod != NO_FISH]
    for player, colour in enumerate(COLOURS):
        rod = int(record["rod"][player])
        hook = int(record["hook_x"][player]), int(record["hook_y"][player])
        if rod != NO_FISH and rod not in places:
            raise GameError(f"fish {rod} on {colour}'s rod is not in the sea")
        if rod != NO_FISH and places[rod] != hook:
            raise GameError(f"fish {rod} is on {colour}'s rod, so it is at {hook[0]},{hook[1]} like the hook")
    if len(set(rods)) < len(rods):
        raise GameError(f"fish {rods[0]} is on both rods")
    record["free"] = sum(1 << index for index in places if index not in rods)
    if in_tree(record):
        record["root"] = sum(1 << index for index in roots | set(places))
        for index, place in places.items():
            record["fish_x"][index], record["fish_y"][index] = place
        return
    for index in set(places) - set(rods):
        y, x = divmod(int(setup["cell"][record["time"], index]), SIZE)
        if places[index] != (x, y):
            raise GameError(
                f"at time {record['time']} fish {index} of this scenario is at {x},{y}, not {places[index][0]},{places[index][1]}"
            )


def _number(word: str, fish: int) -> int:
    if int(word) >= fish:
        raise GameError(f"there is no fish {word}: the scenario has {fish}")
    return int(word)


def _cell(x: str, y: str) -> tuple[int, int]:
    if int(x) >= SIZE or int(y) >= SIZE:
        raise GameError(f"there is no cell {x},{y}: the sea is {SIZE} by {SIZE}")
    return int(x), int(y)


def cell(position: Position, move: int) -> tuple[int, int]:
    """Row from the surface and column of the mover's hook after its move."""
    player = position.turn
    after = position.after(move).record
    return SURFACE - int(after["hook_y"][player]), int(after["hook_x"][player])


def reason(position: Position) -> str:
    """Return why a finished game ended."""
    return "time is up" if position["time"] >= position.setup["length"] else "no fish is left"


def events(position: Position, move: int) -> list[str]:
    """Return the catches and landings of a move."""
    before, after, value = position.record, position.after(move).record, position.setup["value"]
    gone = bit_numbers(int(fish_left(before)) & ~int(fish_left(after)))
    texts = []
    for player, colour in enumerate(COLOURS):
        had, has = int(before["rod"][player]), int(after["rod"][player])
        if has not in (NO_FISH, had):
            texts.append(f"{colour} has fish {has} ({signed(value[has], '.0f')}) on the rod")
        points = int(after["score"][player]) - int(before["score"][player])
        if points:
            fish = had if had in gone else next(f for f in gone if f not in before["rod"] and value[f] == points)
            texts.append(f"{colour} lands fish {fish} ({signed(points, '.0f')})")
    return texts
