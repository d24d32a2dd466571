"""Othello: more stones at the end win.

In turn, Black (X) first, then White (O), place a stone, which turns all stones of the other colour in a line between it and another
of its own; at least one. Who cannot, passes. When neither can, who has more stones wins, and gets the cells that stayed empty.

A move is written as column and row: d3, or pass.
"""

from pathlib import Path
from typing import Any

import numpy as np

from counterply import (
    DRAW,
    FIRST,
    ONGOING,
    SECOND,
    Board,
    Evaluator,
    Game,
    GameError,
    Record,
    Symmetry,
    Text,
    kernel,
    lowest_bit,
    popcount,
)
from counterply.core.position import Position

RECORD = np.dtype([("stones", np.uint64, (2,)), ("turn", np.uint64)])  # bits of each side's cells, row * 8 + column; 0 or 1
SETUP = np.dtype([("board", np.uint64), ("corners", np.uint64)])  # bits of all cells, in the middle of 8 x 8, and of the corners
BOARDS = {8: (0xFFFFFFFFFFFFFFFF, 0x8100000000000081), 6: (0x7E7E7E7E7E7E00, 0x42000000004200), 4: (0x3C3C3C3C0000, 0x240000240000)}
SIDE, PASS, ZERO, ONE, INNER = 8, 64, np.uint64(0), np.uint64(1), np.uint64(0x7E7E7E7E7E7E7E7E)  # INNER: all but the outer columns
STEPS = (ONE, np.uint64(7), np.uint64(8), np.uint64(9))  # to the right, down left, down, down right
BETWEEN = (INNER, INNER, ~np.uint64(0), INNER)  # where stones can be enclosed, by direction
# moves from the start, and usual names, from R. Gatliff's list
OPENINGS = dict(line.split(": ") for line in Path(__file__).with_name("othello_openings.txt").read_text().splitlines())
PLAYERS, MARKS = (("Black", "black"), ("White", "white")), {"X": "black", "O": "white"}
NAMES, WEIGHTS = ("moves", "corners"), (1.0, 10.0)  # points for each that a side has more than the other; by eye


@kernel
def rays(cells: np.ndarray, other: Any, direction: int) -> tuple[Any, Any]:
    """Return the stones of `other` in a line from `cells` on, in one of four directions, and in the opposite one."""
    step, between, ahead, back = STEPS[direction], other & BETWEEN[direction], ZERO, ZERO
    for _ in range(SIDE - 2):
        ahead, back = between & (cells | ahead) << step, between & (cells | back) >> step
    return ahead, back


@kernel
def places(own: Any, other: Any, board: np.ndarray) -> Any:
    """Return the cells where a stone of `own` turns some of `other`."""
    found = ZERO
    for direction in range(4):
        ahead, back = rays(own, other, direction)
        found |= ahead << STEPS[direction] | back >> STEPS[direction]
    return found & board & ~(own | other)


def outcome(position: Record, setup: Record, moves: np.ndarray) -> tuple[int, int]:
    """All places, or the pass where only the other side has one; where neither has, who has more stones."""
    own, other = position["stones"][position["turn"]], position["stones"][ONE - position["turn"]]
    free, count = places(own, other, setup["board"]), 0
    while free:
        moves[count] = lowest_bit(free)
        free &= free - ONE
        count += 1
    if count == 0 and places(other, own, setup["board"]):
        moves[0], count = PASS, 1
    points = 0 if count > 0 else margin(position, setup)
    return ONGOING if count > 0 else FIRST if points > 0 else SECOND if points < 0 else DRAW, count


def play(position: Record, move: int) -> None:
    """Place a stone and turn others, in place, or pass."""
    mover, position["turn"] = position["turn"], ONE - position["turn"]
    if move != PASS:
        own, other, stone, turned = position["stones"][mover], position["stones"][ONE - mover], ONE << np.uint64(move), ZERO
        for direction in range(4):
            ahead, back = rays(stone, other, direction)
            turned |= (ahead if ahead << STEPS[direction] & own else ZERO) | (back if back >> STEPS[direction] & own else ZERO)
        position["stones"][mover], position["stones"][ONE - mover] = own | stone | turned, other & ~turned


@kernel
def margin(position: Record, setup: Record) -> int:
    """Stones of the first player minus the second's; the cells that stay empty are the winner's."""
    first, second = popcount(position["stones"][0]), popcount(position["stones"][1])
    return first - second + np.sign(first - second) * (popcount(setup["board"]) - first - second)  # type: ignore[no-any-return]


def mobility(position: Record, setup: Record, player: int, out: np.ndarray) -> None:
    """Write how many moves and corners `player` has more than the other one."""
    own, other = position["stones"][player], position["stones"][1 - player]
    out[0] = popcount(places(own, other, setup["board"])) - popcount(places(other, own, setup["board"]))
    out[1] = popcount(own & setup["corners"]) - popcount(other & setup["corners"])


@kernel
def turned(cell: int, symmetry: int) -> int:
    """Reflect a cell's row (bit 0 of `symmetry`) and column (bit 1), exchange the two (bit 2)."""
    row, column = cell // SIDE ^ (7 if symmetry & 1 else 0), cell % SIDE ^ (7 if symmetry & 2 else 0)
    return SIDE * column + row if symmetry & 4 else SIDE * row + column


def transform(position: Record, symmetry: int) -> None:
    """Turn or reflect the board, in place."""
    for player in range(2):
        stones, position["stones"][player] = position["stones"][player], 0
        while stones:
            position["stones"][player] |= ONE << np.uint64(turned(lowest_bit(stones), symmetry))
            stones &= stones - ONE


def diagram(position: Any) -> str:
    """The board, X for black stones and O for white ones, and who is to move."""
    size, (black, white) = position.game.board[0], (int(stones) for stones in position["stones"])
    board, edge = [".XO"[(black >> cell & 1) + 2 * (white >> cell & 1)] for cell in range(PASS)], (SIDE - size) // 2
    rows = [" ".join([str(row + 1), *board[SIDE * (row + edge) + edge :][:size]]) for row in range(size)]
    return "\n".join([" ".join(" abcdefgh"[: size + 1]), *rows, f"{'XO'[position.turn]} to move"])


def read(text: str, record: Record, setup: Record) -> None:
    """Fill `record` in place from a board, then X or O for who is to move; - is an empty cell too, as in endgame suites."""
    cells = [cell for cell in range(PASS) if int(setup["board"]) >> cell & 1]
    marks = [mark for mark in text.upper().replace("TO MOVE", "").replace("-", ".") if mark in "XO."]
    if len(marks) != len(cells) + 1 or marks[-1] == ".":
        raise GameError(f"this board is {len(cells)} of X, O and '.', then X or O for who is to move, not {text!r}")
    record["stones"] = [sum(1 << cell for cell, mark in zip(cells, marks, strict=False) if mark == side) for side in "XO"]
    record["turn"] = "XO".index(marks[-1])


def game(size: int = 8) -> Game:
    """Othello.

    Parameters
    ----------
    size : rows and columns: 4, 6 or 8
    """
    if size not in BOARDS:
        raise GameError(f"an Othello board has 4, 6 or 8 rows, not {size}")
    edge = (SIDE - size) // 2

    def cell(position: Position, move: int) -> tuple[int, int] | None:
        return None if move == PASS else (move // SIDE - edge, move % SIDE - edge)

    def move_text(position: Position, move: int) -> str:
        return "pass" if move == PASS else f"{'abcdefgh'[move % SIDE - edge]}{move // SIDE - edge + 1}"

    colours: Any = {"players": PLAYERS, "marks": MARKS, "ground": "felt"}
    return Game(
        "othello",
        RECORD,
        start=lambda position: position["stones"].put((0, 1), (1 << 28 | 1 << 35, 1 << 27 | 1 << 36)),
        outcome=outcome,
        play=play,
        margin=margin,
        objective="margin",
        max_moves=40,
        max_plies=2 * (size * size - 4),  # a stone, and at most as many passes
        setup=np.array([BOARDS[size]], SETUP),
        options={} if size == SIDE else {"size": size},
        symmetry=Symmetry(8, transform),
        text=Text(move_text, diagram, read, lambda _: "neither side can place a stone", names=OPENINGS if size == SIDE else None),
        board=Board((size, size), cell, points=lambda at: [*map(popcount, at["stones"])], **colours),
        evaluators=[Evaluator("mobility", features=mobility, feature_names=NAMES, weights=WEIGHTS, antisymmetric=True, swing=1.5)],
        opening_plies=6,
    )
