"""A run as the client of a cluster: batches go out, games come back, and the store stays here."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from counterply.arena.cluster.batches import LEAVES, Batch, Terms, play_batch
from counterply.arena.cluster.bundle import Bundle, pack
from counterply.arena.cluster.certificate import CERTIFICATE, CONNECT_SECONDS, distributed, security_of
from counterply.arena.cluster.environment import environment, speed
from counterply.arena.cluster.machines import cause, reach, scheduler_address
from counterply.arena.match import Task
from counterply.arena.record import GameRecord
from counterply.arena.schedule import Plan
from counterply.arena.store import Store
from counterply.core.errors import GameError, UsageError
from counterply.core.users_text import say

LOOK_SECONDS = 1.0  # between two checks of the connected workers
LONELY_LOOKS = 2  # without a machine, before people are told: a busy scheduler may forget one for a moment
BATCH_SECONDS = 2.0  # that a batch of pairs should last, so that Dask's own work is small beside it
MOST_PAIRS = 50  # in a batch
QUEUED = 2  # batches for each slot: one that is played, one that waits
RECENT = 0.2  # weight of the latest batch in the moving average of their times
LEASE = 3.0  # times the usual, after which a batch is played elsewhere too; fishtest waits 360 s
LEAST_SEARCHED = 1.0  # seconds of search before a machine's speed is compared
UNEQUAL_SPEED = 1.1  # the fastest machine over the slowest, from which on timed games are not alike


class Cluster:
    """A cluster as the place where a run is played; see `counterply.arena.tournament.run`.

    Parameters
    ----------
    address : as for `scheduler_address`
    certificate : the file that `counterply cluster start` made
    scale_time : whether machines slower than this one get longer limits of time, and faster ones shorter, by the engine's speed
    tell : gets a line about machines now and then
    """

    def __init__(
        self, address: str, certificate: Path = CERTIFICATE, scale_time: bool = False, tell: Callable[[str], None] = say
    ) -> None:
        self.address = scheduler_address(address)
        self._security = security_of(certificate, tell)
        self._scale_time = scale_time
        self._tell = tell
        self._speeds: dict[str, list[float]] = {}  # machine: nodes and seconds of its moves
        self._scaled: dict[str, str] = {}  # machine: its note

    def __call__(self, plan: Plan, store: Store) -> Callable[[Iterator[Task]], Iterator[tuple[GameRecord, set[str]]]]:
        """Return the function that plays a plan's tasks on the cluster; the store keeps each game's machine."""
        timed = plan.limit.move_seconds is not None
        if self._scale_time and not timed:
            raise UsageError("times can be scaled only where moves are timed; by nodes or depth all machines play alike")
        return lambda tasks: self._play(plan, store, tasks, timed)

    def _play(self, plan: Plan, store: Store, tasks: Iterator[Task], timed: bool) -> Iterator[tuple[GameRecord, set[str]]]:
        dask = distributed()
        reach(self.address, self._security)
        bundle, topic = pack(plan), f"counterply-{uuid.uuid4()}"
        terms = Terms(environment(plan), topic, speed(plan) if self._scale_time else 0.0)
        try:
            client = dask.Client(self.address, security=self._security, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise GameError(f"the cluster at {self.address} cannot be used: {cause(error)}") from error
        flight = _Flight(client, bundle, terms, tasks, plan.total, self._tell)
        try:
            with contextlib.closing(flight):
                for batch in flight.batches():
                    for record, notes in batch.played:
                        store.add_machine(record.number, batch.machine, batch.processor)
                        yield record, notes | (self._times(batch, record) if timed else set())
        except (OSError, TimeoutError, dask.client.FutureCancelledError, asyncio.CancelledError) as error:
            gone = f"the cluster at {self.address} has gone"
            raise GameError(f"{gone}; the finished games are kept, and the same command goes on") from error
        finally:
            with contextlib.suppress(Exception):
                client.close(timeout=LOOK_SECONDS)

    def _times(self, batch: Batch, record: GameRecord) -> set[str]:
        """Return notes on times: how they were scaled, or that machines are not equally fast."""
        if self._scale_time:
            text = f"on {batch.machine} each limit of time was {batch.scale:.2f} times as long (--scale-time)"
            return {self._scaled.setdefault(batch.machine, text)}
        total = self._speeds.setdefault(batch.machine, [0.0, 0.0])
        total[0] += sum(record.nodes)
        total[1] += record.search_seconds
        speeds = [nodes / seconds for nodes, seconds in self._speeds.values() if seconds > LEAST_SEARCHED]
        if len(speeds) < 2 or max(speeds) < UNEQUAL_SPEED * min(speeds):
            return set()
        unequal = "moves are timed, and the machines are not equally fast"
        return {f"{unequal}: a result by nodes (--nodes) would not depend on them, and --scale-time makes up for it in part"}


@dataclass
class _Sent:
    """A batch that is on its way, to one machine or, after its lease, to two."""

    tasks: tuple[Task, ...]
    since: float = field(default_factory=time.monotonic)
    futures: list[Any] = field(default_factory=list)


class _Flight:
    """Batches that are on their way: a few for each slot, larger ones where games are short."""

    def __init__(
        self, client: Any, bundle: Bundle, terms: Terms, tasks: Iterator[Task], total: int, tell: Callable[[str], None]
    ) -> None:
        self._client = client
        self._tell = tell
        self._arguments = bundle, terms
        self._tasks = tasks
        self._total = total
        self._sent: dict[str, _Sent] = {}  # by the key of each of its futures
        self._again: list[tuple[Task, ...]] = []
        self._arrived: queue.SimpleQueue[Any] = queue.SimpleQueue()  # futures that are done, and lines for people
        self._pairs = 1
        self._slots = 0
        self._finished = 0
        self._usual = 0.0  # seconds that a batch is on its way, a moving average
        self._refused: set[str] = set()
        client.subscribe_topic(terms.topic, lambda event: self._arrived.put(event[1]))

    def batches(self) -> Iterator[Batch]:
        """Yield batches as they end, until all tasks are played."""
        looked, alone = 0.0, 0
        while True:
            if time.monotonic() - looked > LOOK_SECONDS:
                looked = time.monotonic()
                workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
                self._slots = sum(worker["nthreads"] for worker in workers)
                alone = 0 if self._slots else alone + 1
                if alone == LONELY_LOOKS:
                    self._tell("waiting for machines: counterply cluster join ADDRESS")
            if self._fill() and not self._sent and self._slots:
                return
            try:
                arrived = self._arrived.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                if self._client.status != "running":
                    raise TimeoutError("the scheduler has gone") from None
                continue
            if isinstance(arrived, str):
                self._tell(arrived)
            elif (batch := self._batch_of(arrived)) is not None:
                yield batch

    def _fill(self) -> bool:
        """Submit batches while there is room; tell whether none are left. Overdue batches take no room."""
        while sum(not self._overdue(sent) for sent in self._sent.values()) < QUEUED * self._slots:
            left = self._total - self._finished
            pairs = max(1, min(self._pairs, left // (2 * QUEUED * self._slots)))
            tasks = self._again.pop() if self._again else tuple(islice(self._tasks, 2 * pairs))
            if not tasks:
                self._play_elsewhere()
                return True
            self._submit(_Sent(tasks))
        return False

    def _overdue(self, sent: _Sent) -> bool:
        return 0 < LEASE * self._usual < time.monotonic() - sent.since

    def _submit(self, sent: _Sent, workers: list[str] | None = None) -> None:
        future = self._client.submit(play_batch, *self._arguments, sent.tasks, pure=False, workers=workers)
        sent.futures.append(future)
        self._sent[future.key] = sent
        future.add_done_callback(self._arrived.put)

    def _play_elsewhere(self) -> None:
        """Give overdue batches to a second machine, now that no new batch is left."""
        for sent in filter(self._overdue, list(self._sent.values())):
            sent.since = time.monotonic()
            keys = {future.key for future in sent.futures}
            others = [worker for worker, held in self._client.processing().items() if keys.isdisjoint(map(str, held))]
            if others:
                self._submit(sent, others)

    def _batch_of(self, future: Any) -> Batch | None:
        """Return the games of an answer, unless it is a duplicate or a refusal."""
        sent = self._sent.get(future.key)
        if sent is None:
            return None
        try:
            batch: Batch = future.result(timeout=LOOK_SECONDS)
        except TimeoutError:  # it died with its worker, and is played again
            future.add_done_callback(self._arrived.put)
            return None
        del self._sent[future.key]
        sent.futures.remove(future)
        if batch.refusal:
            if not sent.futures:
                self._again.append(sent.tasks)
            if batch.machine not in self._refused:
                self._refused.add(batch.machine)
                self._tell(f"{batch.machine} leaves" if batch.refusal == LEAVES else f"{batch.machine} is refused: {batch.refusal}")
            return None
        for other in sent.futures:
            del self._sent[other.key]
        if sent.futures:
            self._client.cancel(sent.futures, force=True)
        self._finished += len(sent.tasks)
        way = time.monotonic() - sent.since
        self._usual += RECENT * (way - self._usual) if self._usual else way
        self._pairs = max(1, min(MOST_PAIRS, round(BATCH_SECONDS / max(batch.seconds / len(sent.tasks) * 2, 1e-6))))
        return batch

    def close(self) -> None:
        """Cancel all outstanding batches."""
        with contextlib.suppress(Exception):
            self._client.cancel([future for sent in self._sent.values() for future in sent.futures], force=True)
