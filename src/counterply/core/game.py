"""A game: its rules, its facts, its start positions and its notation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling import clashing_additions
from counterply.compiling.fingerprint import marked, reach
from counterply.compiling.reached_values import made_of
from counterply.core.aliases import Move, Record
from counterply.core.arguments import Arguments, checked, in_brief
from counterply.core.contract import (
    CONTRACT,
    MAX_MOVE,
    MEMO,
    SETUP,
    Function,
    Objective,
    asked,
    key_without,
    moves_of_both,
    outcome_of_both,
    row_of,
    rows_in_order,
    takes,
    who_cannot_move_loses,
)
from counterply.core.errors import GameError
from counterply.core.lookout import Lookout
from counterply.core.plain_game import AnyGame
from counterply.core.position import Position
from counterply.core.roles import PLAYERS
from counterply.core.rule_queries import remember
from counterply.core.users_text import BY_THE_RULES, LONGEST_DIAGRAM, LONGEST_MOVE, LONGEST_REMARK, MOST_EVENTS, shown
from counterply.registry import found

if TYPE_CHECKING:
    from counterply.core.drawing import Item
    from counterply.core.evaluator import Evaluator
    from counterply.core.geometry import Geometry

clashing_additions.refusal = GameError
QUIET = "quiet"  # the field that counts plies since the last move that cannot be taken back
MOST_QUIET = 512  # plies


@dataclass(frozen=True)
class Chance(Arguments):
    """Dice, cards, and hidden information; the functions are the contract's.

    Attributes
    ----------
    deals : whether chance is only where a game begins, before the first player's turn
    outcomes : the most outcomes of a chance turn after a player's; left out, the game's `max_moves`
    """

    chance: Function | None = None
    resample: Function | None = None
    deals: bool = False
    outcomes: int | None = None


@dataclass(frozen=True)
class Symmetry(Arguments):
    """Ways to turn a position that change nothing; `count` of them, the identity included."""

    count: int
    transform: Function


@dataclass(frozen=True)
class Repetition(Arguments):
    """Draws by what was played before. The record's field ``quiet`` counts the plies since the last move that cannot be taken back.

    `key` leaves that field out. No position from before such a move can come again.

    Attributes
    ----------
    times : how often the same position has to stand for a draw, as in chess 3; 0: as often as the players like
    plies : the value of ``quiet`` at which the game is over, 512 at most: the game's own `outcome` says so
    """

    times: int
    plies: int


@dataclass(frozen=True)
class Hints(Arguments):
    """Knowledge for a search in advance; the functions are the contract's.

    Attributes
    ----------
    cuts : whether `candidates` leaves legal moves out, instead of only ordering them all
    """

    decided: Function | None = None
    required: Function | None = None
    best_margin: Function | None = None
    candidates: Function | None = None
    noisy_moves: Function | None = None
    cuts: bool = False


@dataclass(frozen=True)
class Memo(Arguments):
    """One more record beside the position, its type, and the contract's functions that keep it up to date."""

    record: np.dtype
    refresh: Function
    update: Function
    undo: Function


@dataclass(frozen=True)
class Text(Arguments):
    """How a game is written, for people; plain Python, and `position` is a `Position`.

    Attributes
    ----------
    move_text : ``move_text(position, move) -> str``, without blanks
    diagram : ``diagram(position) -> str``, the position as text for people
    read : ``read(text, record, setup)``, fills a record from a diagram in place; raises `GameError`
    reason : ``reason(position) -> str``, why a finished game ended
    events : ``events(position, move) -> list[str]``, a line for each effect of a move worth telling
    translate : ``translate(text, setup) -> list[str] | None``, the moves that a game record in another program's format tells,
        None if the text is no such record; raises `GameError`
    formats : by name, ``write(position, first, second) -> str``: formats that a game's moves can be written in, with the players
    words : ``words(position, move) -> str``, a move in words, where its text is an abbreviation
    long_text : ``long_text(position, move) -> str``, a move as protocols between programs write it, if not as `move_text`; it is
        read too
    names : of openings by their moves from the start, as in ``{"f5 d6": "Perpendicular"}``, however the board is turned
    """

    move_text: Callable[[Position, int], str] | None = None
    diagram: Callable[[Position], str] | None = None
    read: Callable[[str, Any, Any], None] | None = None
    reason: Callable[[Position], str] | None = None
    events: Callable[[Position, int], list[str]] | None = None
    translate: Callable[[str, Any], list[str] | None] | None = None
    formats: Mapping[str, Callable[[Position, str, str], str]] | None = None
    words: Callable[[Position, int], str] | None = None
    names: Mapping[str, str] | None = None
    long_text: Callable[[Position, int], str] | None = None


@dataclass(frozen=True)
class Board(Arguments):
    """A game's appearance; plain Python, and `position` is a `Position`.

    Attributes
    ----------
    size : rows and columns, for heatmaps
    cell : ``cell(position, move) -> (row, column)``, where a move puts its player; None for a move to no cell, such as a pass
    drawing : ``drawing(position)`` or ``drawing(position, viewer)``, the position as a picture; see `counterply.core.drawing`
    touches : ``touches(position, move)``, the items that a person touches to make a move
    players : the names of the players, and the roles of their pieces in the picture, as in
        ``(("Black", "black"), ("White", "white"))``
    marks : by mark of the diagram, the role of its stone where the game has no drawing of its own, as in ``{"X": "black"}``
    ground : the role of the cells of such a game, as in ``"felt"``; by default they are checkered
    points : ``points(position) -> [first, second]``, what the players have so far, where the game counts something
    geometry : the board's points, by whose numbers the record has its cells; `Geometry.board` names it
    """

    size: tuple[int, int] | None = None
    cell: Callable[[Position, int], tuple[int, int] | None] | None = None
    drawing: Callable[..., list[Item]] | None = None
    touches: Callable[[Position, int], tuple[str, ...]] | None = None
    players: tuple[tuple[str, str], tuple[str, str]] = PLAYERS
    marks: Mapping[str, str] | None = None
    ground: str = ""
    points: Callable[[Position], Sequence[int]] | None = None
    geometry: Geometry | None = None


def _read_only(setup: np.ndarray) -> np.ndarray:
    """Return `setup`, or a copy of it if it can be written into."""
    if not setup.flags.writeable and setup.flags.c_contiguous and setup.base is None:
        return setup
    # from bytes: NumPy's own copies leave a record's padding undefined, and the hash covers all bytes
    copy = np.frombuffer(np.asarray(setup).tobytes(), setup.dtype)
    copy.flags.writeable = False
    return copy


def _hash_of(setup: np.ndarray, derived_fields: Collection[str]) -> int:
    """Return the identity of a setup."""
    given = [name for name in setup.dtype.names or () if name not in derived_fields]
    content = b"".join(setup[name].tobytes() for name in given) if derived_fields else setup.tobytes()
    return int.from_bytes(hashlib.sha256(content).digest()[:8], "little")


NO_SETUP = np.zeros(1, np.dtype([("nothing", np.uint64)]))
NO_MEMO = np.dtype([("nothing", np.uint64)])


class Game(AnyGame, Arguments):
    """A game: its rules, its facts, its start positions and its notation.

    Parameters
    ----------
    name : short and in small letters
    record : the NumPy record type of a position; leave room in it for nothing else than the position
    play, legal_moves, outcome, turn, margin, key : the contract's functions (see `counterply.core.contract`)
    moves : where `legal_moves` tells of one move whether it is legal: the moves are among 0 to `moves` - 1
    max_moves : the most legal moves, or chance outcomes, that any position of the game can have; left out, it is `moves`
    max_plies : the most plies a game can last, chance turns included, or None where it may go on for ever
    objective : 'outcome', or 'margin' where the number of points won by matters too
    repeats : whether a position can occur twice in a game; or `Repetition`, where that is a draw
    start : ``start(position)`` or ``start(position, setup)``, plain Python: fills a record of zeros in place
    setup : uint8[..] or any record array of length 1, read-only during a game; copied, unless it is read-only already
    derived_fields : names of the setup's fields that follow from its others; the setup's hash leaves them out
    options : the option values that made `setup`, for the store and for people
    chance, symmetry, hints, memo, text, board : the game's other functions and facts, in groups
    cells : ``cells(position, cell)``, the content of a cell of the board, for `counterply learn`; see `counterply.core.contract`
    rules : how the game is played, in words for people: paragraphs with an empty line between them, and indented lines that stay as
        they are. The module docstring of a user's file, where it gives none
    evaluators : the game's evaluators, the best one first
    opening_plies : how many random plies open a game in a match
    openings : ``openings() -> list[str]``, balanced openings that come with the game, as texts that `position` reads

    Raises
    ------
    GameError
        if the arguments cannot be a game: which one, and how to mend it
    """

    compiled = True

    def __init__(
        self,
        name: str,
        record: np.dtype,
        *,
        play: Function,
        legal_moves: Function | None = None,
        moves: int | None = None,
        outcome: Function | None = None,
        turn: Function | None = None,
        margin: Function | None = None,
        key: Function | None = None,
        max_moves: int | None = None,
        max_plies: int | None = None,
        objective: Objective = "outcome",
        repeats: bool | Repetition = False,
        start: Function | None = None,
        setup: np.ndarray | None = None,
        derived_fields: Collection[str] = (),
        options: dict[str, Any] | None = None,
        chance: Chance | None = None,
        symmetry: Symmetry | None = None,
        hints: Hints | None = None,
        memo: Memo | None = None,
        text: Text | None = None,
        board: Board | None = None,
        cells: Function | None = None,
        rules: str = "",
        evaluators: Sequence[Evaluator] = (),
        opening_plies: int = 2,
        openings: Callable[[], list[str]] | None = None,
    ) -> None:
        groups = (chance, symmetry, hints, memo)
        given = locals() | {name: value for group in groups if group is not None for name, value in vars(group).items()}
        self.name = name
        self.functions: dict[str, Function] = {n: given[n] for n in CONTRACT if given.get(n) is not None}
        self.codes = moves
        self.rows = {name: row_of(name, function, moves) for name, function in self.functions.items()}
        self.max_moves: int = max_moves or moves or 0
        self.memo = NO_MEMO if memo is None else memo.record
        self._require_whole(record, memo is not None)
        derived: Any = moves if (moves is not None or outcome is not None) and not self.lists_at_once else self.max_moves
        if moves is not None and self.lists_at_once:  # both are part of the machine code
            derived = moves, self.max_moves
        # by their names too: a function under another name is another rule
        reached = reach(*(part for named in self.functions.items() for part in named), derived)
        clashing_additions.require_no_clash()
        self.fingerprint, self.unknown, self._reached = reached.digest, reached.unknown, reached
        self.record = marked(record, reached)
        self.max_plies = max_plies
        self.objective: Objective = objective
        self.repeats = repeats
        self.repetition = repeats if isinstance(repeats, Repetition) else None
        self.chance = self.has("chance")
        self.hidden = self.has("resample")
        self.dice = chance is not None and self.chance and not chance.deals  # chance turns may come at any time
        self.most_outcomes = self.max_moves if chance is None or chance.outcomes is None else chance.outcomes
        self.symmetries = 1 if symmetry is None else symmetry.count
        self.cuts = hints is not None and hints.cuts
        self.setup = NO_SETUP if setup is None else _read_only(setup)
        self.setup_hash = _hash_of(self.setup, derived_fields)
        self.options = dict(options or {})
        self.rules = rules
        self.opening_plies = opening_plies
        self._openings = openings
        self.text = text or Text()
        self.formats = dict(self.text.formats or {})
        board = board or Board()
        if cells is not None and board.size is None:
            raise GameError(f"{name}: cells goes with board=Board((rows, columns)), which says how many there are")
        self.board, self.cell, self.drawing, self.touches = board.size, board.cell, board.drawing, board.touches
        self.players = board.players
        self.mark_roles, self.ground, self.points = dict(board.marks or {}), board.ground, board.points
        self.geometry = board.geometry
        self.evaluators: list[Evaluator] = list(evaluators)
        self.source = name
        self._start = start
        self.watch = Lookout(self.require_unchanged)
        self._require_repetition()
        self._register()

    def _require_whole(self, record: np.dtype, has_memo: bool) -> None:
        """Raise `GameError` if a function of the game requires one that is missing, or Numba cannot hold the record."""

        def need(condition: bool, message: str) -> None:
            if not condition:
                raise GameError(f"{self.name}: {message}")

        given = self.functions
        for what, kind in (("position", record), ("memo", self.memo)):
            need(isinstance(kind, np.dtype) and kind.names is not None, f"a {what} is a NumPy record type, not {in_brief(kind)}")
        need("legal_moves" in given or self.lists_at_once, "legal_moves is missing")
        for other, codes in (("move", True), ("moves", False)):
            misplaced = self.asks("legal_moves", other) and (self.codes is not None) != codes
            need(not misplaced, "legal_moves(position, move) goes with moves=N: the moves are among 0 to N - 1")
        need(self.max_moves > 0, "max_moves is missing: the most legal moves that any position can have")
        need(self.max_moves <= MAX_MOVE + 1, f"max_moves is {MAX_MOVE + 1:,} at most, not {self.max_moves:,}")
        need(
            "turn" in given or "turn" in (record.names or ()),
            "the record has no field 'turn', and no function turn(position) is given",
        )
        need(
            has_memo or not any(takes(function, MEMO) for function in given.values()),
            "a function needs a memo, and no memo=Memo(...) is given",
        )
        for field, (kind, *_) in (record.fields or {}).items():
            held = kind.shape and kind.base == np.bool_
            need(not held, f"the record's field {field!r} is an array of bool, which Numba cannot hold; take np.uint8")
            need(not kind.hasobject, f"the record's field {field!r} holds objects, which no position can; take numbers")

    def _require_repetition(self) -> None:
        """Raise `GameError` if draws by repetition are declared for a game in which they would have no meaning."""
        rule, kind = self.repetition, dict(self.record.fields or {}).get(QUIET)
        if rule is None:
            return
        if kind is None or kind[0].shape or kind[0].kind not in "iu":
            raise GameError(f"{self.name}: Repetition goes with a field {QUIET!r} of the record, a number that play counts up")
        if rule.times < 0 or rule.times == 1 or not 0 < rule.plies <= MOST_QUIET:
            raise GameError(f"{self.name}: in Repetition, times is 0, or 2 or more, and plies is 1 to {MOST_QUIET}")
        if self.chance or self.hidden or self.objective != "outcome":
            raise GameError(f"{self.name}: Repetition is for games of outcomes without chance or hidden information")

    def _register(self) -> None:
        derived = {
            "legal_moves": moves_of_both if self.codes is None else asked(self.codes),
            "outcome": outcome_of_both(self.max_moves) if self.lists_at_once else who_cannot_move_loses(self.codes, self.max_moves),
        }
        if self.repetition is not None:
            derived["key"] = key_without(QUIET, self.record)
        for row in rows_in_order():
            registry = row.function.registry  # type: ignore[attr-defined]
            if self.rows.get(row.name) is row:
                registry.register(self.record, self.functions[row.name], row.places(self.functions[row.name]))
            else:
                made = derived.get(row.name) if row is CONTRACT[row.name] else None
                registry.register(self.record, made or row.default)

    def __repr__(self) -> str:
        return f"Game({self.full_name!r})"

    def require_unchanged(self) -> None:
        """Raise `GameError` if the game's rules are not what they were when it was made, or first asked."""
        super().require_unchanged()
        if self._outdated():
            raise GameError(f"a value that the rules of {self.name} name has changed since they were compiled: make the game again")

    def _outdated(self) -> bool:
        """Tell whether there is machine code, and the game's own functions reach other values by now than it is made of."""
        code = made_of(self.record)
        if code is None:
            return False
        if self._reached.changed() and self._reached.again is not None:
            self._reached = self._reached.again()
        return not self._reached.same(code)

    def has(self, name: str) -> bool:
        """Tell whether the game itself gives the contract's function `name`."""
        return name in self.functions

    @property
    def lists_at_once(self) -> bool:
        """Whether `outcome` lists the legal moves as well."""
        return self.has("outcome") and self.rows["outcome"].lists_moves

    def asks(self, name: str, parameter: str) -> bool:
        """Tell whether the contract's function `name` is the game's own, and has a parameter of that name."""
        return name in self.functions and takes(self.functions[name], parameter)

    def reads_memo(self, *names: str) -> bool:
        """Tell whether one of the functions `names` is the game's own, and asks for the memo."""
        return any(self.asks(name, MEMO) for name in names)

    def empty(self) -> Any:
        """Return a record of zeros, from which `start` and `play` make positions."""
        return np.zeros(1, self.record)[0]

    def memo_of(self, position: Position) -> Any:
        """Return a new memo, filled from a position by `refresh`; the search's own is another one."""
        memo = np.zeros(1, self.memo)[0]
        remember(position.record, self.setup[0], memo)
        return memo

    def start(self) -> Position:
        """Return the start position."""
        self.watch()
        record = self.empty()
        if self._start is not None:
            arguments = (record, self.setup[0]) if takes(self._start, SETUP) else (record,)
            self._require_in_place(self._start(*arguments), record, "start")
        return Position(self, record)

    @checked
    def position(self, text: str | None = None) -> Position:
        """Return a position from text: None or '' is the start, ``moves A B C`` plays from it, else a diagram or a record.

        Records are those of the game's own formats (`translate`), and those that plug-ins read in every game.

        Raises
        ------
        GameError
            if a move is illegal (which, at which ply, what was legal), or the diagram cannot be read
        """
        words = (text or "").split()
        if not words or words[0] == "moves":
            return self.start().play_text(words[1:])
        self.watch()
        told = self.text.translate(text or "", self.setup[0]) if self.text.translate else None
        if told is not None:
            return self.start().play_text(told)
        record = self.empty()
        try:
            if self.text.read is None:
                raise GameError(f'{self.name} reads no diagrams; give the position as "moves A B C", not {text!r}')
            self._require_in_place(self.text.read(text or "", record, self.setup[0]), record, "read")
        except GameError:
            place: Position | None = found("records", self, text or "")
            if place is None:
                raise
            return place
        return Position(self, record)

    def move_text(self, position: Position, move: Move) -> str:
        """Return the move as text, without blanks."""
        return self._said("move_text", self.text.move_text(position, move), LONGEST_MOVE) if self.text.move_text else str(move)

    def long_text(self, position: Position, move: Move) -> str:
        """Return the move as protocols between programs write it: without blanks, and by default as people do."""
        return self.text.long_text(position, move) if self.text.long_text else self.move_text(position, move)

    def diagram(self, position: Position) -> str:
        """Return the position as a person wants to see it."""
        if self.text.diagram:
            return self._said("diagram", self.text.diagram(position), LONGEST_DIAGRAM, lines=True)
        names = (self.record.names or ())[:-1]  # the mark is the last
        return "\n".join(f"{n}: {position[n]}" for n in names)

    def _require_in_place(self, answer: object, record: Record, function: str) -> None:
        """Raise `GameError` for the answer of a function that fills a record: a record of its own would be lost."""
        if answer is not None and answer is not record:
            raise GameError(f"{self.name}: {function} fills the position that it gets, and returns nothing, not {answer!r:.60}")

    def _said(self, function: str, text: object, most: int, lines: bool = False) -> str:
        if not isinstance(text, str):
            raise GameError(f"{self.name}: {function} returns text, not {text!r:.40}")
        return shown(text, most, lines)

    def openings(self) -> list[str]:
        """Return the balanced openings that come with the game, as texts that `position` reads; most games have none."""
        return self._openings() if self._openings else []

    def reason(self, position: Position) -> str:
        """Return why a finished game ended."""
        if self.repetition is not None and position.repeated:
            return f"the same position {self.repetition.times} times"
        return shown(self.text.reason(position), LONGEST_REMARK) if self.text.reason else BY_THE_RULES

    def events(self, position: Position, move: Move) -> list[str]:
        """Return a line for each notable effect of a legal move, such as a capture; most games have none."""
        self.watch()
        events = self.text.events(position, move)[:MOST_EVENTS] if self.text.events else []
        return [shown(event, LONGEST_REMARK) for event in events]
