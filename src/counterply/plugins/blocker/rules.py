"""Blocker: two agents in a maze walk, eat, or turn the cell that they stand on into a wall.

    #####
    ##* #      (0, 0) is the top left cell, x grows to the right, y downwards; '#' wall, '*' food, ' ' empty,
    ##A*#      A and B the two agents, each on an empty cell
    # B##
    #####

A move is 0 up, 1 right, 2 down, 3 left, 4 eat, 5 block. An agent may step onto any cell that is no wall, the other agent's too;
eat where it stands on food; block where it stands on an empty cell. The agent stays on the wall that it has built and may walk
off it, but never back. There is no pass, and play can go on for ever.

The game is over when the food is gone or an agent is stuck. A stuck agent has lost; else the one that ate more has won.
The rules are those of the assignment in Leiden University's course on symbolic AI (J. Broekens); it leaves open the
result when both agents are stuck (option `both_stuck`), and some programs look at the side to move only (option `leaf`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.kernels import kernel
from counterply.core.aliases import Record
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND

MAX_SIDE = 32  # cells; a row of walls and a column of walls are added on every side
ROW_CLASSES = (10, MAX_SIDE + 2)  # rows of a record, the walls around it included; small boards have small records

UP, RIGHT, DOWN, LEFT, EAT, BLOCK = range(6)
MOVE_NAMES = ("up", "right", "down", "left", "eat", "block")
STEP_X = np.array([0, 1, 0, -1], np.int64)
STEP_Y = np.array([-1, 0, 1, 0], np.int64)
ONE = np.uint64(1)

EITHER, MOVER = 0, 1  # whose turn it must be for a stuck agent to end the game
TIE, MOVER_LOSES = 0, 1  # the result when both are stuck


def record_type(rows: int) -> np.dtype:
    """Return the record of a position on a board of `rows` rows, the two rows of walls around it included."""
    return np.dtype(
        [
            ("walls", np.uint64, (rows,)),  # bit x + 1 of row y + 1
            ("food", np.uint64, (rows,)),
            ("x", np.uint8, (2,)),  # 1 .. width: counted with the walls around the board
            ("y", np.uint8, (2,)),
            ("score", np.int16, (2,)),  # food eaten
            ("left", np.int16),  # food left
            ("turn", np.uint8),
        ],
    )


SETUP = np.dtype(
    [
        ("width", np.int64),
        ("height", np.int64),
        ("leaf", np.int64),  # EITHER or MOVER
        ("both_stuck", np.int64),  # TIE or MOVER_LOSES
        ("walls", np.uint64, (MAX_SIDE + 2,)),  # the start
        ("food", np.uint64, (MAX_SIDE + 2,)),
        ("x", np.uint8, (2,)),
        ("y", np.uint8, (2,)),
    ]
)


@kernel
def agent_moves(position: Record, agent: int, moves: np.ndarray) -> int:
    """Write the moves that `agent` has, on move or not; return how many."""
    x, y = np.int64(position["x"][agent]), np.int64(position["y"][agent])
    count = 0
    for move in range(4):
        if not (position["walls"][y + STEP_Y[move]] >> np.uint64(x + STEP_X[move])) & ONE:
            moves[count] = move
            count += 1
    if (position["food"][y] >> np.uint64(x)) & ONE:
        moves[count] = EAT
        count += 1
    elif not (position["walls"][y] >> np.uint64(x)) & ONE:
        moves[count] = BLOCK
        count += 1
    return count


@kernel
def is_stuck(position: Record, agent: int) -> bool:
    """Tell whether `agent` has no move: walls all round, and its own cell a wall."""
    x, y = np.uint64(position["x"][agent]), np.int64(position["y"][agent])
    walls = position["walls"]
    beside = walls[y - 1] & walls[y] & walls[y + 1]  # above, here, below
    return bool((beside >> x) & (walls[y] >> (x - ONE)) & (walls[y] >> (x + ONE)) & ONE)


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """The moves of the side to move."""
    return agent_moves(position, position["turn"], moves)  # type: ignore[no-any-return]


def play(position: Record, move: int) -> None:
    """Step, eat or block, in place."""
    agent = position["turn"]
    x, y = np.int64(position["x"][agent]), np.int64(position["y"][agent])
    if move < EAT:
        position["x"][agent] = x + STEP_X[move]
        position["y"][agent] = y + STEP_Y[move]
    elif move == EAT:
        position["food"][y] ^= ONE << np.uint64(x)
        position["score"][agent] += 1
        position["left"] -= 1
    else:
        position["walls"][y] |= ONE << np.uint64(x)
    position["turn"] = 1 - agent


def outcome(position: Record, setup: Record) -> int:
    """An agent that is stuck, else no food left."""
    first, second = is_stuck(position, 0), is_stuck(position, 1)
    if setup["leaf"] == MOVER and position["left"] > 0 and not (first if position["turn"] == 0 else second):
        return ONGOING
    if first and second:
        if setup["both_stuck"] == TIE:
            return DRAW
        return SECOND if position["turn"] == 0 else FIRST
    if first:
        return SECOND
    if second:
        return FIRST
    if position["left"] > 0:
        return ONGOING
    difference = np.int64(position["score"][0]) - np.int64(position["score"][1])
    return FIRST if difference > 0 else SECOND if difference < 0 else DRAW


# --- the start


def start(position: Record, setup: Record) -> None:
    """Fill `position` in place with the setup's board."""
    rows = len(position["walls"])
    for name in ("walls", "food"):
        position[name] = setup[name][:rows]
    for name in ("x", "y"):
        position[name] = setup[name]
    position["left"] = sum(int(row).bit_count() for row in setup["food"])


def put_board(rows: list[str], target: Any) -> None:
    """Write walls, food and agents of `rows` into `target`, a record or a setup, in place; walls all round."""
    width = len(rows[0])
    full = (1 << width + 2) - 1
    for y in range(len(target["walls"])):
        row = rows[y - 1] if 1 <= y <= len(rows) else ""
        inside = sum(1 << x for x, letter in enumerate(row, 1) if letter != "#")
        target["walls"][y] = full & ~inside
        target["food"][y] = sum(1 << x for x, letter in enumerate(row, 1) if letter == "*")
        for agent, name in enumerate("AB"):
            if name in row:
                target["x"][agent], target["y"][agent] = row.index(name) + 1, y
