"""What a player keeps of its limit: for the way back, and for pauses like those that the machine has imposed lately."""

from collections.abc import Iterable
from itertools import cycle

import numpy as np
import pytest

from counterply import Limit
from counterply.core.limits import NANOSECONDS, PAUSE_NS, PAUSES
from counterply.core.report import Report
from counterply.players import base
from counterply.players.base import RESERVE_SECONDS, Pauses


@pytest.mark.parametrize(("milliseconds", "kept"), [(150, 5.2), (10.4, 5.2), (5, 2.5), (2, 1.0)])  # no more than half
def test_the_reserve(milliseconds: float, kept: float) -> None:
    assert Pauses().reserved(Limit(seconds=milliseconds / 1000)).reserve == pytest.approx(kept / 1000)


def test_without_a_time_nothing_is_kept() -> None:
    assert Pauses().reserved(Limit(nodes=100)).reserve == 0.0


def seen(*milliseconds: float) -> np.ndarray:
    """Return pauses as a search counts them."""
    counts = np.zeros(PAUSES, np.int64)
    for length in milliseconds:
        counts[min(int(length * 1_000_000) // PAUSE_NS, PAUSES - 1)] += 1
    return counts


NOW = 1_000 * NANOSECONDS


def kept_after(searches: Iterable[np.ndarray | None], seconds: float = 0.5, stopped: str = "") -> float:
    """Return the milliseconds kept of half a second for pauses, after searches that took so many seconds."""
    last, limit = Pauses(), Limit(seconds=0.5, begin=NOW - int(seconds * NANOSECONDS))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "now_ns", lambda: NOW)
        for pauses in searches:
            last.note(limit, Report(1, stopped=stopped), pauses)
    return 1000 * (last.reserved(limit).reserve - RESERVE_SECONDS)


@pytest.mark.parametrize(
    ("searches", "least", "most"),
    [
        ([], 4, 4),  # nothing is known yet
        ([seen()] * 4, 0, 0),
        ([seen(*[0.2] * 100)] * 4, 0.5, 0.5),  # looks at the clock
        ([seen(*[10.2] * 20)] * 100, 10, 10.5),  # one of five answers would fall into the last half of a pause, with 5 ms
        ([seen(10.2)] * 100, 9, 9.5),  # one of five hundred into all but the last millisecond
        ([seen(80.2), *[seen()] * 99], 0, 0),  # one of 620 into that single pause
        ([*[seen()] * 9, seen(80.2)], 69, 71),  # one of 62 here
        ([seen(*[3000.0])] * 100, 248.8, 248.8),  # longer than is counted, so half of the limit
    ],
)
def test_least_reserve_that_makes_one_answer_in_five_hundred_late(searches: list[np.ndarray], least: float, most: float) -> None:
    assert least - 0.01 <= kept_after(searches) <= most + 0.01


@pytest.mark.parametrize(
    ("searches", "least", "most"),
    [
        ([None] * 10, 40.5, 41),  # each answer is 40.8 ms late, and with less it would be again
        ([seen()] * 10, 39.5, 41),  # a pause that no look at the clock has seen
        ([seen(60)] * 10, 58, 60),  # the pause that made it late
    ],
)
def test_answers_later_than_pauses_explain(searches: list[np.ndarray | None], least: float, most: float) -> None:
    assert least <= kept_after(searches, seconds=0.542, stopped="time") <= most
    assert kept_after([None] * 10, seconds=0.542, stopped="proven") == 0, "it may have taken all of its time"
    assert kept_after([None] * 10, seconds=0.49, stopped="time") == 0


# milliseconds that a process ran, and then waited for a core, one after the other: two cores and some fifteen busy processes
RECORDED = (
    "3.7 20.3 3.7 21.7 2.3 16 4 20 4 24 4 23.6 1.5 3 2.2 21.8 3.8 19.7 4.5 28 4 24 4 22.6 1.4 4 4 23.3 4.7 36.1 3.9 26.2 1.8 4"
    " 4 24.1 3.9 28.1 3.9 20.3 3.7 17 3 20.1 3.9 24 4 20 4 14.2 1.8 16.4 3.6 20 4 24 4 20 4 32.1 3.9 24 4 20.1 3.9 24 1.8 10.2"
    " 4 19.6 4.4 25.8 2.2 20 4 16 4 31.2 4.8 28 4 24 3.6 20.4 3.5 24.5 4 19.5 4.5 32 4 22 2 10.1 1.9 20 4 16 4 24.1 3.9 28"
    " 1.7 14.3 4 24.1 3.9 24 4 28.1 3.9 23.3 4.7 40.1 3.9 20.1 2 9.7 4.1 25.3 2.7 20.1 3.9 34.4 1.6 4 4 24.1 3.9 32 4 20"
)


def test_share_of_time_used_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five hundred moves on a clock of its own, which plays the recorded pauses, and one of 90 ms in each hundred moves."""
    run, pause = (iter(cycle(map(float, RECORDED.split()[part::2]))) for part in (0, 1))
    now, used = 0.0, list[float]()
    monkeypatch.setattr(base, "now_ns", lambda: int(now * 1e6))
    last = Pauses()
    waits = next(run)  # until the next pause
    for move in range(500):
        limit = last.reserved(Limit(seconds=0.5, begin=int(now * 1e6)))
        begin, pauses = now, list[float]()
        end = begin + 1000 * (0.5 - limit.reserve)
        while now < end:
            if now + waits >= end:
                waits, now = waits - (end - now), end
                break
            pauses.append(90.0 if move % 100 == 50 and len(pauses) == 3 else next(pause))
            now, waits = now + waits + pauses[-1], next(run)
        last.note(limit, Report(1, stopped="time"), seen(*pauses))
        used.append(now + 1000 * RESERVE_SECONDS - begin)
    late = sum(milliseconds > 500 for milliseconds in used)
    assert late <= base.LATE_ANSWERS * len(used)
    assert np.median(used) > 0.94 * 500
