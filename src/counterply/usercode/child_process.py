"""The process in which user code runs and answers questions: lines of JSON each way, a limit of memory, a limit of time.

It ends with this process, however that happens, and so do all processes that it has started (`counterply.system`). What comes from
there is data, never code. The other end is `counterply.usercode.child_answers`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from counterply.core.machine import memory_share
from counterply.system import readable
from counterply.usercode.faults import ProcessError
from counterply.usercode.program import SEND_SECONDS, Program

if TYPE_CHECKING:  # these need NumPy, which the board's server does without
    from counterply.core.aliases import Json
    from counterply.core.limits import Stop

STOP_SECONDS = 0.1  # between looks at a stop request
LOOK_SECONDS = 0.5  # between looks at whether processes that say nothing are still there


class HangsError(ProcessError):
    """A process has not answered in time, and has been ended."""


def module_words(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of this package as a program."""
    return [sys.executable, "-P", "-m", module, *arguments]  # without -P it would import modules that lie where it is started


def own_environment(paths: Sequence[str] = (), **more: str) -> dict[str, str]:
    """Return this process's environment, in which a child finds this very package, and modules in more `paths`."""
    paths = [str(Path(__file__).parents[2]), *filter(None, [*paths, os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **more}


class Child(Program):
    """A program that answers one question at a time.

    Parameters
    ----------
    words : the command
    megabytes : of memory that it may take, and of a file that it may write, 0 is no limit; None: its share of memory, any file
    errors : its standard error: True is this process's, False discards it
    environment : None is `own_environment`
    longest : bytes of an answer
    """

    def __init__(
        self,
        words: Sequence[str],
        megabytes: tuple[int, int] | None = None,
        errors: bool | IO[bytes] = True,
        environment: Mapping[str, str] | None = None,
        longest: int | None = None,
    ) -> None:
        limits = (memory_share(), 0) if megabytes is None else megabytes
        super().__init__(words, None, errors, own_environment() if environment is None else environment, limits, longest)
        self.name = "its process"
        self._questions = 0  # that have been put; an answer names its question

    def put(self, question: Mapping[str, Any], patience: float = SEND_SECONDS) -> None:
        """Put a question, whose answer `hear` returns; questions may wait for their turn, `patience` seconds to be read at most."""
        self._questions += 1
        self.count_anew()
        self.send(json.dumps({**question, "id": self._questions}), patience=patience)

    def ask(
        self,
        question: Mapping[str, Any],
        done: str,
        patience: float,
        quiet: float | None = None,
        stop: Stop | None = None,
        slow: Callable[[], None] = lambda: None,
    ) -> Json:
        """Return the answer to a question; earlier output is discarded.

        Parameters
        ----------
        done : the step that it has not finished, if it hangs
        patience : seconds in all
        quiet : seconds since it last said that something goes on; None: it is not asked to say so
        stop : ends it
        slow : called once if it takes longer than `quiet`, and something goes on

        Raises
        ------
        HangsError
            if no answer comes in time
        ProcessError
            if it ends, was stopped, or writes anything else
        """
        self.forget_lines()
        self.put(question)
        begin = last = time.monotonic()
        told = False
        while True:
            until = min(begin + patience, last + (quiet or patience))
            answer = self.hear(until, done, begin, stop)
            if answer["id"] != self._questions:
                raise self._wrote_something_else()
            if answer.get("kind") != "busy":
                return answer
            last = time.monotonic()
            if quiet is not None and not told and last - begin > quiet:
                told = True
                slow()

    def hear(
        self, until: float, done: str, begin: float, stop: Stop | None = None, more: Callable[[], float] = lambda: 0.0
    ) -> Json:
        """Return the next thing that it says until then (``time.monotonic``); for the rest see `ask`.

        `more` is asked when that time has come: it returns how many more seconds are given.
        """
        while True:
            line = self.receive(until if stop is None else min(until, time.monotonic() + STOP_SECONDS))
            if line is not None:
                return self._read(line)
            if stop:
                raise self.failed("was stopped")
            if time.monotonic() >= until and (longer := more()) > 0:
                until = time.monotonic() + longer
            elif time.monotonic() >= until:
                self.kill()
                raise HangsError(f"has not {done} within {until - begin:.3g} s")

    def _read(self, line: str) -> Json:
        try:
            answer = json.loads(line)
            answer["id"]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise self._wrote_something_else() from None
        return dict(answer)

    def _wrote_something_else(self) -> ProcessError:
        return self.failed("wrote something of its own where its answer belongs")


def heard(children: Sequence[Child], stop: Stop | None = None) -> list[Child]:
    """Return those that have said something, or have ended, as soon as there is one; none once `stop` is set."""
    by_output = {child.output: child for child in children}
    while not stop:
        if found := [child for child in children if child.has_lines]:
            return found
        if ready := readable(by_output, LOOK_SECONDS):
            return [by_output[output] for output in ready]
        if found := [child for child in children if not child.alive]:
            return found
    return []
