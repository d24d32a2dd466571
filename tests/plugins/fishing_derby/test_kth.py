"""Our player inside the course's Fishing Derby program: a stand-in for that program, in this Python and in older ones."""

import importlib.util
import io
import json
import os
import queue
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from types import SimpleNamespace

import pytest

from counterply import ONGOING, UsageError
from counterply.cli import run
from counterply.compiling.kernels import PLAIN, CachedKernel
from counterply.plugins.fishing_derby import kth, kth_dialect as course
from counterply.plugins.fishing_derby.game import game_of
from counterply.plugins.fishing_derby.host import DEFAULT_PLAYER
from counterply.plugins.fishing_derby.kth import PLAYER_FILE, Agent, newest
from counterply.plugins.fishing_derby.rules import MOVE_NAMES, NO_FISH
from counterply.plugins.fishing_derby.scenarios import random_scenario
from counterply.plugins.fishing_derby.text import COLOURS, fish_places
from some import some

FOLDER = Path(__file__).parent / "kth_program"
SOURCES = Path(__file__).parents[3] / "src"
OLDER = [f"{Path.home()}/.pyenv/versions/{version}/bin/python" for version in ("3.6.15", "3.7.16")]
HOST_LIMIT = 0.075  # seconds of a turn
MACHINE = 0.05  # seconds that a busy test machine may add; a single turn may take longer there


def message(position):
    """Return what the course's program sends when it is green's turn."""
    record, setup = position.record, position.game.setup[0]
    places = fish_places(position)
    time, length = int(record["time"]), int(setup["length"])
    return {
        "game_over": False,
        "hooks_positions": {p: (int(record["hook_x"][p]), int(record["hook_y"][p])) for p in (0, 1)},
        "fishes_positions": places,
        "observations": {f: setup["code"][f, time:length].tolist() for f in places},
        "fish_scores": {f: int(setup["value"][f]) for f in places},
        "player_scores": {p: int(record["score"][p]) for p in (0, 1)},
        "caught_fish": {p: None if record["rod"][p] == NO_FISH else int(record["rod"][p]) for p in (0, 1)},
    }


def as_sent(turn):
    """Return a turn as player.py passes it on."""
    codes = {fish: "".join(map(str, line)) for fish, line in turn["observations"].items()}
    return json.loads(json.dumps(turn | {"observations": codes, "number": 1, "seconds": 0.02}))


def turns(seed=1, fish=5, length=60, most=20):
    """Return green's turns in a game of random moves that the course's program would play: red first, after a dummy ply."""
    random = Random(seed)
    position = game_of(random_scenario(fish, seed, True, length), first="host").start()
    found = []
    while position.outcome() == ONGOING and len(found) < most:
        if COLOURS[position.turn] == "green":
            found.append(position)
        position = position.after(random.choice(position.moves()))
    return found


@pytest.fixture(scope="module")
def session():
    return Agent(DEFAULT_PLAYER)


def test_a_turn_becomes_the_position_that_it_shows(session):
    for position in some(turns(seed=3, most=25), 9):
        shown = session.position(as_sent(message(position)))
        assert fish_names(session, shown) == fish_places(position)
        for name in ("score", "hook_x", "hook_y", "turn"):
            assert shown.record[name].tolist() == position.record[name].tolist()
        assert shown.moves() == position.moves()
        assert shown.margin() == position.margin()
        assert shown.game.max_plies - int(shown.record["time"]) == position.game.max_plies - int(position.record["time"])


def fish_names(session, position):
    return {session._fish[index]: place for index, place in fish_places(position).items()}


def test_one_game_is_recognised_and_another_one_too(session):
    first, other = turns(seed=4), turns(seed=5)
    games = [session.position(as_sent(message(position))).game for position in (*first, *other, first[-1])]
    assert len({id(made) for made in games[: len(first)]}) == 1
    assert len({id(made) for made in games}) == 3


@pytest.mark.parametrize("fish", [3, 30])
def test_a_first_turn_is_searched_and_makes_no_machine_code(session, fish, monkeypatch):
    """Nor does it load any from disk: scenarios of both sizes were searched before the process said that it was ready."""
    (position, *_) = turns(seed=8, fish=fish, most=1)
    made, searched, choose = [], [], session.player.choose
    for name in ("_find", "_make"):
        monkeypatch.setattr(CachedKernel, name, lambda kernel, *given, name=name: made.append((kernel, name)))
    monkeypatch.setattr(session.player, "choose", lambda *given: searched.append(choose(*given)) or searched[-1])
    session.answer(as_sent(message(position)) | {"seconds": 1.0})
    assert searched[0].nodes > 0
    assert made == []


def test_what_follows_from_a_setup_does_not_tell_setups_apart():
    one, same, other = (game_of(random_scenario(5, seed, True)) for seed in (1, 1, 2))
    assert one.setup_hash == same.setup_hash != other.setup_hash


def test_answers_are_legal_and_good(session):
    for position in some(turns(seed=6), 9):
        answer = session.answer(as_sent(message(position)))
        assert MOVE_NAMES.index(answer["action"]) in position.moves()
        assert answer["number"] == 1


@pytest.mark.parametrize(
    ("change", "action"),
    [
        ({}, "stay"),
        ({"caught_fish": {"0": 0, "1": None}, "observations": None}, "up"),
        ({"hooks_positions": {"0": [3, 4]}}, "stay"),
        ({"observations": {"7": "12x"}}, "stay"),
        ({"unexpected": 3, "fish_scores": None}, "stay"),
    ],
)
def test_a_message_that_makes_no_sense_gets_a_legal_answer(session, change, action, caplog):
    turn = {"number": 5, **({} if change == {} else as_sent(message(turns()[0])) | change)}
    session._game = None
    assert session.answer(turn)["action"] == action
    assert "answered without a search" in caplog.text


def interpreters():
    return [pytest.param(sys.executable, id="this")] + [
        pytest.param(path, id=path.split("/")[-3], marks=pytest.mark.skipif(not Path(path).exists(), reason="not installed"))
        for path in OLDER
    ]


def run_the_stand_in(folder, python, positions, command, wait, method=()):
    shutil.copy(PLAYER_FILE, folder / "player.py")
    for name in ("fishing_game_core", "stand_in.py"):
        copy = shutil.copytree if (FOLDER / name).is_dir() else shutil.copy
        copy(FOLDER / name, folder / name)
    first = {"fish0": {"type": "human", "score": 1}, "game_over": False}
    (folder / "turns.json").write_text(json.dumps([first, *map(message, positions)]))
    environment = {**os.environ, "COUNTERPLY_COMMAND": command, "COUNTERPLY_SOURCES": str(SOURCES)}
    environment.pop("PYTHONPATH", None)
    if command.startswith("sleep"):
        environment["COUNTERPLY_START_SECONDS"] = "0.1"
    arguments = [python, str(folder / "stand_in.py"), str(folder / "turns.json"), str(folder / "answers.json"), str(wait), *method]
    return subprocess.run(arguments, cwd=folder, env=environment, timeout=1000, capture_output=True, text=True)


def play_at_the_stand_in(folder, python, positions, command, wait, method=()):
    done = run_the_stand_in(folder, python, positions, command, wait, method)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "answers.json").read_text()), done.stderr


def helper_command(folder):
    """Return the command that starts the helper with the Python that runs the tests, whatever the host's Python is."""
    script = folder / "helper.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(SOURCES)!r})\n"
        f"from counterply.plugins.fishing_derby.kth import serve\nserve({DEFAULT_PLAYER!r})\n"
    )
    return f"{sys.executable} {script}"


@pytest.mark.skipif(PLAIN, reason="the helper runs compiled")
@pytest.mark.parametrize("python", interpreters())
def test_the_player_answers_legal_moves_in_time(tmp_path, python, session):
    positions = turns(seed=8, length=100, most=25)
    result, _ = play_at_the_stand_in(tmp_path, python, positions, helper_command(tmp_path), wait=0.2)
    assert result["exit"] == 0
    for position, (answer, _) in zip(positions, result["answers"], strict=True):
        assert MOVE_NAMES.index(answer["action"]) in position.moves()
    assert median(seconds for _, seconds in result["answers"]) < HOST_LIMIT + MACHINE
    assert any(answer["search_time"] is not None for answer, _ in result["answers"])


def test_the_file_is_an_opponent_too(monkeypatch):
    """A node of the program with red to move becomes the message of the same position with both sides exchanged."""
    monkeypatch.syspath_prepend(str(FOLDER))
    spec = importlib.util.spec_from_file_location("opponent", PLAYER_FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    model = object.__new__(module.MinimaxModel)
    told, answers = [], [{"action": "left"}, None]
    model.helper = SimpleNamespace(ask=lambda turn, begin: told.append(turn) or answers[len(told) - 1])
    sides = ("hooks_positions", "player_scores", "caught_fish")
    for position, action in zip(turns(seed=8, length=100, most=2), ("left", "stay"), strict=True):
        sent = message(position)
        of_red = sent | {name: {0: sent[name][1], 1: sent[name][0]} for name in sides}
        assert model.next_move(course.Node(message=of_red, player=1)) == action
        assert as_sent(told[-1]) == as_sent({name: sent[name] for name in sent if name != "game_over"})


SLOW_HELPER = """
import json, sys, time
def test_the_opponents_command_that_the_file_names_can_be_given(monkeypatch):
    (words,) = re.findall(r'"counterply (host fishing_derby --player [^"]+)"', kth.PLAYER_FILE.read_text())
    asked = []
    monkeypatch.setattr(kth, "serve", asked.append)
    assert command(words.split()) == 0
    assert asked == ["level:strength=2"]


def write(message):
    print(json.dumps(message), flush=True)
time.sleep({start})
write({{"ready": True}})
if {deaf}:
    time.sleep(60)
for line in sys.stdin:
    turn = json.loads(line)
    time.sleep({turn})
    with open({log!r}, "a") as log:
        print(turn["number"], file=log)
    write({{"number": turn["number"], "action": "up", "search_time": 0.01}})
"""


def test_the_opponents_command_that_the_file_names_can_be_given(monkeypatch):
    (words,) = re.findall(r'"counterply (host fishing_derby --player [^"]+)"', PLAYER_FILE.read_text())
    asked = []
    monkeypatch.setattr(kth, "serve", asked.append)
    assert run(words.split()) == 0
    assert asked == ["level:strength=2"]


def slow_helper(folder, start=0.0, turn=0.0, deaf=False):
    """Return the command of a helper that takes its time: for the start, for each turn, or that does not read at all."""
    script = folder / "slow.py"
    script.write_text(SLOW_HELPER.format(start=start, turn=turn, deaf=deaf, log=str(folder / "log.txt")))
    return f"{sys.executable} {script}"


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_helper_that_starts_slowly_is_ready_for_the_first_turn(tmp_path, method):
    wait = 0.0 if method == "fork" else 3.0  # a player that is sent to a new process starts its helper there
    result, _ = play_at_the_stand_in(tmp_path, sys.executable, turns(most=4), slow_helper(tmp_path, start=1.5), wait, [method])
    assert [answer["action"] for answer, _ in result["answers"]] == ["up"] * 4


def test_a_helper_that_is_slow_or_deaf_never_holds_a_turn_up(tmp_path):
    positions = turns(seed=2, length=900, most=24)  # 100 KB of messages, more than a pipe holds
    for name, slow in (("deaf", {"deaf": True}), ("slow", {"turn": 0.2})):
        folder = tmp_path / name
        folder.mkdir()
        result, _ = play_at_the_stand_in(folder, sys.executable, positions, slow_helper(folder, **slow), wait=0.0)
        assert result["exit"] == 0
        for position, (answer, _) in zip(positions, result["answers"], strict=True):
            assert MOVE_NAMES.index(answer["action"]) in position.moves()
            assert answer["search_time"] is None
        assert median(seconds for _, seconds in result["answers"]) < HOST_LIMIT + MACHINE


def test_of_turns_that_wait_only_the_last_is_searched():
    inbox = queue.SimpleQueue()
    for number in (1, 2, 3):
        inbox.put(b"%d" % number)
    assert newest(inbox) == b"3"
    inbox.put(b"4")
    inbox.put(None)
    assert newest(inbox) == b"4"
    assert newest(inbox) is None


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("/no/such/command", "No such file"),
        (f"{sys.executable} -c 0", "has failed, or is not Counterply"),
        ("echo this is no greeting of ours", "has failed, or is not Counterply"),
        ("sleep 30", "says nothing"),
    ],
)
def test_without_a_helper_the_program_says_so_at_once(tmp_path, command, says):
    done = run_the_stand_in(tmp_path, sys.executable, turns(seed=9, most=2), command, wait=0.0)
    assert done.returncode != 0
    last = done.stderr.strip().split("\n")[-1]
    assert last.startswith("RuntimeError: Counterply does not start")
    assert says in last
    assert "COUNTERPLY_COMMAND" in last


def test_a_helper_that_ends_is_told_and_the_game_goes_on(tmp_path):
    script = tmp_path / "ends.py"
    script.write_text("print('{\"ready\": true}')\n")
    result, errors = play_at_the_stand_in(tmp_path, sys.executable, turns(most=3), f"{sys.executable} {script}", wait=0.2)
    assert [answer["action"] for answer, _ in result["answers"]] == ["stay"] * 3
    assert "Counterply has ended" in errors


@pytest.mark.parametrize("line", [b"no JSON\n", b"[" * 100_000, b"\xff\n"])
def test_a_line_that_is_no_message_ends_the_process_with_one_line(line, monkeypatch):
    monkeypatch.setattr(kth, "Agent", lambda player: SimpleNamespace(answer=lambda turn: {}))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line)))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO()))
    with pytest.raises(UsageError, match="not lines of JSON"):
        kth.serve(DEFAULT_PLAYER)
