"""Clocks: each one that the standard library has goes by a program's work, and a moment is right by each of them."""

from __future__ import annotations

import datetime
import time
import timeit
from collections.abc import Callable
from typing import Any

import pytest

from counterply.plugins.dialects.moments import Moment
from counterply.plugins.dialects.steady_clock import CLOCK, LOOK
from counterply.plugins.dialects.views import NotSeenError

SPELLINGS = [
    "from time import time as look",
    "import time\nlook = time.time",
    "import time as t\nlook = t.perf_counter",
    "from time import *\nlook = monotonic",
    "from time import process_time as look",
    "import time\nlook = lambda: time.thread_time()",
    "import time\nlook = lambda: time.clock_gettime(time.CLOCK_MONOTONIC)",
    "from time import perf_counter_ns\nlook = lambda: perf_counter_ns() / 1e9",
    "import time\nlook = lambda: time.time_ns() / 1e9",
    "from timeit import default_timer as look",
    "import timeit\nlook = lambda: timeit.default_timer()",
    "from datetime import datetime\nlook = lambda: datetime.now()",
    "import datetime\nlook = lambda: datetime.datetime.now()",
    "import datetime as d\nlook = d.datetime.utcnow",
    "from datetime import datetime as t\nlook = t.today",
    "from datetime import datetime, timezone\nlook = lambda: datetime.now(timezone.utc)",
    "from datetime import datetime\nlook = lambda: datetime.now().timestamp()",
]
BY_NUMBER = pytest.mark.skipif(not hasattr(time, "clock_gettime"), reason="this system has no clocks by number")


def read(text: str) -> Callable[[], Any]:
    """Return the `look` of a file, which is read as a student's is."""
    there: dict[str, Any] = {}
    with CLOCK.known():
        exec(text, there)
    return there["look"]


@pytest.mark.parametrize("text", [pytest.param(each, marks=BY_NUMBER if "gettime" in each else ()) for each in SPELLINGS])
def test_a_clock_goes_by_looks_while_ours_runs_and_by_itself_otherwise(text):
    look = read(text)
    before = look()
    with CLOCK.running():
        begin = look()
        assert CLOCK.asked
        for _ in range(1000):
            look()
        passed = look() - begin
    seconds = passed.total_seconds() if isinstance(passed, datetime.timedelta) else passed
    assert seconds == pytest.approx(1001 * LOOK / 1e9, abs=2e-6)
    assert look() >= before


def test_the_modules_have_their_own_clocks_afterwards():
    before = time.time, timeit.default_timer, datetime.datetime
    with CLOCK.running():
        assert datetime.datetime is not before[2]
        assert isinstance(before[2](2026, 1, 1), datetime.datetime)
        assert not isinstance(datetime.date(2026, 1, 1), datetime.datetime)
    assert (time.time, timeit.default_timer, datetime.datetime) == before


CLOCKS: dict[str, Callable[[], Any]] = {
    "time": time.time,
    "perf_counter": time.perf_counter,
    "monotonic": time.monotonic,
    "time_ns": time.time_ns,
    "milliseconds": lambda: 1000 * time.time(),
    "datetime": datetime.datetime.now,
}


@pytest.mark.parametrize("name", CLOCKS)
def test_a_moment_is_right_by_the_clock_that_it_is_compared_with(name):
    now = CLOCKS[name]
    start, deadline = Moment(0.0, still=False), Moment(30.0, still=False)
    passed = now() - start
    nothing = datetime.timedelta(0) if name == "datetime" else 0
    assert nothing <= passed
    assert nothing < deadline - now()
    assert now() < deadline
    assert not now() >= deadline
    assert now() > Moment(-1.0, still=False)
    span = datetime.timedelta(seconds=20) if name == "datetime" else 20
    assert start <= now() < start + span
    assert now() > deadline - 2 * span
    assert deadline - start == 30


@pytest.mark.parametrize("name", CLOCKS)
def test_no_time_passes_where_none_is_measured(name):
    start, deadline = Moment(0.0, still=True), Moment(float("inf"), still=True)
    assert not CLOCKS[name]() - start
    assert CLOCKS[name]() <= deadline
    assert bool(start)
    assert deadline is not None


def test_a_number_that_is_no_time_of_a_clock_is_not_judged():
    with pytest.raises(NotSeenError):
        5.0 - Moment(0.0, still=True)  # seconds of a game, perhaps
