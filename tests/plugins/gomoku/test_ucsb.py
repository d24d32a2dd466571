"""Our players behind the course's referee: its two lines a move, what it must not see, and whole games with a stand-in."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from ucsb_referee import COUNTED, DARK, LIGHT, Referee

from counterply.cli import run
from counterply.core.report import Report
from counterply.players import make_player
from counterply.players.base import BasePlayer
from counterply.plugins.gomoku import ucsb as mp2
from counterply.plugins.gomoku.ucsb import MOVE_SECONDS, Seat

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-c", "from counterply.cli import main; main()", "host", "mp2"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "src")}


class First(BasePlayer):
    """Plays the first legal move, and keeps its limits."""

    def __init__(self):
        self.limits = []

    def choose(self, position, limit, listen=None):
        print("Move played: a9")
        self.limits.append(limit)
        return Report(position.moves()[0])


class Talk:
    """A seat in this process, and the lines that it has written."""

    def __init__(self, size=5, seat=1, player=None):
        self.said = []
        self.player = player or First()
        self.seat = Seat(size, seat, self.player, lambda text: self.said.extend(text.split("\n")))
        self.seat.begin(time.monotonic())

    def tell(self, *lines):
        """Return what was said to these lines."""
        before = len(self.said)
        for line in lines:
            self.seat.hear(line, time.monotonic())
        return self.said[before:]


def counted(lines):
    return [COUNTED.match(f"{line}\n".encode())[1].decode() for line in lines if COUNTED.match(f"{line}\n".encode())]


def test_light_waits_repeats_the_move_and_answers_it():
    talk = Talk()
    assert counted(talk.said) == []
    assert talk.tell("c3") == [
        "Move played: c3",
        "   a b c d e",
        " 1 . . . . .",
        " 2 . . . . .",
        " 3 . . D . .",
        " 4 . . . . .",
        " 5 . . . . .",
        "Move played: a1",
        "   a b c d e",
        " 1 L . . . .",
        " 2 . . . . .",
        " 3 . . D . .",
        " 4 . . . . .",
        " 5 . . . . .",
        "Your move, Dark:",
    ]


def test_dark_moves_first():
    talk = Talk(seat=0)
    assert counted(talk.said) == ["a1"]
    assert counted(talk.tell("b1")) == ["b1", "c1"]


@pytest.mark.parametrize(
    "line",
    ["c3", "z9", "a6", "f1", "a0", "a", "3", "33", "aa1", "a123", "a1 b2", "Move played: b2", "\x07\ufffd", "-l", "a-1", "a1.5"],
)
def test_what_is_no_legal_move_is_said_and_asked_again(line):
    talk = Talk()
    talk.tell("c3")
    said = talk.tell(line)
    assert len(said) == 2
    assert said[0].startswith("Illegal: ")
    assert said[1] == "Your move, Dark:"
    assert counted(said) == []
    assert counted(talk.tell("e5")) == ["e5", "b1"]


def test_capitals_and_carriage_returns_are_forgiven():
    assert counted(Talk().tell("C3")) == ["c3", "a1"]
    done = subprocess.run(
        [*COMMAND, "-n", "5", "--player", "random"], input=b"c3\r\n\r\n\xff\n", capture_output=True, env=ENVIRONMENT
    )
    assert done.stdout.count(b"Move played: ") == 2
    assert b"\r" not in done.stdout
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_the_end_is_told_once_and_nothing_follows_it():
    talk = Talk()
    said = talk.tell("a5", "b5", "c5", "d5")
    assert counted(said)[-1] == "d1"
    said = talk.tell("e5")
    assert counted(said) == ["e5"]
    assert said[-1].startswith("Dark wins: five in a row")
    assert talk.seat.over


def test_the_time_of_a_game_is_shared_and_never_overdrawn():
    talk = Talk(size=11)
    talk.seat.left = 100.0
    talk.tell("f6")
    talk.seat.left = -3.0
    talk.tell("f7")
    assert talk.player.limits[0].clock == pytest.approx(100.0, abs=0.5)
    assert talk.player.limits[0].seconds == pytest.approx(MOVE_SECONDS, abs=0.5)
    assert talk.player.limits[1].move_seconds < 0.1
    assert talk.seat.left < -3.0


class Late(First):
    """Is ready when it is told so."""

    compiled = threading.Event()

    def start(self, game, seat, seed):
        assert self.compiled.wait(60)


def test_while_a_player_compiles_a_legal_move_is_played_without_it(monkeypatch):
    monkeypatch.setattr(mp2, "START_PATIENCE", 0.01)
    monkeypatch.setattr(mp2, "MOVE_PATIENCE", 0.01)
    talk = Talk(player=Late())
    assert counted(talk.tell("c3")) == ["c3", "c2"]
    assert talk.player.limits == []
    Late.compiled.set()
    monkeypatch.setattr(mp2, "MOVE_PATIENCE", 60)
    assert counted(talk.tell("c4")) == ["c4", "a1"]


def test_the_first_stone_waits_for_no_compiler(monkeypatch):
    monkeypatch.setattr(mp2, "START_PATIENCE", 0.01)
    Late.compiled.clear()
    begin = time.monotonic()
    talk = Talk(seat=0, player=Late())
    assert time.monotonic() - begin < mp2.MOVE_PATIENCE
    assert counted(talk.said) == ["c3"]
    Late.compiled.set()
    talk.seat.finish()
    assert counted(talk.tell("e5")) == ["e5", "a1"]


def test_patience_leaves_time_for_the_rest_of_the_game(monkeypatch):
    monkeypatch.setattr(mp2, "START_PATIENCE", 0.01)
    Late.compiled.clear()
    talk = Talk(player=Late())
    talk.seat.left = 0.4
    begin = time.monotonic()
    talk.tell("c3")
    Late.compiled.set()
    assert time.monotonic() - begin < mp2.MOVE_PATIENCE
    assert talk.player.limits == []


class Printing(First):
    """Prints what the referee would count, before its first game too."""

    def start(self, game, seat, seed):
        print("Move played: a9")


def test_nothing_that_a_player_prints_is_heard(capfd):
    assert counted(Talk(player=Printing()).tell("c3")) == ["c3", "a1"]
    assert "a9" not in capfd.readouterr().out


class Faulty(First):
    def choose(self, position, limit, listen=None):
        raise RuntimeError("no")


def test_a_player_that_fails_is_covered_by_a_legal_move(caplog):
    assert counted(Talk(player=Faulty()).tell("c3")) == ["c3", "c2"]
    assert "RuntimeError: no" in caplog.text


@pytest.mark.parametrize(
    ("light", "dark", "size"),
    [
        pytest.param("report", "random", 11, marks=pytest.mark.slow),
        pytest.param("random", "report", 26, marks=pytest.mark.slow),
        ("report:depth=1", "random", 5),
    ],
)
def test_whole_games_with_the_referee(light, dark, size):
    commands = [[*COMMAND, "--player", f"{player}"] for player in (light, dark)]
    referee = Referee(size, *commands, ENVIRONMENT, game_limit=600.0, limit=600.0)
    winner = referee.play()
    assert referee.result in ("five", "full")
    assert winner == {("report", "random"): LIGHT, ("random", "report"): DARK}.get((light, dark), winner)


def test_dark_from_the_empty_board_with_options_in_any_order():
    done = subprocess.run(
        [*COMMAND, "-l", "-n", "9", "--player", "random"], input="", capture_output=True, text=True, env=ENVIRONMENT
    )
    assert len(counted(done.stdout.splitlines())) == 1
    assert "this program is Dark" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-n", "4"], "-n is the size of the board, 5 to 26, not 4"),
        (["-n", "x"], "invalid value for '-n'"),
        (["--player", "nobody"], "unknown player 'nobody'"),
        (["--player", "host_greedy"], "host_greedy"),
    ],
)
def test_wrong_arguments_are_one_line(capsys, arguments, said):
    assert run(["host", "mp2", *arguments]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_the_example_is_what_the_referee_starts():
    example = ROOT / "examples" / "gobang"
    assert os.access(example, os.X_OK)
    assert 'host mp2 "$@"' in example.read_text()


def test_the_player_is_made_by_name():
    assert make_player("report").name == "report"
