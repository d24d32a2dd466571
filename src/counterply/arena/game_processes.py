"""Processes that play the games of a plan: one, and several that share a run's games. `game_child` is the other end."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

from counterply.arena.match import Task, game_title
from counterply.arena.record import GameRecord, from_data
from counterply.arena.schedule import Plan
from counterply.core.errors import CounterplyError, GameError, StoreError, UsageError
from counterply.registry import GAMES_PROGRAM
from counterply.usercode.child_process import Child, heard, module_words
from counterply.usercode.faults import ProcessError
from counterply.usercode.loading import is_file

LOG = logging.getLogger(__name__)

QUEUED = 2  # games that a process has: one that it plays, one that waits, so that it never does
FAREWELL_SECONDS = 5.0  # how long a process may take to close its players
START_SECONDS = 60.0  # for a process to read its plan, which may be longer than a pipe holds, on a busy machine
LONGEST_ANSWER = 1 << 28  # bytes of a game's record
NAME = "a worker process"
ERRORS = {error.__name__: error for error in (CounterplyError, GameError, StoreError, UsageError)}

Played = tuple[GameRecord, set[str]]


class GamesProcess:
    """A process that plays the games of one plan; `files` are those that its run began with, None: any.

    All methods raise `ProcessError` if the process has ended, and `CounterplyError` for a plan, or rules, that fail there.

    Attributes
    ----------
    waiting : the games that it has been sent; it plays the first one
    facts, scale : of its machine, if asked for: facts that must agree with other machines; the factor of its time limits
    """

    def __init__(self, plan: Plan, files: dict[str, Any] | None = None, machine: bool = False, speed: float = 0.0) -> None:
        self.waiting: deque[Task] = deque()
        self.facts: dict[str, str] = {}
        self.scale = 1.0
        self.child = Child(module_words(GAMES_PROGRAM), longest=LONGEST_ANSWER)
        self.child.name = NAME
        self._ready = False
        self.child.put({"do": "open", "plan": plan.text, "files": files, "machine": machine, "speed": speed}, START_SECONDS)

    def wait(self) -> None:
        """Wait until it has made its players."""
        while not self._ready:
            self.hear()

    def send(self, task: Task) -> None:
        """Give it a game to play; if it has ended, the next `hear` raises."""
        self.waiting.append(task)
        with contextlib.suppress(ProcessError):
            self.child.put({"do": "play", "task": vars(task)})

    def hear(self) -> Played | None:
        """Return the first game that it has been sent, once it has been played; None if it has only become ready."""
        answer = self.child.hear(math.inf, "played", time.monotonic())
        if "error" in answer:
            raise ERRORS.get(answer["kind"], GameError)(answer["error"])
        if "ready" in answer:
            self._ready, self.facts, self.scale = True, answer["facts"], answer["scale"]
            return None
        self.waiting.popleft()
        return from_data(GameRecord, answer["record"]), set(answer["notes"])

    def play(self, task: Task) -> Played:
        """Return a game that has been played."""
        self.send(task)
        while (played := self.hear()) is None:
            pass
        return played


class Workers:
    """Processes that share the games of a run. One that dies is replaced, and its game played again once."""

    def __init__(self, count: int, plan: Plan, files: dict[str, Any]) -> None:
        self._plan = plan
        self._files = files
        self._count = count
        self._processes: list[GamesProcess] = []
        self._again: set[int] = set()  # games that a process has died in

    def play(self, tasks: Iterator[Task]) -> Iterator[Played]:
        """Yield games as they end; when the caller stops asking, the processes end at once."""
        try:
            self._processes = [GamesProcess(self._plan, self._files) for _ in range(self._count)]
            for process in self._processes * QUEUED:
                self._send(process, tasks)
            while busy := {process.child: process for process in self._processes if process.waiting}:
                for child in heard(list(busy)):
                    process = busy[child]
                    try:
                        played = process.hear()
                    except ProcessError as error:
                        self._replace(process, error)
                        continue
                    if played is not None:
                        self._send(process, tasks)
                        yield played
            for process in self._processes:
                process.child.end_input()
            until = time.monotonic() + FAREWELL_SECONDS
            for process in self._processes:
                process.child.wait(until)
        finally:
            for process in self._processes:
                process.child.kill()

    def _send(self, process: GamesProcess, tasks: Iterator[Task]) -> None:
        task = next(tasks, None)
        if task is not None:
            process.send(task)

    def _replace(self, process: GamesProcess, error: ProcessError) -> None:
        """Let a new process take over from one that has ended; raises `CounterplyError` if a game ends a second one."""
        task, game, how = process.waiting[0], self._plan.game, str(error).removeprefix(f"{NAME} ")
        if task.number in self._again:
            crashed = f"; the game file crashed, run counterply verify {game}" if is_file(game) else ""
            raise CounterplyError(
                f"two worker processes ended in {game_title(task)}: the last one {how}{crashed}; the finished games are kept"
            )
        self._again.add(task.number)
        LOG.warning("%s %s in game %d; a new one plays it again", NAME, how, task.number)
        new = self._processes[self._processes.index(process)] = GamesProcess(self._plan, self._files)
        for waiting in process.waiting:
            new.send(waiting)
