"""Players that do all that they can to harm the arena; loaded by tests as a user's file."""

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
import time

from counterply.core.report import Report
from counterply.players.base import BasePlayer


def good(position, limit):
    return position.moves()[0]


def for_ever(position, limit):
    while True:
        pass


def sleeps(position, limit):
    time.sleep(600)


HOARD = []


def hoards(position, limit):
    while True:
        HOARD.append(bytes(1 << 24))


def exits(position, limit):
    os._exit(0)


def sys_exits(position, limit):
    sys.exit("bye")


def aborts(position, limit):
    os.abort()


def segfaults(position, limit):
    ctypes.string_at(0)


def killed(position, limit):
    os.kill(os.getpid(), signal.SIGKILL)


def interrupts(position, limit):
    raise KeyboardInterrupt


class OtherError(BaseException):
    def __str__(self):
        raise OtherError


def raises(position, limit):
    raise OtherError


class Hostile:
    def __eq__(self, other):
        raise OtherError

    def __repr__(self):
        raise OtherError

    __hash__ = None


def equals(position, limit):
    return Hostile()


def talks(position, limit):
    return "x" * 10_000_000


def huge(position, limit):
    return 10**5000


def huge_score(position, limit):
    return Report(position.moves()[0], 10**5000)


def hostile_report(position, limit):
    return Report(position.moves()[0], Hostile(), depth=Hostile())


def writes(position, limit):
    """Win at once, by the hand."""
    for name in position.record.dtype.names:
        position.record[name] = 0
    return position.moves()[0]


def erases(position, limit):
    position.history = ()
    position.origin = None
    return position.moves()[0]


def answers_itself(position, limit):
    for descriptor in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(descriptor, b'{"kind": "done"}\n' * 3 + b"[]\nnonsense\n")
    return position.moves()[0]


def floods(position, limit):
    for descriptor in range(3, 64):
        with contextlib.suppress(OSError):
            for _ in range(1000):
                os.write(descriptor, b"x" * 10_000)
    return position.moves()[0]


def leaves_children(position, limit):
    if os.fork() == 0:
        os.setsid()
        os.execlp("sleep", "sleep", "600.125")
    multiprocessing.get_context("fork").Process(target=time.sleep, args=(600.125,)).start()
    threading.Thread(target=time.sleep, args=(600,)).start()
    return position.moves()[0]


class Unmade(BasePlayer):
    def __init__(self):
        os._exit(7)

    def choose(self, position, limit, listen=None):
        return Report(position.moves()[0])


class NeverReady(BasePlayer):
    def start(self, game, seat, seed):
        while True:
            pass

    def choose(self, position, limit, listen=None):
        return Report(position.moves()[0])


class LooksAhead(BasePlayer):
    """An honest mistake: it plays on the position itself."""

    def choose(self, position, limit, listen=None):
        position.record["turn"] = 1 - position.record["turn"]
        return Report(position.moves()[0])
