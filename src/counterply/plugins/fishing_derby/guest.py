"""Hand-ins of KTH's Fishing Derby: ``PlayerControllerMinimax``, whose ``player_loop()`` receives messages and sends actions.

The loop runs in a thread of its own, from a game's first message to its last. As there, it is always asked as player 0, green.
"""

from __future__ import annotations

import queue
import threading
from pathlib import Path
from types import ModuleType
from typing import Any

from counterply.plugins.dialects.guest import GuestPlayer, chosen, classes_in
from counterply.plugins.fishing_derby.rules import MOVE_NAMES, NO_FISH
from counterply.plugins.fishing_derby.text import fish_places
from counterply.usercode.faults import ProcessError, one_line

ACTIONS = {word: number for number, word in enumerate(MOVE_NAMES)}
TYPES = {score: number for number, score in enumerate([*range(1, 7), -7, *range(7, 12), *range(-1, -7, -1)])}


def message_of(position: Any, green: int = 0) -> dict[str, Any]:
    """Return what the program tells the seat that it takes for green, whose turn it is."""
    record, setup, seats = position.record, position.setup, (green, 1 - green)
    places = fish_places(position)
    time, length = int(record["time"]), int(setup["length"])
    rods = [int(record["rod"][seat]) for seat in seats]
    return {
        "game_over": False,
        "hooks_positions": {p: (int(record["hook_x"][seat]), int(record["hook_y"][seat])) for p, seat in enumerate(seats)},
        "fishes_positions": places,
        "observations": {fish: setup["code"][fish, time:length].tolist() for fish in places},
        "fish_scores": {fish: int(setup["value"][fish]) for fish in places},
        "player_scores": {p: int(record["score"][seat]) for p, seat in enumerate(seats)},
        "caught_fish": {p: None if rod == NO_FISH else rod for p, rod in enumerate(rods)},
    }


class Loop:
    """A controller's loop in a thread: messages in, answers out."""

    def __init__(self, controller: Any) -> None:
        self._messages: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[Any] = queue.SimpleQueue()
        controller.receiver, controller.sender = self._receive, self._answers.put
        threading.Thread(target=self._run, args=(controller,), daemon=True).start()

    def _receive(self) -> dict[str, Any]:
        message = self._messages.get()
        if message["game_over"]:
            raise SystemExit
        return message

    def _run(self, controller: Any) -> None:
        try:
            controller.player_loop()
            self._answers.put(ProcessError("has left its player_loop"))
        except SystemExit:
            self._answers.put(ProcessError("has ended its process"))
        except BaseException as error:
            self._answers.put(ProcessError(f"raised {one_line(error)}"))

    def send(self, message: dict[str, Any]) -> None:
        """Send a message that has no answer."""
        self._messages.put(message)

    def ask(self, message: dict[str, Any]) -> Any:
        """Send a message, and return its answer."""
        self.send(message)
        answer = self._answers.get()
        if isinstance(answer, ProcessError):
            raise answer
        return answer


class ControllerPlayer(GuestPlayer):
    """A controller."""

    host = "KTH's Fishing Derby"
    only = ("fishing_derby",)
    move_seconds = 0.075
    _loop: Loop | None = None

    def begin(self, game: Any, seat: int) -> None:
        """Make a controller, start its loop, and tell it which fish there are."""
        self.notes = (*self.notes, "three late answers in a row end a game there, one does so here")
        self.close()
        controller = self.made(getattr(self.module, self.target))
        if hasattr(controller, "load_settings"):
            controller.load_settings(None)
        self._loop = Loop(controller)
        values = game.setup[0]["value"][: int(game.setup[0]["fish"])].tolist()
        fish = {f"fish{number}": {"score": value, "type": TYPES.get(value, 0)} for number, value in enumerate(values)}
        self._loop.send({**fish, "game_over": False})

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for the action of a turn; with a fish on the rod, and for words that are no action, as there."""
        assert self._loop is not None
        said = self._loop.ask(message_of(position, position.turn))
        action = ACTIONS.get(str(said.get("action")) if isinstance(said, dict) else "")
        moves = position.moves()
        return moves[0] if len(moves) == 1 else 0 if action is None else action

    def close(self) -> None:
        """End the loop."""
        if self._loop is not None:
            self._loop.send({"game_over": True})
            self._loop = None


def guest(module: ModuleType, name: str | None, options: dict[str, str]) -> ControllerPlayer | None:
    """Return the controller of a file, if it has one."""
    found = {n: kind for n, kind in classes_in(module, name).items() if "player_loop" in vars(kind)}
    if name is None:
        found.pop("PlayerControllerHuman", None)
    target = chosen(found, ("PlayerControllerMinimax",), Path(str(module.__file__)).name)
    return None if target is None else ControllerPlayer(module, target, options)
