"""Checkers, or English draughts: who cannot move any more has lost.

Black, who begins, and White have twelve men each on the dark squares, numbered 1 to 32. A man goes one square forward along a
diagonal, a king also backward. A piece jumps over a piece of the other player next to it to the empty square behind, and takes it.
Who can jump has to, and the same piece goes on as long as it can. A man that reaches the last row becomes a king; the turn ends.

After forty moves of each player in which nothing was taken and no man moved, and when a position stands for the third time, the
game is a draw.

A move is written as the numbers of its squares, 11-15 or 15-22. Each jump is a move; a player who goes on jumping keeps the turn.
"""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, GameError, Item, Position, Record, Repetition, grid, kernel

BOARD = grid(8, 8, "diagonal", keep=lambda row, column: (row + column) % 2, names=[str(square) for square in range(1, 33)], parts=2)
SQUARES, BASE, RAYS, DIRECTIONS = BOARD.count, BOARD.base, BOARD.rays, 4  # directions: two upward, then two downward
MARKS = ".bwBW"
FEN = re.compile(r"\s*(?:\[FEN\s+\")?([BW]):([BW])([\dK,\s]*):(?!\2)([BW])([\dK,\s]*?)\.?(?:\"\])?\s*", re.IGNORECASE)  # of PDN
ROW, KING = SQUARES // 8, 2  # squares in a row; pieces: 1 + player, KING more for kings
QUIET = 80  # plies in which nothing happens
OPENINGS = dict(line.split(": ") for line in Path(__file__).with_name("checkers_openings.txt").read_text("utf-8").splitlines())
PLAYERS = (("Black", "black"), ("White", "white"))
# by square; 1 + the square of the piece that has to jump again, or 0; plies since a man moved or a piece was taken; 0 or 1
RECORD = np.dtype([("cells", np.int8, (SQUARES,)), ("jumper", np.int8), ("quiet", np.uint8), ("turn", np.int8)])
MAN, CROWN, ADVANCE = 1.0, 0.4, 0.03  # what a man, being a king, and a row that a man has come are worth; by eye


@kernel
def faces(piece: int, direction: int) -> bool:
    """Whether a piece may go in a direction."""
    return piece > KING or (direction < 2) == (piece == 2)


@kernel
def landing(cells: np.ndarray, start: int, direction: int) -> int:
    """Return where the piece on a square can jump to in a direction, or -1."""
    near, far = RAYS[start, direction, 0], RAYS[start, direction, 1]
    if far < 0 or cells[far] or cells[near] == 0 or (cells[near] - cells[start]) % 2 == 0 or not faces(cells[start], direction):
        return -1
    return far  # type: ignore[no-any-return]


@kernel
def can_jump(cells: np.ndarray, start: int) -> bool:
    """Whether the piece on a square can take another."""
    for direction in range(DIRECTIONS):
        if landing(cells, start, direction) >= 0:
            return True
    return False


@kernel
def legal_moves(position: Record, moves: np.ndarray) -> int:
    """All jumps, or where there are none, all steps."""
    cells, jumper, count, jumping = position["cells"], position["jumper"], 0, False
    for start in range(SQUARES):
        if cells[start] and (cells[start] - 1) % 2 == position["turn"] and (jumper == 0 or jumper == start + 1):
            if not jumping and can_jump(cells, start):
                jumping, count = True, 0
            for direction in range(DIRECTIONS):
                to = landing(cells, start, direction) if jumping else RAYS[start, direction, 0]
                if to >= 0 and cells[to] == 0 and faces(cells[start], direction):
                    moves[count], count = start * BASE + to, count + 1
    return count


def play(position: Record, move: int) -> None:
    """Go or jump, crown a man on the last row, and pass the turn on unless the piece jumps again, in place."""
    cells, player, start, to = position["cells"], position["turn"], move // BASE, move % BASE
    piece, jumped = cells[start], False
    for direction in range(DIRECTIONS):
        if RAYS[start, direction, 1] == to:
            cells[RAYS[start, direction, 0]], jumped = 0, True
    crowned = piece <= KING and to // ROW == (7 if player == 0 else 0)
    cells[start], cells[to] = 0, piece + KING if crowned else piece
    again = jumped and not crowned and can_jump(cells, to)
    position["quiet"] = 0 if jumped or piece <= KING else position["quiet"] + 1
    position["jumper"], position["turn"] = (to + 1, player) if again else (0, 1 - player)


def outcome(position: Record, moves: np.ndarray) -> tuple[int, int]:
    """Who cannot move has lost; after forty quiet moves each nobody has won."""
    count = legal_moves(position, moves)
    return (SECOND if position["turn"] == 0 else FIRST) if count == 0 else DRAW if position["quiet"] >= QUIET else ONGOING, count


def material(position: Record, player: int) -> float:
    """Men and kings, and how far men have come, the other side's subtracted."""
    value = 0.0
    for square in range(SQUARES):
        piece, row = position["cells"][square], square // ROW
        worth = 0.0 if piece == 0 else MAN + CROWN if piece > KING else MAN + ADVANCE * (row if piece == 1 else 7 - row)
        value += worth if piece % 2 == 1 else -worth
    return value if player == 0 else -value


def numbers(position: Record) -> list[Item]:
    """The numbers of the squares."""
    places = [(name, BOARD.box(square)) for square, name in enumerate(BOARD.names)]
    return [Item(f"number {name}", x + 0.02, y + 0.02, 0.3, 0.24, "text", "dim", name, size=0.2) for name, (x, y, _, _) in places]


def drawing(position: Position) -> list[Item]:
    """The board, with men that leave room for the numbers of their squares."""
    items = NAMED.drawing(position) if NAMED.drawing else []
    return [item._replace(x=item.x + 0.05, y=item.y + 0.05, w=0.7, h=0.7) if item.shape == "disc" else item for item in items]


def diagram(position: Position) -> str:
    """The squares, who is to move, and the square of a piece that has to jump again."""
    again = f", {position['jumper']} jumps again" if position["jumper"] else ""
    drawn = BOARD.diagram([MARKS[piece] for piece in position["cells"]])
    return f"{drawn}\n{MARKS[1 + position['turn']]} to move{again}"


def squares_of(fen: re.Match[str]) -> list[int]:
    """Return what stands on each square, as ``B:W18,22,K5:B9,1`` says it."""
    cells = [0] * SQUARES
    for side, men in ((fen[2], fen[3]), (fen[4], fen[5])):
        for man in filter(None, (each.strip() for each in men.upper().split(","))):
            square = int(man.removeprefix("K")) if re.fullmatch(r"K?\d+", man) else 0
            if not 1 <= square <= SQUARES or cells[square - 1]:
                raise GameError(f"a FEN of checkers has one piece on each of the squares 1 to {SQUARES}, not {man!r}")
            cells[square - 1] = 1 + "BW".index(side.upper()) + 2 * man.startswith("K")
    return cells


def read(text: str, position: Record, setup: Record) -> None:
    """Fill a position in place from a diagram, or a FEN of PDN; numbers but that of the piece that jumps again do not count."""
    if found := FEN.fullmatch(text):
        position["cells"], position["turn"] = squares_of(found), "BW".index(found[1].upper())
        return
    board, again, _ = text.partition(" jumps again")
    board, _, jumper = board.rpartition(", ") if again else (board, "", "0")
    position["cells"], position["turn"] = BOARD.read(board, MARKS)
    if not jumper.isdecimal() or not 0 <= int(jumper) <= SQUARES:
        raise GameError(f"the piece that jumps again stands on a square up to {SQUARES}, not {jumper!r}")
    position["jumper"] = int(jumper)


NAMED = BOARD.board(roles=("black", "white", "black:♛:king", "white:♛:king"), players=PLAYERS, extra=numbers)


def game() -> Game:
    """Checkers."""
    return Game(
        "checkers",
        RECORD,
        start=lambda position: position["cells"].put(range(SQUARES), [1] * 12 + [0] * 8 + [2] * 12),
        outcome=outcome,
        play=play,
        max_moves=12 * DIRECTIONS,
        repeats=Repetition(3, QUIET),
        text=BOARD.text(
            diagram=diagram,
            read=read,
            reason=lambda at: "forty quiet moves" if at["quiet"] >= QUIET else "no piece can move",
            names=OPENINGS,
        ),
        board=replace(NAMED, drawing=drawing),
        evaluators=[Evaluator("material", material, antisymmetric=True)],
        opening_plies=4,
    )
