"""Work in a thread, so that Ctrl-C is heard while kernels run."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from counterply.core.errors import GameError
from counterply.core.limits import Stop

Result = TypeVar("Result")
PATIENCE = 2.0  # seconds that work gets to end itself after Ctrl-C
POLL = 0.1  # seconds between looks at Ctrl-C
SAME_PRESS = 0.2  # seconds in which a second signal is the same Ctrl-C: programs signal a process and its group


def interruptible(work: Callable[[], Result], stop: Stop, so_far: Callable[[], Result] | None = None) -> tuple[Result, bool]:
    """Do `work` in a thread; Ctrl-C sets `stop`, and the work's partial result is kept.

    Kernels run without the GIL but do not see signals; here the main thread waits for them. `so_far` returns the partial
    result of work that does not end within `PATIENCE`, for example while it compiles.

    Returns
    -------
    the work's result, and whether it was interrupted

    Raises
    ------
    KeyboardInterrupt
        at a second Ctrl-C, or if the work does not end within `PATIENCE` and there is no `so_far`
    """
    results = []
    errors = []

    done = threading.Event()  # not Thread.join: in Python 3.11 that takes an interrupted thread for a finished one

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        done.set()

    interrupted, since = False, 0.0

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted, since
        now = time.monotonic()
        if interrupted and now - since > SAME_PRESS:
            raise KeyboardInterrupt
        interrupted, since = True, since if interrupted else now
        stop.set()

    # Raising at once would lose the exception if it hit, for example, the finalizer of an object.
    ours = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if ours:
        signal.signal(signal.SIGINT, press)
    try:
        threading.Thread(target=run, daemon=True).start()
        while not (done.wait(POLL) or interrupted):
            pass
        if interrupted:
            done.wait(PATIENCE)
    except KeyboardInterrupt:  # the second Ctrl-C, or the first one where a program has a handler of its own
        if interrupted:
            raise
        interrupted = True
        stop.set()
        done.wait(PATIENCE)
    finally:
        if ours:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    if errors:
        raise errors[0]
    if not results:
        if so_far is None:
            raise KeyboardInterrupt
        return so_far(), True
    return results[0], interrupted


def whole(work: Callable[[], Result], stop: Stop) -> Result:
    """Do `work` as `interruptible` does, and return its result; raises KeyboardInterrupt where Ctrl-C left only a part of it."""
    try:
        result, interrupted = interruptible(work, stop)
    except GameError:
        if stop:  # it may say that it was stopped
            raise KeyboardInterrupt from None
        raise
    if interrupted:
        raise KeyboardInterrupt
    return result
