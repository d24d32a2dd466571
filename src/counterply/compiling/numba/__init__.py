"""Numba at arm's length: all of its private names that we use stand in this package.

Without the names imported here nothing can be compiled; they are the same in all versions from 0.62 on. What else we do is to be
faster, and a version that lacks something for it, or that nobody has tried, does without:

* shortcuts in Numba's passes (`shortcuts`): a quarter of the time to compile. Only in versions that were tried.
* kernels as object files (`parts`), which other processes load from disk: only where a test passes as they are first made.

Nothing of it changes how functions are compiled that are not ours.
"""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numba
from numba.core import cgutils as cgutils, consts as consts, errors as errors, event as event, ir as ir
from numba.core.compiler import CompilerBase as CompilerBase, DefaultPassBuilder as DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock as global_compiler_lock
from numba.core.compiler_machinery import FunctionPass as FunctionPass, register_pass as register_pass
from numba.core.imputils import builtin_registry as builtin_registry
from numba.core.ir_utils import find_const as find_const, get_definition as get_definition, guard as guard
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.typed_passes import NativeLowering, NopythonTypeInference as NopythonTypeInference
from numba.core.typing.templates import AbstractTemplate as AbstractTemplate, infer_global as infer_global, signature as signature
from numba.core.untyped_passes import IRProcessing as IRProcessing
from numba.np.numpy_support import as_dtype as as_dtype

if TYPE_CHECKING:
    from types import ModuleType

    from numba import types as types
    from numba.core.base import BaseContext as BaseContext
    from numba.core.codegen import CodeLibrary
    from numba.core.compiler import CompileResult, StateDict as StateDict
    from numba.core.compiler_machinery import PassManager as PassManager
    from numba.core.dispatcher import Dispatcher as Dispatcher
    from numba.core.event import Event as Event
    from numba.core.ir import FunctionIR as FunctionIR
    from numba.core.typing import context
    from numba.core.typing.templates import Signature as Signature
    from numba.np.ufunc.dufunc import DUFunc as DUFunc

    TypingContext = context.BaseContext

LOG = logging.getLogger(__name__)

TRIED = ((0, 62), (0, 68))  # the oldest and the newest version that passed the tests


class Tricks:
    """What makes compiling faster, as far as this version of Numba allows.

    Attributes
    ----------
    untried : whether this version is one that nobody has tried, and that was not tested yet
    parts : whether kernels become object files
    """

    def __init__(self) -> None:
        self.untried = not TRIED[0] <= version() <= TRIED[1]
        self._shortcuts, self._parts = (None if self.untried else _module("shortcuts")), _module("parts")
        self.parts = self._parts is not None

    def shortcuts(self) -> contextlib.AbstractContextManager[None]:
        """Return what takes the shortcuts in Numba's passes as long as it is entered."""
        return self._shortcuts.shortcuts() if self._shortcuts else contextlib.nullcontext()

    def pipeline(self, manager: PassManager, parts: bool) -> PassManager:
        """Return the passes of a manager; `parts` asks for lowering to a part of kernels."""
        passes = self._shortcuts.Passes(manager.pipeline_name) if self._shortcuts else manager
        passes.passes = manager.passes
        if parts and self.parts and self._parts:
            lowering = self._parts.PartLowering
            passes.passes = [(lowering if made is NativeLowering else made, what) for made, what in manager.passes]
        passes.finalize()
        return passes


def version() -> tuple[int, int]:
    """Return Numba's version, as far as it matters."""
    major, minor = re.findall(r"\d+", numba.__version__)[:2]
    return int(major), int(minor)


def _module(name: str) -> ModuleType | None:
    """Return one of our modules here; None where this version of Numba lacks what it imports."""
    import importlib

    try:
        return importlib.import_module(f"{__name__}.{name}")
    except (ImportError, AttributeError):
        return None


TRICKS = Tricks()


def say_what_is_lost() -> None:
    """Say in one line what a version of Numba that nobody has tried does without."""
    lost = "a quarter longer" if TRICKS.parts else "longer, and in each process anew"
    oldest, newest = (".".join(map(str, each)) for each in TRIED)
    LOG.warning(
        "Numba %s was not tried with Counterply (%s to %s were): compiling takes %s", numba.__version__, oldest, newest, lost
    )


def compiled(made: Dispatcher, kinds: tuple[types.Type, ...]) -> CompileResult:
    """Compile a dispatcher for arguments of these types; return Numba's result."""
    with made._compiling_counter, event.trigger_event("numba:compile", data={"dispatcher": made}):
        return made._compiler.compile(kinds, None)  # type: ignore[attr-defined]


def dispatcher_of(made: Dispatcher | DUFunc) -> Dispatcher:
    """Return the dispatcher of a function that Numba has made, which a ufunc hides."""
    return getattr(made, "_dispatcher", made)


def compile_again(made: Dispatcher | DUFunc) -> None:
    """Let a function of Numba's be compiled again for all that it was compiled for, in place."""
    inner = dispatcher_of(made)
    if inner is made:
        if made.overloads:
            made.recompile()
    else:
        known = list(inner.overloads)
        inner.overloads.clear()
        made._lower_me.libs[:] = [inner.compile(kinds).library for kinds in known]  # type: ignore[union-attr, attr-defined]


def outside_of(library: CodeLibrary) -> tuple[str, ...]:
    """Return the symbols that a library of Numba's own calls."""
    return tuple(sorted(set(re.findall(r'\bcall\b[^@\n]*@"?([\w.]+)', library.get_llvm_str()))))


def address_of(library: CodeLibrary, entry: str) -> int:
    """Return where the machine code of function `entry` of a library begins."""
    return int(library.get_pointer_to_function(entry))


def load_runtime() -> None:
    """Load Numba's runtime, which code may call: allocation, and some functions of numbers."""
    cpu_target.target_context.refresh()
    rtsys.initialize(cpu_target.target_context)


@contextlib.contextmanager
def no_cache_of_numbas() -> Iterator[None]:
    """Let functions that are declared meanwhile have no cache of Numba's: it goes by the date and size of one file."""
    from numba.core.caching import Cache

    enable = Cache.enable
    Cache.enable = Cache.disable
    try:
        yield
    finally:
        Cache.enable = enable
