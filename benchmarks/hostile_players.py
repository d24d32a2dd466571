"""Fifty players, each with a way of its own to misbehave; loaded by `fuzz_players.py` as a user's file."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from counterply.core.report import Report
from counterply.players.base import Player

KEPT: list[Any] = []
CALLS = [0]


def first(position: Any) -> Any:
    return position.moves()[0]


# --- that never answer


def loops(position, limit):
    while True:
        pass


def sleeps(position, limit):
    time.sleep(10_000)


def blocks_in_c(position, limit):
    ctypes.CDLL(None).sleep(10_000)


def deadlocks(position, limit):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def reads_for_ever(position, limit):
    while sys.stdin.readline() == "":
        pass


def stops_itself(position, limit):
    os.kill(os.getpid(), signal.SIGSTOP)
    return first(position)


def ignores_signals_and_loops(position, limit):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while True:
        time.sleep(0.01)


def searches_too_long(position, limit):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        position.after(first(position))
    return first(position)


def waits_for_a_child(position, limit):
    subprocess.run(["sleep", "10000"], check=False)
    return first(position)


def matches_for_ever(position, limit):
    import re

    re.match(r"(a+)+$", "a" * 60 + "b")
    return first(position)


# --- that end their process


def exits(position, limit):
    os._exit(0)


def exits_127(position, limit):
    os._exit(127)


def sys_exits(position, limit):
    sys.exit("bye")


def aborts(position, limit):
    os.abort()


def segfaults(position, limit):
    ctypes.string_at(0)


def kills_itself(position, limit):
    os.kill(os.getpid(), signal.SIGKILL)


def kills_its_group(position, limit):
    os.killpg(0, signal.SIGTERM)
    return first(position)


def kills_its_parent(position, limit):
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(1)
    return first(position)


def overflows_the_stack(position, limit):
    sys.setrecursionlimit(10**9)

    def deeper(n):
        return deeper(n + 1) + 1

    return deeper(0)


def runs_another_program(position, limit):
    os.execlp("true", "true")


def out_of_cpu(position, limit):
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True:
        pass


# --- that raise


class OddError(BaseException):
    def __str__(self):
        raise OddError


def raises_odd(position, limit):
    raise OddError


def interrupts(position, limit):
    raise KeyboardInterrupt


def generator_exit(position, limit):
    raise GeneratorExit


def recurses(position, limit):
    return recurses(position, limit)


def raises_escapes(position, limit):
    raise ValueError("\x1b[2J\x1b]0;owned\x07\nFAILED\r" * 100)


def raises_groups(position, limit):
    raise ExceptionGroup("many", [ValueError("a" * 10_000), OddError.__new__(ValueError)])


def hoards(position, limit):
    while True:
        KEPT.append(bytes(1 << 24))


def asks_for_too_much(position, limit):
    return np.ones(1 << 40)


# --- that answer nonsense


class Hostile:
    def __eq__(self, other):
        raise OddError

    def __repr__(self):
        raise OddError

    def __index__(self):
        raise OddError

    __hash__ = None


def answers_nothing(position, limit):
    return None


def answers_hostile(position, limit):
    return Hostile()


def answers_nan(position, limit):
    return float("nan")


def answers_much(position, limit):
    return "x" * 10_000_000


def answers_a_huge_number(position, limit):
    return 10**5000


def answers_surrogates(position, limit):
    return "\udcff\ud800"


def answers_itself(position, limit):
    return answers_itself


def huge_score(position, limit):
    return Report(first(position), 10**5000)


def hostile_report(position, limit):
    return Report(first(position), Hostile(), depth=Hostile(), line=(Hostile(),), stopped=Hostile())


def illegal_line(position, limit):
    return Report(first(position), 3, line=(10**9, -1, "x", None), bound=77, proven="yes", stopped="\x1b[2J")


# --- that reach for what is not theirs


def writes_the_record(position, limit):
    for name in position.record.dtype.names:
        position.record[name] = 0
    return first(position)


def erases_the_position(position, limit):
    position.history, position.origin = (), None
    return first(position)


def forges_answers(position, limit):
    for descriptor in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(descriptor, b'{"kind": "done", "id": 3, "move": 0}\n[[[[\n{"kind": "busy", "id": 4}\n')
    return first(position)


def forges_deep_answers(position, limit):
    for descriptor in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(descriptor, b"[" * 50_000 + b"\n")
    return first(position)


def floods(position, limit):
    for descriptor in range(3, 64):
        try:
            for _ in range(1000):
                os.write(descriptor, b"x" * 10_000)
        except OSError:
            pass
    return first(position)


def closes_everything(position, limit):
    os.closerange(0, 256)
    return first(position)


def patches_the_child(position, limit):
    import json

    json.dumps = lambda *a, **k: "\x00nonsense"
    return first(position)


def changes_all_objects(position, limit):
    for thing in gc.get_objects():
        if type(thing).__name__ == "Child":
            thing.__dict__.clear()
    return first(position)


def prints_escapes(position, limit):
    print("\x1b[8m" * 1000 + "\x1b[0m", end="")
    return first(position)


# --- that leave something behind


def leaves_children(position, limit):
    if os.fork() == 0:
        os.setsid()
        os.execlp("sleep", "sleep", "600.25")
    return first(position)


def leaves_threads(position, limit):
    for _ in range(50):
        threading.Thread(target=time.sleep, args=(10_000,)).start()
    return first(position)


def leaves_a_handler(position, limit):
    atexit.register(time.sleep, 10_000)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return first(position)


def leaves_a_server(position, limit):
    listening = socket.create_server(("127.0.0.1", 0))
    KEPT.append(listening)
    return first(position)


def forks_on(position, limit):
    """End, and let a child answer in its place."""
    if os.fork() == 0:
        return first(position)
    os._exit(0)


def fills_descriptors(position, limit):
    while True:
        KEPT.append(tempfile.TemporaryFile())  # noqa: SIM115 - kept open on purpose


def changes_folder(position, limit):
    os.chdir("/")
    os.environ.clear()
    return first(position)


def works_at_first(position, limit):
    CALLS[0] += 1
    return first(position) if CALLS[0] < 9 else os._exit(9)


class Unmade(Player):
    def __init__(self):
        os._exit(7)

    def choose(self, position, limit, listen=None):
        return Report(first(position))


class NeverStarts(Player):
    def start(self, game, seat, seed):
        while True:
            pass

    def choose(self, position, limit, listen=None):
        return Report(first(position))


class NeverCloses(Player):
    def choose(self, position, limit, listen=None):
        return Report(first(position))

    def close(self):
        while True:
            pass


class OddNotes(Player):
    notes = ("\x1b[2J" * 10, Path("/"), 7)

    def choose(self, position, limit, listen=None):
        return Report(first(position))


class OddName(Player):
    name = property(lambda self: 1 / 0)

    def choose(self, position, limit, listen=None):
        return Report(first(position))


class Claims(Player):
    interactive = True
    notes = None

    def choose(self, position, limit, listen=None):
        return Report(first(position), 10**15, proven=True, depth=-5, nodes=-7, seconds=float("nan"))
