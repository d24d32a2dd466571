"""What a kernel knows of a record when it is compiled: which fields it has. What can then never run is never compiled."""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import consts, errors, ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import find_const, get_definition, guard
from numba.core.untyped_passes import IRProcessing


def has_field(record: Any, name: str) -> bool:
    """Tell whether a record has a field `name`.

    In a kernel `record` is one of its parameters and `name` a constant. The answer is known when the kernel is compiled, and what
    stands behind ``if has_field(...)`` is compiled only where it is true, in all that it calls too.
    """
    return name in record.dtype.fields


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


class KernelCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler, with `has_field`."""

    def define_pipelines(self) -> list[Any]:
        """Return Numba's own passes, and ours early among them."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(KnownFields, IRProcessing)
        manager.finalize()
        return [manager]
