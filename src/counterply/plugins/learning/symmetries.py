"""Where the symmetries of a game send the cells of a network's view: cells that are images of one another share weights.

They are those that the game declares and that move contents from cell to cell without changing them. Where it declares none, each
turn and reflection of the board is tried, and is one if the rules are the same after it in all positions that are looked at: the
same moves lead to the same positions, turned.

Letters: N positions, C cells, bits included.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from counterply.compiling.intrinsics import INTEGERS, copy_record
from counterply.core.aliases import Record
from counterply.core.rule_queries import advance, survey, turned
from counterply.plugins.learning.samples import Samples
from counterply.plugins.networks.contents import values_of
from counterply.plugins.networks.layout import Element
from counterply.plugins.networks.network import FEATURES, FIELDS

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.plugins.learning.view import SampledView

LAST_POSITIONS = 60  # of random games, in which goals show
OTHER_POSITIONS = 500  # some of which show rules that few do
AROUND = 1_000  # records, and moves
REMEDY = "with Game(cells=FUNCTION, symmetry=...) they do, where FUNCTION(position, cell) says what is on a cell"


def images_of(game: Game, view: SampledView, samples: Samples) -> tuple[np.ndarray, str]:
    """Return int64[S, C], where each symmetry sends the cells, the identity first, and a line about them or ''."""
    found, said = [np.arange(len(view.names))], ""
    if game.symmetries > 1:
        found += [] if view.source == FEATURES else _declared(game, view, samples)
        if changing := game.symmetries - len(found):
            said = f"{changing} of its {game.symmetries} symmetries do more than move what is on cells: they share no weights"
    elif view.source == FIELDS and not game.hidden and not view.ignored:
        found += _tried(game, view, samples)
        if len(found) > 1:
            said = f"its rules seem the same under {len(found) - 1} of the board's turns and reflections: they share weights"
        elif game.board is not None and (beside := dict.fromkeys(name.partition("[")[0] for name in view.names[view.board :])):
            said = f"no turn of the board keeps its rules with {' and '.join(beside)} as before: none shares weights"
    return np.array([*dict.fromkeys(map(tuple, found))]), f"{said}; {REMEDY}" if said and len(found) == 1 else said


def _declared(game: Game, view: SampledView, samples: Samples) -> Iterator[np.ndarray]:
    """Yield the images by declared symmetries: in all samples, each cell's content moves with it."""
    own: dict[bytes, list[int]] = {}
    for cell, column in enumerate(view.values.T):
        own.setdefault(column.tobytes(), []).append(cell)
    for symmetry in range(1, game.symmetries):
        records = samples.records.copy()
        for record in records:
            turned(record, game.setup[0], symmetry)
        image = _image(values_of(game, view, records), own)
        if image is not None:
            yield image


def _image(after: np.ndarray, own: dict[bytes, list[int]]) -> np.ndarray | None:
    """Return where a symmetry moves the content of each cell; None if that differs between the samples."""
    image = np.full(after.shape[1], -1)
    free = {content: list(cells_with) for content, cells_with in own.items()}
    for cell, column in enumerate(np.ascontiguousarray(after).T):
        before = free.get(column.tobytes())
        if not before:
            return None
        image[before.pop(0)] = cell
    return image


def _tried(game: Game, view: SampledView, samples: Samples) -> list[np.ndarray]:
    """Return the images by turns and reflections under which the rules stay the same: a group, without the identity."""
    last = np.flatnonzero((samples.records == samples.records[0])[1:])[:LAST_POSITIONS]  # another game begins behind them
    count = len(samples.records)
    images = [np.array(image) for image in dict.fromkeys(tuple(image) for image in _turns(game, view))]
    for number, index in enumerate((*last, *range(0, count, -(-count // OTHER_POSITIONS)))):
        position = samples.records[index], view.values[index]
        if not _keeps(game, view, *position, images[number % len(images)]):  # one in turn, and all where it fails
            images = [image for image in images if _keeps(game, view, *position, image)]
    group = {tuple(image) for image in images}
    while lost := {one for one in group if any(tuple(np.array(one)[list(other)]) not in group for other in group)}:
        group -= lost
    return [image for image in images if tuple(image) in group][1:]


def _keeps(game: Game, view: SampledView, record: Record, values: np.ndarray, image: np.ndarray) -> bool:
    """Tell whether the same moves lead from a position to the same positions, turned."""
    after = _followers(game, view, _moved(view, record, _sent(values, image)))
    return sorted(map(bytes, _sent(_followers(game, view, record), image))) == sorted(map(bytes, after))


def _turns(game: Game, view: SampledView) -> Iterator[np.ndarray]:
    """Yield where the turns and reflections of the board send the cells, those of each field apart."""
    height, width = game.board or (0, 0)
    fields = [name.partition("[")[0] for name in view.names]
    at = {(fields[cell], place): cell for cell, place in enumerate(view.places[: view.board]) if place}
    for swap, down, right in product((False, True), repeat=3):
        image = np.arange(len(view.names))
        for (field, (row, column)), cell in at.items():
            place = (height - 1 - row if down else row, width - 1 - column if right else column)
            image[cell] = at.get((field, place[::-1] if swap else place), -1)
        if image.min() >= 0:
            yield image


def _sent(contents: np.ndarray, image: np.ndarray) -> np.ndarray:
    """Return contents of cells, by their last axis, where an image sends them; what is behind them stays."""
    sent = contents.copy()
    sent[..., image] = contents[..., : len(image)]
    return sent


def _moved(view: SampledView, record: Record, contents: np.ndarray) -> Record:
    """Return a copy of a record with these contents of the cells."""
    raw = bytearray(record.tobytes())

    def write(element: Element, number: int) -> None:
        np.ndarray((), INTEGERS[element.kind], raw, element.place)[...] = number

    for number, word in enumerate(view.words):
        write(word, sum((int(contents[cell]) >> number & 1) << bit for cell, bit in enumerate(view.bits)))
    for cell, element in enumerate(view.elements, len(view.bits)):
        write(element, contents[cell])
    return np.frombuffer(raw, record.dtype)[0]  # type: ignore[no-any-return]


def _followers(game: Game, view: SampledView, record: Record) -> np.ndarray:
    """Return int64[N, C + 2]: the cells of each position after a move, its turn and its outcome.

    Rules may reach beyond the board in a position that no game has: there is room around the record and behind the moves.
    """
    setup, room = game.setup[0], np.zeros(2 * AROUND + 1, game.record)
    moves, replies = np.zeros((2, game.max_moves + AROUND), np.int32)
    position, facts = room[AROUND], np.zeros(4, np.int64)
    copy_record(position, record)
    survey(position, setup, moves, facts)
    count = min(int(facts[2]), game.max_moves)
    after, ends = np.zeros(count, game.record), np.zeros((count, 2), np.int64)
    for index, move in enumerate(moves[:count]):
        copy_record(position, record)
        advance(position, setup, move, replies, facts)
        after[index], ends[index] = position, facts[:2]
    return np.concatenate([values_of(game, view, after), ends], 1)
