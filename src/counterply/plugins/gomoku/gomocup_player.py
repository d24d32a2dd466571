"""Other people's Gomoku programs as players: any engine that speaks the Gomocup protocol ("pbrain")."""

from __future__ import annotations

import re
import time
from typing import Any

from counterply.core.errors import UsageError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.users_text import printable
from counterply.players.base import Listener, ProgramPlayer
from counterply.plugins.gomoku.pbrain import NO_LIMIT_MS, RULES
from counterply.plugins.gomoku.rules import BLACK, MAX_SIDE, WHITE
from counterply.plugins.gomoku.text import stones_of
from counterply.system import MEGABYTE
from counterply.usercode.program import LONGEST_SHOWN, Program, ProgramFailed

RULE_BITS = {rule: bits for bits, rule in RULES.items()}
TOURNAMENT = 2  # game_type
MOST_STARTS = 3  # that fail one after the other, before the program is given up
START_SECONDS = 10.0  # for START; engines that fill tables take 2 to 3 s on a busy machine
RESTART_SECONDS = 3.0  # for RESTART, before the program is started again
ABOUT_SECONDS = 2.0  # for ABOUT; some programs never answer
BANNER_SECONDS = 0.3  # after a line that is no answer to ABOUT, for one that is
TOLERANCE_SECONDS = 1.0  # after the limit, before a program that says nothing is killed; Gomocup's
MARGIN_SHARE = 0.2  # of a limit: no more than this is kept back from the program
MARGIN_MS = 30  # kept back by default: the way to the program and back on a busy machine
LEAST_MS = 1
GLANCE_SECONDS = 0.05  # between looks at a stop request

A_MOVE = re.compile(r"(-?\d{1,4})\s*,\s*(-?\d{1,4})")
SUGGESTION = re.compile(r"SUGGEST\s+(-?\d{1,4}\s*,\s*-?\d{1,4})", re.IGNORECASE)
NAME = re.compile(r'\bname\s*=\s*"([^"]*)"', re.IGNORECASE)
VERSION = re.compile(r'\bversion\s*=\s*"([^"]*)"', re.IGNORECASE)
CHATTER = ("MESSAGE", "DEBUG")


class GomocupPlayer(ProgramPlayer):
    """A program that speaks the Gomocup protocol (pbrain): gomocup:cmd="./pbrain-x".

    It is started when its first game begins, and again after it has crashed, hung or written without end, which costs it the game.
    Its time for a move and for the game are the limit's, less a margin; it has no limit of nodes or depth.

    Parameters
    ----------
    cmd : how it is started
    log : a file to which the whole conversation is appended
    memory : MB that it is told to use at most; 0 is no limit
    margin : ms of each move that it is not told of
    """

    only, farewell = ("gomoku",), "END"

    def __init__(self, cmd: str, log: str | None = None, memory: int = 350, margin: int = MARGIN_MS) -> None:
        super().__init__(cmd, log)
        self.memory = memory
        self.margin = margin / 1000
        self._restarts = True  # whether RESTART has not failed yet
        self._size: tuple[int, int] | None = None
        self._rule = 0
        self._stones: list[int] = []  # the program's board: its stones in order
        self._told: dict[str, int] = {}  # the values already sent to the program by INFO
        self._match_ms = 0
        self._new_match = True
        self._failed_starts = 0
        self._trouble = ""  # of the last start that failed

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Get the program ready for a new game; start it if it is not running.

        Raises
        ------
        UsageError
            for another game than gomoku, a program that does not exist, and a board that it does not play on
        ProgramFailed
            if it crashes or does not answer
        """
        if game.name != "gomoku" or game.options.get("length", 5) != 5:
            raise UsageError(f"{self.name or 'gomocup'} plays gomoku, five in a row, not {game.full_name}")
        height, width = game.board
        self._rule = RULE_BITS[game.options.get("rule", "freestyle")]
        self._new_match = True
        if self._program is not None and self._program.alive and self._size == (width, height) and self._restarted():
            return
        self._spawn(width, height)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the program's move.

        Raises
        ------
        UsageError
            without a limit of time
        ProgramFailed
            if it crashes, floods, or does not answer within the limit and `TOLERANCE_SECONDS`
        """
        begin = time.monotonic()
        seconds = limit.seconds if limit.clock is None else min(limit.clock, limit.seconds or limit.clock)
        if seconds is None:
            raise UsageError(f"{self.name or 'gomocup'} needs a limit of time: the protocol has none of nodes or depth")
        program = self.running(position)
        stones = stones_in_order(position)
        commands = self._commands(stones, limit, seconds)
        program.send(*commands)
        x, y = self._answer(begin + seconds + TOLERANCE_SECONDS, limit)
        spent = time.monotonic() - begin
        if not (0 <= x < MAX_SIDE and 0 <= y < MAX_SIDE):
            off: Any = f"{x},{y}"
            return Report(off, seconds=spent)
        move = y * MAX_SIDE + x
        self._stones = [*stones, move]
        return Report(move, line=(move,), seconds=spent)

    def _spawn(self, width: int, height: int) -> None:
        """Restart the program, ask for its name, and send it the board; it is given up after `MOST_STARTS` failures in a row."""
        if self._failed_starts >= MOST_STARTS:
            raise ProgramFailed(f"given up after {MOST_STARTS} starts: {self._trouble}")
        self.close()
        self._size, self._stones, self._told = (width, height), [], {}
        start = f"START {width}" if width == height else f"RECTSTART {width},{height}"
        try:
            self._program = Program(self.cmd, self._transcript)
            self._ask_about(self._program)
            answer = self._acknowledged(start, START_SECONDS)
        except ProgramFailed as error:
            self._failed_starts, self._trouble = self._failed_starts + 1, str(error)
            raise
        self._failed_starts = 0
        if answer != "OK":
            self.close()
            raise UsageError(f"{self.cmd}: {start} was answered {answer[:LONGEST_SHOWN]!r}")

    def _ask_about(self, program: Program) -> None:
        """Ask for the program's name; a banner may come first, and the answer may be anything or nothing."""
        program.send("ABOUT")
        until, said = time.monotonic() + ABOUT_SECONDS, ""
        while (line := program.receive(until)) is not None:
            if line.upper().startswith(CHATTER):
                continue
            said = line
            if "=" in line:
                break
            until = min(until, time.monotonic() + BANNER_SECONDS)
        name, version = NAME.search(said), VERSION.search(said)
        shown = f"{name[1]} {version[1] if version else ''}".strip() if name else said
        self.notes = (f"the program says it is {printable(shown[:LONGEST_SHOWN])}",) if shown else ()

    def _restarted(self) -> bool:
        """Empty the program's board by RESTART; tell whether that has worked."""
        if not self._stones:
            return True
        assert self._program is not None
        try:
            self._restarts = self._restarts and self._acknowledged("RESTART", RESTART_SECONDS) == "OK"
        except ProgramFailed:
            self._restarts = self._restarts and not self._program.alive  # a crash says nothing about RESTART
            return False
        self._stones = []
        return self._restarts

    def _acknowledged(self, command: str, seconds: float) -> str:
        """Return the answer to a command that is answered by OK: 'OK', or the line with UNKNOWN or ERROR."""
        assert self._program is not None
        self._program.forget_lines()
        self._program.send(command)
        until = time.monotonic() + seconds
        while (line := self._program.receive(until)) is not None:
            word = line.split()[0].upper()
            if word == "OK":
                return "OK"
            if word in ("UNKNOWN", "ERROR"):
                return line
        raise self._program.failed(f"{self._program.name} has not answered {command} within {seconds:g} s")

    def _commands(self, stones: list[int], limit: Limit, seconds: float) -> list[str]:
        """Return the lines to send for a move, which also bring the program's board up to date."""
        goes_on = bool(stones) and stones[:-1] == self._stones
        if not goes_on and not self._restarted():
            self._spawn(*(self._size or (0, 0)))
        commands = self._infos(limit, seconds)
        if not stones:
            return [*commands, "BEGIN"]
        if goes_on:
            return [*commands, f"TURN {cell_text(stones[-1])}"]
        mine = len(stones) % 2  # parity of my stones' indices: the side to move has moved at every second one before
        lines = [f"{cell_text(move)},{1 if index % 2 == mine else 2}" for index, move in enumerate(stones)]
        return [*commands, "BOARD", *lines, "DONE"]

    def _infos(self, limit: Limit, seconds: float) -> list[str]:
        """Return the INFO lines that this program has not been sent yet, and the time that is left."""
        margin = min(self.margin, MARGIN_SHARE * seconds)
        clock_ms = None if limit.clock is None else int(1000 * (limit.clock - margin))
        if self._new_match:
            self._match_ms, self._new_match = max(0, clock_ms or 0), False
        settings = {
            "timeout_turn": max(LEAST_MS, int(1000 * (seconds - margin))) if limit.seconds is not None else self._match_ms,
            "timeout_match": self._match_ms,
            "max_memory": self.memory * MEGABYTE,
            "game_type": TOURNAMENT,
            "rule": self._rule,
        }
        new = {key: value for key, value in settings.items() if self._told.get(key) != value}
        self._told.update(new)
        left = NO_LIMIT_MS if clock_ms is None else clock_ms
        return [f"INFO {key} {value}" for key, value in [*new.items(), ("time_left", left)]]

    def _answer(self, until: float, limit: Limit) -> tuple[int, int]:
        """Return the x and y that the program answers; everything else that it says is passed over, the last complaint kept."""
        assert self._program is not None
        complaint = ""
        while True:
            now = time.monotonic()
            line = self._program.receive(until if limit.stop is None else min(until, now + GLANCE_SECONDS))
            if line is None and (now >= until or (limit.stop is not None and limit.stop)):
                said = f"; it said {complaint[:LONGEST_SHOWN]!r}" if complaint else ""
                what = "was stopped" if now < until else f"has not moved within its limit and {TOLERANCE_SECONDS:g} s more{said}"
                raise self._program.failed(f"{self._program.name} {what}")
            if line is None:
                continue
            if move := A_MOVE.fullmatch(line):
                return int(move[1]), int(move[2])
            if suggestion := SUGGESTION.fullmatch(line):
                self._program.send(f"PLAY {suggestion[1]}")
            elif line.upper().startswith(("ERROR", "UNKNOWN")):
                complaint = line


def stones_in_order(position: Any) -> list[int]:
    """Return the stones of a position as moves, Black's first, as they were played; those of a diagram in reading order."""
    before = [[row * MAX_SIDE + column for row, column in stones_of(position.origin.record, colour)] for colour in (BLACK, WHITE)]
    first = [before[index % 2][index // 2] for index in range(len(before[0]) + len(before[1]))]
    return [*first, *position.history]


def cell_text(move: int) -> str:
    """Return a move as x,y from 0."""
    return f"{move % MAX_SIDE},{move // MAX_SIDE}"
