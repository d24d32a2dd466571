"""A question for a student: the leaves of a tree that alpha-beta does not look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from counterply.core.errors import UsageError
from counterply.plugins.explanations.drawing import drawn_of
from counterply.plugins.explanations.picture import svg
from counterply.plugins.explanations.rows import rows_of
from counterply.plugins.explanations.visits import VisitedTree
from counterply.search.textbook import END, LEAF
from counterply.shown.tables import Shown, Table, Tables

MOST_NAMED = 8  # leaves that are listed after a wrong answer


@dataclass(frozen=True, repr=False)
class Quiz(Shown):
    """A question: which leaves does alpha-beta not look at; it prints the minimax tree with the values of its leaves only.

    Attributes
    ----------
    full, pruned : the trees of minimax and of alpha-beta
    """

    full: VisitedTree
    pruned: VisitedTree

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        """All leaves of the minimax tree, by the moves that lead there with - between them."""
        return _leaves(self.full)

    @cached_property
    def answer(self) -> frozenset[str]:
        """Those leaves that alpha-beta does not look at."""
        return frozenset(self.leaves) - frozenset(_leaves(self.pruned))

    def judged(self, given: Iterable[str]) -> tuple[list[str], list[str]]:
        """Return the leaves of an answer that alpha-beta does look at, and those that are missing.

        Raises
        ------
        UsageError
            for what is no leaf
        """
        named = set(given)
        strange = sorted(named - set(self.leaves))
        if strange:
            more = f" and {len(self.leaves) - MOST_NAMED} more" if len(self.leaves) > MOST_NAMED else ""
            raise UsageError(f"{strange[0]!r} is no leaf; leaves are {' '.join(self.leaves[:MOST_NAMED])}{more}")
        return sorted(named - self.answer), sorted(self.answer - named)

    def verdict(self, given: Iterable[str]) -> str:
        """Return one line: whether an answer is right, and its error if not; as `judged`."""
        parts = zip(("it does look at", "it does not look at"), self.judged(given), strict=True)
        said = "; ".join(f"{text} {' '.join(names)}" for text, names in parts if names)
        return "right" if not said else f"wrong: {said}"

    def table(self, width: int | None = None) -> Tables:
        """Return the question as a table."""
        rows = rows_of(self.full, max(visit.ply for visit in self.full.visits))
        cells = [(move.removesuffix(" *"), share, value if why else value.split()[0]) for move, share, _, _, value, why, _ in rows]
        table = Table.of_rows(("move", "chance", "value"), cells, left=3)
        return Tables(table if self.full.rolls else table.of_heads(["move", "value"]))

    def svg(self) -> str:
        """Return the question as SVG."""
        return svg([node for node, _ in drawn_of(self.full, quiz=True)], "")

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tree --quiz --json`` prints."""
        return {"leaves": list(self.leaves), "answer": sorted(self.answer)}


def _leaves(tree: VisitedTree) -> tuple[str, ...]:
    """Return the leaves of a tree by the moves that lead there."""
    found = (number for number, visit in enumerate(tree.visits) if visit.reason in (LEAF, END))
    return tuple("-".join(tree.position.line_text(tree.path(number))) for number in found)
