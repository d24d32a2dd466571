"""The view that a network has of a game: its cells, found in the record or declared, their places, how symmetries exchange them.

Cells are, in this order of preference,

1. those of the game's function `cells`;
2. the elements of integer fields with as many elements as the board has cells, or with more that nothing ever uses;
3. the bits of words, as in boards of bits, together with all other small numbers in the record;
4. features of an evaluator, by size;
5. the elements of any integer field, if they take few values;
6. where no field has four elements, all small numbers of the record.

Small numbers of the record that are no cells of the board, such as the place of a piece, are cells too: *extras*. Numbers hidden
from a seat are not.

Letters: N positions of random games, C cells, bits included.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.intrinsics import INTEGERS
from counterply.core.contract import MOST_VALUES
from counterply.core.errors import UsageError
from counterply.core.evaluator import Evaluator
from counterply.plugins.networks.contents import Number, bit_values, declared_values, numbers_in
from counterply.plugins.networks.layout import Exchange, View
from counterply.plugins.networks.network import BITS, DECLARED, FEATURES, FIELDS, MOST_EDGES, WORDS
from counterply.plugins.networks.samples import Samples
from counterply.plugins.networks.symmetries import exchange_of, images_of

if TYPE_CHECKING:
    from counterply.core.game import Game

MOST_KINDS = 16  # things that can be on a cell of the board; larger numbers count as the largest
MOST_EXTRAS = 24
MOST_CELLS = 1_024
LEAST_CELLS = 4  # of a field that may be a board
UNEVEN = 0.15  # mean distance of the bits' frequencies from one half, below which a word is a hash
AGREEING = 0.9  # share of bits whose place fits


@dataclass
class SampledView(View):
    """The cells and features of a network's view, and their values in random games.

    Attributes
    ----------
    values : int64[N, C], the contents of the cells
    places : row and column of each cell, where it has them
    images : int64[S, C], for each symmetry that is shared, where it sends the cells; the first one is the identity
    exchange : what makes a position of either player one of the other, where the rules are the same for both
    ignored : arrays of the record that change, and are not among the cells
    shared : what to know about its symmetries, in a line, or ''
    """

    values: np.ndarray = field(init=False)
    places: list[tuple[int, int] | None] = field(default_factory=list)
    images: np.ndarray = field(init=False)
    exchange: Exchange | None = None
    ignored: list[str] = field(default_factory=list)
    shared: str = ""


def view_of(game: Any, samples: Samples, features: Evaluator | None = None) -> SampledView:
    """Return a network's view of a game: its cells, and the features of an evaluator as well, if one is given.

    Raises
    ------
    UsageError
        if there is nothing to see: says how to declare cells
    """
    points = _points(game)
    size = len(points)
    linear = features or next((each for each in game.evaluators if each.features is not None and not each.plain), None)
    every = zip(numbers_in(samples.records), *map(numbers_in, samples.seen), strict=True)
    numbers = [number for number, *seen in every if all((other.values == number.values).all() for other in seen)]
    fields = [group for group in _fields(numbers) if max(number.span for number in group) <= MOST_VALUES]
    fitting = [group for group in fields if 0 < size <= len(group) and all(number.span == 1 for number in group[size:])]
    boards = [group[:size] for group in fitting if len(group) == size or group[size - 1].span > 1]  # a longer one's last cell, too
    words = _words(numbers, size)
    if game.has("cells"):
        view = _declared(game, samples)
    elif boards:
        view = _of_fields(boards, _extras(numbers, boards, samples), samples)
        view.places = [points[cell % size] for cell in range(view.board)]
    elif words:
        view = _of_words(words, _extras(numbers, [words], samples))
        view.places = _places_of_bits(view, samples, points)
    elif linear is not None:
        view = _of_features(game, linear, samples)
    else:
        boards = [group for group in fields if len(group) >= LEAST_CELLS]
        small = _extras(numbers, boards, samples)
        view = _of_fields(boards, small, samples) if boards else _of_fields([small], [], samples)
    if features is not None and view.source != FEATURES:
        view.evaluator, view.usual_sizes = features, usual_sizes(features_of(game, features, samples))
    view.places += [None] * (len(view.names) - len(view.places))
    if not view.names or not (view.values.max(0) > view.values.min(0)).any():
        raise UsageError(
            f"{game.name}: the record holds no board that can be learnt from; give Game cells=FUNCTION, where"
            " FUNCTION(position, cell) says what stands on a cell, and board=Board((rows, columns)), or an evaluator with features"
        )
    if len(view.names) > MOST_CELLS:
        raise UsageError(f"{game.name} has {len(view.names):,} cells, and a network sees {MOST_CELLS:,} at most")
    if view.source != DECLARED:
        read = {element.name.partition("[")[0] for element in [*view.words, *view.elements]}
        changing = [group[0].element.name.partition("[")[0] for group in _fields(numbers) if max(each.span for each in group) > 1]
        view.ignored = [name for name in changing if name not in read]
    view.images, view.shared = images_of(game, view, samples)
    view.exchange = exchange_of(game, view, samples)
    return view


def _fields(numbers: list[Number]) -> list[list[Number]]:
    """Return the elements of each field that is an array."""
    fields: dict[str, list[Number]] = {}
    for number in numbers:
        name, bracket, _ = number.element.name.rpartition("[")
        if bracket:
            fields.setdefault(name, []).append(number)
    return list(fields.values())


def _words(numbers: list[Number], size: int) -> list[Number]:
    """Return the elements that are boards of bits: unsigned, of one type, with room for the board, and no hashes."""
    found = []
    for number in numbers:
        dtype = INTEGERS[number.element.kind]
        bits = 8 * dtype.itemsize
        if dtype.kind != "u" or bits < max(size, LEAST_CELLS) or number.span <= MOST_KINDS:
            continue
        shares = ((number.values[:, None] >> np.arange(bits)) & 1).mean(0)
        used = shares[shares > 0]
        if len(used) >= LEAST_CELLS and np.abs(used - 0.5).mean() >= UNEVEN:
            found.append(number)
    kinds = {number.element.kind for number in found}
    return found if 1 <= len(found) <= WORDS and len(kinds) == 1 else []


def _extras(numbers: list[Number], taken: list[list[Number]], samples: Samples) -> list[Number]:
    """Return the other elements that are small numbers, change, and are not whose turn it is."""
    used = {number.element.place for group in taken for number in group}
    turns = samples.turns
    found = [
        number
        for number in numbers
        if number.element.place not in used
        and 1 < number.span <= MOST_VALUES
        and not (number.values == turns).all()
        and not (number.values == 1 - turns).all()
    ]
    return found[:MOST_EXTRAS]


def _points(game: Game) -> list[tuple[int, int]]:
    """Return row and column of each point of the board, in the order of their numbers; none where the game has no board."""
    if game.geometry is not None:
        return [*game.geometry.cells]
    return [(row, column) for row, column in np.ndindex(*(game.board or (0, 0)))]


def _declared(game: Any, samples: Samples) -> SampledView:
    """Return the view of a game that declares its `cells`."""
    size = game.board[0] * game.board[1]
    view = SampledView(DECLARED, names=[f"cell {cell}" for cell in range(size)], board=size)
    view.values = declared_values(game, samples.records, size)
    for seen in samples.seen:
        view.values[:, (declared_values(game, seen, size) != view.values).any(0)] = 0
    view.places = [divmod(cell, game.board[1]) for cell in range(size)]
    return view


def _of_fields(boards: list[list[Number]], extras: list[Number], samples: Samples) -> SampledView:
    """Return a view of fields of the record."""
    cells_of_boards = [number for group in boards for number in group]
    numbers = [*cells_of_boards, *extras]
    view = SampledView(FIELDS, elements=[number.element for number in numbers], board=len(cells_of_boards))
    view.names = [element.name for element in view.elements]
    view.values = np.stack([number.values for number in numbers] or [np.zeros(len(samples.records), np.int64)], 1)
    return view


def _of_words(words: list[Number], extras: list[Number]) -> SampledView:
    """Return a view of boards of bits."""
    every = np.bitwise_or.reduce(np.bitwise_or.reduce([word.values for word in words]))
    bits = [bit for bit in range(BITS) if int(every) >> bit & 1]
    view = SampledView(FIELDS, [word.element for word in words], bits, [extra.element for extra in extras], board=len(bits))
    view.names = [*(f"bits[{bit}]" for bit in bits), *(element.name for element in view.elements)]
    view.values = np.concatenate([bit_values([w.values for w in words], bits), *(e.values[:, None] for e in extras)], 1)
    return view


def _places_of_bits(view: SampledView, samples: Samples, points: list[tuple[int, int]]) -> list[tuple[int, int] | None]:
    """Return where bits lie, from which bit a move to a known cell sets; a bit's number is linear in row and column."""
    stones = (view.values[:, : view.board] > 0).astype(np.int64)
    seen: dict[int, Counter[tuple[int, int]]] = {}
    for index in range(1, len(stones)):
        cell = samples.cells[index]
        new = np.flatnonzero(stones[index] > stones[index - 1])
        if cell is not None and len(new) == 1:
            seen.setdefault(view.bits[int(new[0])], Counter())[cell] += 1
    known = {bit: counts.most_common(1)[0][0] for bit, counts in seen.items()}
    if len(known) >= LEAST_CELLS:
        rows, bits = np.array([(row, column, 1) for row, column in known.values()], float), np.array(list(known), float)
        solution, *_ = np.linalg.lstsq(rows, bits, rcond=None)
        fits = np.abs(rows @ solution - bits) < 0.01
        if fits.mean() >= AGREEING:
            numbers = {round(float(solution @ (row, column, 1))): (row, column) for row, column in points}
            return [numbers.get(bit) for bit in view.bits]
    if max(view.bits) < len(points):
        return [points[bit] for bit in view.bits]
    return [None] * len(view.bits)


def _of_features(game: Game, evaluator: Evaluator, samples: Samples) -> SampledView:
    """Return a view of the features of an evaluator, each cut into at most 16 sizes that are about as frequent."""
    rows = features_of(game, evaluator, samples)
    view = SampledView(FEATURES, names=list(evaluator.feature_names), board=len(evaluator.weights), evaluator=evaluator)
    view.usual_sizes = usual_sizes(rows)
    shares = np.linspace(0, 1, MOST_EDGES + 2)[1:-1]
    for column in rows.T:
        sizes = np.unique(column)
        edges = (sizes[1:] + sizes[:-1]) / 2 if len(sizes) <= MOST_EDGES + 1 else np.unique(np.quantile(column, shares))
        view.edges.append([float(edge) for edge in edges])
    view.values = np.stack([np.searchsorted(edges, column, "right") for edges, column in zip(view.edges, rows.T, strict=True)], 1)
    return view


def features_of(game: Any, evaluator: Evaluator, samples: Samples) -> np.ndarray:
    """Return float64[N, F], the features of an evaluator in random games."""
    bound = evaluator.bind(game)
    rows = np.zeros((len(samples.records), len(evaluator.weights)))
    for index, record in enumerate(samples.records):
        bound.grid_value(record, 0)
        rows[index] = bound.features
    if not np.isfinite(rows).all():
        raise UsageError(f"evaluator {evaluator.name} gave features that cannot be learnt from")
    return rows


def usual_sizes(rows: np.ndarray) -> list[float]:
    """Return the root of the mean square of each feature, a column of float64[N, F]; 1 where it is 0."""
    return [float(size) or 1.0 for size in np.sqrt((rows**2).mean(0))]
