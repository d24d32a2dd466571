"""Fingerprints of a game's rules, and the marks that keep two games from being one record type."""

from __future__ import annotations

import enum
import hashlib
import sysconfig
import types as python_types
from pathlib import Path
from typing import Any

import numpy as np

from counterply.compiling.cache import NUMBA
from counterply.compiling.definitions import Function
from counterply.compiling.kernels import _is_engine

LIBRARIES = (str(NUMBA), str(Path(np.__file__).parent))


def _is_library(file: str) -> bool:
    """Tell whether a source file is Numba's, NumPy's or the standard library's; other installed packages are not."""
    standard = file.startswith(sysconfig.get_path("stdlib")) and not {"site-packages", "dist-packages"} & set(Path(file).parts)
    return standard or file.startswith(LIBRARIES)


def fingerprint(*functions: Function | int | None) -> str:
    """Hash everything that `functions`, or numbers beside them, can reach: their code, and the values of the globals that it names.

    Comments and line numbers do not count; tables read from data files do. Code of the engine, of Numba, NumPy and the
    standard library is left out: the cache folder's name covers it.
    """
    digest = hashlib.sha256()
    seen: set[int] = set()

    def put(*parts: object) -> None:
        digest.update(repr(parts).encode())

    def code(block: python_types.CodeType, names: set[str]) -> None:
        put(block.co_code, block.co_names, block.co_varnames, block.co_freevars)
        names.update(block.co_names)
        for constant in block.co_consts:
            if isinstance(constant, python_types.CodeType):
                code(constant, names)
            else:
                put(constant)

    def visit_named(values: dict[str, Any], names: set[str]) -> None:
        for name in sorted(names & values.keys()):
            put(name)
            visit(values[name], names)

    def visit(value: Any, names: set[str]) -> None:
        value = getattr(value, "py_func", value)
        if isinstance(value, np.ndarray):
            put(repr(value.dtype), value.shape)
            digest.update(value.tobytes())
        elif isinstance(value, (int, float, complex, str, bytes, type(None), np.generic, np.dtype)):
            put(type(value).__name__, repr(value))
        elif isinstance(value, enum.EnumMeta):
            put(value.__qualname__, [(name, repr(value[name].value)) for name in value.__members__])
        elif isinstance(value, (tuple, list)):
            put(len(value))
            for item in value:
                visit(item, names)
        elif isinstance(value, python_types.FunctionType):
            if id(value) in seen:
                return
            seen.add(id(value))
            put(value.__module__, value.__qualname__)  # machine code in the cache names the module that it came from
            if _is_library(value.__code__.co_filename) or _is_engine(value):
                return
            own: set[str] = set()
            code(value.__code__, own)
            visit(value.__defaults__, own)
            for cell in value.__closure__ or ():
                visit(cell.cell_contents, own)
            visit_named(value.__globals__, own)
        elif isinstance(value, python_types.ModuleType):
            put(value.__name__)
            if id(value) not in seen and value.__name__.split(".")[0] not in ("numpy", "numba", "math"):
                seen.add(id(value))
                visit_named(vars(value), names)
                seen.discard(id(value))
        else:
            put(type(value).__qualname__, getattr(value, "__qualname__", ""))

    for function in functions:
        visit(function, set())
    return digest.hexdigest()[:16]


def marked(dtype: np.dtype, mark: str) -> np.dtype:
    """Return a record type with the layout of `dtype`, plus a field of no bytes whose name is made of `mark`."""
    if dtype.names is None or dtype.fields is None:
        raise TypeError(f"a position is a NumPy record with named fields, not {dtype}")
    names = list(dtype.names)
    return np.dtype(
        {
            "names": [*names, f"is_{mark}"],
            "formats": [*(dtype.fields[name][0] for name in names), (np.uint8, (0,))],
            "offsets": [*(dtype.fields[name][1] for name in names), dtype.itemsize],
            "itemsize": dtype.itemsize,
        },
        align=dtype.isalignedstruct,
    )
