"""Run a command about a user's file in a fork: if a signal kills it, the parent prints one line of advice."""

from __future__ import annotations

import contextlib
import mmap
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence

from counterply.compiling.cache import CACHE
from counterply.interruption import INTERRUPTED
from counterply.system import CRASHES, POSIX, SIGNALLED, STILL_READ, WRONG_INPUT, Fork, never_wait
from counterply.usercode.exit import GOES_ON, MARKS, NOTE_BYTES, NOTES, READING, STILL_RUN, said_running, say_ending
from counterply.usercode.faults import crash_line

A_FILE = re.compile(r"""[^=,"']+\.py(?::\w+)?""")  # a game, FILE.py, or an evaluator or player, FILE.py:NAME


def run_guarded(work: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Do `work` and return its exit code; where the arguments name a user's file, in a fork, and this process ends with its code.

    Machine code made from a user's file is checked before it is used, and may still end its process. A file, or a function,
    that does not come to an end in code in C cannot be interrupted, and ends it too; the fork says in memory of both what it runs.
    """
    files = list(dict.fromkeys(file for word in arguments for file in A_FILE.findall(word)))
    if not files or not POSIX:
        return work(arguments)
    reads, marks = os.pipe()
    note = mmap.mmap(-1, NOTE_BYTES)
    fork = Fork()
    if fork.child:
        os.close(reads)
        MARKS.append(marks)
        NOTES.append(note)
        try:
            return work(arguments)
        finally:
            say_ending()
    os.close(marks)
    code = fork.wait(lambda: bool(said_running(note)))
    CACHE.release()
    if fork.deaf:
        print("interrupted", file=sys.stderr, flush=True)
        os._exit(INTERRUPTED)
    if code == INTERRUPTED and fork.interrupted:
        os._exit(code)
    if code >= 0:
        never_wait(reads)  # a process that the file has left behind may hold the other end
        with contextlib.suppress(BlockingIOError):
            if not os.read(reads, 1):
                print(f"counterply: {' or '.join(files)} has ended the process (exit code {code})", file=sys.stderr, flush=True)
                code = WRONG_INPUT
        os._exit(code)  # the child has flushed the streams that both have
    number = signal.Signals(-code)
    if code in CRASHES | STILL_READ:
        called = said_running(note)
        still = STILL_RUN if called in ("", READING) else f"has a function {called} that {GOES_ON}"
        said = _crash_line(files, number.name) if code in CRASHES else f"{' or '.join(files)} {still}"
        print(f"counterply: {said}", file=sys.stderr, flush=True)
        os._exit(WRONG_INPUT)
    os._exit(SIGNALLED + number)


def _crash_line(files: Sequence[str], how: str) -> str:
    """Return the message for a process that code of one of these files has crashed."""
    games = [file for file in files if file.endswith(".py")]
    if files == games[:1]:
        return crash_line(games[0], how)
    which = " or ".join(f"the {'game' if file in games else 'evaluator or player'} file {file}" for file in files)
    return f"{which} crashed ({how}); NUMBA_BOUNDSCHECK=1 before the same command says where"
