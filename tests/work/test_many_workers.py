"""Sixty-four made-up workers die in the middle of pieces, join late, answer twice: the answers are those of one, each once."""

from __future__ import annotations

from collections import Counter, deque
from pathlib import Path
from random import Random

import pytest
from toy_work import Squares

from counterply.core.errors import CounterplyError
from counterply.usercode.faults import ProcessError
from counterply.work.job import Job
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
            return {"ready": True, "facts": {}, "id": asked["id"]}
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
