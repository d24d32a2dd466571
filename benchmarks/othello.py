"""Othello on 8x8 as a newcomer would write it: no hints, a short evaluator. What the engine's search is worth to such a game.

    python benchmarks/tune_search.py match benchmarks/othello.py reductions=on --nodes 20000
    counterply verify benchmarks/othello.py

Rules: World Othello Federation. A stone is placed where it encloses a line of the other side's; all that it encloses are turned;
who has no such move passes; the game ends when neither has one, and more stones win. Cells are bits, row by row from a1 = 0.
"""

from typing import Any

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, Text, kernel, lowest_bit, popcount

RECORD = np.dtype([("stones", np.uint64, (2,)), ("turn", np.int8)])
PASS = 64
SIDE = 8
NOT_FIRST, NOT_LAST = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)  # columns
ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
STEPS = np.array([1, 7, 8, 9], np.uint64)  # right, down left, down, down right; the same to the other side
UP_MASKS = np.array([NOT_FIRST, NOT_LAST, ALL, NOT_FIRST], np.uint64)  # where a stone can land, by shifts to the left
DOWN_MASKS = np.array([NOT_LAST, NOT_FIRST, ALL, NOT_LAST], np.uint64)
CORNERS = np.uint64(0x8100000000000081)
CORNER_WORTH = 8.0  # of one more move


@kernel
def shifted(stones: Any, direction: int) -> Any:
    """Return all stones moved one step in one of eight directions."""
    if direction < 4:
        return (stones << STEPS[direction]) & UP_MASKS[direction]
    return (stones >> STEPS[direction - 4]) & DOWN_MASKS[direction - 4]


@kernel
def places(own: Any, other: Any) -> Any:
    """Return where `own` may place a stone."""
    empty, found = ~(own | other), np.uint64(0)
    for direction in range(8):
        line = shifted(own, direction) & other
        for _ in range(5):
            line |= shifted(line, direction) & other
        found |= shifted(line, direction) & empty
    return found


def outcome(position: Any, moves: np.ndarray) -> tuple[int, int]:
    """All places, or the pass where only the other side has one; who has more stones, when neither can move."""
    own, other = position["stones"][position["turn"]], position["stones"][1 - position["turn"]]
    free, count = places(own, other), 0
    while free:
        moves[count] = lowest_bit(free)
        free &= free - np.uint64(1)
        count += 1
    if count > 0:
        return ONGOING, count
    if places(other, own):
        moves[0] = PASS
        return ONGOING, 1
    difference = popcount(position["stones"][0]) - popcount(position["stones"][1])
    return (FIRST if difference > 0 else (SECOND if difference < 0 else DRAW)), 0


def play(position: Any, move: int) -> None:
    """Place and turn, in place."""
    mover = position["turn"]
    position["turn"] = 1 - mover
    if move == PASS:
        return
    own, other = position["stones"][mover], position["stones"][1 - mover]
    stone = np.uint64(1) << np.uint64(move)
    turned = np.uint64(0)
    for direction in range(8):
        line, next_one = np.uint64(0), shifted(stone, direction)
        while next_one & other:
            line |= next_one
            next_one = shifted(next_one, direction)
        if next_one & own:
            turned |= line
    position["stones"][mover] = own | stone | turned
    position["stones"][1 - mover] = other & ~turned


def mobile(position: Any, player: int) -> float:
    """More moves and more corners than the other."""
    own, other = position["stones"][player], position["stones"][1 - player]
    moves = popcount(places(own, other)) - popcount(places(other, own))
    return float(moves) + CORNER_WORTH * float(popcount(own & CORNERS) - popcount(other & CORNERS))


def diagram(position: Any) -> str:
    """X moves first, then O."""
    rows = []
    for row in range(SIDE):
        cells = [1 << (SIDE * row + column) for column in range(SIDE)]
        first, second = int(position["stones"][0]), int(position["stones"][1])
        rows.append(" ".join("X" if first & cell else "O" if second & cell else "." for cell in cells))
    return "\n".join(rows)


def move_text(position: Any, move: int) -> str:
    """Column and row, such as d3."""
    return "pass" if move == PASS else f"{'abcdefgh'[move % SIDE]}{move // SIDE + 1}"


def game() -> Game:
    """Return the game from the usual four stones."""

    def start(position: Any) -> None:
        position["stones"][0] = np.uint64(1 << 28 | 1 << 35)
        position["stones"][1] = np.uint64(1 << 27 | 1 << 36)

    return Game(
        "othello",
        RECORD,
        start=start,
        outcome=outcome,
        play=play,
        text=Text(diagram=diagram, move_text=move_text),
        evaluators=[Evaluator("mobile", mobile, antisymmetric=True)],
        max_moves=40,
        max_plies=130,
        opening_plies=6,
    )
