"""A student's search in a process of its own: asked case by case under a time limit; its output is kept apart."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any

from counterply.core.errors import UsageError
from counterply.plugins.explanations.text_trees import Case, Tree
from counterply.system import KILLED, cpu_ticks, signal_code
from counterply.usercode.child_process import Child, HangsError, module_words, own_environment
from counterply.usercode.faults import ProcessError

START_SECONDS = 60.0  # for the process to start; a busy machine may take long
READ_SECONDS = 15.0  # for the student's file to be read, and the libraries that it imports
READS_ON = f"it is still being read after {READ_SECONDS:g} s: code outside of functions must end soon"
MOST_SLOWER = 20  # times as long as a free processor takes, that a busy machine may take
SLICE = 0.5  # seconds, the least that is waited once more
TOO_BUSY = "the machine is too busy: it has had no time to answer"
MOST_SHOWN = 4_096  # bytes of output
MEMORY = 2_048  # MB; a student's libraries may take half a gigabyte
LARGEST_FILE = 64  # MB that may be printed in one answer
LONGEST_ANSWER = 1 << 28  # bytes; it lists all that a search looked at
SIGNALS = {
    **dict.fromkeys(KILLED, "it was ended by the system, as when memory runs out"),
    **dict.fromkeys(signal_code("SIGSEGV"), "it crashes Python itself"),
}


@dataclass(frozen=True)
class Answer:
    """A search's answer to a case.

    Attributes
    ----------
    value, move : as it answered; None where it does not say
    failure : why there is no answer, else ''
    said : whether it said something all the same, as an illegal move; `value` and `move` are that
    unseen : whether it is missing because the search cannot be judged
    changed : its change to the position that it was given, else ''
    events : (kind, node) in order; kind 0 is a position that was made, 1 one that was judged
    clock : whether it has looked at a clock that goes by its work
    """

    value: float | None = None
    move: str | None = None
    failure: str = ""
    changed: str = ""
    events: tuple[tuple[int, int], ...] = ()
    seconds: float = 0.0
    said: bool = False
    unseen: bool = False
    clock: bool = False

    @classmethod
    def of(cls, told: dict[str, Any]) -> Answer:
        """Return what a process tells as an answer."""
        known = {name: told[name] for name in cls.__dataclass_fields__ if name in told}
        return cls(**{**known, "events": tuple((kind, node) for kind, node in told.get("events", ()))})


class Patience:
    """Waits for a process by the processor's time that it has taken, where the system tells; one that sleeps is not waited for."""

    def __init__(self, process: int, seconds: float) -> None:
        self._process, self._seconds = process, seconds
        self._begin = self._last = cpu_ticks(process)
        self._until = time.monotonic() + MOST_SLOWER * seconds
        self.busy = False  # whether it was given up although it has worked for less than its seconds

    def more(self) -> float:
        """Return how many more seconds it may take."""
        now, last = cpu_ticks(self._process), self._last
        if now is None or last is None or self._begin is None:
            return 0.0
        self._last = now
        left = self._seconds - (now - self._begin) / os.sysconf("SC_CLK_TCK")
        self.busy = now > last and left > 0 and time.monotonic() > self._until
        return max(left, SLICE) if now > last and left > 0 and not self.busy else 0.0


class Student:
    """A student's search, ready to be asked.

    Parameters
    ----------
    file, name, dialect : where it is; the last two may be '', to be detected
    seconds : for one answer
    """

    def __init__(self, file: str, name: str, dialect: str, seconds: float) -> None:
        self.seconds = seconds
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._child = Child(
            module_words("counterply.plugins.teaching.judge.child", file, name, dialect),
            (MEMORY, LARGEST_FILE),
            errors=self._said,
            environment=own_environment(sys.path),
            longest=LONGEST_ANSWER,
        )
        self._dropped = 0  # bytes that were printed, and are not kept
        self.facts: dict[str, Any] = {}
        self.facts = self._receive(START_SECONDS)
        if "failure" not in self.facts:
            self.facts = self._receive(READ_SECONDS, late=READS_ON)
        if "failure" in self.facts:
            self.close()
            raise UsageError(f"{file}: {self.facts['failure']}")

    def ask(
        self,
        case: Case,
        first: bool = False,
        limit: float | None = None,
        pause: float = 0.0,
        alone: bool = False,
        keys: str = "",
        watched: bool = True,
    ) -> Answer:
        """Return the search's answer to a case, or with a `limit` in seconds that of the player with a clock.

        Parameters
        ----------
        first : the convention to call it by (`signatures.Signature`)
        pause : seconds that each position takes to make
        alone : the file is read again before, so that nothing is left of other questions
        keys : other keys than the usual ones; "distinct": no two positions are equal
        watched : whether it is told which positions are made and judged
        """
        if case.before is not None:
            self.ask(case.before, first, alone=True)
            alone = False
        question = {
            "tree": _data(case.tree),
            "depth": case.depth,
            "alone": alone,
            "first": first,
            "timed": limit is not None,
            "limit": limit or 0.0,
            "pause": pause,
            "keys": keys,
            "watched": watched,
        }
        return Answer.of({"seconds": self.seconds, **self._receive(self.seconds, question)})

    def put(self, question: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a question of a course's dialect, which may say how many seconds it takes."""
        return self._receive(max(self.seconds, self.facts.get("seconds", 0.0)), question)

    @property
    def alive(self) -> bool:
        """Whether it can still be asked."""
        return self._child.alive

    def printed(self) -> tuple[str, int]:
        """Return the beginning of the student's output, and its length in bytes."""
        with contextlib.suppress(ValueError, OSError):
            size = self._said.seek(0, os.SEEK_END)
            self._said.seek(0)
            return self._said.read(MOST_SHOWN).decode("utf-8", "replace"), size + self._dropped
        return "", self._dropped

    def close(self) -> None:
        """End the process and all that it has started."""
        self._child.kill()
        self._said.close()

    def _receive(self, seconds: float, question: dict[str, Any] | None = None, late: str = "") -> dict[str, Any]:
        """Return the process's answer to a question, or its next line; if `late`, the reason."""
        patience = Patience(self._child.process.pid, seconds)
        try:
            if question is not None:
                self._child.put(question)
            begin = time.monotonic()
            answer = self._child.hear(begin + seconds, "answered", begin, more=patience.more)
        except HangsError:
            if patience.busy:
                return {"failure": TOO_BUSY, "unseen": True}
            return {"failure": late or f"it gives no answer within {seconds:g} s", "unseen": self.facts.get("guessed", False)}
        except ProcessError:
            code = self._child.exit_code
            return {"failure": SIGNALS.get(code or 0, f"its process has ended with exit code {code}")}
        self._dropped += answer.pop("dropped")
        return answer


def _data(tree: Tree) -> list[Any]:
    """Return a tree as lists, for JSON: turn, value, names of moves, children."""
    children = None if tree.children is None else [_data(child) for child in tree.children]
    return [tree.turn, tree.value, tree.moves, children]
