"""Records of games as people paste them, in every game: one game's main line.

* moves, glued or apart, with or without numbers, ``!?``, comments in braces, variations in brackets, clocks and results: PGN (also
  from a FEN tag), lines of UCI (also from a FEN) and GTP, transcripts of Othello, matches of backgammon
* SGF, and GGF, its relative for Othello, also from stones that are set (AB, AW, AE, PL, HA, BO) where a game reads diagrams
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from counterply import registry
from counterply.core.errors import CounterplyError, GameError
from counterply.plugins.board.pasted import BETWEEN, SHOWN, forced, moves_from, next_moves, plain
from counterply.usercode.loading import load_game

if TYPE_CHECKING:
    from counterply.core.game import Game
    from counterply.core.plain_game import PlainGame
    from counterply.core.position import AnyPosition

NEXT = re.compile(  # where another game may begin: at a line of tags, a heading of a match, a first move behind a result
    r'^\[\w+[ \t]+"|^[ \t]*Game \d+[ \t]*$|(?:(?<=[012]-[012])|(?<=-1/2)|(?<=\s\*))\s+(?=1[.)])', re.MULTILINE
)
PLAYERS = (
    re.compile(r'\[White +"([^"]*)".*?\[Black +"([^"]*)"', re.DOTALL),
    re.compile(r"PB\[([^\]]*).*?PW\[([^\]]*)", re.DOTALL),
    re.compile(r"^[ \t]*(\S.*?) : \d+[ \t]+(\S.*?) : \d+", re.MULTILINE),
)
FIRST_ROLL = re.compile(r"^([ \t]*1[.)][ \t]+)(\d)(\d)(?=:)", re.MULTILINE)  # of a game in a match
COLUMN = 10  # blanks before it, at least, where the left player's column is empty
TITLE = 40  # letters of a game whose players are not known
TOKEN = re.compile(r"[();]|([A-Za-z]+)\s*((?:\[(?:\\.|[^\]\\])*\]\s*)+)", re.DOTALL)
VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
FEN = re.compile(r'(?:\[FEN\s+"|^\s*(?:position\s+)?fen\s+)(?P<fen>[^"]+?)(?:"\]|\s*$|\s+(?=moves\b))')
GAMES = {"1": "go", "2": "othello", "3": "chess", "4": "gomoku", "6": "backgammon", "11": "hex", "18": "amazons"}  # by GM
SETS = {"AB": "B", "AW": "W", "AE": "."}
BOARD_OF_GGF = str.maketrans("*O-", "BW.")
MARKS = dict(zip("BW.", "XO.", strict=True))  # of diagrams


def record(game: Game | PlainGame, text: str) -> AnyPosition | None:
    """Return the position that the record of a game leads to, from the game's start or one of its own; None if it is no record.

    Raises
    ------
    GameError
        if it begins as one, and tells a move that is not legal, or something else that `game` has no room for
    """
    if len(games_of(text)) > 1:
        raise GameError("this text holds several games; give one of them")
    if text.lstrip().startswith("(;"):
        return read_sgf(game, text)
    if told := FEN.search(text):
        start = game.position(told["fen"])
        return moves_from(start, text[told.end() :]) or start
    return moves_from(game.start(), FIRST_ROLL.sub(begun_by, text))


def begun_by(roll: re.Match[str]) -> str:
    """Return the first roll of a match as the game has it: the die of the left player first, of whom who rolled more begins."""
    low, high = sorted(roll[2] + roll[3])
    return f"{roll[1]}{low}{high}" if roll[1].count(" ") >= COLUMN else f"{roll[1]}{high}{low}"


def games_of(text: str) -> list[str]:
    """Return the games that a text holds, a text each."""
    sgf = text.lstrip().startswith("(;")
    ends = ends_of_trees(text) if sgf else [match.start() for match in NEXT.finditer(text)]
    games, begun = [], ""
    for begin, end in pairwise([0, *ends, len(text)]):
        begun += text[begin:end]
        if begun.strip() and (sgf or BETWEEN.sub("", plain(begun))):  # more than headings
            games.append(begun.strip())
            begun = ""
    return games


def ends_of_trees(text: str) -> list[int]:
    """Return where the games of an SGF end."""
    depth, ends = 0, []
    for token in TOKEN.finditer(text):
        depth += (token[0] == "(") - (token[0] == ")")
        ends += [token.end()] * (token[0] == ")" and depth == 0)
    return ends


def title_of(text: str) -> str:
    """Return who played the game of a text, or where it does not say, how it begins."""
    named = next((found for pattern in PLAYERS if (found := pattern.search(text))), None)
    told = text if text.startswith("(") else " ".join(plain(text).split())
    return " – ".join(named.groups()) if named else told[:TITLE]


def read_sgf(game: Game | PlainGame, text: str) -> AnyPosition:
    """Return the position after the moves of an SGF's main line.

    Raises
    ------
    GameError
        if it is of another game or another size, holds several games, sets stones where `game` cannot begin with them, or tells
        a move that is not legal or not that player's
    """
    letters = "WB" if game.players[0][0].startswith("White") else "BW"
    setup: dict[tuple[int, int], str] = {}
    mover, handicap, place, count = "", "0", None, 0
    for name, values in main_line(text):
        value = values[0].strip()
        if name == "GM" and (GAMES.get(value, value.lower()) != game.name) and game.name in GAMES.values():
            raise GameError(f"this SGF is of game {GAMES.get(value, value)}, not of {game.name}")
        if name == "SZ":
            require_size(game, value)
        elif name == "HA":
            handicap = value
        elif name == "PL":
            mover = value[:1].upper()
        elif name == "BO":
            setup |= stones_of_ggf(game, value)
            mover = value.translate(BOARD_OF_GGF)[-1]
        elif name in SETS:
            if count:
                raise GameError(f"this SGF sets stones by {name} after move {count}; only a game's beginning can be set")
            setup |= {cell: SETS[name] for each in values for cell in cells_of(game, each.strip())}
        elif name in ("B", "W"):
            place = place or beginning(game, setup, mover or name, letters)
            count += 1
            while place.turn in (0, 1) and letters[place.turn] != name and (passed := forced(place)[0]):
                place = place.after(passed[0])
            if place.turn in (0, 1) and letters[place.turn] != name:
                raise GameError(f"move {count} of this SGF is {name}'s, but {letters[place.turn]} is to move")
            word = value.partition("/")[0] or "pass"  # behind a slash GGF has its score and time
            found, length = next_moves(place, word) or ([], 0)
            if length < len(word):
                raise GameError(f"move {count} of this SGF, {word[:SHOWN]!r}, is no legal move")
            for move in found:
                place = place.after(move)
    if handicap.isdecimal() and int(handicap) > 1 and "B" not in setup.values():
        raise GameError(f"this SGF has a handicap of {handicap}, and no stones set by AB for it")
    return place or beginning(game, setup, mover or ("W" if int(handicap) > 1 else ""), letters)


def main_line(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the properties of a text's only game with their values, in the first variation."""
    depth, ended = 0, False
    for token in TOKEN.finditer(text):
        if token[0] == "(":
            depth += 1
        elif token[0] == ")":
            depth, ended = depth - 1, True
        elif token[1] and not ended:
            yield "".join(letter for letter in token[1] if letter.isupper()), VALUE.findall(token[2])
    if depth:
        raise GameError("this SGF has no end: a closing parenthesis is missing")


def require_size(game: Game | PlainGame, value: str) -> None:
    """Raise `GameError` if a game was played on a board of another size."""
    columns, _, rows = value.partition(":")
    if game.board is not None and (rows or columns, columns) != tuple(map(str, game.board)):
        high, wide = game.board
        told = f"this game was played on {columns}x{rows or columns}, and this board is {wide}x{high}"
        raise GameError(f"{told}{resized(game, columns, rows or columns)}")


def resized(game: Game | PlainGame, columns: str, rows: str) -> str:
    """Return the advice to make a game that comes with us on a board of another size, where it can be made so."""
    if game.name not in registry.games():
        return ""
    sets = {"size": columns} if columns == rows else {"width": columns, "height": rows}
    try:
        load_game(game.name, sets)
    except CounterplyError:
        return ""
    return "; give " + " ".join(f"--set {key}={value}" for key, value in sets.items())


def cells_of(game: Game | PlainGame, value: str) -> Iterator[tuple[int, int]]:
    """Return rows and columns, from 0, of a point, as in ``dc`` or ``d3``, or of a rectangle of points, as in ``aa:dc``."""
    if (named := re.fullmatch(r"([a-z])(\d+)", value)) and counts_down(game):
        return iter([(int(named[2]) - 1, ord(named[1]) - ord("a"))])
    if not re.fullmatch(r"[a-z]{2}(:[a-z]{2})?", value):
        raise GameError(f"a stone of this SGF is set at {value!r}, not at two letters, column and row, as in dc")
    left, top, right, bottom = (ord(letter) - ord("a") for letter in value[:2] + value[-2:])
    return ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))


def counts_down(game: Game | PlainGame) -> bool:
    """Tell whether a game names its cells by column and row from the top left, as in ``a1``."""
    start: AnyPosition = game.start()
    cell: Any = game.cell
    cells = [(start.move_text(move), cell(start, move)) for move in start.moves()] if cell is not None else []
    return bool(cells) and all(at is None or text == f"{chr(ord('a') + at[1])}{at[0] + 1}" for text, at in cells)


def stones_of_ggf(game: Game | PlainGame, value: str) -> dict[tuple[int, int], str]:
    """Return what is on the cells by the board of a GGF: its side, ``*``, ``O`` or ``-`` for each cell, and who is to move."""
    size, _, marks = value.partition(" ")
    require_size(game, size)
    side, found = int(size), re.sub(r"\s", "", marks)[:-1].translate(BOARD_OF_GGF)
    if len(found) != side * side or set(found) - set("BW."):
        raise GameError(f"the board of this GGF is not {side} rows of {side} of *, O and -")
    return {divmod(cell, side): mark for cell, mark in enumerate(found)}


def beginning(game: Game | PlainGame, setup: dict[tuple[int, int], str], mover: str, letters: str) -> AnyPosition:
    """Return the position that a game begins at, with the stones that are set; by a diagram where it is not the game's own."""
    start = game.start()
    if not setup and mover in ("", letters[0]):
        return start
    rows, columns = game.board or (0, 0)
    marks = [mark for mark in str(start).rpartition("\n")[0] if mark in MARKS.values()]
    if len(marks) != rows * columns:
        raise GameError(f"this SGF sets stones or who begins, and {game.name} has no diagram of stones to begin with")
    for (row, column), stone in setup.items():
        if row >= rows or column >= columns:
            raise GameError(f"this SGF sets a stone at column {column + 1}, row {row + 1}, and this board is {columns}x{rows}")
        marks[row * columns + column] = MARKS[stone]
    lines = ["".join(marks[row * columns : (row + 1) * columns]) for row in range(rows)]
    try:
        return game.position("\n".join([*lines, f"{MARKS[mover or letters[0]]} to move"]))
    except GameError as error:
        raise GameError(f"this SGF sets stones or who begins, and {game.name} cannot begin so: {error}") from None
