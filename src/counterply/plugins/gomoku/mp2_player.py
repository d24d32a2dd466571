"""Programs for the referee of CS165A's MP2 (UCSB) as players: five in a row, by lines ``Move played: h8``."""

from __future__ import annotations

import re
import shlex
import time
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.players.base import Listener, ProgramPlayer
from counterply.plugins.gomoku.rules import MAX_SIDE
from counterply.usercode.program import Program, ProgramFailed

if TYPE_CHECKING:
    from counterply.core.game import Game

MOVE_SECONDS, GAME_SECONDS = 31.0, 121.0  # that the referee allows for a move, and for a game
LEAST_SIDE = 5
PLAYED = re.compile(r"[Mm]ove [Pp]layed *: *([a-z])([0-9]{1,2})")


class Mp2Player(ProgramPlayer):
    """A program for UCSB's MP2 referee: mp2:cmd="./gobang".

    As there it is started for each game, with ``-n SIZE``, and ``-l`` if it is Dark and moves first; it repeats the opponent's move
    as `Move played: h8`, and then says its own in the same way. It knows no limits but the referee's: 31 s a move, 121 s a game.

    Parameters
    ----------
    cmd : how it is started
    log : a file to which the whole conversation is appended
    """

    only = ("gomoku",)

    def __init__(self, cmd: str, log: str | None = None) -> None:
        super().__init__(cmd, log)
        self._known: tuple[int, ...] = ()  # the moves that the program knows of
        self._left = GAME_SECONDS

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Start the program for a new game.

        Raises
        ------
        UsageError
            for other games than those of the referee, and a program that does not exist
        """
        height, width = game.board or (0, 0)
        if game.name != "gomoku" or set(game.options) - {"width", "height", "size"} or height != width or width < LEAST_SIDE:
            raise UsageError(f"{self.name or 'mp2'} plays freestyle on a square of {LEAST_SIDE} or more, not {game.full_name}")
        self.close()
        self._known, self._left = (), GAME_SECONDS
        self.notes = (f"its program is told no limit; the referee's are {MOVE_SECONDS:g} s a move and {GAME_SECONDS:g} s a game",)
        words = shlex.join(["-n", str(width), *(["-l"] if seat == 0 else [])])
        self._program = Program(f"{self.cmd} {words}", self._transcript)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the program's move.

        Raises
        ------
        GameError
            in a game that did not begin on the empty board, which its program cannot be told of
        ProgramFailed
            if it crashes, floods, or does not answer within the referee's limits
        """
        begin = time.monotonic()
        if position.history[:-1] != self._known or position.origin != position.game.start():
            raise GameError(f"{self.name or 'mp2'} plays whole games from the empty board: give --openings start")
        program = self.running(position)
        if position.history:
            program.send(position.move_text(position.history[-1]))
        until = begin + min(MOVE_SECONDS, self._left)
        answers = [self._heard(program, until) for _ in range(2 if position.history else 1)]
        spent = time.monotonic() - begin
        self._left -= spent
        self._known = (*position.history, answers[-1])
        return Report(answers[-1], line=(answers[-1],), seconds=spent)

    def _heard(self, program: Program, until: float) -> int:
        """Return the move in the next line that counts; as the referee does, by its form alone."""
        while (line := program.receive(until)) is not None:
            if found := PLAYED.fullmatch(line):
                return (int(found[2]) - 1) * MAX_SIDE + ord(found[1]) - ord("a")
        raise ProgramFailed(f"{program.name} has not said 'Move played' within the referee's time")
