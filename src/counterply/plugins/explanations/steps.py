"""A search, step by step: nodes are entered with their windows, and left with their values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from counterply.core.values import INFINITE
from counterply.plugins.explanations.rows import reason_text
from counterply.plugins.explanations.trace import INNER
from counterply.plugins.explanations.visits import VisitedTree, share_text
from counterply.search.textbook import MEAN
from counterply.shown.tables import Worded

NOT_PASSED_ON = ", which no outcome gets: a mean needs the value of each"


@dataclass(frozen=True)
class Step:
    """A node, by its place in the visits, is entered, or left; a leaf is both at once.

    Attributes
    ----------
    shown : what is written in nodes from this step on, by their places: the value in it, if that is new, and two lines beside it
    """

    number: int
    left: bool
    text: str
    shown: tuple[tuple[int, str, str, str], ...] = ()

    def json(self) -> dict[str, Any]:
        """Return the step as a document."""
        return {"number": self.number, "left": self.left, "text": self.text}


@dataclass(frozen=True, repr=False)
class StepList(Worded):
    """All steps of a search; printed, a numbered line each."""

    steps: tuple[Step, ...]

    def json(self) -> dict[str, Any]:
        """Return the document that ``counterply tree --steps --json`` prints."""
        return {"steps": [step.json() for step in self.steps]}

    def __str__(self) -> str:
        return "\n".join(f"{count:>3}  {step.text}" for count, step in enumerate(self.steps, start=1))


def steps_of(tree: VisitedTree, plies: int | None = None) -> Iterator[Step]:
    """Yield the steps of a search down to a ply: each node as it is entered with its window, and as it is left with its value.

    A chance node's outcomes are added up, each by its probability, and their windows are open.
    """

    def name(number: int) -> str:
        return " ".join(tree.position.line_text(tree.path(number))) or "root"

    def added(number: int) -> str:
        """Return what an outcome adds to the mean of its chance node, as in ``; outcome 2 of 3: 1/3 x 12, the sum is 5``."""
        if (outcome := tree.added(number)) is None:
            return ""
        place, many, total = outcome
        share = share_text(tree.share(number))
        return f"; outcome {place} of {many}: {share} x {tree.text(tree.visits[number].score)}, the sum is {total}"

    def steps(number: int) -> Iterator[Step]:
        visit = tree.visits[number]
        if visit.reason not in INNER:
            yield Step(number, True, f"{name(number)}: {reason_text(visit.reason)}, worth {tree.text(visit.score)}{added(number)}")
            return
        many, narrow = f"{len(tree.children(number))} outcomes", visit.beta - visit.alpha < 2 * INFINITE
        told = f"window {tree.text(visit.alpha)} to {tree.text(visit.beta)}"
        if visit.reason == MEAN:
            told = f"{many}, {told}{NOT_PASSED_ON if narrow else ''}"
        yield Step(number, False, f"{name(number)}: enter, {tree.side(number)}, {told}")
        for child in tree.children(number) if plies is None or visit.ply < plies else ():
            yield from steps(child)
        left = tree.left_out(number)
        cut = f"; {len(left)} not searched: {tree.condition(number)}" if left else ""
        mean = f", the mean of {many}" if visit.reason == MEAN else ""
        yield Step(number, True, f"{name(number)}: leave with {tree.value_text(number)}{mean}{cut}{added(number)}")

    yield from steps(0)


def steps_json(tree: VisitedTree, plies: int) -> list[dict[str, Any]]:
    """Return the steps down to a ply, each with the windows that it sets. A child that is left narrows that of its parent.

    Beside a chance node stands the sum of its outcomes so far, above the window of alpha-beta, which no outcome gets.
    """
    bounds, documents, pruning = dict[int, tuple[int, int]](), [], tree.search != "minimax"

    def added(number: int, total: str, place: int) -> tuple[int, *tuple[str, ...]]:
        """Return what stands beside a chance node."""
        window = (f"α {tree.text(tree.visits[number].alpha)} β {tree.text(tree.visits[number].beta)}",) if pruning else ()
        return number, f"Σ {total}", f"{place} of {len(tree.children(number))}", *window

    for step in steps_of(tree, plies):
        visit = tree.visits[step.number]
        changed = []
        windows: list[tuple[int, *tuple[str, ...]]] = []
        if step.left and (outcome := tree.added(step.number)) is not None:
            place, _, total = outcome
            windows = [added(visit.parent, total, place)]
        elif not step.left and visit.reason == MEAN:
            windows = [added(step.number, tree.text(0), 0)]
        elif pruning and not step.left:
            bounds[step.number] = visit.alpha, visit.beta
            changed.append(step.number)
        elif visit.parent in bounds:
            alpha, beta = bounds[visit.parent]
            maximising = tree.maximising(visit.parent)
            bounds[visit.parent] = (max(alpha, visit.score), beta) if maximising else (alpha, min(beta, visit.score))
            changed.append(visit.parent)
        windows += [(number, f"α {tree.text(bounds[number][0])}", f"β {tree.text(bounds[number][1])}") for number in changed]
        documents.append({**step.json(), "windows": windows})
    return documents
