"""Other people's engines as players: small engines with one vice each, which costs them the game and nothing else."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from counterply import FIRST, SECOND, Limit
from counterply.arena.match import play_game
from counterply.arena.record import BY_ERROR, BY_ILLEGAL_MOVE, BY_OVERRUN, BY_RULES
from counterply.core.errors import UsageError
from counterply.players import make_player
from counterply.plugins.gomoku import gomocup_player as gomocup
from counterply.usercode.loading import load_game
from counterply.usercode.program import Program, ProgramFailed, command_words
from running import commands

FAKE = Path(__file__).with_name("fake_pbrain.py")
SOURCES = Path(__file__).parents[3] / "src"
LIMIT = Limit(seconds=0.3)
UNBUSY = 5.0  # seconds, more than a busy machine makes of any wait here


def fake(vice="good", **options):
    more = "".join(f",{key}={value}" for key, value in options.items())
    return make_player(f'gomocup:cmd="{sys.executable} {FAKE} {vice}"{more}')


@pytest.fixture
def game():
    return load_game("gomoku", {"size": "15"})


@pytest.fixture
def playing(game):
    """Plays a game of a fake against another player, and closes it."""
    made = []

    def play(vice, against="random", limit=LIMIT, seat=1, **options):
        player = fake(vice, **options) if isinstance(vice, str) else vice
        made.append(player)
        players = [make_player(against), player] if seat else [player, make_player(against)]
        return play_game(game, players, limit, forfeit=vice == "slow")

    yield play
    for player in made:
        player.close()


@pytest.mark.parametrize(
    "vice", ["good", "crlf", "cr", "banner", "nameless", "mute", "not_utf8", "chatter", "suggest", "slow_start", "no_restart"]
)
def test_an_engine_plays_whatever_its_manners(playing, vice):
    player = fake(vice)
    for _ in range(2):  # the second game needs a fresh board
        record = playing(player)
        assert (record.ending, record.outcome) == (BY_RULES, SECOND), record.reason


@pytest.mark.parametrize(
    ("vice", "ending", "said"),
    [
        ("crash", BY_ERROR, "exit code 3"),
        ("abort", BY_ERROR, "SIGABRT"),
        ("hang", BY_ERROR, "has not moved within its limit and 1 s more"),
        ("error", BY_ERROR, "it said 'ERROR I do not like this position'"),
        ("flood", BY_ERROR, "has written more than 1 MB"),
        ("flood_line", BY_ERROR, "has written more than 1 MB"),
        ("suggest_for_ever", BY_ERROR, "python"),
        ("close", BY_ERROR, "has closed its output"),
        ("dead", BY_ERROR, "has ended with exit code 0"),
        ("occupied", BY_ILLEGAL_MOVE, "at ply 6"),
        ("outside", BY_ILLEGAL_MOVE, "'99,-1' at ply 6"),
        ("slow", BY_OVERRUN, "of 300.0 ms at ply"),
    ],
)
def test_a_vice_costs_the_game_and_says_why(playing, vice, ending, said):
    record = playing(vice)
    assert (record.ending, record.outcome, record.fault) == (ending, FIRST, 1)
    assert said in record.reason
    assert len(record.reason) <= 200


def test_after_a_crash_the_next_game_finds_a_fresh_engine(playing):
    player = fake("crash")
    assert [playing(player).ending for _ in range(2)] == [BY_ERROR, BY_ERROR]
    assert playing(player).moves  # it has moved before it crashed once more


def test_an_engine_that_hangs_at_the_start_is_given_up(playing, monkeypatch):
    monkeypatch.setattr(gomocup, "START_SECONDS", 0.3)
    player = fake("never_ok")
    reasons = [playing(player).reason for _ in range(5)]
    assert all("has not answered START 15 within 0.3 s" in reason for reason in reasons)
    assert ["given up after 3 starts" in reason for reason in reasons] == [False, False, False, True, True]


def test_the_last_words_of_a_program_that_ends_are_heard(monkeypatch):
    program = Program(["/bin/sh", "-c", "read line; echo 3,3"])

    def ends_now(program):  # after it was found to be silent, and before anybody looks whether it is there
        program.send("go")
        program.process.wait()
        return False

    monkeypatch.setattr(Program, "alive", property(ends_now))
    assert program.receive(time.monotonic() + 5) == "3,3"


def test_what_a_flooding_engine_says_does_not_stay_in_memory(game):
    program = Program(f"{sys.executable} -c 'while True: print(\"SUGGEST 3,3\")'")

    def talk():
        while program.receive(time.monotonic() + UNBUSY) is not None:
            program.send("PLAY 3,3")

    with pytest.raises(ProgramFailed, match=r"has written more than 1 MB|does not read what it is told"):
        talk()
    assert not program._lines


def test_a_board_that_it_refuses_is_said_before_the_first_game():
    player = fake("only_15")
    player.start(load_game("gomoku", {"size": "15"}), 0, 0)
    with pytest.raises(UsageError, match="START 20 was answered 'ERROR unsupported size'"):
        player.start(load_game("gomoku", {"size": "20"}), 0, 0)


def test_what_cannot_be_played_is_said(game):
    player = fake()
    with pytest.raises(UsageError, match="needs a limit of time: the protocol has none of nodes or depth"):
        player.choose(game.start(), Limit(nodes=1000))
    with pytest.raises(UsageError, match="plays gomoku, five in a row, not connect_four"):
        player.start(load_game("connect_four"), 0, 0)
    with pytest.raises(UsageError, match=r"there is no program \./nobody"):
        make_player("gomocup:cmd=./nobody").start(game, 0, 0)
    with pytest.raises(UsageError, match=r"there is no program 'nobody'; a program in this folder is \./nobody"):
        command_words("nobody")


def test_it_is_told_its_time_the_rule_and_the_board(tmp_path):
    log = tmp_path / "log"
    game = load_game("gomoku", {"size": "15", "rule": "renju"})
    player = fake(log=log, memory=100, margin=50)
    player.start(game, 1, 0)
    player.choose(game.start().play_text(["h8", "h7", "i9"]), Limit(seconds=1.0, clock=20.0))
    player.close()
    lines = [line.split(maxsplit=2)[2] for line in log.read_text().splitlines()]
    assert [line[2:] for line in lines if line.startswith(">")] == [
        "ABOUT",
        "START 15",
        "INFO timeout_turn 950",
        "INFO timeout_match 19950",
        "INFO max_memory 104857600",
        "INFO game_type 2",
        "INFO rule 4",
        "INFO time_left 19950",
        "BOARD",
        "7,7,2",
        "7,6,1",
        "8,8,2",
        "DONE",
        "END",
    ]
    assert "< OK" in lines
    assert lines[0].startswith("# started: ")
    assert player.notes == ("the program says it is Fake 1.0",)


def test_a_game_goes_on_by_turns_and_a_take_back_by_a_new_board(game, tmp_path):
    log = tmp_path / "log"
    player = fake(log=log)
    position = game.start()
    for reply in ("a1", "b1"):
        position = position.after(player.choose(position, LIMIT).move).play_text([reply])
    player.choose(position, LIMIT)
    player.choose(game.start().play_text(["a1"]), LIMIT)
    player.close()
    sent = [line.split(maxsplit=3)[3] for line in log.read_text().splitlines() if line.split(maxsplit=3)[2] == ">"]
    moves = [line for line in sent if line.split()[0] in ("BEGIN", "TURN", "BOARD", "RESTART")]
    assert moves == ["BEGIN", "TURN 0,0", "TURN 1,0", "RESTART", "BOARD"]


def test_a_program_starts_in_its_own_folder(tmp_path, monkeypatch):
    program = tmp_path / "engine folder" / "pbrain-where"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\npwd\nread line\n")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    running = Program("'./engine folder/pbrain-where'")
    assert running.receive(time.monotonic() + UNBUSY) == str(program.parent)
    running.kill()


def processes_with(text):
    """Return the ids of processes whose command holds `text`."""
    return [number for number, command in commands().items() if text in command]


def gone(text):
    until = time.monotonic() + UNBUSY
    while time.monotonic() < until:
        if not processes_with(text):
            return True
        time.sleep(0.05)
    return False


def test_an_engine_that_hangs_is_killed_with_its_children(playing):
    record = playing("hang_with_child")
    assert "has not moved" in record.reason
    assert gone("fake_pbrain.py hang_with_child")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell who descends from whom")
def test_a_child_that_has_left_the_group_is_killed_too(playing):
    record = playing("run_away")
    assert "has not moved" in record.reason
    assert gone("sleep 600.25")


@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_engine_outlives_us(tmp_path, signal_number):
    mark = f"hang_{signal_number.name}_{os.getpid()}"
    script = f"""
import sys, time
sys.path.insert(0, {str(SOURCES)!r})
from counterply.usercode.program import Program
program = Program({f"{sys.executable} -c 'import time; time.sleep(600)' {mark}"!r})
print("ready", flush=True)
while True:  # Python 3.15 sleeps through a signal that comes just before
    time.sleep(0.1)
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal_number)
    process.wait(UNBUSY)
    process.stdout.close()
    assert gone(mark)


def test_an_engine_ends_when_it_is_closed_and_when_it_is_forgotten():
    player = fake("good")
    player.start(load_game("gomoku", {"size": "15"}), 0, 0)
    process = player._program.process
    player.close()
    assert process.poll() is not None

    program = Program(f"{sys.executable} {FAKE} good")
    process = program.process
    del program
    process.wait(UNBUSY)


def test_a_failed_program_says_so_once_more():
    program = Program(f"{sys.executable} {FAKE} dead")
    for _ in range(2):
        with pytest.raises(ProgramFailed, match="has ended with exit code 0"):
            program.receive(time.monotonic() + UNBUSY)
