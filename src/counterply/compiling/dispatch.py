"""Dispatch by record type: one function of the contract, with an implementation for each game."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from counterply.compiling.kernels import PLAIN, Function, compiled_as


class Generic:
    """One function of a contract, with an implementation for each record type: its first argument's.

    Calling it in Python finds the implementation by ``dtype``; a kernel that calls `function` gets it at compile time.
    """

    def __init__(self, stub: Function) -> None:
        self.implementations: dict[np.dtype, Function] = {}
        self._compiled: dict[types.Type, Function] = {}
        self._given: set[Any] = set()

        def function(*args: Any) -> Any:
            return self.implementations[args[0].dtype](*args)

        function.__name__ = function.__qualname__ = stub.__name__
        function.__doc__ = stub.__doc__
        self.function = function
        if not PLAIN:
            compiled_as(function)(self._pick)

    def _pick(self, record: types.Type, *rest: types.Type) -> Function | None:
        return self._compiled.get(record)

    def is_given(self, record: Any) -> bool:
        """Tell whether the implementation for a record type, NumPy's or Numba's, is a game's own and no default."""
        return record in self._given

    def register(self, dtype: np.dtype, implementation: Function, given: bool = True) -> None:
        """Let `implementation` serve records of `dtype`; in kernels it is compiled into whoever calls it."""
        self.implementations[dtype] = implementation
        if given:
            self._given |= {dtype} if PLAIN else {dtype, numba.from_dtype(dtype)}
        if not PLAIN:
            self._compiled[numba.from_dtype(dtype)] = implementation


def generic(stub: Function) -> Any:
    """Turn `stub` into a function dispatched by its first argument's record type; ``registry`` is its `Generic`."""
    made = Generic(stub)
    made.function.registry = made  # type: ignore[attr-defined]
    return made.function
