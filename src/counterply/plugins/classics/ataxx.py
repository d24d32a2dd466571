"""Ataxx: who has more stones at the end wins.

X, who begins, and O each have two stones in opposite corners of seven by seven cells. In turn, a player puts a new stone on an
empty cell next to one of their own, diagonally too, or takes a stone to an empty cell two steps away. All stones of the other side
next to the cell then turn. Who cannot move passes.

The game is over when neither player can move, or one has no stones left. Nobody wins when a position stands for the third time, or
after a hundred moves in a row without a new stone.

A move is written as the cell of a new stone, b6, or the cells from where and to where, a7c5; or pass.
"""

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, Record, Repetition, grid, kernel

SIDE, QUIET = 7, 100
BOARD = grid(SIDE, SIDE, parts=2)
CELLS, BASE, NEAR, AWAY = BOARD.count, BOARD.base, BOARD.near, BOARD.away(2)
NEW, PASS = BOARD.move(None, 0), BOARD.move(None, None)  # a new stone on cell 0
# by cell: 0 empty, 1 or 2 whose stone; moves since the last new stone; 0 or 1
RECORD = np.dtype([("cells", np.int8, (CELLS,)), ("quiet", np.uint8), ("turn", np.int8)])


@kernel
def touches(cells: np.ndarray, player: int, around: np.ndarray) -> bool:
    """Whether a stone of `player` is on one of the cells `around`, which may be -1."""
    for cell in around:
        if cell >= 0 and cells[cell] == player + 1:
            return True
    return False


@kernel
def stones(cells: np.ndarray, player: int) -> int:
    """Return how many stones a player has."""
    return (cells == player + 1).sum()  # type: ignore[no-any-return]


def outcome(position: Record, moves: np.ndarray) -> tuple[int, int]:
    """Every stone that goes, then every new one; a pass where only the other player has a move. Else who has more stones."""
    cells, player, count, other_can = position["cells"], position["turn"], 0, False
    for start in range(CELLS):
        if cells[start] == player + 1:
            for to in AWAY[start]:
                if to >= 0 and cells[to] == 0:
                    moves[count], count = start * BASE + to, count + 1
    for to in range(CELLS):
        if cells[to] == 0 and touches(cells, player, NEAR[to]):
            moves[count], count = NEW + to, count + 1
        elif cells[to] == 0 and count == 0:
            other_can = other_can or touches(cells, 1 - player, NEAR[to]) or touches(cells, 1 - player, AWAY[to])
    first, second = stones(cells, 0), stones(cells, 1)
    if first > 0 and second > 0 and (count > 0 or other_can):
        if count == 0:
            moves[0], count = PASS, 1
        return DRAW if position["quiet"] >= QUIET else ONGOING, count
    return FIRST if first > second else SECOND if second > first else DRAW, 0


def play(position: Record, move: int) -> None:
    """Put or take a stone to a cell, and turn those around it, in place; or pass."""
    cells, player, start, to = position["cells"], position["turn"], move // BASE, move % BASE
    position["turn"], position["quiet"] = 1 - player, 0 if start == CELLS and to < CELLS else position["quiet"] + 1
    if to < CELLS:
        if start < CELLS:
            cells[start] = 0
        cells[to] = player + 1
        for near in NEAR[to]:
            if near >= 0 and cells[near] == 2 - player:
                cells[near] = player + 1


def lead(position: Record, player: int) -> float:
    """Stones, the other side's subtracted."""
    return float(stones(position["cells"], player) - stones(position["cells"], 1 - player))


def read(text: str, position: Record, setup: Record) -> None:
    """Fill a position in place from a diagram."""
    position["cells"], position["turn"] = BOARD.read(text)


def game() -> Game:
    """Ataxx."""
    return Game(
        "ataxx",
        RECORD,
        start=lambda position: position["cells"].put((0, SIDE - 1, CELLS - SIDE, CELLS - 1), (1, 2, 2, 1)),
        outcome=outcome,
        play=play,
        max_moves=CELLS * AWAY.shape[1] + CELLS,
        repeats=Repetition(3, QUIET),
        symmetry=BOARD.symmetry(),
        text=BOARD.text(
            read=read, reason=lambda at: "a hundred moves without a new stone" if at["quiet"] >= QUIET else "no more moves"
        ),
        board=BOARD.board(points=lambda at: [int((at["cells"] == owner).sum()) for owner in (1, 2)]),
        evaluators=[Evaluator("lead", lead, antisymmetric=True)],
        opening_plies=4,
    )
