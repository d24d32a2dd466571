"""A search that `check` accepts is a player: in matches and tournaments, whatever its course's words are."""

from __future__ import annotations

import pytest
import students
from collection import TEXTS

import counterply as cp
from counterply.core.errors import GameError, UsageError
from counterply.core.limits import Limit
from counterply.core.report import Report
from counterply.players import make_player_here
from counterply.players.base import RESERVE_SECONDS
from counterply.plugins.dialects.course_modules import reading_ahead
from counterply.plugins.dialects.student import StudentPlayer
from counterply.usercode.loading import read_module

TEXTS = {
    "plain": (students.PLAIN, "search"),
    "windowed": (students.WINDOWED, "alphabeta"),
    "udacity": (students.UDACITY, "AlphaBetaPlayer"),
    "leiden": (students.LEIDEN, "alphabeta"),
    "berkeley": (students.BERKELEY, ""),
    "kth": (students.KTH, ""),
    "only a value": (TEXTS["only the value"], "search"),
    "the first player maximises": (TEXTS["maximising means the first player"], "minimax"),
    "a player object": (TEXTS["Player().search"], "Player.search"),
    "a player that is told its depth": (TEXTS["a player that is told its depth first"], "Minimaxer"),
    "a fixed name": (TEXTS["MTD(f)"], ""),
    "fail-hard": (TEXTS["fail-hard"], "search"),
}
WINS = {  # one move wins at once, for the first player and for the second; KTH's program has names for five moves only
    "moves 1,1 0,0 1,0 0,2": "1,2",
    "moves 0,0 1,1 0,1 1,0 2,2": "1,2",
}


@pytest.fixture
def game():
    return cp.game("tic_tac_toe")


@pytest.mark.parametrize("name", TEXTS)
def test_a_checked_search_takes_a_win(tmp_path, game, name):
    text, attribute = TEXTS[name]
    path = tmp_path / "student.py"
    path.write_text(text)
    player = make_player_here(f"{path}:{attribute}" if attribute else str(path))
    for moves, best in WINS.items():
        position = game.position(moves)
        player.start(game, position.turn, 1)
        report = player.choose(position, Limit(depth=2))
        assert report.move in position.moves()
        assert name == "kth" or position.move_text(report.move) == best  # it looks further, where a late win is worth as much


def test_a_course_that_lies_there_in_python_2_is_stood_in_for_in_play(tmp_path, game):
    file = tmp_path / "multiAgents.py"
    (tmp_path / "util.py").write_text("print 'raised'\n")
    file.write_text(f"import util\n{students.BERKELEY}")
    with reading_ahead():
        read_module(str(file))
    player = make_player_here(f"{file}:AlphaBetaAgent")
    position = game.position("moves 1,1 0,0 1,0 0,2")
    player.start(game, position.turn, 1)
    assert position.move_text(player.choose(position, Limit(depth=2)).move) == "1,2"
    file.write_text(f"print 'mine'\n{students.BERKELEY}")
    with pytest.raises(UsageError, match="Missing parentheses"):
        make_player_here(f"{file}:AlphaBetaAgent")


@pytest.mark.parametrize("name", ["udacity", "berkeley", "plain"])
def test_an_evaluator_that_stands_in_is_told(tmp_path, game, name):
    text, attribute = TEXTS[name]
    (tmp_path / "student.py").write_text(text)
    player = make_player_here(f"{tmp_path / 'student.py'}:{attribute}".rstrip(":"))
    player.start(game, 0, 1)
    assert any("zero judges positions in its place" in note for note in player.notes) == (name != "plain")


def test_it_agrees_with_the_textbook_at_its_depth(tmp_path):
    game = cp.game("isolation", width=4, height=4)
    path = tmp_path / "student.py"
    path.write_text(students.PLAIN)
    mine = make_player_here(f"{path}:search:depth=3")
    mine.start(game, 0, 1)

    def value(position, depth, player):
        if depth == 0 or position.over:
            return mine.worth(position, player)
        return (max if position.turn == player else min)(value(position.after(m), depth - 1, player) for m in position.moves())

    position = game.start()
    for _ in range(4):
        report = mine.choose(position, Limit())
        assert report.depth == 3
        seat = position.turn
        assert report.score / report.grid == value(position, 3, seat) == value(position.after(report.move), 2, seat)
        position = position.after(report.move)


def test_with_a_clock_nobody_knows_how_deep_it_searched(tmp_path):
    path = tmp_path / "student.py"
    path.write_text("def choose(position, seconds):\n    return position.moves()[0]\n")
    player = make_player_here(f"{path}:choose")
    report = player.choose(cp.game("tic_tac_toe").start(), Limit(seconds=0.01))
    assert (report.move, report.depth) == (0, 0)


@pytest.mark.parametrize("name", ["", ":Deepener", ":Deepener.choose"])
def test_a_class_with_a_clock_is_found_as_check_finds_it(tmp_path, game, name):
    path = tmp_path / "student.py"
    path.write_text(
        "class Deepener:\n    def choose(self, position, seconds):\n        return position.moves()[int(seconds * 10)]\n"
    )
    assert make_player_here(f"{path}{name}").choose(game.start(), Limit(seconds=0.25)).move == 2


def test_a_class_that_is_no_player_or_needs_an_option_is_refused(tmp_path):
    path = tmp_path / "players.py"
    path.write_text("class Node:\n    def __init__(self, at): ...\nclass Bold(Node):\n    def choose(self, position, limit): ...\n")
    for name, said in (("Node", "no method choose"), ("Bold", "player .*Bold: missing a required argument: 'at'")):
        with pytest.raises(UsageError, match=said):
            make_player_here(f"{path}:{name}")


def test_a_file_of_our_players_asks_which_one(tmp_path):
    path = tmp_path / "players.py"
    path.write_text("class Bold:\n    def choose(self, position, limit):\n        return 0\n")
    with pytest.raises(UsageError, match=r"which player\? It has Bold: name one, as in players.py:Bold"):
        make_player_here(str(path))


def test_a_player_with_a_clock_is_told_of_less_than_its_limit_and_less_still_after_it_was_late(tmp_path):
    path = tmp_path / "student.py"
    late = ("told.append(seconds)", "time.sleep(seconds + 0.03)", "return position.moves()[0]")
    path.write_text("import time\ntold = []\ndef choose(position, seconds):\n    " + "\n    ".join(late))
    player = make_player_here(f"{path}:choose")
    told = player.signature.function.__globals__["told"]
    position = cp.game("tic_tac_toe").start()
    for _ in range(2):
        player.choose(position, Limit(seconds=0.1))
    assert told[-2] < 0.1 - RESERVE_SECONDS - 0.003
    assert told[-1] <= 0.1 - 0.03


def test_uct_keeps_time_for_pauses(monkeypatch):
    player, ends = make_player_here("uct"), []
    monkeypatch.setattr(
        "counterply.plugins.monte_carlo.players.textbook.monte_carlo",
        lambda _, limit, **__: ends.append(limit.reserve) or [Report(0)],
    )
    player.choose(cp.game("tic_tac_toe").start(), Limit(seconds=0.15))
    assert ends[0] > RESERVE_SECONDS + 0.003


def test_a_function_with_a_player_among_much_else_is_not_called_an_evaluator(tmp_path):
    path = tmp_path / "student.py"
    path.write_text("def helper(position, alpha, beta, player):\n    return 0\n")
    with pytest.raises(UsageError, match="is not a player: a function is called with"):
        make_player_here(f"{path}:helper")


def test_a_match(tmp_path):
    path = tmp_path / "student.py"
    path.write_text(students.PLAIN)
    match = cp.match("tic_tac_toe", f"{path}:search:depth=2", "random", games=4, depth=2, seed=3)
    assert match.score >= 0.5


@pytest.mark.parametrize(
    ("game", "player", "said"),
    [
        ("tic_tac_toe", "search:dept=3", "did you mean 'depth'"),
        ("tic_tac_toe", "search:depth=0", "depth"),
        ("tic_tac_toe", "serch", "there is no serch"),
        ("splendor", "search", "has hidden information"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(tmp_path, game, player, said):
    path = tmp_path / "student.py"
    path.write_text(students.PLAIN)
    with pytest.raises((UsageError, GameError)) as caught:
        make_player_here(f"{path}:{player}").start(cp.game(game), 0, 1)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


OURS = """
class Player:
    def __init__(self, depth: int = 3):
        self.depth = depth

    def choose(self, position, limit):
        return Report(position.moves()[0])


def first(position, limit, depth=3):
    return position.moves()[0]
"""


@pytest.mark.parametrize("name", ["Player", "Player:depth=2", "first"])
def test_a_player_of_ours_is_still_one(tmp_path, name):
    path = tmp_path / "mine.py"
    path.write_text("from counterply import Report\n" + OURS)
    game = cp.game("tic_tac_toe")
    player = make_player_here(f"{path}:{name}")
    assert not isinstance(player, StudentPlayer)
    assert player.choose(game.start(), Limit()).move == game.start().moves()[0]
