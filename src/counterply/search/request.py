"""A request to a search, the part of its limit that it has used, and the loop that looks deeper within it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from counterply.core.aliases import Depth, Move
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

SHORTEST_SLICE = 200_000  # ns; less is not worth a search

SearchDepth = Callable[[Depth, Report], tuple[Report, str]]


@dataclass(frozen=True)
class SearchRequest:
    """A position to search, with limits and wishes.

    Attributes
    ----------
    lines : number of root moves with an exact score and a line, in searches that support several
    order : the root moves in the order to try them; of equal ones, the first is played. None: ascending
    seed : of the samples
    first_depth : at which deepening begins, in searches that support it
    """

    position: AnyPosition
    limit: Limit
    lines: int = 1
    order: list[Any] | None = None
    seed: int = 0
    first_depth: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "limit", self.limit.begun())


class Spent(Exception):
    """The limit is used up."""


class Spending:
    """The part of its limit that one request has used; `nodes` counts the nodes. Searches receive shares of it, or slices."""

    def __init__(self, request: SearchRequest, nodes: int = 0) -> None:
        self.request = request
        self.nodes = nodes
        self._seconds = request.limit.move_seconds
        self._most = request.limit.nodes
        self._deadline = request.limit.deadline

    def until(self, part: float) -> Limit | None:
        """Return the limit of a search that may go on until `part` of the whole is used; None if no node is left for it."""
        limit = self.request.limit
        nodes = None if limit.nodes is None else int(limit.nodes * part) - self.nodes
        if nodes is not None and nodes <= 0:
            return None
        seconds = None if self._seconds is None else self._seconds * part
        return Limit(seconds=seconds, nodes=nodes, stop=limit.stop, reserve=limit.reserve, begin=limit.begin)

    @contextmanager
    def halved(self) -> Iterator[None]:
        """Let slices take no more than half of the rest inside a ``with``."""
        whole = self._most, self._deadline
        if self._most is not None:
            self._most -= (self._most - self.nodes) // 2
        if self._deadline is not None:
            self._deadline -= (self._deadline - now_ns()) // 2
        try:
            yield
        finally:
            self._most, self._deadline = whole

    def slice(self, nodes: int) -> Limit:
        """Return the limit of a search of `nodes` nodes, one of many; raise `Spent` if there is not so much left."""
        left = self._require(nodes, SHORTEST_SLICE)
        return Limit(seconds=None if left is None else left / NANOSECONDS, nodes=nodes, stop=self.request.limit.stop)

    def play(self, position: AnyPosition, move: Move) -> Any:
        """Return the position after `move`, at the price of one node; raise `Spent` if nothing is left."""
        self._require(1, 1)
        self.nodes += 1
        return position.after(move)

    def _require(self, nodes: int, nanoseconds: int) -> int | None:
        """Return the nanoseconds that are left, None where time is unlimited; raise `Spent` if there is less than asked for."""
        left = None if self._deadline is None else self._deadline - now_ns()
        short = (left is not None and left < nanoseconds) or (self._most is not None and self.nodes + nodes > self._most)
        if short or self.request.limit.stop:
            raise Spent
        return left

    def stamp(self, report: Report, **changes: Any) -> Report:
        """Return a report with the nodes and seconds of the whole request so far, and with `changes`."""
        return replace(report, nodes=self.nodes, seconds=(now_ns() - self.request.limit.begin) / NANOSECONDS, **changes)


def deepen(search: SearchDepth, report: Report, first_depth: Depth, limit: Limit) -> Iterator[Report]:
    """Search deeper and deeper, and yield a `Report` for each completed depth, the last one with the reason why it stopped.

    Parameters
    ----------
    search : searches to a depth; it gets the report of the depth before, and returns its own and why no deeper search makes sense:
        the limit that ended it, or 'proven' or 'complete' where no more can be found; '' if a deeper one does
    report : of no search at all
    first_depth : where deepening begins
    limit : has begun to run; its depth is where deepening ends
    """
    depth, stopped = first_depth - 1, ""
    while not stopped:
        depth += 1
        report, stopped = search(depth, report)
        report = replace(report, seconds=(now_ns() - limit.begin) / NANOSECONDS)
        if not stopped and limit.depth is not None and depth >= limit.depth:
            stopped = "depth"
        if not stopped:
            yield report
    yield replace(report, stopped=stopped)
