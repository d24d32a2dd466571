"""Tests that look at what they find say so where they find nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from longest import LONGEST
from some import some


def test_what_is_found_is_given_on() -> None:
    assert some(number for number in (1, 2)) == [1, 2]


def test_less_than_there_must_be_fails() -> None:
    with pytest.raises(AssertionError, match="2 found, where at least 3"):
        some({1, 2}, 3)


def test_no_parameters_are_no_test_passed(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("empty_parameter_set_mark") == "fail_at_collect"


def test_the_files_that_are_begun_first_are_there() -> None:
    assert set(LONGEST) <= {path.name for path in Path(__file__).parent.rglob("test_*.py")}
