"""Isolation in text: boards as people read them."""

from __future__ import annotations

import re
from typing import Any

from counterply.core.aliases import Record
from counterply.core.errors import GameError
from counterply.core.position import Position
from counterply.core.values import FIRST
from counterply.plugins.isolation.rules import UNPLACED, WORD, as_words, fresh_key

RULES = """\
Each player has one knight. First each player, in turn, chooses any open cell for it. From then on, in turn, each
knight leaps as in chess: two cells in one direction and one to the side. It may leap over anything, but it must
land on a cell where no knight has stood before.

A cell that a knight has stood on is gone for the rest of the game. A player who has to move and cannot has lost.
There are no captures, no passes and no draws.

A move is written as row and column, counted from 0 at the top left. On the board, the dots of a cell show which
knights can leap there.
"""


def is_open(record: Any, cell: int) -> bool:
    """Tell whether `cell` is unvisited."""
    return bool(int(record["open"][cell // WORD]) >> cell % WORD & 1)


def move_text(position: Position, move: int) -> str:
    """Return row and column from 0, as ``3,4``."""
    return "{},{}".format(*divmod(move, int(position.setup["width"])))


def diagram(position: Position) -> str:
    """Rows of ``1`` and ``2`` (the players), ``#`` (blocked) and ``.`` (open), numbered, then whose move it is."""
    record, setup = position.record, position.setup
    width, height = int(setup["width"]), int(setup["height"])
    marks = ["." if is_open(record, cell) else "#" for cell in range(width * height)]
    for player in range(2):
        if record["cells"][player] != UNPLACED:
            marks[record["cells"][player]] = str(player + 1)
    rows = [" ".join([f"{row:2}", *(f"{mark:>2}" for mark in marks[row * width : (row + 1) * width])]) for row in range(height)]
    return "\n".join([" ".join(["  ", *(f"{column:2}" for column in range(width))]), *rows, f"{int(record['turn']) + 1} to move"])


def read(text: str, record: Any, setup: Record) -> None:
    """Fill `record` in place from a `diagram`.

    Rows may also be separated by ``/`` and come without numbers and blanks. Without the line ``1 to move`` or ``2 to move``, it is
    the first player's move if the number of blocked cells is even.
    """
    width, height = int(setup["width"]), int(setup["height"])
    to_move = re.search(r"\b([12]) to move\s*$", text)
    lines = [line.split() for line in re.split(r"[\n/]", text[: to_move.start()] if to_move else text) if line.strip()]
    if lines and lines[0] == [str(column) for column in range(width)]:
        lines = [words[1:] if words[0] == str(row) else words for row, words in enumerate(lines[1:])]
    rows = ["".join(words) for words in lines]
    if [len(row) for row in rows] != [width] * height or set("".join(rows)) - set("12#."):
        raise GameError(f"this board is {height} rows of {width} of 1, 2, # and '.', then '1 to move' or '2 to move'; not {text!r}")
    marks = "".join(rows)
    if marks.count("1") > 1 or marks.count("2") > 1:
        raise GameError(f"each player stands on one cell; this board has {marks.count('1')} of 1 and {marks.count('2')} of 2")
    record["open"] = as_words([cell for cell, mark in enumerate(marks) if mark == "."], len(record["open"]))
    record["cells"] = [marks.find(mark) if mark in marks else UNPLACED for mark in "12"]
    record["turn"] = int(to_move[1]) - 1 if to_move else (len(marks) - marks.count(".")) % 2
    record["key"] = fresh_key(record, setup)


def reason(position: Position) -> str:
    """Return who could not move."""
    loser = 1 if position.outcome() == FIRST else 0
    record, setup = position.record, position.setup
    overlooked = (record["open"] & setup["targets"][record["cells"][loser]]).any()
    return f"player {loser + 1} has no move" + (" that the host sees" if overlooked else "")
