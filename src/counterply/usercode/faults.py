"""Failures of user code, in one line: its exception with the place, or the end of its process.

All that is told of a user's exception is told here, and `counterply.core.game_sources.own_place` finds its line.
"""

from __future__ import annotations

import shlex

from counterply.core.errors import GameError
from counterply.core.game_sources import own_place
from counterply.core.users_text import printable

LONGEST_LINE = 200  # characters of an exception in one line
OURS = __name__.partition(".")[0] + "."  # prefix of the modules of our own errors; their texts need no kind before them


class ProcessError(GameError):
    """A failure of code in another process; the text describes it without the name of the code."""

    def __init__(self, text: str) -> None:
        super().__init__(printable(text))


def crash_line(file: str, how: str = "") -> str:
    """Return what to do about a game's file whose code has ended a process; `how` is the signal."""
    return f"the game file crashed{how and f' ({how})'}; run counterply verify {shlex.quote(file)}"


def one_line(error: BaseException) -> str:
    """Return an exception within a sentence, ``kind: text (FILE:LINE)``, even if asking it for its text fails."""
    place, said = _place(error), _said(error)
    text = printable(f"{said} ({place})" if place and place not in said else said)
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 3] + "..."


def placed_line(error: BaseException, otherwise: str = "", said: str = "", rules_too: bool = False) -> str:
    """Return an exception as a line of its own, ``FILE:LINE: kind: text``.

    Parameters
    ----------
    otherwise : prefix of an error that no line of user code led to
    said : its text, where we know a better one
    rules_too : whether the package's own rules count as user code
    """
    place, text = _place(error, rules_too) or otherwise, printable(_said(error, said))
    return f"{place}: {text}" if place and place not in text else text


def _place(error: BaseException, rules_too: bool = False) -> str:
    try:
        return own_place(error, rules_too)
    except BaseException:  # its attributes are user code too
        return ""


def _said(error: BaseException, said: str = "") -> str:
    """Return kind and text of an exception, on one line."""
    try:
        whole = said or str(error.msg if isinstance(error, SyntaxError) else error)
        text = " ".join(whole.split())
        ours = type(error).__module__.startswith(OURS)
    except BaseException:
        text, ours = "", False
    return text if ours and text else f"{type(error).__name__}: {text}".removesuffix(": ")
