"""Which function of a file is a search on a board of its own.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import dis
import inspect
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from counterply.plugins.dialects.asked_functions import roles_of_known
from counterply.plugins.dialects.signatures import code_of, codes_of, words_in
from counterply.plugins.own_boards.first_call import BOARD, ROLES

SEARCHES = re.compile(r"mini?_?max|alpha_?beta|nega_?max", re.I)
SIDES = re.compile("max|min|alpha|beta|value", re.I)  # in the names of two functions that call each other
GAMES = re.compile(  # of lines
    r"connect.?(4|four|x)|(4|four|three|3).?in|tic.?tac|ttt|noughts|morpion|puissance.?4|drop_|col(umn)?s?\b|winning", re.I
)
HEAPS = re.compile(r"(?<![A-Za-z])[Nn](im|IM)(?![a-z])|\b([Ss]tick|[Hh]eap|[Pp]ile)s\b|\bpile\b")  # words of Nim
NIM = re.compile("nim(?![aiou])", re.I)  # in the name of its file
COURSES = {"after", "forecast_move", "generateSuccessor", "compute_and_get_children", "actions"}  # words of a course's positions


def calls_itself(name: str, function: Any, around: Mapping[str, Any], owner: type | None) -> bool:
    """Tell whether a function is a search that calls itself, or another one that calls it, on positions that are no course's."""
    own = name.rpartition(".")[2]
    if not (SEARCHES.search(own) and own in inside_of(function)) and not partner_of(own, around):
        return False
    own_words = {"actions"} if re.search(r"\b(state|board|node)\.actions\(", inspect.getsource(code_of(function))) else set[str]()
    return not (COURSES - own_words) & words_in(function, owner)


def about_heaps(name: str, function: Any) -> bool:
    """Tell whether a function is a search in a file about Nim, which is none of a course's."""
    if not re.search(f"{SEARCHES.pattern}|max_?val", name.rpartition(".")[2], re.I):
        return False
    named = NIM.search(Path(code_of(function).__code__.co_filename).stem) or HEAPS.search(text_of(function))
    return bool(named) and not of_lines(function) and not (COURSES - {"actions"}) & words_in(function, None)


def partner_of(name: str, around: Mapping[str, Any]) -> str:
    """Return the function that one calls, and that calls it, neither of them itself, with as many parameters; '' if none does."""
    inside = inside_of(around[name])
    for other in sorted({*inside} & {*around} - {name}) if name not in inside and SIDES.search(name) else ():
        below = inside_of(around[other])
        same = SIDES.search(other) and name in below and other not in below
        if same and code_of(around[name]).__code__.co_argcount == code_of(around[other]).__code__.co_argcount:
            return other
    return ""


def boards_in(function: Any, known: Mapping[str, str]) -> list[str]:
    """Return the parameters that are a board: by their names, else the one that has parts, by the function's text."""
    free = [word for word in inspect.signature(function).parameters if word not in known and word != "self"]
    named = [word for word in free if BOARD.search(word)]
    if named:
        return [word for word in named if BOARD.findall(word) == BOARD.findall(named[0])]
    text = inspect.getsource(function)
    return [word for word in free if re.search(rf"\b{word}(\.|\[)", text)][:1]


def inside_of(function: Any) -> set[str]:
    """Return the names that a function uses, also in what is defined in it."""
    code = getattr(code_of(function), "__code__", None)
    return {word for each in (code, *(code.co_consts if code else ())) if hasattr(each, "co_names") for word in each.co_names}


def text_of(function: Any) -> str:
    """Return the names and texts of a function's file, and of those beside it from which it has something."""
    file = Path(code_of(function).__code__.co_filename)
    modules = [getattr(value, "__module__", "") for value in code_of(function).__globals__.values()]
    files = [Path(str(getattr(sys.modules.get(str(name)), "__file__", ""))) for name in dict.fromkeys(modules)]
    beside = [each for each in files if each.parent == file.parent and each.is_file()]
    return "\n".join(
        each.stem + "\n" + each.read_text(encoding="utf-8", errors="replace") for each in dict.fromkeys([file, *beside])
    )


def of_lines(function: Any) -> bool:
    """Tell whether the file of a function is about a game of lines, or another one with such words."""
    return bool(GAMES.search(text_of(function)))


def on_cells(function: Any) -> bool:
    """Tell whether a function that is told whose turn it is writes into a board, or is a method whose object may hold one."""
    roles = {*roles_of_known(code_of(function), ROLES).values()}
    written = (step.opname == "STORE_SUBSCR" for code in codes_of(function, None) for step in dis.get_instructions(code))
    method = "self" in code_of(function).__code__.co_varnames[:1]
    return (
        bool({"top", "mark"} & roles)
        and "moves" not in words_in(function, None)
        and (method or ("board" in roles and any(written)))
    )
