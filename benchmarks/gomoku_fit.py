"""Teach five in a row its network and its policy by games of the engine against itself.

    python benchmarks/gomoku_games.py --rule freestyle --games 9000 --nodes 8000 --out out/freestyle
    python benchmarks/gomoku_fit.py network out/freestyle --rule freestyle --start random
    python benchmarks/gomoku_fit.py network out/renju --rule renju --start freestyle
    python benchmarks/gomoku_fit.py policy out/freestyle --rule freestyle
    python benchmarks/gomoku_stages.py play --games 1000 --nodes 3000 --rule renju --out out/renju.jsonl
    python benchmarks/gomoku_fit.py calibrate out/freestyle.jsonl out/standard.jsonl out/renju.jsonl

`network` learns what a position is worth (`counterply.plugins.gomoku.network`) by logistic regression: for a game's positions
half the result and half what the search said, for those beside it what the search said. How many nats of the search's score are
one of the result is fitted by stage and folder, and all stages weigh the same, so that a nat means the same at each. It starts
from random numbers, or, with few and small steps, from those in use or another rule's: the rule with the most games teaches the
others. The last steps are taken with vectors rounded as in the file.
`policy` learns how promising a move is by what it makes and by what the opponent would make there, by softmax regression: the
probability that the engine chooses it among the candidates. It starts from the numbers in use and is pulled towards them, so that
what is rarely seen stays as it was. `calibrate` fits what a nat of a search's score is worth at each stage, so that winning chances
are those of the games' results; the games must be of the numbers in use, and the search does not read these. All write
`src/counterply/plugins/gomoku/data/RULE.npz`; the same rows give the same numbers. One game of HELD_OUT is held out, and the log
loss of its results said by stage, before and after.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from gomoku_stages import STAGES as JUDGED, SURE, fitted, judged, loss, read_games, sigmoid, verdict
from numba import njit

from counterply.plugins.gomoku.network import (
    CLASSES,
    HIDDEN,
    KINDS,
    LARGEST_NUMBER,
    LARGEST_SIGNAL,
    LEARNT_SIDE,
    ODDS_UNIT,
    OUTPUT_UNIT,
    SIGNAL_UNIT,
    STAGES,
    VALUE_UNIT,
    VECTOR_UNIT,
    VIEW,
    WEIGHT_UNIT,
    file_of,
    learnt,
    shares_of,
)
from counterply.plugins.gomoku.patterns import POLICY_UNIT, combination_numbers, point_classes

HELD_OUT = 8  # one game of so many
CALIBRATION_HELD_OUT = 3  # one game of so many: few numbers are fitted, and intervals by stage are wide
BATCH = 1024  # rows
GRID = 1024  # steps of the search's score in one
SCALE_PULL, SCALE_STEPS = 2.0, 50  # of the scales of scores, towards one, and the steps in which they are found
ODDS_PULL = 100.0  # of the scales that people read: rows of one game are far from independent
MOST_SIGNAL = LARGEST_SIGNAL / SIGNAL_UNIT
NETWORK_PULL = 1e-4
FROM_RANDOM, IN_STEPS = (0.003, 20), (0.001, 3)  # rate and epochs, of the exact numbers and of those that are rounded
RANDOM = "random"
SMOOTH, SMOOTH_SQUARES, TINY = 0.9, 0.999, 1e-8  # of Adam (Kingma and Ba 2015)
POLICY_RATE, POLICY_PULL, POLICY_EPOCHS = 0.005, 3e-5, 10
PAIRS = CLASSES**2
TURNED = np.arange(PAIRS).reshape(CLASSES, CLASSES).T.ravel()  # the pair in the other view


@dataclass
class Rows:
    """Rows of many games. N rows, S stages.

    Attributes
    ----------
    game : int[N], which the row is from
    folder : int[N], of the file: the games of one folder are of one engine
    stones : int[N], on the board
    result : float[N], 1 if the mover went on to win, 1/2 where nobody did
    score : float[N], what the search said, in nats; SURE where it is proven
    counts : uint8[N, pairs], cells of each pair of classes, the mover's first; none of the pair that is nothing
    attack, defence : uint16[N, cells], each cell's combination for the mover and for the other side
    candidates : bool[N, cells]
    choice : int[N]
    quiet : bool[N], of a game, and nothing was proven
    stray : bool[N], beside a game
    """

    game: np.ndarray
    folder: np.ndarray
    stones: np.ndarray
    result: np.ndarray
    score: np.ndarray
    counts: np.ndarray
    attack: np.ndarray
    defence: np.ndarray
    candidates: np.ndarray
    choice: np.ndarray
    quiet: np.ndarray
    stray: np.ndarray

    def targets(self) -> np.ndarray:
        """Return what the network is to say: half the result and half what the search found, or the latter alone beside a game."""
        shares, score = shares_of(self.stones), self.score.copy()
        for folder in np.unique(self.folder):
            here = self.folder == folder
            quiet = here & self.quiet
            scales = scales_of(shares[quiet], self.score[quiet], self.result[quiet])
            here &= np.abs(self.score) != SURE
            score[here] *= shares[here] @ scales
        found = sigmoid(score)
        return np.where(self.stray, found, (self.result + found) / 2)  # type: ignore[no-any-return]

    def weights(self) -> np.ndarray:
        """Return how much each row counts, all stages that are judged alike: float32[N]."""
        stage = np.digitize(self.stones, [first for first, _ in JUDGED[1:]])
        many = np.bincount(stage, minlength=len(JUDGED))
        return (len(stage) / len(JUDGED) / many)[stage].astype(np.float32)  # type: ignore[no-any-return]


def scales_of(shares: np.ndarray, score: np.ndarray, result: np.ndarray, pull: float = SCALE_PULL) -> np.ndarray:
    """Return by what to multiply scores at each of S stages, that they are logarithms of the odds of results: float64[S].

    shares : float64[N, S]
    score, result : float64[N]
    pull : of the scales towards one, in rows
    """
    inputs, scales = shares * score[:, None], np.ones(shares.shape[1])
    for _ in range(SCALE_STEPS):  # Newton's, of a logistic regression
        chance = sigmoid(inputs @ scales)
        slope = inputs.T @ (chance - result) + pull * (scales - 1)
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + pull * np.eye(len(scales))
        scales -= np.clip(np.linalg.solve(curve, slope), -1, 1)
    return scales


def read_rows(folders: list[Path], rule: str) -> Rows:
    """Return the rows of all files in some folders."""
    numbers = combination_numbers()
    kinds = point_classes(rule == "renju"), point_classes(False)
    parts = []
    files = [(file, number) for number, folder in enumerate(folders) for file in sorted(folder.glob("*[0-9].npz"))]
    for number, (file, folder) in enumerate(files):
        with np.load(file) as opened:
            raw = dict(opened)
        if raw["patterns"].shape[1] != LEARNT_SIDE**2:
            sys.exit(f"{file} is of another board than {LEARNT_SIDE} x {LEARNT_SIDE}, whose empty cells all numbers count")
        sides = numbers[raw["patterns"] & 0xFFFF], numbers[raw["patterns"] >> 16]
        first = raw["mover"][:, None] == 0
        black, white = (kind[side].astype(np.int64) for kind, side in zip(kinds, sides, strict=True))
        mine, theirs = np.where(first, black, white), np.where(first, white, black)
        proven, score = raw["proven"], raw["score"] / GRID
        parts.append(
            {
                "game": raw["game"] + 1_000_000 * number,
                "folder": np.full(len(raw["game"]), folder),
                "stones": raw["stones"],
                "result": raw["result"],
                "score": np.where(proven, np.sign(score) * SURE, np.clip(score, 0.1 - SURE, SURE - 0.1)),
                "counts": counted(mine * CLASSES + theirs),
                "attack": np.where(first, *sides),
                "defence": np.where(first, *sides[::-1]),
                "candidates": np.unpackbits(raw["candidates"], axis=1)[:, : mine.shape[1]].astype(bool),
                "choice": raw["choice"],
                "quiet": ~proven & ~raw["stray"],
                "stray": raw["stray"],
            }
        )
    return Rows(**{name: np.concatenate([part.pop(name) for part in parts]) for name in list(parts[0])})


def counted(codes: np.ndarray) -> np.ndarray:
    """Return how many cells of each row have each pair of classes but 0: uint8[rows, pairs]."""
    rows = np.arange(len(codes))[:, None] * PAIRS + codes
    counts = np.bincount(rows.ravel(), minlength=len(codes) * PAIRS).reshape(len(codes), PAIRS)
    counts[:, 0] = 0
    return np.minimum(counts, 255).astype(np.uint8)  # type: ignore[no-any-return]


@njit
def worth_of(worths, attack, defence):  # type: ignore[no-untyped-def]
    """Return the sums of the worths of rows for the mover."""
    sums = np.zeros(len(attack), worths.dtype)
    for row in range(len(attack)):
        for cell in range(attack.shape[1]):
            sums[row] += worths[attack[row, cell], 0] + worths[defence[row, cell], 1]
    return sums


@njit
def worth_slopes(slopes, attack, defence):  # type: ignore[no-untyped-def]
    """Return the gradients of the worths by those of the sums of rows; none of the combination that is nothing."""
    worths = np.zeros((KINDS, 2), slopes.dtype)
    for row in range(len(attack)):
        for cell in range(attack.shape[1]):
            worths[attack[row, cell], 0] += slopes[row]
            worths[defence[row, cell], 1] += slopes[row]
    worths[0] = 0
    return worths


def descend(start: list[np.ndarray], rate: float, epochs: int, train: np.ndarray, slopes: Any) -> list[np.ndarray]:
    """Return the weights after a descent from `start` by Adam (Kingma and Ba 2015); `slopes(weights, rows)` are the gradients."""
    pick, train = np.random.default_rng(0), train.copy()
    weights = [part.astype(np.float32) for part in start]
    means, squares = [np.zeros_like(part) for part in weights], [np.zeros_like(part) for part in weights]
    step, steps = 0, epochs * -(-len(train) // BATCH)
    for epoch in range(epochs):
        pick.shuffle(train)
        for begin in range(0, len(train), BATCH):
            pace = rate * (1 + np.cos(np.pi * step / steps)) / 2
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


class Network:
    """The network while it learns, in floating point.

    Weights: vectors float32[pairs, V], mixing [2V, H], and by stage bias [S, H], output [S, H], base [S]; worths [K, 2], and by
    stage their share [S].
    """

    def __init__(self, rows: Rows) -> None:
        self.in_steps = False  # whether vectors are rounded before they are used, as they will be in the file
        self.rows, self.target, self.weight = rows, rows.targets().astype(np.float32), rows.weights()
        self.shares = shares_of(rows.stones).astype(np.float32)

    @staticmethod
    def random() -> list[np.ndarray]:
        """Return weights at random."""
        pick, stages = np.random.default_rng(1), len(STAGES)
        return [
            pick.normal(size=(PAIRS, VIEW)) * 0.03,
            pick.normal(size=(2 * VIEW, HIDDEN)) / np.sqrt(2 * VIEW),
            np.zeros((stages, HIDDEN)),
            np.tile(pick.normal(size=HIDDEN) / np.sqrt(HIDDEN) * 0.3, (stages, 1)),
            np.zeros(stages),
            np.zeros((KINDS, 2)),
            np.ones(stages),
        ]

    def forward(self, weights: list[np.ndarray], chosen: np.ndarray) -> tuple[np.ndarray, ...]:
        """Return counts, both views, hidden units before they are cut, what these count for, the worths' sums, and the values."""
        vectors, mixing, bias, output, base, worths, share = weights
        if self.in_steps:
            vectors = steps_of(vectors).astype(np.float32) / VECTOR_UNIT
        counts, shares = self.rows.counts[chosen].astype(np.float32), self.shares[chosen]
        views = counts @ np.hstack([vectors, vectors[TURNED]])
        hidden, worth = views @ mixing + shares @ bias, shares @ output
        sums = worth_of(worths, self.rows.attack[chosen], self.rows.defence[chosen])
        value = (np.clip(hidden, 0, MOST_SIGNAL) * worth).sum(axis=1) + shares @ base + sums * (shares @ share)
        return counts, views, hidden, worth, sums, value

    def values(self, weights: list[np.ndarray], chosen: np.ndarray) -> np.ndarray:
        """Return the network's values of rows."""
        parts = [chosen[begin : begin + BATCH] for begin in range(0, len(chosen), BATCH)]
        return np.concatenate([self.forward(weights, part)[-1] for part in parts])

    def slopes(self, weights: list[np.ndarray], chosen: np.ndarray) -> list[np.ndarray]:
        """Return the gradients of the loss, with the pull of all weights but biases towards 0."""
        vectors, mixing, _, output, _, worths, share = weights
        counts, views, hidden, worth, sums, value = self.forward(weights, chosen)
        error = (sigmoid(value) - self.target[chosen]) * self.weight[chosen] / len(chosen)
        back = error[:, None] * worth * ((hidden > 0) & (hidden < MOST_SIGNAL))
        made, shares = counts.T @ (back @ mixing.T), self.shares[chosen]
        return [
            made[:, :VIEW] + made[TURNED, VIEW:] + NETWORK_PULL * vectors,
            views.T @ back + NETWORK_PULL * mixing,
            shares.T @ back,
            shares.T @ (np.clip(hidden, 0, MOST_SIGNAL) * error[:, None]) + NETWORK_PULL * output,
            shares.T @ error,
            worth_slopes(shares @ share * error, self.rows.attack[chosen], self.rows.defence[chosen]) + NETWORK_PULL * worths,
            shares.T @ (sums * error),
        ]

    def learn(self, start: str, train: np.ndarray) -> list[np.ndarray]:
        """Return the weights after a descent from a rule's, or from those that one from random numbers makes.

        It takes the gradients at the rounded vectors, and changes the exact ones (the straight-through estimator of Bengio, Leonard
        and Courville 2013).
        """
        weights = descend(self.random(), *FROM_RANDOM, train, self.slopes) if start == RANDOM else exact(learnt(start))
        self.in_steps = True
        return descend(stretched(weights), *IN_STEPS, train, self.slopes)

    def verdict(self, weights: list[np.ndarray], test: np.ndarray) -> str:
        """Return how well the weights foretell results by stage, and the scale that fits them best."""
        quiet = test[self.rows.quiet[test]]
        values, parts = self.values(weights, quiet), []
        for first, last in JUDGED:
            here = (self.rows.stones[quiet] >= first) & (self.rows.stones[quiet] < last)
            found, scale, _ = fitted(values[here], self.rows.result[quiet][here], self.rows.game[quiet][here])
            parts.append(f"{first} to {last} stones {found:.3f} (x{scale:.2f})")
        everything = loss(sigmoid(self.values(weights, test)), self.target[test])
        return f"log loss of results {', '.join(parts)}; of the target {everything:.4f}"


def exact(numbers: dict[str, np.ndarray]) -> list[np.ndarray]:
    """Return a network's weights from what is kept in a rule's file; the other way round from `rounded`."""
    return [
        numbers["vectors"].reshape(PAIRS, 2 * VIEW)[:, :VIEW] / VECTOR_UNIT,
        numbers["mixing"][0].T / WEIGHT_UNIT,
        numbers["bias"] / SIGNAL_UNIT,
        numbers["output"] / OUTPUT_UNIT,
        numbers["base"] / VALUE_UNIT,
        numbers["worths"] / SIGNAL_UNIT,
        numbers["share"] / OUTPUT_UNIT,
    ]


def stretched(weights: list[np.ndarray]) -> list[np.ndarray]:
    """Return the same network with the largest of each number of its vectors at LARGEST_NUMBER: all steps are used."""
    vectors, mixing, *others = weights
    own = LARGEST_NUMBER / VECTOR_UNIT / np.abs(vectors).max(axis=0)
    return [vectors * own, mixing / np.tile(own, 2)[:, None], *others]


def steps_of(vectors: np.ndarray) -> np.ndarray:
    """Return vectors in whole steps; that of the pair that is nothing is 0."""
    steps = np.clip(np.round(vectors * VECTOR_UNIT), -LARGEST_NUMBER, LARGEST_NUMBER)
    steps[0] = 0
    return steps  # type: ignore[no-any-return]


def rounded(weights: list[np.ndarray]) -> dict[str, np.ndarray]:
    """Return a network's weights as integers, by their names in `counterply.plugins.gomoku.network.learnt`."""
    vectors, mixing, bias, output, base, worths, share = weights
    pairs = steps_of(vectors).reshape(CLASSES, CLASSES, VIEW)
    units = np.round(mixing.T * WEIGHT_UNIT)
    return {
        "vectors": np.concatenate([pairs, pairs.swapaxes(0, 1)], axis=-1).astype(np.int16),
        "mixing": np.stack([units, np.roll(units, VIEW, axis=1)]).astype(np.int16),
        "bias": np.round(bias * SIGNAL_UNIT).astype(np.int32),
        "output": np.round(output * OUTPUT_UNIT).astype(np.int32),
        "base": np.round(base * VALUE_UNIT).astype(np.int32),
        "worths": np.round(worths * SIGNAL_UNIT).astype(np.int32),
        "share": np.round(share * OUTPUT_UNIT).astype(np.int32),
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
        score = weights[self.rows.attack[chosen]] + weights[self.rows.defence[chosen] + KINDS]
        score = np.where(self.rows.candidates[chosen], score, -np.inf)
        odds = np.exp(score - score.max(axis=1, keepdims=True))
        return odds / odds.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]

    def slopes(self, weights: list[np.ndarray], chosen: np.ndarray) -> list[np.ndarray]:
        """Return the gradient of the loss."""
        error = self.choices(weights[0], chosen)
        error[np.arange(len(chosen)), self.rows.choice[chosen]] -= 1
        codes = np.concatenate([self.rows.attack[chosen], self.rows.defence[chosen].astype(np.int64) + KINDS])
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
    rows = read_rows(chosen.rows, chosen.rule)
    held = rows.game % HELD_OUT == 0
    train, test = np.flatnonzero(~held), np.flatnonzero(held)
    numbers = dict(learnt(chosen.rule))
    print(f"{chosen.rule}: {len(train):,} positions, {len(test):,} held out")
    if chosen.step == "network":
        network = Network(rows)
        print(f"before: {network.verdict(exact(numbers), test)}")
        numbers |= rounded(network.learn(chosen.start or chosen.rule, train))
        print(f"after:  {network.verdict(exact(numbers), test)}")
    else:
        policy = Policy(rows, np.concatenate([numbers["attack"], numbers["defence"]]) / POLICY_UNIT)
        made = policy.learn(train)
        print(f"before: {policy.verdict(policy.start, test)}\nafter:  {policy.verdict(made, test)}")
        whole = np.round(made * POLICY_UNIT).astype(np.int32)
        numbers |= {"attack": whole[:KINDS], "defence": whole[KINDS:]}
    np.savez_compressed(chosen.out or file_of(chosen.rule), **numbers)


def calibrate(chosen: argparse.Namespace) -> None:
    """Fit what a nat of a search's score is worth, by rule and stage, and say what that does to the scores of games held out.

    The search is not told: a network whose output was scaled so lost games, since margins of the search are in nats, too.
    """
    lines = read_games(chosen.games)
    rows = [(game, *row) for game, line in enumerate(lines) for row in judged(line)]
    games, stones, score, result = (np.array(column) for column in zip(*rows, strict=True))
    rules, shares = np.array([line["rule"] for line in lines])[games], shares_of(stones)
    held = games % CALIBRATION_HELD_OUT == 0
    for rule in np.unique(rules):
        fitted_to, here = (rules == rule) & ~held, (rules == rule) & held
        odds = scales_of(shares[fitted_to], score[fitted_to], result[fitted_to], ODDS_PULL)
        print(f"{rule}: {np.round(odds, 2).tolist()} at {STAGES} stones, of {fitted_to.sum():,} positions")
        told = {"before": score[here], "after": (score * (shares @ odds))[here]}
        print("\n".join(verdict(stones[here], told, result[here], games[here])))
        numbers = learnt(rule) | {"odds": np.round(odds * ODDS_UNIT).astype(np.int32)}
        np.savez_compressed(file_of(rule), **numbers)


def main() -> int:
    """Run one of the three steps."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    steps = parser.add_subparsers(dest="step", required=True)
    for step in ("network", "policy"):
        fitting = steps.add_parser(step)
        fitting.add_argument("rows", nargs="+", type=Path, help="folders of gomoku_games.py")
        fitting.add_argument("--rule", default="freestyle")
        fitting.add_argument("--out", type=Path, help="the file; by default the rule's own in the package")
        if step == "network":
            fitting.add_argument("--start", help=f"the rule whose numbers to begin with, or {RANDOM}; by default the same rule")
    calibrating = steps.add_parser("calibrate")
    calibrating.add_argument("games", nargs="+", type=Path, help="files of gomoku_stages.py play on 15 x 15, of one or more rules")
    chosen = parser.parse_args()
    (calibrate if chosen.step == "calibrate" else fit)(chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
