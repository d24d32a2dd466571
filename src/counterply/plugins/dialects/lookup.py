"""Which search a student's file holds: by the usual names, and by those of its parameters.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from counterply.plugins.dialects import dialects
from counterply.plugins.dialects.dialect import Dialect
from counterply.plugins.dialects.signatures import CLOCKS, DEPTHS, GAMES, KNOWN, PLIES, Signature, code_of, depth_of_agent, words_in
from counterply.plugins.dialects.views import WHOSE_WORDS, AnswerError

if TYPE_CHECKING:
    from types import ModuleType

TIMED_NAMES = (
    *("choose", "choosemove", "getmove", "play", "bestmove", "deepen", "iterativedeepening", "search"),
    *("mcts", "uct", "uctsearch", "mctssearch", "montecarlo", "montecarlotreesearch"),
)
NAMES = (
    *("search", "alphabeta", "alphabetasearch", "alfabeta", "minimax", "minmax", "negamax", "searchbestnextmove"),
    *("choose", "choosemove", "bestmove", "getbestmove", "findbestmove", "getmove", "pickmove", "selectmove"),
    *("decide", "play"),
)
SHOWN_NAMES = "search, alphabeta, minimax, negamax"
PLAIN = "plain"  # our textbook's dialect, for which there is no other sign


def _usual(there: Collection[str], names: tuple[str, ...] = NAMES) -> str | None:
    """Return the first of the usual names, in any way of writing it, among those that are there."""
    plain = {name.replace("_", "").lower(): name for name in reversed(list(there))}
    return next((plain[name] for name in names if name in plain), None)


def names_in(module: ModuleType) -> dict[str, Any]:
    """Return the functions and classes that a module defines itself, by name; a function may be decorated, or partly filled in."""
    own = those(vars(module), lambda value: getattr(code_of(value), "__module__", None) == module.__name__)
    return those(own, lambda value: is_function(value) or inspect.isclass(value))


def those(there: dict[str, Any], wanted: Callable[[Any], bool]) -> dict[str, Any]:
    """Return the named values that are wanted."""
    return {name: value for name, value in there.items() if wanted(value)}


def is_function(value: object) -> bool:
    """Tell whether something is a function, or a decorated one, and no class."""
    return not inspect.isclass(value) and callable(value) and hasattr(code_of(value), "__code__")


def methods_of(owner: Any) -> dict[str, Any]:
    """Return the methods of a class by name."""
    return {n: getattr(owner, n) for n in dir(owner) if not n.startswith("__") and callable(getattr(owner, n))}


def takes_depth(function: Callable[..., Any]) -> bool:
    """Tell whether a function takes a depth, by the names of its parameters: none of them is the first, which is the position."""
    return bool((DEPTHS | PLIES) & set([*inspect.signature(function).parameters][1:]))


def deep_in(there: dict[str, Any]) -> dict[str, Any]:
    """Return the functions that take a depth."""
    return those(there, lambda value: is_function(value) and takes_depth(value))


def not_called(there: dict[str, Any], callers: dict[str, Any]) -> dict[str, Any]:
    """Return those functions and classes that no other one of `callers` calls."""
    called = {word for n, v in callers.items() for word in words_of_all(v) if word != n}
    return {n: v for n, v in there.items() if n not in called}


def found_in(there: dict[str, Any]) -> str | None:
    """Return the name of the search among functions and classes: a usual name, or a depth, and no other of them calls it."""
    deep = deep_in(there)
    agents = {n: v for n, v in there.items() if inspect.isclass(v) and search_of(v)}
    outer = not_called(there, {**deep, **agents})
    usual = [n for n in outer if n in deep]
    name = _usual(usual) or _usual(those(outer, is_function))
    ways = ([n for n in outer if n in agents], usual, list(agents))
    return name or next((names[-1] for names in ways if names), None) or _usual(deep)


def judged_in(own: dict[str, Any], dialect: str = "") -> tuple[Dialect | None, list[str]]:
    """Return the course whose file this is, and what is judged of it one by one; None: a search is looked for."""
    for name, course in dialects().items():
        if dialect in ("", name) and (names := course.found(own)):
            return course, names
    return None, []


def search_of(owner: Any) -> str | None:
    """Return the name of the method of a class that searches: a course's root, or a usual one with a depth that no other calls."""
    methods = methods_of(owner)
    deep = deep_in(methods)
    outer = not_called(deep, deep)
    own = _usual(outer) or "".join(outer if len(outer) == 1 else ())
    return _usual(methods, ("getaction", "searchbestnextmove")) or own or _usual(methods)


def words_of_all(value: object) -> set[str]:
    """Return all names that a function uses, or the methods of a class, other than their own."""
    methods = methods_of(value) if inspect.isclass(value) else {}
    codes = [code_of(function).__code__ for function in (*methods.values(), value) if is_function(function)]
    inside = [each for code in codes for each in code.co_consts if hasattr(each, "co_names")]
    return {word for code in (*codes, *inside) for word in code.co_names} - {*methods}


def timed_in(there: dict[str, Any]) -> dict[str, Any]:
    """Return the functions that take a time, and no depth."""
    told = CLOCKS | GAMES
    return those(
        there,
        lambda value: is_function(value) and not takes_depth(value) and not told.isdisjoint(inspect.signature(value).parameters),
    )


def timed_of(module: ModuleType, name: str | None) -> Signature | None:
    """Return the player with a clock that a module holds: a function of a position and a time, or an agent's `get_move`."""
    own = names_in(module)
    classes = those(own, inspect.isclass)
    found = name or _usual(timed_in(own), TIMED_NAMES)
    ways = {n: _usual(timed_in(methods_of(owner)), TIMED_NAMES) for n, owner in classes.items()}
    found = found or next((f"{n}.{way}" for n, way in ways.items() if way), None)
    try:
        signature = None if found is None else signature_of(module, found, None, timed=True)
    except AnswerError:
        return None
    return signature if signature is not None and (CLOCKS | GAMES) & set(signature.parameters) else None


def signature_of(module: ModuleType, name: str | None, dialect: str | None, timed: bool = False) -> Signature:
    """Return the search that a module holds, by name or the first of the usual names; raises `AnswerError`.

    `timed` asks for one with a clock, by name.
    """
    if name is None:
        there = names_in(module)
        name = found_in(there)
        if name == "play" and hasattr(module, "game"):
            raise AnswerError("it is a game, not a search: counterply verify says whether a game is right")
        if name is None:
            if not there:
                raise AnswerError(
                    f"it defines no function; a search is search(position, depth), or has another name of {SHOWN_NAMES}"
                )
            raise AnswerError(
                f"which search? The file has none of the usual names ({SHOWN_NAMES}); it has {', '.join(there)}: "
                "name one, as in FILE.py:NAME"
            )
    if not hasattr(module, name):  # the method of a class, without its class
        name = next((f"{n}.{name}" for n, v in those(names_in(module), inspect.isclass).items() if name in methods_of(v)), name)
    owner: Any = None
    method: str | None = name
    target: Any = module
    for part in name.split("."):
        if not hasattr(target, part):
            there = names_in(module)
            near = difflib.get_close_matches(name, there, n=1)
            hint = f"; did you mean {near[0]}?" if near else f"; there is {', '.join(there)}" if there else ""
            raise AnswerError(f"there is no {name}{hint}")
        owner, target, method = (target if inspect.isclass(target) else None), getattr(target, part), part
    if inspect.isclass(target):
        owner = target
        method = search_of(target)
        if not method:
            raise AnswerError(f"the class {name} has none of the methods {SHOWN_NAMES}")
        target, name = getattr(target, method), f"{name}.{method}"
    if not callable(target):
        raise AnswerError(f"{name} is not a function")
    return _describe(name, target, owner, dialect, timed)


def _describe(name: str, function: Any, owner: Any, dialect: str | None, timed: bool) -> Signature:
    known = inspect.signature(function).parameters.values()
    listed = [p for p in known if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    if owner is not None:
        listed = listed[1:]
    if not listed:
        raise AnswerError(f"{name} takes no position; a search is search(position, depth)")
    first, *rest = (parameter.name for parameter in listed)
    empty = {parameter.name: parameter.default is parameter.empty for parameter in listed}
    own = dialect or (PLAIN if "after" in words_in(function, owner) else _dialect(code_of(function).__name__, first, rest))
    course, parameters = dialects()[own], list[str]()
    for word in rest:
        if word not in KNOWN:
            if not empty[word]:
                break  # it and all later ones have defaults
            usual = f"{course.position}, depth, alpha, beta, maximising, player, color"
            raise AnswerError(f"{name} has a parameter {word!r} that is not known; known are {usual}; {WHOSE_WORDS}")
        parameters.append(word)
    deep = bool((DEPTHS | PLIES) & {*parameters}) or bool(depth_of_agent(owner))
    if not deep and not timed and (course.needs_depth or GAMES & {*parameters}):
        form = f"{'self, ' if owner is not None else ''}{course.position}, depth"
        raise AnswerError(f"{name} has no parameter depth; a search is {name.rpartition('.')[2]}({form})")
    return Signature(name, own, course, function, first, parameters, owner)


def _dialect(name: str, first: str, rest: list[str]) -> str:
    """Return the dialect of a search, by its name and its parameters."""
    return next((known for known, course in dialects().items() if course.speaks(name, first, rest)), PLAIN)
