"""Pairs of games: the same opening, seed and dice twice, sides swapped; how they are played, and brought together again."""

from __future__ import annotations

from dataclasses import dataclass

from counterply.arena.record import GameRecord
from counterply.arena.schedule import Plan


@dataclass(frozen=True)
class Pair:
    """Both games of a pair: the one in which the player sat first, and the other.

    Attributes
    ----------
    content : the same for pairs that repeat each other move for move
    """

    straight: GameRecord
    swapped: GameRecord
    content: int

    @property
    def points(self) -> tuple[float, float]:
        """The player's points in the two games."""
        return self.straight.points(0), self.swapped.points(1)


class Pairer:
    """Brings the games of a run together in pairs, in whichever order they end."""

    def __init__(self, plan: Plan) -> None:
        self.waiting: dict[tuple[int, int], GameRecord] = {}  # by pairing and round: games whose pair is not complete
        self._variant = plan.all_games.variant

    def add(self, record: GameRecord) -> Pair | None:
        """Take a game, in place; return its pair once both games are there."""
        place = record.pairing, record.round
        other = self.waiting.pop(place, None)
        if other is None:
            self.waiting[place] = record
            return None
        straight, swapped = (other, record) if record.swapped else (record, other)
        return Pair(straight, swapped, hash((straight.line, swapped.line, self._variant(record.round))))
