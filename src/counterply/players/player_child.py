"""The process of a player from a user's file: ``python -m counterply.players.player_child PLAYER``; see `separate`."""

from __future__ import annotations

import contextlib
import gc
import operator
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from counterply import registry
from counterply.compiling.definitions import LISTENERS
from counterply.core.errors import CounterplyError, UsageError
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.players import make_player_here
from counterply.players.base import MOST_NUMBER, WARM_UP, warm_up, with_whole_numbers
from counterply.players.separate import files_of, limit_left
from counterply.usercode.child_answers import Answers
from counterply.usercode.faults import ProcessError, one_line
from counterply.usercode.loading import load_game, read_module
from counterply.usercode.trust import CHECK_LISTENERS, CheckError

if TYPE_CHECKING:
    from counterply.core.aliases import Json, Record
    from counterply.core.position import AnyPosition

LONGEST_TEXT = 200  # letters of a move that is no legal one
SPARE_BYTES = 1 << 22  # kept free for the message that memory has run out
BEAT_SECONDS = 0.5  # between looks at whether a start goes on


SPARE = bytearray(SPARE_BYTES)


class Beats:
    """Says now and then that a start goes on: modules are imported, machine code is made, or a file is checked."""

    def __init__(self, say: Callable[[Json], None]) -> None:
        self._say = say
        self._deep = 0
        self._question: int | None = None
        self._asked = threading.Event()
        LISTENERS.append(self)
        CHECK_LISTENERS.append(self)
        threading.Thread(target=self._beat, daemon=True).start()

    def on_start(self, event: object = None) -> None:
        """Note that something begins that takes long."""
        self._deep += 1

    def on_end(self, event: object = None) -> None:
        """Note that it has ended."""
        self._deep -= 1

    @contextlib.contextmanager
    def during(self, question: int, goes_on: bool) -> Iterator[None]:
        """Watch the answer to a question; it `goes_on` if it has an end of its own while other threads run."""
        self._question = question
        self._deep += goes_on
        self._asked.set()
        try:
            yield
        finally:
            self._asked.clear()
            self._deep -= goes_on

    def _beat(self) -> None:
        modules = 0
        while self._asked.wait():
            time.sleep(BEAT_SECONDS)
            modules, before = len(sys.modules), modules
            if self._asked.is_set() and (self._deep or modules != before):
                self._say({"id": self._question, "kind": "busy"})


class Answerer:
    """Answers questions about one player, and the game that it plays."""

    def __init__(self) -> None:
        self._player: Any = None
        self._game: Any = None
        self._named: tuple[Any, ...] = ()
        self._before: tuple[list[str], Any] = ([], None)  # of a plain game: the moves of the last position, and that position

    def read(self, asked: Json) -> Json:
        """Run the player's file, or its evaluator's; neither is used yet."""
        with contextlib.ExitStack() as stack:
            for _, modules in registry.offered("file_modules"):
                stack.enter_context(modules())
            for file in files_of(asked["player"]):
                read_module(file)
        return {}

    def open(self, asked: Json) -> Json:
        """Make the player, and let it warm up."""
        self._load(asked)
        if self._player is not None and hasattr(self._player, "close"):
            self._player.close()
        self._player = make_player_here(asked["player"])
        if asked["warm"]:
            warm_up(self._player, self._game, WARM_UP)
        gc.collect()
        gc.freeze()
        return {"notes": [str(note)[:LONGEST_TEXT] for note in getattr(self._player, "notes", ())]}

    def start(self, asked: Json) -> Json:
        """Begin a game: load game and player where they are new, and tell the player its seat and seed."""
        self._load(asked)
        if hasattr(self._player, "start"):
            self._player.start(self._game, asked["seat"], asked["seed"])
        return {}

    def choose(self, asked: Json) -> Json:
        """Return the player's move and report as JSON, with the CPU time it took, in nanoseconds."""
        position = self._position(asked["position"])
        limit, cpu = limit_left(asked["limit"], asked["begin"]), time.process_time_ns()
        report = self._player.choose(position, limit)
        cpu = time.process_time_ns() - cpu
        report = with_whole_numbers(report if isinstance(report, Report) else Report(report))
        numbers = {name: getattr(report, name) for name in ("score", "depth", "nodes", "grid", "bound")}
        known = {"proven": bool(report.proven), "stopped": str(report.stopped), "plain": bool(report.plain)}
        line = [self._as_data(position, move) for move in report.line] if self._game.compiled else []
        ours = type(self._player).__module__.startswith("counterply.")  # not a class that says it of itself
        known["host"] = getattr(self._player, "host_ns", None) if ours else None
        return {"move": self._as_data(position, report.move), "line": line, "cpu": cpu, **numbers, **known}

    def _load(self, asked: Json) -> None:
        named = asked["game"], tuple(asked["options"].items())
        if named != self._named:
            self._game, self._named = load_game(asked["game"], asked["options"]), named

    def _position(self, data: Json) -> AnyPosition:
        """Return the position that `data` describes, a new object."""
        game = self._game
        if not game.compiled:
            moves, (known, position) = data["moves"], self._before
            if position is None or moves[: len(known)] != known:
                known, position = [], game.start()
            self._before = moves, position.play_text(moves[len(known) :])
            return self._before[1]  # type: ignore[no-any-return]
        start = None if data["origin"] is None else Position(game, self._record(data["origin"]))
        position = Position(game, self._record(data["record"]), start, tuple(data["history"]))
        position.plies_before, position.past = data["before"], tuple(data["past"])
        return position

    def _record(self, data: str) -> Record:
        return np.frombuffer(bytes.fromhex(data), self._game.record)[0]  # type: ignore[no-any-return]

    def _as_data(self, position: AnyPosition, move: Any) -> int | str | None:
        """Return a move as a number or text: of a plain game its place among the legal moves."""
        if move is None:
            return None
        if isinstance(move, str):
            return move[:LONGEST_TEXT]
        if self._game.compiled:
            with contextlib.suppress(TypeError):
                if abs(code := operator.index(move)) <= MOST_NUMBER:
                    return code
        else:
            moves = position.moves()
            if move in moves:
                return moves.index(move)
        return repr(move)[:LONGEST_TEXT]


def worked(answerer: Answerer, asked: Json) -> Json:
    """Return the answer to a question, or an error."""
    work: Callable[[Json], Json] = getattr(answerer, asked["do"])
    try:
        return {"kind": "done", **work(asked)}
    except ProcessError as error:
        return {"kind": "error", "text": str(error)}
    except CheckError as error:
        return {"kind": "error", "text": f"could not start: {error}"}
    except MemoryError as error:
        SPARE.clear()
        return {"kind": "error", "last": True, "text": f"wanted more memory than the {sys.argv[1]} MB it gets: {one_line(error)}"}
    except UsageError as error:
        return {"kind": "unusable", "text": str(error)}
    except BaseException as error:  # a user's file may raise anything
        if isinstance(error, CounterplyError) and asked["do"] != "choose":
            return {"kind": "unusable", "text": str(error)}
        raised = "raised" if asked["do"] == "choose" else "could not start:"
        return {"kind": "error", "text": f"{raised} {one_line(error)}"}


def main() -> None:
    """Answer questions until the input closes. The player's output goes to standard error."""
    answers = Answers()
    answerer, beats = Answerer(), Beats(answers.say)
    for asked in answers:
        with contextlib.nullcontext() if asked["do"] == "choose" else beats.during(asked["id"], goes_on=asked["do"] == "read"):
            answer = worked(answerer, asked)
        answers.say({"id": asked["id"], **answer})
        if "last" in answer:  # there may be no memory for another one
            break
    os._exit(0)  # without waiting for threads or handlers of the player


if __name__ == "__main__":
    main()
