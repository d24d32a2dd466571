"""What a player keeps of its limit: for the way back, and for pauses like those that the machine has imposed lately."""

import pytest

from counterply import Limit
from counterply.core.limits import NANOSECONDS, now_ns
from counterply.core.report import Report
from counterply.players.base import LATE_CHANCE, Pause, kept_for_pauses, lateness, reserve_of


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
    long_ago = now_ns() - NANOSECONDS
    limit = Limit(seconds=0.01, begin=long_ago)
    assert 0.98 < lateness(limit, Report(1, stopped="time")) < 60
    assert lateness(limit, Report(1, stopped="proven")) == 0.0
    assert lateness(Limit(seconds=1000, reserve=0.5, begin=now_ns()), Report(1, stopped="time")) == 0.0
    assert lateness(Limit(nodes=5, begin=long_ago), Report(1, stopped="time")) == 0.0


def late_share(pauses: list[Pause], reserve: float) -> float:
    """The share of searches that would be late, if each ended at a time at random, as a sum over small steps."""
    steps, late = 20_000, 0
    for pause in pauses:
        late += sum(step * pause.search / steps < pause.seconds - reserve for step in range(steps))
    return late / (steps * len(pauses))


@pytest.mark.parametrize(
    "pauses",
    [
        [Pause(0.03, 0.2)],
        [Pause(0.03, 0.2)] + [Pause(0.001, 0.2)] * 19,
        [Pause(0.004, 0.06), Pause(0.002, 0.5), Pause(0.009, 0.1)],
        [Pause(0.3, 0.3), Pause(0.0, 0.0), Pause(0.001, 0.001)],
    ],
)
def test_as_much_is_kept_as_leaves_few_searches_late(pauses: list[Pause]) -> None:
    kept = kept_for_pauses(pauses)
    assert 0 < kept < max(pause.seconds for pause in pauses)
    assert late_share(pauses, kept) == pytest.approx(LATE_CHANCE, rel=0.1)


def test_rare_and_short_pauses_cost_nothing() -> None:
    assert kept_for_pauses([]) == 0.0
    assert kept_for_pauses([Pause(0.0005, 0.5)] * 100) == 0.0
    assert kept_for_pauses([Pause(0.03, 0.5)] + [Pause(0.0001, 0.5)] * 99) == 0.0, "one in a hundred, which 0.06 % of moves meet"
    assert kept_for_pauses([Pause(0.3, 0.5)] * 6 + [Pause(0.001, 0.5)] * 94) > 0.2
