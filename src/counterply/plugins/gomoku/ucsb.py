"""Our players behind the referee of the course program Gobang (UCSB CS165A, "MP2"): lines of text on stdin and stdout.

The referee sends a move a line, as in ``h8``, and looks for lines ``Move played: h8``: one that repeats the opponent's move, one
for the own. Nothing else may look like that. Source: the referee of spring 2020, which is that of winter 2017.

`ReportPlayer` is the player of a report: minimax over the cells next to stones.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from counterply.core.errors import GameError, UsageError
from counterply.core.game import Game
from counterply.core.limits import Limit
from counterply.core.position import Position, position_with
from counterply.core.report import Report
from counterply.core.values import DRAW, FIRST, ONGOING
from counterply.hosts.lines import LineReader
from counterply.hosts.start import Preparation, ended_by_ctrl_c, fresh_seed, output_to_host
from counterply.players import make_player
from counterply.players.base import BasePlayer, Listener
from counterply.players.search import SearchingPlayer
from counterply.plugins.gomoku import rules
from counterply.plugins.gomoku.evaluators import REPORT, near_moves
from counterply.plugins.gomoku.gomocup import gomoku, nearest_to_centre
from counterply.plugins.gomoku.rules import MAX_SIDE
from counterply.search.alphabeta.techniques import ALPHABETA_ONLY
from counterply.search.choose import Wishes
from counterply.system import seconds_alive
from counterply.usercode.faults import one_line

LEAST_SIDE = 5
FREESTYLE = 0  # the rule's number: five or more wins, nothing is forbidden
GAME_SECONDS = 115.0  # of the 121 that the referee gives a player for a game, its start included
MOVE_SECONDS = 25.0  # of the 31 that it gives for a move
START_PATIENCE = 2.0  # seconds to wait for a player that compiles, before the first line
MOVE_PATIENCE = 15.0  # and at a move, which is then made without it
PATIENT_SHARE = 0.25  # and never more than this part of the game's time
AT_ONCE_SECONDS = 0.1  # after it began to listen: a move that comes so soon had been waiting
FIRST_STONE_SECONDS = 0.2  # on an empty board there is little to think about
LEAST_SECONDS = 0.05  # for a move when the game's time is used up: the referee may be more patient than it says
COLOURS = ("Dark", "Light")
MARKS = {"X": "D", "O": "L"}
A_MOVE = re.compile(r"([a-z])([1-9][0-9]?)")

log = logging.getLogger(__name__)


class Seat:
    """One game with the referee, in one seat.

    Parameters
    ----------
    size : rows and columns
    seat : ours: 0 is Dark, who moves first
    player : has been told nothing yet
    write : writes whole lines, and sends them off
    seed : decides all that is random

    Attributes
    ----------
    left : seconds of the game's time
    """

    def __init__(self, size: int, seat: int, player: BasePlayer, write: Callable[[str], None], seed: int = 0) -> None:
        self.seat = seat
        self.left = GAME_SECONDS
        self._player = player
        self._write = write
        self._size = size
        game = gomoku(size, size, FREESTYLE)
        self.position: Position = game.start()
        self.position.after(self.position.moves()[0])  # compiles the rules
        self._preparation = Preparation(lambda: self._start(seed))
        self._preparation.done(START_PATIENCE)

    def _start(self, seed: int) -> None:
        with silenced_prints():
            self._player.start(self.position.game, self.seat, seed)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.outcome() != ONGOING

    def begin(self, began: float) -> None:
        """Show the board, and move if that is ours; the game's time runs from `began` (``time.monotonic``)."""
        self._write(
            f"Gobang {self._size}x{self._size}: this program is {COLOURS[self.seat]}, the opponent {COLOURS[1 - self.seat]}"
        )
        self._show()
        if self.position.turn == self.seat:
            self._move(began)
        self._prompt()

    def hear(self, line: str, arrived: float) -> None:
        """Play the opponent's move that a line names, and answer it; explain the fault of any other line."""
        if not line:
            return
        match = A_MOVE.fullmatch(line.lower())
        move = None if match is None else (int(match[2]) - 1) * MAX_SIDE + ord(match[1]) - ord("a")
        if move is None or move not in self.position.moves():
            self._write(f"Illegal: {self._why_not(move, line)}")
        else:
            self._play(move)
            if not self.over:
                self._move(arrived)
        self._prompt()

    def _why_not(self, move: int | None, line: str) -> str:
        last = f"{chr(ord('a') + self._size - 1)}{self._size}"
        if move is None:
            return f"{line[:40]!a} is no move; write a letter and a number, from a1 (top left) to {last} (bottom right)"
        row, column = divmod(move, MAX_SIDE)
        if row >= self._size or column >= self._size:
            return f"{line} is not on the board, which goes from a1 to {last}"
        return f"there is a stone at {line.lower()}"

    def _prompt(self) -> None:
        if self.over:
            outcome = self.position.outcome()
            winner = "A tie" if outcome == DRAW else f"{COLOURS[0 if outcome == FIRST else 1]} wins"
            self._write(f"{winner}: {self.position.game.reason(self.position)}")
        else:
            self._write(f"Your move, {COLOURS[1 - self.seat]}:")

    def _play(self, move: int) -> None:
        """Make a legal move of either side, tell it and show the board."""
        text = self.position.move_text(move)
        self.position = self.position.after(move)
        self._write(f"Move played: {text}")
        self._show()

    def _move(self, began: float) -> None:
        """Choose a move, make it, and take the time since `began` off the game's."""
        allowed = MOVE_SECONDS if self.position.ply else FIRST_STONE_SECONDS
        seconds = max(LEAST_SECONDS, allowed - (time.monotonic() - began))
        clock = max(LEAST_SECONDS, self.left - (time.monotonic() - began))
        self._play(self._choose(Limit(seconds=seconds, clock=clock)))
        self.left -= time.monotonic() - began

    def _choose(self, limit: Limit) -> int:
        """Return the player's move; any legal one if the player fails."""
        legal = self.position.moves()
        any_move = nearest_to_centre(legal, self._size, self._size)
        try:
            patience = min(MOVE_PATIENCE, limit.seconds or 0.0, PATIENT_SHARE * (limit.clock or 0.0)) if self.position.ply else 0.0
            if not self._preparation.done(patience):
                return any_move
            with silenced_prints():
                move = self._player.choose(self.position, limit).move
            if move in legal:
                return int(move)
            problem = f"it chose {move!r}, which is not legal"
        except Exception as error:
            problem = one_line(error)
        log.warning("%s failed, any legal move is played instead: %s", self._player.name, problem)
        return any_move

    def finish(self) -> None:
        """Wait until all is compiled, so that the next start finds it in the cache."""
        with contextlib.suppress(Exception):  # which was told when it mattered
            self._preparation.done()

    def _show(self) -> None:
        """Write the board, with the marks and coordinates of the referee."""
        rows = str(self.position).splitlines()[: self._size + 1]
        self._write("\n".join("".join(MARKS.get(letter, letter) for letter in row) for row in rows))


@contextlib.contextmanager
def silenced_prints() -> Iterator[None]:
    """Discard everything that is printed."""
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        yield


def serve(size: int, opponent_is_light: bool, player: str) -> None:
    """Play one game with the referee, until it has ended or the input has. The start belongs to the first move's time."""
    if not LEAST_SIDE <= size <= MAX_SIDE:
        raise UsageError(f"-n is the size of the board, {LEAST_SIDE} to {MAX_SIDE}, not {size}")
    chosen = make_player(player)
    with ended_by_ctrl_c(), contextlib.closing(chosen):
        began = time.monotonic() - seconds_alive()
        seat = Seat(size, 0 if opponent_is_light else 1, chosen, output_to_host(), fresh_seed())
        seat.begin(began)
        listening = time.monotonic()
        for line, arrived in LineReader(sys.stdin.fileno()):
            was_there = seat.position.ply == 0 and arrived < listening + AT_ONCE_SECONDS  # the time of arrival is unknown
            seat.hear(line, began if was_there else arrived)
            if seat.over:
                break
        seat.finish()


# --- the player of a report


def narrowed_game(game: Game) -> Game:
    """Return the game in which only the report's candidates are moves."""
    return Game(
        "gomoku",
        rules.RECORD,
        legal_moves=near_moves,
        play=rules.play,
        outcome=rules.outcome,
        key=rules.key,
        start=rules.start,
        setup=game.setup,
        max_moves=game.max_moves,
        max_plies=game.max_plies,
        evaluators=[REPORT],
    )


class ReportPlayer(SearchingPlayer):
    """Gomoku: minimax with alpha-beta over the cells next to stones, by the evaluator `report`.

    Parameters
    ----------
    depth : plies; 0: deeper and deeper, as far as the limit allows
    """

    def __init__(self, depth: int = 2) -> None:
        super().__init__("report", None, Wishes(techniques=ALPHABETA_ONLY, memory=1), depth or None, deepening=False)
        self._seat_game: Any = None

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Refuse other games; search the game's narrower twin."""
        if game.name != "gomoku" or not game.compiled:
            raise GameError(f"report plays gomoku only, not {game.name}")
        if game is not self._seat_game:
            self._seat_game, self._narrow = game, narrowed_game(game)
        super().start(self._narrow, seat, seed)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Search within the limit, and no deeper than the player's own depth."""
        if self._seat_game is not position.game:
            self.start(position.game, position.turn, 0)
        place = position_with(self._narrow, position.record, position.history)
        report = super().choose(place, limit, None if listen is None else lambda found: listen(without_proof(found)))
        return without_proof(report)


def without_proof(report: Report) -> Report:
    """Return a report that proves nothing, as where moves are left out."""
    return replace(report, proven=False)
