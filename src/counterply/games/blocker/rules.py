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
The rules are those of the assignment in Leiden University's course on symbolic AI (J. Broekens); it leaves open what two agents
that are stuck at once are worth (option `both_stuck`), and some programs look at the side to move only (option `leaf`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

import numpy as np

from counterply.compiling.intrinsics import popcount
from counterply.compiling.kernels import kernel
from counterply.core.errors import GameError, UsageError
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.games.blocker.drawing import drawing

MAX_SIDE = 32  # cells; a row of walls and a column of walls are added on every side
ROW_CLASSES = (10, MAX_SIDE + 2)  # rows of a record, the walls around it included; small boards have small records

UP, RIGHT, DOWN, LEFT, EAT, BLOCK = range(6)
MOVE_NAMES = ("up", "right", "down", "left", "eat", "block")
STEP_X = np.array([0, 1, 0, -1], np.int64)
STEP_Y = np.array([-1, 0, 1, 0], np.int64)
ONE = np.uint64(1)

EITHER, MOVER = 0, 1  # whose being stuck ends the game
TIE, MOVER_LOSES = 0, 1  # what both being stuck is worth

# the file that the course handed out, and the figure in its text, which has one food more
BOARDS = {
    "course": "5 5\n#####\n##* #\n##A*#\n# B##\n#####\n",
    "figure": "5 5\n#####\n##* #\n##A*#\n#*B##\n#####\n",
}


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
def agent_moves(position: Any, agent: int, moves: np.ndarray) -> int:
    """Write the moves that `agent` has, whoever is to move; return how many."""
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
def is_stuck(position: Any, agent: int) -> bool:
    """Tell whether `agent` has no move: walls all round, and its own cell a wall."""
    x, y = np.uint64(position["x"][agent]), np.int64(position["y"][agent])
    walls = position["walls"]
    beside = walls[y - 1] & walls[y] & walls[y + 1]  # above, here, below
    return bool((beside >> x) & (walls[y] >> (x - ONE)) & (walls[y] >> (x + ONE)) & ONE)


def legal_moves(position: Any, moves: np.ndarray) -> int:
    """The moves of the side to move."""
    return agent_moves(position, position["turn"], moves)  # type: ignore[no-any-return]


def play(position: Any, move: int) -> None:
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


def outcome(position: Any, setup: Any) -> int:
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


# --- what is certain before the end, for proofs


@kernel
def flood(position: Any, agent: int, area: np.ndarray) -> None:
    """Write the open cells that `agent` can ever step on into `area`, in place, its own cell included if that is no wall.

    Parameters
    ----------
    area : uint64[rows]
    """
    walls = position["walls"]
    last = len(walls) - 1
    x, y = np.uint64(position["x"][agent]), np.int64(position["y"][agent])
    for row in range(last + 1):
        area[row] = 0
    area[y] = (ONE << x | ONE << (x - ONE) | ONE << (x + ONE)) & ~walls[y]
    area[y - 1] = (ONE << x) & ~walls[y - 1]
    area[y + 1] = (ONE << x) & ~walls[y + 1]
    low: int = max(1, int(y) - 2)  # rows that may grow
    high: int = min(last - 1, int(y) + 2)
    changed = True
    while changed:
        changed = False
        for row in range(low, high + 1):
            here = area[row]
            grown = (here | here << ONE | here >> ONE | area[row - 1] | area[row + 1]) & ~walls[row]
            if grown != here:
                area[row] = grown
                changed = True
                low, high = max(1, min(low, row - 1)), min(last - 1, max(high, row + 1))


def hopeless(position: Any, player: int) -> bool:
    """The other agent is safe in a room of its own, and the food cannot run out in the player's favour.

    An agent that stands on an open cell of a room of at least two, where the other one cannot come, can go to and fro for ever. It
    need not eat what is in its room, and what is in neither agent's reach is never eaten: then the food does not run out.
    """
    other = 1 - player
    x, y = np.uint64(position["x"][other]), np.int64(position["y"][other])
    walls, food = position["walls"], position["food"]
    if (walls[y] >> x) & ONE:
        return False
    room, reach = np.empty_like(walls), np.empty_like(walls)
    flood(position, other, room)
    x, y = np.uint64(position["x"][player]), np.int64(position["y"][player])
    if ((room[y] | room[y] << ONE | room[y] >> ONE | room[y - 1] | room[y + 1]) >> x) & ONE:  # there, or on a wall beside it
        return False
    cells = 0
    for row in range(len(walls)):
        cells += popcount(room[row])
    if cells < 2:
        return False
    flood(position, player, reach)
    within = 0
    for row in range(len(walls)):
        within += popcount(food[row] & reach[row])
    return bool(position["left"] > within or position["score"][player] + within <= position["score"][other])


# --- start positions, text in and out


def start(position: Any, setup: Any) -> None:
    """Fill `position` in place with the setup's board."""
    rows = len(position["walls"])
    for name in ("walls", "food"):
        position[name] = setup[name][:rows]
    for name in ("x", "y"):
        position[name] = setup[name]
    position["left"] = sum(int(row).bit_count() for row in setup["food"])


def parse_board(text: str, source: str) -> list[str]:
    """Return the rows of a board file: ``width height``, then `height` rows of ``#``, ``*``, blank, ``A`` and ``B``.

    Lines may end in LF or CR LF; blank lines at the end do not count.

    Raises
    ------
    GameError
        with the line and the column, from 1, of what is wrong
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


def rows_of(record: Any, width: int, height: int) -> list[str]:
    """Return the board's rows without the agents."""

    def letter(x: int, y: int) -> str:
        if int(record["walls"][y]) >> x & 1:
            return "#"
        return "*" if int(record["food"][y]) >> x & 1 else " "

    return ["".join(letter(x, y) for x in range(1, width + 1)) for y in range(1, height + 1)]


GROUND = {" ": "empty", "*": "food", "#": "wall"}


def diagram(position: Position) -> str:
    """Return the board with its agents, what each stands on and has eaten, and who is to move."""
    record, setup = position.record, position.game.setup[0]
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


def read(text: str, record: Any, setup: Any) -> None:
    """Fill `record` in place from a diagram; without the lines below the board, the agents stand on empty cells and A begins."""
    lines = [line.rstrip("\r") for line in text.strip("\r\n").split("\n")]
    width, height = int(setup["width"]), int(setup["height"])
    rows = [line.ljust(width) for line in lines[:height]]
    agents: dict[str, re.Match[str]] = {}
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
    return int(position.record["y"][agent]) - 1 + step_y, int(position.record["x"][agent]) - 1 + step_x


def board_text(board: str) -> str:
    """Return the text of a built-in board or of a board file."""
    if board in BOARDS:
        return BOARDS[board]
    path = Path(board).expanduser()
    if not path.is_file():
        raise UsageError(f"there is no board {board!r}: give a file, or one of {', '.join(BOARDS)}")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the board file {board} cannot be read: {error}") from None


def game(
    board: str = "course",
    leaf: Literal["either", "mover"] = "either",
    both_stuck: Literal["tie", "mover_loses"] = "tie",
) -> Game:
    """Blocker.

    Parameters
    ----------
    board : a board file, or 'course' or 'figure'
    leaf : whether the game ends as soon as either agent is stuck, or when the one to move is
    both_stuck : what it is worth when both are stuck: nothing, or a loss of the side to move
    """
    rows = parse_board(board_text(board), board)
    setup = np.zeros(1, SETUP)
    setup["width"], setup["height"] = len(rows[0]), len(rows)
    setup["leaf"] = MOVER if leaf == "mover" else EITHER
    setup["both_stuck"] = MOVER_LOSES if both_stuck == "mover_loses" else TIE
    put_board(rows, setup[0])
    given = {"board": board, "leaf": leaf, "both_stuck": both_stuck}
    defaults = {"board": "course", "leaf": "either", "both_stuck": "tie"}
    return Game(
        "blocker",
        record_type(next(size for size in ROW_CLASSES if len(rows) + 2 <= size)),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        hopeless=hopeless,
        start=start,
        setup=setup,
        options={name: value for name, value in given.items() if value != defaults[name]},
        max_moves=5,
        max_plies=None,
        repeats=True,
        move_text=lambda position, move: MOVE_NAMES[move],
        diagram=diagram,
        read=read,
        reason=reason,
        board=(len(rows), len(rows[0])),
        cell=cell,
        drawing=drawing,
    )
