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

import hashlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from counterply.kernel import PLAIN, fingerprint, generic, hash_record, kernel, marked
from counterply.values import HEURISTIC_LIMIT, ONGOING

if TYPE_CHECKING:
    from counterply.evaluator import Evaluator
    from counterply.position import Position

Function = Callable[..., Any]
Objective = Literal["outcome", "margin"]

MAX_MOVE = 65_535
UNKNOWN = -1  # what a hint that a game does not give answers
LONGEST_LINE = 256  # moves that a memo may be updated by before one is undone
JOURNAL = "journal"  # the field of a memo that no two ways to a position share


class GameError(ValueError):
    """A game, a position or a move that cannot be used; the message is one line that says what would be right."""


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


def _no_margin(position: Any, setup: Any) -> int:
    return 0


def _record_key(position: Any, setup: Any) -> int:
    return hash_record(position)


def _same_as_key(position: Any, setup: Any) -> int:
    return key(position, setup)  # type: ignore[no-any-return]


def _any_margin(position: Any, setup: Any, player: int) -> int:
    return HEURISTIC_LIMIT


def _nothing_decided(position: Any, setup: Any, memo: Any) -> int:
    return ONGOING


def _never_hopeless(position: Any, setup: Any, player: int) -> bool:
    return False


def _unknown_moves(position: Any, setup: Any, memo: Any, moves: np.ndarray) -> int:
    return UNKNOWN


def _unknown_candidates(position: Any, setup: Any, memo: Any, moves: np.ndarray, scores: np.ndarray) -> int:
    return UNKNOWN


def _no_memo(position: Any, setup: Any, memo: Any) -> None:
    return


def _no_memo_of_move(position: Any, setup: Any, memo: Any, move: int) -> None:
    return


def _no_chance(position: Any, setup: Any, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    return 0


def _nothing_hidden(position: Any, setup: Any, viewer: int, random: np.ndarray) -> None:
    return


def _nothing_new(position: Any, setup: Any) -> None:
    return


def _identity(position: Any, setup: Any, symmetry: int) -> None:
    return


def _same_move(position: Any, setup: Any, move: int, symmetry: int) -> int:
    return move


# name: the generic, and what stands in where a game does not give it
CONTRACT: dict[str, tuple[Function, Function | None]] = {
    "legal_moves": (legal_moves, None),
    "play": (play, None),
    "outcome": (outcome, None),
    "turn": (turn, _turn_field),
    "margin": (margin, _no_margin),
    "key": (key, _record_key),
    "future_key": (future_key, _same_as_key),
    "chance": (chance, _no_chance),
    "resample": (resample, _nothing_hidden),
    "freeze": (freeze, _nothing_new),
    "transform": (transform, _identity),
    "transform_move": (transform_move, _same_move),
    "decided": (decided, _nothing_decided),
    "required": (required, _unknown_moves),
    "best_margin": (best_margin, _any_margin),
    "hopeless": (hopeless, _never_hopeless),
    "candidates": (candidates, _unknown_candidates),
    "noisy_moves": (noisy_moves, _unknown_moves),
    "threats": (threats, _unknown_moves),
    "refresh": (refresh, _no_memo),
    "update": (update, _no_memo_of_move),
    "undo": (undo, _no_memo_of_move),
}
KEEPERS = ("refresh", "update", "undo")  # the functions that write a memo
MEMO_NAMES = ("decided", "required", "candidates", "noisy_moves", "threats", *KEEPERS)  # those that may ask for one


def takes_setup(function: Function) -> bool:
    """Tell whether a game's function asks for the setup."""
    return "setup" in inspect.signature(function).parameters


def takes_memo(function: Function) -> bool:
    """Tell whether a game's function or an evaluator asks for the memo."""
    return "memo" in inspect.signature(function).parameters


def adapted(function: Function, name: str) -> Function:
    """Return `function` with the full signature of the contract's function `name`: ``(position, setup, ...)``."""
    inner = function if PLAIN else kernel(getattr(function, "py_func", function))
    if name == "transform_move":  # its first argument is a move, not a position
        if takes_setup(function):
            return lambda position, setup, move, symmetry: inner(move, setup, symmetry)
        return lambda position, setup, move, symmetry: inner(move, symmetry)
    if name in MEMO_NAMES:
        return with_memo(function)
    if takes_setup(function):
        return lambda position, setup, *rest: inner(position, setup, *rest)
    return lambda position, setup, *rest: inner(position, *rest)


def with_memo(function: Function, plain: bool = PLAIN) -> Function:
    """Return `function` as ``(position, setup, memo, ...)``, whichever of setup and memo it asks for; compiled, if not `plain`."""
    inner = getattr(function, "py_func", function)
    inner = inner if plain else kernel(inner)
    if takes_setup(function) and takes_memo(function):
        return lambda position, setup, memo, *rest: inner(position, setup, memo, *rest)
    if takes_setup(function):
        return lambda position, setup, memo, *rest: inner(position, setup, *rest)
    if takes_memo(function):
        return lambda position, setup, memo, *rest: inner(position, memo, *rest)
    return lambda position, setup, memo, *rest: inner(position, *rest)


# --- a game


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
    legal_moves, play, outcome, ... : the contract's functions (see `counterply.rules`)
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
        from counterply.position import Position

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
        from counterply.position import Position

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


# --- what Position asks, in one call


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


RANDOM_UNIT = 2.0**-53  # 53 random bits times this lie in [0, 1)
UNUSED_BITS = np.uint64(11)  # of 64 random bits


@kernel
def next_random(random: np.ndarray) -> int:
    """Advance the uint64[1] state `random` in place (splitmix64) and return 64 random bits."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    value = random[0]
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))  # type: ignore[no-any-return]
