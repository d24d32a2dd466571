"""Limits: what they refuse, what a move gets of a clock, durations as text."""

import math

import pytest
from hypothesis import given, strategies as st

from counterply import Limit, Stop
from counterply.core.limits import CLOCK_CAP, duration_ns, now_ns, parse_duration


@pytest.mark.parametrize("name", ["seconds", "depth", "nodes", "simulations"])
@pytest.mark.parametrize("value", [0, -1, math.nan])
def test_limits_are_above_zero(name, value):
    with pytest.raises(ValueError, match=f"{name} must be above 0, not {value}"):
        Limit(**{name: value})


@given(st.floats(-5, 1e6), st.floats(0, 100), st.none() | st.floats(1e-6, 100))
def test_a_clock_is_shared_out(clock, increment, seconds):
    share = Limit(clock=clock, increment=increment, seconds=seconds).move_seconds
    assert share > 0
    assert seconds is None or share <= seconds
    assert share <= max(0.001, clock / CLOCK_CAP)


def test_what_ends_a_search():
    assert Limit().unlimited
    assert Limit(stop=Stop()).unlimited
    assert not Limit(clock=0).unlimited
    assert Limit().move_seconds is None
    assert str(Limit()) == "unlimited"
    assert str(Limit(seconds=0.15, nodes=10_000, depth=3)) == "150ms, depth 3, nodes 10,000"
    assert str(Limit(clock=60, increment=0.5)) == "clock 60s+0.5s"
    assert Limit(nodes=5).with_(depth=2) == Limit(nodes=5, depth=2)


def test_a_stop_is_set_and_withdrawn():
    stop = Stop()
    assert not stop
    stop.set()
    assert stop
    assert stop.word[0] == 1
    stop.clear()
    assert not stop


@pytest.mark.parametrize(
    ("text", "seconds"), [("150ms", 0.15), ("2s", 2), ("1.5", 1.5), (" 2 M ", 120), (".5h", 1800), ("7us", 7e-6), ("3min", 180)]
)
def test_durations(text, seconds):
    assert parse_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "0", "0ms", "-1s", "1e3", "1,5s", "soon", "1 2", "nan", "inf"])
def test_no_durations(text):
    with pytest.raises(ValueError, match="not a duration"):
        parse_duration(text)


def test_nanoseconds():
    assert duration_ns(0.25) == 250_000_000
    assert now_ns() + duration_ns(math.inf) < 1 << 63
    assert now_ns() <= now_ns()


def test_a_limit_prints_what_was_set():
    assert repr(Limit(seconds=1, depth=3)) == "Limit(seconds=1, depth=3)"
    assert eval(repr(Limit(clock=60, increment=1))) == Limit(clock=60, increment=1)
