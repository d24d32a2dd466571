"""Players from users' files, each in a process of its own that can be ended: a fault of its code harms only itself.

``python -m counterply.players.player_child`` sits at the other end.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any

from counterply.core.aliases import Json, Seat
from counterply.core.errors import UsageError
from counterply.core.game_sources import reference
from counterply.core.limits import NANOSECONDS, Limit, Stop
from counterply.core.machine import memory_share
from counterply.core.report import Report
from counterply.core.users_text import printable
from counterply.core.values import BOUND_NAMES, DEFAULT_GRID, EXACT
from counterply.players.base import BasePlayer, Listener, with_whole_numbers
from counterply.registry import PLAYER_PROGRAM
from counterply.system import MOST_WALL
from counterply.usercode.child_process import Child, HangsError, module_words
from counterply.usercode.exit import STILL_RUN
from counterply.usercode.faults import ProcessError
from counterply.usercode.loading import READ_SECONDS, is_file
from counterply.usercode.names import split_name

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import AnyGame
    from counterply.core.position import AnyPosition

LOG = logging.getLogger(__name__)

START_SECONDS = 60.0  # to read the file, to make the player, and to compile on a busy machine, as long as one of these goes on
SILENT_SECONDS = 30.0  # in which a file that is being run lets no other thread do anything; then it is taken to hang, too
QUIET_SECONDS = 10.0  # of a start in which nothing is imported, compiled or checked; then the player is taken to hang
MOVE_SECONDS = 60.0  # for a move without a limit of time, before the player is taken to hang; `QUIET_SECONDS` if its warm-up failed
TOLERANCE_SECONDS = 1.0  # after a limit of time; as for other programs
MOST_FAILURES = 3  # in a row, to start or to move without a limit of time: then it is given up
MOST_MEMORY = 4_096  # MB that a player may take, where the machine has twice as much
LONGEST_LINE = 100  # moves of an expected line
LONGEST_WORD = 20  # letters of why a search stopped


def files_of(text: str) -> list[str]:
    """Return the users' files that a player's text names: the player's, or its evaluator's."""
    name, options = split_name(text)
    return [file for file in (name.partition(":")[0], options.get("eval", "").rpartition(":")[0]) if is_file(file)]


def names_file(text: str) -> bool:
    """Tell whether a player's text names a user's file: a player, or an evaluator."""
    return bool(files_of(text))


class SeparatePlayer(BasePlayer):
    """A player that a user's file gives, or with an evaluator from one, in a process of its own.

    The process is started when the first game begins, and again after it had to be ended. It warms up as it starts.

    Parameters
    ----------
    text : ``FILE.py:NAME[:key=value,...]``, or a player with ``eval=FILE.py:NAME``
    """

    def __init__(self, text: str) -> None:
        self.name = text
        self.cpu_ns: int | None = None  # own CPU time of the last move
        self.host_ns: int | None = None  # of the last move of a course's program, how long it took in a host that cuts moves off
        self._child: Child | None = None
        self._open = False  # whether the process has made this player
        self._warms_up = True  # until it has failed when it did so
        self._failures = 0  # in a row, to start or to move without a limit of time
        self._trouble = ""

    def successor(self, text: str) -> SeparatePlayer:
        """Return a player of another text, such as one with other weights, that takes over this one's process."""
        other = SeparatePlayer(text)
        other._child, self._child = self._child, None
        other._warms_up, other._failures = self._warms_up, self._failures
        return other

    def start(self, game: Game, seat: Seat, seed: int) -> None:
        """Start a game; start the process if it is not running.

        Raises
        ------
        UsageError
            if there is no such player, or it cannot play the game
        ProcessError
            for any other failure
        """
        self._require_patience()
        named = _named(game)
        try:
            if self._child is None or not self._child.alive:
                self._spawn()
            if not self._open:
                self._make(named)
            self._told({"do": "start", **named, "seat": seat, "seed": seed}, "started", START_SECONDS, QUIET_SECONDS)
        except ProcessError as error:
            self._failed(error)
            raise

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the player's move; a stop request ends the process, and any move is returned.

        Raises
        ------
        ProcessError
            if it fails, ends, or gives none within its limit and some tolerance
        """
        self._require_patience()
        if self._child is None or not self._child.alive:
            self.start(position.game, position.turn, 0)
        begin = time.monotonic()
        times = [seconds for seconds in (limit.seconds, limit.clock) if seconds is not None]
        patience = min(times) + TOLERANCE_SECONDS if times else MOVE_SECONDS if self._warms_up else QUIET_SECONDS
        question = {"do": "choose", "position": _position(position), "limit": limit.json(), "begin": begin}
        try:
            answer = self._told(question, "moved", patience, stop=limit.stop)
        except HangsError as error:
            if not times:
                self._failed(error)
            raise
        except ProcessError:
            if limit.stop:
                return Report(position.moves()[0], stopped="stop")
            raise
        self._failures = 0
        self.cpu_ns, self.host_ns = (each if isinstance(each := answer.get(name), int) else None for name in ("cpu", "host"))
        return with_whole_numbers(_report(position, answer, time.monotonic() - begin))

    def close(self) -> None:
        """End the process, and all that it has started."""
        child, self._child = self._child, None
        self._open = False
        if child is not None:
            child.kill()

    def _spawn(self) -> None:
        self.close()
        memory = memory_for(self.name)
        self._child = Child(module_words(PLAYER_PROGRAM, str(memory)), (memory, 0))

    def _make(self, named: Json) -> None:
        """Let the process read the file, make the player, and warm it up, unless it hung when it did so before."""
        try:
            self._told({"do": "read", "player": self.name}, "been read", READ_SECONDS * MOST_WALL, SILENT_SECONDS)
        except HangsError:
            raise UsageError(f"{' and '.join(files_of(self.name))} {STILL_RUN}") from None
        question = {"do": "open", "player": self.name, **named, "warm": self._warms_up}
        try:
            answer = self._told(question, "come through its warm-up" if self._warms_up else "started", START_SECONDS, QUIET_SECONDS)
        except (ProcessError, UsageError) as error:
            if isinstance(error, HangsError) and self._warms_up:
                LOG.warning("%s %s; it plays without one", self.name, error)
            self._warms_up = False
            self.close()
            raise
        self._open = True
        self.notes = tuple(printable(str(text)) for text in answer.get("notes", ()))

    def _told(
        self,
        question: Json,
        done: str,
        patience: float,
        quiet: float | None = None,
        stop: Stop | None = None,
    ) -> Json:
        """Return the answer to a question; see `Child.ask`."""
        assert self._child is not None
        waits = f"waiting for {self.name}, {patience:.0f} s at most ..."
        answer = self._child.ask(question, done, patience, quiet, stop, lambda: LOG.info(waits))
        kind, text = answer.get("kind"), str(answer.get("text", ""))
        if kind == "unusable":
            raise UsageError(text)
        if answer.get("last"):  # its process ends by itself, but may take its time
            raise self._child.failed(text)
        if kind == "error":
            raise ProcessError(text)
        return answer

    def _failed(self, error: ProcessError) -> None:
        self._failures, self._trouble = self._failures + 1, str(error)

    def _require_patience(self) -> None:
        if self._failures >= MOST_FAILURES:
            raise ProcessError(f"given up: {self._trouble}, {MOST_FAILURES} times in a row")


def memory_for(text: str) -> int:
    """Return how many MB a player's process may take, its table not counted."""
    table = split_name(text)[1].get("memory", "")
    return min(memory_share(), MOST_MEMORY) + (int(table) if table.isdecimal() else 0)


def _named(game: AnyGame) -> Json:
    source, options = reference(game)
    return {"game": source, "options": options}


def _position(position: Any) -> Json:
    """Return a position as data, as the player's process reads it."""
    if not position.game.compiled:
        return {"moves": position.origin.line_text(position.history)}
    origin = None if position.origin is position else position.origin.record.tobytes().hex()
    return {
        "record": position.record.tobytes().hex(),
        "origin": origin,
        "history": list(position.history),
        "before": position.plies_before,
        "past": list(position.past),
    }


def _report(position: AnyPosition, answer: Json, seconds: float) -> Report:
    """Return the report that an answer holds; its move may be anything, and its line has not been looked at."""
    move: Any = answer.get("move")
    line, bound = answer.get("line"), answer.get("bound")
    if not position.game.compiled and isinstance(move, int):
        moves = position.moves()
        move = moves[move] if 0 <= move < len(moves) else None
    codes = line[:LONGEST_LINE] if isinstance(line, list) and all(type(code) is int for code in line) else ()
    return Report(
        move,
        answer.get("score"),
        bound if isinstance(bound, int) and bound in range(len(BOUND_NAMES)) else EXACT,
        answer.get("proven") is True,
        tuple(codes),
        depth=answer.get("depth", 0),
        nodes=answer.get("nodes", 0),
        seconds=seconds,
        stopped=str(answer.get("stopped", ""))[:LONGEST_WORD],
        grid=answer.get("grid", DEFAULT_GRID),
        plain=answer.get("plain") is not False,
    )


def limit_left(fields: Json, begin: float) -> Limit:
    """Return the limit in `fields`, less the time since `begin` on the clock that all processes share."""
    gone = time.monotonic() - begin
    for name in ("seconds", "clock"):
        if fields[name] is not None:
            fields[name] = max(1 / NANOSECONDS, fields[name] - gone)
    return Limit(**fields)
