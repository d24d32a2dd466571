"""The compiler: Numba, with our extensions. Importing it takes half a second, so other modules import it as late as they can."""

from __future__ import annotations

import contextlib
import gc
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType
from typing import Any

import numba
import numpy as np
from llvmlite import binding
from numba import _dynfunc, types
from numba.core import cgutils, consts, errors, event, ir
from numba.core.codegen import CPUCodeLibrary, RuntimeLinker
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.imputils import builtin_registry
from numba.core.ir_utils import find_const, get_definition, guard
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.core.untyped_passes import IRProcessing
from numba.extending import typeof_impl
from numba.np.numpy_support import as_dtype

from counterply.compiling.definitions import DEFINITIONS, INLINING, LISTENERS, UNSIGNED, Compiled, Function
from counterply.compiling.fields import has_field
from counterply.compiling.fingerprint import reach
from counterply.compiling.machine import RESULTS, Code, Shape
from counterply.compiling.rules import MARKED, Reached, arrays_in, marks_in
from counterply.compiling.shortcuts import Passes

# loops whose count is not a constant stay as they are: those of a search are short (dev/decisions/0051)
binding.set_option("counterply", "-unroll-runtime=0")

ADDRESS = "numba.dynamic.globals."  # how the variables begin that hold an address of this process (`add_dynamic_addr`)
INTERPRETER = ("Py", "_Py", "numba_gil", "numba_unpickle", "numba_do_raise")  # how the symbols begin that need the interpreter


def quiet_log() -> None:
    """Keep Numba's log to warnings, unless the host asked for more; one that logs at DEBUG would get megabytes otherwise."""
    log = logging.getLogger("numba")
    if log.level == logging.NOTSET:
        log.setLevel(logging.WARNING)


quiet_log()


class _News(event.Listener):  # type: ignore[misc]
    """Passes on when Numba begins and ends with a function."""

    def on_start(self, event: Any) -> None:
        """Pass it on."""
        for listener in LISTENERS:
            listener.on_start(event)

    def on_end(self, event: Any) -> None:
        """Pass it on."""
        for listener in LISTENERS:
            listener.on_end(event)


event.register("numba:compile", _News())


@register_pass(mutates_CFG=False, analysis_only=False)
class KnownFields(FunctionPass):  # type: ignore[misc]
    """Put True or False in the place of each call of `has_field`; Numba then drops the branches that are never taken."""

    _name = "known_fields"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Rewrite the function of `state`, in place; tell whether anything changed."""
        function = state.func_ir
        calls = [
            assignment
            for block in function.blocks.values()
            for assignment in block.find_insts(ir.Assign)
            if isinstance(assignment.value, ir.Expr) and assignment.value.op == "call" and _asks(function, assignment.value)
        ]
        for assignment in calls:
            call = assignment.value
            record, name = call.args
            parameter = guard(get_definition, function, record)
            kind = state.args[parameter.index] if isinstance(parameter, ir.Arg) else None
            field = guard(find_const, function, name)
            if not isinstance(kind, types.Record) or not isinstance(field, str):
                raise errors.TypingError("has_field asks for a constant name in a record that is a parameter", loc=call.loc)
            _replace(function, assignment, field in kind.fields)
            for temporary in (call.func, name):  # neither has a type in a kernel
                definition = get_definition(function, temporary)
                for block in function.blocks.values():
                    for other in block.find_insts(ir.Assign):
                        if other.value is definition:
                            _replace(function, other, False)
        if calls:
            function._consts = consts.ConstantInference(function)
        return bool(calls)


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedIndices(FunctionPass):  # type: ignore[misc]
    """Let no index in a function that asks for it count from the end of an array, so that none is compared with 0 as it runs."""

    _name = "unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Change the types of the indices of the function of `state`, in place; tell whether any may have changed."""
        if state.func_id.func not in UNSIGNED:
            return False
        indexed = [each for each in state.calltypes if isinstance(each, ir.SetItem) or getattr(each, "op", "") == "getitem"]
        for each in indexed:
            made = state.calltypes.pop(each)
            array, index, *value = made.args
            state.calltypes[each] = (
                made.replace(args=(array, _unsigned(index), *value)) if isinstance(array, types.Buffer) else made
            )
        return bool(indexed)


def _unsigned(kind: types.Type) -> types.Type:
    """Return the type of an index, or of several, without a sign."""
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(tuple(map(_unsigned, kind)))
    return types.uint64 if isinstance(kind, types.Integer) and kind.signed else kind


def _asks(function: Any, call: Any) -> bool:
    """Tell whether a call is one of `has_field`."""
    called = guard(get_definition, function, call.func)
    return isinstance(called, (ir.Global, ir.FreeVar)) and called.value is has_field


def _replace(function: Any, assignment: Any, value: bool) -> None:
    """Let an assignment be one of a constant, in place."""
    constant = ir.Const(value, assignment.loc)
    definitions = function._definitions[assignment.target.name]
    definitions[definitions.index(assignment.value)] = constant
    assignment.value = constant


class Part(CPUCodeLibrary):  # type: ignore[misc]
    """LLVM's code of a function that kernels call.

    It is optimised, and becomes machine code, only as a part of each kernel that is kept: Numba does both for each function.
    """

    _shared_module: Any

    def add_ir_module(self, module: Any) -> None:
        """Take up a function."""
        self._final_module.link_in(binding.parse_assembly(cgutils.normalize_ir_text(str(module))))

    def finalize(self) -> None:
        """Take up no more."""
        self._finalized = True

    def _optimize_final_module(self) -> None:
        """Optimise, in place, in two passes as Numba does, so that counts of owners cancel; loops get no vector code."""
        for options in ({"opt": 0, "cost": "cheap"}, {"opt": 3}):
            passes, builder = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=True, **options)
            passes.run(self._final_module, builder)

    def inline(self, name: str, how: str) -> None:
        """Let function `name`, of this part, become a part of its callers, or never, in place."""
        self._final_module.get_function(name).add_function_attribute(how)

    def code(self, entry: str, result: str, arrays: Mapping[tuple[str, int], np.ndarray]) -> Code:
        """Return machine code of function `entry` with all that it calls of our own; the addresses of `arrays` are left open."""
        whole = self._whole()
        places = _places_of(arrays)
        addresses = [name for name in _addresses_in(whole) if _address_in(name) in places]
        if addresses:
            whole = _with_open_words(whole, addresses)
        self._final_module = whole
        _set_linkage(whole, "internal", entry)
        self._optimize_final_module()
        whole.verify()
        outside = [*whole.functions, *whole.global_variables]
        needs = sorted({each.name for each in outside if each.is_declaration and not each.name.startswith("llvm.")})
        words = tuple((name, *places[_address_in(name)]) for name in addresses)
        kept = set(_addresses_in(whole)) <= set(addresses)  # a dead one is gone
        return Code(entry, result, tuple(needs), self._codegen._tm.emit_object(whole), words, kept)

    def _whole(self) -> Any:
        """Return a module with this function and all that it calls."""
        libraries: list[Any] = [self]
        for library in libraries:
            if isinstance(library, Part):
                called = [*library._linking_libraries, *(PARTS[name] for name in _named_by_pointers(library._final_module))]
                libraries += [each for each in dict.fromkeys(called) if each not in libraries]
        whole = self._final_module.clone()
        for part in libraries[1:]:
            if isinstance(part, Part):
                whole.link_in(part._final_module, preserve=True)
        for other in libraries:  # of these only the functions that are called
            if not isinstance(other, Part):
                whole.link_in(other._get_module_for_linking(), preserve=True)
        for name in _named_by_pointers(whole):
            pointer = f"{RuntimeLinker.PREFIX}{name}"
            whole.link_in(binding.parse_assembly(f'declare void @"{name}"()\n@"{pointer}" = constant ptr @"{name}"'))
            whole.get_global_variable(pointer).linkage = "internal"
        return whole

    def _get_module_for_linking(self) -> Any:
        """Return the module that Numba links into a function for Python."""
        if self._shared_module is None:
            self._shared_module = self._whole()
            _set_linkage(self._shared_module, "linkonce_odr")
        return self._shared_module


PARTS: dict[str, Part] = {}  # by the symbol of its function


def _named_by_pointers(module: Any) -> list[str]:
    """Return the functions that a module calls by pointers, as functions do that call each other."""
    prefix = RuntimeLinker.PREFIX
    return [each.name.removeprefix(prefix) for each in module.global_variables if each.name.startswith(prefix)]


def _places_of(arrays: Mapping[tuple[str, int], np.ndarray]) -> dict[int, tuple[str, int, bool]]:
    """Return mark, place and True of each array by its address, and mark, place and False by its address as an object."""
    objects = {id(array): (mark, place, False) for (mark, place), array in arrays.items()}
    return objects | {array.ctypes.data: (mark, place, True) for (mark, place), array in arrays.items()}


def _addresses_in(module: Any) -> list[str]:
    """Return the names of the variables of a module that hold an address of this process."""
    return [each.name for each in module.global_variables if each.name.startswith(ADDRESS)]


def _address_in(name: str) -> int:
    """Return the address in the name of a variable that Numba makes for it."""
    return int(name.removeprefix(ADDRESS).partition(".")[0], 16)


def _with_open_words(module: Any, names: list[str]) -> Any:
    """Return a module whose variables of these names are to be filled when it is loaded: by now they hold addresses."""
    text = str(module)
    for name in names:
        text, count = re.subn(rf'^(@"?{re.escape(name)}"?) = .*?global (\S+) inttoptr.*$', r"\1 = global \2 null", text, flags=re.M)
        if count != 1:
            raise RuntimeError(f"this version of Numba writes {name} in another way")
    return binding.parse_assembly(text)


def _set_linkage(module: Any, linkage: str, entry: str = "") -> None:
    """Set the linkage of all functions that a module defines but `entry`, in place."""
    for function in module.functions:
        if not function.is_declaration and function.name != entry:
            function.linkage = linkage


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):  # type: ignore[misc]
    """Lowering to a `Part`."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function of `state`; tell that something changed."""
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        changed: bool = super().run_pass(state)
        state.library.finalize()
        lowered = state["cr"]
        description, name = lowered.fndesc, lowered.fndesc.qualname
        PARTS[description.llvm_func_name] = state.library
        if state.func_id.func in INLINING:
            state.library.inline(description.llvm_func_name, INLINING[state.func_id.func])
        # Numba's handle of the function; Python never calls it
        entry = _dynfunc.make_function(description.lookup_module(), name, name, 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(entry, description, [state.library])
        state["cr"] = lowered._replace(cfunc=entry)
        return changed


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, with `has_field`; functions that only kernels call become a `Part`."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's own passes, ours among them."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(KnownFields, IRProcessing)
        manager.add_pass_after(UnsignedIndices, NopythonTypeInference)
        if self.state.flags.no_cpython_wrapper:
            manager.passes = [(PartLowering if made is NativeLowering else made, what) for made, what in manager.passes]
        passes = Passes(manager.pipeline_name)
        passes.passes = manager.passes
        passes.finalize()
        return [passes]


OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": KernelCompiler, "no_cfunc_wrapper": True}


def dispatcher(function: Function, *, python: bool) -> Any:
    """Return Numba's dispatcher of a function, for calls from Python or from kernels."""
    _learn()
    if not python:
        return numba.njit(**OPTIONS, no_cpython_wrapper=True)(function)
    code, names = function.__code__, function.__globals__  # a copy: one that calls itself calls the one for kernels
    copy = FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)
    return numba.njit(**OPTIONS)(copy)


@typeof_impl.register(Compiled)  # type: ignore[misc]
def _typeof_kernel(value: Compiled, context: Any) -> types.Type:
    return types.Dispatcher(value.in_kernels)


def _learn() -> None:
    """Pass the new definitions of `in_kernels` on to Numba."""
    while DEFINITIONS:
        _define(*DEFINITIONS.pop())


def _define(function: Function, define: Function) -> None:
    """Let kernels call `function` as `define` says."""
    known: dict[tuple[types.Type, ...], tuple[Any, Function]] = {}

    class Template(AbstractTemplate):  # type: ignore[misc]
        key = function

        def generic(self, args: tuple[types.Type, ...], kws: Any) -> Any:
            if args not in known:
                _learn()
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


def call_of(
    callee: Function, places: tuple[int, ...], typing: Any, args: tuple[types.Type, ...], whole: bool = False, natural: int = -1
) -> Any:
    """Return the definition, for `in_kernels`, of a call of a function or kernel `callee` with the arguments at `places`.

    Parameters
    ----------
    whole : whether its answer becomes an int64
    natural : the place of an argument that is never below 0, which makes indices and divisions cheaper; -1 is none
    """
    if isinstance(callee, Compiled):
        made = callee.in_kernels
    else:
        made = callee if hasattr(callee, "py_func") else dispatcher(callee, python=False)
    inner = types.Dispatcher(made).get_call_type(typing, tuple(args[place] for place in places), {})
    result = types.int64 if whole else inner.return_type

    def generate(context: Any, builder: Any, made_signature: Any, values: Any) -> Any:
        if natural >= 0:
            builder.assume(builder.icmp_signed(">=", values[natural], values[natural].type(0)))
        code = context.get_function(types.Dispatcher(made), inner)
        answer = code(builder, [values[place] for place in places])
        return context.cast(builder, answer, inner.return_type, result)

    return signature(result, *args), generate


def constant_of(value: int | bool | None, args: tuple[types.Type, ...]) -> Any:
    """Return the definition, for `in_kernels`, of a call that always answers `value`."""
    kind = types.none if value is None else types.boolean if isinstance(value, bool) else types.int64

    def generate(context: Any, builder: Any, made: Any, values: Any) -> Any:
        return context.get_dummy_value() if value is None else context.get_constant(kind, value)

    return signature(kind, *args), generate


def record_of(kind: types.Type) -> np.dtype | None:
    """Return the record type that Numba's type stands for; None if it is none."""
    return as_dtype(kind) if isinstance(kind, types.Record) else None


NUMBERS = {int: types.int64, np.uint64: types.uint64, float: types.float64, bool: types.boolean}


def type_of(shape: Shape) -> types.Type:
    """Return Numba's type of arguments of a shape."""
    if isinstance(shape, np.dtype):
        return numba.from_dtype(shape)
    if isinstance(shape, tuple):
        return types.Array(numba.from_dtype(shape[0]), shape[1], "C")
    if shape not in NUMBERS:
        raise TypeError(f"a kernel takes records, arrays and numbers, not {shape.__name__}")
    return NUMBERS[shape]


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Pause garbage collection: the compiler makes little garbage, and collecting takes a tenth of its time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


_renewed: dict[int, tuple[Any, Reached]] = {}  # by the id of each


def renew(functions: Iterable[Any]) -> None:
    """Let kernels and Numba's functions that were compiled when they could reach other values be compiled again, in place."""
    for made in functions:
        now = reach(getattr(made, "_dispatcher", made).py_func)
        known = _renewed.get(id(made))
        if known is None or not known[1].same(now):
            _forget(made)
        _renewed[id(made)] = made, now


def _forget(made: Any) -> None:
    if isinstance(made, Compiled):
        for name in ("in_kernels", "from_python"):
            vars(made).pop(name, None)
        return
    inner = getattr(made, "_dispatcher", made)
    if inner is made:
        if made.overloads:
            made.recompile()
    else:  # of a ufunc
        known = list(inner.overloads)
        inner.overloads.clear()
        made._lower_me.libs[:] = [inner.compile(kinds).library for kinds in known]


def compile_code(made: Any, shapes: tuple[Shape, ...]) -> Code | None:
    """Compile a dispatcher for arguments of these shapes; None if the code needs the interpreter, as `print` does."""
    renew(each for mark in marks_in(shapes) for each in MARKED[mark].compiled)
    with (
        global_compiler_lock,
        _no_collection(),
        made._compiling_counter,
        event.trigger_event("numba:compile", data={"dispatcher": made}),
    ):
        result = made._compiler.compile(tuple(map(type_of, shapes)), None)
        kind = str(types.unliteral(result.signature.return_type))
        code = result.library.code(result.fndesc.llvm_func_name, kind, arrays_in(shapes))
    return None if kind not in RESULTS or any(name.startswith(INTERPRETER) for name in code.needs) else code
