"""Programs that people wrote for the program of a course, as players: asked as their own host asks them.

Nothing of them is replaced: their evaluator, their depth and their use of the clock play. A `Dialect` names the function that finds
its agents in a file (`plays`); they are given what the course's program gives, and their answer is read.
"""

from __future__ import annotations

import ast
import inspect
import random
from abc import abstractmethod
from types import ModuleType
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError, UsageError
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report
from counterply.core.users_text import unknown
from counterply.players.base import BasePlayer, Listener, Pauses
from counterply.plugins.dialects import dialects
from counterply.plugins.dialects.course_modules import course_modules

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame

TINIEST = 0.001  # seconds that a program is told of, at least
REFEREE_SECONDS = 0.01  # of a move that a program is not told of: here it is asked in another process
REFEREE_SHARE = 0.1  # of a move, at most


class GuestPlayer(BasePlayer):
    """A program of a course's own kind.

    Attributes
    ----------
    host : the course's program, as people call it
    move_seconds : that it gives for a move, where a match sets no time
    cuts_off : it ends a move when its time is over, and takes the last answer that came by then: no answer is late there
    host_ns : of a host that does, how long the last move took there, in nanoseconds
    """

    host = ""
    cuts_off = False
    host_ns: int | None = None
    move_seconds = 1.0

    def __init__(self, module: ModuleType, name: str, options: dict[str, str]) -> None:
        self.module, self.target, self.options = module, name, options
        self._pauses = Pauses()
        self._game: Any = None

    @course_modules()
    def start(self, game: AnyGame, seat: int, seed: int) -> None:
        """Begin a game, with the random generator of the program's own process at `seed`."""
        if game.name not in self.only:
            raise GameError(f"{self.name} is a program for {self.host}: it plays {' and '.join(self.only)} only, not {game.name}")
        self.notes = (self.note(),)
        self._game = game
        random.seed(seed)
        self.begin(game, seat)

    @course_modules()  # which a function may import as late as it is asked
    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Ask the program, and return its move, which may be anything."""
        if self._game is not position.game:
            self.start(position.game, position.turn, 0)
        limit = limit.begun() if self.cuts_off else self._pauses.reserved(limit.begun())
        seconds = self.move_seconds if limit.deadline is None else max(TINIEST, (limit.deadline - now_ns()) / NANOSECONDS)
        if limit.deadline is not None and not self.cuts_off:
            seconds = max(TINIEST, seconds - min(REFEREE_SECONDS, REFEREE_SHARE * seconds))
        move = self.answer(position, seconds)
        spent = (now_ns() - limit.begin) / NANOSECONDS
        if self.cuts_off:
            self.host_ns = round(min(spent, seconds) * NANOSECONDS)
        report = Report(move, seconds=spent, stopped="time", plain=True)
        self._pauses.note(limit, report)
        return report

    def note(self, evaluator: str = "") -> str:
        """Return what a user should know of how it plays, and with which evaluator of its own, if that has a name."""
        return (
            f"plays as in {self.host}, by its own evaluator{evaluator and f' {evaluator}'}, depth and clock; of limits it is told"
            f" the time alone, and {self.move_seconds:g} s a move where there is none"
        )

    @abstractmethod
    def begin(self, game: AnyGame, seat: int) -> None:
        """Do what the course's program does before a game."""

    @abstractmethod
    def answer(self, position: Any, seconds: float) -> Any:
        """Return the program's move at a position, as a move of ours where it is one, within `seconds`."""

    def made(self, owner: type, *given: object) -> Any:
        """Return an object of a class of the file, with the options as arguments: numbers, or names in the file."""
        parameters = inspect.signature(owner).parameters
        for name in self.options:
            if name not in parameters:
                raise unknown(f"option of player {self.target}", name, [*parameters][len(given) :])
        return owner(*given, **{name: self._value(text) for name, text in self.options.items()})

    def _value(self, text: str) -> Any:
        if hasattr(self.module, text):
            return getattr(self.module, text)
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return text


def guest_in(module: ModuleType, name: str | None, options: dict[str, str]) -> GuestPlayer | None:
    """Return the program of a course that a module holds, under a name or by the course's own; None where there is none."""
    found = (course.player(module, name, options) for course in dialects().values())
    return next((player for player in found if player is not None), None)


def classes_in(module: ModuleType, name: str | None) -> dict[str, type]:
    """Return the classes that a module defines itself, by name; or the one of that name."""
    own = {n: v for n, v in vars(module).items() if isinstance(v, type) and v.__module__ == module.__name__}
    return own if name is None else {n: v for n, v in own.items() if n == name}


def chosen(found: dict[str, Any], usual: tuple[str, ...], file: str) -> str | None:
    """Return the one of several names that is meant where none is given: a usual one, or the only one; None of none.

    Raises
    ------
    UsageError
        if there are several
    """
    for name in usual:
        if name in found:
            return name
    if len(found) > 1:
        raise UsageError(f"{file}: which player? It has {', '.join(found)}: name one, as in {file}:{next(iter(found))}")
    return next(iter(found), None)
