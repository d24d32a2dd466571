"""The interface of players."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from counterply.core.errors import CounterplyError, GameError, UsageError
from counterply.core.limits import NANOSECONDS, Limit, now_ns
from counterply.core.position import PlainPosition, Position
from counterply.core.report import Report
from counterply.core.values import CHANCE
from counterply.usercode.faults import ProcessError, one_line

Listener = Callable[[Report], None]

RESERVE_SECONDS = 0.0012  # for the way from the kernel's last look at the clock to the answer
RESERVE_CAP = 0.16  # of a limit; for pauses, no more is kept
WAY_BACK_CAP = 0.5  # of a limit that is so short that the way back is more
SEED_FACTOR = 0x9E3779B97F4A7C15  # golden ratio: keeps the moves of a game apart
WARM_UP_LIMITS = {"seconds": 0.2, "clock": 5.0, "nodes": 2_000, "simulations": 200}  # no more than this for the last warm-up search
WARM_UP = Limit(seconds=0.2, nodes=2_000, simulations=200)  # before the limit of moves is known
MOST_NUMBER = 2**63 - 1  # that a report may hold
TINIEST_SEARCH = 1e-6  # seconds; what took no time tells nothing
REMEMBERED_MOVES = 100  # over which the pauses of the process are remembered
LATE_CHANCE = 0.0025  # of a move to end in a pause that outlasts the reserve: rare pauses are not worth a tenth of every move


class Player(ABC):
    """Chooses moves. One object may play many games, one after the other.

    Attributes
    ----------
    name : how it was asked for: ``NAME[:key=value,...]``
    notes : notes for the user, such as an evaluator that runs in plain Python
    interactive : a person is asked for moves, and is not asked for warm-up moves
    threads : cores that think about one move
    """

    name: str = ""
    notes: tuple[str, ...] = ()
    interactive: bool = False
    threads: int = 1

    def start(self, game: Any, seat: int, seed: int) -> None:  # noqa: B027 - most players have nothing to prepare
        """Prepare for a new game in `seat` (0 moves first); `seed` decides all that is random."""

    def make_room(self, limit: Limit) -> None:  # noqa: B027 - most players remember nothing
        """Allocate the memory for moves within `limit`, after `start`; otherwise the first move does so, in its own time."""

    def resize(self, memory: int) -> None:  # noqa: B027 - most players remember nothing
        """Use `memory` MB for what is remembered from now on; `start` is not needed."""

    @abstractmethod
    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the move for the side to move, within `limit`; the position is not over. `listen` gets each completed depth."""

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Release the player's resources: processes, files."""


def ask(player: Any, position: Any, limit: Limit, seed: int, listen: Listener | None = None) -> Report:
    """Ask a player for its report, which may be a move alone; it sees only what its seat may see.

    All callers in a game ask through this function, so no player can see hidden information, even by mistake.

    Parameters
    ----------
    player : its ``choose(position, limit)`` is called; `listen` is passed on if there is one
    position : as it really is
    seed : of the game; decides the redraw of hidden information that the player gets
    """
    view = private(position.seen_by(position.turn, seed))
    answer = player.choose(view, limit) if listen is None else player.choose(view, limit, listen)
    return with_whole_numbers(answer) if isinstance(answer, Report) else Report(answer)


def private(position: Any) -> Any:
    """Return a copy of a position with a read-only record of its own, for code that may try to write into it."""
    if not position.game.compiled:
        return PlainPosition(position.game, position.record, position.origin, position.history)
    origin = None if position.origin is position else Position(position.game, read_only(position.origin))
    copy = Position(position.game, read_only(position), origin, position.history)
    copy.plies_before = position.plies_before
    return copy


def read_only(position: Any) -> Any:
    """Return a read-only copy of a position's record."""
    copy = np.zeros(1, position.game.record)
    copy[0] = position.record
    copy.flags.writeable = False
    return copy[0]


def with_whole_numbers(report: Report) -> Report:
    """Return a report with whole numbers where a record keeps them; raises `ProcessError` if there are none."""
    try:
        score = None if report.score is None else int(report.score)
        depth, nodes, grid = int(report.depth), int(report.nodes), int(report.grid)
        if grid < 1:
            raise ValueError(f"a grid of {grid}")
        if max(map(abs, (score or 0, depth, nodes, grid))) > MOST_NUMBER:
            raise ValueError(f"a number above {MOST_NUMBER}")
        return replace(report, score=score, depth=depth, nodes=nodes, grid=grid, bound=int(report.bound))
    except (ValueError, TypeError, OverflowError) as error:
        raise ProcessError(f"reported no numbers: {one_line(error)}") from error


def warm_up(player: Any, game: Any, limit: Limit) -> None:
    """Let a player start and search twice, so that no move waits for a compiler or a file; nothing that it raises matters yet.

    The first search compiles, and runs out of time over it; the last one is like that of a move, so that all is loaded.

    Raises
    ------
    CounterplyError
        if the player cannot play the game, or not within such a limit, or the game is over where it begins
    """
    least = {name: min(getattr(limit, name), most) for name, most in WARM_UP_LIMITS.items() if getattr(limit, name) is not None}
    try:
        place = first_turn(game)
        if hasattr(player, "start"):
            player.start(game, 0, 0)
    except ProcessError:
        return
    except (CounterplyError, KeyboardInterrupt):
        raise
    except BaseException:
        return  # its games will be lost by it, each with the reason
    if getattr(player, "interactive", False):
        return
    for search_limit in (limit.with_(depth=1), limit.with_(**least) if least else limit.with_(depth=1)):
        try:
            ask(player, place, search_limit, 0)
        except (UsageError, KeyboardInterrupt):
            raise
        except BaseException:
            pass


def first_turn(game: Any) -> Any:
    """Return a position in which a player is on move: the start, after the first outcomes of chance turns that come before.

    Raises
    ------
    GameError
        if the game is over there
    """
    position = game.start()
    while position.turn == CHANCE and not position.over:
        position = position.after(position.chances()[0][0])
    if position.over:
        raise GameError(f"{game.full_name} is over where it begins: {position.winner}, {position.reason}")
    return position


# --- shared by players that search


@dataclass(frozen=True)
class Pause:
    """The longest pause of a search, and how long the search took, both in seconds."""

    seconds: float
    search: float


FIRST_PAUSE = Pause(0.004, 0.05)  # on a machine of which nothing is known: one slice of its scheduler


def kept_for_pauses(pauses: Collection[Pause]) -> float:
    """Return the least reserve in seconds with which no more than `LATE_CHANCE` of searches with such pauses would be late.

    A search may end at any time. In p - r of its seconds it would end in its pause of p seconds with more than r to come.

    >>> kept_for_pauses([]), kept_for_pauses([Pause(0.004, 0.2)] * 9)
    (0.0, 0.0035)
    """
    chance = slope = 0.0  # of being late with the reserve reached so far, and by how much it grows with each second less
    reserve, allowed = 0.0, LATE_CHANCE * len(pauses)
    for pause in sorted(pauses, key=lambda pause: -pause.seconds):
        more = slope * (reserve - pause.seconds)
        if chance + more > allowed:
            break
        chance, reserve = chance + more, pause.seconds
        slope += 1.0 / max(pause.search, pause.seconds, TINIEST_SEARCH)
    return max(0.0, reserve - (allowed - chance) / slope) if pauses else 0.0


def reserve_of(limit: Limit, pause: float = 0.0) -> float:
    """Return the seconds of a limit to keep: for the way back, and for a `pause` of the machine (`kept_for_pauses`).

    The way back takes as long whatever the limit is: of a short one, up to half is kept for it.
    """
    seconds = limit.move_seconds
    if seconds is None:
        return 0.0
    return min(RESERVE_SECONDS + pause, max(RESERVE_CAP * seconds, min(RESERVE_SECONDS, WAY_BACK_CAP * seconds)))


class Pauses:
    """The pauses of a player's last searches."""

    def __init__(self) -> None:
        self._last: deque[Pause] = deque([FIRST_PAUSE], maxlen=REMEMBERED_MOVES)

    def reserve(self, limit: Limit) -> float:
        """Return the seconds of a limit to keep (`reserve_of`)."""
        return reserve_of(limit, kept_for_pauses(self._last))

    def note(self, seconds: float, report: Report) -> None:
        """Remember the longest pause of the search that made a report, in seconds."""
        self._last.append(Pause(seconds, report.seconds))


def lateness(limit: Limit, report: Report) -> float:
    """Return the seconds that an answer given now has taken beyond the end of its search and the usual way back; 0 if none.

    The limit runs; only a search that time has ended can be late.
    """
    if limit.deadline is None or report.stopped != "time":
        return 0.0
    return max(0.0, (now_ns() - limit.deadline) / NANOSECONDS - RESERVE_SECONDS)


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
