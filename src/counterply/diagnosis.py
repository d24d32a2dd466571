"""What a compiler's error means: the user's file, the line, and the reason in one line."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def explain(error: BaseException, function: Callable[..., Any] | None = None) -> str:
    """Return ``FILE:LINE: reason`` for a Numba error raised while `function` was compiled."""
    text = ANSI.sub("", str(error))
    place = ""
    wanted = Path(inspect.getsourcefile(function) or "").name if function is not None else None
    for match in PLACE.finditer(text):
        file = Path(match["file"]).name
        if wanted is None or file == wanted:
            place = f"{file}:{match['line']}: "
    if not place and function is not None:
        place = f"{wanted}:{function.__code__.co_firstlineno}: "
    return place + reason(text)


def reason(text: str) -> str:
    """Return the line of a Numba error message that says what was wrong, and what would be right."""
    untyped = re.search(r"Untyped global name '([^']+)'", text)
    if untyped:
        return f"{untyped[1]!r} cannot be compiled; put @kernel above it if it is a helper function"
    undefined = re.search(r"(?:NameError: )?(?:global )?name '([^']+)' is not defined", text)
    if undefined:
        return f"name {undefined[1]!r} is not defined"
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    skipped = ("Failed in nopython", "During:", "File ", "def ", "There are", "<source", "^")
    told = [line for line in lines if not line.startswith(skipped)]
    return told[0] if told else (lines[0] if lines else "cannot be compiled")
