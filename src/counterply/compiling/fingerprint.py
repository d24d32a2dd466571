"""Fingerprints of a game's rules, and the marks that keep two games from being one record type.

A fingerprint covers only the kinds of values that it understands. A value of any other kind is *unknown*, and each process compiles
machine code that may depend on it anew.
"""

from __future__ import annotations

import builtins
import contextlib
import dis
import enum
import functools
import hashlib
import inspect
import itertools
import operator
import struct
import sys
import types as python_types
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

import numpy as np

from counterply.compiling.additions import OUR_MODULES, additions, is_library, is_library_module
from counterply.compiling.code_sources import DIGITS, is_compiling, is_ours
from counterply.compiling.definitions import MEANINGS, Compiled, Function, Made
from counterply.compiling.reached_values import MARKED, OUTDATED, Reached

if TYPE_CHECKING:
    from counterply.compiling.numba import Dispatcher

Container: TypeAlias = tuple[object, ...] | list[object] | dict[object, object] | set[object] | frozenset[object]
PLAIN_TYPES = (bool, str, bytes, type(None), type(...), type(NotImplemented), range)
ADDRESS = "0x"  # in the text of a type that stands for one object of this process
CYTHON = "_cython_"  # how the module of the types begins that Cython makes
ARRAY_TYPES = (np.ndarray, np.memmap, np.recarray)
PARTS = {  # of what is made of other values
    python_types.MethodType: ("__func__", "__self__"),
    functools.partial: ("func", "args", "keywords"),
    staticmethod: ("__func__",),
    classmethod: ("__func__",),
    property: ("fget", "fset", "fdel"),
}
METHODS = ("new", "init", "call", "str", "reduce", "getattr", "getattribute")  # between underscores: what makes an exception
MOST_CHECKS = 20_000  # of a walk; the rules of a game have a hundred, and paths through modules that hold each other have no end
EMBEDDED_BYTES = 10**6  # larger arrays are not part of machine code (Numba's `make_constant_array`)
OPTION_TYPES = (bool, int, str, type(None))
LOOKUPS = "LOAD_GLOBAL", "STORE_GLOBAL", "DELETE_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"  # of names among globals


def _library_name(value: object) -> str:
    """Return the name under which a library's module holds a value, as ``math.sqrt``; '' if none does."""
    kind = type(value)
    if not is_library_module(kind.__module__) and not str(kind.__module__).startswith(CYTHON):
        return ""
    module = getattr(getattr(value, "__objclass__", value), "__module__", None) or "builtins"
    if not is_library_module(module):
        return ""
    if type(value) is python_types.FunctionType and not is_library(value.__code__.co_filename):
        return ""
    for path in (getattr(value, "__qualname__", ""), getattr(value, "__name__", "")):
        held: Any = sys.modules[module]
        for part in path.split("."):
            held = getattr(held, part, None)
        if held is value:
            return f"{module}.{path}"
    if kind.__module__ == "builtins":
        return ""
    holder = vars(sys.modules[kind.__module__])
    return next((f"{kind.__module__}.{name}" for name, held in holder.items() if held is value), "")


def exact(value: Any) -> str:
    """Return a text that stands for one plain constant, such as a number or a tuple of numbers, alone; '' for other values."""
    kind = type(value)
    if kind is int:
        return hex(value)  # `repr` refuses one of thousands of digits
    if kind is float:
        return f"float {struct.pack('>d', value).hex()}"  # the sign of a NaN too
    if kind is complex:
        return f"complex {struct.pack('>dd', value.real, value.imag).hex()}"
    if kind in PLAIN_TYPES:
        return repr(value)
    if kind is slice:
        inner = exact((value.start, value.stop, value.step))
        return inner and f"slice{inner}"
    if kind in (tuple, frozenset):
        parts = [exact(item) for item in value]
        return f"{kind.__name__}({', '.join(parts if kind is tuple else sorted(parts))})" if all(parts) else ""
    if isinstance(value, np.generic) and kind.__module__ == "numpy" and not value.dtype.hasobject:
        return f"{value.dtype!r} {value.tobytes().hex()}"
    return f"dtype {value!r}" if isinstance(value, np.dtype) else ""


def reach(*functions: Function | int | str | None) -> Reached:
    """Follow all that `functions` can reach: their code, and the values of the globals that it names; numbers and names count too.

    Comments and line numbers do not count; tables read from data files do. Code of `compiling`, of Numba, NumPy and
    the standard library is left out: the cache folder's name covers it.
    """
    known = _known.get(functions)
    if known is not None and not known.trouble():
        return known
    walk = _Walk()
    for function in functions:
        walk.visit(function, set(), getattr(function, "__name__", "a rule"))
    walk.visit_additions()
    digest = walk.digest.hexdigest()[:DIGITS]
    found = tuple(walk.arrays), tuple(walk.unknown), tuple(walk.strangers), tuple(walk.compiled), tuple(walk.checks)
    reached = Reached(digest, *found, walk.taught, functools.partial(reach, *functions))
    if not any(array.flags.writeable and array.nbytes > EMBEDDED_BYTES for array in walk.arrays):  # which no check looks at
        _known[functions] = reached
    return reached


def content_of(source: Function) -> tuple[str, tuple[int, ...]]:
    """Return what tells a function or a class from others: two that are equal by it do the same."""
    walk = _Walk()
    walk.visit(source, set(), source.__name__)
    own = [value for value in walk.strangers if value is not source] + [array for array in walk.arrays if array.flags.writeable]
    return walk.digest.hexdigest(), tuple(map(id, own))


_known: dict[tuple[Function | int | str | None, ...], Reached] = {}
NAMED: dict[str, object] = {}  # the values that were put down by their names


class _Walk:
    """One walk from some functions over all that they can reach."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.seen: dict[int, int] = {}  # the number of each value that may occur twice, by its id
        self.held: list[object] = []  # these values: an id stands for one only as long as it lives
        self.arrays: list[np.ndarray] = []
        self.unknown: list[str] = []
        self.strangers: list[object] = []
        self.compiled: list[Made] = []
        self.checks: list[Callable[[], bool]] = []
        self.taught: Callable[[], bool] = lambda: True

    def put(self, *parts: object) -> None:
        self.digest.update(repr(parts).encode())

    def again(self, value: object) -> bool:
        """Tell whether a value was visited before, and put down which it is."""
        number = self.seen.setdefault(id(value), len(self.held))
        if number == len(self.held):
            self.held.append(value)
            return False
        self.put("again", number)
        return True

    def stranger(self, value: object, place: str, what: str = "") -> None:
        """Put down that nothing is known of a value but its kind."""
        kind = type(value)
        self.put("unknown", kind.__module__, kind.__qualname__, str(getattr(value, "__qualname__", "")))
        self.unknown.append(f"{place}, {what or _with_article(kind.__name__)}")
        self.strangers.append(value)

    def named(self, name: str, value: object, place: str) -> None:
        """Put down a value by the name that a library, or `compiling`, has for it: always the same one in a process."""
        self.put("named", name)
        if NAMED.setdefault(name, value) is not value:
            self.stranger(value, place, f"another {name} than before")

    def visit(self, value: object, names: set[str], place: str, holder: str = "") -> None:
        """Put down a value.

        Parameters
        ----------
        names : that code looks up
        place : how it calls the value
        holder : the library's module that holds it, and its name there
        """
        if len(self.checks) > MOST_CHECKS:
            self.stranger(value, place, "beyond all that can be followed")
        elif text := exact(value):
            self.put(text)
        elif isinstance(value, python_types.ModuleType):
            self.visit_module(value, names, place)
        elif isinstance(value, np.ndarray):
            if not self.again(value):
                self.visit_array(value, place)
        elif name := _library_name(value):
            self.named(name, value, place)
        elif not self.again(value):
            self.visit_content(value, names, place, holder)

    def visit_content(self, value: object, names: set[str], place: str, holder: str) -> None:
        kind = type(value)
        if type(value) is python_types.FunctionType:
            self.visit_function(value, place)
        elif isinstance(value, (tuple, list, dict, set, frozenset)):
            self.visit_container(value, names, place)
        elif isinstance(value, type):
            self.visit_class(value, place)
        elif isinstance(value, enum.Enum):
            self.visit(kind, names, place)
            self.put(value.name)
        elif kind in PARTS:
            self.put(kind.__name__)
            for part in PARTS[kind]:
                self.visit(getattr(value, part), names, place)
        elif self.visit_compiled(value, place):
            pass
        elif holder and is_library_module(kind.__module__):
            self.put(kind.__module__, kind.__qualname__)
            self.named(holder, value, place)
        else:
            self.stranger(value, place)

    def visit_array(self, value: np.ndarray, place: str) -> None:
        if type(value) not in ARRAY_TYPES or value.dtype.hasobject:
            self.stranger(value, place)
            return
        flags = value.flags
        self.put("array", len(self.arrays), repr(value.dtype), value.shape, value.strides)
        self.put(flags.c_contiguous, flags.f_contiguous, flags.writeable, flags.aligned)
        content = value.tobytes()
        self.digest.update(content)
        self.arrays.append(value)
        if len(content) <= EMBEDDED_BYTES:  # one that is read-only may be a view of another one
            self.checks.append(lambda: value.tobytes() == content)

    def visit_function(self, value: Function, place: str) -> None:
        name = f"{value.__module__}.{value.__qualname__}"
        self.put(name)  # machine code in the cache names the module that it came from
        code = value.__code__
        if is_compiling(code.co_filename):
            self.named(f"{name} of the compiler", value, place)
            return
        if value in MEANINGS and not is_compiling(MEANINGS[value].__code__.co_filename):
            self.stranger(MEANINGS[value], place, "an operation of kernels")
        defaults, keywords = value.__defaults__, value.__kwdefaults__
        self.checks.append(lambda: value.__code__ is code and value.__defaults__ is defaults and value.__kwdefaults__ is keywords)
        names: set[str] = set()
        looked_up: set[str] = set()
        self.visit_code(code, names, looked_up)
        self.visit(defaults, names, f"a default argument of {value.__name__}")
        self.visit(keywords, names, f"a default argument of {value.__name__}")
        for told in ("__wrapped__", "__signature__"):  # the parameters that a function is said to have
            if told in vars(value):
                self.put(str(inspect.signature(value)))
        for free, cell in zip(code.co_freevars, value.__closure__ or (), strict=True):
            with contextlib.suppress(ValueError):  # an empty cell
                found = cell.cell_contents
                self.checks.append(lambda cell=cell, found=found: cell.cell_contents is found)  # type: ignore[misc]
                self.visit(found, names, free)
        self.visit_named(value.__globals__, looked_up, "", inside=names)
        self.visit_named(vars(builtins), looked_up - value.__globals__.keys(), "", "builtins")

    def visit_code(self, block: python_types.CodeType, names: set[str], looked_up: set[str]) -> None:
        self.put(block.co_code, block.co_names, block.co_varnames, block.co_freevars, block.co_cellvars)
        self.put(block.co_flags, block.co_argcount, block.co_posonlyargcount, block.co_kwonlyargcount, block.co_exceptiontable)
        names.update(block.co_names)
        looked_up.update(each.argval for each in dis.get_instructions(block) if each.opname in LOOKUPS)  # not attributes
        for constant in block.co_consts:
            if isinstance(constant, python_types.CodeType):
                self.visit_code(constant, names, looked_up)
            else:
                self.put(exact(constant))

    def visit_named(
        self, values: Mapping[str, object], names: set[str], prefix: str, library: str = "", inside: set[str] | None = None
    ) -> None:
        """Put down the values of the names that code looks up in a module, and remember which it has and which it lacks.

        `inside` are the names that it looks up in them, by default the same ones.
        """
        found = {name: values[name] for name in sorted(names & values.keys())}
        missing = set() if library else names - values.keys()  # a library loads modules of its own later
        self.checks.append(
            lambda: values.keys().isdisjoint(missing) and all(values.get(name, missing) is value for name, value in found.items())
        )
        for name, value in found.items():
            if library and _is_part(value, library, name):
                self.visit_part(value, names, f"{prefix}{name}.")
            else:
                self.put(name)
                self.visit(value, names if inside is None else inside, f"{prefix}{name}", library and f"{library}.{name}")

    def visit_part(self, value: python_types.ModuleType, names: set[str], prefix: str) -> None:
        """Put down what a program has changed in a library's module within another one; whether that is loaded does not count."""
        found = {name: vars(value)[name] for name in sorted(names & vars(value).keys())}
        self.checks.append(lambda: all(vars(value).get(name, found) is held for name, held in found.items()))
        for name, held in found.items():
            own = f"{value.__name__}.{name}"
            if _is_part(held, value.__name__, name):
                self.visit_part(held, names, f"{prefix}{name}.")
            elif _library_name(held) != own:
                self.put(own)
                self.visit(held, names, f"{prefix}{name}", own)

    def visit_module(self, value: python_types.ModuleType, names: set[str], place: str) -> None:
        name = value.__name__
        library = is_library_module(name) and sys.modules.get(name) is value
        self.put("module", name, library)
        if self.again(value):  # a module may hold one that holds it
            return
        if library:
            self.visit_named(vars(value), names, f"{place}.", name)  # a program may have put something there
        else:
            made = type(value) is not python_types.ModuleType or "__getattr__" in vars(value)
            if made and name.split(".")[0] not in OUR_MODULES:
                self.stranger(value, place, "a module that makes attributes when they are asked for")
            every = {each for each in vars(value) if not each.startswith("__")} if "getattr" in names else set()
            self.visit_named(vars(value), names | every, f"{place}.")
        del self.seen[id(value)]  # the next function may look for other names in it

    def visit_container(self, value: Container, names: set[str], place: str) -> None:
        kind = type(value)
        if kind in (set, frozenset):
            texts = sorted(exact(item) for item in value)
            if not all(texts):
                self.stranger(value, place)
            self.put(kind.__name__, texts)
        elif type(value) is dict:
            for key, item in value.items():
                self.visit(key, names, place)
                self.visit(item, names, f"{place}[{key!r}]")
        elif kind in (tuple, list) or _is_namedtuple(kind):
            self.visit(None if kind in (tuple, list) else kind, names, place)
            for number, item in enumerate(value):
                self.visit(item, names, f"{place}[{number}]")
        else:
            self.stranger(value, place)
        self.put(kind.__name__, len(value))
        if kind in (list, dict, set):
            before = _items(value)
            self.checks.append(lambda: len(before) == len(now := _items(value)) and all(map(operator.is_, before, now)))

    def visit_class(self, value: type, place: str) -> None:
        self.put("class", value.__module__, value.__qualname__)
        self.visit(value.__bases__, set(), place)
        if isinstance(value, enum.EnumMeta):
            members: dict[str, enum.Enum] = dict(value.__members__)
            before = [(name, member.value) for name, member in members.items()]
            for name, content in before:
                self.put(name)
                self.visit(content, set(), f"{place}.{name}")
            self.checks.append(lambda: all(value.__members__[name].value is content for name, content in before))
        elif _is_namedtuple(value):
            self.visit(value._fields, set(), place)  # type: ignore[attr-defined]
            self.visit(value._field_defaults, set(), place)  # type: ignore[attr-defined]
        else:
            own = {name for name in vars(value) if not name.startswith("__") or name[2:-2] in METHODS}
            self.visit_named(vars(value), own, f"{place}.")
            if not issubclass(value, BaseException):
                self.stranger(value, place, "a class")

    def visit_compiled(self, value: Any, place: str) -> bool:
        """Put down a function or type of Numba's; tell whether `value` is one."""
        if isinstance(value, Compiled):
            self.put("kernel")
            self.visit_source(value, value.py_func)
            return True
        numba = sys.modules.get("numba.core.dispatcher")
        if numba is None or not str(type(value).__module__).startswith("numba."):
            return False
        if type(value).__name__ == "CPUDispatcher":
            if without_numbas_cache(value) and not value._can_compile:
                self.stranger(value, place, "compiled by Numba with a cache of its own")
            options, known = value.targetoptions, value.nopython_signatures if not value._can_compile else ()
            self.put("dispatcher", list(map(str, known)), sorted((name, repr(kind)) for name, kind in value.locals.items()))
        elif type(value).__name__ == "DUFunc":
            options = value._dispatcher.targetoptions
            self.put("ufunc", value.types if value._frozen else (), value.identity)  # else they grow as it is used
        elif isinstance(value, _types_with_content()) and ADDRESS not in str(value):
            self.put("type", type(value).__qualname__, str(value))
            return True
        else:
            return False
        for name, option in sorted(options.items()):
            self.put(name)
            if isinstance(option, (set, frozenset)) or type(option) in OPTION_TYPES:
                self.visit(option, set(), place)
            else:
                self.stranger(option, place, f"compiled with {name}={option}")
        self.visit_source(value, getattr(value, "_dispatcher", value).py_func)
        return True

    def visit_source(self, made: Made, function: Function) -> None:
        """Put down the function that something compiled was made of: by its content, even if it is a library's."""
        if not is_ours(function.__code__.co_filename):
            self.compiled.append(made)
        if not self.again(function):
            self.visit_function(function, function.__name__)

    def visit_additions(self) -> None:
        """Put down that a program teaches Numba more, as by `overload`: that may change any code, and no code names it."""
        found = additions()
        self.taught = lambda: additions() == found
        for source in found:
            self.put("addition", source.__name__)
            self.unknown.append(f"{source.__name__}, an addition to the compiler")
            self.strangers.append(source)


def _is_part(value: object, library: str, name: str) -> TypeGuard[python_types.ModuleType]:
    """Tell whether a value is a module of the library's module `library`, under its own name."""
    return isinstance(value, python_types.ModuleType) and value.__name__ == f"{library}.{name}"


def _items(container: Container) -> list[object]:
    """Return the members of a list or a set, or the keys and values of a dictionary."""
    return list(itertools.chain.from_iterable(container.items()) if isinstance(container, dict) else container)


def _with_article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _is_namedtuple(kind: type) -> bool:
    """Tell whether a class is a named tuple's, and not derived from one."""
    return kind.__bases__ == (tuple,) and hasattr(kind, "_fields")


def _types_with_content() -> tuple[type, ...]:
    """Return the classes of Numba's types that their texts tell all of."""
    types = sys.modules["numba.core.types"]
    plain = types.Number, types.Boolean, types.Record, types.NoneType, types.UnicodeType
    return *plain, types.Buffer, types.BaseTuple, types.Optional, types.ListType, types.DictType


def without_numbas_cache(dispatcher: Dispatcher) -> bool:
    """Let one of Numba's functions be compiled anew, in place, if it has a cache, and tell whether it had one.

    Numba's cache looks at the date and the size of one file alone.
    """
    cache = dispatcher._cache  # type: ignore[attr-defined]
    if not getattr(cache, "_enabled", False) or is_library(dispatcher.py_func.__code__.co_filename):
        return False
    cache.disable()
    if dispatcher._cache_hits:  # type: ignore[attr-defined]
        dispatcher.recompile()
    return True


def marked(dtype: np.dtype, reached: Reached) -> np.dtype:
    """Return a record type with the layout of `dtype`, plus a field of no bytes whose name stands for the code that was reached."""
    if dtype.names is None or dtype.fields is None:
        raise TypeError(f"a position is a NumPy record with named fields, not {dtype}")
    known = MARKED.get(reached.mark)
    if known is not None and not known.unknown and known.trouble():  # its rules were equal once, and are no longer
        OUTDATED.append(reached.digest)
    mark = reached.mark
    MARKED[mark] = reached
    names = list(dtype.names)
    return np.dtype(
        {
            "names": [*names, mark],
            "formats": [*(dtype.fields[name][0] for name in names), (np.uint8, (0,))],
            "offsets": [*(dtype.fields[name][1] for name in names), dtype.itemsize],
            "itemsize": dtype.itemsize,
        },
        align=dtype.isalignedstruct,
    )
