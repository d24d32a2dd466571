"""Functions that kernels call as parts of a kernel, and a kernel as an object file: Numba compiles each function on its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from llvmlite import binding
from numba import _dynfunc
from numba.core import cgutils
from numba.core.codegen import CPUCodeLibrary, RuntimeLinker
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from counterply.compiling.definitions import INLINING

if TYPE_CHECKING:
    from numba.core.codegen import CodeLibrary

    from counterply.compiling.numba import StateDict

ADDRESS = "numba.dynamic.globals."  # how the variables begin that hold an address of this process (`add_dynamic_addr`)
FIRST_MARK = 900_000  # of LLVM's numbers for notes; Numba's own are smaller
LABEL = re.compile(r'"?([^"\s:]+)"?:')
BRANCH = re.compile(r'label %"?([^",\s]+)"?')


Content: TypeAlias = tuple[tuple[str, ...], bytes, tuple[tuple[str, str, int, bool], ...], bool]  # of `Code`, from `needs` on


class Part(CPUCodeLibrary):  # type: ignore[misc]
    """LLVM's code of a function that kernels call.

    It is optimised, and becomes machine code, only as a part of each kernel that is kept: Numba does both for each function.
    """

    _shared_module: binding.ModuleRef | None
    inlining: str | None = None  # LLVM's word for whether it becomes a part of its callers; None leaves that to LLVM

    def add_ir_module(self, module: binding.ModuleRef) -> None:
        """Link the functions of a module of LLVM into this part, in place, with their marks against unrolled loops."""
        for function in module.functions:
            if self.inlining and not function.is_declaration:
                function.attributes.add(self.inlining)
        self._final_module.link_in(binding.parse_assembly(loops_as_written(cgutils.normalize_ir_text(str(module)))))

    def finalize(self) -> None:
        """Let no more functions in, in place; the part itself is not optimised."""
        self._finalized = True

    def _optimize_final_module(self) -> None:
        """Optimise, in place, in two passes as Numba does, so that counts of owners cancel; loops get no vector code."""
        for options in ({"opt": 0, "cost": "cheap"}, {"opt": 3}):
            passes, builder = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=True, **options)
            passes.run(self._final_module, builder)

    def code(self, entry: str, arrays: Mapping[tuple[str, int], np.ndarray]) -> Content:
        """Return function `entry` and all that it calls of ours, as `Code` has it from `needs` on; `arrays` have no address yet."""
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
        return tuple(needs), self._codegen._tm.emit_object(whole), words, kept

    def _whole(self) -> binding.ModuleRef:
        """Return a module with this function and all that it calls."""
        libraries: list[CodeLibrary] = [self]
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

    def _get_module_for_linking(self) -> binding.ModuleRef:
        """Return the module that Numba links into a function for Python."""
        if self._shared_module is None:
            self._shared_module = self._whole()
            _set_linkage(self._shared_module, "linkonce_odr")
        return self._shared_module


def loops_as_written(text: str) -> str:
    """Return LLVM's text of a module in which no loop whose count is not a constant is unrolled: those of a search are short.

    See decision 7. A branch back carries the mark; on other branches it says nothing.
    """
    lines, number = [], 0
    seen: set[str] = set()  # labels of the function that are above
    for line in text.splitlines():
        if line.startswith("define"):
            seen.clear()
        elif label := LABEL.match(line):
            seen.add(label[1])
        elif line.lstrip().startswith("br ") and not seen.isdisjoint(BRANCH.findall(line)):
            line = f"{line}, !llvm.loop !{FIRST_MARK + number}"
            number += 1
        lines.append(line)
    marks = [f"!{FIRST_MARK + each} = distinct !{{!{FIRST_MARK + each}, !{FIRST_MARK - 1}}}" for each in range(number)]
    return "\n".join([*lines, f'!{FIRST_MARK - 1} = !{{!"llvm.loop.unroll.runtime.disable"}}', *marks, ""])


PARTS: dict[str, Part] = {}  # by the symbol of its function


def _named_by_pointers(module: binding.ModuleRef) -> list[str]:
    """Return the functions that a module calls by pointers, as functions do that call each other."""
    prefix = RuntimeLinker.PREFIX
    return [each.name.removeprefix(prefix) for each in module.global_variables if each.name.startswith(prefix)]


def _places_of(arrays: Mapping[tuple[str, int], np.ndarray]) -> dict[int, tuple[str, int, bool]]:
    """Return mark, place and True of each array by its address, and mark, place and False by its address as an object."""
    objects = {id(array): (mark, place, False) for (mark, place), array in arrays.items()}
    return objects | {array.ctypes.data: (mark, place, True) for (mark, place), array in arrays.items()}


def _addresses_in(module: binding.ModuleRef) -> list[str]:
    """Return the names of the variables of a module that hold an address of this process."""
    return [each.name for each in module.global_variables if each.name.startswith(ADDRESS)]


def _address_in(name: str) -> int:
    """Return the address in the name of a variable that Numba makes for it."""
    return int(name.removeprefix(ADDRESS).partition(".")[0], 16)


def _with_open_words(module: binding.ModuleRef, names: list[str]) -> binding.ModuleRef:
    """Return a module whose variables of these names are to be filled when it is loaded: by now they hold addresses."""
    text = str(module)
    for name in names:
        text, count = re.subn(rf'^(@"?{re.escape(name)}"?) = .*?global (\S+) inttoptr.*$', r"\1 = global \2 null", text, flags=re.M)
        if count != 1:
            raise RuntimeError(f"this version of Numba writes {name} in another way")
    return binding.parse_assembly(text)


def _set_linkage(module: binding.ModuleRef, linkage: str, entry: str = "") -> None:
    """Set the linkage of all functions that a module defines but `entry`, in place."""
    for function in module.functions:
        if not function.is_declaration and function.name != entry:
            function.linkage = linkage


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):  # type: ignore[misc]
    """Lowering to a `Part`."""

    _name = "part_lowering"

    def run_pass(self, state: StateDict) -> bool:
        """Lower the function of `state`; tell that something changed."""
        state.library = Part(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.inlining = INLINING.get(state.func_id.func)
        state.flags.no_compile = True
        changed: bool = super().run_pass(state)
        state.library.finalize()
        lowered = state["cr"]
        description, name = lowered.fndesc, lowered.fndesc.qualname
        PARTS[description.llvm_func_name] = state.library
        # Numba's handle of the function; Python never calls it
        entry = _dynfunc.make_function(description.lookup_module(), name, name, 0, lowered.env, (state.library,))
        state.targetctx.insert_user_function(entry, description, [state.library])
        state["cr"] = lowered._replace(cfunc=entry)
        return changed
