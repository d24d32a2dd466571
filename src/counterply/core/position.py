"""Positions as Python sees them: a thin view of one record. Those of games in plain Python have the same surface (`plain_game`)."""

from __future__ import annotations

import contextlib
import difflib
from abc import ABC, abstractmethod
from collections.abc import Iterable
from numbers import Integral
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np

from counterply.compiling.intrinsics import copy_record
from counterply.core.aliases import Field, Move, Outcome, Ply, Record, Seat
from counterply.core.errors import GameError
from counterply.core.rule_queries import advance, chances, key_of, redraw, survey, turned
from counterply.core.values import CHANCE, DRAW, ONGOING

if TYPE_CHECKING:
    from counterply.core.game import Game

SEED_FACTOR = 0xD1342543DE82EF95  # keeps seeds and plies apart; Steele and Vigna 2022, 64 bits
SIGNS = "+#!?*"  # after a move: what it does, or how good it is
SHOWN_MOVES = 40  # legal moves that an error lists
Winner = Literal["first", "second", "draw"]
WINNERS: tuple[Winner | None, ...] = (None, "first", "second", "draw")  # by outcome
Mover = Literal["first", "second", "chance"]
MOVERS: tuple[Mover, ...] = ("first", "second", "chance")  # by turn


class AnyPosition(ABC):
    """Base of `Position` and `PlainPosition`. Neither is ever changed: `play` and `after` return a new one.

    Each answer is one of the rules as they are: `game.watch` raises `GameError` once they have changed.

    Attributes
    ----------
    game : the `Game` or `PlainGame`
    record : the NumPy record, or the plain object
    origin : the position that the game began with, as far as it is known
    history : the moves from there to here
    """

    __slots__ = ("game", "history", "origin", "record")
    game: Any
    record: Any
    origin: Any
    history: tuple[Any, ...]

    @property
    @abstractmethod
    def turn(self) -> Seat:
        """Whose move it is: 0, 1 or CHANCE."""

    @property
    @abstractmethod
    def ply(self) -> Ply:
        """How many moves have been made in the game."""

    @abstractmethod
    def moves(self) -> list[Any]:
        """Return the legal moves; none when the game is over."""

    @abstractmethod
    def chances(self) -> list[tuple[Any, float]]:
        """Return the outcomes of a chance turn with their probabilities; none on a player's turn."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """Return ONGOING, FIRST, SECOND or DRAW."""

    @abstractmethod
    def margin(self) -> int:
        """Return the first player's points minus the second's; 0 in games that count none."""

    @abstractmethod
    def key(self) -> int:
        """Return a 64-bit key: equal for equal positions."""

    @abstractmethod
    def canonical_key(self) -> int:
        """Return a key that is equal for positions that are the same up to symmetry."""

    @abstractmethod
    def seen_by(self, seat: Seat, seed: int) -> AnyPosition:
        """Return the position as `seat` knows it: what is hidden is redrawn, by `seed` and the number of moves made."""

    @abstractmethod
    def after(self, move: Any) -> Self:
        """Return the position after a legal `move`. Legality is not checked; `play` does."""

    @abstractmethod
    def move_text(self, move: Any) -> str:
        """Return a legal move as text."""

    def __getitem__(self, field: str) -> Field:
        """Return a field of the record, as the rules spell it: ``position["turn"]``."""
        raise GameError(f"{self.game.name} is a game in plain Python, without fields: its own object is position.record")

    @property
    def mover(self) -> Mover:
        """Whose move it is, in the words of `winner`: 'first' or 'second', or 'chance'."""
        return MOVERS[self.turn]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome() != ONGOING

    @property
    def winner(self) -> Winner | None:
        """The winner: 'first' or 'second', or 'draw'; None while the game goes on."""
        return WINNERS[self.outcome()]

    @property
    def reason(self) -> str:
        """Why the game has ended; '' while it goes on."""
        return str(self.game.reason(self)) if self.over else ""

    def require_ongoing(self, why: str = "") -> None:
        """Raise `GameError` unless a player is on move; `why` is added where chance is."""
        if self.over:
            raise GameError(f"the game is over: {self.winner}, {self.reason}")
        if self.turn == CHANCE:
            texts = [self.move_text(outcome) for outcome, _ in self.chances()]
            played = self.origin.line_text(self.history)
            raise GameError(
                f'chance is to move: say what it brings, such as "{" ".join(["moves", *played, texts[0]])}" (to {texts[-1]}){why}'
            )

    def play(self, *moves: Any) -> Self:
        """Return the position after `moves`, each a legal move's text or its code.

        Raises
        ------
        GameError
            for a move that is not legal: which, at which ply, and the legal ones

        Examples
        --------
        >>> import counterply as cp
        >>> position = cp.game("tic_tac_toe").start().play("1,1", 0)
        >>> print(position)
        O . .
        . X .
        . . .
        """
        position = self
        for move in moves:
            position = position.after(legal_move(position, move))
        return position

    def play_text(self, words: Iterable[str]) -> Self:
        """Return the position after the moves that `words` name; raises `GameError` for an illegal one."""
        return self.play(*words)

    def parse_move(self, text: str) -> Any:
        """Return the legal move, or chance outcome, that `text` names, whatever signs of check or praise are added or left out.

        Raises
        ------
        GameError
            with what was legal
        """
        possible, by_text = possible_moves(self), {}
        for said in dict.fromkeys((self.long_text, self.move_text)):
            by_text = {said(move): move for move in possible}
            if text in by_text:
                return by_text[text]
        bare = [move for known, move in by_text.items() if known.rstrip(SIGNS) == text.rstrip(SIGNS)]
        if len(bare) == 1:
            return bare[0]
        raise illegal(self, text, list(by_text))

    def long_text(self, move: Any) -> str:
        """Return a legal move as protocols between programs write it; a game may say more shortly what people write."""
        return self.move_text(move)

    def line_text(self, moves: Iterable[Any], long: bool = False) -> list[str]:
        """Return a line of play from here as texts; `long`: as protocols between programs write them."""
        texts, position = [], self
        for move in moves:
            texts.append(position.long_text(move) if long else position.move_text(move))
            position = position.after(move)
        return texts

    def __repr__(self) -> str:
        played = " ".join(self.origin.line_text(self.history)) if self.origin is not self else ""
        return f"<{self.game.name} position{' after ' + played if played else ''}>\n{self}"

    def svg(self) -> str:
        """Return the picture of the position as SVG; a notebook shows it."""
        from counterply.core.svg import position_svg

        self.game.watch()
        return position_svg(self)

    _repr_svg_ = svg


class Position(AnyPosition):
    """A position of a compiled game: one record that also knows its game and the moves so far.

    Two positions are equal where their records are, by the same rules and set-up; the moves that led there do not count.

    Attributes
    ----------
    game : its `Game`
    record : the NumPy record; not to be changed
    origin : the position that `history` begins at
    history : the moves from there, as codes
    past : what `passed` returns, once it is known
    """

    __slots__ = ("_facts", "_moves", "past", "plies_before")
    game: Game
    record: Record
    origin: Position
    history: tuple[Move, ...]

    def __init__(self, game: Game, record: Record, origin: Position | None = None, history: tuple[Move, ...] = ()) -> None:
        self.game = game
        self.record = record
        self.origin = self if origin is None else origin
        self.history = history
        self.plies_before: int = 0 if origin is None else origin.plies_before
        self._facts: np.ndarray | None = None
        self._moves: np.ndarray | None = None
        self.past: tuple[int, ...] = ()

    def _survey(self) -> np.ndarray:
        self.game.watch()
        if self._facts is None:
            self._moves = np.empty(self.game.max_moves, np.int32)
            self._facts = np.empty(4, np.int64)
            survey(self.record, self.setup, self._moves, self._facts)
            self._end_if_repeated()
        return self._facts

    def _end_if_repeated(self) -> None:
        """Write a draw into the facts, in place, if this position has stood as often as the rules allow."""
        if self._facts is not None and self._facts[1] == ONGOING and self.repeated:
            self._facts[1:3] = DRAW, 0

    def passed(self) -> tuple[int, ...]:
        """Return the keys of the positions since the last move that cannot be taken back, this one's last; for `Repetition`."""
        if not self.past:
            position = self.origin
            for move in self.history if position is not self else ():
                position = position.after(move)
            self.past = position.past or (self.key(),)
        return self.past

    @property
    def repeated(self) -> bool:
        """Whether the game is drawn because this position has stood so often."""
        rule = self.game.repetition
        return rule is not None and rule.times > 0 and self.passed().count(self.passed()[-1]) >= rule.times

    @property
    def setup(self) -> Record:
        """The data that stay the same during the game: the record that its functions get beside the position's."""
        return self.game.setup[0]  # type: ignore[no-any-return]

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the record, so that a function of records takes a position too, as an evaluator in plain Python does."""
        return self.record.dtype

    def __getitem__(self, field: str) -> Field:
        try:
            return self.record[field]  # type: ignore[no-any-return]
        except ValueError:
            known = ", ".join(name for name in self.record.dtype.names or () if not name.startswith("is_"))
            raise GameError(f"{self.game.name} has no field {field!r}; fields: {known}") from None

    @property
    def turn(self) -> Seat:
        """Whose move it is: 0, 1 or CHANCE."""
        return int(self._survey()[0])

    @property
    def ply(self) -> Ply:
        """How many moves have been made in the game."""
        return self.plies_before + len(self.history)

    def moves(self) -> list[Move]:
        """Return the legal moves in ascending order; none when the game is over."""
        count = int(self._survey()[2])
        assert self._moves is not None
        return self._moves[:count].tolist()  # type: ignore[no-any-return]

    def chances(self) -> list[tuple[Move, float]]:
        """Return the outcomes of a chance turn, ascending, with their probabilities; none on a player's turn."""
        if self.turn != CHANCE or self.outcome() != ONGOING:
            return []
        outcomes, probabilities = np.empty(self.game.max_moves, np.int32), np.empty(self.game.max_moves)
        count = chances(self.record, self.setup, outcomes, probabilities)
        return list(zip(outcomes[:count].tolist(), probabilities[:count].tolist(), strict=True))

    def outcome(self) -> Outcome:
        """Return ONGOING, FIRST, SECOND or DRAW."""
        return int(self._survey()[1])

    def margin(self) -> int:
        """Return the first player's points minus the second's; 0 in games that count none."""
        return int(self._survey()[3])

    def key(self) -> int:
        """Return the position's 64-bit key."""
        self.game.watch()
        return int(key_of(self.record, self.setup))

    def canonical_key(self) -> int:
        """Return the smallest key of the position's symmetric images: equal for positions that are the same up to symmetry."""
        keys = [self.key()]
        for symmetry in range(1, self.game.symmetries):
            image = self.copy_record()
            turned(image, self.setup, symmetry)
            keys.append(int(key_of(image, self.setup)))
        return min(keys)

    def copy_record(self) -> Record:
        """Return a fresh copy of the record."""
        copy = np.zeros(1, self.game.record)
        copy[0] = self.record
        return copy[0]  # type: ignore[no-any-return]

    def after(self, move: Move) -> Position:
        """Return the position after a legal `move`. Legality is not checked; `play_text` does."""
        self.game.watch()
        record = self.copy_record()
        moves, facts = np.empty(self.game.max_moves, np.int32), np.empty(4, np.int64)
        advance(record, self.setup, int(move), moves, facts)
        made = Position(self.game, record, self.origin, (*self.history, int(move)))
        made._moves, made._facts = moves, facts
        if self.game.repetition is not None:
            quiet = int(record["quiet"])
            made.past = (*self.passed()[-quiet:], made.key()) if quiet else (made.key(),)
            made._end_if_repeated()
        return made

    def seen_by(self, seat: Seat, seed: int) -> Position:
        """Return the position as `seat` knows it: hidden parts are redrawn, and the moves that led here are left out.

        The redraw depends on `seed` and the number of moves made, and on nothing hidden. Where nothing is hidden, it is `self`.
        """
        self.game.watch()
        if not self.game.hidden:
            return self
        record = self.copy_record()
        random = np.array([(seed * SEED_FACTOR + self.ply) % 2**64], np.uint64)
        redraw(record, self.setup, seat, random, False)
        seen = Position(self.game, record)
        seen.plies_before = self.ply
        return seen

    def move_text(self, move: Move) -> str:
        """Return a legal move as text."""
        self.game.watch()
        return self.game.move_text(self, move)

    def long_text(self, move: Move) -> str:
        """Return a legal move as protocols between programs write it."""
        self.game.watch()
        return self.game.long_text(self, move)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self.game is other.game or (
            self.game.record == other.game.record and self.game.setup.tobytes() == other.game.setup.tobytes()
        )
        return same and all(np.array_equal(self.record[name], other.record[name]) for name in self.game.record.names or ())

    def __hash__(self) -> int:
        return hash((self.game.fingerprint, self.game.setup_hash, int(key_of(self.record, self.setup))))

    def __reduce__(self) -> tuple[Any, ...]:
        records = self.origin.record.tobytes(), self.record.tobytes()
        return _unpickle, (self.game, *records, self.history, self.plies_before)

    def __str__(self) -> str:
        self.game.watch()
        return self.game.diagram(self)


def _unpickle(game: Game, origin: bytes, record: bytes, history: tuple[int, ...], plies_before: int) -> Position:
    """Return the position that was pickled."""
    first = Position(game, np.frombuffer(bytearray(origin), game.record)[0])
    first.plies_before = plies_before
    return first if not history else Position(game, np.frombuffer(bytearray(record), game.record)[0], first, history)


def position_with(game: Game, record: Record, history: tuple[int, ...] = ()) -> Position:
    """Return a position of `game` with a copy of `record`, which may be that of a game with other rules and the same layout."""
    own = game.empty()
    copy_record(own, record)
    return Position(game, own, history=history)


def roll_chance(position: AnyPosition, random: Random) -> Any:
    """Return an outcome of a chance turn, drawn by `random` with its probability."""
    outcomes = position.chances()
    if not outcomes:
        raise GameError(f"{position.game.name}: turn says CHANCE, but chance() gives no outcome")
    return random.choices(*zip(*outcomes, strict=True))[0]


def searched_moves(position: AnyPosition) -> list[Any]:
    """Return the moves of a position that is to be searched; raises `GameError` where the game is over."""
    moves = position.moves()
    if not moves:
        raise GameError("there is nothing to search: the game is over")
    return moves


def possible_moves(position: AnyPosition) -> list[Any]:
    """Return the legal moves, or the outcomes of chance."""
    return position.moves() or [outcome for outcome, _ in position.chances()]


def legal_move(position: AnyPosition, move: Any) -> Any:
    """Return the legal move, or chance outcome, that `move` is or names; raises `GameError` with what was legal."""
    possible = possible_moves(position)
    with contextlib.suppress(ValueError, TypeError):
        found = possible[possible.index(move)]
        if (isinstance(move, Integral) and not isinstance(move, bool)) or not isinstance(found, int):  # 1.0 and True equal 1
            return found
    if isinstance(move, str):
        return position.parse_move(move)
    raise illegal(position, move, [position.move_text(legal) for legal in possible])


def illegal(position: AnyPosition, move: Any, legal: list[str]) -> GameError:
    """Return the error of a move that is not among the `legal` ones."""
    what = f"illegal move {move!r} at ply {position.ply + 1}"
    if position.over:
        return GameError(f"{what}: the game is over ({position.winner}, {position.reason})")
    some = " ".join(legal[:SHOWN_MOVES]) + (" ..." if len(legal) > SHOWN_MOVES else "")
    near = difflib.get_close_matches(str(move), legal, n=1)
    hint = f" (did you mean {near[0]!r}?)" if near else ""
    return GameError(f"{what}{hint}; legal: {some}")


def moves_text(position: AnyPosition) -> str:
    """Return the moves that lead to a position from the start of its game, as every command reads them.

    A position that was read from a diagram is a start of its own.
    """
    return " ".join(["moves", *position.origin.line_text(position.history)])
