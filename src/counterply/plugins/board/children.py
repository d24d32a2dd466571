"""A process that answers requests, a line of JSON each; it is replaced when it dies, and when it does not stop."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import Callable
from typing import Any

from counterply.core.machine import memory_share
from counterply.system import cpu_ticks, let_watchdog_end_it, own_group
from counterply.usercode.child_process import module_words, own_environment
from counterply.usercode.program import watched_words

STOP_SECONDS = 1.0  # that a process gets to end a search when it is asked to
TICK_SECONDS = 0.05  # between looks at a deadline
ASKED_SECONDS = 1.0  # between two questions to a process that works, whether it still runs
SILENT_SECONDS = 15.0  # that it may leave them unanswered, and do nothing
NEW_TRY_SECONDS = 3.0  # before a process that did not even come up is started again
LONGEST_LINE = 64 * 2**20  # bytes of an answer
RUNS = b'{"want": "runs"}\n'

Answer = Callable[[dict[str, Any]], None]


class BoardProcess:
    """A process that works on one request at a time.

    Attributes
    ----------
    patience : seconds that it gets for a request, imports and compiling aside, before it is killed; None: no limit
    busy : a request is being worked on
    up : it has finished its imports
    heard : it has said something since it was last asked whether it runs
    compiling : it makes machine code, and may take long; no patience ends meanwhile
    on_answer : gets each answer; ``{"ended": text}`` if the process died
    """

    def __init__(self, module: str, arguments: tuple[str, ...] = (), patience: float | None = None) -> None:
        self.module = module
        self.arguments = arguments
        self.patience = patience
        self.busy = False
        self.up = False
        self.heard = False
        self.compiling = False
        self.on_answer: Answer = lambda answer: None
        self.process: asyncio.subprocess.Process | None = None
        self._unsent: list[bytes] = []  # while there is no process
        self._worker: asyncio.Task[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._look: asyncio.Task[None] | None = None
        self._closed = False
        self._life: int | None = None  # the end of a pipe that it lives as long as

    def start(self) -> None:
        """Start the process, and another one whenever it ends; its imports take a second or two."""
        self._worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while not self._closed:
            process = await self._begin()
            await self._read(process)
            await process.wait()
            self.process = None
            self.kill()  # nothing is left of it but our end of its pipe
            if self._closed:
                return
            self._trust()
            was_busy, came_up = self.busy, self.up
            self.busy = self.up = self.compiling = False
            self.on_answer({"ended": "the search ended; started again" if was_busy else "", "code": process.returncode})
            if not came_up:  # it failed in its imports, and says so on stderr; trying at once is no use
                await asyncio.sleep(NEW_TRY_SECONDS)

    async def _begin(self) -> asyncio.subprocess.Process:
        words, theirs, self._life = watched_words(module_words(self.module, *self.arguments), (memory_share(), 0))
        try:
            process = await asyncio.create_subprocess_exec(
                *words,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
                env=own_environment(),
                **own_group(theirs),  # Ctrl-C is for the server, which ends its children
            )
        finally:
            os.close(theirs)
        self.process = process
        unsent, self._unsent = self._unsent, []
        for line in unsent:
            self._write(line)
        return process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = json.loads(line)
            self.heard = True
            self.up = self.up or bool(answer.get("ready"))
            if "compiling" in answer:
                self.compiling = bool(answer["compiling"])
            if answer.get("done"):
                self.busy = False
                self._trust()
            if "runs" not in answer:
                self.on_answer(answer)

    def send(self, message: dict[str, Any]) -> None:
        """Hand over a request; the process must not be busy, unless it is a stop."""
        if message.get("want") != "stop":
            self.busy = True
            if self._look is None or self._look.done():
                self._look = asyncio.create_task(self._kill_if_silent())
            if self.patience is not None:
                self._watch = asyncio.create_task(self._kill_after(self.patience))
        self._write(json.dumps(message).encode() + b"\n")

    def _write(self, line: bytes) -> None:
        if self.process is None:
            self._unsent.append(line)
            return
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError, RuntimeError):  # it has just died: `_work` says so
            self.process.stdin.write(line)

    def stop(self, patience: float = STOP_SECONDS) -> None:
        """Ask the process to end its work; kill it if it goes on for `patience` seconds, imports and compiling aside."""
        if not self.busy or self._watch is not None:
            return
        self.send({"want": "stop"})
        self._watch = asyncio.create_task(self._kill_after(patience))

    async def _kill_after(self, patience: float) -> None:
        left = patience
        while left > 0:
            await asyncio.sleep(TICK_SECONDS)
            left = left - TICK_SECONDS if self.up and not self.compiling else patience
        self._watch = None
        if self.busy:
            self.kill()

    async def _kill_if_silent(self) -> None:
        """Ask a working process whether it runs; kill it if it neither answers nor takes CPU time, since it was suspended then."""
        left, before = SILENT_SECONDS, None
        while self.busy and left > 0:
            self.heard = False
            self._write(RUNS)
            await asyncio.sleep(ASKED_SECONDS)
            taken = None if self.process is None else cpu_ticks(self.process.pid)
            works = taken != before if taken is not None else not self.up or self.compiling
            left, before = SILENT_SECONDS if self.heard or works else left - ASKED_SECONDS, taken
        if self.busy:
            self.kill()

    def _trust(self) -> None:
        """Cancel the deadline of work that has ended."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def kill(self) -> None:
        """Kill the process; another one is started."""
        life, self._life = self._life, None
        if life is not None:
            os.close(life)
        if self.process is not None:
            let_watchdog_end_it(self.process.pid)  # it may have been stopped

    async def close(self) -> None:
        """End the process for good."""
        self._closed = True
        self.kill()
        self._trust()
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()  # if its watchdog alone was killed, the program ends by this
        if self._worker is not None:  # it ends where the pipe does: the loop may be closed next, and a pipe could not be any more
            await asyncio.wait([self._worker], timeout=NEW_TRY_SECONDS)
            self._worker.cancel()
