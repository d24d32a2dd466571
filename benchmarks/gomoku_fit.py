"""Fit the weights of five in a row's pattern evaluator to the results of self-play, by logistic regression.

    python benchmarks/gomoku_fit.py --games 4000 --nodes 1500 --out weights.json [--start weights.json] [--rule freestyle]

Each game begins from a few random stones near the centre and is played by the engine against itself; now and then a random
candidate is played instead. Every position that the engine could not decide becomes one row: the cells of each class for the side
to move and for the other one, and whether the side to move went on to win. The fitted value is the logarithm of the odds of
winning. The same seed gives the same games and weights.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import numpy as np

from counterply import Limit
from counterply.games.gomoku_patterns import CLASSES, FIVE_POINT
from counterply.loading import load_evaluator, load_game
from counterply.search.engine import Engine
from counterply.values import DRAW, FIRST, ONGOING
from counterply.weights import document_of, read_document, write_document

OPENING = range(3, 10)  # stones
AROUND = 4  # cells from the centre
CHANCE_OF_NOISE = 0.12
NOISE = 8  # a random one of so many candidates
RIDGE = 3.0  # strength of the pull to zero, in positions
STEPS = 20


def opening(game: object, pick: random.Random) -> object:
    """Return a position after a few random stones."""
    height, width = game.board
    region = [
        row * 26 + column
        for row in range(height // 2 - AROUND, height // 2 + AROUND + 1)
        for column in range(width // 2 - AROUND, width // 2 + AROUND + 1)
        if 0 <= row < height and 0 <= column < width
    ]
    position = game.start()
    for move in pick.sample(region, pick.choice(OPENING)):
        if position.outcome() == ONGOING:
            position = position.after(move)
    return position


def features(memo: object, mover: int) -> np.ndarray:
    """Return one row: classes of the mover, classes of the other, 1."""
    return np.concatenate([memo["counts"][mover], memo["counts"][1 - mover], [1]])


def play(engine: Engine, position: object, nodes: int, pick: random.Random) -> tuple[list[np.ndarray], list[int], int]:
    """Return the rows of a game, whose move it was in each, and the outcome."""
    rows, movers = [], []
    engine.forget()
    while position.outcome() == ONGOING:
        order = position.moves()
        pick.shuffle(order)
        *_, report = engine.deepen(position, Limit(nodes=nodes), order=order)
        if not report.proven:
            rows.append(features(position.game.memo_of(position), position.turn))
            movers.append(position.turn)
        move = report.move
        if pick.random() < CHANCE_OF_NOISE and not report.proven:
            move = pick.choice(engine.root_order()[:NOISE])
        elif report.proven:  # played out: the winner is known
            winner = position.turn if report.score > 0 else 1 - position.turn
            return rows, movers, winner
        position = position.after(move)
    return rows, movers, -1 if position.outcome() == DRAW else 0 if position.outcome() == FIRST else 1


def fit(rows: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Return the weights that make the results most likely, by Newton's method; results are 0, 0.5 or 1."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (results - chances) - RIDGE * weights
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + RIDGE * np.eye(rows.shape[1])
        weights += np.linalg.solve(bend, slope)
    return weights


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--start", help="weights to play with")
    parser.add_argument("--out", required=True)
    chosen = parser.parse_args()
    options = {"size": str(chosen.size), "rule": chosen.rule}
    game = load_game("gomoku", options)
    evaluator = load_evaluator("patterns", game)
    if chosen.start:
        evaluator = evaluator.with_weights(read_document(chosen.start)["weights"])
    engine = Engine(game, evaluator)
    engine.warm_up(game.start())
    pick = random.Random(chosen.seed)
    rows, results = [], []
    for number in range(chosen.games):
        position = opening(game, pick)
        if position.outcome() != ONGOING:
            continue
        made, movers, winner = play(engine, position, chosen.nodes, pick)
        rows += made
        results += [0.5 if winner < 0 else float(mover == winner) for mover in movers]
        if number % 500 == 499:
            print(f"{number + 1} games, {len(rows):,} positions", file=sys.stderr)
    data, wins = np.array(rows, float), np.array(results)
    used = data.std(axis=0) > 0
    used[[0, CLASSES]] = False  # cells that are worth nothing
    used[[FIVE_POINT, CLASSES + CLASSES - 1]] = False
    used[-1] = True
    weights = np.zeros(data.shape[1])
    train = np.arange(len(data)) % 5 != 0
    weights[used] = fit(data[train][:, used], wins[train])
    for name, part in (("fitted", train), ("held out", ~train)):
        chance = 1 / (1 + np.exp(-data[part] @ weights))
        loss = -np.mean(wins[part] * np.log(chance) + (1 - wins[part]) * np.log(1 - chance))
        right = np.mean((chance > 0.5) == (wins[part] > 0.5))
        print(f"{name}: {part.sum():,} positions, mean log loss {loss:.4f}, right {right:.3f}")
    made = {"by": "benchmarks/gomoku_fit.py"} | {name: getattr(chosen, name) for name in ("games", "nodes", "seed", "rule", "size")}
    write_document(Path(chosen.out), document_of(game, evaluator, [round(float(w), 3) for w in weights], made))
    for kind in range(1, CLASSES):
        print(f"{kind:3} {weights[kind]:+.3f} {weights[CLASSES + kind]:+.3f}  seen {int(data[:, kind].sum()):,}")
    print(f"tempo {weights[-1]:+.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
