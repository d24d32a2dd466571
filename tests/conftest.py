"""Test settings: the same examples in every run of CI, so that a landing never depends on luck; fresh ones elsewhere."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, database=None)
if os.environ.get("CI"):
    settings.load_profile("ci")
