"""Which functions of a file a search consists of, found in its text alone."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence

LEAVES = ast.Return, ast.Raise, ast.Break, ast.Continue


def called(node: ast.AST) -> str:
    """Return the name of the function that a call calls, '' of anything else."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


def functions_of(text: str, name: str) -> list[ast.FunctionDef]:
    """Return the functions of a file that a search consists of: the one of this name, and those that it calls.

    An evaluator is not among them: where some of them are recursive, it is these, and those that call one. Where none
    is, and one is imported from a file beside, the search lies there, and there are none.
    """
    tree = ast.parse(text)
    _drop_unreached(tree)
    every = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    owner, _, method = name.rpartition(".")
    inside = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == owner.rpartition(".")[2]]
    own = {node.name: node for each in inside for node in ast.walk(each) if isinstance(node, ast.FunctionDef)}
    known, found, waiting = {**every, **own}, list[ast.FunctionDef](), [method]
    while waiting:
        function = known.pop(waiting.pop(0), None)
        if function is not None:
            found.append(function)
            waiting += sorted(_called_in(function))
    below = _below(found)
    recursive = {name for name, names in below.items() if name in names}
    modules = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module not in sys.stdlib_module_names]
    beside = {alias.name for node in modules for alias in node.names if alias.name.islower()}
    if not recursive and any(beside & names for names in below.values()):
        return []
    return [function for function in found if ({function.name} | below[function.name]) & recursive] or found


def first_calls(functions: Sequence[ast.FunctionDef]) -> list[ast.AST]:
    """Return the calls by which functions that are not recursive begin with those that are."""
    recursive = {name for name, names in _below(functions).items() if name in names}
    inside = {id(node) for function in functions if function.name in recursive for node in ast.walk(function)}
    calls = (node for function in functions for node in ast.walk(function) if called(node) in recursive)
    return [node for node in calls if id(node) not in inside]


def _called_in(function: ast.FunctionDef) -> set[str]:
    return {called(node) for node in ast.walk(function) if isinstance(node, ast.Call)}


def _below(functions: Sequence[ast.FunctionDef]) -> dict[str, set[str]]:
    """Return, by function, those that it calls, and those that these call."""
    below = {function.name: _called_in(function) for function in functions}
    for _ in functions:
        for names in below.values():
            names |= {each for name in names for each in below.get(name, ())}
    return below


def _drop_unreached(tree: ast.AST) -> None:
    """Drop the statements after a return, a raise, a break or a continue, in place."""
    for node in ast.walk(tree):
        for block in (getattr(node, name, None) for name in ("body", "orelse")):
            if isinstance(block, list):
                del block[next((at for at, each in enumerate(block, 1) if isinstance(each, LEAVES)), len(block)) :]
