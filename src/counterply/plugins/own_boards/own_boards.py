"""Programs of no course, whose boards are their own: what pages and videos teach, and what people make of it."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.asked_functions import Functions, roles_of_known
from counterply.plugins.dialects.dialect import Dialect, Named
from counterply.plugins.dialects.lookup import is_function, methods_of
from counterply.plugins.dialects.signatures import code_of
from counterply.plugins.dialects.views import AnswerError, NotSeenError
from counterply.plugins.own_boards.nine_cells import DIALECT as NINE_CELLS
from counterply.plugins.own_boards.nine_cells import ROLES
from counterply.plugins.own_boards.own_calls import OnLines, calls_itself

GAMES = re.compile(r"connect.?(4|four|x)|(4|four|three|3).?in|tic.?tac|ttt|noughts|drop_|col(umn)?s?\b|winning", re.I)  # of lines

FOUR = re.compile("connect|four|drop", re.I)


class OwnBoards(Dialect):
    """Searches on boards of their own."""

    plays = "counterply.plugins.own_boards.players:own_boards"
    reads_on = True

    def found(self, own: Named) -> list[str]:
        """Return the search of a file: one that writes into nine cells, or one that calls itself in a game of lines."""
        if found := NINE_CELLS.found(own):
            return found
        there = {name: value for name, value in own.items() if is_function(value)}
        for name, owner in own.items():
            if isinstance(owner, type):
                there |= {f"{name}.{method}": value for method, value in methods_of(owner).items() if is_function(value)}
        searches = [name for name, value in there.items() if calls_itself(name, value) and of_lines(value)]
        windowed = [name for name in searches if "beta" in roles_of_known(code_of(there[name]), ROLES).values()]
        return windowed[:1] or searches[:1]

    def opened(self, module: ModuleType, name: str) -> Functions:
        """Return what is judged: nine cells by all that is known of them, else what it asks of itself."""
        outer = name.partition(".")[0]
        asked = OnLines(module, name)
        if name not in NINE_CELLS.found({outer: getattr(module, outer)}):
            return asked
        nine = NINE_CELLS.opened(module, name)
        try:
            nine.learn()
        except (Exception, NotSeenError):
            with suppress(NotSeenError):
                with suppress(AnswerError):
                    asked.learn()
                return asked
            if of_lines(asked.function(name), FOUR):
                return asked
        return nine


def of_lines(function: Any, words: re.Pattern[str] = GAMES) -> bool:
    """Tell whether the file of a function is about a game of lines, or another one with such words."""
    return bool(words.search(Path(code_of(function).__code__.co_filename).read_text(encoding="utf-8", errors="replace")))


DIALECT = OwnBoards()
