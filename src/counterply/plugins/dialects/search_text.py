"""Which functions of a file a search consists of, found in its text alone."""

from __future__ import annotations

import ast


def called(node: ast.AST) -> str:
    """Return the name of the function that a call calls, '' of anything else."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""


def functions_of(text: str, name: str) -> list[ast.FunctionDef]:
    """Return the functions of a file that a search consists of: the one of this name, and those that it calls.

    An evaluator is not among them: where some of them are recursive, it is these, and those that call one.
    """
    tree = ast.parse(text)
    every = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    owner, _, method = name.rpartition(".")
    inside = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == owner.rpartition(".")[2]]
    own = {node.name: node for each in inside for node in ast.walk(each) if isinstance(node, ast.FunctionDef)}
    known, found, waiting = {**every, **own}, list[ast.FunctionDef](), [method]
    below: dict[str, set[str]] = {}  # by function: those that it calls, and those that these call
    while waiting:
        function = known.pop(waiting.pop(0), None)
        if function is not None:
            found.append(function)
            below[function.name] = {called(node) for node in ast.walk(function) if isinstance(node, ast.Call)}
            waiting += sorted(below[function.name])
    for _ in found:
        for names in below.values():
            names |= {each for name in names for each in below.get(name, ())}
    recursive = {name for name, names in below.items() if name in names}
    return [function for function in found if ({function.name} | below[function.name]) & recursive] or found
