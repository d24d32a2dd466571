"""The tree of a watched search, as `counterply.plugins.dialects.watching` tells it, read in one of several ways.

A node is a list: its turn, its value, None where it is not known, the names of its moves, the nodes after them, and whether its
value may be one of an earlier search that was less deep.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

TURN, VALUE, MOVES, CHILDREN, EARLY = range(5)
Node = list[Any]


@dataclass(frozen=True)
class ToldTree:
    """A tree, and how its values are read.

    Attributes
    ----------
    early : values that may be those of an earlier search are known
    mover : values are in the view of the side to move there; else in that of the side to move at the root
    """

    root: Node
    early: bool
    mover: bool

    def worth(self, node: Node, unknown: float) -> float:
        """Return the minimax value of a node to the side to move at the root; values that are not known are `unknown`."""
        own = node[TURN] == self.root[TURN]
        if node[CHILDREN]:
            return (max if own else min)([self.worth(child, unknown) for child in node[CHILDREN]])
        if node[VALUE] is None or (node[EARLY] and not self.early):
            return unknown
        return float(-node[VALUE] if self.mover and not own else node[VALUE])

    def is_best(self, move: str) -> bool:
        """Tell whether a move is one of the best; what is not known speaks against it."""
        moves = zip(self.root[MOVES], self.root[CHILDREN], strict=True)
        values = {name: self.worth(child, -inf if name == move else inf) for name, child in moves}
        return move in values and values[move] == max(values.values())

    @property
    def ranks(self) -> dict[float, int]:
        """The place of each value, and of 0, in their order, 0 at 0, and of what is beyond all: infinity, if that is no value."""
        known = sorted({0.0, *(self.worth(leaf, 0.0) for leaf in _leaves(self.root))})
        places = {value: place - known.index(0.0) for place, value in enumerate(known)}
        return {-inf: min(places.values()) - 1, inf: max(places.values()) + 1} | places


def _leaves(node: Node) -> Iterator[Node]:
    if not node[CHILDREN]:
        yield node
    for child in node[CHILDREN]:
        yield from _leaves(child)
