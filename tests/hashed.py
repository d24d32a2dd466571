"""Games whose rules are a hash: a random tree or graph for each seed, with turns that need not alternate.

A position is a number below `width` at a ply; everything else follows from a hash of seed, ply and number: who is to move, how
many moves there are, whether the game is over and how, and what an evaluator says. `width` decides how often lines meet again.
With `plies` = 0 the ply only tells the turn, where turns alternate: positions may repeat, and the game may go on for ever.
"""

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator
from counterply.compiling.kernels import kernel
from counterply.core.contract import SHARP
from counterply.core.position import Position
from flat import flat_game

RECORD = np.dtype(
    [
        ("seed", np.uint64),
        ("node", np.uint64),
        ("width", np.uint64),
        ("ply", np.int64),
        ("plies", np.int64),  # the game is over here; 0: it may go on for ever
        ("most", np.int64),  # moves
        ("ends", np.int64),  # of 256 positions, how many are final
        ("spread", np.int64),  # of heuristic values and margins
        ("alternating", np.int64),
    ]
)
TURN, MOVES, ENDS, RESULT, MARGIN, VALUE, CHILD = range(7)  # what is asked of a hash
MOST_MOVES = 6
LAST_PLIES = 2  # before the horizon, for a hint that asks how far it is


@kernel
def mixed(seed, a, b, c):
    value = np.uint64(seed) ^ (np.uint64(a) * np.uint64(0x9E3779B97F4A7C15))
    value = (value ^ (value >> np.uint64(30)) ^ np.uint64(b)) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27)) ^ np.uint64(c)) * np.uint64(0x94D049BB133111EB)
    value = (value ^ (value >> np.uint64(31))) * np.uint64(0xBF58476D1CE4E5B9)
    return np.int64((value ^ (value >> np.uint64(29))) & np.uint64(0x7FFFFFFF))


@kernel
def drawn(position, what):
    ply = position["ply"] if position["plies"] > 0 else 0
    return mixed(position["seed"], ply, position["node"], what)


@kernel
def turn(position):
    if position["alternating"]:
        return position["ply"] & 1
    return drawn(position, TURN) & 1


@kernel
def outcome(position):
    at_end = position["plies"] > 0 and position["ply"] >= position["plies"]
    if at_end or ((position["ply"] > 0 or position["plies"] == 0) and drawn(position, ENDS) & 255 < position["ends"]):
        result = drawn(position, RESULT) % 3
        return FIRST if result == 0 else (SECOND if result == 1 else DRAW)
    return ONGOING


@kernel
def margin(position):
    result = outcome(position)
    points = 1 + drawn(position, MARGIN) % position["spread"]
    return points if result == FIRST else (-points if result == SECOND else 0)


@kernel
def legal_moves(position, moves):
    count = 1 + drawn(position, MOVES) % position["most"]
    for index in range(count):
        moves[index] = 3 * index + 1
    return count


def outcome_beside_moves(position, moves):
    return outcome(position), legal_moves(position, moves)


@kernel
def play(position, move):
    position["node"] = np.uint64(mixed(position["seed"], drawn(position, CHILD), position["node"], move)) % position["width"]
    if position["plies"] > 0:
        position["ply"] += 1
    else:
        position["ply"] ^= position["alternating"]


@kernel
def looks(position, player):
    """An evaluator that is not antisymmetric."""
    value = mixed(position["seed"], drawn(position, VALUE), position["node"], player + 1)
    return float(value % (2 * position["spread"] + 1)) - position["spread"]


@kernel
def fair(position, player):
    value = float(drawn(position, VALUE) % (2 * position["spread"] + 1)) - position["spread"]
    return value if player == 0 else -value


@kernel
def ends_for(position, move):
    """The outcome after `move`."""
    seed, node, ply = position["seed"], position["node"], position["ply"]
    play(position, move)
    result = outcome(position)
    position["seed"], position["node"], position["ply"] = seed, node, ply
    return result


def required(position, moves):
    """The moves that do not end the game with a loss."""
    lost = SECOND if turn(position) == 0 else FIRST
    count = 0
    for index in range(legal_moves(position, moves)):
        move = moves[index]
        if ends_for(position, move) != lost:
            moves[count] = move
            count += 1
    return count


def decided(position):
    """A position whose move wins at once is won."""
    won = FIRST if turn(position) == 0 else SECOND
    for index in range(1 + drawn(position, MOVES) % position["most"]):
        if ends_for(position, 3 * index + 1) == won:
            return won
    return ONGOING


def every_candidate(position, moves, scores):
    count = legal_moves(position, moves)
    for index in range(count):
        scores[index] = mixed(position["seed"], position["node"], position["ply"], moves[index]) % 7 - 3
    return count


def some_candidates(position, depth, moves, scores):
    """About half of the moves, and at least one; one alone in the last plies."""
    count = legal_moves(position, moves)
    kept = 0
    for index in range(count):
        score = mixed(position["seed"], position["node"], position["ply"], moves[index]) % 7 - 3
        if score > 0 or (kept == 0 and index == count - 1):
            moves[kept] = moves[index]
            scores[kept] = score
            kept += 1
    return min(kept, 1) if depth <= LAST_PLIES else kept


def noisy_moves(position, reach, moves):
    """The moves whose number is not the lowest, at some positions; every other one of them."""
    if position["node"] & np.uint64(3):
        return 0
    count = legal_moves(position, moves)
    step = 2 if reach == SHARP else 1
    for index in range(1, count, step):
        moves[index // 2 if reach == SHARP else index - 1] = moves[index]
    return count // 2 if reach == SHARP else count - 1


EVERYTHING = {
    "required": required,
    "candidates": some_candidates,
    "cuts": True,
    "noisy_moves": noisy_moves,
}
LOOKS = Evaluator("looks", looks)
FAIR = Evaluator("fair", fair, antisymmetric=True)


def make(name="hashed", *, objective="outcome", evaluator=LOOKS, **more):
    return flat_game(
        name,
        RECORD,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        margin=margin,
        max_moves=MOST_MOVES,
        objective=objective,
        evaluators=[evaluator],
        **{"outcome": outcome, **more},
    )


LISTING = {"outcome": outcome_beside_moves}  # games without a hint, of which several files have one machine code


def start(game, seed, *, plies=6, most=3, width=1 << 20, ends=40, spread=20, alternating=False):
    """The start position of the game that `seed` stands for; a width of 2 ** 20 makes a tree, a small one a graph."""
    record = game.empty()
    for name, value in [("seed", seed), ("width", width), ("plies", plies), ("most", most), ("ends", ends), ("spread", spread)]:
        record[name] = value
    record["alternating"] = alternating
    return Position(game, record)
