"""Afterstates: the positions right after a player's own move, before chance or the opponent moves, and before anything new appears.

Choosing the best one by a weighted sum of features, playing games that way, and learning the weights from them, all in kernels.

Shapes: W weights, M moves in a position. `weights` and `rates` are float64[W + 1]: the last weight is a constant, the worth of not
being on move. `evaluator` is int64[2], the addresses of a linear evaluator and of its weights record, and `features` is where it
leaves its features (`counterply.core.evaluator.BoundEvaluator`). `random` is a uint64[1] state.
`memo` is the game's memo, made anew for each position where the evaluator reads it. A value is in log-odds of winning where
the outcome is the objective, else in points.
"""

# mypy: disable-error-code="no-any-return,return-value,arg-type,assignment"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

import math
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import call_evaluator, copy_record
from counterply.compiling.kernels import cached_kernel, helper
from counterply.core.contract import chance, freeze, legal_moves, margin, outcome, play, refresh, resample, turn
from counterply.core.random import RANDOM_UNIT, UNUSED_BITS, next_random
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING

WON = 1e9  # log-odds of a game that is won; finite, so that values can be added
GAME, SEEN, TRIAL = 0, 1, 2  # records of a board: the game, what the mover may know of it, an afterstate
BOARD = 3
GAME_FACTOR = np.uint64(0xD1B54A32D192ED03)  # odd; spreads the games' numbers over the seeds

# objective, as in `facts`
MARGIN_COUNTS = 0  # 1: points, 0: the outcome
PLY_CAP = 1  # plies after which a game is a draw
READS_MEMO = 2  # 1: the evaluator reads the game's memo
FACTS = 3

# schedule
RATE, RATE_HALF, EXPLORATION, EXPLORATION_HALF, DECAY = 0, 1, 2, 3, 4
SCHEDULE = 5


@helper
def fraction(random: np.ndarray) -> float:
    """Return a random number, 0 to below 1."""
    return float(next_random(random) >> UNUSED_BITS) * RANDOM_UNIT


@helper
def below(random: np.ndarray, count: int) -> int:
    """Return a random whole number from 0 to `count` - 1."""
    return min(np.int64(fraction(random) * count), np.int64(count - 1))


@helper
def seed_game(random: np.ndarray, seed: int, number: int) -> None:
    """Set the random state to that of game `number`, in place: no game depends on how many were played at once."""
    random[0] = np.uint64(seed) ^ (np.uint64(number) * GAME_FACTOR)
    next_random(random)


@helper
def draw_outcome(position: Any, setup: Any, outcomes: np.ndarray, probabilities: np.ndarray, random: np.ndarray) -> int:
    """Return a chance outcome, by its probability."""
    count = chance(position, setup, outcomes, probabilities)
    rest = fraction(random)
    for index in range(count - 1):
        rest -= probabilities[index]
        if rest < 0.0:
            return outcomes[index]
    return outcomes[count - 1]


@helper
def final_value(position: Any, setup: Any, player: int, result: int, facts: np.ndarray) -> float:
    """Return what a finished game is worth to `player`."""
    if facts[MARGIN_COUNTS]:
        points = float(margin(position, setup))
        return points if player == 0 else -points
    if result == DRAW:
        return 0.0
    return WON if (result == FIRST) == (player == 0) else -WON


@helper
def value_of(
    position: Any,
    setup: Any,
    memo: Any,
    player: int,
    evaluator: np.ndarray,
    weights: np.ndarray,
    features: np.ndarray,
    facts: np.ndarray,
) -> float:
    """Return the weighted sum of the features; `memo` and `features` are overwritten."""
    if facts[READS_MEMO]:
        refresh(position, setup, memo)
    call_evaluator(evaluator[0], position, setup, memo, player, evaluator[1])
    total = weights[len(features)]
    for index in range(len(features)):
        total += features[index] * weights[index]
    return total


@helper
def look(board: Any, setup: Any, player: int, random: np.ndarray) -> None:
    """Put what `player` may know of the game into ``board[SEEN]``, in place: hidden things redrawn, and nothing new to appear."""
    copy_record(board[SEEN], board[GAME])
    resample(board[SEEN], setup, player, random)
    freeze(board[SEEN], setup)


@helper
def try_move(board: Any, setup: Any, move: int) -> None:
    """Put the afterstate of a move into ``board[TRIAL]``, in place."""
    copy_record(board[TRIAL], board[SEEN])
    play(board[TRIAL], setup, move)


@cached_kernel
def best_afterstate(
    board: Any,
    setup: Any,
    memo: Any,
    evaluator: np.ndarray,
    weights: np.ndarray,
    features: np.ndarray,
    moves: np.ndarray,
    values: np.ndarray,
    samples: int,
    facts: np.ndarray,
    random: np.ndarray,
) -> int:
    """Return the index of the move whose afterstate is worth most to the side to move; ties are broken at random.

    Parameters
    ----------
    board : record[BOARD], the position first; the others are overwritten
    moves : int32[M], overwritten with the legal moves
    values : float64[M], overwritten with what each is worth
    samples : how often what the mover may not know is redrawn; the values are means
    """
    player = turn(board[GAME], setup)
    count = legal_moves(board[GAME], setup, moves)
    for index in range(count):
        values[index] = 0.0
    for _ in range(samples):
        look(board, setup, player, random)
        for index in range(count):
            try_move(board, setup, moves[index])
            result = outcome(board[TRIAL], setup)
            if result != ONGOING:
                value = final_value(board[TRIAL], setup, player, result, facts)
            else:
                value = value_of(board[TRIAL], setup, memo, player, evaluator, weights, features, facts)
            values[index] += value / samples
    best, equal = 0, 1
    for index in range(1, count):
        if values[index] > values[best]:
            best, equal = index, 1
        elif values[index] == values[best]:
            equal += 1
            if below(random, equal) == 0:
                best = index
    return best


@helper
def prediction(value: float, facts: np.ndarray) -> float:
    """Return what a value predicts: points, or the chance to win."""
    if facts[MARGIN_COUNTS]:
        return value
    if value >= 0.0:
        return 1.0 / (1.0 + math.exp(-value))
    odds = math.exp(value)
    return odds / (1.0 + odds)


@cached_kernel
def learn(
    start: Any,
    board: Any,
    setup: Any,
    memo: Any,
    evaluator: np.ndarray,
    weights: np.ndarray,
    features: np.ndarray,
    rates: np.ndarray,
    schedule: np.ndarray,
    facts: np.ndarray,
    seed: int,
    first: int,
    last: int,
    moves: np.ndarray,
    values: np.ndarray,
    probabilities: np.ndarray,
    traces: np.ndarray,
) -> int:
    """Play the games `first` to `last` - 1 against itself, and learn, in place of `weights`; return the plies played.

    SARSA(lambda) on afterstates: a seat's afterstate is to predict its next one, and its last one the result. Both seats learn the
    same weights, each with its own eligibility traces. The prediction is the chance to win, learnt with the gradient of the log
    loss, or the margin, with that of the squared error; with lambda = 1 this is logistic (or linear) regression on the results.

    Parameters
    ----------
    start : the record that games start from
    rates : the step for each weight, before the schedule's factor
    schedule : float64[SCHEDULE], first step size, and the number n of games after which it is a half (a third after 2 n); the same
        for the share of moves made at random; lambda
    traces : float64[2, W + 1], overwritten

    Source
    ------
    R. S. Sutton and A. G. Barto, "Reinforcement Learning", 2nd edition (2018), 6.8 (afterstates) and 12.7 (SARSA(lambda)).
    """
    random = np.zeros(1, np.uint64)
    known = np.zeros(2, np.int64)  # whether a seat has an afterstate yet
    before = np.zeros(2)  # what it predicted
    count = len(features)
    played = 0
    for number in range(first, last):
        # 1. A new game.
        seed_game(random, seed, number)
        copy_record(board[GAME], start)
        step = schedule[RATE] / (1.0 + number / schedule[RATE_HALF])
        exploration = schedule[EXPLORATION] / (1.0 + number / schedule[EXPLORATION_HALF])
        for seat in range(2):
            known[seat] = 0
            for index in range(count + 1):
                traces[seat, index] = 0.0
        plies = 0
        result = outcome(board[GAME], setup)
        while result == ONGOING and plies < facts[PLY_CAP]:
            plies += 1
            seat = turn(board[GAME], setup)

            # 2. Chance.
            if seat == CHANCE:
                play(board[GAME], setup, draw_outcome(board[GAME], setup, moves, probabilities, random))
                result = outcome(board[GAME], setup)
                continue

            # 3. The move: mostly the best one, now and then any.
            if fraction(random) < exploration:
                look(board, setup, seat, random)
                chosen = below(random, legal_moves(board[GAME], setup, moves))
            else:
                chosen = best_afterstate(board, setup, memo, evaluator, weights, features, moves, values, 1, facts, random)
            try_move(board, setup, moves[chosen])
            play(board[GAME], setup, moves[chosen])
            result = outcome(board[GAME], setup)
            if result != ONGOING:
                break

            # 4. The last afterstate of this seat should have predicted this one.
            now = prediction(value_of(board[TRIAL], setup, memo, seat, evaluator, weights, features, facts), facts)
            if known[seat]:
                error = step * (now - before[seat])
                for index in range(count + 1):
                    weights[index] += error * rates[index] * traces[seat, index]
                now = prediction(value_of(board[TRIAL], setup, memo, seat, evaluator, weights, features, facts), facts)
            for index in range(count):
                traces[seat, index] = schedule[DECAY] * traces[seat, index] + features[index]
            traces[seat, count] = schedule[DECAY] * traces[seat, count] + 1.0
            before[seat] = now
            known[seat] = 1

        # 5. The last afterstates should have predicted the result.
        played += plies
        if result == ONGOING:
            result = DRAW
        for seat in range(2):
            if known[seat]:
                value = final_value(board[GAME], setup, seat, result, facts)
                error = step * (prediction(value, facts) - before[seat])
                for index in range(count + 1):
                    weights[index] += error * rates[index] * traces[seat, index]
    return played


@cached_kernel
def measure(
    start: Any,
    board: Any,
    setup: Any,
    memo: Any,
    evaluator: np.ndarray,
    weights: np.ndarray,
    features: np.ndarray,
    facts: np.ndarray,
    seed: int,
    first: int,
    last: int,
    moves: np.ndarray,
    values: np.ndarray,
    probabilities: np.ndarray,
    results: np.ndarray,
    squares: np.ndarray,
) -> int:
    """Play the games `first` to `last` - 1 of the weights against random moves; return the afterstates seen.

    With every game the weights change seats. `results` (int64[3]) gets the games that they won, drew and lost added to it, and
    `squares` (float64[W]) the squares of the features of their afterstates, both in place.
    """
    random = np.zeros(1, np.uint64)
    seen = 0
    for number in range(first, last):
        seed_game(random, seed, number)
        copy_record(board[GAME], start)
        own = number & 1
        plies = 0
        result = outcome(board[GAME], setup)
        while result == ONGOING and plies < facts[PLY_CAP]:
            plies += 1
            seat = turn(board[GAME], setup)
            if seat == CHANCE:
                move = draw_outcome(board[GAME], setup, moves, probabilities, random)
            elif seat == own:
                move = moves[best_afterstate(board, setup, memo, evaluator, weights, features, moves, values, 1, facts, random)]
            else:
                move = moves[below(random, legal_moves(board[GAME], setup, moves))]
            play(board[GAME], setup, move)
            result = outcome(board[GAME], setup)
            if seat == own and result == ONGOING:
                try_move(board, setup, move)
                value_of(board[TRIAL], setup, memo, seat, evaluator, weights, features, facts)
                for index in range(len(features)):
                    squares[index] += features[index] * features[index]
                seen += 1
        if result in (ONGOING, DRAW):
            results[1] += 1
        elif (result == FIRST) == (own == 0):
            results[0] += 1
        else:
            results[2] += 1
    return seen
