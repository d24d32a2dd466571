"""Machine code depends on what Numba does inside, so that the versions of it are those that were tried."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import llvmlite
import numba
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
TESTED = ("0.68", "0.68")  # the oldest and the newest that passed tests/compiling and tests/test_stale_code.py, the slow tests too
OLDEST, NEWEST = (tuple(map(int, version.split("."))) for version in TESTED)


def test_this_version_of_numba_is_one_that_was_tried() -> None:
    assert OLDEST <= tuple(map(int, numba.__version__.split(".")[:2])) <= NEWEST, f"Numba {numba.__version__} was not tried"


def test_the_project_asks_for_the_versions_that_were_tried() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert f"numba>={TESTED[0]},<{NEWEST[0]}.{NEWEST[1] + 1}" in wanted


def test_the_known_good_set_names_what_makes_machine_code() -> None:
    pins = dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(), re.M))
    assert tuple(map(int, pins["numba"].split(".")[:2])) == NEWEST
    assert {"numba", "llvmlite", "numpy"} <= pins.keys()
    print(f"run with Numba {numba.__version__}, llvmlite {llvmlite.__version__}, NumPy {np.__version__}")
