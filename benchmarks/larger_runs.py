"""What limits a run on 1, 10 or 1,000 machines: the parts measured here, and a simulation of the machines that are missing.

    python benchmarks/larger_runs.py

Measured: CPU time of a game, commits of the store, bytes of a game, what the process that asks does, and learning. Simulated:
batches of two seconds that slots ask for, a scheduler and a client that each serve one after the other.
"""

from __future__ import annotations

import heapq
import pickle
import random
import sqlite3
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import counterply as cp
from counterply.arena import STORE_FILE
from counterply.arena.schedule import Plan, identity
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.core.limits import Limit
from counterply.core.machine import extra
from counterply.plugins.dask_cluster.cluster import BATCH_SECONDS
from counterply.usercode.loading import load_game
from counterply.work.place import Place

COMMITS = 3_000
SHORT = 400  # games
LEARNT = 20_000  # games
TASK = 0.003  # seconds of the scheduler for a batch
GAMES = 20
SLOTS = (1, 2, 64, 200, 2_000, 20_000)  # at a time; a machine of today has 8 to 64
HOUR = 3_600.0


def measure_games(folder: Path) -> tuple[list[object], Plan]:
    """Play some games of Isolation at 10,000 nodes a move, and say what they cost."""
    plan = Plan("isolation", ("engine", "alphabeta:eval=improved"), games=GAMES, limit=Limit(nodes=10_000))
    run(replace(plan, games=2), workers=1)  # compiles
    cpu = time.process_time()
    run(plan, folder, workers=1)
    cpu = (time.process_time() - cpu) / GAMES
    with Store.open(folder) as store:
        records = list(store.records())
    plies = sum(len(record.line) for record in records) / len(records)
    wire = len(pickle.dumps(records)) / len(records)
    print(f"a game of Isolation at 10,000 nodes a move: {cpu:.2f} s of CPU, {plies:.0f} plies, {wire:,.0f} bytes on the wire")
    return records, plan


def measure_store(folder: Path, records: list[object], plan: Plan) -> float:
    """Store many games, one transaction each; return the seconds of one."""
    many = replace(plan, games=COMMITS)
    with Store.start(folder, many, identity(many, load_game("isolation"))) as store:
        cpu, begin = time.process_time(), time.monotonic()
        for number in range(COMMITS):
            store.add_machine(number, "pc1", "x86_64")
            store.add(replace(records[number % len(records)], number=number))
        cpu, wall = (time.process_time() - cpu) / COMMITS, (time.monotonic() - begin) / COMMITS
    with sqlite3.connect(folder / STORE_FILE) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = (folder / STORE_FILE).stat().st_size / COMMITS
    print(f"the store: {1 / cpu:,.0f} games a second of CPU, {1 / wall:,.0f} by the clock; {size:,.0f} bytes a game on disk")
    return cpu


def measure_client(folder: Path) -> float:
    """Let a cluster of two workers play many short games, and say what that costs the process that asks; return seconds a game."""
    dask = extra("distributed", "cluster", "a cluster")
    plan = Plan("connect_four", ("random", "greedy:eval=zero"), games=SHORT, limit=Limit(nodes=50))
    run(replace(plan, games=2), workers=1)  # compiles
    begin = time.process_time()
    run(plan, folder / "alone", workers=1)
    alone = (time.process_time() - begin) / SHORT
    with (
        dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        dask.Client(cluster, set_as_default=False) as client,
    ):
        run(replace(plan, games=20, seed=1), workers=Place(client=client))
        begin, wall = time.process_time(), time.monotonic()
        run(plan, folder / "there", workers=Place(client=client))
        cpu, wall = (time.process_time() - begin) / SHORT, (time.monotonic() - wall) / SHORT
    print(f"a short game: {1e3 * alone:.1f} ms of CPU in one process; on two workers, client and scheduler take {1e3 * cpu:.1f} ms")
    print(f"by the clock {1 / wall:,.0f} such games a second")
    return cpu


def measure_learning() -> None:
    """Let threads learn, and say how many games a second of CPU that is."""
    for workers in (1, 2):
        made = cp.learn("connect_four", games=LEARNT, size="small", match=0, workers=workers)
        cpu, wall = LEARNT / made.made["seconds"], LEARNT / made.made["wall_seconds"]
        print(
            f"learning connect four, {workers} thread{'s' * (workers > 1)}: {cpu:,.0f} games a CPU second, {wall:,.0f} by the clock"
        )


def simulate(slots: int, game: float, commit: float, task: float, seed: int = 1) -> tuple[float, float, float]:
    """Return games a second, and how busy client and scheduler are, 0 to 1, of ten minutes.

    Slots take a batch as soon as the scheduler hands one out, play for about as long as it should last, and send it to the client,
    which stores its games one after the other. Two batches a slot are on their way at most.
    """
    luck, span = random.Random(seed), 600.0
    pairs = max(1, round(BATCH_SECONDS / (2 * game)))
    scheduler = client = stored = 0.0
    busy = [0.0, 0.0]
    events = [(luck.random() * BATCH_SECONDS, slot) for slot in range(slots)]
    heapq.heapify(events)
    while events and events[0][0] < span:
        now, slot = heapq.heappop(events)
        scheduler = max(scheduler, now) + task
        busy[0] += task
        begun = scheduler if scheduler - now > BATCH_SECONDS else max(now, scheduler - BATCH_SECONDS)  # one batch waits at the slot
        done = begun + sum(luck.uniform(0.5, 1.5) * game for _ in range(2 * pairs))
        client = max(client, done) + 2 * pairs * commit
        busy[1] += 2 * pairs * commit
        if client < span:
            stored += 2 * pairs
        heapq.heappush(events, (max(done, client - 2 * BATCH_SECONDS), slot))
    return stored / span, min(1.0, busy[1] / span), min(1.0, busy[0] / span)


def main() -> None:
    """Measure, then simulate with what was measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        records, plan = measure_games(folder / "games")
        measure_store(folder / "store", records, plan)
        client_seconds = measure_client(folder)
        measure_learning()
    for game in (0.05, 1.0, 10.0):
        print(f"\ngames of {game:g} s; scheduler {1e3 * TASK:.2f} ms a batch, client {1e3 * client_seconds:.2f} ms a game")
        print("  slots   games/s   of slots/game   client   scheduler")
        for slots in SLOTS:
            rate, client, scheduler = simulate(slots, game, client_seconds, TASK)
            print(f"{slots:7,} {rate:9,.1f} {100 * rate * game / slots:13.0f} % {100 * client:7.0f} % {100 * scheduler:9.0f} %")


if __name__ == "__main__":
    main()
