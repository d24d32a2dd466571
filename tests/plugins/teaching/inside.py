"""A student's search without a process of its own, for students that do no harm: a process takes longer than most checks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from counterply.core.errors import UsageError
from counterply.plugins.dialects import lookup, views
from counterply.plugins.dialects.signatures import Signature
from counterply.plugins.teaching.judge import child
from counterply.plugins.teaching.judge.process import Student
from counterply.system import alarm


@contextmanager
def nothing_left() -> Iterator[None]:
    """Undo what reading a student's file changes in this process."""
    modules, paths, writes = set(sys.modules), list(sys.path), sys.dont_write_bytecode
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = paths, writes
        for name in set(sys.modules) - modules:
            if name.startswith("student_"):
                del sys.modules[name]


class Inside(Student):
    """Asks what a process is asked, and hears what would come from there."""

    alive = True

    def __init__(self, file: str, name: str, dialect: str, seconds: float) -> None:
        self.seconds, self._place = seconds, (file, name, dialect)
        try:
            with nothing_left():
                self.facts, self._signature, self._timed = child.read(*self._place)
        except views.AnswerError as error:
            raise UsageError(f"{file}: {error}") from None

    def _receive(self, seconds: float, question: dict[str, Any] | None = None, late: str = "") -> dict[str, Any]:
        asked = json.loads(json.dumps(question))
        file, _, dialect = self._place
        if not isinstance(self._signature, Signature):
            with alarm(seconds, self._too_late):
                answer = child.answer_of_course(self._signature, asked)
            if self.facts["kind"] == "played":
                with nothing_left():
                    _, self._signature, _ = child.read(*self._place)
            return dict(json.loads(json.dumps(answer)))
        if asked["alone"]:
            with nothing_left():
                self._signature = lookup.signature_of(child.students_module(file), self._signature.name, dialect or None)
                self._signature.agents = {}
        with alarm(seconds, self._too_late):
            answer = child.answer_of(self._timed if asked["timed"] else self._signature, asked)
        return dict(json.loads(json.dumps(answer)))

    def _too_late(self) -> None:
        raise TimeoutError

    def printed(self) -> tuple[str, int]:
        return "", 0

    def close(self) -> None:
        """There is nothing to end."""
