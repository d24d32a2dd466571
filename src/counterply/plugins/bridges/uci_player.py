"""Other people's programs that speak the Universal Chess Interface, or UGI, as players: of chess, or of any other game of ours.

`counterply.plugins.bridges.uci` is the other end.
"""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.core.users_text import printable
from counterply.players.base import Listener, ProgramPlayer
from counterply.usercode.names import value_text
from counterply.usercode.program import LONGEST_SHOWN, Program

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import AnyGame
    from counterply.core.position import AnyPosition

VARIANT = "UCI_Variant"  # the option that tells which game is played
LINE_END = "\\n"  # two characters between the lines of a diagram
GRID = 100  # a program's scores are hundredths
MATE = 100_000  # hundredths of a mate at once, less 100 for each move to it
START_SECONDS = 10.0  # to greet
READY_SECONDS = 120.0  # for the first `isready`: one of ours compiles
TOLERANCE_SECONDS = 1.0  # after a limit of time, before a program that says nothing is killed
STOP_SECONDS = 2.0  # for the best move after stop
MOVE_SECONDS = 600.0  # for a move without a limit of time
MARGIN_SHARE = 0.2  # of a limit: no more than this is kept back
MARGIN_MS = 30  # kept back by default: the way to the program and back on a busy machine
GLANCE_SECONDS = 0.05  # between looks at a stop request


def mate_moves(report: Report) -> int | None:
    """Return in how many own moves a proven win or loss comes, below 0 for a loss; None where no distance is known."""
    if report.score is None or report.distance is None:
        return None
    return (report.distance + 1) // 2 * (1 if report.score > 0 else -1)


class UciPlayer(ProgramPlayer):
    """A program that speaks UCI or UGI: uci:cmd="stockfish", in whatever game it plays.

    It is told the moves from the start of the game, and all limits. It is started when its first game begins, and again after it
    has crashed or hung, which costs it the game. Options of the game are set where the program has options of their names.

    Parameters
    ----------
    cmd : how it is started
    set : the program's own options: "Hash=64;Threads=2"
    greeting : "uci", or "ugi" for a program that knows that one alone
    log : a file to which the whole conversation is appended
    margin : ms of each move that it is not told of
    """

    farewell = "quit"

    def __init__(self, cmd: str, set: str = "", greeting: str = "uci", log: str | None = None, margin: int = MARGIN_MS) -> None:
        super().__init__(cmd, log)
        self.greeting, self.margin = greeting, margin / 1000
        self._wanted = dict(part.split("=", 1) for part in set.split(";") if "=" in part)
        if greeting not in ("uci", "ugi"):
            raise UsageError(f"greeting is uci or ugi, not {greeting!r}")
        self._game: Any = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Get the program ready for a new game; start it if it is not running, or was started for another game.

        Raises
        ------
        UsageError
            for a program that does not exist, or says that it plays another game
        ProgramFailed
            if it crashes or does not answer
        """
        if self._program is None or not self._program.alive or game is not self._game:
            self.close()
            self._program = Program(self.cmd, self._transcript)
            self._set(game, self._greeted())
            self._game = game
        self._program.send(f"{self.greeting}newgame")
        self._asked("isready", "readyok", READY_SECONDS)

    def choose(self, position: AnyPosition, limit: Limit, listen: Listener | None = None) -> Report:
        """Return the program's move, with what it last said of its search.

        Raises
        ------
        ProgramFailed
            if it crashes, floods, or does not answer within the limit and `TOLERANCE_SECONDS`
        """
        begin = time.monotonic()
        program = self.running(position)
        program.send(position_line(position), self._go(limit, position.turn))
        times = [seconds for seconds in (limit.seconds, limit.clock) if seconds is not None]
        until = begin + (min(times) + TOLERANCE_SECONDS if times else MOVE_SECONDS)
        report, stopped = unsaid(), False
        while True:
            line = program.receive(min(until, time.monotonic() + GLANCE_SECONDS))
            if line is None and limit.stop and not stopped:
                stopped, until = True, time.monotonic() + STOP_SECONDS
                program.send("stop")
            if line is None and time.monotonic() >= until:
                raise program.failed(f"{program.name} has not said bestmove within its limit and some tolerance")
            words = (line or "").split()
            if words[:1] == ["bestmove"]:
                return report_with(report, position, " ".join(words[1:2]), time.monotonic() - begin)
            if words[:1] == ["info"] and "pv" in words:
                report = read_info(words, position, time.monotonic() - begin)
                if listen is not None:
                    listen(report)

    def _greeted(self) -> list[str]:
        """Greet the program, note its name, and return the lines of its options."""
        lines = self._asked(self.greeting, f"{self.greeting}ok", START_SECONDS)
        name = next((line[8:] for line in lines if line.startswith("id name ")), "")
        self.notes = (f"the program says it is {printable(name[:LONGEST_SHOWN])}",) if name else ()
        return [line for line in lines if line.startswith("option name ")]

    def _set(self, game: AnyGame, options: list[str]) -> None:
        """Set the program's options: those that were asked for, and those of the game that it has."""
        assert self._program is not None
        known = {line[12:].partition(" type ")[0]: line.split() for line in options}
        for name in self._wanted:
            if name not in known:
                raise UsageError(f"{self._program.name} has no option {name}; it has {', '.join(known) or 'none'}")
        if VARIANT in known:
            games = [after for word, after in pairwise(known[VARIANT]) if word in ("var", "default")]
            if game.name not in games:
                raise UsageError(f"{self._program.name} plays {', '.join(dict.fromkeys(games))}, not {game.name}")
            self._program.send(f"setoption name {VARIANT} value {game.name}")
        given = {name: value_text(value) for name, value in game.options.items()}
        missing = [name for name in given if name not in known]
        if missing:
            self.notes = (*self.notes, f"its program has no option {', '.join(missing)}: it is not told of {game.full_name}")
        for name, value in {**given, **self._wanted}.items():
            if name in known:
                self._program.send(f"setoption name {name} value {value}")

    def _asked(self, question: str, answer: str, seconds: float) -> list[str]:
        """Send a question, and return all lines before its answer."""
        assert self._program is not None
        self._program.forget_lines()
        self._program.send(question)
        lines: list[str] = []
        until = time.monotonic() + seconds
        while (line := self._program.receive(until)) is not None:
            if line == answer:
                return lines
            lines.append(line)
        raise self._program.failed(f"{self._program.name} has not answered {question} by {answer} within {seconds:g} s")

    def _go(self, limit: Limit, seat: int) -> str:
        """Return the line that lets it search."""
        words = ["go"]
        if limit.seconds is not None:
            kept = min(self.margin, MARGIN_SHARE * limit.seconds)
            words += ["movetime", str(max(1, round(1000 * (limit.seconds - kept))))]
        if limit.clock is not None:
            left = max(1, round(1000 * (limit.clock - min(self.margin, MARGIN_SHARE * limit.clock))))
            names = ("wtime", "btime", "winc", "binc") if self.greeting == "uci" else ("p1time", "p2time", "p1inc", "p2inc")
            numbers = (left, left, round(1000 * limit.increment), round(1000 * limit.increment))
            words += [word for name, number in zip(names, numbers, strict=True) for word in (name, str(number))]
        for name, value in (("depth", limit.depth), ("nodes", limit.nodes)):
            words += [] if value is None else [name, str(value)]
        return " ".join(words if len(words) > 1 else ["go", "infinite"])


def position_line(position: AnyPosition) -> str:
    """Return the line that tells a position: the start and the moves from there, or a diagram where the game began elsewhere."""
    origin, moves = position.origin, position.origin.line_text(position.history, long=True)
    if origin == position.game.start() and origin.ply == 0:
        head = "position startpos"
    else:
        write = (getattr(position.game, "formats", None) or {}).get("fen")
        text = str(origin) if write is None else write(origin, "", "")
        head = f"position fen {text.replace(chr(10), LINE_END)}"
    return " ".join([head, *(["moves", *moves] if moves else [])])


def unsaid(move: Any = None, **known: Any) -> Report:
    """Return a report whose move is not known to be legal: any text, or None as long as nothing was said."""
    return Report(move, grid=GRID, **known)


def read_info(words: list[str], position: AnyPosition, seconds: float) -> Report:
    """Return what a line of info tells of a search; what makes no sense is left out."""
    numbers = {word: int(value) for word, value in pairwise(words) if value.lstrip("-").isdecimal()}
    score = numbers.get("cp")
    if (mate := numbers.get("mate")) is not None:
        score = MATE - 100 * mate if mate > 0 else -MATE - 100 * mate
    line, place = [], position
    for text in words[words.index("pv") + 1 :]:
        try:
            move = place.parse_move(text)
        except GameError:
            break
        line.append(move)
        place = place.after(move)
    depth, nodes = max(0, numbers.get("depth", 0)), max(0, numbers.get("nodes", 0))
    return unsaid(line[0] if line else None, score=score, line=tuple(line), depth=depth, nodes=nodes, seconds=seconds)


def report_with(last: Report, position: AnyPosition, text: str, seconds: float) -> Report:
    """Return the report of a best move: what was last said of its search, if that was of this move; any text as the move."""
    try:
        move = position.parse_move(text)
    except GameError:
        return unsaid(text, seconds=seconds)
    if last.move != move:
        return Report(move, line=(move,), seconds=seconds, depth=last.depth, nodes=last.nodes)
    return Report(move, last.score, line=last.line, depth=last.depth, nodes=last.nodes, seconds=seconds, grid=GRID)
