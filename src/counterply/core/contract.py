"""The contract between a game and everything else.

A *position* is one NumPy record. A *move* is one integer, 0 to 65,535. A game is a handful of functions over the two, written in
the part of Python that Numba compiles: numbers, arrays, loops, and the fields of the record by brackets
(``position["turn"]``). The same source also runs as plain Python.

A function that names a parameter ``setup`` after ``position`` (``transform_move``: after ``move``) gets the game's *setup*: one
read-only record of all that does not change during a game (board, size, variant, tables). Its values are data: choosing other
options compiles nothing.

A *memo* is what is worth remembering beside a position because it is expensive to compute and cheap to keep up to date: sums,
lists of threats, pattern tables. It is one record more, of the type that `Memo` names, and no part of the position; a search keeps
a single one along its line, and only where something reads it. The functions marked below, and evaluators, get it by naming a
parameter ``memo`` after ``position`` and ``setup``; they read it and leave it as it was. After any moves the memo is what `refresh`
makes of the position, the field ``journal`` aside: there `undo` finds what it needs. A journal has room for 256 moves
(`LONGEST_LINE`); `refresh` begins it anew.

Facts are declared, not guessed: the arguments of `Game`. The functions follow; only `play`, and one of `legal_moves`, `legal` and
`outcome_and_moves`, must be given.
"""

# mypy: disable-error-code="empty-body"
# (the contract's functions are chosen by record type; what stands here is their promise)

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from counterply.compiling.dispatch import Constant, generic
from counterply.compiling.intrinsics import hash_record, new_record
from counterply.core.values import CHANCE, FIRST, HEURISTIC_LIMIT, ONGOING, SECOND

Function = Callable[..., Any]
Objective = Literal["outcome", "margin"]
MAX_MOVE = 65_535
UNKNOWN = -1  # what a hint that a game does not give answers
NO_HORIZON = 255  # the depth that `candidates` gets where a search has none
LONGEST_LINE = 256  # moves that a memo may be updated by before one is undone
JOURNAL = "journal"  # the field of a memo that no two ways to a position share
SETUP, MEMO, DEPTH = "setup", "memo", "depth"  # the parameters that a game's function may ask for


class Kind(enum.Enum):
    """What a function of the contract is for; the value is the heading of its section in the reference."""

    RULE = "Rules"
    CHANCE = "Chance and hidden information (`Chance`)"
    SYMMETRY = "Symmetries (`Symmetry`)"
    SOUND = "Sound hints (`Hints`), which may carry proofs; `counterply verify` checks them against plain search"
    HEURISTIC = "Heuristic hints (`Hints`), which may not: a node where they cut anything proves no loss and no draw"
    KEEPER = "Keepers of a memo (`Memo`)"
    VIEW = "What learning sees"


@dataclass(frozen=True)
class Promise:
    """A row of the contract.

    Attributes
    ----------
    name : of the function
    kind : what it is for
    function : what kernels and everything else call, with ``(position, setup[, memo], ...)``; the game's own by record type
    default : what stands in where a game does not give it; None where `Game` makes that of what the game does give
    parameters : of a game's own function that asks for neither setup nor memo
    takes_memo : whether its full signature has a memo
    may_ask_for_depth : whether a game's own function may ask how deep the search still goes
    returns : the type of its answer, as its stub is annotated
    text : the promise
    """

    name: str
    kind: Kind
    function: Function
    default: Function | None
    parameters: tuple[str, ...]
    takes_memo: bool
    may_ask_for_depth: bool
    returns: str
    text: str

    @property
    def returns_nothing(self) -> bool:
        """Whether it only changes what it is given."""
        return self.returns == "None"

    @property
    def returns_pair(self) -> bool:
        """Whether it returns two integers."""
        return self.returns.startswith("tuple")

    @property
    def lists_moves(self) -> bool:
        """Whether it writes moves into an array and returns how many."""
        return "moves" in self.parameters

    @property
    def may_ask_for_memo(self) -> bool:
        """Whether a game's own function may read the memo."""
        return self.takes_memo and self.kind != Kind.KEEPER

    def expects(self, function: Function) -> tuple[str, ...]:
        """Return the parameters that `function` should have, whose setup and memo stand in their places."""
        asks: tuple[str, ...] = (SETUP,) if takes_setup(function) else ()
        asks += (MEMO,) if self.may_ask_for_memo and takes_memo(function) else ()
        asks += (DEPTH,) if self.may_ask_for_depth and takes_depth(function) else ()
        return (self.parameters[0], *asks, *self.parameters[1:])

    def places(self, function: Function) -> tuple[int, ...]:
        """Return which arguments of the full signature a game's own `function` takes, in its order, by their places."""
        every: tuple[str, ...] = self.function.registry.parameters  # type: ignore[attr-defined]
        return tuple(every.index(name) for name in self.expects(function))

    def reference(self) -> str:
        """Return the lines of the reference: the function as a game gives it, and its promise."""
        memo = "; may read the memo" if self.may_ask_for_memo else ""
        memo += ", and ask for the depth" if self.may_ask_for_depth else ""
        lines = "\n".join(f"        {line.strip()}" for line in self.text.splitlines() if line.strip())
        answer = "" if self.returns_nothing else f" -> {self.returns}"
        return f"    {self.name}({', '.join(self.parameters)}){answer}{memo}\n{lines}"


CONTRACT: dict[str, Promise] = {}


def promise(kind: Kind, default: Function | None = None, *, takes_position: bool = True) -> Callable[[Function], Any]:
    """Turn a stub into a function of the contract, with its row in the table: parameters and promise are the stub's."""

    def declare(stub: Function) -> Any:
        signature = inspect.signature(stub)
        names = [name for name in signature.parameters if name not in (SETUP, DEPTH) and (name != MEMO or kind == Kind.KEEPER)]
        function = generic(stub)
        CONTRACT[stub.__name__] = Promise(
            stub.__name__,
            kind,
            function,
            default,
            tuple(names if takes_position else names[1:]),
            MEMO in signature.parameters,
            DEPTH in signature.parameters,
            str(signature.return_annotation),
            stub.__doc__ or "",
        )
        return function

    return declare


def takes_setup(function: Function) -> bool:
    """Tell whether a game's function asks for the setup."""
    return SETUP in inspect.signature(function).parameters


def takes_memo(function: Function) -> bool:
    """Tell whether a game's function or an evaluator asks for the memo."""
    return MEMO in inspect.signature(function).parameters


def takes_depth(function: Function) -> bool:
    """Tell whether a game's function asks how deep the search still goes."""
    return DEPTH in inspect.signature(function).parameters


def turn_field(position: Any, setup: Any) -> int:
    """Return the field ``turn``."""
    return position["turn"]  # type: ignore[no-any-return]


def record_key(position: Any, setup: Any) -> int:
    """Return a hash of the record's bytes."""
    return hash_record(position)


def same_as_key(position: Any, setup: Any) -> int:
    """Return `key`."""
    return key(position, setup)  # type: ignore[no-any-return]


def asked_apart(position: Any, setup: Any, moves: np.ndarray) -> tuple[int, int]:
    """Return `outcome`, and what `legal_moves` returns where there can be moves."""
    result = outcome(position, setup)
    if result != ONGOING or turn(position, setup) == CHANCE:
        return result, 0
    return result, legal_moves(position, setup, moves)


def same_move(position: Any, setup: Any, move: int, symmetry: int) -> int:
    """Return `move`."""
    return move


# --- the contract


@promise(Kind.RULE)
def legal_moves(position: Any, setup: Any, moves: np.ndarray) -> int:
    """Write the legal moves into the int32 array `moves`, distinct and in ascending order, and return how many there are.

    None only where the game is over; where a player may have to wait, passing is a move. Left out, it asks `legal`.
    """


@promise(Kind.RULE, Constant(0))
def legal(position: Any, setup: Any, move: int) -> bool:
    """Tell whether `move` is legal; instead of `legal_moves`, with ``moves=N`` for the moves 0 to N - 1 that there can be."""


@promise(Kind.RULE)
def play(position: Any, setup: Any, move: int) -> None:
    """Make a legal move (or a chance outcome) in place; deterministic."""


@promise(Kind.RULE)
def outcome(position: Any, setup: Any) -> int:
    """Return ONGOING, FIRST (the first player has won), SECOND or DRAW. Left out, who is to move and cannot has lost."""


@promise(Kind.RULE, asked_apart)
def outcome_and_moves(position: Any, setup: Any, moves: np.ndarray) -> tuple[int, int]:
    """Return `outcome`, and how many legal moves it wrote, as `legal_moves` does: ``return ONGOING, count``.

    For games that must look for moves to know whether they are over: the engine asks once a node. It stands for `outcome`,
    `legal_moves` or both. The number counts only where the game goes on and a player is to move.
    """


@promise(Kind.RULE, turn_field)
def turn(position: Any, setup: Any) -> int:
    """Return whose move it is: 0, 1 or CHANCE. Left out, it is the field ``turn``. Turns need not alternate."""


@promise(Kind.RULE, Constant(0))
def margin(position: Any, setup: Any) -> int:
    """Return the first player's points minus the second's; for games that count points."""


@promise(Kind.RULE, record_key)
def key(position: Any, setup: Any) -> int:
    """Return a uint64; equal positions, equal keys. Left out, it is a hash of the record's bytes."""


@promise(Kind.CHANCE, Constant(0))
def chance(position: Any, setup: Any, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    """Write the outcomes of a CHANCE turn, distinct and in ascending order, and their probabilities; return how many.

    The game's first deal is a chance turn too (or several), so that a game's moves tell all that happened in it.
    """


@promise(Kind.CHANCE, Constant(None))
def resample(position: Any, setup: Any, viewer: int, random: np.ndarray) -> None:
    """Redraw in place what seat `viewer` may not know; `random` is a uint64[1] state (see `next_random`).

    The hidden part is brought into a canonical order first, so that what was hidden cannot leak. What a viewer may do, how the
    game stands, and what it sees stay as they are. Nobody chooses a move before this was done for its seat: `Position.seen_by`.
    """


@promise(Kind.CHANCE, Constant(None))
def freeze(position: Any, setup: Any) -> None:
    """Let nothing new appear any more, in place, such as a card from a deck.

    A simple model of chance and of what is hidden, for searches that prefer one certain future to many that are drawn. Nothing
    else changes, legal moves least of all.
    """


@promise(Kind.SYMMETRY, Constant(None))
def transform(position: Any, setup: Any, symmetry: int) -> None:
    """Turn a position, in place, by symmetry number 1 to `count` - 1; number 0 is the identity."""


@promise(Kind.SYMMETRY, same_move, takes_position=False)
def transform_move(position: Any, setup: Any, move: int, symmetry: int) -> int:
    """Return a move turned by a symmetry."""


@promise(Kind.SOUND, Constant(ONGOING))
def decided(position: Any, setup: Any, memo: Any) -> int:
    """Return an outcome that is certain under best play although the game is not over; else ONGOING.

    Where the winner has a way to win in at most N plies, ``outcome + PLY * N`` says so.
    """


@promise(Kind.SOUND, Constant(UNKNOWN))
def required(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write the moves that do not lose (all others certainly do), in ascending order, and return how many.

    Moves that lose may be among them. Where all of them do, none that is left out resists longer than the best of them: a search
    that finds the loss takes its distance from them. With no such move the position is lost for the side to move: return 0.
    UNKNOWN (-1): nothing can be said.
    """


@promise(Kind.SOUND, Constant(HEURISTIC_LIMIT))
def best_margin(position: Any, setup: Any, player: int) -> int:
    """Return a margin that `player` cannot end above, whatever both do; for games whose objective is the margin."""


@promise(Kind.SOUND, Constant(False))
def hopeless(position: Any, setup: Any, player: int) -> bool:
    """Tell whether `player` certainly cannot win if the other one plays well: it can be kept from winning for ever."""


@promise(Kind.SOUND, same_as_key)
def future_key(position: Any, setup: Any) -> int:
    """Return a key like `key`, which positions that differ only in points already won may share.

    For games whose objective is the margin.
    """


@promise(Kind.HEURISTIC, Constant(UNKNOWN))
def candidates(position: Any, setup: Any, memo: Any, depth: int, moves: np.ndarray, scores: np.ndarray) -> int:
    """Write the moves worth searching, and for each how promising it is: the larger its int32 score, the earlier.

    A function that names a parameter ``depth`` after these gets the plies that the search still looks ahead, 1 to 255, so that it
    can spend more on an order far from the horizon; 255 where there is none: at the root, in proofs, and in Monte Carlo search.
    """


@promise(Kind.HEURISTIC, Constant(UNKNOWN))
def noisy_moves(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write the moves that must be resolved before a position is evaluated, the most promising one first.

    Where the game also has `required`, those that leave the opponent few answers: the engine then looks for a win by such moves
    alone.
    """


@promise(Kind.HEURISTIC, Constant(UNKNOWN))
def sharp_moves(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write those of `noisy_moves` that a short look for such a win should try, the most promising one first.

    Short looks are made at inner nodes of a search; without this function they try all noisy moves.
    """


@promise(Kind.HEURISTIC, Constant(UNKNOWN))
def threats(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write the moves that the opponent must answer, as `required` then says; those of `noisy_moves` are among them.

    With it the engine looks for longer wins by such moves, at the root.
    """


@promise(Kind.KEEPER, Constant(None))
def refresh(position: Any, setup: Any, memo: Any) -> None:
    """Fill the memo from the position alone, in place, whatever it held."""


@promise(Kind.KEEPER, Constant(None))
def update(position: Any, setup: Any, memo: Any, move: int) -> None:
    """Bring the memo up to date in place; `move` has just been played and `position` is what it led to."""


@promise(Kind.KEEPER, Constant(None))
def undo(position: Any, setup: Any, memo: Any, move: int) -> None:
    """Take back the last `update`, bit for bit; `position` is still what the move led to."""


@promise(Kind.VIEW, Constant(0))
def cells(position: Any, setup: Any, cell: int) -> int:
    """Return what stands on a cell of the board, 0 to 63; cells are numbered row by row, as `Board` gives the size.

    For `counterply learn`, where the record does not say it itself, as arrays of small numbers and boards of bits do. Nothing
    depends on what the numbers mean: an empty cell that a legal move leads to may have a number of its own.
    """


# --- what a game leaves out


def asked(codes: int) -> Function:
    """Return `legal_moves` of a game that gives `legal`, and has the moves 0 to `codes` - 1."""

    def moves_by_asking(position: Any, setup: Any, moves: np.ndarray) -> int:
        count = 0
        for move in range(codes):
            if legal(position, setup, move):
                moves[count] = move
                count += 1
        return count

    return moves_by_asking


def who_cannot_move_loses(codes: int | None, max_moves: int) -> Function:
    """Return `outcome` of a game that gives none; `codes` as in `asked`, or None if the game gives `legal_moves`."""

    def by_asking(position: Any, setup: Any) -> int:
        mover = turn(position, setup)
        if mover == CHANCE:
            return ONGOING
        for move in range(codes):  # type: ignore[arg-type]
            if legal(position, setup, move):
                return ONGOING
        return SECOND if mover == 0 else FIRST

    room = room_for(max_moves)

    def by_counting(position: Any, setup: Any) -> int:
        mover = turn(position, setup)
        if mover == CHANCE or legal_moves(position, setup, new_record(room)["moves"]) > 0:
            return ONGOING
        return SECOND if mover == 0 else FIRST

    return by_counting if codes is None else by_asking


def room_for(max_moves: int) -> np.dtype:
    """Return a record type with room for so many moves."""
    return np.dtype([("moves", np.int32, (max_moves,))])


def moves_of_both(position: Any, setup: Any, moves: np.ndarray) -> int:
    """Stand in for `legal_moves` of a game that gives `outcome_and_moves`."""
    return outcome_and_moves(position, setup, moves)[1]  # type: ignore[no-any-return]


def outcome_of_both(max_moves: int) -> Function:
    """Return `outcome` of a game that gives `outcome_and_moves`."""
    room = room_for(max_moves)

    def first_of_both(position: Any, setup: Any) -> int:
        return outcome_and_moves(position, setup, new_record(room)["moves"])[0]  # type: ignore[no-any-return]

    return first_of_both


def reference() -> str:
    """Return the reference of the contract's functions, section by section."""
    sections = []
    for kind in Kind:
        rows = [row.reference() for row in CONTRACT.values() if row.kind == kind]
        sections.append("\n".join([kind.value, *rows]))
    return "\n\n".join(sections)


def table() -> str:
    """Return the contract as a table in Markdown: function, kind, whether it may read the memo, and the promise's first line."""
    rows = ["| function | kind | memo | promise |", "|---|---|---|---|"]
    for row in CONTRACT.values():
        memo = "yes" if row.may_ask_for_memo else ""
        words = row.text.strip().splitlines()[0].replace("``", "`")
        rows.append(f"| `{row.name}({', '.join(row.parameters)})` | {row.kind.name.lower()} | {memo} | {words} |")
    return "\n".join(rows)


__doc__ = f"{__doc__}\n{reference()}\n"
