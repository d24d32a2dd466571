"""The arguments of a student's search, in its course's interface: a position that records every question about it.

Runs in the student's process. Each *dialect* is the interface of one course: `TextbookPosition` is ours, the others are those of
the courses' programs. In each of them the position records three things, with the number of the node: a position was made
('after'), it was judged ('value'), and the position that was given has changed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from inspect import isfunction
from typing import Any

MOST_EVENTS = 50_000  # of one call; more is a search without end
AIMA_PLAYERS = ("X", "O")
BOARD_SIZE = 7  # of Udacity's board
MOVES_BEFORE = 10  # of the root of a tree, as its program counts them: the game is under way


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
    players: tuple[Any, Any] = (None, None)  # the objects that Udacity's board takes for players, by seat
    events: list[list[int]] = field(default_factory=list)
    changed: str = ""
    watched: bool = True  # whether events are kept; thousands of random games have too many

    def note(self, kind: int, number: int) -> None:
        """Add an event, in place."""
        if not self.watched:
            return
        self.events.append([kind, number])
        if kind == 0 and self.pause:
            time.sleep(self.pause)
        if len(self.events) > MOST_EVENTS:
            raise TooMuchError

    def __deepcopy__(self, memo: Any) -> Log:
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

    def __deepcopy__(self, memo: Any) -> TreeNode:
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

    def __init__(self, function: Callable[..., Any], position: Any) -> None:
        self._function, self._position = function, position

    def __call__(self, *values: Any, **named: Any) -> Any:
        """Call the method."""
        return self._function(self._position, *values, **named)

    def __repr__(self) -> str:
        return f"the method {words_of(self._function)}"

    def _no_value(self, *_: Any) -> Any:
        raise TypeError(f"{self._function.__name__} is a method: write {words_of(self._function)}")

    __bool__ = __len__ = __iter__ = __getitem__ = __contains__ = _no_value
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _no_value
    __neg__ = __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __float__ = _no_value
    __hash__ = _no_value  # type: ignore[assignment]


class method:  # noqa: N801 - used as the decorators of the language are
    """Makes a function a method that says so where its brackets are missing."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __get__(self, position: Any, owner: Any) -> Any:
        """Return the method of one position, or this of the class."""
        return self if position is None else Bound(self.function, position)


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
        raise AttributeError(f"a position has no {name!r}; it has {', '.join(words)}")

    def _make(self, node: TreeNode) -> Any:
        self._log.note(0, node.number)
        return type(self)(node, self._log)

    @property
    def turn(self) -> int:
        """Whose move it is: 0 or 1."""
        return int(self._node.turn)

    @turn.setter
    def turn(self, value: Any) -> None:
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


class UdacityGame(TextbookPosition):
    """Udacity's board of 7 x 7: a move is a cell, and the side that has none has lost, which is worth infinity."""

    width = height = BOARD_SIZE
    BLANK, NOT_MOVED = 0, None

    @property
    def active_player(self) -> Any:  # noqa: D102 - the course's program says it
        return self._log.players[self._node.turn]

    @property
    def inactive_player(self) -> Any:  # noqa: D102
        return self._log.players[1 - self._node.turn]

    @property
    def move_count(self) -> int:
        """The moves made, some before the root."""
        return MOVES_BEFORE + len(way_of(self._node))

    @property
    def __active_player__(self) -> Any:
        return self.active_player

    @property
    def __inactive_player__(self) -> Any:
        return self.inactive_player

    @method
    def get_legal_moves(self, player: Any = None) -> Any:  # noqa: D102
        return cells_of(self._node) if player is None or player is self.active_player else []

    @method
    def get_blank_spaces(self) -> Any:  # noqa: D102
        taken = set(map(cell_into, way_of(self._node)))
        return [divmod(cell, BOARD_SIZE)[::-1] for cell in range(BOARD_SIZE**2) if divmod(cell, BOARD_SIZE)[::-1] not in taken]

    @method
    def get_player_location(self, player: Any) -> Any:  # noqa: D102
        own = [node for node in way_of(self._node) if node.parent.turn == self.seat_of(player)]
        return cell_into(own[-1]) if own else (self.seat_of(player), BOARD_SIZE - 1)

    @method
    def move_is_legal(self, move: Any) -> bool:  # noqa: D102
        return tuple(move) in cells_of(self._node)

    @method
    def forecast_move(self, move: Any) -> Any:  # noqa: D102
        return self.after(move_at(self._node, move))

    @method
    def apply_move(self, move: Any) -> None:  # noqa: D102
        self._node = self._node.after(move_at(self._node, move))
        self._log.note(0, self._node.number)

    @method
    def copy(self) -> Any:  # noqa: D102
        return type(self)(self._node, self._log)

    @method
    def utility(self, player: Any) -> float:  # noqa: D102
        return math.copysign(math.inf, self.score_for(player)) if self.over() else 0.0

    @method
    def is_winner(self, player: Any) -> bool:  # noqa: D102
        return self.over() and self._node.worth(self.seat_of(player)) > 0

    @method
    def is_loser(self, player: Any) -> bool:  # noqa: D102
        return self.over() and self._node.worth(self.seat_of(player)) < 0

    @method
    def get_opponent(self, player: Any) -> Any:  # noqa: D102
        return self._log.players[1 - self.seat_of(player)]

    @method
    def hash(self) -> int:  # noqa: D102
        return int(self._node.key)

    @method
    def to_string(self, symbols: Any = ("1", "2")) -> str:  # noqa: D102
        return str(self._node)

    print_board = to_string

    def seat_of(self, player: Any) -> int:
        """Return the seat of a player object."""
        if player not in self._log.players:
            raise RuntimeError("Player must be either active or inactive")
        return self._log.players.index(player)

    def score_for(self, player: Any) -> float:
        """Return the value of the agent's ``score(game, player)``."""
        return float(self.value(self.seat_of(player)))


def way_of(node: Any) -> list[Any]:
    """Return the nodes after each move that leads to a node."""
    return [*way_of(node.parent), node] if getattr(node, "parent", None) is not None else []


def cell_into(node: Any) -> tuple[int, int]:
    """Return the cell, row and column, that stands for the move that leads to a node."""
    parent = node.parent
    return cells_of(parent)[list(parent.moves).index(node.move)]


def cells_of(node: Any) -> list[tuple[int, int]]:
    """Return a cell for each move: none that stands for another one on the way, if there are no more than seven."""
    begin = BOARD_SIZE * len(way_of(node))
    return [divmod((begin + index) % BOARD_SIZE**2, BOARD_SIZE) for index in range(len(node.moves))]


def move_at(node: Any, cell: Any) -> Any:
    """Return the move that a cell stands for, or the cell where it stands for none."""
    cells = cells_of(node)
    return node.moves[cells.index(tuple(cell))] if isinstance(cell, tuple | list) and tuple(cell) in cells else cell


class AimaState(TextbookPosition):
    """A state of AIMA's games: its game is asked about it, and it knows whose move it is."""

    @property
    def to_move(self) -> str:  # noqa: D102 - the course's program says it
        return AIMA_PLAYERS[self._node.turn]

    @property
    def utility(self) -> int:  # noqa: D102
        return int(self._node.worth(0))

    @property
    def board(self) -> dict[Any, Any]:  # noqa: D102
        return {number: node.move for number, node in enumerate(way_of(self._node))}


class AimaGame:
    """AIMA's game: what it tells of a state."""

    def __init__(self, initial: AimaState) -> None:
        self.initial = initial

    def actions(self, state: AimaState) -> list[str]:  # noqa: D102
        return list(state._node.moves)

    def result(self, state: AimaState, move: str) -> Any:  # noqa: D102
        return state.after(move)

    def utility(self, state: AimaState, player: str) -> float:  # noqa: D102
        return float(state.value(AIMA_PLAYERS.index(player)))

    def terminal_test(self, state: AimaState) -> bool:  # noqa: D102
        return bool(state._node.over)

    is_terminal = terminal_test

    def to_move(self, state: AimaState) -> str:  # noqa: D102
        return state.to_move

    def display(self, state: AimaState) -> None:  # noqa: D102
        print(state)


class LeidenState(TextbookPosition):
    """Leiden's state: `copy`, `execute`, `legalMoves`, `isLeaf`, `value(agent)`, `turn`, `moves` made so far."""

    def __init__(self, node: TreeNode, log: Log, made: tuple[str, ...] = ()) -> None:
        super().__init__(node, log)
        self.moves = list(made)  # type: ignore[assignment, method-assign]

    @method
    def copy(self) -> Any:  # noqa: D102
        return type(self)(self._node, self._log, tuple(self.moves))  # type: ignore[arg-type]

    @method
    def execute(self, move: str) -> None:  # noqa: D102
        self._node = self._node.after(move)
        self._log.note(0, self._node.number)
        self.moves.append(move)  # type: ignore[attr-defined]

    @method
    def legalMoves(self, agent: int = 0) -> list[str]:  # noqa: D102, N802
        return list(self._node.moves)

    @method
    def isLeaf(self) -> bool:  # noqa: D102, N802
        return self._node.over


class BerkeleyState(TextbookPosition):
    """Berkeley's game state, as the course's own tests on trees have it, with one to three ghosts."""

    def __getattr__(self, name: str) -> Any:
        if name in OF_PACMAN:
            raise NotSeenError(
                f"it judges positions by itself ({name}), and not by self.evaluationFunction, which the course's tests on trees "
                "give it: then its moves cannot be compared"
            )
        return super().__getattr__(name)

    @property
    def _agent(self) -> int:
        return agent_of(self._node)

    @method
    def getLegalActions(self, agentIndex: int = 0) -> Any:  # noqa: D102, N802, N803
        self._require_turn(agentIndex)
        return self.moves()

    @method
    def generateSuccessor(self, agentIndex: int, action: str) -> Any:  # noqa: D102, N802, N803
        self._require_turn(agentIndex)
        return self.after(action)

    @method
    def getLegalPacmanActions(self) -> Any:  # noqa: D102, N802
        return self.getLegalActions(0)

    @method
    def generatePacmanSuccessor(self, action: str) -> Any:  # noqa: D102, N802
        return self.generateSuccessor(0, action)

    def _require_turn(self, agent: int) -> None:
        if not self._node.over and agent != self._agent:
            raise ValueError(f"agent {agent} is asked to move, and it is the turn of agent {self._agent}")

    @method
    def getNumAgents(self) -> int:  # noqa: D102, N802
        return agents_of(self._node)

    @method
    def isWin(self) -> bool:  # noqa: D102, N802
        return self._node.over and self._node.value >= 0

    @method
    def isLose(self) -> bool:  # noqa: D102, N802
        return self._node.over and self._node.value < 0

    @method
    def getScore(self) -> float:  # noqa: D102, N802
        return float(self.value(0))


OF_PACMAN = {
    *("getPacmanState", "getPacmanPosition", "getGhostStates", "getGhostState", "getGhostPosition", "getGhostPositions", "data"),
    *("getCapsules", "getNumFood", "getFood", "getWalls", "hasFood", "hasWall", "deepCopy"),
}  # of a game of Pacman, and not of a tree


def root_of(node: Any) -> Any:
    """Return the root of a node's tree."""
    while node.parent is not None:
        node = node.parent
    return node


def agents_of(node: Any) -> int:
    """Return how many agents move in a tree: Pacman, and as many ghosts as moves of the other side follow each other."""

    def longest(node: Any, ghosts: int) -> int:
        below = [longest(child, ghosts + 1 if node.turn == 1 else 0) for child in getattr(node, "children", None) or ()]
        return max([*below, ghosts])

    root = root_of(node)
    if not hasattr(root, "ghosts"):
        root.ghosts = max(1, longest(root, 0))
    return int(root.ghosts) + 1


def agent_of(node: Any) -> int:
    """Return whose turn it is: 0 for Pacman, and the ghosts in their order."""
    return len(way_of(node)) % agents_of(node)


class KthState:
    """KTH's state: whose turn it is, and the scores, which hold the position's value; there are no fish."""

    def __init__(self, place: KthNode) -> None:
        self._place = place
        self.player = place._node.turn

    def get_player(self) -> int:  # noqa: D102
        return int(self._place._node.turn)

    def get_player_scores(self) -> tuple[int, int]:  # noqa: D102
        return self._place.value(0), 0

    def get_hook_positions(self) -> dict[int, tuple[int, int]]:  # noqa: D102
        return {0: (0, 0), 1: (0, 0)}

    def get_fish_positions(self) -> dict[int, tuple[int, int]]:  # noqa: D102
        return {}

    def get_fish_scores(self) -> dict[int, int]:  # noqa: D102
        return {}

    def get_caught(self) -> tuple[None, None]:  # noqa: D102
        return None, None


class KthNode(TextbookPosition):
    """KTH's node: `compute_and_get_children`, `state`, `move`, `depth`, `parent`, `children`."""

    move: int | None = None
    parent: Any = None
    depth = 0

    def __init__(self, node: TreeNode, log: Log) -> None:
        super().__init__(node, log)
        self.children: list[KthNode] = []
        self.observations: dict[int, list[int]] = {}
        self.state = KthState(self)

    @method
    def compute_and_get_children(self) -> list[KthNode]:  # noqa: D102
        if not self.children:
            for index, move in enumerate(self._node.moves):
                child = self._make(self._node.after(move))
                child.move, child.parent, child.depth = index, self, self.depth + 1
                self.children.append(child)
        return self.children
