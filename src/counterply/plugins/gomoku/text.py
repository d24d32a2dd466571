"""Five in a row in text: boards as people read them, and why a game ended."""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Any

import numpy as np

from counterply.core.aliases import Record
from counterply.core.errors import GameError
from counterply.core.position import Position
from counterply.core.rule_queries import advance
from counterply.core.values import DRAW, FIRST, ONGOING, SECOND
from counterply.plugins.gomoku.records import name_of
from counterply.plugins.gomoku.rules import (
    ALLOWED,
    BLACK,
    CELLS,
    DOUBLE_FOUR,
    DOUBLE_THREE,
    FORBIDDEN_KEY,
    MAX_SIDE,
    ONE,
    OVERLINE,
    STEPS,
    STONE_KEY,
    TURN_KEY,
    WHITE,
)

MARKS = "XO"
FORBIDDEN_NAMES = {DOUBLE_THREE: "double three", DOUBLE_FOUR: "double four", OVERLINE: "overline"}
NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}

RULES = """\
In turn, the players place a stone on any empty point of the board: Black first, then White. Stones do not move and
are never captured. Whoever first has five stones in an unbroken line (across, down or diagonal) wins. If the board
is full before that, the game is a draw.

A move is written as its column's letter and its row's number: h8 is the middle of the board of 15 by 15.
"""
RULES_OF = {  # the changes of each rule
    "freestyle": "More than five in a line win too.",
    "standard": "Exactly five win: six or more in a line do not count.",
    "renju": (
        "White wins with five or more, Black with exactly five. Black may not make six or more in a line, two fours at once or two"
        " open threes at once, unless the same stone makes five; a forbidden move loses."
    ),
    "caro": "Five in a line do not count if the opponent's stones stand at both ends; six or more do.",
    "caro_strict": "Exactly five win, and not if the opponent's stones stand at both ends.",
}


def rules_text(rule: str, length: int) -> str:
    """Return the rules of a game in words: its own winning lines, and the changes of its rule."""
    number = NUMBERS.get(length, str(length))
    return f"{RULES}\n{RULES_OF[rule]}\n".replace("five", number)


def place(record: Any, player: int, row: int, column: int) -> None:
    """Put a stone of `player` on the board, in place, without regard to whose turn it is; rows and columns from 0."""
    record["stones"][player, row + 1] |= ONE << np.uint32(column + 1)
    record["left"] -= 1


def remove(record: Any, player: int, row: int, column: int) -> None:
    """Take a stone of `player` from the board, in place; rows and columns from 0."""
    record["stones"][player, row + 1] &= ~(ONE << np.uint32(column + 1))
    record["left"] += 1


def key_in_python(record: Any) -> int:
    """Return the same as `fresh_key`; each process would compile a game's kernel anew to call it from Python."""
    made = int(FORBIDDEN_KEY[record["forbidden"]]) ^ (int(TURN_KEY) if record["turn"] else 0)
    for player in range(2):
        for row, column in stones_of(record, player):
            made ^= int(STONE_KEY[player, row * MAX_SIDE + column])
    return made


def stones_of(record: Any, player: int) -> list[tuple[int, int]]:
    """Return the rows and columns, from 0, of a colour's stones."""
    rows = [int(word) >> 1 for word in record["stones"][player, 1:-1]]
    return [(row, column) for row, word in enumerate(rows) for column in range(MAX_SIDE) if word >> column & 1]


def move_text(position: Position | None, move: int) -> str:
    """Return a cell, as ``h8``."""
    return name_of(move % MAX_SIDE, move // MAX_SIDE)


def diagram(position: Position) -> str:
    """Rows of ``X`` (Black), ``O`` (White) and ``.``, columns lettered and rows numbered, then whose move it is or how it ended."""
    record, setup = position.record, position.setup
    width, height = int(setup["width"]), int(setup["height"])
    marks = [["."] * width for _ in range(height)]
    for player, mark in enumerate(MARKS):
        for row, column in stones_of(record, player):
            marks[row][column] = mark
    rows = [f"{row + 1:2} {' '.join(line)}" for row, line in enumerate(marks)]
    return "\n".join([f"   {' '.join(ascii_lowercase[:width])}", *rows[:: -1 if setup["forbids"] else 1], _state_text(position)])


def _state_text(position: Position) -> str:
    result = position.outcome()
    if result == ONGOING:
        return f"{MARKS[position.turn]} to move"
    if result == DRAW:
        return "draw"
    winner = 0 if result == FIRST else 1
    why = FORBIDDEN_NAMES.get(int(position["forbidden"]))
    return f"{MARKS[winner]} has won" + (f"; forbidden {why}" if why else "")


STATE = re.compile(rf"([XO]) to move|draw|[XO] has won(?:; forbidden ({'|'.join(FORBIDDEN_NAMES.values())}))?", re.IGNORECASE)


def read(text: str, record: Any, setup: Record) -> None:
    """Fill `record` in place from a `diagram`.

    Rows may also be separated by ``/``, come without letters, numbers and blanks, and without the last line, since the stones
    tell whose move it is. Numbers tell whether the first row is the highest one; without them it is under the rule renju.
    """
    width, height = int(setup["width"]), int(setup["height"])
    lines = [line.strip() for line in re.split(r"[\n/]", text) if line.strip()]
    state = STATE.fullmatch(lines[-1]) if lines else None
    body = lines[:-1] if state else lines
    if body and re.sub(r"\s", "", body[0]) == ascii_lowercase[:width]:
        body = body[1:]
    rows = [re.sub(r"^\d+|\s", "", line).upper() for line in body]
    if [len(row) for row in rows] != [width] * height or set("".join(rows)) - set("XO."):
        raise GameError(f"this board is {height} rows of {width} of X, O and '.'; not {text.strip()!r}")
    number = re.match(r"\d+", body[0])
    upwards = int(number[0]) > 1 if number else setup["forbids"]
    record["left"] = width * height
    for row, marks in enumerate(rows[:: -1 if upwards else 1]):
        for column, mark in enumerate(marks):
            if mark != ".":
                place(record, MARKS.index(mark), row, column)
    forbidden = next((code for code, name in FORBIDDEN_NAMES.items() if state and state[2] == name), ALLOWED)
    finish(record, setup, forbidden)
    if state and state[1] and MARKS.index(state[1].upper()) != record["turn"]:
        raise GameError(f"by the number of stones it is {MARKS[record['turn']]}'s move, not {state[1].upper()}'s")


def finish(record: Any, setup: Record, forbidden: int = ALLOWED) -> None:
    """Fill the fields of `record` that follow from its stones, in place: turn, winner and key.

    Parameters
    ----------
    forbidden : why Black's last move was forbidden, which the stones do not tell

    Raises
    ------
    GameError
        if no game leads to these stones
    """
    black, white = (len(stones_of(record, player)) for player in range(2))
    if black - white not in (0, 1):
        raise GameError(f"X moves first, so {black} X and {white} O cannot stand on one board")
    record["turn"] = black - white
    last = 1 - int(record["turn"])
    winning = [winning_stones(record, setup, player) for player in range(2)]
    if winning[0] and winning[1]:
        raise GameError(f"both players have won: X at {cell_list(winning[0])}, O at {cell_list(winning[1])}")
    if winning[1 - last]:
        raise GameError(f"{MARKS[1 - last]} has won at {cell_list(winning[1 - last])}, but {MARKS[last]} has moved since")
    if winning[last] and not any(is_last(record, setup, last, *cell) for cell in winning[last]):
        raise GameError(f"no single move makes all of {MARKS[last]}'s winning lines at {cell_list(winning[last])}")
    if forbidden and (not setup["forbids"] or last != BLACK or winning[BLACK]):
        raise GameError("only a move of X can be forbidden, under the rule renju, and not when it makes five")
    if winning[last] or forbidden:
        record["winner"] = FIRST if last == BLACK and not forbidden else SECOND
    record["forbidden"] = forbidden
    record["key"] = np.uint64(key_in_python(record))


def winning_stones(record: Any, setup: Record, player: int) -> list[tuple[int, int]]:
    """Return the rows and columns, from 0, of the stones that would win if they were played last."""
    moves, facts = np.empty(CELLS, np.int32), np.empty(4, np.int64)
    found = []
    for row, column in stones_of(record, player):
        before = record.copy()
        remove(before, player, row, column)
        before["turn"], before["winner"], before["forbidden"] = player, ONGOING, ALLOWED
        advance(before, setup, row * MAX_SIDE + column, moves, facts)
        if facts[1] == (FIRST, SECOND)[player]:
            found.append((row, column))
    return found


def is_last(record: Any, setup: Record, player: int, row: int, column: int) -> bool:
    """Tell whether without the stone at (row, column), from 0, `player` has not won yet."""
    before = record.copy()
    remove(before, player, row, column)
    return not winning_stones(before, setup, player)


def cell_list(cells: list[tuple[int, int]]) -> str:
    """Return cells as texts."""
    return " ".join(name_of(column, row) for row, column in cells)


def why_forbidden(position: Position, move: int) -> str:
    """Return why a legal move is forbidden, as in 'double three'; '' if it is not."""
    return FORBIDDEN_NAMES.get(int(position.after(move).record["forbidden"]), "")


def events(position: Position, move: int) -> list[str]:
    """Return 'forbidden double three' and the like for a move that loses by it."""
    why = why_forbidden(position, move)
    return [f"forbidden {why}"] if why else []


def reason(position: Position) -> str:
    """Return why a finished game ended, and where."""
    record = position.record
    if position.outcome() == DRAW:
        empty = int(record["left"])
        return "the board is full" if empty == 0 else f"only {empty} empty cells are left"
    if record["forbidden"]:
        where = f" at {move_text(position, position.history[-1])}" if position.history else ""
        return f"forbidden {FORBIDDEN_NAMES[int(record['forbidden'])]}{where}"
    player = BLACK if position.outcome() == FIRST else WHITE
    setup = position.setup
    stones = set(stones_of(record, player))
    winning = [divmod(position.history[-1], MAX_SIDE)] if position.history else winning_stones(record, setup, player)
    runs = [run_through(stones, cell, step) for cell in winning for step in STEPS]
    longest = max((run for run in runs if len(run) == setup["length"]), default=max(runs, key=len))
    ends = [name_of(column, row) for row, column in (longest[0], longest[-1])]
    return f"{NUMBERS.get(len(longest), len(longest))} in a row, {ends[0]} to {ends[1]}"


def run_through(stones: set[tuple[int, int]], cell: tuple[int, int], step: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells of `stones` one after another along a line, that through `cell`, in its direction."""
    run = [cell]
    for sign in (1, -1):
        row, column = cell[0] + sign * step[0], cell[1] + sign * step[1]
        while (row, column) in stones:
            run.append((row, column))
            row, column = row + sign * step[0], column + sign * step[1]
    return sorted(run)
