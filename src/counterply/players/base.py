"""What sits at the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from counterply.limits import Limit
from counterply.report import Report

Listener = Callable[[Report], None]


class Player(ABC):
    """Chooses moves. One object may play many games, one after the other.

    Attributes
    ----------
    name : how it was asked for: ``NAME[:key=value,...]``
    notes : what people should know about it, such as an evaluator that runs in plain Python
    """

    name: str = ""
    notes: tuple[str, ...] = ()

    def start(self, game: Any, seat: int, seed: int) -> None:  # noqa: B027 - most players have nothing to prepare
        """Prepare for a new game in `seat` (0 moves first); `seed` decides all that is random."""

    @abstractmethod
    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the move for the side to move; the position is not over. `listen` gets each completed depth."""

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Give back what the player holds: processes, files."""
