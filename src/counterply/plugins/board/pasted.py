"""Game records as people paste them: ``f5d6c3``, ``1. f5 d6 2. c3``, the moves of an SGF or a GGF, with comments and results."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from counterply.core.errors import GameError
from counterply.core.position import possible_moves
from counterply.core.values import CHANCE, ONGOING

COMMENT = re.compile(r"(?<![A-Z])C\[(?:\\.|[^\]\\])*\]")  # of an SGF
PROPERTY = re.compile(r"(?<![A-Za-z])[BW]\[([^\]]*)\]")  # a move of an SGF or a GGF; behind a slash GGF has its score and time
REMARKS = re.compile(r'\[\w+\s+"[^"]*"\]|\{[^}]*\}|\$\d+|;[^\n]*')  # tags, comments and signs of a PGN
VARIATION = re.compile(r"\([^()]*\)")
BETWEEN = re.compile(r"(?:[\s,]|--|\d+\s*\.+)+")  # between moves: blanks, a pass that is not named, the number of a move
RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)\s*$")
SHOWN = 12  # letters of what cannot be read


def read_pasted(start: Any, text: str) -> list[Any] | None:
    """Return the moves from a position that a text tells; None if it does not begin with one.

    Raises
    ------
    GameError
        if a later one is not legal
    """
    moves: list[Any] = []
    place = start
    for word in words_of(text):
        rest = word
        while rest := rest[found.end() if (found := BETWEEN.match(rest)) else 0 :]:
            if RESULT.match(rest) and not any(beginning(place, rest)):
                break
            move, length = next(beginning(place, rest), None) or coordinates(place, rest) or forced(place, moves)
            if move is None:
                if not moves:
                    return None
                raise GameError(f"after {len(moves)} moves, {rest[:SHOWN]!r} is no legal move")
            moves.append(move)
            place, rest = place.after(move), rest[length:]
    return moves or None


def words_of(text: str) -> list[str]:
    """Return the parts of a text that hold moves."""
    if text.startswith("(;"):
        main_line = COMMENT.sub("", text).partition(")")[0]  # the first of its variations
        return [value.partition("/")[0] for value in PROPERTY.findall(main_line)]
    plain = REMARKS.sub(" ", text)
    for _ in range(plain.count("(")):  # from the inside out
        plain = VARIATION.sub(" ", plain)
    return [plain.strip()]


def beginning(place: Any, text: str) -> Iterator[tuple[Any, int]]:
    """Yield the legal moves that a text begins with, in large or small letters, and their lengths; the longest first."""
    if place.outcome() != ONGOING:
        return
    named = sorted(((str(place.move_text(move)), move) for move in possible_moves(place)), key=lambda each: -len(each[0]))
    yield from ((move, len(name)) for name, move in named if text[: len(name)].lower() == name.lower())


def coordinates(place: Any, text: str) -> tuple[Any, int] | None:
    """Return the move to a cell that a text names as SGF does, by the letters of column and row from the top left."""
    game = place.game
    if game.board is None or game.cell is None or place.outcome() != ONGOING or not re.match(r"[a-z]{2}\b", text):
        return None
    wanted = tuple(ord(letter) - ord("a") for letter in text[1::-1])
    return next(((move, 2) for move in place.moves() if game.cell(place, move) == wanted), None)


def forced(place: Any, before: list[Any]) -> tuple[Any, int]:
    """Return the only legal move, which a record may leave out, such as a pass; None where there are more, or at its beginning."""
    moves = place.moves() if before and place.outcome() == ONGOING and place.turn != CHANCE else []
    return (moves[0] if len(moves) == 1 else None, 0)
