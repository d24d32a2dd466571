"""Dispatch by record type: one function of the contract, with an implementation for each game."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.definitions import Definition, Function, in_kernels
from counterply.compiling.fingerprint import reach

if TYPE_CHECKING:
    from numba import types

    from counterply.compiling.numba import TypingContext


@dataclass(frozen=True)
class Constant:
    """An implementation that always answers the same, and costs nothing in a kernel."""

    value: int | bool | None

    def __call__(self, *args: object) -> int | bool | None:
        """Return the value."""
        return self.value


@dataclass(frozen=True)
class Together:
    """Implementations that act one after another, each where its switch is on: a byte of the first argument's ``use``.

    Attributes
    ----------
    parts : the name of the switch, and the function
    nothing : the answer where none acts; None: they give no answers
    first : whether the first answer that is not `nothing` ends it; else the answers add up
    """

    parts: tuple[tuple[str, Function], ...]
    nothing: int | None
    first: bool = False

    def __call__(self, record: np.void, *args: object) -> int | None:
        """Let them act."""
        answer = self.nothing
        for name, function in self.parts:
            if not record["use"][name] or (self.first and answer != self.nothing):
                continue
            found = function(record, *args)
            if answer is not None:
                answer = int(found) if self.first else answer + int(found)
        return answer


class Generic:
    """One function of a contract, with an implementation for each record type: its first argument's.

    Calling it in Python runs the implementation for the ``dtype`` as plain Python; in a kernel it is chosen at compile time. An
    implementation gets those of the contract's arguments whose places are registered with it; callers get a
    whole number of any size as an int64.
    """

    def __init__(self, stub: Function) -> None:
        signature = inspect.signature(stub)
        self.parameters, self._whole = tuple(signature.parameters), signature.return_annotation == "int"
        self._move = self.parameters.index("move") if "move" in self.parameters else -1
        self._implementations: dict[np.dtype | None, tuple[Function, tuple[int, ...]]] = {}

        def function(*args: Any) -> Any:
            implementation, places = self._implementations[args[0].dtype]
            with np.errstate(over="ignore"):  # hash arithmetic wraps silently, as in kernels
                answer = implementation(*[args[place] for place in places])
            return int(answer) if self._whole else answer

        functools.update_wrapper(function, stub)  # so that `pydoc` shows it where it is told of
        self.function = function
        in_kernels(function)(self.define)

    def define(self, typing: TypingContext, *args: types.Type) -> Definition | None:
        """Return the definition, for `in_kernels`, of a call; None for a record type without an implementation."""
        from counterply.compiling.compiler import call_of, constant_of, record_of, together_of

        entry = self._implementations.get(record_of(args[0]))
        if entry is None or len(args) != len(self.parameters):
            return None
        implementation, places = entry
        if isinstance(implementation, Constant):
            return constant_of(implementation.value, args)
        if isinstance(implementation, Together):
            return together_of(implementation, typing, args, self._move)
        return call_of(implementation, places, typing, args, self._whole, self._move)

    def register(self, dtype: np.dtype, implementation: Function, places: tuple[int, ...] | None = None) -> None:
        """Let `implementation` serve records of `dtype`; in kernels it is compiled into its caller.

        Parameters
        ----------
        places : of the contract's arguments that it takes; default is all
        """
        known = self._implementations.get(dtype, (implementation, ()))[0]
        if known != implementation and not reach(known).same(reach(implementation)):
            raise RuntimeError(f"two different functions {implementation.__name__} for one record type")
        self._implementations[dtype] = implementation, tuple(range(len(self.parameters))) if places is None else places


def generic(stub: Function) -> Any:
    """Turn `stub` into a function dispatched by its first argument's record type; ``registry`` is its `Generic`."""
    made = Generic(stub)
    made.function.registry = made  # type: ignore[attr-defined]
    return made.function


def in_turn(function: Any) -> Function:
    """Return ``ask(record, setup, answers)``: it writes what a `generic` function answers to 0, 1, ... into `answers`, in place.

    `answers` is a record that begins with an array of bytes. In kernels the numbers of a short one are known to the compiler.
    """

    def ask(record: np.void, setup: np.void, answers: np.void) -> None:
        array, *_ = answers.dtype.names or ()
        for number in range(len(answers[array])):
            answers[array][number] = function(record, setup, number)

    ask.__name__ = ask.__qualname__ = f"{function.__name__}_in_turn"

    @in_kernels(ask)
    def define(typing: TypingContext, *args: types.Type) -> Definition:
        from counterply.compiling.compiler import in_turn_of

        return in_turn_of(function.registry.define, typing, args)

    return ask
