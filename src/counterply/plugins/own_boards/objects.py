"""Objects of a file's own classes, made as the file makes them, else by what their parameters are called.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.aima import made
from counterply.plugins.dialects.asked_functions import role_of
from counterply.plugins.dialects.views import NotSeenError
from counterply.plugins.dialects.window import Widget
from counterply.usercode.faults import one_line

MADE_OF = {
    "other": {"opponent", "human", "humanplayer", "opponentletter", "humanletter", "opponentsymbol", "humansymbol"},
    "mark": {
        "letter",
        "symbol",
        "mark",
        "sign",
        "marker",
        "player",
        "piece",
        "token",
        "ai",
        "computer",
        "aiplayer",
        "aisymbol",
        "name",
    },
    "window": {"root", "master", "window", "parent", "screen"},
    "board": {"game", "board", "state"},
}


def object_of(
    owner: type,
    marks: Sequence[Any],
    board: Callable[[], Any] | None = None,
    more: Callable[[inspect.Parameter], Any] | None = None,
) -> Any:
    """Return an object of a class: as its file makes one, else by what its parameters are called; raises `NotSeenError`."""
    with suppress(Exception):
        return made(owner, None)
    needed = {name: word for name, word in inspect.signature(owner).parameters.items() if word.default is word.empty}
    known = {"mark": marks[0], "other": marks[1], "window": Widget(), "depth": 9}
    try:
        given = {}
        for name, word in needed.items():
            role = role_of(name, MADE_OF) or "depth" * ("depth" in name)
            if role == "board" and board:
                given[name] = board()
            elif more and role not in known:
                given[name] = more(word)
            else:
                given[name] = known[role]
        return owner(**given)
    except Exception as error:  # it is the student's
        raise NotSeenError(f"{owner.__name__} cannot be made: it raises {one_line(error)}") from None


def set_missing(there: Any) -> None:
    """Give an object, or a file, in place, what another part of its text sets before it searches: a count, a depth, a limit."""
    module = isinstance(there, ModuleType)
    for kind in [there] if module else type(there).__mro__[:-1]:
        with suppress(TypeError):
            for name, value in set_in(kind):
                if not hasattr(there, name) and not (module and hasattr(builtins, name)):
                    with suppress(ValueError):
                        setattr(there, name, ast.literal_eval(value))


@cache
def set_in(kind: type | ModuleType) -> list[tuple[str, ast.expr]]:
    """Return the variables of a file, or the attributes of a class's objects, to which its text gives a value somewhere."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    except (OSError, TypeError, SyntaxError):
        return []
    module = isinstance(kind, ModuleType)
    shared = {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    own = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef) and module]
    inside = {id(step) for node in own for step in ast.walk(node)}
    found = []
    for node in [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]:
        for target in node.targets:
            if isinstance(target, ast.Name) and module and (id(node) not in inside or target.id in shared):
                found.append((target.id, node.value))
            elif isinstance(target, ast.Attribute) and not module and getattr(target.value, "id", "") == "self":
                found.append((target.attr, node.value))
    return found


def classes_around(module: ModuleType) -> Iterator[type]:
    """Yield the classes of which a file's boards may be: those that it knows, and those of its neighbours that import it."""
    file = Path(str(module.__file__))
    known = [module]
    for neighbour in sorted(file.parent.glob("*.py")):
        text = neighbour.read_text(errors="replace")
        if re.search(rf"^\s*(from|import) +\.?{file.stem}\b", text, re.M) and re.search("^class ", text, re.M):
            with suppress(Exception):
                known.append(importlib.import_module(neighbour.stem))
    for each in dict.fromkeys(value for place in known for value in vars(place).values() if inspect.isclass(value)):
        if Path(inspect.getsourcefile(each) or "").parent == file.parent:
            yield each
