"""Machine code on disk, and how Python runs it: object files that LLVM alone can load, called by address."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import json
import os
import pickle
import uuid
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import binding

from counterply.compiling.cache import CACHE, CODE_SUFFIX, danger_of, folder_for
from counterply.compiling.code_sources import digest_of
from counterply.compiling.definitions import Function, Shape
from counterply.compiling.reached_values import arrays_in, kept_as, marks_in

CHECKSUM_BYTES = hashlib.sha256().digest_size

RESULTS: dict[str, Any] = {
    "int64": ctypes.c_int64,
    "uint64": ctypes.c_uint64,
    "float64": ctypes.c_double,
    "bool": ctypes.c_bool,
    "none": ctypes.c_void_p,
}


@dataclass(frozen=True)
class Code:
    """A kernel as it is kept on disk.

    Attributes
    ----------
    symbol : of its function in the object file
    result : a key of `RESULTS`
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


def shape_of(value: object) -> Shape:
    """Return what chooses the machine code of an argument: a record's dtype, an array's with its dimensions, a number's type."""
    if isinstance(value, np.void):
        return value.dtype
    if isinstance(value, np.ndarray):
        return value.dtype, value.ndim
    return NUMBERS.get(type(value), type(value))  # type: ignore[no-any-return]


NUMBERS: dict[type, type] = {np.bool_: bool, np.float64: float, **{np.dtype(f"i{size}").type: int for size in (1, 2, 4, 8)}}
PARAMETERS: dict[type, Any] = {int: ctypes.c_int64, np.uint64: ctypes.c_uint64, float: ctypes.c_double, bool: ctypes.c_uint8}


def _path(function: Function, shapes: tuple[Shape, ...]) -> Path | None:
    """Return where the machine code of a function for arguments of these shapes is kept; None where it is not."""
    sources = digest_of(function.__code__.co_filename)
    if not sources:
        return None
    name = f"{function.__module__}.{function.__qualname__}"
    text = repr((name, shapes))
    for mark in marks_in(shapes):
        text = text.replace(repr(mark), repr(kept_as(mark)))
    digest = hashlib.sha256(text.encode()).hexdigest()[:24]
    return folder_for(CACHE.folder, sources) / f"{function.__name__}-{digest}{CODE_SUFFIX}"


def _checksum(path: Path, data: bytes) -> bytes:
    """Return the checksum of a file of machine code: its own name counts too, so that no file passes for another one."""
    return hashlib.sha256("/".join(path.parts[-3:]).encode() + b"\n" + data).digest()


def load_code(function: Function, shapes: tuple[Shape, ...]) -> Code | None:
    """Return the code that `save_code` kept; None if there is none, or it is damaged or may belong to another user."""
    path = _path(function, shapes)
    if path is None:
        return None
    try:
        with open(path, "rb") as file:
            danger = danger_of(os.fstat(file.fileno()))
            content = file.read()
    except OSError:
        return None
    checksum, data = content[:CHECKSUM_BYTES], content[CHECKSUM_BYTES:]
    if danger or _checksum(path, data) != checksum:
        return None
    head, _, object_file = data.partition(b"\n")
    try:
        fields = json.loads(head)
        return Code(fields["symbol"], fields["result"], tuple(fields["needs"]), object_file, tuple(map(tuple, fields["arrays"])))
    except (ValueError, KeyError, TypeError):  # not written by `save_code`
        return None


def save_code(function: Function, shapes: tuple[Shape, ...], code: Code) -> None:
    """Keep code on disk, whole or not at all; code for which there is no room is made again next time.

    It begins with its checksum: machine code with one wrong bit may do anything.
    """
    head = {name: value for name, value in asdict(code).items() if name not in ("object_file", "kept", "address")}
    data = json.dumps(head).encode() + b"\n" + code.object_file
    path = _path(function, shapes)
    if path is None:
        return
    part = path.with_name(f"{path.name}.tmp.{uuid.uuid4().hex[:12]}")
    with contextlib.suppress(OSError):
        try:
            part.write_bytes(_checksum(path, data) + data)
            os.replace(part, path)
        except OSError:
            part.unlink(missing_ok=True)


@functools.cache
def _target() -> binding.Target:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple()


FREE = "NRT_MemInfo_call_dtor"  # frees an array; code that makes none never calls it, for ours are passed without an owner
LOADED: list[object] = []  # the owners of the memory of loaded code, and the arrays that it reads


def load_object(code: Code, arrays: Mapping[tuple[str, int], np.ndarray]) -> int:
    """Load an object file in a room of its own, where no other one's symbols are seen; return the function's address.

    Parameters
    ----------
    arrays : the large arrays that it may read; see `Code`
    """
    module = binding.parse_assembly(f"declare void @{FREE}(i8*)")
    engine = binding.create_mcjit_compiler(module, _target().create_target_machine(jit=True))
    missing = [name for name in code.needs if binding.address_of_symbol(name) is None]
    if missing == [FREE]:
        engine.add_global_mapping(module.get_function(FREE), binding.address_of_symbol("abort"))
    elif missing:
        from counterply.compiling.numba import load_runtime

        load_runtime()
        if unknown := [name for name in missing if binding.address_of_symbol(name) is None]:
            raise RuntimeError(f"a kernel calls {', '.join(unknown)}, which this process does not have")
    engine.add_object_file(binding.object_file.ObjectFileRef.from_data(code.object_file))
    engine.finalize_object()
    for symbol, mark, place, numbers in code.arrays:
        array = arrays[mark, place]
        LOADED.append(array)
        word = ctypes.c_uint64.from_address(engine.get_global_value_address(symbol))
        word.value = array.ctypes.data if numbers else id(array)
    LOADED.append(engine)
    return int(engine.get_function_address(code.symbol))


def array_address(array: np.ndarray) -> int:
    """Return where an array begins in memory."""
    if array.dtype.names is None:  # as a buffer, an array of records is described field by field
        try:  # faster than `array.ctypes.data`
            return ctypes.addressof(ctypes.c_char.from_buffer(array))  # type: ignore[arg-type]
        except (TypeError, ValueError):  # read-only, or empty
            pass
    return int(array.ctypes.data)


def _record(value: np.void) -> tuple[int, ...]:
    return (array_address(np.asarray(value)),)


def _array(value: np.ndarray) -> tuple[int, ...]:
    """Return an array as Numba passes it: owner, parent, number of elements, their size, address, shape, strides."""
    if not value.flags.c_contiguous:
        raise ValueError("a kernel takes arrays in C order")
    return (0, 0, value.size, value.itemsize, array_address(value), *value.shape, *value.strides)


def _number(value: float | np.generic) -> tuple[float, ...]:
    return (value.item() if isinstance(value, np.generic) else value,)


class Machine:
    """Loaded machine code, which Python calls with arguments of fixed shapes, without the GIL.

    Attributes
    ----------
    address : of ``int32 function(result *, exception **, arguments ...)``; it returns 0 where nothing was raised
    """

    def __init__(self, code: Code, shapes: tuple[Shape, ...]) -> None:
        self.address = code.address or load_object(code, arrays_in(shapes) if code.arrays else {})
        self._result = RESULTS[code.result]
        self._nothing = code.result == "none"
        self._ways: list[Callable[[Any], tuple[float, ...]]] = []
        kinds: list[Any] = []
        for shape in shapes:
            if isinstance(shape, np.dtype):
                self._ways.append(_record)
                kinds.append(ctypes.c_void_p)
            elif isinstance(shape, tuple):
                self._ways.append(_array)
                kinds += [ctypes.c_int64] * (5 + 2 * shape[1])
            else:
                self._ways.append(_number)
                kinds.append(PARAMETERS[shape])
        self._call = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(self.address)

    def __call__(self, *args: object) -> Any:
        """Run the machine code; its exceptions pass through."""
        values: list[float] = []
        for way, arg in zip(self._ways, args, strict=True):
            values += way(arg)
        result, exception = self._result(), ctypes.c_void_p()
        if self._call(ctypes.addressof(result), ctypes.addressof(exception), *values):
            raise_exception(exception.value)
        return None if self._nothing else result.value


class _Exception(ctypes.Structure):
    """An exception as Numba leaves it: a pickled (class, arguments, (function, file, line))."""

    _fields_ = (("data", ctypes.c_void_p), ("size", ctypes.c_int32))


def raise_exception(address: int | None) -> None:
    """Raise the exception that machine code left at `address`, with its line of the source in the traceback."""
    if not address:
        raise RuntimeError("a kernel failed")
    left = _Exception.from_address(address)
    kind, args, place = pickle.loads(ctypes.string_at(left.data, left.size))
    error = kind(*(args or ())) if isinstance(kind, type) else kind
    if place is None:
        raise error
    _, file, line = place
    exec(compile("\n" * (line - 1) + "raise error", file, "exec"), {"error": error})
