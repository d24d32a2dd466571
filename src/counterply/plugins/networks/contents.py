"""What stands on the cells of a network's view in records of its game.

Letters: N positions, C cells, bits included, B bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.intrinsics import INTEGERS
from counterply.compiling.kernels import cached_kernel
from counterply.core.aliases import Record
from counterply.core.contract import cells
from counterply.plugins.networks.layout import Element, View, elements_of
from counterply.plugins.networks.network import DECLARED

if TYPE_CHECKING:
    from counterply.core.game import Game


@cached_kernel
def declared_cells(position: Record, setup: Record, found: np.ndarray) -> None:
    """Write the content of each cell, by the game's `cells`, into the int64 array `found`."""
    for cell in range(len(found)):
        found[cell] = cells(position, setup, cell)


@dataclass(frozen=True)
class Number:
    """An integer in the record, and its values in random games."""

    element: Element
    values: np.ndarray = field(repr=False)  # int64[N]

    @property
    def span(self) -> int:
        """How far its values reach."""
        return int(self.values.max()) - int(self.values.min()) + 1


def numbers_in(records: np.ndarray) -> list[Number]:
    """Return the integers in records, with the values they take."""
    raw = np.frombuffer(records.tobytes(), np.uint8).reshape(len(records), records.dtype.itemsize)
    found = []
    for element in elements_of(records.dtype):
        kind = INTEGERS[element.kind]
        content = raw[:, element.place : element.place + kind.itemsize].copy()
        found.append(Number(element, content.view(kind)[:, 0].astype(np.int64)))
    return found


def values_of(game: Game, view: View, records: np.ndarray) -> np.ndarray:
    """Return int64[N, C], the contents of a view's cells in records of its game."""
    if view.source == DECLARED:
        return declared_values(game, records, len(view.names))
    values = {number.element.place: number.values for number in numbers_in(records)}
    columns = [values[element.place][:, None] for element in view.elements]
    if view.words:
        columns.insert(0, bit_values([values[word.place] for word in view.words], view.bits))
    return np.concatenate(columns, 1)


def declared_values(game: Any, records: np.ndarray, size: int) -> np.ndarray:
    """Return int64[N, C], the contents of so many cells, by the game's `cells`."""
    found = np.zeros((len(records), size), np.int64)
    for record, row in zip(records, found, strict=True):
        declared_cells(record, game.setup[0], row)
    return found


def bit_values(words: list[np.ndarray], bits: list[int]) -> np.ndarray:
    """Return int64[N, B]: the content of each bit's cell, by the words."""
    return sum(((word[:, None] >> np.array(bits)) & 1) << number for number, word in enumerate(words))  # type: ignore[no-any-return, return-value]


def record_with(view: View, record: Record, contents: np.ndarray, others: Iterable[tuple[Element, int]] = ()) -> Record:
    """Return a copy of a record with these contents of the cells, and other numbers."""
    raw = bytearray(record.tobytes())

    def write(element: Element, number: int) -> None:
        np.ndarray((), INTEGERS[element.kind], raw, element.place)[...] = number

    for number, word in enumerate(view.words):
        write(word, sum((int(contents[cell]) >> number & 1) << bit for cell, bit in enumerate(view.bits)))
    for cell, element in enumerate(view.elements, len(view.bits)):
        write(element, contents[cell])
    for element, number in others:
        write(element, number)
    return np.frombuffer(raw, record.dtype)[0]  # type: ignore[no-any-return]
