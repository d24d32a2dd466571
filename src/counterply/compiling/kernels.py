"""How a function becomes a kernel; nothing else in the project names a compile option."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from counterply.compiling.cache import ENGINE_SOURCES, PACKAGE

PLAIN = bool(numba.config.DISABLE_JIT)


if PLAIN:
    np.seterr(over="ignore")  # hash arithmetic wraps silently, as in kernels


Function = Callable[..., Any]


def _is_engine(function: Function) -> bool:
    file = Path(function.__code__.co_filename)
    return any(file == PACKAGE / name or PACKAGE / name in file.parents for name in ENGINE_SOURCES)


def kernel(function: Function) -> Any:
    """Compile `function` when it is first called; the project's only compile options.

    Without the GIL, division by zero as in NumPy, cached only where the engine's fingerprint covers the source. Use it in a
    game file for helpers that the contract's functions call.
    """
    return numba.njit(nogil=True, error_model="numpy", cache=_is_engine(function))(function)


def wrapper(function: Function) -> Any:
    """Compile a function that wraps a user's; as `kernel`, but never cached: such a closure would be compiled anew each time."""
    return numba.njit(nogil=True, error_model="numpy")(function)


OVERLOAD_OPTIONS = {"nogil": True, "error_model": "numpy"}


def compiled_as(function: Function) -> Function:
    """Decorate a function that picks, from its argument types, what stands for `function` in kernels."""
    return overload(function, strict=False, jit_options=OVERLOAD_OPTIONS)  # type: ignore[no-any-return]
