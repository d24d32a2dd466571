"""Functions as plain Python all the way down."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

from counterply.compiling.additions import is_library
from counterply.compiling.code_sources import is_compiling
from counterply.compiling.definitions import Function, as_written


def names_in(code: types.CodeType) -> set[str]:
    """Return the names that a function's code, and code inside it, may look up."""
    inner = [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return set(code.co_names).union(*map(names_in, inner))


def source_of(value: object) -> types.FunctionType | None:
    """Return the Python function behind `value`, compiled or not; None if it is none, or the engine's or a library's."""
    source = as_written(value)
    if not isinstance(source, types.FunctionType) or is_library(source.__code__.co_filename):
        return None
    plain = source is value and is_compiling(source.__code__.co_filename)  # a stand-in for an operation of kernels
    return None if plain else source


def reached_from(function: Function) -> Iterator[types.FunctionType]:
    """Yield `function` and all functions that it can reach by name, each once."""
    waiting, seen = [source_of(function)], set()
    for found in waiting:
        if found is None or id(found) in seen:
            continue
        seen.add(id(found))
        yield found
        values = [found.__globals__.get(name) for name in names_in(found.__code__)]
        values += [cell.cell_contents for cell in found.__closure__ or ()]
        for value in values:
            if isinstance(value, types.ModuleType):
                waiting += [source_of(vars(value).get(name)) for name in names_in(found.__code__)]
            else:
                waiting.append(source_of(value))


class Copies:
    """Makes plain copies of functions: kernels that they call by name run as Python too."""

    def __init__(self) -> None:
        self._made: dict[int, types.FunctionType] = {}

    def of(self, function: Function) -> Function:
        """Return the plain copy of a function, compiled or not."""
        source = source_of(function)
        if source is None:
            return function
        made = self._made.get(id(source))
        if made is None:
            scope: dict[str, Any] = dict(source.__globals__)
            cells = tuple(types.CellType(self._plain(cell.cell_contents)) for cell in source.__closure__ or ())
            made = types.FunctionType(source.__code__, scope, source.__name__, source.__defaults__, cells)
            self._made[id(source)] = made
            for name in names_in(source.__code__) & scope.keys():
                scope[name] = self._plain(scope[name])
        return made

    def _plain(self, value: Any) -> object:
        if isinstance(value, types.ModuleType) and any(hasattr(member, "py_func") for member in vars(value).values()):
            copy = types.ModuleType(value.__name__)
            vars(copy).update({name: self._plain(member) for name, member in vars(value).items() if hasattr(member, "py_func")})
            return _Fallback(copy, value)
        return self.of(value) if source_of(value) is not None else value


class _Fallback:
    """A module's copy; attributes without a plain copy are the module's own."""

    def __init__(self, copy: types.ModuleType, module: types.ModuleType) -> None:
        self._copy, self._module = copy, module

    def __getattr__(self, name: str) -> Any:
        return getattr(self._copy, name, None) or getattr(self._module, name)
