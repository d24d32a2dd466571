"""How a function becomes machine code; nothing else in the project names a compile option.

============================ ======================== ======================================
decorator                    called from              machine code
============================ ======================== ======================================
``@kernel``                  Python and kernels       kept for this process
``@cached_kernel``           Python                   kept on disk, with all that it calls
``@helper``                  kernels                  part of the kernels that call it
``@in_kernels(function)``    kernels, for `function`  whatever the decorated function says
============================ ======================== ======================================

Called from Python, a helper is the plain function that it was. A cached kernel's file is one of the cache's ``ENGINE_SOURCES``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.imputils import builtin_registry
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from counterply.compiling.cache import ENGINE_SOURCES, PACKAGE
from counterply.compiling.fields import KernelCompiler

PLAIN = bool(numba.config.DISABLE_JIT)


if PLAIN:
    np.seterr(over="ignore")  # hash arithmetic wraps silently, as in kernels


Function = Callable[..., Any]

OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": KernelCompiler, "no_cfunc_wrapper": True}
FROM_KERNELS = {**OPTIONS, "no_cpython_wrapper": True}


def _is_engine(function: Function) -> bool:
    file = Path(function.__code__.co_filename)
    return any(file == PACKAGE / name or PACKAGE / name in file.parents for name in ENGINE_SOURCES)


def kernel(function: Function) -> Any:
    """Compile `function` when it is first called: without the GIL, division by zero as in NumPy.

    Use it in a game file for helpers that the contract's functions call.
    """
    return numba.njit(**OPTIONS)(function)


def cached_kernel(function: Function) -> Any:
    """Compile `function` as `kernel` does, and keep its machine code on disk for other processes."""
    return numba.njit(cache=True, **OPTIONS)(function)


def cached_callback(kind: Any) -> Callable[[Function], Any]:
    """Return a decorator that compiles a function at once for the signature `kind`, to be called by its ``address``."""
    return numba.cfunc(kind, cache=True, nogil=True, error_model="numpy", pipeline_class=KernelCompiler)  # type: ignore[no-any-return]


def in_kernels(function: Function) -> Callable[[Function], Function]:
    """Decorate what a call of `function` is in kernels: ``define(typing context, *types) -> (signature, generate)``, or None.

    ``generate(context, builder, signature, values)`` writes the code, as for Numba's ``intrinsic``.
    """

    def decorate(define: Function) -> Function:
        if PLAIN:
            return define

        known: dict[tuple[types.Type, ...], tuple[Any, Function]] = {}

        class Template(AbstractTemplate):  # type: ignore[misc]
            key = function

            def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
                if args not in known:
                    defined = define(self.context, *args)
                    if defined is None:
                        return None
                    made, generate = defined
                    known[args] = known[made.args] = made, generate
                    builtin_registry.lower(generate, *made.args)(generate)
                return known[args][0]

            def get_impl_key(self, made: Any) -> Function:
                return known[made.args][1]

        Template.__name__ = function.__name__
        infer_global(function, types.Function(Template))
        return define

    return decorate


def call_of(callee: Function, places: tuple[int, ...], typing: Any, args: tuple[types.Type, ...]) -> Any:
    """Return what `in_kernels` wants for a call of a plain function or kernel `callee` with the arguments at `places`."""
    dispatcher = callee if hasattr(callee, "py_func") else numba.njit(**FROM_KERNELS)(callee)
    inner = types.Dispatcher(dispatcher).get_call_type(typing, tuple(args[place] for place in places), {})

    def generate(context: Any, builder: Any, made: Any, values: Any) -> Any:
        code = context.get_function(types.Dispatcher(dispatcher), inner)
        return code(builder, [values[place] for place in places])

    return signature(inner.return_type, *args), generate


def helper(function: Function) -> Any:
    """Let kernels call `function`, which is compiled into them. Not for functions that call themselves."""

    @in_kernels(function)
    def define(typing: Any, *args: types.Type) -> Any:
        return call_of(function, tuple(range(len(args))), typing, args)

    return function
