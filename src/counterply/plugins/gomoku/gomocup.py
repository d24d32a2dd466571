"""Our players in a Gomocup manager: `pbrain` has the protocol, this module the player, on stdin and stdout."""

from __future__ import annotations

import contextlib
import logging
import math
import random
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import starmap

import numpy as np

from counterply.core.game import Game
from counterply.core.limits import Limit, Stop
from counterply.core.machine import cores_of_machine, memory_of_machine
from counterply.core.position import Position
from counterply.core.report import Report
from counterply.core.values import ONGOING
from counterply.hosts.start import GLANCE_SECONDS, Preparation, ended_by_ctrl_c, fresh_seed, output_to_host
from counterply.players import make_player
from counterply.players.base import BasePlayer
from counterply.plugins.gomoku.early_replies import ABOUT, START_PATIENCE, first_ok, reader
from counterply.plugins.gomoku.generator import random_opening
from counterply.plugins.gomoku.pbrain import (
    NO_LIMIT_MS,
    OPPONENT,
    OWN,
    RULES,
    Action,
    Brain,
    Cell,
    Choose,
    Configure,
    Prepare,
    Quit,
    Say,
    Settings,
    Think,
    cell_text,
)
from counterply.plugins.gomoku.records import name_of, shown_row
from counterply.plugins.gomoku.rules import BLACK, MAX_SIDE, STONE_KEY, TURN_KEY, WHITE
from counterply.plugins.gomoku.text import place
from counterply.system import MEGABYTE
from counterply.usercode.exit import leave
from counterply.usercode.faults import one_line
from counterply.usercode.loading import load_game
from counterply.usercode.names import split_name, with_options

DEFAULT_PLAYER = "engine"
FAREWELL_SECONDS = 0.2  # that a player may go on thinking after END; managers wait 0.5 s or more
KILOBYTES = 1 << 10  # in a megabyte
PROGRAM_MB = 270  # of memory beside the table: 278 measured with it where all was compiled, 89 from the cache (USS), 2026-11-21
LEAST_TABLE_MB = 8
MOST_TABLE_MB = 1024  # filled by a search of several minutes

RESERVE_SECONDS = 0.02  # of each move: overhead of the manager and of this program; players add a reserve for pauses
RESERVE_SHARE = 0.015  # and never more than this part of a move
FAST_SECONDS = 0.05  # for a move that is to be as fast as possible
LEAST_SECONDS = 0.002
NOT_READY = "MESSAGE not ready yet (the first time on a machine it compiles): this is played without a search"
BUSY_FACTOR = 1.5  # wall time of a start, in CPU time, on a machine with other work

# swap2
OPENING_STONES = 3  # B, W, B
OPENINGS_LOOKED_AT = 24  # at random
OPENINGS_LOOKED_AT_AGAIN = 6  # the most even of them, with as much time together

REHEARSAL = Limit(nodes=1000, seconds=0.05)

Due = Callable[[], Limit]  # returns the rest of a move's limit

log = logging.getLogger(__name__)


def position_of(game: Game, stones: dict[Cell, int]) -> Position:
    """Return the position of `stones` with their owner to move, who is Black unless the opponent has more of them.

    The colour comes from the owners alone: stones may be told in any order, and need not be a possible game. Whether the game is
    over is seen from the last stone. It compiles only kernels that a search needs too.
    """
    if not stones:
        return game.start()
    own = sum(owner == OWN for owner in stones.values())
    seat = BLACK if 2 * own >= len(stones) else WHITE
    colours = {y * MAX_SIDE + x: seat if owner == OWN else 1 - seat for (x, y), owner in stones.items()}
    last, mover = colours.popitem()
    record = game.start().copy_record()
    key = TURN_KEY if mover == WHITE else np.uint64(0)
    for move, colour in colours.items():
        place(record, colour, *divmod(move, MAX_SIDE))
        key ^= STONE_KEY[colour, move]
    record["turn"], record["key"] = mover, key
    record = Position(game, record).after(last).record
    if record["turn"] != seat:
        record["turn"] = seat
        record["key"] ^= TURN_KEY
    return Position(game, record)


def move_limit(settings: Settings, elapsed: float, stop: Stop | None = None) -> Limit:
    """Return the limit of a move of which `elapsed` seconds have gone already.

    >>> move_limit(Settings(timeout_turn=1000, time_left=500_000), elapsed=0.25)
    Limit(seconds=0.735, clock=499.73)
    """
    turn = settings.timeout_turn / 1000 or FAST_SECONDS
    seconds = max(LEAST_SECONDS, turn - min(RESERVE_SECONDS, RESERVE_SHARE * turn) - elapsed)
    clock = None
    if settings.time_left < NO_LIMIT_MS:
        clock = max(LEAST_SECONDS, settings.time_left / 1000 - RESERVE_SECONDS - elapsed)
    return Limit(seconds=seconds, clock=clock, depth=settings.max_depth or None, nodes=settings.max_node or None, stop=stop)


def fitted_player(player: str, settings: Settings) -> tuple[str, int | None]:
    """Return a player's name with the threads that the manager asks for, and the MB of table that it allows or asks for.

    What the name says itself stays; None leaves the table as it is. A search uses as much of it as it can fill within its limit.

    >>> fitted_player("engine", Settings(max_memory=310 * MEGABYTE)), fitted_player("engine:memory=4", Settings(hash_size=2048))
    (('engine', 40), ('engine:memory=4', None))
    >>> fitted_player("engine", Settings(hash_size=32 * 1024, thread_num=1)), fitted_player("engine", Settings())
    (('engine:threads=1', 32), ('engine', None))
    """
    name, options = split_name(player)
    if name != "engine":
        return player, None
    memory = None
    room = settings.max_memory // MEGABYTE - PROGRAM_MB if settings.max_memory else None
    table = settings.hash_size // KILOBYTES if settings.hash_size > 0 else room and min(room, MOST_TABLE_MB)
    if table is not None and "memory" not in options:
        memory = min(max(table if room is None else min(table, room), LEAST_TABLE_MB), memory_of_machine())
    if settings.thread_num > 0 and "threads" not in options:
        player = with_options(player, {"threads": str(min(settings.thread_num, cores_of_machine()))})
    return player, memory


class Session:
    """Any number of games with one manager.

    Parameters
    ----------
    player : how our player is called: ``NAME[:key=value,...]``
    write : writes whole lines, and sends them off
    stop : a request to end the search at once
    ended : END has been read; earlier commands may still wait
    seed : decides all that is random

    Attributes
    ----------
    thinking : whether a search is going on
    """

    _game: Game  # this one and the player are made when a START is obeyed
    _player: BasePlayer

    def __init__(
        self,
        player: str,
        write: Callable[[str], None],
        stop: Stop | None = None,
        ended: threading.Event | None = None,
        seed: int = 0,
    ) -> None:
        self.player = player
        self.stop = Stop.of(stop)
        self.ended = threading.Event() if ended is None else ended
        self.thinking = False
        self.brain = Brain(ABOUT, needs=(PROGRAM_MB + LEAST_TABLE_MB) * MEGABYTE)
        self._write = write
        self._seed = seed
        self._text = ""  # of the player, once there is one
        self._preparation: Preparation | None = None
        self._game_key = (0, 0, 0)
        self._begun: tuple[int, int, Game] | None = None  # number of the game, seat and game that the player has been told
        self._room = 0  # time limit of moves, in milliseconds, that memory is allocated for
        self._ready_at: float | None = None  # when the first OK was written
        self._start_cost = 0.0  # seconds of CPU time from the process's begin to the first OK, until they are told
        self._first = True  # the first move of the process is still to come

    def hear(self, line: str, arrived: float | None = None) -> bool:
        """Obey a line that came at `arrived` (``time.monotonic``); return whether to go on."""
        arrived = time.monotonic() if arrived is None else arrived
        action = self.brain.hear(line)
        if action is None:
            return True
        if isinstance(action, Quit):
            return False
        try:
            self._obey(action, arrived)
        except BrokenPipeError:
            raise
        except Exception as error:
            text = one_line(error)
            log.warning("%s failed: %s", self.player, text)
            if not isinstance(action, Configure):
                self._write(f"ERROR {text}")
        return True

    def close(self) -> None:
        """Release the player's resources, once all kernels are compiled: the next start finds them in the cache."""
        if self._preparation is not None:
            with contextlib.suppress(Exception):  # which was told when it mattered
                self._preparation.done()
        if self._text:
            self._player.close()

    def _obey(self, action: Action, arrived: float) -> None:
        match action:
            case Say(text):
                self._write(text)
            case Prepare():
                try:
                    self._prepare(START_PATIENCE - (time.monotonic() - arrived))
                finally:
                    told_at = first_ok.take_over()
                if told_at is None:
                    self._write("OK")
                if self._ready_at is None:
                    self._ready_at, self._start_cost = told_at or time.monotonic(), time.process_time()
            case Think():
                self._answer(arrived, self._think, self._any_move)
            case Choose(stones):
                self._answer(arrived, lambda left: self._swap2(stones, left), lambda: self._any_choice(stones))
            case Configure():
                self._prepare()

    def _answer(self, arrived: float, work: Callable[[Due], str], instead: Callable[[], str]) -> None:
        """Write the answer of `work`, which asks for the rest of the limit; while it compiles, `instead`. Run the clock."""
        settings = self.brain.settings
        if settings.time_left == NO_LIMIT_MS and settings.timeout_match > 0:
            settings.time_left = settings.timeout_match
        arrived -= self._start_charged(arrived)
        answer_is_due = self.ended.is_set()  # END does not interrupt this search: it waits behind it
        self.thinking = True

        def left() -> Limit:
            return move_limit(settings, time.monotonic() - arrived, self.stop)

        answer = work(left) if self._prepare(left().move_seconds or 0.0) else instead()
        self.thinking = False
        if answer_is_due or not self.ended.is_set():
            self._write(answer)
        if settings.time_left < NO_LIMIT_MS:
            settings.time_left -= math.ceil(1000 * (time.monotonic() - arrived))

    def _start_charged(self, arrived: float) -> float:
        """Return how many seconds before `arrived` a move has begun.

        A manager that does not wait for OK suspends the process and lets it start up inside its first move. How long it was
        suspended cannot be known, so the CPU time since the process began counts instead.
        """
        if not self._first:
            return 0.0
        self._first = False
        if self._ready_at is not None and arrived > self._ready_at:
            return 0.0
        return max(0.0, BUSY_FACTOR * time.process_time() - (time.monotonic() - arrived))

    def _prepare(self, patience: float = 0.0) -> bool:
        """Make the player for the settings, in place; return whether it is ready: the first time within `patience` seconds."""
        if self.brain.problem or self.brain.size == (0, 0):
            return False
        if self._preparation is None:
            self._preparation = Preparation(self._make)
        try:
            if not self._preparation.done(patience, self.stop):
                return False
        except Exception:
            self._preparation = None  # the next command tries again
            raise
        self._make()
        return True

    def _make(self) -> None:
        """Make the game and the player that the settings ask for, in place, where they have changed; compile."""
        settings = self.brain.settings
        text, memory = fitted_player(self.player, settings)
        if self._text != text:
            if self._text:
                self._player.close()
            self._player, self._text = make_player(text), text
            self._begun = None
        if memory is not None:
            self._player.resize(memory)
        told = settings.rule
        key = (*self.brain.size, told * (told in RULES))  # one that is not played may come while kernels are compiled: 0 serves
        if key != self._game_key:
            self._game, self._game_key = gomoku(*key), key
            position_of(self._game, {(0, 0): OWN})  # compiles the rules
            self._begun = None
        if self._begun is None:
            self._rehearse()
        if self._begun is None or self._begun[0] != self.brain.games:
            self._tell_player(BLACK)
            self._room = 0
        if settings.timeout_turn != self._room and not self.brain.stones:
            self._room = settings.timeout_turn
            self._player.make_room(move_limit(settings, 0.0))

    def _rehearse(self) -> None:
        """Choose a move as in a game, whose first move then finds all code in memory; the player must be told of a new game."""
        with contextlib.redirect_stdout(sys.stderr):
            position = self._game.start()
            message_of(self._search({cell_of(position.moves()[0]): OPPONENT}, lambda: REHEARSAL), position)
        self._begun = None

    def _tell_player(self, seat: int) -> BasePlayer:
        """Tell the player of a new game, once, and return it."""
        told = self.brain.games, seat, self._game
        if told != self._begun:
            with contextlib.redirect_stdout(sys.stderr):
                self._player.start(self._game, seat, self._seed + self.brain.games)
            self._begun = told
        return self._player

    def _search(self, stones: dict[Cell, int], left: Due) -> Report:
        """Return the player's report on a position with the owner of `stones` on move; any legal move if the player fails."""
        position = position_of(self._game, stones)
        legal = position.moves()
        try:
            player = self._tell_player(position.turn)
            with contextlib.redirect_stdout(sys.stderr):
                report = player.choose(position, left())
            if report.move in legal:
                return report
            problem = f"it chose {report.move!r}, which is not legal"
        except Exception as error:
            problem = one_line(error)
        log.warning("%s failed, any legal move is played instead: %s", self.player, problem)
        return Report(nearest_to_centre(legal, *self.brain.size))

    def _think(self, left: Due) -> str:
        position = position_of(self._game, self.brain.stones)
        if position.outcome() != ONGOING:
            return "ERROR the game is over"
        report = self._search(self.brain.stones, left)
        started, self._start_cost = self._start_cost, 0.0
        news = f"MESSAGE ready after {started:.2f} s of CPU time\n" if started else ""
        return f"{news}MESSAGE {message_of(report, position)}\n{self.brain.play_own(cell_of(report.move))}"

    def _any_move(self) -> str:
        cell = self._free_cell(set(self.brain.stones))
        return "ERROR the board is full" if cell is None else f"{NOT_READY}\n{self.brain.play_own(cell)}"

    def _any_choice(self, stones: tuple[Cell, ...]) -> str:
        if not stones:
            x, y = (side // 2 for side in self.brain.size)
            apart = [(x, y), (x + 1, y + 2), (x - 2, y + 1)]  # a knight's move and more, and not judged
            return f"{NOT_READY}\n{cells_text(apart)}"
        cell = self._free_cell(set(stones))
        assert cell is not None
        return f"{NOT_READY}\n{cells_text([cell])}"

    def _free_cell(self, taken: set[Cell]) -> Cell | None:
        """Return the free cell nearest to the centre, None if there is none; nothing is compiled for it."""
        width, height = self.brain.size
        free = [y * MAX_SIDE + x for y in range(height) for x in range(width) if (x, y) not in taken]
        return cell_of(nearest_to_centre(free, width, height)) if free else None

    def _swap2(self, stones: tuple[Cell, ...], left: Due) -> str:
        """Answer a phase of swap2: three stones that are as even as can be, else White's best move where White is not worse.

        Two more stones, after which the opponent chooses the colour, are never better than to choose it oneself.
        """
        if not stones:
            return cells_text(self._opening(left()))
        report = self._search(opening_stones(stones), left)
        return "SWAP" if report.score is not None and report.score < 0 else cells_text([cell_of(report.move)])

    def _opening(self, limit: Limit) -> list[Cell]:
        """Return three stones after which neither side is much better, in the player's eyes.

        Half of the time goes to all that are looked at, half to the most even of them.
        """
        chance = random.Random(self._seed + self.brain.games)
        drawn = [random_opening(self._game, chance, OPENING_STONES, OPENING_STONES) for _ in range(OPENINGS_LOOKED_AT)]
        openings = [tuple(map(cell_of, position.history)) for position in drawn]
        for most in (OPENINGS_LOOKED_AT_AGAIN, 1):
            seconds = (limit.move_seconds or FAST_SECONDS) / 2 / len(openings)
            part = partial(limit.with_, seconds=seconds, clock=None)
            scores = {cells: self._search(opening_stones(cells), part).score for cells in openings}
            openings = sorted(openings, key=lambda cells: abs(scores[cells] or 0))[:most]
        return list(openings[0])


def gomoku(width: int, height: int, rule: int) -> Game:
    """Return the game on a board under a rule of the manager's, see `RULES`."""
    size = {"size": str(width)} if width == height else {"width": str(width), "height": str(height)}
    game = load_game("gomoku", {**size, "rule": RULES[rule]})
    assert isinstance(game, Game)
    return game


def opening_stones(stones: tuple[Cell, ...]) -> dict[Cell, int]:
    """Return the stones of an opening, Black's first, as White sees them."""
    return {cell: OWN if index % 2 else 3 - OWN for index, cell in enumerate(stones)}


def cells_text(cells: list[Cell]) -> str:
    """Return cells as an answer tells them.

    >>> cells_text([(7, 7), (8, 7)])
    '7,7 8,7'
    """
    return " ".join(map(cell_text, cells))


def cell_of(move: int) -> Cell:
    """Return a move as x, y from 0."""
    return move % MAX_SIDE, move // MAX_SIDE


def nearest_to_centre(legal: list[int], width: int, height: int) -> int:
    """Return the legal move nearest to the board's centre."""
    return min(legal, key=lambda move: abs(cell_of(move)[0] - width // 2) + abs(cell_of(move)[1] - height // 2))


def message_of(report: Report, position: Position) -> str:
    """Return the search's result in one line; cells are named as the players of the rule do, rows not always from the top."""
    cells = [(column, shown_row(position.setup, row)) for column, row in map(cell_of, report.line[:12])]
    line = " ".join(starmap(name_of, cells))
    return f"depth {report.depth} value {report.score_text} nodes {report.nodes} ms {1000 * report.seconds:.0f} line {line}"


def serve(player: str = DEFAULT_PLAYER) -> None:
    """Play with the manager on stdin and stdout until END or the end of input.

    Commands before END are answered, with shortened searches; a search that END interrupts is not. The end of input takes effect
    after all answers.
    """
    make_player(player).close()  # a name that cannot be used is said before the manager says anything
    stop, ended = Stop(), threading.Event()

    def notice(line: str) -> None:
        word = "".join(line.split()[:1]).upper()
        if word == "END":
            ended.set()
        if word in ("END", "YXSTOP"):
            stop.set()

    session = Session(player, output_to_host(), stop, ended, seed=fresh_seed())
    threading.Thread(target=_leave_in_time, args=(session,), daemon=True).start()
    with ended_by_ctrl_c(), contextlib.closing(session):
        lines = reader()
        lines.notice(notice)
        for line, arrived in lines:
            if not session.hear(line, arrived):
                break
            if line.upper().startswith("YXSTOP") and not ended.is_set():
                stop.clear()
        if ended.is_set():
            leave(0)  # the interpreter takes a quarter of a second to end, and managers kill after half of one


def _leave_in_time(session: Session) -> None:
    """End the process after END, when a player goes on thinking for `FAREWELL_SECONDS`."""
    session.ended.wait()
    thought = 0.0
    while thought < FAREWELL_SECONDS:
        time.sleep(GLANCE_SECONDS)
        thought += GLANCE_SECONDS * session.thinking
    leave(0)
