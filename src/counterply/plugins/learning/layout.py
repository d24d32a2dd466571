"""Which cells each lookup of a network takes.

Lookups are random walks over neighbouring cells, some of them after all cells in a line, each with its images under the game's
symmetries.

Letters: N positions of random games, C cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import numpy as np

from counterply.core.game import Game
from counterply.plugins.networks.layout import Layout
from counterply.plugins.networks.network import FEATURES, MOST_INDICES, MOST_STAGES
from counterply.plugins.networks.view import MOST_KINDS, SampledView

WALK_STEPS = 200  # tries to add a cell to a walk
NEAREST = 6  # cells that are neighbours of one without a place: those that change most often together with it
WITH_EXTRA = 0.5  # share of the lookups that take a cell that is not on the board
LEAST_TABLES = 4
MANY_IMAGES = 8  # of a board that may be turned and reflected: a table learns eight times as much there, and
MOST_SHARING = 64  # so many lookups are as good as twice as many, and half the work
LEAST_PER_STAGE = 4  # unusual cells that a stage is long, at least


@dataclass(frozen=True)
class Size:
    """How large a network is.

    Attributes
    ----------
    name : of the size
    lookups : about how many
    indices : of a table, at most
    stages : of the game, with tables of their own
    lines : share of the lookups that begin with all cells in a line
    """

    name: str
    lookups: int
    indices: int
    stages: int
    lines: float = 0.0


SIZES = (
    Size("linear", 0, 0, 1),  # only where features are known
    Size("small", 32, 1 << 10, 1),
    Size("lines", 64, 1 << 13, 6, 0.5),
    Size("large", 144, 1 << 16, 1),
)


def make_layout(game: Game, view: SampledView, size: Size, seed: int) -> Layout:
    """Return a layout of about a size; the seed decides the walks."""
    low, usual, ranks = numbers_of(view)
    radix = [max(each) + 1 for each in ranks]
    random = Random(seed)
    images = view.images
    most = MOST_SHARING if len(images) >= MANY_IMAGES else size.lookups
    wanted = max(LEAST_TABLES, round(min(size.lookups, most) / len(images))) if size.lookups else 0
    walks = _walks(view, radix, neighbours(game, view), wanted, min(size.indices, MOST_INDICES), size.lines, random)
    walks += alone(view, radix, walks)
    lookups, tables = [], []
    for table, walk in enumerate(walks):
        for cells in dict.fromkeys(tuple(int(image[cell]) for cell in walk) for image in images):
            lookups.append(cells)
            tables.append(table)
    sizes = tuple(_size(walk, radix) for walk in walks)
    stages = _stages(view, usual, min(size.stages, MOST_STAGES))
    known = len(view.usual_sizes)
    exchange = None if known else view.exchange
    sides = 1 if exchange else sides_of(game)
    return Layout(tuple(lookups), tuple(tables), sizes, low, usual, ranks, stages, sides, known, exchange)


def sides_of(game: Game) -> int:
    """Return how many may be to move: two players, and dice that are rolled at any time."""
    return 3 if game.dice else 2


def families_of(view: SampledView) -> list[str]:
    """Return the family of each cell: cells of one field mean the same by the same numbers."""
    return [name if view.source == FEATURES else name.partition("[")[0].partition(" ")[0] for name in view.names]


def numbers_of(view: SampledView) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return `Layout.low`, `usual` and `ranks`: cells of one family share them."""
    family = families_of(view)
    shared = {}
    for each in dict.fromkeys(family):
        cells = [cell for cell, name in enumerate(family) if name == each]
        values = view.values[:, cells]
        smallest = 0 if cells[0] < len(view.bits) else int(values.min())
        if cells[0] < view.board:
            values = np.minimum(values, smallest + MOST_KINDS - 1)
        found, counts = np.unique(values, return_counts=True)
        most = 0 if cells[0] < len(view.bits) else int(found[counts.argmax()])
        highest = (1 << len(view.words)) - 1 if cells[0] < len(view.bits) else int(found[-1])
        order = [most, *(int(value) for value in found if value != most)]
        rank = tuple(order.index(value) if value in order else 0 for value in range(smallest, highest + 1))
        shared[each] = smallest, most, rank
    low, usual, ranks = zip(*(shared[name] for name in family), strict=True)
    return low, usual, ranks


def neighbours(game: Game, view: SampledView) -> list[list[int]]:
    """Return the neighbours of each cell that a walk may go to: beside it on the board, or changing together with it."""
    count = len(view.names)
    if view.source == FEATURES:
        return [[other for other in range(count) if other != cell] for cell in range(count)]
    changed = (view.values[1:] != view.values[:-1]).astype(np.float64)
    changed[1:] += changed[:-1]  # by one move or the next
    together = changed.T @ changed
    np.fill_diagonal(together, 0.0)
    near: list[list[int]] = []
    geometry = game.geometry
    linked = {(geometry.cells[p], geometry.cells[q]) for p, q in geometry.links} if geometry else set()
    for cell, place in enumerate(view.places):
        if place is not None:
            row, column = place
            near.append(
                [
                    other
                    for other, there in enumerate(view.places)
                    if other != cell
                    and there is not None
                    and ((abs(there[0] - row) <= 1 and abs(there[1] - column) <= 1) or (place, there) in linked)
                ]
            )
        else:
            order = [int(other) for other in np.argsort(-together[cell], kind="stable") if other < view.board]
            near.append(order[:NEAREST])
    return near


def _walks(
    view: SampledView, radix: list[int], near: list[list[int]], wanted: int, indices: int, lines: float, random: Random
) -> list[tuple[int, ...]]:
    """Return up to `wanted` walks, no two over the same cells or their images, and as many cells each as `indices` allow."""
    alive = [cell for cell in range(view.board) if radix[cell] > 1]
    extras = [cell for cell in range(view.board, len(view.names)) if radix[cell] > 1]
    order = random.sample(alive, len(alive))
    seen = np.zeros(len(view.names))  # how many lookups have each cell
    at = {place: cell for cell, place in enumerate(view.places) if place is not None}
    found: dict[tuple[int, ...], tuple[int, ...]] = {}  # each with its least image: images share a table
    for attempt in range(20 * wanted):
        if len(found) >= wanted:
            break
        walk: list[int] = []
        if extras and (not alive or random.random() < WITH_EXTRA):
            for extra in random.sample(extras, min(len(extras), random.choice((1, 2)))):
                _add(walk, extra, radix, indices)
        if alive:
            few = [cell for cell in order if seen[cell] < seen.mean() / 2] or order
            begin, first = len(walk), few[attempt % len(few)]
            walk.append(first)
            if lines and random.random() < lines:
                for cell in _line(view, at, first, near, random):
                    _add(walk, cell, radix, indices)
            for _ in range(WALK_STEPS):
                nearby = near[random.choice(walk[begin:])]
                _add(walk, random.choice(nearby or alive), radix, indices)
        for each in (walk, [view.exchange.image[cell] for cell in walk] if view.exchange else walk):  # either side's
            least = min(tuple(sorted(int(image[cell]) for cell in each)) for image in view.images)
            if least not in found and _size(each, radix) <= indices:
                found[least] = tuple(sorted(each))
                np.add.at(seen, view.images[:, each], 1)
    return list(found.values())


def alone(view: SampledView, radix: list[int], walks: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return each cell that changes as a walk, once for all its images; none where a walk has all of these cells."""
    changing = [cell for cell in range(len(radix)) if radix[cell] > 1]
    if max(map(len, walks), default=0) in (0, len(changing)):
        return []
    return [(cell,) for cell in changing if cell == view.images[:, cell].min() and (cell,) not in walks]


def _size(walk: Iterable[int], radix: list[int]) -> int:
    """Return how many indices a table over the cells of a walk has."""
    return math.prod(radix[cell] for cell in walk)


def _add(walk: list[int], cell: int, radix: list[int], indices: int) -> None:
    """Add a cell that changes to a walk, in place, unless it is there, or the table would have more than `indices`."""
    if cell not in walk and radix[cell] > 1 and _size((*walk, cell), radix) <= indices:
        walk.append(cell)


def _line(view: SampledView, at: dict[tuple[int, int], int], cell: int, near: list[list[int]], random: Random) -> list[int]:
    """Return the cells in line with a cell and one of its neighbours, outwards from it; none where places are not known.

    `at` has the cells by their places.
    """
    here, there = view.places[cell], view.places[random.choice(near[cell])] if near[cell] else None
    if here is None or there is None:
        return []
    step = (there[0] - here[0], there[1] - here[1])
    ahead = [at.get((here[0] + way * far * step[0], here[1] + way * far * step[1])) for far in range(1, len(at)) for way in (1, -1)]
    return [each for each in ahead if each is not None]


def _stages(view: SampledView, usual: tuple[int, ...], stages: int) -> tuple[int, ...]:
    """Return where stages end: as often in each, and only where how full the board is tells how far the game is."""
    counts = (view.values[:, : view.board] != np.array(usual[: view.board])).sum(1)
    stages = max(1, min(stages, int(counts.max() - counts.min()) // LEAST_PER_STAGE))
    if view.source == FEATURES or stages == 1:
        return ()
    return tuple(int(end) for end in np.unique(np.quantile(counts, np.linspace(0, 1, stages + 1)[1:-1]).round()))
