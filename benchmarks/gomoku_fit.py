"""Teach five in a row's pattern tables by games of the engine against itself.

    python benchmarks/gomoku_fit.py play --games 12000 --nodes 3000 --seed 1 --out rows.npz
    python benchmarks/gomoku_fit.py fit rows.npz [more.npz ...] --out src/counterply/games/gomoku/data/patterns.csv

`play`: each game begins from a shipped opening or from a few random stones near the centre; now and then one of the best moves is
played at random instead of the best. Every position that the engine could not decide is a row: the patterns of all cells, the
candidates, the engine's choice, and whether the side to move went on to win.

`fit` finds, for each combination of four shapes, what it is worth to the side to move and to the other one (logistic regression:
the sum over all cells is the logarithm of the odds of winning), and how promising a move is by what it makes and by what the
opponent would make there (softmax regression: the probability that the engine chooses it among the candidates). It starts from the
tables in use and is pulled towards them, so that what is rarely seen stays as it was. The same rows give the same tables.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import numpy as np

from counterply import Limit
from counterply.core.loading import load_evaluator, load_game
from counterply.core.values import DRAW, FIRST, ONGOING
from counterply.games.gomoku.patterns import COMBINATIONS, LEARNT, combination_numbers, learnt
from counterply.search.alphabeta.engine import Engine

SIDE = 26  # cells of a row in a move's number
OPENING = range(3, 10)  # random stones
MARGIN = 3  # cells from the edge that they keep
CHANCE_OF_NOISE = 0.1
NOISE = 6  # a random one of so many candidates
HELD_OUT = 10  # one game of so many
EPOCHS = 30
BATCH = 8192  # rows
SMOOTH, SMOOTH_SQUARES, TINY = 0.9, 0.999, 1e-8  # of Adam (Kingma and Ba 2015)
WORTH_RATE, WORTH_PULL = 0.01, 5e-4
POLICY_RATE, POLICY_PULL = 0.02, 3e-5
K = len(COMBINATIONS)


# --- play


def opening(game: object, texts: list[str], pick: random.Random) -> object:
    """Return a shipped opening, or a position after a few random stones."""
    if texts and pick.random() < 0.5:
        return game.position(pick.choice(texts))
    height, width = game.board
    region = [row * SIDE + column for row in range(MARGIN, height - MARGIN) for column in range(MARGIN, width - MARGIN)]
    position = game.start()
    for move in pick.sample(region, pick.choice(OPENING)):
        if position.outcome() == ONGOING:
            position = position.after(move)
    return position


def play(chosen: argparse.Namespace) -> None:
    """Play games, and write their rows."""
    game = load_game("gomoku", {"size": str(chosen.size), "rule": chosen.rule})
    engine = Engine(game, load_evaluator("patterns", game))
    engine.warm_up(game.start())
    pick = random.Random(chosen.seed)
    texts = game.openings()
    cells = np.array([row * SIDE + column for row in range(chosen.size) for column in range(chosen.size)])
    place = {int(cell): index for index, cell in enumerate(cells)}
    rows: dict[str, list[object]] = {name: [] for name in ("game", "mover", "patterns", "candidates", "choice")}
    results: list[float] = []
    for number in range(chosen.games):
        position, winner = opening(game, texts, pick), -1
        engine.forget()
        while position.outcome() == ONGOING:
            order = position.moves()
            pick.shuffle(order)
            *_, report = engine.deepen(position, Limit(nodes=chosen.nodes), order=order)
            if report.proven:
                winner = position.turn if report.score > 0 else 1 - position.turn if report.score < 0 else -1
                break
            candidates = engine.root_order()
            mask = np.zeros(len(cells), bool)
            mask[[place[move] for move in candidates]] = True
            rows["game"].append(number)
            rows["mover"].append(position.turn)
            rows["patterns"].append(game.memo_of(position)["points"]["pattern"][cells])
            rows["candidates"].append(np.packbits(mask))
            rows["choice"].append(place[report.move])
            noise = pick.random() < CHANCE_OF_NOISE
            position = position.after(pick.choice(candidates[:NOISE]) if noise else report.move)
        if position.outcome() not in (ONGOING, DRAW):
            winner = 0 if position.outcome() == FIRST else 1
        results += [0.5 if winner < 0 else float(mover == winner) for mover in rows["mover"][len(results) :]]
        if number % 1000 == 999:
            print(f"{number + 1} games, {len(results):,} positions", file=sys.stderr)
    np.savez_compressed(chosen.out, result=np.array(results), **{name: np.array(column) for name, column in rows.items()})


# --- fit


def read_rows(files: list[str]) -> dict[str, np.ndarray]:
    """Return the rows of several files: combinations of the mover and of the other side uint16[N, cells], the rest as it was."""
    parts = [dict(np.load(file)) for file in files]
    for number, part in enumerate(parts):
        part["game"] = part["game"] * len(parts) + number
    rows = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    numbers = combination_numbers()
    black, white = numbers[rows["patterns"] & 0xFFFF], numbers[rows["patterns"] >> 16]
    first = rows["mover"][:, None] == 0
    rows["mine"], rows["theirs"] = np.where(first, black, white), np.where(first, white, black)
    rows["candidates"] = np.unpackbits(rows["candidates"], axis=1)[:, : rows["mine"].shape[1]].astype(bool)
    return rows


def descend(start: np.ndarray, pull: float, rate: float, train: np.ndarray, slope: object) -> np.ndarray:
    """Return the weights after Adam's descent from `start`, pulled towards it; `slope(weights, rows)` is the loss's gradient."""
    pick = np.random.default_rng(0)
    weights, mean, square, step = start.copy(), np.zeros_like(start), np.zeros_like(start), 0
    for epoch in range(EPOCHS):
        pick.shuffle(train)
        pace = rate * (1 + np.cos(np.pi * epoch / EPOCHS)) / 2
        for begin in range(0, len(train), BATCH):
            gradient = slope(weights, train[begin : begin + BATCH]) + pull * (weights - start)
            step += 1
            mean = SMOOTH * mean + (1 - SMOOTH) * gradient
            square = SMOOTH_SQUARES * square + (1 - SMOOTH_SQUARES) * gradient**2
            size = np.sqrt(square / (1 - SMOOTH_SQUARES**step)) + TINY
            weights = weights - pace * mean / (1 - SMOOTH**step) / size
    return weights


def spread(rows: dict[str, np.ndarray], chosen: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the sum of `values` over all cells of each combination: float64[2K], mine and theirs; no combination is worth 0."""
    mine = np.bincount(rows["mine"][chosen].ravel(), values.ravel(), K)
    theirs = np.bincount(rows["theirs"][chosen].ravel(), values.ravel(), K)
    return np.concatenate([mine, theirs])


def sums(weights: np.ndarray, rows: dict[str, np.ndarray], chosen: np.ndarray) -> np.ndarray:
    """Return the weight of each cell: float64[rows, cells]."""
    return weights[rows["mine"][chosen]] + weights[K:][rows["theirs"][chosen]]


def fit_worth(rows: dict[str, np.ndarray], start: np.ndarray, train: np.ndarray) -> np.ndarray:
    """Return what each combination is worth to the mover and to the other side, and the move: float64[2K + 1]."""

    def slope(weights: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        error = (1 / (1 + np.exp(-sums(weights, rows, chosen).sum(axis=1) - weights[-1])) - rows["result"][chosen]) / len(chosen)
        gradient = spread(rows, chosen, np.repeat(error[:, None], rows["mine"].shape[1], axis=1))
        gradient[[0, K]] = 0  # cells where nothing can be made
        return np.append(gradient, error.sum())

    return descend(start, WORTH_PULL, WORTH_RATE, train, slope)


def choices(weights: np.ndarray, rows: dict[str, np.ndarray], chosen: np.ndarray) -> np.ndarray:
    """Return the probability that each cell is chosen: float64[rows, cells]."""
    score = np.where(rows["candidates"][chosen], sums(weights, rows, chosen), -np.inf)
    odds = np.exp(score - score.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def fit_policy(rows: dict[str, np.ndarray], start: np.ndarray, train: np.ndarray) -> np.ndarray:
    """Return how promising a move is by what it makes and by what the opponent would make there: float64[2K]."""

    def slope(weights: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        error = choices(weights, rows, chosen)
        error[np.arange(len(chosen)), rows["choice"][chosen]] -= 1
        return spread(rows, chosen, error / len(chosen))

    return descend(start, POLICY_PULL, POLICY_RATE, train, slope)


def fit(chosen: argparse.Namespace) -> None:
    """Fit the tables, say how well they do on games held out, and write them."""
    rows = read_rows(chosen.rows)
    held = rows["game"] % HELD_OUT == 0
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    before = learnt()
    tempo = load_evaluator("patterns", load_game("gomoku")).weights[-1]
    worth = np.append(before[:2].ravel(), tempo)
    policy = before[2:].ravel()
    for name, tables in (
        ("before", (worth, policy)),
        ("fitted", (fit_worth(rows, worth, train.copy()), fit_policy(rows, policy, train.copy()))),
    ):
        worth, policy = tables
        chance = 1 / (1 + np.exp(-sums(worth, rows, test).sum(axis=1) - worth[-1]))
        result = rows["result"][test]
        loss = -np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance))
        right = np.mean((chance > 0.5) == (result > 0.5))
        moves = choices(policy, rows, test)
        own = moves[np.arange(len(test)), rows["choice"][test]]
        rank = (moves > own[:, None]).sum(axis=1)
        among = ", ".join(f"{np.mean(rank < best):.3f} in {best}" for best in (1, 3, 8, 20))
        print(f"{name}: {len(test):,} positions held out; result: log loss {loss:.4f}, right {right:.3f}; "
              f"choice: log loss {-np.mean(np.log(own)):.4f}, {among}; tempo {worth[-1]:.3f}")  # fmt: skip
    write_tables(Path(chosen.out), np.concatenate([worth[:-1].reshape(2, K), policy.reshape(2, K)]))


def write_tables(file: Path, tables: np.ndarray) -> None:
    """Write the tables as text; `tables` is float64[4, K]."""
    lines = ["# four shapes, worth to the mover, to the other side, attack, defence; made by benchmarks/gomoku_fit.py"]
    for number, shapes in enumerate(COMBINATIONS):
        lines.append(",".join([" ".join(map(str, shapes)), *(f"{value:.3f}" for value in tables[:, number])]))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Run one of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    steps = parser.add_subparsers(dest="step", required=True)
    playing = steps.add_parser("play")
    playing.add_argument("--games", type=int, default=12000)
    playing.add_argument("--nodes", type=int, default=3000)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--rule", default="freestyle")
    playing.add_argument("--size", type=int, default=15)
    playing.add_argument("--out", required=True)
    fitting = steps.add_parser("fit")
    fitting.add_argument("rows", nargs="+")
    fitting.add_argument("--out", default=str(LEARNT))
    chosen = parser.parse_args()
    play(chosen) if chosen.step == "play" else fit(chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
