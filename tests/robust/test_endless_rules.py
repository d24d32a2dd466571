"""Functions of a game that never come back: `verify` ends and names them, and Ctrl-C is heard meanwhile, wherever they loop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import counterply as cp
from counterply.compiling.kernels import PLAIN
from counterply.system import POSIX
from counterply.verification import time_limit

ROOT = Path(__file__).resolve().parents[2]

GAME = """
import sys
import numpy as np
from counterply import FIRST, ONGOING, Board, Evaluator, Game, Text, kernel

RECORD = np.dtype([("total", np.int64), ("turn", np.int64)])

$ADDED
@kernel
def on_and_on(x):
    while x >= 0:
        x = x ^ 3
    return x

@kernel
def in_c(x):
    return sum(range(10**13))

def forever(*args):
    while True:
        pass

def legal_moves(position, moves):
    moves[0] = 0
    moves[1] = 1
    return 2

def play(position, move):
    if position["total"] > 1:
        position["total"] += $RULE
    position["total"] += 1
    position["turn"] = 1 - position["turn"]

def outcome(position):
    return FIRST if position["total"] > 4 else ONGOING

def worth(position, player):
    return $WORTH

game = Game(
    "endless", RECORD, legal_moves=legal_moves, play=play, outcome=outcome, max_moves=2, max_plies=6, start=$START,
    text=Text(move_text=$TEXT), board=Board(drawing=$DRAWING), evaluators=[Evaluator("worth", worth)]
)
"""
ONLY_COMPILED = """
from numba.extending import overload

def compiled_only(x):
    return 0

@overload(compiled_only)
def _compiled_only(x):
    return lambda x: on_and_on(x)
"""
PLAIN_GAME = """class game:
    turn = 0
    moves = lambda self: [1]
    outcome = lambda self: 0
    def after(self, move):
        while True:
            pass
"""
RIGHT = {"RULE": "0", "WORTH": "1.0 * (position['turn'] == player)", "START": "None", "TEXT": "None", "DRAWING": "None"}
IN_C = "sum(range(10**13))"
IMPATIENT = """
import sys
from counterply import system
from counterply.verification import time_limit
time_limit.PATIENCE_SECONDS, system.HEARING_SECONDS = float(sys.argv.pop(1)), 0.3
from counterply.cli import main
main()
"""


def written(folder: Path, **wrong: str) -> Path:
    text = GAME.replace("$ADDED", ONLY_COMPILED if "compiled_only" in wrong.get("RULE", "") else "")
    for place, code in (RIGHT | wrong).items():
        text = text.replace(f"${place}", code)
    (folder / "endless.py").write_text(text)
    return folder / "endless.py"


def command(file: Path, patience: float) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", IMPATIENT, str(patience), "verify", str(file), "--seconds", "2"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(words, env=environment, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"RULE": "on_and_on(move)"}, "play comes to an end [moves "),
        ({"TEXT": "forever"}, "move_text writes every legal move [start]: endless.py"),
        ({"DRAWING": "forever"}, "every position can be drawn [start]: endless.py"),
        ({"START": "forever"}, "start makes the start position: endless.py"),
        ({"WORTH": "1.0 * on_and_on(player)"}, "evaluator worth comes to an end [start]: endless.py"),
    ],
)
def test_loops_in_python_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str], said: str) -> None:
    monkeypatch.setattr(time_limit, "PATIENCE_SECONDS", 0.4)
    found = cp.verify(written(tmp_path, **wrong), seconds=2)
    assert not found.kept
    assert said in str(found)
    assert "it goes on and on here" in str(found)


def test_a_game_in_plain_python_is_watched_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "PATIENCE_SECONDS", 0.4)
    file = tmp_path / "endless.py"
    file.write_text(PLAIN_GAME)
    assert "turn, moves, after and outcome run through [start]: endless.py:" in str(cp.verify(file))


@pytest.mark.skipif(PLAIN or not POSIX, reason="nothing is compiled, or nobody waits")
@pytest.mark.slow
def test_loops_in_machine_code_and_in_c_end_the_command(tmp_path: Path) -> None:
    running = []
    for name, rule in (("compiled", "compiled_only(move)"), ("c", "in_c(move)")):
        (tmp_path / name).mkdir()
        running.append(command(written(tmp_path / name, RULE=rule), 1.0))
    (found, _), (nothing, said) = (process.communicate(timeout=300) for process in running)
    assert found.startswith("broken: play comes to an end [move numbers ")
    assert found.endswith("compiled, it goes on and on here\n")
    how = "has a function play that goes on and on, in code in C: it must come to an end"
    assert (nothing, said.splitlines()[-1]) == ("", f"counterply: {tmp_path / 'c' / 'endless.py'} {how}")
    assert [process.returncode for process in running] == [1, 2]


SIGNALLED = """
import os, signal, sys
import counterply as cp
from counterply.verification import time_limit
def look(watch):
    if watch.name == "play" and not watch._compiling:
        os.kill(os.getpid(), signal.SIGINT)
time_limit.Watch.look = look
try:
    cp.verify(sys.argv[1])
except KeyboardInterrupt:
    print("heard", flush=True)
os._exit(0)
"""


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_ctrl_c_is_heard_in_a_session_while_machine_code_loops(tmp_path: Path) -> None:
    words = [sys.executable, "-c", SIGNALLED, str(written(tmp_path, RULE="compiled_only(move)"))]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout == "heard\n", done.stderr


@pytest.mark.skipif(not hasattr(signal, "sigtimedwait"), reason="the parent cannot wait for a while")
@pytest.mark.parametrize("loop", [IN_C, f"while True:\n try:\n  {IN_C}\n except BaseException:\n  pass"])
def test_a_file_that_hears_no_ctrl_c_is_ended(tmp_path: Path, loop: str) -> None:
    file = tmp_path / "deaf.py"
    file.write_text(f"import sys\nprint('ready', file=sys.stderr, flush=True)\n{loop}\n")
    process = command(file, 60.0)
    assert process.stderr is not None
    assert process.stderr.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=300)
    assert (process.returncode, said) == (130, "interrupted\n")
