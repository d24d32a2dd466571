"""One game between two players: limits, clocks, legality, and the player at fault when a game is cut short."""

from __future__ import annotations

import contextlib
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from counterply.arena.openings import stored_moves
from counterply.arena.record import (
    BY_ERROR,
    BY_ILLEGAL_MOVE,
    BY_OVERRUN,
    BY_PLY_CAP,
    BY_RULES,
    CHANCE_MOVED,
    GameRecord,
    replay_line,
)
from counterply.core.aliases import Seat
from counterply.core.errors import GameError
from counterply.core.limits import Limit
from counterply.core.position import roll_chance
from counterply.core.report import Report
from counterply.core.values import CHANCE, DEFAULT_GRID, DRAW, FIRST, ONGOING, SECOND
from counterply.players.base import ask
from counterply.usercode.faults import ProcessError, one_line

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import AnyGame, PlainGame
    from counterply.core.position import AnyPosition

PLY_CAP = 2_000  # plies after which a game that declares no longest length is a draw
MICROSECOND = 1_000  # nanoseconds
LONGEST_REASON = 200  # characters
SHOWN_MOVES = 5  # legal ones, beside one that is not


@dataclass(frozen=True)
class Task:
    """A game that is to be played; the fields are those of `GameRecord`."""

    number: int
    pairing: int
    round: int
    first: str
    second: str
    swapped: bool
    seed: int
    dice: int  # seed of chance, the same for both games of a pair
    opening: tuple[Any, ...]


def game_title(task: Task | GameRecord) -> str:
    """Return the number of a game with its players."""
    return f"game {task.number}, {task.first} against {task.second}"


class Clock:
    """One seat's limits for a move, and its clock."""

    def __init__(self, limit: Limit) -> None:
        self.limit = limit
        self.left = limit.clock

    def next_limit(self) -> Limit:
        """Return the limit of the next move: that of the match, with what is left on the clock, in seconds, where there is one."""
        return self.limit if self.left is None else self.limit.with_(clock=self.left)

    def overrun(self, seconds: float) -> float:
        """Return by how many seconds a move that took `seconds` came too late (0 or less: in time), and run the clock."""
        allowed = min((given for given in (self.limit.seconds, self.left) if given is not None), default=math.inf)
        if self.left is not None:
            self.left += self.limit.increment - seconds
        return seconds - allowed


class _MoveLog:
    """The moves of a game, and by seat the score grid and the overruns; filled in place, and named as a `GameRecord` names them.

    Of the overruns: how many, by how much at most, and how much of that was own CPU time.
    """

    def __init__(self) -> None:
        self.movers: list[str] = []
        self.scores: list[int | None] = []
        self.depths: list[int] = []
        self.nodes: list[int] = []
        self.micros: list[int] = []
        self.cpu_micros: list[int] = []
        self.grids = [DEFAULT_GRID, DEFAULT_GRID]
        self.overruns, self.overrun_micros, self.overrun_cpu_micros = [0, 0], [0, 0], [0, 0]

    def add(self, mover: Seat, report: Report, wall: int = 0, cpu: int = 0) -> None:
        """Add one move, in place; `wall` and `cpu` in nanoseconds."""
        self.movers.append(CHANCE_MOVED if mover == CHANCE else str(mover))
        if mover != CHANCE:
            self.grids[mover] = report.grid
        self.scores.append(report.score)
        self.depths.append(report.depth)
        self.nodes.append(report.nodes)
        self.micros.append(wall // MICROSECOND)
        self.cpu_micros.append(cpu // MICROSECOND)

    def add_overrun(self, seat: Seat, micros: int, cpu_micros: int) -> None:
        """Count a move that came too late, in place."""
        self.overruns[seat] += 1
        self.overrun_micros[seat] = max(self.overrun_micros[seat], micros)
        self.overrun_cpu_micros[seat] = max(self.overrun_cpu_micros[seat], cpu_micros)


def legal_or_none(position: AnyPosition, answer: Any) -> Any:
    """Return the legal move of `position` that `answer` is, or whose text it is; else None."""
    moves = position.moves()
    try:
        return moves[moves.index(answer)]
    except Exception:  # there is none, or the answer does not care to be compared
        pass
    if isinstance(answer, str):
        with contextlib.suppress(GameError):
            return position.parse_move(answer)
    return None


@dataclass
class _EndedEarly(Exception):
    """A game has ended before its rules ended it: why; `fault` is the seat that lost by it."""

    ending: str
    reason: str
    fault: int | None = None


def play_game(
    game: Game,
    players: Sequence[Any],
    limit: Limit,
    task: Task | None = None,
    *,
    ply_cap: int | None = None,
    forfeit: bool = True,
) -> GameRecord:
    """Play one game and return its record; no player's fault raises.

    A move that comes after its limit loses the game (no grace is given, and it is tested before legality, as in the host of AIND
    Isolation), unless `forfeit` is False. So does an illegal move, and an exception. Players' output goes to standard error.

    The record is checked by playing it again before it is returned.

    Parameters
    ----------
    players : the players in seat 0 and seat 1; two different objects
    task : opening, seeds and place in the plan; None: the start position, seed 0
    ply_cap : plies after which the game is a draw; None: `PLY_CAP` where the game declares no longest length
    """
    if task is None:
        task = Task(0, 0, 0, players[0].name, players[1].name, False, 0, 0, ())
    if ply_cap is None:
        ply_cap = PLY_CAP if game.max_plies is None else game.max_plies
    position = replay_line(game, task.opening)
    log = _MoveLog()
    clocks = (Clock(limit), Clock(limit))
    dice = Random(task.dice)

    end = None
    try:
        with contextlib.redirect_stdout(sys.stderr):
            _start_players(game, players, task.seed)
            while position.outcome() == ONGOING:
                seat = position.turn
                if position.ply >= ply_cap:
                    raise _EndedEarly(BY_PLY_CAP, f"a draw after {ply_cap} plies")
                if seat == CHANCE:
                    move = roll_chance(position, dice)
                    log.add(CHANCE, Report(move))
                else:
                    move = _chosen_move(players[seat], seat, task.seed + seat, position, clocks[seat], log, forfeit)
                position = position.after(move)
    except _EndedEarly as ended:
        end = ended
    record = _record_of(game, task, position, log, end)
    require_replayable(game, record, position)
    return record


def require_replayable(game: Game | PlainGame, record: GameRecord, position: AnyPosition) -> None:
    """Raise `GameError` unless the moves of a record lead to `position`: a store must never hold a game that cannot be replayed."""
    again = replay_line(game, record.line)
    if game.compiled:
        same = again.record.tobytes() == position.record.tobytes()
    else:
        same = (again.ply, again.outcome()) == (position.ply, position.outcome())
    if not same or len(record.movers) != len(record.moves):
        raise GameError(
            f"{game_title(record)}, does not follow from its {len(record.line)} moves:"
            " something has changed its positions; it is not stored"
        )


def _start_players(game: AnyGame, players: Sequence[Any], seed: int) -> None:
    """Start both players; raises `_EndedEarly` if one of them cannot."""
    for seat in (0, 1):
        try:
            if hasattr(players[seat], "start"):
                players[seat].start(game, seat, seed + seat)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise _EndedEarly(BY_ERROR, _told(error, "could not start:"), seat) from error


def _told(error: BaseException, what: str) -> str:
    """Return a player's error as a reason; `what` comes before an error that does not say what the player did."""
    return str(error)[:LONGEST_REASON] if isinstance(error, ProcessError) else f"{what} {one_line(error)}"


def _chosen_move(player: Any, seat: Seat, seed: int, position: AnyPosition, clock: Clock, log: _MoveLog, forfeit: bool) -> Any:
    """Ask a player for its move, and return it; raises `_EndedEarly` where the game ends by it. Changes `clock` and `log`."""
    ply, limit = position.ply + 1, clock.next_limit()
    cpu, begin = time.process_time_ns(), time.monotonic_ns()
    try:
        report = ask(player, position, limit, seed)
        wall, cpu = time.monotonic_ns() - begin, time.process_time_ns() - cpu
        cpu = getattr(player, "cpu_ns", None) or cpu  # of a player in a process of its own
        wall = min(wall, getattr(player, "host_ns", None) or wall)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _EndedEarly(BY_ERROR, f"{_told(error, 'raised')} at ply {ply}", seat) from error
    over = clock.overrun(wall / 1e9)
    if over > 0:
        allowed = wall / 1e9 - over
        log.add_overrun(seat, int(over * 1e6), max(0, cpu // MICROSECOND - int(allowed * 1e6)))
        if forfeit:
            raise _EndedEarly(BY_OVERRUN, f"{wall / 1e6:.1f} ms of {allowed * 1000:.1f} ms at ply {ply}", seat)
    move = legal_or_none(position, report.move)
    if move is None:
        legal = f", where moves() begins with {position.moves()[:SHOWN_MOVES]}" if position.game.compiled else ""
        raise _EndedEarly(BY_ILLEGAL_MOVE, f"{_move_as_given(position, report.move)} at ply {ply}{legal}", seat)
    log.add(seat, report, wall, cpu)
    return move


def _record_of(game: Any, task: Task, position: AnyPosition, log: _MoveLog, end: _EndedEarly | None) -> GameRecord:
    """Return the record of a game that has ended in `position`; `end` None: by its rules."""
    outcome = position.outcome()
    if end is None:
        end = _EndedEarly(BY_RULES, game.reason(position))
    else:
        outcome = DRAW if end.fault is None else (SECOND, FIRST)[end.fault]
    known = {name: value for name, value in vars(task).items() if name != "dice"}
    known |= {name: tuple(values) for name, values in vars(log).items()} | {"movers": "".join(log.movers)}
    moves = stored_moves(game, position.history)[len(task.opening) :]
    return GameRecord(**known, **vars(end), moves=moves, outcome=outcome, margin=position.margin())


def _move_as_given(position: AnyPosition, answer: Any) -> str:
    """Return a move that is not legal as people read it: as it was given, and as the game would write it."""
    shown = repr(answer)[:LONGEST_REASON]
    with contextlib.suppress(Exception):
        return f"{shown} ({position.move_text(answer)})" if isinstance(answer, int) else shown
    return shown
