"""An end to functions of users that do not come back."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

LOOK_SECONDS = 0.25  # between looks at whether a call has come back
PATIENCE_SECONDS = 10.0  # for one call of a user's function in plain Python


class EndlessError(Exception):
    """A function that does not come back."""

    def __init__(self) -> None:
        super().__init__("it goes on and on here")


@contextmanager
def patience(seconds: float = PATIENCE_SECONDS) -> Iterator[Callable[[bool], None]]:
    """Yield ``watch(running)``; plain Python that is still running after `seconds` is interrupted with `EndlessError`."""
    ended, began = threading.Event(), np.zeros(1)
    thread = ctypes.c_ulong(threading.get_ident())

    def watch(running: bool) -> None:
        began[0] = time.monotonic() if running else 0.0

    def look() -> None:
        while not ended.wait(LOOK_SECONDS):
            if began[0] and time.monotonic() - began[0] > seconds:
                began[0] = 0.0
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(EndlessError))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield watch
    finally:
        ended.set()
        watcher.join()
