"""What a player keeps of its limit: for the way back, and for pauses like those that the machine has imposed lately."""

import pytest

from counterply import Limit
from counterply.core.limits import NANOSECONDS, now_ns
from counterply.core.report import Report
from counterply.players.base import RESERVE_SECONDS, Pauses, lateness, reserve_of


@pytest.mark.parametrize(
    ("milliseconds", "pause", "kept"),
    [
        (150, 0.0, 1.2),  # the way back
        (150, 5.0, 6.2),  # and the pause
        (150, 90.0, 75.0),  # no more than half
        (5, 0.0, 1.2),
        (5, 3.0, 2.5),
        (2, 0.0, 1.0),
    ],
)
def test_the_reserve(milliseconds, pause, kept):
    assert reserve_of(Limit(seconds=milliseconds / 1000), pause / 1000) == pytest.approx(kept / 1000)


def test_without_a_time_nothing_is_kept():
    assert reserve_of(Limit(nodes=100), 1.0) == 0.0


def test_only_an_answer_after_the_end_of_its_search_is_late():
    long_ago = now_ns() - NANOSECONDS
    limit = Limit(seconds=0.01, begin=long_ago)
    assert 0.98 < lateness(limit, Report(1, stopped="time")) < 60
    assert lateness(limit, Report(1, stopped="proven")) == 0.0
    assert lateness(Limit(seconds=1000, reserve=0.5, begin=now_ns()), Report(1, stopped="time")) == 0.0
    assert lateness(Limit(nodes=5, begin=long_ago), Report(1, stopped="time")) == 0.0


@pytest.mark.parametrize(
    ("pauses", "kept"),
    [
        ([], 0.004),  # nothing is known yet
        ([0.001] * 99, 0.001),  # from the hundredth move on, the longest pause is not kept any more
        ([0.001] * 400, 0.001),
        ([0.001] * 396 + [0.3] * 4, 0.001),  # one in a hundred
        ([0.001] * 395 + [0.003] * 5, 0.003),  # and more
        ([0.003] * 5 + [0.001] * 396, 0.001),  # and long ago
    ],
)
def test_as_much_is_kept_as_one_pause_in_a_hundred_exceeds(pauses: list[float], kept: float) -> None:
    last = Pauses()
    for pause in pauses:
        last.note(pause, Limit(seconds=0.5), Report(1))
    assert last.reserved(Limit(seconds=0.5)).reserve == pytest.approx(RESERVE_SECONDS + kept)
