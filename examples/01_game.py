"""A game in one file: the heap game, where each player takes one to three of what is left, and whoever takes the last wins.

python examples/01_game.py
counterply verify examples/01_game.py
counterply analyse examples/01_game.py --set heap=21
"""

import numpy as np
from numpy.typing import NDArray

from counterply import FIRST, ONGOING, SECOND, Game, Move, Position, Record, Text

RECORD = np.dtype([("heap", np.int16), ("turn", np.int8)])
MOST = 3


def legal_moves(position: Record, moves: NDArray[np.int32]) -> int:
    """A move is the number taken."""
    count: int = min(MOST, position["heap"])
    for index in range(count):
        moves[index] = index + 1
    return count


def play(position: Record, move: Move) -> None:
    """Take, in place."""
    position["heap"] -= move
    position["turn"] = 1 - position["turn"]


def outcome(position: Record) -> int:
    """A player who finds nothing left has lost."""
    if position["heap"] > 0:
        return ONGOING
    return SECOND if position["turn"] == 0 else FIRST


def diagram(position: Position) -> str:
    """A stroke for each."""
    return "|" * int(position["heap"]) or "(nothing left)"


def game(heap: int = 21) -> Game:
    """Return the game with so many on the heap: what `--set heap=30` asks for."""

    def start(position: Record) -> None:
        position["heap"] = heap

    return Game(
        "heap",
        RECORD,
        start=start,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        text=Text(diagram=diagram),
        max_moves=MOST,
        max_plies=heap,
        options={"heap": heap},
    )


if __name__ == "__main__":
    position = game(heap=9).start()
    while position.moves():
        move = position.moves()[-1]
        print(f"{position}  player {position.turn + 1} takes {move}")
        position = position.after(move)
    print(f"{position}  outcome {position.outcome()}: 1 means that the first player has won")
