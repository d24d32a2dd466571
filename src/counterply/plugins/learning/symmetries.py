"""Where the symmetries of a game send the cells of a network's view: cells that are images of one another share weights.

They are those that the game declares and that move contents from cell to cell without changing them. Where it declares none, each
turn and reflection of the board is tried, and is one if the rules are the same after it in all positions that are looked at: the
same moves lead to the same positions, turned. Whether the rules are the same for both players is tried likewise, by exchanging
what is on cells.

Letters: N positions, C cells, bits included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from counterply.compiling.intrinsics import INTEGERS, copy_record
from counterply.core.aliases import Record
from counterply.core.rule_queries import advance, survey, turned
from counterply.core.values import FIRST, SECOND
from counterply.plugins.networks.contents import numbers_in, values_of
from counterply.plugins.networks.layout import Element
from counterply.plugins.networks.network import FEATURES, FIELDS
from counterply.plugins.networks.samples import Samples

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.plugins.learning.view import SampledView

LAST_POSITIONS = 60  # of random games, in which goals show
OTHER_POSITIONS = 500  # some of which show rules that few do
AROUND = 1_000  # records, and moves
COLOURS_EVERY = 5  # of those positions, for colours
TELLS = 0.9  # share of positions in which the number of stones says whose turn it is, from which on colours are not exchanged
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
    images = [np.array(image) for image in dict.fromkeys(tuple(image) for image in _turns(game, view))]
    for number, index in enumerate(_looked_at(samples)):
        position = samples.records[index], view.values[index]
        if not _keeps(game, view, *position, images[number % len(images)]):  # one in turn, and all where it fails
            images = [image for image in images if _keeps(game, view, *position, image)]
    group = {tuple(image) for image in images}
    while lost := {one for one in group if any(tuple(np.array(one)[list(other)]) not in group for other in group)}:
        group -= lost
    return [image for image in images if tuple(image) in group][1:]


def _looked_at(samples: Samples) -> tuple[int, ...]:
    """Return the numbers of positions that rules are tried on."""
    last = np.flatnonzero((samples.records == samples.records[0])[1:])[:LAST_POSITIONS]  # another game begins behind them
    count = len(samples.records)
    return (*last, *range(0, count, -(-count // OTHER_POSITIONS)))


def colours_of(game: Game, view: SampledView, samples: Samples) -> tuple[int, int] | None:
    """Return the contents of cells whose exchange makes a position of either player one of the other; None where no two do.

    None, too, where the number of stones says whose turn it is, as without captures: the exchanged positions never come up.
    """
    turns = [number.element for number in numbers_in(samples.records) if (number.values == samples.turns).all()]
    if view.source != FIELDS or game.hidden or game.dice or view.ignored or not turns:
        return None
    board = view.values[:, : view.board]
    contents = [int(content) for content in np.unique(board)]
    pairs = [*combinations(contents, 2)]
    for kinds in (*pairs, *((content,) for content in contents)):
        even = float((np.isin(board, kinds).sum(1) % 2 == samples.turns).mean())
        if max(even, 1.0 - even) > TELLS:
            return None
    looked = _looked_at(samples)[::COLOURS_EVERY]
    return next((pair for pair in pairs if all(_exchanges(game, view, samples, index, turns, pair) for index in looked)), None)


def _exchanges(game: Game, view: SampledView, samples: Samples, index: int, turns: list[Element], pair: tuple[int, int]) -> bool:
    """Tell whether the same moves lead to the same positions after two contents of cells, and the players, are exchanged."""

    def exchanged(numbers: np.ndarray, one: int, other: int) -> np.ndarray:
        return np.where(numbers == one, other, np.where(numbers == other, one, numbers))

    def sent(contents: np.ndarray) -> np.ndarray:
        return np.concatenate([exchanged(contents[..., : view.board], *pair), contents[..., view.board :]], -1)

    record, own = samples.records[index], int(samples.turns[index])
    there = _moved(view, record, sent(view.values[index]), [(turn, 1 - own) for turn in turns])
    before, after = _followers(game, view, record), _followers(game, view, there)
    before = sent(before)
    before[:, -2:] = np.stack([exchanged(before[:, -2], 0, 1), exchanged(before[:, -1], FIRST, SECOND)], 1)
    return sorted(map(bytes, before)) == sorted(map(bytes, after))


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


def _moved(view: SampledView, record: Record, contents: np.ndarray, others: Iterable[tuple[Element, int]] = ()) -> Record:
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
