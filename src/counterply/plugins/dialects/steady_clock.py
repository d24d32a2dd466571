"""A clock for programs that look at the time: while it runs, time passes by looks at it, sleep and work alone, on any machine.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import datetime
import time
import timeit
from collections.abc import Callable, Iterator
from typing import Any

LOOK = 10_000  # nanoseconds that pass with each look, so that a program that waits for its time to be over comes to an end
NAMES = ("time", "perf_counter", "monotonic", "process_time", "thread_time")
BY_NUMBER = "clock_gettime"  # not on every system


class SteadyClock:
    """Stands in for the functions of the modules `time`, `timeit` and `datetime`; where it does not run, they are what they are.

    Attributes
    ----------
    looks : how often a program has looked at it since it was started; work may count as looks, too
    asked : whether a program has looked at it
    """

    def __init__(self) -> None:
        self.looks, self.asked = 0, False
        self._running = False
        names = [name for name in (*NAMES, BY_NUMBER) if hasattr(time, name)]
        self._real: dict[str, Callable[..., Any]] = {
            name: getattr(time, name) for name in (*names, *(f"{name}_ns" for name in names))
        }
        self._ours: dict[str, Callable[..., Any]] = {name: self._stand_in(name, look) for name, look in self._real.items()}
        self._real["sleep"], self._ours["sleep"] = time.sleep, self.sleep
        self._dates = dates_of(self._ours["time"])

    def _stand_in(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def look(*number: int) -> Any:
            if not self._running:
                return real(*number)
            self.looks, self.asked = self.looks + 1, True
            begin = self._begin.setdefault((name.removesuffix("_ns"), *number), 0)
            now = begin + self.looks * LOOK
            return now if name.endswith("_ns") else now / 1e9

        return look

    def sleep(self, seconds: float) -> None:
        """Let time pass, as sleep or work does; where it does not run, by sleeping."""
        if self._running:
            self.looks += round(seconds * 1e9 / LOOK)
        else:
            self._real["sleep"](seconds)

    @contextlib.contextmanager
    def known(self) -> Iterator[None]:
        """Let a file that is read, or run, meanwhile see this clock."""
        default_timer, dates = timeit.default_timer, datetime.datetime
        vars(time).update(self._ours)
        timeit.default_timer = self._ours["perf_counter"]
        datetime.datetime = self._dates  # type: ignore[misc]
        try:
            yield
        finally:
            vars(time).update(self._real)
            timeit.default_timer, datetime.datetime = default_timer, dates  # type: ignore[misc]

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """Let time pass by looks only."""
        self._begin: dict[tuple[object, ...], int] = {(name,): self._real[f"{name}_ns"]() for name in NAMES}
        self.looks, self.asked, self._running = 0, False, True
        try:
            with self.known():
                yield
        finally:
            self._running = False


def dates_of(seconds: Callable[[], float]) -> type[datetime.datetime]:
    """Return a class that stands in for `datetime.datetime`, whose clock is a function as `time.time`."""

    class Kind(type):
        def __instancecheck__(cls, value: object) -> bool:
            return isinstance(value, datetime.date) and hasattr(value, "hour")

    class Dates(datetime.datetime, metaclass=Kind):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Dates:
            return cls.fromtimestamp(seconds(), tz)

        @classmethod
        def utcnow(cls) -> Dates:
            return cls.now(datetime.UTC).replace(tzinfo=None)

        today = now

    Dates.__module__, Dates.__qualname__, Dates.__name__ = "datetime", "datetime", "datetime"
    return Dates


CLOCK = SteadyClock()
