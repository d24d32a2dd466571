"""Moves as people write them: ``f5d6c3``, ``1. e4 e5!? 2. Ng1-f3``, ``1) 31: 8/5 6/5``, matches, and cells as SGF names them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from counterply.core.errors import GameError
from counterply.core.position import SIGNS, possible_moves
from counterply.core.values import CHANCE, ONGOING

if TYPE_CHECKING:
    from counterply.core.position import AnyPosition

PASSES = ("pa", "tt")  # of SGF and GGF, where they are no cell
REMARKS = re.compile(r'\[\w+\s+"[^"]*"\]|\{[^}]*\}|\$\d+|;[^\n]*|^%.*$', re.MULTILINE)  # tags, comments and signs of a PGN
HEADINGS = re.compile(
    r"^[ \t]*(?:\d+ point match|Game \d+|\S.* : \d+[ \t]+\S.* : \d+)[ \t]*$", re.MULTILINE
)  # of a match of backgammon
STAKES = re.compile(r"\b(?:Cannot Move|Doubles => \d+|Takes|Drops|Wins \d+ points?(?: and the match)?)")  # there
TIMES, TARGET = re.compile(r"(\S+)\(([2-4])\)"), re.compile(r"(?<=\w)\((\w+)\)")  # a move that is made so often; d1-d7(g7)
NUMBERED = re.compile(r"\s*1[.)]")
VARIATION = re.compile(r"\([^()]*\)")
DIGITS = re.compile(r"\s*(?:\d[ \t,]+){2,}\d\s*\n(?:\s*\d[ \t,]*)+")  # rows of them: a diagram, and no moves
BETWEEN = re.compile(r"\A(?:[\s,.:/|+#!?*=±∓-]|\d+\s*[.)]+|e\.?p\b|mate\b)+")  # moves: blanks, signs, the number of a move
WORDS = re.compile(r"(?:(?:moves|startpos|position|play|black|white|[bw]|\d+)\b[\s:]*)+", re.IGNORECASE)  # that say no move
RESULT = re.compile(r"(?:\d+|1/2)\s*-\s*(?:\d+|1/2)\s*$")
FIGURES, LEFT_OUT = dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True)), dict.fromkeys("♙♟…", "")
PLAIN = str.maketrans({**FIGURES, **LEFT_OUT, **dict.fromkeys("–—−", "-"), "×": "x", "½": "1/2"})
CASTLING = re.compile(r"(?<!\d)0-0(-0)?(?![-\d])")
JOINTS = "-x:/=()>"  # between the parts of a move: any may stand for another, or for none
LONG_WAY = re.compile(r"\w+(?:[-x:/]\w+)+")
LONGER = re.compile(r"\d+(?!\d*[.)])")  # digits behind a name that ends with one, unless they number the next move
SHOWN = 12  # letters of what cannot be read


def moves_from(start: AnyPosition, text: str) -> AnyPosition | None:
    """Return the position after the moves that a text tells; None if it does not begin with one."""
    place, told = start, plain(text)
    rest = told
    while rest := BETWEEN.sub("", rest, count=1):
        found, length = next_moves(place, rest) or forced(place)
        if not found:
            if RESULT.match(rest):
                break
            if not NUMBERED.match(told) and (not place.history or DIGITS.fullmatch(text)):
                return None
            raise GameError(f"move {len(place.history) + 1}, {rest[:SHOWN]!r}, is no legal move")
        for move in found:
            place = place.after(move)
        rest = rest[length:]
    return place if place.history else None


def plain(text: str) -> str:
    """Return a text without remarks, variations and signs that are no moves'."""
    for remark in (REMARKS, HEADINGS, STAKES):
        text = remark.sub(" ", text.translate(PLAIN))
    text = TIMES.sub(lambda found: " ".join([found[1]] * int(found[2])), text)
    text = TARGET.sub(r"/\1", text)
    for _ in range(text.count("(")):  # from the inside out
        text = VARIATION.sub(" ", text)
    return CASTLING.sub(lambda found: "O-O-O" if found[1] else "O-O", text)


def next_moves(place: AnyPosition, text: str) -> tuple[list[Any], int] | None:
    """Return the moves that a text begins with, and how many letters they take; words before them that say no move count."""
    words = WORDS.match(text)
    for begin in (0, words.end()) if words else (0,):
        rest = text[begin:]
        way = LONG_WAY.match(rest)
        if way and (legs := on_the_way(place, re.split("[-x:/]", way[0]))):
            return legs, begin + way.end()
        if found := spelled_move(place, rest) or coordinates(place, rest):
            return [found[0]], begin + found[1]
    return None


def named(place: AnyPosition) -> list[tuple[str, Any]]:
    """Return the legal moves by what people and programs call them; none after the end."""
    if place.outcome() != ONGOING:
        return []
    return [(str(said(move)), move) for move in possible_moves(place) for said in (place.move_text, place.long_text)]


def spelled_move(place: AnyPosition, text: str) -> tuple[Any, int] | None:
    """Return the legal move that takes most letters at the beginning of a text, and how many."""
    found = [(move, spelled(name, text)) for name, move in named(place)]
    if text[:1].isupper():  # Ng1-f3
        found += [(move, 1 + length) for name, move in named(place) if (length := spelled(name, text[1:])) > 3]
    move, length = max(found, key=lambda each: each[1], default=(None, 0))
    return (move, length) if length else None


def spelled(name: str, text: str) -> int:
    """Return how many letters of a text spell a move's name, large or small, without signs and with any joints, or 0."""
    at = 0
    for index, letter in enumerate((name.rstrip(SIGNS) or name).lower()):
        if index and text[at : at + 1] in {*JOINTS} - {letter}:
            at += 1
        if text[at : at + 1].lower() == letter:
            at += 1
        elif index == 0 or letter not in JOINTS:
            return 0
    return 0 if at and name[-1].isdigit() and not name.isdigit() and LONGER.match(text, at) else at


def coordinates(place: AnyPosition, text: str) -> tuple[Any, int] | None:
    """Return the move to a cell that a text names as SGF does, by the letters of column and row from the top left; or a pass."""
    game = place.game
    if game.board is not None and game.cell is not None and place.outcome() == ONGOING and re.match(r"[a-z]{2}\b", text):
        wanted = tuple(ord(letter) - ord("a") for letter in text[1::-1])
        for move in place.moves():
            if game.cell(place, move) == wanted:
                return move, 2
    passes = [move for name, move in named(place) if name == "pass"]
    return (passes[0], len(text)) if passes and text.lower() in PASSES else None


def on_the_way(place: AnyPosition, points: list[str]) -> list[Any]:
    """Return the moves of one side that lead from the first point over the others to the last (24/14, 6x22x31), or none."""
    for name, move in named(place):
        ends = re.findall(r"\w+", name)
        if len(ends) == 2 and ends[0].lower() == points[0].lower():
            left = points[2:] if ends[1] == points[1] else points[1:]
            if not left:
                return [move]
            after = place.after(move)
            if after.turn == place.turn and (legs := on_the_way(after, [ends[1], *left])):
                return [move, *legs]
    return []


def forced(place: AnyPosition) -> tuple[list[Any], int]:
    """Return the only legal move, which a record may leave out, such as a pass; none where there are more, or at its beginning."""
    moves = place.moves() if place.history and place.outcome() == ONGOING and place.turn != CHANCE else []
    return (moves if len(moves) == 1 else [], 0)
