"""Our players behind Gomocup managers: whole games, boards in any order, limits, END, and stand-ins for two managers."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
from gomocup_managers import Judge, Piskvork

from counterply import FIRST, ONGOING, Limit
from counterply.compiling.kernels import PLAIN
from counterply.core.machine import cores_of_machine
from counterply.core.report import Report
from counterply.players.base import BasePlayer
from counterply.plugins.gomoku import gomocup
from counterply.plugins.gomoku.gomocup import (
    LEAST_TABLE_MB,
    MEGABYTE,
    Session,
    cell_of,
    fitted_player,
    message_of,
    move_limit,
    opening_stones,
    position_of,
)
from counterply.plugins.gomoku.pbrain import NO_LIMIT_MS, OPPONENT, OWN, RULES, Settings
from counterply.plugins.gomoku.text import stones_of
from counterply.system import seconds_alive
from counterply.usercode.loading import load_game
from first_answer import MOVE_MS, require_level

SOURCES = Path(__file__).parents[3] / "src"
UNBUSY = 20.0  # seconds, more than a busy machine makes of any wait here
COMMAND = [
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(SOURCES)!r}); from counterply.__main__ import main; main()",
    "host",
]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCES)}
SLEEPER = Path(__file__).with_name("sleeping_player.py")


class Talk:
    """A session in this process, and what it has answered."""

    def __init__(self, player="engine", size=15, rule=0, nodes=300, wait=True):
        self.said = []
        self.session = Session(player, lambda text: self.said.extend(text.splitlines()))
        self.tell(f"START {size}")
        if wait:
            self.session._preparation.done()
        self.tell(f"INFO rule {rule}", f"INFO max_node {nodes}")
        assert self.said == ["OK"]

    def tell(self, *lines):
        """Return the last answer."""
        for line in lines:
            self.session.hear(line)
        return self.said[-1]

    def move(self, *lines):
        """Return the move that answers the last line; exactly one line but messages is said."""
        before = len(self.said)
        self.tell(*lines)
        answers = [line for line in self.said[before:] if not line.startswith("MESSAGE ")]
        assert len(answers) == 1
        x, y = map(int, answers[0].split(","))
        return x, y


@pytest.mark.parametrize(("rule", "line"), [("freestyle", "h8 a1"), ("renju", "h8 a15")])
def test_a_message_names_cells_as_the_players_of_the_rule_do(rule, line):
    position, top_left = load_game("gomoku", {"size": "15", "rule": rule}).start(), 0
    middle = next(move for move in position.moves() if cell_of(move) == (7, 7))
    assert message_of(Report(middle, 0, line=(middle, top_left), depth=2), position).endswith(f"line {line}")


def board(stones):
    return ["BOARD", *(f"{x},{y},{owner}" for (x, y), owner in stones.items()), "DONE"]


def stones_after(position, game):
    """The stones of a position as the side to move would be told them."""
    return {cell_of(move): OPPONENT if (position.ply - ply) % 2 else OWN for ply, move in enumerate(position.history)}


@pytest.mark.parametrize("size", [5, 15, *(pytest.param(size, marks=pytest.mark.slow) for size in (20, 26))])
def test_two_engines_play_a_whole_game(size):
    talks = [Talk(size=size), Talk(size=size)]
    game = load_game("gomoku", {"size": str(size)})
    position = game.start()
    last = None
    while position.outcome() == ONGOING:
        talk = talks[position.turn]
        cell = talk.move("BEGIN" if last is None else f"TURN {last[0]},{last[1]}")
        move = cell[1] * 26 + cell[0]
        assert move in position.moves()
        position, last = position.after(move), cell
    if size > 5:
        assert position.outcome() != ONGOING
        assert talks[position.turn].tell(f"TURN {last[0]},{last[1]}") == "ERROR the game is over"
    assert talks[position.turn].tell("RESTART") == "OK"


@pytest.mark.parametrize(
    ("size", "rule"),
    [(15, 0), (20, 1), (15, 4), *(pytest.param(*each, marks=pytest.mark.slow) for each in ((20, 0), (15, 1), (20, 4)))],
)
def test_five_is_completed_for_either_colour_whatever_the_order_of_the_stones(size, rule):
    game = load_game("gomoku", {"size": str(size), "rule": RULES[rule]})
    talk = Talk(size=size, rule=rule, nodes=5000)
    black = game.start().play_text(["h8", "h9", "i8", "i9", "j8", "j9", "k8", "k9"])
    white = black.play_text(["a1"])
    for position, row in ((black, 7), (white, 8)):
        stones = stones_after(position, game)
        for seed in range(3):
            shuffled = list(stones.items())
            Random(seed).shuffle(shuffled)
            assert talk.tell("RESTART") == "OK"
            assert talk.move(*board(dict(shuffled))) in ((6, row), (11, row))


def test_a_board_in_any_order_is_the_position_that_was_played():
    game = load_game("gomoku", {"size": "9"})
    random = Random(3)
    for plies in range(0, 30, 3):
        position = game.start()
        for _ in range(plies):
            if position.outcome() == ONGOING:
                position = position.after(random.choice(position.moves()))
        told = list(stones_after(position, game).items())
        random.shuffle(told)
        shown = position_of(game, dict(told))
        assert (shown.key(), shown.turn, str(shown)) == (position.key(), position.turn, str(position))
        assert shown.moves() == position.moves()


def test_boards_that_no_game_leads_to_are_played_all_the_same():
    game = load_game("gomoku", {"size": "9"})
    own = position_of(game, {(0, 0): OWN, (2, 2): OWN, (4, 4): OWN})
    assert (own.turn, int(own.record["left"])) == (0, 78)
    assert own.key() == position_of(game, {(4, 4): OWN, (0, 0): OWN, (2, 2): OWN}).key()
    theirs = position_of(game, {(0, 0): OPPONENT, (2, 2): OPPONENT})
    assert theirs.turn == 1
    assert Talk(size=9).move(*board({(0, 0): OWN, (2, 2): OWN, (4, 4): OWN})) not in {(0, 0), (2, 2), (4, 4)}


def test_the_end_of_a_game_is_seen_from_the_last_stone_alone():
    """Six in a row is no win by the standard rule, although five of them would have been one."""
    game = load_game("gomoku", {"size": "9", "rule": "standard"})
    own = {(x, 8): OWN for x in range(0, 9, 2)}
    six = {(x, 0): OPPONENT for x in (0, 1, 2, 4, 5, 3)}
    assert position_of(game, {**own, **six}).outcome() == ONGOING
    five = {(x, 0): OPPONENT for x in (0, 1, 2, 4, 3)}
    assert position_of(game, {**dict(list(own.items())[1:]), **five}).outcome() == FIRST


def test_take_back_and_another_board():
    talk = Talk(size=15)
    first = talk.move("TURN 7,7")
    assert talk.tell(f"TAKEBACK {first[0]},{first[1]}") == "OK"
    assert talk.tell("TAKEBACK 7,7") == "OK"
    talk.move("BEGIN")
    assert talk.tell("RECTSTART 20,10") == "OK"
    x, y = talk.move("BOARD", "DONE")
    assert x < 20
    assert y < 10


def test_swap2():
    talk = Talk(size=15, nodes=200)
    stones = [tuple(map(int, cell.split(","))) for cell in talk.tell("SWAP2BOARD", "DONE").split()]
    assert len(set(stones)) == 3
    won_for_black = ["7,7", "0,0", "8,7", "0,14", "9,7"]
    assert talk.tell("SWAP2BOARD", *won_for_black, "DONE") == "SWAP"
    good_for_white = ["0,0", "7,7", "14,14", "8,7", "0,14"]
    assert talk.tell("SWAP2BOARD", *good_for_white, "DONE") != "SWAP"
    assert opening_stones(((0, 0), (1, 1), (2, 2))) == {(0, 0): OPPONENT, (1, 1): OWN, (2, 2): OPPONENT}
    assert talk.session.brain.stones == {}


class Judging(BasePlayer):
    """Scores a position by the sum of its White stone's row and column, less 4; keeps what it has seen and its limits."""

    def __init__(self):
        self.seen = []

    def choose(self, position, limit, listen=None):
        stones = stones_of(position.record, 1)
        score = sum(stones[0]) - 4 if stones else 0
        self.seen.append((score, limit))
        return Report(position.moves()[0], score=score)


@pytest.mark.parametrize(("start", "width", "height"), [("START 5", 5, 5), ("START 26", 26, 26), ("RECTSTART 7,5", 7, 5)])
def test_three_stones_of_swap2_are_the_most_even_that_the_player_has_seen(start, width, height, monkeypatch):
    judge = Judging()
    monkeypatch.setattr(gomocup, "make_player", lambda text: judge)
    talk = Talk("judging")
    talk.tell(start, "INFO timeout_turn 1000")
    judge.seen.clear()  # of a rehearsal
    stones = [tuple(map(int, cell.split(","))) for cell in talk.tell("SWAP2BOARD", "DONE").split()]
    assert len(set(stones)) == 3
    assert all(0 <= x < width and 0 <= y < height for x, y in stones)
    assert abs(sum(stones[1]) - 4) == min(abs(score) for score, _ in judge.seen)
    assert sum(limit.seconds for _, limit in judge.seen) == pytest.approx(0.97, abs=0.1)


class Late(BasePlayer):
    """Is ready when it is told so."""

    def __init__(self):
        self.compiled = threading.Event()

    def start(self, game, seat, seed):
        assert self.compiled.wait(60)

    def choose(self, position, limit, listen=None):
        return Report(position.moves()[0])


def test_nobody_waits_for_a_compiler(monkeypatch):
    late = Late()
    monkeypatch.setattr(gomocup, "START_PATIENCE", 0.01)
    monkeypatch.setattr(gomocup, "make_player", lambda text: late)
    talk = Talk("late", size=7, wait=False)
    talk.tell("INFO timeout_turn 100")
    assert talk.move("BEGIN") == (3, 3)
    assert "not ready yet" in talk.said[-2]
    assert talk.move("TURN 3,2") == (2, 3)
    assert len(set(talk.tell("SWAP2BOARD", "DONE").split())) == 3
    assert talk.move("SWAP2BOARD", "3,3", "2,2", "4,4", "DONE") == (3, 2)
    talk.tell("RECTSTART 6,5", "INFO rule 1")
    late.compiled.set()
    assert talk.session._preparation.done()
    assert talk.move("TURN 5,4") == (0, 0)
    assert talk.session._game.options == {"rule": "standard", "width": 6, "height": 5}


def test_a_rule_that_is_not_played_told_while_the_player_is_made(monkeypatch):
    late = Late()

    def make_player(_):
        late.compiled.wait()
        return late

    monkeypatch.setattr(gomocup, "START_PATIENCE", 0.01)
    monkeypatch.setattr(gomocup, "make_player", make_player)
    talk = Talk("late", size=7, wait=False)
    talk.tell("INFO rule 2")
    late.compiled.set()
    assert talk.session._preparation.done()
    assert talk.tell("BEGIN").startswith("ERROR rule 2 is not supported")
    talk.tell("INFO rule 1")
    assert talk.move("BEGIN") == (0, 0)
    assert talk.session._game.options == {"rule": "standard", "size": 7}


def test_the_age_of_this_process_is_known():
    age = seconds_alive()
    assert 0.0 < age < 86_400.0
    time.sleep(0.05)
    assert seconds_alive() >= age


class Faulty(BasePlayer):
    """Raises, or answers what is not legal."""

    def choose(self, position, limit, listen=None):
        if len(position.moves()) == 225:
            raise ValueError("two\nlines")
        return Report(7000)


def test_a_player_that_fails_is_covered_by_a_legal_move(caplog):
    talk = Talk("random")
    talk.session._player, talk.session._text = Faulty(), "random"
    assert talk.move("BEGIN") == (7, 7)
    assert "ValueError: two lines" in caplog.text
    assert talk.move("TURN 0,0") == (7, 6)
    assert "7000, which is not legal" in caplog.text


def test_limits():
    assert move_limit(Settings(timeout_turn=1000), 0.0).seconds == pytest.approx(0.985)
    assert move_limit(Settings(timeout_turn=100), 0.0).seconds == pytest.approx(0.0985)
    assert move_limit(Settings(timeout_turn=0), 0.0).seconds < 0.1
    assert move_limit(Settings(timeout_turn=1000), 5.0).seconds == pytest.approx(0.002)
    assert move_limit(Settings(time_left=NO_LIMIT_MS), 0.0).clock is None
    assert move_limit(Settings(time_left=-500), 0.0).move_seconds < 0.01
    assert move_limit(Settings(time_left=100_000), 0.0).move_seconds == pytest.approx(4.0, abs=0.01)
    assert move_limit(Settings(max_node=7, max_depth=3), 0.0).with_(seconds=None) == Limit(nodes=7, depth=3)


def test_the_match_clock_runs_on_where_the_manager_does_not_tell_it():
    talk = Talk()
    talk.move("INFO timeout_match 5000", "BEGIN")
    told = talk.session.brain.settings.time_left
    assert 0 < told < 5000
    talk.move("TURN 0,0")
    assert talk.session.brain.settings.time_left <= told


def test_the_table_fits_the_memory():
    allowed = Settings(max_memory=300 * MEGABYTE)
    assert fitted_player("engine:proof=off", allowed) == ("engine:proof=off", 30)
    assert fitted_player("engine", Settings(max_memory=350 * MEGABYTE)) == ("engine", 80)
    assert fitted_player("engine", Settings(max_memory=2048 * MEGABYTE)) == ("engine", 1024)
    assert fitted_player("random", allowed) == ("random", None)
    talk = Talk()
    assert "is too little" in talk.tell(f"INFO max_memory {100 * MEGABYTE}", "BEGIN")
    talk.move(f"INFO max_memory {300 * MEGABYTE}", "BEGIN")


def test_all_that_costs_is_done_before_a_move_is_asked_for(monkeypatch):
    """A new game empties the table and takes its room at START; a move finds both done, in either seat."""
    talk = Talk()
    search = talk.session._player.search
    for name in ("forget", "make_room"):
        method = getattr(search, name)
        monkeypatch.setattr(search, name, lambda *given, name=name, method=method: (talk.said.append(name), method(*given)))
    talk.move("BEGIN")
    for asked in ("TURN 7,7", "BEGIN", "TURN 7,7"):
        talk.said.clear()
        talk.tell("START 15")
        assert talk.said == ["forget", "make_room", "OK"]
        talk.said.clear()
        talk.move(asked)
        assert not {"forget", "make_room"} & set(talk.said)


def test_memory_that_is_told_after_ok_costs_nothing(monkeypatch):
    """As Piskvork tells it: the player stays, and so does its table where it is not larger than that."""
    talk = Talk()
    player = talk.session._player
    engine = player.search.engine
    table = engine.table.entries
    assert table.nbytes >= 16 * MEGABYTE
    talk.move(f"INFO max_memory {350 * MEGABYTE}", "INFO timeout_turn 200", "BEGIN")
    assert talk.session._player is player
    assert engine.table.entries is table
    assert engine.table.megabytes == 80
    talk.tell("START 15", "INFO hash_size 8192", "BEGIN")
    assert engine.table.entries.nbytes == engine.table.megabytes * MEGABYTE == 8 * MEGABYTE


def test_a_manager_may_ask_for_threads_and_a_table():
    cores = cores_of_machine()
    assert fitted_player("engine", Settings(thread_num=1, hash_size=4)) == ("engine:threads=1", LEAST_TABLE_MB)
    assert fitted_player("engine", Settings(thread_num=999, hash_size=20 * 1024)) == (f"engine:threads={cores}", 20)
    assert fitted_player("engine", Settings(max_memory=300 * MEGABYTE, hash_size=500 * 1024)) == ("engine", 30)
    assert fitted_player("engine:threads=1,memory=9", Settings(thread_num=2, hash_size=4096)) == ("engine:threads=1,memory=9", None)
    assert fitted_player("engine", Settings(thread_num=-1, hash_size=-5)) == ("engine", None)
    talk = Talk()
    talk.move("INFO thread_num 2", "INFO hash_size 16384", "INFO timeout_turn 100", "BEGIN")
    talk.move("INFO THREAD_NUM 1", "TURN 0,0")


def test_a_start_that_the_manager_did_not_wait_for_is_part_of_the_first_move():
    talk = Talk("random")
    now = time.monotonic()
    assert talk.session._start_charged(now + 1) == 0.0  # it has waited for OK
    talk.session._first = True
    assert talk.session._start_charged(talk.session._ready_at - 0.001) > 0.0
    assert talk.session._start_charged(0.0) == 0.0  # once a process


def test_a_manager_that_waits(tmp_path):
    manager = Piskvork([*COMMAND, "gomocup"], ENVIRONMENT, 15, 300)
    taken = {manager.move("BEGIN")}
    for cell in ((0, 0), (14, 0), (0, 14)):
        taken.add(cell)
        move = manager.move(f"TURN {cell[0]},{cell[1]}")
        assert move not in taken
        taken.add(move)
    manager.say("FOO")
    assert manager.answer().startswith("UNKNOWN")
    manager.say("RESTART")
    assert manager.answer() == "OK"
    manager.move("TURN 7,7")
    assert manager.end(UNBUSY) == (b"", True)


@pytest.mark.parametrize("player", ["engine", f"{SLEEPER}:sleep"])
def test_end_stops_a_search_at_once_and_nothing_is_said(player):
    manager = Piskvork([*COMMAND, "gomocup", "--player", player], ENVIRONMENT, 15, 600_000)
    manager.say("TURN 7,7")
    time.sleep(0.3)
    said, ended = manager.end(UNBUSY)
    assert (said, ended, manager.child.process.returncode) == (b"", True, 0)


def test_a_search_may_be_asked_for_its_move():
    manager = Piskvork([*COMMAND, "gomocup"], ENVIRONMENT, 15, 600_000)
    manager.say("TURN 7,7")
    time.sleep(0.2)
    assert manager.move("YXSTOP") != (7, 7)
    manager.say("INFO timeout_turn 100")
    manager.move("TURN 0,0")
    manager.end()


def test_a_manager_that_waits_for_nothing():
    judge = Judge([*COMMAND, "gomocup"], ENVIRONMENT, 15, 5000, 60_000)
    time.sleep(0.2)
    move, _ = judge.move("BOARD", "DONE")
    assert 0 <= min(move) <= max(move) < 15
    answer, _ = judge.move("TURN 0,0")
    assert answer not in {move, (0, 0)}
    judge.end()


def test_what_was_asked_before_the_end_is_answered():
    lines = "ABOUT\nSTART 15\nINFO timeout_turn 100\nBEGIN\n"
    for ending in ("", "END\n"):
        done = subprocess.run(
            [*COMMAND, "gomocup"], input=lines + ending, capture_output=True, text=True, env=ENVIRONMENT, timeout=60
        )
        said = [line for line in done.stdout.splitlines() if not line.startswith("MESSAGE")]
        assert said[0].startswith('name="Counterply"')
        assert said[1] == "OK"
        assert "," in said[2]
        assert (len(said), done.returncode) == (3, 0)
        assert "Traceback" not in done.stderr


def test_a_search_does_not_outlive_its_manager():
    manager = Piskvork([*COMMAND, "gomocup", "--player", f"{SLEEPER}:sleep"], ENVIRONMENT, 15, 600_000)
    manager.say("TURN 7,7")
    time.sleep(0.3)
    process = manager.child.process
    process.stdin.close()
    process.stdout.close()
    assert process.wait(UNBUSY) == 141


def test_ctrl_c_ends_a_search_at_once():
    manager = Piskvork([*COMMAND, "gomocup"], ENVIRONMENT, 15, 600_000)
    manager.say("TURN 7,7")
    time.sleep(0.3)
    manager.child.process.send_signal(signal.SIGINT)
    assert manager.child.process.wait(UNBUSY) == 130
    manager.child.close()


GREETED = """
import sys
from counterply.plugins.gomoku import early_replies
from counterply.__main__ import main
print("numpy" in sys.modules, flush=True)
early_replies.begin(["host", "gomocup"])
lines, noticed = early_replies.reader(), []
heard = [line for line, _ in lines]
lines.notice(noticed.append)
print(heard, noticed == heard)
"""


def test_about_is_answered_before_anything_is_imported():
    asked = "ABOUT\nabout\nSTART 15\nABOUT\n"
    done = subprocess.run([sys.executable, "-c", GREETED], input=asked, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    assert done.stdout.splitlines() == ["False", gomocup.ABOUT, gomocup.ABOUT, "['START 15', 'ABOUT'] True"], done.stderr


SLOW_IMPORTS = """
import os, sys, time
from counterply.plugins.gomoku import early_replies
early_replies.START_PATIENCE = {patience}

class Slow:
    def find_spec(self, name, path=None, target=None):
        if name == "counterply.cli":
            time.sleep({seconds})
            assert "numpy" not in sys.modules
            os.write(1, b"imports begin\\n")  # at once: another thread answers meanwhile

sys.meta_path.insert(0, Slow())
from counterply.__main__ import main
sys.argv[1:] = ["host", "gomocup", "--player", "random"]
main()
"""


@pytest.mark.parametrize(("patience", "said"), [(0.1, ["OK", "imports begin"]), (UNBUSY, ["imports begin", "OK"])])
def test_start_is_answered_once_before_the_imports_if_they_take_long(patience, said):
    code = SLOW_IMPORTS.format(seconds=1.0, patience=patience)
    asked = "ABOUT\nSTART 15\nINFO timeout_turn 100\nBEGIN\nSTART 20\nEND\n"
    done = subprocess.run([sys.executable, "-c", code], input=asked, capture_output=True, text=True, env=ENVIRONMENT, timeout=60)
    told = [line for line in done.stdout.splitlines() if not line.startswith("MESSAGE")]
    assert told[:3] == [gomocup.ABOUT, *said], done.stderr
    assert len(told) == 5
    assert re.fullmatch(r"\d+,\d+", told[3])
    assert told[4] == "OK"


def test_a_board_that_cannot_be_is_no_business_of_the_greeting():
    asked = "START 4\nSTART\nSTART 27\nSTART x\n"
    done = subprocess.run(
        [sys.executable, "-c", SLOW_IMPORTS.format(seconds=0.3, patience=0.0)],
        input=asked,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=60,
    )
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["imports", *["ERROR"] * 4], done.stderr


def test_a_manager_that_is_gone_leaves_no_traceback():
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    for host in ("gomocup", "mp2"):
        process = subprocess.Popen([*COMMAND, host, "--player", "random"], env=ENVIRONMENT, **pipes)
        process.stdout.close()
        _, errors = process.communicate(b"ABOUT\n")
        assert process.returncode == 141
        assert b"Traceback" not in errors


@pytest.mark.skipif(PLAIN, reason="plain searches have no cost of their own to begin with")
def test_the_first_answer_costs_what_the_second_does():
    talk = Talk(nodes=0)
    talk.tell(f"INFO timeout_turn {MOVE_MS:.0f}", "RESTART")
    lines = iter(["BEGIN", "TURN 0,0", "TURN 14,14"])
    require_level(lambda: talk.move(next(lines)))
