"""Some command lines as nobody should type them: an answer, or a line and exit code 2. benchmarks/fuzz_commands.py has more."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

from counterply.cli import add_commands

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks"))
import fuzz_commands

QUICK = ("games", "players", "analyse", "solve", "perft", "nodes", "new", "report", "replay", "export", "play", "tree")


def test_careless_command_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fuzz_commands, "COMMANDS", {name: fuzz_commands.COMMANDS[name] for name in QUICK})
    monkeypatch.setattr(fuzz_commands, "GAMES", ("tic_tac_toe",))
    add_commands()
    fuzz_commands.prepare()
    chance = Random(1)
    lines = [fuzz_commands.careless(chance) for _ in range(60)]
    assert {str(words): fault for words in lines if (fault := fuzz_commands.fault_of(words))} == {}
