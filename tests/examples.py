"""How many random examples a property is tried on: a part of them in `make test`, all of them in `make test-all`."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

PART = 1 if os.environ.get("COUNTERPLY_TESTS") == "all" else 3


def examples(number: int) -> Any:
    """Return the settings of a property that is tried on so many examples."""
    return settings(max_examples=number // PART, deadline=None)
