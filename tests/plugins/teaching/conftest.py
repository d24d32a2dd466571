"""Searches without processes of their own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from inside import Inside

from counterply.plugins.teaching.judge.process import Student

STUDENT = "counterply.plugins.teaching.judge.checker.Student"


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A search runs in this process: what it answers is looked at, and not what it does to its process."""
    before = {*sys.modules}
    monkeypatch.setattr(STUDENT, Inside)
    yield
    for name in {*sys.modules} - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture
def outside(inside: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search runs in a process of its own, though those of its module do not."""
    monkeypatch.setattr(STUDENT, Student)
