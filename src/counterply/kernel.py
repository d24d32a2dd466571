"""How Python becomes machine code here: compile options, the kernel cache, dispatch by record type, and intrinsics.

Nothing else in the project names a compile option. Three things keep the cache honest:

* the cache folder is named by a hash of the engine's sources, the versions of Numba, NumPy and Python, the processor and
  the compile switches, and is set before the first kernel is decorated;
* only the engine's own kernels are cached. A game's functions are compiled into the kernels that call them;
* a game's record type carries a *mark*: a field of no bytes, named by the fingerprint of its rules. Two games are never one
  type, an edited rule makes a new type, and undoing the edit finds the old machine code again.

With ``NUMBA_DISABLE_JIT=1`` everything here is plain Python with the same results.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import enum
import hashlib
import itertools
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
import time
import types as python_types
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import bytecode, caching, cgutils
from numba.extending import intrinsic, overload

PACKAGE = Path(__file__).resolve().parent
ENGINE_SOURCES = ("kernel.py", "values.py", "limits.py", "rules.py", "search")  # what cached kernels are made of
PROBE_BYTES = 1 << 16  # that must fit into the cache folder; a small kernel takes as much
UNUSED_DAYS = 30  # a cache folder that nobody has used for so long is removed
PLAIN = bool(numba.config.DISABLE_JIT)
if PLAIN:
    np.seterr(over="ignore")  # hash arithmetic wraps silently, as in kernels

Function = Callable[..., Any]


# --- the cache folder


def engine_files() -> Iterator[Path]:
    """Yield the source files that cached kernels are compiled from, in a fixed order."""
    for name in ENGINE_SOURCES:
        path = PACKAGE / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]


def engine_fingerprint() -> str:
    """Hash all that decides what machine code an engine kernel becomes, its caller's types aside."""
    digest = hashlib.sha256()
    for file in engine_files():
        digest.update(file.name.encode())
        digest.update(file.read_bytes())
    switches = {name: value for name, value in os.environ.items() if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR"}
    digest.update(
        repr(
            (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.platform(), sorted(switches.items()))
        ).encode()
    )
    digest.update(repr(_processor()).encode())
    return digest.hexdigest()[:16]


def _processor() -> tuple[str, str]:
    from llvmlite import binding

    return binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()


def cache_root() -> Path:
    """Return the folder that holds every cache folder: ``COUNTERPLY_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("COUNTERPLY_CACHE")
    if chosen:
        return Path(chosen)
    base: str | Path = os.environ.get("XDG_CACHE_HOME") or (
        Path.home() / "Library" / "Caches" if sys.platform == "darwin" else Path.home() / ".cache"
    )
    return Path(base) / "counterply"


def open_cache() -> tuple[Path, str]:
    """Create and return this engine's cache folder, and why it is one for this process alone, if it is; else ''.

    Removes folders that nobody has used for ``UNUSED_DAYS``.
    """
    root = cache_root()
    folder = root / engine_fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        oldest = time.time() - UNUSED_DAYS * 86400
        for other in root.iterdir():
            if other != folder and other.is_dir() and other.stat().st_mtime < oldest:
                shutil.rmtree(other, ignore_errors=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE_BYTES))
    except OSError as error:  # compile anew in each process
        folder = Path(tempfile.mkdtemp(prefix="counterply-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        return folder, f"{root} cannot be written: {error.strerror}"
    return folder, ""


CACHE, CACHE_TROUBLE = open_cache()
numba.config.CACHE_DIR = str(CACHE)


class LockedCacheFile(caching.IndexDataCacheFile):  # type: ignore[misc]
    """Numba's cache of one function, safe with several processes.

    Numba numbers its data files by the index that it has read. Two processes that compile at once for two games take the same
    number, and one game's entry may then lead to the other's code. Here the name is unique, and a lock keeps both entries.
    """

    def _data_name(self, number: int) -> str:
        return str(self._data_name_pattern.format(number=number)).removesuffix("nbc") + f"{uuid.uuid4().hex[:12]}.nbc"

    def load(self, key: Any) -> Any:
        """Return an entry, or None; a damaged file is as good as none."""
        try:
            return super().load(key)
        except Exception:  # whatever unpickling half a file may raise
            with contextlib.suppress(OSError):
                os.unlink(self._index_path)
            return None

    def save(self, key: Any, data: Any) -> None:
        """Save an entry while no other process saves one; an entry for which there is no room is compiled again next time."""
        with contextlib.suppress(OSError), open(f"{self._index_path}.lock", "w") as lock:
            try:
                import fcntl

                fcntl.flock(lock, fcntl.LOCK_EX)  # given back when the file is closed
            except (ImportError, OSError):  # no locks here: an entry may get lost and be compiled again
                pass
            super().save(key, data)


caching.IndexDataCacheFile = LockedCacheFile


def number_symbols() -> None:
    """Let Numba's numbers of functions, which make the symbols in machine code unique, begin at random in this process.

    They would begin at 1 in each process, and a symbol has no more of a record type than a number either. Two games that were
    compiled by two processes then have the same symbols; where a process loads both from the cache, the second game runs the
    helpers of the first. (Reproduced in ``tests/test_stale_code.py``.)
    """
    bytecode.FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(6), "little"))


number_symbols()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=number_symbols)


# --- kernels


def _is_engine(function: Function) -> bool:
    file = Path(function.__code__.co_filename)
    return any(file == PACKAGE / name or PACKAGE / name in file.parents for name in ENGINE_SOURCES)


def kernel(function: Function) -> Any:
    """Compile `function` when it is first called; the project's only compile options.

    Without the GIL, division by zero as in NumPy, cached only where the engine's fingerprint covers the source. Use it in a
    game file for helpers that the contract's functions call.
    """
    return numba.njit(nogil=True, error_model="numpy", cache=_is_engine(function))(function)


def wrapper(function: Function) -> Any:
    """Compile a function that wraps a user's; as `kernel`, but never cached: such a closure would be compiled anew each time."""
    return numba.njit(nogil=True, error_model="numpy")(function)


OVERLOAD_OPTIONS = {"nogil": True, "error_model": "numpy"}


def compiled_as(function: Function) -> Function:
    """Decorate a function that picks, from its argument types, what stands for `function` in kernels."""
    return overload(function, strict=False, jit_options=OVERLOAD_OPTIONS)  # type: ignore[no-any-return]


# --- fingerprints and marks


LIBRARIES = tuple(str(Path(str(module.__file__)).parent) for module in (numba, np))


def _is_library(file: str) -> bool:
    """Tell whether a source file is Numba's, NumPy's or the standard library's; other installed packages are not."""
    standard = file.startswith(sysconfig.get_path("stdlib")) and not {"site-packages", "dist-packages"} & set(Path(file).parts)
    return standard or file.startswith(LIBRARIES)


def fingerprint(*functions: Function | None) -> str:
    """Hash everything that `functions` can reach: their code, and the values of the globals that it names.

    Comments and line numbers do not count; tables read from data files do. Code of the engine, of Numba, NumPy and the
    standard library is left out: the cache folder's name covers it.
    """
    digest = hashlib.sha256()
    seen: set[int] = set()

    def put(*parts: object) -> None:
        digest.update(repr(parts).encode())

    def code(block: python_types.CodeType, names: set[str]) -> None:
        put(block.co_code, block.co_names, block.co_varnames, block.co_freevars)
        names.update(block.co_names)
        for constant in block.co_consts:
            if isinstance(constant, python_types.CodeType):
                code(constant, names)
            else:
                put(constant)

    def visit_named(values: dict[str, Any], names: set[str]) -> None:
        for name in sorted(names & values.keys()):
            put(name)
            visit(values[name], names)

    def visit(value: Any, names: set[str]) -> None:
        value = getattr(value, "py_func", value)
        if isinstance(value, np.ndarray):
            put(repr(value.dtype), value.shape)
            digest.update(value.tobytes())
        elif isinstance(value, (int, float, complex, str, bytes, type(None), np.generic, np.dtype)):
            put(type(value).__name__, repr(value))
        elif isinstance(value, enum.EnumMeta):
            put(value.__qualname__, [(name, repr(value[name].value)) for name in value.__members__])
        elif isinstance(value, (tuple, list)):
            put(len(value))
            for item in value:
                visit(item, names)
        elif isinstance(value, python_types.FunctionType):
            if id(value) in seen:
                return
            seen.add(id(value))
            put(value.__module__, value.__qualname__)  # machine code in the cache names the module that it came from
            if _is_library(value.__code__.co_filename) or _is_engine(value):
                return
            own: set[str] = set()
            code(value.__code__, own)
            visit(value.__defaults__, own)
            for cell in value.__closure__ or ():
                visit(cell.cell_contents, own)
            visit_named(value.__globals__, own)
        elif isinstance(value, python_types.ModuleType):
            put(value.__name__)
            if id(value) not in seen and value.__name__.split(".")[0] not in ("numpy", "numba", "math"):
                seen.add(id(value))
                visit_named(vars(value), names)
                seen.discard(id(value))
        else:
            put(type(value).__qualname__, getattr(value, "__qualname__", ""))

    for function in functions:
        visit(function, set())
    return digest.hexdigest()[:16]


def marked(dtype: np.dtype, mark: str) -> np.dtype:
    """Return a record type with the layout of `dtype`, plus a field of no bytes whose name is made of `mark`."""
    if dtype.names is None or dtype.fields is None:
        raise TypeError(f"a position is a NumPy record with named fields, not {dtype}")
    names = list(dtype.names)
    return np.dtype(
        {
            "names": [*names, f"is_{mark}"],
            "formats": [*(dtype.fields[name][0] for name in names), (np.uint8, (0,))],
            "offsets": [*(dtype.fields[name][1] for name in names), dtype.itemsize],
            "itemsize": dtype.itemsize,
        },
        align=dtype.isalignedstruct,
    )


# --- dispatch by record type


class Generic:
    """One function of a contract, with an implementation for each record type: its first argument's.

    Calling it in Python finds the implementation by ``dtype``; a kernel that calls `function` gets it at compile time.
    """

    def __init__(self, stub: Function) -> None:
        self.implementations: dict[np.dtype, Function] = {}
        self._compiled: dict[types.Type, Function] = {}
        self._given: set[Any] = set()

        def function(*args: Any) -> Any:
            return self.implementations[args[0].dtype](*args)

        function.__name__ = function.__qualname__ = stub.__name__
        function.__doc__ = stub.__doc__
        self.function = function
        if not PLAIN:
            compiled_as(function)(self._pick)

    def _pick(self, record: types.Type, *rest: types.Type) -> Function | None:
        return self._compiled.get(record)

    def is_given(self, record: Any) -> bool:
        """Tell whether the implementation for a record type, NumPy's or Numba's, is a game's own and no default."""
        return record in self._given

    def register(self, dtype: np.dtype, implementation: Function, given: bool = True) -> None:
        """Let `implementation` serve records of `dtype`; in kernels it is compiled into whoever calls it."""
        self.implementations[dtype] = implementation
        if given:
            self._given |= {dtype} if PLAIN else {dtype, numba.from_dtype(dtype)}
        if not PLAIN:
            self._compiled[numba.from_dtype(dtype)] = implementation


def generic(stub: Function) -> Any:
    """Turn `stub` into a function dispatched by its first argument's record type; ``registry`` is its `Generic`."""
    made = Generic(stub)
    made.function.registry = made  # type: ignore[attr-defined]
    return made.function


# --- intrinsics, each with its plain twin


@intrinsic
def _popcount(typing: Any, bits: types.Type) -> Any:
    return types.int64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def _lowest_bit(typing: Any, bits: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def popcount(bits: int) -> int:
    """Return how many bits of the uint64 `bits` are set."""
    return int(bits).bit_count()


def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of the uint64 `bits`; 64 if none is set."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1 if bits else 64


if not PLAIN:
    compiled_as(popcount)(lambda bits: lambda bits: _popcount(np.uint64(bits)))
    compiled_as(lowest_bit)(lambda bits: lambda bits: _lowest_bit(np.uint64(bits)))


@intrinsic
def _copy_record(typing: Any, target: types.Type, source: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte = ir.PointerType(ir.IntType(8))
        size = ir.Constant(ir.IntType(64), source.size)
        cgutils.raw_memcpy(builder, builder.bitcast(args[0], byte), builder.bitcast(args[1], byte), size, 1)
        return context.get_dummy_value()

    return types.none(target, source), generate


def copy_record(target: Any, source: Any) -> None:
    """Copy the record `source` over the record `target`, byte for byte; in a kernel, assignment is five times slower."""
    bytes_of(target)[:] = bytes_of(source)


def bytes_of(record: Any) -> np.ndarray:
    """Return the bytes of a record as a uint8 array that shares its memory. Plain Python only."""
    size = record.dtype.itemsize
    return np.ndarray((size,), np.uint8, buffer=(ctypes.c_char * size).from_address(address_of(record)))


def address_of(record: Any) -> int:
    """Return where a record lies in memory. Plain Python only."""
    return int(np.asarray(record).ctypes.data)


@compiled_as(copy_record)
def _copy_record_compiled(target: Any, source: Any) -> Any:
    return lambda target, source: _copy_record(target, source)


@intrinsic
def _record_at(typing: Any, address: types.Type, index: types.Type, dtype: types.Type) -> Any:
    record = dtype.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        offset = builder.mul(args[1], ir.Constant(ir.IntType(64), record.size))
        return builder.inttoptr(builder.add(args[0], offset), context.get_value_type(record))

    return record(types.int64, types.int64, dtype), generate


def record_at(address: int, index: int, dtype: Any) -> Any:
    """Return record number `index` of the buffer of `dtype` records that begins at `address`. Not checked."""
    size = dtype.itemsize
    buffer = (ctypes.c_char * size).from_address(int(address) + int(index) * size)
    return np.ndarray((1,), dtype, buffer=buffer)[0]


@compiled_as(record_at)
def _record_at_compiled(address: Any, index: Any, dtype: Any) -> Any:
    return lambda address, index, dtype: _record_at(np.int64(address), np.int64(index), dtype)


@intrinsic
def _word_of(typing: Any, record: types.Type, index: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = builder.bitcast(args[0], ir.PointerType(ir.IntType(64)))
        load = builder.load(builder.gep(words, [args[1]]))
        load.align = 1
        return load

    return types.uint64(record, types.int64), generate


@intrinsic
def _byte_of(typing: Any, record: types.Type, index: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = builder.bitcast(args[0], ir.PointerType(ir.IntType(8)))
        return builder.zext(builder.load(builder.gep(data, [args[1]])), ir.IntType(64))

    return types.uint64(record, types.int64), generate


@intrinsic
def _size_of(typing: Any, record: types.Type) -> Any:
    return types.int64(record), lambda context, builder, signature, args: ir.Constant(ir.IntType(64), record.size)


HASH_SEED = np.uint64(0x9E3779B97F4A7C15)  # golden ratio, as in splitmix64
HASH_FACTOR = np.uint64(0xBF58476D1CE4E5B9)  # splitmix64's first multiplier
HASH_SHIFT = np.uint64(29)
EIGHT = np.uint64(8)


def hash_record(record: Any) -> int:
    """Return a 64-bit hash of a record's bytes: word by word, xor, multiply, shift."""
    mask = (1 << 64) - 1
    data = bytes_of(record).tobytes()
    value = int(HASH_SEED)
    words = len(data) // 8
    for index in range(words):
        value = ((value ^ int.from_bytes(data[8 * index : 8 * index + 8], "little")) * int(HASH_FACTOR)) & mask
        value ^= value >> int(HASH_SHIFT)
    tail = int.from_bytes(data[8 * words :], "little")
    value = ((value ^ tail) * int(HASH_FACTOR)) & mask
    return np.uint64(value ^ (value >> int(HASH_SHIFT)))  # type: ignore[return-value]


@compiled_as(hash_record)
def _hash_record_compiled(record: Any) -> Any:
    def hashed(record):  # type: ignore[no-untyped-def]
        value = HASH_SEED
        size = _size_of(record)
        words = size // 8
        for index in range(words):
            value = (value ^ _word_of(record, index)) * HASH_FACTOR
            value ^= value >> HASH_SHIFT
        tail = np.uint64(0)
        for index in range(size - 1, words * 8 - 1, -1):
            tail = (tail << EIGHT) | _byte_of(record, index)
        value = (value ^ tail) * HASH_FACTOR
        return value ^ (value >> HASH_SHIFT)

    return hashed


@intrinsic
def _call_evaluator(
    typing: Any,
    address: types.Type,
    position: types.Type,
    setup: types.Type,
    memo: types.Type,
    player: types.Type,
    weights: types.Type,
) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        records = [context.get_value_type(record) for record in (position, setup, memo)]
        kind = ir.FunctionType(word, [*records, word, word])
        return builder.call(builder.inttoptr(args[0], kind.as_pointer()), args[1:])

    return types.int64(types.int64, position, setup, memo, types.int64, types.int64), generate


PLAIN_EVALUATORS: dict[int, Function] = {}  # by the number that stands for an address when nothing is compiled


def call_evaluator(address: int, position: Any, setup: Any, memo: Any, player: int, weights: int) -> int:
    """Call the evaluator at `address` (see `counterply.rules.Evaluator`); its answer is on the score grid.

    `weights` is the address of its weights record.
    """
    return int(PLAIN_EVALUATORS[int(address)](position, setup, memo, int(player)))


@compiled_as(call_evaluator)
def _call_evaluator_compiled(address: Any, position: Any, setup: Any, memo: Any, player: Any, weights: Any) -> Any:
    return lambda address, position, setup, memo, player, weights: _call_evaluator(
        np.int64(address), position, setup, memo, np.int64(player), np.int64(weights)
    )


@intrinsic
def _clock_gettime(typing: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        timespec = ir.LiteralStructType([word, word])
        place = cgutils.alloca_once(builder, timespec)
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), timespec.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
        builder.call(function, [ir.Constant(ir.IntType(32), time.CLOCK_MONOTONIC), place])
        seconds = builder.load(cgutils.gep_inbounds(builder, place, 0, 0))
        rest = builder.load(cgutils.gep_inbounds(builder, place, 0, 1))
        return builder.add(builder.mul(seconds, ir.Constant(word, 1_000_000_000)), rest)

    return types.int64(), generate


def monotonic_ns() -> int:
    """Return the monotonic clock in nanoseconds, the same number in kernels and in Python."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


@compiled_as(monotonic_ns)
def _monotonic_ns_compiled() -> Any:
    return lambda: _clock_gettime()


@intrinsic
def _load_word(typing: Any, address: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.PointerType(ir.IntType(64)))
        return builder.load_atomic(pointer, "monotonic", 8)  # never hoisted out of a loop

    return types.int64(types.int64), generate


def load_word(address: int) -> int:
    """Return the int64 at `address`, read from memory at this very moment."""
    return ctypes.c_int64.from_address(int(address)).value


@compiled_as(load_word)
def _load_word_compiled(address: Any) -> Any:
    return lambda address: _load_word(np.int64(address))
