"""Plug-ins without what Windows lacks."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from test_windows import environment


def test_a_students_search_is_checked(tmp_path: Path) -> None:
    (tmp_path / "search.py").write_text(
        "def minimax(position, depth):\n    if depth == 0 or position.over:\n        return 0\n    return 0\n"
    )
    command = [sys.executable, "-m", "counterply", "check", "search.py:minimax"]
    done = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False, timeout=300)
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout


@pytest.mark.slow
def test_the_board_answers(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "counterply", "board", "tic_tac_toe", "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as board:
        try:
            assert board.stdout is not None
            address = next(found[0] for line in board.stdout if (found := re.search(r"http://\S+", line)))
            with urllib.request.urlopen(address, timeout=60) as page:
                assert b"<html" in page.read()
        finally:
            board.terminate()
