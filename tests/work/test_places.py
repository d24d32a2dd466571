"""Every place gives the answers of this process, in order where that is asked for, whatever dies meanwhile."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from counterply.core.errors import CounterplyError, GameError, UsageError
from counterply.core.limits import Stop
from counterply.work.job import Job
from counterply.work.place import HERE, Place
from counterply.work.processes import WorkerProcess

JOB = Job("toy_work:Squares", {})


@pytest.fixture(autouse=True)
def toys(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


@pytest.fixture(scope="module")
def work():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)
        with Place(2).open(JOB, 9) as made:
            yield made


def test_processes_answer_as_this_one_does_again_and_again(work):
    with HERE.open(JOB, 9) as here:
        for count, shared in ((9, b""), (1, b"abc"), (0, b"a"), (5, b"")):
            assert list(work.in_order(range(count), shared)) == list(here.in_order(range(count), shared))
    assert sorted((done.number, done.answer) for done in work.do(range(3), b"ab")) == [(0, 2), (1, 3), (2, 6)]


def test_things_come_with_their_answers():
    with HERE.open(JOB, 9) as here:
        assert list(here.with_answers("abc", ord)) == [(letter, ord(letter) ** 2) for letter in "abc"]


def test_a_piece_that_a_process_dies_in_is_done_again_once(work, tmp_path, caplog):
    answers = list(work.in_order([1, str(tmp_path / "once"), 3], b""))
    assert (answers[0], answers[2]) == (1, 9)
    assert "a new one does it again" in caplog.text
    with Place(2).open(JOB, 2) as other, pytest.raises(CounterplyError, match="two worker processes ended in die: the last one"):
        list(other.do(["die", 2]))


def test_an_error_of_a_piece_is_the_callers():
    with Place(2).open(JOB, 2) as work, pytest.raises(GameError, match="seven is odd"):
        list(work.do(["fail", 2]))


def test_a_job_that_cannot_begin_says_so_and_nothing_else(capfd):
    process = WorkerProcess(Job("toy_work:Squares", {"no": 1}))
    for piece in enumerate("ab"):
        process.send(piece)  # already on their way when it answers
    with pytest.raises(UsageError, match="nothing to square"):
        process.wait()
    process.child.wait(time.monotonic() + 60)
    assert process.child.exit_code == 0
    assert capfd.readouterr().err == ""


def test_nobody_is_asked_in_another_process():
    with Place(2).open(JOB, 2) as work, pytest.raises(UsageError, match="nobody can be asked"):
        list(work.do(["ask", 2]))


def test_a_stop_ends_it():
    stop = Stop()
    begin = time.monotonic()
    with Place(2).open(JOB, 9, stop=stop) as work:
        for number, _ in enumerate(work.do(range(1_000_000_000))):
            if number == 3:
                stop.set()
    assert time.monotonic() - begin < 60


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"workers": 0}, "workers must be 1 or more"),
        ({"workers": 2, "cluster": "pc1"}, "leave workers out"),
        ({"cluster": "pc1", "client": object()}, "not by both"),
    ],
)
def test_what_cannot_be_gets_one_line(wrong, said):
    with pytest.raises(UsageError, match=said):
        Place(**wrong)
