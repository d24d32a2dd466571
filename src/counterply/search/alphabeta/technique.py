"""What a technique of the search says about itself, and the places of a node where it may act.

A technique is one module: a `Technique`, and the functions that it hooks into the search. From its declaration follow its switch,
the option of the player `engine`, its memory in the search's context, which hints make the search keep a memo, what is switched off
with something else, its rung in `ablate`, its line in the glossary, and the property test of techniques that keep a value.

The functions below are the places. A technique gives functions of the same parameters for some of them, in the part of Python that
Numba compiles. They are chosen when a search is compiled, by the record type of its context: a place where no technique acts costs
nothing. A technique that is switched off is not asked, and one of another package is compiled only into searches that ask for it.

What a technique may read, by brackets: ``context["path"][ply]``, the move that led to the position at `ply`, from 1 on;
``context["stack"][ply]``, that position; ``context["moves"][ply]``, the node's moves in the order in which they are tried, as soon
as they are known; ``context["use"]``, the switches and the techniques' numbers. What it writes is its own memory, under names that
begin with its own.
"""

# mypy: disable-error-code="empty-body,no-any-return"
# (record types select the implementations; the stubs in this file only state the promises)

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.dispatch import Constant, Together, generic
from counterply.compiling.kernels import helper
from counterply.core.aliases import Depth, Move, Ply, Record, Score, Seat
from counterply.core.values import INFINITE
from counterply.search.alphabeta.numbers import PLY_PARTS

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame

Function = Callable[..., Any]
HINT_UNIT = 1 << 20  # one step of a game's hint, in the order of moves
LISTED, REQUIRED, HINTED = 0, 1, 2  # the moves of a node: as the game lists them; replies that do not lose at once; candidates
PLACES: dict[str, tuple[Any, Together]] = {}  # by name, and what stands there where no technique acts


@dataclass(frozen=True)
class Memory:
    """A field of the search's context that belongs to a technique; a search begins with it `empty`, or with its values halved."""

    name: str
    kind: Any
    shape: tuple[int, ...]
    empty: int = 0
    halved: bool = False


@dataclass(frozen=True)
class Technique:
    """A technique of the engine, which can be switched off to measure its value.

    Attributes
    ----------
    name : of its switch, ``context["use"][NAME]``, and of the option of the player `engine`
    text : what it does
    default : whether it is used; None where that depends on the game
    needs : the techniques that it rests on: without them it is off
    where : fields of the context, or of a game's functions ``gives_NAME``: where one is missing, it has no memory and does not act
    asks : the hints of the game that it reads
    orders : whether it only says which move is tried first: part of the rung *+ ordering* of `ablate`
    keeps_value : whether the value of a search to a fixed depth stays what it is without
    timely : whether a search still sees a win in n plies at depth n, and not earlier; or a function of the game that tells
    numbers : whole numbers that its functions read as ``context["use"][NAME]``, with their usual values: options of the player, too
    memory : its fields of the context; as its numbers, under names that begin with its own
    hooks : its functions, by the names of `PLACES`
    """

    name: str
    text: str
    default: bool | None = True
    needs: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    orders: bool = False
    keeps_value: bool = False
    timely: bool | Callable[[Any], bool] = True
    numbers: dict[str, int] = field(default_factory=dict)
    memory: tuple[Memory, ...] = ()
    hooks: dict[str, Function] = field(default_factory=dict)

    def is_timely(self, game: AnyGame) -> bool:
        """Tell whether it leaves a search of `game` its timing."""
        return self.timely if isinstance(self.timely, bool) else self.timely(game)


def place(stub: Function | None = None, *, first: int | None = None) -> Any:
    """Turn a stub into a place where techniques act: their answers add up, or the first one that is not `first` counts."""
    if stub is None:
        return lambda stub: place(stub, first=first)
    entry = generic(stub)
    answers = stub.__annotations__["return"] != "None"
    PLACES[stub.__name__] = entry, Together((), (first or 0) if answers else None, first is not None)
    return entry


@place
def table_depth(context: Record, ply: Ply, depth: Depth, table_move: Move) -> int:
    """Return by how many plies deeper a node is searched, once it is known which move the table has for it, if any; they add up."""


@place(first=INFINITE)
def end_early(context: Record, setup: Record, ply: Ply, depth: Depth, alpha: Score, beta: Score, mover: Seat) -> Score:
    """Return the score with which an inner node ends before its moves are searched, or INFINITE; the first to give one counts."""


@place(first=0)
def unsettled_moves(context: Record, setup: Record, ply: Ply) -> int:
    """Write moves that must be tried before the static value at `ply` is believed, in place; return how many; the first counts."""


@place
def order_bonus(context: Record, ply: Ply, mover: Seat, move: Move, ranked: bool) -> int:
    """Return by how much earlier a move at `ply` is tried; all techniques' bonuses add up.

    A step of the game's hint is `HINT_UNIT`. `ranked`: a hint that leaves moves out has scored the moves, and knows more than most
    techniques do.
    """


@place
def moves_depth(context: Record, ply: Ply, depth: Depth, next_depth: Depth, count: int, kind: int, beta: Score) -> int:
    """Return by how many plies deeper than `next_depth` all `count` moves at `ply` are searched; they add up. Asked once a node.

    `depth` is the node's; `kind` is LISTED, REQUIRED, HINTED or both.
    """


@place(first=0)
def leaves_out(context: Record, ply: Ply, index: int, best: Score) -> bool:
    """Tell whether the moves at `ply` from number `index` on are left out; `best` is the best score so far."""


@place
def reduction(context: Record, ply: Ply, mover: Seat, depth: Depth, index: int) -> int:
    """Return by how much less deep move number `index` at `ply` is searched first, in parts of a ply; they add up."""


@helper
def reduced_plies(context: Record, ply: Ply, mover: Seat, depth: Depth, index: int, most: Depth) -> int:
    """Return by how many plies less deep move number `index` at `ply` is searched first, 0 to `most`."""
    return whole_plies(reduction(context, ply, mover, depth, index), most)


@helper
def whole_plies(parts: int, most: Depth) -> int:
    """Return how many plies `parts` of one are, 0 to `most`."""
    return min(max(parts, 0) // PLY_PARTS, max(most, 0))


@place
def depth_bonus(context: Record, ply: Ply, mover: Seat, move: Move, depth: Depth) -> int:
    """Return by how much deeper a late move at `ply` is searched, in parts of a ply, where a hint ranks the moves; they add up."""


@place
def note_child(context: Record, ply: Ply, null: bool, reduced: bool) -> None:
    """Note, in place, that a move at `ply` is searched with a null window or a wide one, less deep first or not."""


@place
def note_cut(context: Record, ply: Ply, mover: Seat, move: Move, depth: Depth) -> None:
    """Learn, in place, that a move at `ply` was so good that the others there need not be searched.

    Those tried before it stand before it in ``context["moves"][ply]``.
    """


def acting(fields: Collection[str], techniques: Sequence[Technique]) -> list[Technique]:
    """Return those of `techniques` that can act in searches whose context has these fields."""
    return [each for each in techniques if set(each.where) <= set(fields)]


def install(kind: np.dtype, techniques: Sequence[Technique]) -> None:
    """Let the hooks of `techniques` serve searches whose context is of this type."""
    for name, (entry, nobody) in PLACES.items():
        hooks = tuple((each.name, each.hooks[name]) for each in acting(kind.names or (), techniques) if name in each.hooks)
        implementation = replace(nobody, parts=hooks) if hooks else Constant(nobody.nothing)
        entry.registry.register(kind, implementation)
