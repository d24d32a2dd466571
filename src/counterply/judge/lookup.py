"""Which search a student's file holds: by the usual names, and by those of its parameters.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import difflib
import inspect
from typing import Any

from counterply.judge.signatures import ALPHAS, BETAS, CLOCKS, COLOURS, DEPTHS, MAXIMISING, SEATS, Signature
from counterply.judge.views import AnswerError

TIMED_NAMES = ("choose", "choosemove", "getmove", "play", "bestmove", "deepen", "iterativedeepening", "search")
NAMES = ("search", "alphabeta", "alphabetasearch", "alfabeta", "minimax", "minmax", "negamax", "searchbestmove")
SHOWN_NAMES = "search, alphabeta, minimax, negamax"
AGENT_CLASSES = ("AlphaBetaAgent", "AlphaBetaPlayer", "MinimaxAgent", "MinimaxPlayer", "PlayerControllerMinimax")


def _usual(there: dict[str, Any], names: tuple[str, ...] = NAMES) -> str | None:
    """Return the first of the usual names, in any way of writing it, among those that are there."""
    plain = {name.replace("_", "").lower(): name for name in reversed(there)}
    return next((plain[name] for name in names if name in plain), None)


def names_in(module: Any) -> dict[str, Any]:
    """Return the functions and classes that a module defines itself, by name."""
    own = {n: v for n, v in vars(module).items() if getattr(v, "__module__", None) == module.__name__}
    return {n: v for n, v in own.items() if inspect.isfunction(v) or inspect.isclass(v)}


def timed_of(module: Any, name: str | None) -> Signature | None:
    """Return the player with a clock that a module holds: a function of a position and a time, or an agent's `get_move`."""
    own = names_in(module)
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
        there = names_in(module)
        name = _usual({n: there[n] for n in there if inspect.isfunction(there[n])})
        name = name or next((n for n in AGENT_CLASSES if inspect.isclass(there.get(n))), None)
        if name is None:
            if not there:
                raise AnswerError(
                    f"it defines no function; a search is search(position, depth), or has another name of {SHOWN_NAMES}"
                )
            raise AnswerError(
                f"which search? The file has none of the usual names ({SHOWN_NAMES}); it has {', '.join(there)}: "
                "name one, as in FILE.py:NAME"
            )
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
        methods = {n: getattr(target, n) for n in dir(target) if not n.startswith("__") and callable(getattr(target, n))}
        method = "getAction" if "getAction" in methods else _usual(methods)
        if not method:
            raise AnswerError(f"the class {name} has none of the methods getAction, {SHOWN_NAMES}")
        target = getattr(target, method)
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
