"""Replies before any import: a Gomocup manager asks ABOUT and waits some seconds, as long as imports may take.

Imports only the standard library, the version and `hosts.lines`, which imports nothing of the package either.
"""

from __future__ import annotations

import os

from counterply.hosts.lines import LineReader
from counterply.version import __version__

ABOUT = f'name="Counterply", version="{__version__}", author="the authors of Counterply", country="", www="", email=""'
STANDARD_INPUT, STANDARD_OUTPUT = 0, 1

_readers: list[LineReader] = []


def begin(words: list[str]) -> None:
    """Listen to the manager that has begun a program with these `words`.

    A command with a user's file runs in a fork, which would lack the listening thread.
    """
    if not any(".py" in word for word in words):
        _readers.append(LineReader(STANDARD_INPUT, _greet))


def reader() -> LineReader:
    """Return the reader of standard input: since `begin`, or from now on."""
    return _readers.pop() if _readers else LineReader(STANDARD_INPUT)


def _greet(line: str) -> bool:
    if line.upper() != "ABOUT":
        return False
    try:
        os.write(STANDARD_OUTPUT, f"{ABOUT}\n".encode())
    except OSError:  # the other end is closed: the host finds out for itself
        return False
    return True
