"""A look, before each answer about a position, at whether its game is still what it was made from; it costs next to nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter_ns

SHARE = 400  # of the time in which it is asked, looks take one part; of the CPU's on a busy machine more
SAVED_NS = 200_000_000  # of time in which nobody asked counts too: the first questions after a pause have a look each
NEVER_NS = 1 << 62
MOST_NS = 50_000  # that a look counts for, if the machine had other things to do


class Lookout:
    """Calls `look`, which raises what is wrong: at each question, or of a loop of thousands of questions every few milliseconds."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look
        self._due = 0

    def __call__(self) -> None:
        """Look, if it is time to."""
        begin = perf_counter_ns()
        if begin >= self._due:
            self._look()
            spent = min(perf_counter_ns() - begin, MOST_NS)
            self._due = max(self._due, begin - SAVED_NS) + SHARE * spent

    @contextmanager
    def off(self) -> Iterator[None]:
        """Inside a ``with``, look at nothing: what was found before an edit is only said."""
        due, self._due = self._due, NEVER_NS
        try:
            yield
        finally:
            self._due = due
