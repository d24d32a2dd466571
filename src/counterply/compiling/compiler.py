"""The compiler: Numba, with our extensions. Importing it takes half a second, so other modules import it as late as they can."""

from __future__ import annotations

import contextlib
import gc
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType
from typing import TYPE_CHECKING

import numba
import numpy as np
from numba import types
from numba.extending import typeof_impl

from counterply.compiling.clashing_additions import require_no_clash
from counterply.compiling.definitions import (
    DEFINITIONS,
    LISTENERS,
    UNSIGNED,
    Compiled,
    Definition,
    Function,
    Made,
    Shape,
    has_field,
)
from counterply.compiling.fingerprint import reach
from counterply.compiling.numba import (
    TRICKS,
    AbstractTemplate,
    CompilerBase,
    DefaultPassBuilder,
    FunctionPass,
    IRProcessing,
    NopythonTypeInference,
    address_of,
    as_dtype,
    builtin_registry,
    cgutils,
    compile_again,
    compiled,
    consts,
    dispatcher_of,
    errors,
    event,
    find_const,
    get_definition,
    global_compiler_lock,
    guard,
    infer_global,
    ir,
    outside_of,
    register_pass,
    say_what_is_lost,
    signature,
)
from counterply.compiling.object_files import LOADED, RESULTS, Code, Machine
from counterply.compiling.reached_values import MARKED, Reached, arrays_in, marks_in

if TYPE_CHECKING:
    from llvmlite.ir import IRBuilder, Value

    from counterply.compiling.dispatch import Together
    from counterply.compiling.numba import (
        BaseContext,
        Dispatcher,
        Event,
        FunctionIR,
        PassManager,
        Signature,
        StateDict,
        TypingContext,
    )

MOST_APART = 128  # calls in turn without a loop: for connect four's 42 cells 0.4 of the time; more of them take long to compile
INTERPRETER = ("Py", "_Py", "numba_gil", "numba_unpickle", "numba_do_raise")  # how the symbols begin that need the interpreter


def quiet_log() -> None:
    """Keep Numba's log to warnings, unless the host asked for more; one that logs at DEBUG would get megabytes otherwise."""
    log = logging.getLogger("numba")
    if log.level == logging.NOTSET:
        log.setLevel(logging.WARNING)


quiet_log()


class _News(event.Listener):  # type: ignore[misc]
    """Passes on when Numba begins and ends with a function."""

    def on_start(self, event: Event) -> None:
        """Pass it on."""
        for listener in LISTENERS:
            listener.on_start(event)

    def on_end(self, event: Event) -> None:
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

    def run_pass(self, state: StateDict) -> bool:
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

    def run_pass(self, state: StateDict) -> bool:
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


def _asks(function: FunctionIR, call: ir.Expr) -> bool:
    """Tell whether a call is one of `has_field`."""
    called = guard(get_definition, function, call.func)
    return isinstance(called, (ir.Global, ir.FreeVar)) and called.value is has_field


def _replace(function: FunctionIR, assignment: ir.Assign, value: bool) -> None:
    """Let an assignment be one of a constant, in place."""
    constant = ir.Const(value, assignment.loc)
    definitions = function._definitions[assignment.target.name]
    definitions[definitions.index(assignment.value)] = constant
    assignment.value = constant


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, with `has_field`; functions that only kernels call become a `Part`."""

    def define_pipelines(self) -> list[PassManager]:
        """Return Numba's own passes, ours among them."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(KnownFields, IRProcessing)
        manager.add_pass_after(UnsignedIndices, NopythonTypeInference)
        return [TRICKS.pipeline(manager, parts=self.state.flags.no_cpython_wrapper)]


OPTIONS = {"nogil": True, "error_model": "numpy", "pipeline_class": KernelCompiler, "no_cfunc_wrapper": True}


def dispatcher(function: Function, *, python: bool) -> Dispatcher:
    """Return Numba's dispatcher of a function, for calls from Python or from kernels."""
    _learn()
    if not python:
        return numba.njit(**OPTIONS, no_cpython_wrapper=True)(function)  # type: ignore[no-any-return]
    code, names = function.__code__, function.__globals__  # a copy: one that calls itself calls the one for kernels
    copy = FunctionType(code, names, function.__name__, function.__defaults__, function.__closure__)
    return numba.njit(**OPTIONS)(copy)  # type: ignore[no-any-return]


@typeof_impl.register(Compiled)  # type: ignore[misc]
def _typeof_kernel(value: Compiled, context: object) -> types.Type:
    return types.Dispatcher(value.in_kernels)


def _learn() -> None:
    """Pass the new definitions of `in_kernels` on to Numba."""
    while DEFINITIONS:
        _define(*DEFINITIONS.pop())


def _define(function: Function, define: Function) -> None:
    """Let kernels call `function` as `define` says."""
    known: dict[tuple[types.Type, ...], Definition] = {}

    class Template(AbstractTemplate):  # type: ignore[misc]
        key = function

        def generic(self, args: tuple[types.Type, ...], kws: dict[str, types.Type]) -> Signature | None:
            if args not in known:
                _learn()
                defined = define(self.context, *args)
                if defined is None:
                    return None
                made, generate = defined
                known[args] = known[made.args] = made, generate
                builtin_registry.lower(generate, *made.args)(generate)
            return known[args][0]

        def get_impl_key(self, made: Signature) -> Function:
            return known[made.args][1]

    Template.__name__ = function.__name__
    infer_global(function, types.Function(Template))


def call_of(
    callee: Function,
    places: tuple[int, ...],
    typing: TypingContext,
    args: tuple[types.Type, ...],
    whole: bool = False,
    natural: int = -1,
) -> Definition:
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

    def generate(context: BaseContext, builder: IRBuilder, made_signature: Signature, values: Sequence[Value]) -> Value:
        if natural >= 0:
            builder.assume(builder.icmp_signed(">=", values[natural], values[natural].type(0)))
        code = context.get_function(types.Dispatcher(made), inner)
        answer = code(builder, [values[place] for place in places])
        return context.cast(builder, answer, inner.return_type, result)

    return signature(result, *args), generate


def together_of(together: Together, typing: TypingContext, args: tuple[types.Type, ...], natural: int) -> Definition:
    """Return the definition, for `in_kernels`, of a call of several functions together; `natural` as for `call_of`."""
    nothing, places = together.nothing, tuple(range(len(args)))
    answers, record = nothing is not None, args[0]
    switches, start = record.typeof("use"), record.offset("use")
    parts = [
        (start + switches.offset(name), *call_of(function, places, typing, args, answers, natural))
        for name, function in together.parts
    ]

    def generate(context: BaseContext, builder: IRBuilder, made: Signature, values: Sequence[Value]) -> Value:
        none = context.get_constant(types.int64, nothing or 0)
        answer = cgutils.alloca_once_value(builder, none)
        for offset, kind, code in parts:
            switch = cgutils.get_record_member(builder, values[0], offset, context.get_data_type(types.uint8))
            acts = cgutils.is_true(builder, builder.load(switch))
            if together.first:
                acts = builder.and_(acts, builder.icmp_signed("==", builder.load(answer), none))
            with builder.if_then(acts):
                found = code(context, builder, kind, values)
                if answers:
                    builder.store(found if together.first else builder.add(builder.load(answer), found), answer)
        return builder.load(answer) if answers else context.get_dummy_value()

    return signature(types.int64 if answers else types.none, *args), generate


def in_turn_of(asked: Callable[..., Definition], typing: TypingContext, args: tuple[types.Type, ...]) -> Definition:
    """Return the definition, for `in_kernels`, of calls of what `asked` defines with 0, 1, ..., whose answers go into `args[2]`."""
    kind, call = asked(typing, *args[:2], types.int64)
    field = next(iter(args[2].fields.values()))  # type: ignore[attr-defined]
    count = field.type.nitems

    def generate(context: BaseContext, builder: IRBuilder, made: Signature, values: Sequence[Value]) -> Value:
        word, byte = context.get_value_type(types.int64), context.get_value_type(types.int8)
        answers = builder.bitcast(values[2], byte.as_pointer())

        def ask(number: Value) -> None:
            answer = call(context, builder, kind, [*values[:2], number])
            builder.store(builder.trunc(answer, byte), builder.gep(answers, [number]))

        if count <= MOST_APART:
            for number in range(count):
                ask(word(number))
        else:
            with cgutils.for_range(builder, word(count), intp=word) as loop:
                ask(loop.index)
        return context.get_dummy_value()

    return signature(types.none, *args), generate


def constant_of(value: int | bool | None, args: tuple[types.Type, ...]) -> Definition:
    """Return the definition, for `in_kernels`, of a call that always answers `value`."""
    kind = types.none if value is None else types.boolean if isinstance(value, bool) else types.int64

    def generate(context: BaseContext, builder: IRBuilder, made: Signature, values: Sequence[Value]) -> Value:
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


_renewed: dict[int, tuple[Made, Reached]] = {}  # by the id of each


def renew(functions: Iterable[Made]) -> None:
    """Let kernels and Numba's functions that were compiled when they could reach other values be compiled again, in place."""
    for made in functions:
        now = reach(made.py_func if isinstance(made, Compiled) else dispatcher_of(made).py_func)
        known = _renewed.get(id(made))
        if known is None or not known[1].same(now):
            _forget(made)
        _renewed[id(made)] = made, now


def _forget(made: Made) -> None:
    if isinstance(made, Compiled):
        for name in ("in_kernels", "from_python"):
            vars(made).pop(name, None)
    else:
        compile_again(made)


def compile_code(made: Dispatcher, shapes: tuple[Shape, ...]) -> Code | None:
    """Compile a dispatcher for arguments of these shapes; None if the code needs the interpreter, as `print` does."""
    if TRICKS.untried:
        TRICKS.untried = False
        TRICKS.parts = TRICKS.parts and _parts_work()
        say_what_is_lost()
    renew(each for mark in marks_in(shapes) for each in MARKED[mark].compiled)
    with quick_compiling():
        result = compiled(made, tuple(map(type_of, shapes)))
        kind, entry = str(types.unliteral(result.signature.return_type)), result.fndesc.llvm_func_name
        if TRICKS.parts:
            code = Code(entry, kind, *result.library.code(entry, arrays_in(shapes)))
        else:
            LOADED.append(result.library)
            code = Code(entry, kind, outside_of(result.library), b"", kept=False, address=address_of(result.library, entry))
    return None if kind not in RESULTS or any(name.startswith(INTERPRETER) for name in code.needs) else code


@contextlib.contextmanager
def quick_compiling() -> Iterator[None]:
    """Take the shortcuts in Numba's passes, here alone: whoever else compiles in this process waits for the lock."""
    require_no_clash()
    with global_compiler_lock, _no_collection(), TRICKS.shortcuts():
        yield


def _parts_work() -> bool:
    """Tell whether a kernel that calls another one gives the right answer, made as object files are."""

    def doubled(number: int) -> int:
        return 2 * number

    inner = dispatcher(doubled, python=False)

    def total(count: int) -> int:
        found = 0
        for number in range(count):
            found += inner(number)
        return found

    try:
        code = compile_code(dispatcher(total, python=False), (int,))
        return code is not None and Machine(code, (int,))(PROBE) == PROBE * (PROBE - 1)
    except Exception:  # whatever a version that nobody has tried may raise
        return False


PROBE = 5
