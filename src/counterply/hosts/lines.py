"""Lines that arrive while something else is being done: a thread reads them, so that a search can be stopped."""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Iterator

from counterply.system import wait_until_unheard
from counterply.usercode.exit import leave

BROKEN_PIPE = 141  # exit code, as the shell's for a reader that has gone
CHUNK = 1 << 16  # bytes read at once
LONGEST_LINE = 1 << 16  # bytes; the rest of a longer line is passed over


class LineReader:
    """Reads lines from a file descriptor in a thread of its own, and stamps each with the time when it came.

    `notice` is called in that thread, at once, with each line; then the lines wait for whoever iterates. It uses ``os.read``, not a
    buffered stream: the interpreter cannot end while a thread waits in one.
    """

    def __init__(self, descriptor: int, notice: Callable[[str], None] = lambda line: None) -> None:
        self._descriptor = descriptor
        self._notice = notice
        self._lines: queue.SimpleQueue[tuple[str, float] | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def __iter__(self) -> Iterator[tuple[str, float]]:
        """Yield each line without its end, and when it came (``time.monotonic``), until the input ends."""
        while (item := self._lines.get()) is not None:
            yield item

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
            for line in lines:
                self._notice(line)
            for line in lines:
                self._lines.put((line, now))
            if not chunk:
                self._lines.put(None)
                return


def leave_when_unheard(descriptor: int) -> None:
    """End this process, in a thread, once nobody reads its output any more: a search must not outlive the program that asked."""

    def wait() -> None:
        if wait_until_unheard(descriptor):
            leave(BROKEN_PIPE)

    threading.Thread(target=wait, daemon=True).start()
