"""A command about a user's file runs in a process whose end by a signal is noticed: then one line says what to do."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import sys
from collections.abc import Callable, Sequence

from counterply.compiling.cache import CACHE

WRONG_INPUT = 2
SIGNALLED = 128  # and the signal's number, as the shell's
PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SET_PARENT_DEATH_SIGNAL = 1  # of prctl: the child ends when this process is killed
FAULTS = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)  # that broken machine code ends by


def run_guarded(work: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Do `work` and return its exit code; where the arguments name a user's file, in a fork of this process.

    Machine code made from a user's file is checked before it is used, and may still end its process.
    """
    files = [word for word in arguments if ".py" in word]
    if not files or not hasattr(signal, "sigwaitinfo"):
        return work(arguments)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {*PASSED_ON, signal.SIGCHLD})
    parent, child = os.getpid(), os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(WRONG_INPUT)
        return work(arguments)
    code = _wait_for(child)
    CACHE.release()
    if code >= 0:
        os._exit(code)  # the child has flushed the streams that both have
    number = signal.Signals(-code)
    if number in FAULTS:
        name = next((part for part in files[0].split("=")[-1].split(":") if part.endswith(".py")), files[0])
        print(f"counterply: the game file crashed ({number.name}); run counterply verify {name}", file=sys.stderr, flush=True)
        os._exit(WRONG_INPUT)
    os._exit(SIGNALLED + number)


def _wait_for(child: int) -> int:
    """Return how a child has ended, as `os.waitstatus_to_exitcode` says it; signals meant for us are passed on to it."""
    while True:
        received = signal.sigwaitinfo({*PASSED_ON, signal.SIGCHLD})
        if received.si_signo != signal.SIGCHLD:
            if received.si_code <= 0:  # from a process; what comes from the terminal, the child gets too
                os.kill(child, received.si_signo)
            continue
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
