"""A Dask cluster gives the answers of one process, whatever happens to its workers."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import counterply as cp
from counterply.arena.playing import job_of
from counterply.arena.schedule import Plan
from counterply.arena.store import Store
from counterply.arena.tournament import run
from counterply.cli import run as command
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.work.place import Place
from counterply.work.processes import WorkerProcess

SRC = Path(__file__).resolve().parents[3] / "src"
PLAYERS = ("greedy:eval=zero", "minimax:depth=3")


def plan(**changes):
    return Plan(**({"game": "tic_tac_toe", "players": PLAYERS, "games": 30, "limit": Limit(nodes=400), "seed": 4} | changes))


def games(folder):
    """Return the games of a run, but for the times."""
    with Store.open(folder) as store:
        return [dataclasses.replace(record, micros=(), cpu_micros=()) for record in store.records()]


@pytest.fixture(scope="module")
def client():
    """Return a client of a cluster of two workers on this machine."""
    dask = pytest.importorskip("distributed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(SRC))
        with (
            dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            dask.Client(cluster, set_as_default=False) as made,
        ):
            yield made


def test_the_games_are_those_of_one_process_and_a_pair_has_one_machine(client, tmp_path):
    run(plan(), tmp_path / "alone", workers=1)
    run(plan(), tmp_path / "cluster", workers=Place(client=client))
    assert games(tmp_path / "cluster") == games(tmp_path / "alone")
    with Store.open(tmp_path / "cluster") as store:
        played_on = store.machines()
    assert played_on.keys() == set(range(30))
    assert all(played_on[number] == played_on[number + 1] for number in range(0, 30, 2))


def test_files_travel_with_their_neighbours_and_faults_are_those_at_home(client, tmp_path, monkeypatch):
    """The workers are in another folder; players that fail do so with the reasons that they have here."""
    here, other = tmp_path / "here", tmp_path / "other"
    (here / "deep").mkdir(parents=True)
    other.mkdir()
    (here / "helper.py").write_text("def last(moves):\n    return moves[-1]\n")
    (here / "mine.py").write_text("from helper import last\n\ndef player(position, limit):\n    return last(position.moves())\n")
    (here / "deep" / "bad.py").write_text("import os\n\ndef ends(position, limit):\n    os._exit(3)\n")
    (other / "far.py").write_text("def raises(position, limit):\n    raise BaseException('no')\n")
    monkeypatch.chdir(here)
    players = ("mine.py:player", "deep/bad.py:ends", f"{other}/far.py:raises")
    the_plan = plan(players=players, against=("random",), games=2)
    run(the_plan, tmp_path / "alone", workers=1)
    results = run(the_plan, tmp_path / "cluster", workers=Place(client=client))
    assert games(tmp_path / "cluster") == games(tmp_path / "alone")
    assert [failed.player for failed in results.failures] == list(players[1:])
    assert "has ended with exit code 3" in results.failures[0].reason
    assert "raised BaseException: no (far.py:2)" in results.failures[1].reason


def test_a_machine_that_would_answer_otherwise_is_refused_and_named(client, tmp_path, monkeypatch):
    """The client claims another signature: to it, all machines are the odd ones."""
    from counterply.plugins.dask_cluster import cluster

    other = cluster.environment(("tic_tac_toe", {})) | {"Bench signature": "0"}
    monkeypatch.setattr(cluster, "environment", lambda _: other)
    said = []
    with pytest.raises(GameError, match="no machine of the cluster can do this: Bench signature is"):
        run(plan(), tmp_path, workers=Place(client=client, tell=said.append))
    assert sum("is refused: Bench signature is" in line for line in said) == 2


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="a process cannot be given fewer cores")
def test_a_machine_with_fewer_cores_than_a_player_wants_cannot_play():
    """It says so before the first game, so that it is refused, and others play."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        with pytest.raises(UsageError, match="threads is 1 to 1, the cores of this machine, not 2"):
            WorkerProcess(job_of(plan(players=("engine:threads=2", "random")), None)).wait()
    finally:
        os.sched_setaffinity(0, cores)


def test_commands_and_verbs_take_a_cluster(client, capsys):
    words = ["match", "tic_tac_toe", "random", "greedy", "--games", "4", "--nodes", "10", "--json"]
    assert command([*words, "--cluster", client.scheduler.address]) == 0
    elsewhere = capsys.readouterr().out
    assert command([*words, "--workers", "1"]) == 0
    here, there = json.loads(capsys.readouterr().out), json.loads(elsewhere)
    assert there["score"] == here["score"]
    with pytest.raises(UsageError, match="put them into a file"):
        cp.match("tic_tac_toe", "random", First, games=4, nodes=10, client=client)


@pytest.mark.slow
def test_a_scheduler_that_dies_ends_the_run_in_one_line_and_the_same_command_goes_on(tmp_path, capfd):
    file = tmp_path / "scheduler.json"
    with Queue(tmp_path, file) as queue:
        queue.submit()

        def listen(progress):
            if progress.phase == "playing" and progress.done >= 4:
                queue.scheduler.kill()

        with pytest.raises(GameError, match="the same command goes on") as caught:
            run(plan(games=4000), tmp_path / "run", progress=listen, workers=Place(cluster=str(file)))
        assert "\n" not in str(caught.value)
        assert "Traceback" not in capfd.readouterr().err, "nor does Dask tell"
    with Store.open(tmp_path / "run") as store:
        assert 4 <= len(store.numbers()) < 4000


@pytest.mark.slow
def test_a_batch_system_begins_workers_one_by_one(tmp_path):
    """The scheduler's file lies on a shared disk, and jobs of a queue are workers; one is killed, another one comes later."""
    file = tmp_path / "scheduler.json"
    run(plan(games=400), tmp_path / "alone", workers=1)
    with Queue(tmp_path, file) as queue:
        queue.submit()

        def listen(progress):
            if progress.phase == "playing" and progress.done >= 20 and len(queue.workers) == 1:
                queue.workers[0].kill()
                queue.submit()

        run(plan(games=400), tmp_path / "cluster", progress=listen, workers=Place(cluster=str(file)))
        assert len(queue.workers) == 2
    assert games(tmp_path / "cluster") == games(tmp_path / "alone")


class Queue:
    """A scheduler, and a batch system whose jobs are workers: `sbatch` runs the script that it is given."""

    def __init__(self, folder, file):
        pytest.importorskip("distributed")
        self._folder, self._file, self.workers = folder, file, []
        (folder / "sbatch").write_text('#!/bin/sh\nexec sh "$1"\n')
        (folder / "sbatch").chmod(0o755)
        self.scheduler = self._begin(
            *(sys.executable, "-m", "distributed.cli.dask_scheduler", "--scheduler-file", str(file)),
            *("--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
        )
        end = time.monotonic() + 60
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.1)

    def _begin(self, *words):
        log = open(self._folder / "log.txt", "ab")  # noqa: SIM115 - the process keeps it
        environment = {**os.environ, "PYTHONPATH": str(SRC)}
        return subprocess.Popen(words, stdout=log, stderr=log, env=environment, start_new_session=True)

    def submit(self):
        script = self._folder / "job.sh"
        worker = f"-m distributed.cli.dask_worker --scheduler-file {self._file} --nthreads 1 --no-nanny --no-dashboard"
        script.write_text(f"exec {sys.executable} {worker}\n")
        self.workers.append(self._begin(str(self._folder / "sbatch"), str(script)))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("tournament tic_tac_toe random greedy --nodes 5 --cluster 127.0.0.1:1", "no Dask cluster answers at 127.0.0.1:1"),
        ("tournament tic_tac_toe random greedy --nodes 5 --cluster none.json", "no Dask cluster answers at none.json (there is no"),
        ("tournament tic_tac_toe random greedy --cluster pc1 --workers 2", "leave workers out"),
    ],
)
def test_what_cannot_be_gets_one_line(words, said, capsys, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("counterply.plugins.dask_cluster.cluster.CONNECT_SECONDS", 0.5)
    assert command(words.split()) == 2
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


def test_without_the_package_it_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert command(["tournament", "tic_tac_toe", "random", "greedy", "--nodes", "5", "--cluster", "pc1"]) == 2
    assert "needs distributed, which is not installed: pip install 'counterply[cluster]'" in capsys.readouterr().err


class First:
    name = "first"

    def choose(self, position, limit):
        return position.moves()[0]
