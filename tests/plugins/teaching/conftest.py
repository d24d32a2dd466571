"""Searches without processes of their own."""

import pytest
from inside import Inside


@pytest.fixture
def inside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search runs in this process: what it answers is looked at, and not what it does to its process."""
    monkeypatch.setattr("counterply.plugins.teaching.judge.checker.Student", Inside)
