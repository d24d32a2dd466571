"""Networks of n-tuples: a position's value as a sum of numbers looked up in tables.

A network sees a position as *cells*, each with something on it, a small number. A *lookup* takes a few cells, combines their
contents into one index, and reads a table there; the images of a lookup under the game's symmetries share its table. The sum of all
lookups is the first player's value: the logarithm of the odds that it wins, halved, or points. There is a set of tables for each
stage of the game (by how many cells are not as most are at the start) and for whose turn it is; or one for both players, where
the rules are the same for either: the second one's positions are looked up with the players exchanged, and worth the opposite.

All indices are computed at once: each content of each cell has a row of numbers, one for each lookup, and `add_lanes` adds the
rows up. Positions that are seen one after the other, in a search as in a game, have most cells in common: the rows of the others
alone are exchanged. Cells come from words of bits, from fields of the record, from the game's `cells`, or are features of
an evaluator, by size. Where a network knows features, it has a weight for each of them, too, and one for a constant, in each group
of tables, and their weighted sum is added.

Letters: L lookups, C cells that are no bits, F features, S stages, E edges between the sizes of a feature. `net` is a record of
`net_type`, `seen` one of `seen_type`.
"""

# mypy: disable-error-code="no-any-return,return-value,assignment,arg-type"
# (in kernels, `int` is a word for Numba's and NumPy's integers, which a checker keeps apart)

from __future__ import annotations

from typing import Any

import numpy as np

from counterply.compiling.dispatch import in_turn
from counterply.compiling.intrinsics import (
    INTEGERS,
    add_lanes,
    call_evaluator,
    copy_record,
    load_integer,
    lowest_bit,
    new_record,
    record_at,
    record_like,
)
from counterply.compiling.kernels import helper
from counterply.core.aliases import Record
from counterply.core.contract import cells, turn

WORDS = 3  # of bits that are read together, at most: then a cell has one of eight things on it
BITS = 64  # cells of a word
LANE_BLOCK = 16  # lookups are a multiple of this: int16 numbers in a vector of 256 bits
MOST_STAGES = 16
MOST_EDGES = 15  # so that a feature has 16 sizes at most
MOST_INDICES = 1 << 16  # of a table, as an index is 16 bits

# where cells that are no bits come from
FIELDS, DECLARED, FEATURES = 0, 1, 2

ENTRY = np.dtype([("number", np.int16)])  # a table's entry, as it is used
LEARNT_ENTRY = np.dtype([("number", np.float32)])  # and as it is learnt
ENTRY_BYTES, LEARNT_BYTES = ENTRY.itemsize, LEARNT_ENTRY.itemsize
NUMBER = np.dtype([("number", np.float64)])
ONE = np.uint64(1)
BYTES_OF_WORD = 8
BYTE, BYTES = np.uint64(0xFF), np.uint64(BYTES_OF_WORD)  # of a word
UINT64 = INTEGERS.index(np.dtype(np.uint64))
NO_CELL = -1
read_cells = in_turn(cells)  # of a position and its setup, into a record of `contents_type`


def lanes_type(lookups: int) -> np.dtype:
    """Return the record type of one index for each of `lookups`."""
    return np.dtype([("numbers", np.uint16, (lookups,))])


def mask_words(lookups: int) -> int:
    """Return how many uint64 have a bit for each of `lookups`."""
    return -(-lookups // BITS)


def contents_type(count: int) -> np.dtype:
    """Return the record type of the contents of so many cells, each a byte, and of what fills up the last word."""
    return np.dtype([("numbers", np.int8, (count,)), ("rest", np.int8, (-count % BYTES_OF_WORD,))])


def seen_type(record: np.dtype, lookups: int, count: int) -> np.dtype:
    """Return the fields of what a network has seen last: a position, what is on its cells, and the indices of the lookups."""
    room = max(1, count)
    return np.dtype(
        [
            ("position", record),
            ("words", np.uint64, (WORDS,)),
            ("cells", np.int64, (room,)),  # contents, not clipped
            ("contents", contents_type(room)),  # as they are now, of games that declare their cells, and
            ("declared", contents_type(room)),  # as they were
            ("changed", np.int64, (room,)),  # cells that are other ones now, and their new contents
            ("changed_to", np.int64, (room,)),
            ("lanes", lanes_type(lookups)),
            ("unusual", np.int64),  # cells that are not as usual
            ("begun", np.int64),  # 0: no position was seen, and all cells are as usual
        ]
    )


def net_type(lookups: int, count: int, known: int, size: int, views: int) -> np.dtype:
    """Return the fields of a network's record, for so many lookups, cells that are no bits, features, and bytes of a position.

    `views` is 2 where the second player's positions are looked up with the players exchanged, else 1.
    """
    room = max(1, count)
    return np.dtype(
        [
            ("vectors", np.int64),  # address of the rows: LANES[R]; row 0 is all zeros
            ("exchanged", np.int64),  # the row at which all rows begin once more, with the players exchanged; 0: they are not
            ("tables", np.int64),  # address of the tables' entries, a group of tables after the other
            ("features", np.int64),  # address of the features, where the cells are features
            ("evaluate", np.int64),  # addresses of the evaluator that gives them, and of its weights
            ("evaluate_weights", np.int64),
            ("size", np.int64),  # entries of a group
            ("lookups", np.int64),  # without those that only fill up the last vector, which read entry 0
            ("alone", np.int64),  # the first of those of one cell, behind the longer ones
            ("scale", np.float64),  # one step of an entry is worth so much
            ("words", np.int64),  # words of bits; the bits of one cell have the same number in each
            ("word_place", np.int64, (WORDS,)),
            ("word_kind", np.int64, (WORDS,)),
            ("bits", np.uint64),  # which bits are cells
            ("bit_row", np.int64, (BITS,)),  # the row of the vectors for a bit that is in no word
            ("count", np.int64),  # cells that are no bits
            ("source", np.int64),  # FIELDS, DECLARED or FEATURES
            ("place", np.int64, (room,)),  # of a field's element in the record
            ("kind", np.int64, (room,)),
            ("low", np.int64, (room,)),  # smaller numbers count as this one
            ("high", np.int64, (room,)),  # and larger ones as this one
            ("usual", np.int64, (room,)),  # the content of most cells, whose row is all zeros
            ("row", np.int64, (room,)),  # the row of `low`
            ("staged", np.int64, (room,)),  # 1: a cell that counts for the stage
            ("bytes", np.int64),  # of a position, where fields of it are cells; else 0
            ("cell_at", np.int16, (max(1, size),)),  # the cell that a byte of a position is part of; NO_CELL: of none
            ("edges", np.float64, (room, MOST_EDGES)),  # between the sizes of a feature
            ("edge_count", np.int64, (room,)),
            ("known", np.int64),  # features that have weights
            ("weights_at", np.int64),  # where in a group they are, and behind them the constant's
            ("factors", np.float64, (max(1, known),)),  # that bring each feature to a usual size of one
            ("sides", np.int64),
            ("stages", np.int64),
            ("stage_at", np.int64, (MOST_STAGES,)),  # unusual cells from which on a stage is over
            ("offsets", np.int32, (lookups,)),  # where in a group a lookup's table begins
            ("masks", np.uint64, (views, BITS + room, mask_words(lookups))),  # which lookups a cell is in, bits first
        ]
    )


@helper
def word_of(position: Record, net: Record, number: int) -> int:
    """Return word `number` of the bits; 0 where there is none."""
    if number >= net["words"]:
        return np.uint64(0)
    return np.uint64(np.int64(load_integer(position, net["word_place"][number], net["word_kind"][number])))


@helper
def bits_on(first: int, second: int, third: int, bit: int) -> int:
    """Return the content of the cell of a bit."""
    return np.int64((first >> bit & ONE) | (second >> bit & ONE) << ONE | (third >> bit & ONE) << np.uint64(2))


@helper
def prepare_features(position: Record, setup: Record, memo: Record, net: Record) -> None:
    """Let the evaluator of a network over features compute them, in place."""
    if net["known"] > 0:
        call_evaluator(net["evaluate"], position, setup, memo, 0, net["evaluate_weights"])


@helper
def feature_of(net: Record, number: int) -> float:
    """Return feature `number` of the position at hand, which `prepare_features` has written into `net`."""
    return record_at(net["features"], number, NUMBER)["number"]


@helper
def content_of(position: Record, net: Record, cell: int) -> int:
    """Return the content of a cell that is a field or a feature."""
    if net["source"] == FIELDS:
        return load_integer(position, net["place"][cell], net["kind"][cell])
    number = feature_of(net, cell)
    value = np.int64(0)
    for edge in range(net["edge_count"][cell]):
        value += np.int64(number >= net["edges"][cell, edge])
    return value


@helper
def within(net: Record, cell: int, value: int) -> int:
    """Return the content of a cell, clipped to the numbers that the tables know."""
    return min(max(value, net["low"][cell]), net["high"][cell])


@helper
def difference(one: Record, other: Record, place: int) -> int:
    """Return which bits differ in the eight bytes of two positions that begin at `place`."""
    return np.uint64(np.int64(load_integer(one, place, UINT64))) ^ np.uint64(np.int64(load_integer(other, place, UINT64)))


@helper
def changes_in(position: Record, net: Record, differing: int, begin: int, seen: Record, count: int) -> int:
    """Note the cells of the bytes that differ, from `begin` on, behind `count` noted ones, and return how many these are then."""
    changed, changed_to = seen["changed"], seen["changed_to"]
    while differing:
        byte = np.uint64(lowest_bit(differing)) // BYTES
        differing &= ~(BYTE << (BYTES * byte))
        cell = np.int64(net["cell_at"][begin + np.int64(byte)])
        if cell != NO_CELL and (count == 0 or changed[count - 1] != cell):  # a cell of several bytes is noted once
            changed[count], changed_to[count] = cell, content_of(position, net, cell)
            count += 1
    return count


@helper
def note_changes(position: Record, setup: Record, net: Record, seen: Record) -> int:
    """Write into `seen` the cells that are no bits whose contents are other ones than there, and return how many they are."""
    count, size = np.int64(0), np.int64(net["bytes"])
    if size >= BITS // 8 and seen["begun"]:
        before = seen["position"]
        for begin in range(0, size - 7, 8):
            count = changes_in(position, net, difference(position, before, begin), begin, seen, count)
        rest = size % 8
        if rest:
            differing = difference(position, before, size - 8) >> np.uint64(8 * (8 - rest))
            count = changes_in(position, net, differing, size - rest, seen, count)
        return count
    known, contents = seen["cells"], seen["contents"]
    if net["source"] == DECLARED:
        alone = new_record(position)  # nothing else changes it: the compiler reads it once
        copy_record(alone, position)
        read_cells(alone, setup, contents)
        for begin in range(0, net["count"], BYTES_OF_WORD):
            differing = difference(contents, seen["declared"], begin)
            while differing:
                byte = np.uint64(lowest_bit(differing)) // BYTES
                differing &= ~(BYTE << (BYTES * byte))
                cell = begin + np.int64(byte)
                seen["changed"][count], seen["changed_to"][count] = cell, contents["numbers"][cell]
                count += 1
        return count
    for cell in range(net["count"]):
        after = content_of(position, net, cell)
        if after != known[cell]:
            seen["changed"][count], seen["changed_to"][count] = cell, after
            count += 1
    return count


@helper
def row_of(net: Record, cell: int, content: int) -> int:
    """Return the row of the vectors for what is on a cell that is no bit."""
    clipped = within(net, cell, content)
    return 0 if clipped == net["usual"][cell] else net["row"][cell] + clipped - net["low"][cell]


@helper
def view_of_mover(position: Record, setup: Record, net: Record) -> int:
    """Return 1 for a position that is looked up with the players exchanged, else 0."""
    return np.int64(net["exchanged"] > 0 and turn(position, setup) == 1)


@helper
def take_seen(position: Record, seen: Record) -> None:
    """Let a position, whose changes were just noted, be the one seen last, in place."""
    copy_record(seen["position"], position)
    copy_record(seen["declared"], seen["contents"])


@helper
def see(position: Record, setup: Record, net: Record, seen: Record, view: int) -> None:
    """Bring `seen`, which is that of a view, up to date with a position, in place."""
    lanes, vectors, unusual = seen["lanes"], net["vectors"], np.int64(seen["unusual"])
    first_row = view * np.int64(net["exchanged"])
    if net["words"] > 0:
        words, first, second, third = seen["words"], word_of(position, net, 0), word_of(position, net, 1), word_of(position, net, 2)
        left = ((first ^ words[0]) | (second ^ words[1]) | (third ^ words[2])) & net["bits"]
        while left:
            bit = np.uint64(lowest_bit(left))
            left &= left - ONE
            row = np.int64(net["bit_row"][bit])
            before, after = bits_on(words[0], words[1], words[2], bit), bits_on(first, second, third, bit)
            add_lanes(
                lanes,
                record_like(vectors, row + after if after else 0, lanes),
                record_like(vectors, row + before if before else 0, lanes),
            )
            unusual += np.int64(after != 0) - np.int64(before != 0)
        words[0], words[1], words[2] = first, second, third
    for index in range(note_changes(position, setup, net, seen)):
        cell, content = np.int64(seen["changed"][index]), np.int64(seen["changed_to"][index])
        before, after = row_of(net, cell, np.int64(seen["cells"][cell])), row_of(net, cell, content)
        add_lanes(lanes, record_like(vectors, first_row + after, lanes), record_like(vectors, first_row + before, lanes))
        unusual += np.int64(net["staged"][cell]) * (np.int64(after != 0) - np.int64(before != 0))
        seen["cells"][cell] = content
    take_seen(position, seen)
    seen["unusual"], seen["begun"] = unusual, 1


@helper
def group_of(position: Record, setup: Record, net: Record, unusual: int) -> int:
    """Return which group of tables a position with so many unusual cells is looked up in."""
    stage = np.int64(0)
    while stage < net["stages"] - 1 and unusual >= net["stage_at"][stage]:
        stage += 1
    return stage * net["sides"] + min(turn(position, setup), net["sides"] - 1)


def network_value(position: Record, setup: Record, memo: Record, player: int, weights: Any) -> float:
    """Stand for a `counterply.core.evaluator.evaluate`: the value by the network in ``weights["net"]``, whose ``seen`` is kept."""
    net = weights["net"]
    view = view_of_mover(position, setup, net)
    seen = weights["seen"][view]
    prepare_features(position, setup, memo, net)
    see(position, setup, net, seen, view)
    begin = net["tables"] + group_of(position, setup, net, seen["unusual"]) * net["size"] * ENTRY_BYTES
    numbers, offsets = seen["lanes"]["numbers"], net["offsets"]
    total = np.int64(0)
    for lookup in range(len(numbers)):
        total += np.int64(record_at(begin, np.int64(offsets[lookup]) + np.int64(numbers[lookup]), ENTRY)["number"])
    weighted = 0.0
    known = net["known"]
    if known > 0:
        place = net["weights_at"]
        for feature in range(known):
            entry = record_at(begin, place + feature, ENTRY)["number"]
            weighted += float(entry) * feature_of(net, feature) * net["factors"][feature]
        weighted += float(record_at(begin, place + known, ENTRY)["number"])
    number = (float(total) + weighted) * net["scale"]
    return number if player == view else -number
