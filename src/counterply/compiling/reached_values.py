"""The values that the machine code of a game or an evaluator depends on, kept beside the record type that stands for it."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from counterply.compiling.code_sources import DIGITS
from counterply.compiling.definitions import Made, Shape


@dataclass(frozen=True, eq=False)
class Reached:
    """All that some functions can reach.

    Attributes
    ----------
    digest : hash of their code, and of the values that it names
    arrays : that they name, each once, in the order in which they were found
    unknown : values in which an edit would not be noticed: how the code calls them, and their kinds
    strangers : these values themselves
    compiled : the kernels and Numba's functions of programs among what was found
    checks : each tells whether a value is unchanged since it was found
    taught : whether the compiler has been taught nothing since
    again : finds what the same functions reach now
    """

    digest: str
    arrays: tuple[np.ndarray, ...] = ()
    unknown: tuple[str, ...] = ()
    strangers: tuple[object, ...] = ()
    compiled: tuple[Made, ...] = ()
    checks: tuple[Callable[[], bool], ...] = ()
    taught: Callable[[], bool] = lambda: True
    again: Callable[[], Reached] | None = None

    @property
    def own(self) -> tuple[object, ...]:
        """What code of an equal digest need not share: the strangers, and arrays that may come to hold other numbers."""
        return (*self.strangers, *(array for array in self.arrays if array.flags.writeable))

    def same(self, other: Reached) -> bool:
        """Tell whether machine code for the one is that for the other, in this process."""
        own, others = self.own, other.own
        return self.digest == other.digest and len(own) == len(others) and all(map(operator.is_, own, others))

    @property
    def mark(self) -> str:
        """The name of the field that marks a record type; another one in each process if something is unknown."""
        alike = ALIKE.setdefault(self.digest, [])
        number = next((number for number, other in enumerate(alike) if self.same(other)), len(alike))
        if number == len(alike):
            alike.append(self)
        ending = f"{PROCESS}_{number}" if self.unknown else f"{number}" if number else ""
        return f"{PREFIX}{self.digest}{ending and '_'}{ending}" + "_" * OUTDATED.count(self.digest)

    def trouble(self) -> str:
        """Return why code for it must be neither taken from disk nor kept there; '' if all is understood, and as it was."""
        if self.unknown:
            return f"an edit of {self.unknown[0]}, might not be noticed"
        return "a value that it names has changed after the game was made" if self.changed() or not self.taught() else ""

    def changed(self) -> bool:
        """Tell whether a value is not what it was when it was found."""
        return not all(check() for check in self.checks)


PROCESS = secrets.token_hex(4)
PREFIX = "is_"  # of the names of marks
ALIKE: dict[str, list[Reached]] = {}  # one of each kind that has a mark of its own, by their digest
NOT_KEPT: list[str] = []  # why machine code was made for this process alone
OUTDATED: list[str] = []  # the digest of each mark whose code, in this process, is that of rules that had changed by then
MARKED: dict[str, Reached] = {}  # by the name of the field that marks a record type
COMPILED: dict[str, Reached] = {}  # by mark: what was reached when its first machine code was asked for


def kept_as(mark: str) -> str:
    """Return the name that stands for a mark on disk: only this process tells code of an equal digest apart."""
    return mark[: len(PREFIX) + DIGITS]


def marks_in(shapes: Iterable[Shape]) -> list[str]:
    """Return the marks of the record types among the shapes of arguments, and of the records inside them."""
    found = []
    waiting = [shape[0] if isinstance(shape, tuple) else shape for shape in shapes]
    for shape in waiting:
        if isinstance(shape, np.dtype) and shape.fields is not None:
            found += [name for name in shape.fields if name in MARKED]
            waiting += [kind.base for kind, *_ in shape.fields.values() if kind.base.names is not None]
    return list(dict.fromkeys(found))


def trouble_with(shapes: Iterable[Shape]) -> str:
    """Return why code for arguments of these shapes must be neither taken from disk nor kept there; '' if it may."""
    return next((trouble for mark in marks_in(shapes) if (trouble := MARKED[mark].trouble())), "")


def note_compiled(shapes: Iterable[Shape]) -> None:
    """Remember what code for arguments of these shapes is made of, or was when it was kept."""
    for mark in marks_in(shapes):
        if mark not in COMPILED:
            reached = MARKED[mark]
            COMPILED[mark] = reached.again() if reached.again and reached.changed() else reached


def made_of(record: np.dtype) -> Reached | None:
    """Return what the machine code for a game's record type is made of, whose last field is the mark; None: there is none yet."""
    return COMPILED.get((record.names or ("",))[-1])


def compiled_anew(shapes: Iterable[Shape], trouble: str) -> None:
    """Remember that code for arguments of these shapes is compiled for this process alone; later games get marks of their own."""
    NOT_KEPT.append(trouble)
    for mark in marks_in(shapes):
        reached = MARKED[mark]
        if not reached.unknown and reached.trouble() and mark == reached.mark:
            OUTDATED.append(reached.digest)


def arrays_in(shapes: Iterable[Shape]) -> dict[tuple[str, int], np.ndarray]:
    """Return the global arrays that code for arguments of these shapes may name, by the mark on disk and the place in its list."""
    return {(kept_as(mark), place): array for mark in marks_in(shapes) for place, array in enumerate(MARKED[mark].arrays)}
