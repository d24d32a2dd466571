"""A mistake in a user's game ends in one line that names the file and says what to do; never in a signal or a wrong search."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from counterply import system
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.players import separate
from counterply.system import OUT_OF_TIME
from counterply.usercode import loading

ROOT = Path(__file__).resolve().parents[2]
RIGHT = """
import numpy as np
from counterply import DRAW, FIRST, ONGOING, SECOND, Game

RECORD = np.dtype([("left", np.int64), ("turn", np.int64), ("row", np.int64, (4,))])

def start(position):
    position["left"] = 9

def legal_moves(position, moves):
    count = min(3, position["left"])
    for number in range(count):
        moves[number] = number + 1
    return count

def play(position, move):
    position["left"] -= move
    position["turn"] = 1 - position["turn"]

def outcome(position):
    if position["left"]:
        return ONGOING
    return SECOND if position["turn"] == 0 else FIRST

def turn(position):
    return position["turn"]

game = Game("nine", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, turn=turn, start=start, max_moves=3, max_plies=9)
"""
MISTAKES = {
    "writes beyond the list of moves": ("moves[number] = number + 1", "moves[number + 100_000] = number + 1"),
    "writes beyond a field": ('position["left"] -= move', 'position["left"] -= move; position["row"][position["left"] + 9999] = 1'),
    "answers 1,000 moves": ("return count", "return 1000"),
    "outcome 17": ("return ONGOING", "return 17"),
    "an outcome of two": ("return ONGOING", "return ONGOING, 3"),
    "turn 5": ('return position["turn"]', "return 5"),
    "never ends": ("count = min(3", "while position['left'] > 0:\n        pass\n    count = min(3"),
}
pytestmark = pytest.mark.skipif(PLAIN, reason="nothing is compiled, so nothing can crash")


def answer(arguments: list[str], cache: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COUNTERPLY_CACHE": str(cache), **more}
    command = [sys.executable, "-m", "counterply", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


QUICK = ("writes beyond the list of moves", "writes beyond a field", "answers 1,000 moves")  # compiled, they write anywhere


@pytest.mark.parametrize("mistake", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in MISTAKES])
def test_a_mistake_is_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str], mistake: str) -> None:
    """The command runs in this process, which none of them ends: the check runs in another."""
    file = tmp_path / "mine.py"
    right, wrong = MISTAKES[mistake]
    assert right in RIGHT
    file.write_text(RIGHT.replace(right, wrong))
    assert run(["analyse", str(file), "--depth", "3"]) == 2
    output, error = capfd.readouterr()
    said = error.splitlines()
    assert output == ""
    assert said[0] == "checking mine.py before its first use ..."
    assert len(said) == 2, said
    assert "mine.py" in said[1]
    assert f"run counterply verify {file}" in said[1]
    assert "ended its process" not in said[1]


def test_a_right_game_is_checked_once(tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "nine.py"
    file.write_text(RIGHT)
    first, second = (answer(["perft", str(file), "--depth", "2"], cache) for _ in range(2))
    assert (first.returncode, second.returncode) == (0, 0), first.stderr
    assert first.stdout.splitlines()[-1] == second.stdout.splitlines()[-1]
    assert "checking nine.py" in first.stderr
    assert "checking" not in second.stderr
    file.write_text(RIGHT.replace("max_moves=3", "max_moves=4"))
    assert "checking nine.py" in answer(["perft", str(file), "--depth", "2"], cache).stderr


@pytest.mark.slow
def test_what_verify_has_passed_is_not_checked_again(tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "ten.py"
    file.write_text(RIGHT)
    assert answer(["verify", str(file), "--games", "2"], cache).returncode == 0
    assert "checking ten.py" in answer(["perft", str(file), "--depth", "2"], cache).stderr
    file.write_text(RIGHT.replace("max_moves=3", "max_moves=4"))
    assert answer(["verify", str(file), "--games", "12"], cache).returncode == 0
    assert "checking" not in answer(["perft", str(file), "--depth", "2"], cache).stderr


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGABRT])
def test_a_process_that_dies_all_the_same_says_why(tmp_path: Path, cache: Path, number: signal.Signals) -> None:
    file = tmp_path / "dies.py"
    file.write_text(f"import os\nos.kill(os.getpid(), {number.value})\n")
    done = answer(["analyse", str(file)], cache)
    assert done.returncode == 2
    assert done.stderr == f"counterply: the game file crashed ({number.name}); run counterply verify {file}\n"


def test_the_command_passes_on_exit_codes_and_signals(tmp_path: Path, cache: Path) -> None:
    file = tmp_path / "waits.py"
    file.write_text("import sys, time\nprint('ready', file=sys.stderr, flush=True)\ntime.sleep(600)\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COUNTERPLY_CACHE": str(cache)}
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 128 + signal.SIGTERM)):
        process = subprocess.Popen(
            [sys.executable, "-m", "counterply", "verify", str(file)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        assert process.stderr is not None
        assert process.stderr.readline() == "ready\n"
        process.send_signal(number)
        assert process.wait(60) == code
        process.stderr.close()


def test_a_file_that_ends_the_process_is_named(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text("import os\nos._exit(0)\n")
    ended = answer(["analyse", str(file)], tmp_path / "cache")
    assert (ended.returncode, ended.stderr) == (2, f"counterply: {file} has ended the process (exit code 0)\n")


def test_a_file_that_is_never_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(loading, "READ_SECONDS", 0.05)
    file = tmp_path / "endless.py"
    file.write_text("number = 0\nwhile True:\n    number += 1\n")
    assert run(["analyse", str(file)]) == 2
    assert "endless.py is still being run: code outside of functions must end soon" in capsys.readouterr().err


IN_C = "number = sum(range(10**13))\n"  # no signal is heard, no other thread runs
IMPATIENT = """
import sys
from counterply.usercode import loading
loading.READ_SECONDS = 0.2
from counterply.cli import main
main()
"""


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        (IN_C, "analyse FILE"),
        (f"def game():\n    {IN_C}", "match FILE engine random"),
        (f"{IN_C}def judge(position, player):\n    return 0.0\n", "analyse tic_tac_toe --eval FILE:judge"),
    ],
)
def test_a_file_that_goes_on_in_c_ends_the_command(tmp_path: Path, text: str, arguments: str) -> None:
    file = tmp_path / "endless.py"
    file.write_text(text)
    words = [sys.executable, "-c", IMPATIENT, *arguments.replace("FILE", str(file)).split()]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, check=False)
    named = words[-1] if "--eval" in words else str(file)
    said = [line for line in done.stderr.splitlines() if not line.startswith("compiling")]  # on a slow machine
    assert said == [f"counterply: {named} is still being run: code outside of functions must end soon"]
    assert (done.returncode, done.stdout) == (2, "")


def test_a_players_file_that_goes_on_in_c_ends_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(separate, "SILENT_SECONDS", 0.5)
    file = tmp_path / "endless.py"
    file.write_text(f"{IN_C}class Mine:\n    def choose(self, position, limit):\n        return position.moves()[0]\n")
    assert run(["match", "tic_tac_toe", "random", f"{file}:Mine", "--games", "2", "--nodes", "5", "--workers", "1"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].endswith("is still being run: code outside of functions must end soon")


PROGRESS = """
import time
from counterply.verification import first_use
first_use.CALL_SECONDS = first_use.CPU_SECONDS = 1.0
class Answers:
    def say(self, message):
        assert message["kind"] == "busy"
progress = first_use.Progress(Answers(), 1)
def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
for number in range(5):
    progress.watch(True)
    burn(0.6)
    progress.watch(False)
print("came through", flush=True)
progress.watch(True)
sum(range(10**13))
"""


@pytest.mark.slow
def test_the_check_before_the_first_use_ends_what_makes_no_progress_and_nothing_else(cache: Path) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRESS], capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "came through\n", done.stderr
    assert done.returncode in OUT_OF_TIME


@pytest.mark.parametrize(
    ("cpu", "wall", "spent"),
    [
        (9.0, 9.0, False),
        (9.0, 90.0, False),  # the machine is busy
        (11.0, 11.0, True),
        (0.001, 11.0, True),  # it only waits
        (5.0, 101.0, True),
    ],
)
def test_an_allowance_is_one_of_cpu_time(monkeypatch: pytest.MonkeyPatch, cpu: float, wall: float, spent: bool) -> None:
    clocks = SimpleNamespace(process_time=lambda: 1.0, monotonic=lambda: 2.0)
    monkeypatch.setattr(system, "time", clocks)
    allowance = system.Allowance(10.0)
    clocks.process_time, clocks.monotonic = lambda: 1.0 + cpu, lambda: 2.0 + wall
    assert allowance.spent == spent


def test_a_file_cannot_keep_the_command_from_ending(tmp_path: Path, cache: Path) -> None:
    """Neither a thread that is no daemon nor what it wants to do at the end is waited for."""
    file = tmp_path / "stays.py"
    file.write_text(
        f"{RIGHT}\nimport atexit, threading, time\natexit.register(time.sleep, 1000)\n"
        "threading.Thread(target=time.sleep, args=(1000,)).start()\n"
    )
    done = answer(["perft", str(file), "--depth", "2"], cache)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2, "what was found is printed"
