"""A command about a user's file runs in a process whose end by a signal is noticed: then one line says what to do."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence

from counterply.compiling.cache import CACHE
from counterply.interruption import INTERRUPTED
from counterply.usercode.leaving import MARKS, say_ending

WRONG_INPUT = 2
SIGNALLED = 128  # and the signal's number, as the shell's
PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SET_PARENT_DEATH_SIGNAL = 1  # of prctl: the child ends when this process is killed
A_FILE = re.compile(r"""[^=,"']+\.py(?::\w+)?""")  # a game, FILE.py, or an evaluator or player, FILE.py:NAME
LOOK_SECONDS = 0.5  # between looks at the parent, where the system does not tell of its death
FAULTS = (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL)  # that broken machine code ends by


def run_guarded(work: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Do `work` and return its exit code; where the arguments name a user's file, in a fork of this process.

    Machine code made from a user's file is checked before it is used, and may still end its process.
    """
    files = list(dict.fromkeys(file for word in arguments for file in A_FILE.findall(word)))
    if not files or not hasattr(os, "fork"):
        return work(arguments)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {*PASSED_ON, signal.SIGCHLD})
    reads, marks = os.pipe()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        os.close(reads)
        MARKS.append(marks)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _end_with(parent)
        try:
            return work(arguments)
        finally:
            say_ending()
    os.close(marks)
    code, interrupted = _wait_for(child)
    CACHE.release()
    if code == INTERRUPTED and interrupted:
        os._exit(code)
    if code >= 0:
        os.set_blocking(reads, False)  # a process that the file has left behind may hold the other end
        with contextlib.suppress(BlockingIOError):
            if not os.read(reads, 1):
                print(f"counterply: {' or '.join(files)} has ended the process (exit code {code})", file=sys.stderr, flush=True)
                code = WRONG_INPUT
        os._exit(code)  # the child has flushed the streams that both have
    number = signal.Signals(-code)
    if number in FAULTS:
        print(f"counterply: {_crash_line(files, number.name)}", file=sys.stderr, flush=True)
        os._exit(WRONG_INPUT)
    os._exit(SIGNALLED + number)


def _wait_for(child: int) -> tuple[int, bool]:
    """Return how a child has ended, as `os.waitstatus_to_exitcode` says it, and whether Ctrl-C came.

    Signals meant for us are passed on to it.
    """
    interrupted = False
    while True:
        number, by_process = _next_signal()
        if number != signal.SIGCHLD:
            interrupted = interrupted or number == signal.SIGINT
            if by_process:  # what comes from the terminal, the child gets too
                os.kill(child, number)
            continue
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status), interrupted


def _next_signal() -> tuple[int, bool]:
    """Return the next signal, and whether a process has sent it; where the system does not say that, one in the background has."""
    awaited = {*PASSED_ON, signal.SIGCHLD}
    if hasattr(signal, "sigwaitinfo"):
        received = signal.sigwaitinfo(awaited)
        return received.si_signo, received.si_code <= 0
    number = signal.sigwait(awaited)
    try:
        with open("/dev/tty") as terminal:
            return number, os.tcgetpgrp(terminal.fileno()) != os.getpgrp()
    except OSError:
        return number, True


def _end_with(parent: int) -> None:
    """Let this process end when its parent has ended, however that happened."""
    try:
        ctypes.CDLL(None).prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    except (OSError, AttributeError):  # not Linux

        def watch() -> None:
            while os.getppid() == parent:
                time.sleep(LOOK_SECONDS)
            os._exit(WRONG_INPUT)

        threading.Thread(target=watch, daemon=True).start()
    if os.getppid() != parent:
        os._exit(WRONG_INPUT)


def _crash_line(files: Sequence[str], how: str) -> str:
    """Return what to say when code of one of these files has ended the process."""
    games = [file for file in files if file.endswith(".py")]
    if files == games[:1]:
        return f"the game file crashed ({how}); run counterply verify {games[0]}"
    which = " or ".join(f"the {'game' if file in games else 'evaluator or player'} file {file}" for file in files)
    return f"{which} crashed ({how}); NUMBA_BOUNDSCHECK=1 before the same command says where"
