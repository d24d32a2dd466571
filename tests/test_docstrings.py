"""The examples in docstrings are true, and all public names are in the reference, with parameters and errors."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
import textwrap
from pathlib import Path

import pytest

import counterply
from counterply.core import aliases
from counterply.core.contract import CONTRACT
from counterply.players.base import BasePlayer
from some import some

SOURCE = Path(__file__).resolve().parents[1] / "src"
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    for path in sorted(SOURCE.rglob("*.py"))
    if re.search(r"^\s*>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]


NEEDS = {
    "counterply.plugins.bridges.gymnasium": "gymnasium",
    "counterply.plugins.bridges.pettingzoo": "pettingzoo",
}  # packages that may be missing


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    failures, tests = doctest.testmod(importlib.import_module(name))
    assert tests > 0
    assert failures == 0


ALIASES = {name for name in vars(aliases) if name[0].isupper() and name != "TypeAlias"}
PUBLIC = {name: getattr(counterply, name) for name in counterply.__all__ if not name.startswith("_") and name not in ALIASES}
PUBLIC["BasePlayer"] = BasePlayer
CLEAR = {"self", "cls", "game", "position", "changes", *CONTRACT}  # are what they are called, or explained in the contract


def documented() -> dict[str, object]:
    """Return public functions, classes, and what classes do, by name."""
    found = {}
    for name, thing in PUBLIC.items():
        if inspect.isfunction(thing) or inspect.isclass(thing):
            found[name] = thing
        if inspect.isclass(thing) and not issubclass(thing, Exception):
            for inner, member in vars(thing).items():
                function = getattr(member, "fget", None) or getattr(member, "__func__", member)
                if inspect.isfunction(function) and not inner.startswith("_"):
                    found[f"{name}.{inner}"] = function
    return found


DOCUMENTED = documented()


@pytest.mark.parametrize("name", DOCUMENTED)
def test_parameters_and_errors_are_documented(name: str) -> None:
    thing = DOCUMENTED[name]
    text = " ".join((thing.__doc__ or "").split())
    assert text, "it has a docstring"
    error = inspect.isclass(thing) and issubclass(thing, Exception)
    if not error and "the rest is as for `match`" not in text:
        parameters = set(inspect.signature(thing).parameters) - CLEAR if not getattr(thing, "_is_protocol", False) else set()
        assert [parameter for parameter in parameters if not re.search(rf"\b{parameter}\b", text)] == []
    if inspect.isfunction(thing):
        tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))
        if any(isinstance(node, ast.Raise) and node.exc is not None for node in ast.walk(tree)):
            assert re.search(r"[Rr]aise", text)


RAISED = {"unknown": "UsageError"}  # by the function that makes the error


def errors_raised(function: ast.AST) -> set[str]:
    """Return the names of our errors that a function raises in its own code."""
    raised = (node.exc for node in ast.walk(function) if isinstance(node, ast.Raise))
    made = {exc.func.id for exc in raised if isinstance(exc, ast.Call) and isinstance(exc.func, ast.Name)}
    return {name for name in (RAISED.get(each, each) for each in made) if re.fullmatch("(Usage|Game|Store)Error", name)}


def silent_raisers(source: str) -> list[tuple[str, str]]:
    """Return functions with the errors that they raise and their docstrings do not name; a command's docstring is its help."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    told = [each for each in functions if not any("command(" in ast.unparse(decorator) for decorator in each.decorator_list)]
    return [
        (each.name, error)
        for each in told
        if not each.name.startswith("_")
        for error in sorted(errors_raised(each))
        if error not in (ast.get_docstring(each) or "")
    ]


@pytest.mark.parametrize("room", ["api", "cli"])
def test_docstrings_of_the_front_rooms_name_the_errors_raised(room: str) -> None:
    paths = sorted((SOURCE / "counterply" / room).glob("*.py"))
    silent = {path.name: found for path in paths if (found := silent_raisers(path.read_text(encoding="utf-8")))}
    assert silent == {}


def test_a_silent_raiser_is_found() -> None:
    function = 'def f():\n    """{}"""\n    raise unknown("game", "", [])'
    assert silent_raisers(function.format("Say nothing.")) == [("f", "UsageError")]
    assert silent_raisers(function.format("Raises `UsageError`.")) == []
    assert silent_raisers("@command(app)\n" + function.format("The help.")) == []


def is_there(name: str) -> bool:
    """Tell whether there is a module of this name, or one that has the rest of the name in it; nothing is imported."""
    words = name.split(".")
    for count in range(len(words), 0, -1):
        path = SOURCE.joinpath(*words[:count])
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                text = file.read_text(encoding="utf-8")
                return all(re.search(rf"\b{word}\b", text) for word in words[count:])
    return False


def test_what_docstrings_call_by_its_full_name_is_there() -> None:
    called = {
        (path.name, name)
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"(?<!`)`(counterply(?:\.\w+)+)`", path.read_text(encoding="utf-8"))
    }
    assert [(file, name) for file, name in some(sorted(called), 30) if not is_there(name)] == []


def test_all_public_names_are_in_the_reference() -> None:
    page = (SOURCE.parent / "docs" / "api" / "names.md").read_text(encoding="utf-8")
    modules = set(re.findall(r"automodule:: (\S+)", page))
    for name, thing in PUBLIC.items():
        assert re.search(rf"\b{name}\b", page) or getattr(thing, "__module__", "") in modules, name
