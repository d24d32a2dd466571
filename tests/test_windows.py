"""What a process can do that lacks all that Windows lacks, in itself and in those that it starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

WINDOWS = Path(__file__).with_name("windows")
SOURCE = Path(__file__).resolve().parents[1] / "src"
PLAYER = """
import counterply as cp
class Mine:
    def choose(self, position, limit):
        return position.moves()[0]
"""


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(WINDOWS), str(SOURCE)])}


def run(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "counterply", *words]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_process_lacks_what_windows_lacks(tmp_path: Path) -> None:
    program = "import os, sys, signal; assert not hasattr(os, 'fork') and not hasattr(signal, 'SIGKILL')\nimport fcntl"
    done = subprocess.run([sys.executable, "-c", program], env=environment(), capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1].startswith("ModuleNotFoundError")


def test_it_analyses_and_solves(tmp_path: Path) -> None:
    assert json.loads(run(tmp_path, "analyse", "tic_tac_toe", "--depth", "3", "--json"))
    assert "draw" in run(tmp_path, "solve", "tic_tac_toe")


def test_it_plays_matches_and_tournaments_in_processes(tmp_path: Path) -> None:
    (tmp_path / "players.py").write_text(PLAYER)
    assert "players.py:Mine" in run(tmp_path, "match", "tic_tac_toe", "engine", "players.py:Mine", "--games", "4", "--nodes", "200")
    table = run(
        tmp_path,
        "tournament",
        "tic_tac_toe",
        "random",
        "engine",
        "--games",
        "4",
        "--nodes",
        "200",
        "--workers",
        "2",
        "--out",
        "run",
    )
    assert "random" in table
    assert "game 0: random (first) - engine" in run(tmp_path, "replay", "run", "0")


@pytest.mark.slow
def test_a_users_file_is_made_checked_and_searched(tmp_path: Path) -> None:
    run(tmp_path, "new", "mine")
    assert run(tmp_path, "analyse", "mine.py", "--depth", "2")
    run(tmp_path, "verify", "mine.py")


def test_it_plays_in_the_terminal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "counterply", "play", "tic_tac_toe", "--against", "random"]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment(), input="1,1\n", capture_output=True, text=True, check=False, timeout=120
    )
    assert "Traceback" not in done.stderr
    assert "X" in done.stdout
