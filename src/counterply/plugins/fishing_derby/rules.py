"""Fishing Derby: two boats on a sea that wraps from side to side; a hook on the line of each; fish of value -7 to 11.

    y = 19   the surface, where the boats are and fish are landed
    ...      x = 0 .. 19 from left to right, column 19 is beside column 0
    y = 0    the sea floor

A player is a hook (x, y), its boat above it. A move is 0 stay, 1 up, 2 down, 3 left, 4 right; one that has no effect is legal
too, and a player with a fish on the rod can only reel in (up). In a ply

1. every fish swims by its code for this time: a fish on the mover's rod goes up, one on the other's rod stays; x wraps, and at
   surface and floor y stays while x changes;
2. the mover's hook moves; boats may not share a column;
3. both players' hooks are looked at, the first player's first: a fish on the rod that has come to the surface is landed; an
   empty hook takes the fish of the lowest number in its cell (at the surface it lands it at once). A landed fish counts its
   value, which may be negative.

How the fish swim is announced to the end of the game: `n` codes for each fish, so a game has `n` plies. It also ends when no
fish is left. More points win, and the number of points is the objective.

The rules are those of the program in the course DD2380 at KTH. Its search tree (option ``mode=host_tree``) slips: once a fish
has been landed below the tree's root, a fish is moved by the code of the root's fish of the same rank, and it goes on when no
fish is left. Its program begins with a dummy ply in which the first player stays, and then the second player moves
(``first=host``, the default).
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from counterply.compiling.definitions import has_field
from counterply.compiling.intrinsics import lowest_bit
from counterply.compiling.kernels import helper, kernel
from counterply.core.aliases import Record
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.fishing_derby.scenarios import MAX_CODES, MAX_FISH, SIZE, SURFACE

TREE_CLASSES = (8, 16, MAX_FISH)  # fish in a record of mode host_tree
SETUP_CLASSES = (16, MAX_FISH)  # fish in a setup record: machine code for the first serves nearly every scenario
DERIVED_FIELDS = ("column", "row", "still_from", "last_catch", "chase")  # of a setup, which follow from its others
NO_FISH = -1
LONGEST_CHASE = 250  # plies; a fish that takes longer to meet is out of reach
OUT_OF_REACH = 253  # and so is all from `LONGEST_CHASE` on
PARITIES = 2  # a boat moves every other ply: even and odd times are two passes, made at once

STAY, UP, DOWN, LEFT, RIGHT = range(5)
MOVE_NAMES = ("stay", "up", "down", "left", "right")
MOVE_X = np.array([0, 0, 0, -1, 1], np.int64)
MOVE_Y = np.array([0, 1, -1, 0, 0], np.int64)
# fish codes: up, down, left, right, up-left, up-right, down-left, down-right, stay
CODE_X = np.array([0, 0, -1, 1, -1, 1, -1, 1, 0], np.int64)
CODE_Y = np.array([1, -1, 0, 0, 1, 1, -1, -1, 0], np.int64)
ROW_AFTER = [[min(max(y + step, 0), SURFACE) for step in CODE_Y.tolist()] for y in range(SIZE)]  # of a fish, by row and code

ONE = np.uint64(1)
NO_BITS = np.uint64(0)

POSITION = [
    ("free", np.uint64),  # bit f: fish f is in the sea, on no rod
    ("time", np.int16),  # plies since the scenario's start: which code the fish swim by now
    ("score", np.int16, (2,)),  # points
    ("hook_x", np.int8, (2,)),
    ("hook_y", np.int8, (2,)),
    ("rod", np.int8, (2,)),  # the fish on each player's rod, or NO_FISH; it is where the hook is
    ("turn", np.int8),
]
RECORD = np.dtype(POSITION)  # of the true game: where a free fish is follows from the time


def tree_record(fish: int) -> np.dtype:
    """Return the record of mode host_tree, where a fish may have left its announced path, for at most `fish` fish."""
    return np.dtype(
        [
            *POSITION,
            ("root", np.uint64),  # bit f: fish f was in the game at the tree's root
            ("fish_x", np.int8, (fish,)),  # 0 once landed
            ("fish_y", np.int8, (fish,)),
        ]
    )


def setup_type(fish: int) -> np.dtype:
    """Return the record of a scenario with at most `fish` fish."""
    return np.dtype(
        [
            ("fish", np.int64),
            ("length", np.int64),  # plies
            ("first", np.int64),  # who moves first
            ("dummy", np.bool_),  # whether the game begins after one ply of staying
            ("still_from", np.int64),  # the time from which on no free fish moves
            ("hook_x", np.int8, (2,)),
            ("hook_y", np.int8, (2,)),
            ("value", np.int64, (fish,)),  # points
            ("code", np.int8, (fish, MAX_CODES)),
            ("last_catch", np.int64, (fish,)),  # the latest time at which a catch can still be landed; 0: never
            # where free fish are at each time: the cell y * SIZE + x of each, and by column and by row the bits of those in it
            ("cell", np.int16, (MAX_CODES + 1, fish)),
            ("column", np.uint64, (MAX_CODES + 1, SIZE)),
            ("row", np.uint64, (MAX_CODES + 1, SIZE)),
            # plies until a boat alone on the sea can have each fish, in time to land it, by the time at which the boat's next ply
            # begins and the cell of its hook
            ("chase", np.uint8, (MAX_CODES + 1, SIZE * SIZE, fish)),
        ]
    )


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """All five, or nothing but up with a fish on the rod."""
    if position["rod"][position["turn"]] != NO_FISH:
        moves[0] = UP
        return 1
    for move in range(5):
        moves[move] = move
    return 5


@kernel
def move_hook(position: Record, mover: int, move: int) -> None:
    """Move the hook of `mover`, in place: x wraps, but not into the other boat's column; y is clamped."""
    x = np.int64(position["hook_x"][mover]) + MOVE_X[move]
    x = x + SIZE if x < 0 else x - SIZE if x >= SIZE else x
    if x != position["hook_x"][1 - mover]:
        position["hook_x"][mover] = x
    position["hook_y"][mover] = min(max(position["hook_y"][mover] + MOVE_Y[move], 0), SURFACE)


def play(position: Record, setup: Record, move: int) -> None:
    """Let the fish swim, move the hook, and land fish at the surface, in place."""
    mover = np.int64(position["turn"])
    time = np.int64(position["time"]) + 1
    move_hook(position, mover, move)
    for player in range(2):
        x, y = np.int64(position["hook_x"][player]), np.int64(position["hook_y"][player])
        caught = np.int64(position["rod"][player])
        if caught == NO_FISH:
            here = position["free"] & setup["column"][time, x] & setup["row"][time, y]
            if here == NO_BITS:
                continue
            caught = np.int64(lowest_bit(here))
            position["free"] &= ~(ONE << np.uint64(caught))
        if y >= SURFACE:
            position["score"][player] += setup["value"][caught]
            caught = np.int64(NO_FISH)
        position["rod"][player] = caught
    position["time"] = time
    position["turn"] = 1 - mover


def outcome(position: Record, setup: Record) -> int:
    """When time is up or no fish is left: more points."""
    if position["time"] < setup["length"] and (
        position["free"] != NO_BITS or position["rod"][0] != NO_FISH or position["rod"][1] != NO_FISH
    ):
        return ONGOING
    return leader(position)  # type: ignore[no-any-return]


@kernel
def leader(position: Record) -> int:
    """Return who has more points, as the outcome of a game."""
    difference = margin(position)
    return FIRST if difference > 0 else SECOND if difference < 0 else DRAW


@kernel
def margin(position: Record) -> int:
    """The first player's points minus the second's; a fish on a rod does not count yet."""
    return np.int64(position["score"][0]) - np.int64(position["score"][1])  # type: ignore[return-value]


@kernel
def on_rod(position: Record, setup: Record, player: int) -> int:
    """Return the value of the fish on `player`'s rod if there is time to land it, else 0. It cannot be lost any more."""
    fish = np.int64(position["rod"][player])
    if fish == NO_FISH:
        return np.int64(0)  # type: ignore[return-value]
    plies = setup["length"] - position["time"]
    own_plies = (plies + 1) // 2 if position["turn"] == player else plies // 2
    in_time = own_plies >= SURFACE - position["hook_y"][player]
    return setup["value"][fish] if in_time else np.int64(0)  # type: ignore[no-any-return, return-value]


@kernel
def certain_points(position: Record, setup: Record, player: int) -> int:
    """Return the points that `player` is ahead, the fish on the rods counted as landed where there is time to."""
    landed = np.int64(position["score"][player]) - np.int64(position["score"][1 - player])
    return landed + on_rod(position, setup, player) - on_rod(position, setup, 1 - player)  # type: ignore[no-any-return]


# --- the course's search tree


def tree_play(position: Record, setup: Record, move: int) -> None:
    """Play as the course's search tree does, in place: a fish reads the code of the root's fish of its own rank."""
    mover = np.int64(position["turn"])
    time = np.int64(position["time"])
    fish_x, fish_y = position["fish_x"], position["fish_y"]
    bits, sources = fish_left(position), position["root"]
    while bits != NO_BITS:
        fish, source = np.int64(lowest_bit(bits)), lowest_bit(sources)
        bits &= bits - ONE
        sources &= sources - ONE
        if fish == position["rod"][mover]:
            fish_y[fish] = min(fish_y[fish] + 1, SURFACE)
        elif fish != position["rod"][1 - mover]:
            code = setup["code"][source, time]
            fish_x[fish] = (fish_x[fish] + CODE_X[code] + SIZE) % SIZE
            fish_y[fish] = min(max(fish_y[fish] + CODE_Y[code], 0), SURFACE)
    move_hook(position, mover, move)
    for player in range(2):
        caught = np.int64(position["rod"][player])
        if caught == NO_FISH:
            bits = position["free"]
            while bits != NO_BITS:
                fish = np.int64(lowest_bit(bits))
                if fish_x[fish] == position["hook_x"][player] and fish_y[fish] == position["hook_y"][player]:
                    caught = fish
                    position["free"] &= ~(ONE << np.uint64(fish))
                    break
                bits &= bits - ONE
        if caught != NO_FISH and fish_y[caught] >= SURFACE:
            position["score"][player] += setup["value"][caught]
            fish_x[caught] = fish_y[caught] = 0
            caught = np.int64(NO_FISH)
        position["rod"][player] = caught
    position["time"] = time + 1
    position["turn"] = 1 - mover


def tree_outcome(position: Record, setup: Record) -> int:
    """When time is up, more points; the tree goes on without fish."""
    if position["time"] < setup["length"]:
        return ONGOING
    return leader(position)  # type: ignore[no-any-return]


# --- queries for evaluators, in either mode


@kernel
def fish_left(position: Record) -> int:
    """Return the bits of the fish in the game: those in the sea, and those on a rod."""
    bits = position["free"]
    for player in range(2):
        if position["rod"][player] != NO_FISH:
            bits |= ONE << np.uint64(position["rod"][player])
    return bits  # type: ignore[no-any-return]


@kernel
def _announced_cell(position: Record, setup: Record, fish: int) -> int:
    for player in range(2):
        if position["rod"][player] == fish:
            return np.int64(position["hook_y"][player]) * SIZE + np.int64(position["hook_x"][player])  # type: ignore[return-value]
    return np.int64(setup["cell"][position["time"], fish])  # type: ignore[return-value]


@kernel
def _own_cell(position: Record, setup: Record, fish: int) -> int:
    return np.int64(position["fish_y"][fish]) * SIZE + np.int64(position["fish_x"][fish])  # type: ignore[return-value]


@helper
def fish_cell(position: Record, setup: Record, fish: int) -> int:
    """Return the cell ``y * SIZE + x`` of a fish that is in the game."""
    if has_field(position, "fish_x"):
        return _own_cell(position, setup, fish)  # type: ignore[no-any-return]
    return _announced_cell(position, setup, fish)  # type: ignore[no-any-return]


# --- the start


def start(position: Record, setup: Record) -> None:
    """Fill `position` in place with the scenario's start; with a dummy ply played if the setup says so."""
    fish = int(setup["fish"])
    position["turn"] = setup["first"]
    position["rod"] = NO_FISH
    position["hook_x"], position["hook_y"] = setup["hook_x"], setup["hook_y"]
    position["free"] = (1 << fish) - 1
    if setup["dummy"]:
        position["turn"] = 0
        play(position, setup, STAY)


def tree_start(position: Record, setup: Record) -> None:
    """Fill `position` in place with the tree's root: the scenario's start, or after its dummy ply."""
    start(position, setup)
    fish = int(setup["fish"])
    position["root"] = fish_left(position)
    for index in range(fish):
        if int(position["root"]) >> index & 1:
            cell = int(_announced_cell(position, setup, index))
            position["fish_y"][index], position["fish_x"][index] = divmod(cell, SIZE)


def put_scenario(data: Any, setup: Record) -> None:
    """Write a checked scenario, and where its fish will be at each time, into `setup`, in place."""
    fish, length = len(data["init_fishes"]), len(data["sequence"]["0"])
    setup["fish"], setup["length"] = fish, length
    for player in range(2):
        setup["hook_x"][player], setup["hook_y"][player] = data["init_players"][str(player)]
    for index in range(fish):
        setup["value"][index] = data["init_fishes"][str(index)]["score"]
        setup["code"][index, :length] = data["sequence"][str(index)]
    codes = setup["code"][:fish, :length]
    xs, ys = (np.empty((length + 1, fish), np.int64) for _ in range(2))
    xs[0], ys[0] = np.array([data["init_fishes"][str(index)]["init_pos"] for index in range(fish)]).T
    xs[1:] = (xs[0] + np.cumsum(CODE_X[codes.T], axis=0)) % SIZE
    for index in range(fish):  # as numbers of Python: an array is slow for one step of one fish
        y = int(ys[0, index])
        ys[1:, index] = [y := ROW_AFTER[y][code] for code in codes[index].tolist()]
    cells = ys * SIZE + xs
    setup["cell"][: length + 1, :fish] = cells
    every = np.arange(length + 1)
    for index in range(fish):
        setup["column"][every, xs[:, index]] |= ONE << np.uint64(index)
        setup["row"][every, ys[:, index]] |= ONE << np.uint64(index)
    moves = np.flatnonzero((cells[1:] != cells[:-1]).any(axis=1))
    setup["still_from"] = 0 if len(moves) == 0 else moves[-1] + 1
    # caught at height y, a fish is at the surface after SURFACE - y plies of its owner, who may be the next to move
    times = np.arange(length + 1)[:, None]
    in_time = times + np.maximum(2 * (SURFACE - ys) - 1, 0) <= length
    setup["last_catch"][:fish] = np.where(in_time, times, 0).max(axis=0)
    put_chases(setup, length, cells, times + 2 * (SURFACE - ys) <= length)


def put_chases(setup: Record, length: int, cells: np.ndarray, in_time: np.ndarray) -> None:
    """Write `chase` into `setup`, in place, by one pass backward through time.

    A hook has a fish at once where they are in one cell, after one ply where a move brings them together, and else two plies later
    than from the best cell that it can be in by its ply after next.

    Parameters
    ----------
    cells : int64[length + 1, fish], where each fish is at each time
    in_time : bool[length + 1, fish], whether a fish that is caught then can still be landed
    """
    near, chase = all_neighbours(), setup["chase"]
    fish = chase.shape[2]  # those that there are not are out of reach: an array without gaps is faster than one with
    chase[: length + 1] = OUT_OF_REACH
    times, numbers = np.nonzero(in_time[1:])
    chase[times[:, None], near[cells[times + 1, numbers]], numbers[:, None]] = 1
    times, numbers = np.nonzero(in_time)
    chase[times, cells[times, numbers], numbers] = 0
    # the sea two plies later, with a rim all round: columns wrap, rows end; as one line, so that neighbours are at fixed distances
    row = (SIZE + 2) * fish
    sea = np.full((PARITIES, (SIZE + 2) * row), LONGEST_CHASE, np.uint8)
    best = np.empty((PARITIES, SIZE * row), np.uint8)
    rimmed = sea.reshape(PARITIES, SIZE + 2, SIZE + 2, fish)
    inside, reached = rimmed[:, 1:-1, 1:-1], best.reshape(PARITIES, SIZE, SIZE + 2, fish)[:, :, 1:-1]
    here, *around = (sea[:, row + step : row + step + SIZE * row] for step in (0, fish, -fish, row, -row))
    longest = np.full_like(inside, LONGEST_CHASE)  # a number instead is slow
    grids = chase.reshape(-1, SIZE, SIZE, fish)
    for time in range(length - length % PARITIES, -1, -PARITIES):
        np.minimum(here, around[0], out=best)
        for other in around[1:]:
            np.minimum(best, other, out=best)
        best += 2
        now = grids[time : min(time + PARITIES, length + 1)]
        np.minimum(now, reached[: len(now)], out=now)
        np.minimum(now, longest[: len(now)], out=inside[: len(now)])
        rimmed[:, :, 0], rimmed[:, :, -1] = rimmed[:, :, -2], rimmed[:, :, 1]


@functools.cache
def all_neighbours() -> np.ndarray:
    """Return int64[cells, 5]: `neighbours` of each cell."""
    return np.array([neighbours(cell) for cell in range(SIZE * SIZE)])


def neighbours(cell: int) -> list[int]:
    """Return the five cells that a hook may have come from."""
    y, x = divmod(cell, SIZE)
    return [cell, y * SIZE + (x + 1) % SIZE, y * SIZE + (x - 1) % SIZE, min(y + 1, SURFACE) * SIZE + x, max(y - 1, 0) * SIZE + x]
