"""How well a player's scores foretell who wins, by stage of the game: five in a row.

    python benchmarks/gomoku_stages.py play --games 300 --nodes 50000 --out out/games.jsonl
    python benchmarks/gomoku_stages.py judge out/games.jsonl --nodes 0 5000 50000
    PYTHONPATH=PARENT/src python benchmarks/gomoku_stages.py judge out/games.jsonl --nodes 0 5000 50000

`play`: the engine against itself from the shipped openings, no move at random; the same command goes on where it was stopped. A
game ends with the first proof. `judge`: each position of those games is scored with so many nodes (0: the evaluator alone), by the
tree that is imported. By stage it prints the log loss of the results, with a scale and a constant fitted, beside that of a constant
alone, and the scale: where it is the same at every stage, a score means the same. Positions that a search of PROOF nodes proves are
left out, unless `--all`; then a proven score counts as SURE.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from counterply import Limit
from counterply.core.values import FIRST, ONGOING, SECOND
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

STAGES = ((0, 12), (12, 20), (20, 30), (30, 60))  # stones on the board
PROOF = 5000  # nodes
MOST_STONES = 120  # a longer game is drawn
SURE = 8.0  # the score of a proven win, in nats
NEWTON_STEPS = 50


def sigmoid(value: Any) -> Any:
    """Return the probability of which `value` is the logarithm of the odds."""
    return 1 / (1 + np.exp(-np.clip(value, -30, 30)))


def loss(chance: np.ndarray, result: np.ndarray) -> float:
    """Return the log loss."""
    return float(-np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance)))


def fitted(score: np.ndarray, result: np.ndarray) -> tuple[float, float]:
    """Return the log loss of `result` by a scale of `score` and a constant, and the scale."""
    inputs = np.stack([score, np.ones_like(score)], axis=1)
    weights = np.zeros(2)
    for _ in range(NEWTON_STEPS):
        chance = sigmoid(inputs @ weights)
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + 1e-6 * np.eye(2)
        weights -= np.clip(np.linalg.solve(curve, inputs.T @ (chance - result)), -1, 1)
    return loss(sigmoid(inputs @ weights), result), float(weights[0])


def play(chosen: argparse.Namespace, game: Any, engine: Engine) -> None:
    """Play games and keep each as a line: moves, and the winner, 0, 1 or -1 for nobody."""
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    done = len(chosen.out.read_text().splitlines()) if chosen.out.exists() else 0
    openings = game.openings()
    for number in range(done, chosen.games):
        dice = random.Random(f"{chosen.seed} {number}")
        position = game.position(dice.choice(openings))
        engine.forget()
        winner = -1
        while position.outcome() == ONGOING and position.ply < MOST_STONES:
            order = position.moves()
            dice.shuffle(order)
            *_, report = engine.deepen(position, Limit(nodes=chosen.nodes), order=order)
            if report.proven:
                winner = position.turn if report.score > 0 else 1 - position.turn if report.score < 0 else -1
                break
            position = position.after(report.move)
        if winner < 0:
            winner = {FIRST: 0, SECOND: 1}.get(position.outcome(), -1)
        with chosen.out.open("a") as out:
            out.write(json.dumps([list(map(int, position.history)), winner]) + "\n")
        print(f"\r{number + 1} of {chosen.games} games ", end="", file=sys.stderr, flush=True)


def scored(position: Any, engine: Engine, nodes: int) -> tuple[float, bool]:
    """Return the score of a position for the side to move, in nats, and whether it is proven."""
    if nodes == 0:
        return engine.bound.grid_value(position.record, position.turn) / engine.bound.evaluator.grid, False
    engine.forget()
    *_, report = engine.deepen(position, Limit(nodes=nodes))
    return (float(np.sign(report.score)) * SURE if report.proven else report.score / report.grid), bool(report.proven)


def judge(chosen: argparse.Namespace, game: Any, engine: Engine) -> None:
    """Print the log losses by stage."""
    lines = [json.loads(line) for file in chosen.games_files for line in file.read_text().splitlines()]
    rows: list[tuple[int, float, list[float]]] = []
    for moves, winner in lines:
        position = game.start()
        for move in [*moves, None]:
            wanted = position.ply >= chosen.first_stone and winner >= 0 and position.outcome() == ONGOING
            if wanted and (chosen.all or not scored(position, engine, PROOF)[1]):
                scores = [scored(position, engine, nodes)[0] for nodes in chosen.nodes]
                rows.append((position.ply, float(position.turn == winner), scores))
            if move is not None:
                position = position.after(move)
    stones, results = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    scores = np.array([row[2] for row in rows])
    print(f"{len(lines)} games, {len(rows)} positions")
    for first, last in STAGES:
        here = (stones >= first) & (stones < last)
        constant, _ = fitted(np.zeros(here.sum()), results[here])
        print(f"{first:2} to {last} stones: {here.sum():5} positions, log loss of a constant {constant:.3f}")
        for index, nodes in enumerate(chosen.nodes):
            found, scale = fitted(scores[here, index], results[here])
            print(f"    {nodes:6} nodes: {found:.3f}, scale {scale:.2f}")


def main() -> int:
    """Run one of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    playing = steps.add_parser("play")
    playing.add_argument("--games", type=int, default=300)
    playing.add_argument("--nodes", type=int, default=50_000)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--out", type=Path, required=True)
    judging = steps.add_parser("judge")
    judging.add_argument("games_files", nargs="+", type=Path)
    judging.add_argument("--nodes", type=int, nargs="+", default=[0, 5000])
    judging.add_argument("--first-stone", type=int, default=0)
    judging.add_argument("--all", action="store_true", help="positions that are proven, too")
    for step in (playing, judging):
        step.add_argument("--rule", default="freestyle")
        step.add_argument("--size", type=int, default=15)
    chosen = parser.parse_args()
    game = load_game("gomoku", {"size": str(chosen.size), "rule": chosen.rule})
    engine = Engine(game, load_evaluator(None, game))
    engine.warm_up(game.start())
    (play if chosen.step == "play" else judge)(chosen, game, engine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
