"""A search, step by step: nodes are entered with their windows, and left with their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from counterply.explain.rows import reason_text
from counterply.explain.trace import INNER
from counterply.explain.visits import VisitedTree


@dataclass(frozen=True)
class Step:
    """A node, by its place in the visits, is entered, or left; a leaf is both at once."""

    number: int
    left: bool
    text: str


def steps_of(tree: VisitedTree, plies: int | None = None) -> Iterator[Step]:
    """Yield the steps of a search down to a ply: each node as it is entered with its window, and as it is left with its value."""

    def name(number: int) -> str:
        return " ".join(tree.position.line_text(tree.path(number))) or "root"

    def steps(number: int) -> Iterator[Step]:
        visit = tree.visits[number]
        if visit.reason not in INNER:
            yield Step(number, True, f"{name(number)}: {reason_text(visit.reason)}, worth {tree.text(visit.score)}")
            return
        side = "max" if tree.maximising(number) else "min"
        text = f"{name(number)}: enter, {side}, window {tree.text(visit.alpha)} to {tree.text(visit.beta)}"
        yield Step(number, False, text)
        for child in tree.children(number) if plies is None or visit.ply < plies else ():
            yield from steps(child)
        left = tree.left_out(number)
        cut = f"; {len(left)} not searched: {tree.condition(number)}" if left else ""
        yield Step(number, True, f"{name(number)}: leave with {tree.value_text(number)}{cut}")

    yield from steps(0)


def steps_json(tree: VisitedTree, plies: int) -> list[dict[str, Any]]:
    """Return the steps down to a ply, each with the windows that it sets. A child that is left narrows that of its parent."""
    bounds, documents = {}, []
    for step in steps_of(tree, plies):
        visit = tree.visits[step.number]
        changed = []
        if not step.left:
            bounds[step.number] = visit.alpha, visit.beta
            changed.append(step.number)
        elif visit.parent in bounds:
            alpha, beta = bounds[visit.parent]
            maximising = tree.maximising(visit.parent)
            bounds[visit.parent] = (max(alpha, visit.score), beta) if maximising else (alpha, min(beta, visit.score))
            changed.append(visit.parent)
        windows = [(number, tree.text(bounds[number][0]), tree.text(bounds[number][1])) for number in changed]
        documents.append({"number": step.number, "left": step.left, "text": step.text, "windows": windows})
    return documents
