"""Dispatch by record type: one function of the contract, with an implementation for each game."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.typing.templates import signature

from counterply.compiling.kernels import PLAIN, Function, call_of, in_kernels


@dataclass(frozen=True)
class Constant:
    """An implementation that always answers the same, and costs nothing in a kernel."""

    value: int | bool | None

    def __call__(self, *args: Any) -> int | bool | None:
        """Return the value."""
        return self.value


class Generic:
    """One function of a contract, with an implementation for each record type: its first argument's.

    Calling it in Python runs the implementation for the ``dtype`` as plain Python; in a kernel it is chosen at compile time. An
    implementation gets those of the contract's arguments whose places are registered with it.
    """

    def __init__(self, stub: Function) -> None:
        self.parameters = tuple(inspect.signature(stub).parameters)
        self._implementations: dict[Any, tuple[Function, tuple[int, ...]]] = {}

        def function(*args: Any) -> Any:
            implementation, places = self._implementations[args[0].dtype]
            with np.errstate(over="ignore"):  # hash arithmetic wraps silently, as in kernels
                return implementation(*[args[place] for place in places])

        function.__name__ = function.__qualname__ = stub.__name__
        function.__doc__ = stub.__doc__
        self.function = function
        in_kernels(function)(self._define)

    def _define(self, typing: Any, *args: types.Type) -> Any:
        if args[0] not in self._implementations or len(args) != len(self.parameters):
            return None
        implementation, places = self._implementations[args[0]]
        if not isinstance(implementation, Constant):
            return call_of(implementation, places, typing, args)
        value = implementation.value
        kind = types.none if value is None else types.boolean if isinstance(value, bool) else types.int64

        def generate(context: Any, builder: Any, made: Any, values: Any) -> Any:
            return context.get_dummy_value() if value is None else context.get_constant(kind, value)

        return signature(kind, *args), generate

    def register(self, dtype: np.dtype, implementation: Function, places: tuple[int, ...] | None = None) -> None:
        """Let `implementation` serve records of `dtype`; in kernels it is compiled into whoever calls it.

        Parameters
        ----------
        places : of the contract's arguments that it takes; default is all
        """
        entry = implementation, tuple(range(len(self.parameters))) if places is None else places
        self._implementations[dtype] = entry
        if not PLAIN:
            self._implementations[numba.from_dtype(dtype)] = entry


def generic(stub: Function) -> Any:
    """Turn `stub` into a function dispatched by its first argument's record type; ``registry`` is its `Generic`."""
    made = Generic(stub)
    made.function.registry = made  # type: ignore[attr-defined]
    return made.function
