"""Games of five in a row as other programs write them: position strings, offsets from the centre, SGF, and Piskvork's PSQ.

* ``pos``: ``h8i9j7``, the letter from the left, the number from the top; moves alternate from Black
* ``offset``: ``0,0, 1,1, 2,-1``, columns to the right of the centre cell and rows below it; the centre is half the side
* ``sgf``: Smart Game Format with GM[4]; two letters, column and row from the top left
* ``psq``: Piskvork's record, a line ``x,y,milliseconds`` for each move, from 1
"""

from __future__ import annotations

import re

from counterply.core.aliases import Record
from counterply.core.errors import GameError
from counterply.core.position import Position
from counterply.core.values import DRAW, FIRST, ONGOING

GAME_OF_SGF = "4"  # Gomoku and Renju
FIRST_LETTER = ord("a")
STONES = re.compile(r"(?:[a-z]\d{1,2}[\s,]*)+", re.IGNORECASE)
OFFSETS = re.compile(r"-?\d+\s*,\s*-?\d+(?:[\s,]+-?\d+\s*,\s*-?\d+)*[\s,]*")
RESULTS = {DRAW: "0", FIRST: "B+", ONGOING: "?"}  # of SGF; anything else: White has won


def name_of(column: int, row: int) -> str:
    """Return a cell, counted from 0, as a move's text; a text that no move has where it is on no board."""
    return f"{chr(FIRST_LETTER + column)}{row + 1}" if 0 <= column < 26 else f"column {column}, row {row} (from 0)"


def shown_row(setup: Record, row: int) -> int:
    """Return where a picture has a row, from its top, both counted from 0; or the row that it has there.

    Renju's players count rows from the bottom, those of the other rules from the top, as Gomocup does.
    """
    return int(setup["height"]) - 1 - row if setup["forbids"] else row


def translate(text: str, setup: Record) -> list[str] | None:
    """Return the moves that a text in one of these formats tells, as this game writes them; None if it is in none of them.

    Raises
    ------
    GameError
        if it begins as one of them, and cannot be read, or is of a board of another size
    """
    text = text.strip()
    word, _, rest = text.partition(" ")
    if word == "pos":
        return pos_moves(rest)
    if word == "offset":
        return offset_moves(rest, setup)
    if text.startswith("Piskv"):
        return psq_moves(text, setup)
    if STONES.fullmatch(text):
        return pos_moves(text)
    return offset_moves(text, setup) if OFFSETS.fullmatch(text) else None


def pos_moves(text: str) -> list[str]:
    """Return the moves of a position string."""
    text = text.strip()
    if text and not STONES.fullmatch(text):
        raise GameError(f"a position string is cells one after another, as in h8i9j7; not {text!r}")
    return re.findall(r"[a-z]\d+", text.lower())


def offset_moves(text: str, setup: Record) -> list[str]:
    """Return the moves of an opening in offsets from the centre."""
    if not OFFSETS.fullmatch(text.strip()):
        raise GameError(f"offsets are pairs of numbers, as in 0,0, 1,1, 2,-1; not {text!r}")
    numbers = [int(number) for number in re.findall(r"-?\d+", text)]
    across, down = int(setup["width"]) // 2, int(setup["height"]) // 2
    return [name_of(across + x, shown_row(setup, down + y)) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]


def psq_moves(text: str, setup: Record) -> list[str]:
    """Return the moves of a record by Piskvork."""
    header, *lines = text.splitlines()
    size = re.match(r"\S+\s+(\d+)x(\d+)", header)
    if size is None:
        raise GameError(f"a PSQ file begins as in 'Piskvorky 15x15, 11:11, 0', not {header!r}")
    require_size(size[1], size[2], setup)
    words = []
    for line in lines:
        move = re.fullmatch(r"(\d+),(\d+),-?\d+", line.strip())
        if move is None:
            break  # the players' names and the result
        words.append(name_of(int(move[1]) - 1, shown_row(setup, int(move[2]) - 1)))
    return words


def require_size(columns: str, rows: str, setup: Record) -> None:
    """Raise `GameError` if a record is of a board of another size."""
    width, height = int(setup["width"]), int(setup["height"])
    if (columns, rows) != (str(width), str(height)):
        sets = f"--set size={columns}" if columns == rows else f"--set width={columns} --set height={rows}"
        raise GameError(f"this game was played on {columns}x{rows}, and this board is {width}x{height}; give {sets}")


# --- out


def cells_of(position: Position) -> list[tuple[int, int]]:
    """Return columns and rows, from 0 at the top left of the picture, of the moves so far.

    Raises
    ------
    GameError
        if the position was not reached by moves from the empty board
    """
    start = position.game.start()
    if position.origin.key() != start.key():
        raise GameError("a diagram does not tell the order of its stones, so no record can be written")
    return [(column, row) for row, column in (position.game.cell(position, move) for move in position.history)]  # type: ignore[misc]


def write_pos(position: Position, first: str = "", second: str = "") -> str:
    """Return the moves as a position string."""
    return "".join(name_of(column, shown_row(position.setup, row)) for column, row in cells_of(position))


def write_offset(position: Position, first: str = "", second: str = "") -> str:
    """Return the moves as offsets from the centre."""
    setup = position.setup
    across, down = int(setup["width"]) // 2, int(setup["height"]) // 2
    return ", ".join(f"{column - across},{row - down}" for column, row in cells_of(position))


def write_sgf(position: Position, first: str = "", second: str = "") -> str:
    """Return the game as SGF, with the players' names."""
    setup, options = position.setup, position.game.options
    width, height = int(setup["width"]), int(setup["height"])
    size = f"{width}" if width == height else f"{width}:{height}"
    letters = [f"{chr(FIRST_LETTER + column)}{chr(FIRST_LETTER + row)}" for column, row in cells_of(position)]
    moves = "".join(f";{'BW'[ply % 2]}[{cell}]" for ply, cell in enumerate(letters))
    names = "".join(f"{key}[{escaped(name)}]" for key, name in (("PB", first), ("PW", second)) if name)
    rule, result = options.get("rule", "freestyle"), RESULTS.get(position.outcome(), "W+")
    return f"(;FF[4]GM[{GAME_OF_SGF}]CA[UTF-8]AP[Counterply]SZ[{size}]RU[{rule}]{names}RE[{result}]\n{moves})"


def escaped(text: str) -> str:
    """Return `text` as an SGF value."""
    return re.sub(r"([\]\\])", r"\\\1", text)


def write_psq(position: Position, first: str = "", second: str = "") -> str:
    """Return the game as Piskvork writes it; no times are known."""
    setup = position.setup
    lines = [f"{column + 1},{row + 1},0" for column, row in cells_of(position)]
    return "\n".join([f"Piskvorky {setup['width']}x{setup['height']}, 0:0, 0", *lines, first, second, "-1"])


FORMATS = {
    "pos": write_pos,
    "offset": write_offset,
    "sgf": write_sgf,
    "psq": write_psq,
}
