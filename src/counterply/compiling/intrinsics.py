"""What a kernel can do and Python cannot say, each with its plain twin: bits, records in memory, calls by address, the clock."""

from __future__ import annotations

import ctypes
import time
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from counterply.compiling.kernels import Function, call_of, in_kernels

WORD_MASK = (1 << 64) - 1


def popcount(bits: int) -> int:
    """Return how many bits of the uint64 `bits` are set."""
    return (int(bits) & WORD_MASK).bit_count()


@in_kernels(popcount)
def _popcount(typing: Any, bits: types.Type) -> Any:
    return types.int64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])


def lowest_bit(bits: int) -> int:
    """Return the index of the lowest set bit of the uint64 `bits`; 64 if none is set."""
    bits = int(bits) & WORD_MASK
    return (bits & -bits).bit_length() - 1 if bits else 64


@in_kernels(lowest_bit)
def _lowest_bit(typing: Any, bits: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


def copy_record(target: Any, source: Any) -> None:
    """Copy the record `source` over the record `target`, byte for byte; in a kernel, assignment is five times slower."""
    bytes_of(target)[:] = bytes_of(source)


@in_kernels(copy_record)
def _copy_record(typing: Any, target: types.Type, source: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte = ir.PointerType(ir.IntType(8))
        size = ir.Constant(ir.IntType(64), source.size)
        cgutils.raw_memcpy(builder, builder.bitcast(args[0], byte), builder.bitcast(args[1], byte), size, 1)
        return context.get_dummy_value()

    return types.none(target, source), generate


def bytes_of(record: Any) -> np.ndarray:
    """Return the bytes of a record as a uint8 array that shares its memory. Plain Python only."""
    size = record.dtype.itemsize
    return np.ndarray((size,), np.uint8, buffer=(ctypes.c_char * size).from_address(address_of(record)))


def address_of(record: Any) -> int:
    """Return where a record lies in memory. Plain Python only."""
    return int(np.asarray(record).ctypes.data)


def record_at(address: int, index: int, dtype: Any) -> Any:
    """Return record number `index` of the buffer of `dtype` records that begins at `address`. Not checked."""
    size = dtype.itemsize
    buffer = (ctypes.c_char * size).from_address(int(address) + int(index) * size)
    return np.ndarray((1,), dtype, buffer=buffer)[0]


@in_kernels(record_at)
def _record_at(typing: Any, address: types.Type, index: types.Type, dtype: types.Type) -> Any:
    record = dtype.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        offset = builder.mul(args[1], ir.Constant(ir.IntType(64), record.size))
        return builder.inttoptr(builder.add(args[0], offset), context.get_value_type(record))

    return record(types.int64, types.int64, dtype), generate


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


@in_kernels(hash_record)
def _hash_record(typing: Any, record: types.Type) -> Any:
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

    return call_of(hashed, (0,), typing, (record,))


PLAIN_EVALUATORS: dict[int, Function] = {}  # by the number that stands for an address when nothing is compiled


def call_evaluator(address: int, position: Any, setup: Any, memo: Any, player: int, weights: int) -> int:
    """Call the evaluator at `address` (see `counterply.core.contract.Evaluator`); its answer is on the score grid.

    `weights` is the address of its weights record.
    """
    return int(PLAIN_EVALUATORS[int(address)](position, setup, memo, int(player)))


@in_kernels(call_evaluator)
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


def monotonic_ns() -> int:
    """Return the monotonic clock in nanoseconds, the same number in kernels and in Python."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


@in_kernels(monotonic_ns)
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


def load_word(address: int) -> int:
    """Return the int64 at `address`, read from memory at this very moment."""
    return ctypes.c_int64.from_address(int(address)).value


@in_kernels(load_word)
def _load_word(typing: Any, address: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.PointerType(ir.IntType(64)))
        return builder.load_atomic(pointer, "monotonic", 8)  # never hoisted out of a loop

    return types.int64(types.int64), generate
