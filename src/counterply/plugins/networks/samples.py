"""Random games, which show learning the positions of a game."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply.core.position import Position, roll_chance
from counterply.core.rule_queries import redraw
from counterply.core.values import CHANCE, FIRST, ONGOING, SECOND
from counterply.players.base import first_turn

if TYPE_CHECKING:
    from counterply.core.game import Game

GAMES = 60
MOST_POSITIONS = 6_000
LONGEST = 1_000  # plies, where a game declares no longest length


@dataclass(frozen=True)
class Samples:
    """Positions of random games.

    Attributes
    ----------
    records : record[N], one game after the other
    turns : int64[N], whose turn it is
    cells : for each position, where the move that led there put its player, as `Board.cell` says; None where that is not known
    seen : record[N] for each seat, the positions as it sees them; none where a game hides nothing
    plies : of a game, on average
    longest : plies of the longest game that is played
    ends : how often a move other than a forced one won a game at once
    margin : mean size of the margin at the end
    """

    records: np.ndarray
    turns: np.ndarray
    cells: list[tuple[int, int] | None]
    seen: tuple[np.ndarray, ...]
    plies: float
    longest: int
    ends: int
    margin: float


def play_random_games(game: Game, seed: int) -> Samples:
    """Play random games and keep their positions, without those in which the game is over.

    Raises
    ------
    GameError
        if the game is over where it begins
    """
    first_turn(game)
    random = Random(seed)
    positions: list[Position] = []
    cells: list[tuple[int, int] | None] = []
    ends, margins = 0, []
    longest = game.max_plies or LONGEST
    for _ in range(GAMES):
        position, cell = game.start(), None
        while position.outcome() == ONGOING and position.ply < longest:
            positions.append(position)
            cells.append(cell)
            if position.turn == CHANCE:
                move, cell = roll_chance(position, random), None
            else:
                moves = position.moves()
                move = random.choice(moves)
                cell = _cell(game, position, move)
            before, position = position, position.after(move)
        result = position.outcome()
        if result in (FIRST, SECOND) and (result == FIRST) == (before.turn == 0) and len(before.moves()) > 1:
            ends += 1
        margins.append(abs(position.margin()))
        if len(positions) >= MOST_POSITIONS:
            break
    records = np.zeros(len(positions), game.record)
    for index, position in enumerate(positions):
        records[index] = position.record
    turns = np.array([position.turn for position in positions])
    seen = _as_seen(game, records, random) if game.hidden else ()
    plies, margin = len(positions) / len(margins), max(1.0, float(np.mean(margins)))
    return Samples(records, turns, cells, seen, plies, longest, ends, margin)


def _cell(game: Any, position: Position, move: int) -> tuple[int, int] | None:
    """Return where a move puts its player; None where a game does not say it, or cannot."""
    try:
        row, column = game.cell(position, move)
    except Exception:  # a user's function, of a move such as a pass
        return None
    return int(row), int(column)


def _as_seen(game: Game, records: np.ndarray, random: Random) -> tuple[np.ndarray, ...]:
    """Return the positions as each seat may know them, with the rest redrawn."""
    seen = records.copy(), records.copy()
    state = np.array([random.getrandbits(64)], np.uint64)
    for viewer, own in enumerate(seen):
        for record in own:
            redraw(record, game.setup[0], viewer, state, False)
    return seen
