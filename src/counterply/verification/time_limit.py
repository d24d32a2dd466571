"""An end to functions of users that do not come back."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from counterply.compiling.definitions import LISTENERS
from counterply.system import Allowance, limit_deaf_code
from counterply.usercode.exit import MARKS, say_running

LOOK_SECONDS = 0.25  # between looks at whether a call has come back
PATIENCE_SECONDS = 6.0  # of CPU time for one call of a user's function
DEAF_SHARE = 3.0  # of that time, after which a command ends that is in code in C, which no thread can look at

Result = TypeVar("Result")
Told = Callable[[bool], None]  # called with True before a call of a function, and with False after it


class EndlessError(Exception):
    """A function that does not come back."""

    def __init__(self) -> None:
        super().__init__("it goes on and on here")


class Watch:
    """Follows calls of users' functions, one inside another: ``watch(True, name)`` before each, and ``watch(False)`` after it.

    What the compiler takes meanwhile does not count.

    Attributes
    ----------
    lost : set once a call has had its `Allowance`, has been interrupted, and has had another: it is machine code
    """

    def __init__(self, told: Told = lambda running: None, seconds: float | None = None) -> None:
        self.lost = threading.Event()
        self._told, self._seconds = told, PATIENCE_SECONDS if seconds is None else seconds
        self._calls: list[tuple[str, Allowance]] = []
        self._compiling = 0
        self._interrupted = False
        self._thread = threading.get_ident()

    @property
    def name(self) -> str:
        """The function that is being called, '' where none is."""
        return self._calls[-1][0] if self._calls else ""

    def __call__(self, begins: bool, name: str = "") -> None:
        """Note that a function is called, or has come back."""
        self._told(begins)
        self._interrupted = False
        self._calls = [*self._calls, (name, Allowance(self._seconds))] if begins else self._calls[:-1]
        self._tell_parent()

    def on_start(self, event: object = None) -> None:
        """Note that the compiler works."""
        self._compiling += 1
        self._tell_parent()

    def on_end(self, event: object = None) -> None:
        """Note that it is done: the calls begin again."""
        self._compiling -= 1
        self._renew()

    def _renew(self) -> None:
        self._calls = [(name, Allowance(self._seconds)) for name, _ in self._calls]
        self._tell_parent()

    def _tell_parent(self) -> None:
        """Let a command end in a call that neither a signal nor a thread can interrupt, and its parent say in which."""
        if MARKS:
            name = "" if self._compiling else self.name
            say_running(name)
            limit_deaf_code(DEAF_SHARE * self._seconds if name else 0.0)

    def interrupt(self) -> None:
        """Let the function that runs in the watched thread raise `EndlessError` in its next step in Python."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(EndlessError))

    def look(self) -> None:
        """Interrupt a call that has had its time; where that did not help, say that it is `lost`."""
        if self._compiling or not any(allowance.spent for _, allowance in self._calls):
            return
        if self._interrupted:
            self.lost.set()
            return
        self._interrupted = True
        self._renew()
        self.interrupt()

    @contextmanager
    def here(self) -> Iterator[None]:
        """Watch this thread."""
        self._thread, ended = threading.get_ident(), threading.Event()

        def look() -> None:
            while not ended.wait(LOOK_SECONDS):
                self.look()

        watcher = threading.Thread(target=look, daemon=True)
        LISTENERS.append(self)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            LISTENERS.remove(self)
            watcher.join()


def attended(work: Callable[[], Result], watch: Watch, given_up: Callable[[], Result]) -> Result:
    """Do `work` in a thread, so that Ctrl-C is heard; one whose call is lost is left alone, and `given_up` answers instead."""
    results: list[Result] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            with watch.here():
                results.append(work())
        except BaseException as error:
            errors.append(error)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    try:
        while not done.wait(LOOK_SECONDS):
            if watch.lost.is_set():
                say_running("")
                limit_deaf_code(0.0)
                return given_up()
    except KeyboardInterrupt:
        watch.interrupt()
        raise
    if errors:
        raise errors[0]
    return results[0]
