"""How a student's search is called, by the names of its parameters, and how its return value is read.

Runs in the student's process, and needs nothing but the standard library and its neighbour `views`.
"""

from __future__ import annotations

import inspect
import math
import numbers
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from types import CodeType
from typing import Any

from counterply.plugins.dialects.views import (
    AimaGame,
    AimaState,
    AnswerError,
    BerkeleyState,
    KthNode,
    LeidenState,
    Log,
    TextbookPosition,
    TreeNode,
    UdacityGame,
    agents_of,
    cells_of,
    move_at,
)

INFINITY = float("inf")
STEP_NAMES = ("stay", "up", "down", "left", "right")  # moves of KTH's program by number
KTH_SEARCH = "search_best_move"  # a method of it, which returns a move by its name or number
LOST = 100.0  # the value of a lost game in Udacity's program, where it is infinity
LONGEST_ANSWER = 60  # letters of an answer that is shown
ALPHAS, BETAS = {"alpha", "a", "alfa"}, {"beta", "b"}
DEPTHS = {"depth", "d", "n", "plies", "remaining", "level", "max_depth", "maxDepth", "maxdepth"}
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
PLIES = {"ply", "current_depth", "cur_depth", "depth_so_far"}  # made so far
TOP_DEPTHS = {"max_depth", "maxDepth", "maxdepth"}  # beside which a depth is that reached so far
EVALUATORS = {
    "evaluate",
    "evaluator",
    "evaluation",
    "heuristic",
    "eval_fn",
    "evalFn",
    "score_fn",
}  # functions of a position and a player
TIME_LEFT = "time_left"  # a function that tells the milliseconds that are left
CLOCKS = {TIME_LEFT, "seconds", "limit", "time_limit", "timeout", "max_seconds", "max_time", "budget", "move_time"}
GAMES = {
    *("iterations", "simulations", "playouts", "rollouts", "itermax", "n_iter"),
    *("n_iterations", "num_simulations", "num_iterations"),
}  # to be played at random
GAMES_PLAYED = 2_000  # by a player that is told how many games to play at random
LEGAL_MOVES = "legal_moves"  # of the root, which some are given
KNOWN = {LEGAL_MOVES} | ALPHAS | BETAS | DEPTHS | MAXIMISING | SEATS | COLOURS | PLIES | EVALUATORS  # beside the position
GAME, STATE = "game", "state"  # AIMA's searches are given both, in either order
KNOWN |= CLOCKS | GAMES | {GAME, STATE}
DIALECTS = ("plain", "udacity", "kth", "leiden", "berkeley", "aima")


@dataclass
class Signature:
    """How a student's search is called.

    Attributes
    ----------
    name : as the student wrote it
    dialect : the course's interface that it uses
    parameters : of the call, the position aside
    owner : the class, if it is a method
    agents : the objects of that class that live on from call to call, by depth and convention; None: none does
    """

    name: str
    dialect: str
    function: Callable[..., Any]
    parameters: list[str]
    owner: Any = None
    agents: dict[tuple[int, bool], Any] | None = None

    @property
    def prunes(self) -> bool:
        """Whether it is meant to be alpha-beta: its name says so, or it, or a function that it calls, takes a window."""
        named = any(part in self.name.lower() for part in ("alpha", "alfa", "beta", "prun"))
        window = bool(ALPHAS & set(self.parameters)) and bool(BETAS & set(self.parameters))
        codes = _codes(self.function, self.owner)
        return named or window or any(_has_both(code.co_varnames[: code.co_argcount]) for code in codes)

    @property
    def mentions(self) -> bool:
        """Whether variables are called alpha and beta, as in alpha-beta, though no function takes them."""
        return any(_has_both((*code.co_varnames, *code.co_cellvars)) for code in _codes(self.function, self.owner))

    @property
    def conventions(self) -> tuple[bool, ...]:
        """Whether 'maximising', or a colour, is said of the first player, for each way to call it, the usual one first."""
        return (False, True) if (MAXIMISING | COLOURS) & set(self.parameters) else (False,)

    @property
    def rounds(self) -> bool:
        """Whether its depth counts a move of each side as one."""
        return self.dialect == "berkeley"

    @property
    def takes_depth(self) -> bool:
        """Whether it is told how deep to search."""
        return (
            self.dialect == "berkeley"
            or self.whole
            or any(name in DEPTHS for name in self.parameters)
            or bool(depth_of_agent(self.owner))
        )

    @property
    def whole(self) -> bool:
        """Whether it searches to the end of the game, whatever the depth."""
        return self.dialect == "aima" and not DEPTHS & set(self.parameters)

    @property
    def first_only(self) -> bool:
        """Whether the first player always moves at the root."""
        return self.dialect in ("berkeley", "kth")

    def __str__(self) -> str:
        return f"{self.name}({', '.join([POSITION_NAMES[self.dialect], *self.parameters])})"

    def ask(self, node: TreeNode, depth: int, first: bool, log: Log, limit: float = INFINITY) -> tuple[float | None, str | None]:
        """Call the search on a tree, and return the value and the move that it answers; None for a missing part.

        Parameters
        ----------
        first : one of `conventions`
        limit : seconds that a player with a clock has

        Raises
        ------
        AnswerError
            if it answers neither
        """
        end = time.perf_counter() + limit
        position, function = self._prepare(node, depth, first, log)
        deep = depth // agents_of(node) if self.rounds else depth
        given: dict[str, Any] = {
            **dict.fromkeys(CLOCKS, limit),
            **dict.fromkeys(GAMES, GAMES_PLAYED),
            TIME_LEFT: lambda: 1000 * (end - time.perf_counter()),
            **dict.fromkeys(DEPTHS, 0 if TOP_DEPTHS & set(self.parameters) else deep),
            **dict.fromkeys(TOP_DEPTHS, deep),
            **dict.fromkeys(PLIES, 0),
            **dict.fromkeys(EVALUATORS, worth_of),
            **dict.fromkeys(ALPHAS, -INFINITY),
            **dict.fromkeys(BETAS, INFINITY),
            **dict.fromkeys(MAXIMISING, node.turn == 0 or not first),
            **dict.fromkeys(COLOURS, 1 if first or node.turn == 0 else -1),
            **dict.fromkeys(SEATS, node.turn),
            LEGAL_MOVES: cells_of(node) if self.dialect == "udacity" else list(node.moves),
        }
        if self.dialect == "aima":
            given |= {
                GAME: AimaGame(position),
                STATE: position,
                **dict.fromkeys(DEPTHS, deep - 1),
            }  # of its cut-off test, depth > d
        begin = given[GAME] if STATE in self.parameters else position
        answer = function(begin, *(given[name] for name in self.parameters))
        if position._node is not node:
            log.changed = "the position that it was given is another one afterwards"
        if self.name.endswith(KTH_SEARCH) and isinstance(answer, int):
            answer = dict(enumerate(STEP_NAMES)).get(answer, f"move {answer}")
        return read_answer(answer, node, self.dialect)

    def _prepare(self, node: TreeNode, depth: int, first: bool, log: Log) -> tuple[Any, Callable[..., Any]]:
        """Return the position to give, and the function, bound to an object of its class."""
        kind = VIEWS[self.dialect]
        position = kind(node, log)
        agent: Any = object() if self.owner is None else self._agent(depth, first)
        if isinstance(position, UdacityGame):
            other = object()
            log.players = (agent, other) if node.turn == 0 else (other, agent)
        if self.owner is None:
            return position, self.function
        if self.dialect == "udacity":
            agent.score = lambda game, player: game.score_for(player)
            agent.time_left = lambda: INFINITY
        elif self.dialect == "berkeley":
            agent.index, agent.depth = 0, depth // agents_of(node)
            agent.evaluationFunction = lambda state: float(state.value(0))
        return position, getattr(agent, self.function.__name__)

    def _agent(self, depth: int, first: bool) -> Any:
        """Return an object of the class: the one that lives on, or a new one."""
        agents, key = {} if self.agents is None else self.agents, (depth, first)
        if key not in agents:
            agents[key] = self.owner(**dict.fromkeys(depth_of_agent(self.owner), depth))
        return agents[key]


def depth_of_agent(owner: Any) -> list[str]:
    """Return the parameters by which a class is told how deep its search goes."""
    if owner is None or "__init__" not in vars(owner):
        return []
    return [name for name in inspect.signature(owner).parameters if name in DEPTHS]


def worth_of(position: Any, player: int | None = None) -> int:
    """Return a position's value to a player, by default the one whose turn it is: for a search that takes an evaluator."""
    return int(position.value(position.turn if player is None else player))


VIEWS: dict[str, type[TextbookPosition]] = {
    "plain": TextbookPosition,
    "udacity": UdacityGame,
    "kth": KthNode,
    "leiden": LeidenState,
    "berkeley": BerkeleyState,
    "aima": AimaState,
}
POSITION_NAMES = {
    "plain": "position",
    "udacity": "game",
    "kth": "node",
    "leiden": "state",
    "berkeley": "gameState",
    "aima": "state",
}


def read_answer(answer: Any, node: TreeNode, dialect: str) -> tuple[float | None, str | None]:
    """Return the value and the move in a search's return value: a value, a move, or a pair with a value and a move or line.

    The move is None where the answer has no place for one, and '' where that place is empty.
    """
    value: float | None = None
    move: str | None = None
    parts = _parts(answer) if dialect != "udacity" else _udacity_parts(answer, node)
    for part in parts:
        if isinstance(part, numbers.Real | Decimal) and not isinstance(part, bool) and value is None:
            value = _number(part)
        elif isinstance(part, TextbookPosition) and move is None:
            value, move = _of_state(part, node, value) if dialect == "leiden" else (value, _way_to(part._node, node))
        elif isinstance(part, tuple | list) and move is None:
            first = part[0] if part else None
            move = first if isinstance(first, str) else None
        elif isinstance(part, str) and move is None:
            move = part
    if dialect == "kth" and move in STEP_NAMES and STEP_NAMES.index(move) < len(node.moves):
        move = node.moves[STEP_NAMES.index(move)]
    if value is None and move is None and dialect == "udacity" and parts == [()] and answer is not None:
        return None, ""
    if value is None and move is None:
        text = f"it returns {_short(answer)}; right would be a value, a move, or both: return value, move"
        raise AnswerError(text, said=answer is None)
    if value is not None and dialect == "udacity" and math.isinf(value):
        value = math.copysign(LOST, value)
    if value is not None and not math.isfinite(value):
        raise AnswerError(f"it returns {value} as the value", not math.isnan(value), value, move)
    if move is None and any(part is None or isinstance(part, tuple | list) for part in parts):
        return value, ""
    if move is not None and move not in node.moves:
        text = f"it returns {_short(answer)}, and {move!r} is no legal move; legal: {' '.join(node.moves)}"
        raise AnswerError(text, True, value, move)
    return value, move


def _parts(answer: Any) -> list[Any]:
    """Return the parts of an answer: of a tuple, a dictionary, or an object with a value, or a score, and a move."""
    if isinstance(answer, tuple | list):
        return list(answer)
    if isinstance(answer, dict):
        return list(answer.values())
    if isinstance(answer, str | numbers.Real | Decimal | TextbookPosition):
        return [answer]
    named = [getattr(answer, name, None) for name in ("value", "score", "move", "best_move", "action")]
    return [part for part in named if part is not None and not callable(part)] or [answer]


def _udacity_parts(answer: Any, node: TreeNode) -> list[Any]:
    """Return the parts of an answer of Udacity's: a cell, or a pair of a value and a cell; (-1, -1) is no move."""

    def named(part: Any) -> Any:
        if part is None or part == (-1, -1):
            return ()
        return move_at(node, part) if isinstance(part, tuple | list) else part

    if isinstance(answer, tuple | list) and len(answer) == 2 and not (answer == (-1, -1) or tuple(answer) in cells_of(node)):
        return [named(part) for part in answer]
    return [named(answer)] if isinstance(answer, tuple | list) else _parts(answer)


def _way_to(wanted: TreeNode, node: TreeNode) -> str | None:
    """Return the move that leads to a position, or towards it; None where none does."""
    while wanted.parent is not None and wanted.parent is not node:
        wanted = wanted.parent
    return wanted.move or None


def _number(answer: numbers.Real | Decimal) -> float:
    try:
        return float(answer)
    except OverflowError:
        return INFINITY


def _of_state(position: TextbookPosition, node: TreeNode, value: float | None) -> tuple[float, str | None]:
    """Return the value and first move of a position that was returned, with the moves that led to it where it knows them."""
    made = getattr(position, "moves", None)
    move = str(made[0]) if isinstance(made, list) and made else None
    return float(position._node.worth(node.turn)) if value is None else value, move


def _short(answer: Any) -> str:
    """Return an answer as text, the same one each time: without an address in memory."""
    if inspect.isgenerator(answer):
        return "a generator, as a function with a yield does"
    if inspect.iscoroutine(answer):
        return "a coroutine, as a function with async does"
    try:
        text = re.sub(" at 0x[0-9a-f]+", "", repr(answer))
    except Exception:  # it is the student's
        text = f"an object of the class {type(answer).__name__}"
    return text if len(text) <= LONGEST_ANSWER else text[: LONGEST_ANSWER - 3] + "..."


def _has_both(names: Iterable[str]) -> bool:
    """Tell whether there is an alpha and a beta."""
    words = set(names)
    return bool({"alpha", "alfa"} & words) and "beta" in words


def _codes(function: Callable[..., Any], owner: Any) -> list[CodeType]:
    """Return the code of a function, and of the functions of its file, and the classes' methods, that it names."""
    function = code_of(function)
    around: dict[str, Any] = {**vars(owner), **function.__globals__} if owner is not None else function.__globals__
    found = []
    waiting: list[CodeType] = [function.__code__]
    known = set(waiting)
    while waiting:
        code = waiting.pop()
        found.append(code)
        named = [around[name] for name in code.co_names if callable(around.get(name))]
        methods = [method for value in named if isinstance(value, type) for method in vars(value).values() if callable(method)]
        codes = [getattr(code_of(value), "__code__", None) for value in (*named, *methods)]
        inside = [each for each in (*code.co_consts, *codes) if isinstance(each, CodeType) and each not in known]
        own = [each for each in inside if each.co_filename == function.__code__.co_filename]
        known.update(own)
        waiting.extend(own)
    return found


def words_in(function: Callable[..., Any], owner: Any) -> set[str]:
    """Return the names of attributes and functions that a function uses, and the functions of its file that it names."""
    return {word for code in _codes(function, owner) for word in code.co_names}


def code_of(function: Any) -> Any:
    """Return the function in a decorated one, or in one with some parameters filled in."""
    while not hasattr(function, "__code__"):
        inside = getattr(function, "__wrapped__", None) or getattr(function, "func", None) or getattr(function, "__func__", None)
        if inside is None:
            return function
        function = inside
    return inspect.unwrap(function)
