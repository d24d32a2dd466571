"""The true value of a case: the textbook's minimax on a tree, which the textbook's searches treat as any other game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from counterply.core.values import DRAW, ONGOING
from counterply.judge.trees import Case, Flat, Tree, node
from counterply.search import textbook

CLOSE = 1e-6  # values that differ by less are equal


class TreeGame:
    """The game of a `TreePosition`, as the textbook searches need it."""

    objective = "margin"


@dataclass
class TreePosition:
    """A node of a `Flat` tree for the textbook's searches: values are points, and a grid of 1 keeps them as they are."""

    flat: Flat
    number: int = 0
    game = TreeGame

    @property
    def turn(self) -> int:
        """Whose move it is."""
        return self.flat.turn[self.number]

    def moves(self) -> Sequence[int]:
        """Return the numbers of the children."""
        return self.flat.children[self.number]

    def after(self, move: int) -> TreePosition:
        """Return the position after a move."""
        return TreePosition(self.flat, move)

    def outcome(self) -> int:
        """Return DRAW for a finished position: only points count."""
        return DRAW if self.flat.over[self.number] else ONGOING

    def margin(self) -> int:
        """Return the position's value to the first player."""
        return int(self.flat.value[self.number])

    def move_text(self, move: int) -> str:
        """Return a move as text."""
        return self.flat.move[move]

    def line_text(self, moves: Sequence[int]) -> list[str]:
        """Return a line of play as texts."""
        return [self.flat.move[move] for move in moves]

    def score_text(self, score: int) -> str:
        """Return a score as text: points."""
        return str(score)


def worth(position: TreePosition, player: int) -> int:
    """Return the value of a position for a player."""
    return position.margin() if player == 0 else -position.margin()


@dataclass(frozen=True)
class Truth:
    """A case's value to the side to move at its root, and the value of each move."""

    value: float
    by_move: dict[int, float]

    @property
    def best(self) -> frozenset[int]:
        """The best moves."""
        return frozenset(move for move, value in self.by_move.items() if abs(value - self.value) <= CLOSE)


def truth_of(flat: Flat, depth: int) -> Truth:
    """Return the minimax value of a case, and of each move, by the textbook."""
    root = TreePosition(flat)
    by_move: dict[int, float] = {}
    for move in root.moves():
        count = textbook.Count(grid=1)
        by_move[move] = textbook.minimax(root.after(move), depth - 1, worth, root.turn, count, 1).score
    return Truth(max(by_move.values()), by_move)


@dataclass(frozen=True)
class Distance:
    """How a search makes quick wins worth more, and quick losses less, than late ones.

    A leaf is worth ``scale * value + sign(value) * (constant + by_depth * depth - step * ply)``.

    Attributes
    ----------
    finished : only finished positions are, others have their own value
    """

    step: float
    scale: float = 1.0
    constant: float = 0.0
    by_depth: float = 0.0
    finished: bool = True

    def leaf(self, value: float, depth: int, ply: int, over: bool) -> float:
        """Return a leaf's value."""
        if self.finished and not over:
            return self.scale * value
        sign = (value > 0) - (value < 0)
        return self.scale * value + sign * (self.constant + self.by_depth * depth - self.step * ply)

    def adjusted(self, flat: Flat, depth: int) -> Flat:
        """Return a tree with all values as they are for a search of a depth."""
        leaves = zip(flat.value, flat.ply, flat.over, strict=True)
        values = [self.leaf(value, depth, ply, over) for value, ply, over in leaves]
        return replace(flat, value=values)

    def truth_of(self, flat: Flat, depth: int) -> Truth:
        """Return the minimax value of a case of an adjusted tree, and of each move."""
        seat = flat.turn[0]

        def value(number: int) -> float:
            if flat.ply[number] >= depth or not flat.children[number]:
                return flat.worth(number, seat)
            return (max if flat.turn[number] == seat else min)(map(value, flat.children[number]))

        by_move = {move: value(move) for move in flat.children[0]}
        return Truth(max(by_move.values()), by_move)


def chain(plies: int, value: int, depth: int) -> Case:
    """Return a case with only one line of play, that ends in a position worth `value` to the side that moves first."""
    tree = Tree(plies % 2, value)
    for ply in reversed(range(plies)):
        tree = node(ply % 2, 0, [tree])
    return Case(tree, depth)


PROBES = (chain(1, 5, 3), chain(3, 5, 3), chain(1, 3, 3), chain(1, 5, 2))  # cases that tell how distances count


def distances_of(values: Sequence[float | None]) -> list[Distance]:
    """Return how distances may count, by what a search says of the `PROBES`; where it says no value, by one a ply."""
    known = [value for value in values if value is not None]
    if len(known) < len(PROBES):
        return [Distance(1.0, finished=finished) for finished in (True, False)]
    near, far, less, shallow = known
    step, scale = (near - far) / 2, (near - less) / 2
    if not (0 < step < math.inf and 0 < scale < math.inf):
        return []
    by_depth = near - shallow
    constant = near - 5 * scale + step - 3 * by_depth
    return [Distance(step, scale, constant, by_depth, finished) for finished in (True, False)]
