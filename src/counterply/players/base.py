"""The interface of players."""

from __future__ import annotations

import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from counterply.core.aliases import Move, Record, Seat
from counterply.core.errors import CounterplyError, GameError, UsageError
from counterply.core.limits import NANOSECONDS, PAUSE_NS, PAUSES, Limit, duration_ns, now_ns
from counterply.core.plain_game import PlainPosition
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.core.values import CHANCE
from counterply.usercode.faults import ProcessError, one_line
from counterply.usercode.program import Program, ProgramFailed, Transcript

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

Listener = Callable[[Report], None]

RESERVE_SECONDS = 0.0012  # from the kernel's last look at the clock to the answer
RESERVE_CAP = 0.5  # of a limit
SEED_FACTOR = 0x9E3779B97F4A7C15  # golden ratio: keeps the moves of a game apart
WARM_UP_LIMITS = {"seconds": 0.2, "clock": 5.0, "nodes": 2_000, "simulations": 200}  # no more than this for the last warm-up search
WARM_UP = Limit(seconds=0.2, nodes=2_000, simulations=200)  # before the limit of moves is known
MOST_NUMBER = 2**63 - 1  # that a report may hold
LATE_ANSWERS = 0.002  # share of a player's answers that may come after the limit, on a machine like that of its last searches
REMEMBERED_MOVES = 100  # over which that share is a mean
FAREWELL_SECONDS = 0.5  # of a program that was told to end, before it is killed
FIRST_PAUSE = 8  # steps, on a machine of which nothing is known: one slice of its scheduler


@runtime_checkable
class Player(Protocol):
    """What has ``choose(position, limit)`` is a player: a class, or an object such as a trained model.

    It may also have ``start(game, seat, seed)``, which prepares for a new game, and ``close()``. A function ``(position, limit)``
    is a player too.
    """

    @abstractmethod
    def choose(self, position: Any, limit: Limit, /) -> Hashable:
        """Return a legal move of the side to move, its text, or a `Report`, within `limit`; the position is not over."""


class BasePlayer(ABC):
    """Chooses moves. One object may play many games, one after the other.

    Attributes
    ----------
    name : how it was asked for: ``NAME[:key=value,...]``
    notes : notes for the user, such as an evaluator that runs in plain Python
    interactive : a person is asked for moves, and is not asked for warm-up moves
    threads : cores that think about one move
    only : the games that it plays; none are named where it plays all
    """

    name: str = ""
    notes: tuple[str, ...] = ()
    interactive: bool = False
    threads: int = 1
    only: tuple[str, ...] = ()

    def start(self, game: Any, seat: Seat, seed: int) -> None:  # noqa: B027 - most players have nothing to prepare
        """Prepare for a new game in `seat` (0 moves first); `seed` decides all that is random."""

    def make_room(self, limit: Limit) -> None:  # noqa: B027 - most players remember nothing
        """Allocate the memory for moves within `limit`, after `start`; otherwise the first move does so, in its own time."""

    def resize(self, memory: int) -> None:  # noqa: B027 - most players remember nothing
        """Use a table of `memory` MB from now on; `start` is not needed."""

    @abstractmethod
    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the move for the side to move, within `limit`; the position is not over. `listen` gets each completed depth."""

    def close(self) -> None:  # noqa: B027 - most players hold nothing
        """Release the player's resources: processes, files."""


class ProgramPlayer(BasePlayer):
    """Base of the players that are programs of others, which are started when a game begins, and again after they have ended.

    Parameters
    ----------
    cmd : how it is started
    log : a file to which the whole conversation is appended
    """

    farewell = ""  # the line that ends it

    def __init__(self, cmd: str, log: str | None = None) -> None:
        self.cmd = cmd
        self._transcript = None if log is None else Transcript(log)
        self._program: Program | None = None

    def running(self, position: AnyPosition) -> Program:
        """Return the program, which is started if it does not run, with no line left that it has said."""
        if self._program is None or not self._program.alive:
            self.start(position.game, position.turn, 0)
        assert self._program is not None
        self._program.forget_lines()
        return self._program

    def close(self) -> None:
        """End the program, whose last words are heard, and after `FAREWELL_SECONDS` by force."""
        program, self._program = self._program, None
        if program is None:
            return
        with contextlib.suppress(ProgramFailed):
            if self.farewell and program.alive:
                program.send(self.farewell)
                until = time.monotonic() + FAREWELL_SECONDS
                while program.receive(until) is not None:
                    pass
        program.kill()


def ask(player: Any, position: AnyPosition, limit: Limit, seed: int, listen: Listener | None = None) -> Report:
    """Ask a player for its report, which may be a move alone; the player sees only the information of its seat.

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


def plays(player: object, game: Game | PlainGame) -> bool:
    """Tell whether a player, or its class, is for a game: one that names none in `only` is for all."""
    return game.name in (getattr(player, "only", None) or (game.name,))


def private(position: AnyPosition) -> AnyPosition:
    """Return a copy of a position with a read-only record of its own, for code that may try to write into it."""
    if not isinstance(position, Position):
        return PlainPosition(position.game, position.record, position.origin, position.history)
    origin = None if position.origin is position else Position(position.game, read_only(position.origin))
    copy = Position(position.game, read_only(position), origin, position.history)
    copy.plies_before, copy.past = position.plies_before, position.past
    return copy


def read_only(position: Position) -> Record:
    """Return a read-only copy of a position's record."""
    copy = np.zeros(1, position.game.record)
    copy[0] = position.record
    copy.flags.writeable = False
    return copy[0]  # type: ignore[no-any-return]


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


def warm_up(player: Any, game: Game | PlainGame, limit: Limit) -> None:
    """Let a player start and search twice, so that no move waits for a compiler or a file; its exceptions do not count yet.

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


def first_turn(game: Game | PlainGame) -> Any:
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


def seed_of_move(seed: int, position: AnyPosition) -> int:
    """Return the random seed of the move at a position, by the game's seed."""
    return int((seed + 1) * SEED_FACTOR + position.ply)


class Pauses:
    """What share of a player's last answers would have been late, by the reserve kept for pauses of the machine."""

    def __init__(self) -> None:
        self._late = np.zeros(PAUSES)  # by reserve, in steps
        self._late[:FIRST_PAUSE] = 5 * LATE_ANSWERS  # until five searches have shown it
        self._searches = 1

    def reserved(self, limit: Limit) -> Limit:
        """Return a limit that keeps `RESERVE_SECONDS`, and the least with which at most `LATE_ANSWERS` would have been late."""
        pause = np.count_nonzero(self._late > LATE_ANSWERS) * PAUSE_NS / NANOSECONDS
        return limit.with_(reserve=min(RESERVE_SECONDS + pause, RESERVE_CAP * (limit.move_seconds or 0.0)))

    def note(self, limit: Limit, report: Report, pauses: np.ndarray | None = None) -> None:
        """Remember a search within a limit that runs, and its `pauses` by length as `poll` counts them.

        The end of a limit may fall anywhere in a search. With a reserve, an answer is late if it falls into a pause, and more of
        that pause is left: the chance is the part of the time that pauses last beyond the reserve. An answer that is later than
        any pause explains has had one more. Where pauses are unknown, an answer would have been late with each smaller reserve.
        """
        now, steps = now_ns(), 0
        if limit.deadline is not None and report.stopped == "time":  # it ended the search: the answer may be late, in steps
            steps = max(0, -((limit.deadline + duration_ns(RESERVE_SECONDS) - now) // PAUSE_NS))
        late: np.ndarray = np.arange(PAUSES) < steps
        if pauses is not None:
            counts = pauses.copy()
            if steps and not counts[steps:].any():
                counts[min(steps, PAUSES - 1)] += 1
            late = counts[::-1].cumsum().cumsum()[::-1] * (PAUSE_NS / (now - limit.begin))
        self._searches = min(self._searches + 1, REMEMBERED_MOVES)
        self._late += (late - self._late) / self._searches


def only_move(move: Move, begin: int) -> Report:
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
