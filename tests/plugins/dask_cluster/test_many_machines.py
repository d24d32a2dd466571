"""Sixty-four made-up machines of a cluster die, join late, answer twice and are refused: the answers are those of one."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from test_many_workers import WORKERS, Troubles, same_as_one_worker, toys
from toy_work import Squares

from counterply.plugins.dask_cluster import cluster
from counterply.work.job import Machine
from counterply.work.place import Place

__all__ = ["toys"]  # a fixture


class Never(Exception):
    """An error of Dask."""


DASK = SimpleNamespace(client=SimpleNamespace(FutureCancelledError=Never), scheduler=SimpleNamespace(KilledWorker=Never))


class FakeClient:
    """A Dask client whose workers are threads: batches end in any order, some are lost for a while, and some are told twice."""

    status = "running"

    def __init__(self, troubles):
        self.troubles, self.looks = troubles, 0
        self.threads = ThreadPoolExecutor(WORKERS)

    def scheduler_info(self, n_workers):
        self.looks += 1
        return {"workers": {f"worker {number}": {"nthreads": 1} for number in range(min(WORKERS, 5 * self.looks))}}

    def submit(self, function, *arguments, pure, workers):
        return FakeFuture(self.threads.submit(function, *arguments), self.troubles)

    def scatter(self, shared, broadcast, hash):
        return shared

    def cancel(self, futures, force):
        pass

    def subscribe_topic(self, topic, take):
        pass

    unsubscribe_topic = cancel


class FakeFuture:
    def __init__(self, future, troubles):
        self.key, self.future = str(id(self)), future
        self.lost, self.twice = troubles.dies(self.key), troubles.twice()

    def add_done_callback(self, take):
        for _ in range(1 + self.twice):
            self.future.add_done_callback(lambda _: take(self))

    def result(self, timeout):
        if self.lost:
            self.lost = False
            raise TimeoutError
        return self.future.result(timeout)


@pytest.mark.parametrize("seed", range(3))
def test_machines_that_die_join_late_answer_twice_and_are_refused(monkeypatch, seed):
    troubles = Troubles(seed)
    refused = iter(range(6))

    def do_batch(bundle, terms, pieces, shared):
        number = next(refused, None)
        time.sleep(troubles.random.random() / 1000)
        if number is not None:
            return cluster.Batch(f"worker {number}", Machine(f"pc{number}", "x86"), refusal="another signature")
        worker = Squares({}, None)
        worker.take(shared or b"")
        answers = tuple(map(worker.do, pieces))
        return cluster.Batch("", Machine("pc9", "x86"), answers, seconds=1.0)

    monkeypatch.setattr(cluster, "extra", lambda *_: DASK)
    monkeypatch.setattr(cluster, "do_batch", do_batch)
    monkeypatch.setattr(cluster, "LOOK_SECONDS", 0.0)
    client = FakeClient(troubles)
    with client.threads:
        same_as_one_worker(Place(client=client))
    assert client.looks > 5
    assert min(troubles.counts[what] for what in ("deaths", "twice")) > 10
