"""A search that calls itself, asked for one call alone: what it asks of itself is answered here, and noted.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, repeat
from numbers import Real
from operator import attrgetter
from types import ModuleType
from typing import Any, ClassVar

from counterply.plugins.dialects.signatures import code_of
from counterply.plugins.dialects.views import NotSeenError

LONGEST_TEXT = 7  # letters that are one mark; longer ones are a row of marks, or a board
PLAIN = {int, float, bool, type(None)}
MOST_LEAVES = 4_000  # of what a position is made of
Path = tuple[Any, ...]  # by which one of its numbers, texts and so on is reached


class Answer(float):
    """What a search is answered when it calls itself: its value, in whichever place of an answer it looks for one."""

    parts: ClassVar[int] = 2  # where it is taken apart

    def __getitem__(self, place: object) -> Answer:
        return self

    def __setitem__(self, place: object, value: object) -> None:
        """Keep its value."""

    def __iter__(self) -> Iterator[Answer]:
        return repeat(self, Answer.parts)

    def __getattr__(self, name: str) -> Answer:
        if name.startswith("__"):
            raise AttributeError(name)
        return self


class State:
    """A position as a search is given it.

    Attributes
    ----------
    given : the arguments of the call
    kept : the file's variables that change with moves
    guessed : arguments of which nobody says what they are
    asked : which of two functions that call each other is asked
    """

    guessed: tuple[str, ...] = ()

    def __init__(self, given: Mapping[str, Any], kept: dict[str, Any], asked: int = 0) -> None:
        self.given, self.kept, self.asked = given, kept, asked

    def copy(self, **other: object) -> State:
        """Return a copy, with other arguments; raises `NotSeenError`."""
        try:
            given, kept = copy.deepcopy(({**self.given, **other}, self.kept))
        except Exception as error:  # it holds what has no copies
            raise NotSeenError(f"its position cannot be copied: {error}") from None
        return State(given, kept, self.asked)

    def leaves(self, aside: set[str]) -> dict[Path, Any]:
        """Return all that a position is made of, by the path that leads there, some arguments aside."""
        words = sorted(self.given, key="self".__eq__)  # an object may hold the board that it is given, too
        given = {name: self.given[name] for name in words if name not in aside}
        return dict(islice(leaves_of((given, self.kept), (), {}), MOST_LEAVES))


def part_of(value: Any, path: Path) -> Any:
    """Return what a path leads to."""
    for part in path:
        value = value[part] if isinstance(value, dict) or not isinstance(part, str) else getattr(value, part)
    return value


def leaf_of(value: object, path: Path) -> object:
    """Return the number, text and so on to which a path leads; None where there is none."""
    with suppress(LookupError, AttributeError, TypeError):
        return dict(leaves_of(part_of(value, path[:-1]), path[:-1], {})).get(path)
    return None


def leaves_of(value: Any, path: Path, seen: dict[int, Any]) -> Iterator[tuple[Path, Any]]:
    """Yield the numbers, texts and so on of which a value is made, each with its path; `seen` are those that were looked into."""
    if not isinstance(value, float):
        value = value.tolist() if hasattr(value, "tolist") and not callable(value) else value  # of NumPy
    if isinstance(value, int | float | None) or (isinstance(value, str) and len(value) < LONGEST_TEXT):
        yield path, value
    elif id(value) not in seen and not callable(value) and not isinstance(value, ModuleType):
        seen[id(value)] = value
        slots = {name: getattr(value, name, None) for name in getattr(value, "__slots__", ()) if isinstance(name, str)}
        if isinstance(value, dict):
            parts = [*value.items()]
        elif isinstance(value, list | tuple | str):
            parts = [*enumerate(value)]
        elif isinstance(value, set | frozenset):
            parts = [(member, True) for member in value]
        elif hasattr(value, "name") and hasattr(value, "_value_"):
            parts = [("name", value.name)]
        else:
            parts = [*{**of_its_class(value), **getattr(value, "__dict__", {}), **slots}.items()]
        for name, part in parts:
            if type(part) in PLAIN or (type(part) is str and len(part) < LONGEST_TEXT):
                yield (*path, name), part
            else:
                yield from leaves_of(part, (*path, name), seen)


def of_its_class(value: object) -> dict[str, Any]:
    """Return the boards that an object's class holds, until it has one of its own."""
    held = {name: part for kind in reversed(type(value).__mro__) for name, part in vars(kind).items() if not name.startswith("__")}
    return {name: part for name, part in held.items() if isinstance(part, list | dict) or hasattr(part, "tolist")}


class OneCall:
    """A search, or two functions that call each other.

    Parameters
    ----------
    owner : the module or class that it is looked up in when it calls itself
    names : its name, or that of each function
    module : its file
    """

    def __init__(self, owner: Any, names: Sequence[str], module: ModuleType) -> None:
        self._owner, self.module = owner, module
        self._itself = {name: inspect.getattr_static(owner, name) for name in names}
        self.functions = [code_of(getattr(owner, name)) for name in names]
        self.function = self.functions[0]
        self._signatures = [inspect.signature(function) for function in self.functions]
        self.signature = self._signatures[0]

    def ask(self, state: State, reply: Callable[[State], float], asked: Callable[..., Any] | None = None) -> Any:
        """Return the answer to a position, which may change it in place; `reply` gives the value of each that it asks of itself.

        Parameters
        ----------
        asked : another function that asks the search
        """

        def instead(number: int, /, *given: object, **named: object) -> Answer:
            bound = self._signatures[number].bind(*given, **named)
            bound.apply_defaults()
            words = dict(zip(self.signature.parameters, bound.arguments.values(), strict=True))
            return Answer(reply(State(words, variables_of(self.module, state.kept), number)))

        for number, (name, itself) in enumerate(self._itself.items()):
            other = standing_in(instead, number)
            setattr(self._owner, name, staticmethod(other) if isinstance(itself, staticmethod) else other)
        try:
            return self.really(state, asked)
        except ValueError as error:
            wanted = str(error).partition("expected ")[2].partition(",")[0].rstrip(")")
            if "unpack" not in str(error) or not wanted.isdigit() or int(wanted) == Answer.parts:
                raise
            raise UnpackError(int(wanted)) from None
        finally:
            for name, itself in self._itself.items():
                setattr(self._owner, name, itself)

    def really(self, state: State, asked: Callable[..., Any] | None = None) -> Any:
        """Return the answer of a whole search, which may change a position in place, and leave variables as they were."""
        before = variables_of(self.module, state.kept)
        set_variables(self.module, state.kept)
        try:
            function = asked or self.functions[state.asked]
            words = state.given if asked else self._signatures[state.asked].parameters
            return function(**dict(zip(words, state.given.values(), strict=True)))
        finally:
            state.kept.update(variables_of(self.module, before))
            set_variables(self.module, before)


def standing_in(instead: Callable[..., Answer], number: int) -> Callable[..., Answer]:
    """Return a function, which a class makes a method of, that answers for one of those that call each other."""
    return lambda *given, **named: instead(number, *given, **named)


def variables_of(module: ModuleType, names: Iterable[str]) -> dict[str, Any]:
    """Return variables of a file, or of its classes: ``Class.name``."""
    return {name: attrgetter(name)(module) for name in names}


def set_variables(module: ModuleType, values: Mapping[str, Any]) -> None:
    """Give values to variables of a file, or of its classes, in place."""
    for name, value in values.items():
        owner, _, own = name.rpartition(".")
        setattr(getattr(module, owner) if owner else module, own, value)


class UnpackError(Exception):
    """An answer is taken apart into another number of parts."""


def numbers_of(answer: object) -> dict[Any, float]:
    """Return the numbers of an answer, by their places."""
    return {place: float(part) for place, part in parts_of(answer).items() if isinstance(part, Real) and not isinstance(part, bool)}


def parts_of(answer: object) -> dict[Any, Any]:
    """Return the parts of an answer, by their places."""
    if isinstance(answer, Real | str | None):
        return {"": answer}
    if isinstance(answer, dict):
        return answer
    if isinstance(answer, tuple | list):
        return dict(enumerate(answer))
    return dict(getattr(answer, "__dict__", {}))
