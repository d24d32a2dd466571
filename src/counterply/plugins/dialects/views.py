"""The tree that a student's search is asked about, and our textbook's positions of it, which record every question.

Runs in the student's process. Positions of the courses' programs extend `TextbookPosition`, each in its `dialect.Dialect`. Three
things are recorded with the number of the node: a position was made ('after'), it was judged ('value'), and the position that was
given has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from inspect import isfunction
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from counterply.plugins.dialects.steady_clock import CLOCK

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
WHOSE_WORDS = "if it speaks a course's words, --as COURSE says whose"
MOST_EVENTS = 50_000  # of one call; more is a search without end


class TooDeepError(Exception):
    """A search went beyond the end of the tree, which is more than one ply deeper than it was asked to."""


class TooMuchError(Exception):
    """A search looks at far more positions than the tree has."""


class NotSeenError(BaseException):
    """A search cannot be judged; the text says why."""


class AnswerError(Exception):
    """A search answers something that is no answer; the text says what.

    Attributes
    ----------
    said : whether it came to an end, with a `value` or a `move` that is none
    """

    def __init__(self, text: str, said: bool = False, value: float | None = None, move: str | None = None) -> None:
        super().__init__(text)
        self.said, self.value, self.move = said, value, move


@dataclass
class Log:
    """A search's questions, in order: ``[0, node]`` a position was made, ``[1, node]`` it was judged."""

    seat: int  # the seat to move at the root
    pause: float = 0.0  # seconds that a position takes to make
    players: tuple[Any, Any] = (None, None)  # the objects that a course's board takes for players, by seat
    events: list[list[int]] = field(default_factory=list)
    changed: str = ""
    watched: bool = True  # whether events are kept; thousands of random games have too many

    def note(self, kind: int, number: int) -> None:
        """Add an event, in place."""
        if kind == 0 and self.pause:
            CLOCK.sleep(self.pause)
        if not self.watched:
            return
        self.events.append([kind, number])
        if len(self.events) > MOST_EVENTS:
            raise TooMuchError

    def __deepcopy__(self, memo: object) -> Log:
        """Return itself: a copy of a position is noted in the same log."""
        return self


class TreeNode:
    """A node of the tree as the student's process holds it; `number` counts them in the order of the text.

    The keys of equal positions are equal; with `keys` "distinct" no two are, and with any other word they are other numbers.
    """

    def __init__(self, data: Any, counter: Iterator[int], keys: str = "") -> None:
        self.turn, self.value, moves, children = data
        self.number = next(counter)
        self.parent: TreeNode | None = None
        self.move = ""  # that leads here
        self.children: list[TreeNode] | None = None if children is None else [TreeNode(child, counter, keys) for child in children]
        self.moves: list[str] = moves
        for move, child in zip(moves, self.children or (), strict=False):
            child.parent, child.move = self, move
        told = repr(
            (
                self.number if keys == "distinct" else keys,
                self.turn,
                self.value,
                moves,
                [child.key for child in self.children or ()],
            )
        )
        self.key: int = int.from_bytes(blake2b(told.encode(), digest_size=7).digest(), "little")

    def __deepcopy__(self, memo: object) -> TreeNode:
        """Return itself: nothing changes a node."""
        return self

    @property
    def over(self) -> bool:
        """Whether the game is over here."""
        return not self.moves

    def after(self, move: Any) -> TreeNode:
        """Return the node after a move; raises `TooDeepError` where the tree ends."""
        if move not in self.moves:
            raise ValueError(f"{move!r} is no legal move here; legal: {' '.join(self.moves) or 'none, the game is over'}")
        if self.children is None:
            raise TooDeepError
        return self.children[self.moves.index(move)]

    def worth(self, player: int) -> int:
        """Return the value for seat `player`."""
        return int(self.value if player == 0 else -self.value)

    def __str__(self) -> str:  # equal for equal positions only
        inside = self.moves if self.children is None else map(str, self.children)
        return f"{'AB'[self.turn]}{self.value}({' '.join(inside)})" if self.moves else f"{'AB'[self.turn]}{self.value}"


class Flag(int):
    """True or False, which may be called too: ``position.over`` and ``position.over()`` are the same."""

    def __call__(self) -> bool:
        """Return it as a bool."""
        return bool(self)

    def __repr__(self) -> str:
        return repr(bool(self))


def words_of(function: Callable[..., Any]) -> str:
    """Return how a method is called: its name, and its parameters in brackets."""
    code = function.__code__
    return f"{function.__name__}({', '.join(code.co_varnames[1 : code.co_argcount])})"


class Bound:
    """A method of a position; wherever it is used without its brackets, it says so."""

    def __init__(self, function: Callable[..., Any], position: object) -> None:
        self._function, self._position = function, position

    def __call__(self, *values: object, **named: object) -> Any:
        """Call the method."""
        return self._function(self._position, *values, **named)

    def __repr__(self) -> str:
        return f"the method {words_of(self._function)}"

    def _no_value(self, *_: object) -> Any:
        raise TypeError(f"{self._function.__name__} is a method: write {words_of(self._function)}")

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = _no_value

    def __eq__(self, other: object) -> bool:
        """Raise, unless a course's program is asked: there a method equals nothing, and no more happens."""
        return self._no_value() if type(self._position) is TextbookPosition else NotImplemented

    __lt__ = __le__ = __gt__ = __ge__ = _no_value
    __neg__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __float__ = _no_value
    __hash__ = _no_value  # type: ignore[assignment]


class method(Generic[Arguments, Answer]):  # noqa: N801 - used as the decorators of the language are
    """Makes a function a method that says so where its brackets are missing."""

    def __init__(self, function: Callable[Concatenate[Any, Arguments], Answer]) -> None:
        self.function = function

    def __get__(self, position: object, owner: object) -> Callable[Arguments, Answer]:
        """Return the method of one position, or this of the class."""
        return self if position is None else Bound(self.function, position)  # type: ignore[return-value]


class TextbookPosition:
    """A position of Counterply's textbook: `turn`, `moves()`, `after(move)`, `over()`, `value(player)`, `key()`, `str()`."""

    def __init__(self, node: TreeNode, log: Log) -> None:
        self._node, self._log = node, log

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        kinds = {word: getattr(type(self), word) for word in dir(type(self)) if not word.startswith("_")}
        words = [
            words_of(kind.function) if isinstance(kind, method) else word for word, kind in kinds.items() if not isfunction(kind)
        ]
        hint = f"; {WHOSE_WORDS}" * (type(self) is TextbookPosition)
        raise AttributeError(f"a position has no {name!r}; it has {', '.join(dict.fromkeys(words))}{hint}", name=name, obj=self)

    def _make(self, node: TreeNode) -> Any:
        self._log.note(0, node.number)
        return type(self)(node, self._log)

    @property
    def turn(self) -> int:
        """Whose move it is: 0 or 1."""
        return int(self._node.turn)

    @turn.setter
    def turn(self, value: object) -> None:
        self._log.changed = "it sets the turn of a position"

    @method
    def moves(self) -> list[str]:
        """Return the legal moves; none when the game is over."""
        return list(self._node.moves)

    @method
    def after(self, move: str) -> Any:
        """Return the position after a move."""
        return self._make(self._node.after(move))

    @property
    def over(self) -> Flag:
        """Whether the game is over: right with brackets and without."""
        return Flag(self._node.over)

    @method
    def value(self, player: int) -> int:
        """Return the position's value to `player`, 0 or 1."""
        if player not in (0, 1):
            raise ValueError(f"value(player) takes 0 or 1, not {player!r}")
        self._log.note(1, self._node.number)
        return self._node.worth(int(player))

    @method
    def key(self) -> int:
        """Return a number that is equal for equal positions."""
        return int(self._node.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TextbookPosition) and other._node.key == self._node.key

    def __hash__(self) -> int:
        return self._node.key

    def __str__(self) -> str:
        return str(self._node)


NOT_HERE = ", which stands for nothing here"  # in names of classes in place of what a course's program has, and our stand-in lacks


def way_of(node: Any) -> list[Any]:
    """Return the nodes after each move that leads to a node."""
    return [*way_of(node.parent), node] if getattr(node, "parent", None) is not None else []
