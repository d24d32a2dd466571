"""Hex (Piet Hein, 1942; John Nash, 1948): who connects both sides of their own wins.

In turn, the players put a stone on an empty cell of a rhombus of hexagons. X, the first player, owns the top and the bottom, O the
left and the right side. Who joins their two sides by a chain of stones wins; there is no draw, and no swap here. A move is written
as column and row: a1 is at the top left.
"""

from typing import Any

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Board, Evaluator, Game, GameError, Item, Symmetry, Text, kernel

MAX_SIZE = 11
CELLS = (MAX_SIZE * MAX_SIZE,)
# row by row: 0 empty, 1 or 2 whose stone; whether its chain reaches its owner's first side (1), the other (2), both (3); 0 or 1;
RECORD = np.dtype([("cells", np.int8, CELLS), ("joined", np.int8, CELLS), ("turn", np.int8), ("winner", np.int8)])  # 0, or 1 or 2
SETUP = np.dtype([("size", np.int64), ("near", np.int16, (*CELLS, 6))])  # cells of a side; neighbours, or -1
STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))  # rows, columns to the six neighbours
FAR, HEXAGON = 99, "M.5 0 L1 .25 L1 .75 L.5 1 L0 .75 L0 .25 Z"  # FAR: stones, more than any chain needs


def neighbours(size: int) -> np.ndarray:
    """Return the six neighbours of each cell; -1 off the board."""
    near = np.full((*CELLS, 6), -1, np.int16)
    for row, column, step in np.ndindex(size, size, 6):
        down, right = row + STEPS[step][0], column + STEPS[step][1]
        if 0 <= down < size and 0 <= right < size:
            near[size * row + column, step] = size * down + right
    return near


def legal(position: Any, setup: Any, move: int) -> Any:
    """Every empty cell of the board."""
    return move < setup["size"] * setup["size"] and position["cells"][move] == 0


def play(position: Any, setup: Any, move: int) -> None:
    """Put a stone, and tell its chain which sides it now reaches, in place."""
    player, size, cells, joined = position["turn"], setup["size"], position["cells"], position["joined"]
    cells[move], position["turn"] = player + 1, 1 - player
    line = move // size if player == 0 else move % size
    reaches = (1 if line == 0 else 0) | (2 if line == size - 1 else 0)
    for near in setup["near"][move]:
        if near >= 0 and cells[near] == player + 1:
            reaches |= joined[near]
    joined[move], position["winner"], changed = reaches, player + 1 if reaches == 3 else 0, reaches > 0
    while changed:
        changed = False
        for cell in range(size * size):
            if cells[cell] == player + 1 and joined[cell] != reaches:
                for near in setup["near"][cell]:
                    if near >= 0 and cells[near] == player + 1 and joined[near] & ~joined[cell]:
                        joined[cell], changed = joined[cell] | joined[near], True


def outcome(position: Any) -> int:
    """Who has joined both sides."""
    return FIRST if position["winner"] == 1 else SECOND if position["winner"] == 2 else ONGOING


@kernel
def needed(cells: Any, setup: Any, player: int) -> int:
    """Return how many stones `player` still needs to join both sides, if the opponent never moved."""
    costs = np.full(CELLS, FAR, np.int64)
    best, changed, size = FAR, True, setup["size"]
    while changed:
        changed = False
        for cell in range(size * size):
            if cells[cell] != 2 - player:
                line = cell // size if player == 0 else cell % size
                least = min(line, 1) * FAR
                for near in setup["near"][cell]:
                    if near >= 0:
                        least = min(least, costs[near])
                least += cells[cell] == 0
                if least < costs[cell]:
                    costs[cell], changed = least, True
                best = min(best, costs[cell] if line == size - 1 else FAR)
    return best


def race(position: Any, setup: Any, player: int) -> Any:
    """Stones that the other one needs to connect, minus those that `player` needs."""
    theirs = needed(position["cells"], setup, 1 - player)
    return theirs - needed(position["cells"], setup, player) + (0.5 if position["turn"] == player else -0.5)


def transform(position: Any, setup: Any, symmetry: int) -> None:
    """Turn the board by half a circle, in place."""
    last, cells, joined = setup["size"] * setup["size"] - 1, position["cells"].copy(), position["joined"].copy()
    for cell in range(last + 1):
        position["cells"][last - cell], position["joined"][last - cell] = cells[cell], joined[cell] // 2 + joined[cell] % 2 * 2


def diagram(position: Any) -> str:
    """The rows of the rhombus, each half a cell to the right of the one above."""
    size, cells = position.game.board[0], [".XO"[cell] for cell in position["cells"]]
    rows = [" " * (row + 1) + f"{row + 1:2} " + " ".join(cells[size * row : size * row + size]) for row in range(size)]
    return "\n".join(["    " + " ".join("abcdefghijk"[:size]), *rows])


def drawing(position: Any) -> list[Item]:
    """Return the rhombus with its sides, and the stones."""
    size, items, stones = position.game.board[0], [], []
    for row, column in np.ndindex(size, size):
        x, y, stone = column + row / 2, 0.87 * row, position["cells"][size * row + column]
        name = f"{'abcdefghijk'[column]}{row + 1} {('empty', 'player 1', 'player 2')[stone]}"
        items.append(Item(f"{row},{column}", x, y, 1, 1.16, "path", "cell light", path=HEXAGON, label=name, cell=(row, column)))
        if stone:
            stones.append(Item(f"stone {row},{column}", x + 0.15, y + 0.23, 0.7, 0.7, "disc", ("first", "second")[stone - 1]))
    for x, y in ((0.25, -0.16), (size / 2 - 0.25, 0.87 * size + 0.45)):
        items.append(Item(f"side {y}", x, y, size - 0.5, 0, "line", "first outline"))
    items += [Item(f"side {x}", x, 0.58, size / 2 - 0.5, 0.87 * size - 0.87, "line", "second outline") for x in (-0.2, size + 0.2)]
    for place, letter in enumerate("abcdefghijk"[:size]):
        items.append(Item(letter, place - 0.05, -0.8, 1, 0.5, "text", "edge", text=letter, size=0.4))
        x, y, text = place / 2 - 1.05, 0.87 * place + 0.33, str(place + 1)
        items.append(Item(text, x, y, 0.6, 0.5, "text", "edge", text=text, size=0.4))
    return [*items, *stones]


def game(size: int = 7) -> Game:
    """Hex.

    Parameters
    ----------
    size : cells of a side, 3 to 11
    """
    if not 3 <= size <= MAX_SIZE:
        raise GameError(f"a Hex board has 3 to {MAX_SIZE} cells a side, not {size}")
    return Game(
        "hex",
        RECORD,
        legal_moves=legal,
        moves=CELLS[0],
        play=play,
        outcome=outcome,
        max_plies=size * size,
        setup=np.array([(size, neighbours(size))], SETUP),
        options={} if size == 7 else {"size": size},
        symmetry=Symmetry(2, transform),
        text=Text(lambda _, at: f"{'abcdefghijk'[at % size]}{at // size + 1}", diagram, reason=lambda _: "a chain joins the edges"),
        board=Board((size, size), lambda _, move: divmod(move, size), drawing),
        evaluators=[Evaluator("race", race, antisymmetric=True)],
    )
