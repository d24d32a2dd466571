"""Command lines with something wrong in them: an answer, or one line and exit code 2. benchmarks/fuzz_commands.py runs longer."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
from fuzz_commands import budgets, careless, fuzz

QUICK = ("games", "players", "new", "nodes", "perft", "tree", "report", "replay", "export", "generate fishing_derby", "match")
LINES, EDGES = 15, 10


def test_changed_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    chance = random.Random(1)
    edges = [words for words in budgets() if " ".join(words).startswith(QUICK) and "blocker" not in words]
    lines = [careless(chance, QUICK) for _ in range(LINES)] + chance.sample(edges, EDGES)
    outcomes = list(fuzz(lines))
    assert [fault for _, fault in outcomes if fault] == []
    assert {0, 2} <= {code for code, _ in outcomes}
