"""Go on nine by nine points, by area: who holds more points at the end wins.

Black, who begins, and White put a stone on an empty point in turn, or pass. A chain is stones of a colour that are neighbours along
the lines, and its liberties are the empty points next to it. Stones of the other colour whose chain has no liberty left are taken.

A stone may not be put where its own chain has no liberty then, nor where a position of stones comes back that stood before in the
game (positional superko). After two passes the game is over. Each side counts its stones and the empty points that reach its
stones alone, and White gets 7 points more for going second. Dead stones have to be taken. A game also ends after 200 moves.

A move is written as a column's letter, without i, and a row's number: e5; or pass.
"""

from typing import Any

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, Record, grid, kernel

SIDE, KOMI, LONGEST = 9, 7, 200
BOARD = grid(SIDE, SIDE, "straight", lines=True, letters="abcdefghj")
POINTS, PASS, NEAR = BOARD.count, BOARD.count, BOARD.near
KEYS = np.random.default_rng(1).integers(
    1, 2**63, (POINTS, 3), np.uint64
)  # of a stone on a point; those on the board by exclusive or
# by point: 0 empty, 1 or 2 whose stone; the keys of the stones after each move; moves so far; passes in a row; 0 or 1
STOOD = ("stood", np.uint64, (LONGEST + 1,))
RECORD = np.dtype([("cells", np.int8, (POINTS,)), STOOD, ("ply", np.int16), ("passes", np.int8), ("turn", np.int8)])


@kernel
def chain(cells: np.ndarray, start: int, labels: np.ndarray, label: int) -> tuple[Any, int]:
    """Label the stones of a chain, in place, and return its key and how many liberties it has: 0, 1, or 2 for more."""
    stack, waiting, key, liberty, liberties = np.zeros(POINTS, np.int64), 1, np.uint64(0), -1, 0
    stack[0], labels[start] = start, label
    while waiting:
        waiting -= 1
        point = stack[waiting]
        key ^= KEYS[point, cells[point]]
        for near in NEAR[point]:
            if near >= 0 and cells[near] == 0 and near != liberty:
                liberty, liberties = near, min(liberties + 1, 2)
            elif near >= 0 and cells[near] == cells[start] and labels[near] != label:
                stack[waiting], labels[near], waiting = near, label, waiting + 1
    return key, liberties


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Every empty point whose stone lives and makes stones that never stood, and the pass."""
    cells, me, count = position["cells"], position["turn"] + 1, 0
    labels, keys, free = np.zeros(POINTS, np.int64), np.zeros(POINTS, np.uint64), np.zeros(POINTS, np.int64)
    for point in range(POINTS):  # the label of a chain is 1 + its first point
        if cells[point] and labels[point] == 0:
            keys[point], free[point] = chain(cells, point, labels, point + 1)
    for point in range(POINTS):
        if cells[point]:
            continue
        key, lives, taken = position["stood"][position["ply"]] ^ KEYS[point, me], False, np.zeros(4, np.int64)
        for direction, near in enumerate(NEAR[point]):
            if near >= 0 and cells[near] == 0:
                lives = True
            elif near >= 0:
                first = labels[near] - 1
                takes = cells[near] != me and free[first] == 1
                lives = lives or takes or (cells[near] == me and free[first] > 1)
                if takes and not (taken == first + 1).any():
                    key, taken[direction] = key ^ keys[first], first + 1
        if lives and not (position["stood"][: position["ply"]] == key).any():
            moves[count], count = point, count + 1
    moves[count] = PASS
    return count + 1


def play(position: Record, move: int) -> None:
    """Put a stone and take chains without liberties, in place, or pass."""
    cells, me, ply = position["cells"], position["turn"] + 1, position["ply"]
    key, labels = position["stood"][ply], np.zeros(POINTS, np.int64)
    if move < PASS:
        cells[move] = me
        key ^= KEYS[move, me]
        for near in NEAR[move]:
            if near >= 0 and cells[near] == 3 - me and labels[near] == 0:
                stones, liberties = chain(cells, near, labels, near + 1)
                if liberties == 0:
                    key ^= stones
                    for point in range(POINTS):
                        cells[point] = 0 if labels[point] == near + 1 else cells[point]
    position["stood"][ply + 1], position["ply"], position["turn"] = key, ply + 1, 2 - me
    position["passes"] = position["passes"] + 1 if move == PASS else 0


@kernel
def lead(cells: np.ndarray) -> int:
    """Return Black's area minus White's, without the points for going second."""
    reach, changed = cells.copy(), True  # 1 or 2 for the only colour that a point is or reaches, 3 for both
    while changed:
        changed = False
        for point in range(POINTS):
            if cells[point] == 0:
                before = reach[point]
                for near in NEAR[point]:
                    reach[point] |= reach[near] if near >= 0 else 0
                changed = changed or reach[point] != before
    return (reach == 1).sum() - (reach == 2).sum()  # type: ignore[no-any-return]


def outcome(position: Record) -> int:
    """After two passes, or the longest game: who has the larger area."""
    if position["passes"] < 2 and position["ply"] < LONGEST:
        return ONGOING
    points = lead(position["cells"]) - KOMI
    return FIRST if points > 0 else SECOND if points < 0 else DRAW


def area(position: Record, player: int) -> float:
    """Points of area, the other side's subtracted."""
    return float((lead(position["cells"]) - KOMI) * (1 - 2 * player))


def counts(position: Record) -> list[int]:
    """The stones of each side on the board."""
    return [int((position["cells"] == colour).sum()) for colour in (1, 2)]


def game() -> Game:
    """Go."""
    return Game(
        "go",
        RECORD,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        max_moves=POINTS + 1,
        max_plies=LONGEST,
        text=BOARD.text(reason=lambda position: f"Black leads by {lead(position['cells']) - KOMI} points"),
        board=BOARD.board(roles=("black", "white"), passes=True, players=(("Black", "black"), ("White", "white")), points=counts),
        evaluators=[Evaluator("area", area, antisymmetric=True)],
        opening_plies=4,
    )
