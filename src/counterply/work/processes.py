"""Processes that do the pieces of a job: one, and several that share them. `counterply.work.worker_child` is the other end."""

from __future__ import annotations

import contextlib
import logging
import math
import tempfile
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from counterply.core.errors import CounterplyError, GameError, StoreError, UsageError
from counterply.core.limits import Stop
from counterply.registry import WORK_PROGRAM
from counterply.usercode.child_process import Child, heard, module_words
from counterply.usercode.faults import ProcessError, crash_line
from counterply.usercode.loading import is_file
from counterply.work.job import Done, Job, Named, Session, named

LOG = logging.getLogger(__name__)

QUEUED = 2  # pieces that a process has: one that it does, one that waits, so that it never does
FAREWELL_SECONDS = 5.0  # how long a process may take to end what it has begun
START_SECONDS = 60.0  # for a process to read its job, which may be longer than a pipe holds, on a busy machine
LONGEST_ANSWER = 1 << 28  # bytes
NAME = "a worker process"
ERRORS = {error.__name__: error for error in (CounterplyError, GameError, StoreError, UsageError)}

Piece = tuple[int, Any]  # with its number


class WorkerProcess:
    """A process that does pieces of one job.

    All methods raise `ProcessError` if the process has ended, and `CounterplyError` for a job, or a piece, that fails there.

    Parameters
    ----------
    folder, places : where the files of the user are that came from another machine, and which is where, by the name it has there
    game : by which that machine is compared with this one

    Attributes
    ----------
    waiting : the pieces that it has been sent; it does the first one
    shared : the file of the data that they share
    facts : of its machine that must agree with those of another, if `folder` was given
    """

    def __init__(
        self,
        job: Job,
        folder: Path | None = None,
        places: Mapping[str, str] | None = None,
        game: Named | None = None,
    ) -> None:
        self.waiting: deque[Piece] = deque()
        self.shared: Path | None = None
        self.facts: dict[str, str] = {}
        self.child = Child(module_words(WORK_PROGRAM), longest=LONGEST_ANSWER)
        self.child.name = NAME
        self._ready = False
        self._answered = 0  # the last question that it has answered
        place = {"folder": None if folder is None else str(folder), "places": dict(places or {}), "game": game}
        self.child.put({"do": "open", "maker": job.maker, "given": job.given, **place}, START_SECONDS)

    def wait(self) -> None:
        """Wait until it can do pieces."""
        while not self._ready:
            self.hear()

    def send(self, piece: Piece) -> None:
        """Give it a piece to do; if it has ended, the next `hear` raises."""
        self.waiting.append(piece)
        with contextlib.suppress(ProcessError):
            shared = None if self.shared is None else str(self.shared)
            self.child.put({"do": "do", "piece": piece[1], "shared": shared}, START_SECONDS)

    def hear(self) -> Done | None:
        """Return the first piece that it has been sent, once it is done; None if it has only become ready, or repeats itself."""
        answer = self.child.hear(math.inf, "answered", time.monotonic())
        if answer["id"] <= self._answered:
            return None
        self._answered = answer["id"]
        if "error" in answer:
            raise ERRORS.get(answer["kind"], GameError)(answer["error"])
        if "ready" in answer:
            self._ready, self.facts = True, answer["facts"]
            return None
        return Done(self.waiting.popleft()[0], answer["answer"])

    def do(self, piece: object) -> Any:
        """Return the answer to a piece."""
        self.send((0, piece))
        while (done := self.hear()) is None:
            pass
        return done.answer


class Processes(Session):
    """Processes that share the pieces of a job. One that dies is replaced, and its piece done again once."""

    def __init__(self, count: int, job: Job, stop: Stop) -> None:
        self._job = job
        self._stop = stop
        self._again: set[int] = set()  # pieces that a process has died in
        self._processes: list[WorkerProcess] = []
        self._shared: Path | None = None
        self._calls = 0
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        try:
            for _ in range(count):
                self._processes.append(WorkerProcess(job))
        except BaseException:
            self._kill()
            raise

    def do(self, pieces: Iterable[object], shared: bytes | None = None) -> Iterator[Done]:
        """Yield answers as they come; when the caller stops asking, the processes end at once."""
        left = enumerate(pieces)
        self._share(shared)
        self._again.clear()
        try:
            for process in self._processes * QUEUED:
                self._send(process, left)
            while busy := {process.child: process for process in self._processes if process.waiting}:
                for child in heard(list(busy), self._stop):
                    process = busy[child]
                    try:
                        done = process.hear()
                    except ProcessError as error:
                        done = self._replace(process, error)
                        process = self._processes[-1]
                    if done is not None:
                        self._send(process, left)
                        yield done
                if self._stop:
                    return
        finally:
            if any(process.waiting for process in self._processes):
                self._kill()

    def close(self) -> None:
        """End the processes; those that wait for a question end by themselves."""
        try:
            for process in self._processes:
                process.child.end_input()
            until = time.monotonic() + FAREWELL_SECONDS
            for process in self._processes:
                process.child.wait(until)
        finally:
            self._kill()

    def _share(self, shared: bytes | None) -> None:
        """Write data that pieces share into a file for them, in place of that of the last call."""
        if self._shared is not None:
            self._shared.unlink()
            self._shared = None
        if shared is not None:
            self._folder = self._folder or tempfile.TemporaryDirectory(prefix="counterply-")
            self._calls += 1
            self._shared = Path(self._folder.name) / str(self._calls)
            self._shared.write_bytes(shared)
        for process in self._processes:
            process.shared = self._shared

    def _kill(self) -> None:
        for process in self._processes:
            process.child.kill()
        if self._folder is not None:
            self._folder.cleanup()

    def _send(self, process: WorkerProcess, pieces: Iterator[Piece]) -> None:
        for piece in pieces:
            return process.send(piece)

    def _replace(self, process: WorkerProcess, error: ProcessError) -> Done | None:
        """Let a new process take over from one that has ended, as the last one; return the answer to a piece that is given up.

        Raises `CounterplyError` if a piece ends a second process, and the job has no answer to that.
        """
        (number, piece), how = process.waiting[0], str(error).removeprefix(f"{NAME} ")
        title, game = self._job.title(piece), self._job.game
        done = None
        if number in self._again:
            crashed = f"; {crash_line(game[0])}" if game and is_file(game[0]) else ""
            if self._job.lost is None:
                raise CounterplyError(f"two worker processes ended in {title}: the last one {how}{crashed}; what is done is kept")
            process.waiting.popleft()
            done = Done(number, named(self._job.lost)(piece, how))
        else:
            self._again.add(number)
            LOG.warning("%s %s in %s; a new one does it again", NAME, how, title)
        self._processes.remove(process)
        self._processes.append(WorkerProcess(self._job))
        self._processes[-1].shared = self._shared
        for waiting in process.waiting:
            self._processes[-1].send(waiting)
        return done
