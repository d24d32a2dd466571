"""The start of a program that another program has started: its duration, and work in the background."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

from counterply.core.limits import Stop
from counterply.interruption import INTERRUPTED
from counterply.system import BROKEN_PIPE, never_wait, wait_until_unheard
from counterply.usercode.exit import leave

GLANCE_SECONDS = 0.02  # between looks at a stop request


class Preparation:
    """Background warm-up of a player, in a thread of its own: with an empty cache it compiles for longer than a host waits.

    Parameters
    ----------
    work : runs once
    """

    def __init__(self, work: Callable[[], None]) -> None:
        self._problem: Exception | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:
            self._problem = error
        self._ended.set()

    def done(self, seconds: float | None = None, stop: Stop | None = None) -> bool:
        """Tell whether the work is done, after `seconds` at the latest (None: when it is), or when `stop` asks for it.

        Raises the work's exception, if it had one.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while not self._ended.is_set() and not stop and (until is None or time.monotonic() < until):
            self._ended.wait(GLANCE_SECONDS if until is None else min(GLANCE_SECONDS, max(0.0, until - time.monotonic())))
        if self._problem is not None:
            raise self._problem
        return self._ended.is_set()


@contextlib.contextmanager
def ended_by_ctrl_c() -> Iterator[None]:
    """Let Ctrl-C end this process at once meanwhile: a handler alone would wait for a search to end.

    The system writes the signal's number into a pipe as it comes, and a thread reads it.
    """
    reads, writes = os.pipe()
    never_wait(writes)

    def wait() -> None:
        while number := os.read(reads, 1):
            if number[0] == signal.SIGINT:
                leave(INTERRUPTED)
        os.close(reads)

    threading.Thread(target=wait, daemon=True).start()
    known = signal.set_wakeup_fd(writes, warn_on_full_buffer=False)
    handler = signal.signal(signal.SIGINT, lambda number, frame: None)
    try:
        yield
    finally:
        signal.set_wakeup_fd(known)
        signal.signal(signal.SIGINT, handler)
        os.close(writes)


def output_to_host() -> Callable[[str], None]:
    """Return a function that writes whole lines to standard output as it is now, unbuffered, even if prints are redirected later.

    Once the output is closed, a thread ends this process: a search must not outlive the program that asked for it.
    """
    output = sys.stdout.buffer

    def write(text: str) -> None:
        output.write(f"{text}\n".encode())
        output.flush()

    def watch() -> None:
        with contextlib.suppress(OSError):  # a stream that is no file has no other end
            if wait_until_unheard(output.fileno()):
                leave(BROKEN_PIPE)

    threading.Thread(target=watch, daemon=True).start()
    return write


def fresh_seed() -> int:
    """Return a seed from the system, so that the host's own random generator is left alone."""
    return random.SystemRandom().getrandbits(32)
