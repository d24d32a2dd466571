"""Hand-ins of Udacity's AIND-Isolation (7x7): agents with ``get_move(game, time_left)``, and scores ``(game, player)``.

The agents of before April 2017 have ``get_move(game, legal_moves, time_left)``. One agent object plays all its games.
"""

from __future__ import annotations

import inspect
import operator
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.evaluator import Evaluator
from counterply.plugins.dialects.guest import GuestPlayer, chosen, classes_in
from counterply.plugins.isolation.aind_program import TIME_LIMIT_MILLIS, Board
from counterply.plugins.isolation.rules import UNPLACED
from counterply.plugins.isolation.text import is_open

if TYPE_CHECKING:
    from counterply.core.plain_game import AnyGame

USUAL = ("AlphaBetaPlayer", "CustomPlayer", "MinimaxPlayer")
SIDES = "first", "second"  # what stands for the players where a score alone is asked


def board_of(record: Any, width: int, height: int, players: tuple[Any, Any]) -> Board:
    """Return the program's board of a position."""
    board = Board(*players, width, height)
    for cell in range(width * height):
        if not is_open(record, cell):
            row, column = divmod(cell, width)
            board._board_state[row + column * height] = 1
            board.move_count += 1
    for seat in (0, 1):
        if (cell := int(record["cells"][seat])) != UNPLACED:
            row, column = divmod(cell, width)
            board._board_state[-1 - seat] = row + column * height
    if int(record["turn"]) == 1:
        board._board_state[-3] = 1
        board._active_player, board._inactive_player = players[1], players[0]
    return board


class AindPlayer(GuestPlayer):
    """An agent; options are those of its class, such as ``score_fn=custom_score_2``."""

    host = "Udacity's AIND-Isolation"
    only = ("isolation",)
    move_seconds = TIME_LIMIT_MILLIS / 1000
    _agent: Any = None

    def begin(self, game: AnyGame, seat: int) -> None:
        """Make the agent, once for all games."""
        if game.options.get("rules") == "h99":
            raise GameError(f"{self.name} is a program for {self.host}, whose rules are not h99")
        if self._agent is None:
            self._agent = self.made(getattr(self.module, self.target))
        self.notes = (self.note(getattr(getattr(self._agent, "score", None), "__name__", "")),)

    def answer(self, position: Any, seconds: float) -> Any:
        """Ask for a cell, a tuple (row, column)."""
        end = time.perf_counter() + seconds
        height, width = position.game.board
        players = (self._agent, object()) if position.turn == 0 else (object(), self._agent)
        board = board_of(position.record, width, height, players)
        given = {"legal_moves": board.get_legal_moves(), "time_left": lambda: 1000 * (end - time.perf_counter())}
        names = [*inspect.signature(self._agent.get_move).parameters][1:]
        cell = self._agent.get_move(board, *(given[name] for name in names if name in given))
        if not isinstance(cell, tuple) or len(cell) != 2:
            return repr(cell)
        try:
            row, column = map(operator.index, cell)
        except TypeError:
            return repr(cell)
        inside = 0 <= row < height and 0 <= column < width
        return row * width + column if inside else repr(cell)


def guest(module: ModuleType, name: str | None, options: dict[str, str]) -> AindPlayer | None:
    """Return the agent of a file, if it has one."""
    kinds = classes_in(module, name).items()
    found = {
        n: kind for n, kind in kinds if hasattr(kind, "get_move") and "time_left" in inspect.signature(kind.get_move).parameters
    }
    target = chosen(found, USUAL, Path(str(module.__file__)).name)
    return None if target is None else AindPlayer(module, target, options)


def evaluator(function: Callable[..., Any], name: str, game: Any) -> Evaluator | None:
    """Return a score ``(game, player)`` as an evaluator of our positions; None if that is something else."""
    empty = [each.name for each in inspect.signature(function).parameters.values() if each.default is each.empty]
    if game.name != "isolation" or empty != ["game", "player"]:
        return None
    height, width = game.board

    def value(position: Any, player: int) -> float:
        try:
            return float(function(board_of(position, width, height, SIDES), SIDES[player]))
        except Exception:
            if UNPLACED in position["cells"]:  # the course's tournament begins after the placements
                return 0.0
            raise

    return Evaluator(name, value, plain=True)
