"""Dots and Boxes (Lucas, 1889): who closes more boxes wins.

In turn, the players draw a line between two neighbouring dots. Who draws the fourth line of a box owns it, and must draw another
line. When all lines are drawn, the game is over, and who owns more boxes wins. A move is written as its two dots: a1b1 is the line
at the top left to the right, a1a2 the one down; letters are columns.
"""

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
    Item,
    Record,
    Symmetry,
    Text,
    hash_record,
    kernel,
)
from counterply.core.drawing import edge_numbers
from counterply.core.position import Position

MAX_SIDE, MAX_CELLS, DRAWN = 5, 11 * 11, 3  # boxes; cells: dots (row and column even), lines (one of them), boxes (both odd)
LETTERS = "abcdef"  # of columns of dots
# cells row by row: 0 nothing yet, DRAWN, 1 or 2 whose box; how many lines are drawn; 0 or 1
RECORD = np.dtype([("cells", np.int8, (MAX_CELLS,)), ("drawn", np.int16), ("turn", np.int8)])
SETUP = np.dtype([("wide", np.int64), ("cells", np.int64), ("lines", np.int64)])  # cells in a row, and in all; lines
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # odd, so that multiplying loses nothing; golden ratio


def legal(position: Record, setup: Record, move: int) -> Any:
    """Every line that is not drawn: as rows are of odd length, lines have the odd numbers."""
    return move % 2 == 1 and move < setup["cells"] and position["cells"][move] == 0


@kernel
def lines_of(cells: np.ndarray, box: int, wide: int) -> int:
    """Return how many lines of a box are drawn."""
    return (cells[box - wide] + cells[box + wide] + cells[box - 1] + cells[box + 1]) // DRAWN  # type: ignore[no-any-return]


def play(position: Record, setup: Record, move: int) -> None:
    """Draw a line, in place; who closes a box keeps the turn."""
    player, wide, cells, closed = position["turn"], setup["wide"], position["cells"], False
    cells[move], position["drawn"] = DRAWN, position["drawn"] + 1
    step = wide if move // wide % 2 == 0 else 1  # to the boxes on either side
    for box in (move - step, move + step):
        inside = 0 <= box < setup["cells"] and (step > 1 or box // wide == move // wide)
        if inside and lines_of(cells, box, wide) == 4:
            cells[box], closed = player + 1, True
    position["turn"] = player if closed else 1 - player


@kernel
def margin(position: Record) -> int:
    """Boxes of the first player minus the second's."""
    lead = 0
    for cell in position["cells"]:
        lead += 1 if cell == 1 else -1 if cell == 2 else 0
    return lead


def outcome(position: Record, setup: Record) -> int:
    """All lines are drawn: who owns more boxes."""
    lead = margin(position)
    return ONGOING if position["drawn"] < setup["lines"] else FIRST if lead > 0 else SECOND if lead < 0 else DRAW


def key(position: Record, setup: Record, future: bool) -> Any:
    """A hash of the record; the rest of a game depends on the lines and the turn alone."""
    if not future:
        return hash_record(position)
    mixed = np.uint64(position["turn"] + 1)
    for cell in range(setup["cells"]):
        mixed = (mixed ^ (mixed >> np.uint64(32)) ^ np.uint64(position["cells"][cell] == 0)) * FACTOR
    return mixed


def chains(position: Record, setup: Record, player: int) -> float:
    """Boxes that `player` leads by, and those with three lines, which are the mover's to take."""
    ready, wide, lead = 0, setup["wide"], margin(position)
    for row in range(1, setup["cells"] // wide, 2):
        for column in range(1, wide, 2):
            ready += lines_of(position["cells"], row * wide + column, wide) == 3
    return float((lead + (ready if position["turn"] == 0 else -ready)) * (1 - 2 * player))


@kernel
def turned(cell: int, setup: Record, symmetry: int) -> Any:
    """Reflect a cell's row (bit 0 of `symmetry`) and column (bit 1), exchange the two (bit 2; square boards only)."""
    wide, rows = setup["wide"], setup["cells"] // setup["wide"]
    row, column = cell // wide, cell % wide
    row, column = (rows - 1 - row if symmetry & 1 else row), (wide - 1 - column if symmetry & 2 else column)
    return column * wide + row if symmetry & 4 else row * wide + column


def transform(position: Record, setup: Record, symmetry: int) -> None:
    """Turn or reflect the board, in place."""
    before = position["cells"].copy()
    for cell in range(setup["cells"]):
        position["cells"][turned(cell, setup, symmetry)] = before[cell]


def diagram(position: Any) -> str:
    """Dots, lines, and the owners of the boxes, X and O."""
    (rows, wide), cells = position.game.board, position["cells"]
    marks = ["+" if i // wide % 2 == i % wide % 2 == 0 else f" XO{'-|'[i // wide % 2]}"[cells[i]] for i in range(rows * wide)]
    return "\n".join([*("".join(marks[wide * row : wide * row + wide]) for row in range(rows)), f"{'XO'[position.turn]} to move"])


def drawing(position: Any) -> list[Item]:
    """Return dots with their names, boxes and lines; a line that is not drawn is there to be touched."""
    (rows, wide), items = position.game.board, []
    for row, column in np.ndindex(rows, wide):
        cell, key, x, y = int(position["cells"][row * wide + column]), f"{row},{column}", column / 2, row / 2
        if row % 2 == column % 2 == 0:
            items.append(Item(key, x - 0.1, y - 0.1, 0.2, 0.2, "disc", "ink"))
        elif row % 2 == column % 2 and cell:
            items.append(Item(key, x - 0.36, y - 0.36, 0.72, 0.72, "rect", ("first", "second")[cell - 1]))
        elif row % 2 != column % 2:
            w, h = (0.72, 0.16) if row % 2 == 0 else (0.16, 0.72)
            said = f"line {key} {'drawn' if cell else 'free'}"
            items.append(Item(key, x - w / 2, y - h / 2, w, h, role="ink" if cell else "cell dark", label=said, cell=(row, column)))
    names = edge_numbers(rows // 2 + 1, wide // 2 + 1, LETTERS.__getitem__, "123456".__getitem__)
    return items + [name._replace(x=name.x - 0.5, y=name.y - 0.5) for name in names]


def game(width: int = 4, height: int = 4) -> Game:
    """Dots and Boxes.

    Parameters
    ----------
    width, height : boxes in a row and in a column, 1 to 5
    """
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise GameError(f"a board has 1 to {MAX_SIDE} boxes a side, not {width} and {height}")
    wide, lines = 2 * width + 1, width * (height + 1) + height * (width + 1)

    def move_text(position: Position, move: int) -> str:
        row, column = divmod(move, wide)
        return f"{LETTERS[column // 2]}{row // 2 + 1}{LETTERS[(column + 1) // 2]}{(row + 1) // 2 + 1}"

    return Game(
        "dots_and_boxes",
        RECORD,
        legal_moves=legal,
        moves=MAX_CELLS,
        max_moves=2 * MAX_SIDE * (MAX_SIDE + 1),
        play=play,
        outcome=outcome,
        margin=margin,
        objective="margin",
        max_plies=lines,
        setup=np.array([(wide, wide * (2 * height + 1), lines)], SETUP),
        options={name: side for name, side in (("width", width), ("height", height)) if side != 4},
        symmetry=Symmetry(8 if width == height else 4, transform),
        text=Text(move_text, diagram, reason=lambda _: "all lines are drawn"),
        board=Board(
            (2 * height + 1, wide),
            lambda _, move: divmod(move, wide),
            drawing,
            points=lambda position: [int((position["cells"] == owner).sum()) for owner in (1, 2)],
        ),
        evaluators=[Evaluator("chains", chains, antisymmetric=True)],
        opening_plies=4,
    )
