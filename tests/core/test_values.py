"""The score grid and the band of proven results."""

import math
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from counterply.core import values
from counterply.core.values import (
    DECIDED_DISTANCE,
    DRAW,
    FIRST,
    HEURISTIC_LIMIT,
    INFINITE,
    MAX_MARGIN,
    NOT_A_NUMBER,
    PROVEN,
    PROVEN_LIMIT,
    SECOND,
    distance_of,
    farther,
    is_loss,
    is_proven,
    is_win,
    margin_score,
    on_grid,
    outcome_score,
    proven_win,
    score_text,
)
from some import some

DISTANCES = st.integers(0, DECIDED_DISTANCE - 1)


@given(DISTANCES, DISTANCES)
def test_wins_order_by_distance(distance, longer):
    score, second = proven_win(distance), proven_win(longer)
    assert (score > second) == (distance < longer)
    assert PROVEN <= score <= PROVEN_LIMIT < INFINITE
    assert is_win(score)
    assert is_loss(-score)
    assert distance_of(score) == distance_of(-score) == distance


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_farther_moves_the_end_away(distance, plies):
    score = proven_win(distance)
    for sign in (1, -1):
        assert farther(sign * score, plies) == sign * proven_win(distance + plies)
        assert farther(farther(sign * score, plies), -plies) == sign * score
    assert farther(HEURISTIC_LIMIT, plies) == HEURISTIC_LIMIT
    assert farther(-HEURISTIC_LIMIT, plies) == -HEURISTIC_LIMIT


@given(st.sampled_from([FIRST, SECOND, DRAW]), DISTANCES)
def test_outcomes_are_zero_sum(outcome, distance):
    first, second = (outcome_score(outcome, player, distance) for player in range(2))
    assert first == -second
    assert (first > 0, first < 0) == (outcome == FIRST, outcome == SECOND)


@given(st.integers(-MAX_MARGIN, MAX_MARGIN), st.integers(1, 1 << 20))
def test_margins_are_zero_sum_and_stay_out_of_the_proven_bands(margin, grid):
    score = margin_score(margin, 0, grid)
    assert margin_score(margin, 1, grid) == -score
    assert not is_proven(score)
    assert score == max(-HEURISTIC_LIMIT, min(HEURISTIC_LIMIT, margin * grid))


@given(st.floats(allow_nan=False), st.integers(1, 1 << 20))
def test_the_grid(value, grid):
    found = on_grid(value, grid)
    assert not is_proven(found)
    assert found == -on_grid(-value, grid)
    if abs(value * grid) < HEURISTIC_LIMIT:
        assert found == round(value * grid)
    else:
        assert found == math.copysign(HEURISTIC_LIMIT, value)
    assert found == getattr(on_grid, "py_func", on_grid)(value, grid)


def test_edges():
    assert on_grid(math.nan, 1024) == NOT_A_NUMBER
    assert [on_grid(x / 2, 1) for x in (-3, -1, 1, 3, 5)] == [-2, 0, 0, 2, 2]
    assert distance_of(proven_win(DECIDED_DISTANCE)) is None
    assert distance_of(HEURISTIC_LIMIT) is distance_of(-HEURISTIC_LIMIT) is None


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0, "0.00"),
        (-512, "-0.50"),
        (proven_win(3), "win in 3"),
        (-proven_win(4), "loss in 4"),
        (proven_win(DECIDED_DISTANCE + 3), "win"),
    ],
)
def test_scores_as_text(score, text):
    assert score_text(score) == text


def test_every_number_with_a_sign_is_written_by_one_function():
    format_with_sign = re.compile(r":.?[<>^=]?\+z?\d*(\.|[defgn%]?\})")
    package = Path(values.__file__).parents[1]
    ours = (path for path in package.rglob("*.py") if "examples" not in path.relative_to(package).parts)  # of an installation
    sources = some(ours, 150)
    lines = [(path.name, line) for path in sources for line in path.read_text(encoding="utf-8").splitlines() if ">>>" not in line]
    assert [found for found in lines if format_with_sign.search(found[1])] == []
