"""The shape of a network: its cells, the cells and the table of each lookup, and the kernels' record.

Letters: L lookups, C cells, bits included.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from counterply.compiling.intrinsics import INTEGERS
from counterply.core.evaluator import Evaluator
from counterply.core.values import FIRST, SECOND
from counterply.plugins.networks.network import (
    BITS,
    DECLARED,
    LANE_BLOCK,
    MOST_EDGES,
    NO_CELL,
    lanes_type,
    mask_words,
    net_type,
    seen_type,
)

KIND_OF = {dtype: number for number, dtype in enumerate(INTEGERS)}


@dataclass(frozen=True)
class Element:
    """An integer in the record."""

    name: str
    place: int
    kind: int


def elements_of(record: np.dtype) -> list[Element]:
    """Return the integers of a record type, those in arrays and records inside it, too."""

    def walk(dtype: np.dtype, begin: int, name: str) -> Iterator[Element]:
        if dtype.names is not None and dtype.fields is not None:
            for each in dtype.names:
                kind, offset = dtype.fields[each][:2]
                yield from walk(kind, begin + offset, f"{name}.{each}" if name else each)
        elif dtype.shape:
            for index in range(int(np.prod(dtype.shape))):
                yield from walk(dtype.base, begin + index * dtype.base.itemsize, f"{name}[{index}]")
        elif dtype in KIND_OF:
            yield Element(name, begin, KIND_OF[dtype])

    return list(walk(record, 0, ""))


@dataclass
class View:
    """A network's inputs.

    Attributes
    ----------
    source : where the cells that are no bits come from
    words : the elements whose bits are cells
    bits : the bits that are cells; they are the first cells
    elements : the cells that are fields of the record
    names : of the cells
    board : how many of the cells are on the board; the rest are extras
    evaluator : that gives the features
    edges : of each feature that is a cell
    usual_sizes : of each feature, the root of its mean square
    """

    source: int
    words: list[Element] = field(default_factory=list)
    bits: list[int] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    board: int = 0
    evaluator: Evaluator | None = None
    edges: list[list[float]] = field(default_factory=list)
    usual_sizes: list[float] = field(default_factory=list)

    @property
    def said(self) -> str:
        """A short description of the inputs."""
        known = "" if self.evaluator is None else f", and {len(self.usual_sizes)} features of {self.evaluator.name}"
        if self.edges and self.evaluator is not None:
            return f"{len(self.names)} features of {self.evaluator.name}"
        if self.source == DECLARED:
            return f"{self.board} cells, as the game declares them{known}"
        fields = dict.fromkeys([word.name.partition("[")[0] for word in self.words])
        fields |= dict.fromkeys(name.partition("[")[0] for name in self.names[: self.board] if not self.words)
        extras = len(self.names) - self.board
        more = f", and {extras} number{'s' * (extras > 1)} more" if extras else ""
        return f"{self.board} {'bits' if self.words else 'cells'} in {' and '.join(fields)}{more}{known}"


def sent_by(contents: np.ndarray, image: tuple[int, ...]) -> np.ndarray:
    """Return contents of cells, by their last axis, where an image sends them; what is behind them stays."""
    sent = contents.copy()
    sent[..., list(image)] = contents[..., : len(image)]
    return sent


def swapped(numbers: np.ndarray, pair: tuple[int, int]) -> np.ndarray:
    """Return numbers with those of a pair in the place of each other."""
    one, other = pair
    return np.where(numbers == one, other, np.where(numbers == other, one, numbers))


@dataclass(frozen=True)
class Exchange:
    """What makes a position of either player one of the other.

    Attributes
    ----------
    colours : two contents of the cells on the board, each in the place of the other
    image : where the content of each cell goes
    board : how many of the cells are on the board
    """

    colours: tuple[int, int]
    image: tuple[int, ...]
    board: int

    def sent(self, contents: np.ndarray) -> np.ndarray:
        """Return contents of cells, by their last axis, after the exchange; a turn and an outcome behind them, too."""
        sent, cells = sent_by(contents, self.image), len(self.image)
        parts = (slice(self.board), self.colours), (slice(cells, cells + 1), (0, 1)), (slice(cells + 1, None), (FIRST, SECOND))
        for part, pair in parts:
            sent[..., part] = swapped(sent[..., part], pair)
        return sent


@dataclass(frozen=True)
class Layout:
    """A network's structure, without its weights.

    Attributes
    ----------
    lookups : the cells of each lookup, in the order of their weights in the index
    tables : which table each of them reads
    sizes : indices of each table
    low, usual : by cell, the smallest number on it, and the one that most cells have
    ranks : by cell, the place in the index of each number from `low` on
    stage_at : unusual cells from which on each stage but the last is over
    sides : 2, 3 where chance has turns, or 1 where players are exchanged
    known : features that have weights
    exchange : with which the second player's positions are looked up; None: as they are
    """

    lookups: tuple[tuple[int, ...], ...]
    tables: tuple[int, ...]
    sizes: tuple[int, ...]
    low: tuple[int, ...]
    usual: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]
    stage_at: tuple[int, ...]
    sides: int
    known: int = 0
    exchange: Exchange | None = None

    @property
    def alone(self) -> int:
        """The number of the first of the lookups of one cell that are behind longer ones, or of all lookups."""
        longer = [number for number, cells in enumerate(self.lookups) if len(cells) > 1]
        return longer[-1] + 1 if longer else len(self.lookups)

    @property
    def lanes(self) -> int:
        """How many lookups are made, the empty ones at the end included."""
        return max(1, -(-len(self.lookups) // LANE_BLOCK)) * LANE_BLOCK

    @property
    def group(self) -> int:
        """How many entries a group of tables has; the first one is always 0, the last ones are the weights of features."""
        return 1 + sum(self.sizes) + (self.known + 1 if self.known else 0)

    @property
    def entries(self) -> int:
        """How many weights the tables have, over all stages of the game and both sides."""
        return self.group * (len(self.stage_at) + 1) * self.sides

    def weights(self, lookup: int) -> dict[int, int]:
        """Return what the rank of each cell of a lookup counts in its index."""
        radix = [max(self.ranks[cell]) + 1 for cell in self.lookups[lookup]]
        return {cell: math.prod(radix[:place]) for place, cell in enumerate(self.lookups[lookup])}

    @property
    def said(self) -> str:
        """The shape, in a few words."""
        if not self.lookups:
            return f"{self.known} features by weights, {self.entries} entries"
        longest = max(map(len, self.lookups))
        stages = len(self.stage_at) + 1
        return f"{len(self.lookups)} lookups of up to {longest} cells, {stages} stage{'s' * (stages > 1)}, {self.entries:,} entries"


def folded(layout: Layout, entries: np.ndarray) -> tuple[Layout, np.ndarray]:
    """Return a network of the same values without lookups of one cell: their entries are added to those of longer ones.

    All images of a lookup are lookups of the same table, so that each image of a cell is in as many of them.
    """
    shared = Counter(cell for cells in layout.lookups if len(cells) > 1 for cell in cells)
    each = dict(zip(layout.tables, layout.lookups, strict=True))  # a lookup of each table
    alone = {
        cells[0]: table
        for cells, table in zip(layout.lookups, layout.tables, strict=True)
        if cells[0] in shared and len(cells) == 1
    }
    kept = [table for table in sorted(each) if table not in alone.values()]
    groups = []
    for group in entries.reshape(-1, layout.group):
        constant, *tables, weights = np.split(group, np.cumsum([1, *layout.sizes]))
        for table in kept:
            shape = [max(layout.ranks[cell]) + 1 for cell in each[table]]
            spread = tables[table].astype(np.float32).reshape(shape[::-1])
            for place, cell in enumerate(each[table]):
                if cell in alone:
                    spread += (tables[alone[cell]] / shared[cell]).reshape(-1, *[1] * place)
            tables[table] = spread.ravel()
        groups.append(np.concatenate([constant, *(tables[table] for table in kept), weights]))
    lookups = [(cells, kept.index(table)) for cells, table in zip(layout.lookups, layout.tables, strict=True) if table in kept]
    return replace(
        layout,
        lookups=tuple(cells for cells, _ in lookups),
        tables=tuple(table for _, table in lookups),
        sizes=tuple(layout.sizes[table] for table in kept),
    ), np.concatenate(groups)


class Net:
    """The record of a network, and the arrays that it points to.

    Parameters
    ----------
    positions : the type of the game's records

    Attributes
    ----------
    record : of `net_type`
    lanes : the type of its indices
    nothing_seen : of `seen_type`, for either view, as it is before any position was seen
    """

    def __init__(self, view: View, layout: Layout, positions: np.dtype) -> None:
        self.lanes = lanes_type(layout.lanes)
        cells = len(view.names) - len(view.bits)
        self._array = np.zeros(1, net_type(layout.lanes, cells, layout.known, positions.itemsize, 2 if layout.exchange else 1))
        self.record: Any = self._array[0]
        self.nothing_seen = np.zeros(2, seen_type(positions, layout.lanes, cells))
        self.nothing_seen["cells"][:, :cells] = layout.usual[len(view.bits) :]
        if view.source == DECLARED:
            self.nothing_seen["declared"]["numbers"] = layout.usual
        self._weights(layout)
        self._cells(view, layout)
        self._rows(view, layout)
        record = self.record
        record["size"], record["sides"], record["lookups"] = layout.group, layout.sides, len(layout.lookups)
        record["alone"] = layout.alone
        record["stages"] = len(layout.stage_at) + 1
        record["stage_at"][: len(layout.stage_at)] = layout.stage_at
        record["known"], record["weights_at"] = layout.known, 1 + sum(layout.sizes)
        record["factors"][: layout.known] = 1.0 / np.array(view.usual_sizes[: layout.known])
        begins = np.cumsum([1, *layout.sizes])
        record["offsets"][: len(layout.tables)] = begins[list(layout.tables)]

    def _weights(self, layout: Layout) -> None:
        """Compute the weight of each cell's rank in each lookup's index, in place."""
        self._weight = np.zeros((len(layout.ranks), layout.lanes), np.int64)
        for lookup, cells in enumerate(layout.lookups):
            self._weight[list(cells), lookup] = [*layout.weights(lookup).values()]

    def _cells(self, view: View, layout: Layout) -> None:
        """Write where the cells are, in place."""
        record = self.record
        record["words"], record["source"] = len(view.words), view.source
        for number, word in enumerate(view.words):
            record["word_place"][number], record["word_kind"][number] = word.place, word.kind
        record["bits"] = sum(1 << bit for bit in view.bits)
        record["bytes"], record["cell_at"] = len(record["cell_at"]) if view.elements else 0, NO_CELL
        record["count"] = len(view.names) - len(view.bits)
        for index, cell in enumerate(range(len(view.bits), len(view.names))):
            if view.elements:
                place, kind = view.elements[index].place, view.elements[index].kind
                record["place"][index], record["kind"][index] = place, kind
                record["cell_at"][place : place + INTEGERS[kind].itemsize] = index
            record["low"][index] = layout.low[cell]
            record["high"][index] = layout.low[cell] + len(layout.ranks[cell]) - 1
            record["usual"][index] = layout.usual[cell]
            record["staged"][index] = cell < view.board
            if view.edges:
                record["edge_count"][index] = len(view.edges[index])
                record["edges"][index, : min(MOST_EDGES, len(view.edges[index]))] = view.edges[index]

    def _rows(self, view: View, layout: Layout) -> None:
        """Make the rows that are added up, the masks, and the indices where all cells are as usual, in place, for each view."""
        rows: list[np.ndarray] = []
        bits, cells = len(view.bits), range(len(layout.ranks))
        exchanges = (None, layout.exchange) if layout.exchange else (None,)
        for number, exchange in enumerate(exchanges):
            self.record["exchanged"] = len(rows)
            rows.append(np.zeros(layout.lanes, np.int64))
            for cell, image in enumerate(exchange.image if exchange else cells):
                slot, begin = (view.bits[cell], "bit_row") if cell < bits else (cell - bits, "row")
                if exchange is None:
                    self.record[begin][slot] = len(rows)
                ranks, low = np.array(layout.ranks[cell]), layout.low[cell]
                if exchange and cell < exchange.board:
                    ranks = ranks[swapped(np.arange(low, low + len(ranks)), exchange.colours) - low]
                added = np.outer(ranks, self._weight[image])
                usual = added[layout.usual[cell] - low]
                rows += [*(added - usual)]
                self.nothing_seen["lanes"]["numbers"][number] += usual.astype(np.uint16)
                mask = np.zeros(mask_words(layout.lanes) * BITS, np.uint8)
                mask[: layout.lanes] = self._weight[image] > 0
                place = slot if cell < bits else BITS + slot
                self.record["masks"][number, place] = np.packbits(mask, bitorder="little").view(np.uint64)
        self._vectors = np.zeros(len(rows), self.lanes)
        self._vectors["numbers"] = np.array(rows).astype(np.uint16)
        self.record["vectors"] = self._vectors.ctypes.data

    def read(self, tables: np.ndarray, scale: float = 1.0) -> None:
        """Make the network read these entries, in place; the arrays must live as long as it does."""
        self._tables = tables
        self.record["tables"] = tables.ctypes.data
        self.record["scale"] = scale

    def take_features(self, bound: Any, address: int) -> None:
        """Let the network take its features from an evaluator that leaves them at an address, in place."""
        self._bound = bound
        self.record["evaluate"], self.record["evaluate_weights"] = bound.address, bound.weights_address
        self.record["features"] = address
