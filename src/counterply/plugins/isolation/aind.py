"""An agent for the Udacity AIND-Isolation program (7x7): ``get_move(game, time_left) -> (row, column)``.

The program needs no base class and no registration; see ``docs/hosts/hosts.md``.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from counterply.core.limits import Limit
from counterply.hosts.start import fresh_seed
from counterply.plugins.isolation.course import (
    DEFAULT_PLAYER,
    LEAST_MS,
    RESERVE_MS,
    UNLIMITED_SECONDS,
    isolation_game,
    position_of,
    ready_player,
)

Cell = tuple[int, int]  # (row, column), row 0 at the top

NO_MOVE: Cell = (-1, -1)  # the host's customary answer of a player who is stuck

log = logging.getLogger(__name__)


class HostBoard(Protocol):
    """The services of the host's board that the agent uses."""

    width: int
    height: int
    move_count: int

    @property
    def active_player(self) -> Any:
        """The player on move."""

    @property
    def inactive_player(self) -> Any:
        """The other one."""

    def get_legal_moves(self) -> list[Cell]:
        """Return the moves of the player on move, in any order."""

    def get_blank_spaces(self) -> list[Cell]:
        """Return the unvisited cells."""

    def get_player_location(self, player: Any) -> Cell | None:
        """Return where a player stands, None before its placement."""


class CounterplyPlayer:
    """A player of ours at the host's board. One object plays any number of games.

    It notices by itself that a new game has begun, never raises, and always answers a legal move; failures are
    logged. Everything is compiled when the object is made: for boards of the size given, and all others with the same number of
    64-cell words.

    Parameters
    ----------
    player : how our player is called: ``NAME[:key=value,...]``
    width, height : columns and rows of the board to prepare for
    reserve_ms : milliseconds of each move kept back for the host and the machine
    seed : decides all that is random; None takes one from the system
    """

    def __init__(
        self,
        player: str = DEFAULT_PLAYER,
        *,
        width: int = 7,
        height: int = 7,
        reserve_ms: float = RESERVE_MS,
        seed: int | None = None,
    ) -> None:
        self.name = player
        self.reserve_ms = reserve_ms
        self.seed = seed
        self._size = (width, height)
        self._next_seed = fresh_seed() if seed is None else seed
        self._player = ready_player(player, isolation_game(width, height, "h7"), 0, self._next_seed)
        self._expected: tuple[Any, ...] | None = None  # what the board must look like at my next turn, if the game goes on

    def __reduce__(self) -> Any:
        """Pickle as the call that makes another such agent: the host's parallel branch sends agents to its workers."""
        width, height = self._size
        return partial(type(self), self.name, width=width, height=height, reserve_ms=self.reserve_ms, seed=self.seed), ()

    def get_move(self, game: HostBoard, time_left: Callable[[], float]) -> Cell:
        """Return a legal move as (row, column), or (-1, -1) when there is none.

        Parameters
        ----------
        game : the host's board, this agent on move
        time_left : returns the milliseconds left
        """
        legal = [(int(row), int(column)) for row, column in game.get_legal_moves()]
        if not legal:
            return NO_MOVE
        move = None
        try:
            move = self._choose(game, time_left)
        except Exception:
            log.warning("%s failed, any legal move is played instead", self.name, exc_info=True)
        if move in legal:
            return move
        if move is not None:
            log.warning("%s chose %s, which is not legal; any legal move is played instead", self.name, move)
        return legal[0]

    def _choose(self, game: HostBoard, time_left: Callable[[], float]) -> Cell | None:
        """Return our player's move, or None without time to search."""
        width = game.width
        rules = isolation_game(width, game.height, "h7")
        blank = {row * width + column for row, column in game.get_blank_spaces()}
        seat = game.move_count % 2
        places = [game.get_player_location(player) for player in (game.active_player, game.inactive_player)]
        me, opponent = (None if place is None else place[0] * width + place[1] for place in places)

        if self._expected is None or (rules, seat, me, blank | {opponent}) != self._expected:
            self._player.start(rules, seat, self._next_seed)
            self._next_seed += 1
        self._expected = None

        left = time_left() - self.reserve_ms
        if left < LEAST_MS:
            return None
        seconds = left / 1000 if math.isfinite(left) else UNLIMITED_SECONDS
        position = position_of(rules, blank, (me, opponent) if seat == 0 else (opponent, me), seat)
        move = int(self._player.choose(position, Limit(seconds=seconds)).move)
        self._expected = (rules, seat, move, blank - {move})
        return divmod(move, width)
