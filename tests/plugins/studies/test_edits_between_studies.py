"""Whatever is edited between two studies: none goes on with earlier games of something else, or shows an earlier number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from counterply.cli import run as command
from edited import edit, write_files


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files, in the current folder; spared is the check before the first use, which takes seconds for each edit."""
    monkeypatch.setattr("counterply.usercode.trust.require_checked", lambda *_: None)
    monkeypatch.chdir(write_files(tmp_path))
    return tmp_path


def test_a_portrait(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["portrait", "./nim.py", "--nodes", "5", "--games", "2", "--out", "run", "--workers", "1"]
    assert command(words) == 0
    edit(files / "deep.py", "+1", "-1")
    assert command(words) == 2
    assert "since the games in run/strengths began, deep.py has changed" in capsys.readouterr().err
    assert command([*words, "--force"]) == 0


def test_an_ablation_is_measured_anew(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def counted() -> list[Any]:
        assert command(["ablate", "./nim.py", "--games", "0", "--depth", "4", "--positions", "2", "--nodes", "50", "--json"]) == 0
        return [rung["nodes"] for rung in json.loads(capsys.readouterr().out)["rungs"]]

    before = counted()
    edit(files / "deep.py", "+1", "-1")
    after = counted()
    edit(files / "deep.py", "-1", "+1")
    assert before != after
    assert before == counted()


@pytest.mark.slow  # an ablation has the same doors
def test_accuracy_is_measured_anew(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def measured() -> Any:
        words = ["accuracy", "./nim.py", "even", "--player", "random", "--games", "4", "--nodes", "50", "--examples", "0", "--json"]
        assert command(words) == 0
        return json.loads(capsys.readouterr().out)["evaluators"]

    before = measured()
    edit(files / "deep.py", "+1", "-1")
    assert measured() != before
    edit(files / "deep.py", "-1", "+1")
    assert measured() == before
