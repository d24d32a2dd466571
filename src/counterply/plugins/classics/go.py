"""Go on nine by nine points, by area: who holds more points at the end wins.

Black, who begins, and White put a stone on an empty point in turn, or pass. A chain is stones of a colour that are neighbours along
the lines, and its liberties are the empty points next to it. Stones of the other colour whose chain has no liberty left are taken.

A stone may not be put where its own chain has no liberty then, nor where a position of stones comes back that stood before in the
game (positional superko). After two passes the game is over. Each side counts its stones and the empty points that reach its
stones alone, and White gets 7 points more for going second. Dead stones have to be taken. A game also ends after 200 moves.

A move is written as a column's letter, without i, and a row's number: e5; or pass.
"""

import re
from typing import Any

import numpy as np

from counterply import DRAW, FIRST, ONGOING, SECOND, Evaluator, Game, GameError, Hints, Position, Record, grid, kernel

SIDE, KOMI, LONGEST, PLAYERS = 9, 7, 200, (("Black", "black"), ("White", "white"))
BOARD = grid(SIDE, SIDE, "straight", lines=True, names=[f"{letter}{row}" for row in range(SIDE, 0, -1) for letter in "abcdefghj"])
POINTS, PASS, NEAR, CORNERS = BOARD.count, BOARD.count, BOARD.near, grid(SIDE, SIDE, "diagonal").near
TAKES, SAVES = 20, 10  # how urgent a move is next to others, which are 1, and the pass, 0; by eye
KEYS = np.random.default_rng(1).integers(1, 2**63, (POINTS, 3), np.uint64)  # of a stone; of those on the board by exclusive or
# by point: 0 empty, 1 or 2 whose stone; its chain, 0 for none; who has lost a stone there, as 1 or 2, or 3 for both
STONES = [("cells", np.int8, (POINTS,)), ("chain", np.int8, (POINTS,)), ("lost", np.int8, (POINTS,))]
# by chain, how often an empty point is next to one of its stones; the keys of the stones after each move
CHAINS = [("free", np.int16, (POINTS + 1,)), ("stood", np.uint64, (LONGEST + 1,))]
RECORD = np.dtype([*STONES, *CHAINS, ("ply", np.int16), ("passes", np.int8), ("turn", np.int8)])  # moves; passes in a row; 0 or 1


@kernel
def fills(position: Record, point: int, chain: int) -> bool:
    """Whether an empty point is the only liberty of a chain."""
    times = 0
    for near in NEAR[point]:
        times += near >= 0 and position["chain"][near] == chain
    return times == position["free"][chain]  # type: ignore[no-any-return]


@kernel
def stands_again(position: Record, point: int, me: int) -> bool:
    """Whether a stone on a point makes stones that stood before."""
    key = position["stood"][position["ply"]] ^ KEYS[point, me]
    for other in range(POINTS):
        if position["cells"][other] == 3 - me and fills(position, point, position["chain"][other]):
            key ^= KEYS[other, 3 - me]
    return (position["stood"][: position["ply"]] == key).any()  # type: ignore[no-any-return]


@kernel
def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Every empty point whose stone lives and makes stones that never stood, and the pass."""
    cells, me, count = position["cells"], position["turn"] + 1, 0
    for point in range(POINTS):
        if cells[point]:
            continue
        lives = False
        for near in NEAR[point]:
            if near >= 0 and not lives:
                lives = cells[near] == 0 or fills(position, point, position["chain"][near]) == (cells[near] != me)
        if lives and not (position["lost"][point] & me and stands_again(position, point, me)):
            moves[count], count = point, count + 1
    moves[count] = PASS
    return count + 1


@kernel
def take(position: Record, chain: int) -> Any:
    """Take a chain from the board, in place, and return its key."""
    cells, chains, key = position["cells"], position["chain"], np.uint64(0)
    for point in range(POINTS):
        if chains[point] == chain:
            colour = cells[point]
            key ^= KEYS[point, colour]
            position["lost"][point] |= colour
            for near in NEAR[point]:
                if near >= 0 and cells[near] == 3 - colour:
                    position["free"][chains[near]] += 1
            cells[point], chains[point] = 0, 0
    return key


def play(position: Record, move: int) -> None:
    """Put a stone, which joins chains and takes those without liberties, in place, or pass."""
    cells, chains, free, ply, me = position["cells"], position["chain"], position["free"], position["ply"], position["turn"] + 1
    key, chain = position["stood"][ply], move + 1
    if move < PASS:
        cells[move], chains[move], free[chain] = me, chain, 0
        key ^= KEYS[move, me]
        for near in NEAR[move]:
            if near >= 0 and cells[near] == 0:
                free[chain] += 1
            elif near >= 0:
                free[chains[near]] -= 1
        for near in NEAR[move]:
            other = chains[near] if near >= 0 else 0
            if other > 0 and cells[near] != me and free[other] == 0:
                key ^= take(position, other)
            elif other > 0 and other != chain and cells[near] == me:
                free[chain] += free[other]
                for point in range(POINTS):
                    chains[point] = chain if chains[point] == other else chains[point]
    position["stood"][ply + 1], position["ply"], position["turn"] = key, ply + 1, 2 - me
    position["passes"] = position["passes"] + 1 if move == PASS else 0


@kernel
def is_eye(cells: np.ndarray, point: int, me: int) -> bool:
    """Whether an empty point is an eye of a colour, as far as its eight neighbours tell."""
    others, edge = 0, False
    for near in NEAR[point]:
        edge = edge or near < 0
        if near >= 0 and cells[near] != me:
            return False
    for corner in CORNERS[point]:
        others += corner >= 0 and cells[corner] == 3 - me
    return others < (1 if edge else 2)


def candidates(position: Record, moves: np.ndarray, scores: np.ndarray) -> int:
    """All but what fills an own eye: first what takes stones, then what saves them, last the pass."""
    cells, me, kept = position["cells"], position["turn"] + 1, 0
    for index in range(legal_moves(position, moves)):
        move, score = moves[index], 0
        if move < PASS:
            if is_eye(cells, move, me):
                continue
            score = 1
            for near in NEAR[move]:
                if near >= 0 and cells[near] and fills(position, move, position["chain"][near]):
                    score += TAKES if cells[near] != me else SAVES
        moves[kept], scores[kept], kept = move, score, kept + 1
    return kept


@kernel
def lead(cells: np.ndarray) -> int:
    """Return Black's area minus White's, without the points for going second."""
    reach, changed = cells.copy(), True  # 1 or 2 for the only colour that a point is or reaches, 3 for both
    while changed:
        changed = False
        for point in range(POINTS):
            if cells[point] == 0:
                before = reach[point]
                for near in NEAR[point]:
                    reach[point] |= reach[near] if near >= 0 else 0
                changed = changed or reach[point] != before
    return (reach == 1).sum() - (reach == 2).sum()  # type: ignore[no-any-return]


def outcome(position: Record) -> int:
    """After two passes, or the longest game: who has the larger area."""
    if position["passes"] < 2 and position["ply"] < LONGEST:
        return ONGOING
    points = lead(position["cells"]) - KOMI
    return FIRST if points > 0 else SECOND if points < 0 else DRAW


def area(position: Record, player: int) -> float:
    """Points of area, the other side's subtracted."""
    return float((lead(position["cells"]) - KOMI) * (1 - 2 * player))


def diagram(position: Position) -> str:
    """The stones, who is to move, and then how many moves were made, passes in a row, and where stones would stand again."""
    me, made = position["turn"] + 1, ""
    if position["ply"]:
        again = [p for p in range(POINTS) if position["lost"][p] & me and not position["cells"][p]]
        closed = [BOARD.names[point] for point in again if stands_again(position.record, point, me)]
        made = "; ".join([f" after {position['ply']} moves, {position['passes']} passes", *closed])
    return f"{BOARD.diagram(['.XO'[colour] for colour in position['cells']])}\n{'.XO'[me]} to move{made}"


def read(text: str, position: Record, setup: Record) -> None:
    """Fill a position in place from a diagram: of what stood before, it knows what may not stand again at once."""
    board, _, made = text.partition(" after ")
    pieces, turn = BOARD.read(board)
    told = re.fullmatch(r"(\d+) moves, ([0-2]) passes((?:; \w\d)*)\s*", made or "0 moves, 0 passes")
    if told is None:
        raise GameError(f"a diagram ends as in 'X to move after 20 moves, 0 passes; d5', not {made!r}")
    ply, passes, closed = int(told[1]), int(told[2]), told[3].split("; ")[1:]
    for point, piece in enumerate(pieces):
        if piece:
            position["turn"] = piece - 1
            play(position, point)
    if (position["cells"] != pieces).any() or not len(closed) <= ply <= LONGEST:
        raise GameError(f"these stones cannot stand after {ply} moves, one has no liberty: {text!r}")
    key = position["stood"][position["ply"]]
    position["stood"], position["ply"], position["turn"], position["passes"] = 0, 0, turn, passes
    position["stood"][0] = key
    for index, name in enumerate(closed):
        point, after = BOARD.point(name), position.copy()
        play(after, point)
        position["lost"][point] |= turn + 1
        position["stood"][index + 1] = after["stood"][1]
    position["stood"][ply], position["ply"] = key, ply


def counts(position: Record) -> list[int]:
    """The stones of each side on the board."""
    return [int((position["cells"] == colour).sum()) for colour in (1, 2)]


def game() -> Game:
    """Go."""
    return Game(
        "go",
        RECORD,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        hints=Hints(candidates=candidates),
        max_moves=POINTS + 1,
        max_plies=LONGEST,
        text=BOARD.text(
            diagram=diagram, read=read, reason=lambda at: f"{PLAYERS[area(at, 0) < 0][0]} leads by {abs(area(at, 0)):.0f} points"
        ),
        board=BOARD.board(roles=("black", "white"), passes=True, players=PLAYERS, points=counts),
        evaluators=[Evaluator("area", area, antisymmetric=True)],
        opening_plies=4,
    )
