"""Fishing Derby as a picture: two boats on the surface, their lines and hooks, and the fish with their values.

The sea wraps from side to side: the left edge is beside the right one, as the arrows at the edges say.
"""

from __future__ import annotations

from typing import Any

from counterply.core.drawing import Item, cell_id
from counterply.plugins.fishing_derby.rules import CODE_X, MOVE_X, MOVE_Y, NO_FISH
from counterply.plugins.fishing_derby.scenarios import SIZE, SURFACE
from counterply.plugins.fishing_derby.text import COLOURS, fish_places

FISH = (
    "M.02 .5 C.12 .06 .6 .02 .83 .38 C.87 .28 .92 .2 .99 .16 C.95 .38 .95 .62 .99 .84"
    " C.92 .8 .87 .72 .83 .62 C.6 .98 .12 .94 .02 .5 Z"
)
HOOK = "M.5 0 V.55 C.5 .95 .1 .95 .14 .6 L.04 .7 M.14 .6 L.28 .68"
BOAT = "M.02 .52 H.98 C.94 .84 .86 1 .74 1 H.26 C.14 1 .06 .84 .02 .52 Z"
MAST = "M.48 .02 H.53 V.52 H.48 Z"
SAIL = "M.56 .06 C.74 .16 .84 .3 .88 .44 H.56 Z"
WAVE = "M0 .5 Q.125 .2 .25 .5 T.5 .5 T.75 .5 T1 .5"
ROUND = "M.9 .2 C.3 .2 .1 .35 .1 .55 C.1 .75 .3 .85 .75 .85 M.5 .62 L.8 .85 L.5 1.05"
ROUND_BACK = "M.1 .2 C.7 .2 .9 .35 .9 .55 C.9 .75 .7 .85 .25 .85 M.5 .62 L.2 .85 L.5 1.05"
SKY = 2.2  # cells above the water
WIDE = 1.3  # width of a column by its height, so that a fish has room for its worth
PLAYERS = (("Green", "green"), ("Red", "red"))
ENDS = ("left", "right")


def drawing(position: Any) -> list[Item]:
    """Return sky, sea, fish, lines and boats."""
    record, setup = position.record, position.setup
    items = [
        Item("sky", 0, -SKY, WIDE * SIZE, SKY, role="sky"),
        Item("water", 0, 0, WIDE * SIZE, SIZE, role="water"),
        Item("floor", 0, SIZE - 0.25, WIDE * SIZE, 0.25, role="deep"),
    ]
    items += [Item(f"swell {row}", 0, row, WIDE * SIZE, 0, "line", "swell") for row in range(1, SIZE)]
    wave = 4 * WIDE
    items += [Item(f"foam {part}", part * wave, -0.22, wave, 0.4, "path", "foam", path=WAVE) for part in range(SIZE // 4)]
    places = fish_places(position)
    hooks = [(int(record["hook_x"][player]), int(record["hook_y"][player])) for player in range(2)]
    rods = [int(record["rod"][player]) for player in range(2)]
    names: dict[tuple[int, int], list[str]] = {}
    for fish, place in places.items():
        names.setdefault(place, []).append(f"fish {fish} worth {int(setup['value'][fish])}")
    for player, place in enumerate(hooks):
        names.setdefault(place, []).append(f"hook of {COLOURS[player]}")
    for y in range(SIZE):
        for x in range(SIZE):
            label = " ".join([f"{x},{y}", *names.get((x, y), ["water"])])
            row = SURFACE - y
            items.append(Item(cell_id(row, x), WIDE * x, row, WIDE, 1, "none", label=label, cell=(row + 1, x)))
    marks = []
    for player, (_, role) in enumerate(PLAYERS):
        x, row = hooks[player][0], SURFACE - hooks[player][1]
        name = f"boat of {COLOURS[player]}, {int(record['score'][player])} points"
        middle = WIDE * (x + 0.5)
        items.append(Item(cell_id(-1, x), middle - 1.1, -2.15, 2.2, 2.15, "none", label=name, cell=(0, x)))
        marks.append(Item(f"rope {player}", middle, -0.3, 0, row + 0.65, "line", "rope"))
        marks += [
            Item(f"{part} {player}", middle - 1.1, -2.1, 2.2, 2.15, "path", role, path=path)
            for part, path in (("mast", MAST), ("sail", SAIL), ("boat", BOAT))
        ]
        points = str(record["score"][player])
        marks.append(Item(f"score {player}", middle - 1.1, -0.92, 2.2, 0.9, "text", f"{role} strong on", text=points, size=0.76))
        marks.append(Item(f"hook {player}", middle - 0.2, row + 0.35, 0.4, 0.5, "path", "hook", path=HOOK))
    for fish, (x, y) in places.items():
        value, carried = int(setup["value"][fish]), fish in rods and fish != NO_FISH
        marks.append(fish_item(fish, x, SURFACE - y, value, carried, swims_left(position, fish)))
    return items + marks + edges()


def fish_item(fish: int, x: float, row: float, value: int, carried: bool, left: bool) -> Item:
    """Return a fish with its value; one on a rod hangs a little lower than the hook."""
    role = "fish good" if value > 0 else "fish bad"
    top = row + (0.25 if carried else 0.05)
    wide = WIDE * 0.98
    box = (WIDE * x, wide) if left else (WIDE * x + wide, -wide)
    text = str(value).replace("-", "\N{MINUS SIGN}")  # its colour says that it is worth something
    return Item(f"fish {fish}", box[0], top, box[1], 0.9, "path", role, text=text, size=0.54, path=FISH)


def swims_left(position: Any, fish: int) -> bool:
    """Tell whether a fish looks to the left: as it swims next, or by its number where it stays in its column."""
    setup, time = position.setup, int(position.record["time"])
    step = int(CODE_X[setup["code"][fish, time]]) if time < int(setup["length"]) else 0
    return step < 0 if step else fish % 2 == 0


def edges() -> list[Item]:
    """Return the columns' numbers below the sea, the heights beside it, and arrows where the sea goes on at the other side."""
    below = [Item(f"column {x}", WIDE * x, SIZE + 0.1, WIDE, 0.7, "text", "edge", text=str(x), size=0.54) for x in range(SIZE)]
    beside = [Item(f"height {y}", -0.95, SURFACE - y, 0.8, 1, "text", "edge", text=str(y), size=0.54) for y in range(SIZE)]
    around = [
        Item(
            f"around {end}",
            -0.95 if end == "left" else WIDE * SIZE + 0.15,
            -1.2,
            0.8,
            0.8,
            "path",
            "rope",
            path=ROUND if end == "left" else ROUND_BACK,
        )
        for end in ENDS
    ]
    return below + beside + around


def touches(position: Any, move: int) -> tuple[str, ...]:
    """The cell beside the hook on that side, its own cell to stay; a cell outside the sea is the boat's, or none."""
    player = position.turn
    x = (int(position.record["hook_x"][player]) + int(MOVE_X[move])) % SIZE
    row = SURFACE - int(position.record["hook_y"][player]) - int(MOVE_Y[move])
    if row < 0:
        return (cell_id(-1, x),)
    return (cell_id(min(row, SURFACE), x),)
