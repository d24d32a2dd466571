"""A game: its rules, its facts, its start positions and its notation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.fingerprint import fingerprint, marked
from counterply.compiling.kernels import kernel
from counterply.core.contract import (
    CONTRACT,
    KEEPERS,
    Function,
    Objective,
    adapted,
    chance,
    key,
    legal_moves,
    margin,
    outcome,
    play,
    refresh,
    resample,
    takes_memo,
    takes_setup,
    transform,
    turn,
)
from counterply.core.errors import GameError
from counterply.core.values import ONGOING

if TYPE_CHECKING:
    from counterply.core.drawing import Item
    from counterply.core.evaluator import Evaluator
    from counterply.core.position import Position


def require_whole(name: str, record: np.dtype, functions: dict[str, Function], memo: np.dtype | None, symmetries: int) -> None:
    """Raise `GameError` if a game gives less than what it gives asks for, or a record that Numba cannot hold."""
    if memo is None and any(map(takes_memo, functions.values())):
        raise GameError(f"{name}: a function asks for a memo, but no record type memo=... is given")
    if memo is not None and not functions.keys() >= set(KEEPERS):
        raise GameError(f"{name}: a memo is given, but not all of refresh, update and undo")
    if "turn" not in functions and "turn" not in (record.names or ()):
        raise GameError(f"{name}: the record has no field 'turn', and no function turn(position) is given")
    if symmetries > 1 and not functions.keys() >= {"transform", "transform_move"}:
        raise GameError(f"{name}: {symmetries} symmetries are declared, but transform and transform_move are not both given")
    for field, (kind, *_) in (record.fields or {}).items():
        if kind.shape and kind.base == np.bool_:
            raise GameError(f"{name}: the record's field {field!r} is an array of bool, which Numba cannot hold; take np.uint8")


NO_SETUP = np.zeros(1, np.dtype([("nothing", np.uint64)]))
NO_MEMO = np.dtype([("nothing", np.uint64)])


class Game:
    """A game: its rules, its facts, its start positions and its notation.

    Parameters
    ----------
    name : short and in small letters
    record : the NumPy record type of a position; leave room in it for nothing else than the position
    legal_moves, play, outcome, ... : the contract's functions (see `counterply.core.contract`)
    start : ``start(position)`` or ``start(position, setup)``, plain Python: fills a record of zeros in place
    max_moves : the most legal moves, or chance outcomes, that any position of the game can have
    max_plies : the most plies a game can last, chance turns included, or None where it may go on for ever
    objective : 'outcome', or 'margin' where the number of points won by matters too
    repeats : whether a position can occur twice in a game
    chance, hidden : whether there are dice or cards, and whether a seat does not see everything
        (`chance` is declared by giving the function of that name, `hidden` by giving `resample`)
    deals : whether chance is only where a game begins, before the first player's turn
    symmetries : number of symmetries, the identity included
    cuts : whether `candidates` leaves legal moves out, instead of only ordering them all
    memo : the record type of the game's memo; then `refresh`, `update` and `undo` are given too
    setup : uint8[..] or any record array of length 1, read-only during a game
    options : the option values that made `setup`, for the store and for people
    move_text : ``move_text(position, move) -> str``, without blanks; `position` is a `Position`
    diagram : ``diagram(position) -> str``, what a person wants to see
    read : ``read(text, record, setup)``, fills a record from a diagram in place; raises `GameError`
    translate : ``translate(text, setup) -> list[str] | None``, the moves that a game record in another program's format tells,
        None if the text is no such record; raises `GameError`
    formats : by name, ``write(position, first, second) -> str``: formats that a game's moves can be written in, with the players
    reason : ``reason(position) -> str``, why a finished game ended
    events : ``events(position, move) -> list[str]``, what a move brings about that is worth a line to a person
    board : rows and columns, for heatmaps
    cell : ``cell(position, move) -> (row, column)``, where a move puts its player
    drawing, touches : what a position looks like, and what a person touches to make a move; see `counterply.core.drawing`
    opening_plies : how many random plies open a game in a match
    openings : ``openings() -> list[str]``, balanced openings that come with the game, as texts that `position` reads
    evaluators : the game's evaluators, the best one first
    """

    compiled = True

    def __init__(
        self,
        name: str,
        record: np.dtype,
        *,
        legal_moves: Function,
        play: Function,
        outcome: Function,
        max_moves: int,
        start: Function | None = None,
        max_plies: int | None = None,
        objective: Objective = "outcome",
        repeats: bool = False,
        symmetries: int = 1,
        turn: Function | None = None,
        margin: Function | None = None,
        key: Function | None = None,
        future_key: Function | None = None,
        chance: Function | None = None,
        resample: Function | None = None,
        freeze: Function | None = None,
        transform: Function | None = None,
        transform_move: Function | None = None,
        decided: Function | None = None,
        required: Function | None = None,
        best_margin: Function | None = None,
        hopeless: Function | None = None,
        candidates: Function | None = None,
        noisy_moves: Function | None = None,
        threats: Function | None = None,
        memo: np.dtype | None = None,
        refresh: Function | None = None,
        update: Function | None = None,
        undo: Function | None = None,
        deals: bool = False,
        cuts: bool = False,
        setup: np.ndarray | None = None,
        options: dict[str, Any] | None = None,
        move_text: Callable[[Position, int], str] | None = None,
        diagram: Callable[[Position], str] | None = None,
        read: Callable[[str, Any, Any], None] | None = None,
        translate: Callable[[str, Any], list[str] | None] | None = None,
        formats: Mapping[str, Callable[[Position, str, str], str]] | None = None,
        reason: Callable[[Position], str] | None = None,
        events: Callable[[Position, int], list[str]] | None = None,
        board: tuple[int, int] | None = None,
        cell: Callable[[Position, int], tuple[int, int]] | None = None,
        drawing: Callable[..., list[Item]] | None = None,
        touches: Callable[[Position, int], tuple[str, ...]] | None = None,
        opening_plies: int = 2,
        openings: Callable[[], list[str]] | None = None,
        evaluators: Sequence[Evaluator] = (),
    ) -> None:
        arguments = locals()
        self.name = name
        self.functions: dict[str, Function] = {n: arguments[n] for n in CONTRACT if arguments[n] is not None}
        require_whole(name, record, self.functions, memo, symmetries)
        self.fingerprint = fingerprint(*self.functions.values())
        self.record = marked(record, self.fingerprint)
        self.memo = NO_MEMO if memo is None else memo
        self.max_moves = max_moves
        self.max_plies = max_plies
        self.objective: Objective = objective
        self.repeats = repeats
        self.chance = chance is not None
        self.hidden = resample is not None
        self.dice = self.chance and not deals  # chance turns may come at any time
        self.symmetries = symmetries
        self.cuts = cuts
        # from bytes: NumPy's own copies leave what is in a record's padding to chance, and the hash is over all of it
        self.setup = NO_SETUP if setup is None else np.frombuffer(np.asarray(setup).tobytes(), setup.dtype)
        self.setup.flags.writeable = False
        self.setup_hash = int.from_bytes(hashlib.sha256(self.setup.tobytes()).digest()[:8], "little")
        self.options = dict(options or {})
        self.opening_plies = opening_plies
        self._openings = openings
        self.board = board
        self.cell = cell
        self.drawing = drawing
        self.touches = touches
        self.evaluators: list[Evaluator] = list(evaluators)
        self.source: str = name  # how to name this game to another process: a built-in name or a file
        self._start = start
        self._move_text = move_text
        self._diagram = diagram
        self._read = read
        self._translate = translate
        self.formats = dict(formats or {})
        self._reason = reason
        self._events = events
        self._register()

    def _register(self) -> None:
        for name, (function, default) in CONTRACT.items():
            own = self.functions.get(name)
            implementation = default if own is None else adapted(own, name)
            assert implementation is not None
            function.registry.register(self.record, implementation, given=own is not None)  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"Game({self.full_name!r})"

    @property
    def full_name(self) -> str:
        """The name with the options that differ from the defaults, as the command takes them."""
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.options.items())])

    def has(self, name: str) -> bool:
        """Tell whether the game itself gives the contract's function `name`."""
        return name in self.functions

    def empty(self) -> Any:
        """Return a record of zeros."""
        return np.zeros(1, self.record)[0]

    def memo_of(self, position: Position) -> Any:
        """Return a new memo of a position."""
        memo = np.zeros(1, self.memo)[0]
        remember(position.record, self.setup[0], memo)
        return memo

    def start(self) -> Position:
        """Return the start position."""
        from counterply.core.position import Position

        record = self.empty()
        if self._start is not None:
            arguments = (record, self.setup[0]) if takes_setup(self._start) else (record,)
            self._start(*arguments)
        return Position(self, record)

    def position(self, text: str | None = None) -> Position:
        """Return a position from text: None or '' is the start, ``moves A B C`` plays from it, anything else is a diagram.

        A game that reads other programs' records (`translate`) plays their moves from the start as well.

        Raises
        ------
        GameError
            if a move is illegal (which, at which ply, what was legal), or the diagram cannot be read
        """
        from counterply.core.position import Position

        words = (text or "").split()
        if not words or words[0] == "moves":
            return self.start().play_text(words[1:])
        told = self._translate(text or "", self.setup[0]) if self._translate else None
        if told is not None:
            return self.start().play_text(told)
        if self._read is None:
            raise GameError(f'{self.name} reads no diagrams; give the position as "moves A B C", not {text!r}')
        record = self.empty()
        self._read(text or "", record, self.setup[0])
        return Position(self, record)

    def move_text(self, position: Position, move: int) -> str:
        """Return the move as text, without blanks."""
        return self._move_text(position, move) if self._move_text else str(move)

    def diagram(self, position: Position) -> str:
        """Return the position as a person wants to see it."""
        if self._diagram:
            return self._diagram(position)
        names = (self.record.names or ())[:-1]  # the mark is the last
        return "\n".join(f"{n}: {position.record[n]}" for n in names)

    def openings(self) -> list[str]:
        """Return the balanced openings that come with the game, as texts that `position` reads; most games have none."""
        return self._openings() if self._openings else []

    def reason(self, position: Position) -> str:
        """Return why a finished game ended."""
        return self._reason(position) if self._reason else "the rules"

    def events(self, position: Position, move: int) -> list[str]:
        """Return what a legal move brings about that is worth a line, such as a capture; most games have nothing to tell."""
        return self._events(position, move) if self._events else []


@kernel
def survey(position: Any, setup: Any, moves: np.ndarray, facts: np.ndarray) -> None:
    """Write the legal moves into `moves`, and into `facts` in place: turn, outcome, number of moves, margin.

    Parameters
    ----------
    moves : int32[M]
    facts : int64[4]
    """
    facts[0] = turn(position, setup)
    result = outcome(position, setup)
    facts[1] = result
    facts[2] = legal_moves(position, setup, moves) if result == ONGOING and facts[0] < 2 else 0
    facts[3] = margin(position, setup)


@kernel
def advance(position: Any, setup: Any, move: int, moves: np.ndarray, facts: np.ndarray) -> None:
    """Play `move` in place, then `survey` the position."""
    play(position, setup, move)
    survey(position, setup, moves, facts)


@kernel
def chances(position: Any, setup: Any, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    """Write the outcomes of a chance turn and their probabilities; see `chance`."""
    return chance(position, setup, outcomes, probabilities)  # type: ignore[no-any-return]


@kernel
def redraw(position: Any, setup: Any, viewer: int, random: np.ndarray) -> None:
    """Redraw in place what seat `viewer` may not know; see `resample`."""
    resample(position, setup, viewer, random)


@kernel
def key_of(position: Any, setup: Any) -> int:
    """Return the position's key; see `key`."""
    return np.uint64(key(position, setup))  # type: ignore[return-value]


@kernel
def remember(position: Any, setup: Any, memo: Any) -> None:
    """Fill `memo` from the position, in place; see `refresh`."""
    refresh(position, setup, memo)


@kernel
def turned(position: Any, setup: Any, symmetry: int) -> None:
    """Turn `position` in place; see `transform`."""
    transform(position, setup, symmetry)
