"""Where the symmetries of a game send the cells of a network's view: cells that are images of one another share weights.

They are those that the game declares and that move contents from cell to cell without changing them. Where it declares none, each
turn and reflection of the board is tried, and is one if the rules are the same after it in all positions that are looked at: the
same moves lead to the same positions, turned. Whether the rules are the same for both players is tried likewise, by exchanging
what is on cells.

Letters: N positions, C cells, bits included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.core.aliases import Record
from counterply.core.rule_queries import advance, survey, turned
from counterply.plugins.networks.contents import numbers_in, record_with, values_of
from counterply.plugins.networks.layout import Exchange, sent_by
from counterply.plugins.networks.network import FEATURES, FIELDS
from counterply.plugins.networks.samples import Samples

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.plugins.networks.view import SampledView

Place = tuple[int, int]  # row and column
LAST_POSITIONS = 60  # of random games, in which goals show
OTHER_POSITIONS = 500  # some of which show rules that few do
AROUND = 1_000  # records, and moves
COLOURS_EVERY = 5  # of those positions, for colours
TELLS = 0.9  # share of positions in which the number of stones says whose turn it is, from which on colours are not exchanged
REMEDY = "with Game(cells=FUNCTION, symmetry=...) they do, where FUNCTION(position, cell) says what is on a cell"


def images_of(game: Game, view: SampledView, samples: Samples) -> tuple[np.ndarray, str]:
    """Return int64[S, C], where each symmetry sends the cells, the identity first, and a line about them or ''."""
    said, found = "", [tuple(range(len(view.names)))]
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
    return np.array([*dict.fromkeys(found)]), f"{said}; {REMEDY}" if said and len(found) == 1 else said


def _declared(game: Game, view: SampledView, samples: Samples) -> Iterator[tuple[int, ...]]:
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
            yield tuple(image)


def _image(after: np.ndarray, own: dict[bytes, list[int]]) -> list[int] | None:
    """Return where a symmetry moves the content of each cell; None if that differs between the samples."""
    image = [-1] * after.shape[1]
    free = {content: list(cells_with) for content, cells_with in own.items()}
    for cell, column in enumerate(np.ascontiguousarray(after).T):
        before = free.get(column.tobytes())
        if not before:
            return None
        image[before.pop(0)] = cell
    return image


def _tried(game: Game, view: SampledView, samples: Samples) -> list[tuple[int, ...]]:
    """Return the images by turns and reflections under which the rules stay the same: a group, without the identity."""
    images = [*dict.fromkeys(_turns(game, view))]
    for number, index in enumerate(_looked_at(samples)):

        def keeps(image: tuple[int, ...], index: int = index) -> bool:
            there = record_with(view, samples.records[index], sent_by(view.values[index], image))
            return _keeps(game, view, samples.records[index], there, lambda contents: sent_by(contents, image))

        if not keeps(images[number % len(images)]):  # one in turn, and all where it fails
            images = [image for image in images if keeps(image)]
    group = {*images}
    while lost := {one for one in group if any(_after(one, other) not in group for other in group)}:
        group -= lost
    return [image for image in images if image in group][1:]


def _after(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Return where cells go that go where `other` sends them, and from there where `one` does."""
    return tuple(int(one[cell]) for cell in other)


def _looked_at(samples: Samples) -> tuple[int, ...]:
    """Return the numbers of positions that rules are tried on."""
    last = np.flatnonzero((samples.records == samples.records[0])[1:])[:LAST_POSITIONS]  # another game begins behind them
    count = len(samples.records)
    return (*last, *range(0, count, -(-count // OTHER_POSITIONS)))


def exchange_of(game: Game, view: SampledView, samples: Samples) -> Exchange | None:
    """Return the exchange after which the rules are the same for the other player; None where there is none.

    None, too, where the number of stones says whose turn it is, as without captures: the exchanged positions never come up.
    """
    turns = [number.element for number in numbers_in(samples.records) if (number.values == samples.turns).all()]
    if view.source != FIELDS or game.hidden or game.dice or view.ignored or not turns:
        return None
    contents = [int(content) for content in np.unique(view.values[:, : view.board])]
    pairs, fields = [*combinations(contents, 2)], _fields(view)
    for kinds, field in product((*pairs, *combinations(contents, 1)), dict.fromkeys(fields[: view.board])):
        stones = view.values[:, [name == field for name in fields]]
        seen = np.bincount(2 * np.isin(stones, kinds).sum(1) + samples.turns, minlength=2 * stones.shape[1] + 2)
        if seen.reshape(-1, 2).max(1).sum() > TELLS * len(stones):
            return None
    looked = _looked_at(samples)[::COLOURS_EVERY]

    def keeps(exchange: Exchange, index: int) -> bool:
        own = [(turn, 1 - int(samples.turns[index])) for turn in turns]
        there = record_with(view, samples.records[index], exchange.sent(view.values[index]), own)
        return _keeps(game, view, samples.records[index], there, exchange.sent)

    exchanges = (Exchange(pair, image, view.board) for pair, image in product(pairs, _reflections(game, view)))
    alike = (each for each in exchanges if (each.sent(view.values[0]) == view.values[0]).all())  # at the start
    return next((each for each in alike if all(keeps(each, index) for index in looked)), None)


def _reflections(game: Game, view: SampledView) -> Iterator[tuple[int, ...]]:
    """Yield where exchanges may send cells: turns that undo themselves, and what players have one of each, exchanged or not."""
    fields = _fields(view)
    same = swapped = tuple(range(len(fields)))
    for name in dict.fromkeys(fields[view.board :]):
        if fields.count(name) == 2:
            first = fields.index(name)
            swapped = (*swapped[:first], first + 1, first, *swapped[first + 2 :])
    known = {_after(each, same) for each in view.images}
    for turn, last in product(_turns(game, view), (same, swapped)):
        image = _after(turn, last)
        if _after(image, image) == same and {_after(image, _after(each, image)) for each in view.images} == known:
            yield image


def _keeps(game: Game, view: SampledView, record: Record, there: Record, send: Callable[[np.ndarray], np.ndarray]) -> bool:
    """Tell whether the same moves lead from a position, and from the one `there`, to the same positions, which `send` compares."""
    return sorted(map(bytes, send(_followers(game, view, record)))) == sorted(map(bytes, _followers(game, view, there)))


def _fields(view: SampledView) -> list[str]:
    """Return the field of each cell."""
    return [name.partition("[")[0] for name in view.names]


def _turns(game: Game, view: SampledView) -> Iterator[tuple[int, ...]]:
    """Yield where the turns and reflections of the board send the cells, those of each field apart."""
    fields = _fields(view)
    at = {(fields[cell], place): cell for cell, place in enumerate(view.places[: view.board]) if place}
    for turned_place in _turned_places(game):
        image = [*range(len(view.names))]
        for (field, place), cell in at.items():
            image[cell] = at.get((field, turned_place[place]), -1)
        if min(image) >= 0:
            yield tuple(image)


def _turned_places(game: Game) -> Iterator[dict[Place, Place]]:
    """Yield where the turns and reflections of the board send its places."""
    if game.geometry is not None:
        cells = game.geometry.cells
        yield from ({cells[point]: cells[to] for point, to in enumerate(image)} for image in game.geometry.images().tolist())
        return
    height, width = game.board or (0, 0)
    for swap, down, right in product((False, True), repeat=3):
        turned = {(r, c): (height - 1 - r if down else r, width - 1 - c if right else c) for r, c in np.ndindex(height, width)}
        yield {place: to[::-1] if swap else to for place, to in turned.items()}


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
