"""Sixty-four made-up workers die in the middle of pieces, join late, answer twice: the answers are those of one, each once."""

from __future__ import annotations

import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from toy_work import Squares

from counterply.core.errors import CounterplyError
from counterply.usercode.faults import ProcessError
from counterply.work import cluster
from counterply.work.job import Job, Machine
from counterply.work.place import HERE, Place

WORKERS = 64
PIECES = 700
JOB = Job("toy_work:Squares", {})


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


class Troubles:
    """What goes wrong, and how often it has; a piece is died in at most once."""

    def __init__(self, seed):
        self.random, self.counts, self.killers = Random(seed), Counter(), set()

    def dies(self, piece):
        return piece not in self.killers and self._happens("deaths", 0.1) and not self.killers.add(piece)

    def twice(self):
        return self._happens("twice", 0.2)

    def late(self):
        return self.random.randrange(40) if self._happens("late", 0.5) else 0

    def _happens(self, what, probability):
        happens = self.random.random() < probability
        self.counts[what] += happens
        return happens


class FakeChild:
    """A process that is none: it does toy pieces when it is heard."""

    troubles: Troubles

    def __init__(self, words, longest):
        self.asked, self.said, self.ended = deque(), deque(), False
        self.late, self.questions = self.troubles.late(), 0
        self.worker = Squares({}, None)

    def put(self, question, patience):
        if self.ended:
            raise ProcessError("has ended")
        self.questions += 1
        self.asked.append({**question, "id": self.questions})

    def hear(self, until, done, begin):
        if self.said:
            return self.said.popleft()
        asked = self.asked.popleft()
        if asked["do"] == "open":
            return {"ready": True, "facts": {}, "scale": 1.0, "id": asked["id"]}
        if self.troubles.dies(asked["piece"]):
            self.ended = True
            raise ProcessError("has ended with exit code 3")
        if asked["shared"] is not None:
            self.worker.take(Path(asked["shared"]).read_bytes())
        answer = {"answer": self.worker.do(asked["piece"]), "id": asked["id"]}
        if self.troubles.twice():
            self.said.append(answer)
        return answer

    def kill(self):
        self.ended = True

    def end_input(self):
        pass

    def wait(self, until):
        pass


def heard(children, stop):
    """Return some of the children that have something to say, those who are late later."""
    for child in children:
        child.late -= child.late > 0
    there = [child for child in children if not child.late and (child.said or child.asked)]
    return FakeChild.troubles.random.sample(there, (len(there) + 1) // 2)


@pytest.mark.parametrize("seed", range(5))
def test_processes_that_die_join_late_and_answer_twice(monkeypatch, seed):
    troubles = Troubles(seed)
    monkeypatch.setattr(FakeChild, "troubles", troubles, raising=False)
    monkeypatch.setattr("counterply.work.processes.Child", FakeChild)
    monkeypatch.setattr("counterply.work.processes.heard", heard)
    same_as_one_worker(Place(WORKERS))
    assert min(troubles.counts[what] for what in ("deaths", "twice", "late")) > 10


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


def same_as_one_worker(place):
    """Several calls of one session give the answers of one worker, each piece once."""
    with HERE.open(JOB, PIECES) as one, place.open(JOB, PIECES) as many:
        for count, shared in ((PIECES, None), (PIECES // 2, b"abc"), (1, b"a")):
            found = list(many.do(range(count), shared))
            assert Counter(done.number for done in found) == Counter(range(count))
            assert list(many.in_order(range(count), shared)) == list(one.in_order(range(count), shared))
            assert {done.number: done.answer for done in found} == dict(enumerate(one.in_order(range(count), shared)))


def test_a_piece_that_ends_two_of_many_is_an_error(monkeypatch):
    troubles = Troubles(1)
    monkeypatch.setattr(FakeChild, "troubles", troubles, raising=False)
    monkeypatch.setattr(troubles, "dies", lambda piece: piece == 9)
    monkeypatch.setattr("counterply.work.processes.Child", FakeChild)
    monkeypatch.setattr("counterply.work.processes.heard", heard)
    with Place(WORKERS).open(JOB, PIECES) as work, pytest.raises(CounterplyError, match="two worker processes ended in 9"):
        list(work.do(range(PIECES)))
