"""The Gomocup protocol ("pbrain") as the program hears it: lines of text in, actions out. It knows no game and does no I/O.

A manager sends one command a line, `Brain.hear` turns it into a task. Coordinates are ``x,y`` from 0: x the column from
the left, y the row from the top. Source: the protocol's text (Piskvork, ``protocl2en.htm``, as of 2023), and the habits of three
managers: Piskvork, GomocupJudge and c-gomoku-cli.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from counterply.plugins.gomoku.early_replies import LARGEST_SIDE, SMALLEST_SIDE

OWN, OPPONENT, MARKED = 1, 2, 3  # third field of a line in BOARD; MARKED: a finished line's stone, or a forbidden cell
NO_LIMIT_MS = 2_147_483_647  # time_left of a game without limit
DEFAULT_TURN_MS = 30_000  # where the manager says nothing

# the bits of INFO rule that are played; continuous games (bit 2) and other sums are not
RULES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro", 9: "caro_strict"}

Cell = tuple[int, int]  # x, y


@dataclass(frozen=True)
class Say:
    """Write a line."""

    text: str


@dataclass(frozen=True)
class Prepare:
    """Get ready for a new game on `Brain.size`, then write OK."""


@dataclass(frozen=True)
class Configure:
    """A setting has changed; nothing may be written."""


@dataclass(frozen=True)
class Think:
    """Choose a move in the position of `Brain.stones`, tell it `Brain.played`, and write it."""


@dataclass(frozen=True)
class Choose:
    """Answer a phase of swap2: `stones` are B, W, B, ... in order; 0, 3 or 5 of them."""

    stones: tuple[Cell, ...]


@dataclass(frozen=True)
class Quit:
    """Write nothing more, and end."""


Action = Say | Prepare | Configure | Think | Choose | Quit


@dataclass
class Settings:
    """Settings received by INFO, with defaults for the others.

    Attributes
    ----------
    timeout_turn : ms for a move; 0: as fast as possible
    timeout_match : ms for the game; 0: no limit
    time_left : ms left of it, `NO_LIMIT_MS` before it was told; may be negative
    max_memory : bytes; 0: no limit
    rule : bits, see `RULES`
    max_depth, max_node : further limits of a move, which some managers send; 0: none
    thread_num : cores that think about one move; 0: as the program likes
    hash_size : KB of the table, as Yixin's managers count it; 0: as the program likes
    """

    timeout_turn: int = DEFAULT_TURN_MS
    timeout_match: int = 0
    time_left: int = NO_LIMIT_MS
    max_memory: int = 0
    rule: int = 0
    max_depth: int = 0
    max_node: int = 0
    thread_num: int = 0
    hash_size: int = 0


class ProtocolError(Exception):
    """A command that is known and cannot be obeyed; the text goes after ERROR."""


TWO = re.compile(r"(-?\d{1,9})\s*,\s*(-?\d{1,9})")
STONE = re.compile(r"(-?\d{1,9})\s*,\s*(-?\d{1,9})(?:\s*,\s*(-?\d{1,9}))?")
WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
LONGEST_QUOTE = 40  # characters of a line that are repeated in an answer


@dataclass
class Brain:
    """The state that the manager has sent. `hear` changes it in place.

    Attributes
    ----------
    about : the answer to ABOUT
    needs : bytes of memory without which no game can be played
    size : columns and rows; 0 before START
    stones : the owner and place of each stone, in the order received: OWN or OPPONENT
    games : how many games have begun
    """

    about: str
    needs: int = 0
    size: tuple[int, int] = (0, 0)
    stones: dict[Cell, int] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    games: int = 0
    _lines: list[str] | None = None  # those of a BOARD, YXBOARD or SWAP2BOARD that is not DONE
    _block: str = ""

    def hear(self, line: str) -> Action | None:
        """Return the task of a line; None for nothing to do, as for an empty one."""
        line = line.strip().lstrip("\ufeff")
        if not line:
            return None
        try:
            if self._lines is not None and not WORD.match(line):
                self._lines.append(line)
                return None
            return self._command(line)
        except ProtocolError as error:
            return Say(f"ERROR {error}")

    def play_own(self, cell: Cell) -> str:
        """Put an own stone on the board, in place, and return the line that tells it."""
        self.stones[cell] = OWN
        return cell_text(cell)

    @property
    def problem(self) -> str:
        """The reason why no game can be played with these settings, or ''; reported at the next command, not at INFO."""
        if self.settings.rule not in RULES:
            known = ", ".join(f"{bits} {name}" for bits, name in RULES.items())
            return f"rule {self.settings.rule} is not supported (known: {known})"
        if 0 < self.settings.max_memory < self.needs:
            return f"max_memory {self.settings.max_memory} is too little: this program needs {self.needs}"
        return ""

    def _command(self, line: str) -> Action | None:
        word, rest = [*line.split(None, 1), ""][:2]
        word = word.upper()
        handler = COMMANDS.get(word)
        if handler is None:
            if self._lines is not None:
                self._lines.append(line)
                return None
            return Say(f"UNKNOWN {quoted(line)}")
        if word not in ("INFO", "DONE"):
            self._lines = None  # a block that is not DONE is forgotten
        return handler(self, rest)

    def _start(self, rest: str) -> Action:
        if not rest.isdecimal():
            raise ProtocolError(f"START needs the size of the board, as in START 15, not {quoted(rest)}")
        return self._new_board(int(rest[:9]), int(rest[:9]))

    def _rectstart(self, rest: str) -> Action:
        return self._new_board(*two_numbers(rest, "RECTSTART needs columns,rows, as in RECTSTART 20,15"))

    def _new_board(self, width: int, height: int) -> Action:
        if not (SMALLEST_SIDE <= width <= LARGEST_SIDE and SMALLEST_SIDE <= height <= LARGEST_SIDE):
            raise ProtocolError(f"a board has sides of {SMALLEST_SIDE} to {LARGEST_SIDE}, not {width}x{height}")
        self.size = width, height
        return self._new_game()

    def _restart(self, rest: str) -> Action:
        self._require_board()
        return self._new_game()

    def _new_game(self) -> Action:
        self.stones.clear()
        self.settings.time_left = NO_LIMIT_MS
        self.games += 1
        return Prepare()

    def _begin(self, rest: str) -> Action:
        self._ready()
        if self.stones:
            raise ProtocolError("BEGIN needs an empty board; RESTART empties it")
        return Think()

    def _turn(self, rest: str) -> Action:
        self._ready()
        self._put(self._cell(rest, "TURN"), OPPONENT, self.stones)
        return Think()

    def _play(self, rest: str) -> Action:
        self._ready()
        cell = self._cell(rest, "PLAY")
        self._put(cell, OWN, self.stones)
        return Say(cell_text(cell))

    def _takeback(self, rest: str) -> Action:
        self._require_board()
        cell = self._cell(rest, "TAKEBACK")
        if cell not in self.stones:
            raise ProtocolError(f"there is no stone at {cell_text(cell)}")
        del self.stones[cell]
        return Say("OK")

    def _block_begins(self, name: str) -> None:
        self._block, self._lines = name, []

    def _done(self, rest: str) -> Action | None:
        if self._lines is None:
            raise ProtocolError("DONE comes after BOARD or SWAP2BOARD")
        lines, self._lines = self._lines, None
        self._ready()
        if self._block == "SWAP2BOARD":
            return self._swap2(lines)
        self.stones = self._read_stones(lines)
        return None if self._block == "YXBOARD" else Think()

    def _read_stones(self, lines: list[str]) -> dict[Cell, int]:
        """Return the stones of a BOARD; cells that are MARKED under renju are empty, and Black may not go there anyway."""
        stones: dict[Cell, int] = {}
        for line in lines:
            match = STONE.fullmatch(line)
            if not match or match[3] is None or int(match[3]) not in (OWN, OPPONENT, MARKED):
                raise ProtocolError(f"{self._block} holds lines x,y,f with f 1, 2 or 3, not {quoted(line)}")
            cell = self._on_board(int(match[1]), int(match[2]))
            if int(match[3]) != MARKED:
                self._put(cell, int(match[3]), stones)
            elif RULES.get(self.settings.rule) != "renju":
                raise ProtocolError(f"{quoted(line)} is of a finished line: continuous games are not supported")
        return stones

    def _swap2(self, lines: list[str]) -> Action:
        stones: dict[Cell, int] = {}
        for line in lines:
            match = STONE.fullmatch(line)
            if not match:
                raise ProtocolError(f"SWAP2BOARD holds lines x,y, not {quoted(line)}")
            self._put(self._on_board(int(match[1]), int(match[2])), OWN, stones)
        if len(stones) not in (0, 3, 5):
            raise ProtocolError(f"SWAP2BOARD holds 0, 3 or 5 stones, not {len(stones)}")
        return Choose(tuple(stones))

    def _info(self, rest: str) -> Action | None:
        key, value = [*rest.lower().split(None, 1), "", ""][:2]
        if key not in vars(self.settings):
            return None  # folder and evaluate too: nothing is stored in files
        match = re.match(r"[-+]?\d{1,18}", value)
        if match:
            number = int(match[0])
            setattr(self.settings, key, number if key == "time_left" else max(0, number))
        return Configure()

    def _require_board(self) -> None:
        if self.size == (0, 0):
            raise ProtocolError("there is no board yet; START makes one")

    def _ready(self) -> None:
        self._require_board()
        if self.problem:
            raise ProtocolError(self.problem)

    def _cell(self, text: str, command: str) -> Cell:
        return self._on_board(*two_numbers(text, f"{command} needs x,y, as in {command} 7,7"))

    def _on_board(self, x: int, y: int) -> Cell:
        width, height = self.size
        if not (0 <= x < width and 0 <= y < height):
            raise ProtocolError(f"{x},{y} is not on the board of {width}x{height}")
        return x, y

    def _put(self, cell: Cell, owner: int, stones: dict[Cell, int]) -> None:
        if cell in stones:
            raise ProtocolError(f"there is a stone at {cell_text(cell)}")
        stones[cell] = owner


COMMANDS: dict[str, Callable[[Brain, str], Action | None]] = {
    "START": Brain._start,
    "RECTSTART": Brain._rectstart,
    "RESTART": Brain._restart,
    "BEGIN": Brain._begin,
    "TURN": Brain._turn,
    "BOARD": lambda brain, rest: brain._block_begins("BOARD"),
    "YXBOARD": lambda brain, rest: brain._block_begins("YXBOARD"),
    "SWAP2BOARD": lambda brain, rest: brain._block_begins("SWAP2BOARD"),
    "DONE": Brain._done,
    "INFO": Brain._info,
    "TAKEBACK": Brain._takeback,
    "PLAY": Brain._play,
    "ABOUT": lambda brain, rest: Say(brain.about),
    "YXSTOP": lambda brain, rest: None,  # nothing is being thought about when it is read here
    "END": lambda brain, rest: Quit(),
}


def two_numbers(text: str, needs: str) -> tuple[int, int]:
    """Return the two numbers of ``7,7``; raises `ProtocolError` with the text `needs`."""
    match = TWO.fullmatch(text)
    if not match:
        raise ProtocolError(f"{needs}, not {quoted(text)}")
    return int(match[1]), int(match[2])


def cell_text(cell: Cell) -> str:
    """Return a cell as the protocol writes it."""
    return f"{cell[0]},{cell[1]}"


def quoted(text: str) -> str:
    """Return a line as it is repeated in an answer: short, in quotes, in ASCII."""
    return ascii(text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "...")
