"""How well a time limit is kept on a busy machine: moves by the engine beside one busy loop a core.

    python benchmarks/time_limits.py                       10,000 moves at 60 ms, 2,000 at 75 and 150 ms (about 20 minutes)
    python benchmarks/time_limits.py --moves 2000 --limits 2 5 10 20 60
    python benchmarks/time_limits.py --moves 1000 --limits 60 --evaluator-us 5000

Prints for each limit the distribution of the time that `choose` took, how many moves overran and by how much, how many did so
by this process's own CPU time, while how many of them the hypervisor had taken a core away (Linux's steal time, in ticks of 10 ms),
and how much of the limit was used where nothing was proven. `--evaluator-us` lets the evaluator be plain Python that takes so long
a call.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import random
import time
from typing import Any

import numpy as np

from counterply import Evaluator, Limit
from counterply.players import make_player
from counterply.players.base import warm_up
from counterply.usercode.loading import load_game

PERCENTILES = (50, 90, 99, 99.9, 100)
STANDARD = ((60, 10_000), (75, 2_000), (150, 2_000))  # ms, moves


def burn() -> None:
    """Keep a core busy for ever."""
    while True:
        pass


def stolen_ticks() -> int:
    """Return the ticks that a hypervisor has kept this machine's cores from running; 0 where the system does not tell."""
    try:
        with open("/proc/stat") as file:
            return int(file.readline().split()[8])
    except (OSError, IndexError):
        return 0


def slow_evaluator(microseconds: float) -> Evaluator:
    """Return an evaluator in plain Python that takes so long a call."""

    def evaluate(position: Any, player: int) -> float:
        end = time.perf_counter_ns() + microseconds * 1000
        while time.perf_counter_ns() < end:
            pass
        return float(position["cells"][player] - position["cells"][1 - player])

    return Evaluator("slow", evaluate, plain=True)


def measure(milliseconds: float, moves: int, player_name: str, evaluator: Evaluator | None) -> None:
    """Play `moves` moves of Isolation on 11x9 and print how the limit was kept."""
    game: Any = load_game("isolation", {"width": "11", "height": "9"})
    if evaluator is not None:
        game.evaluators.insert(0, evaluator)
    player, limit = make_player(player_name), Limit(seconds=milliseconds / 1000)
    warm_up(player, game, limit)  # as the arena does before the first move
    gc.collect()
    gc.freeze()
    rng = random.Random(1)
    wall, own, used, stolen = [], [], [], []
    position = game.start()
    while len(wall) < moves:
        if position.ply == 0 or not position.moves():
            position = game.start()
            for _ in range(2):
                position = position.after(rng.choice(position.moves()))
            player.start(game, 0, len(wall))
        steal = stolen_ticks()
        cpu, begin = time.thread_time_ns(), time.perf_counter_ns()
        report = player.choose(position, limit)
        wall.append((time.perf_counter_ns() - begin) / 1e6)
        own.append((time.thread_time_ns() - cpu) / 1e6)
        stolen.append(stolen_ticks() > steal)
        if not report.proven and report.stopped != "only move":
            used.append(wall[-1] / milliseconds)
        position = position.after(report.move)
    times, cpus = np.array(wall), np.array(own)
    late = times > milliseconds
    shares = "  ".join(f"{p:g} %: {v:.2f}" for p, v in zip(PERCENTILES, np.percentile(times, PERCENTILES), strict=True))
    print(f"{milliseconds:g} ms, {moves:,} moves of {player_name}; ms by percentile  {shares}")
    print(f"  over the limit: {late.sum()} ({100 * late.mean():.3f} %), by at most {max(0.0, (times - milliseconds).max()):.2f} ms")
    print(
        f"  of these, while the hypervisor had a core: {(late & np.array(stolen)).sum()}; moves with any such time: {sum(stolen)}"
    )
    print(f"  over it by own CPU time: {(cpus > milliseconds).sum()}, most CPU time of a move {cpus.max():.2f} ms")
    median, mean = 100 * np.median(used or [0]), 100 * np.mean(used or [0])
    print(f"  used where nothing was proven: median {median:.1f} %, mean {mean:.1f} % of {len(used):,} moves")


def main() -> None:
    """Start the busy loops, measure, end them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--limits", type=float, nargs="*", help="ms; default 60, 75 and 150")
    parser.add_argument("--moves", type=int)
    parser.add_argument("--player", default="engine")
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1, help="busy loops beside it; default one a core")
    parser.add_argument("--evaluator-us", type=float)
    chosen = parser.parse_args()
    plan = (
        [(limit, chosen.moves or 1_000) for limit in chosen.limits]
        if chosen.limits
        else [(ms, chosen.moves or n) for ms, n in STANDARD]
    )
    evaluator = slow_evaluator(chosen.evaluator_us) if chosen.evaluator_us else None
    load = [multiprocessing.Process(target=burn, daemon=True) for _ in range(chosen.busy)]
    for process in load:
        process.start()
    print(f"{chosen.busy} busy loops, {os.cpu_count()} cores, load average {os.getloadavg()[0]:.2f}")
    try:
        for milliseconds, moves in plan:
            measure(milliseconds, moves, chosen.player, evaluator)
    finally:
        for process in load:
            process.kill()


if __name__ == "__main__":
    main()
