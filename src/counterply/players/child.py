"""The process in which a player from a user's file lives: ``python -m counterply.players.child PLAYER``; see `separate`."""

from __future__ import annotations

import contextlib
import gc
import json
import operator
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from counterply.core.errors import CounterplyError, UsageError
from counterply.core.limits import Limit
from counterply.core.loading import load_game
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.players import make_player
from counterply.players.base import PlayerError, one_line, warm_up, with_whole_numbers
from counterply.players.separate import limit_left

LONGEST_TEXT = 200  # letters of a move that is no legal one
FIRST_TO_GO = "1000"  # where memory runs out, this process goes before any other


class Child:
    """One player, and the game that it plays."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._player: Any = None
        self._game: Any = None
        self._named: tuple[Any, ...] = ()
        self._before: tuple[list[str], Any] = ([], None)  # of a plain game: the moves of the last position, and that position

    def open(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Make the player, and let it warm up."""
        self._load(asked)
        self._player = make_player(self.text)
        if asked["warm"]:
            warm_up(self._player, self._game, Limit(**asked["limit"]))
        gc.freeze()
        return {"notes": [str(note)[:LONGEST_TEXT] for note in getattr(self._player, "notes", ())]}

    def start(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Begin a game."""
        self._load(asked)
        if hasattr(self._player, "start"):
            self._player.start(self._game, asked["seat"], asked["seed"])
        return {}

    def choose(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the player's move as data."""
        position = self._position(asked["position"])
        limit, cpu = limit_left(asked["limit"], asked["begin"]), time.process_time_ns()
        report = self._player.choose(position, limit)
        cpu = time.process_time_ns() - cpu
        if not isinstance(report, Report):
            report = Report(report)
        try:
            report = with_whole_numbers(report)
        except (ValueError, TypeError, OverflowError) as error:
            raise PlayerError(f"reported no numbers: {one_line(error)}") from error
        numbers = {"score": report.score, "depth": report.depth, "nodes": report.nodes, "grid": report.grid}
        return {"move": self._as_data(position, report.move), "cpu": cpu, **numbers}

    def _load(self, asked: dict[str, Any]) -> None:
        named = asked["game"], tuple(asked["options"].items())
        if named != self._named:
            self._game, self._named = load_game(asked["game"], asked["options"]), named

    def _position(self, data: dict[str, Any]) -> Any:
        """Return the position that `data` says; nobody else has it."""
        game = self._game
        if not game.compiled:
            moves, (known, position) = data["moves"], self._before
            if position is None or moves[: len(known)] != known:
                known, position = [], game.start()
            self._before = moves, position.play_text(moves[len(known) :])
            return self._before[1]
        record = np.frombuffer(bytes.fromhex(data["record"]), game.record)[0]
        if game.hidden:  # the moves that led here say too much
            position = Position(game, record)
            position.plies_before = data["before"]
            return position
        return Position(game, record, game.start(), tuple(data["history"]))

    def _as_data(self, position: Any, move: Any) -> Any:
        """Return a move as a number or text: of a plain game its place among the legal moves."""
        if isinstance(move, str):
            return move[:LONGEST_TEXT]
        if self._game.compiled:
            with contextlib.suppress(TypeError):
                return operator.index(move)
        else:
            moves = position.moves()
            if move in moves:
                return moves.index(move)
        return repr(move)[:LONGEST_TEXT]


def answer(child: Child, line: str) -> dict[str, Any]:
    """Return what is to be said to a line."""
    asked = json.loads(line)
    return {"id": asked["id"], **worked(child, asked)}


def worked(child: Child, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a question, or what went wrong."""
    work: Callable[[dict[str, Any]], dict[str, Any]] = getattr(child, asked["do"])
    try:
        return {"kind": "done", **work(asked)}
    except PlayerError as error:
        return {"kind": "error", "text": str(error)}
    except UsageError as error:
        return {"kind": "unusable", "text": str(error)}
    except BaseException as error:  # whatever a user's file may raise
        if isinstance(error, CounterplyError) and asked["do"] != "choose":
            return {"kind": "unusable", "text": str(error)}
        raised = "raised" if asked["do"] == "choose" else "could not start:"
        return {"kind": "error", "text": f"{raised} {one_line(error)}"}


def main() -> None:
    """Answer the lines that come, until none does. What the player prints goes to standard error."""
    questions, answers = os.fdopen(os.dup(0), "r", encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO, encoding="utf-8")
    child = Child(sys.argv[1])
    for line in questions:
        answers.write(json.dumps(answer(child, line)) + "\n")
        answers.flush()
    os._exit(0)  # whatever threads or handlers the player has left behind


if __name__ == "__main__":
    main()
