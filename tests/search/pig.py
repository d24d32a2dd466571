"""Race to GOAL with four-sided dice, as in Pig: roll as often as you like, a 1 loses what the turn has brought, or keep it."""

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Chance, Evaluator, Game
from counterply.core.values import CHANCE

ROLL, KEEP = 0, 1
FACES = 4
RECORD = np.dtype([("points", np.int8, (2,)), ("gain", np.int8), ("mover", np.int8), ("rolling", np.int8), ("turns", np.int8)])
SETUP = np.dtype([("goal", np.int64), ("turns", np.int64), ("dice", np.int64)])


def turn(position):
    return CHANCE if position["rolling"] else np.int64(position["mover"])


def legal_moves(position, moves):
    moves[0] = ROLL
    moves[1] = KEEP
    return 2 if position["gain"] > 0 else 1


def play(position, setup, move):
    mover = position["mover"]
    if position["rolling"]:
        position["rolling"] -= 1
        if move > 1:
            position["gain"] += move
            return
        position["rolling"] = 0
    elif move == ROLL:
        position["rolling"] = setup["dice"]
        return
    else:
        position["points"][mover] += position["gain"]
    position["gain"] = 0
    position["mover"] = 1 - mover
    position["turns"] += 1


def outcome(position, setup):
    """Whoever has the goal in hand has won; after so many turns, whoever has more points, the second player if nobody has."""
    if position["rolling"]:
        return ONGOING
    mover = np.int64(position["mover"])
    if position["points"][mover] + position["gain"] >= setup["goal"]:
        return FIRST if mover == 0 else SECOND
    if position["turns"] >= setup["turns"]:
        return FIRST if position["points"][0] > position["points"][1] else SECOND
    return ONGOING


def chance(position, outcomes, probabilities):
    for face in range(FACES):
        outcomes[face] = face + 1
        probabilities[face] = 1.0 / FACES
    return FACES


def lead(position, player):
    points = np.float64(position["points"][player]) - np.float64(position["points"][1 - player])
    return points + (position["gain"] if position["mover"] == player else -position["gain"])


def game(goal: int = 8, turns: int = 6, dice: int = 1) -> Game:
    setup = np.zeros(1, SETUP)
    setup["goal"], setup["turns"], setup["dice"] = goal, turns, dice
    return Game(
        "pig",
        RECORD,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        chance=Chance(chance),
        setup=setup,
        max_moves=FACES,
        max_plies=2 * goal * turns,
        evaluators=[Evaluator("lead", lead, antisymmetric=True)],
    )
