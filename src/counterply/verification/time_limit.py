"""An end to functions of users that do not come back."""

from __future__ import annotations

import ctypes
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from counterply.system import Allowance

LOOK_SECONDS = 0.25  # between looks at whether a call has come back
PATIENCE_SECONDS = 6.0  # of CPU time for one call of a user's function in plain Python

Watch = Callable[[bool], None]  # called with True before a call of a function, and with False after it


class EndlessError(Exception):
    """A function that does not come back."""

    def __init__(self) -> None:
        super().__init__("it goes on and on here")


@contextmanager
def patience(told: Watch = lambda running: None, seconds: float = PATIENCE_SECONDS) -> Iterator[Watch]:
    """Yield ``watch(running)``; plain Python that has had its `Allowance` and still runs is interrupted with `EndlessError`.

    `told` is told what ``watch`` is told.
    """
    ended, running = threading.Event(), deque[Allowance](maxlen=1)
    thread = ctypes.c_ulong(threading.get_ident())

    def watch(begins: bool) -> None:
        told(begins)
        running.append(Allowance(seconds)) if begins else running.clear()

    def look() -> None:
        while not ended.wait(LOOK_SECONDS):
            if any(allowance.spent for allowance in tuple(running)):
                running.clear()
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(EndlessError))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield watch
    finally:
        ended.set()
        watcher.join()
