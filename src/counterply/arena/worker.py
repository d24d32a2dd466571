"""Where games are played: players kept from game to game, in this process or in one that a parent feeds through a pipe."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterable
from multiprocessing import connection, parent_process
from typing import Any

from counterply.arena.match import Task, play_game
from counterply.arena.record import GameRecord
from counterply.arena.schedule import Plan
from counterply.arena.variants import Games
from counterply.core.errors import CounterplyError, GameError
from counterply.core.limits import Limit
from counterply.players import make_player
from counterply.players.base import warm_up
from counterply.usercode.faults import one_line


class Seats:
    """The players of one process, kept from game to game."""

    def __init__(self, games: Games, limit: Limit, forfeit: bool) -> None:
        self.games = games
        self.game = games(0)
        self.limit = limit
        self.forfeit = forfeit
        self._players: dict[tuple[str, int], Any] = {}

    def player(self, text: str, copy: int = 0) -> Any:
        """Return the player that `text` names; `copy` 1 is another object, for one that plays against itself."""
        if (text, copy) not in self._players:
            made = make_player(text)
            with contextlib.redirect_stdout(sys.stderr):
                warm_up(made, self.game, self.limit)
            self._players[text, copy] = made
        return self._players[text, copy]

    def prepare(self, texts: Iterable[str]) -> None:
        """Make players and warm them up, so that no game waits for a compiler, and what cannot be used is found out.

        Raises
        ------
        GameError
            if a player does not exist, or says that it cannot play the game
        """
        for text in texts:
            self.player(text)

    def play(self, task: Task) -> GameRecord:
        """Play a game.

        Raises
        ------
        GameError
            if the game's own rules fail
        """
        players = self.player(task.first), self.player(task.second, int(task.first == task.second))
        try:
            return play_game(self.games(task.round), players, self.limit, task, forfeit=self.forfeit)
        except CounterplyError:
            raise
        except Exception as error:
            raise GameError(f"the rules of {self.game.name} failed in game {task.number}: {one_line(error)}") from error

    def notes(self) -> set[str]:
        """Return what people should know of the players, such as an evaluator in plain Python."""
        return {f"{text}: {note}" for (text, _), player in self._players.items() for note in getattr(player, "notes", ())}

    @property
    def interactive(self) -> bool:
        """Whether a person is asked for moves, who has one terminal."""
        return any(getattr(player, "interactive", False) for player in self._players.values())

    @property
    def threads(self) -> int:
        """The most cores that one of the players thinks on at once."""
        return max(getattr(player, "threads", 1) for player in self._players.values())

    def close(self) -> None:
        """Close all players."""
        for player in self._players.values():
            if hasattr(player, "close"):
                player.close()
        self._players.clear()


def serve(pipe: Any, plan: Plan, ready: Any = None) -> None:
    """Play a plan's tasks that come through `pipe` until it closes; answer each with ``(record, notes)``, or with an error.

    `ready`, if any, is sent as soon as the players are made: an error before it says that the plan cannot be played here.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's
    threading.Thread(target=_die_with_parent, daemon=True).start()
    os.dup2(2, 1)  # what players print must not mix with the parent's output
    try:
        seats = Seats(plan.all_games, plan.limit, plan.forfeit)
        seats.prepare(plan.texts)
        gc.freeze()  # what has been imported is not looked at again during moves
        if ready is not None:
            pipe.send(ready)
        while True:
            task = pipe.recv()
            pipe.send((seats.play(task), seats.notes()))
    except CounterplyError as error:
        pipe.send(type(error)(str(error)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        seats.close()


def _die_with_parent() -> None:
    """End this process as soon as its parent has ended, also when that was killed."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
