"""Words and numbers from users: the nearest match to a wrong one, text safe for terminals, whole numbers."""

from __future__ import annotations

import difflib
import sys
import unicodedata
from collections.abc import Iterable
from numbers import Integral
from typing import Any

from counterply.core.errors import UsageError

BY_THE_RULES = "the rules"  # why a game has ended, where it says no more
LONGEST_MOVE = 1_000  # letters; texts from a game's own code are printed and stored
LONGEST_REMARK = 1_000
LONGEST_DIAGRAM = 100_000
MOST_EVENTS = 100  # of one move


def say(line: str) -> None:
    """Print a line for people, on standard error: standard output is for results."""
    print(line, file=sys.stderr, flush=True)


def unknown(kind: str, name: str, existing: Iterable[str], *meant: str) -> UsageError:
    """Return the error for a `name` of some `kind` that does not exist: it lists those that do, and the one `meant` or nearest."""
    known = list(existing)
    bare = {each.lstrip("-"): each for each in known}  # or all options were alike
    near = [*meant, *(bare[each] for each in difflib.get_close_matches(str(name).lstrip("-"), bare, n=1, cutoff=0.5))]
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return UsageError(f"unknown {kind} {name!r}{hint} (known: {', '.join(known) or 'none'})")


def printable(text: str) -> str:
    r"""Return a text with characters unsafe for terminals as escapes.

    >>> printable("a\x1b[2J\n")
    'a\\x1b[2J\\n'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


def shown(text: Any, most: int, lines: bool = False) -> str:
    r"""Return text from user code in at most `most` letters, with control characters escaped.

    Line ends stay where there may be `lines`, and so do blanks of any kind.

    >>> shown("a\x1b[2J\nb", 100), shown("a\nb", 100, lines=True), shown("abcdef", 4)
    ('a\\x1b[2J\\nb', 'a\nb', 'abc…')
    """
    whole = text if isinstance(text, str) else str(text)
    if len(whole) > most:
        whole = f"{whole[: most - 1]}…"
    if whole.isprintable():
        return whole
    kept = "\n" if lines else ""
    return "".join(letter if letter in kept or unicodedata.category(letter) == "Zs" else printable(letter) for letter in whole)


def require_printable(name: str, what: str) -> str:
    """Return a name; raises `UsageError` if it holds control characters, which a terminal would obey."""
    if not str(name).isprintable():
        raise UsageError(f"{what} holds a control character: '{printable(str(name))}'")
    return name


def positive(value: int, name: str) -> int:
    """Return `value` if it is a whole number that is 1 or more; raises `UsageError`."""
    return at_least(1, value, name)


def at_least(least: int, value: int, name: str) -> int:
    """Return `value` if it is a whole number that is `least` or more; raises `UsageError`."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise UsageError(f"{name} must be a whole number, not {value!r}")
    if value < least:
        raise UsageError(f"{name} must be {least} or more, not {value}")
    return value


def whole_number(text: str, expected: str) -> int:
    """Return the whole number that `text` is; raises `UsageError`, which names the `expected` value."""
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"{expected}, not {text!r}") from None
