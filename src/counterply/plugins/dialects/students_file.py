"""A student's file as a module, read from its text: alone with its neighbours, or as a module of the package that it lies in.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

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
