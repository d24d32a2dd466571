"""What a technique of the search says about itself, and the places of a node where it may act.

A technique is one module: a `Technique`, and the functions that it hooks into the search. From its declaration follow its switch,
the option of the player `engine`, its memory in the search's context, which hints make the search keep a memo, what is switched off
with something else, its rung in `ablate`, its line in the glossary, and the property test of techniques that keep a value.

The functions below are the places. A technique gives functions of the same parameters for some of them, in the part of Python that
Numba compiles. They are chosen when a search is compiled, by the record type of its context: a place where no technique acts costs
nothing. A technique that is switched off is not asked.
"""

# mypy: disable-error-code="empty-body"
# (record types select the implementations; the stubs in this file only state the promises)

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from counterply.compiling.dispatch import Constant, generic
from counterply.compiling.kernels import helper

Function = Callable[..., Any]
HINT_UNIT = 1 << 20  # one step of a game's hint, in the order of moves
PLACES: dict[str, tuple[Any, Constant]] = {}  # by name, and the answer where no technique acts


@dataclass(frozen=True)
class Memory:
    """A field of the search's context that belongs to a technique; each search begins with it `empty`."""

    name: str
    kind: Any
    shape: tuple[int, ...]
    empty: int


@dataclass(frozen=True)
class Technique:
    """A technique of the engine, which can be switched off to measure its value.

    Attributes
    ----------
    name : of its switch, ``context["use"][NAME]``, and of the option of the player `engine`
    text : what it does
    default : whether it is used; None where that depends on the game
    needs : the techniques that it rests on: without them it is off
    asks : the hints of the game that it reads
    orders : whether it only says which move is tried first: part of the rung *+ ordering* of `ablate`
    keeps_value : whether the value of a search to a fixed depth stays what it is without
    timely : whether a search still sees a win in n plies at depth n, and not earlier; or a function of the game that tells
    memory : its fields of the context
    hooks : its functions, by the names of `PLACES`
    """

    name: str
    text: str
    default: bool | None = True
    needs: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    orders: bool = False
    keeps_value: bool = False
    timely: bool | Callable[[Any], bool] = True
    memory: tuple[Memory, ...] = ()
    hooks: dict[str, Function] = field(default_factory=dict)

    def is_timely(self, game: Any) -> bool:
        """Tell whether it leaves a search of `game` its timing."""
        return self.timely if isinstance(self.timely, bool) else self.timely(game)


def place(stub: Function) -> Any:
    """Turn a stub into a place where techniques act."""
    entry = generic(stub)
    nothing = stub.__annotations__["return"] == "None"
    PLACES[stub.__name__] = entry, Constant(None if nothing else 0)
    return entry


@place
def order_bonus(context: Any, ply: int, mover: int, move: int, ranked: bool) -> int:
    """Return by how much earlier a move at `ply` is tried; all techniques' bonuses add up.

    A step of the game's hint is `HINT_UNIT`. `ranked`: a hint that leaves moves out has scored the moves, and knows more than most
    techniques do.
    """


@place
def depth_bonus(context: Any, ply: int, mover: int, move: int, depth: int) -> int:
    """Return by how much deeper a late move at `ply` is searched, in parts of a ply, where a hint ranks the moves; they add up."""


@place
def note_cut(context: Any, ply: int, mover: int, move: int, depth: int) -> None:
    """Learn, in place, that a move at `ply` was so good that the others there need not be searched."""


def while_used(name: str, hook: Function) -> Function:
    """Return a hook that acts only while its technique is switched on."""

    def act(context: Any, ply: int, mover: int, move: int, last: int) -> Any:
        if context["use"][name]:
            hook(context, ply, mover, move, last)

    return act


def worth_while_used(name: str, hook: Function) -> Function:
    """Return a hook that answers 0 while its technique is switched off."""

    def answer(context: Any, ply: int, mover: int, move: int, last: int) -> int:
        return np.int64(hook(context, ply, mover, move, last)) if context["use"][name] else np.int64(0)  # type: ignore[return-value]

    return answer


def in_turn(first: Function, second: Function) -> Function:
    """Return a hook that lets two act."""

    def act(context: Any, ply: int, mover: int, move: int, last: int) -> Any:
        first(context, ply, mover, move, last)
        second(context, ply, mover, move, last)

    return act


def added(first: Function, second: Function) -> Function:
    """Return a hook that adds the answers of two."""

    def answer(context: Any, ply: int, mover: int, move: int, last: int) -> Any:
        return first(context, ply, mover, move, last) + second(context, ply, mover, move, last)

    return answer


def install(kind: np.dtype, techniques: Sequence[Technique]) -> None:
    """Let the hooks of `techniques` serve searches whose context is of this type."""
    for name, (entry, otherwise) in PLACES.items():
        together: Any = None
        for technique in techniques:
            hook = technique.hooks.get(name)
            if hook is None:
                continue
            acts = otherwise.value is None
            guarded = helper((while_used if acts else worth_while_used)(technique.name, hook))
            together = guarded if together is None else helper((in_turn if acts else added)(together, guarded))
        entry.registry.register(kind, otherwise if together is None else together)
