"""Functions as plain Python all the way down, on records that refuse values that their fields cannot hold."""

from __future__ import annotations

import ctypes
import threading
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from counterply.compiling.fingerprint import _is_library
from counterply.compiling.sources import is_compiling

Function = Callable[..., Any]
PATIENCE_SECONDS = 10.0  # for one call of a user's function in plain Python


def names_in(code: types.CodeType) -> set[str]:
    """Return the names that a function's code, and code inside it, may look up."""
    inner = [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
    return set(code.co_names).union(*map(names_in, inner))


def source_of(value: Any) -> Any:
    """Return the Python function behind `value`, compiled or not; None if it is none, or the engine's or a library's."""
    source = getattr(value, "py_func", value)
    if not isinstance(source, types.FunctionType) or _is_library(source.__code__.co_filename):
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

    def _plain(self, value: Any) -> Any:
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


class FieldError(ValueError):
    """A value that its field cannot hold."""


def need_fit(value: Any, kind: np.dtype, field: str) -> None:
    """Raise `FieldError` if `value` would be cut off when it is written into a field of integers."""
    if kind.base.kind not in "iu":
        return
    values = np.asarray(value)
    if values.dtype.kind == "f" and not (values == np.trunc(values)).all():
        raise FieldError(f"{value} is a fraction, and the field {field!r} holds whole numbers ({kind.base})")
    if kind.base.itemsize < 8 and values.size and values.dtype.kind in "iuf":
        low, high = np.iinfo(kind.base).min, np.iinfo(kind.base).max
        if values.min() < low or values.max() > high:
            raise FieldError(f"{value} does not fit the field {field!r} ({kind.base}: {low:,} to {high:,})")


class WatchedArray(np.ndarray):  # type: ignore[type-arg]
    """An array in a record, whose elements read like a kernel's: small signed integers do not overflow."""

    field = ""

    def __array_finalize__(self, source: Any) -> None:
        self.field = getattr(source, "field", "")

    def __getitem__(self, index: Any) -> Any:
        return _as_in_kernels(super().__getitem__(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        need_fit(value, self.dtype, self.field)
        super().__setitem__(index, value)

    def __array_wrap__(self, array: np.ndarray, context: Any = None, return_scalar: bool = False) -> Any:
        return array if array.ndim else _as_in_kernels(array[()])  # a sum is a number, as in kernels


def _as_in_kernels(value: Any) -> Any:
    """Return a signed integer of less than 64 bits as one that does not overflow."""
    return int(value) if isinstance(value, np.signedinteger) and value.dtype.itemsize < 8 else value


class WatchedRecord:
    """A position's record, as plain functions get it: it refuses values that its fields cannot hold."""

    def __init__(self, record: Any) -> None:
        self._record = record
        self.dtype = record.dtype

    def __getitem__(self, field: str) -> Any:
        value = self._record[field]
        if isinstance(value, np.ndarray):
            watched = value.view(WatchedArray)
            watched.field = field
            return watched
        return _as_in_kernels(value)

    def __setitem__(self, field: str, value: Any) -> None:
        need_fit(value, self.dtype[field], field)
        self._record[field] = value

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self._record)

    def __repr__(self) -> str:
        return "the position"

    def tobytes(self) -> bytes:
        """Return the record's bytes."""
        return self._record.tobytes()  # type: ignore[no-any-return]

    def copy(self) -> Any:
        """Return a copy of the record."""
        return WatchedRecord(self._record.copy())


class EndlessError(Exception):
    """A function that does not come back."""

    def __init__(self) -> None:
        super().__init__("it goes on and on here")


@contextmanager
def patience(seconds: float = PATIENCE_SECONDS) -> Iterator[Callable[[bool], None]]:
    """Yield ``watch(running)``; plain Python that is still running after `seconds` is interrupted with `EndlessError`."""
    ended, began = threading.Event(), np.zeros(1)
    thread = ctypes.c_ulong(threading.get_ident())

    def watch(running: bool) -> None:
        began[0] = time.monotonic() if running else 0.0

    def look() -> None:
        while not ended.wait(0.25):
            if began[0] and time.monotonic() - began[0] > seconds:
                began[0] = 0.0
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(EndlessError))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield watch
    finally:
        ended.set()
        watcher.join()
