"""Players from users' files, each in a process of its own that can be ended: nothing that it does can harm a run but its own games.

``python -m counterply.players.child`` sits at the other end. Both speak lines of JSON: what comes from there is data, never code.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import counterply
from counterply.core.errors import UsageError
from counterply.core.limits import NANOSECONDS, Limit
from counterply.core.loading import is_file
from counterply.core.naming import split_name
from counterply.core.report import Report
from counterply.core.values import DEFAULT_GRID
from counterply.players.base import Listener, Player, PlayerError
from counterply.players.program import Program

CHILD = "counterply.players.child"
START_SECONDS = 60.0  # to read the file, to make the player, and to compile on a busy machine
SLOW_SECONDS = 10.0  # after which people are told what is waited for
MOVE_SECONDS = 60.0  # for a move without a limit of time, before the player is taken to hang
TOLERANCE_SECONDS = 1.0  # after a limit of time; as for other programs
MOST_HANGS = 3  # in a row, without a limit of time or at the start: then it is given up
LIMIT_FIELDS = ("seconds", "clock", "increment", "depth", "nodes", "simulations")


def names_file(text: str) -> bool:
    """Tell whether a player's text names a user's file: a player, or an evaluator."""
    name, options = split_name(text)
    return any(is_file(part.partition(":")[0]) for part in (name, options.get("eval", "")) if ".py" in part)


class SeparatePlayer(Player):
    """A player that a user's file gives, or with an evaluator from one, in a process of its own.

    The process is started when the first game begins, and again after it had to be ended.

    Parameters
    ----------
    text : ``FILE.py:NAME[:key=value,...]``, or a player with ``eval=FILE.py:NAME``
    limit : of its moves; its warm-up runs within it
    """

    def __init__(self, text: str, limit: Limit) -> None:
        self.name = text
        self.cpu_ns: int | None = None  # own CPU time of the last move
        self._limit = limit
        self._program: Program | None = None
        self._warms_up = True
        self._hangs = 0
        self._trouble = ""
        self._questions = 0  # that have been asked; an answer names its question

    def start(self, game: Any, seat: int, seed: int) -> None:
        """Start a game; start the process if it is not running.

        Raises
        ------
        UsageError
            if there is no such player, or it says that it cannot play the game
        PlayerError
            for whatever else it does
        """
        self._require_patience()
        if self._program is None or not self._program.alive:
            self._spawn(game)
        question = {"do": "start", **_named(game), "seat": seat, "seed": seed}
        self._told(question, time.monotonic() + START_SECONDS, "started", patient=True)

    def choose(self, position: Any, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the player's move; raises `PlayerError` if it fails, ends, or gives none within its limit and some tolerance."""
        self._require_patience()
        if self._program is None or not self._program.alive:
            self.start(position.game, position.turn, 0)
        begin = time.monotonic()
        times = [seconds for seconds in (limit.seconds, limit.clock) if seconds is not None]
        until = begin + (min(times) + TOLERANCE_SECONDS if times else MOVE_SECONDS)
        question = {
            "do": "choose",
            "position": _position(position),
            "limit": {name: getattr(limit, name) for name in LIMIT_FIELDS},
            "begin": begin,
        }
        answer = self._told(question, until, "moved", patient=not times)
        self._hangs = 0
        self.cpu_ns = answer.get("cpu") if isinstance(answer.get("cpu"), int) else None
        move = answer.get("move")
        if not position.game.compiled and isinstance(move, int):
            moves = position.moves()
            move = moves[move] if 0 <= move < len(moves) else None
        return Report(
            move,
            answer.get("score"),
            depth=answer.get("depth", 0),
            nodes=answer.get("nodes", 0),
            seconds=time.monotonic() - begin,
            grid=answer.get("grid", DEFAULT_GRID),
            plain=True,
        )

    def close(self) -> None:
        """End the process, and all that it has started."""
        program, self._program = self._program, None
        if program is not None:
            program.kill()

    def _spawn(self, game: Any) -> None:
        """Start the process, and let it warm up, unless it hung when it did so before."""
        self.close()
        paths = [str(Path(counterply.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        self._program = Program([sys.executable, "-m", CHILD, self.name], show_errors=True, environment=environment)
        self._program.name = split_name(self.name)[0]
        question = {"do": "open", **_named(game), "limit": {name: getattr(self._limit, name) for name in LIMIT_FIELDS}}
        warms_up, self._warms_up = self._warms_up, False
        try:
            answer = self._told({**question, "warm": warms_up}, time.monotonic() + START_SECONDS, "started", patient=True)
        except (PlayerError, UsageError):
            self.close()
            raise
        self._warms_up = warms_up
        self.notes = tuple(map(str, answer.get("notes", ())))

    def _told(self, question: dict[str, Any], until: float, done: str, patient: bool = False) -> dict[str, Any]:
        """Return the answer to a question; `patient`: hanging is counted."""
        assert self._program is not None
        begin = time.monotonic()
        self._program.forget_lines()
        self._questions += 1
        self._program.send(json.dumps({**question, "id": self._questions}))
        line = self._program.receive(min(until, begin + SLOW_SECONDS))
        if line is None and until > begin + SLOW_SECONDS:
            print(f"waiting for {self.name}, {until - begin:.0f} s at most ...", file=sys.stderr, flush=True)
            line = self._program.receive(until)
        if line is None:
            error = self._program.failed(f"has not {done} within {until - begin:.3g} s")
            if patient:
                self._hangs, self._trouble = self._hangs + 1, str(error)
            raise error
        try:
            answer = json.loads(line)
            kind, text = answer["kind"], str(answer.get("text", ""))
            if answer["id"] != self._questions:
                raise ValueError
        except (ValueError, TypeError, KeyError):
            raise self._program.failed("wrote something of its own where its answer belongs") from None
        if kind == "unusable":
            raise UsageError(text)
        if kind == "error":
            raise PlayerError(text)
        return dict(answer)

    def _require_patience(self) -> None:
        if self._hangs >= MOST_HANGS:
            raise PlayerError(f"given up: {self._trouble}, {MOST_HANGS} times in a row")


def _named(game: Any) -> dict[str, Any]:
    return {"game": game.source, "options": game.source_options}


def _position(position: Any) -> dict[str, Any]:
    """Return a position as data: what the player may see of it, and nothing else."""
    if not position.game.compiled:
        return {"moves": position.origin.line_text(position.history)}
    return {"record": position.record.tobytes().hex(), "history": list(position.history), "before": position.plies_before}


def limit_left(fields: dict[str, Any], begin: float) -> Limit:
    """Return the limit that `fields` say, less what has gone by since `begin`, on the clock that all processes share."""
    gone = time.monotonic() - begin
    for name in ("seconds", "clock"):
        if fields[name] is not None:
            fields[name] = max(1 / NANOSECONDS, fields[name] - gone)
    return Limit(**fields)
