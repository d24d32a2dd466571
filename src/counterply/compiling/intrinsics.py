"""Operations of a kernel that Python cannot express: bits, records in memory, calls by address, the clock.

These are the plain twins; `counterply.compiling.lowering` has their code in kernels.
"""

from __future__ import annotations

import ctypes

import numpy as np

from counterply import system
from counterply.compiling.definitions import Function

WORD_MASK = (1 << 64) - 1


def popcount(bits: int) -> int:
    """Return how many bits of the uint64 `bits` are set."""
    return (int(bits) & WORD_MASK).bit_count()


def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of the uint64 `bits`; 64 if none is set."""
    bits = int(bits) & WORD_MASK
    return (bits & -bits).bit_length() - 1 if bits else 64


def highest_bit(bits: int) -> int:
    """Return the index of the highest set bit of the uint64 `bits`; -1 if none is set."""
    return (int(bits) & WORD_MASK).bit_length() - 1


def copy_record(target: np.void, source: np.void) -> None:
    """Copy the record `source` over the record `target`, byte for byte; in a kernel, assignment is five times slower."""
    bytes_of(target)[:] = bytes_of(source)


def add_lanes(target: np.void, plus: np.void, minus: np.void) -> None:
    """Add `plus` minus `minus` to `target`, in place: three records of int16 only, all lanes at once. Sums beyond int16 wrap."""
    lanes_of(target)[:] += lanes_of(plus) - lanes_of(minus)


def dot_lanes(one: np.void, other: np.void) -> int:
    """Return the sum of the products of two records of int16, lane by lane; the sum has to fit into int32."""
    return int(lanes_of(one).astype(np.int32) @ lanes_of(other).astype(np.int32))


def lanes_of(record: np.void) -> np.ndarray:
    """Return the int16 of a record as an array that shares its memory. Plain Python only."""
    return bytes_of(record).view(np.int16)


def bytes_of(record: np.void) -> np.ndarray:
    """Return the bytes of a record as a uint8 array that shares its memory. Plain Python only."""
    size = record.dtype.itemsize
    return np.ndarray((size,), np.uint8, buffer=(ctypes.c_char * size).from_address(address_of(record)))  # type: ignore[arg-type]


def address_of(record: np.void) -> int:
    """Return where a record lies in memory. Plain Python only."""
    return int(np.asarray(record).ctypes.data)


def record_at(address: int, index: int, dtype: np.dtype) -> np.void:
    """Return record number `index` of the buffer of `dtype` records that begins at `address`. Not checked."""
    size = dtype.itemsize
    buffer = (ctypes.c_char * size).from_address(int(address) + int(index) * size)
    return np.ndarray((1,), dtype, buffer=buffer)[0]  # type: ignore[arg-type, no-any-return]


def record_like(address: int, index: int, record: np.void) -> np.void:
    """Return record number `index` of the buffer at `address`, whose records are of the type of `record`. Not checked."""
    return record_at(address, index, record.dtype)


INTEGERS = tuple(np.dtype(name) for name in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"))  # the types that `load_integer` reads


def load_integer(record: np.void, place: int, kind: int) -> int:
    """Return the integer that begins `place` bytes into `record`; `kind` is its place in `INTEGERS`. Not checked.

    The result is an int64; a larger uint64 wraps.
    """
    value = int(bytes_of(record)[place : place + INTEGERS[kind].itemsize].view(INTEGERS[kind])[0])
    return value - (1 << 64) if value >> 63 == 1 else value


def new_record(dtype: np.dtype | np.void) -> np.void:
    """Return a new record of `dtype`, or of a record's type, until the calling function returns; in a kernel it holds garbage."""
    return np.zeros(1, getattr(dtype, "dtype", dtype))[0]  # type: ignore[no-any-return]


def prefetch(address: int) -> None:
    """Let the processor begin to load what lies at `address`, which is needed soon; changes nothing."""


HASH_SEED = np.uint64(0x9E3779B97F4A7C15)  # golden ratio, as in splitmix64
HASH_FACTOR = np.uint64(0xBF58476D1CE4E5B9)  # splitmix64's first multiplier
HASH_SHIFT = np.uint64(29)
EIGHT = np.uint64(8)


def hash_record(record: np.void) -> int:
    """Return a 64-bit hash of a record's bytes: word by word, xor, multiply, shift."""
    data = bytes_of(record).tobytes()
    value = int(HASH_SEED)
    words = len(data) // 8
    for index in range(words):
        value = ((value ^ int.from_bytes(data[8 * index : 8 * index + 8], "little")) * int(HASH_FACTOR)) & WORD_MASK
        value ^= value >> int(HASH_SHIFT)
    tail = int.from_bytes(data[8 * words :], "little")
    value = ((value ^ tail) * int(HASH_FACTOR)) & WORD_MASK
    return np.uint64(value ^ (value >> int(HASH_SHIFT)))  # type: ignore[return-value]


RAISED = -(1 << 63)  # the answer of `call_evaluator` if the evaluator raised an exception
PLAIN_EVALUATORS: dict[int, Function] = {}  # by the number that stands for an address when nothing is compiled


def call_evaluator(address: int, position: np.void, setup: np.void, memo: np.void, player: int, weights: int) -> int:
    """Call the evaluator at `address` (see `counterply.core.evaluator.leaf`); its answer is on the score grid.

    `weights` is the address of its weights record.
    """
    return int(PLAIN_EVALUATORS[int(address)](position, setup, memo, int(player)))


def monotonic_ns() -> int:
    """Return the monotonic clock in nanoseconds, the same number in kernels and in Python."""
    return system.monotonic_ns()


def load_word(address: int) -> int:
    """Return the int64 at `address`, read from memory at this very moment."""
    return ctypes.c_int64.from_address(int(address)).value


def store_word(address: int, value: int) -> None:
    """Write the int64 at `address` in one piece, so that no other thread sees half of it."""
    ctypes.c_int64.from_address(int(address)).value = int(value)
