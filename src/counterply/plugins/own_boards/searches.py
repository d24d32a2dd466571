"""Which function of a file is a search on a board of its own.

Runs in the student's process, and needs nothing but the standard library and its neighbours.
"""

from __future__ import annotations

import dis
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from counterply.plugins.dialects.asked_functions import roles_of_known
from counterply.plugins.dialects.signatures import code_of, codes_of, words_in
from counterply.plugins.own_boards.first_call import ROLES

SEARCHES = re.compile(r"mini?_?max|alpha_?beta|nega_?max", re.I)
GAMES = re.compile(r"connect.?(4|four|x)|(4|four|three|3).?in|tic.?tac|ttt|noughts|drop_|col(umn)?s?\b|winning", re.I)  # of lines
HEAPS = re.compile(r"(?<![A-Za-z])[Nn](im|IM)(?![a-z])|\b([Ss]tick|[Hh]eap|[Pp]ile)s\b")  # words of Nim
COURSES = {"after", "forecast_move", "generateSuccessor", "compute_and_get_children", "actions"}  # words of a course's positions


def calls_itself(name: str, function: Any, around: Mapping[str, Any], owner: type | None) -> bool:
    """Tell whether a function is a search that calls itself, or another one that calls it, on positions that are no course's."""
    own = name.rpartition(".")[2]
    searches = (SEARCHES.search(own) and own in inside_of(function)) or partner_of(own, around)
    return bool(searches) and not COURSES & words_in(function, owner)


def about_heaps(name: str, function: Any) -> bool:
    """Tell whether a function is a search in a file about Nim, which is none of a course's."""
    return bool(re.search(f"{SEARCHES.pattern}|max_?val", name, re.I) and HEAPS.search(text_of(function))) and not (
        COURSES - {"actions"}
    ) & words_in(function, None)


def partner_of(name: str, around: Mapping[str, Any]) -> str:
    """Return the function that minimises beside one that maximises, if they call each other, else ''."""
    other = name.replace("max", "min").replace("Max", "Min").replace("MAX", "MIN")
    both = other != name and callable(around.get(other)) and name not in inside_of(around[name])
    return other if both and name in inside_of(around[other]) and other in inside_of(around[name]) else ""


def inside_of(function: Any) -> set[str]:
    """Return the names that a function uses, also in what is defined in it."""
    code = getattr(code_of(function), "__code__", None)
    return {word for each in (code, *(code.co_consts if code else ())) if hasattr(each, "co_names") for word in each.co_names}


def text_of(function: Any) -> str:
    """Return the text of a function's file."""
    return Path(code_of(function).__code__.co_filename).read_text(encoding="utf-8", errors="replace")


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
