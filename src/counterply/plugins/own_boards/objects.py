"""Objects of a file's own classes, made as the file makes them, else by what their parameters are called.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
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
