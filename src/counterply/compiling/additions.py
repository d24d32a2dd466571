"""What a process teaches Numba beyond what Numba itself, installed packages and the engine do, as by `numba.extending`.

Numba keeps all of it in tables of the whole process, by what it is about: a function, a method of a type, how a type is stored.
"""

from __future__ import annotations

import functools
import itertools
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.cache import NUMBA
from counterply.compiling.definitions import Function
from counterply.registry import is_installed

if TYPE_CHECKING:
    from counterply.compiling.numba import AbstractTemplate

STANDARD = Path(os.__file__).parent
LIBRARIES = (NUMBA, Path(np.__file__).parent)
OUR_MODULES = ("numba", "counterply")  # the cache folder's name covers their additions to the compiler: `compiling_files`
RESOLVE = "resolve_"  # how the methods of a template begin, each for one attribute


@functools.cache
def is_library(file: str) -> bool:
    """Tell whether a source file is Numba's, NumPy's or the standard library's; other installed packages are not."""
    folders = Path(file).parents
    if STANDARD in folders and not is_installed(Path(file).relative_to(STANDARD)):
        return True
    return any(library in folders for library in LIBRARIES)


def is_library_module(name: object) -> bool:
    """Tell whether a module is part of Numba, NumPy or the standard library; a class may say anything of its module."""
    if not isinstance(name, str):
        return False
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    return name.split(".")[0] in sys.builtin_module_names if file is None else is_library(str(file))


@dataclass(frozen=True)
class Addition:
    """One thing that Numba was taught.

    Attributes
    ----------
    source : the function or class that teaches it
    about : the table that it stands in, and what Numba finds it by
    file : that its text is in
    look : the number of the look that found it; what one file and its neighbours teach is found by one look
    """

    source: Function
    about: tuple[object, ...]
    file: str
    look: int


_scanned: dict[int, int] = {}  # how much of each list was looked at
_held: dict[int, dict[object, object]] = {}  # what each dictionary held
_additions: list[Addition] = []
_looks = itertools.count()


def additions() -> list[Function]:
    """Return this process's additions to Numba, functions and classes, each once."""
    return list(dict.fromkeys(addition.source for addition in every_addition()))


def every_addition() -> list[Addition]:
    """Return this process's additions to Numba in the order in which they were made, the same list each time."""
    if "numba.core.imputils" in sys.modules:
        look = next(_looks)
        for table, about, sources in itertools.chain(_new_in_lists(), _new_in_dictionaries()):
            own = dict.fromkeys(source for source in sources if not _is_covered(source))
            _additions.extend(Addition(source, (table, *each), _file_of(source), look) for source in own for each in about)
    return _additions


def _new_in_lists() -> Iterator[tuple[str, list[tuple[object, ...]], Iterable[Function]]]:
    typing = sys.modules["numba.core.typing.templates"].builtin_registry
    lowering = sys.modules["numba.core.imputils"].builtin_registry
    templates = {name: getattr(typing, name) for name in ("functions", "attributes")}
    made = {name: getattr(lowering, name) for name in ("functions", "getattrs", "setattrs", "casts", "constants")}
    for name, new in _new(templates):
        yield name, _about_template(new), _sources_of_class(new)
    for name, (code, *keys) in _new(made):  # a tuple: the code, and what it is for
        about = [part for key in keys for part in (key if isinstance(key, tuple) else (key,))]
        yield f"{name} made", [tuple(about)], _unwrapped(code)
    for name, (value, kind) in _new({"globals": typing.globals}):
        known = getattr(kind, "templates", None)
        sources = [value] if known is None else [source for template in known for source in _sources_of_class(template)]
        yield name, [(value,)], [source for source in sources if isinstance(source, (FunctionType, type))]


def _new(lists: dict[str, list[Any]]) -> Iterator[tuple[str, Any]]:
    for name, items in lists.items():
        known = _scanned.get(id(items), 0)
        _scanned[id(items)] = len(items)
        yield from ((name, item) for item in items[known:])


def _new_in_dictionaries() -> Iterator[tuple[str, list[tuple[object, ...]], Iterable[Function]]]:
    """Yield what Numba was taught of the types of values, how they are stored, and how they go to Python and back."""
    python = sys.modules["numba.core.pythonapi"]
    dictionaries = {
        "typeof": sys.modules["numba.core.typing.typeof"].typeof_impl.registry,
        "models": sys.modules["numba.core.datamodel.registry"].default_manager._handlers,
        "box": python._boxers.functions,
        "unbox": python._unboxers.functions,
    }
    for name, items in dictionaries.items():
        known = _held.get(id(items), {})
        if known != items:
            _held[id(items)] = dict(items)
            for key, value in items.items():
                if known.get(key) is not value:
                    yield name, [(key,)], _sources_of_class(value) if isinstance(value, type) else [value]


def _about_template(template: type[AbstractTemplate]) -> list[tuple[object, ...]]:
    """Return what one of Numba's templates is about: a function, or attributes of a type; '' stands for any attribute."""
    named = getattr(template, "_attr", None)
    names = [named] if named else [name.removeprefix(RESOLVE) for name in vars(template) if name.startswith(RESOLVE)]
    return [(template.key, name) for name in names or [""]]


def _sources_of_class(made: type) -> list[Function]:
    """Return the functions and classes of Python that make one of Numba's templates or models."""
    given = getattr(made, "_overload_func", None) or getattr(made, "_definition_func", None)
    if given is not None:
        return [given]
    inside = [function for value in vars(made).values() if isinstance(value, FunctionType) for function in _unwrapped(value)]
    return [*made.__mro__, *inside]


def _unwrapped(function: object) -> list[Function]:
    """Return a function, or those that one of Numba's calls in its place."""
    if not isinstance(function, FunctionType) or not function.__module__.startswith("numba."):
        return [function] if isinstance(function, (FunctionType, type)) else []
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    return [inner for inner in cells if isinstance(inner, FunctionType)]


def _file_of(source: Function) -> str:
    if isinstance(source, FunctionType):
        return source.__code__.co_filename
    return getattr(sys.modules.get(source.__module__), "__file__", None) or str(source.__module__)


def _is_covered(source: Function) -> bool:
    """Tell whether the cache folder's name, or an installed package, covers a function or class that teaches Numba something."""
    module = source.__module__ or source.__globals__["__name__"]
    if module.split(".")[0] in OUR_MODULES or is_library_module(module):
        return True
    file = getattr(sys.modules.get(module), "__file__", None)
    return file is not None and is_installed(Path(file))
