"""Ctrl-C while the command still imports what it needs: it ends at once, without a word, with the shell's code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# what is imported first, what is imported last, and what only this command imports
STARTS = [
    (["games"], "click"),
    (["games"], "llvmlite"),
    (["analyse", "mine.py"], "llvmlite"),
    (["board", "--no-open"], "click"),
    (["host", "gomocup"], "click"),
    (["host", "fishing_derby"], "click"),
    (["host", "mp2"], "click"),
]


@pytest.mark.parametrize(("arguments", "module"), STARTS, ids=lambda value: value if isinstance(value, str) else " ".join(value))
def test_ctrl_c_during_imports_is_silent(tmp_path: Path, arguments: list[str], module: str) -> None:
    """A module that is found first interrupts the process as it is imported."""
    (tmp_path / f"{module}.py").write_text(f"import os, signal\nos.kill(os.getpid(), {signal.SIGINT.value})\nwhile True: pass\n")
    done = subprocess.run(
        [sys.executable, "-m", "counterply", *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src")])},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_what_a_shell_runs_in_the_background_goes_on_ignoring_it(tmp_path: Path) -> None:
    (tmp_path / "rich.py").write_text(f"import os, signal\nos.kill(os.getpid(), {signal.SIGINT.value})\nraise SystemExit(7)\n")
    done = subprocess.run(
        [sys.executable, "-m", "counterply", "games"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src")])},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        check=False,
        timeout=60,
    )
    assert done.returncode == 7
