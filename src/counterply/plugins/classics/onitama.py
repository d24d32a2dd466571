"""Onitama: cards say how pieces go, and a card that was used goes to the other player in the end.

X, who begins, and O each have five pieces on their first row of five by five cells: four students (x, o), and in the middle, on
their temple, a master (X, O). Each player holds two cards, and a fifth lies beside the board. In turn, a player takes a piece of
their own from where it is (@) to a mark (#) of one of their cards, past anything in between, but not to a piece of their own; a
piece of the other player there is taken. That card is then laid beside the board, and the one that lay there is taken up. Who has
no such move changes a card all the same.

Who takes the other master, or brings their own into the other temple, wins. A game that goes on for ever is a draw.

The sixteen cards, as whoever holds them looks forward:

    boar     cobra    crab     crane    dragon   eel      elephant frog
    .....    .....    .....    .....    .....    .....    .....    .....
    ..#..    ...#.    ..#..    ..#..    #...#    .#...    .#.#.    .#...
    .#@#.    .#@..    #.@.#    ..@..    ..@..    ..@#.    .#@#.    #.@..
    .....    ...#.    .....    .#.#.    .#.#.    .#...    .....    ...#.

    goose    horse    mantis   monkey   ox       rabbit   rooster  tiger
    .....    .....    .....    .....    .....    .....    .....    ..#..
    .#...    ..#..    .#.#.    .#.#.    ..#..    ...#.    ...#.    .....
    .#@#.    .#@..    ..@..    ..@..    ..@#.    ..@.#    .#@#.    ..@..
    ...#.    ..#..    ..#..    .#.#.    ..#..    .#...    .#...    ..#..

A move is written as a card and the cells from where and to where, crab-c1c2; or crab-pass, where only the card is changed.
"""

import re
from collections.abc import Iterable, Sequence

import numpy as np

from counterply import FIRST, ONGOING, SECOND, Evaluator, Game, GameError, Item, Position, Record, Text, grid, kernel

SIDE, BESIDE = 5, 4  # cells of a side; where the fifth card is among the cards
CARDS = {  # by name, steps to the right and forward
    "boar": ((-1, 0), (0, 1), (1, 0)),
    "cobra": ((-1, 0), (1, 1), (1, -1)),
    "crab": ((-2, 0), (0, 1), (2, 0)),
    "crane": ((0, 1), (-1, -1), (1, -1)),
    "dragon": ((-2, 1), (2, 1), (-1, -1), (1, -1)),
    "eel": ((-1, 1), (-1, -1), (1, 0)),
    "elephant": ((-1, 1), (1, 1), (-1, 0), (1, 0)),
    "frog": ((-2, 0), (-1, 1), (1, -1)),
    "goose": ((-1, 1), (-1, 0), (1, 0), (1, -1)),
    "horse": ((0, 1), (-1, 0), (0, -1)),
    "mantis": ((-1, 1), (1, 1), (0, -1)),
    "monkey": ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    "ox": ((0, 1), (1, 0), (0, -1)),
    "rabbit": ((1, 1), (2, 0), (-1, -1)),
    "rooster": ((1, 1), (1, 0), (-1, 0), (-1, -1)),
    "tiger": ((0, 2), (0, -1)),
}
NAMES, MARKS, STUDENTS = [*CARDS], ".xoXO", 4
DEAL = "boar,cobra,crab,crane,dragon"  # X's, O's, and the one beside: the first ones of the alphabet
BOARD = grid(SIDE, SIDE, parts=2)
CELLS, BASE, PASS = BOARD.count, BOARD.base, BOARD.move(None, None)
TEMPLES, ROLES = (BOARD.point("c1"), BOARD.point("c5")), ("first", "second")
# by cell: 0 empty, 1 or 2 whose student, 3 or 4 whose master; two cards of each player in order, and the one beside; 0 or 1
RECORD = np.dtype([("cells", np.int8, (CELLS,)), ("cards", np.int8, (BESIDE + 1,)), ("turn", np.int8)])
SETUP = np.dtype([("cards", np.int8, (BESIDE + 1,))])
STUDENT, STEP = 5.0, 0.2  # what a student, and a step that the cards in a hand allow, are worth; by eye


def targets() -> np.ndarray:
    """Return int16[players, cards, cells, 4]: where a card takes a player's piece, or -1 off the board; in ascending order."""
    points, table = {cell: point for point, cell in enumerate(BOARD.cells)}, np.full((2, len(CARDS), CELLS, 4), -1, np.int16)
    for player, way in enumerate((1, -1)):
        for card, steps in enumerate(CARDS.values()):
            for point, (row, column) in enumerate(BOARD.cells):
                found = [points.get((row - way * forward, column + way * right), -1) for right, forward in steps]
                table[player, card, point, : len(found)] = found
    return np.sort(table)


TO = targets()


@kernel
def owns(player: int, piece: int) -> bool:
    """Whether what is on a cell is a piece of `player`."""
    return piece == player + 1 or piece == player + 3  # type: ignore[no-any-return]


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Each card in the hand with each own piece and where it takes that; the cards alone if there is no such move."""
    cells, me, count = position["cells"], np.int64(position["turn"]), 0
    hand = position["cards"][2 * me : 2 * me + 2]
    for card in hand:
        for start in range(CELLS):
            if owns(me, cells[start]):
                for to in TO[me, card, start]:
                    if to >= 0 and not owns(me, cells[to]):
                        moves[count], count = (np.int64(card) * BASE + start) * BASE + to, count + 1
    if count == 0:
        for card in hand:
            moves[count], count = np.int64(card) * BASE * BASE + PASS, count + 1
    return count


def play(position: Record, move: int) -> None:
    """Move a piece, unless none can, and change the card, in place."""
    cells, cards, me = position["cells"], position["cards"], np.int64(position["turn"])
    card, start, to = move // BASE // BASE, move // BASE % BASE, move % BASE
    if to < CELLS:
        cells[to], cells[start] = cells[start], 0
    kept, new = cards[2 * me] + cards[2 * me + 1] - card, cards[BESIDE]
    cards[2 * me], cards[2 * me + 1], cards[BESIDE], position["turn"] = min(kept, new), max(kept, new), card, 1 - me


def outcome(position: Record) -> int:
    """Who has taken the other master, or whose own is in the other temple, has won."""
    cells = position["cells"]
    for player in range(2):
        alive = False
        for cell in cells:
            alive = alive or cell == 4 - player
        if not alive or cells[TEMPLES[1 - player]] == 3 + player:
            return FIRST if player == 0 else SECOND
    return ONGOING


def students_and_steps(position: Record, player: int) -> float:
    """Students, and steps that the cards in the hand allow, the other side's subtracted."""
    cells, value = position["cells"], 0.0
    for start in range(CELLS):
        if cells[start] > 0:
            owner = (np.int64(cells[start]) - 1) % 2
            worth = STUDENT if cells[start] <= 2 else 0.0
            for card in position["cards"][2 * owner : 2 * owner + 2]:
                for to in TO[owner, card, start]:
                    worth += STEP if to >= 0 and not owns(owner, cells[to]) else 0.0
            value += worth if owner == player else -worth
    return value


# --- for people

WRITTEN = BOARD.text(MARKS, sides="XO")


def move_text(position: Position, move: int) -> str:
    """crab-c1c2, or crab-pass."""
    return f"{NAMES[move // BASE // BASE]}-{WRITTEN.move_text(position, move)}"  # type: ignore[misc]


def diagram(position: Position) -> str:
    """The board, whose turn it is, and the cards: those of X, those of O, and the one beside."""
    cards = [NAMES[card] for card in position["cards"]]
    return f"{WRITTEN.diagram(position)}, {' '.join(cards[:2])} | {' '.join(cards[2:4])} | {cards[4]}"  # type: ignore[misc]


def dealt(cards: Sequence[str]) -> list[int]:
    """Return five cards by their numbers, those of a hand in order; raises `GameError`."""
    if len(cards) != 5 or len({*cards} & CARDS.keys()) != 5:
        raise GameError(
            f"five different cards of {', '.join(NAMES)}: X's, O's and the one beside; not {', '.join(cards) or 'none'}"
        )
    numbers = [NAMES.index(card) for card in cards]
    return [*sorted(numbers[:2]), *sorted(numbers[2:4]), numbers[4]]


def read(text: str, record: Record, setup: Record) -> None:
    """Fill a record from a diagram."""
    words = re.findall(r"\w+|\.", text)
    marks, cards = (
        [word for word in words if word in MARKS],
        [word for word in words if len(word) > 1 and word not in ("to", "move")],
    )
    if len(marks) != CELLS + 1 or marks[-1] not in "XO":
        raise GameError(f"a position of Onitama is {CELLS} of {MARKS}, X or O to move, and five cards")
    counts = [marks[:CELLS].count(mark) for mark in MARKS]
    if max(counts[1:3]) > STUDENTS or sorted(counts[3:]) not in ([0, 1], [1, 1]):
        raise GameError(f"each player has a master, unless it was taken, and {STUDENTS} students at most")
    record["cells"], record["cards"], record["turn"] = [*map(MARKS.index, marks[:CELLS])], dealt(cards), "XO".index(marks[-1])


def squares(cells: Iterable[tuple[int, int]]) -> str:
    """Return cells, by steps to the right and down from the middle one, as a path in a field of five by five."""
    return " ".join(f"M{0.41 + 0.2 * right:.2f} {0.41 + 0.2 * down:.2f}h.18v.18h-.18Z" for right, down in cells)


def drawn_card(position: Position, slot: int) -> list[Item]:
    """A card where it lies; its marks are as its player sees the board, and of the one beside as who is to move does."""
    held, name = slot < BESIDE, NAMES[position["cards"][slot]]
    owner = slot // 2 if held else int(position["turn"])
    x, y, way = 5.6 + 1.7 * (slot % 2 if held else 0.5), 3.4 * (1 - owner) if held else 1.7, 1 - 2 * owner
    field, marks = (x + 0.2, y + 0.38, 1.2, 1.2), squares((way * right, -way * forward) for right, forward in CARDS[name])
    label = f"{name}, {f'held by {position.game.players[owner][0]}' if held else 'beside the board'}"
    return [
        Item(name, x, y, 1.6, 1.62, role="card", label=label, cell=(4 - 4 * owner, SIDE + slot % 2) if held else (2, SIDE)),
        Item(f"name {name}", x, y + 0.03, 1.6, 0.34, "text", "ink", name, 0.3),
        Item(f"field {name}", *field, "path", "slot", path=squares((at % SIDE - 2, at // SIDE - 2) for at in range(CELLS))),
        Item(f"marks {name}", *field, "path", ROLES[owner] if held else "dim", path=marks),
        Item(f"from {name}", *field, "path", "ink", path=squares([(0, 0)])),
    ]


def extra(position: Position) -> list[Item]:
    """The edges of the temples, and the cards."""
    temples = [Item(f"temple {role}", *BOARD.box(at, 0.9), "ring", role) for at, role in zip(TEMPLES, ROLES, strict=True)]
    return [*temples, *(item for slot in range(BESIDE + 1) for item in drawn_card(position, slot))]


def touches(position: Position, move: int) -> tuple[str, ...]:
    """The card, and from where and to where."""
    return NAMES[move // BASE // BASE], *(BOARD.names[point] for point in BOARD.points(move))


def reason(position: Position) -> str:
    """How the game was won."""
    return "the master is taken" if len({3, 4} & {*position["cells"].tolist()}) < 2 else "the master is in the other temple"


def start(position: Record, setup: Record) -> None:
    """The pieces on their first rows, and the cards of the setup."""
    position["cells"][:SIDE], position["cells"][-SIDE:] = (2, 2, 4, 2, 2), (1, 1, 3, 1, 1)
    position["cards"] = setup["cards"]


def game(cards: str = DEAL) -> Game:
    """Onitama.

    Parameters
    ----------
    cards : two of the player who begins, two of the other one, and the one beside the board
    """
    numbers = dealt(re.findall(r"[^\s,]+", cards))
    deal = ",".join(NAMES[number] for number in numbers)
    return Game(
        "onitama",
        RECORD,
        start=start,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        max_moves=2 * (STUDENTS + 1) * TO.shape[-1],
        repeats=True,
        setup=np.array([(numbers,)], SETUP),
        options={} if deal == DEAL else {"cards": deal},
        text=Text(move_text, diagram, read=read, reason=reason),
        board=BOARD.board(roles=("first", "second", "first:M:master", "second:M:master"), extra=extra, touches=touches),
        evaluators=[Evaluator("students", students_and_steps, antisymmetric=True)],
    )
