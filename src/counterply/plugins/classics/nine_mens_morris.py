"""Nine Men's Morris, or Mill: who makes lines of three takes men from the other one.

White (W), who begins, and Black (B) have nine men each, and in turn put one on an empty point of three squares in one another. When
all are placed, a man goes along a line to the next point instead; a player who has three men left may go to any empty point.

Who makes a mill, three men in a row on a line, takes one of the opponent's men at once: one that is in no mill, unless all are. Who
has fewer than three men, or cannot move, has lost. A game that goes on for ever is a draw.

A move is written as the point where a man is put, d2, or as d1-d2, from where and to where; then x and the man that it takes.
"""

import numpy as np

from counterply import Evaluator, Game, Record, kernel, rings

BOARD, MEN = rings(3, parts=3), 9
POINTS, BASE, NEAR, NONE = BOARD.count, BOARD.base, BOARD.near, BOARD.count
MILLS = np.array([[mill[mill != point] for mill in BOARD.lines(3) if point in mill] for point in range(POINTS)])  # two, the others
# by point: 0 empty, 1 or 2 whose man; men that each player has not put on the board yet; 0 or 1
RECORD = np.dtype([("cells", np.int8, (POINTS,)), ("hand", np.int8, (2,)), ("turn", np.int8)])
MAN, STEP = 5.0, 0.2  # what a man, and a step that a man can go, are worth; by eye


@kernel
def in_mill(cells: np.ndarray, owner: int, point: int, gone: int) -> bool:
    """Whether a man of `owner` on a point is in a mill, when there is none on the point `gone`."""
    for mill in MILLS[point]:
        if cells[mill[0]] == owner and cells[mill[1]] == owner and gone != mill[0] and gone != mill[1]:
            return True
    return False


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Every empty point to put a man on, or every man and where it goes; with each man of the other player that it may take."""
    cells, me, count, loose = position["cells"], position["turn"] + 1, 0, False
    men, placing = (cells == me).sum(), position["hand"][position["turn"]] > 0
    if men < 3 and not placing:
        return 0
    for point in range(POINTS):
        loose = loose or (cells[point] == 3 - me and not in_mill(cells, 3 - me, point, NONE))
    for start in range(NONE, NONE + 1) if placing else range(POINTS):
        for to in range(POINTS):
            mine = placing or (cells[start] == me and (men == 3 or (NEAR[start] == to).any()))
            if mine and cells[to] == 0:
                mill = in_mill(cells, me, to, start)
                for taken in range(POINTS) if mill else range(NONE, NONE + 1):
                    if not mill or (cells[taken] == 3 - me and not (loose and in_mill(cells, 3 - me, taken, NONE))):
                        moves[count], count = (start * BASE + to) * BASE + taken, count + 1
    return count


def play(position: Record, move: int) -> None:
    """Put or move a man, and take one, in place."""
    start, to, taken, me = move // BASE // BASE, move // BASE % BASE, move % BASE, position["turn"]
    if start == NONE:
        position["hand"][me] -= 1
    else:
        position["cells"][start] = 0
    position["cells"][to], position["turn"] = me + 1, 1 - me
    if taken != NONE:
        position["cells"][taken] = 0


def men_and_steps(position: Record, player: int) -> float:
    """Men, and steps that they can go, the other side's subtracted."""
    value = MAN * (position["hand"][player] - position["hand"][1 - player])
    for point in range(POINTS):
        worth, owner = MAN, position["cells"][point]
        for near in NEAR[point]:
            worth += STEP if near >= 0 and position["cells"][near] == 0 else 0.0
        value += 0.0 if owner == 0 else worth if owner == player + 1 else -worth
    return value  # type: ignore[no-any-return]


def game() -> Game:
    """Nine Men's Morris."""
    return Game(
        "nine_mens_morris",
        RECORD,
        start=lambda position: position["hand"].fill(MEN),
        legal_moves=legal_moves,
        play=play,
        max_moves=3 * 18 * MEN,  # three men that fly, and the men that they take
        repeats=True,
        symmetry=BOARD.symmetry(),
        text=BOARD.text(".WB", between="-x", reason=lambda position: "three men are not left, or none can move"),
        board=BOARD.board(roles=("white", "black"), players=(("White", "white"), ("Black", "black"))),
        evaluators=[Evaluator("men", men_and_steps, antisymmetric=True)],
    )
