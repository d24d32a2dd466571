"""What a test looks at one by one must be there: a loop over nothing passes every assertion."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Found = TypeVar("Found")


def some(found: Iterable[Found], least: int = 1) -> list[Found]:
    """Return what was found as a list; it fails where there is less than `least`."""
    there = list(found)
    assert len(there) >= least, f"{len(there)} found, where at least {least} are expected: the test would look at nothing"
    return there
