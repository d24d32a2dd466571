"""Two games in one process that teach Numba the same thing, each in its own way.

Numba would answer one of them by the other's rules.
"""

from __future__ import annotations

import sys
from types import FunctionType

from counterply.compiling.additions import Addition, every_addition
from counterply.compiling.definitions import Function
from counterply.compiling.fingerprint import content_of

refusal: type[Exception] = ValueError  # what is raised; the core has a kind of its own


def require_no_clash() -> None:
    """Raise an error of one line if Numba was taught one thing in two ways by now."""
    for new in every_addition()[len(_compared) :]:
        _found.extend(_line(old, new) for old in _compared if _meet(old.about, new.about) and _are_two(old, new))
        _compared.append(new)
    if _found:
        raise refusal(_found[0])


AGAIN = "nothing more can be compiled here, so begin a new process"
_compared: list[Addition] = []
_found: list[str] = []


def _are_two(old: Addition, new: Addition) -> bool:
    """Tell whether two additions are of two games, or of two texts of one, and not alike."""
    if old.look == new.look or _home(old.source) is _home(new.source):
        return False
    return content_of(old.source) != content_of(new.source)


def _home(source: Function) -> object:
    """Return the names of the module that a function is of; a class is looked at by itself."""
    return source.__globals__ if isinstance(source, FunctionType) else source


def _meet(one: tuple[object, ...], other: tuple[object, ...]) -> bool:
    """Tell whether something may be found by either of two keys; a shorter one ends with any number of arguments."""
    return one[0] == other[0] and all(map(_part_meets, one[1:], other[1:]))


def _part_meets(one: object, other: object) -> bool:
    types = sys.modules["numba.core.types"]
    if any(part is types.Any or isinstance(part, types.VarArg) for part in (one, other)):
        return True
    kinds = [part if isinstance(part, type) else type(part) for part in (one, other)]
    if all(issubclass(kind, types.Type) for kind in kinds):
        return not _below(kinds[0]).isdisjoint(_below(kinds[1]))
    return one is other or (isinstance(one, str) and one == other)


def _below(kind: type) -> set[type]:
    """Return a class and all that are derived from it."""
    return {kind}.union(*map(_below, kind.__subclasses__()))


def _line(old: Addition, new: Addition) -> str:
    what = _words(new.about)
    if old.file == new.file:
        return f"{new.file} teaches Numba {what} in another way than before its edit: {AGAIN}"
    return f"{old.file} and {new.file} teach Numba {what}, each in its own way: {AGAIN}, for each of them"


def _words(about: tuple[object, ...]) -> str:
    """Return what an addition is about in words, as "'step' of UniTuple"."""
    parts = [part for part in about[1:] if part != ""]
    names = [repr(part) if isinstance(part, str) else getattr(part, "__name__", str(part)) for part in parts]
    texts = [name for name, part in zip(names, parts, strict=True) if isinstance(part, str)]
    return " of ".join([*texts, ", ".join(name for name in names if name not in texts)])
