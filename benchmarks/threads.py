"""How much sooner a search reaches its depth with two threads or more.

    python benchmarks/threads.py isolation --nodes 2000000
    python benchmarks/threads.py benchmarks/othello.py --threads 2 --positions 10

The depth of each position is the last one that one thread completes with `--nodes`. Only an idle machine tells. On a busy one,
as root, `--burst` runs each search with real-time priority, and sleeps as long afterwards. In games:

    counterply match GAME engine:threads=2 engine --time 1s --games 200 --workers 1 --seed 5
"""

from __future__ import annotations

import argparse
import contextlib
import os
import time
from statistics import geometric_mean, median
from typing import Any

from counterply.arena.openings import openings_of
from counterply.core.limits import Limit
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

ROUNDS = 3  # in turns, one thread and several; the median counts
COLUMNS = ("speed-up to the same depth", "nodes, times", "CPU time a node, times")
REAL_TIME = 1  # the lowest priority of real time


def give_priority(real_time: bool) -> None:
    """Let all threads of this process run before those of others, or as usual."""
    for thread in os.listdir("/proc/self/task"):
        with contextlib.suppress(ProcessLookupError):
            priority = os.sched_param(REAL_TIME if real_time else 0)
            os.sched_setscheduler(int(thread), os.SCHED_RR if real_time else os.SCHED_OTHER, priority)


def search(engine: Engine, position: Any, depth: int, burst: bool) -> tuple[float, float, int]:
    """Return seconds on the wall and of CPU time, and nodes, of a search to `depth`."""
    engine.forget()
    if burst:
        give_priority(True)
    begin, used = time.perf_counter(), time.process_time()
    *_, report = engine.deepen(position, Limit(depth=depth))
    wall, used = time.perf_counter() - begin, time.process_time() - used
    if burst:
        give_priority(False)
        time.sleep(wall)
    return wall, used, report.nodes


def main() -> None:
    """Print a line for each position, and the mean."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
    parser.add_argument("--burst", action="store_true")
    chosen = parser.parse_args()
    game: Any = load_game(chosen.game, dict(text.split("=", 1) for text in chosen.set))
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
        rounds = [[n for engine in (one, several) for n in search(engine, position, depth, chosen.burst)] for _ in range(ROUNDS)]
        wall, used, nodes, others_wall, others_used, others_nodes = (median(column) for column in zip(*rounds, strict=True))
        ratios.append([wall / others_wall, others_nodes / nodes, others_used / used * nodes / others_nodes])
        print(f"depth {depth}, {wall:.3f} s with one thread: {', '.join(f'{ratio:.2f}' for ratio in ratios[-1])}", flush=True)
    for name, column in zip(COLUMNS, zip(*ratios, strict=True), strict=True):
        print(f"{name}: median {median(column):.2f}, mean {geometric_mean(column):.2f}, {min(column):.2f} to {max(column):.2f}")


if __name__ == "__main__":
    main()
