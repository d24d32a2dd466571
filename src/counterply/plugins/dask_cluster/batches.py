"""How a worker of a Dask cluster does a job: in processes of its own, so that what crashes there costs the cluster nothing."""

from __future__ import annotations

import importlib
import platform
import tempfile
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from counterply.core.errors import CounterplyError, GameError
from counterply.plugins.dask_cluster.bundle import HERE, Bundle, unpack
from counterply.usercode.faults import ProcessError
from counterply.work.environment import difference
from counterply.work.job import Machine, Named, named
from counterply.work.processes import WorkerProcess

DIED_TWICE = 2  # processes that a batch may cost


@dataclass(frozen=True)
class Terms:
    """A client's requirements of each machine.

    Attributes
    ----------
    topic : of the lines that machines tell the client
    """

    environment: dict[str, str]
    game: Named | None
    topic: str


@dataclass(frozen=True)
class Batch:
    """Answers to some pieces, with facts about the machine for the client.

    Attributes
    ----------
    address : Dask's, of the worker
    refusal : why nothing was done
    """

    address: str
    machine: Machine
    answers: tuple[Any, ...] = ()
    seconds: float = 0.0
    refusal: str = ""


class Slots:
    """The processes of this worker, kept from batch to batch: those of the latest job."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key = ""
        self._places: dict[str, str] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._idle: list[WorkerProcess] = []
        self._shared: tuple[bytes, Path] | None = None  # the latest data that pieces share, and its file

    def file_of(self, shared: bytes | None) -> Path | None:
        """Return a file of this machine with data that pieces share."""
        if shared is None or self._folder is None:
            return None
        with self._lock:
            if self._shared is None or self._shared[0] != shared:
                file = Path(self._folder.name) / f"shared-{uuid.uuid4()}"
                file.write_bytes(shared)
                if self._shared is not None:
                    self._shared[1].unlink(missing_ok=True)
                self._shared = shared, file
            return self._shared[1]

    def take(self, bundle: Bundle, terms: Terms, compiling: Callable[[], None]) -> WorkerProcess:
        """Return a process for a job: one that waits, or a new one; `compiling` is called before a job's first.

        Raises `ProcessError` if the process has ended meanwhile, and `CounterplyError` if the job cannot be done here.
        """
        with self._lock:
            if self._key != bundle.key or self._folder is None:
                self._close()
                self._folder = tempfile.TemporaryDirectory(prefix="counterply-")
                self._key, self._places = bundle.key, unpack(bundle, Path(self._folder.name))
                compiling()
            elif self._idle:
                return self._idle.pop()
            folder, places = Path(self._folder.name) / HERE, self._places
        made = WorkerProcess(bundle.job, folder, places, terms.game)
        try:
            made.wait()
        except BaseException:
            made.child.kill()
            raise
        return made

    def give_back(self, bundle: Bundle, process: WorkerProcess) -> None:
        """Keep a process for the next batch, or end it if another job has begun."""
        with self._lock:
            if bundle.key == self._key:
                self._idle.append(process)
                return
        process.child.kill()

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        for process in self._idle:
            process.child.kill()
        self._idle.clear()
        if self._folder is not None:
            self._folder.cleanup()
        self._key, self._places, self._folder, self._shared = "", {}, None, None


SLOTS = Slots()


def do_batch(bundle: Bundle, terms: Terms, pieces: tuple[Any, ...], shared: bytes | None) -> Batch:
    """Do pieces of a job in a process of this worker; called by Dask, in a thread.

    Raises
    ------
    GameError
        if a piece fails, or has killed two processes
    """
    worker = importlib.import_module("distributed").get_worker()
    name, processor = str(worker.name), platform.processor() or platform.machine()
    begin, deaths = time.monotonic(), 0
    while True:
        answers: list[Any] = []
        process = None
        try:
            try:
                process = SLOTS.take(bundle, terms, lambda: worker.log_event(terms.topic, f"{name}: compiling"))
                refusal = difference(terms.environment, process.facts)
            except ProcessError:
                raise
            except CounterplyError as error:  # a player that does not exist here, or wants more cores than there are
                refusal = str(error)
            if process is None or refusal:
                if process is not None:
                    process.child.kill()
                return Batch(worker.address, Machine(name, processor), refusal=refusal)
            process.shared = SLOTS.file_of(shared)
            for piece in pieces:
                answers.append(process.do(piece))
        except (ProcessError, OSError) as error:
            deaths += 1
            if process is not None:
                process.child.kill()
            if deaths == DIED_TWICE and bundle.lost is not None:
                return _one_by_one(bundle, terms, pieces, shared, str(error))
            if deaths == DIED_TWICE:
                raise GameError(f"two processes ended in piece {len(answers)} of a batch on {name}: the last one {error}") from None
        except CounterplyError:
            if process is not None:
                process.child.kill()
            raise
        else:
            SLOTS.give_back(bundle, process)
            return Batch(worker.address, Machine(name, processor), tuple(answers), time.monotonic() - begin)


def _one_by_one(bundle: Bundle, terms: Terms, pieces: tuple[Any, ...], shared: bytes | None, how: str) -> Batch:
    """Return the answers to pieces of which one has killed two processes: each is a batch of its own."""
    if len(pieces) > 1:
        parts = [do_batch(bundle, terms, (piece,), shared) for piece in pieces]
        answers, seconds = tuple(answer for part in parts for answer in part.answers), sum(part.seconds for part in parts)
        return replace(parts[0], answers=answers, seconds=seconds)
    worker = importlib.import_module("distributed").get_worker()
    machine = Machine(str(worker.name), platform.processor() or platform.machine())
    return Batch(worker.address, machine, (named(str(bundle.lost))(pieces[0], how),))
