"""The contract between a game and everything else.

A *position* is one NumPy record. A *move* is one integer, 0 to 65,535. A game is a handful of functions over the two, written in
the part of Python that Numba compiles: numbers, arrays, loops, and the fields of the record by brackets
(``position["turn"]``). The same source also runs as plain Python.

What a game must give
    legal_moves(position, moves) -> int
        Write the legal moves into the int32 array `moves`, distinct and in ascending order, and return how many there are.
        None only where the game is over; where a player may have to wait, passing is a move.
    play(position, move)
        Make a legal move (or a chance outcome) in place; deterministic.
    outcome(position) -> int
        ONGOING, FIRST (the first player has won), SECOND or DRAW.

What it may give
    turn(position) -> int
        Whose move it is: 0, 1 or CHANCE. Left out, it is the field ``turn``. Turns need not alternate.
    margin(position) -> int
        For games that count points: the first player's minus the second's.
    key(position) -> uint64
        Equal positions, equal keys. Left out, it is a hash of the record's bytes.
    future_key(position) -> uint64
        For games whose objective is the margin: like `key`, but positions that differ only in points already won may share one.
    chance(position, outcomes, probabilities) -> int
        Write the outcomes of a CHANCE turn, distinct and in ascending order, and their probabilities; return how many. The
        game's first deal is a chance turn too (or several), so that a game's moves tell all that happened in it.
    resample(position, viewer, random)
        Redraw in place what seat `viewer` may not know; `random` is a uint64[1] state (see `next_random`). The hidden part
        is brought into a canonical order first, so that what was hidden cannot leak. What a viewer may do, how the game stands,
        and what it sees stay as they are. Nobody chooses a move before this was done for its seat: `Position.seen_by`.
    freeze(position)
        Let nothing new appear any more, in place, such as a card from a deck: a simple model of chance and of what is hidden, for
        searches that prefer one certain future to many that are drawn. Nothing else changes, legal moves least of all.
    transform(position, symmetry), transform_move(move, symmetry) -> int
        Turn a position (in place) or a move by symmetry number 1 .. `symmetries` - 1; number 0 is the identity.

Sound hints, which may carry proofs; `counterply verify` checks them against plain search
    decided(position) -> int
        An outcome that is certain under best play although the game is not over; else ONGOING. Where the winner has a way to win
        in at most N plies, ``outcome + PLY * N`` says so.
    required(position, moves) -> int
        Write the moves that do not lose (all others certainly do), in ascending order, and return how many. With no such move
        the position is lost for the side to move: return 0. UNKNOWN (-1): nothing can be said.
    best_margin(position, player) -> int
        For games whose objective is the margin: a margin that `player` cannot end above, whatever both do.
    hopeless(position, player) -> bool
        Seat `player` certainly cannot win if the other one plays well: it can be kept from winning for ever.

Heuristic hints, which may not: a node where they cut anything proves no loss and no draw
    candidates(position, moves, scores) -> int
        Write the moves worth searching, and for each how promising it is: the larger its int32 score, the earlier.
    noisy_moves(position, moves) -> int
        Write the moves that must be resolved before a position is evaluated, the most promising one first. Where the game also
        has `required`, those that leave the opponent few answers: the engine then looks for a win by such moves alone.

A function that names a parameter ``setup`` after ``position`` (``transform_move``: after ``move``) gets the game's *setup*: one
read-only record of all that does not change during a game (board, size, variant, tables). Its values are data: choosing other
options compiles nothing.

A *memo* is what is worth remembering beside a position because it is dear to compute and cheap to keep up to date: sums, lists of
threats, pattern tables. It is one record more, of type `memo`, and no part of the position; a search keeps a single one along its
line, and only where something reads it. The hints above and the evaluators get it by naming a parameter ``memo`` after
``position`` and ``setup``; they read it and leave it as it was. A game with a memo gives
    refresh(position, memo)
        Fill the memo from the position alone, whatever it held.
    update(position, memo, move)
        Bring the memo up to date in place; `move` has just been played and `position` is what it led to.
    undo(position, memo, move)
        Take back the last `update`, bit for bit; `position` is still what the move led to.
After any moves the memo is what `refresh` makes of the position, the field ``journal`` aside: there `undo` finds what it needs.
A journal has room for 256 moves (`LONGEST_LINE`); `refresh` begins it anew.

Facts are declared, not guessed: the arguments of `Game`.
"""


# mypy: disable-error-code="empty-body"
# (the contract's functions are chosen by record type; what stands here is their promise)

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Literal

import numpy as np

from counterply.compiling.dispatch import Constant, generic
from counterply.compiling.intrinsics import hash_record
from counterply.core.values import HEURISTIC_LIMIT, ONGOING

Function = Callable[..., Any]
Objective = Literal["outcome", "margin"]
MAX_MOVE = 65_535
UNKNOWN = -1  # what a hint that a game does not give answers
LONGEST_LINE = 256  # moves that a memo may be updated by before one is undone
JOURNAL = "journal"  # the field of a memo that no two ways to a position share

# --- the contract's functions, as kernels and everything else call them


@generic
def turn(position: Any, setup: Any) -> int:
    """Return whose move it is: 0, 1 or CHANCE."""


@generic
def legal_moves(position: Any, setup: Any, moves: np.ndarray) -> int:
    """Write the legal moves into `moves`, ascending; return how many."""


@generic
def play(position: Any, setup: Any, move: int) -> None:
    """Make `move` in place."""


@generic
def outcome(position: Any, setup: Any) -> int:
    """Return ONGOING, FIRST, SECOND or DRAW."""


@generic
def margin(position: Any, setup: Any) -> int:
    """Return the first player's points minus the second's; 0 in games that count none."""


@generic
def key(position: Any, setup: Any) -> int:
    """Return the position's uint64 key."""


@generic
def future_key(position: Any, setup: Any) -> int:
    """Return a uint64 key of all that decides how the margin can still change."""


@generic
def chance(position: Any, setup: Any, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    """Write the outcomes of a chance turn and their probabilities; return how many."""


@generic
def resample(position: Any, setup: Any, viewer: int, random: np.ndarray) -> None:
    """Redraw in place what seat `viewer` may not know."""


@generic
def freeze(position: Any, setup: Any) -> None:
    """Let nothing new appear any more, in place."""


@generic
def transform(position: Any, setup: Any, symmetry: int) -> None:
    """Turn the position in place by symmetry number `symmetry`."""


@generic
def transform_move(position: Any, setup: Any, move: int, symmetry: int) -> int:
    """Return `move` turned by symmetry number `symmetry`; `position` only chooses the game."""


@generic
def decided(position: Any, setup: Any, memo: Any) -> int:
    """Return an outcome that is certain under best play, plus PLY for each ply of the way to it if it is known; else ONGOING."""


@generic
def required(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write the moves that do not lose at once; return how many, or UNKNOWN."""


@generic
def best_margin(position: Any, setup: Any, player: int) -> int:
    """Return a margin that `player` cannot end above."""


@generic
def hopeless(position: Any, setup: Any, player: int) -> bool:
    """Tell whether `player` certainly cannot win if the other one plays well."""


@generic
def candidates(position: Any, setup: Any, memo: Any, moves: np.ndarray, scores: np.ndarray) -> int:
    """Write the moves worth searching and their scores; return how many, or UNKNOWN."""


@generic
def noisy_moves(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write the moves to resolve before evaluating; return how many, or UNKNOWN."""


@generic
def threats(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    """Write the moves that the opponent must answer; return how many, or UNKNOWN."""


@generic
def refresh(position: Any, setup: Any, memo: Any) -> None:
    """Fill `memo` from the position, in place."""


@generic
def update(position: Any, setup: Any, memo: Any, move: int) -> None:
    """Bring `memo` up to date in place, after `move` has led to `position`."""


@generic
def undo(position: Any, setup: Any, memo: Any, move: int) -> None:
    """Take back the last `update`, in place."""


def _turn_field(position: Any, setup: Any) -> int:
    return position["turn"]  # type: ignore[no-any-return]


def _record_key(position: Any, setup: Any) -> int:
    return hash_record(position)


def _same_as_key(position: Any, setup: Any) -> int:
    return key(position, setup)  # type: ignore[no-any-return]


def _same_move(position: Any, setup: Any, move: int, symmetry: int) -> int:
    return move


# name: the generic, and what stands in where a game does not give it


CONTRACT: dict[str, tuple[Function, Function | None]] = {
    "legal_moves": (legal_moves, None),
    "play": (play, None),
    "outcome": (outcome, None),
    "turn": (turn, _turn_field),
    "margin": (margin, Constant(0)),
    "key": (key, _record_key),
    "future_key": (future_key, _same_as_key),
    "chance": (chance, Constant(0)),
    "resample": (resample, Constant(None)),
    "freeze": (freeze, Constant(None)),
    "transform": (transform, Constant(None)),
    "transform_move": (transform_move, _same_move),
    "decided": (decided, Constant(ONGOING)),
    "required": (required, Constant(UNKNOWN)),
    "best_margin": (best_margin, Constant(HEURISTIC_LIMIT)),
    "hopeless": (hopeless, Constant(False)),
    "candidates": (candidates, Constant(UNKNOWN)),
    "noisy_moves": (noisy_moves, Constant(UNKNOWN)),
    "threats": (threats, Constant(UNKNOWN)),
    "refresh": (refresh, Constant(None)),
    "update": (update, Constant(None)),
    "undo": (undo, Constant(None)),
}

KEEPERS = ("refresh", "update", "undo")  # the functions that write a memo
MEMO_NAMES = ("decided", "required", "candidates", "noisy_moves", "threats", *KEEPERS)  # those that may ask for one


def takes_setup(function: Function) -> bool:
    """Tell whether a game's function asks for the setup."""
    return "setup" in inspect.signature(function).parameters


def takes_memo(function: Function) -> bool:
    """Tell whether a game's function or an evaluator asks for the memo."""
    return "memo" in inspect.signature(function).parameters


def places_of(function: Function, name: str) -> tuple[int, ...]:
    """Return which arguments of the contract's function `name` a game's own one takes, by their places."""
    left_out = {"setup", "memo"} - inspect.signature(function).parameters.keys()
    if name == "transform_move":  # its first argument is a move
        left_out.add("position")
    every = CONTRACT[name][0].registry.parameters  # type: ignore[attr-defined]
    return tuple(place for place, parameter in enumerate(every) if parameter not in left_out)
