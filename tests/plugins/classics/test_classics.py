"""Each game beside a slow twin that was written from the rules alone, its published counts, and what it is known for."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from counterply import DRAW, FIRST, ONGOING, SECOND, Position
from counterply.compiling.kernels import PLAIN
from counterply.core.drawing import draw
from counterply.plugins import classics as folder
from counterply.plugins.classics import go
from counterply.search.perft import perft
from counterply.usercode.loading import load_game
from oracles import classics

MOST_LINES = 140  # of a game's file
compiled_only = pytest.mark.skipif(PLAIN, reason="minutes in plain mode")


@pytest.mark.parametrize("name", classics.TWINS)
def test_agrees_with_its_slow_twin(name: str) -> None:
    (twin, games), game, dice = classics.TWINS[name], load_game(name), random.Random(3)
    endings = set()
    for _ in range(1 if PLAIN else games):
        position, slow = game.start(), twin()
        while not slow.over() and not position.repeated:
            moves = {position.move_text(move): move for move in position.moves()}
            assert position.outcome() == ONGOING
            assert (position.turn, sorted(moves)) == (slow.turn, sorted(slow.moves()))
            text = dice.choice(sorted(moves))
            slow.play(text)
            position = position.after(moves[text])
        points = 0 if position.repeated else slow.points()
        assert position.outcome() == (FIRST if points > 0 else SECOND if points < 0 else DRAW)
        endings.add(position.outcome())
    assert PLAIN or name == "go" or {FIRST, SECOND} <= endings


@pytest.mark.parametrize(("name", "least"), [("chess", 80), ("checkers", 20), ("gomoku", 26), ("othello", 22)])
def test_names_of_openings_are_of_different_positions(name: str, least: int) -> None:
    game = load_game(name)
    assert game.text.names is not None
    places = [game.start().play_text(moves.split()) for moves in game.text.names]
    assert len({place.canonical_key() for place in places}) == len(places) >= least


def turns(position: Position, count: int) -> int:
    """Lines of play of so many turns, of which a jump of several pieces is one."""
    if count == 0:
        return 1
    return sum(turns(after, count - (after.turn != position.turn)) for after in map(position.after, position.moves()))


@compiled_only
@pytest.mark.parametrize("count", [5, pytest.param(7, marks=pytest.mark.slow)])
def test_checkers_has_as_many_lines_as_others_count(count: int) -> None:
    published = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740]  # A. Bik, https://www.aartbik.com/strategy.php
    assert turns(load_game("checkers").start(), count) == published[count]


PERFT = {
    "go": (82, 82 * 82 - 81),  # no point twice
    "ataxx": (16, 256, 6_460, 155_888, 4_752_668),  # the start position of libataxx's suite
    # 24 x 23 x 22 x 21 x 20, and once more where White has a mill, in 16 places and 6 orders: there are two men to take
    "nine_mens_morris": (24, 552, 12_144, 255_024, 5_100_480 + 16 * 6 * 21 * 20),
}


@compiled_only
@pytest.mark.parametrize("name", PERFT)
def test_lines_of_play(name: str) -> None:
    assert tuple(perft(load_game(name).start(), len(PERFT[name]))) == PERFT[name]


def test_a_stone_without_a_mark_on_it_is_called_as_its_player_is_and_a_letter_by_what_it_means() -> None:
    assert next(item for item in draw(load_game("othello").start()).items if item.id == "3,4").label == "e4 black"
    kings = draw(load_game("checkers").position("B:W18,22,K5:B9,1"))
    assert [item.label for item in kings.items if item.id in ("5", "9")] == ["5 white king", "9 black"]


@pytest.mark.parametrize("name", classics.TWINS)
def test_a_file_is_one_that_somebody_would_write(name: str) -> None:
    most = {"nine_mens_morris": 90, "go": 222, "checkers": 169}.get(name, MOST_LINES)  # diagrams that tell a ko, a jump, a FEN
    assert len((Path(folder.__file__).parent / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= most


def placed(name: str, turn: int, cells: dict[str, int], **fields: Any) -> Position:
    """A position with pieces on points by name."""
    game = load_game(name)
    record = game.empty()
    board = __import__(f"counterply.plugins.classics.{name}", fromlist=["BOARD"]).BOARD
    for point, piece in cells.items():
        record["cells"][board.point(point)] = piece
    for field, value in {"turn": turn, **fields}.items():
        record[field] = value
    return Position(game, record)


def texts(position: Position) -> list[str]:
    return sorted(map(position.move_text, position.moves()))


def test_checkers_has_to_jump_on_and_a_new_king_does_not() -> None:
    position = placed("checkers", 0, {"15": 1, "18": 2, "26": 2, "1": 1})
    assert texts(position) == ["15-22"]
    position = position.play("15-22")
    assert (position.turn, texts(position)) == (0, ["22-31"])
    position = placed("checkers", 0, {"22": 1, "26": 2, "27": 2, "5": 2}).play("22-31")
    assert position.turn == 1
    assert list(position["cells"]).count(3) == 1


def test_numbers_of_squares_and_men_leave_each_other_room() -> None:
    items = draw(load_game("checkers").start()).items
    men = [item for item in items if item.shape == "disc"]
    assert len(men) == 24
    for number in (item for item in items if item.id.startswith("number")):
        wide, high = len(number.text) * 0.55 * number.size, 0.73 * number.size  # of digits, in the middle of their box
        right, bottom = number.x + (number.w + wide) / 2, number.y + (number.h + high) / 2
        assert all(math.dist((right, bottom), (man.x + man.w / 2, man.y + man.h / 2)) > man.w / 2 for man in men)


def test_checkers_is_drawn_after_forty_quiet_moves_each() -> None:
    position = placed("checkers", 0, {"1": 3, "32": 4}, quiet=79)
    after = position.play("1-6")
    assert (position.outcome(), after.outcome(), after.game.reason(after)) == (ONGOING, DRAW, "forty quiet moves")
    assert placed("checkers", 0, {"1": 3, "5": 1, "32": 4}, quiet=79).play("5-9").outcome() == ONGOING
    assert placed("checkers", 0, {"32": 4}, quiet=80).outcome() == SECOND


def test_a_mill_takes_a_man_that_is_in_none_unless_all_are() -> None:
    white = {"a1": 1, "d1": 1, "g4": 1, "b4": 1}
    loose = placed("nine_mens_morris", 0, white | {"c3": 2, "d3": 2, "e3": 2, "f4": 2})
    assert [text for text in texts(loose) if text.startswith("g4-g1")] == ["g4-g1xf4"]
    joined = placed("nine_mens_morris", 0, white | {"c3": 2, "d3": 2, "e3": 2})
    assert [text for text in texts(joined) if text.startswith("g4-g1")] == ["g4-g1xc3", "g4-g1xd3", "g4-g1xe3"]


def test_three_men_fly_and_two_have_lost() -> None:
    men = {"a1": 1, "d2": 1, "g4": 1, "c3": 2, "d5": 2, "e3": 2, "f4": 2}
    assert len(texts(placed("nine_mens_morris", 0, men))) == 3 * (24 - 7)
    lost = placed("nine_mens_morris", 0, {"a1": 1, "d1": 1, "c3": 2, "d5": 2, "e3": 2})
    assert lost.outcome() == SECOND


def test_ataxx_turns_what_is_next_and_a_player_without_stones_has_lost() -> None:
    position = placed("ataxx", 0, {"a1": 1, "c2": 2, "c3": 2}).play("b2")
    assert list(position["cells"]).count(1) == 4
    assert position.outcome() == FIRST


def test_ataxx_passes_only_where_the_other_one_can_go() -> None:
    wall = {f"{column}{row}": 2 for column in "abc" for row in (1, 2, 3)} | {"a1": 1}
    assert texts(placed("ataxx", 0, wall)) == ["pass"]


def test_go_takes_back_a_ko_only_after_another_move() -> None:
    position = load_game("go").position("moves d5 e5 c4 f4 d3 e3 e4 d4")  # the last one takes e4
    assert list(position["cells"]).count(1) == 3
    assert "e4" not in texts(position)
    later = position.play("a1", "a9")
    assert "e4" in texts(later)
    assert list(later.play("e4")["cells"]).count(2) == 4


def test_go_forbids_what_stood_before_however_long_ago() -> None:
    """Two stones are sent, and the one that comes back would make what stood three moves before."""
    position = load_game("go").position("moves b1 a2 c2 b2 d1 j9 a1 c1")  # the last one takes a1 and b1
    assert list(position["cells"]).count(1) == 2
    assert "b1" not in texts(position)
    assert "b1" in texts(position.play("j1", "h9"))


def test_go_counts_stones_and_points_that_reach_one_colour() -> None:
    game, lines = load_game("go"), [f"e{row} a{row}" for row in range(1, 10)]
    position = game.position(f"moves {' '.join(lines)} pass pass")
    assert position.outcome() == FIRST
    assert game.reason(position) == "Black leads by 29 points"  # 9 and 36 to their right, less 9 and 7 for going second
    assert game.reason(game.position("moves pass pass")) == "White leads by 7 points"


def hinted(moves: str) -> tuple[list[str], dict[str, int]]:
    """The legal moves of Go, and the scores of those that are candidates."""
    position, found, scores = load_game("go").position(f"moves {moves}"), np.zeros(82, np.int64), np.zeros(82, np.int64)
    count = go.candidates(position.record, found, scores)
    told = {position.move_text(move): int(score) for move, score in zip(found[:count], scores[:count], strict=True)}
    return [*map(position.move_text, position.moves())], told


def test_go_fills_no_own_eye_but_a_false_one_and_takes_before_all_else() -> None:
    legal, told = hinted("a2 j9 b1 b9 b2 a8 j1 h9")
    assert set(legal) - set(told) == {"a1"}
    assert min(told, key=lambda move: told[move]) == "pass"
    _, told = hinted("a2 b2 b1 j9")
    assert "a1" in told
    _, told = hinted("e5 e4 d4 a9 f4 b9")
    assert max(told, key=lambda move: told[move]) == "e3"
