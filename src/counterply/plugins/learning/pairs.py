"""Pairs of games between two players that are given as objects, both on the same opening, seed and dice."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from counterply.arena.match import Task, play_game
from counterply.arena.openings import derived_seed
from counterply.arena.statistics import Standing, pair_standing
from counterply.core.errors import GameError
from counterply.core.limits import Limit


@dataclass(frozen=True)
class PairPlayer:
    """Plays pairs of games: pair number n has the same game, opening, seed and dice for any two players.

    `games` returns the game of a pair; one that lasts `ply_cap` plies is a draw (None: as in any match).
    """

    games: Callable[[int], Any]
    openings: Sequence[tuple[Any, ...]]
    seed: int
    limit: Limit
    ply_cap: int | None = None

    def standing(self, players: tuple[Any, Any], numbers: Sequence[int], seconds: float = math.inf) -> Standing:
        """Return how the first player does in some pairs; after so many seconds of CPU time no further one begins.

        Raises
        ------
        GameError
            if a game ends otherwise than by the rules
        """
        total, end = Standing(), time.process_time() + seconds
        for number in numbers:
            if total.games and time.process_time() > end:
                break
            total += pair_standing(self._points(players, number, 0), self._points(players, number, 1))
        return total

    def _points(self, players: tuple[Any, Any], number: int, seat: int) -> float:
        """Return the points of the first player in the game of a pair in which it has a seat."""
        seated = players if seat == 0 else (players[1], players[0])
        task = Task(
            number=2 * number + seat,
            pairing=0,
            round=number,
            first=seated[0].name,
            second=seated[1].name,
            swapped=bool(seat),
            seed=derived_seed(self.seed, "game", number),
            dice=derived_seed(self.seed, "dice", number),
            opening=self.openings[number % len(self.openings)],
        )
        record = play_game(self.games(number), seated, self.limit, task, ply_cap=self.ply_cap)
        if record.fault is not None:
            raise GameError(f"{record.players[record.fault]}: {record.ending}, {record.reason}")
        return record.points(seat)
