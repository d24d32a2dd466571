"""How much sooner a search reaches its depth with two threads or more.

    python benchmarks/threads.py isolation --nodes 2000000
    python benchmarks/threads.py benchmarks/othello.py --threads 2 --positions 10

The depth of each position is the last one that one thread completes with `--nodes`. Beside the time on the wall stands the first
thread's own CPU time, which says the same on a machine that others use, as long as all threads get an equal part of it.
"""

from __future__ import annotations

import argparse
import time
from statistics import geometric_mean, median
from typing import Any

from counterply.arena.openings import openings_of
from counterply.core.limits import Limit
from counterply.core.loading import load_evaluator, load_game
from counterply.search.alphabeta.engine import Engine

ROUNDS = 3  # in turns, one thread and several; the median counts


def search(engine: Engine, position: Any, limit: Limit) -> tuple[float, float, int]:
    """Return a search's time on the wall, the CPU time of its first thread, both in seconds, and its nodes."""
    engine.forget()
    wall, own = time.perf_counter(), time.thread_time()
    *_, report = engine.deepen(position, limit)
    return time.perf_counter() - wall, time.thread_time() - own, report.nodes


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
        rounds = [
            (*search(one, position, Limit(depth=depth)), *search(several, position, Limit(depth=depth))) for _ in range(ROUNDS)
        ]
        wall, own, nodes, wall_of_all, own_of_first, nodes_of_all = (median(column) for column in zip(*rounds, strict=True))
        ratios.append((wall / wall_of_all, own / own_of_first, nodes_of_all / nodes))
        shown = ", ".join(f"{name} {ratio:.2f}" for name, ratio in zip(("wall", "CPU", "nodes"), ratios[-1], strict=True))
        print(f"depth {depth}, {own:.3f} s with one thread: {shown}", flush=True)
    for name, column in zip(
        ("speed-up on the wall", "speed-up by CPU time", "nodes, times"), zip(*ratios, strict=True), strict=True
    ):
        print(f"{name}: median {median(column):.2f}, mean {geometric_mean(column):.2f}, {min(column):.2f} to {max(column):.2f}")


if __name__ == "__main__":
    main()
