"""Programs that use the public names, as type checkers see them."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import counterply as cp

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "counterply"
PROGRAMS = ("examples", "tests/typed_program.py")


def test_a_checker_may_read_the_types() -> None:
    assert (PACKAGE / "py.typed").is_file()


def test_all_verbs_are_in_the_program() -> None:
    """What is not in it, no checker has looked at; the names of plug-ins are verbs as well."""
    used = {
        node.attr
        for node in ast.walk(ast.parse((ROOT / "tests" / "typed_program.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "cp"
    }
    verbs = {name for name in dir(cp) if name.islower() and callable(getattr(cp, name)) and not name.startswith("_")}
    for_games = {"as_setup", "edge_numbers", "graph", "grid", "hash_record", "hexes", "highest_bit", "kernel", "lowest_bit"}
    assert verbs - used == for_games | {"next_random", "popcount", "rings"}


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_programs_are_typed_without_a_fault(checker: str) -> None:
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"needs {checker}")
    words = ["--strict", *PROGRAMS] if checker == "mypy" else ["--pythonpath", sys.executable]  # which reads pyproject.toml
    found = subprocess.run([sys.executable, "-m", checker, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-4000:]
