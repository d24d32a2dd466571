"""Machine code from disk does what compiled code does, in a process that never loads the compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import counterply as cp
from counterply.compiling.kernels import PLAIN, kernel

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

PROGRAM = Path(__file__).with_name("some_kernels.py")
RAISING = next(number for number, line in enumerate(PROGRAM.read_text().splitlines(), 1) if "this line" in line)
FEW = [(1 << 64) - 6, 5, [[0.0, 0.0, 0.0], [0.0, 0.0, 0.5]], False, True, True, 1000]
LAST = [["a number is positive", True, RAISING], float("inf")]


def ask(folder: Path, *arguments: str) -> Any:
    environment = {**os.environ, "COUNTERPLY_CACHE": str(folder)}
    done = subprocess.run([sys.executable, str(PROGRAM), *arguments], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_kernel_that_is_called_with_a_position_gets_its_record() -> None:
    @kernel
    def mover(position: Any) -> Any:
        return position["turn"]

    assert mover(cp.game("tic_tac_toe").start().play("0,0")) == 1


def test_a_warm_process_has_no_compiler(tmp_path: Path) -> None:
    everything = [*FEW, 14, 3, True, *LAST]
    assert ask(tmp_path, "more") == [everything, [0, 0, 0, 0, 0, 0], True]
    assert ask(tmp_path) == [[*FEW, *LAST], [1, 1, 1, 1, 0, 0], False]
    assert ask(tmp_path, "more") == [everything, [1, 1, 1, 1, 1, 0], True], "what prints is compiled anew"
