"""What a player keeps of its limit: for the way back, and for pauses like those that the machine has imposed lately."""

import pytest

from counterply import Limit
from counterply.core.limits import NANOSECONDS, now_ns
from counterply.core.report import Report
from counterply.players.base import lateness, reserve_of, usual_pause


@pytest.mark.parametrize(
    ("milliseconds", "pause", "kept"),
    [
        (150, 0.0, 1.2),  # the way back
        (150, 5.0, 6.2),  # and the longest pause
        (150, 90.0, 24.0),  # no more than 16 %
        (60, 90.0, 9.6),
        (5, 0.0, 1.2),  # 16 % would be less than the way back
        (5, 90.0, 1.2),
        (2, 0.0, 1.0),  # half
        (1, 3.0, 0.5),
    ],
)
def test_the_reserve(milliseconds, pause, kept):
    assert reserve_of(Limit(seconds=milliseconds / 1000), pause / 1000) == pytest.approx(kept / 1000)


def test_without_a_time_nothing_is_kept():
    assert reserve_of(Limit(nodes=100), 1.0) == 0.0


def test_only_an_answer_after_the_end_of_its_search_is_late():
    limit, long_ago = Limit(seconds=0.01), now_ns() - NANOSECONDS
    assert 0.98 < lateness(limit, 0.0, long_ago, Report(1, stopped="time")) < 60
    assert lateness(limit, 0.0, long_ago, Report(1, stopped="proven")) == 0.0
    assert lateness(Limit(seconds=1000), 0.5, now_ns(), Report(1, stopped="time")) == 0.0
    assert lateness(Limit(nodes=5), 0.0, long_ago, Report(1, stopped="time")) == 0.0


def test_one_pause_in_a_hundred_is_not_provided_for() -> None:
    assert usual_pause([]) == 0.0
    assert usual_pause([0.001, 0.3]) == 0.3, "the longest one, while there are few"
    assert usual_pause([0.3] + [0.001] * 99) == 0.001
    assert usual_pause([0.3] * 6 + [0.001] * 94) == 0.3
