"""Chess, by the FIDE Laws: White, who begins, and Black move in turn, and who checkmates the other king has won.

    pawn        goes one cell forward, or two from where it began, and takes diagonally forward
    in passing  a pawn that has just gone two may be taken by a pawn as if it had gone one
    promotion   on the last row a pawn becomes a queen, rook, bishop or knight
    knight      goes two cells straight and one to the side, over what stands there
    bishop      goes diagonally, a rook straight, a queen either way, as far as the way is free
    king        goes one cell
    castling    the king goes two cells towards a rook, which comes to its other side

Neither king nor rook may have moved before they castle; nothing stands between them, or attacks a cell that the king leaves, passes
or reaches.

No move may leave the own king attacked. Who has none left has lost if the king is attacked, else it is a draw (stalemate). It is
also a draw where the same position stands for the third time, where for fifty moves of each side no pawn moved and nothing was
taken, and where neither side has what it needs for a mate: a king alone, or with one bishop or knight; or bishops all of one
colour.

A move is written as in Standard Algebraic Notation, Nf3, exd5, O-O, e8=Q+; e2e4, as the Universal Chess Interface writes it, is
read too. A position is read from Forsyth-Edwards Notation (FEN), a game from Portable Game Notation (PGN).
"""

import re
from pathlib import Path
from typing import Any

import numpy as np

from counterply import (
    DRAW,
    FIRST,
    ONGOING,
    SECOND,
    Board,
    Evaluator,
    Game,
    GameError,
    Hints,
    Item,
    Record,
    Repetition,
    Text,
    highest_bit,
    kernel,
    lowest_bit,
    popcount,
)
from counterply.core.position import Position

# Cells are numbered from a1, 0, row by row to h8, 63; a set of cells is a word of 64 bits.
NOTHING, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(7)
ANY = NOTHING  # among the sets of cells: that of all pieces
LETTERS, FILES = ".PNBRQK", "abcdefgh"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
FIFTY_MOVES, MOST_MOVES = 100, 218  # plies; and the most moves that a position is known to have
PROMOTED, FROM = 4096, 64  # a move is 4096 x what a pawn becomes, or 0, + 64 x from where + to where
ZERO, ONE, ALL = np.uint64(0), np.uint64(1), np.uint64(0xFFFF_FFFF_FFFF_FFFF)
LAST_ROWS, DARK = np.uint64(0xFF00_0000_0000_00FF), np.uint64(0xAA55_AA55_AA55_AA55)
OPENINGS = dict(line.split(": ") for line in Path(__file__).with_name("chess_openings.txt").read_text("utf-8").splitlines())
RECORD = np.dtype(
    [
        ("kinds", np.uint64, (7,)),  # where each kind of piece stands, of both sides; first, where any does
        ("sides", np.uint64, (2,)),  # where White's and Black's pieces stand
        ("key", np.uint64),
        ("cells", np.int8, (64,)),  # the kind of piece on each cell
        ("turn", np.int8),  # 0 White, 1 Black
        ("rights", np.int8),  # to castle: 1 White's short, 2 White's long, 4 and 8 Black's
        ("passing", np.int8),  # the cell on which a pawn can be taken in passing, if that is legal; else 0
        ("quiet", np.int16),  # plies since a pawn moved or something was taken
        ("number", np.int16),  # of the move, from 1, which FEN tells
    ]
)

# --- tables


def cells_from(steps: list[tuple[int, int]], far: bool) -> np.ndarray:
    """Return, by cell, where the steps lead: once, or as far as the board goes."""
    table = np.zeros(64, np.uint64)
    for cell in range(64):
        for right, up in steps:
            column, row = cell % 8 + right, cell // 8 + up
            while 0 <= column < 8 and 0 <= row < 8:
                table[cell] |= ONE << np.uint64(8 * row + column)
                column, row = (column + right, row + up) if far else (-1, -1)
    return table


STRAIGHT, DIAGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (-1, 1), (-1, -1), (1, -1))
WAYS = ((0, 1), (1, 0), (1, 1), (-1, 1), (0, -1), (-1, 0), (-1, -1), (1, -1))  # first the four to higher cells
UPWARDS, IS_STRAIGHT = 4, np.array([way in STRAIGHT for way in WAYS])
RAYS = np.array([cells_from([way], far=True) for way in WAYS])
KNIGHT_FROM = cells_from([(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)], far=False)
KING_FROM = cells_from([*STRAIGHT, *DIAGONAL], far=False)
PAWN_FROM = np.array([cells_from([(-1, up), (1, up)], far=False) for up in (1, -1)])
KEPT = np.full(64, 15, np.int8)  # rights that a move from or to a cell leaves
KEPT[[0, 4, 7, 56, 60, 63]] = 15 - np.array([2, 3, 1, 8, 12, 4])
RANDOM = np.random.default_rng(1950)  # the year of Shannon's paper
PIECE_KEY = RANDOM.integers(1, 1 << 63, (2, 7, 64), dtype=np.uint64)
RIGHTS_KEY, PASSING_KEY = RANDOM.integers(1, 1 << 63, 16, dtype=np.uint64), RANDOM.integers(1, 1 << 63, 64, dtype=np.uint64)
RIGHTS_KEY[0] = PASSING_KEY[0] = 0
TURN_KEY = np.uint64(RANDOM.integers(1, 1 << 63))

# --- where pieces go, and what they attack


@kernel
def parts(move: int) -> Any:
    """From where and to where a move goes, and what a pawn becomes."""
    return move // FROM % 64, move % 64, move // PROMOTED


@kernel
def bit(cell: int) -> Any:
    """The set of one cell."""
    return ONE << np.uint64(cell)


@kernel
def seen(way: int, cell: int, taken: Any) -> Any:
    """The cells on a ray, up to the first of the `taken` ones and with it."""
    ray = RAYS[way, cell]
    stops = ray & taken
    if stops == ZERO:
        return ray
    return ray & ~RAYS[way, lowest_bit(stops) if way < UPWARDS else highest_bit(stops)]


@kernel
def straight(cell: int, taken: Any) -> Any:
    """The cells that a rook attacks."""
    return seen(0, cell, taken) | seen(1, cell, taken) | seen(4, cell, taken) | seen(5, cell, taken)


@kernel
def diagonal(cell: int, taken: Any) -> Any:
    """The cells that a bishop attacks."""
    return seen(2, cell, taken) | seen(3, cell, taken) | seen(6, cell, taken) | seen(7, cell, taken)


@kernel
def attackers(position: Record, cell: int, taken: Any, player: int) -> Any:
    """The pieces of `player` that attack a cell, where the `taken` cells are in the way."""
    kinds = position["kinds"]
    found = (PAWN_FROM[1 - player, cell] & kinds[PAWN]) | (KNIGHT_FROM[cell] & kinds[KNIGHT]) | (KING_FROM[cell] & kinds[KING])
    found |= diagonal(cell, taken) & (kinds[BISHOP] | kinds[QUEEN])
    found |= straight(cell, taken) & (kinds[ROOK] | kinds[QUEEN])
    return found & position["sides"][player]


@kernel
def in_check(position: Record) -> Any:
    """Whether the king of the side to move is attacked."""
    player, taken = position["turn"], position["kinds"][ANY]
    return attackers(position, lowest_bit(position["kinds"][KING] & position["sides"][player]), taken, 1 - player) != ZERO


@kernel
def guard(position: Record) -> Any:
    """The king's cell; where a piece must go to answer a check, ALL without one; the pieces that may not leave their line to it."""
    kinds, own, enemy = position["kinds"], position["sides"][position["turn"]], position["sides"][1 - position["turn"]]
    king, answers, pinned, taken = lowest_bit(kinds[KING] & own), ALL, ZERO, own | enemy
    jumpers = enemy & ((KNIGHT_FROM[king] & kinds[KNIGHT]) | (PAWN_FROM[position["turn"], king] & kinds[PAWN]))
    if jumpers != ZERO:
        answers &= jumpers
    for way in range(8):
        sliders = enemy & (kinds[QUEEN] | kinds[ROOK if IS_STRAIGHT[way] else BISHOP])
        if RAYS[way, king] & sliders == ZERO:
            continue
        line = seen(way, king, taken)
        if line & sliders != ZERO:
            answers &= line
        elif line & own != ZERO and seen(way, lowest_bit(line & own), taken) & sliders != ZERO:
            pinned |= line & own
    return king, answers, pinned


@kernel
def passing_is_safe(position: Record, start: int, player: int) -> Any:
    """Whether `player`, by taking in passing from `start`, leaves the king unattacked."""
    to, gone = position["passing"], bit(position["passing"] + (-8 if player == 0 else 8))
    taken = position["kinds"][ANY] & ~gone & ~bit(start) | bit(to)
    king = lowest_bit(position["kinds"][KING] & position["sides"][player])
    return attackers(position, king, taken, 1 - player) & ~gone == ZERO


@kernel
def pawn_goes(position: Record, cell: int, player: int) -> Any:
    """Where a pawn can go, whether or not that leaves the king attacked; but not in passing."""
    free = ~position["kinds"][ANY]
    here, there = bit(cell), PAWN_FROM[player, cell] & position["sides"][1 - player]
    one = (here << np.uint64(8) if player == 0 else here >> np.uint64(8)) & free
    two = (one << np.uint64(8) if player == 0 else one >> np.uint64(8)) & free
    return there | one | (two if cell // 8 == (1 if player == 0 else 6) else ZERO)


@kernel
def king_goes(position: Record, cell: int, player: int) -> Any:
    """Where a king can go."""
    own, taken = position["sides"][player], position["kinds"][ANY]
    found, left = ZERO, KING_FROM[cell] & ~own
    while left != ZERO:
        to = lowest_bit(left)
        left &= left - ONE
        if attackers(position, to, taken & ~bit(cell), 1 - player) == ZERO:
            found |= bit(to)
    rights = position["rights"] >> (2 * player)
    short = rights & 1 != 0 and found & bit(cell + 1) != ZERO and taken & (bit(cell + 1) | bit(cell + 2)) == ZERO
    long = rights & 2 != 0 and found & bit(cell - 1) != ZERO and taken & (bit(cell - 1) | bit(cell - 2) | bit(cell - 3)) == ZERO
    if (short or long) and attackers(position, cell, taken, 1 - player) == ZERO:
        if short and attackers(position, cell + 2, taken, 1 - player) == ZERO:
            found |= bit(cell + 2)
        if long and attackers(position, cell - 2, taken, 1 - player) == ZERO:
            found |= bit(cell - 2)
    return found


@kernel
def goes(position: Record, cell: int, king: int, answers: Any, pinned: Any) -> Any:
    """Where the piece on a cell can go; `king`, `answers` and `pinned` are its king's cell, and what `guard` says."""
    player, kind = np.int64(position["turn"]), position["cells"][cell]
    own, taken = position["sides"][player], position["kinds"][ANY]
    if kind == KING:
        return king_goes(position, cell, player)
    found = ZERO
    if kind == PAWN:
        found = pawn_goes(position, cell, player)
    elif kind == KNIGHT:
        found = KNIGHT_FROM[cell] & ~own
    if kind in (BISHOP, QUEEN):
        found |= diagonal(cell, taken) & ~own
    if kind in (ROOK, QUEEN):
        found |= straight(cell, taken) & ~own
    found &= answers
    if pinned & bit(cell) != ZERO:
        for way in range(8):
            if RAYS[way, king] & bit(cell) != ZERO:
                found &= RAYS[way, king]
    if kind == PAWN and position["passing"] != 0 and PAWN_FROM[player, cell] & bit(position["passing"]) != ZERO:  # noqa: SIM102
        if passing_is_safe(position, cell, player):  # a call; it is seldom made
            found |= bit(position["passing"])
    return found


# --- the rules


@kernel
def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Every move that leaves the own king unattacked; what a pawn becomes comes last."""
    king, answers, pinned = guard(position)
    count = 0
    last: Any = ZERO
    for becomes in range(KING):
        left: Any = position["sides"][position["turn"]] if becomes == NOTHING else last if becomes != PAWN else ZERO
        while left != ZERO:
            cell = lowest_bit(left)
            left &= left - ONE
            targets = goes(position, cell, king, answers, pinned)
            if becomes == NOTHING and position["cells"][cell] == PAWN and targets & LAST_ROWS != ZERO:
                last |= bit(cell)
                continue
            while targets != ZERO:
                moves[count] = PROMOTED * becomes + FROM * cell + lowest_bit(targets)
                count += 1
                targets &= targets - ONE
    return count


@kernel
def move_piece(position: Record, player: int, kind: int, cell: int) -> None:
    """Put a piece on an empty cell, or lift the one that stands there, in place; `cells` is not touched."""
    position["kinds"][ANY] ^= bit(cell)
    position["kinds"][kind] ^= bit(cell)
    position["sides"][player] ^= bit(cell)
    position["key"] ^= PIECE_KEY[player, kind, cell]


def play(position: Record, move: int) -> None:
    """Move, take, castle, promote, in place."""
    player, cells = np.int64(position["turn"]), position["cells"]
    start, to, becomes = parts(move)
    kind, taken = np.int64(cells[start]), np.int64(cells[to])
    position["key"] ^= TURN_KEY ^ RIGHTS_KEY[position["rights"]] ^ PASSING_KEY[position["passing"]]
    position["quiet"] = 0 if taken != NOTHING or kind == PAWN else position["quiet"] + 1
    if taken != NOTHING:
        move_piece(position, 1 - player, taken, to)
    elif kind == PAWN and to == position["passing"] and to != 0:
        gone = to + (-8 if player == 0 else 8)
        move_piece(position, 1 - player, PAWN, gone)
        cells[gone] = NOTHING
    elif kind == KING and abs(start - to) == 2:
        corner, beside = (to + 1, to - 1) if to > start else (to - 2, to + 1)
        move_piece(position, player, ROOK, corner)
        move_piece(position, player, ROOK, beside)
        cells[corner], cells[beside] = NOTHING, ROOK
    move_piece(position, player, kind, start)
    landed = becomes if becomes != NOTHING else kind
    move_piece(position, player, landed, to)
    cells[start], cells[to] = NOTHING, landed
    position["rights"] &= KEPT[start] & KEPT[to]
    position["turn"] = 1 - player
    position["number"] += player
    position["passing"] = 0
    if landed == PAWN and abs(start - to) == 16:
        offer_passing(position, (start + to) // 2)
    position["key"] ^= RIGHTS_KEY[position["rights"]] ^ PASSING_KEY[position["passing"]]


@kernel
def offer_passing(position: Record, cell: int) -> None:
    """Note, in place, that the side to move may take in passing on a cell, if that is legal."""
    player = np.int64(position["turn"])
    left = PAWN_FROM[1 - player, cell] & position["kinds"][PAWN] & position["sides"][player]
    position["passing"], safe = cell, False
    while left != ZERO:
        safe = safe or passing_is_safe(position, lowest_bit(left), player)
        left &= left - ONE
    position["passing"] = cell if safe else 0


@kernel
def can_move(position: Record) -> bool:
    """Whether there is a legal move."""
    king, answers, pinned = guard(position)
    left = position["sides"][position["turn"]]
    while left != ZERO:
        if goes(position, lowest_bit(left), king, answers, pinned) != ZERO:
            return True
        left &= left - ONE
    return False


@kernel
def nobody_can_mate(position: Record) -> bool:
    """Whether there are only kings, and one bishop or knight, or bishops all of one colour."""
    kinds, taken = position["kinds"], position["kinds"][ANY]
    if kinds[PAWN] | kinds[ROOK] | kinds[QUEEN] != ZERO:
        return False
    bishops = kinds[BISHOP]
    return popcount(taken) <= 3 or (kinds[KNIGHT] == ZERO and (bishops & DARK == ZERO or bishops & DARK == bishops))


def outcome(position: Record) -> int:
    """Checkmate, stalemate, fifty moves, or too little for a mate; the same position three times is `Repetition`'s affair."""
    if not can_move(position):
        if in_check(position):
            return SECOND if position["turn"] == 0 else FIRST
        return DRAW
    return DRAW if position["quiet"] >= FIFTY_MOVES or nobody_can_mate(position) else ONGOING


def key(position: Record) -> Any:
    """Pieces, side to move, rights to castle, and what may be taken in passing."""
    return position["key"]


# --- what a search is told

WORTH = np.array([0, 100, 320, 330, 500, 900, 20_000])  # hundredths of a pawn


@kernel
def exchanged(position: Record, move: int) -> Any:
    """What a move gains, in hundredths of a pawn; less the piece itself where it is worth more and the cell is guarded."""
    start, to, becomes = parts(move)
    kind, taken = np.int64(position["cells"][start]), np.int64(position["cells"][to])
    gain = WORTH[taken] + (WORTH[becomes] - WORTH[PAWN] if becomes != NOTHING else 0)
    if kind == PAWN and to == position["passing"] and to != 0:
        gain += WORTH[PAWN]
    if kind != KING and WORTH[kind] > gain and gain > 0:
        others = position["kinds"][ANY] & ~bit(start)
        if attackers(position, to, others, 1 - position["turn"]) != ZERO:
            return gain - WORTH[kind]
    return gain


def candidates(position: Record, moves: np.ndarray, scores: np.ndarray) -> Any:
    """All moves: first what takes most with the least, last what loses the piece that takes."""
    count = legal_moves(position, moves)
    for index in range(count):
        gain = exchanged(position, moves[index])
        kind = np.int64(position["cells"][moves[index] // FROM % 64])
        scores[index] = 10 * gain - kind if gain > 0 else gain
    return count


def noisy_moves(position: Record, moves: np.ndarray) -> int:
    """What takes and is not taken back for more, and new queens; the most valuable first."""
    count = legal_moves(position, moves)
    kept = 0
    for index in range(count):
        move = moves[index]
        gain = exchanged(position, move)
        if gain > 0 and (move // PROMOTED == NOTHING or move // PROMOTED == QUEEN):
            place = kept
            while place > 0 and exchanged(position, moves[place - 1]) < gain:
                moves[place] = moves[place - 1]
                place -= 1
            moves[place] = move
            kept += 1
    return kept


def piece_tables() -> np.ndarray:
    """Return what each kind of piece is worth to White on each cell, in hundredths of a pawn: early, and late in the game."""
    table = np.zeros((2, 7, 64))
    for cell in range(64):
        row, column = cell // 8, cell % 8
        aside, ahead = abs(2 * column - 7) / 2, abs(2 * row - 7) / 2  # 0.5 in the middle to 3.5 at the edge
        centre = 3.5 - max(aside, ahead) + (3.5 - min(aside, ahead)) / 4
        middle = 12 * (aside < 1) * (2 <= row <= 4) - 14 * (aside < 1) * (row == 1)
        table[0, PAWN, cell] = WORTH[PAWN] + 2 * (row - 1) + middle + 8 * (row - 4) * (row > 4)
        table[1, PAWN, cell] = WORTH[PAWN] + 10 + (row - 1) ** 2 * 2.5
        table[:, KNIGHT, cell] = WORTH[KNIGHT] - 22 + 14 * centre - 6 * (row == 0)
        table[:, BISHOP, cell] = WORTH[BISHOP] - 8 + 6 * centre - 10 * (row == 0)
        table[:, ROOK, cell] = WORTH[ROOK] + 4 * (3.5 - aside) * (row < 2) + 18 * (row == 6)
        table[0, QUEEN, cell], table[1, QUEEN, cell] = WORTH[QUEEN] + 2 * centre, WORTH[QUEEN] + 8 * centre
        table[0, KING, cell] = 14 * (aside > 2) * (row == 0) - 16 * row - 10 * (aside < 2) * (row > 0) + 6 * (column in (1, 6))
        table[1, KING, cell] = -28 + 18 * centre
    return np.round(table).astype(np.int64)


TABLES = piece_tables()
PHASE = np.array([0, 0, 1, 1, 2, 4, 0])  # how much of the early game a piece stands for
ALL_PHASES, PAIR = 24, 30  # of all pieces; and what two bishops are worth beyond themselves


def pieces(position: Record, player: int) -> Any:
    """Every piece by where it stands, between its worth early and late in the game; and pairs of bishops."""
    early, late, phase = 0, 0, 0
    for side in range(2):
        sign, mirror = (1, 0) if side == 0 else (-1, 56)
        left = position["sides"][side]
        while left != ZERO:
            cell = lowest_bit(left)
            left &= left - ONE
            kind = np.int64(position["cells"][cell])
            early += sign * TABLES[0, kind, cell ^ mirror]
            late += sign * TABLES[1, kind, cell ^ mirror]
            phase += PHASE[kind]
        if popcount(position["sides"][side] & position["kinds"][BISHOP]) > 1:
            early, late = early + sign * PAIR, late + sign * PAIR
    phase = min(phase, ALL_PHASES)
    value = (early * phase + late * (ALL_PHASES - phase)) / (100.0 * ALL_PHASES)
    return value if player == 0 else -value


# --- texts


def name(cell: int) -> str:
    """Return a cell as in e4."""
    return f"{FILES[cell % 8]}{cell // 8 + 1}"


def long_text(position: Position, move: int) -> str:
    """Return a move as the Universal Chess Interface writes it."""
    start, to, becomes = parts(move)
    return name(start) + name(to) + ("" if becomes == NOTHING else LETTERS[becomes].lower())


def move_text(position: Position, move: int) -> str:
    """Return a move in Standard Algebraic Notation."""
    start, to, becomes = parts(move)
    kind = int(position["cells"][start])
    takes = bool(position["cells"][to]) or (kind == PAWN and start % 8 != to % 8)
    if kind == KING and abs(start - to) == 2:
        text = "O-O" if to > start else "O-O-O"
    elif kind == PAWN:
        text = (FILES[start % 8] if takes else "") + "x" * takes + name(to) + ("" if becomes == NOTHING else f"={LETTERS[becomes]}")
    else:
        alike = [parts(other)[0] for other in position.moves() if other % 64 == to and position["cells"][parts(other)[0]] == kind]
        file, row = sum(cell % 8 == start % 8 for cell in alike), sum(cell // 8 == start // 8 for cell in alike)
        which = "" if len(alike) == 1 else name(start)[0] if file == 1 else name(start)[1] if row == 1 else name(start)
        text = LETTERS[kind] + which + "x" * takes + name(to)
    after = position.after(move).record
    return text + (("+" if can_move(after) else "#") if in_check(after) else "")


def fen(position: Position) -> str:
    """Return a position in Forsyth-Edwards Notation."""
    rows = []
    for row in range(7, -1, -1):
        line = "".join(letter(position, 8 * row + column) for column in range(8))
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), line))
    rights = "".join(mark for place, mark in enumerate("KQkq") if position["rights"] >> place & 1) or "-"
    passing = name(int(position["passing"])) if position["passing"] else "-"
    return f"{'/'.join(rows)} {'wb'[position['turn']]} {rights} {passing} {position['quiet']} {position['number']}"


def letter(position: Position, cell: int) -> str:
    """Return what stands on a cell, as in FEN; a dot where nothing does."""
    mark = LETTERS[position["cells"][cell]]
    return mark.lower() if int(position["sides"][1]) >> cell & 1 else mark


def diagram(position: Position) -> str:
    """The board with its names, and the position's FEN."""
    rows = [f"{row + 1} {' '.join(letter(position, 8 * row + column) for column in range(8))}" for row in range(7, -1, -1)]
    return "\n".join([*rows, f"  {' '.join(FILES)}", fen(position)])


def read(text: str, record: Record, setup: Record | None = None) -> None:
    """Fill `record` in place from FEN, or from a diagram, whose last line is one; the counters may be missing."""
    words = (text.strip().splitlines() or [""])[-1].split()
    board, side, rights, passing, quiet, number = [*words, *["", "w", "-", "-", "0", "1"][len(words) :]][:6] if words else [""] * 6
    marks = re.sub(r"[1-8]", lambda empty: "." * int(empty[0]), board).split("/")
    if [len(row) for row in marks] != [8] * 8 or set("".join(marks)) - set("PNBRQKpnbrqk."):
        raise GameError(f"FEN begins with eight rows of eight cells, as in {START!r}, not {board!r}")
    if side not in ("w", "b") or not re.fullmatch(r"-|K?Q?k?q?", rights) or not re.fullmatch(r"-|[a-h][36]", passing):
        raise GameError(
            f"after its board, FEN says w or b, rights such as KQkq, and - or a cell such as e3, not {' '.join(words[1:4])!r}"
        )
    if not (quiet.isdecimal() and number.isdecimal() and int(quiet) <= FIFTY_MOVES and int(number) < 10_000):
        raise GameError(f"FEN ends with a counter of plies up to {FIFTY_MOVES} and the move's number, not {quiet} {number}")
    for cell in range(64):
        mark = marks[7 - cell // 8][cell % 8]
        if mark != ".":
            record["cells"][cell] = LETTERS.index(mark.upper())
            move_piece(record, int(mark.islower()), int(record["cells"][cell]), cell)
    record["turn"], record["quiet"], record["number"] = "wb".index(side), int(quiet), max(1, int(number))
    kings = [bin(int(record["kinds"][KING] & record["sides"][player])).count("1") for player in (0, 1)]
    if kings != [1, 1] or record["kinds"][PAWN] & LAST_ROWS:
        raise GameError("each side has one king, and no pawn stands on the first or last row")
    for place, mark in enumerate("KQkq"):
        home = 56 * (place // 2)
        at = [bit(home + 4) & record["kinds"][KING], bit(home + (7, 0)[place % 2]) & record["kinds"][ROOK]]
        if mark in rights and all(int(piece & record["sides"][place // 2]) for piece in at):
            record["rights"] |= 1 << place
    if passing != "-":
        cell = FILES.index(passing[0]) + 8 * (int(passing[1]) - 1)
        gone = cell + (-8 if side == "w" else 8)
        if passing[1] == "63"[side == "b"] and record["cells"][gone] == PAWN and record["cells"][cell] == NOTHING:
            offer_passing(record, cell)
    record["key"] ^= RIGHTS_KEY[record["rights"]] ^ PASSING_KEY[record["passing"]] ^ (TURN_KEY if side == "b" else ZERO)
    mover = int(record["turn"])
    king = int(lowest_bit(record["kinds"][KING] & record["sides"][1 - mover]))
    if attackers(record, king, record["kinds"][ANY], mover):
        raise GameError("the side that is not to move stands in check")


def pgn(position: Position, first: str, second: str) -> str:
    """Return the game that led to a position in Portable Game Notation."""
    result = {"first": "1-0", "second": "0-1", "draw": "1/2-1/2"}.get(position.winner or "", "*")
    tags = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": first, "Black": second, "Result": result}
    if fen(position.origin) != START:
        tags |= {"SetUp": "1", "FEN": fen(position.origin)}
    words, number, black = [], int(position.origin["number"]), int(position.origin.turn)
    for index, text in enumerate(position.origin.line_text(position.history), black):
        numbered = f"{number + index // 2}." if index % 2 == 0 else f"{number + index // 2}..." if index == black else ""
        words += [*([numbered] if numbered else []), text]
    head = "\n".join(f'[{tag} "{value}"]' for tag, value in tags.items())
    return f"{head}\n\n{' '.join([*words, result])}\n"


def reason(position: Position) -> str:
    """Return how a game ended, if not by repetition."""
    if not can_move(position.record):
        return "checkmate" if in_check(position.record) else "stalemate"
    return "fifty moves without a pawn's move or a capture" if position["quiet"] >= FIFTY_MOVES else "too little is left for a mate"


def words(position: Position, move: int) -> str:
    """Return what a pawn becomes in words, where there is a choice."""
    becomes = move // PROMOTED
    return f"a {('', '', 'knight', 'bishop', 'rook', 'queen')[becomes]}" if becomes else move_text(position, move)


# --- the picture

SHAPES = {
    PAWN: "M.27 .86H.73V.78C.73 .68 .6 .62 .585 .5H.64V.45H.585A.15 .15 0 1 0 .415 .45H.36V.5H.415C.4 .62 .27 .68 .27 .78Z",
    KNIGHT: "M.26 .86H.76C.8 .5 .72 .24 .46 .2L.42 .12L.37 .22C.28 .3 .22 .44 .18 .56L.22 .63L.3 .62"
    "C.36 .56 .42 .55 .48 .52C.44 .62 .3 .68 .26 .86Z",
    BISHOP: "M.24 .86H.76V.78C.68 .78 .62 .75 .58 .7L.64 .66L.61 .6C.72 .48 .66 .32 .53 .22A.06 .06 0 1 0 .47 .22"
    "C.34 .32 .28 .48 .39 .6L.36 .66L.42 .7C.38 .75 .32 .78 .24 .78Z",
    ROOK: "M.22 .86H.78V.77H.7L.66 .42H.74V.2H.63V.28H.555V.2H.445V.28H.37V.2H.26V.42H.34L.3 .77H.22Z",
    QUEEN: "M.24 .86H.76L.72 .7L.86 .3L.67 .52L.67 .2L.55 .48L.5 .14L.45 .48L.33 .2L.33 .52L.14 .3L.28 .7Z",
    KING: "M.24 .86H.76V.74C.92 .56 .84 .38 .68 .4C.6 .4 .56 .44 .53 .5V.3H.62V.23H.53V.13H.47V.23H.38V.3H.47V.5"
    "C.44 .44 .4 .4 .32 .4C.16 .38 .08 .56 .24 .74Z",
}
PIECE_NAMES = ("", "pawn", "knight", "bishop", "rook", "queen", "king")


def identities(position: Position) -> dict[int, str]:
    """Return, by cell, where each piece stood when the game began: its name from position to position."""
    known = {cell: name(cell) for cell in range(64) if position.origin["cells"][cell]}
    for move in position.history:
        start, to, _ = parts(move)
        moved = known.pop(start)
        if moved in ("e1", "e8") and abs(start - to) == 2 and start % 8 == 4:
            corner, beside = (to + 1, to - 1) if to > start else (to - 2, to + 1)
            known[beside] = known.pop(corner)
        known[to] = moved
    return {cell: who for cell, who in known.items() if position["cells"][cell]}


def drawing(position: Position) -> list[Item]:
    """Brown cells, pieces, and the names beside the board."""
    items = []
    for cell in range(64):
        row, column = 7 - cell // 8, cell % 8
        role = "brown light" if (row + column) % 2 == 0 else "brown dark"
        what = letter(position, cell)
        side = "" if what == "." else "white " if what.isupper() else "black "
        label = f"{name(cell)} {side}{PIECE_NAMES[position['cells'][cell]] or 'empty'}"
        items.append(Item(f"{row},{column}", column, row, 1, 1, role=role, label=label, cell=(row, column)))
    for cell, who in identities(position).items():
        shape = SHAPES[int(position["cells"][cell])]
        role = "white" if letter(position, cell).isupper() else "black"
        items.append(Item(f"piece {who}", cell % 8, 7 - cell // 8, 1, 1, "path", role, path=shape))
    below = [Item(f"column {c}", c, 8.05, 1, 0.5, "text", "edge", text=FILES[c], size=0.34) for c in range(8)]
    beside = [Item(f"row {r}", -0.62, r, 0.5, 1, "text", "edge", text=str(8 - r), size=0.34) for r in range(8)]
    return items + below + beside


def touches(position: Position, move: int) -> tuple[str, ...]:
    """A piece's cell, and where it goes."""
    return tuple(f"{7 - cell // 8},{cell % 8}" for cell in parts(move)[:2])


def game() -> Game:
    """Chess."""
    return Game(
        "chess",
        RECORD,
        start=lambda position: read(START, position),
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        key=key,
        max_moves=MOST_MOVES,
        repeats=Repetition(3, FIFTY_MOVES),
        hints=Hints(candidates=candidates, noisy_moves=noisy_moves),
        text=Text(
            move_text,
            diagram,
            read,
            reason,
            formats={"fen": lambda position, first, second: fen(position), "pgn": pgn},
            words=words,
            names=OPENINGS,
            long_text=long_text,
        ),
        board=Board(
            (8, 8),
            lambda position, move: (7 - move % 64 // 8, move % 8),
            drawing,
            touches,
            players=(("White", "white"), ("Black", "black")),
        ),
        rules=__doc__ or "",
        evaluators=[Evaluator("pieces", pieces, antisymmetric=True)],
        opening_plies=4,
    )
