"""Where games are played: the players of one process, kept from game to game."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from counterply.arena.match import Task, play_game
from counterply.arena.record import GameRecord
from counterply.arena.variants import Games
from counterply.core.errors import CounterplyError, GameError
from counterply.core.limits import Limit
from counterply.players import make_player
from counterply.players.base import warm_up
from counterply.usercode.faults import one_line


class Seats:
    """The players of one process, kept from game to game.

    `require_same` raises `GameError` if what is loaded from now on would play otherwise; it is called when something was loaded.
    """

    def __init__(self, games: Games, limit: Limit, forfeit: bool, require_same: Callable[[], None] = lambda: None) -> None:
        self.games = games
        self._require_same = require_same
        self.game = games(0)
        self.limit = limit
        self.forfeit = forfeit
        self._players: dict[tuple[str, int], Any] = {}
        self._warm: set[tuple[str, int]] = set()

    def player(self, text: str, copy: int = 0) -> Any:
        """Return the player that `text` names; `copy` 1 is another object, for one that plays against itself."""
        made = self._made(text, copy)
        if (text, copy) not in self._warm:
            with contextlib.redirect_stdout(sys.stderr):
                warm_up(made, self.game, self.limit)
            self._warm.add((text, copy))
        return made

    def _made(self, text: str, copy: int = 0) -> Any:
        if (text, copy) not in self._players:
            self._players[text, copy] = make_player(text)
        return self._players[text, copy]

    def prepare(self, texts: Sequence[str]) -> None:
        """Make all players, then warm them up, so that a wrong name waits for no compiler, and no game does.

        Raises
        ------
        GameError
            if a player does not exist, or says that it cannot play the game
        """
        for prepare in (self._made, self.player):
            for text in texts:
                prepare(text)
        self._require_same()

    def play(self, task: Task) -> GameRecord:
        """Play a game.

        Raises
        ------
        GameError
            if the game's own rules fail
        """
        players = self.player(task.first), self.player(task.second, int(task.first == task.second))
        try:
            record = play_game(self.games(task.round), players, self.limit, task, forfeit=self.forfeit)
        except CounterplyError:
            raise
        except Exception as error:
            raise GameError(f"the rules of {self.game.name} failed in game {task.number}: {one_line(error)}") from error
        if record.fault is not None:  # its player's process may be started again
            self._require_same()
        return record

    def notes(self) -> set[str]:
        """Return the players' notes for the user, such as an evaluator in plain Python."""
        return {f"{text}: {note}" for (text, _), player in self._players.items() for note in getattr(player, "notes", ())}

    @property
    def interactive(self) -> bool:
        """Whether a person, who has only one terminal, is asked for moves."""
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
        self._warm.clear()
