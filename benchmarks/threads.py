"""How much sooner a search reaches its depth with two threads or more.

    python benchmarks/threads.py isolation --nodes 2000000
    python benchmarks/threads.py benchmarks/othello.py --threads 2 --positions 10

The depth of each position is the last one that one thread completes with `--nodes`. It is asked for, and then waited for in a
search without a depth, where helpers look a ply deeper after `DEEPER_FROM` nodes. Only an idle machine tells. In games:

    counterply match GAME engine:threads=2 engine --time 1s --games 200 --workers 1 --seed 5
"""

from __future__ import annotations

import argparse
import time
from statistics import geometric_mean, median
from typing import Any

from counterply.arena.openings import openings_of
from counterply.core.limits import Limit
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

ROUNDS = 3  # in turns, one thread and several; the median counts
LONGEST = 600.0  # seconds, for a search without a depth
COLUMNS = ("speed-up to the same depth", "nodes, times", "speed-up with helpers ahead", "nodes with helpers ahead, times")


def search(engine: Engine, position: Any, depth: int, asked: bool) -> tuple[float, int]:
    """Return seconds on the wall and nodes until a search has completed `depth`, which it is `asked` for or not."""
    engine.forget()
    begin = time.perf_counter()
    for report in engine.deepen(position, Limit(depth=depth) if asked else Limit(seconds=LONGEST)):
        if report.depth >= depth:
            break
    return time.perf_counter() - begin, report.nodes


def main() -> None:
    """Print a line for each position, and the mean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    game: Any = load_game(chosen.game)
    one, several = (Engine(game, load_evaluator(None, game), threads=threads) for threads in (1, chosen.threads))
    one.warm_up(game.start())
    ratios = []
    for moves in openings_of(game, "", chosen.positions, chosen.seed).lines:
        position = game.start()
        for move in moves:
            position = position.after(move)
        *earlier, last = one.deepen(position, Limit(nodes=chosen.nodes))
        depth = last.depth
        if not earlier or not depth:
            continue
        kinds = ((one, True), (several, True), (several, False))
        rounds = [[number for engine, asked in kinds for number in search(engine, position, depth, asked)] for _ in range(ROUNDS)]
        wall, nodes, *others = (median(column) for column in zip(*rounds, strict=True))
        ratios.append([wall / others[0], others[1] / nodes, wall / others[2], others[3] / nodes])
        print(f"depth {depth}, {wall:.3f} s with one thread: {', '.join(f'{ratio:.2f}' for ratio in ratios[-1])}", flush=True)
    for name, column in zip(COLUMNS, zip(*ratios, strict=True), strict=True):
        print(f"{name}: median {median(column):.2f}, mean {geometric_mean(column):.2f}, {min(column):.2f} to {max(column):.2f}")


if __name__ == "__main__":
    main()
