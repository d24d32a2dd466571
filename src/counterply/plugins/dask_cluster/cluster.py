"""A job on a Dask cluster, of which this process is the client: batches of pieces go out, answers come back.

Dask has the scheduler, the workers, their deployment on machines, and TLS. Here is what it lacks: the user's files travel, a
machine that would answer otherwise is refused, pieces are done in processes of their own, and batches are worth sending.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import queue
import time
import uuid
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from counterply.core.arguments import in_brief
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Stop
from counterply.core.machine import extra
from counterply.plugins.dask_cluster.batches import Batch, Terms, do_batch
from counterply.plugins.dask_cluster.bundle import pack
from counterply.work.environment import environment
from counterply.work.job import Done, Job, Session

if TYPE_CHECKING:
    from counterply.work.place import Place

CONNECT_SECONDS = 10.0
LOOK_SECONDS = 1.0  # between two checks of the connected workers
STOP_SECONDS = 0.2  # between two looks at a stop request
LONELY_LOOKS = 3  # without a machine, before people are told: a busy scheduler may forget one for a moment
BATCH_SECONDS = 2.0  # that a batch should last, so that Dask's own work is small beside it
MOST_GROUPS = 50  # of pieces in a batch
QUEUED = 2  # batches for each slot: one that is done, one that waits
SCHEDULER_FILE = ".json"
LOGGERS = ("distributed", "tornado", "asyncio")  # a client of our own reports failures itself, in one line
SILENT = logging.CRITICAL + 1

Piece = tuple[int, Any]  # with its number


def client_of(place: Place) -> Any:
    """Return a new client of the cluster at an address; security is as Dask is configured.

    Raises
    ------
    GameError
        if there is no cluster
    """
    address = str(place.cluster)
    dask = extra("distributed", "cluster", "a cluster")
    for name in (*LOGGERS, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in LOGGERS:  # Dask gives some of its own a level, which that of their parent does not change
            logging.getLogger(name).setLevel(SILENT)
    where: dict[str, Any] = {"scheduler_file": str(Path(address).expanduser())} if address.endswith(SCHEDULER_FILE) else {}
    try:
        if where and not Path(where["scheduler_file"]).is_file():
            raise OSError("there is no such file")
        return dask.Client(**(where or {"address": address}), timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise GameError(f"no Dask cluster answers at {address} ({cause(error)}); `dask scheduler` begins one") from error


class OnCluster(Session):
    """Batches that are on their way: a few for each slot, larger ones where pieces are short."""

    def __init__(self, place: Place, job: Job, stop: Stop, most: int) -> None:
        self._place = place
        self._most = most
        self._job = job
        self._stop = stop
        self._pieces: Iterator[Piece] = iter(())
        self._sent: dict[str, tuple[Any, tuple[Piece, ...]]] = {}  # futures and their pieces, by key
        self._again: list[tuple[Piece, ...]] = []
        self._arrived: queue.SimpleQueue[Any] = queue.SimpleQueue()  # futures that are done, and lines for people
        self._shared: Any = None  # data that the pieces share, on its way
        self._groups = 1
        self._looked = -math.inf
        self._alone = 0
        self._slots: dict[str, int] = {}  # of each worker that was not refused
        self._refused: dict[str, str] = {}  # worker: why
        terms = Terms(environment(job.game), job.game, f"counterply-{uuid.uuid4()}")
        self._arguments, self._topic = (pack(job), terms), terms.topic
        if place.client is not None and not hasattr(place.client, "subscribe_topic"):
            raise UsageError(f"client must be a distributed.Client, not {in_brief(place.client)}")
        self._client = client_of(place) if place.client is None else place.client
        self._client.subscribe_topic(terms.topic, lambda event: self._arrived.put(event[1]))

    def do(self, pieces: Iterable[Any], shared: bytes | None = None) -> Iterator[Done]:
        """Yield the answers to pieces as they come; when the caller stops asking, what was sent is cancelled."""
        self._pieces = enumerate(pieces)
        self._shared = None
        if shared is not None:
            self._shared = self._client.scatter(shared, broadcast=True, hash=False)
        dask = extra("distributed", "cluster", "a cluster")
        try:
            while not (self._fill() and not self._sent) and not self._stop:
                yield from self._hear()
        except (OSError, TimeoutError, dask.client.FutureCancelledError, asyncio.CancelledError) as error:
            raise GameError("the cluster has gone; what is done is kept, and the same command goes on") from error
        except dask.scheduler.KilledWorker as error:
            raise GameError(f"machines of the cluster died again and again; what is done is kept ({cause(error)})") from error
        except ModuleNotFoundError as error:
            raise GameError(f"the workers of the cluster need this very counterply ({error})") from error
        finally:
            self._cancel()

    def close(self) -> None:
        """Let go of the cluster."""
        with contextlib.suppress(Exception):
            self._client.unsubscribe_topic(self._topic)
        if self._place.client is None:
            with contextlib.suppress(Exception):
                self._client.close(timeout=LOOK_SECONDS)

    def _look(self) -> None:
        """See which workers there are; raises `GameError` if all are refused."""
        self._looked = time.monotonic()
        workers = self._client.scheduler_info(n_workers=-1)[
            "workers"
        ]  # unlike others, it does not wait for a scheduler that is gone
        known = {worker: facts["nthreads"] for worker, facts in workers.items()}
        self._slots = {worker: count for worker, count in known.items() if worker not in self._refused}
        self._alone = 0 if self._slots else self._alone + 1
        if known and not self._slots:
            raise GameError(f"no machine of the cluster can do this: {next(iter(self._refused.values()))}")
        if self._alone == LONELY_LOOKS:
            self._place.tell("waiting for workers: dask worker ADDRESS")

    def _hear(self) -> Iterator[Done]:
        """Wait for a batch, or for a line, and yield its answers."""
        if self._client.status != "running":
            raise TimeoutError("the scheduler has gone")
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self._look()
            self._fill()
        try:
            arrived = self._arrived.get(timeout=STOP_SECONDS)
        except queue.Empty:
            return
        if isinstance(arrived, str):
            self._place.tell(arrived)
        else:
            yield from self._answers_of(arrived)

    def _fill(self) -> bool:
        """Submit batches while there is room; tell whether none are left."""
        slots, together = sum(self._slots.values()), self._job.together
        groups = min(self._groups, max(1, self._most // (together * max(1, slots))))  # few pieces are for all slots, however short
        while len(self._sent) < QUEUED * slots:
            batch = self._again.pop() if self._again else tuple(islice(self._pieces, together * groups))
            if not batch:
                return True
            only = list(self._slots) if self._refused else None
            future = self._client.submit(
                do_batch, *self._arguments, tuple(p for _, p in batch), self._shared, pure=False, workers=only
            )
            self._sent[future.key] = future, batch
            future.add_done_callback(self._arrived.put)
        return False

    def _answers_of(self, future: Any) -> Iterator[Done]:
        """Yield the answers of a batch; none if its machine refuses, or its answer was lost."""
        _, pieces = self._sent.get(future.key, (None, ()))
        if not pieces:
            return
        try:
            batch: Batch = future.result(timeout=LOOK_SECONDS)
        except TimeoutError:  # it died with its worker, and is done again
            future.add_done_callback(self._arrived.put)
            return
        del self._sent[future.key]
        if batch.refusal:
            self._again.append(pieces)
            self._slots.pop(batch.address, None)
            if batch.address not in self._refused:
                self._refused[batch.address] = batch.refusal
                self._place.tell(f"{batch.machine.name} is refused: {batch.refusal}")
            return
        groups = max(1, len(pieces) // self._job.together)
        self._groups = max(1, min(MOST_GROUPS, 2 * groups, round(BATCH_SECONDS * groups / max(batch.seconds, 1e-6))))
        for (number, _), answer in zip(pieces, batch.answers, strict=True):
            yield Done(number, answer, batch.machine)

    def _cancel(self) -> None:
        """Cancel all outstanding batches, if there are any."""
        if self._sent:
            with contextlib.suppress(Exception):
                self._client.cancel([future for future, _ in self._sent.values()], force=True)
        self._sent.clear()
        self._again.clear()


def cause(error: BaseException) -> str:
    """Return an error's root cause in one line."""
    while error.__cause__ is not None:
        error = error.__cause__
    return " ".join(str(error).split()) or type(error).__name__
