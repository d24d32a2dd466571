"""A student's file as a module, read from its text: alone with its neighbours, or as a module of the package that it lies in.

The functions of a search are found in the text alone. Runs in the student's process, and needs nothing but the standard library and
its neighbours.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import sys
import warnings
from pathlib import Path
from types import ModuleType

from counterply.core.identity import package_of
from counterply.plugins.dialects.course_modules import NOBODY_THERE, course_modules
from counterply.plugins.dialects.steady_clock import CLOCK

PREFIX = "student_"  # of the names of modules that are students' files
CUT_SHORT = "__cut_short__"  # by which of them a module was


def module_of(path: Path) -> ModuleType:
    """Return the module in a file, which may import its neighbours; when it is read again, so are they."""
    folder = str(path.parent)
    for name, neighbour in list(sys.modules.items()):
        if name != "__main__" and os.path.dirname(getattr(neighbour, "__file__", None) or "/") == folder:
            del sys.modules[name]
    root, within = package_of(path)
    sys.path[:0] = [place for place in dict.fromkeys((str(root), folder)) if place not in sys.path]
    sys.dont_write_bytecode = True
    own = f"{PREFIX}{path.stem}"
    package = within.rpartition(".")[0]
    with course_modules(watched=True), CLOCK.known(), warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # the student has not printed it
        return _read(path, f"{package}.{own}" if package else own)


def _read(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        if type(error).__name__ not in NOBODY_THERE:
            raise
        vars(module)[CUT_SHORT] = error
    return module


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
