"""What a textbook search did: a `Count` that writes down each node, the window with which it is entered, and why it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from counterply.core.values import EXACT, INFINITE, LOWER, UPPER
from counterply.search.textbook import SEARCHED, Count, LimitReached

MOST_RECORDS = 1_000_000  # nodes of a trace; a search that has more is stopped


@dataclass
class Visit:
    """One node of a search.

    Attributes
    ----------
    move : that leads here; None at the root
    parent : its place in `Trace.visits`; -1 for the root. A node comes after its parent, and before its next sibling
    ply : moves from the root
    alpha, beta : the window with which it was entered
    score : what the search found, in the view of the side to move at the root
    reason : why it ended: LEAF, END, CUT or SEARCHED, of `counterply.search.textbook`
    nodes : visited below it, and itself
    """

    move: Any
    parent: int
    ply: int
    alpha: int
    beta: int
    score: int = 0
    reason: str = SEARCHED
    nodes: int = 1

    @property
    def bound(self) -> int:
        """Whether the score is the minimax value here (EXACT), or the true value is at least (LOWER) or at most (UPPER) the score.

        A score inside the window is exact, and a leaf's is.
        """
        if self.reason in ("leaf", "end") or self.alpha < self.score < self.beta:
            return EXACT
        return LOWER if self.score >= self.beta else UPPER


@dataclass
class Trace(Count):
    """Counts nodes, and remembers all of them in the order in which they were entered."""

    visits: list[Visit] = field(default_factory=lambda: [Visit(None, -1, 0, -INFINITE, INFINITE)])
    _open: list[int] = field(default_factory=lambda: [0])

    def visit(self, move: Any, alpha: int = -INFINITE, beta: int = INFINITE) -> None:
        """Write down a node, in place; see `Count.visit`."""
        super().visit(move, alpha, beta)
        if len(self.visits) >= MOST_RECORDS:
            raise LimitReached
        self.visits.append(Visit(move, self._open[-1], len(self._open), alpha, beta))
        self._open.append(len(self.visits) - 1)

    def leave(self, score: int, reason: str) -> None:
        """Write down how a node ended, in place."""
        number = self._open.pop()
        visit = self.visits[number]
        visit.score, visit.reason, visit.nodes = score, reason, len(self.visits) - number

    def children(self, number: int) -> list[int]:
        """Return the places of a node's children, as they were searched."""
        found, place = [], number + 1
        while place < number + self.visits[number].nodes:
            found.append(place)
            place += self.visits[place].nodes
        return found

    def path(self, number: int) -> list[Any]:
        """Return the moves that lead to a node."""
        moves: list[Any] = []
        while self.visits[number].parent >= 0:
            moves.append(self.visits[number].move)
            number = self.visits[number].parent
        return moves[::-1]
