"""What sits at the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from counterply.limits import Limit
from counterply.report import Report
from counterply.values import CHANCE

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


def ask(player: Any, position: Any, limit: Limit, seed: int, listen: Listener | None = None) -> Any:
    """Ask a player for a move; it gets what its seat may see, and nothing else.

    Everything that has a game going on asks here, so that no player can know what is hidden, not even by mistake.

    Parameters
    ----------
    player : its ``choose(position, limit)`` is called; `listen` is passed on if there is one
    position : as it really is
    seed : of the game; decides what the player gets in place of what is hidden
    """
    view = position.seen_by(position.turn, seed)
    return player.choose(view, limit) if listen is None else player.choose(view, limit, listen)


def first_turn(game: Any) -> Any:
    """Return a position in which a player is on move: the start, after the first outcomes of chance turns that come before."""
    position = game.start()
    while position.turn == CHANCE:
        position = position.after(position.chances()[0][0])
    return position
