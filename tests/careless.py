"""What careless users type is checked in one way: one clear line, exit code 2, and nothing written."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from counterply.api.own_games import new
from counterply.cli import run

HUGE = "9" * 25
TTT = "tic_tac_toe"
TWO_RANDOM = f"match {TTT} random random --nodes 5"
OWN = """
class Bold:
    def __init__(self, eval: str = "mine"):
        self.eval = eval
    def choose(self, position, limit):
        return position.moves()[0]
def judge(position, player):
    return 0.0
"""


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines on standard error, but for progress."""
    news = ("compiling", "preparing:", "playing:", "solving openings:")  # on a slow machine
    return [line for line in capsys.readouterr().err.splitlines() if not line.startswith(news)]


def assert_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: str, said: str) -> None:
    """Run a command that is wrong."""
    before = sorted(Path().iterdir())
    words = [word.strip("'") for word in arguments.split(" ")]
    assert run(words) == 2
    (line,) = told(capsys)
    assert said in line
    assert sorted(Path().iterdir()) == before, "something was written"


def assert_names_come_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, arguments: str, said: str
) -> None:
    """Run a command with a wrong name, which must be seen before anything is compiled."""

    def compiled(*arguments: Any) -> None:
        raise AssertionError("compiled before the names were looked at")

    for place in ("usercode.trust.require_checked", "arena.seats.warm_up", "players.search.search_for"):
        monkeypatch.setattr(f"counterply.{place}", compiled)
    new("mine")
    Path("own.py").write_text(OWN)
    assert run(arguments.replace("GAME", game).split()) == 2
    (line,) = told(capsys)
    assert said.replace("GAME", game.removesuffix(".py")) in line


@contextmanager
def full_disk(size: int = 0) -> Iterator[None]:
    """Let no file grow beyond some bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def assert_a_full_disk_is_one_line(capsys: pytest.CaptureFixture[str], arguments: str, file: str) -> None:
    """Run a command that writes, with and without room."""
    assert run(f"{TWO_RANDOM} --games 2 --out run".split()) == 0
    before = set(Path().rglob("*"))
    assert run(arguments.split()) == 0  # compiles
    for path in sorted(set(Path().rglob("*")) - before, reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    capsys.readouterr()
    with full_disk():
        assert run(arguments.split()) == 2
    (line,) = told(capsys)
    assert file.rpartition("/")[2].partition(".")[0] in line or "generate" in arguments
    assert "cannot be" in line
    left = {path for path in set(Path().rglob("*")) - before if path.suffix not in (".sqlite-wal", ".sqlite-shm")}  # SQLite's own
    assert left <= {Path("other"), Path("other/run.lock")}
