"""How a worker plays: batches of games that Dask hands to its threads, each in a child process."""

from __future__ import annotations

import importlib
import platform
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from counterply.arena.cluster.bundle import Bundle, Unpacked, unpack
from counterply.arena.cluster.environment import difference
from counterply.arena.game_processes import GamesProcess, Played
from counterply.arena.match import Task, game_title
from counterply.core.errors import CounterplyError, GameError
from counterply.usercode.faults import ProcessError

DIED_TWICE = 2  # processes that a batch may cost
LEAVES = "leaves"  # the refusal of a machine that was interrupted


@dataclass(frozen=True)
class Terms:
    """A client's requirements of each machine.

    Attributes
    ----------
    topic : of the lines that machines tell the client
    speed : nodes a second of a machine whose time limits are as they were given; 0: they are so on all
    """

    environment: dict[str, str]
    topic: str
    speed: float = 0.0


@dataclass(frozen=True)
class Batch:
    """Finished games, with facts about the machine for the client.

    Attributes
    ----------
    scale : by how much each limit of time was longer
    refusal : why no game was played
    """

    machine: str
    processor: str
    played: tuple[Played, ...] = ()
    seconds: float = 0.0
    scale: float = 1.0
    refusal: str = ""


class UnpackedProcess:
    """A process of a worker that plays the games of one plan; it has compiled when it is made.

    Making it raises `ProcessError` if the process has ended meanwhile, and `CounterplyError` if the plan cannot be played here.
    """

    def __init__(self, unpacked: Unpacked, reference: float) -> None:
        self._texts = unpacked.texts
        self._process = GamesProcess(unpacked.plan, machine=True, speed=reference)
        try:
            self._process.wait()
        except BaseException:
            self.close()
            raise
        self.environment = self._process.facts
        self.scale = self._process.scale

    def play(self, task: Task) -> Played:
        """Return a game with notes of its players; raises `ProcessError` if the process has ended, `GameError` if rules fail."""
        texts = self._texts
        record, notes = self._process.play(replace(task, first=texts[task.first], second=texts[task.second]))
        reason = record.reason
        for here, there in texts.items():
            reason, notes = reason.replace(there, here), {note.replace(there, here) for note in notes}
        return replace(record, first=task.first, second=task.second, reason=reason), notes

    def close(self) -> None:
        """End the process."""
        self._process.child.kill()


class Slots:
    """The processes of this worker, kept from batch to batch: those of the latest plan.

    Attributes
    ----------
    busy : batches that are being played
    refusal : why this machine plays no more; '' while it does
    refused : called, in any thread, when `refusal` is set because the machine differs
    """

    def __init__(self) -> None:
        self.busy = 0
        self.refusal = ""
        self.refused: Callable[[], None] = lambda: None
        self._lock = threading.Lock()
        self._key = ""
        self._unpacked: Unpacked | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._idle: list[UnpackedProcess] = []

    @contextmanager
    def one(self) -> Iterator[None]:
        """Count a batch as being played."""
        with self._lock:
            self.busy += 1
        try:
            yield
        finally:
            with self._lock:
                self.busy -= 1

    def take(self, bundle: Bundle, reference: float, compiling: Callable[[], None]) -> UnpackedProcess:
        """Return a process for a plan: one that waits, or a new one; `compiling` is called before a plan's first."""
        with self._lock:
            if self._key != bundle.key or self._unpacked is None:
                self._close()
                self._folder = tempfile.TemporaryDirectory(prefix="counterply-")
                self._key, self._unpacked = bundle.key, unpack(bundle, Path(self._folder.name))
                compiling()
            unpacked = self._unpacked
            if self._idle:
                return self._idle.pop()
        return UnpackedProcess(unpacked, reference)

    def give_back(self, bundle: Bundle, child: UnpackedProcess) -> None:
        """Keep a process for the next batch, or end it if another run has begun."""
        with self._lock:
            if bundle.key == self._key:
                self._idle.append(child)
                return
        child.close()

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        for child in self._idle:
            child.close()
        self._idle.clear()
        if self._folder is not None:
            self._folder.cleanup()
        self._key, self._unpacked, self._folder = "", None, None


SLOTS = Slots()


def play_batch(bundle: Bundle, terms: Terms, tasks: tuple[Task, ...]) -> Batch:
    """Play games in a process of this worker; called by Dask, in a thread.

    Raises
    ------
    GameError
        if the rules fail, or a game has killed two processes
    """
    worker = importlib.import_module("distributed").get_worker()
    machine = str(worker.name), platform.processor() or platform.machine()
    begin, deaths = time.monotonic(), 0
    with SLOTS.one():
        while not SLOTS.refusal:
            task, played, child = tasks[0], [], None
            try:
                try:
                    child = SLOTS.take(bundle, terms.speed, lambda: worker.log_event(terms.topic, f"{machine[0]}: compiling"))
                    refusal = difference(terms.environment, child.environment)
                except ProcessError:
                    raise
                except CounterplyError as error:  # a player that does not exist here, or wants more cores than there are
                    refusal = str(error)
                if child is None or refusal:
                    SLOTS.refusal = refusal
                    SLOTS.refused()
                    break
                for task in tasks:
                    played.append(child.play(task))
            except (ProcessError, OSError):
                if child is not None:
                    child.close()
                deaths += 1
                if deaths == DIED_TWICE:
                    raise GameError(
                        f"two processes died in {game_title(task)}, on {machine[0]}; the finished games are kept"
                    ) from None
                continue
            except CounterplyError:
                if child is not None:
                    child.close()
                raise
            SLOTS.give_back(bundle, child)
            return Batch(*machine, tuple(played), time.monotonic() - begin, child.scale)
    return Batch(*machine, refusal=SLOTS.refusal)
