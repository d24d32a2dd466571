"""Command lines with something wrong in them: an answer, or one line and exit code 2. benchmarks/fuzz_commands.py runs longer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from fuzz_commands import fuzz


def test_changed_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    codes, faults = fuzz(60, seed=1)
    assert faults == []
    assert codes[0]
    assert codes[2]
