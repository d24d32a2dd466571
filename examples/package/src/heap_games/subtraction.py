"""Subtraction: from one heap of counters, the players in turn take one, two or three. Who takes the last one wins."""

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Game, GameError, Move, Position, Record, Text

MOST = 3  # counters that a move takes
LARGEST = 100
RECORD = np.dtype([("heap", np.int16), ("turn", np.int8)])  # counters that are left; 0 or 1


def legal(position: Record, move: Move) -> bool:
    """Move 0 takes one counter, move 2 three."""
    return bool(move < position["heap"])


def play(position: Record, move: Move) -> None:
    """Take counters, in place."""
    position["heap"] -= move + 1
    position["turn"] = 1 - position["turn"]


def outcome(position: Record) -> int:
    """Who took the last counter has won."""
    if position["heap"] > 0:
        return ONGOING
    return SECOND if position["turn"] == 0 else FIRST


def move_text(position: Position, move: Move) -> str:
    """How many are taken."""
    return str(move + 1)


def diagram(position: Position) -> str:
    """The heap, and whose turn it is."""
    return f"{position['heap']} left, {('first', 'second')[position['turn']]} to move"


def game(heap: int = 21) -> Game:
    """Take one, two or three; the last one wins.

    Parameters
    ----------
    heap : counters at the start, 1 to 100
    """
    if not 1 <= heap <= LARGEST:
        raise GameError(f"a heap has 1 to {LARGEST} counters, not {heap}")

    def start(position: Record) -> None:
        """All counters are there."""
        position["heap"] = heap

    return Game(
        "subtraction",
        RECORD,
        legal_moves=legal,
        moves=MOST,
        play=play,
        outcome=outcome,
        start=start,
        max_plies=LARGEST,
        text=Text(move_text, diagram),
    )
