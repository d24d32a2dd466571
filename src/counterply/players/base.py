"""What sits at the board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.report import Report
from counterply.core.values import CHANCE

Listener = Callable[[Report], None]

RESERVE_SECONDS = 0.0012  # for the way from the kernel's last look at the clock to the answer
RESERVE_CAP = 0.16  # never keep more than this part of a limit
SEED_FACTOR = 0x9E3779B97F4A7C15  # golden ratio: keeps the moves of a game apart
REMEMBERED_MOVES = 100  # over which the longest pause of the process is remembered


class Player(ABC):
    """Chooses moves. One object may play many games, one after the other.

    Attributes
    ----------
    name : how it was asked for: ``NAME[:key=value,...]``
    notes : what people should know about it, such as an evaluator that runs in plain Python
    interactive : a person is asked, who is not to be troubled with moves that only warm machine code up
    """

    name: str = ""
    notes: tuple[str, ...] = ()
    interactive: bool = False

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


# --- what players that search share


def reserve_of(limit: Limit, longest_pause: float = 0.0) -> float:
    """Return the seconds of a limit to keep: for what the machine has lately taken away at once, within bounds."""
    seconds = limit.move_seconds
    return 0.0 if seconds is None else min(RESERVE_SECONDS + longest_pause, RESERVE_CAP * seconds)


def endless(limit: Limit) -> bool:
    """Tell whether no part of a limit that these players know would end a search: they run no simulations."""
    return limit.with_(simulations=None).unlimited


def no_deeper(limit: Limit, depth: int) -> Limit:
    """Return a limit with at most `depth` plies."""
    return limit.with_(depth=depth if limit.depth is None else min(depth, limit.depth))


def only_move(move: Any, begin: int) -> Report:
    """Return the report of a legal move that was played without a search, as there is no other; `begin` is on `now_ns`'s clock."""
    return Report(move=move, line=(move,), seconds=(now_ns() - begin) / NANOSECONDS, stopped="only move")


def last_of(reports: Iterable[Report], listen: Listener | None) -> Report:
    """Return the last report of a search; `listen` gets each of them."""
    report = None
    for report in reports:
        if listen is not None:
            listen(report)
    assert report is not None
    return report
