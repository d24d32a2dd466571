"""Whatever is edited between two tunings or learnings that go on with a file: they do not, unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterply.cli import run as command
from edited import edit, write_files

OUT = ["--out", "weights.json"]
CHANGED = "deep.py has changed, evaluator ahead has changed; give another --out to begin anew, or --force to go on"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files, in the current folder; spared is the check before the first use, which takes seconds for each edit."""
    monkeypatch.setattr("counterply.usercode.trust.require_checked", lambda *_: None)
    monkeypatch.chdir(write_files(tmp_path))
    return tmp_path


def test_weights_from_games_of_other_rules(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        command(["match", "./race.py", "random", "random", "--games", "20", "--nodes", "9", "--out", "run", "--workers", "1"]) == 0
    )
    words = ["tune", "./race.py", "linear", "--method", "records", "--store", "run", "--validation", "0", *OUT]
    assert command(words) == 0
    edit(files / "deep.py", "+1", "-1")
    assert command(words) == 2
    assert f"since the weights in weights.json began, {CHANGED}" in capsys.readouterr().err
    assert command([*words, "--force"]) == 0
    edit(files / "parts/near.py", "0", "1")
    capsys.readouterr()
    assert command([*words, "--force"]) == 2
    assert "the games in run were played by other rules" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "out"),
    [
        (["tune", "./race.py", "linear", "--nodes", "20", "--validation", "2", "--workers", "1", "--games"], "weights.json"),
        (["learn", "./race.py", "--size", "small", "--match", "0", "--games"], "race.learnt"),
    ],
)
def test_what_goes_on(files: Path, capsys: pytest.CaptureFixture[str], words: list[str], out: str) -> None:
    assert command([*words, "100", "--out", out]) == 0
    before = (files / out).read_bytes()
    edit(files / "deep.py", "+1", "-1")
    assert command([*words, "200", "--out", out]) == 2
    assert f"in {out} began, {CHANGED}" in capsys.readouterr().err
    assert (files / out).read_bytes() == before
    edit(files / "deep.py", "-1", "+1")
    (files / "deep.py").write_text("# a comment\n" + (files / "deep.py").read_text())
    assert command([*words, "200", "--out", out]) == 0
    edit(files / "deep.py", "+1", "-1")
    assert command([*words, "400", "--out", out, "--force"]) == 0
    assert command([*words, "500", "--out", out]) == 0, "it is of the new code from now on"
