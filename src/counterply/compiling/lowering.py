"""What the functions of `counterply.compiling.intrinsics` become in a kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from counterply.compiling.compiler import call_of
from counterply.compiling.definitions import in_kernels
from counterply.compiling.intrinsics import (
    EIGHT,
    HASH_FACTOR,
    HASH_SEED,
    HASH_SHIFT,
    INTEGERS,
    RAISED,
    add_lanes,
    call_evaluator,
    copy_record,
    dot_lanes,
    hash_record,
    load_integer,
    load_word,
    lowest_bit,
    monotonic_ns,
    new_record,
    popcount,
    prefetch,
    record_at,
    record_like,
    store_word,
)
from counterply.system import CLOCK, CLOCK_FUNCTION


@in_kernels(popcount)
def _popcount(typing: Any, bits: types.Type) -> Any:
    return types.int64(types.uint64), lambda context, builder, signature, args: builder.ctpop(args[0])


@in_kernels(lowest_bit)
def _lowest_bit(typing: Any, bits: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.uint64), generate


@in_kernels(copy_record)
def _copy_record(typing: Any, target: types.Type, source: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte = ir.PointerType(ir.IntType(8))
        size = ir.Constant(ir.IntType(64), source.size)
        cgutils.raw_memcpy(builder, builder.bitcast(args[0], byte), builder.bitcast(args[1], byte), size, 1)
        return context.get_dummy_value()

    return types.none(target, source), generate


def _load_lanes(builder: Any, record: types.Type, place: Any) -> tuple[Any, Any]:
    """Return a record's int16 as one vector, and the pointer to it."""
    pointer = builder.bitcast(place, ir.PointerType(ir.VectorType(ir.IntType(16), record.size // 2)))
    load = builder.load(pointer)
    load.align = 2
    return load, pointer


@in_kernels(add_lanes)
def _add_lanes(typing: Any, target: types.Type, plus: types.Type, minus: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        (value, pointer), (more, _), (less, _) = (_load_lanes(builder, target, place) for place in args)
        builder.store(builder.add(value, builder.sub(more, less)), pointer).align = 2
        return context.get_dummy_value()

    return types.none(target, plus, minus), generate


@in_kernels(dot_lanes)
def _dot_lanes(typing: Any, one: types.Type, other: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.VectorType(ir.IntType(32), one.size // 2)
        products = builder.mul(*(builder.sext(_load_lanes(builder, one, place)[0], wide) for place in args))
        kind = ir.FunctionType(ir.IntType(32), [wide])
        name = f"llvm.vector.reduce.add.v{one.size // 2}i32"
        total = builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [products])
        return builder.sext(total, ir.IntType(64))

    return types.int64(one, other), generate


@in_kernels(record_at)
def _record_at(typing: Any, address: types.Type, index: types.Type, dtype: types.Type) -> Any:
    record = dtype.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        offset = builder.mul(args[1], ir.Constant(ir.IntType(64), record.size))
        return builder.inttoptr(builder.add(args[0], offset), context.get_value_type(record))

    return record(types.int64, types.int64, dtype), generate


@in_kernels(record_like)
def _record_like(typing: Any, address: types.Type, index: types.Type, record: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        offset = builder.mul(args[1], ir.Constant(ir.IntType(64), record.size))
        return builder.inttoptr(builder.add(args[0], offset), context.get_value_type(record))

    return record(types.int64, types.int64, record), generate


@in_kernels(load_integer)
def _load_integer(typing: Any, record: types.Type, place: types.Type, kind: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        data = builder.gep(builder.bitcast(args[0], ir.PointerType(ir.IntType(8))), [args[1]])
        result = cgutils.alloca_once(builder, word)
        after = builder.append_basic_block("loaded")
        switch = builder.switch(args[2], after)
        for number, dtype in enumerate(INTEGERS):
            block = builder.append_basic_block(f"load_{dtype.name}")
            switch.add_case(ir.Constant(word, number), block)
            builder.position_at_end(block)
            kind = ir.IntType(8 * dtype.itemsize)
            value = builder.load(builder.bitcast(data, ir.PointerType(kind)))
            value.align = 1
            extend = builder.sext if dtype.kind == "i" else builder.zext
            builder.store(value if dtype.itemsize == 8 else extend(value, word), result)
            builder.branch(after)
        builder.position_at_end(after)
        return builder.load(result)

    return types.int64(record, types.int64, types.int64), generate


@in_kernels(new_record)
def _new_record(typing: Any, dtype: types.Type) -> Any:
    record = dtype if isinstance(dtype, types.Record) else dtype.dtype

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), -(-record.size // 8)))  # aligned
        return builder.bitcast(place, context.get_value_type(record))

    return record(dtype), generate


@in_kernels(prefetch)
def _prefetch(typing: Any, address: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, pointer = ir.IntType(32), ir.PointerType(ir.IntType(8))
        kind = ir.FunctionType(ir.VoidType(), [pointer, word, word, word])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        how = (ir.Constant(word, number) for number in (0, 3, 1))  # to read, to keep, data
        builder.call(function, [builder.inttoptr(args[0], pointer), *how])
        return context.get_dummy_value()

    return types.none(types.int64), generate


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
        word, pointer = ir.IntType(64), ir.PointerType(ir.IntType(8))
        records = [context.get_value_type(record) for record in (position, setup, memo)]
        kind = ir.FunctionType(ir.IntType(32), [word.as_pointer(), pointer.as_pointer(), *records, word, word])
        result, exception = cgutils.alloca_once(builder, word), cgutils.alloca_once(builder, pointer)
        status = builder.call(builder.inttoptr(args[0], kind.as_pointer()), [result, exception, *args[1:]])
        raised = builder.icmp_signed("!=", status, ir.Constant(status.type, 0))
        return builder.select(raised, ir.Constant(word, RAISED), builder.load(result))

    return types.int64(types.int64, position, setup, memo, types.int64, types.int64), generate


@in_kernels(monotonic_ns)
def _clock_gettime(typing: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        timespec = ir.LiteralStructType([word, word])
        place = cgutils.alloca_once(builder, timespec)
        kind = ir.FunctionType(ir.IntType(32), [ir.IntType(32), timespec.as_pointer()])
        function = cgutils.get_or_insert_function(builder.module, kind, CLOCK_FUNCTION)
        builder.call(function, [ir.Constant(ir.IntType(32), CLOCK), place])
        seconds = builder.load(cgutils.gep_inbounds(builder, place, 0, 0))
        rest = builder.load(cgutils.gep_inbounds(builder, place, 0, 1))
        return builder.add(builder.mul(seconds, ir.Constant(word, 1_000_000_000)), rest)

    return types.int64(), generate


@in_kernels(load_word)
def _load_word(typing: Any, address: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.PointerType(ir.IntType(64)))
        return builder.load_atomic(pointer, "monotonic", 8)  # never hoisted out of a loop

    return types.int64(types.int64), generate


@in_kernels(store_word)
def _store_word(typing: Any, address: types.Type, value: types.Type) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.PointerType(ir.IntType(64)))
        builder.store_atomic(args[1], pointer, "monotonic", 8)
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), generate
