"""Games in plain Python, with the same surface as compiled ones, and what both kinds of games have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from counterply.core.aliases import Outcome, Ply, Seat
from counterply.core.errors import GameError
from counterply.core.game_sources import reduced
from counterply.core.lookout import Lookout
from counterply.core.position import AnyPosition
from counterply.core.roles import PLAYERS
from counterply.core.users_text import BY_THE_RULES, LONGEST_DIAGRAM, LONGEST_MOVE, shown
from counterply.core.values import CHANCE, ONGOING
from counterply.registry import found

if TYPE_CHECKING:
    from counterply.core.evaluator import Evaluator


class AnyGame:
    """The names of a game of either kind, and the way in which another process opens it.

    Attributes
    ----------
    objective : 'outcome', or 'margin' where points count too
    options : those that differ from the defaults
    evaluators : the default first
    source : the name to open it by: a built-in one, or a file
    source_options : and with which options; None: no name stands for it
    opener : opens such a name with its options
    library : that knows the rules, with its version; '' where this process does
    watch : called before each answer; raises `GameError` once the game is not what it was made from
    require_same_files : raises `GameError` if its files would make another game by now; None: nobody follows them
    """

    name: str
    objective: str
    options: dict[str, Any]
    evaluators: list[Evaluator]
    source: str
    source_options: dict[str, str] | None = None
    opener: Callable[[str, dict[str, str]], Any] | None = None
    library: str = ""
    watch: Lookout
    require_same_files: Callable[[], None] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)

    def __copy__(self) -> Self:
        """Return a copy of this object; by `__reduce__` the game would be opened anew, by its name."""
        made = object.__new__(type(self))
        vars(made).update(vars(self))
        return made

    @property
    def full_name(self) -> str:
        """The name with the options that differ from the defaults, as the command takes them."""
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.options.items())])

    @property
    def by_margin(self) -> bool:
        """Whether the number of points won by is the objective."""
        return self.objective == "margin"

    def require_unchanged(self) -> None:
        """Raise `GameError` if the game's rules are not what they were when it was made."""
        if self.require_same_files is not None:
            self.require_same_files()


class PlainGame(AnyGame):
    """A game in plain Python: any immutable object with ``turn``, ``moves()``, ``after(move)`` and ``outcome()``.

    The textbook searches play it; the compiled engine cannot, and says so.

    Parameters
    ----------
    name : short and in small letters
    start : a function without arguments that returns the start position
        ``turn`` is 0 or 1 (an attribute or a method); ``moves()`` lists the legal moves, which may be anything hashable;
        ``outcome()`` is ONGOING, FIRST, SECOND or DRAW; ``margin()`` is optional, and so is ``str()``. A game with dice has
        ``chances()``, the outcomes with their probabilities where ``turn`` is CHANCE; ``after`` takes one of them
    max_plies : of the longest game; None: there may be no such
    objective : 'outcome', or 'margin' where the size of a win matters
    opening_plies : that are random at the start of a game of a match
    options : the options of the game, for tables and stores
    evaluators : an `Evaluator` or more, the default first
    rules : how the game is played, in words; see `counterply.Game`

    Raises
    ------
    GameError
        if the start position lacks one of the four
    """

    compiled = False
    symmetries = 1
    hidden = False
    repeats = True
    repetition = None
    cuts = False
    board: tuple[int, int] | None = None
    cell = None
    drawing = None
    touches = None
    players = PLAYERS
    setup_hash = 0

    def __init__(
        self,
        name: str,
        start: Callable[[], Any],
        *,
        max_plies: int | None = None,
        objective: str = "outcome",
        opening_plies: int = 2,
        options: dict[str, Any] | None = None,
        evaluators: Sequence[Any] = (),
        rules: str = "",
    ) -> None:
        probe = start()
        missing = [name for name in ("turn", "moves", "after", "outcome") if not hasattr(probe, name)]
        if missing:
            raise GameError(
                f"{name}: a plain position needs turn, moves, after and outcome; {type(probe).__name__} lacks {', '.join(missing)}"
            )
        self.name = name
        self.chance = self.dice = hasattr(probe, "chances")
        self.max_plies = max_plies
        self.objective = objective
        self.opening_plies = opening_plies
        self.options = dict(options or {})
        self.evaluators = list(evaluators)
        self.rules = rules
        self.source = name
        self.start_function = self._start = start
        self.watch = Lookout(self.require_unchanged)

    def __repr__(self) -> str:
        return f"PlainGame({self.full_name!r})"

    def start(self) -> PlainPosition:
        """Return the start position."""
        self.watch()
        return PlainPosition(self, self._start())

    def position(self, text: str | None = None) -> PlainPosition:
        """Return a position from text, ``moves A B C`` or a record of moves; raises `GameError` for anything else."""
        words = (text or "").split()
        if words and words[0] != "moves":
            place: PlainPosition | None = found("records", self, text or "")
            if place is not None:
                return place
            raise GameError(f'{self.name} reads no diagrams; give the position as "moves A B C", not {text!r}')
        return self.start().play_text(words[1:])

    def reason(self, position: PlainPosition) -> str:
        """Return why a finished game ended."""
        return BY_THE_RULES


class PlainPosition(AnyPosition):
    """The interface of `Position` around a plain object, with the moves that the object lists; equal where the objects are."""

    __slots__ = ()

    def __init__(self, game: PlainGame, record: Any, origin: PlainPosition | None = None, history: tuple[Any, ...] = ()) -> None:
        self.game = game
        self.record = record
        self.origin = self if origin is None else origin
        self.history = history

    @property
    def turn(self) -> Seat:
        """Whose move it is: 0, 1 or CHANCE."""
        self.game.watch()
        turn = self.record.turn
        return int(turn() if callable(turn) else turn)

    @property
    def ply(self) -> Ply:
        """How many moves have been made since the origin."""
        return len(self.history)

    def moves(self) -> list[Any]:
        """Return the legal moves; none when the game is over, or chance is to move."""
        return list(self.record.moves()) if self.outcome() == ONGOING and self.turn != CHANCE else []

    def chances(self) -> list[tuple[Any, float]]:
        """Return the outcomes of a chance turn with their probabilities; none on a player's turn."""
        self.game.watch()
        return list(self.record.chances()) if self.game.chance and self.turn == CHANCE and self.outcome() == ONGOING else []

    def outcome(self) -> Outcome:
        """Return ONGOING, FIRST, SECOND or DRAW."""
        self.game.watch()
        return int(self.record.outcome())

    def margin(self) -> int:
        """Return the first player's points minus the second's, if the plain position has ``margin()``."""
        self.game.watch()
        return int(self.record.margin()) if hasattr(self.record, "margin") else 0

    def key(self) -> int:
        """Return a key made of the moves so far; plain positions have no other."""
        self.game.watch()
        return hash(tuple(map(str, self.history)))

    def canonical_key(self) -> int:
        """Return the key: a plain game declares no symmetries."""
        return self.key()

    def seen_by(self, seat: Seat, seed: int) -> Self:
        """Return the position: a plain game hides nothing."""
        return self

    def after(self, move: Any) -> PlainPosition:
        """Return the position after a legal `move`."""
        self.game.watch()
        return PlainPosition(self.game, self.record.after(move), self.origin, (*self.history, move))

    def move_text(self, move: Any) -> str:
        """Return a move as text."""
        self.game.watch()
        return shown("".join(str(move).split()), LONGEST_MOVE)

    def __eq__(self, other: object) -> bool:
        return self.record == other.record if isinstance(other, PlainPosition) else NotImplemented

    def __hash__(self) -> int:
        try:
            return hash(self.record)
        except TypeError:
            return hash(self.game.name)  # a plain object need not have a hash

    def __str__(self) -> str:
        self.game.watch()
        return shown(self.record, LONGEST_DIAGRAM, lines=True)
