"""Hex (Piet Hein, 1942; John Nash, 1948): who connects both sides of their own wins.

In turn, the players put a stone on an empty cell of a rhombus of hexagons. X, the first player, owns the top and the bottom, O the
left and the right side. Who joins their two sides by a chain of stones wins; there is no draw, and no swap here. A move is written
as column and row: a1 is at the top left.
"""

from typing import Any

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Evaluator, Game, GameError, Item, Record, Symmetry, as_setup, hexes, kernel

MAX_SIZE = 11
CELLS = (MAX_SIZE * MAX_SIZE,)
# row by row: 0 empty, 1 or 2 whose stone; whether its chain reaches its owner's first side (1), the other (2), both (3); 0 or 1;
RECORD = np.dtype([("cells", np.int8, CELLS), ("joined", np.int8, CELLS), ("turn", np.int8), ("winner", np.int8)])  # 0, or 1 or 2
FAR = 99  # stones, more than any chain needs


def legal(position: Record, setup: Record, move: int) -> Any:
    """Every empty cell of the board."""
    return move < setup["size"] * setup["size"] and position["cells"][move] == 0


def play(position: Record, setup: Record, move: int) -> None:
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


def outcome(position: Record) -> int:
    """Who has joined both sides."""
    return FIRST if position["winner"] == 1 else SECOND if position["winner"] == 2 else ONGOING


@kernel
def needed(cells: np.ndarray, setup: Record, player: int) -> int:
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


def race(position: Record, setup: Record, player: int) -> Any:
    """Stones that the other one needs to connect, minus those that `player` needs."""
    theirs = needed(position["cells"], setup, 1 - player)
    return theirs - needed(position["cells"], setup, player) + (0.5 if position["turn"] == player else -0.5)


def transform(position: Record, setup: Record, symmetry: int) -> None:
    """Turn the board by half a circle, in place."""
    last, cells, joined = setup["size"] * setup["size"] - 1, position["cells"].copy(), position["joined"].copy()
    for cell in range(last + 1):
        position["cells"][last - cell], position["joined"][last - cell] = cells[cell], joined[cell] // 2 + joined[cell] % 2 * 2


def game(size: int = 7) -> Game:
    """Hex.

    Parameters
    ----------
    size : cells of a side, 3 to 11
    """
    if not 3 <= size <= MAX_SIZE:
        raise GameError(f"a Hex board has 3 to {MAX_SIZE} cells a side, not {size}")
    board = hexes(size)

    def sides(position: Record) -> list[Item]:
        (left, top, _, bottom), long = board.places[[0, -1]].ravel().tolist(), size - 0.5
        flat, steep = ((0.25, top - 0.66), (size / 2 - 0.25, bottom + 0.66)), (left - 0.7, left + size - 0.3)
        items = [Item(f"side {y}", x, y, long, 0, "line", "first outline") for x, y in flat]
        return items + [Item(f"side {x}", x, top + 0.08, long - size / 2, bottom - top, "line", "second outline") for x in steep]

    return Game(
        "hex",
        RECORD,
        legal_moves=legal,
        moves=CELLS[0],
        play=play,
        outcome=outcome,
        max_plies=size * size,
        setup=as_setup(CELLS[0], size=size, near=board.near),
        options={} if size == 7 else {"size": size},
        symmetry=Symmetry(2, transform),
        text=board.text(reason=lambda _: "a chain joins the edges"),
        board=board.board(extra=sides),
        evaluators=[Evaluator("race", race, antisymmetric=True)],
    )
