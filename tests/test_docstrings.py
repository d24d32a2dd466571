"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src"
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for path in sorted(SOURCE.rglob("*.py"))
    if re.search(r"^\s*>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]


NEEDS = {"counterply.hosts.gymnasium": "gymnasium", "counterply.hosts.pettingzoo": "pettingzoo"}  # packages that may be missing


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    failures, tests = doctest.testmod(importlib.import_module(name))
    assert tests > 0
    assert failures == 0
