"""A stand-in for `util` of Berkeley's projects, of which the projects before have searches use the containers.

Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

Place = tuple[float, float]


class Stack:
    """The last one in is the first one out."""

    def __init__(self) -> None:
        self.list: list[object] = []

    def push(self, item: object) -> None:  # noqa: D102 - the course's program says it
        self.list.append(item)

    def pop(self) -> object:  # noqa: D102
        return self.list.pop()

    def isEmpty(self) -> bool:  # noqa: D102, N802
        return not self.list


class Queue(Stack):
    """The first one in is the first one out."""

    def push(self, item: object) -> None:  # noqa: D102
        self.list.insert(0, item)


class PriorityQueue:
    """The one with the smallest priority is the first one out, and of equal ones the first one in."""

    def __init__(self) -> None:
        self.heap: list[tuple[float, int, object]] = []
        self.count = 0

    def push(self, item: object, priority: float) -> None:  # noqa: D102
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self) -> object:  # noqa: D102
        return heapq.heappop(self.heap)[-1]

    def isEmpty(self) -> bool:  # noqa: D102, N802
        return not self.heap

    def update(self, item: object, priority: float) -> None:
        """Let an item have the smaller one of two priorities; put it in where it is not there."""
        there = [each for each in self.heap if each[-1] == item]
        if there and there[0][0] <= priority:
            return
        self.heap = [each for each in self.heap if each not in there]
        heapq.heapify(self.heap)
        self.push(item, priority)


class PriorityQueueWithFunction(PriorityQueue):
    """A queue that asks a function for priorities."""

    def __init__(self, priorityFunction: Callable[[object], float]) -> None:  # noqa: N803
        super().__init__()
        self.priorityFunction = priorityFunction

    def push(self, item: object) -> None:  # type: ignore[override]  # noqa: D102
        super().push(item, self.priorityFunction(item))


class Counter(dict[object, float]):
    """A dictionary of numbers, 0 where none is."""

    def __missing__(self, key: object) -> int:
        self[key] = 0
        return 0

    def argMax(self) -> object:  # noqa: D102, N802
        return max(self, key=self.__getitem__, default=None)

    def sortedKeys(self) -> list[object]:  # noqa: D102, N802
        return sorted(self, key=self.__getitem__, reverse=True)

    def totalCount(self) -> float:  # noqa: D102, N802
        return sum(self.values())


def manhattanDistance(xy1: Place, xy2: Place) -> float:  # noqa: D103, N802
    return abs(xy1[0] - xy2[0]) + abs(xy1[1] - xy2[1])


def lookup(name: str, namespace: dict[str, object]) -> object:  # noqa: D103
    return namespace[name]


def raiseNotDefined() -> None:  # noqa: N802
    """Say that a function is still to be written."""
    raise NotImplementedError("this function is not written yet: util.raiseNotDefined()")
