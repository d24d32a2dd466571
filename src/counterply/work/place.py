"""Where a job is done; the one door to long work."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from counterply import registry
from counterply.core.errors import UsageError
from counterply.core.limits import Stop
from counterply.core.machine import cores_of_machine
from counterply.core.users_text import positive
from counterply.work.job import Here, Job, Session
from counterply.work.processes import Processes

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Place:
    """The process that asks, processes of its machine, or a cluster.

    Attributes
    ----------
    workers : processes; 1: this one; None: as many as suit the work
    cluster : its address, or the file of its scheduler
    client : who is connected with it, in place of an address
    tell : gets a line about machines now and then
    """

    workers: int | None = None
    cluster: str | None = None
    client: Any = None
    tell: Callable[[str], None] = LOG.info

    def __post_init__(self) -> None:
        if self.workers is not None:
            positive(self.workers, "workers")
        if self.cluster is not None and self.client is not None:
            raise UsageError("a cluster is named by its address or by a client, not by both")
        if self.elsewhere and self.workers is not None:
            raise UsageError("on a cluster the number of workers is the cluster's own: leave workers out")

    @property
    def elsewhere(self) -> bool:
        """Whether it is a cluster."""
        return self.cluster is not None or self.client is not None

    def processes(self, most: int, usual: int | None = None) -> int:
        """Return how many processes here do a job of `most` pieces: `usual` if it was not said, else one for each core."""
        return max(1, min(self.workers or usual or cores_of_machine(), most))

    def open(self, job: Job, most: int, usual: int | None = None, stop: Stop | None = None) -> Session:
        """Begin a job that has `most` pieces at a time; `usual` as for `processes`, `stop` ends it early."""
        stop = Stop() if stop is None else stop
        if self.elsewhere:
            for _, session in registry.offered("clusters"):
                return session(self, job, stop, most)  # type: ignore[no-any-return]
            raise UsageError("no package is installed that takes work to a cluster")
        count = self.processes(most, usual)
        return Processes(count, job, stop) if count > 1 or job.lost else Here(job, stop)


HERE = Place(workers=1)
