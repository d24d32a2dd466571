"""A game: its rules, its facts, its start positions and its notation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.compiling.fingerprint import marked, reach
from counterply.compiling.reached_values import outdated
from counterply.core.contract import (
    CONTRACT,
    MAX_MOVE,
    Function,
    Objective,
    asked,
    moves_of_both,
    outcome_of_both,
    takes_memo,
    takes_setup,
    who_cannot_move_loses,
)
from counterply.core.errors import GameError
from counterply.core.position import AnyGame, Position
from counterply.core.roles import PLAYERS
from counterply.core.rule_queries import remember
from counterply.core.users_text import BY_THE_RULES, LONGEST_DIAGRAM, LONGEST_MOVE, LONGEST_REMARK, MOST_EVENTS, shown

if TYPE_CHECKING:
    from counterply.core.drawing import Item
    from counterply.core.evaluator import Evaluator


@dataclass(frozen=True)
class Chance:
    """Dice, cards, and hidden information; the functions are the contract's.

    Attributes
    ----------
    deals : whether chance is only where a game begins, before the first player's turn
    """

    chance: Function | None = None
    resample: Function | None = None
    freeze: Function | None = None
    deals: bool = False


@dataclass(frozen=True)
class Symmetry:
    """Ways to turn a position that change nothing; `count` of them, the identity included."""

    count: int
    transform: Function
    transform_move: Function


@dataclass(frozen=True)
class Hints:
    """Knowledge for a search in advance; the functions are the contract's.

    Attributes
    ----------
    cuts : whether `candidates` leaves legal moves out, instead of only ordering them all
    """

    decided: Function | None = None
    required: Function | None = None
    best_margin: Function | None = None
    hopeless: Function | None = None
    future_key: Function | None = None
    candidates: Function | None = None
    noisy_moves: Function | None = None
    sharp_moves: Function | None = None
    threats: Function | None = None
    cuts: bool = False


@dataclass(frozen=True)
class Memo:
    """One more record beside the position, its type, and the contract's functions that keep it up to date."""

    record: np.dtype
    refresh: Function
    update: Function
    undo: Function


@dataclass(frozen=True)
class Text:
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


@dataclass(frozen=True)
class Board:
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
    """

    size: tuple[int, int] | None = None
    cell: Callable[[Position, int], tuple[int, int] | None] | None = None
    drawing: Callable[..., list[Item]] | None = None
    touches: Callable[[Position, int], tuple[str, ...]] | None = None
    players: tuple[tuple[str, str], tuple[str, str]] = PLAYERS
    marks: Mapping[str, str] | None = None
    ground: str = ""
    points: Callable[[Position], Sequence[int]] | None = None


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


class Game(AnyGame):
    """A game: its rules, its facts, its start positions and its notation.

    Parameters
    ----------
    name : short and in small letters
    record : the NumPy record type of a position; leave room in it for nothing else than the position
    play, legal_moves, legal, outcome, outcome_and_moves, turn, margin, key : the contract's functions (see
        `counterply.core.contract`)
    moves : with `legal`: the moves are among 0 to `moves` - 1
    max_moves : the most legal moves, or chance outcomes, that any position of the game can have; left out, it is `moves`
    max_plies : the most plies a game can last, chance turns included, or None where it may go on for ever
    objective : 'outcome', or 'margin' where the number of points won by matters too
    repeats : whether a position can occur twice in a game
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
        legal: Function | None = None,
        moves: int | None = None,
        outcome: Function | None = None,
        outcome_and_moves: Function | None = None,
        turn: Function | None = None,
        margin: Function | None = None,
        key: Function | None = None,
        max_moves: int | None = None,
        max_plies: int | None = None,
        objective: Objective = "outcome",
        repeats: bool = False,
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
        self.max_moves: int = max_moves or moves or 0
        self._require_whole(record, memo is not None)
        derived: Any = moves if outcome is not None or (legal is not None and outcome_and_moves is None) else self.max_moves
        if legal is not None and outcome is None and outcome_and_moves is not None:  # both are part of the machine code
            derived = moves, self.max_moves
        # by their names too: a function under another name is another rule
        reached = reach(*(part for named in self.functions.items() for part in named), derived)
        self.fingerprint, self.unknown = reached.digest, reached.unknown
        self.record = marked(record, reached)
        self.memo = NO_MEMO if memo is None else memo.record
        self.max_plies = max_plies
        self.objective: Objective = objective
        self.repeats = repeats
        self.chance = self.has("chance")
        self.hidden = self.has("resample")
        self.dice = chance is not None and self.chance and not chance.deals  # chance turns may come at any time
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
        self.evaluators: list[Evaluator] = list(evaluators)
        self.source = name
        self._start = start
        self._register()

    def _require_whole(self, record: np.dtype, has_memo: bool) -> None:
        """Raise `GameError` if a function of the game requires one that is missing, or Numba cannot hold the record."""

        def need(condition: bool, message: str) -> None:
            if not condition:
                raise GameError(f"{self.name}: {message}")

        given = self.functions
        need(isinstance(record, np.dtype) and record.names is not None, f"a position is a NumPy record type, not {record!r}")
        for name, function in given.items():
            need(callable(function), f"{name} is a function, not {function!r}")
        lists = given.keys() & {"legal", "legal_moves", "outcome_and_moves"}
        need(bool(lists), "neither legal_moves nor legal is given, nor outcome_and_moves")
        need(not {"legal", "legal_moves"} <= given.keys(), "legal_moves and legal are both given; one of them is enough")
        need(("legal" in given) == (self.codes is not None), "legal goes with moves=N: the moves are among 0 to N - 1")
        need(self.max_moves > 0, "max_moves is missing: the most legal moves that any position can have")
        need(self.max_moves <= MAX_MOVE + 1, f"max_moves is {MAX_MOVE + 1:,} at most, not {self.max_moves:,}")
        need(
            "turn" in given or "turn" in (record.names or ()),
            "the record has no field 'turn', and no function turn(position) is given",
        )
        need(has_memo or not any(map(takes_memo, given.values())), "a function needs a memo, and no memo=Memo(...) is given")
        for field, (kind, *_) in (record.fields or {}).items():
            need(
                not (kind.shape and kind.base == np.bool_),
                f"the record's field {field!r} is an array of bool, which Numba cannot hold; take np.uint8",
            )

    def _register(self) -> None:
        both = self.has("outcome_and_moves")
        derived = {
            "legal_moves": moves_of_both if self.codes is None else asked(self.codes),
            "outcome": outcome_of_both(self.max_moves) if both else who_cannot_move_loses(self.codes, self.max_moves),
        }
        for name, promise in CONTRACT.items():
            registry = promise.function.registry  # type: ignore[attr-defined]
            if name in self.functions:
                registry.register(self.record, self.functions[name], promise.places(self.functions[name]))
            else:
                registry.register(self.record, promise.default or derived[name])

    def __repr__(self) -> str:
        return f"Game({self.full_name!r})"

    def require_unchanged(self) -> None:
        """Raise `GameError` if machine code of the game is that of other rules than its functions are now."""
        if outdated(self.record):
            raise GameError(f"a value that the rules of {self.name} name has changed since they were compiled: make the game again")

    def has(self, name: str) -> bool:
        """Tell whether the game itself gives the contract's function `name`."""
        return name in self.functions

    def reads_memo(self, *names: str) -> bool:
        """Tell whether one of the functions `names` is the game's own, and asks for the memo."""
        return any(takes_memo(self.functions[name]) for name in names if self.has(name))

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
        words = (text or "").split()
        if not words or words[0] == "moves":
            return self.start().play_text(words[1:])
        told = self.text.translate(text or "", self.setup[0]) if self.text.translate else None
        if told is not None:
            return self.start().play_text(told)
        if self.text.read is None:
            raise GameError(f'{self.name} reads no diagrams; give the position as "moves A B C", not {text!r}')
        record = self.empty()
        self.text.read(text or "", record, self.setup[0])
        return Position(self, record)

    def move_text(self, position: Position, move: int) -> str:
        """Return the move as text, without blanks."""
        return self._said("move_text", self.text.move_text(position, move), LONGEST_MOVE) if self.text.move_text else str(move)

    def diagram(self, position: Position) -> str:
        """Return the position as a person wants to see it."""
        if self.text.diagram:
            return self._said("diagram", self.text.diagram(position), LONGEST_DIAGRAM, lines=True)
        names = (self.record.names or ())[:-1]  # the mark is the last
        return "\n".join(f"{n}: {position[n]}" for n in names)

    def _said(self, function: str, text: Any, most: int, lines: bool = False) -> str:
        if not isinstance(text, str):
            raise GameError(f"{self.name}: {function} returns text, not {text!r:.40}")
        return shown(text, most, lines)

    def openings(self) -> list[str]:
        """Return the balanced openings that come with the game, as texts that `position` reads; most games have none."""
        return self._openings() if self._openings else []

    def reason(self, position: Position) -> str:
        """Return why a finished game ended."""
        return shown(self.text.reason(position), LONGEST_REMARK) if self.text.reason else BY_THE_RULES

    def events(self, position: Position, move: int) -> list[str]:
        """Return a line for each notable effect of a legal move, such as a capture; most games have none."""
        events = self.text.events(position, move)[:MOST_EVENTS] if self.text.events else []
        return [shown(event, LONGEST_REMARK) for event in events]
