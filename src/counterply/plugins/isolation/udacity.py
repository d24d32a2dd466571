"""An agent for Udacity's Adversarial Search project (11x9 Isolation): ``CustomPlayer(player_id)`` with ``get_action(state)``.

The host numbers the cells of its 115-bit board ``x + 13 * y``, x from the right edge and y from the bottom; a placed player's
action is the step from its cell to the next one. Each move runs in a forked process, and the last action put before the
deadline counts. See ``docs/hosts/hosts.md``.
"""

from __future__ import annotations

import logging
import time
from typing import Any, Protocol

from counterply.core.limits import Limit
from counterply.core.position import Position
from counterply.core.report import Report
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
from counterply.plugins.isolation.rules import UNPLACED
from counterply.plugins.isolation.text import is_open

WIDTH = 11  # columns
HEIGHT = 9  # rows
STRIDE = WIDTH + 2  # bits in a row of the host's board: two border bits, always 0
ANY_STEP = 25  # the host's NNE, put where there is nothing to choose

MOVE_MS = 150.0  # milliseconds, the host's default

log = logging.getLogger(__name__)


class HostState(Protocol):
    """The part of the host's state that the agent uses."""

    board: int
    ply_count: int
    locs: tuple[int | None, int | None]

    def actions(self) -> list[int]:
        """Return the legal actions: cells before placement, afterwards steps."""

    def terminal_test(self) -> bool:
        """Tell whether the game is over."""


def cell_of(index: int) -> int:
    """Return our cell, ``row * 11 + column`` from the top left, of the host's.

    >>> cell_of(0), cell_of(57), cell_of(114)
    (98, 49, 0)
    """
    y, x = divmod(index, STRIDE)
    return (HEIGHT - 1 - y) * WIDTH + WIDTH - 1 - x


def index_of(cell: int) -> int:
    """Return the host's cell of ours.

    >>> index_of(98), index_of(49), index_of(0)
    (0, 57, 114)
    """
    row, column = divmod(cell, WIDTH)
    return (HEIGHT - 1 - row) * STRIDE + WIDTH - 1 - column


INDICES = tuple(index_of(cell) for cell in range(WIDTH * HEIGHT))


def action_of(move: int, index: int | None) -> int:
    """Return the host's action of our `move` for a player on the host's cell `index` (None: not placed)."""
    return INDICES[move] - (index or 0)


def move_of(action: int, index: int | None) -> int:
    """Return our move of the host's `action` for a player on the host's cell `index` (None: not placed)."""
    return cell_of(int(action) + (index or 0))


def position_of_state(state: HostState) -> Position:
    """Return the host's state as a position of ours, by the host's own rules."""
    open_cells = [cell for cell, index in enumerate(INDICES) if state.board >> index & 1]
    players = [None if index is None else cell_of(index) for index in state.locs]
    return position_of(isolation_game(WIDTH, HEIGHT, "h99"), open_cells, players, state.ply_count % 2)


def state_fields(position: Position) -> tuple[int, int, tuple[int | None, int | None]]:
    """Return (board, ply_count, locs) of the host's state for a position of ours.

    The ply count is that of a game played from the start: as many as there are blocked cells.
    """
    record = position.record
    board = sum(1 << index for cell, index in enumerate(INDICES) if is_open(record, cell))
    first, second = (None if cell == UNPLACED else INDICES[cell] for cell in record["cells"])
    return board, len(INDICES) - board.bit_count(), (first, second)


class CustomPlayer:
    """A player of ours in the host's program. Everything is compiled when the object is made, before the host forks.

    Derive from it to change the class attributes.

    Attributes
    ----------
    player : how our player is called: ``NAME[:key=value,...]``
    move_ms : the host's limit, which it does not tell its agents; None for no limit
    reserve_ms : milliseconds of it kept back
    seed : decides all that is random; None takes one from the system
    player_id, queue, context : the host's
    """

    player: str = DEFAULT_PLAYER
    move_ms: float | None = MOVE_MS
    reserve_ms: float = RESERVE_MS
    seed: int | None = None

    def __init__(self, player_id: int) -> None:
        self.player_id = player_id
        self.queue: Any = None
        self.context: Any = None
        seed = fresh_seed() if self.seed is None else self.seed
        self._player = ready_player(self.player, isolation_game(WIDTH, HEIGHT, "h99"), player_id, seed)
        self._last_put: int | None = None
        self._stopped: Exception | None = None  # raised by the host's queue

    def get_action(self, state: HostState) -> None:
        """Put a legal action at once, then the move of each completed depth, last the final one.

        The host's stop exception, which its queue raises after the deadline, passes through; every other failure is logged.
        """
        deadline = time.perf_counter() + (UNLIMITED_SECONDS if self.move_ms is None else (self.move_ms - self.reserve_ms) / 1000)
        actions = {int(action): action for action in state.actions()}  # the host's own objects, which it gets back
        self._last_put = self._stopped = None
        self._put(next(iter(actions.values()), ANY_STEP))
        if len(actions) < 2 or state.terminal_test():
            return
        index = state.locs[state.ply_count % 2]

        def offer(report: Report) -> None:
            action = actions[action_of(int(report.move), index)]
            if action != self._last_put:
                self._put(action)

        try:
            position = position_of_state(state)
            seconds = deadline - time.perf_counter()
            if seconds * 1000 >= LEAST_MS:
                offer(self._player.choose(position, Limit(seconds=seconds), offer))
        except Exception:
            if self._stopped is None:
                log.warning("%s failed, the last action that was put stands", self.player, exc_info=True)
        if self._stopped is not None:
            raise self._stopped

    def _put(self, action: int) -> None:
        """Put `action` into the host's queue; an exception of the queue is remembered and passes through."""
        try:
            self.queue.put(action)
        except Exception as error:
            self._stopped = error
            raise
        self._last_put = action
