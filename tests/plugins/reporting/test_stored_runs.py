"""The verbs and commands report and export: what they write, what they replace, and what they do not run."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_tournament import assert_not_run

import counterply as cp
from counterply.cli import run


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_stored_run_is_reported_and_exported(tmp_path: Path) -> None:
    played = cp.match("tic_tac_toe", "random", "random", games=2, nodes=10, workers=1, out=tmp_path / "run")
    assert cp.report(tmp_path / "run").read_text().startswith("<!doctype html>")
    assert {file.suffix for file in cp.export(tmp_path / "run")} >= {".csv", ".md", ".tex", ".jsonl"}
    assert played.report("elsewhere.html", sample=0) == Path("elsewhere.html")
    assert "<html" in Path("elsewhere.html").read_text()


def test_a_game_file_that_only_the_store_names_is_not_run(tmp_path, capsys):
    assert_not_run(tmp_path, capsys, "report")


def test_there_is_no_report_of_no_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "nowhere"]) == 2
    assert "there is no run in nowhere" in capsys.readouterr().err


@pytest.fixture
def kept(capsys: pytest.CaptureFixture[str]) -> str:
    """A folder with a run."""
    players = ["tic_tac_toe", "random", "greedy"]
    assert run(["match", *players, "--games", "2", "--nodes", "5", "--workers", "1", "--out", "run"]) == 0
    capsys.readouterr()
    return "run"


@pytest.mark.parametrize(("command", "file"), [("report", "report.html"), ("export", "export/games.csv")])
def test_a_stored_run_replaces_no_foreign_file(kept: str, capsys: pytest.CaptureFixture[str], command: str, file: str) -> None:
    place = Path(kept, file)
    assert run([command, kept]) == 0
    assert run([command, kept]) == 0, "its own file it writes again"
    place.write_text("notes of mine")
    capsys.readouterr()
    assert run([command, kept]) == 2
    assert "--force replaces it" in capsys.readouterr().err
    assert place.read_text() == "notes of mine"
    assert run([command, kept, "--force"]) == 0
    assert place.read_text() != "notes of mine"


def test_of_a_game_that_is_gone_the_results_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    text = "class Position:\n    turn = 0\n    def __init__(self, left=5): self.left = left\n    def moves(self): return [1, 2]\n"
    text += (
        "    def after(self, move): return Position(self.left - move)\n    def outcome(self): return 0 if self.left > 0 else 1\n"
    )
    Path("mine.py").write_text(f"{text}game = Position\n")
    played = cp.match("mine.py", "random", "random", games=4, nodes=5, workers=1, out="run")
    assert played.standing.games == 4
    Path("mine.py").rename("elsewhere.py")
    capsys.readouterr()
    assert run(["report", "run"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "Win Rate" in said.out
    (line,) = [line for line in said.out.splitlines() if "not there any more; if it lies elsewhere now: --game FILE.py" in line]
    assert "without it there are no positions" in line
    page = Path("run/report.html").read_text()
    assert "No games to step through: there is no file" in page
    assert run(["export", "run", "tables.md"]) == 0
    assert "| random |" in capsys.readouterr().out
    assert run(["report", "run", "--game", "elsewhere.py"]) == 0
    assert "not there any more" not in Path("run/report.html").read_text()
