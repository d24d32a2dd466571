"""Shared by the agents for both Isolation course programs: the game, positions from theirs, compilation in advance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from counterply.core.game import Game
from counterply.core.limits import Limit
from counterply.core.position import Position
from counterply.players import make_player_here
from counterply.players.base import BasePlayer
from counterply.usercode.loading import load_game

DEFAULT_PLAYER = "engine:memory=4"  # MB: each forked move faults its table in anew, and a table in the processor's cache is fast
WARM_LIMIT = Limit(depth=6, seconds=0.25, simulations=100)  # enough for a player to compile and to take its memory
RESERVE_MS = 20.0  # milliseconds kept back: 15 to 20 on an idle machine (measured in the 7x7 host), more on a busy one
LEAST_MS = 2.0  # milliseconds below which a search is not worth beginning
UNLIMITED_SECONDS = 5.0  # for a move where the host sets no limit


@cache
def isolation_game(width: int, height: int, rules: str) -> Game:
    """Return Isolation on a board of this size, by the rules of 'h7' or 'h99'; raises `GameError` beyond the capacity."""
    game = load_game("isolation", {"width": str(width), "height": str(height), "rules": rules})
    assert isinstance(game, Game)
    return game


def position_of(game: Game, open_cells: Iterable[int], players: Sequence[int | None], turn: int) -> Position:
    """Return the position with these open cells, the players' cells (None: not placed yet), and `turn` to move.

    A cell is ``row * width + column``, row 0 at the top.
    """
    height, width = game.board or (0, 0)
    marks = ["#"] * (width * height)
    for cell in open_cells:
        marks[cell] = "."
    for mark, cell_or_none in zip("12", players, strict=True):
        if cell_or_none is not None:
            marks[cell_or_none] = mark
    rows = ["".join(marks[row * width : (row + 1) * width]) for row in range(height)]
    return game.position("\n".join([*rows, f"{turn + 1} to move"]))


def ready_player(text: str, game: Game, seat: int, seed: int) -> BasePlayer:
    """Return the player that `text` names, started, with all that it needs for `game` compiled and its memory taken."""
    player = make_player_here(text)
    player.start(game, seat, seed)
    for _ in range(2):  # the first time compiles, and may have no time left for anything else
        player.choose(_warm_position(game, seat), WARM_LIMIT)
    player.start(game, seat, seed)
    return player


def _warm_position(game: Game, turn: int) -> Position:
    """Return the position with the players in opposite corners."""
    height, width = game.board or (0, 0)
    last = width * height - 1
    return position_of(game, range(1, last), (0, last), turn)
