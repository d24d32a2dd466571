"""What every test must do: look at something, and check it."""

from __future__ import annotations

import ast
import importlib
from functools import cache
from pathlib import Path

import pytest

from longest import LONGEST
from some import some

TESTS = Path(__file__).parent
PLUGINS = TESTS / "plugins"
parsed = cache(lambda path: ast.parse(path.read_text(encoding="utf-8")))
CHECKING = {"raises", "warns", "fail"}  # of pytest's; and whatever begins with `assert`
BY_OTHERS = {"test_gymnasium_checks_a_game"}  # Gymnasium's own check raises


def test_what_is_found_is_given_on() -> None:
    assert some(number for number in (1, 2)) == [1, 2]


def test_less_than_there_must_be_fails() -> None:
    with pytest.raises(AssertionError, match="2 found, where at least 3"):
        some({1, 2}, 3)


def test_no_parameters_are_no_test_passed(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("empty_parameter_set_mark") == "fail_at_collect"


@pytest.mark.skipif(not PLUGINS.exists(), reason="some are those of plug-ins")
def test_the_files_that_are_begun_first_are_there() -> None:
    assert set(LONGEST) <= {path.name for path in TESTS.rglob("test_*.py")}


def test_a_test_file_that_is_collected_alone_finds_what_it_imports(pytestconfig: pytest.Config) -> None:
    shared = {path.stem: path for path in TESTS.rglob("*.py")}
    open_to_all = {TESTS.parent / folder for folder in pytestconfig.getini("pythonpath")}
    trees = {path: parsed(path).body for path in shared.values()}
    asked = {(path, node.module) for path, nodes in trees.items() for node in nodes if isinstance(node, ast.ImportFrom)}
    asked |= {
        (path, name.name) for path, nodes in trees.items() for node in nodes if isinstance(node, ast.Import) for name in node.names
    }
    asked = {(path, name) for path, name in asked if name in shared}
    lost = [(path.name, name) for path, name in some(asked, 50) if shared[name].parent not in open_to_all | {path.parent}]
    assert lost == []


@cache
def called(function: ast.AST) -> set[str]:
    """Return the names of what a function calls."""
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return {getattr(name, "attr", getattr(name, "id", "")) for name in calls}


def checks(function: ast.AST) -> bool:
    """Tell whether a function says itself what must be true."""
    nodes = list(ast.walk(function))
    stops = any(isinstance(node, (ast.Assert, ast.Raise)) for node in nodes)
    strict = any(isinstance(node, ast.keyword) and ast.unparse(node) == "check=True" for node in nodes)
    return stops or strict or any(name in CHECKING or name.startswith("assert") for name in called(function))


def test_every_test_checks_something() -> None:
    trees = [parsed(path) for path in some(TESTS.rglob("*.py"), 60)]
    functions = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    checking, before = {function.name for function in functions if checks(function)}, 0
    while len(checking) > before:  # a helper that calls one that checks
        before = len(checking)
        checking |= {function.name for function in functions if not checking.isdisjoint(called(function))}
    tests = {function.name for function in functions if function.name.startswith("test_")}
    assert len(tests) > 500
    assert tests - checking == (BY_OTHERS if PLUGINS.exists() else set())


def test_each_fault_that_is_put_back_has_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """`benchmarks/put_faults_back.py` writes former faults over the lines that mended them."""
    root = TESTS.parent
    monkeypatch.syspath_prepend(root / "benchmarks")
    faults = importlib.import_module("put_faults_back").FAULTS
    if not PLUGINS.exists():
        faults = {name: fault for name, fault in faults.items() if "/plugins/" not in fault.file}
    places = {name: (root / fault.file).read_text(encoding="utf-8").count(fault.right) for name, fault in faults.items()}
    assert places == dict.fromkeys(some(places), 1)
