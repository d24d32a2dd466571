"""Errors that are one line to a person.

What goes wrong because of what somebody gave is a `CounterplyError`; the command prints its message and leaves with exit code 2.
"""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

OURS = str(Path(__file__).parents[1])
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


class CounterplyError(Exception):
    """Something that was given cannot be used; the message is one line that says what would be right."""


class GameError(CounterplyError, ValueError):
    """A game, a position, a move, an evaluator or a player that cannot be used."""


class UsageError(CounterplyError, ValueError):
    """A name, an option or a number that cannot be used."""


class StoreError(CounterplyError):
    """A run's store that cannot be read, written, or gone on with."""


class EvaluatorError(GameError):
    """An evaluator that raised or answered NaN."""


def own_place(error: BaseException | None) -> str:
    """Return ``FILE:LINE`` of the last step that led to an error through somebody's own code, '' where there was none.

    What is in this package or a library is nobody's own; the errors that caused this one count too.
    """
    found = ""
    while error is not None:
        own = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if not frame.filename.startswith((OURS, *LIBRARIES)) and not frame.filename.startswith("<frozen")
        ]
        if own:
            found = f"{Path(own[-1].filename).name}:{own[-1].lineno}"
        error = error.__cause__
    return found
