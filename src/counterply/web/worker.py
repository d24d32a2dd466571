"""What a process of the board does: it reads requests, a line of JSON each, and answers them one by one."""

from __future__ import annotations

import io
import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import IO, Any

from counterply.compiling.definitions import LISTENERS
from counterply.core.errors import GameError
from counterply.core.limits import Stop
from counterply.usercode.trust import CHECK_LISTENERS

Request = dict[str, Any]
Say = Callable[[dict[str, Any]], None]
LONGEST_ERROR = 600  # letters


class Worker:
    """The loop of a process. `answer(request, say)` answers one request; `stop` may be set while it does, from another thread."""

    def __init__(self, answer: Callable[[Request, Say], None], stop: Stop | None = None) -> None:
        self.answer = answer
        self.stop = Stop.of(stop)
        self.requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self.out = own_stdout()
        self.lock = threading.Lock()
        self.news = CompilerNews(self.say)
        LISTENERS.append(self.news)
        CHECK_LISTENERS.append(self.news)

    def say(self, message: dict[str, Any]) -> None:
        """Write an answer."""
        text = json.dumps(message, allow_nan=False)
        with self.lock:
            self.out.write(text + "\n")
            self.out.flush()

    def run(self) -> None:
        """Answer requests until there are no more: the server has ended."""
        threading.Thread(target=self._listen, daemon=True).start()
        self.say({"ready": True})
        while (request := self.requests.get()) is not None:
            self._answer(request)

    def _answer(self, request: Request) -> None:
        name = request.get("id")
        try:
            self.answer(request, lambda message: self.say({"id": name, **message}))
        except Exception as error:
            self.say({"id": name, "error": line_of(error)})
        self.say({"id": name, "done": True})

    def _listen(self) -> None:
        for line in sys.stdin:
            request = json.loads(line)
            if request.get("want") == "stop":
                self.stop.set()
            else:
                self.stop.clear()  # here, in the order of the lines: a stop that comes next is for this request
                self.requests.put(request)
        os._exit(0)  # nobody is there any more, whatever is being searched


def own_stdout() -> IO[str]:
    """Return the stream for answers; what a game's file prints goes to stderr from now on."""
    stream = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout = sys.stderr if isinstance(sys.stderr, io.TextIOBase) else open(os.devnull, "w")  # noqa: SIM115 - open to the end
    return stream


def line_of(error: Exception) -> str:
    """Return an error as one line for a person."""
    text = " ".join(str(error).split())[:LONGEST_ERROR]
    if isinstance(error, GameError | ValueError | OSError) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class CompilerNews:
    """Says when machine code is being made, and when no longer."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.deep = 0

    def on_start(self, event: Any = None) -> None:
        """A function is compiled, perhaps on behalf of another one; or a game is checked before its first use."""
        self.deep += 1
        if self.deep == 1:
            self.say({"compiling": True})

    def on_end(self, event: Any = None) -> None:
        """It is done."""
        self.deep -= 1
        if self.deep == 0:
            self.say({"compiling": False})
