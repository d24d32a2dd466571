"""How many nodes the engine takes to prove wins of five in a row: positions that led to one in games of its own.

    python benchmarks/gomoku_stages.py play --games 160 --nodes 10000 --out out/games.jsonl
    python benchmarks/gomoku_proofs.py out/games.jsonl --out out/here.jsonl
    PYTHONPATH=PARENT/src python benchmarks/gomoku_proofs.py out/games.jsonl --out out/parent.jsonl
    python benchmarks/gomoku_proofs.py --compare out/parent.jsonl out/here.jsonl

A game ended with the first proof. The side that won is on move in its last positions before that one and before the moves of
`--back`, which are chosen by the game alone: no engine's search decides which of them count. Each is searched until it is proven,
with `--nodes` at most. Prints, for each number of moves back, how many were proven and the median; `--compare` also the geometric
mean of the ratios, second by first, where an open search counts as all of its nodes.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from counterply import Limit
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

BOOTSTRAPS = 2000


def measure(chosen: argparse.Namespace) -> list[Any]:
    """Search the positions that `chosen.out` does not hold yet; return a line for each: game, moves back, nodes, proven."""
    known = [json.loads(line) for line in chosen.out.read_text().splitlines()] if chosen.out.exists() else []
    seen = {(number, back) for number, back, *_ in known}
    game = load_game("gomoku", {"size": str(chosen.size), "rule": chosen.rule})
    engine = Engine(game, load_evaluator(None, game))
    engine.warm_up(game.start())
    for number, line in enumerate(chosen.games.read_text().splitlines()):
        moves, winner = json.loads(line)
        for back in chosen.back:
            count = len(moves) - (len(moves) - winner) % 2 - 2 * back
            if winner < 0 or count < chosen.first_stone or (number, back) in seen:
                continue
            position = game.start()
            for move in moves[:count]:
                position = position.after(move)
            engine.forget()
            *_, report = engine.deepen(position, Limit(nodes=chosen.nodes))
            known.append([number, back, report.nodes, bool(report.proven and report.score > 0)])
            with chosen.out.open("a") as out:
                out.write(json.dumps(known[-1]) + "\n")
            print(f"\r{len(known)} positions ", end="", file=sys.stderr, flush=True)
    return known


def say(lines: list[Any], nodes: int) -> None:
    """Print how many were proven, and the median, by moves back."""
    for back in sorted({line[1] for line in lines}):
        here = [line for line in lines if line[1] == back]
        needed = sorted(found if proven else nodes for _, _, found, proven in here)
        proven = sum(line[3] for line in here)
        print(f"{back} moves back: {proven} of {len(here)} proven, median {needed[len(needed) // 2]:,} nodes")


def compare(files: list[Path], nodes: int) -> None:
    """Print both, and the ratios of their nodes with a bootstrap interval over games."""
    both = []
    for file in files:
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        print(file)
        say(lines, nodes)
        both.append({(number, back): found if proven else nodes for number, back, found, proven in lines})
    shared = sorted(both[0].keys() & both[1].keys())
    ratios: dict[int, list[float]] = {}
    for key in shared:
        ratios.setdefault(key[0], []).append(float(np.log(both[1][key] / both[0][key])))
    sums = np.array([[sum(values), len(values)] for values in ratios.values()])
    dice = np.random.default_rng(0)
    drawn = sums[dice.integers(len(sums), size=(BOOTSTRAPS, len(sums)))].sum(axis=1)
    low, high = np.exp(np.percentile(drawn[:, 0] / drawn[:, 1], [2.5, 97.5]))
    print(f"{len(shared)} positions: nodes of the second by those of the first", end=" ")
    print(f"{np.exp(sums[:, 0].sum() / sums[:, 1].sum()):.3f} [{low:.3f}, {high:.3f}]")


def main() -> None:
    """Measure or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="?", type=Path, help="a file of gomoku_stages.py play")
    parser.add_argument("--out", type=Path, help="a line for each position; the same command goes on")
    parser.add_argument("--compare", nargs=2, type=Path)
    parser.add_argument("--back", type=int, nargs="+", default=[1, 2, 3], help="moves of the winner before the proof")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--first-stone", type=int, default=6)
    parser.add_argument("--rule", default="freestyle")
    parser.add_argument("--size", type=int, default=15)
    chosen = parser.parse_args()
    if chosen.compare:
        compare(chosen.compare, chosen.nodes)
    elif chosen.games and chosen.out:
        say(measure(chosen), chosen.nodes)
    else:
        parser.error("name a file of games and --out, or --compare")


if __name__ == "__main__":
    main()
