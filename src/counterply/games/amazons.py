"""Amazons (Walter Zamkauskas, 1988): who cannot move any more loses.

Each player has four amazons; X, the first player, begins. In turn, one of them goes as a queen does in chess, and then shoots an
arrow, which flies as a queen goes and stays where it lands (#). Nothing passes over amazons or arrows, and nothing is captured.

Going and shooting are two moves, of the same player. The first is written as the cells from where and to where, d1d7; the second as
the cell where the arrow lands, g7. Columns are letters from the left, rows numbers from below.
"""

from typing import Any

import numpy as np

from counterply import Board, Evaluator, Game, GameError, Symmetry, Text, kernel

MIN_SIDE, MAX_SIDE, ARROW, FAR = 4, 10, 3, 100
WIDE, CELLS = 12, 12 * 12  # the largest board with a border around it; a smaller one lies at its top left
STEPS = (-13, -12, -11, -1, 1, 11, 12, 13)  # to the eight cells around one
# cells row by row: 0 empty, 1 or 2 whose amazon, ARROW there and on the border; the cell to shoot from, or 0; who is to move
RECORD = np.dtype([("cells", np.int8, (CELLS,)), ("shooter", np.uint8), ("turn", np.int8)])
SETUP = np.dtype([("width", np.int64), ("height", np.int64)])
TEMPO = 0.2  # cells: the value of a cell at equal distance for the side that goes next; by eye


def legal_moves(position: Any, moves: np.ndarray) -> int:
    """Go with any amazon: its cell times CELLS, plus the cell to go to. Or shoot with the one that has just gone: a cell."""
    cells, shooter, count = position["cells"], position["shooter"], 0
    for cell in range(CELLS):
        if cells[cell] == position["turn"] + 1 and shooter in (0, cell):
            before = count
            for step in STEPS:
                to = cell + step
                while cells[to] == 0:
                    place, move = count, to if shooter else CELLS * cell + to
                    while place > before and moves[place - 1] > move:  # in ascending order
                        moves[place], place = moves[place - 1], place - 1
                    moves[place], count, to = move, count + 1, to + step
    return count


def play(position: Any, move: int) -> None:
    """Go and keep the turn, or shoot, in place."""
    cell, to = move // CELLS, move % CELLS
    if cell == 0:
        position["cells"][to], position["shooter"], position["turn"] = ARROW, 0, 1 - position["turn"]
    else:
        position["cells"][cell], position["cells"][to], position["shooter"] = 0, position["turn"] + 1, to


@kernel
def distances(cells: Any, player: int) -> np.ndarray:
    """Return how many times the nearest amazon of `player` has to go to be on each cell; FAR if none gets there."""
    away, queue, known, done = np.full(CELLS, FAR), np.zeros(CELLS, np.int64), 0, 0
    for cell in range(CELLS):
        if cells[cell] == player + 1:
            away[cell], queue[known], known = 0, cell, known + 1
    while done < known:
        cell, further, done = queue[done], away[queue[done]] + 1, done + 1
        for step in STEPS:
            to = cell + step
            while cells[to] == 0 and away[to] >= further:  # from a cell that is as near as this one, the rest of the way is found
                if away[to] == FAR:
                    away[to], queue[known], known = further, to, known + 1
                to += step
    return away


def territory(position: Any, player: int) -> float:
    """Cells that `player` is nearer to than the other side, minus those that the other side is nearer to."""
    own, other, value = distances(position["cells"], player), distances(position["cells"], 1 - player), 0.0
    tempo = TEMPO if (position["turn"] == player) == (position["shooter"] == 0) else -TEMPO
    for cell in range(CELLS):
        if position["cells"][cell] == 0 and min(own[cell], other[cell]) < FAR:
            value += np.sign(other[cell] - own[cell]) if own[cell] != other[cell] else tempo
    return value


@kernel
def turned(cell: int, setup: Any, symmetry: int) -> Any:
    """Reflect a cell's row (bit 0 of `symmetry`) and column (bit 1), exchange the two (bit 2; square boards only)."""
    row, column = cell // WIDE, cell % WIDE
    row, column = (setup["height"] + 1 - row if symmetry & 1 else row), (setup["width"] + 1 - column if symmetry & 2 else column)
    return column * WIDE + row if symmetry & 4 else row * WIDE + column


def transform(position: Any, setup: Any, symmetry: int) -> None:
    """Turn or reflect the board, in place."""
    before = position["cells"].copy()
    for row in range(1, setup["height"] + 1):
        for cell in range(row * WIDE + 1, row * WIDE + setup["width"] + 1):
            position["cells"][turned(cell, setup, symmetry)] = before[cell]
    position["shooter"] = turned(position["shooter"], setup, symmetry) if position["shooter"] else 0


def diagram(position: Any) -> str:
    """The board with its columns' letters and rows' numbers, and who is to move or to shoot."""
    (height, width), cells = position.game.board, position["cells"].reshape(WIDE, WIDE)
    rows = [" ".join([f"{height - row:2}", *(".XO#"[c] for c in cells[row + 1, 1 : width + 1])]) for row in range(height)]
    task = "shoot" if position["shooter"] else "move"
    return "\n".join([*rows, " ".join(["  ", *"abcdefghij"[:width]]), f"{'XO'[position.turn]} to {task}"])


def game(width: int = MAX_SIDE, height: int = MAX_SIDE) -> Game:
    """Amazons.

    Parameters
    ----------
    width, height : columns and rows, 4 to 10
    """
    if not (MIN_SIDE <= width <= MAX_SIDE and MIN_SIDE <= height <= MAX_SIDE):
        raise GameError(f"an Amazons board has {MIN_SIDE} to {MAX_SIDE} columns and rows, not {width} and {height}")

    def start(position: Any) -> None:
        board = position["cells"].reshape(WIDE, WIDE)
        board[:], across, up = ARROW, (width - 1) // 3, (height - 1) // 3  # a4, d1, g1 and j4 on 10x10
        board[1 : height + 1, 1 : width + 1] = 0
        board[[1, 1, 1 + up, 1 + up], [1 + across, width - across, 1, width]] = 2
        board[[height, height, height - up, height - up], [1 + across, width - across, 1, width]] = 1

    def cells(move: int) -> list[tuple[int, int]]:
        return [(cell // WIDE - 1, cell % WIDE - 1) for cell in divmod(move, CELLS) if cell]

    def move_text(position: Any, move: int) -> str:
        return "".join(f"{'abcdefghij'[column]}{height - row}" for row, column in cells(move))

    def touches(position: Any, move: int) -> tuple[str, ...]:
        return tuple(f"{row},{column}" for row, column in cells(move))

    return Game(
        "amazons",
        RECORD,
        start=start,
        legal_moves=legal_moves,
        play=play,
        max_moves=4 * 35,  # four queens in the middle of the largest board
        max_plies=2 * (width * height - 8),  # an arrow on every cell
        setup=np.array([(width, height)], SETUP),
        options={name: side for name, side in (("width", width), ("height", height)) if side != MAX_SIDE},
        symmetry=Symmetry(8 if width == height else 4, transform),
        text=Text(move_text, diagram, reason=lambda _: "no amazon can move"),
        board=Board((height, width), lambda _, move: cells(move)[-1], touches=touches),
        evaluators=[Evaluator("territory", territory, antisymmetric=True)],
        opening_plies=4,
    )
