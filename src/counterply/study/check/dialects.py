"""What a student's search is given, in the words of its course: a position that notes all that is asked of it.

Runs in the student's process. Each *dialect* is the interface of one course: `Plain` is ours; the others offer what the programs of
their courses do. Whatever the words, three things are noted, with the number of the node: a position was made ('after'), it was
judged ('value'), and whether the position that was given has changed.
"""

from __future__ import annotations

import inspect
import math
import numbers
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from types import CodeType
from typing import Any

MOST_EVENTS = 50_000  # of one call; more is a search without end
INFINITY = float("inf")
STEP_NAMES = ("stay", "up", "down", "left", "right")  # moves of KTH's program by number


class TooDeepError(Exception):
    """A search went beyond the end of the tree, which is more than one ply deeper than it was asked to."""


class TooMuchError(Exception):
    """A search looks at far more positions than the tree has."""


class AnswerError(Exception):
    """A search answers something that is no answer; the text says what."""


@dataclass
class Log:
    """What a search has asked, in order: ``[0, node]`` a position was made, ``[1, node]`` it was judged."""

    seat: int  # who moves at the root
    pause: float = 0.0  # seconds that a position takes to make
    events: list[list[int]] = field(default_factory=list)
    changed: str = ""

    def note(self, kind: int, number: int) -> None:
        """Add an event, in place."""
        self.events.append([kind, number])
        if kind == 0 and self.pause:
            time.sleep(self.pause)
        if len(self.events) > MOST_EVENTS:
            raise TooMuchError

    def __deepcopy__(self, memo: Any) -> Log:
        """Return itself: a copy of a position is noted in the same log."""
        return self


class Node:
    """A node of the tree as the student's process holds it; `number` counts them in the order of the text."""

    def __init__(self, data: Any, counter: Iterator[int]) -> None:
        self.turn, self.value, moves, children = data
        self.number = next(counter)
        self.children: list[Node] | None = None if children is None else [Node(child, counter) for child in children]
        self.moves: list[str] = moves
        told = repr((self.turn, self.value, moves, [child.key for child in self.children or ()]))
        self.key: int = int.from_bytes(blake2b(told.encode(), digest_size=7).digest(), "little")

    def __deepcopy__(self, memo: Any) -> Node:
        """Return itself: nothing changes a node."""
        return self

    @property
    def over(self) -> bool:
        """Whether the game is over here."""
        return not self.moves

    def after(self, move: Any) -> Node:
        """Return the node after a move; raises `TooDeepError` where the tree ends."""
        if move not in self.moves:
            raise ValueError(f"{move!r} is no legal move here; legal: {' '.join(self.moves) or 'none, the game is over'}")
        if self.children is None:
            raise TooDeepError
        return self.children[self.moves.index(move)]

    def worth(self, player: int) -> int:
        """Return the value for seat `player`."""
        return int(self.value if player == 0 else -self.value)

    def __str__(self) -> str:
        if not self.children:
            return str(self.value)
        return f"{'AB'[self.turn]}{self.value}({' '.join(map(str, self.children))})"


class Position:
    """A position of Counterply's textbook: `turn`, `moves()`, `after(move)`, `over()`, `value(player)`, `key()`, `str()`."""

    def __init__(self, node: Node, log: Log) -> None:
        self._node, self._log = node, log

    def _made(self, node: Node) -> Any:
        self._log.note(0, node.number)
        return type(self)(node, self._log)

    @property
    def turn(self) -> int:
        """Whose move it is: 0 or 1."""
        return int(self._node.turn)

    @turn.setter
    def turn(self, value: Any) -> None:
        self._log.changed = "it sets the turn of a position"

    def moves(self) -> list[str]:
        """Return the legal moves; none when the game is over."""
        return list(self._node.moves)

    def after(self, move: str) -> Any:
        """Return the position after a move."""
        return self._made(self._node.after(move))

    def over(self) -> bool:
        """Tell whether the game is over."""
        return self._node.over

    def value(self, player: int) -> int:
        """Return what the position is worth to `player`, 0 or 1."""
        if player not in (0, 1):
            raise ValueError(f"value(player) takes 0 or 1, not {player!r}")
        self._log.note(1, self._node.number)
        return self._node.worth(int(player))

    def key(self) -> int:
        """Return a number that is equal for equal positions."""
        return int(self._node.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and other._node.key == self._node.key

    def __hash__(self) -> int:
        return self._node.key

    def __str__(self) -> str:
        return str(self._node)


class UdacityGame(Position):
    """Udacity's board: `get_legal_moves`, `forecast_move`, `apply_move`, `utility`, `active_player`, and so on."""

    players: tuple[Any, Any] = (None, None)  # by seat

    def _made(self, node: Node) -> Any:
        made = super()._made(node)
        made.players = self.players
        return made

    @property
    def active_player(self) -> Any:  # noqa: D102 - the course's program says it
        return self.players[self._node.turn]

    @property
    def inactive_player(self) -> Any:  # noqa: D102
        return self.players[1 - self._node.turn]

    def get_legal_moves(self, player: Any = None) -> list[str]:  # noqa: D102
        return self.moves()

    def forecast_move(self, move: str) -> Any:  # noqa: D102
        return self.after(move)

    def apply_move(self, move: str) -> None:  # noqa: D102
        self._node = self._node.after(move)
        self._log.note(0, self._node.number)

    def copy(self) -> Any:  # noqa: D102
        made = type(self)(self._node, self._log)
        made.players = self.players
        return made

    def utility(self, player: Any) -> float:  # noqa: D102
        return self.judged(player)

    def is_winner(self, player: Any) -> bool:  # noqa: D102
        return self.over() and self._node.worth(self.seat_of(player)) > 0

    def is_loser(self, player: Any) -> bool:  # noqa: D102
        return self.over() and self._node.worth(self.seat_of(player)) < 0

    def get_opponent(self, player: Any) -> Any:  # noqa: D102
        return self.players[1 - self.seat_of(player)]

    def seat_of(self, player: Any) -> int:
        """Return the seat of a player object."""
        return self.players.index(player)

    def judged(self, player: Any) -> float:
        """Return what the agent's ``score(game, player)`` says."""
        return float(self.value(self.seat_of(player)))


class LeidenState(Position):
    """Leiden's state: `copy`, `execute`, `legalMoves`, `isLeaf`, `value(agent)`, `turn`, `moves` made so far."""

    def __init__(self, node: Node, log: Log, made: tuple[str, ...] = ()) -> None:
        super().__init__(node, log)
        self.moves = list(made)  # type: ignore[assignment, method-assign]

    def copy(self) -> Any:  # noqa: D102
        return type(self)(self._node, self._log, tuple(self.moves))  # type: ignore[arg-type]

    def execute(self, move: str) -> None:  # noqa: D102
        self._node = self._node.after(move)
        self._log.note(0, self._node.number)
        self.moves.append(move)  # type: ignore[attr-defined]

    def legalMoves(self, agent: int = 0) -> list[str]:  # noqa: D102, N802
        return list(self._node.moves)

    def isLeaf(self) -> bool:  # noqa: D102, N802
        return self._node.over


class BerkeleyState(Position):
    """Berkeley's game state with one ghost: `getLegalActions`, `generateSuccessor`, `isWin`, `isLose`, `getNumAgents`."""

    def getLegalActions(self, agentIndex: int = 0) -> list[str]:  # noqa: D102, N802, N803
        self._require_turn(agentIndex)
        return self.moves()

    def generateSuccessor(self, agentIndex: int, action: str) -> Any:  # noqa: D102, N802, N803
        self._require_turn(agentIndex)
        return self.after(action)

    def _require_turn(self, agent: int) -> None:
        if not self._node.over and agent != self._node.turn:
            raise ValueError(f"agent {agent} is asked to move, and it is the turn of agent {self._node.turn}")

    def getNumAgents(self) -> int:  # noqa: D102, N802
        return 2

    def isWin(self) -> bool:  # noqa: D102, N802
        return self._node.over and self._node.value >= 0

    def isLose(self) -> bool:  # noqa: D102, N802
        return self._node.over and self._node.value < 0

    def getScore(self) -> float:  # noqa: D102, N802
        return float(self.value(0))


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


class KthNode(Position):
    """KTH's node: `compute_and_get_children`, `state`, `move`, `depth`, `parent`, `children`."""

    move: int | None = None
    parent: Any = None
    depth = 0

    def __init__(self, node: Node, log: Log) -> None:
        super().__init__(node, log)
        self.children: list[KthNode] = []
        self.observations: dict[int, list[int]] = {}
        self.state = KthState(self)

    def compute_and_get_children(self) -> list[KthNode]:  # noqa: D102
        if not self.children:
            for index, move in enumerate(self._node.moves):
                child = self._made(self._node.after(move))
                child.move, child.parent, child.depth = index, self, self.depth + 1
                self.children.append(child)
        return self.children


# --- how a search is called

ALPHAS, BETAS = {"alpha", "a", "alfa"}, {"beta", "b"}
DEPTHS = {"depth", "d", "plies", "remaining", "level", "max_depth", "maxDepth", "maxdepth"}
MAXIMISING = {
    "maximising",
    "maximizing",
    "maximising_player",
    "maximizing_player",
    "maximizingPlayer",
    "is_maximizing",
    "is_maximising",
    "isMaximizing",
    "is_max",
    "maximize",
    "maximise",
    "max_player",
    "maxi",
}
SEATS = {"player", "seat", "agent", "me", "root_player", "forAgent", "for_agent", "agentId"}
COLOURS = {"color", "colour", "sign"}
TIME_LEFT = "time_left"  # a function that tells the milliseconds that are left
CLOCKS = {TIME_LEFT, "seconds", "limit", "time_limit", "timeout", "max_seconds", "max_time", "budget", "move_time"}
TIMED_NAMES = ("choose", "choosemove", "getmove", "play", "bestmove", "deepen", "iterativedeepening", "search")
NAMES = ("search", "alphabeta", "alphabetasearch", "alfabeta", "minimax", "minmax", "negamax", "searchbestmove")
SHOWN_NAMES = "search, alphabeta, minimax, negamax"
AGENT_CLASSES = ("AlphaBetaAgent", "AlphaBetaPlayer", "MinimaxAgent", "MinimaxPlayer", "PlayerControllerMinimax")
DIALECTS = ("plain", "udacity", "kth", "leiden", "berkeley")


@dataclass(frozen=True)
class Convention:
    """One of the ways in which a search may want to be called, where its parameters leave a choice.

    Attributes
    ----------
    first : 'maximising' and 'colour' are said of the first player, not of the side to move at the root
    """

    first: bool = False


@dataclass
class Signature:
    """How a student's search is called.

    Attributes
    ----------
    name : as the student wrote it
    dialect : whose words it speaks
    parameters : of the call, the position aside
    owner : the class, if it is a method
    """

    name: str
    dialect: str
    function: Callable[..., Any]
    parameters: list[str]
    owner: Any = None

    @property
    def prunes(self) -> bool:
        """Whether it is meant to be alpha-beta: its name says so, or it has a variable alpha or beta, or what it calls has."""
        named = any(part in self.name.lower() for part in ("alpha", "alfa", "beta", "prun"))
        return named or bool({"alpha", "alfa", "beta"} & _variables(self.function, self.owner))

    @property
    def conventions(self) -> list[Convention]:
        """The ways to call it, the usual one first."""
        ambiguous = (MAXIMISING | COLOURS) & set(self.parameters)
        return [Convention(), Convention(first=True)] if ambiguous else [Convention()]

    @property
    def rounds(self) -> bool:
        """Whether its depth counts a move of each side as one."""
        return self.dialect == "berkeley"

    @property
    def takes_depth(self) -> bool:
        """Whether it is told how deep to search."""
        return self.dialect == "berkeley" or any(name in DEPTHS for name in self.parameters)

    @property
    def first_only(self) -> bool:
        """Whether it is always the first player who moves at the root."""
        return self.dialect in ("berkeley", "kth")

    def __str__(self) -> str:
        return f"{self.name}({', '.join([POSITION_NAMES[self.dialect], *self.parameters])})"

    def ask(
        self, node: Node, depth: int, convention: Convention, log: Log, limit: float = INFINITY
    ) -> tuple[float | None, str | None]:
        """Call the search on a tree, and return the value and the move that it answers; None for what it does not say.

        A player with a clock has `limit` seconds.

        Raises
        ------
        AnswerError
            if it answers neither
        """
        end = time.perf_counter() + limit

        def time_left() -> float:
            return 1000 * (end - time.perf_counter())

        position, function = self._prepared(node, depth, log)
        turn = node.turn
        arguments: list[Any] = []
        for name in self.parameters:
            if name in CLOCKS:
                arguments.append(time_left if name == TIME_LEFT else limit)
            elif name in DEPTHS:
                deep = depth // 2 if self.rounds else depth
                arguments.append(0 if self.dialect == "leiden" and name == "depth" else deep)
            elif name in ALPHAS | BETAS:
                arguments.append(-INFINITY if name in ALPHAS else INFINITY)
            elif name in MAXIMISING:
                arguments.append(turn == 0 if convention.first else True)
            elif name in COLOURS:
                arguments.append(1 if convention.first or turn == 0 else -1)
            else:
                arguments.append(turn)
        answer = function(position, *arguments)
        if position._node is not node:
            log.changed = "the position that it was given is another one afterwards"
        return read_answer(answer, node, self.dialect)

    def _prepared(self, node: Node, depth: int, log: Log) -> tuple[Any, Callable[..., Any]]:
        """Return the position to give, and the function, bound to a new object of its class."""
        kind = VIEWS[self.dialect]
        position = kind(node, log)
        agent: Any = self.owner() if self.owner is not None else object()
        if isinstance(position, UdacityGame):
            other = object()
            position.players = (agent, other) if node.turn == 0 else (other, agent)
        if self.owner is None:
            return position, self.function
        if self.dialect == "udacity":
            agent.score = lambda game, player: game.judged(player)
            agent.time_left = lambda: INFINITY
        elif self.dialect == "berkeley":
            agent.index, agent.depth = 0, depth // 2
            agent.evaluationFunction = lambda state: float(state.value(0))
        return position, getattr(agent, self.function.__name__)


VIEWS: dict[str, type[Position]] = {
    "plain": Position,
    "udacity": UdacityGame,
    "kth": KthNode,
    "leiden": LeidenState,
    "berkeley": BerkeleyState,
}
POSITION_NAMES = {"plain": "position", "udacity": "game", "kth": "node", "leiden": "state", "berkeley": "gameState"}


def read_answer(answer: Any, node: Node, dialect: str) -> tuple[float | None, str | None]:
    """Return the value and the move in what a search returned: a value, a move, or a pair with a value and a move or line."""
    value: float | None = None
    move: str | None = None
    parts = list(answer) if isinstance(answer, tuple | list) else [answer]
    for part in parts:
        if isinstance(part, numbers.Real) and not isinstance(part, bool) and value is None:
            value = float(part)
        elif isinstance(part, Position) and move is None:
            value, move = _of_state(part, node, value)
        elif isinstance(part, tuple | list) and move is None:
            first = part[0] if part else None
            move = first if isinstance(first, str) else None
        elif isinstance(part, str) and move is None:
            move = part
    if dialect == "kth" and move in STEP_NAMES and STEP_NAMES.index(move) < len(node.moves):
        move = node.moves[STEP_NAMES.index(move)]
    if value is None and move is None:
        raise AnswerError(f"it returns {_short(answer)}; right would be a value, a move, or both: return value, move")
    if value is not None and not math.isfinite(value):
        raise AnswerError(f"it returns {value} as the value")
    if move is not None and move not in node.moves:
        raise AnswerError(f"it returns {_short(answer)}, and {move!r} is no legal move; legal: {' '.join(node.moves)}")
    return value, move


def _of_state(position: Position, node: Node, value: float | None) -> tuple[float, str | None]:
    """Return the value and first move of a position that was returned, with the moves that led to it where it knows them."""
    made = getattr(position, "moves", None)
    move = str(made[0]) if isinstance(made, list) and made else None
    return float(position._node.worth(node.turn)) if value is None else value, move


def _short(answer: Any) -> str:
    text = repr(answer)
    return text if len(text) <= 60 else text[:57] + "..."


def _variables(function: Callable[..., Any], owner: Any) -> set[str]:
    """Return the names of all variables in a function, and in the functions and methods of its file that it names."""
    around: dict[str, Any] = {**vars(owner), **function.__globals__} if owner is not None else function.__globals__
    found: set[str] = set()
    waiting: list[CodeType] = [function.__code__]
    known = set(waiting)
    while waiting:
        code = waiting.pop()
        found.update(code.co_varnames, code.co_cellvars)
        named = [getattr(inspect.unwrap(around[name]), "__code__", None) for name in code.co_names if callable(around.get(name))]
        inside = [each for each in (*code.co_consts, *named) if isinstance(each, CodeType) and each not in known]
        own = [each for each in inside if each.co_filename == function.__code__.co_filename]
        known.update(own)
        waiting.extend(own)
    return found


# --- which search a file holds


def _usual(there: dict[str, Any], names: tuple[str, ...] = NAMES) -> str | None:
    """Return the first of the usual names, in any way of writing it, among those that are there."""
    plain = {name.replace("_", "").lower(): name for name in reversed(there)}
    return next((plain[name] for name in names if name in plain), None)


def timed_of(module: Any, name: str | None) -> Signature | None:
    """Return the player with a clock that a module holds: a function of a position and a time, or an agent's `get_move`."""
    own = {n: v for n, v in vars(module).items() if getattr(v, "__module__", None) == module.__name__}
    classes = [n for n in AGENT_CLASSES if inspect.isclass(own.get(n))]
    functions = {n: v for n, v in own.items() if inspect.isfunction(v) and CLOCKS & set(inspect.signature(v).parameters)}
    found = name or _usual(functions, TIMED_NAMES) or next((f"{n}.get_move" for n in classes if hasattr(own[n], "get_move")), None)
    try:
        signature = None if found is None else signature_of(module, found, None, timed=True)
    except AnswerError:
        return None
    return signature if signature is not None and CLOCKS & set(signature.parameters) else None


def signature_of(module: Any, name: str | None, dialect: str | None, timed: bool = False) -> Signature:
    """Return the search that a module holds, by name or the first of the usual names; raises `AnswerError`.

    `timed` asks for one with a clock, by name.
    """
    if name is None:
        own = {n: v for n, v in vars(module).items() if getattr(v, "__module__", None) == module.__name__}
        name = _usual({n: v for n, v in own.items() if inspect.isfunction(v)})
        name = name or next((n for n in AGENT_CLASSES if inspect.isclass(own.get(n))), None)
        if name is None:
            there = [n for n, v in own.items() if inspect.isfunction(v) or inspect.isclass(v)]
            found = f"; it has {', '.join(there)}" if there else ""
            raise AnswerError(
                f"which search? The file has none of the usual names ({SHOWN_NAMES}){found}: name one, as in FILE.py:NAME"
            )
    owner: Any = None
    method: str | None = name
    target: Any = module
    for part in name.split("."):
        if not hasattr(target, part):
            raise AnswerError(f"there is no {name}")
        owner, target, method = (target if inspect.isclass(target) else None), getattr(target, part), part
    if inspect.isclass(target):
        owner = target
        methods = {n: getattr(target, n) for n in dir(target) if not n.startswith("__") and callable(getattr(target, n))}
        method = "getAction" if "getAction" in methods else _usual(methods)
        if not method:
            raise AnswerError(f"the class {name} has none of the methods getAction, {SHOWN_NAMES}")
        target = getattr(target, method)
    if not callable(target):
        raise AnswerError(f"{name} is not a function")
    return _described(name, target, owner, dialect, timed)


def _described(name: str, function: Any, owner: Any, dialect: str | None, timed: bool) -> Signature:
    known = inspect.signature(function).parameters.values()
    listed = [p for p in known if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if owner is not None:
        listed = listed[1:]
    if not listed:
        raise AnswerError(f"{name} takes no position; a search is search(position, depth)")
    first, *rest = listed
    meant = ALPHAS | BETAS | DEPTHS | MAXIMISING | SEATS | COLOURS | (CLOCKS if timed else set())
    chosen = dialect or _dialect(first.name, [p.name for p in rest], function.__name__)
    parameters = []
    for parameter in rest:
        if parameter.name not in meant:
            if parameter.default is not parameter.empty:
                break  # it, and what follows, have defaults
            raise AnswerError(
                f"{name} has a parameter {parameter.name!r} that is not known; known are position, depth, alpha, beta, "
                "maximising, player, color"
            )
        parameters.append(parameter.name)
    deep = any(p in DEPTHS for p in parameters)
    if not deep and not timed and chosen not in ("berkeley", "kth"):
        raise AnswerError(f"{name} has no parameter depth; a search is search(position, depth)")
    return Signature(name, chosen, function, parameters, owner)


def _dialect(first: str, rest: list[str], name: str) -> str:
    """Return whose words a search speaks, by its parameters."""
    if name == "getAction" or (first in ("gameState", "game_state") and not rest):
        return "berkeley"
    if name == "search_best_move" or first in ("node", "initial_tree_node"):
        return "kth"
    if {"maxDepth", "depth"} <= set(rest) or {"max_depth", "depth"} <= set(rest):
        return "leiden"
    return "udacity" if first == "game" else "plain"
