"""Blocker in text: board files and positions as people read them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from counterply.core.aliases import Record
from counterply.core.errors import GameError, UsageError
from counterply.core.files import input_path
from counterply.core.position import Position
from counterply.plugins.blocker.rules import EAT, MAX_SIDE, MOVE_NAMES, STEP_X, STEP_Y, is_stuck, put_board

RULES = """\
Two agents, A and B, stand in a maze. A moves first. In turn, each agent does one thing:

    up, right, down, left   walk one cell, onto any cell that is no wall; the other agent is not in the way
    eat                     eat the food on its own cell
    block                   turn its own cell, if it is empty, into a wall

An agent stays on the wall that it has built and can walk off it, but never back onto it. An agent that cannot do
anything is stuck.

The game ends when an agent is stuck, or when all the food is eaten. A stuck agent has lost. Otherwise the agent
that ate more has won; if both ate as much, it is a draw. Nobody can pass, and play can go on forever.
"""

# the file that the course handed out, and the figure in its text, which has one food more
BOARDS = {
    "course": "5 5\n#####\n##* #\n##A*#\n# B##\n#####\n",
    "figure": "5 5\n#####\n##* #\n##A*#\n#*B##\n#####\n",
}


def read_board(board: str) -> str:
    """Return the text of a built-in board or of a board file."""
    if board in BOARDS:
        return BOARDS[board]
    path = input_path(board)
    if not path.is_file():
        raise UsageError(f"there is no board {board!r}: give a file, or one of {', '.join(BOARDS)}")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the board file {board} cannot be read: {error}") from None


def parse_board(text: str, source: str) -> list[str]:
    """Return the rows of a board file: ``width height``, then `height` rows of ``#``, ``*``, blank, ``A`` and ``B``.

    Lines may end in LF or CR LF; blank lines at the end do not count.

    Raises
    ------
    GameError
        with the line and the column of the mistake, from 1
    """
    lines = text.replace("\r\n", "\n").rstrip("\n").split("\n")
    size = re.fullmatch(r"\s*(\d+)\s+(\d+)\s*", lines[0])
    if not size:
        raise GameError(f"{source}, line 1: a board begins with its width and height, such as '5 5', not {lines[0]!r}")
    width, height = int(size[1]), int(size[2])
    rows = lines[1 : height + 1]
    if len(rows) < height:
        raise GameError(f"{source}: line 1 promises {height} rows, but there are {len(rows)}")
    for number, line in enumerate(lines[height + 1 :], height + 2):
        if line.strip():
            raise GameError(f"{source}, line {number}: line 1 promises {height} rows, and this is one more")
    check_rows(rows, width, source, first_line=2)
    return rows


def check_rows(rows: list[str], width: int, source: str, first_line: int) -> None:
    """Raise `GameError` with line and column if `rows` are no board of that width with one A, one B and some food."""
    if not (1 <= width <= MAX_SIDE and 1 <= len(rows) <= MAX_SIDE):
        raise GameError(f"{source}: a board is 1x1 to {MAX_SIDE}x{MAX_SIDE} cells, not {width}x{len(rows)}")
    for number, row in enumerate(rows, first_line):
        if len(row) != width:
            raise GameError(f"{source}, line {number}: a row has {width} cells, this one {len(row)}")
        for column, letter in enumerate(row, 1):
            if letter not in "#* AB":
                raise GameError(f"{source}, line {number}, column {column}: {letter!r} is none of '#', '*', ' ', 'A', 'B'")
    cells = "".join(rows)
    for agent in "AB":
        if cells.count(agent) != 1:
            raise GameError(f"{source}: a board has one {agent}, this one {cells.count(agent)}")
    if "*" not in cells:
        raise GameError(f"{source}: a board without food ('*') is over before it begins")


def rows_of(record: Any, width: int, height: int) -> list[str]:
    """Return the board's rows without the agents."""

    def letter(x: int, y: int) -> str:
        if int(record["walls"][y]) >> x & 1:
            return "#"
        return "*" if int(record["food"][y]) >> x & 1 else " "

    return ["".join(letter(x, y) for x in range(1, width + 1)) for y in range(1, height + 1)]


GROUND = {" ": "empty", "*": "food", "#": "wall"}


def move_text(position: Position, move: int) -> str:
    """Return a move's word."""
    return MOVE_NAMES[move]


def diagram(position: Position) -> str:
    """Return the board with its agents, the ground and the score of each, and who is to move."""
    record, setup = position.record, position.setup
    rows = rows_of(record, int(setup["width"]), int(setup["height"]))
    shown = [list(row) for row in rows]
    texts = []
    for agent, name in enumerate("AB"):
        x, y = int(record["x"][agent]) - 1, int(record["y"][agent]) - 1
        shown[y][x] = name if shown[y][x] != "A" else "2"
        texts.append(f"{name} at {x},{y} on {GROUND[rows[y][x]]}, score {record['score'][agent]}")
    return "\n".join([*("".join(row) for row in shown), *texts, f"{'AB'[position.turn]} to move"])


AGENT_LINE = re.compile(r"([AB]) at (\d+),(\d+) on (empty|food|wall), score (\d+)")
TURN_LINE = re.compile(r"([AB]) to move")


def read(text: str, record: Record, setup: Record) -> None:
    """Fill `record` in place from a diagram; without the lines below the board, the agents stand on empty cells and A begins."""
    lines = [line.rstrip("\r") for line in text.strip("\r\n").split("\n")]
    width, height = int(setup["width"]), int(setup["height"])
    rows = [line.ljust(width) for line in lines[:height]]
    agents = {}
    for number, line in enumerate(lines[height:], height + 1):
        if found := AGENT_LINE.fullmatch(line.strip()):
            agents[found[1]] = found
        elif found := TURN_LINE.fullmatch(line.strip()):
            record["turn"] = "AB".index(found[1])
        elif line.strip():
            raise GameError(f"line {number} of the diagram: expected 'A at 2,2 on empty, score 0' or 'A to move', not {line!r}")
    if len(rows) < height or any(len(row) != width or set(row) - set("#* AB2") for row in rows):
        raise GameError(f"the diagram's board is {height} rows of {width} cells of '#', '*', ' ', 'A', 'B' (2: both agents)")
    if len(agents) not in (0, 2) or ("2" in "".join(rows) and not agents):
        raise GameError("the diagram needs a line for each agent, such as 'A at 2,2 on empty, score 0'")
    for found in agents.values():
        x, y = int(found[2]), int(found[3])
        if not (x < width and y < height and rows[y][x] in f"{found[1]}2"):
            raise GameError(f"the diagram shows no {found[1]} at {x},{y}")
    if not agents:
        check_rows(rows, width, "the diagram", first_line=1)
    put_board(rows, record)
    for name, found in agents.items():
        agent, x, y = "AB".index(name), int(found[2]) + 1, int(found[3]) + 1
        record["x"][agent], record["y"][agent], record["score"][agent] = x, y, int(found[5])
        bit = np.uint64(1 << x)
        record["walls"][y] |= bit if found[4] == "wall" else np.uint64(0)
        record["food"][y] |= bit if found[4] == "food" else np.uint64(0)
    record["left"] = sum(int(row).bit_count() for row in record["food"])


def reason(position: Position) -> str:
    """Say who is stuck, or that the food is gone."""
    stuck = [name for agent, name in enumerate("AB") if is_stuck(position.record, agent)]
    if len(stuck) == 2:
        return "both are stuck"
    return f"{stuck[0]} is stuck" if stuck else "the food is gone"


def cell(position: Position, move: int) -> tuple[int, int]:
    """Row and column where the mover stands after its move."""
    agent = position.turn
    step_x, step_y = (int(STEP_X[move]), int(STEP_Y[move])) if move < EAT else (0, 0)
    return int(position["y"][agent]) - 1 + step_y, int(position["x"][agent]) - 1 + step_x
