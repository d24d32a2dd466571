"""Nine cells that an object holds: ``minimax(self, state, player)`` on a game with methods of its own names, or on `self.board`.

A move is made as the search makes it: its first ones on an empty board show by which method, if by any, and what that is given. On
the way to a position the same method is called, so that what else an object remembers, such as who has won, is right. Where the
search makes more of a move than that, it is not judged.
"""

from __future__ import annotations

import copy
import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, zip_longest
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any, NamedTuple

from counterply.plugins.dialects.aima import made
from counterply.plugins.dialects.asked_functions import role_of
from counterply.plugins.dialects.cs50 import winner
from counterply.plugins.dialects.signatures import code_of
from counterply.plugins.dialects.views import NotSeenError
from counterply.plugins.dialects.window import Widget
from counterply.plugins.own_boards.shapes import Shape, Watched, shape_of
from counterply.usercode.faults import one_line

MADE_OF = {
    "other": {"opponent", "human", "humanplayer", "opponentletter", "humanletter", "opponentsymbol", "humansymbol"},
    "mark": {
        "letter",
        "symbol",
        "mark",
        "sign",
        "marker",
        "player",
        "piece",
        "token",
        "ai",
        "computer",
        "aiplayer",
        "aisymbol",
        "name",
    },
    "window": {"root", "master", "window", "parent", "screen"},
    "board": {"game", "board", "state"},
}
PLAIN = int | str | float | None
Reading = Callable[[int, Any], Any]  # of a cell and a mark
READINGS: tuple[Reading, ...] = (
    lambda cell, mark: mark,
    lambda cell, mark: cell + 1,
    lambda cell, mark: cell // 3,
    lambda cell, mark: cell % 3,
    lambda cell, mark: cell // 3 + 1,
    lambda cell, mark: cell % 3 + 1,
    lambda cell, mark: divmod(cell, 3),
    lambda cell, mark: [*divmod(cell, 3)],
)  # what an argument of a move may be


class Write(NamedTuple):
    """A mark that a search writes: by which function that it calls, with which arguments; None where it writes itself."""

    mark: Any
    cell: int
    code: CodeType | None
    given: dict[str, Any]


def write_of(mark: Any, cell: int, frame: FrameType | None, search: CodeType) -> Write:
    """Return what is written in a frame."""
    below = None
    while frame is not None and frame.f_code is not search:
        below, frame = frame, frame.f_back
    if frame is None or below is None:
        return Write(mark, cell, None, {})
    return Write(
        mark, cell, below.f_code, {name: below.f_locals[name] for name in below.f_code.co_varnames[: below.f_code.co_argcount]}
    )


class Held(Shape):
    """A board in an object.

    Parameters
    ----------
    create : makes the object
    path : the attributes by which it leads to its cells
    """

    def __init__(self, create: Callable[[], Any], path: tuple[str, ...], shape: Shape) -> None:
        super().__init__(shape.empty, shape.names, shape.rows)
        self._create, self._path = create, path
        self._kept: Any = None  # the object, where the search writes into its cells itself, and what it remembers at first
        self._memory: dict[str, Any] = {}
        self._make: Callable[..., Any] | None = None
        self._given: dict[str, Reading | None] = {}  # how a move's arguments are read; None: what holds the cells

    def holder(self, root: Any) -> Any:
        """Return what holds the cells."""
        for name in self._path[:-1]:
            root = getattr(root, name)
        return root

    def board(self, cells: list[Any]) -> Any:
        """Return an object that has come to a position."""
        if self._make is None or Watched.seen is not None:
            if self._kept is None:
                self._kept = self._create()
                self._memory = dict(vars(self.holder(self._kept)))
            vars(self.holder(self._kept)).update({**self._memory, self._path[-1]: super().board(cells)})
            return self._kept
        root = self._create()
        holder = self.holder(root)
        for cell in self._order(cells):
            given = {name: read(cell, cells[cell]) if read else holder for name, read in self._given.items()}
            after = self._make(**given)
            if isinstance(after, type(holder)):
                holder = root = after
        if self.cells(root) != cells:
            raise NotSeenError(f"how {self._make.__name__} makes a move cannot be learnt")
        return root

    def twin(self) -> Held:
        """Return a board in another object."""
        other = copy.copy(self)
        other._kept = None
        return other

    def cells(self, board: Any) -> list[Any]:
        """Return the nine cells of an object."""
        return super().cells(getattr(self.holder(board), self._path[-1]))

    def _order(self, cells: list[Any]) -> list[int]:
        """Return the cells that are taken, in the order of a game that ends with the last one, if it does."""
        taken: dict[Any, list[int]] = {}
        for cell, mark in enumerate(cells):
            if mark != self.empty[cell]:
                taken.setdefault(mark, []).append(cell)
        sides = sorted(taken.items(), key=lambda side: (-len(side[1]), side[0] != self.first))
        shown = "".join("XO"[mark != sides[0][0]] if mark != self.empty[cell] else " " for cell, mark in enumerate(cells))
        for _, own in sides:
            own.sort(key=lambda cell: bool(winner(shown)) and not winner(shown[:cell] + " " + shown[cell + 1 :]))
        return [cell for cell in chain(*zip_longest(*(own for _, own in sides))) if cell is not None]

    def learn(self, written: list[Write], module: ModuleType) -> bool:
        """Learn how the search makes a move from what it writes first, and tell whether a move is told whose it is."""
        line: list[Write] = []
        for write in written:
            if write.cell in [each.cell for each in line] or write.mark == self.empty[write.cell]:
                break
            line.append(write)
        holder = type(self.holder(self._kept))
        code, given = line[0].code, line[0].given
        if code is None or not any(isinstance(value, holder) for value in given.values()):
            return True
        places = [vars(kind) for kind in holder.__mro__] + [vars(module)]
        functions = (code_of(value) for place in places for value in place.values())
        self._make = next(value for value in functions if getattr(value, "__code__", None) is code)
        told = {name: self._reading([write.given[name] for write in line], line) for name in given}
        self._given = {name: None if isinstance(given[name], holder) else read for name, read in told.items()}
        return any(read is not None and read(0, line[0].mark) != read(0, line[1].mark) for read in self._given.values())

    def _reading(self, values: list[Any], line: list[Write]) -> Reading:
        """Return how an argument of a move follows from its cell and its mark."""
        names = self.names or [*range(9)]
        named: Reading = lambda cell, mark: names[cell]  # noqa: E731
        for read in (*READINGS, named):
            if all(read(write.cell, write.mark) == value for write, value in zip(line, values, strict=True)):
                return read
        by_mark = {write.mark: value for write, value in zip(line, values, strict=True)}
        return lambda cell, mark: by_mark[mark]


def object_of(
    owner: type,
    marks: Sequence[Any],
    board: Callable[[], Any] | None = None,
    more: Callable[[inspect.Parameter], Any] | None = None,
) -> Any:
    """Return an object of a class: as its file makes one, else by what its parameters are called; raises `NotSeenError`."""
    with suppress(Exception):
        return made(owner, None)
    needed = {name: word for name, word in inspect.signature(owner).parameters.items() if word.default is word.empty}
    known = {"mark": marks[0], "other": marks[1], "window": Widget(), "depth": 9}
    try:
        given = {}
        for name, word in needed.items():
            role = role_of(name, MADE_OF) or "depth" * ("depth" in name)
            if role == "board" and board:
                given[name] = board()
            elif more and role not in known:
                given[name] = more(word)
            else:
                given[name] = known[role]
        return owner(**given)
    except Exception as error:  # it is the student's
        raise NotSeenError(f"{owner.__name__} cannot be made: it raises {one_line(error)}") from None


def held_by(root: Any, deep: bool = True) -> Iterator[tuple[tuple[str, ...], Shape]]:
    """Yield the empty boards that an object holds, or one of its own objects does, and the attributes that lead there."""
    for name, there in vars(root).items():
        if shape := shape_of(there):
            yield (name,), shape
        elif deep and hasattr(there, "__dict__") and not callable(there):
            yield from (((name, *path), shape) for path, shape in held_by(there, False))


def classes_around(module: ModuleType) -> Iterator[type]:
    """Yield the classes of which a file's boards may be: those that it knows, and those of its neighbours that import it."""
    file = Path(str(module.__file__))
    known = [module]
    for neighbour in sorted(file.parent.glob("*.py")):
        if re.search(rf"^\s*(from|import) +\.?{file.stem}\b", neighbour.read_text(errors="replace"), re.M):
            with suppress(Exception):
                known.append(importlib.import_module(neighbour.stem))
    for each in dict.fromkeys(value for place in known for value in vars(place).values() if inspect.isclass(value)):
        if Path(inspect.getsourcefile(each) or "").parent == file.parent:
            yield each


def memory_of(holder: Any) -> dict[str, str]:
    """Return what an object remembers, numbers and text alone and in lists and the like, as text."""
    kept = {name: [value] if isinstance(value, PLAIN) else value for name, value in vars(holder).items()}
    kinds = (list, tuple, set, dict)
    return {
        name: repr(held) for name, held in kept.items() if isinstance(held, kinds) and all(isinstance(each, PLAIN) for each in held)
    }
