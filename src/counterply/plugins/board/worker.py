"""The loop of the board's processes: they read requests, a line of JSON each, and answer them one by one."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable
from typing import Any

from counterply.compiling.definitions import LISTENERS
from counterply.core.limits import Stop
from counterply.usercode.child_answers import Answers
from counterply.usercode.faults import placed_line
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
        self.answers = Answers(strict=True)
        self.say = self.answers.say
        self.news = CompilerNews(self.say)
        LISTENERS.append(self.news)
        CHECK_LISTENERS.append(self.news)

    def run(self) -> None:
        """Answer requests until there are no more: the server has ended."""
        threading.Thread(target=self._listen, daemon=True).start()
        self.say({"ready": True})
        while (request := self.requests.get()) is not None:
            self._answer(request)

    def _answer(self, request: Request) -> None:
        name = request.get("id")
        self.news.made = 0
        try:
            self.answer(request, lambda message: self.say({"id": name, **message}))
        except Exception as error:
            self.say({"id": name, "error": placed_line(error)[:LONGEST_ERROR]})
        self.say({"id": name, "done": True})

    def _listen(self) -> None:
        for request in self.answers:
            if request.get("want") == "stop":
                self.stop.set()
            elif request.get("want") == "runs":
                self.say({"runs": True})
            else:
                self.stop.clear()  # here, in the order of the lines: a stop that comes next is for this request
                self.requests.put(request)
        os._exit(0)  # the page's server is gone


class CompilerNews:
    """Says when compilation begins, with each function the count of those of this request, and 0 when it ends."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.deep = 0
        self.made = 0

    def on_start(self, event: object = None) -> None:
        """A function is compiled, perhaps on behalf of another one; or a game is checked before its first use."""
        self.deep += 1
        self.made += 1
        self.say({"compiling": self.made})

    def on_end(self, event: object = None) -> None:
        """It is done."""
        self.deep -= 1
        if self.deep == 0:
            self.say({"compiling": 0})
