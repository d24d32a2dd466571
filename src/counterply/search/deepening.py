"""The loop of a compiled search that looks deeper and deeper: the engine's, and that of sampled worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from counterply.core.aliases import Depth
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report

SearchDepth = Callable[[Depth, Report], tuple[Report, str]]


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
