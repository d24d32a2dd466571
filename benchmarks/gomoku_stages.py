"""How well a player's scores foretell who wins, by stage of the game: five in a row.

    python benchmarks/gomoku_stages.py play --games 300 --nodes 50000 --out out/games.jsonl
    python benchmarks/gomoku_stages.py play --games 300 --nodes 3000 --on --out out/crowded.jsonl
    python benchmarks/gomoku_stages.py judge out/games.jsonl --nodes 0 5000 50000
    PYTHONPATH=PARENT/src python benchmarks/gomoku_stages.py judge out/games.jsonl --nodes 0 5000 50000

`play`: the engine against itself from the shipped openings, no move at random, each move's score noted; the same command goes on
where it was stopped, and several with a `--seed` and a file each run side by side. A game ends with the first proof, or, with
`--on`, goes on: the winner overlooks it. `judge`: each position that the game's searches did not prove, by its score then and by
searches of so many nodes (0: the evaluator alone) of the tree that is imported. By stage it prints the log loss of results, with
a scale and a constant fitted, beside that of a constant alone; the scale, with 95 % of its interval, games being independent; and
the log loss of the score as it is. Where the scale is one at every stage, a score is the logarithm of the odds. A score that is
proven by more nodes counts as SURE. `gomoku_fit.py calibrate` fits the scale.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gomoku_games import Player

from counterply import Limit
from counterply.core.values import FIRST, ONGOING, SECOND
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

STAGES = ((0, 12), (12, 20), (20, 30), (30, 60), (60, 120))  # stones on the board
SURELY = 1.96  # standard errors on either side
MOST_STONES = 120  # a longer game is drawn
SURE = 8.0  # the score of a proven win, in nats
NEWTON_STEPS = 50


def sigmoid(value: Any) -> Any:
    """Return the probability of which `value` is the logarithm of the odds."""
    return 1 / (1 + np.exp(-np.clip(value, -30, 30)))


def loss(chance: np.ndarray, result: np.ndarray) -> float:
    """Return the log loss."""
    return float(-np.mean(result * np.log(chance) + (1 - result) * np.log(1 - chance)))


class Fitted(NamedTuple):
    """The log loss of results by a scale of scores and a constant, the scale, and its standard error, games being independent."""

    loss: float
    scale: float
    error: float


def fitted(score: np.ndarray, result: np.ndarray, game: np.ndarray) -> Fitted:
    """Fit the scale of scores and the constant that foretell results best; rows of one `game` are not independent."""
    inputs = np.stack([score, np.ones_like(score)], axis=1)
    weights = np.zeros(2)
    for _ in range(NEWTON_STEPS):
        chance = sigmoid(inputs @ weights)
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + 1e-6 * np.eye(2)
        weights -= np.clip(np.linalg.solve(curve, inputs.T @ (chance - result)), -1, 1)
    chance = sigmoid(inputs @ weights)
    _, owner = np.unique(game, return_inverse=True)
    slopes = np.zeros((owner.max(initial=-1) + 1, 2))
    np.add.at(slopes, owner, inputs * (result - chance)[:, None])
    spread = np.linalg.inv(curve) @ slopes.T
    return Fitted(loss(chance, result), float(weights[0]), float(np.sqrt((spread @ spread.T)[0, 0])))


def play(chosen: argparse.Namespace, game: Any, engine: Engine) -> None:
    """Play games and keep each as a line: its moves, the score of each in nats, None where it is proven, and its stretches.

    A stretch is the number of moves before its last position, and who wins: 0, 1, or -1 for nobody.
    """
    chosen.out.parent.mkdir(parents=True, exist_ok=True)
    done = len(chosen.out.read_text().splitlines()) if chosen.out.exists() else 0
    openings = game.openings()
    for number in range(done, chosen.games):
        dice = random.Random(f"{chosen.seed} {number}")
        player, position = Player(game, engine, chosen.nodes, dice), game.position(dice.choice(openings))
        engine.forget()
        scores: list[float | None] = [None] * position.ply
        stretches = []
        while position is not None and position.outcome() == ONGOING and position.ply < chosen.stones:
            last, report = position, player.search(position)
            scores.append(None if report.proven else round(report.score / report.grid, 3))
            won = report.proven and report.score > 0
            if report.proven and report.score:
                stretches.append((position.ply, position.turn if won else 1 - position.turn))
                if not chosen.on:
                    break
            position = player.oversight(position, report.move) if won else position.after(report.move)
        if position is not None and position is not last:
            last = position
            stretches.append((position.ply, {FIRST: 0, SECOND: 1}.get(position.outcome(), -1)))
        line = {"rule": chosen.rule, "moves": list(map(int, last.history)), "scores": scores, "stretches": stretches}
        with chosen.out.open("a") as out:
            out.write(json.dumps(line) + "\n")
        print(f"\r{number + 1} of {chosen.games} games ", end="", file=sys.stderr, flush=True)


def scored(position: Any, engine: Engine, nodes: int, bound: Any = None) -> tuple[float, bool]:
    """Return the score of a position for the side to move, in nats, and whether it is proven; of 0 nodes, what `bound` says."""
    if nodes == 0:
        return bound.grid_value(position.record, position.turn) / bound.evaluator.grid, False
    engine.forget()
    *_, report = engine.deepen(position, Limit(nodes=nodes))
    return (float(np.sign(report.score)) * SURE if report.proven else report.score / report.grid), bool(report.proven)


def judged(line: dict[str, Any]) -> Iterator[tuple[int, float, float]]:
    """Yield the positions of a game that its searches did not prove: stones, score then and the mover's part of the result."""
    begin = 0
    for end, winner in line["stretches"]:
        for ply in range(begin, min(end, len(line["scores"]))):
            if line["scores"][ply] is not None:
                yield ply, line["scores"][ply], 0.5 if winner < 0 else float(ply % 2 == winner)
        begin = end


def read_games(files: list[Path]) -> list[dict[str, Any]]:
    """Return the games of several files of `play`."""
    return [json.loads(line) for file in files for line in file.read_text().splitlines()]


def verdict(stones: np.ndarray, scores: dict[str, np.ndarray], results: np.ndarray, games: np.ndarray) -> Iterator[str]:
    """Yield by stage what each kind of scores says of the results."""
    for first, last in STAGES:
        here = (stones >= first) & (stones < last)
        if not here.any():
            continue
        constant = fitted(np.zeros(here.sum()), results[here], games[here]).loss
        yield f"{first:2} to {last} stones: {here.sum():5} positions, log loss of a constant {constant:.3f}"
        for name, score in scores.items():
            found = fitted(score[here], results[here], games[here])
            low, high = found.scale - SURELY * found.error, found.scale + SURELY * found.error
            plain = loss(sigmoid(score[here]), results[here])
            yield f"    {name:>8}: {found.loss:.3f}, factor {found.scale:.2f} [{low:.2f}, {high:.2f}], unscaled {plain:.3f}"


def judge(chosen: argparse.Namespace, game: Any, engine: Engine) -> None:
    """Print the log losses by stage."""
    lines, rows = read_games(chosen.games_files), []
    bound = load_evaluator(chosen.eval, game).bind(game) if chosen.nodes else None
    for number, line in enumerate(lines):
        position = game.start()
        for ply, then, result in judged(line):
            if chosen.nodes:
                for move in line["moves"][position.ply : ply]:
                    position = position.after(move)
            rows.append([number, ply, result, then, *(scored(position, engine, nodes, bound)[0] for nodes in chosen.nodes)])
    table = np.array(rows).T
    print(f"{len(lines)} games, {len(rows)} positions")
    names = ["then", *(f"{nodes} nodes" for nodes in chosen.nodes)]
    print("\n".join(verdict(table[1], dict(zip(names, table[3:], strict=True)), table[2], table[0])))


def main() -> int:
    """Run one of the two steps."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    playing = steps.add_parser("play")
    playing.add_argument("--games", type=int, default=300)
    playing.add_argument("--nodes", type=int, default=50_000)
    playing.add_argument("--seed", type=int, default=1)
    playing.add_argument("--stones", type=int, default=MOST_STONES, help="on the board; a longer game is drawn")
    playing.add_argument("--on", action="store_true", help="go on past each proof: its winner overlooks it")
    playing.add_argument("--out", type=Path, required=True)
    judging = steps.add_parser("judge")
    judging.add_argument("games_files", nargs="+", type=Path)
    judging.add_argument("--nodes", type=int, nargs="*", default=[0])
    judging.add_argument("--eval", help="of scores without a search; the game's own if not given")
    for step in (playing, judging):
        step.add_argument("--rule", default="freestyle")
        step.add_argument("--size", type=int, default=15)
    chosen = parser.parse_args()
    game = load_game("gomoku", {"size": str(chosen.size), "rule": chosen.rule})
    engine = Engine(game, load_evaluator(None, game))
    if chosen.step == "play" or any(chosen.nodes):
        engine.warm_up(game.start())
    (play if chosen.step == "play" else judge)(chosen, game, engine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
