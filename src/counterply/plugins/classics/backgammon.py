"""Backgammon: who first bears off all men wins, and dice say how far they go.

White, who is player 1, and Black have fifteen men each on 24 points, which each player numbers from where the own men leave the
board: 1 to 6 are the home. To begin, each rolls a die, and the higher one plays both. Then, in turn, a player rolls two dice and
plays each: a man goes as many points down to a point with at most one man of the other player; after a double, four men go, or one
goes four times. A man alone on a point that is hit goes to the bar, and enters again at 25 less a die before any other man goes.

When all men are at home, they are borne off: from the point of the die, or from the highest one if that is lower. As many dice are
played as can be; if either but not both can, the higher one. Who cannot play passes. There is no doubling cube.

A win counts one point; a gammon two, where the loser has borne off no man; a backgammon three, where one of these is still on the
bar or in the winner's home.

A roll is written as its numbers, 31, at the very beginning White's first; a move as where a man comes from and where it goes, 8/5,
bar/22 or 6/off, with a star if it hits. Each man that goes is a move; a player who has a die left keeps the turn.
"""

import re

import numpy as np

from counterply import (
    CHANCE,
    FIRST,
    ONGOING,
    SECOND,
    Board,
    Chance,
    Evaluator,
    Game,
    GameError,
    Item,
    Position,
    Record,
    Text,
    kernel,
)

OFF, HOME, BAR, MEN = 0, 6, 25, 15  # beside the points 1 to 24 of a player: borne off, the last point of the home, the bar
BASE, PASS = 25, 0  # a move is from where times BASE, and to where
NOBODY = 2  # has rolled yet
WHOSE = ("1", "-1", "0")  # turn, in an XGID
LETTERS = "-ABCDEFGHIJKLMNO"  # men on a point, in an XGID
PLAYERS = (("White", "white"), ("Black", "black"))
START = {24: 2, 13: 5, 8: 3, 6: 5}
# men by player, and by that player's points; the dice to be played, the higher first, then 0; 0, 1 or NOBODY
RECORD = np.dtype([("men", np.int8, (2, BAR + 1)), ("dice", np.int8, (4,)), ("mover", np.int8)])
# rolls of 36 that hit a blot so many points away, 0 to 24: OEIS A055100
HITS = np.array([0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1]) / 36
# in pips, by eye: a made point at home, an anchor in the other home, another one; a man on the bar for each point made before it
POINT, ANCHOR, BLOCK, SHUT, ROLL = 4.0, 3.0, 2.0, 2.0, 49 / 6  # and what a roll brings on average
LARGEST, CLEAR, LENGTH = 1.5, 8.0, 0.06  # the surest win, in points; a clear lead, in pips, and more of it for each pip to go


@kernel
def target(men: np.ndarray, me: int, start: int, die: int, gone: int, come: int) -> int:
    """Return where a die takes a man, or -1; as it is when a man has left a point `gone` for a point `come`, or -1 for none."""
    to = start - int(die)
    if to > OFF:
        return to if men[1 - me, BAR - to] < 2 else -1
    for point in range((HOME if to == OFF else start) + 1, BAR + 1):
        if men[me, point] - (point == gone) + (point == come) > 0:
            return -1
    return OFF


@kernel
def can_play(men: np.ndarray, me: int, die: int, gone: int, come: int) -> bool:
    """Whether a player can play a die; `gone` and `come` as in `target`."""
    for start in range(BAR if men[me, BAR] - (gone == BAR) > 0 else 1, BAR + 1):
        if men[me, start] - (start == gone) + (start == come) > 0 and target(men, me, start, die, gone, come) >= 0:
            return True
    return False


def turn(position: Record) -> int:
    """Dice that are not rolled yet are chance's."""
    return CHANCE if position["dice"][0] == 0 else np.int64(position["mover"])  # type: ignore[return-value]


def chance(position: Record, outcomes: np.ndarray, probabilities: np.ndarray) -> int:
    """Two dice, the higher first; at the beginning White's first, and never equal."""
    count, opening = 0, position["mover"] == NOBODY
    for one in range(1, 7):
        for other in range(1, 7):
            if one != other if opening else one >= other:
                outcomes[count] = 10 * one + other
                probabilities[count] = 1 / 30 if opening else (1 + (one != other)) / 36
                count += 1
    return count


def legal_moves(position: Record, moves: np.ndarray) -> int:
    """Men and where dice take them, such that as many dice are played as can be, and the higher of two if only one can."""
    men, dice, me, count, best = position["men"], position["dice"], np.int64(position["mover"]), 0, 0
    choices = 2 if dice[0] != dice[1] and dice[1] > 0 else 1
    for start in range(BAR if men[me, BAR] > 0 else 1, BAR + 1):
        for choice in range(choices if men[me, start] > 0 else 0):
            to = target(men, me, start, dice[choice], -1, -1)
            if to < 0 or (count > 0 and moves[count - 1] == start * BASE + to):  # either die bears it off, with the same effect
                continue
            played = 1
            if choices == 2:
                played = 3 if can_play(men, me, dice[1 - choice], start, to) else 2 - choice
            if played > best:
                count, best = 0, played
            if played == best:
                moves[count], count = start * BASE + to, count + 1
    if count == 0:
        moves[0], count = PASS, 1
    return count


def play(position: Record, move: int) -> None:
    """Take a roll, or play a die and pass the turn on if no other can be played, in place."""
    men, dice, me = position["men"], position["dice"], np.int64(position["mover"])
    if dice[0] == 0:
        one, other = move // 10, move % 10
        position["mover"] = me if me != NOBODY else one < other
        dice[0], dice[1] = max(one, other), min(one, other)
        if one == other:
            dice[2], dice[3] = one, one
        return
    start, to, used = move // BASE, move % BASE, 3
    if move != PASS:
        while dice[used] != start - to and (to != OFF or dice[used] < start):
            used -= 1
        for later in range(used, 4):
            dice[later] = dice[later + 1] if later < 3 else 0
        men[me, start] -= 1
        men[me, to] += 1
        if to != OFF and men[1 - me, BAR - to] == 1:
            men[1 - me, BAR - to] = 0
            men[1 - me, BAR] += 1
    if move == PASS or dice[0] == 0 or men[me, OFF] == MEN or not can_play(men, me, dice[0], -1, -1):
        dice[:], position["mover"] = 0, 1 - me


def outcome(position: Record) -> int:
    """Who has borne off all men has won."""
    men = position["men"]
    return FIRST if men[0, OFF] == MEN else SECOND if men[1, OFF] == MEN else ONGOING


def margin(position: Record) -> int:
    """One point for a win, two for a gammon, three for a backgammon; none before the end."""
    men = position["men"]
    for winner in range(2):
        if men[winner, OFF] == MEN:
            points = 1
            if men[1 - winner, OFF] == 0:
                points = 3 if men[1 - winner, BAR - HOME :].sum() > 0 else 2
            return points if winner == 0 else -points
    return 0


@kernel
def pips(men: np.ndarray, me: int) -> int:
    """Return how many pips a player's men have to go."""
    total = 0
    for point in range(1, BAR + 1):
        total += point * int(men[me, point])
    return total


@kernel
def standing(men: np.ndarray, me: int) -> float:
    """Return what a player's points are worth in pips, less what blots may lose and men on the bar may wait for."""
    worth = 0.0
    for point in range(1, BAR):
        if men[me, point] > 1:
            worth += POINT if point <= HOME else ANCHOR if point >= BAR - HOME else BLOCK
        elif men[me, point] == 1:
            risk = 0.0
            for away in range(1, point + 1):
                if men[1 - me, BAR - point + away] > 0:
                    risk = max(risk, HITS[away])
            worth -= risk * (BAR - point)
        if point <= HOME and men[1 - me, point] > 1:
            worth -= SHUT * men[me, BAR]
    return worth


def equity(position: Record, player: int) -> float:
    """Points that a player can expect: by pips to go, with those of dice to be played, made points, blots and men on the bar."""
    men, dice, mover = position["men"], position["dice"], np.int64(position["mover"])
    lead = standing(men, 0) - standing(men, 1) + pips(men, 1) - pips(men, 0)
    if mover != NOBODY:
        ahead = float(dice.sum()) if dice[0] > 0 else ROLL
        lead += ahead if mover == 0 else -ahead
    share = lead / (CLEAR + LENGTH * (pips(men, 0) + pips(men, 1)) + abs(lead))
    return LARGEST * share if player == 0 else -LARGEST * share  # type: ignore[no-any-return]


# --- for people


def called(point: int) -> str:
    """Return how a point is written."""
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def move_text(position: Position, move: int) -> str:
    """31, 8/5, bar/22*, 6/off, or pass."""
    if position.turn == CHANCE:
        return str(move)
    start, to = move // BASE, move % BASE
    hit = "*" if to != OFF and position["men"][1 - position.turn, BAR - to] == 1 else ""
    return f"{called(start)}/{called(to)}{hit}" if move != PASS else "pass"


def long_text(position: Position, move: int) -> str:
    """16 for 61, 25/22, 6/0, or pass: as programs write matches."""
    if position.turn == CHANCE:
        return str(move) if position["mover"] == NOBODY else str(move)[::-1]  # at first it tells who begins
    return f"{move // BASE}/{move % BASE}" if move != PASS else "pass"


def on_point(position: Position, point: int) -> tuple[int, int]:
    """Return whose men are on one of White's points, and how many: 0 White's, 1 Black's."""
    white, black = int(position["men"][0, point]), int(position["men"][1, BAR - point])
    return (0, white) if white else (1, black)


def xgid(position: Position) -> str:
    """Return a position as other programs write it; in the middle of a turn, with the dice left as four digits."""
    men, dice, marks = position["men"], "".join(map(str, position["dice"])), ["-"] * (BAR + 1)
    for point in range(BAR + 1):
        owner, count = (1, men[1, BAR]) if point == 0 else (0, men[0, BAR]) if point == BAR else on_point(position, point)
        if count:
            marks[point] = LETTERS[count] if owner == 0 else LETTERS[count].lower()
    fresh = dice == dice[0] * 4 or dice[0] > dice[1] > "0"
    return f"XGID={''.join(marks)}:0:0:{WHOSE[position['mover']]}:{dice[:2] if fresh else dice}:0:0:0:0:10"


def diagram(position: Position) -> str:
    """The points by White's numbers with their men, pips, the bar, the dice, and the same for other programs."""
    men, lines = position["men"], []
    for row in (range(13, 25), range(12, 0, -1)):
        held = ["." if not count else f"{count}{'WB'[owner]}" for owner, count in (on_point(position, point) for point in row)]
        both = [" | ".join(" ".join(f"{word:>2}" for word in half) for half in (words[:6], words[6:])) for words in ([*row], held)]
        lines += both if row[0] == 13 else both[::-1]
    for me, (name, _) in enumerate(PLAYERS):
        lines.append(f"{name}: {pips(men, me)} pips, {men[me, BAR]} on the bar, {men[me, OFF]} off")
    dice = " ".join(str(die) for die in position["dice"] if die)
    who = "each" if position["mover"] == NOBODY else PLAYERS[position["mover"]][0]
    return "\n".join(
        [*lines, xgid(position) if position.over else f"{who} to {f'play {dice}' if dice else 'roll'}, {xgid(position)}"]
    )


def read(text: str, record: Record, setup: Record) -> None:
    """Fill a record from an XGID, in which White's men are the capital letters."""
    board, _, _, whose, dice, *_ = [*text.split()[-1].removeprefix("XGID=").split(":"), "", "", "", ""]
    if len(board) != BAR + 1 or whose not in WHOSE or not re.fullmatch("[0-6]{2}|[1-6]0{3}|([1-6])\\1(0|\\1)0", dice):
        raise GameError("a position of backgammon is an XGID, as XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    men = record["men"]
    for point, mark in enumerate(board):
        owner = 0 if mark.isupper() else 1
        men[owner, point if owner == 0 else BAR - point] = LETTERS.find(mark.upper())
        if mark != "-" and point == (0 if owner == 0 else BAR):
            men[owner, OFF] = -1
    if men.min() < 0 or men.sum(axis=1).max() > MEN:
        raise GameError(f"{board} is no board: A to O are men, {MEN} for each player at most, and each is on the own bar at most")
    men[:, OFF] = MEN - men.sum(axis=1)
    record["mover"] = WHOSE.index(whose)
    if len(dice) == 4:
        record["dice"] = [*map(int, dice)]
    elif dice != "00":
        play(record, int(max(dice) + min(dice)))


def place(point: int) -> tuple[int, int]:
    """Return row and column of one of White's points in the picture: the bar is column 6, and what is off is column 13."""
    row, column = (0, point - 13) if point > 12 else (1, 12 - point)
    return row, column + (column >= HOME)


def drawing(position: Position) -> list[Item]:
    """The board as White sees it."""
    men, items = position["men"], [Item("board", 0, 0, 14, 11, role="frame")]
    stacks = []
    for point in range(1, 25):
        (row, column), (owner, count) = place(point), on_point(position, point)
        said = f"point {point} of White, {f'{count} of {PLAYERS[owner][0]}' if count else 'empty'}"
        path, shade = ("M0 0 H1 L.5 1 Z", "M0 1 H1 L.5 0 Z")[row], ("light", "dark")[point % 2]
        at, label = row * 6.0, row * 11.6 - 0.55
        items.append(Item(str(point), column, at, 1, 5, "path", f"brown {shade}", path=path, label=said, cell=(row, column)))
        items.append(Item(f"number {point}", column, label, 1, 0.5, "text", "edge", str(point), 0.34))
        stacks.append((owner, count, row, column))
    for me, (name, role) in enumerate(PLAYERS):
        for column, what, count in ((6, "bar", men[me, BAR]), (13, "off", men[me, OFF])):
            row = me if what == "bar" else 1 - me
            box = (column, row * 5.5, 1, 5.5)
            items.append(Item(f"{what} {role}", *box, role="slot", label=f"{what}, {count} of {name}", cell=(row, column)))
            stacks.append((me, int(count), row, column))
    for owner, count, row, column in stacks:
        for level in range(min(count, 5)):
            y, text = (level * 0.98 + 0.02, 10.0 - level * 0.98)[row], str(count) if level == 4 and count > 5 else ""
            items.append(Item(f"man {column} {row} {level}", column + 0.02, y, 0.96, 0.96, "disc", PLAYERS[owner][1], text, 0.5))
    for index, die in enumerate(die for die in position["dice"] if die):
        items.append(Item(f"die {index}", 7.5 + 1.1 * index, 5.1, 0.8, 0.8, role="card", text=str(die), size=0.55))
    return items


def touches(position: Position, move: int) -> tuple[str, ...]:
    """From where and to where; the board for a pass."""
    if move == PASS:
        return ("off white",)
    me = position.turn
    names = [called(point if me == 0 or point in (OFF, BAR) else BAR - point) for point in (move // BASE, move % BASE)]
    return tuple(f"{name} {PLAYERS[me][1]}" if name in ("bar", "off") else name for name in names)


def cell(position: Position, move: int) -> tuple[int, int] | None:
    """Where a man goes."""
    to = move % BASE
    if position.turn == CHANCE or move == PASS:
        return None
    return (1 - position.turn, 13) if to == OFF else place(to if position.turn == 0 else BAR - to)


def reason(position: Position) -> str:
    """How much was won."""
    return ("", "all men are off", "a gammon", "a backgammon")[abs(position.margin())]


def start(position: Record) -> None:
    """All men where they begin."""
    position["mover"] = NOBODY
    for point, count in START.items():
        position["men"][:, point] = count


def game() -> Game:
    """Backgammon."""
    return Game(
        "backgammon",
        RECORD,
        start=start,
        turn=turn,
        legal_moves=legal_moves,
        play=play,
        outcome=outcome,
        margin=margin,
        objective="margin",
        max_moves=2 * MEN,
        repeats=True,
        chance=Chance(chance, outcomes=21),
        text=Text(move_text, diagram, read=read, reason=reason, long_text=long_text),
        board=Board((2, 14), cell, drawing, touches, PLAYERS),
        evaluators=[Evaluator("equity", equity, antisymmetric=True)],
        opening_plies=0,
    )
