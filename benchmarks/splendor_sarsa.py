"""Learns the weights of Splendor's evaluator `sarsa`: linear SARSA(0) on afterstates, one ply deep, by self-play.

    python benchmarks/splendor_sarsa.py [--games 1500] [--seed 1]

The features are those of `economy`. A value is the expected result, 1 for a win. Prints the weights, to be put into
counterply/plugins/splendor/evaluators.py.
"""

from __future__ import annotations

import argparse
from random import Random

import numpy as np

from counterply.core.position import roll_chance
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING
from counterply.usercode.loading import load_evaluator, load_game

EXPLORING = 0.05  # of the moves, at random
RATE = 0.02  # of a step, for features of size 1; it falls to a tenth
LONGEST = 400  # plies


def main() -> None:
    """Play, learn, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    random, game = Random(chosen.seed), load_game("splendor")
    bound = load_evaluator("economy", game).bind(game)
    count = len(bound.evaluator.weights)

    def features(position) -> np.ndarray:
        bound.grid_value(position.record, 0)
        return bound.features.copy()

    weights, square, seen = np.zeros(count), np.ones(count), 1
    for number in range(chosen.games):
        position, last = game.start(), None
        rate = RATE * (1 - 0.9 * number / chosen.games)
        while position.outcome() == ONGOING and position.ply < LONGEST:
            if position.turn == CHANCE:
                position = position.after(roll_chance(position, random))
                continue
            sign = 1.0 if position.turn == 0 else -1.0
            afters = [position.after(move) for move in position.moves()]
            if random.random() < EXPLORING:
                place = random.randrange(len(afters))
                found = features(afters[place])
            else:
                every = [features(after) for after in afters]
                values = [sign * float(each @ weights) for each in every]
                place = int(np.argmax(values))
                found = every[place]
            square, seen = square + found * found, seen + 1
            if last is not None:
                weights += rate * (found @ weights - last @ weights) * last / (square / seen) / count
            position, last = afters[place], found
        outcome = position.outcome()
        result = 0.0 if outcome in (DRAW, ONGOING) else 1.0 if outcome == FIRST else -1.0
        if last is not None:
            weights += rate * (result - last @ weights) * last / (square / seen) / count
        if (number + 1) % 100 == 0:
            print(number + 1, ", ".join(f"{weight:.4g}" for weight in weights), flush=True)


if __name__ == "__main__":
    main()
