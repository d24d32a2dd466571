"""Lines that arrive while something else is being done: a thread reads them, so that a search can be stopped.

Imports no other module of the package, so a program can listen before its slow imports.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator

CHUNK = 1 << 16  # bytes read at once
LONGEST_LINE = 1 << 16  # bytes; the rest of a longer line is passed over


class LineReader:
    """Reads lines from a file descriptor in a thread of its own, and stamps each with the time when it came.

    Each line is noticed in that thread, at once; then the lines wait for the iterating thread. It uses ``os.read``, not a buffered
    stream: the interpreter cannot end while a thread waits in one.

    Parameters
    ----------
    greet : answers a line, and tells whether it has; it is called until it returns False, and lines that it answers are not noticed
    """

    def __init__(self, descriptor: int, greet: Callable[[str], bool] = lambda line: False) -> None:
        self._descriptor = descriptor
        self._greet: Callable[[str], bool] | None = greet
        self._notice: Callable[[str], None] | None = None
        self._unnoticed: list[str] = []
        self._lock = threading.Lock()
        self._lines: queue.SimpleQueue[tuple[str, float] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def __iter__(self) -> Iterator[tuple[str, float]]:
        """Yield each line without its end, and when it came (``time.monotonic``), until the input ends."""
        while (item := self._lines.get()) is not None:
            yield item

    def notice(self, notice: Callable[[str], None]) -> None:
        """Call `notice` with each line as it comes, from now on; at once with those that have come."""
        with self._lock:
            for line in self._unnoticed:
                notice(line)
            self._unnoticed, self._notice = [], notice

    def _is_answered(self, line: str) -> bool:
        if self._greet is not None and self._greet(line):
            return True
        self._greet = None
        return False

    def _read(self) -> None:
        rest, cut = b"", False  # of the last line, whose end has not come; whether it is being passed over
        while True:
            try:
                chunk = os.read(self._descriptor, CHUNK)
            except OSError:
                chunk = b""
            now = time.monotonic()
            *whole, rest = (rest + chunk).split(b"\n")
            if cut and whole:
                whole, cut = whole[1:], False
            if cut:
                rest = b""
            elif rest and (not chunk or len(rest) > LONGEST_LINE):
                whole, rest, cut = [*whole, rest], b"", True
            lines = [raw.decode("utf-8", "replace").strip() for raw in whole]
            lines = [line for line in lines if not self._is_answered(line)]
            with self._lock:
                self._unnoticed += [] if self._notice else lines
                for line in lines if self._notice else ():
                    self._notice(line)  # type: ignore[misc]
            for line in lines:
                self._lines.put((line, now))
            if not chunk:
                self._lines.put(None)
                return
