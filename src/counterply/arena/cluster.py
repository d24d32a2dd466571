"""A run on many machines, by Dask distributed: a scheduler, workers that join and leave, and the run itself as the client.

Games are played in child processes of the workers; records come back to the client, which stores them as ever. A worker that dies
costs nothing but time: Dask gives its batches to others, and the games of a plan do not depend on where they are played. Whoever
wants to connect shows the cluster's certificate, always: Dask has no other lock, and who reaches a worker runs code there.

Needs ``pip install counterply[cluster]``.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import importlib
import logging
import multiprocessing
import os
import platform
import re
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import counterply
from counterply.arena.match import Task
from counterply.arena.parcel import Parcel, Unpacked, pack, unpack
from counterply.arena.record import GameRecord
from counterply.arena.schedule import Plan
from counterply.arena.store import Store
from counterply.arena.worker import serve
from counterply.core.errors import CounterplyError, GameError, UsageError
from counterply.core.files import write_text
from counterply.core.limits import Limit
from counterply.core.loading import load_evaluator
from counterply.players.base import first_turn

PORT = 8786  # Dask's own
LOCAL = "local"  # the address of a scheduler on this machine, on that port
CERTIFICATE = Path("~/.config/counterply/cluster.pem")
PRIVATE_MODE = 0o600
CONNECT_SECONDS = 10.0
LOOK_SECONDS = 1.0  # between two looks at who is there
BATCH_SECONDS = 2.0  # that a batch of pairs should last, so that Dask's own work is small beside it
MOST_PAIRS = 50  # in a batch
QUEUED = 2  # batches for each slot: one that is played, one that waits
SIGNATURE_NODES = 5_000
UNEQUAL_SPEED = 1.1  # the fastest machine over the slowest, from which on timed games are not alike
RELIABLE_FAILURES = 1_000_000  # a batch is never blamed for the death of a worker: players crash in processes of their own
ROLES = ("client", "scheduler", "worker")
FAREWELL_SECONDS = 2.0  # in which the answer of a machine that leaves is fetched
DIED_TWICE = 2  # processes that a batch may cost


def distributed() -> Any:
    """Return Dask distributed, made quiet; raises `UsageError` where it is not installed."""
    try:
        module, dask = importlib.import_module("distributed"), importlib.import_module("dask")
    except ModuleNotFoundError as error:
        raise UsageError(f"a cluster needs {error.name}, which is not installed: pip install counterply[cluster]") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    dask.config.set(
        {
            "distributed.scheduler.allowed-failures": RELIABLE_FAILURES,
            "distributed.scheduler.http.routes": [],  # no pages
            "distributed.worker.http.routes": [],
            "distributed.comm.timeouts.connect": f"{CONNECT_SECONDS:g}s",
        }
    )
    return module


# --- the certificate


def make_certificate(file: Path) -> None:
    """Write a new key with its certificate into one file that only its owner can read."""
    distributed()
    try:
        importlib.import_module("cryptography")
    except ModuleNotFoundError as error:
        raise UsageError("a certificate needs cryptography, which is not installed: pip install counterply[cluster]") from error
    made = distributed().Security.temporary()
    path = file.expanduser()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE), "w", encoding="ascii") as stream:
        stream.write(made.tls_client_key + made.tls_client_cert)


def security_of(file: Path) -> Any:
    """Return Dask's settings for a certificate's file.

    Raises
    ------
    UsageError
        if there is no such file, it holds no key and certificate, or somebody else can read it
    """
    path = file.expanduser()
    try:
        text, mode = path.read_text(encoding="ascii"), path.stat().st_mode & 0o777
    except FileNotFoundError:
        raise UsageError(
            f"there is no certificate {file}: `counterply cluster start` makes one, to be copied to every machine"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the certificate {file} cannot be read: {error}") from None
    if mode & 0o077:
        raise UsageError(f"the certificate {file} can be read by others (mode {mode:o}); chmod 600 {file}")
    key, certificate = (
        re.search(f"-----BEGIN {name}-----.*?-----END {name}-----\n", text, re.DOTALL) for name in ("PRIVATE KEY", "CERTIFICATE")
    )
    if key is None or certificate is None:
        raise UsageError(f"{file} is not a certificate of a cluster: it must hold a PRIVATE KEY and a CERTIFICATE")
    shown = {f"tls_{role}_key": key[0] for role in ROLES} | {f"tls_{role}_cert": certificate[0] for role in ROLES}
    return distributed().Security(require_encryption=True, tls_ca_file=certificate[0], **shown)


# --- the scheduler and the workers


def address_of(text: str) -> str:
    """Return Dask's address of a scheduler: ``local``, ``HOST``, ``HOST:PORT``, or the file that `start` wrote it into.

    >>> address_of("pc1"), address_of("10.0.0.7:9000"), address_of("local")
    ('tls://pc1:8786', 'tls://10.0.0.7:9000', 'tls://127.0.0.1:8786')
    """
    if text.endswith(".address"):
        try:
            return Path(text).expanduser().read_text(encoding="ascii").strip()
        except OSError as error:
            raise UsageError(f"{text} cannot be read: {error.strerror}") from None
    host, _, port = text.removeprefix("tls://").partition(":")
    if not host or (port and not port.isdigit()):
        raise UsageError(f"a cluster's address is local, HOST or HOST:PORT, not {text!r}")
    return f"tls://{'127.0.0.1' if host == LOCAL else host}:{port or PORT}"


def start(listen: str, port: int, certificate: Path, file: Path | None, ready: Callable[[str], None]) -> None:
    """Be the scheduler until interrupted; `ready` gets the address.

    Parameters
    ----------
    listen : the address to listen on, of one of this machine's interfaces
    file : where to write the address for those who join, on a shared disk; None: nowhere
    """
    dask, security = distributed(), security_of(certificate)

    async def serve_until_stopped() -> None:
        async with dask.Scheduler(
            host=listen, port=port, protocol="tls", security=security, dashboard=False, dashboard_address="127.0.0.1:0"
        ) as scheduler:
            if file is not None:
                write_text(file, scheduler.address + "\n")
            ready(scheduler.address)
            await scheduler.finished()

    try:
        asyncio.run(serve_until_stopped())
    except (OSError, ValueError, RuntimeError) as error:
        raise GameError(f"a scheduler cannot listen on {listen}:{port}: {_cause(error)}") from error


def join(address: str, certificate: Path, slots: int, name: str, ready: Callable[[str], None]) -> None:
    """Be a worker until interrupted, or until the scheduler has gone; `slots` games are played at a time.

    Raises
    ------
    GameError
        if the scheduler cannot be reached, or does not accept the certificate
    """
    dask, security = distributed(), security_of(certificate)

    async def work(folder: str) -> None:
        async with dask.Worker(
            address,
            nthreads=slots,
            name=name,
            host=own_address(address),
            protocol="tls",
            security=security,
            memory_limit=0,
            dashboard=False,
            dashboard_address="127.0.0.1:0",
            local_directory=folder,
        ) as worker:
            ready(worker.address)
            await worker.finished()

    reach(address)
    try:
        with tempfile.TemporaryDirectory(prefix="counterply-") as folder:
            asyncio.run(work(folder))
    except (OSError, ValueError, TimeoutError, RuntimeError) as error:
        raise GameError(f"{address} cannot be joined: {_cause(error)}") from error
    finally:
        CHILDREN.close()
    if REFUSALS:
        raise GameError(f"this machine would play other games than the run's own: {REFUSALS[0]}")


def reach(address: str) -> None:
    """Raise `GameError` if nobody listens at an address."""
    host, _, port = address.removeprefix("tls://").rpartition(":")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise GameError(
            f"no cluster answers at {host}:{port} ({error.strerror or error}); `counterply cluster start` begins one"
        ) from error


def own_address(scheduler: str) -> str:
    """Return the address of this machine's interface towards a scheduler; nothing is sent."""
    host, _, port = scheduler.removeprefix("tls://").rpartition(":")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((host, int(port)))
        return str(probe.getsockname()[0])


def _cause(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    text = " ".join(str(error).split()) or type(error).__name__
    return f"{text} (is it the same certificate?)" if "SSL" in text or "TLS" in text or "certificate" in text else text


# --- on a worker


@dataclass(frozen=True)
class Passport:
    """What must be alike for games to be alike, as texts by what they are."""

    facts: tuple[tuple[str, str], ...]

    def difference(self, other: Passport) -> str:
        """Say how `other` differs; '' if it does not."""
        theirs = dict(other.facts)
        return ", ".join(f"{name} is {theirs.get(name)}, not {fact}" for name, fact in self.facts if theirs.get(name) != fact)


def passport(plan: Plan) -> Passport:
    """Return this process's passport for a plan."""
    package = Path(counterply.__file__).parent
    sources = hashlib.sha256()
    for file in sorted(path for path in package.rglob("*") if path.suffix in (".py", ".csv", ".json", ".txt")):
        sources.update(str(file.relative_to(package)).encode() + file.read_bytes())
    return Passport(
        (
            ("counterply", counterply.__version__),
            ("sources", sources.hexdigest()[:12]),
            ("Python", f"{sys.version_info.major}.{sys.version_info.minor}"),
            ("Bench signature", signature(plan)),
        )
    )


def signature(plan: Plan) -> str:
    """Return what the engine sees in its first nodes from the start of a plan's game; '' for games that it does not search so.

    Two machines that count the same nodes, scores and moves compute alike.
    """
    from counterply.search.alphabeta.engine import Engine

    game = plan.all_games(0)
    if not game.compiled or game.chance or game.hidden:
        return ""
    engine = Engine(game, load_evaluator(None, game), memory_mb=16)
    seen = [(r.depth, r.nodes, r.score, r.move) for r in engine.deepen(first_turn(game), Limit(nodes=SIGNATURE_NODES))]
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]


def _child(pipe: Any, plan: Plan) -> None:
    """Show the passport, then serve."""
    try:
        pipe.send(passport(plan))
    except CounterplyError as error:
        pipe.send(type(error)(str(error)))
        return
    serve(pipe, plan)


class Child:
    """A process of a worker that plays the games of one plan."""

    def __init__(self, unpacked: Unpacked) -> None:
        self._unpacked = unpacked
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_child, args=(theirs, unpacked.plan), daemon=True)
        self._process.start()
        theirs.close()
        self.passport: Passport = self._answer()

    def play(self, task: Task) -> tuple[GameRecord, set[str]]:
        """Return a game with the notes of its players; raises `EOFError` if the process has died, `GameError` if rules fail."""
        texts = self._unpacked.texts
        self._pipe.send(replace(task, first=texts[task.first], second=texts[task.second]))
        record, notes = self._answer()
        for here, there in texts.items():
            notes = {note.replace(there, here) for note in notes}
        return replace(record, first=task.first, second=task.second), notes

    def _answer(self) -> Any:
        answer = self._pipe.recv()
        if isinstance(answer, CounterplyError):
            raise answer
        return answer

    def close(self) -> None:
        """End the process."""
        self._pipe.close()
        self._process.kill()
        self._process.join()


class Children:
    """The processes of a worker, kept from batch to batch: those of the latest plan."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._key = ""
        self._unpacked: Unpacked | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._idle: list[Child] = []

    def take(self, parcel: Parcel) -> Child:
        """Return a process for a plan: one that waits, or a new one."""
        with self._lock:
            if self._key != parcel.key or self._unpacked is None:
                self._close()
                self._folder = tempfile.TemporaryDirectory(prefix="counterply-")
                self._key, self._unpacked = parcel.key, unpack(parcel, Path(self._folder.name))
            unpacked = self._unpacked
            if self._idle:
                return self._idle.pop()
        return Child(unpacked)

    def give_back(self, parcel: Parcel, child: Child) -> None:
        """Keep a process for the next batch, or end it if another run has begun."""
        with self._lock:
            if parcel.key == self._key:
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


CHILDREN = Children()
REFUSALS: list[str] = []  # why this worker was sent away


@dataclass(frozen=True)
class Batch:
    """Games that were played, with what a client wants to know of the machine; `refusal`: why none were."""

    machine: str
    processor: str
    played: tuple[tuple[GameRecord, set[str]], ...] = ()
    seconds: float = 0.0
    refusal: str = ""


def play_batch(parcel: Parcel, expected: Passport, tasks: tuple[Task, ...]) -> Batch:
    """Play games in a process of this worker; called by Dask, in a thread.

    Raises
    ------
    GameError
        if the rules fail, or a game has killed two processes
    """
    machine = str(importlib.import_module("distributed").get_worker().name), platform.processor() or platform.machine()
    begin, deaths = time.monotonic(), 0
    while True:
        try:
            child = CHILDREN.take(parcel)
        except CounterplyError as error:  # a player that does not exist here
            return _refusal(machine, str(error))
        if difference := expected.difference(child.passport):
            child.close()
            return _refusal(machine, difference)
        task = tasks[0]
        try:
            played = []
            for task in tasks:
                played.append(child.play(task))
        except (EOFError, OSError):
            child.close()
            deaths += 1
            if deaths == DIED_TWICE:
                game = f"{task.number}, {task.first} against {task.second}"
                raise GameError(f"two processes died in game {game}, on {machine[0]}; the finished games are kept") from None
            continue
        except CounterplyError:
            child.close()
            raise
        CHILDREN.give_back(parcel, child)
        return Batch(*machine, tuple(played), time.monotonic() - begin)


def _refusal(machine: tuple[str, str], reason: str) -> Batch:
    """Return the answer of a machine that cannot play this run; it leaves the cluster as soon as the answer has been fetched."""
    worker = importlib.import_module("distributed").get_worker()
    REFUSALS.append(reason)
    worker.loop.add_callback(worker.loop.call_later, FAREWELL_SECONDS, worker.close)
    return Batch(*machine, refusal=reason)


# --- the client


class Cluster:
    """A cluster as the place where a run is played; see `counterply.arena.tournament.run`.

    Parameters
    ----------
    address : as for `address_of`
    tell : gets a line about machines now and then
    """

    def __init__(self, address: str, certificate: Path = CERTIFICATE, tell: Callable[[str], None] = lambda _: None) -> None:
        self.address = address_of(address)
        self._security = security_of(certificate)
        self._tell = tell
        self._speeds: dict[str, list[float]] = {}  # machine: nodes and seconds of its moves

    def __call__(self, plan: Plan, store: Store) -> Callable[[Iterator[Task]], Iterator[tuple[GameRecord, set[str]]]]:
        """Return what plays a plan's tasks on the cluster; which machine played a game is kept in the store."""
        return lambda tasks: self._play(plan, store, tasks)

    def _play(self, plan: Plan, store: Store, tasks: Iterator[Task]) -> Iterator[tuple[GameRecord, set[str]]]:
        dask = distributed()
        reach(self.address)
        expected, parcel = passport(plan), pack(plan)
        try:
            client = dask.Client(self.address, security=self._security, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise GameError(f"the cluster at {self.address} cannot be used: {_cause(error)}") from error
        flight = _Flight(client, parcel, expected, tasks, plan.total)
        seen: set[int] = set()
        try:
            with contextlib.closing(flight):
                for batch in flight.batches(self._tell):
                    for record, notes in batch.played:
                        if record.number not in seen:  # a result that died with its worker may come twice
                            seen.add(record.number)
                            store.add_machine(record.number, batch.machine, batch.processor)
                            self._clock(batch.machine, record)
                            yield record, notes | self._speed_note(plan)
        except (OSError, TimeoutError, dask.client.FutureCancelledError, asyncio.CancelledError) as error:
            gone = f"the cluster at {self.address} has gone"
            raise GameError(f"{gone}; the finished games are kept, and the same command goes on") from error
        finally:
            with contextlib.suppress(Exception):
                client.close(timeout=LOOK_SECONDS)

    def _clock(self, machine: str, record: GameRecord) -> None:
        total = self._speeds.setdefault(machine, [0.0, 0.0])
        total[0] += sum(record.nodes)
        total[1] += sum(micros for micros, nodes in zip(record.micros, record.nodes, strict=True) if nodes) / 1e6

    def _speed_note(self, plan: Plan) -> set[str]:
        """Return a note where moves are timed, and machines are not equally fast."""
        if plan.limit.seconds is None and plan.limit.clock is None:
            return set()
        speeds = [nodes / seconds for nodes, seconds in self._speeds.values() if seconds > 1.0]
        if len(speeds) < 2 or max(speeds) < UNEQUAL_SPEED * min(speeds):
            return set()
        return {"moves are timed, and the machines are not equally fast: a result by nodes (--nodes) would not depend on them"}


class _Flight:
    """Batches that are on their way: a few for each slot, larger ones where games are short."""

    def __init__(self, client: Any, parcel: Parcel, expected: Passport, tasks: Iterator[Task], total: int) -> None:
        self._client = client
        self._parcel = parcel
        self._expected = expected
        self._tasks = tasks
        self._total = total
        self._waiting: dict[Any, tuple[Task, ...]] = {}
        self._again: list[tuple[Task, ...]] = []
        self._pairs = 1
        self._slots = 0
        self._finished = 0
        self._refused: set[str] = set()

    def batches(self, tell: Callable[[str], None]) -> Iterator[Batch]:
        """Yield batches as they end, until all tasks are played."""
        dask = distributed()
        arriving = dask.as_completed([], loop=self._client.loop)
        looked, alone = 0.0, False
        while True:
            if time.monotonic() - looked > LOOK_SECONDS:
                looked = time.monotonic()
                workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
                self._slots = sum(worker["nthreads"] for worker in workers)
                if not self._slots and not alone:
                    tell("waiting for machines: counterply cluster join ADDRESS")
                alone = not self._slots
            for future in self._fill():
                arriving.add(future)
            if not self._waiting and self._slots:
                return
            if arriving.is_empty() or not arriving.has_ready():
                time.sleep(0.01)
                if self._client.status not in ("running",):
                    raise TimeoutError("the scheduler has gone")
                continue
            future = next(arriving)
            tasks = self._waiting.pop(future)
            batch: Batch = future.result()
            if batch.refusal:
                self._again.append(tasks)
                self._refuse(batch, tell)
                continue
            self._finished += len(tasks)
            self._size(batch.seconds / len(tasks) * 2)
            yield batch

    def _fill(self) -> Iterator[Any]:
        """Submit batches while there is room, and yield what Dask calls them."""
        while len(self._waiting) < QUEUED * self._slots:
            left = self._total - self._finished
            pairs = max(1, min(self._pairs, left // (2 * QUEUED * self._slots)))
            tasks = self._again.pop() if self._again else tuple(islice(self._tasks, 2 * pairs))
            if not tasks:
                return
            future = self._client.submit(play_batch, self._parcel, self._expected, tasks, pure=False)
            self._waiting[future] = tasks
            yield future

    def _size(self, seconds: float) -> None:
        """Take note of how long a pair of games lasts."""
        self._pairs = max(1, min(MOST_PAIRS, round(BATCH_SECONDS / max(seconds, 1e-6))))

    def _refuse(self, batch: Batch, tell: Callable[[str], None]) -> None:
        """Name a machine that would play other games; it leaves by itself."""
        if batch.machine not in self._refused:
            self._refused.add(batch.machine)
            tell(f"{batch.machine} is refused: {batch.refusal}")

    def close(self) -> None:
        """Give up what is on its way."""
        with contextlib.suppress(Exception):
            self._client.cancel(list(self._waiting), force=True)
