"""The techniques of the engine's search: each declares itself, and all that knows them by name follows from that."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from counterply import registry
from counterply.compiling.fingerprint import reach
from counterply.compiling.reached_values import MARKED
from counterply.core.errors import UsageError
from counterply.search.alphabeta.forced_wins import FORCING
from counterply.search.alphabeta.history import HISTORY
from counterply.search.alphabeta.killers import KILLERS
from counterply.search.alphabeta.late_moves import LATE
from counterply.search.alphabeta.quiescence import QUIESCENCE
from counterply.search.alphabeta.reductions import REDUCTIONS
from counterply.search.alphabeta.static_pruning import STATIC
from counterply.search.alphabeta.technique import PLACES, Memory, Technique, acting

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import AnyGame


OURS = (
    Technique("table", "remember positions", needs=("pruning",), keeps_value=True),
    Technique("pvs", "search all moves but the first with an empty window", needs=("pruning",), keeps_value=True),
    KILLERS,
    HISTORY,
    Technique(
        "hint",
        "try first, or only, the game's candidates",
        orders=True,
        keeps_value=True,
        asks=("candidates",),
        timely=lambda game: not game.cuts,
    ),
    Technique(
        "sound",
        "believe the game's sound hints: outcomes decided early, replies that are required, margins out of reach",
        asks=("decided", "required"),
        timely=False,
    ),
    Technique(
        "future", "where the margin is the objective, points already won do not keep positions apart in the table", keeps_value=True
    ),
    Technique("distance", "tell short wins from long ones; without it a win is a win", keeps_value=True),
    REDUCTIONS,
    Technique("extensions", "a forced move costs no depth, except where dice are rolled", timely=False),
    QUIESCENCE,
    FORCING,
    STATIC,
    LATE,
    Technique(
        "pruning",
        "alpha-beta at all; without it the engine is minimax, and all techniques that rest on windows are off too",
        keeps_value=True,
    ),
)


def _found() -> tuple[Technique, ...]:
    """Return our techniques, and those of installed packages, which act only in searches that ask for them."""
    known = list(OURS)

    def add(name: str, technique: Technique) -> None:
        require_technique(name, technique, known)
        known.append(replace(technique, default=False, where=(*technique.where, asked_fact(technique.name))))

    registry.use_each("techniques", add, Technique)
    return tuple(known)


def asked_fact(name: str) -> str:
    """Return the fact about a search, a field of its context, that it asks for a technique of another package."""
    return f"asks_{name}"


def require_technique(name: str, technique: Technique, known: Sequence[Technique]) -> None:
    """Raise for a technique of another package that cannot be used under a `name` beside those that are `known`.

    Raises
    ------
    registry.UnusableError
        with what is wrong
    """
    if technique.name != name:
        raise registry.UnusableError(f"its name is {technique.name}, and that of its entry point {name}")
    taken = [other for each in known for other in (each.name, *each.numbers)]
    for own in (name, *technique.numbers):
        if own in taken:
            raise registry.UnusableError(f"there is a technique or a number {own} already")
        taken.append(own)
    for place, hook in technique.hooks.items():
        if place not in PLACES:
            raise registry.UnusableError(f"there is no place {place} for a hook (known: {', '.join(PLACES)})")
        wanted = PLACES[place][0].registry.parameters
        if (*inspect.signature(hook).parameters,) != wanted:
            raise registry.UnusableError(f"the hook {place} takes ({', '.join(wanted)})")
    for own in (*technique.numbers, *(part.name for part in technique.memory)):
        if not own.startswith(name):
            raise registry.UnusableError(f"its {own} needs a name that begins with {name}")
    for part in technique.memory:
        np.dtype((part.kind, part.shape))


TECHNIQUES = _found()
BROUGHT = TECHNIQUES[len(OURS) :]  # by other packages


def memory_of(names: Collection[str]) -> list[Memory]:
    """Return the techniques' memory in a context with fields of these names."""
    return [part for technique in acting(names, TECHNIQUES) for part in technique.memory]


def marks_of(names: Collection[str]) -> tuple[str, ...]:
    """Return what machine code is told apart by: the code of the hooks of other packages, which our sources do not cover."""
    hooks = [hook for technique in acting(names, BROUGHT) for hook in technique.hooks.values()]
    if not hooks:
        return ()
    reached = reach(*hooks)
    MARKED[reached.mark] = reached
    return (reached.mark,)


def _switches(kind: type) -> Any:
    """Make a dataclass with a field for each technique and each of its numbers, and a line of its docstring."""
    rows: list[tuple[str, str, object, str]]
    rows = [(each.name, "bool" if each.default is not None else "bool | None", each.default, each.text) for each in TECHNIQUES]
    rows += [(name, "int", value, f"a number of {each.name}") for each in TECHNIQUES for name, value in each.numbers.items()]
    for name, annotation, default, _ in rows:
        kind.__annotations__[name] = annotation
        setattr(kind, name, default)
    lines = "\n".join(f"    {name} : {text}" for name, *_, text in rows)
    kind.__doc__ = f"{kind.__doc__}\n    Attributes\n    ----------\n{lines}\n    "
    return dataclass(frozen=True)(kind)


@_switches
class Techniques:
    """The techniques of the engine; each can be switched off, to measure its value.

    Kernels read them as a record, ``context["use"]``: a byte for each, then their numbers.
    """

    if TYPE_CHECKING:
        __dataclass_fields__: ClassVar[dict[str, Any]]

        def __init__(self, *switches: bool | None, **named: bool | int | None) -> None: ...

        def __getattr__(self, name: str) -> bool: ...

    def only(self, *names: str) -> Techniques:
        """Return these techniques with all but `names` switched off."""
        return replace(self, **{each.name: each.name in names and getattr(self, each.name) for each in TECHNIQUES})

    @property
    def asked(self) -> tuple[str, ...]:
        """The facts about a search that asks for techniques of other packages."""
        return tuple(asked_fact(each.name) for each in BROUGHT if getattr(self, each.name))

    def blamed(self, error: Exception) -> Exception:
        """Return the error to raise for one of a search: where techniques of other packages are in it, a line that names them."""
        from counterply.compiling.diagnosis import explain

        asked = [f"{each.name} ({registry.plugins('techniques')[each.name]})" for each in BROUGHT if getattr(self, each.name)]
        return UsageError(f"the search with {' and '.join(asked)} cannot be compiled: {explain(error)}") if asked else error

    @property
    def off(self) -> str:
        """The techniques that are off, as options of the player `engine`, such as ``table=off,pvs=off``."""
        return ",".join(f"{each.name}=off" for each in OURS if getattr(self, each.name) is False)

    def consistent(self) -> Techniques:
        """Return these techniques without those that rest on one that is off."""
        return replace(
            self, **{each.name: False for each in TECHNIQUES if any(getattr(self, other) is False for other in each.needs)}
        )

    def read_memo(self, game: Game) -> bool:
        """Tell whether these techniques use a hint that reads the game's memo."""
        return bool(game.reads_memo(*(hint for each in TECHNIQUES if getattr(self, each.name) for hint in each.asks)))

    def write(self, use: np.void) -> None:
        """Write the techniques into a record of type `USE`, in place."""
        for field in fields(self):
            use[field.name] = getattr(self, field.name) or 0


USE = np.dtype([(field.name, np.int64 if field.type == "int" else np.uint8) for field in fields(Techniques)])
MINIMAX_ONLY = Techniques().only("distance")
ALPHABETA_ONLY = Techniques().only("distance", "pruning")
ORDERED = Techniques().only("pruning", *(each.name for each in TECHNIQUES if each.orders))


def timing(game: AnyGame) -> Techniques:
    """Return the techniques of a search that sees a win in n plies of `game` at depth n, and not earlier."""
    return replace(Techniques(), **{each.name: False for each in TECHNIQUES if not each.is_timely(game)})
