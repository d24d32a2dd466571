"""A question for a student: the leaves of a tree that alpha-beta does not look at."""

from __future__ import annotations

from dataclasses import dataclass

from counterply.explain.visits import VisitedTree
from counterply.search.textbook import END, LEAF


@dataclass(frozen=True)
class Quiz:
    """A question: which leaves does alpha-beta not look at.

    Attributes
    ----------
    leaves : all leaves of the minimax tree, by the moves that lead there
    answer : those of them that alpha-beta does not look at
    """

    leaves: tuple[str, ...]
    answer: frozenset[str]

    def verdict(self, given: set[str]) -> str:
        """Return one line: whether an answer is right, and its error if not."""
        parts = [
            ("it does look at", sorted(given - self.answer)),
            ("it does not look at", sorted(self.answer - given)),
        ]
        said = "; ".join(f"{text} {' '.join(names)}" for text, names in parts if names)
        return "right" if not said else f"wrong: {said}"


def quiz_of(full: VisitedTree, pruned: VisitedTree) -> Quiz:
    """Return the quiz of a position, from its minimax tree and its alpha-beta tree."""

    def leaves(tree: VisitedTree) -> tuple[str, ...]:
        found = (number for number, visit in enumerate(tree.visits) if visit.reason in (LEAF, END))
        return tuple("-".join(tree.position.line_text(tree.path(number))) for number in found)

    return Quiz(leaves(full), frozenset(leaves(full)) - frozenset(leaves(pruned)))
