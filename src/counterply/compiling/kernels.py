"""How a function becomes machine code.

============================ ======================== ======================================
decorator                    called from              machine code
============================ ======================== ======================================
``@kernel``                  Python and kernels       kept for this process
``@cached_kernel``           Python and kernels       kept on disk, with all that it calls
``@helper``                  kernels                  part of the kernels that call it
``@in_kernels(function)``    kernels, for `function`  as the decorated function says
============================ ======================== ======================================

LLVM decides which calls remain; ``@inlined`` and ``@apart``, below these, decide it for a function. ``@unsigned_indices``, there
too, says that no index in it is below 0, where a search must not lose time.
Called from Python, a helper is the plain function that it was. The machine code of a cached kernel is
valid until its module, or a module that it imports, changes (`counterply.compiling.code_sources`).

Nothing here imports Numba: a process that finds all its machine code on disk never loads the compiler
(`counterply.compiling.compiler`).
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.code_sources import digest_of
from counterply.compiling.definitions import INLINING, UNSIGNED, Compiled, Definition, Function, Shape, in_kernels
from counterply.compiling.object_files import Machine, load_code, save_code, shape_of
from counterply.compiling.reached_values import compiled_anew, note_compiled, trouble_with

if TYPE_CHECKING:
    from counterply.compiling.numba import Dispatcher, TypingContext, types

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
PLAIN_CALLS = 10_000  # that a search in plain Python may be deep: some for each ply of the longest line

if PLAIN:
    np.seterr(over="ignore")  # hash arithmetic wraps silently, as in kernels
    sys.setrecursionlimit(PLAIN_CALLS)


LOCK = threading.RLock()


def compiler() -> ModuleType:
    """Return the module that compiles, which loads Numba, with its code for `counterply.compiling.intrinsics`."""
    from counterply.compiling import compiler, lowering  # noqa: F401 - defines the intrinsics

    return compiler


class Kernel(Compiled):
    """A function that is compiled when it is first called, from Python or from a kernel.

    Attributes
    ----------
    py_func : the function as it was written
    """

    def __init__(self, function: Function) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function

    def __call__(self, *args: object) -> Any:
        """Run the machine code; of a position it gets the record."""
        return self.from_python(*[getattr(arg, "record", arg) for arg in args])

    def __reduce__(self) -> str:
        return self.py_func.__qualname__

    @functools.cached_property
    def in_kernels(self) -> Dispatcher:
        """The function that Numba calls in another kernel."""
        return compiler().dispatcher(self.py_func, python=False)  # type: ignore[no-any-return]

    @functools.cached_property
    def from_python(self) -> Dispatcher:
        """The function that Numba makes of it for Python."""
        return compiler().dispatcher(self.py_func, python=True)  # type: ignore[no-any-return]


class CachedKernel(Kernel):
    """A function whose machine code is kept on disk.

    It takes records, arrays in C order, and numbers: whole numbers as 64 bits, fractions, truth values.

    Attributes
    ----------
    hits, misses : how often machine code was found on disk, and how often it had to be made
    """

    def __init__(self, function: Function) -> None:
        super().__init__(function)
        self.hits = self.misses = 0
        self._machines: dict[tuple[Shape, ...], Function] = {}

    def __call__(self, *args: object) -> Any:
        """Run the machine code."""
        shapes = tuple([shape_of(arg) for arg in args])
        machine = self._machines.get(shapes)
        return (self.machine(shapes) if machine is None else machine)(*args)

    def machine(self, shapes: tuple[Shape, ...]) -> Function:
        """Return the callable for arguments of these shapes: a `Machine`, or Numba's own where the code needs the interpreter."""
        with LOCK:
            if shapes not in self._machines:
                trouble = trouble_with(shapes)
                note_compiled(shapes)
                self._machines[shapes] = (None if trouble else self._find(shapes)) or self._make(shapes, trouble)
            return self._machines[shapes]

    def _find(self, shapes: tuple[Shape, ...]) -> Machine | None:
        code = load_code(self.py_func, shapes)
        if code is None:
            return None
        self.hits += 1
        return Machine(code, shapes)

    def _make(self, shapes: tuple[Shape, ...], trouble: str) -> Function:
        if trouble:
            compiled_anew(shapes, trouble)
        self.misses += 1
        code = compiler().compile_code(self.in_kernels, shapes)
        if code is None:
            return self.from_python
        if code.kept and not trouble_with(shapes):  # the rules may have changed before they were compiled
            save_code(self.py_func, shapes, code)
        return Machine(code, shapes)


def kernel(function: Function) -> Any:
    """Compile `function` when it is first called: without the GIL, division by zero as in NumPy.

    Use it in a game file for helpers that the contract's functions call.
    """
    return function if PLAIN else Kernel(function)


def inlined(function: Function) -> Function:
    """Let a kernel or helper become a part of each kernel that calls it: also of one that calls itself through it."""
    INLINING[function] = "alwaysinline"
    return function


def apart(function: Function) -> Function:
    """Let a kernel or helper stay a call: code that seldom runs then takes no registers from code that always does."""
    INLINING[function] = "noinline"
    return function


def unsigned_indices(function: Function) -> Function:
    """Let no index in a kernel or helper of a search count from the end of an array: none is compared with 0 as it runs."""
    UNSIGNED.add(function)
    return function


def cached_kernel(function: Function) -> Any:
    """Compile `function` as `kernel` does, and keep its machine code on disk for other processes."""
    if PLAIN:
        return function
    digest_of(function.__code__.co_filename)  # of the sources as they are now, and not when it is first called
    return CachedKernel(function)


def helper(function: Function) -> Function:
    """Let kernels call `function`, which is compiled into them. Not for functions that call themselves."""

    @in_kernels(function)
    def define(typing: TypingContext, *args: types.Type) -> Definition:
        return compiler().call_of(function, tuple(range(len(args))), typing, args)  # type: ignore[no-any-return]

    return function
