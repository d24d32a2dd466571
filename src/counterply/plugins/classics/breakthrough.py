"""Breakthrough (Dan Troyka, 2000): who first gets a pawn to the far row wins.

Each player has two rows of pawns, X at the bottom and O at the top; X, the first player, begins. In turn, a pawn moves one step
forward, straight or diagonally, to an empty cell; diagonally it may also capture. Who loses all pawns has lost.

A move is written as the cells from where and to where: a2a3, or a2b3; columns are letters from the left, rows numbers from below.
"""

from typing import Any

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Board, Evaluator, Game, GameError, Record, Symmetry, Text, grid
from counterply.core.position import Position

MAX_SIDE, DIRECTIONS = 8, 3  # of the board; a move is its cell times three, plus 0 to the left, 1 straight, 2 to the right
# cells row by row from the top left: 0 empty, 1 or 2 whose pawn; how many pawns each player has; 0 or 1
RECORD = np.dtype([("cells", np.int8, (MAX_SIDE * MAX_SIDE,)), ("pawns", np.int8, (2,)), ("turn", np.int8)])
SETUP = np.dtype([("width", np.int64), ("height", np.int64)])
PAWN_WORTH = 3.0  # steps forward; by eye


def legal_moves(position: Record, setup: Record, moves: np.ndarray) -> int:
    """Every step forward to an empty cell, and diagonally to an enemy pawn."""
    player, width, count = position["turn"], setup["width"], 0
    forward = -width if player == 0 else width
    for cell in range(width * setup["height"]):
        if position["cells"][cell] == player + 1:
            for direction in range(DIRECTIONS):
                column = cell % width + direction - 1
                if 0 <= column < width:
                    there = position["cells"][cell + forward + direction - 1]
                    if there == 0 or (there == 2 - player and direction != 1):
                        moves[count] = DIRECTIONS * cell + direction
                        count += 1
    return count


def play(position: Record, setup: Record, move: int) -> None:
    """Step and capture, in place."""
    player, cell = position["turn"], move // DIRECTIONS
    to = cell + (-setup["width"] if player == 0 else setup["width"]) + move % DIRECTIONS - 1
    position["pawns"][1 - player] -= position["cells"][to] != 0
    position["cells"][cell] = 0
    position["cells"][to] = player + 1
    position["turn"] = 1 - player


def outcome(position: Record, setup: Record) -> int:
    """A pawn on the far row, or no enemy pawns."""
    last = setup["width"] * (setup["height"] - 1)
    for column in range(setup["width"]):
        if position["cells"][column] == 1:
            return FIRST
        if position["cells"][last + column] == 2:
            return SECOND
    return FIRST if position["pawns"][1] == 0 else SECOND if position["pawns"][0] == 0 else ONGOING


def advance(position: Record, setup: Record, player: int) -> Any:
    """Pawns, and the steps that they have come, the other side's subtracted."""
    value = PAWN_WORTH * (position["pawns"][0] - position["pawns"][1])
    for cell in range(setup["width"] * setup["height"]):
        if position["cells"][cell] == 1:
            value += setup["height"] - 1 - cell // setup["width"]
        elif position["cells"][cell] == 2:
            value -= cell // setup["width"]
    return value if player == 0 else -value


def transform(position: Record, setup: Record, symmetry: int) -> None:
    """Exchange left and right, in place."""
    width = setup["width"]
    for cell in range(width * setup["height"]):
        mirrored = cell + width - 1 - 2 * (cell % width)
        if cell < mirrored:
            pawn = position["cells"][cell]
            position["cells"][cell] = position["cells"][mirrored]
            position["cells"][mirrored] = pawn


def diagram(position: Any) -> str:
    """The board with its columns' letters and rows' numbers, and who is to move."""
    height, width = position.game.board
    rows = [" ".join(".XO"[pawn] for pawn in position["cells"][width * row : width * row + width]) for row in range(height)]
    names = " ".join("abcdefgh"[:width])
    return "\n".join([*(f"{height - row} {line}" for row, line in enumerate(rows)), f"  {names}", f"{'XO'[position.turn]} to move"])


def read(text: str, record: Record, setup: Record) -> None:
    """Fill `record` in place from a board and X or O for who is to move; other letters and numbers do not count."""
    pawns, record["turn"] = grid(int(setup["height"]), int(setup["width"])).read(text)
    record["cells"][: len(pawns)] = pawns
    record["pawns"] = pawns.count(1), pawns.count(2)


def game(width: int = 8, height: int = 8) -> Game:
    """Breakthrough.

    Parameters
    ----------
    width, height : columns, 2 to 8, and rows, 4 to 8
    """
    if not (2 <= width <= MAX_SIDE and 4 <= height <= MAX_SIDE):
        raise GameError(f"a Breakthrough board has 2 to 8 columns and 4 to 8 rows, not {width} and {height}")

    def start(position: Record) -> None:
        position["cells"][: 2 * width] = 2
        position["cells"][width * (height - 2) : width * height] = 1
        position["pawns"] = 2 * width

    def target(position: Position, move: int) -> tuple[int, int]:
        row, column = divmod(move // DIRECTIONS, width)
        return row - 1 + 2 * position.turn, column + move % DIRECTIONS - 1

    def touches(position: Position, move: int) -> tuple[str, ...]:
        return tuple(f"{row},{column}" for row, column in (divmod(move // DIRECTIONS, width), target(position, move)))

    def move_text(position: Position, move: int) -> str:
        return "".join(f"{'abcdefgh'[c]}{height - r}" for r, c in (divmod(move // DIRECTIONS, width), target(position, move)))

    return Game(
        "breakthrough",
        RECORD,
        start=start,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        max_moves=2 * MAX_SIDE * DIRECTIONS,
        max_plies=2 * width * (2 * height - 3),  # rows that all pawns can go, the last two less
        setup=np.array([(width, height)], SETUP),
        options={name: side for name, side in (("width", width), ("height", height)) if side != MAX_SIDE},
        symmetry=Symmetry(2, transform),
        text=Text(move_text, diagram, read, lambda _: "a pawn is through, or no pawn is left"),
        board=Board((height, width), target, touches=touches),
        evaluators=[Evaluator("advance", advance, antisymmetric=True, swing=1.0)],
        opening_plies=4,
    )
