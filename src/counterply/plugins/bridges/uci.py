r"""The Universal Chess Interface for any game: our players behind programs that speak it.

The words are UCI's own, so that with a chess game this is UCI. In other games a move is the game's text for it, and `position fen`
takes the game's diagram, its lines parted by ``\\n``. UGI's words, and its `query`, are understood too.
`counterply.plugins.bridges.uci_player` is the other end; ``docs/plugins/bridges/uci.md`` describes it.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from counterply.core.errors import CounterplyError
from counterply.core.limits import Limit, Stop
from counterply.core.report import Report
from counterply.core.values import BOUND_NAMES, CHANCE, EXACT
from counterply.hosts.lines import LineReader
from counterply.hosts.start import GLANCE_SECONDS, Preparation, ended_by_ctrl_c, fresh_seed, output_to_host
from counterply.players import make_player
from counterply.players.base import BasePlayer, ask
from counterply.plugins.bridges.uci_player import LINE_END, VARIANT, mate_moves
from counterply.usercode.faults import one_line
from counterply.usercode.loading import game_module
from counterply.usercode.names import options_of, split_name, value_text, with_options
from counterply.usercode.trust import checked_game
from counterply.version import __version__

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

NO_MOVE = "(none)"  # the best move where there is none
CERTAIN = 100_000  # hundredths: no score is told as more, such as that of a win whose distance is not known
PLAYER_OPTIONS = {"Hash": "memory", "Threads": "threads"}  # of UCI, and what they are of the engine
STOPS = {"stop", "quit"}  # words that end a search at once
QUESTIONS = {"uci", "ugi", "isready", "go", "query", "d"}  # words that are answered
REHEARSAL = Limit(nodes=1000, seconds=0.05)
CLOCKS = (("wtime", "winc"), ("btime", "binc"))  # by seat; UGI's are p1time and so on


class Session:
    """A conversation.

    Parameters
    ----------
    game : its name, or a file
    options : of the game
    player : how our player is called: ``NAME[:key=value,...]``
    write : writes whole lines, and sends them off
    stop : a request to end the search at once
    leave : a request to end the conversation, also while a player is compiled
    seed : decides all that is random

    Attributes
    ----------
    thinking : whether a search is going on
    """

    _game: Any
    _player: BasePlayer

    def __init__(
        self,
        game: str,
        options: dict[str, str],
        player: str,
        write: Callable[[str], None],
        stop: Stop | None = None,
        leave: Stop | None = None,
        seed: int = 0,
    ) -> None:
        self.game, self.options, self.player = game, dict(options), player
        self.stop, self._leave = Stop.of(stop), Stop.of(leave)
        self.thinking = False
        self._write, self._seed = write, seed
        self._position: Any = None  # None after one that could not be understood
        self._told = False  # whether the player knows of the game
        self._made: tuple[Any, ...] = ()  # what game and player were made for
        self._preparation: Preparation | None = None
        self._known = checked_game(game, self.options)  # a wrong name is said before anything else
        self._position = self._known.start()

    def hear(self, line: str) -> bool:
        """Obey a line; return whether to go on. Words that are not known are passed over, as UCI asks."""
        word, _, rest = line.strip().partition(" ")
        words = rest.split()
        try:
            match word:
                case "uci" | "ugi":
                    self._greet(word)
                case "isready":
                    if self._ready():
                        self._write("readyok")
                case "ucinewgame" | "uginewgame":
                    self._told = False
                case "setoption":
                    self._set(rest)
                case "position":
                    self._take(rest)
                case "go":
                    self._go(words)
                case "query":
                    self._write(f"response {self._answer(rest.strip())}")
                case "d":
                    self._write(str(self._position))
                case "quit":
                    return False
        except CounterplyError as error:
            if word == "position":
                self._position = None
            self._write(f"info string {one_line(error)}")
            if word == "go":
                self._write(f"bestmove {NO_MOVE}")
        return True

    def _greet(self, word: str) -> None:
        self._write(f"id name Counterply {__version__}\nid author the authors of Counterply")
        name = self._known.name
        self._write(f"option name {VARIANT} type combo default {name} var {name}")
        for option, (kind, value) in self._options().items():
            kind, _, bounds = kind.partition(" ")
            self._write(f"option name {option} type {kind} default {value or '<empty>'} {bounds}".rstrip())
        self._write(f"{word}ok")
        self._begin_preparation()

    def _options(self) -> dict[str, tuple[str, str]]:
        """Return kind and value of each option: of the engine, and of the game."""
        name, given = split_name(self.player)
        known = {}
        if name == "engine":
            known = {
                "Hash": ("spin min 1 max 65536", given.get("memory", "16")),
                "Threads": ("spin min 1 max 256", given.get("threads", "1")),
            }
        made = game_module(self.game).game if ":" not in self.game else None
        options = options_of(made) if callable(made) and not isinstance(made, type) else {}
        return known | {n: ("string", self.options.get(n, value_text(option.default))) for n, option in options.items()}

    def _set(self, text: str) -> None:
        """Take ``name N value V``, in place."""
        name, _, value = text.removeprefix("name ").partition(" value ")
        name, value = name.strip(), value.strip()
        if name in PLAYER_OPTIONS and name in self._options():
            kept = {key: known for key, known in split_name(self.player)[1].items() if key != PLAYER_OPTIONS[name]}
            self.player = with_options(split_name(self.player)[0], kept | {PLAYER_OPTIONS[name]: value})
        elif name in self._options():
            before = dict(self.options)
            self.options[name] = value
            try:
                self._known = checked_game(self.game, self.options)
            except CounterplyError:
                self.options = before
                raise
            self._position = self._known.start()
        elif name != VARIANT or value != self._known.name:
            self._write(f"info string there is no option {name} {value}".rstrip())

    def _take(self, text: str) -> None:
        """Take a position, in place: ``startpos`` or ``fen TEXT``, and ``moves ...``."""
        head, _, moves = f"{text} ".partition(" moves ")
        kind, _, diagram = head.strip().partition(" ")
        start = self._known.start() if kind == "startpos" else self._known.position(diagram.strip().replace(LINE_END, "\n"))
        self._position = start.play_text(moves.split())

    def _answer(self, question: str) -> str:
        """Return the answer to one of UGI's queries."""
        position = self._position
        if question == "gameover":
            return str(position.over).lower()
        if question == "p1turn":
            return str(position.turn == 0).lower()
        return {"first": "p1win", "second": "p2win", "draw": "draw"}.get(position.winner, "none")

    def _begin_preparation(self) -> None:
        wanted = (self.player, tuple(self.options.items()))
        if self._made != wanted:
            self._made, self._told = wanted, False
            self._preparation = Preparation(self._make)

    def _ready(self) -> bool:
        """Wait until all is compiled; tell whether it is, or the conversation ends."""
        self._begin_preparation()
        assert self._preparation is not None
        try:
            return self._preparation.done(stop=self._leave)
        except Exception:
            self._made = ()  # the next command tries again
            raise

    def _make(self) -> None:
        self.close()
        with contextlib.redirect_stdout(sys.stderr):
            self._game, self._player = self._known, make_player(self.player)
            self._player.start(self._game, 0, self._seed)
            start = self._game.start()
            if start.turn != CHANCE and not start.over:
                ask(self._player, start, REHEARSAL, self._seed)

    def _go(self, words: list[str]) -> None:
        """Search, tell each depth, and then the best move; an infinite search is answered when it is stopped."""
        self.thinking = True
        try:
            if not self._ready():
                return
            position = self._position
            if position is None or position.over or position.turn == CHANCE:
                why = "no position" if position is None else "the game is over" if position.over else "chance is to move"
                self._write(f"info string {why}\nbestmove {NO_MOVE}")
                return
            limit = limit_of(words, position.turn, self.stop)
            told: list[int] = []

            def listen(report: Report) -> None:
                told.append(report.depth)
                self._write(info_line(report, position))

            with contextlib.redirect_stdout(sys.stderr):
                if not self._told:
                    self._player.start(self._game, position.turn, self._seed)
                    self._told = True
                report = ask(self._player, position, limit, self._seed, listen)
            if report.depth not in told:
                self._write(info_line(report, position))
            while limit.unlimited and not self.stop:
                threading.Event().wait(GLANCE_SECONDS)
            legal = report.move in position.moves()
            self._write(f"bestmove {position.long_text(report.move) if legal else report.move or NO_MOVE}")
        finally:
            self.thinking = False

    def close(self) -> None:
        """Release the player's resources."""
        if hasattr(self, "_player"):
            self._player.close()


def limit_of(words: list[str], seat: int, stop: Stop | None = None) -> Limit:
    """Return the limit that the words after ``go`` set for a seat; none is without an end.

    >>> limit_of("wtime 60000 btime 5000 winc 0 binc 100".split(), 1)
    Limit(clock=5.0, increment=0.1)
    """
    numbers = {word: int(value) for word, value in pairwise(words) if value.lstrip("-").isdecimal()}
    clock, increment = (numbers.get(name, numbers.get(f"p{seat + 1}{name[1:]}")) for name in CLOCKS[seat])
    milliseconds = numbers.get("movetime")
    if clock is not None and numbers.get("movestogo"):
        milliseconds = min(milliseconds or clock, clock // numbers["movestogo"])
    return Limit(
        seconds=None if milliseconds is None else max(1, milliseconds) / 1000,
        clock=None if clock is None else max(1, clock) / 1000,
        increment=(increment or 0) / 1000,
        depth=numbers.get("depth"),
        nodes=numbers.get("nodes"),
        stop=stop,
    )


def info_line(report: Report, position: AnyPosition) -> str:
    """Return a report as UCI's info: a score in hundredths of the evaluator's unit, or in moves to the end of the game."""
    words = ["info", "depth", str(report.depth)]
    if report.score is not None:
        mate = mate_moves(report)
        hundredths = max(-CERTAIN, min(CERTAIN, round(100 * report.score / report.grid)))
        words += ["score", *(["cp", str(hundredths)] if mate is None else ["mate", str(mate)])]
        words += [f"{BOUND_NAMES[report.bound]}bound"] if mate is None and report.bound != EXACT else []
    speed = int(report.nodes / report.seconds) if report.seconds > 0 else 0
    words += ["nodes", str(report.nodes), "nps", str(speed), "time", str(round(1000 * report.seconds))]
    line = report.line or (report.move,)
    with contextlib.suppress(Exception):  # a line of a user's player may be anything
        words += ["pv", *position.line_text(line, long=True)]
    return " ".join(words)


def serve(game: str, options: dict[str, str], player: str) -> None:
    """Speak the protocol on stdin and stdout until ``quit`` or the end of input."""
    make_player(player).close()  # a name that cannot be used is said before anything else
    stop, leave = Stop(), Stop()
    write = output_to_host()
    session = Session(game, options, player, write, stop, leave, fresh_seed())
    answered: list[str] = []  # questions that were answered while it thought
    waiting: list[str] = []  # first words of the lines that have come, and are still to be obeyed

    def look() -> None:
        if STOPS & {*waiting}:
            stop.set()
        if "quit" in waiting and not QUESTIONS & {*waiting}:
            leave.set()

    def notice(line: str) -> None:
        word = line.partition(" ")[0]
        if word == "isready" and session.thinking:
            answered.append(word)
            write("readyok")
        else:
            waiting.append(word)
            look()

    with ended_by_ctrl_c(), contextlib.closing(session):
        lines = LineReader(sys.stdin.fileno())
        lines.notice(notice)
        for line, _ in lines:
            word = line.partition(" ")[0]
            if word in answered:
                answered.remove(word)
                continue
            waiting.remove(word)
            if word == "stop":
                stop.clear()
            look()
            if not session.hear(line):
                break
