"""Numba at arm's length: its private names stand in one place, and a version that nobody has tried loses time, not function."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import numba
import pytest

import counterply as cp
from counterply.compiling.kernels import PLAIN
from counterply.compiling.numba import TRIED, version

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(cp.__file__).parent
PUBLIC = ("numba", "numba.extending", "llvmlite", "llvmlite.binding", "llvmlite.ir")

# a search, a game whose rules are compiled by the user's own Numba, and what these functions are made by
PROGRAM = """
import json, sys
import counterply as cp
import counterply.compiling.numba as adapter
how = sys.argv[1]
if how == "untried":
    adapter.TRIED = ((0, 1), (0, 2))
elif how == "strange":  # nothing of the linking of modules is as we know it
    from counterply.compiling.numba import parts
    parts.Part.code = None
adapter.TRICKS.__init__()
if how == "strange":
    adapter.TRICKS.untried = True
report = list(cp.analyse(cp.game("tic_tac_toe").start(), depth=4))[-1]
print(json.dumps([str(report.move), report.nodes, str(report.best.text)]))
"""


def test_this_version_of_numba_is_one_that_was_tried() -> None:
    assert TRIED[0] <= version() <= TRIED[1], f"Numba {numba.__version__} was not tried"


def test_the_project_asks_for_the_oldest_version_that_was_tried_and_refuses_no_newer_one() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "numba>={}.{}".format(*TRIED[0]) in wanted["dependencies"]
    assert wanted["requires-python"] == ">=3.11"


def test_the_known_good_set_names_what_makes_machine_code() -> None:
    pins = dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (ROOT / "constraints.txt").read_text(), re.M))
    assert tuple(map(int, pins["numba"].split(".")[:2])) == TRIED[1]
    assert {"numba", "llvmlite", "numpy"} <= pins.keys()


def test_numbas_private_names_stand_in_one_package() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in PACKAGE.rglob("*.py")
        if (PACKAGE / "compiling" / "numba") not in path.parents
        for name in _imported(path)
        if name.split(".")[0] in ("numba", "llvmlite") and name not in PUBLIC
    ]
    assert wrong == []


def _imported(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom) and not node.level}


def run(folder: Path, how: str) -> tuple[Any, str]:
    environment = {**os.environ, "COUNTERPLY_CACHE": str(folder / how)}
    done = subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize(("how", "lost"), [("untried", "a quarter longer"), ("strange", "longer, and in each process anew")])
def test_a_version_that_nobody_has_tried_finds_the_same_moves(tmp_path: Path, how: str, lost: str) -> None:
    found, said = run(tmp_path, how)
    assert (found, "was not tried" in said) == (run(tmp_path, "as it is")[0], True)
    assert [line.endswith(f"compiling takes {lost}") for line in said.splitlines() if "Numba" in line] == [True]


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_numba_is_as_it_was_for_whoever_else_uses_it(tmp_path: Path) -> None:
    """Loading the compiler and compiling leaves each function of Numba's classes as it was, and no switch of LLVM is set."""
    program = """
import numba, inspect, sys
from numba.core import ir, postproc, targetconfig, compiler_machinery, caching, codegen, compiler, typed_passes
from llvmlite import binding
def facts():
    modules = (ir, postproc, targetconfig, compiler_machinery, caching, codegen, compiler, typed_passes)
    return {(m.__name__, name, key): id(value) for m in modules for name, made in vars(m).items() if inspect.isclass(made)
            for key, value in vars(made).items() if inspect.isfunction(value)}
before = facts()
options = []
binding.set_option = lambda *words: options.append(words)
import counterply as cp
next(iter(cp.analyse(cp.game("tic_tac_toe").start(), depth=1)))
assert "counterply.compiling.numba.shortcuts" in sys.modules
print([key for key, value in facts().items() if key in before and before[key] != value], options)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "COUNTERPLY_CACHE": str(tmp_path)},
        check=False,
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[] []"), done.stderr
