"""The meaning of functions in kernels, as our modules declare it before the compiler is loaded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from counterply.compiling.numba import Dispatcher, DUFunc, Event, Signature

Function: TypeAlias = Callable[..., Any]
Definition: TypeAlias = "tuple[Signature, Function]"  # of a call in kernels: its types, and what writes its code
Made: TypeAlias = "Compiled | Dispatcher | DUFunc"  # what a kernel may call: by our decorators or Numba's
Shape: TypeAlias = np.dtype | tuple[np.dtype, int] | type  # of an argument: a record's type, an array's with dimensions, a number's
DEFINITIONS: list[tuple[Function, Function]] = []  # of `in_kernels`, which the compiler has yet to learn
MEANINGS: dict[Function, Function] = {}  # all of them, by the function that is defined


class Compiled(ABC):
    """A function that Numba compiles.

    Attributes
    ----------
    py_func : the function as it was written
    """

    py_func: Function

    @property
    @abstractmethod
    def in_kernels(self) -> Dispatcher:
        """The function that Numba calls in another kernel."""


def as_written(function: object) -> Any:
    """Return a function as it was written, be it compiled or not."""
    return getattr(function, "py_func", function)


class Listener(Protocol):
    """A listener that is told when the compiler works."""

    def on_start(self, event: Event | None = None) -> None:
        """A function is compiled, perhaps on behalf of another one."""

    def on_end(self, event: Event | None = None) -> None:
        """It is done."""


LISTENERS: list[Listener] = []
INLINING: dict[Function, str] = {}  # LLVM's word for functions that must, or must not, become a part of their callers
UNSIGNED: set[Function] = set()  # functions in which no index counts from the end of an array


def in_kernels(function: Function) -> Callable[[Function], Function]:
    """Decorate the definition of `function` in kernels: ``define(typing context, *types) -> (signature, generate)``, or None.

    ``generate(context, builder, signature, values)`` writes the code, as for Numba's ``intrinsic``.
    """

    def decorate(define: Function) -> Function:
        DEFINITIONS.append((function, define))
        MEANINGS[function] = define
        return define

    return decorate


def has_field(record: np.void, name: str) -> bool:
    """Tell whether a record has a field `name`.

    In a kernel `record` is one of its parameters and `name` a constant. The answer is known when the kernel is compiled: code
    behind ``if has_field(...)``, and code that it calls, is compiled only if it is true.
    """
    return name in (record.dtype.names or ())
