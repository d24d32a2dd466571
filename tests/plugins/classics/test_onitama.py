"""Onitama beside a slow twin that was written from the rules alone, and what its cards are known for."""

from __future__ import annotations

import random

import pytest

import counterply as cp
from counterply import FIRST, ONGOING, SECOND, GameError, Position
from counterply.compiling.kernels import PLAIN
from counterply.core.drawing import draw
from counterply.plugins.classics.onitama import BOARD, CARDS, MARKS
from counterply.search.exact.retrograde import analyse_all
from counterply.search.perft import perft
from counterply.usercode.loading import load_game
from counterply.verification import verify
from oracles.onitama import CARDS as IN_WORDS, Cell, Onitama, named, start
from oracles.retrograde import exact, reachable

GAME = load_game("onitama")
NAMES = [*CARDS]
CELLS = [(column, row) for column in range(1, 6) for row in range(1, 6)]
compiled_only = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")


def placed(slow: Onitama) -> Position:
    """The same position as that of the slow twin."""
    record, hands = GAME.empty(), [sorted(map(NAMES.index, hand)) for hand in slow.hands]
    for cell, piece in slow.pieces.items():
        record["cells"][BOARD.point(named(cell))] = MARKS.index(piece)
    record["cards"], record["turn"] = [*hands[0], *hands[1], NAMES.index(slow.beside)], slow.turn
    return Position(GAME, record)


def scattered(dice: random.Random) -> Onitama:
    """Some students of each player and a master or none, anywhere, with any cards; or the mover's in a row that cannot move."""
    turn, cells, cards = dice.randint(0, 1), dice.sample(CELLS, 25), dice.sample(NAMES, 5)
    if dice.random() < 0.1:
        pieces, right = ("XxxxxO", "OooooX")[turn], 5 if turn == 0 else 1
        cells.sort(key=lambda cell: cell[0] != right)
        cards = dice.sample([name for name in NAMES if name not in ("ox", "tiger")], 3)
        hands = (["ox", "tiger"], cards[:2]) if turn == 0 else (cards[:2], ["ox", "tiger"])
        return Onitama(dict(zip(cells, pieces, strict=False)), hands, cards[2], turn)
    pieces = dice.choice(["XO"] * 8 + ["X", "O"]) + "x" * dice.randint(0, 4) + "o" * dice.randint(0, 4)
    return Onitama(dict(zip(cells, pieces, strict=False)), (cards[:2], cards[2:4]), cards[4], turn)


def texts(position: Position) -> list[str]:
    return sorted(map(position.move_text, position.moves()))


def agrees(position: Position, slow: Onitama) -> None:
    points = slow.points()
    assert (position.turn, texts(position)) == (slow.turn, sorted(slow.moves()))
    assert position.outcome() == (FIRST if points > 0 else SECOND if points < 0 else ONGOING)


def test_scattered_pieces_go_as_the_rules_say() -> None:
    dice, passes, ends = random.Random(3), 0, set()
    for _ in range(20 if PLAIN else 400):
        slow = scattered(dice)
        position = placed(slow)
        agrees(position, slow)
        passes += any(text.endswith("pass") for text in texts(position))
        for text in texts(position):
            after = position.play(text)
            agrees(after, slow.after(text))
            ends.add((after.outcome(), after.reason if after.over else ""))
    why = "the master is taken", "the master is in the other temple"
    assert PLAIN or (passes > 2 and ends == {(ONGOING, ""), *((winner, how) for winner in (FIRST, SECOND) for how in why)})


@pytest.mark.parametrize("seed", range(1 if PLAIN else 12))
def test_whole_games_go_as_the_rules_say(seed: int) -> None:
    dice = random.Random(seed)
    cards = dice.sample(NAMES, 5)
    position, slow = load_game("onitama", {"cards": ",".join(cards)}).start(), start(cards)
    while not position.over:
        agrees(position, slow)
        text = dice.choice(texts(position))
        position, slow = position.play(text), slow.after(text)
    agrees(position, slow)


def lines(slow: Onitama, plies: int) -> int:
    return sum(lines(slow.after(text), plies - 1) for text in slow.moves()) if plies else 1


LINES = {  # of play by length; each card is in one of the deals
    "boar,cobra,crab,crane,dragon": (9, 90, 1_010, 12_742, 160_711, 2_118_039),
    "eel,elephant,frog,goose,horse": (12, 96, 1_264, 19_836, 270_790),
    "mantis,monkey,ox,rabbit,rooster": (16, 144, 2_214, 26_941, 385_426),
    "tiger,crab,monkey,crane,dragon": (10, 130, 1_677, 19_163, 262_295),
}


@compiled_only
@pytest.mark.parametrize("cards", LINES)
def test_lines_of_play(cards: str) -> None:
    root = load_game("onitama", {"cards": cards}).start()
    assert tuple(perft(root, len(LINES[cards]))) == LINES[cards]
    slow = start(cards.split(","))
    assert tuple(lines(slow, plies) for plies in (1, 2, 3)) == LINES[cards][:3]


def marks(card: str) -> set[Cell]:
    """The steps of a card, to the right and forward, by its picture in the rules."""
    heading, *rows = next(block for block in blocks_of_pictures() if card in block[0].split())
    at = heading.split().index(card)
    picture = [row.split()[at] for row in rows]
    [(across, down)] = [(x, y) for y, row in enumerate(picture) for x, mark in enumerate(row) if mark == "@"]
    return {(x - across, down - y) for y, row in enumerate(picture) for x, mark in enumerate(row) if mark == "#"}


def blocks_of_pictures() -> list[list[str]]:
    return [block.splitlines() for block in GAME.rules.split("\n\n") if "#@" in block or "@.." in block]


def test_the_cards_are_those_of_the_game() -> None:
    assert sorted(IN_WORDS) == NAMES
    assert [{*steps} for steps in CARDS.values()] == [marks(card) for card in NAMES]
    mirrored = {frozenset((-right, forward) for right, forward in steps) for steps in CARDS.values()}
    assert mirrored == {frozenset(steps) for steps in CARDS.values()}
    assert sum(map(len, CARDS.values())) == 52


PENNED = "o . . . X  . . . . x  . . O . x  . . . . x  . . . . x"  # with ox and tiger, each would go to the next, or off the board


def test_who_cannot_move_changes_a_card_all_the_same() -> None:
    position = GAME.position(f"{PENNED} X to move, ox tiger | crab crane | boar")
    assert texts(position) == ["ox-pass", "tiger-pass"]
    after = position.play("ox-pass")
    assert list(after["cells"]) == list(position["cells"])
    assert str(after).endswith("O to move, boar tiger | crab crane | ox")


def test_a_card_that_was_used_comes_to_the_other_player_a_turn_later() -> None:
    position = GAME.start().play("cobra-a1b2")
    assert str(position).endswith("O to move, boar dragon | crab crane | cobra")
    assert str(position.play("crane-b5b4")).endswith("X to move, boar dragon | cobra crab | crane")


def test_a_student_in_the_temple_does_not_win() -> None:
    board = "O . . . .  . . x . .  . . . . .  . . . . .  . . X . ."
    position = GAME.position(f"{board} X to move, boar cobra | crab crane | dragon").play("boar-c4c5")
    assert position.outcome() == ONGOING


def test_positions_are_read_as_they_are_drawn() -> None:
    dice = random.Random(4)
    for _ in range(100):
        position = placed(scattered(dice))
        assert GAME.position(str(position)).key() == position.key()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "25 of"),
        (f"{PENNED} X to move, ox tiger | crab crane", "five different cards"),
        (f"{PENNED} X to move, ox tiger | crab crane | ox", "five different cards"),
        (f"{PENNED} X to move, ox tiger | crab crane | cat", "not ox, tiger, crab, crane, cat"),
        (f"{PENNED.replace('o', 'x')} X to move, ox tiger | crab crane | boar", "4 students at most"),
        (f"{PENNED.replace('O', 'X')} X to move, ox tiger | crab crane | boar", "a master"),
    ],
)
def test_refuses_what_is_no_position(text: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        GAME.position(text)


def test_cards_are_an_option() -> None:
    position = load_game("onitama", {"cards": "tiger,ox,rabbit,goose,monkey"}).start()
    assert position.game.options == {"cards": "ox,tiger,goose,rabbit,monkey"}
    assert load_game("onitama", {"cards": "cobra boar crane crab dragon"}).options == {}
    with pytest.raises(GameError, match="five different cards"):
        load_game("onitama", {"cards": "tiger,ox,rabbit,goose,tiger"})


def test_shows_each_card_where_it_lies() -> None:
    position = GAME.start()
    items = {item.id: item for item in draw(position).items}
    assert [items[name].y for name in ("crab", "dragon", "boar")] == sorted(items[name].y for name in ("crab", "dragon", "boar"))
    assert items["crab"].label == "crab, held by Player 2"
    for move in position.moves():
        assert {*position.game.touches(position, move)} <= {name for name, item in items.items() if item.cell}  # type: ignore[misc]


@compiled_only
def test_keeps_the_contract() -> None:
    game = load_game("onitama", {"cards": "tiger,ox,rabbit,goose,monkey"})
    assert [finding.promise for finding in verify(game, seconds=3) if finding.certain] == []


@compiled_only
@pytest.mark.slow
def test_two_masters_are_solved_as_by_plain_sweeps() -> None:
    root = GAME.position("O . . . .  . . . . .  . . . . .  . . . . .  . . . . X X to move, boar cobra | crab crane | dragon")
    table, _ = analyse_all(root)
    values = exact(reachable(root))
    assert len(table) == len(values)
    for index in range(len(table)):
        assert (table.outcomes[index], table.distances[index]) == values[table.records[index].tobytes()]
    assert (cp.solve(root).outcome, values[root.record.tobytes()]) == ("first", (FIRST, 7))
