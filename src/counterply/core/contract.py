"""The contract between a game and the rest of the package.

A *position* is one NumPy record, and a *move* is one integer, 0 to 65,535. A game is a small set of functions on positions and
moves, written in the part of Python that Numba compiles: numbers, arrays, loops, and the fields of the record by brackets
(``position["turn"]``). The same source also runs as plain Python.

A function that has a parameter ``setup`` after ``position`` receives the game's *setup*: one read-only record of everything that
stays the same during a game, such as board, size, variant and tables. Its values are data, so choosing other options compiles
nothing.

A *memo* holds values that are expensive to compute and cheap to update, such as sums, lists of threats or pattern tables. It is a
second record, of the type given to `Memo`, and not part of the position. A search keeps one memo for its current line, and only if
some function reads it. The functions marked below, and evaluators, receive it if they have a parameter ``memo`` after ``position``
and ``setup``; they must not change it. After any sequence of moves the memo equals the one that `refresh` computes from the
position, apart from the field ``journal``, which stores the data that `undo` needs. A journal has room for 256 moves
(`LONGEST_LINE`); `refresh` empties it.

`legal_moves` has a second form, for games that declare ``moves=N``, and `outcome` has one with a second parameter. Some functions
may have one more parameter, after ``position``, ``setup`` and ``memo``, that says what a caller wants: ``depth``, ``reach``,
``frozen`` or ``future``.

A game declares facts about itself by the arguments of `Game`; the package does not guess them. The functions are listed below. Only
`play` is required, and `legal_moves` or the form of `outcome` that lists the moves as well.
"""

# mypy: disable-error-code="empty-body"
# (record types select the implementations; the stubs in this file only state the promises)

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from counterply.compiling.dispatch import Constant, generic
from counterply.compiling.intrinsics import copy_record, hash_record, new_record
from counterply.core.aliases import Depth, Move, Outcome, Record, Seat
from counterply.core.values import CHANCE, FIRST, HEURISTIC_LIMIT, ONGOING, SECOND

Function = Callable[..., Any]
Objective = Literal["outcome", "margin"]
MAX_MOVE = 65_535
UNKNOWN = -1  # the answer of a hint that a game does not define
NO_HORIZON = 255  # the depth that `candidates` receives from a search without a horizon
MOST_VALUES = 64  # contents of a cell, as `cells` numbers them
LONGEST_LINE = 256  # updates of a memo in a row, before the first `undo`
JOURNAL = "journal"  # the field of a memo that depends on the path to a position
SETUP, MEMO = "setup", "memo"  # parameters that a game's function may leave out
OPTIONS = ("depth", "reach", "frozen", "future")  # and those that say what a caller wants of it
SHARP, NOISY = range(2)  # how far `noisy_moves` reaches


class Kind(enum.Enum):
    """The purpose of a function of the contract; the value is the heading of its section in the reference."""

    RULE = "Rules"
    CHANCE = "Chance and hidden information (`Chance`)"
    SYMMETRY = "Symmetries (`Symmetry`)"
    SOUND = "Sound hints (`Hints`): proofs may rely on them; `counterply verify` compares them with plain search"
    HEURISTIC = "Heuristic hints (`Hints`): a node where they leave moves out proves neither a loss nor a draw"
    KEEPER = "The memo (`Memo`)"
    VIEW = "The board as `counterply learn` sees it"


@dataclass(frozen=True)
class Promise:
    """A row of the contract, or the other form of one.

    Attributes
    ----------
    name : of the function
    kind : its purpose
    function : the entry point for kernels and all other callers, ``(position, setup[, memo], ...)``; it selects the game's own
        function by record type
    default : the substitute if a game does not define it; None if `Game` builds one from the game's other functions
    parameters : of a game's own function that takes neither setup nor memo nor option
    takes_memo : whether its full signature has a memo
    options : the parameters of `OPTIONS` that a game's own function may have
    returns : the return type, as annotated in the stub
    text : the promise
    reason : why it is part of the contract, where fewer than two of the games that come with the package define it
    """

    name: str
    kind: Kind
    function: Function
    default: Function | None
    parameters: tuple[str, ...]
    takes_memo: bool
    options: tuple[str, ...]
    returns: str
    text: str
    reason: str = ""

    @property
    def returns_nothing(self) -> bool:
        """Whether it only changes its arguments in place."""
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
        """Return the parameters that `function` should have: its setup, memo and options, if it has them, in their places."""
        may = (SETUP, *((MEMO,) if self.may_ask_for_memo else ()), *self.options)
        return (self.parameters[0], *(name for name in may if takes(function, name)), *self.parameters[1:])

    def places(self, function: Function) -> tuple[int, ...]:
        """Return the places, in the full signature, of the arguments that a game's own `function` takes, in its order."""
        every: tuple[str, ...] = self.function.registry.parameters  # type: ignore[attr-defined]
        return tuple(every.index(name) for name in self.expects(function))

    def reference(self) -> str:
        """Return the lines of the reference: the function as a game defines it, and its promise."""
        memo = "; may read the memo" if self.may_ask_for_memo else ""
        memo += "".join(f"; may take `{option}`" for option in self.options)
        lines = "\n".join(f"        {line.strip()}" for line in self.text.splitlines() if line.strip())
        answer = "" if self.returns_nothing else f" -> {self.returns}"
        return f"    {self.name}({', '.join(self.parameters)}){answer}{memo}\n{lines}"


CONTRACT: dict[str, Promise] = {}
FORMS: dict[str, Promise] = {}  # the other form of a function of the contract, by its name


def promise(kind: Kind, default: Function | None = None, *, form_of: str = "", reason: str = "") -> Callable[[Function], Any]:
    """Turn a stub into a function of the contract, and add its row to the table, with the parameters and docstring of the stub.

    Parameters
    ----------
    form_of : the function of the contract that this is another form of
    reason : as in `Promise`
    """

    def declare(stub: Function) -> Any:
        signature = inspect.signature(stub)
        may = (SETUP, *OPTIONS, *(() if kind == Kind.KEEPER else (MEMO,)))
        function, name = generic(stub), form_of or stub.__name__
        (FORMS if form_of else CONTRACT)[name] = Promise(
            name,
            kind,
            function,
            default,
            tuple(parameter for parameter in signature.parameters if parameter not in may),
            MEMO in signature.parameters,
            tuple(option for option in OPTIONS if option in signature.parameters),
            str(signature.return_annotation),
            stub.__doc__ or "",
            reason,
        )
        return function

    return declare


def takes(function: Function, parameter: str) -> bool:
    """Tell whether a game's function or an evaluator has a parameter of this name."""
    return parameter in inspect.signature(function).parameters


def row_of(name: str, function: Function, codes: int | None) -> Promise:
    """Return the row that a game's `function` keeps: the contract's of that name, or its other form; `codes` is ``moves=N``."""
    if name == "legal_moves" and codes is not None:
        return FORMS[name]
    extra = len(inspect.signature(function).parameters) - 1 - takes(function, SETUP)
    return FORMS[name] if name == "outcome" and extra > 0 else CONTRACT[name]


def turn_field(position: Record, setup: Record) -> int:
    """Return the field ``turn``."""
    return position["turn"]  # type: ignore[no-any-return]


def record_key(position: Record, setup: Record, future: int) -> int:
    """Return a hash of the record's bytes."""
    return hash_record(position)


def asked_apart(position: Record, setup: Record, moves: np.ndarray) -> tuple[Outcome, int]:
    """Return `outcome`, and the result of `legal_moves` if the game goes on and a player is to move, else 0."""
    result = outcome(position, setup)
    if result != ONGOING or turn(position, setup) == CHANCE:
        return result, 0
    return result, legal_moves(position, setup, moves)


# --- the contract


@promise(Kind.RULE)
def legal_moves(position: Record, setup: Record, moves: np.ndarray) -> int:
    """Write the legal moves into the int32 array `moves`, distinct and in ascending order, and return their number.

    The number is 0 only if the game is over. If a player may have to wait, passing is a move.
    """


@promise(Kind.RULE, Constant(0), form_of="legal_moves")
def is_legal(position: Record, setup: Record, move: Move) -> bool:
    """Tell whether one `move` is legal, in a game that declares ``moves=N``: the moves are among 0 to N - 1."""


@promise(Kind.RULE)
def play(position: Record, setup: Record, move: Move) -> None:
    """Play a legal move, or an outcome of chance, in place. It must be deterministic."""


@promise(Kind.RULE)
def outcome(position: Record, setup: Record) -> Outcome:
    """Return ONGOING, FIRST (the first player has won), SECOND or DRAW. By default a player who cannot move has lost."""


@promise(Kind.RULE, asked_apart, form_of="outcome")
def outcome_and_moves(position: Record, setup: Record, moves: np.ndarray) -> tuple[Outcome, int]:
    """Write the legal moves as `legal_moves` does, and return the outcome and their number: ``return ONGOING, count``.

    For games that have to generate moves to know whether the game is over; the engine calls it once per node. `legal_moves` may
    then be left out. The number matters only if the game goes on and a player is to move.
    """


@promise(Kind.RULE, turn_field)
def turn(position: Record, setup: Record) -> Seat:
    """Return the side to move: 0, 1 or CHANCE. The default is the field ``turn``. Turns need not alternate."""


@promise(Kind.RULE, Constant(0))
def margin(position: Record, setup: Record) -> int:
    """Return the first player's points minus the second player's, in games that count points."""


@promise(Kind.RULE, record_key)
def key(position: Record, setup: Record, future: int) -> int:
    """Return a uint64 that is equal for equal positions. The default is `hash_record`, of the record's bytes.

    With a parameter ``future``, in games whose objective is the margin, it is asked for two keys: where that is 1, for one that may
    be equal for positions that differ only in the points already won.

    With `Repetition` it leaves the field ``quiet`` out, and by it the package tells whether a position has stood before.
    """


@promise(Kind.CHANCE, Constant(0), reason="without it there are no dice and no cards")
def chance(position: Record, setup: Record, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    """Write the outcomes of a CHANCE turn, distinct and in ascending order, and their probabilities; return their number.

    The first deal is a chance turn too, or several, so that the list of moves determines the whole game.
    """


@promise(Kind.CHANCE, Constant(None), reason="without it a search would see what is hidden from its player")
def resample(position: Record, setup: Record, frozen: int, viewer: Seat, random: np.ndarray) -> None:
    """Redraw in place everything that is hidden from seat `viewer`; `random` is a uint64[1] state (see `next_random`).

    It first puts the hidden part into a canonical order, so that the true one cannot leak. The viewer's legal moves, the outcome
    and everything that the viewer sees must not change. Each player receives positions as `Position.seen_by` its seat.

    With a parameter ``frozen``, and where that is 1, it also removes all further chance events, such as cards drawn from a deck:
    a simple model, for searches that prefer one certain future to many sampled ones.
    """


@promise(Kind.SYMMETRY, Constant(None))
def transform(position: Record, setup: Record, symmetry: int) -> None:
    """Apply symmetry number 1 to `count` - 1 to a position, in place; number 0 is the identity.

    The legal moves of the image lead to the images of the positions that the legal moves lead to, and nowhere else.
    """


@promise(Kind.SOUND, Constant(ONGOING))
def decided(position: Record, setup: Record, memo: Record) -> int:
    """Return the outcome under best play if it is certain before the end of the game; else ONGOING.

    ``outcome + PLY * N`` adds that the winner can win in at most N plies.
    """


@promise(Kind.SOUND, Constant(UNKNOWN))
def required(position: Record, setup: Record, memo: Record, moves: np.ndarray) -> int:
    """Write a list of moves, in ascending order, such that every other legal move loses; return their number.

    The list may contain losing moves. If all moves of the list lose, no other move may resist longer than the best of them, because
    a search takes the distance of the loss from the list alone. 0 says that the position is lost for the side to move, and
    UNKNOWN (-1) that the hint does not apply.
    """


@promise(Kind.SOUND, Constant(HEURISTIC_LIMIT))
def best_margin(position: Record, setup: Record, player: Seat) -> int:
    """Return an upper bound on the final margin of `player`, whatever both play; an endless game is worth 0.

    Where the objective is the outcome, only the sign counts: 0 or less says that the opponent can certainly keep `player` from
    winning, for ever if the game does not end.
    """


@promise(Kind.HEURISTIC, Constant(UNKNOWN))
def candidates(position: Record, setup: Record, memo: Record, depth: Depth, moves: np.ndarray, scores: np.ndarray) -> int:
    """Write the moves worth searching, each with an int32 score; the search tries moves with larger scores earlier.

    A function with a parameter ``depth`` receives the remaining depth in plies, 1 to 254, so that it can spend more time on move
    ordering far from the horizon; 255 if there is no horizon: at the root, in proofs, and in Monte Carlo search.
    """


@promise(Kind.HEURISTIC, Constant(UNKNOWN))
def noisy_moves(position: Record, setup: Record, memo: Record, reach: int, moves: np.ndarray) -> int:
    """Write the moves that a search must resolve before it evaluates a position, the most promising one first.

    If the game also defines `required`, these are forcing moves, which leave the opponent few answers; the engine then searches for
    wins by such moves alone. With a parameter ``reach`` it is told how far: NOISY is the usual one; SHARP, in the short searches at
    inner nodes, asks only for the moves that may lead on to such a win.
    """


@promise(Kind.KEEPER, Constant(None), reason="without it a memo would have no truth to be compared with")
def refresh(position: Record, setup: Record, memo: Record) -> None:
    """Compute the memo from the position alone, in place, whatever it contained."""


@promise(Kind.KEEPER, Constant(None), reason="without it every node would compute its memo from nothing")
def update(position: Record, setup: Record, memo: Record, move: Move) -> None:
    """Update the memo in place after `move`; `position` is the position after it."""


@promise(Kind.KEEPER, Constant(None), reason="without it every node would keep a copy of its memo, as it does of its position")
def undo(position: Record, setup: Record, memo: Record, move: Move) -> None:
    """Revert the last `update` exactly, in place; `position` is still the position after the move."""


@promise(Kind.VIEW, Constant(0))
def cells(position: Record, setup: Record, cell: int) -> int:
    """Return the content of a cell of the board as a number, 0 to 63; cells are numbered row by row, in the size given by `Board`.

    For `counterply learn`, if it cannot read the board from the record, as it can from arrays of small numbers and from bit boards.
    The numbers have no fixed meaning: an empty cell that a legal move leads to may have a number of its own.
    """


# --- functions that a game does not define


def asked(codes: int) -> Function:
    """Return `legal_moves` for a game that tells of one move whether it is legal, with the moves 0 to `codes` - 1."""

    def moves_by_asking(position: Record, setup: Record, moves: np.ndarray) -> int:
        count = 0
        for move in range(codes):
            if is_legal(position, setup, move):
                moves[count] = move
                count += 1
        return count

    return moves_by_asking


def who_cannot_move_loses(codes: int | None, max_moves: int) -> Function:
    """Return `outcome` for a game without one; `codes` as in `asked`, or None if the game lists its moves."""

    def by_asking(position: Record, setup: Record) -> int:
        mover = turn(position, setup)
        if mover == CHANCE:
            return ONGOING
        for move in range(codes):  # type: ignore[arg-type]
            if is_legal(position, setup, move):
                return ONGOING
        return SECOND if mover == 0 else FIRST

    room = room_for(max_moves)

    def by_counting(position: Record, setup: Record) -> int:
        mover = turn(position, setup)
        if mover == CHANCE or legal_moves(position, setup, new_record(room)["moves"]) > 0:
            return ONGOING
        return SECOND if mover == 0 else FIRST

    return by_counting if codes is None else by_asking


def room_for(max_moves: int) -> np.dtype:
    """Return a record type with room for `max_moves` moves."""
    return np.dtype([("moves", np.int32, (max_moves,))])


def key_without(field: str, record: np.dtype) -> Function:
    """Return `key` for a game whose key leaves a field of its record out."""

    def hash_of_others(position: Record, setup: Record, future: int) -> int:
        others = new_record(record)
        copy_record(others, position)
        others[field] = 0
        return hash_record(others)

    return hash_of_others


def moves_of_both(position: Record, setup: Record, moves: np.ndarray) -> int:
    """Replace `legal_moves` in a game whose `outcome` lists the moves as well."""
    return outcome_and_moves(position, setup, moves)[1]  # type: ignore[no-any-return]


def outcome_of_both(max_moves: int) -> Function:
    """Return the outcome alone for a game whose `outcome` lists the moves as well."""
    room = room_for(max_moves)

    def first_of_both(position: Record, setup: Record) -> int:
        return outcome_and_moves(position, setup, new_record(room)["moves"])[0]  # type: ignore[no-any-return]

    return first_of_both


def rows_in_order() -> list[Promise]:
    """Return the contract's rows, each with its other form behind it."""
    return [row for name in CONTRACT for row in (CONTRACT[name], FORMS.get(name)) if row is not None]


def reference() -> str:
    """Return the reference of the contract's functions, section by section."""
    sections = []
    for kind in Kind:
        rows = [row.reference() for row in rows_in_order() if row.kind == kind]
        sections.append("\n".join([kind.value, *rows]))
    return "\n\n".join(sections)


def table() -> str:
    """Return the contract as a table in Markdown: function, kind, what it may ask for too, and the promise's first line."""
    rows = ["| function | kind | may take | promise |", "|---|---|---|---|"]
    for row in rows_in_order():
        memo = ", ".join(f"`{name}`" for name in ((MEMO,) if row.may_ask_for_memo else ()) + row.options)
        words = row.text.strip().splitlines()[0].replace("``", "`")
        rows.append(f"| `{row.name}({', '.join(row.parameters)})` | {row.kind.name.lower()} | {memo} | {words} |")
    return "\n".join(rows)


__doc__ = f"{__doc__}\n{reference()}\n"
