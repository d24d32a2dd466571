"""Our player inside the course's Fishing Derby program: a stand-in for that program, in this Python and in older ones."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from counterply import ONGOING
from counterply.compiling.kernels import PLAIN
from counterply.courses.kth import PLAYER_FILE, Session
from counterply.games.fishing_derby import game_of
from counterply.games.fishing_derby.rules import MOVE_NAMES, NO_FISH
from counterply.games.fishing_derby.scenarios import random_scenario
from counterply.games.fishing_derby.text import COLOURS, fish_places

FOLDER = Path(__file__).parent / "fishing_derby"
SOURCES = Path(__file__).parents[2] / "src"
OLDER = [f"{Path.home()}/.pyenv/versions/{version}/bin/python" for version in ("3.6.15", "3.7.16")]
HOST_LIMIT = 0.075  # seconds of a turn
MACHINE = 0.05  # seconds that a busy test machine may add


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
    return Session()


def test_a_turn_becomes_the_position_that_it_shows(session):
    for position in turns(seed=3, most=25):
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


def test_answers_are_legal_and_good(session):
    for position in turns(seed=6):
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


def play_at_the_stand_in(folder, python, positions, command, wait):
    shutil.copy(PLAYER_FILE, folder / "player.py")
    for name in ("fishing_game_core", "stand_in.py"):
        copy = shutil.copytree if (FOLDER / name).is_dir() else shutil.copy
        copy(FOLDER / name, folder / name)
    first = {"fish0": {"type": "human", "score": 1}, "game_over": False}
    (folder / "turns.json").write_text(json.dumps([first, *map(message, positions)]))
    environment = {**os.environ, "COUNTERPLY_COMMAND": command, "COUNTERPLY_SOURCES": str(SOURCES)}
    environment.pop("PYTHONPATH", None)
    arguments = [python, str(folder / "stand_in.py"), str(folder / "turns.json"), str(folder / "answers.json"), str(wait)]
    done = subprocess.run(arguments, cwd=folder, env=environment, timeout=1000, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "answers.json").read_text()), done.stderr


def helper_command(folder):
    """Return the command that starts the helper with the Python that runs the tests, whatever the host's Python is."""
    script = folder / "helper.py"
    script.write_text(f"import sys; sys.path.insert(0, {str(SOURCES)!r})\nfrom counterply.courses.kth import serve\nserve()\n")
    return f"{sys.executable} {script}"


@pytest.mark.skipif(PLAIN, reason="the helper runs compiled")
@pytest.mark.parametrize("python", interpreters())
def test_the_player_answers_legal_moves_in_time(tmp_path, python, session):
    positions = turns(seed=8, length=100, most=25)
    result, _ = play_at_the_stand_in(tmp_path, python, positions, helper_command(tmp_path), wait=5)
    assert result["exit"] == 0
    for position, (answer, seconds) in zip(positions, result["answers"], strict=True):
        assert MOVE_NAMES.index(answer["action"]) in position.moves()
        assert seconds < HOST_LIMIT + MACHINE
    assert sum(answer["search_time"] is not None for answer, _ in result["answers"]) > len(positions) // 2


@pytest.mark.parametrize("command", ["/no/such/command", f"{sys.executable} -c 0", "sleep 3"])
def test_without_a_helper_the_player_still_answers_in_time(tmp_path, command):
    positions = turns(seed=9, most=6)
    begin = time.monotonic()
    result, _ = play_at_the_stand_in(tmp_path, sys.executable, positions, command, wait=0.3)
    assert result["exit"] == 0
    for position, (answer, seconds) in zip(positions, result["answers"], strict=True):
        assert MOVE_NAMES.index(answer["action"]) in position.moves()
        assert seconds < HOST_LIMIT + MACHINE
    assert time.monotonic() - begin < 30
