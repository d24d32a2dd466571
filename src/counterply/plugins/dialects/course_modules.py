"""Modules of courses' programs, for a student's file that lies alone.

As it is handed in, such a file imports its course's program: KTH's `fishing_game_core`, or Berkeley's `game`, `pacman` and `util`.
If no such module is found, a substitute stands in for it. It holds the few names that a search uses; any other name is a class
that takes all arguments and does nothing. Runs in the student's process, and needs nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from counterply.plugins.dialects import modules_of_courses
from counterply.registry import attribute, plugins


class Directions:
    """Berkeley's names of moves."""

    NORTH, SOUTH, EAST, WEST, STOP = "North", "South", "East", "West", "Stop"


def manhattan_distance(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the distance of two places in steps along rows and columns."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def vector_add(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """Return the sum of two vectors."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


class MctNode:
    """AIMA's node of a tree of random games."""

    def __init__(self, parent: Any = None, state: Any = None, U: float = 0, N: int = 0) -> None:  # noqa: N803
        self.parent, self.state, self.U, self.N = parent, state, U, N
        self.children: dict[Any, Any] = {}
        self.actions: Any = None


def ucb(n: Any, C: float = 1.4) -> float:  # noqa: N803
    """Return a node's upper confidence bound."""
    return math.inf if n.N == 0 else n.U / n.N + C * math.sqrt(math.log(n.parent.N) / n.N)


def looked_up(name: str, there: dict[str, Any]) -> Any:
    """Return what has a name in a file."""
    return there[name]


def not_written() -> None:
    """Say that a function is still to be written, as the course's program does."""
    raise NotImplementedError("this function is not written yet: util.raiseNotDefined()")


MODULES: dict[str, dict[str, Any]] = {
    **modules_of_courses(),
    **{name: {"vector_add": vector_add, "ucb": ucb, "MCT_Node": MctNode} for name in ("aima", "aima.utils", "utils", "utils4e")},
    "game": {"Directions": Directions},
    "pacman": {},
    "util": {
        "manhattanDistance": manhattan_distance,
        "raiseNotDefined": not_written,
        "lookup": looked_up,
    },
}


class CourseModules(MetaPathFinder, Loader):
    """Finds the modules, once all other finders have found nothing."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Find a module of a course."""
        known = {*MODULES, *plugins("course_modules")}
        package = any(other.startswith(f"{name}.") for other in known)
        return ModuleSpec(name, self, is_package=package) if package or name in known else None

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module."""

        def missing(name: str) -> type:
            if name.startswith("__"):
                raise AttributeError(name)
            return type(name, (), {"__init__": lambda self, *given, **named: None})

        vars(module).update(MODULES.get(module.__name__, {}), __getattr__=missing)
        if (stand_in := plugins("course_modules").get(module.__name__)) is not None:
            known = vars(attribute(stand_in))
            vars(module).update({name: value for name, value in known.items() if not name.startswith("__")})


FINDER = CourseModules()


@contextlib.contextmanager
def course_modules() -> Iterator[None]:
    """Let a student's file be read with the modules of its course; other files do not see them."""
    sys.meta_path.append(FINDER)
    try:
        yield
    finally:
        sys.meta_path.remove(FINDER)
        for name in [name for name, module in sys.modules.items() if getattr(module, "__loader__", None) is FINDER]:
            del sys.modules[name]
