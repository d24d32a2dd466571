"""Every kind of long work finds the same with any number of workers, here and on a cluster, whoever is killed meanwhile."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest
from long_jobs import JOBS

from counterply.work.processes import Processes

SRC = Path(__file__).resolve().parents[2] / "src"
CHEAP = ("accuracy",)  # the others begin processes in tests of their own, or in those of the arena


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in CHEAP else pytest.mark.slow) for name in JOBS])
def test_with_three_workers_of_which_one_is_killed_it_finds_the_same(name, tmp_path, monkeypatch):
    alone = JOBS[name](tmp_path / "alone", workers=1)
    sent, killed = [], []
    send = Processes._send

    def send_and_kill(self, process, pieces):
        send(self, process, pieces)
        sent.append(process)
        if len(sent) == 4 and not killed:
            killed.append(process.child.process.pid)
            os.kill(process.child.process.pid, signal.SIGKILL)

    monkeypatch.setattr(Processes, "_send", send_and_kill)
    assert JOBS[name](tmp_path / "three", workers=3) == alone
    assert killed or name == "learn", "its workers are threads here"


@pytest.fixture(scope="module")
def client():
    dask = pytest.importorskip("distributed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(SRC))
        with (
            dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1") as cluster,
            dask.Client(cluster, set_as_default=False) as made,
        ):
            yield made


@pytest.mark.slow
@pytest.mark.parametrize("name", JOBS)
def test_on_a_cluster_of_which_a_worker_is_killed_it_finds_the_same(name, client, tmp_path, monkeypatch):
    from counterply.plugins.dask_cluster.cluster import OnCluster

    alone = JOBS[name](tmp_path / "alone", workers=1)
    answers_of, killed = OnCluster._answers_of, []

    def kill() -> None:
        killed.extend(pid for pid in list(client.run(os.getpid).values())[:1])
        os.kill(killed[0], signal.SIGKILL)

    def answers_and_kill(self, future):
        if not killed:
            thread = threading.Thread(target=kill)
            thread.start()
            thread.join()
        yield from answers_of(self, future)

    monkeypatch.setattr(OnCluster, "_answers_of", answers_and_kill)
    assert JOBS[name](tmp_path / "cluster", client=client) == alone
    assert killed
