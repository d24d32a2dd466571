"""Moments that a search is told as arguments: when it began (`start_time`), and until when it may go on (`deadline`).

A course's loop takes them from a clock of its own choice. Ours are right by each clock of `time` and by `datetime`, in seconds,
milliseconds and nanoseconds: which one is meant is seen when they are compared with it.
"""

from __future__ import annotations

import datetime
import math
import time
from typing import Any

from counterply.plugins.dialects.views import NotSeenError

FOREVER = 1e6  # seconds, which no search takes
FAR = 60.0  # seconds from a clock's time, from which on a number is no reading of that clock
UNITS = 1, 1000, 10**9  # in a second
Reading = float | datetime.datetime
Span = float | datetime.timedelta
STRANGE = "it measures time by a clock that its parameters cannot be told by"


class Moment(float):
    """A moment some seconds from now; as a number it is infinite.

    Parameters
    ----------
    seconds : from now
    still : no time passes, since none is measured
    """

    def __new__(cls, seconds: float, still: bool) -> Moment:
        """Return infinity."""
        return super().__new__(cls, math.inf)

    def __init__(self, seconds: float, still: bool) -> None:
        self.seconds, self.still = min(seconds, FOREVER), still
        self.readings = [clock() for clock in (time.time, time.perf_counter, time.monotonic)]

    def _read(self, now: Reading) -> tuple[float, Any]:
        """Return the seconds from this moment to a time, and the unit of that; nan where it is the time of no clock."""
        number = now.timestamp() if isinstance(now, datetime.datetime) else now
        passed, unit = min(
            ((number / unit - reading, unit) for reading in self.readings for unit in UNITS), key=lambda each: abs(each[0])
        )
        if abs(passed) > FAR:
            return math.nan, unit
        return (0.0 if self.still else passed) - self.seconds, unit if number is now else datetime.timedelta(seconds=1)

    def _since(self, now: Reading) -> tuple[float, Any]:
        seconds, unit = self._read(now)
        if math.isnan(seconds):
            raise NotSeenError(STRANGE)
        return seconds, unit

    def __rsub__(self, now: Reading) -> Any:
        seconds, unit = self._since(now)
        return seconds * unit

    def __sub__(self, other: Any) -> Any:
        if isinstance(other, Moment):
            return self.seconds - other.seconds
        seconds, unit = (math.nan, 1) if isinstance(other, datetime.timedelta) else self._read(other)
        return self + -other if math.isnan(seconds) else -seconds * unit

    def __add__(self, span: Span) -> Moment:
        later = Moment(
            self.seconds + (span / datetime.timedelta(seconds=1) if isinstance(span, datetime.timedelta) else span), self.still
        )
        later.readings = self.readings
        return later

    __radd__ = __add__

    def __le__(self, now: Reading) -> bool:
        return self._since(now)[0] >= 0

    def __ge__(self, now: Reading) -> bool:
        return self._since(now)[0] < 0

    __lt__, __gt__ = __le__, __ge__
