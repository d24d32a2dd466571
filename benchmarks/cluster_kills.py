"""A run on a cluster whose workers are killed at random moments holds the games of a run in one process, each once.

    python benchmarks/cluster_kills.py --games 200 --kills 10

A scheduler and two workers on this machine. At each moment one of the workers is killed (SIGKILL), or a process that plays for it;
a worker that was killed is replaced. At the end all games are compared, move for move, with those of a run in one process.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from counterply.arena.cluster import Cluster, make_certificate
from counterply.arena.schedule import Plan
from counterply.arena.store import Store
from counterply.arena.tournament import Progress, run
from counterply.core.limits import Limit
from counterply.registry import GAMES_PROGRAM
from counterply.system import WATCHDOG

PLAYERS = ("alphabeta:depth=4", "engine")


class Machines:
    """A scheduler and workers on this machine, as processes; a context manager."""

    def __init__(self, folder: Path, workers: int, source: Path | None = None, *words: str) -> None:
        self.certificate = folder / "cluster.pem"
        self._file = folder / "here.address"
        self._folder = folder
        self._source = source
        self._count = 0
        make_certificate(self.certificate)
        self.scheduler = self._begin("start", "--port", "0", "--file", str(self._file), *words)
        for _ in range(600):
            if self._file.exists():
                break
            time.sleep(0.1)
        self.address = self._file.read_text().strip()
        self.workers = [self.join() for _ in range(workers)]

    def _begin(self, *words: str) -> subprocess.Popen[bytes]:
        environment = dict(os.environ) if self._source is None else {**os.environ, "PYTHONPATH": str(self._source)}
        command = [sys.executable, "-m", "counterply", "cluster", *words, "--certificate", str(self.certificate)]
        log = open(self._folder / f"log{self._count}.txt", "wb")  # noqa: SIM115 - the process keeps it
        self._count += 1
        return subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)

    def join(self) -> subprocess.Popen[bytes]:
        """Start a worker of one slot."""
        return self._begin("join", str(self._file), "--slots", "1", "--name", f"worker{self._count}")

    def logs(self) -> str:
        """Return what all processes have said."""
        return "".join(path.read_text(errors="replace") for path in sorted(self._folder.glob("log*.txt")))

    def __enter__(self) -> Machines:
        return self

    def __exit__(self, *_: object) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def children(pid: int) -> list[int]:
    """Return the processes that play for a worker; a watchdog stands between them."""
    parents: dict[int, int] = {}
    playing = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(status.parent.name)] = int(status.read_text().rpartition(")")[2].split()[1])
            words = (status.parent / "cmdline").read_bytes().split(b"\0")
        except OSError:  # it has ended meanwhile
            continue
        if GAMES_PROGRAM.encode() in words and str(WATCHDOG).encode() not in words:
            playing.append(int(status.parent.name))
    return [process for process in playing if parents.get(parents[process]) == pid]


def hurt(machines: Machines, luck: random.Random) -> str:
    """Kill a worker, which is replaced, or a process that plays for it; return which."""
    index = luck.randrange(len(machines.workers))
    worker = machines.workers[index]
    playing = children(worker.pid)
    if playing and luck.random() < 0.4:
        os.kill(luck.choice(playing), signal.SIGKILL)
        return "process"
    worker.kill()
    worker.wait()
    machines.workers[index] = machines.join()
    return "worker"


def games(folder: Path) -> list[object]:
    """Return the games of a run, but for the times."""
    with Store.open(folder) as store:
        return [dataclasses.replace(record, micros=(), cpu_micros=()) for record in store.records()]


def killed_run(plan: Plan, out: Path, machines: Machines, kills: int, seed: int) -> list[tuple[float, int, str]]:
    """Play a plan while workers are killed at random moments; return when, after how many games, and what died.

    The first dies as soon as it has begun to play, which is while its players compile; the others after random games.
    """
    luck, told = random.Random(seed), []
    moments = sorted(luck.randrange(1, plan.total - 4) for _ in range(kills - 1))
    begin, done, lock = time.monotonic(), threading.Event(), threading.Lock()

    def kill(games_played: int) -> None:
        with lock:
            told.append((round(time.monotonic() - begin, 1), games_played, hurt(machines, luck)))

    def listen(progress: Progress) -> None:
        while moments and progress.done >= moments[0]:
            moments.pop(0)
            kill(progress.done)

    def kill_first() -> None:
        while not done.is_set():
            if any(children(worker.pid) for worker in machines.workers):
                return kill(0)
            time.sleep(0.01)

    thread = threading.Thread(target=kill_first)
    thread.start()
    try:
        run(plan, out, progress=listen, elsewhere=Cluster(machines.address.removeprefix("tls://"), machines.certificate))
    finally:
        done.set()
        thread.join()
    return told


def main() -> None:
    """Do it, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    plan = Plan("connect_four", PLAYERS, games=given.games, limit=Limit(nodes=300), seed=given.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begin = time.monotonic()
        run(plan, folder / "alone", workers=1)
        print(f"one process: {time.monotonic() - begin:.1f} s")
        with Machines(folder, 2) as machines:
            begin = time.monotonic()
            told = killed_run(plan, folder / "cluster", machines, given.kills, given.seed)
            print(f"cluster of two workers: {time.monotonic() - begin:.1f} s")
        for seconds, finished, what in told:
            print(f"  after {seconds:6.1f} s, {finished:4} games: a {what} killed")
        alone, cluster = games(folder / "alone"), games(folder / "cluster")
        same = sum(one == other for one, other in zip(alone, cluster, strict=True))
        print(f"{len(cluster)} of {given.games} games stored, {same} of them equal to those of one process, move for move")
        sys.exit(0 if same == given.games else 1)


if __name__ == "__main__":
    main()
