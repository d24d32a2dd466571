"""Higher card: five cards, one for each player, one in the middle; nobody sees more than their own.

The first player holds, or swaps cards with the opponent, or takes the middle card instead; the second does the same with what it
has; the higher card wins.

The second player knows nothing but its card and what the first one did; with the first alone to choose (`choices=1`) best play is
known: hold a 4 or a 5, swap a 1 or a 2.
"""

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Chance, Evaluator, Game
from counterply.compiling.kernels import kernel
from counterply.core.random import next_random
from counterply.core.values import CHANCE

HOLD, SWAP, DRAW_MIDDLE = 0, 1, 2
CARDS = 5
DEALS = CARDS * (CARDS - 1) * (CARDS - 2)
# seen: who knows a hand, as bits 1 (first) and 2 (second)
RECORD = np.dtype([("hand", np.int8, (2,)), ("middle", np.int8), ("seen", np.uint8, (2,)), ("plies", np.int8), ("dealt", np.int8)])
SETUP = np.dtype([("choices", np.int64)])


def turn(position):
    return np.int64(position["plies"]) if position["dealt"] else CHANCE


def legal_moves(position, moves):
    for move in range(3):
        moves[move] = move
    return 3


@kernel
def take(left, place, count):
    """Remove and return the card at `place` of the first `count`, in place."""
    card = left[place]
    for after in range(place, count - 1):
        left[after] = left[after + 1]
    return card


def play(position, move):
    if not position["dealt"]:
        first, rest = move // 12, move % 12
        second, third = rest // 3, rest % 3
        left = np.zeros(CARDS, np.int64)
        for card in range(CARDS):
            left[card] = card + 1
        position["hand"][0] = take(left, first, 5)
        position["hand"][1] = take(left, second, 4)
        position["middle"] = take(left, third, 3)
        position["seen"][0], position["seen"][1] = 1, 2
        position["dealt"] = 1
        return
    seat = position["plies"]
    if move == SWAP:
        card = position["hand"][0]
        position["hand"][0] = position["hand"][1]
        position["hand"][1] = card
        position["seen"][0], position["seen"][1] = 3, 3
    elif move == DRAW_MIDDLE:
        position["hand"][seat] = position["middle"]
        position["middle"] = 0
        position["seen"][seat] = 1 + seat
    position["plies"] += 1


def outcome(position, setup):
    if not position["dealt"] or position["plies"] < setup["choices"]:
        return ONGOING
    return FIRST if position["hand"][0] > position["hand"][1] else SECOND


def chance(position, outcomes, probabilities):
    for deal in range(DEALS):
        outcomes[deal] = deal
        probabilities[deal] = 1.0 / DEALS
    return DEALS


@kernel
def draw(free, random):
    """Return a random card of those left in `free`, and take it out, in place."""
    count = 0
    for card in range(1, CARDS + 1):
        count += free[card]
    wanted = np.int64(next_random(random) >> np.uint64(33)) % count
    for card in range(1, CARDS + 1):
        if free[card]:
            if wanted == 0:
                free[card] = 0
                return card
            wanted -= 1
    return 0


def resample(position, viewer, random):
    """Draw the cards that `viewer` has not seen from all that it cannot place."""
    free = np.ones(CARDS + 1, np.int64)
    for seat in range(2):
        if position["seen"][seat] >> viewer & 1:
            free[position["hand"][seat]] = 0
    for seat in range(2):
        if not position["seen"][seat] >> viewer & 1:
            position["hand"][seat] = draw(free, random)
    if position["middle"] != 0:
        position["middle"] = draw(free, random)


def height(position, player):
    return np.float64(position["hand"][player]) - np.float64(position["hand"][1 - player])


def game(choices: int = 1) -> Game:
    setup = np.zeros(1, SETUP)
    setup["choices"] = choices
    return Game(
        "higher_card",
        RECORD,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        chance=Chance(chance, resample, deals=True),
        setup=setup,
        max_moves=DEALS,
        max_plies=1 + choices,
        evaluators=[Evaluator("height", height, antisymmetric=True)],
    )
