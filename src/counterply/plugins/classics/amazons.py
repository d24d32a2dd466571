"""Amazons (Walter Zamkauskas, 1988): who cannot move any more loses.

Each player has four amazons; X, the first player, begins. In turn, one of them goes as a queen does in chess, and then shoots an
arrow, which flies as a queen goes and stays where it lands (#). Nothing passes over amazons or arrows, and nothing is captured.

Going and shooting are two moves, of the same player. The first is written as the cells from where and to where, d1d7; the second as
the cell where the arrow lands, g7. Columns are letters from the left, rows numbers from below.
"""

import numpy as np

from counterply import Evaluator, Game, GameError, Record, Symmetry, as_setup, grid, kernel
from counterply.core.position import Position

MIN_SIDE, MAX_SIDE, ARROW, FAR, DIRECTIONS = 4, 10, 3, 100, 8
CELLS = MAX_SIDE * MAX_SIDE
# cells row by row: 0 empty, 1 or 2 whose amazon, ARROW; 1 + the cell to shoot from, or 0; who is to move
RECORD = np.dtype([("cells", np.int8, (CELLS,)), ("shooter", np.uint8), ("turn", np.int8)])
TEMPO = 0.2  # cells: the value of a cell at equal distance for the side that goes next; by eye


def legal_moves(position: Record, setup: Record, moves: np.ndarray) -> int:
    """Go with any amazon: its cell times `base`, plus the cell to go to. Or shoot with the one that has just gone, from no cell."""
    cells, shooter, base, count = position["cells"], position["shooter"], setup["base"], 0
    for cell in range(setup["cells"]):
        if cells[cell] == position["turn"] + 1 and shooter in (0, cell + 1):
            before = count
            for direction in range(DIRECTIONS):
                to = setup["near"][cell, direction]
                while to >= 0 and cells[to] == 0:
                    place, move = count, base * (setup["cells"] if shooter else cell) + to
                    while place > before and moves[place - 1] > move:  # in ascending order
                        moves[place], place = moves[place - 1], place - 1
                    moves[place], count, to = move, count + 1, setup["near"][to, direction]
    return count


def play(position: Record, setup: Record, move: int) -> None:
    """Go and keep the turn, or shoot, in place."""
    cell, to = move // setup["base"], move % setup["base"]
    if position["shooter"]:
        position["cells"][to], position["shooter"], position["turn"] = ARROW, 0, 1 - position["turn"]
    else:
        position["cells"][cell], position["cells"][to], position["shooter"] = 0, position["turn"] + 1, to + 1


@kernel
def distances(cells: np.ndarray, setup: Record, player: int) -> np.ndarray:
    """Return how many times the nearest amazon of `player` has to go to be on each cell; FAR if none gets there."""
    away, queue, known, done = np.full(CELLS, FAR), np.zeros(CELLS, np.int64), 0, 0
    for cell in range(setup["cells"]):
        if cells[cell] == player + 1:
            away[cell], queue[known], known = 0, cell, known + 1
    while done < known:
        cell, further, done = queue[done], away[queue[done]] + 1, done + 1
        for direction in range(DIRECTIONS):
            to = setup["near"][cell, direction]
            while to >= 0 and cells[to] == 0 and away[to] >= further:  # beyond a cell that is as near as this one, all is found
                if away[to] == FAR:
                    away[to], queue[known], known = further, to, known + 1
                to = setup["near"][to, direction]
    return away


def territory(position: Record, setup: Record, player: int) -> float:
    """Cells that `player` is nearer to than the other side, minus those that the other side is nearer to."""
    own, other, value = distances(position["cells"], setup, player), distances(position["cells"], setup, 1 - player), 0.0
    tempo = TEMPO if (position["turn"] == player) == (position["shooter"] == 0) else -TEMPO
    for cell in range(setup["cells"]):
        if position["cells"][cell] == 0 and min(own[cell], other[cell]) < FAR:
            value += np.sign(other[cell] - own[cell]) if own[cell] != other[cell] else tempo
    return value


def transform(position: Record, setup: Record, symmetry: int) -> None:
    """Turn or reflect the board, in place."""
    before = position["cells"].copy()
    for cell in range(setup["cells"]):
        position["cells"][setup["images"][cell, symmetry]] = before[cell]
    position["shooter"] = setup["images"][position["shooter"] - 1, symmetry] + 1 if position["shooter"] else 0


def game(width: int = MAX_SIDE, height: int = MAX_SIDE) -> Game:
    """Amazons.

    Parameters
    ----------
    width, height : columns and rows, 4 to 10
    """
    if not (MIN_SIDE <= width <= MAX_SIDE and MIN_SIDE <= height <= MAX_SIDE):
        raise GameError(f"an Amazons board has {MIN_SIDE} to {MAX_SIDE} columns and rows, not {width} and {height}")

    board = grid(height, width, parts=2)
    images = np.resize(board.images(), (8, board.count)).T

    def start(position: Record) -> None:
        cells = position["cells"][: board.count].reshape(height, width)
        across, up = (width - 1) // 3, (height - 1) // 3  # a4, d1, g1 and j4 on 10x10
        cells[[0, 0, up, up], [across, width - 1 - across, 0, width - 1]] = 2
        cells[[-1, -1, -1 - up, -1 - up], [across, width - 1 - across, 0, width - 1]] = 1

    def diagram(position: Position) -> str:
        task = "shoot" if position["shooter"] else "move"
        return "\n".join(
            [board.diagram([".XO#"[cell] for cell in position["cells"][: board.count]]), f"{'XO'[position.turn]} to {task}"]
        )

    return Game(
        "amazons",
        RECORD,
        start=start,
        legal_moves=legal_moves,
        play=play,
        max_moves=4 * 35,  # four queens in the middle of the largest board
        max_plies=2 * (width * height - 8),  # an arrow on every cell
        setup=as_setup(CELLS, cells=board.count, base=board.base, near=board.near, images=images),
        options={name: side for name, side in (("width", width), ("height", height)) if side != MAX_SIDE},
        symmetry=Symmetry(len(board.images()), transform),
        text=board.text(diagram=diagram, reason=lambda _: "no amazon can move"),
        board=board.board(roles=("first", "second", "gone")),
        evaluators=[Evaluator("territory", territory, antisymmetric=True)],
        opening_plies=4,
    )
