"""The other end of a `counterply.usercode.child_process.Child`: a process that runs user code and answers questions.

Imports nothing but the standard library.
"""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from collections.abc import Iterator
from typing import Any


class Answers:
    """The lines of this process's standard input and output, which user code can neither read nor write.

    Its input is empty from now on, and its output goes to standard error.

    Parameters
    ----------
    strict : whether a number that JSON does not have, such as infinity, is an error; Python's other end understands them
    """

    def __init__(self, strict: bool = False) -> None:
        self._strict = strict
        self._questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
        self._answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        if isinstance(sys.stderr, io.TextIOBase):
            sys.stdout = sys.stderr
        self._lock = threading.Lock()
        self._process = os.getpid()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield questions until the other end closes."""
        for line in self._questions:
            yield json.loads(line)

    def say(self, message: dict[str, Any]) -> None:
        """Write a line; ends this process if the other end is closed, or if user code forked it."""
        text = json.dumps(message, allow_nan=not self._strict)
        if os.getpid() != self._process:
            os._exit(0)
        with self._lock:
            try:
                self._answers.write(text + "\n")
                self._answers.flush()
            except BrokenPipeError:
                os._exit(0)
