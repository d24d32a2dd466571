"""Shortcuts in Numba's passes change nothing but the time: the machine code is the same without them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from counterply.compiling.kernels import PLAIN

pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled")

ROOT = Path(__file__).resolve().parents[2]

# loops, branches, a generator, a closure, a list, calls of NumPy, arrays, records: a hash of the machine code of each kernel
COMPILE = """
import hashlib, json, sys
import numpy as np
import counterply as cp
from counterply.compiling import kernels, numba
if sys.argv[1] == "without":
    numba.TRICKS._shortcuts = None

found = []

def note(function, shapes, code):  # an expression of arrays is a function of its own to Numba, whose name holds an address
    said = len if function.__name__ == "of_arrays" else lambda code: hashlib.sha256(code).hexdigest()
    found.append([function.__qualname__, said(code.object_file)])

kernels.save_code = note

@kernels.kernel
def count_down(first):
    for number in range(first, 0, -1):
        yield number

@kernels.cached_kernel
def many_things(numbers, least):
    total = [number for number in numbers if number > least]
    best = lambda one, other: max(one, other)
    while len(total) > 3:
        if total.pop() == 7:
            break
        else:
            continue
    result = np.zeros(4)
    for place, number in enumerate(count_down(3)):
        result[place] = number * len(total)
    return best(result.sum(), float(least))

@kernels.cached_kernel
def of_arrays(numbers):
    return (numbers * 2 + 1).sum()

numbers = np.arange(10)
found.append(of_arrays(numbers))
found.append(many_things(numbers, 2))
next(iter(cp.analyse(cp.game("tic_tac_toe").start(), depth=1)))
print(json.dumps(found))
"""


@pytest.mark.slow
def test_the_machine_code_is_the_same_without_shortcuts(tmp_path: Path) -> None:
    with_and_without = []
    for which in ("with", "without"):
        environment = {**os.environ, "COUNTERPLY_CACHE": str(tmp_path / which), "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run(
            [sys.executable, "-c", COMPILE, which], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
        )
        assert done.returncode == 0, done.stderr
        with_and_without.append(json.loads(done.stdout))
    assert len(with_and_without[0]) >= 6
    assert with_and_without[0] == with_and_without[1]
