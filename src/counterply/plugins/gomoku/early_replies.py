"""Replies before any import: a Gomocup manager asks ABOUT and START and waits three seconds, as long as imports may take.

ABOUT is answered at once. OK after START means that moves may be asked for, so it waits for the program to be ready, but no longer
than managers wait. Imports only the standard library, the version and `hosts.lines`, which imports nothing of the package either.
"""

from __future__ import annotations

import os
import threading
import time

from counterply.hosts.lines import LineReader
from counterply.version import __version__

ABOUT = f'name="Counterply", version="{__version__}", author="the authors of Counterply", country="", www="", email=""'
STANDARD_INPUT, STANDARD_OUTPUT = 0, 1
SMALLEST_SIDE, LARGEST_SIDE = 5, 26  # cells of a board that is accepted
START_PATIENCE = 2.0  # seconds from START to OK, ready or not: c-gomoku-cli waits for three

_readers: list[LineReader] = []


class FirstOk:
    """The OK that the first START is due, written once: by the program when it is ready, or here when patience ends."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told_at: float | None = None
        self._taken = False

    def promise(self) -> None:
        """Write it after `START_PATIENCE`, unless the program takes it over."""
        timer = threading.Timer(START_PATIENCE, self._tell)
        timer.daemon = True
        timer.start()

    def take_over(self) -> float | None:
        """Leave it to the caller from now on. If it has been written, return when (``time.monotonic``), and that once."""
        with self._lock:
            self._taken, told_at, self._told_at = True, self._told_at, None
            return told_at

    def _tell(self) -> None:
        with self._lock:
            if not self._taken and _write("OK"):
                self._told_at = time.monotonic()


first_ok = FirstOk()


def begin(words: list[str]) -> None:
    """Listen to the manager that has begun a program with these `words`.

    A command with a user's file runs in a fork, which would lack the listening thread.
    """
    if not any(".py" in word for word in words):
        _readers.append(LineReader(STANDARD_INPUT, _greet))


def reader() -> LineReader:
    """Return the reader of standard input: since `begin`, or from now on."""
    return _readers.pop() if _readers else LineReader(STANDARD_INPUT)


def is_side(text: str) -> bool:
    """Tell whether a board may have a side of so many cells."""
    return text.isdecimal() and SMALLEST_SIDE <= int(text[:9]) <= LARGEST_SIDE


def _greet(line: str) -> bool:
    """Answer ABOUT; promise an answer to START, which the program is to hear, too."""
    if line.upper() == "ABOUT":
        return _write(ABOUT)
    word, _, side = line.upper().partition(" ")
    if word == "START" and is_side(side.strip()):
        first_ok.promise()
    return False


def _write(line: str) -> bool:
    try:
        os.write(STANDARD_OUTPUT, f"{line}\n".encode())
    except OSError:  # the other end is closed: the host finds out for itself
        return False
    return True
