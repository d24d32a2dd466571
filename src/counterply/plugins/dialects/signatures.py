"""How a student's search is called, by the names of its parameters, and how its return value is read.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import dis
import inspect
import math
import numbers
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial
from types import CodeType, ModuleType
from typing import Any

from counterply.plugins.dialects.dialect import Dialect
from counterply.plugins.dialects.moments import Moment
from counterply.plugins.dialects.steady_clock import CLOCK
from counterply.plugins.dialects.views import NOT_HERE, AnswerError, Log, NotSeenError, TextbookPosition, TreeNode

INFINITY = float("inf")
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
    "isMaximizingPlayer",
    "is_maximizing_player",
    "is_max",
    "isMax",
    "max_turn",
    "maxTurn",
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
BEGINS = {  # the moment at which a search began
    *("start_time", "starting_time", "initial_time", "begin_time", "startTime", "start_t", "t_start", "t0", "time_start"),
}
ENDS = {"deadline", "end_time", "endTime", "stop_time", "finish_time", "t_end"}  # until which it may go on
MILLISECONDS = {"time_ms", "time_limit_ms", "limit_ms", "budget_ms", "timeout_ms", "milliseconds"}
CLOCKS = {
    *(TIME_LEFT, "seconds", "limit", "time_limit", "timeout", "max_seconds", "max_time", "budget", "move_time"),
    *("time_budget", "timeLimit", "TIME_LIMIT", "maxTime", "time_allowed", "t_limit", "remaining_time", "search_time"),
    *(*BEGINS, *ENDS, *MILLISECONDS),
}
GAMES = {
    *("iterations", "simulations", "playouts", "rollouts", "itermax", "n_iter"),
    *("n_iterations", "num_simulations", "num_iterations", "N"),
}  # to be played at random
TIMERS = {"signal", "threading", "_thread", "multiprocessing", "asyncio", "concurrent.futures"}  # modules
GAMES_PLAYED = 2_000  # by a player that is told how many games to play at random
LEGAL_MOVES = "legal_moves"  # of the root, which some are given
KNOWN = {LEGAL_MOVES} | ALPHAS | BETAS | DEPTHS | MAXIMISING | SEATS | COLOURS | PLIES | EVALUATORS  # beside the position
KNOWN |= CLOCKS | GAMES | {"game", "state"}


@dataclass
class Signature:
    """How a student's search is called.

    Attributes
    ----------
    name : as the student wrote it
    dialect : the course's interface, by name, and its object
    first, parameters : of the call: what the position is called there, and the others
    owner : the class, if it is a method
    agents : the objects of that class that live on from call to call, by depth and convention; None: none does
    """

    name: str
    dialect: str
    course: Dialect
    function: Callable[..., Any]
    first: str
    parameters: list[str]
    owner: Any = None
    agents: dict[tuple[int, bool], Any] | None = None

    @property
    def prunes(self) -> bool:
        """Whether it is meant to be alpha-beta: its name says so, or it takes a window, or a function that it calls uses one."""
        named = any(part in self.name.lower() for part in ("alpha", "alfa", "beta", "prun"))
        codes = codes_of(self.function, self.owner)
        told = inspect.signature(self.function).parameters.values()
        given = {*self.parameters} & (_used_in(codes[0]) | {each.name for each in told if each.default is each.empty})
        window = bool(ALPHAS & given) and bool(BETAS & given)
        return named or window or any(_has_both(_used_in(code) & {*code.co_varnames[: code.co_argcount]}) for code in codes)

    @property
    def mentions(self) -> bool:
        """Whether variables are called alpha and beta, as in alpha-beta, though no function takes them."""
        codes = codes_of(self.function, self.owner)
        return any(_has_both(_used_in(code) & {*code.co_varnames, *code.co_cellvars}) for code in codes)

    @property
    def conventions(self) -> tuple[bool, ...]:
        """Whether 'maximising', or a colour, is said of the first player, for each way to call it, the usual one first."""
        return (False, True) if (MAXIMISING | COLOURS) & set(self.parameters) else (False,)

    @cached_property
    def depths(self) -> set[str]:
        """The parameters by which it is told how many plies are left; those that count the plies made, up to a limit, are none."""
        named = (DEPTHS & {*self.parameters}) or (PLIES & {*self.parameters})
        return set() if named and not named & TOP_DEPTHS and counts_up(self.function, named) else named

    @property
    def takes_depth(self) -> bool:
        """Whether it is told how deep to search."""
        return bool(self.depths or depth_of_agent(self.owner)) or self.course.rounds or self.whole

    @property
    def whole(self) -> bool:
        """Whether it searches to the end of the game, whatever the depth."""
        return self.course.whole and not DEPTHS & set(self.parameters)

    @property
    def knows_words(self) -> bool:
        """Whether its file speaks our textbook's words, so that it knows what its positions have."""
        return self.course.textbook and "after" in words_in(self.function, self.owner)

    @property
    def keeps_own_time(self) -> bool:
        """Whether its file may measure time by something that no stand-in for `time` changes."""
        held = code_of(self.function).__globals__.values()
        return any(getattr(value, "__name__" if isinstance(value, ModuleType) else "__module__", "") in TIMERS for value in held)

    def __str__(self) -> str:
        return f"{self.name}({', '.join([self.course.position, *self.parameters])})"

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
        moments = dict.fromkeys(BEGINS, 0.0) | dict.fromkeys(ENDS, limit)
        roles: tuple[tuple[Iterable[str], Any], ...] = (
            (CLOCKS, limit),
            (MILLISECONDS, 1000 * limit),
            (GAMES, GAMES_PLAYED),
            (DEPTHS | PLIES, 0),
            (self.depths, 0 if TOP_DEPTHS & self.depths else depth),
            (TOP_DEPTHS, depth),
            (EVALUATORS, worth_of),
            (ALPHAS, -INFINITY),
            (BETAS, INFINITY),
            (MAXIMISING, node.turn == 0 or not first),
            (COLOURS, 1 if first or node.turn == 0 else -1),
            (SEATS, node.turn),
        )
        given = {
            **{name: value for names, value in roles for name in names},
            **{name: Moment(moments[name], limit == INFINITY) for name in moments.keys() & self.parameters},
            TIME_LEFT: lambda: 1000 * (end - time.perf_counter()),
            LEGAL_MOVES: list(node.moves),
            **self.course.given(position, node, depth),
        }
        begin, CLOCK.asked = given.get(self.first, position), False
        answer = function(begin, *(given[name] for name in self.parameters))
        if position._node is not node:
            log.changed = "the position that it was given is another one afterwards"
        if type(answer) is int and code_of(self.function).__name__ == self.course.root:
            answer = node.moves[answer] if 0 <= answer < len(node.moves) else f"move {answer}"
        return read_answer(answer, node, self.course)

    def _prepare(self, node: TreeNode, depth: int, first: bool, log: Log) -> tuple[Any, Callable[..., Any]]:
        """Return the position to give, and the function, bound to an object of its class."""
        position = self.course.view(node, log)
        agent: Any = None if self.owner is None else self._agent(depth, first)
        self.course.prepare(agent, position, depth if self.takes_depth else 0)
        return position, self.function if agent is None else getattr(agent, self.function.__name__)

    def _agent(self, depth: int, first: bool) -> Any:
        """Return an object of the class: the one that lives on, or a new one."""
        agents, key = {} if self.agents is None else self.agents, (depth, first)
        if key not in agents:
            given = dict.fromkeys(depth_of_agent(self.owner), depth)
            try:
                inspect.signature(self.owner).bind(**given)
            except TypeError as error:
                raise NotSeenError(f"{self.owner.__name__} is made of what nobody knows here: {error}") from None
            agents[key] = self.owner(**given)
        return agents[key]


def depth_of_agent(owner: type | None) -> list[str]:
    """Return the parameters by which a class is told how deep its search goes."""
    if owner is None or "__init__" not in vars(owner):
        return []
    return [name for name in inspect.signature(owner).parameters if name in DEPTHS]


def counts_up(function: Callable[..., Any], names: Iterable[str]) -> bool:
    """Tell whether a function gives a number and one more to a call, takes none off it, and does not ask whether it is 0."""
    try:
        text = re.sub(r"range\(.*?\)", "", inspect.getsource(code_of(function)))
    except OSError:  # made by exec
        return False
    word = rf"\b({'|'.join(names)})\b"
    return bool(re.search(rf"\(.*{word} ?\+ ?1", text)) and not re.search(rf"{word} ?(-=? ?1|[=<>]+ ?[01])|not {word}", text)


def worth_of(position: Any, player: int | None = None) -> int:
    """Return a position's value to a player, by default the one whose turn it is: for a search that takes an evaluator."""
    return int(position.value(position.turn if player is None else player))


def read_answer(answer: object, node: TreeNode, course: Dialect) -> tuple[float | None, str | None]:
    """Return the value and the move in a search's return value: a value, a move, or a pair with a value and a move or line.

    The move is None where the answer has no place for one, and '' where that place is empty.
    """
    value: float | None = None
    move: str | None = None
    parts = course.parts(answer, node)
    for part in parts:
        if isinstance(part, numbers.Real | Decimal) and not isinstance(part, bool) and value is None:
            value = _number(part)
        elif isinstance(part, TextbookPosition) and move is None:
            move = course.move_of(part, node)
        elif isinstance(part, tuple | list) and move is None:
            first = part[0] if part else None
            move = first if isinstance(first, str) else None
        elif isinstance(part, str) and move is None:
            move = part
    if value is None and move is None and len(parts) == 1 and type(parts[0]) is tuple and not parts[0]:
        return None, ""
    if value is None and move is None:
        text = f"it returns {_short(answer)}; right would be a value, a move, or both: return value, move"
        if NOT_HERE in type(answer).__name__:
            raise NotSeenError(f"it returns {type(answer).__name__}")
        raise AnswerError(text, said=answer is None)
    if value is not None and not math.isfinite(value):
        raise AnswerError(f"it returns {value} as the value", not math.isnan(value), value, move)
    if move is None and any(part is None or isinstance(part, tuple | list) for part in parts):
        return value, ""
    if move is not None and move not in node.moves:
        text = f"it returns {_short(answer)}, and {move!r} is no legal move; legal: {' '.join(node.moves)}"
        raise AnswerError(text, True, value, move)
    return value, move


def _number(answer: numbers.Real | Decimal) -> float:
    try:
        return float(answer)
    except OverflowError:
        return INFINITY


def _short(answer: object) -> str:
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


def _used_in(code: CodeType) -> set[str]:
    """Return the names that a function uses: a parameter that it does not is left over, as from a template."""
    return {name for step in dis.get_instructions(code) for name in step.argrepr.split(", ")}  # an instruction may name two


def codes_of(function: Callable[..., Any], owner: Any) -> list[CodeType]:
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


EMPTY_BODY = {"RESUME", "NOP", "LOAD_CONST", "LOAD_COMMON_CONSTANT", "RETURN_CONST", "RETURN_VALUE"}  # of 3.11 to 3.15


def is_empty(function: Any) -> bool:
    """Tell whether a function only returns None, as one does that is still to be written."""
    steps = [*dis.get_instructions(code_of(function))]
    return {step.opname for step in steps} <= EMPTY_BODY and all(step.argrepr == "None" for step in steps if "CONST" in step.opname)


def words_in(function: Callable[..., Any], owner: Any) -> set[str]:
    """Return the names of attributes and functions that a function uses, and the functions of its file that it names."""
    return {word for code in codes_of(function, owner) for word in code.co_names}


def code_of(function: Any) -> Any:
    """Return the function in a decorated one, or in one with some parameters filled in."""
    while not hasattr(function, "__code__"):
        own = function.func if isinstance(function, partial) else getattr(function, "__dict__", {}).get("func")
        inside = getattr(function, "__wrapped__", None) or own or getattr(function, "__func__", None)
        if inside is None:
            return function
        function = inside
    return inspect.unwrap(function)
