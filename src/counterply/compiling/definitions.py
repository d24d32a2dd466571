"""The meaning of functions in kernels, as our modules declare it before the compiler is loaded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

Function = Callable[..., Any]
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
    def in_kernels(self) -> Any:
        """The function that Numba calls in another kernel."""


def as_written(function: Any) -> Any:
    """Return a function as it was written, be it compiled or not."""
    return getattr(function, "py_func", function)


class Listener(Protocol):
    """A listener that is told when the compiler works."""

    def on_start(self, event: Any = None) -> None:
        """A function is compiled, perhaps on behalf of another one."""

    def on_end(self, event: Any = None) -> None:
        """It is done."""


@dataclass(frozen=True)
class Code:
    """A kernel as it is kept on disk.

    Attributes
    ----------
    symbol : of its function in the object file
    result : a key of `RESULTS` in `machine`
    needs : symbols outside that it calls
    object_file : with all that it calls of our own
    arrays : the large arrays that it reads where they are: the symbol of the word that holds the address, whose arrays they are
        (`kept_as`), the place among them, and whether it is the address of the numbers or of the array as an object
    kept : whether another process can run it; not on disk
    address : where it is in this process already; 0 where the object file has to be loaded; not on disk
    """

    symbol: str
    result: str
    needs: tuple[str, ...]
    object_file: bytes
    arrays: tuple[tuple[str, str, int, bool], ...] = ()
    kept: bool = True
    address: int = 0


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
