"""Five in a row: a spike of the contract for large boards, symmetries that need the size, hints and a linear evaluator.

A move is row * 26 + column, whatever the size, and written as in 'h8': column from the left, row from the top. Five or more win;
with ``rule=standard`` exactly five.
"""

from typing import Literal

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, GameError, kernel

MAX_SIZE = 26
ONE = np.uint32(1)
STEPS = np.array([[0, 1], [1, 0], [1, 1], [1, -1]])  # row, column

RECORD = np.dtype(
    [
        ("stones", np.uint32, (2, MAX_SIZE)),  # bit column of row
        ("left", np.int16),  # empty cells
        ("winner", np.uint8),  # ONGOING, FIRST or SECOND
        ("turn", np.uint8),
    ]
)
SETUP = np.dtype([("size", np.int64), ("exact", np.int64)])


@kernel
def has(position, player, row, column):
    inside = 0 <= row < MAX_SIZE and 0 <= column < MAX_SIZE
    return inside and ((position["stones"][player, row] >> np.uint32(column)) & ONE) != 0


@kernel
def run_length(position, player, row, column, step_row, step_column):
    """Return how many stones follow (row, column) in one direction, itself not counted."""
    count = 0
    while has(position, player, row + (count + 1) * step_row, column + (count + 1) * step_column):
        count += 1
    return count


@kernel
def wins_by(position, setup, player, row, column):
    for step in range(4):
        down, right = STEPS[step, 0], STEPS[step, 1]
        run = 1 + run_length(position, player, row, column, down, right) + run_length(position, player, row, column, -down, -right)
        if run == 5 or (run > 5 and not setup["exact"]):
            return True
    return False


def legal_moves(position, setup, moves):
    count = 0
    for row in range(setup["size"]):
        taken = position["stones"][0, row] | position["stones"][1, row]
        for column in range(setup["size"]):
            if not (taken >> np.uint32(column)) & ONE:
                moves[count] = row * MAX_SIZE + column
                count += 1
    return count


def play(position, setup, move):
    player = position["turn"]
    row, column = move // MAX_SIZE, move % MAX_SIZE
    position["stones"][player, row] |= ONE << np.uint32(column)
    position["left"] -= 1
    if wins_by(position, setup, player, row, column):
        position["winner"] = FIRST if player == 0 else SECOND
    position["turn"] = 1 - player


def outcome(position):
    if position["winner"] != ONGOING:
        return np.int64(position["winner"])
    return np.int64(DRAW if position["left"] == 0 else ONGOING)


@kernel
def turned_cell(row, column, size, symmetry):
    """Bit 0 mirrors left and right, bit 1 up and down, bit 2 along the diagonal."""
    if symmetry & 1:
        column = size - 1 - column
    if symmetry & 2:
        row = size - 1 - row
    return row * MAX_SIZE + column if not symmetry & 4 else column * MAX_SIZE + row


def transform(position, setup, symmetry):
    size = setup["size"]
    old = position["stones"].copy()
    position["stones"][:] = 0
    for player in range(2):
        for row in range(size):
            for column in range(size):
                if (old[player, row] >> np.uint32(column)) & ONE:
                    cell = turned_cell(row, column, size, symmetry)
                    position["stones"][player, cell // MAX_SIZE] |= ONE << np.uint32(cell % MAX_SIZE)


def transform_move(move, setup, symmetry):
    return turned_cell(move // MAX_SIZE, move % MAX_SIZE, setup["size"], symmetry)


def required(position, setup, moves):
    """What makes five; and what stops the opponent's next stone from doing so: any cell, the only one, or none."""
    player = position["turn"]
    threats = count = 0
    for row in range(setup["size"]):
        for column in range(setup["size"]):
            if not has(position, 0, row, column) and not has(position, 1, row, column):
                threats += wins_by(position, setup, 1 - player, row, column)
    for row in range(setup["size"]):
        for column in range(setup["size"]):
            if has(position, 0, row, column) or has(position, 1, row, column):
                continue
            stops = threats == 0 or (threats == 1 and wins_by(position, setup, 1 - player, row, column))
            if stops or wins_by(position, setup, player, row, column):
                moves[count] = row * MAX_SIZE + column
                count += 1
    return count


def candidates(position, setup, moves, scores):
    """The report's: cells with a stone among their eight neighbours; on an empty board the centre."""
    size = setup["size"]
    count = 0
    for row in range(size):
        near = np.uint32(0)
        for other in range(max(row - 1, 0), min(row + 2, size)):
            stones = position["stones"][0, other] | position["stones"][1, other]
            near |= stones | (stones << ONE) | (stones >> ONE)
        near &= ~(position["stones"][0, row] | position["stones"][1, row])
        for column in range(size):
            if (near >> np.uint32(column)) & ONE:
                moves[count] = row * MAX_SIZE + column
                scores[count] = 0
                count += 1
    if count == 0:
        moves[0] = size // 2 * MAX_SIZE + size // 2
        scores[0] = 0
        count = 1
    return count


def report_features(position, player, out):
    """Runs that start at a stone in one of eight directions, of 5 (or more), 4, 3, 2 stones: own minus the opponent's."""
    out[:] = 0.0
    for owner in range(2):
        sign = 1.0 if owner == player else -1.0
        for row in range(MAX_SIZE):
            if position["stones"][owner, row] == 0:
                continue
            for column in range(MAX_SIZE):
                if not has(position, owner, row, column):
                    continue
                for step in range(8):
                    way = 1 if step < 4 else -1
                    run = 1 + run_length(position, owner, row, column, way * STEPS[step % 4, 0], way * STEPS[step % 4, 1])
                    if run >= 2:
                        out[5 - min(run, 5)] += sign


REPORT = Evaluator(
    "report",
    features=report_features,
    feature_names=("fives", "fours", "threes", "twos"),
    weights=(50000, 1000, 6, 2),
    antisymmetric=True,
    grid=1,
    source="the report's text: each run counted from both ends and from every stone inside it",
)


def move_text(position, move):
    return f"{chr(ord('a') + move % MAX_SIZE)}{move // MAX_SIZE + 1}"


def diagram(position):
    size = int(position.game.setup[0]["size"])
    first, second = position.record["stones"]
    mark = [["X" if first[r] >> c & 1 else "O" if second[r] >> c & 1 else "." for c in range(size)] for r in range(size)]
    return "\n".join([*(" ".join(row) for row in mark), f"{'XO'[position.turn]} to move"])


def read(text, record, setup):
    size = int(setup["size"])
    lines = text.strip().split("\n")
    rows = [line.split() for line in lines[:size]]
    if len(rows) != size or any(len(row) != size or set(row) - set("XO.") for row in rows):
        raise GameError(f"the board is {size} rows of {size} X, O and '.'")
    for r, row in enumerate(rows):
        for player, letter in enumerate("XO"):
            record["stones"][player, r] = sum(1 << c for c in range(size) if row[c] == letter)
    record["left"] = sum(row.count(".") for row in rows)
    record["turn"] = lines[size:] == ["O to move"]
    for r, c in np.ndindex(size, size):
        for player in range(2):
            if has(record, player, r, c) and wins_by(record, setup, player, r, c):
                record["winner"] = (FIRST, SECOND)[player]


def start(position, setup):
    position["left"] = setup["size"] ** 2


def game(size: int = 15, rule: Literal["freestyle", "standard"] = "freestyle") -> Game:
    if not 5 <= size <= MAX_SIZE:
        raise GameError(f"a board is 5x5 to 26x26, not {size}x{size}")
    setup = np.zeros(1, SETUP)
    setup["size"], setup["exact"] = size, rule == "standard"
    return Game(
        "gomoku",
        RECORD,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        start=start,
        setup=setup,
        options={**({"size": size} if size != 15 else {}), **({"rule": rule} if rule != "freestyle" else {})},
        max_moves=size * size,
        max_plies=size * size,
        symmetries=8,
        transform=transform,
        transform_move=transform_move,
        required=required,
        candidates=candidates,
        move_text=move_text,
        diagram=diagram,
        read=read,
        board=(size, size),
        cell=lambda position, move: divmod(move, MAX_SIZE),
        evaluators=[REPORT],
    )
