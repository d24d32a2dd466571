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
    page = (SOURCE.parent / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
    modules = set(re.findall(r"automodule:: (\S+)", page))
    for name, thing in PUBLIC.items():
        assert re.search(rf"\b{name}\b", page) or getattr(thing, "__module__", "") in modules, name
