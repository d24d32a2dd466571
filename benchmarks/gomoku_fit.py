"""Teach five in a row its network and its policy by games of the engine against itself.

    python benchmarks/gomoku_fit.py play --rule renju --games 4000 --nodes 3000 --out out/renju
    python benchmarks/gomoku_fit.py network out/renju --rule renju
    python benchmarks/gomoku_fit.py policy out/renju --rule renju

`play`: each game begins from a shipped opening or from a few random stones near the centre; now and then one of the best moves is
played at random instead of the best. Each position is a row, with the patterns of all cells, the candidates, the engine's choice
and score, and whether the side to move went on to win; and so are two positions beside each, one to three random moves on, as a
search meets them. The same command goes on where it was stopped.

`network` learns what a position is worth (`counterply.games.gomoku.network`) by logistic regression: for a game's positions half
the result and half what the search said, for those beside it what the search said. `policy` learns how promising a move is by what
it makes and by what the opponent would make there, by softmax regression: the probability that the engine chooses it among the
candidates. It starts from the numbers in use and is pulled towards them, so that what is rarely seen stays as it was. Both write
`src/counterply/games/gomoku/data/RULE.npz`; the same rows give the same numbers.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from counterply import Limit
from counterply.core.contract import candidates as candidates_of
from counterply.core.values import DRAW, FIRST, ONGOING
from counterply.games.gomoku.network import (
    CLASSES,
    HIDDEN,
    LARGEST_NUMBER,
    LARGEST_SIGNAL,
    OUTPUT_UNIT,
    SIGNAL_UNIT,
    VALUE_UNIT,
    VECTOR_UNIT,
    VIEW,
    WEIGHT_UNIT,
    file_of,
)
from counterply.games.gomoku.patterns import COMBINATIONS, POLICY_UNIT, combination_numbers, point_classes
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

SIDE = 26  # cells of a row in a move's number
CHUNK = 250  # games of a file
OPENING = range(3, 10)  # random stones
MARGIN = 3  # cells from the edge that they keep
CHANCE_OF_NOISE = 0.1
NOISE = 6  # a random one of so many candidates
STRAYS = 2  # positions beside each one of a game
HELD_OUT = 10  # one game of so many
BATCH = 1024  # rows
GRID = 1024  # steps of the search's score in one
SURE = 8.0  # the logarithm of the odds of a proven win
MOST_SIGNAL = LARGEST_SIGNAL / SIGNAL_UNIT
NETWORK_RATE, NETWORK_PULL, NETWORK_EPOCHS = 0.003, 1e-4, 25
SMOOTH, SMOOTH_SQUARES, TINY = 0.9, 0.999, 1e-8  # of Adam (Kingma and Ba 2015)
POLICY_RATE, POLICY_PULL, POLICY_EPOCHS = 0.005, 3e-5, 10
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
    """Play games in chunks, a file each; the same command goes on where it was stopped."""
    game = load_game("gomoku", {"size": str(chosen.size), "rule": chosen.rule})
    engine = Engine(game, load_evaluator(None, game))
    engine.warm_up(game.start())
    folder = Path(chosen.out)
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, chosen.games, CHUNK):
        file = folder / f"{chosen.rule}-{chosen.size}-{chosen.nodes}-{chosen.seed}-{first}.npz"
        if not file.exists():
            rows = [row for number in range(first, first + CHUNK) for row in play_one(game, engine, number, chosen)]
            part = file.with_suffix(".part.npz")
            np.savez_compressed(part, **{name: np.array([row[name] for row in rows]) for name in rows[0]})
            part.rename(file)
            print(f"{first + CHUNK} games", file=sys.stderr)


def play_one(game: Any, engine: Engine, number: int, chosen: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the rows of one game, and of positions a few random moves beside it; `number` and the seed decide them."""
    pick = random.Random(f"{chosen.seed} {number}")
    position, winner, rows = opening(game, game.openings(), pick), -1, []
    engine.forget()
    while position.outcome() == ONGOING:
        row, candidates = row_of(game, engine, position, pick, chosen.nodes)
        rows.append(row | {"game": number, "stray": False})
        if row["proven"]:
            winner = position.turn if row["score"] > 0 else 1 - position.turn if row["score"] < 0 else -1
            break
        for _ in range(STRAYS):
            beside = stray(position, candidates, pick)
            if beside.outcome() == ONGOING:
                rows.append(row_of(game, engine, beside, pick, chosen.nodes)[0] | {"game": number, "stray": True})
        position = position.after(pick.choice(candidates[:NOISE]) if pick.random() < CHANCE_OF_NOISE else candidates[0])
    if position.outcome() not in (ONGOING, DRAW):
        winner = 0 if position.outcome() == FIRST else 1
    return [row | {"result": 0.5 if winner < 0 else float(row["mover"] == winner)} for row in rows]


def stray(position: Any, candidates: list[int], pick: random.Random) -> Any:
    """Return a position one to three moves on: a random one of the best moves, then such as a search would look at."""
    position = position.after(pick.choice(candidates[:NOISE]))
    for _ in range(pick.randrange(3)):
        if position.outcome() != ONGOING:
            break
        moves, scores = np.zeros(position.game.max_moves, np.int32), np.zeros(position.game.max_moves, np.int32)
        setup = position.game.setup[0]
        count = int(candidates_of(position.record, setup, position.game.memo_of(position), moves, scores))
        likely = np.argsort(-scores[:count], kind="stable")[:NOISE]
        position = position.after(int(moves[pick.choice(likely.tolist())]))
    return position


def row_of(game: Any, engine: Engine, position: Any, pick: random.Random, nodes: int) -> tuple[dict[str, Any], list[int]]:
    """Return a position's row, and the moves that its search looked at, the best first."""
    height, width = game.board
    cells = [row * SIDE + column for row in range(height) for column in range(width)]
    order = position.moves()
    pick.shuffle(order)
    *_, report = engine.deepen(position, Limit(nodes=nodes), order=order)
    candidates = [report.move, *(move for move in engine.root_order() if move != report.move)]
    mask = np.isin(cells, candidates)
    row = {"mover": position.turn, "score": report.score, "proven": report.proven, "choice": cells.index(report.move)}
    return row | {"patterns": game.memo_of(position)["points"]["pattern"][cells], "candidates": np.packbits(mask)}, candidates


# --- fit


@dataclass
class Rows:
    """Rows of many games. N rows, A active cells at most: cells where nothing can be made are left out.

    Attributes
    ----------
    game : int[N], which the row is from
    mover : int[N]
    result : float[N], 1 if the mover went on to win
    target : float[N], what the network is to say: half the result, half what the search found
    own, other : int16[N, cells], each cell's pair of classes in the mover's view and in the other one; 0 is nothing
    attack, defence : uint16[N, cells], each cell's combination for the mover and for the other side
    candidates : bool[N, cells]
    choice : int[N]
    quiet : bool[N], of a game, and nothing was proven
    """

    game: np.ndarray
    mover: np.ndarray
    result: np.ndarray
    target: np.ndarray
    own: np.ndarray
    other: np.ndarray
    attack: np.ndarray
    defence: np.ndarray
    candidates: np.ndarray
    choice: np.ndarray
    quiet: np.ndarray


def read_rows(files: list[Path], rule: str) -> Rows:
    """Return the rows of several files."""
    parts = [{"stray": np.zeros(len(np.load(file)["game"]), bool), **np.load(file)} for file in files]
    raw = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    raw["game"] = np.concatenate([part["game"] + 1_000_000 * number for number, part in enumerate(parts)])
    numbers = combination_numbers()
    sides = numbers[raw["patterns"] & 0xFFFF], numbers[raw["patterns"] >> 16]
    classes = point_classes(rule == "renju")[sides[0]], point_classes(False)[sides[1]]
    first = raw["mover"][:, None] == 0
    mine, theirs = (np.where(first, *pair).astype(np.int16) for pair in (classes, classes[::-1]))
    score = np.where(raw["proven"], np.sign(raw["score"]) * SURE, raw["score"] / GRID)
    quiet = ~raw["proven"] & ~raw["stray"]
    scale = min(np.arange(0.4, 1.4, 0.05), key=lambda scale: loss(sigmoid(scale * score[quiet]), raw["result"][quiet]))
    found = sigmoid(scale * score)
    return Rows(
        game=raw["game"],
        mover=raw["mover"],
        result=raw["result"],
        target=np.where(raw["stray"], found, (raw["result"] + found) / 2),
        own=mine * CLASSES + theirs,
        other=theirs * CLASSES + mine,
        attack=np.where(first, *sides),
        defence=np.where(first, *sides[::-1]),
        candidates=np.unpackbits(raw["candidates"], axis=1)[:, : mine.shape[1]].astype(bool),
        choice=raw["choice"],
        quiet=quiet,
    )


def sigmoid(value: np.ndarray) -> np.ndarray:
    """Return the probability of which `value` is the logarithm of the odds."""
    return 1 / (1 + np.exp(-np.clip(value, -30, 30)))  # type: ignore[no-any-return]


def loss(chance: np.ndarray, result: np.ndarray) -> float:
    """Return the log loss."""
    return float(-np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance)))


def descend(start: list[np.ndarray], rate: float, epochs: int, train: np.ndarray, slopes: Any) -> list[np.ndarray]:
    """Return the weights after a descent from `start` by Adam (Kingma and Ba 2015); `slopes(weights, rows)` are the gradients."""
    pick, train = np.random.default_rng(0), train.copy()
    weights = [part.astype(np.float32) for part in start]
    means, squares = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    step = 0
    for epoch in range(epochs):
        pick.shuffle(train)
        pace = rate * (1 + np.cos(np.pi * epoch / epochs)) / 2
        for begin in range(0, len(train), BATCH):
            step += 1
            for part, slope, mean, square in zip(
                weights, slopes(weights, train[begin : begin + BATCH]), means, squares, strict=True
            ):
                mean += (1 - SMOOTH) * (slope - mean)
                square += (1 - SMOOTH_SQUARES) * (slope**2 - square)
                size = np.sqrt(square / (1 - SMOOTH_SQUARES**step)) + TINY
                part -= pace * mean / (1 - SMOOTH**step) / size
        print(f"\r{epoch + 1} of {epochs} epochs ", end="", file=sys.stderr, flush=True)
    return weights


def counted(codes: np.ndarray, kinds: int) -> np.ndarray:
    """Return how many cells of each row have each code but 0: float32[rows, kinds]."""
    rows = np.arange(len(codes))[:, None] * kinds + codes
    counts = np.bincount(rows.ravel(), minlength=len(codes) * kinds).reshape(len(codes), kinds).astype(np.float32)
    counts[:, 0] = 0
    return counts  # type: ignore[no-any-return]


class Network:
    """The network while it learns, in floating point.

    Weights: vectors float32[pairs, V], mixing [2V, H], bias [H], output [H], base [1].
    """

    def __init__(self, rows: Rows) -> None:
        pick = np.random.default_rng(1)
        self.rows = rows
        self.start = [
            pick.normal(size=(CLASSES**2, VIEW)) * 0.03,
            pick.normal(size=(2 * VIEW, HIDDEN)) / np.sqrt(2 * VIEW),
            np.zeros(HIDDEN),
            pick.normal(size=HIDDEN) / np.sqrt(HIDDEN) * 0.3,
            np.zeros(1),
        ]

    def forward(self, weights: list[np.ndarray], chosen: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return the counts of both views, their sums, the hidden units before they are cut, and the values."""
        vectors, mixing, bias, output, base = weights
        own, other = counted(self.rows.own[chosen], CLASSES**2), counted(self.rows.other[chosen], CLASSES**2)
        views = np.hstack([own @ vectors, other @ vectors])
        hidden = views @ mixing + bias
        return own, other, views, hidden, np.clip(hidden, 0, MOST_SIGNAL) @ output + base

    def values(self, weights: list[np.ndarray], chosen: np.ndarray) -> np.ndarray:
        """Return the network's values of rows."""
        parts = [chosen[begin : begin + BATCH] for begin in range(0, len(chosen), BATCH)]
        return np.concatenate([self.forward(weights, part)[-1] for part in parts])

    def slopes(self, weights: list[np.ndarray], chosen: np.ndarray) -> list[np.ndarray]:
        """Return the gradients of the loss, with the pull of all weights but biases towards 0."""
        vectors, mixing, _, output, _ = weights
        own, other, views, hidden, value = self.forward(weights, chosen)
        error = ((sigmoid(value) - self.rows.target[chosen]) / len(chosen)).astype(np.float32)
        back = np.outer(error, output) * ((hidden > 0) & (hidden < MOST_SIGNAL))
        through = back @ mixing.T
        return [
            own.T @ through[:, :VIEW] + other.T @ through[:, VIEW:] + NETWORK_PULL * vectors,
            views.T @ back + NETWORK_PULL * mixing,
            back.sum(axis=0),
            np.clip(hidden, 0, MOST_SIGNAL).T @ error + NETWORK_PULL * output,
            np.array([error.sum()]),
        ]

    def learn(self, train: np.ndarray) -> list[np.ndarray]:
        """Return the weights."""
        return descend(self.start, NETWORK_RATE, NETWORK_EPOCHS, train, self.slopes)


def rounded(weights: list[np.ndarray]) -> dict[str, np.ndarray]:
    """Return a network's weights as integers, by the fields of `counterply.games.gomoku.network.NETWORK`."""
    vectors, mixing, bias, output, base = weights
    pairs = np.clip(np.round(vectors * VECTOR_UNIT), -LARGEST_NUMBER, LARGEST_NUMBER).reshape(CLASSES, CLASSES, VIEW)
    pairs[0, 0] = 0
    units = np.round(mixing.T * WEIGHT_UNIT)
    return {
        "vectors": np.concatenate([pairs, pairs.swapaxes(0, 1)], axis=-1).astype(np.int16),
        "mixing": np.stack([units, np.roll(units, VIEW, axis=1)]).astype(np.int16),
        "bias": np.round(bias * SIGNAL_UNIT).astype(np.int32),
        "output": np.round(output * OUTPUT_UNIT).astype(np.int32),
        "base": np.round(base[0] * VALUE_UNIT).astype(np.int32),
    }


class Policy:
    """How promising a move is by what it makes and by what the opponent would make there, while that is learnt.

    Weights: float32[2K], attack and defence. They start from `start` and are pulled towards it, so that what is rarely seen stays
    as it was.
    """

    def __init__(self, rows: Rows, start: np.ndarray) -> None:
        self.rows, self.start = rows, start.astype(np.float32)

    def choices(self, weights: np.ndarray, chosen: np.ndarray) -> np.ndarray:
        """Return the probability that each cell is chosen: float32[rows, cells]."""
        score = weights[self.rows.attack[chosen]] + weights[self.rows.defence[chosen] + K]
        score = np.where(self.rows.candidates[chosen], score, -np.inf)
        odds = np.exp(score - score.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]

    def slopes(self, weights: list[np.ndarray], chosen: np.ndarray) -> list[np.ndarray]:
        """Return the gradient of the loss."""
        error = self.choices(weights[0], chosen)
        error[np.arange(len(chosen)), self.rows.choice[chosen]] -= 1
        codes = np.concatenate([self.rows.attack[chosen], self.rows.defence[chosen].astype(np.int64) + K])
        made = np.bincount(codes.ravel(), np.tile(error, (2, 1)).ravel(), len(self.start))
        return [(made / len(chosen) + POLICY_PULL * (weights[0] - self.start)).astype(np.float32)]

    def learn(self, train: np.ndarray) -> np.ndarray:
        """Return the weights."""
        return descend([self.start], POLICY_RATE, POLICY_EPOCHS, train, self.slopes)[0]

    def verdict(self, weights: np.ndarray, test: np.ndarray) -> str:
        """Return how well the weights foresee the search's choice."""
        found, rank = [], []
        for begin in range(0, len(test), BATCH):
            part = test[begin : begin + BATCH]
            moves = self.choices(weights, part)
            found.append(moves[np.arange(len(part)), self.rows.choice[part]])
            rank.append((moves > found[-1][:, None]).sum(axis=1))
        among = ", ".join(f"{np.mean(np.concatenate(rank) < best):.3f} in {best}" for best in (1, 3, 8))
        return f"log loss {-np.mean(np.log(np.concatenate(found))):.4f}, {among}"


def fit(chosen: argparse.Namespace) -> None:
    """Fit the network or the policy of a rule, say how well it does on games held out, and put it into the rule's file."""
    rows = read_rows([file for folder in chosen.rows for file in sorted(Path(folder).glob("*[0-9].npz"))], chosen.rule)
    held = rows.game % HELD_OUT == 0
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    out = Path(chosen.out) if chosen.out else file_of(chosen.rule)
    learnt = dict(np.load(out if out.exists() else file_of("freestyle")))
    if chosen.step == "network":
        network = Network(rows)
        weights = network.learn(train)
        learnt |= rounded(weights)
        chance, quiet = sigmoid(network.values(weights, test)), rows.quiet[test]
        held_out, found = loss(chance, rows.target[test]), loss(chance[quiet], rows.result[test][quiet])
        print(f"{chosen.rule}: {len(train):,} positions; log loss of {len(test):,} held out {held_out:.4f}, of results {found:.4f}")
    else:
        policy = Policy(rows, np.concatenate([learnt["attack"], learnt["defence"]]) / POLICY_UNIT)
        made = policy.learn(train)
        print(f"{chosen.rule}: {len(train):,} positions; {policy.verdict(policy.start, test)} before, {policy.verdict(made, test)}")
        whole = np.round(made * POLICY_UNIT).astype(np.int32)
        learnt |= {"attack": whole[:K], "defence": whole[K:]}
    np.savez_compressed(out, **learnt)


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
    for step in ("network", "policy"):
        fitting = steps.add_parser(step)
        fitting.add_argument("rows", nargs="+", help="folders of `play`")
        fitting.add_argument("--rule", default="freestyle")
        fitting.add_argument("--out", help="the file; by default the rule's own in the package")
    chosen = parser.parse_args()
    play(chosen) if chosen.step == "play" else fit(chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
