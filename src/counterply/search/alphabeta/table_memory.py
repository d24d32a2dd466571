"""The memory of a transposition table: as much of it as a search can fill, on large pages."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from counterply.core.aliases import Record
from counterply.core.limits import NANOSECONDS, Limit, duration_ns
from counterply.search.alphabeta.context import BUCKET, BUCKET_BYTES, ENTRY, large_pages

FIRST_MEMORY = 16  # MB allocated at once; more only for a search that can fill it
SMALLEST_TABLE = 1 << 11  # buckets
NODES_PER_BUCKET = 1  # a smaller table stays in the processor's caches, but Gomoku is 61 Elo weaker with a sixth of it
MOST_SPEED = 10_000_000  # nodes/s, for the size of a table only
SLOWER = 6  # times, most games; that a proof has many nodes a bucket allows for it


class Table:
    """The table of one engine, whose context knows where it is.

    Attributes
    ----------
    megabytes : that it may take
    entries : those that are allocated
    sized : whether it has been sized for a search since `forget`
    """

    def __init__(self, context: Record, megabytes: int, gather: Callable[[], None]) -> None:
        """Allocate the first part of it; `gather` waits for threads that outlive their search, and still write into it."""
        self._context, self._gather = context, gather
        self.megabytes = megabytes
        self._allocate(min(megabytes, FIRST_MEMORY))
        self.forget()

    def _allocate(self, megabytes: int) -> None:
        """Make a table of the largest power of two of buckets that `megabytes` hold, in place."""
        self._gather()
        fit = megabytes * (1 << 20) // BUCKET_BYTES
        buckets = 1 << max(SMALLEST_TABLE, fit).bit_length() - 1
        self.entries = large_pages(buckets * BUCKET_BYTES).view(ENTRY)
        self._context["table"] = self.entries.ctypes.data
        self._used = 0

    def resize(self, megabytes: int) -> None:
        """Take so many MB from the next search on, in place."""
        self.megabytes = megabytes
        if self.entries.nbytes > megabytes << 20:
            self._allocate(megabytes)

    def forget(self) -> None:
        """Clear the table, in place."""
        self._gather()
        self._used = 0
        self.sized = False

    def make_room(self, limit: Limit, nodes_per_bucket: int = NODES_PER_BUCKET) -> None:
        """Choose how much of the table to use, in place: as much as a search within `limit` can fill.

        The first search after `forget` does it for itself; call it where several searches share a limit.
        """
        self.sized = True
        wanted = most = self.megabytes * (1 << 20) // BUCKET_BYTES
        if limit.nodes is not None:
            wanted = min(wanted, limit.nodes // nodes_per_bucket)
        if limit.move_seconds is not None:
            by_time = duration_ns(limit.move_seconds) * MOST_SPEED // NANOSECONDS
            wanted = min(wanted, by_time // max(nodes_per_bucket, SLOWER))
        buckets = SMALLEST_TABLE
        while buckets * 2 <= most and buckets < wanted:
            buckets *= 2
        if buckets * BUCKET > len(self.entries):
            self._allocate(buckets * BUCKET_BYTES >> 20)
        self._context["table_mask"] = buckets - 1
        used = buckets * BUCKET
        self.entries[self._used : used].view(np.uint8)[:] = 0  # as bytes: entry by entry takes several times as long
        self._used = max(self._used, used)
