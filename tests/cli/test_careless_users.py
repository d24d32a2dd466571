"""What careless users type, and the machines they type it on: one clear line and exit code 2, or the right answer."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from careless import (
    HUGE,
    OWN,
    TTT,
    TWO_RANDOM,
    assert_a_full_disk_is_one_line,
    assert_names_come_first,
    assert_one_clear_line,
    full_disk,
    told,
)
from counterply.cli import add_commands, app, run
from counterply.cli.name_checks import EVALUATORS, PLAYERS
from counterply.compiling.kernels import PLAIN
from counterply.core.errors import UsageError
from counterply.players import require_player
from counterply.usercode.loading import load_game

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.usefixtures("in_a_folder_of_odd_files")
SLOW = ("preparing:", "playing:")  # progress, which is told on a slow machine
COUNT = f"perft {TTT} --depth 2"  # compiles little
DEVICE = os.devnull  # others have no end


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        # names
        ("verify", "missing argument 'GAME'"),
        ("verify ''", "unknown game ''"),
        ("verify ünïcödé", "unknown game 'ünïcödé'"),
        ("verify nowhere/mine.py", "there is no file nowhere/mine.py"),
        ("verify folder.py", "folder.py is a folder, not a Python file"),
        ("verify empty.py", "empty.py holds no game"),
        ("verify bad.py", "bad.py:1: SyntaxError"),
        ("verify binary.py", "binary.py:1: SyntaxError"),
        ("verify nul.py", "nul.py: "),
        ("verify self.py", "self.py:1: ImportError"),
        (f"match {TTT} random gredy", "unknown player 'gredy'; did you mean 'greedy'?"),
        (f"match {TTT} random ''", "unknown player ''"),
        (f"match {TTT} random empty.py:Mine", "unknown name in empty.py 'Mine' (known: none)"),
        (f"match {TTT} random nowhere.py:Mine", "there is no file nowhere.py"),
        (f"match {TTT} random engine:foo=1", "unknown option of player engine 'foo'"),
        (f"match {TTT} random engine:", "'engine:' ends in ':'"),
        (f"match {TTT} random greedy:eval=bad.py:evaluate", "bad.py:1: SyntaxError"),
        (f"match {TTT} random greedy:eval=none", "unknown evaluator of tic_tac_toe 'none'"),
        (f"tournament {TTT} random", "a tournament needs two players"),
        (f"tournament {TTT} random --against --games 2", "--against names no player"),
        (f"analyse {TTT} --eval bad.py:evaluate", "bad.py:1: SyntaxError"),
        ("analyse connect_four --set book=h8", "book of connect_four is on or off, not 'h8'"),
        ("analyse connect_four --board none.txt", "unknown option of connect_four 'board'"),
        (f"analyse hex --set size={HUGE}", "3 to 11 cells a side"),
        ("analyse hex --set size=nan", "size of hex is a number, not 'nan'"),
        ("generate nogame", "unknown generator 'nogame'"),
        ("new class", "'class' is not a name for a Python file"),
        ("new a/b", "'a/b' is not a name for a Python file"),
        ("new -x", "unknown option of new '-x' (known: --search)"),
        ("replay x 0 --out y", "unknown option of replay '--out' (known: "),
        # numbers
        (f"verify {TTT} --games 0", "--games must be 1 or more, not 0"),
        (f"verify {TTT} --seconds nan", "seconds must be above 0, not nan"),
        (f"verify {TTT} --seed -1", "--seed must be 0 or more, not -1"),
        (f"analyse {TTT} --depth -1", "depth must be above 0, not -1"),
        (f"analyse {TTT} --nodes 1e6", "invalid value for '--nodes': '1e6' is not a whole number"),
        (f"analyse {TTT} --time nan", "not a duration: 'nan'"),
        (f"analyse {TTT} --time -1", "not a duration: '-1'"),
        (f"analyse {TTT} --time ''", "not a duration: ''"),
        (f"analyse {TTT} --lines 0", "--lines must be 1 or more, not 0"),
        (f"analyse {TTT} --lines ²", "--lines is a number or all, not '²'"),
        (f"nodes {TTT} --depths 1-{HUGE}", "depths are 1 to 255"),
        (f"nodes {TTT} --depths ''", "depths are written 7-13 or 7,9,11, not ''"),
        (f"nodes {TTT} --budget 0", "--budget must be 1 or more, not 0"),
        (f"perft {TTT} --depth {HUGE}", "the depth of perft is 1 to 255, not"),
        (f"solve {TTT} --memory -5", "--memory must be 1 or more, not -5"),
        (f"match {TTT} random engine:memory=0", "MB, what this machine has, not 0"),
        (f"match {TTT} random minimax:depth=0", "the depth of minimax must be 1 or more, not 0"),
        (f"match {TTT} random alphabeta:depth=x", "depth of player alphabeta is a number, not 'x'"),
        (f"{TWO_RANDOM} --games 3", "the number of games must be even and at least 2"),
        (f"{TWO_RANDOM} --games {HUGE}8", "a run has at most 1,000,000,000 games"),
        (f"{TWO_RANDOM} --workers -1", "--workers must be 1 or more, not -1"),
        (f"{TWO_RANDOM} --sprt 0,inf", "a sequential test is elo0,elo1"),
        (f"{TWO_RANDOM} --solve fast", "--solve: not a duration: 'fast'"),
        # files
        (f"analyse {TTT} empty.txt", "empty.txt is empty"),
        (f"analyse {TTT} binary.txt", "binary.txt is not a text file"),
        (f"{TWO_RANDOM} --openings {DEVICE}", f"{DEVICE} is a device; give a file"),
        (f"analyse {TTT} folder.py/", "folder.py/ is a folder"),
        (f"analyse {TTT} none.txt", "there is no file none.txt"),
        ("analyse connect_four =====", 'moves from the start are written "moves A B C"'),
        (f"solve {TTT} --table nowhere/x.csv", "nowhere/x.csv cannot be written: there is no folder nowhere"),
        (f"solve {TTT} --table folder.py", "folder.py cannot be written: it is a folder"),
        (f"solve {TTT} --table ''", "a file to be written needs a name"),
        (f"nodes {TTT} --plot x.txt", "a plot ends in .png, .svg or .pdf, not 'x.txt'"),
        (f"nodes {TTT} --plot nowhere/x.png", "nowhere/x.png cannot be written: there is no folder nowhere"),
        (f"nodes {TTT} --csv nowhere/x.csv", "nowhere/x.csv cannot be written: there is no folder nowhere"),
        (f"{TWO_RANDOM} --games 2 --out empty.txt", "empty.txt cannot be written: File exists"),
        (f"{TWO_RANDOM} --games 2 --out empty.txt/deep", "empty.txt/deep cannot be written: Not a directory"),
        ("replay nowhere 0", "there is no run in nowhere"),
        ("replay . 1", "there is no run in ."),
        ("replay . x", "invalid value for 'GAME_ID'"),
    ],
)
def test_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: str, said: str) -> None:
    assert_one_clear_line(capsys, arguments, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("match GAME engine gredy", "unknown player 'gredy'"),
        ("match GAME engine greedy:evl=open", "unknown option of player greedy 'evl'; did you mean 'eval'?"),
        ("match GAME engine:table=maybe random", "table of player engine is on or off, not 'maybe'"),
        ("match GAME engine minimax:depth=0", "the depth of minimax must be 1 or more, not 0"),
        ("match GAME engine greedy:eval=nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("match GAME engine engine:eval=own.py:juge", "unknown name in own.py 'juge'; did you mean 'judge'?"),
        ("match GAME engine own.py:Bld", "unknown name in own.py 'Bld'; did you mean 'Bold'?"),
        ("tournament GAME engine random --against engine:dpth=3", "unknown option of player engine 'dpth'"),
        ("play GAME --against engine:eval=nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("analyse GAME --eval nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("nodes GAME --eval own.py:jug", "unknown name in own.py 'jug'"),
    ],
)
@pytest.mark.parametrize("game", ["mine.py", TTT])
def test_names_are_looked_at_before_anything_is_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, arguments: str, said: str
) -> None:
    assert_names_come_first(capsys, monkeypatch, game, arguments, said)


def test_a_players_own_option_may_be_called_eval() -> None:
    Path("own.py").write_text(OWN)
    require_player("own.py:Bold:eval=its own word", load_game(TTT))
    with pytest.raises(UsageError):
        require_player("own.py:Bald:eval=its own word", load_game(TTT))


def test_names_that_a_text_need_not_say(tmp_path: Path) -> None:
    Path("helper.py").write_text(OWN)
    Path("star.py").write_text("from helper import *\n")
    Path("method.py").write_text("import helper\nclass Mine(helper.Bold):\n    pass\n")
    require_player("star.py:Anything")
    require_player("method.py:Mine.choose")
    with pytest.raises(UsageError):
        require_player("method.py:Mine.chosen")


def test_all_options_that_name_players_or_evaluators_are_known() -> None:
    add_commands(())
    commands = [("", app)]
    for path, command in commands:
        commands += [(f"{path} {name}".strip(), each) for name, each in getattr(command, "commands", {}).items()]
    shown = {(parameter.name, parameter.metavar or "") for path, command in commands for parameter in command.params if path}
    named = {name for name, metavar in shown if metavar.strip("[].") in ("PLAYER", "EVALUATOR")}
    assert named <= {*PLAYERS, *EVALUATORS}


@pytest.mark.parametrize(
    "arguments",
    [
        f"analyse {TTT} --depth {HUGE}",
        f"analyse {TTT} --nodes {HUGE}",
        f"analyse {TTT} --depth 2 --time {HUGE}h",
        f"analyse {TTT} --depth 2 --lines 999",
        f"analyse {TTT} crlf.txt --depth 2",
        f"solve {TTT} --memory 9999",
        f"match {TTT} random minimax:depth={HUGE} --games 2 --nodes 10",
        f"{TWO_RANDOM} --games 2 --seed -{HUGE} --out new/folder",
        "new ünïcödé",
    ],
)
def test_odd_but_meant(capsys: pytest.CaptureFixture[str], arguments: str) -> None:
    Path("crlf.txt").write_bytes(b"X . .\r\n. O .\r\n. . .\r\n")
    assert run(arguments.split()) == 0
    assert told(capsys) == []


def test_a_game_that_is_not_there_in_a_store(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(f"{TWO_RANDOM} --games 2 --out run".split()) == 0
    capsys.readouterr()
    assert run(["replay", "run", HUGE]) == 2
    assert "there is no game 9999" in told(capsys)[0]


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        ("new mine", "mine.py"),
        (f"solve {TTT} --table x.csv", "x.csv"),
        (f"nodes {TTT} --depths 1-2 --csv x.csv", "x.csv"),
        (f"nodes {TTT} --depths 1-2 --plot x.png", "x.png"),
        (f"{TWO_RANDOM} --games 4 --out other", "other/games.sqlite"),
    ],
)
def test_a_full_disk_is_one_line_and_nothing_half_written(capsys: pytest.CaptureFixture[str], arguments: str, file: str) -> None:
    assert_a_full_disk_is_one_line(capsys, arguments, file)


def test_a_run_on_a_disk_that_fills_up_goes_on_when_there_is_room(capsys: pytest.CaptureFixture[str]) -> None:
    command = f"{TWO_RANDOM} --games 400 --workers 1 --out run --json".split()
    with full_disk(100_000):
        assert run(command) == 2
    assert "run/games.sqlite cannot be" in told(capsys)[0]
    assert run(command) == 0
    resumed = capsys.readouterr().out
    assert run([*command[:-2], "undisturbed", "--json"]) == 0
    pick = '"pentanomial"'
    assert resumed.partition(pick)[2][:40] == capsys.readouterr().out.partition(pick)[2][:40]


# --- surroundings


def hear_ctrl_c() -> None:
    """Undo what a shell does to a program in the background, and that to all it starts: Ctrl-C is ignored there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def started(arguments: str, *, program: str = "", **options: Any) -> subprocess.Popen[str]:
    code = f"from counterply.cli import main\n{program}\nmain()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **options.pop("env", {})}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL, "text": True}
    pipes["preexec_fn"] = hear_ctrl_c
    return subprocess.Popen([sys.executable, "-c", code, *arguments.split()], env=environment, **{**pipes, **options})


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
@pytest.mark.parametrize("cache", ["empty.txt", pytest.param("/proc/nowhere", marks=pytest.mark.slow)])
def test_a_cache_that_cannot_be_written(cache: str) -> None:
    others_may = "import os; os.path.isfile('empty.txt') and os.chmod('empty.txt', 0o666)"  # it holds no machine code
    process = started(COUNT, program=others_may, env={"COUNTERPLY_CACHE": cache, "TMPDIR": str(Path("folder.py").resolve())})
    out, error = process.communicate()
    assert (process.returncode, out.split()[-2:]) == (0, ["2", "72"])
    news = "".join(line for line in error.splitlines(keepends=True) if not line.startswith(SLOW))
    assert news in ("", f"compiling (each time, since {cache} cannot be written: {news.rpartition(': ')[2]}")
    assert not list(Path("folder.py").iterdir()), "the folder that was used instead is left behind"


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_a_cache_on_a_full_disk_and_a_damaged_one(tmp_path: Path) -> None:
    environment = {"COUNTERPLY_CACHE": str(tmp_path / "cache")}
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (70_000, 70_000))"
    for step in ("room", "cut short and full"):
        process = started(COUNT, program="" if step == "room" else full, env=environment)
        out, error = process.communicate()
        news = ("compiling", *SLOW)
        assert (process.returncode, [line for line in error.splitlines() if not line.startswith(news)]) == (0, []), error
        assert out.split()[-2:] == ["2", "72"]
        kept = [*(tmp_path / "cache").rglob("*.code")]
        assert kept
        for file in kept:
            os.truncate(file, file.stat().st_size // 2)


@pytest.mark.parametrize("closed", ["stdin", "stdout", "stderr"])
def test_a_closed_stream(closed: str) -> None:
    number = ("stdin", "stdout", "stderr").index(closed)
    process = started(f"play {TTT} --against human", preexec_fn=lambda: os.close(number))
    out, error = process.communicate()
    assert process.returncode == 0, "as at the end of the input"
    assert "Traceback" not in out + error


def test_letters_that_a_terminal_does_not_have() -> None:
    environment = {"PYTHONIOENCODING": "ascii", "LC_ALL": "C", "NO_COLOR": "1"}
    process = started("verify ünïcödé", env=environment)
    assert "unknown game" in process.communicate()[1]
    assert process.returncode == 2
    process = started("new ünïcödé", env=environment)
    assert "?n?c?d?.py is a game" in process.communicate()[0]
    assert process.returncode == 0


def test_a_file_that_never_ends_can_be_interrupted() -> None:
    Path("endless.py").write_text("open('began', 'w').close()\nwhile True:\n    pass\n")
    process = started("verify endless.py")
    while not Path("began").exists() and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    try:
        assert process.communicate(timeout=60) == ("", "interrupted\n")
    finally:
        process.kill()
    assert process.returncode == 130
