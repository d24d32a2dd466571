"""The true value of a case: minimax on a tree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from counterply.plugins.explanations.text_trees import Case, Flat, Tree, node

CLOSE = 1e-6  # values that differ by less are equal


@dataclass(frozen=True)
class RightAnswer:
    """A case's value to the side to move at its root, and the value of each move."""

    value: float
    by_move: dict[int, float]

    @property
    def best(self) -> frozenset[int]:
        """The best moves."""
        return frozenset(move for move, value in self.by_move.items() if value == self.value or abs(value - self.value) <= CLOSE)


def values_of(flat: Flat, depth: int, mean: bool = False) -> list[float]:
    """Return each node's minimax value down to a depth, in the view of the side to move at the root; beyond it, its own.

    `mean`: the other side moves at random, as in expectimax.
    """
    smaller = fmean if mean else min
    seat = flat.turn[0]
    values = [flat.worth(number, seat) for number in range(len(flat.turn))]
    for number in reversed(range(len(values))):  # children come after their parents
        if flat.children[number] and flat.ply[number] < depth:
            values[number] = (max if flat.turn[number] == seat else smaller)(values[child] for child in flat.children[number])
    return values


def right_answer(flat: Flat, depth: int, mean: bool = False) -> RightAnswer:
    """Return the minimax value of a case, and of each move; `mean`: that of expectimax."""
    values = values_of(flat, depth, mean)
    return RightAnswer(values[0], {move: values[move] for move in flat.children[0]})


@dataclass(frozen=True)
class Distance:
    """How a search makes the distance count: quick wins worth more, and quick losses less, than late ones, if it does so rightly.

    A leaf is worth ``(scale * factor ** ply + growth * ply + deep * depth) * value``, and
    ``sign * (constant + by_depth * depth - step * ply)``.

    Attributes
    ----------
    finished : only finished positions are, others have their own value
    zero : the sign of 0, as `value > 0` and `value >= 0` tell it
    view : the sign is that of the value ('value'); or, wrongly, that of the side to move at the root ('root'), or at the leaf
        ('mover')
    """

    step: float = 0.0
    scale: float = 1.0
    constant: float = 0.0
    by_depth: float = 0.0
    finished: bool = True
    factor: float = 1.0
    view: str = "value"
    zero: int = 0
    growth: float = 0.0
    deep: float = 0.0

    @property
    def hint(self) -> str:
        """A remark on a search that does so."""
        if self.step == self.by_depth == self.growth == 0 and self.factor == 1:
            return f"its values are {self.scale:g} times those of the leaves"
        return "of two wins it takes the quicker one: its values are those of the leaves, adjusted for the distance"

    @property
    def late(self) -> bool:
        """Whether late wins are worth more than quick ones."""
        return self.step < 0 or self.factor > 1 or self.growth > 0

    def leaf(self, flat: Flat, number: int, depth: int) -> float:
        """Return a leaf's value for the first player."""
        value, ply = flat.value[number], flat.ply[number]
        if self.finished and not flat.over[number]:
            return self.scale * value
        sign = (value > 0) - (value < 0) or (self.zero if flat.turn[0] == 0 else -self.zero)
        if self.view != "value":
            seat = flat.turn[0] if self.view == "root" else flat.turn[number]
            sign = 1 if seat == 0 else -1
        scale = self.scale * self.factor**ply + self.growth * ply + self.deep * depth
        return scale * value + sign * (self.constant + self.by_depth * depth - self.step * ply)

    def adjusted(self, flat: Flat, depth: int) -> Flat:
        """Return a tree with all values as they are for a search of a depth."""
        return replace(flat, value=[self.leaf(flat, number, depth) for number in range(len(flat.value))])


def chain(plies: int, value: int, depth: int) -> Case:
    """Return a case with only one line of play, that ends in a position worth `value` to the side that moves first."""
    tree = Tree(plies % 2, value)
    for ply in reversed(range(plies)):
        tree = node(ply % 2, 0, [tree])
    return Case(tree, depth)


PROBES = (  # cases that tell how distances count
    chain(1, 5, 3),
    chain(3, 5, 3),
    chain(1, 3, 3),
    chain(1, 5, 2),
    chain(1, -5, 3),
    chain(1, 0, 3),
)


def distances_of(values: Sequence[float | None]) -> list[Distance]:
    """Return how distances may count, from a search's answers to the `PROBES`; without values, one point a ply.

    Those that count as they should come first.
    """
    known = [value for value in values if value is not None]
    if not all(map(math.isfinite, known)):
        return []
    found = []
    if len(known) < len(PROBES):
        found = [Distance(1.0), Distance(-1.0)]
    else:
        near, far, less, shallow, lost, none = known
        if near * far > 0 and near != far:
            factor = math.sqrt(far / near)
            growth, deep = (far - near) / 10, (near - shallow) / 5
            found.append(Distance(scale=near / 5 / factor, factor=factor))
            found.append(Distance(scale=near / 5 - growth - 3 * deep, growth=growth, deep=deep))
        step, scale, by_depth = (near - far) / 2, (near - less) / 2, near - shallow
        if 0 < scale != 1 and near == 5 * scale == far == shallow == -lost:
            found.append(Distance(scale=scale))
        elif scale > 0 and (step or by_depth):
            constant = near - 5 * scale + step - 3 * by_depth
            zero = 0 if abs(none) < CLOSE else 1 if abs(none - near + 5 * scale) < CLOSE else -1
            found.append(Distance(step, scale, constant, by_depth, zero=zero))
            if abs(near + lost - 2 * (near - 5 * scale)) < CLOSE:  # losses are changed as wins are
                found.append(Distance(step, scale, constant, by_depth, view="root"))
                found.append(Distance(-step, scale, -constant, -by_depth, view="mover"))
    found += [replace(each, finished=False) for each in found]
    return sorted(found, key=lambda each: (each.late, each.view != "value"))
