"""Hand-ins of Udacity's Adversarial Search project (11x9): ``CustomPlayer(player_id)`` with ``get_action(state)``.

As there, each move runs in a process of its own, a fork, so that an agent keeps nothing but its `context` from move to move, and
the last action that it has put before the deadline counts.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.core.errors import GameError
from counterply.core.users_text import say
from counterply.plugins.dialects.guest import GuestPlayer, chosen, classes_in
from counterply.plugins.isolation.udacity import HEIGHT, WIDTH, move_of, state_fields
from counterply.plugins.isolation.udacity_program import Isolation, StopSearch, TimedQueue
from counterply.usercode.faults import ProcessError, one_line

SETTINGS = f"--set rules=h99 --set width={WIDTH} --set height={HEIGHT}"
END_SECONDS = 0.03  # after a move, for an action that was put in time: the fork may begin later than its host does


class ActionPlayer(GuestPlayer):
    """An agent of the project."""

    host = "Udacity's Adversarial Search project"
    only = ("isolation",)
    move_seconds = 0.15
    cuts_off = True
    _agent: Any
    _last: Any = None  # the process of the last move, which may still be ending

    def begin(self, game: Any, seat: int) -> None:
        """Make the agent, for each game a new one."""
        if game.board != (HEIGHT, WIDTH) or game.options.get("rules") != "h99":
            raise GameError(f"{self.name} is a program for {self.host}, which is isolation {SETTINGS}")
        self._agent = self.made(getattr(self.module, self.target), seat)

    def answer(self, position: Any, seconds: float) -> Any:
        """Let a fork put actions until the time is over."""
        if self._last is not None:
            self._last.join()
        state = Isolation(*state_fields(position))
        forking = multiprocessing.get_context("fork")
        receiver, sender = forking.Pipe(duplex=False)
        end = time.monotonic() + seconds + END_SECONDS
        queue = Actions(receiver, sender, 1000 * seconds)
        process = forking.Process(target=_search, args=(self._agent, queue, state), daemon=True)
        process.start()
        sender.close()
        said: list[Any] = []
        with receiver, contextlib.suppress(EOFError, OSError):  # it has ended, maybe within a message
            while receiver.poll(max(0.0, end - time.monotonic())):
                said.append(receiver.recv())
        process.kill()
        self._last = process
        if not said:
            raise ProcessError("has put no action into its queue")
        if isinstance(said[-1][1], _Raised) and len(said) > 1:
            say(f"{self.name} raised {said.pop()[1].text}, and its last action stands")
        self._agent.context, action = said[-1]
        if isinstance(action, _Raised):
            raise ProcessError(f"raised {action.text} before it put an action into its queue")
        return move_of(action, state.locs[state.player()]) if action in state.actions() else repr(action)


class Actions(TimedQueue):
    """The program's queue, of which all actions are read as they come; the last one counts."""

    def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
        """Send an action, with the agent's context."""
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise StopSearch
        self.sender.send((getattr(self.agent, "context", None), item))

    put_nowait = put


@dataclass(frozen=True)
class _Raised:
    """Stands where an action would."""

    text: str


def _search(agent: Any, queue: Actions, state: Isolation) -> None:
    """Ask the agent, in the fork. After an exception, as there, the last action that it has put counts."""
    queue.receiver.close()
    agent.queue, queue.agent = queue, agent
    queue.start_timer()
    try:
        with contextlib.suppress(StopSearch):
            agent.get_action(state)
    except BaseException as error:
        queue.sender.send((None, _Raised(one_line(error))))


def guest(module: ModuleType, name: str | None, options: dict[str, str]) -> ActionPlayer | None:
    """Return the agent of a file, if it has one."""
    found = {n: kind for n, kind in classes_in(module, name).items() if callable(getattr(kind, "get_action", None))}
    target = chosen(found, ("CustomPlayer",), Path(str(module.__file__)).name)
    return None if target is None else ActionPlayer(module, target, options)
