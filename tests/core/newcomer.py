"""Dawson's Kayles on a row of pins, a newcomer's first file: knock down two pins that stand side by side; who cannot, loses.

o o o o o o o      a move is the left pin of the two, from 0
"""

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Evaluator, Game, Text

PINS = 12

RECORD = np.dtype([("standing", np.uint8, (PINS,)), ("turn", np.uint8)])


def start(position):
    position["standing"] = 1


def legal_moves(position, moves):
    count = 0
    for pin in range(PINS - 1):
        if position["standing"][pin] and position["standing"][pin + 1]:
            moves[count] = pin
            count += 1
    return count


def play(position, move):
    position["standing"][move] = 0
    position["standing"][move + 1] = 0
    position["turn"] = 1 - position["turn"]


def outcome(position):
    for pin in range(PINS - 1):
        if position["standing"][pin] and position["standing"][pin + 1]:
            return ONGOING
    return SECOND if position["turn"] == 0 else FIRST


def pairs_left(position, player):
    """An odd number of pairs is good for the side to move."""
    pairs = 0
    for pin in range(PINS - 1):
        pairs += position["standing"][pin] * position["standing"][pin + 1]
    return 1.0 if (pairs % 2 == 1) == (position["turn"] == player) else -1.0


def diagram(position):
    return " ".join(".o"[pin] for pin in position["standing"])


game = Game(
    "kayles",
    RECORD,
    legal_moves=legal_moves,
    play=play,
    outcome=outcome,
    start=start,
    max_moves=PINS - 1,
    max_plies=PINS // 2,
    text=Text(diagram=diagram),
    evaluators=[Evaluator("pairs", pairs_left, antisymmetric=True)],
)
