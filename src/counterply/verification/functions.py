"""A game's functions, each compiled on its own, and called one at a time with checks of the memory that they must not touch."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import numba
import numpy as np
from numba import types

from counterply.compiling.definitions import as_written
from counterply.compiling.diagnosis import explain, place_of, prints, usual_mistakes
from counterply.compiling.intrinsics import bytes_of, copy_record
from counterply.compiling.kernels import PLAIN, compiler
from counterply.compiling.numba import errors
from counterply.core.aliases import Move, Record
from counterply.core.contract import (
    CONTRACT,
    JOURNAL,
    MAX_MOVE,
    MEMO,
    MOST_VALUES,
    NO_HORIZON,
    NOISY,
    SETUP,
    SHARP,
    UNKNOWN,
    Kind,
    Promise,
    takes,
)
from counterply.core.game import Game
from counterply.core.position import Position
from counterply.core.values import CHANCE, DRAW, FIRST, ONGOING, SECOND
from counterply.usercode.loading import is_file
from counterply.verification.checked_records import FieldError, WatchedRecord
from counterply.verification.copies import Copies, reached_from
from counterply.verification.findings import BrokenError, Finding, TooManyError, changed_fields, error_line, short
from counterply.verification.time_limit import EndlessError, Watch

ASKED = {  # the values of each option that a function is asked for, the usual one first
    "depth": (NO_HORIZON, 1, 2, 4, 8),
    "reach": (NOISY, SHARP),
    "frozen": (0, 1),
    "future": (0, 1),
}
SHOWING = ("cell", "drawing", "touches", "points")  # a game's functions for people, beside those of its text
GUARD = 64  # entries behind the largest number of moves
GARBAGE_BYTE = 0xA5  # of memory before a function writes into it
GARBAGE = (-77_777, 55_555)  # values of arrays before a function writes into them
HINTED_LISTS = tuple(name for name, row in CONTRACT.items() if row.lists_moves and row.kind != Kind.RULE)
ARRAYS = {  # Numba types of parameters; all others are int64
    "moves": types.int32[::1],
    "scores": types.int32[::1],
    "outcomes": types.int32[::1],
    "probabilities": types.float64[::1],
    "random": types.uint64[::1],
}


def check_functions(game: Game) -> list[Finding]:
    """Return the errors in the source of a game's functions and evaluators, before any of it is run or compiled."""
    findings = []
    for name, function in game.functions.items():
        source = as_written(function)
        wrong = _wrong_signature(name, source, game.rows[name].expects(source))
        fields = usual_mistakes(source, game.record.names or ())
        findings += [Finding(f"{name} can be compiled", "", mistake) for mistake in ([wrong] if wrong else fields)]
    named = [*game.functions.items(), *((f"evaluator {e.name}", e.code) for e in game.evaluators if not e.plain)]
    seen = set()
    for name, function in named:
        for mistake in map(prints, reached_from(function)):
            if mistake and mistake not in seen:
                seen.add(mistake)
                findings.append(Finding(f"{name} prints nothing", "", mistake))
    return findings


def functions_left_out(game: Game) -> list[str]:
    """Return the functions of the contract that stand beside `play` in a game's file, and that the game does not use.

    None of a game that a program has made: others may stand there.
    """
    if not is_file(game.source):
        return []
    beside = as_written(game.functions["play"]).__globals__
    given = [*game.functions.values(), *(evaluator.code for evaluator in game.evaluators), game._start]
    used = {id(helper) for function in given if function is not None for helper in reached_from(function)}
    found = []
    for name in CONTRACT.keys() - game.functions.keys():
        function = as_written(beside.get(name))
        if inspect.isfunction(function) and function.__globals__ is beside and id(function) not in used:
            found.append(name)
    return sorted(found)


def compile_functions(game: Game) -> tuple[list[Finding], dict[str, Callable[..., Any]]]:
    """Compile each of a game's functions on its own; return their errors, and the compiled ones."""
    record, setup, memo = (numba.from_dtype(kind) for kind in (game.record, game.setup.dtype, game.memo))
    kinds = {"position": record, "setup": setup, "memo": memo, **ARRAYS}
    findings, compiled = [], {}
    for name, function in game.functions.items():
        source = as_written(function)
        if PLAIN:
            compiled[name] = source
            continue
        made = compiler().dispatcher(source, python=True)
        row = game.rows[name]
        signature = tuple(kinds.get(parameter, types.int64) for parameter in row.expects(source))
        try:
            with (
                compiler().quick_compiling(),
                warnings.catch_warnings(action="ignore", category=errors.NumbaTypeSafetyWarning),
            ):
                made.compile(signature)  # an error says it in plain words
        except Exception as error:  # Numba also lets its own KeyError and AttributeError through
            findings.append(Finding(f"{name} can be compiled", "", explain(error, source)))
            continue
        wrong = _wrong_return(row, made.overloads[signature].signature.return_type)
        if wrong:
            findings.append(Finding(_returns(row), "", f"{place_of(source)}: {wrong}"))
        compiled[name] = made
    return findings, compiled


def _returns(row: Promise) -> str:
    """Return the promise about a function's return value."""
    what = "nothing" if row.returns_nothing else "two integers" if row.returns_pair else "an integer"
    return f"{row.name} returns {what}"


def _wrong_signature(name: str, function: Callable[..., Any], expected: tuple[str, ...]) -> str:
    """Return the error in a function's parameters, or ''."""
    given = tuple(inspect.signature(function).parameters)
    misplaced = any(one != other and one in ("setup", "memo") for one, other in zip(given, expected, strict=False))
    if len(given) == len(expected) and not misplaced:
        return ""
    return f"{place_of(function)}: {name} takes ({', '.join(expected)}), not ({', '.join(given)})"


def _answer(row: Promise) -> str:
    """Return the required return type of a function, in words."""
    if row.returns_pair:
        return "the outcome and how many moves it wrote into `moves`"
    return "how many moves it wrote into `moves`" if row.lists_moves else "an integer"


def _wrong_return(row: Promise, kind: types.Type) -> str:
    """Return the error in a compiled function's return type, or ''."""
    name = row.name
    if row.returns_nothing:
        return "" if kind == types.none else f"{name} changes the position in place and returns nothing, but it returns {kind}"
    parts = tuple(kind) if row.returns_pair and isinstance(kind, types.BaseTuple) and len(kind) == 2 else (kind,)
    whole = [isinstance(part, types.Integer | types.Boolean | types.IntegerLiteral) for part in parts]
    if all(whole) and len(parts) == 1 + row.returns_pair:
        return ""
    what = _answer(row)
    if kind == types.none:
        return f"{name} returns nothing (None); it must return {what}"
    if isinstance(kind, types.Optional):
        return f"{name} returns nothing (None) on some of its ways; it must always return {what}"
    if isinstance(kind, types.BaseTuple):
        return f"{name} returns {len(kind)} values; it must return {what}"
    if isinstance(kind, types.Container | types.Array):
        return f"{name} returns a list or array; it must return {what}"
    if isinstance(kind, types.Integer | types.Boolean | types.IntegerLiteral):
        return f"{name} returns one integer; it must return {what}"
    return f"{name} returns {kind}; it must return {what}"


def _wrong_answer(row: Promise, answer: object) -> str:
    """Return the error in a plain function's return value, or ''."""
    name = row.name
    if row.returns_nothing:
        wrong = answer is not None
        return f"{name} changes the position in place and returns nothing, but it returned {short(answer)}" if wrong else ""
    pair = row.returns_pair
    parts = answer if pair and isinstance(answer, tuple) else (answer,)
    if len(parts) == 1 + pair and all(isinstance(part, (int, np.integer, np.bool_)) for part in parts):
        return ""
    said = "nothing (None)" if answer is None else f"{short(answer)} ({type(answer).__name__})"
    return f"{name} returned {said}; it must return {_answer(row)}"


class CheckedRules:
    """A game's functions, called one at a time; each call is checked for writes to memory that it must not touch.

    Parameters
    ----------
    functions : by name, compiled; None are plain copies, which write nothing that is not there
    watch : is told of each call
    """

    def __init__(
        self,
        game: Game,
        functions: dict[str, Callable[..., Any]] | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.plain = functions is None
        self.copies = Copies()
        if functions is None:
            functions = {name: self.copies.of(function) for name, function in game.functions.items()}
        self.watch = Watch() if watch is None else watch
        self.game = game
        self.functions = functions
        self.setup = game.setup[0]
        self.rows = game.rows
        self.with_setup = {name: takes(function, SETUP) for name, function in functions.items()}
        self.with_memo = {name: self.rows[name].may_ask_for_memo and takes(f, MEMO) for name, f in functions.items()}
        self.options = {n: [option for option in self.rows[n].options if takes(f, option)] for n, f in functions.items()}
        self.memo = np.zeros(1, game.memo)[0]
        self._remembered = b""  # the position whose memo that is

    def call(self, name: str, record: Record, *rest: object, **asked: int) -> Any:
        """Call a function of the game itself; a hint that asks for a memo gets the position's.

        `asked` are values of the options that it may take; others are the usual ones.
        """
        rest = (*(asked.get(option, ASKED[option][0]) for option in self.options[name]), *rest)
        if self.with_memo[name]:
            if self._remembered != record.tobytes():
                self.quietly("refresh", record, self.memo)
                self._remembered = record.tobytes()
            rest = (self.memo, *rest)
            before = self.memo.copy()
        first = WatchedRecord(record) if self.plain else record
        arguments = (first, self.setup, *rest) if self.with_setup[name] else (first, *rest)
        try:
            self.watch(True, name)
            answer = self.functions[name](*arguments)
        except FieldError as error:
            raise BrokenError(f"{name} writes what the fields can hold", error_line(error)) from error
        except EndlessError as error:
            raise BrokenError(f"{name} comes to an end", error_line(error)) from error
        except Exception as error:
            raise BrokenError(f"{name} runs through", error_line(error)) from error
        finally:
            self.watch(False)
        if self.plain and (wrong := _wrong_answer(self.rows[name], answer)):
            raise BrokenError(_returns(self.rows[name]), f"{place_of(self.functions[name])}: {wrong}")
        if self.with_memo[name] and (wrong := self.differing(self.memo, before)):
            raise BrokenError(f"{name} does not change the memo", f"changed {wrong}")
        return answer

    def new_memo(self, record: Record) -> Record:
        """Return a new memo of a position, made in memory that held something else."""
        memo = np.zeros(1, self.game.memo)
        memo.view(np.uint8)[:] = GARBAGE_BYTE
        self.quietly("refresh", record, memo[0])
        return memo[0]  # type: ignore[no-any-return]

    def quietly(self, name: str, record: Record, *rest: object, **asked: int) -> Any:
        """Call a function that must not change the position."""
        before = record.tobytes()
        answer = self.call(name, record, *rest, **asked)
        if record.tobytes() != before:
            raise BrokenError(f"{name} does not change the position", f"changed {changed_fields(self.game, before, record)}")
        return answer

    def differing(self, memo: Record, other: Record) -> str:
        """Return the fields in which two memos differ, the journal aside."""
        names = [name for name in self.game.memo.names or () if name != JOURNAL]
        return ", ".join(name for name in names if memo[name].tobytes() != other[name].tobytes())

    def list_moves(
        self, name: str, record: Record, garbage: int, most: int | None = None, **asked: int
    ) -> tuple[list[int], list[int]] | None:
        """Return the moves that a function writes, and the scores beside them; None where a hint answers UNKNOWN."""
        size, room = most or self.game.max_moves, MAX_MOVE + 1 + GUARD
        moves, scores = np.full(room, garbage, np.int32), np.full(room, garbage, np.int32)
        try:
            arrays = (moves[:size], scores[:size]) if name == "candidates" else (moves[:size],)
            count = self.quietly(name, record, *arrays, **asked)
            if self.rows[name].returns_pair:
                count = count[1]
        except BrokenError as broken:
            if isinstance(broken.__cause__, IndexError) and most is None:
                wider = self.list_moves(name, record, garbage, MAX_MOVE + 1, **asked)  # raises again where that is not the reason
                if wider is not None and len(set(wider[0])) < len(wider[0]):
                    raise BrokenError(f"{name} names each move once", f"it names {short(wider[0])}") from None
                if wider is not None and len(wider[0]) > size:
                    raise TooManyError(name, len(wider[0]), size) from None
            raise
        beyond = np.flatnonzero((moves[size:] != garbage) | (scores[size:] != garbage))
        if len(beyond) or count > size:
            raise TooManyError(name, max(int(count), size + 1 + int(beyond[-1]) if len(beyond) else 0), size)
        count = int(count)
        if count == UNKNOWN and CONTRACT[name].kind != Kind.RULE:
            return None
        if count < 0:
            raise BrokenError(f"{name} returns how many moves it wrote", f"it returns {count}")
        return moves[:count].tolist(), scores[:count].tolist() if name == "candidates" else []

    def start(self) -> Position:
        """Return the start position."""
        self.watch(True, "start")
        try:
            if not self.plain or self.game._start is None:
                return self.game.start()
            record = self.game.empty()
            begin = self.copies.of(self.game._start)
            begin(WatchedRecord(record), *((self.setup,) if takes(begin, SETUP) else ()))
            return Position(self.game, record)
        finally:
            self.watch(False)

    def attend(self, game: Game) -> Game:
        """Return a copy of a game, whose functions for people tell of their calls too."""
        made = copy(game)
        told = {name: function for name, function in vars(game.text).items() if callable(function)}
        written: dict[str, Any] = {name: self._attended(name, function) for name, function in told.items()}
        made.text = replace(game.text, **written)
        for name in SHOWING:
            if (function := getattr(game, name)) is not None:
                setattr(made, name, self._attended(name, function))
        return made

    def _attended(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def attended(*args: object, **given: object) -> object:
            self.watch(True, name)
            try:
                return function(*args, **given)
            finally:
                self.watch(False)

        return attended

    def turn(self, record: Record) -> int:
        """Return whose move it is."""
        return int(self.quietly("turn", record)) if "turn" in self.functions else int(record["turn"])

    def outcome(self, record: Record) -> int:
        """Return how the game stands."""
        if "outcome" in self.functions:
            if self.rows["outcome"].returns_pair:
                return int(self.quietly("outcome", record, np.empty(MAX_MOVE + 1, np.int32))[0])
            return int(self.quietly("outcome", record))
        mover = self.turn(record)
        return ONGOING if mover == CHANCE or self.legal_moves(record) else SECOND if mover == 0 else FIRST

    def margin(self, record: Record) -> int:
        """Return the first player's points minus the second's."""
        return int(self.quietly("margin", record)) if "margin" in self.functions else 0

    def cells(self, record: Record) -> list[int]:
        """Return the game's number for each cell of the board; raises `BrokenError` where that is too large a number."""
        rows, columns = self.game.board or (0, 0)
        found = [int(self.quietly("cells", record, cell)) for cell in range(rows * columns)]
        for cell, number in enumerate(found):
            if not 0 <= number < MOST_VALUES:
                raise BrokenError(f"cells answers 0 to {MOST_VALUES - 1}", f"it says {number} stands on cell {cell}")
        return found

    def legal_moves(self, record: Record, garbage: int = GARBAGE[0], most: int | None = None) -> list[int]:
        """Return the legal moves; `most` stands for `max_moves`."""
        if self.game.codes is not None:
            return [move for move in range(self.game.codes) if self.quietly("legal_moves", record, move)]
        listed = self.list_moves("legal_moves" if "legal_moves" in self.functions else "outcome", record, garbage, most)
        assert listed is not None
        return listed[0]

    def facts(self, record: Record, garbage: int = GARBAGE[0]) -> dict[str, Any]:
        """Return all that the game says about a position, by the name of the function that says it."""
        facts: dict[str, Any] = {"turn": self.turn(record), "outcome": self.outcome(record)}
        for name in ("margin", "key", "decided"):
            if name in self.functions:
                facts[name] = int(self.quietly(name, record))
        if self.game.asks("key", "future"):
            facts["future"] = int(self.quietly("key", record, future=1))
        if "cells" in self.functions:
            facts["cells"] = self.cells(record)
        if facts["outcome"] not in (ONGOING, FIRST, SECOND, DRAW):
            raise BrokenError("outcome is ONGOING, FIRST, SECOND or DRAW", f"it is {facts['outcome']}")
        if facts["turn"] not in (0, 1, CHANCE):
            raise BrokenError("turn is 0, 1 or CHANCE", f"it is {facts['turn']}")
        if facts["outcome"] == ONGOING and "best_margin" in self.functions:
            facts["best_margin"] = [int(self.quietly("best_margin", record, player)) for player in (0, 1)]
        if facts["outcome"] == ONGOING and facts["turn"] != CHANCE:
            facts["legal_moves"] = self.legal_moves(record, garbage), []
            for name in HINTED_LISTS:
                if name in self.functions:
                    facts |= self.hinted(name, record, garbage)
        self._hold_together(record, facts, garbage)
        return facts

    def hinted(self, name: str, record: Record, garbage: int) -> dict[str, Any]:
        """Return the moves that a hint lists, by its name and the value of its option, where that is not the usual one."""
        found = {}
        option = next(iter(self.options[name]), "depth")
        for place, value in enumerate(ASKED[option] if self.options[name] else ASKED[option][:1]):
            if (listed := self.list_moves(name, record, garbage, **{option: value})) is not None:
                found[f"{name} at {option} {value}" if place else name] = listed
        return found

    def _hold_together(self, record: Record, facts: dict[str, Any], garbage: int) -> None:
        """Raise `BrokenError` where `outcome` lists other moves than `legal_moves`."""
        if "legal_moves" in facts and {"legal_moves", "outcome"} <= self.functions.keys() and self.rows["outcome"].lists_moves:
            said, _ = self.list_moves("outcome", record, garbage) or ([], [])
            if said != facts["legal_moves"][0]:
                raise BrokenError(
                    "outcome lists the moves that legal_moves lists", f"{short(said)} instead of {short(facts['legal_moves'][0])}"
                )

    def after_move(self, record: Record, move: Move) -> Record:
        """Return a copy of the record after a move; the memory beside it must stay unchanged."""
        return self.changed_by("play", record, move)

    def changed_by(self, name: str, record: Record, *rest: object, **asked: int) -> Record:
        """Return a copy of the record that a function has changed in place."""
        space = np.zeros(3, self.game.record)
        around = bytes_of(space[0]), bytes_of(space[2])
        for part in around:
            part[:] = GARBAGE_BYTE
        copy_record(space[1], record)
        self.call(name, space[1], *rest, **asked)
        if any((part != GARBAGE_BYTE).any() for part in around):
            raise BrokenError(
                f"{name} writes inside the position only", "it wrote beside it, past the end of one of the arrays in the record"
            )
        return space[1]  # type: ignore[no-any-return]
