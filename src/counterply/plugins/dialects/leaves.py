"""Minimax on a list of leaves, as many pages teach it: ``minimax(depth, nodeIndex, maximizingPlayer, values, alpha, beta)``.

Each node of the tree has two branches; the list holds what its leaves are worth. Some search as deep as they are told, some
always three plies. Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from numbers import Real
from random import Random
from types import ModuleType
from typing import Any, SupportsIndex

from counterply.plugins.dialects.asked_functions import OPEN, Cases, Functions, roles_of
from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.lookup import is_function
from counterply.plugins.dialects.signatures import INFINITY
from counterply.plugins.dialects.views import NotSeenError

ROLES = {
    "index": {"nodeindex", "index", "idx", "nodeidx"},
    "leaves": {"values", "scores", "score", "leaves", "leafvalues", "leafnodes", "leaf"},
    "height": {"targetdepth", "maxdepth", "height", "h", "treedepth"},
}
HEIGHTS = range(1, 6)  # plies of the trees that are asked about, where the function is told how deep to search
HIGHEST = 10  # plies of the tree from which it is learnt how deep one searches that is not told
TREES = 40  # of each height
LARGEST = 9  # that a leaf is worth
ONLY_TWO = "only trees with two branches at each node are asked about"


class Leaves(list[int]):
    """What the leaves are worth, and in `read` which of them were looked at."""

    def __init__(self, values: Iterable[int]) -> None:
        super().__init__(values)
        self.read: list[int] = []

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        if isinstance(index, int) and not 0 <= index < len(self):
            raise NotSeenError(f"of {len(self)} leaves it reads the one at {index}: {ONLY_TWO}")
        found = super().__getitem__(index)
        self.read += [index] if isinstance(index, int) else []
        return found


def worth(leaves: Leaves, top: bool, begin: int, size: int, alpha: float = -INFINITY, beta: float = INFINITY) -> float:
    """Return the value of a part of the tree; alpha-beta that cuts only where alpha > beta reads no other leaves."""
    if size == 1:
        return float(leaves[begin])
    best = -INFINITY if top else INFINITY
    for half in (begin, begin + size // 2):
        value = worth(leaves, not top, half, size // 2, alpha, beta)
        best = max(best, value) if top else min(best, value)
        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
        if alpha > beta:
            break
    return best


class OnLeaves(Functions):
    """A function of such a file."""

    def __init__(self, module: Any, name: str) -> None:
        self._roles = roles_of(getattr(module, name), ROLES)
        super().__init__(module, f"{name}({', '.join(self._roles)})", {name: ", ".join(self._roles)}, "trees")
        self._down = False  # whether its depth counts the plies that are left
        self._prunes = {"alpha", "beta"} <= {*self._roles.values()}
        self._too_many = ""

    def cases(self, name: str, function: Callable[..., Any]) -> Cases:
        """Yield trees, small ones first."""
        random, self._too_many = Random(1), ""
        for height in self._heights(function):
            for number in range(TREES):
                values, top = [random.randint(-LARGEST, LARGEST) for _ in range(2**height)], number % 2 == 0
                yield f"{'max' if top else 'min'} at the root: {values}", partial(self._judged, function, height, values, top)

    def more(self, name: str) -> str:
        """Return the first tree of which it reads too many leaves."""
        return self._too_many

    def _heights(self, function: Callable[..., Any]) -> Iterable[int]:
        """Return the heights of the trees that a function can be asked about."""
        if "height" in self._roles.values():
            return HEIGHTS
        leaves = Leaves([0] * 2**HIGHEST)
        self._ask(function, leaves, 0, True)
        own = max(leaves.read, default=0).bit_length()  # the root's second branch is never cut off
        self._down = own == 0
        return HEIGHTS if own in (0, HIGHEST) else [own]

    def _ask(self, function: Callable[..., Any], leaves: Leaves, height: int, top: bool) -> object:
        given = {**OPEN, "index": 0, "leaves": leaves, "height": height, "top": top, "depth": height * self._down}
        return function(**{name: given[role] for name, role in self._roles.items()})

    def _judged(self, function: Callable[..., Any], height: int, values: list[int], top: bool) -> str:
        """Ask about a tree, and return the fault of the answer, or ''."""
        leaves, needed = Leaves(values), Leaves(values)
        answer, right = self._ask(function, leaves, height, top), worth(needed, top, 0, len(values))
        said = next((part for part in answer if isinstance(part, Real)), None) if isinstance(answer, tuple | list) else answer
        if said != right and len({*leaves.read}) < len(leaves.read):
            raise NotSeenError(f"it reads leaves more than once: {ONLY_TWO}")
        if said != right:
            return f"It returns {answer!r}; right is {right:g}."
        spared = sorted({*leaves.read} - {*needed.read})
        if self._prunes and leaves.read[:1] == [0] and spared and not self._too_many:
            where = f"{values}, {'max' if top else 'min'} at the root"
            self._too_many = (
                f"The values are right, but of {where}, it reads {values[spared[0]]} at {spared[0]}: alpha-beta does not."
            )
        return ""


class OnLists(Dialect):
    """The pages' interface."""

    reads_on = True

    def found(self, own: Named) -> list[str]:
        """Return a file's functions of a list of leaves and a place in it."""
        roles = {name: {*roles_of(value, ROLES).values()} for name, value in own.items() if is_function(value)}
        return [name for name, there in roles.items() if {"index", "leaves", "top", "depth"} <= there]

    def opened(self, module: ModuleType, name: str) -> OnLeaves:  # noqa: D102
        return OnLeaves(module, name)


DIALECT = OnLists()
