"""Shortcuts in the Python part of Numba, which takes most of the compile time; the machine code is the same without them.

Each stands, while a kernel is compiled, for a function of the versions of Numba that were tried; its docstring names the omission.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from numba.core import analysis, base, errors, event, ir, transforms, types
from numba.core.base import BaseContext
from numba.core.compiler_machinery import PassManager, _pass_registry
from numba.core.inline_closurecall import InlineClosureCallPass
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.typed_passes import NopythonRewrites
from numba.core.types.functions import BaseFunction

from counterply.compiling.definitions import Function

if TYPE_CHECKING:
    from numba.core.compiler import StateDict
    from numba.core.compiler_machinery import CompilerPass
    from numba.core.typing.context import BaseContext as TypingContext
    from numba.core.typing.templates import Signature

EVENT = "numba:run_pass"

CLOSURES, COMPUTING = {"make_function", "build_list"}, {"unary", "binop", "call"}  # operations
INLINED = {"reduce", "functools", "stencil", "numba"}  # functions and modules

_run_post_processor, _run_inlining, _run_rewrites = PostProcessor.run, InlineClosureCallPass.run, NopythonRewrites.run_pass
_call_type: Function = BaseFunction.get_call_type


class Passes(PassManager):  # type: ignore[misc]
    """Numba's passes, without its checks of itself and its notes of times, unless these are asked for."""

    def _runPass(self, index: int, each: CompilerPass, state: StateDict) -> None:  # noqa: N802 - Numba's name
        if self._print_after or self._print_before or self._print_wrap or event._registered[EVENT]:
            super()._runPass(index, each, state)
            return
        each.analysis = self._analysis
        with errors.new_error_context("Pass {name}", name=each.name()):  # type: ignore[attr-defined]
            changed = each.run_initialization(state)
            changed |= each.run_pass(state)
            changed |= each.run_finalizer(state)
        if changed and _pass_registry.get(type(each)).mutates_CFG:
            PostProcessor(state.func_ir).run()


NOTHING, VARIABLE, INSTRUCTION, SEQUENCE, MAPPING = range(5)  # kinds of parts of an instruction
_kinds: dict[type, int] = {}


def _kind_of(kind: type) -> int:
    bases = ((ir.Var, VARIABLE), (ir.Inst, INSTRUCTION), ((list, tuple), SEQUENCE), (dict, MAPPING))
    _kinds[kind] = found = next((number for base, number in bases if issubclass(kind, base)), NOTHING)
    return found


def _collect(parts: Iterable[Any], found: list[ir.Var]) -> None:
    """Append the variables in the parts of an instruction to `found`."""
    for part in parts:
        kind = _kinds.get(type(part))
        if kind is None:
            kind = _kind_of(type(part))
        if kind == VARIABLE:
            found.append(part)
        elif kind == INSTRUCTION:
            found += part.list_vars()
        elif kind == SEQUENCE:
            _collect(part, found)
        elif kind == MAPPING:
            _collect(part.values(), found)


def _variables_in(self: ir.Inst, part: object) -> list[ir.Var]:
    """Return the variables in a part of an instruction: Numba's `_rec_list_vars`, which asks for each type anew."""
    found: list[ir.Var] = []
    _collect((part,), found)
    return found


class EntryVariables(dict[ir.Block, set[str]]):
    """The variables that live as a block begins, computed on the first request."""

    def __init__(self, function: ir.FunctionIR) -> None:
        super().__init__()
        self._blocks, self._lifetime = function.blocks, function.variable_lifetime

    def __missing__(self, block: ir.Block) -> set[str]:
        lifetime = self._lifetime
        found = analysis.compute_live_variables(lifetime.cfg, self._blocks, lifetime.usedefs.defmap, lifetime.deadmaps.combined)
        self.update((each, found[offset]) for offset, each in self._blocks.items())
        return dict(self)[block]


def _post_process(self: PostProcessor, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Stand in for `PostProcessor.run`, which computes the live variables after each pass, although few passes need them."""
    function = self.func_ir
    if emit_dels or function.is_generator:
        _run_post_processor(self, emit_dels, extend_lifetimes)
        return
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = VariableLifetime(function.blocks)
    function.block_entry_vars = EntryVariables(function)
    function.generator_info = None


def _instructions(function: ir.FunctionIR) -> Iterator[ir.Inst]:
    """Yield each instruction of a function."""
    for block in function.blocks.values():
        yield from block.body


def _may_be_inlined(value: object) -> bool:
    """Tell whether a value is a closure, a list, or holds a function for which Numba puts code of its own."""
    if isinstance(value, ir.Expr):
        return value.op in CLOSURES
    return getattr(getattr(value, "value", None), "__name__", "") in INLINED


def _inline_closures(self: InlineClosureCallPass) -> None:
    """Stand in for `InlineClosureCallPass.run`, which looks up what each call calls, where nothing can be inlined."""
    if any(_may_be_inlined(getattr(each, "value", None)) for each in _instructions(self.func_ir)):
        _run_inlining(self)


def _may_be_rewritten(each: ir.Inst, kinds: dict[str, types.Type]) -> bool:
    """Tell whether an instruction computes an array, or has a text as an index."""
    value = each if isinstance(each, ir.SetItem) else getattr(each, "value", None)
    operation = getattr(value, "op", "")
    if value is each or operation == "getitem":
        return isinstance(kinds[value.index.name], types.StringLiteral)  # type: ignore[attr-defined, union-attr]
    return operation in COMPUTING and isinstance(kinds[each.target.name], types.Array)


def _rewrite(self: NopythonRewrites, state: StateDict) -> bool:
    """Stand in for `NopythonRewrites.run_pass`, which looks up where variables end, where nothing can be rewritten."""
    return any(_may_be_rewritten(each, state.typemap) for each in _instructions(state.func_ir)) and _run_rewrites(self, state)


_answers: dict[tuple[object, ...], tuple[Signature, object]] = {}  # signature and key of the implementation, by operation and types


def _type_of_call(
    self: BaseFunction, typing: TypingContext, args: tuple[types.Type, ...], named: dict[str, types.Type]
) -> Signature:
    """Stand in for `BaseFunction.get_call_type`, which tries each way to do an operation anew, at each place where it stands."""
    operation = self.typing_key
    if named or getattr(operation, "__module__", "") not in ("builtins", "_operator"):
        return _call_type(self, typing, args, named)
    if (operation, args) not in _answers:
        made = _call_type(self, typing, args, named)
        _answers[operation, args] = made, self._impl_keys[made.args]  # type: ignore[attr-defined]
    found, self._impl_keys[found.args] = _answers[operation, args]  # type: ignore[attr-defined]
    return found


# sizes and signatures are kept: each question has one answer, for which LLVM reads a module, and Python a signature
REPLACEMENTS: dict[tuple[object, str], Function] = {
    (ir.Inst, "_rec_list_vars"): _variables_in,
    (PostProcessor, "run"): _post_process,
    (InlineClosureCallPass, "run"): _inline_closures,
    (NopythonRewrites, "run_pass"): _rewrite,
    (BaseFunction, "get_call_type"): _type_of_call,
    (BaseContext, "get_abi_sizeof"): functools.cache(BaseContext.get_abi_sizeof),
    (base, "_has_loc"): functools.cache(base._has_loc),
}
ORIGINALS = {(owner, name): getattr(owner, name) for owner, name in REPLACEMENTS}  # Numba's own
_taken = 0  # how many of the calls under way have taken them, one inside of the other


@contextlib.contextmanager
def shortcuts() -> Iterator[None]:
    """Replace Numba's functions by these meanwhile; the caller holds Numba's lock, so that nobody else compiles by them."""
    global _taken
    if not _taken:
        _put(REPLACEMENTS)
    _taken += 1
    try:
        yield
    finally:
        _taken -= 1
        if not _taken:
            _put(ORIGINALS)
            _answers.clear()  # Numba may be taught more before the next kernel


def _put(functions: dict[tuple[object, str], Function]) -> None:
    for (owner, name), function in functions.items():
        setattr(owner, name, function)
