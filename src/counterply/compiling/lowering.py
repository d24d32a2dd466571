"""The functions of `counterply.compiling.intrinsics` as instructions of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from counterply.compiling.compiler import call_of
from counterply.compiling.definitions import Definition, Function, in_kernels
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
    highest_bit,
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
from counterply.compiling.numba import cgutils
from counterply.system import CLOCK, CLOCK_FUNCTION, TICK_NS

if TYPE_CHECKING:
    from counterply.compiling.numba import BaseContext, Signature, TypingContext

Values = Sequence[ir.Value]
WORD, HALF_WORD = ir.IntType(64), ir.IntType(32)
BYTES = ir.PointerType(ir.IntType(8))
UNSIGNED_BYTES, WORDS = INTEGERS.index(np.dtype(np.uint8)), INTEGERS.index(np.dtype(np.uint64))


def number(value: int, kind: ir.Type = WORD) -> ir.Constant:
    """Return a number of LLVM's, by default a word."""
    return ir.Constant(kind, value)


def lowers(function: Function, result: Callable[..., Signature], *takes: types.Type) -> Callable[[Function], Function]:
    """Decorate LLVM's code of `function` in kernels: ``code(context, builder, signature, values)``.

    Parameters
    ----------
    result : its type, or a function that returns its signature by the types of its arguments
    takes : these types; None for one as it is
    """

    def decorate(code: Function) -> Function:
        @in_kernels(function)
        def define(typing: TypingContext, *given: types.Type) -> Definition:
            def generate(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
                made = code(context, builder, signature, values)
                return context.get_dummy_value() if signature.return_type == types.none else made

            return result(*(kind or own for kind, own in zip(takes, given, strict=True))), generate

        return code

    return decorate


@lowers(popcount, types.int64, types.uint64)
def _popcount(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    return builder.ctpop(values[0])


@lowers(lowest_bit, types.int64, types.uint64)
def _lowest_bit(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    return builder.cttz(values[0], number(0, ir.IntType(1)))


@lowers(highest_bit, types.int64, types.uint64)
def _highest_bit(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    return builder.sub(number(63), builder.ctlz(values[0], number(0, ir.IntType(1))))


@lowers(copy_record, types.none, None, None)
def _copy_record(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> None:
    target, source = (builder.bitcast(place, BYTES) for place in values)
    cgutils.raw_memcpy(builder, target, source, number(signature.args[1].size), 1)


def _load_lanes(builder: ir.IRBuilder, record: types.Type, place: ir.Value) -> tuple[ir.Value, ir.Value]:
    """Return a record's int16 as one vector, and the pointer to it."""
    pointer = builder.bitcast(place, ir.PointerType(ir.VectorType(ir.IntType(16), record.size // 2)))
    load = builder.load(pointer)
    load.align = 2
    return load, pointer


@lowers(add_lanes, types.none, None, None, None)
def _add_lanes(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> None:
    (value, pointer), (more, _), (less, _) = (_load_lanes(builder, signature.args[0], place) for place in values)
    builder.store(builder.add(value, builder.sub(more, less)), pointer).align = 2


@lowers(dot_lanes, types.int64, None, None)
def _dot_lanes(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    record = signature.args[0]
    wide = ir.VectorType(HALF_WORD, record.size // 2)
    products = builder.mul(*(builder.sext(_load_lanes(builder, record, place)[0], wide) for place in values))
    kind = ir.FunctionType(HALF_WORD, [wide])
    name = f"llvm.vector.reduce.add.v{record.size // 2}i32"
    total = builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [products])
    return builder.sext(total, WORD)


@lowers(record_at, lambda address, index, dtype: dtype.dtype(address, index, dtype), types.int64, types.int64, None)
@lowers(record_like, lambda address, index, record: record(address, index, record), types.int64, types.int64, None)
def _record_at(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    record = signature.return_type
    offset = builder.mul(values[1], number(record.size))
    return builder.inttoptr(builder.add(values[0], offset), context.get_value_type(record))


@lowers(load_integer, types.int64, None, types.int64, types.int64)
def _load_integer(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    data = builder.gep(builder.bitcast(values[0], BYTES), [values[1]])
    result = cgutils.alloca_once(builder, WORD)
    after = builder.append_basic_block("loaded")
    switch = builder.switch(values[2], after)
    for place, dtype in enumerate(INTEGERS):
        block = builder.append_basic_block(f"load_{dtype.name}")
        switch.add_case(number(place), block)
        builder.position_at_end(block)
        kind = ir.IntType(8 * dtype.itemsize)
        value = builder.load(builder.bitcast(data, ir.PointerType(kind)))
        value.align = 1
        extend = builder.sext if dtype.kind == "i" else builder.zext
        builder.store(value if dtype.itemsize == 8 else extend(value, WORD), result)
        builder.branch(after)
    builder.position_at_end(after)
    return builder.load(result)


@lowers(new_record, lambda kind: (kind if isinstance(kind, types.Record) else kind.dtype)(kind), None)
def _new_record(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    record = signature.return_type
    place = cgutils.alloca_once(builder, ir.ArrayType(WORD, -(-record.size // 8)))  # aligned
    return builder.bitcast(place, context.get_value_type(record))


@lowers(prefetch, types.none, types.int64)
def _prefetch(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> None:
    kind = ir.FunctionType(ir.VoidType(), [BYTES, HALF_WORD, HALF_WORD, HALF_WORD])
    function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
    how = (number(choice, HALF_WORD) for choice in (0, 3, 1))  # to read, to keep, data
    builder.call(function, [builder.inttoptr(values[0], BYTES), *how])


@intrinsic
def _size_of(typing: TypingContext, record: types.Type) -> Definition:
    return types.int64(record), lambda context, builder, signature, args: number(record.size)


@in_kernels(hash_record)
def _hash_record(typing: TypingContext, record: types.Type) -> Definition:
    def hashed(record):  # type: ignore[no-untyped-def]
        value = HASH_SEED
        size = _size_of(record)
        words = size // 8
        for index in range(words):
            value = (value ^ np.uint64(load_integer(record, 8 * index, WORDS))) * HASH_FACTOR
            value ^= value >> HASH_SHIFT
        tail = np.uint64(0)
        for index in range(size - 1, words * 8 - 1, -1):
            tail = (tail << EIGHT) | np.uint64(load_integer(record, index, UNSIGNED_BYTES))
        value = (value ^ tail) * HASH_FACTOR
        return value ^ (value >> HASH_SHIFT)

    return call_of(hashed, (0,), typing, (record,))


@lowers(call_evaluator, types.int64, types.int64, None, None, None, types.int64, types.int64)
def _call_evaluator(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    records = [context.get_value_type(record) for record in signature.args[1:4]]
    kind = ir.FunctionType(HALF_WORD, [WORD.as_pointer(), BYTES.as_pointer(), *records, WORD, WORD])
    result, exception = cgutils.alloca_once(builder, WORD), cgutils.alloca_once(builder, BYTES)
    status = builder.call(builder.inttoptr(values[0], kind.as_pointer()), [result, exception, *values[1:]])
    raised = builder.icmp_signed("!=", status, number(0, status.type))
    return builder.select(raised, number(RAISED), builder.load(result))


@lowers(monotonic_ns, types.int64)
def _monotonic_ns(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    if CLOCK is None:
        place = cgutils.alloca_once(builder, WORD)
        kind = ir.FunctionType(HALF_WORD, [WORD.as_pointer()])
        builder.call(cgutils.get_or_insert_function(builder.module, kind, "QueryPerformanceCounter"), [place])
        return builder.mul(builder.load(place), number(TICK_NS))
    timespec = ir.LiteralStructType([WORD, WORD])
    place = cgutils.alloca_once(builder, timespec)
    kind = ir.FunctionType(HALF_WORD, [HALF_WORD, timespec.as_pointer()])
    function = cgutils.get_or_insert_function(builder.module, kind, CLOCK_FUNCTION)
    builder.call(function, [number(CLOCK, HALF_WORD), place])
    seconds, rest = (builder.load(cgutils.gep_inbounds(builder, place, 0, part)) for part in (0, 1))
    return builder.add(builder.mul(seconds, number(1_000_000_000)), rest)


@lowers(load_word, types.int64, types.int64)
def _load_word(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> ir.Value:
    return builder.load_atomic(builder.inttoptr(values[0], ir.PointerType(WORD)), "monotonic", 8)  # never hoisted out of a loop


@lowers(store_word, types.none, types.int64, types.int64)
def _store_word(context: BaseContext, builder: ir.IRBuilder, signature: Signature, values: Values) -> None:
    builder.store_atomic(values[1], builder.inttoptr(values[0], ir.PointerType(WORD)), "monotonic", 8)
