"""The command: what it prints, its exit codes, and one clear line for whatever is wrong."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from counterply import Limit, Stop
from counterply.api.option_records import limit_of
from counterply.api.own_games import new
from counterply.cli import run
from counterply.cli.input_output import parse_depths
from counterply.compiling.kernels import PLAIN
from counterply.core.drawing import draw
from counterply.core.errors import UsageError
from counterply.core.interruptible import interruptible
from counterply.core.rules_in_words import NO_RULES, blocks
from counterply.registry import games
from counterply.usercode.loading import load_game
from counterply.verification import verify

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def command(*arguments: str, **options: Any) -> subprocess.Popen[str]:
    code = "from counterply.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.PIPE, "text": True}
    pipes["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background has it ignored
    return subprocess.Popen([sys.executable, "-c", code, *arguments], env=environment, **{**pipes, **options})


def document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """Return the one JSON document that a command prints."""
    assert run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# --- bad input: one line on stderr, exit 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gams"], "unknown command 'gams'; did you mean 'games'?"),
        (["games", "--jsn"], "unknown option of games '--jsn'; did you mean '--json'?"),
        (["verify"], "missing argument 'GAME'"),
        (["verify", "tic_tac_to"], "unknown game 'tic_tac_to'; did you mean 'tic_tac_toe'?"),
        (["verify", "nowhere.py"], "there is no file nowhere.py"),
        (["verify", "tic_tac_toe", "--games", "many"], "invalid value for '--games': 'many' is not a whole number"),
        (
            ["match", "tic_tac_toe", "engine"],
            "missing argument 'PLAYER'; match takes GAME PLAYER PLAYER (see counterply match --help)",
        ),
        (["match", "tic_tac_toe", "engine", "uct", "--sprt", "0", "20"], "unexpected '20'; match takes GAME PLAYER PLAYER"),
        (["verify", "tic_tac_toe", "--set", "width"], "--set takes key=value, not 'width'"),
        (["verify", "tic_tac_toe", "--set", "width=3"], "unknown option of tic_tac_toe 'width'"),
        (["verify", "tic_tac_toe", "--board", "x.txt"], "unknown option of tic_tac_toe 'board'"),
        (["verify", "tic_tac_toe", "--set", "a=1", "--set", "a=2"], "'a' is given twice"),
        (["play", "tic_tac_toe", "--against", "alphabet"], "unknown player 'alphabet'; did you mean 'alphabeta'?"),
        (["play", "tic_tac_toe", "--position", "moves 1,1 1,1"], "illegal move '1,1' at ply 2"),
        (["play", "tic_tac_toe", "--position", "XXX"], "a tic-tac-toe board is nine of"),
        (["play", "tic_tac_toe", "--position", "none.txt"], "there is no file none.txt"),
        (["play", "tic_tac_toe", "--time", "fast"], "not a duration: 'fast'"),
        (["play", "tic_tac_toe", "--nodes", "0"], "nodes must be above 0"),
        (["new", "3x"], "'3x' is not a name for a Python file"),
        (["host", "nobody"], "unknown protocol 'nobody'"),
    ],
)
def test_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(arguments) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert len([line for line in told.err.splitlines() if not line.startswith("compiling")]) == 1
    assert told.out == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def game(:\n", "user.py:1: SyntaxError"),
        ("import numpy\n\nnumpy.nothing\n", "user.py:3: AttributeError"),
        ("x = 1\n", "holds no game"),
        ("game = 3\n", "`game` in user.py is a int"),
        ("def game():\n    return 1 / 0\n", "user.py:2: ZeroDivisionError"),
        ("import sys\nsys.exit(3)\n", "user.py:2: SystemExit"),
        ("import no_such_module\n", "user.py:1: ModuleNotFoundError"),
        ("import neighbour\n", "neighbour.py:2: NameError"),
    ],
)
def test_a_file_that_cannot_be_read(capsys: pytest.CaptureFixture[str], text: str, said: str) -> None:
    Path("user.py").write_text(text)
    Path("neighbour.py").write_text("\nnot_defined\n")
    assert run(["verify", "user.py"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_a_players_own_fault_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    text = """
    class Mine:
        notes = ()
        def start(self, game, seat, seed):
            raise KeyError('lost')
        def choose(self, position, limit, listen=None):
            return None
    """
    Path("mine.py").write_text(textwrap.dedent(text))
    assert run(["play", "tic_tac_toe", "--against", "mine.py:Mine"]) == 2
    assert "KeyError: 'lost' (mine.py:5)" in capsys.readouterr().err


# --- games, new, verify


@pytest.mark.parametrize("name", games())
def test_every_game_says_its_rules(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["games", name, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["rules"].split()) > 40
    assert run(["games", name]) == 0
    printed = capsys.readouterr().out
    assert all(" ".join(block.text.split()) in " ".join(printed.split()) for block in blocks(told["rules"]) if not block.fixed)
    assert max(map(len, printed.splitlines())) <= 200


def test_the_rules_of_a_file_are_its_docstring_unless_it_gives_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kings.py"
    parts = [
        "class Kings:",
        "turn = 0",
        "def moves(self): return [1]",
        "def after(self, move): return 1",
        "def outcome(self): return 0",
    ]
    plain = "\n    ".join(parts)
    file.write_text(f'"""Two kings walk.\n\n    walk  one cell\n\nThen they stop.\n"""\n{plain}\ngame = Kings\n')
    assert run(["games", str(file)]) == 0
    assert capsys.readouterr().out == "Two kings walk.\n\n  walk  one cell\n\nThen they stop.\n"
    file.write_text(f'"""A file."""\nfrom counterply import PlainGame\n{plain}\ngame = PlainGame("kings", Kings, rules="Walk.")\n')
    assert run(["games", str(file)]) == 0
    assert capsys.readouterr().out == "Walk.\n"
    file.write_text(f"{plain}\ngame = Kings\n")
    assert run(["games", str(file)]) == 0
    assert capsys.readouterr().out == NO_RULES + "\n"


def test_new_writes_a_game_that_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "mine"]) == 0
    text = Path("mine.py").read_text()
    assert 50 <= sum(1 for line in text.splitlines() if line.strip()) <= 85
    assert run(["new", "mine"]) == 2
    assert "mine.py exists" in capsys.readouterr().err
    assert Path("mine.py").read_text() == text, "overwritten"
    game = load_game("mine.py")
    assert verify(game, games=5) == []
    assert game.name == "mine"
    drawn = {item.id: item for item in draw(game.start().play("b2", "c4")).items}
    assert {"column 1", "row 4", "c4"} <= drawn.keys(), "its own coordinates"
    assert (drawn["last"].w, drawn["last"].h) == (drawn["domino 23"].w, drawn["domino 23"].h) == (1.8, 0.8), "the whole last move"
    position = game.start()
    while position.moves():
        position = position.after(position.moves()[position.ply % len(position.moves())])
    assert position.outcome() in (1, 2)


def test_verify_says_which_promise_and_where(capsys: pytest.CaptureFixture[str]) -> None:
    path = new("broken")
    path.write_text(path.read_text().replace('["turn"] = 1 - player', '["turn"] = 5'))
    assert run(["verify", "broken.py", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["kept"] is False
    assert told["findings"][0]["promise"] == "turn is 0, 1 or CHANCE"
    assert told["findings"][0]["position"].startswith("moves ")


@pytest.mark.skipif(PLAIN, reason="nothing is compiled")
def test_verify_says_what_does_not_compile(capsys: pytest.CaptureFixture[str]) -> None:
    path = new("broken")
    path.write_text(path.read_text().replace("@kernel\n", ""))
    assert run(["verify", "broken.py"]) == 1
    assert "'fits' is a plain function, which a kernel cannot call; put @kernel above it" in capsys.readouterr().out


def test_a_plain_game(capsys: pytest.CaptureFixture[str]) -> None:
    nim = """
    class game:
        def __init__(self, heap=7, turn=0):
            self.heap, self.turn = heap, turn
        turn = 0
        def moves(self):
            return [n for n in (1, 2) if n <= self.heap]
        def after(self, move):
            return game(self.heap - move, 1 - self.turn)
        def outcome(self):
            return 0 if self.heap else 2 - self.turn
    """
    Path("nim.py").write_text(textwrap.dedent(nim))
    assert run(["verify", "nim.py"]) == 0
    told = capsys.readouterr()
    assert "nim keeps the contract" in told.out
    assert "plain" in told.err


# --- play


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[str], tuple[str, str, int]]:
    """Return what two people at tic-tac-toe who type a text are shown and told, and the exit code."""

    def play(text: str) -> tuple[str, str, int]:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        code = run(["play", "tic_tac_toe", "--against", "human"])
        return *capsys.readouterr(), code

    return play


def test_who_resigns_has_lost(typed: Callable[[str], tuple[str, str, int]]) -> None:
    out, told, code = typed("1,1\nresign\n")
    assert code == 0
    assert "the first player wins: the second player resigns" in out
    assert "resign, quit" in told


def test_play_shows_the_rules(typed: Callable[[str], tuple[str, str, int]]) -> None:
    assert "three marks in a row" in " ".join(typed("?\nquit\n")[1].split())


def test_two_people_play() -> None:
    """In a process of its own, whose input and output are pipes."""
    process = command("play", "tic_tac_toe", "--against", "human")
    out, told = process.communicate("moves\nx\n1,1\nundo\n0,0\n1,0\n0,1\n1,1\n0,2\n", timeout=60)
    assert process.returncode == 0
    assert "the first player wins: three in a line" in out
    assert "0,0 0,1 0,2 1,0" in told, "the legal moves"
    assert "illegal move 'x' at ply 1" in told


def test_a_person_may_leave(typed: Callable[[str], tuple[str, str, int]]) -> None:
    assert typed("1,1\nquit\n")[2] == 0
    _, told, code = typed("1,1\n")
    assert (told.splitlines()[-1], code) == ("the input has ended", 0)


# --- pieces


def test_depths() -> None:
    assert parse_depths("7-9") == [7, 8, 9]
    assert parse_depths("9,7") == [7, 9]
    for wrong in ("x", "0-2", "3-1", "1-", ""):
        with pytest.raises(UsageError):
            parse_depths(wrong)


def test_limits() -> None:
    assert limit_of({"seconds": 0.15, "nodes": 5}) == Limit(seconds=0.15, nodes=5)
    assert limit_of({"limit": Limit(depth=3), "nodes": None}) == Limit(depth=3)
    assert limit_of({}).unlimited
    assert limit_of({}, 2.0) == Limit(seconds=2.0)


def test_work_that_is_interrupted_keeps_its_result() -> None:
    stop = Stop()

    def work() -> str:
        time.sleep(0.3)  # the main thread is waiting by now
        os.kill(os.getpid(), signal.SIGINT)
        while not stop:
            time.sleep(0.001)
        time.sleep(0.1)
        return "what was found"

    assert interruptible(work, stop) == ("what was found", True)
    assert interruptible(lambda: 3, Stop()) == (3, False)
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0, Stop())


def test_of_work_that_does_not_hear_ctrl_c_there_is_what_it_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("counterply.core.interruptible.PATIENCE", 0.01)
    found: list[int] = []

    def compiles() -> list[int]:
        found.append(1)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)
        return [1, 2]

    assert interruptible(compiles, Stop(), lambda: found) == ([1], True)


@pytest.mark.parametrize("words", ["play tic_tac_toe --against human", "games"])
def test_a_reader_that_goes_away_is_no_error(words: str) -> None:
    process = command(*words.split())
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "w") as full:
        process = command("play", "tic_tac_toe", "--against", "human", stdout=full)
        error = process.communicate()[1]
    assert "No space left on device" in error or "disk is full" in error
    assert "Traceback" not in error
    assert process.returncode == 2


@pytest.mark.parametrize("group", [[]])
def test_what_a_command_does_fits_its_line_of_help(
    group: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_help_fits(group, capsys, monkeypatch)


def assert_help_fits(group: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*group, "--help"]) == 0
    listed = capsys.readouterr().out.partition("Commands:")[2].splitlines()
    assert len(listed) > 2
    assert [line for line in listed if line.endswith("...")] == []


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from counterply.cli import run; assert run(['--help']) == 0; "
        "print([m for m in ('matplotlib', 'sqlite3.dbapi2', 'counterply.search.alphabeta.engine', 'jinja2') if m in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# --- the searches


def test_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("counterply.search.alphabeta.engine")
    told = document(capsys, "analyse", "tic_tac_toe", "moves 0,0 1,1 0,1 2,2", "--depth", "9", "--lines", "2")
    assert told["lines"][0]["move"] == "0,2"
    assert told["lines"][0]["proven"] is True
    assert told["lines"][0]["pv"] == ["0,2"]
    assert told["lines"][0]["score"] > told["lines"][1]["score"]
    assert {"depth", "nodes", "seconds"} <= told.keys()
    assert run(["analyse", "tic_tac_toe", "XX. OO. ..."]) == 0
    assert "best: 0,2, win in 1" in capsys.readouterr().out
    Path("position.txt").write_text("X X .\nO O .\n. . .\n")
    assert document(capsys, "analyse", "tic_tac_toe", "position.txt")["lines"][0]["move"] == "0,2"
    assert run(["analyse", "tic_tac_toe", "XXX OO. ..."]) == 2
    assert "the game is over" in capsys.readouterr().err


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("counterply.search.exact.solve")
    told = document(capsys, "solve", "tic_tac_toe")
    assert (told["proven"], told["outcome"]) == (True, "draw")
    assert {"margin", "distance", "lower", "upper", "line", "nodes", "seconds"} <= told.keys()
    told = document(capsys, "solve", "tic_tac_toe", "XX. OO. ...")
    assert (told["outcome"], told["distance"], told["line"]) == ("first", 1, ["0,2"])


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("counterply.search.perft")
    assert document(capsys, "perft", "tic_tac_toe", "--depth", "4") == {"counts": [9, 72, 504, 3024], "finished": True}


def test_nodes(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("counterply.search.counts")
    rows = document(capsys, "nodes", "tic_tac_toe", "--depths", "1-3,5", "--budget", "600")["rows"]
    assert [row["depth"] for row in rows] == [1, 2, 3, 5]
    assert [row["minimax"] for row in rows] == [10, 82, 586, None], "the root counts too"
    assert all({"alphabeta", "ordered", "table", "score"} <= row.keys() for row in rows)


def test_ctrl_c_keeps_what_was_counted() -> None:
    pytest.importorskip("counterply.search.perft")
    process = command("perft", "connect_four", "--depth", "40")
    assert process.stdout is not None
    counts = [process.stdout.readline().split()[-1] for _ in range(4)]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    assert counts == ["7", "49", "343", "2,401"]


# --- the arena


def test_match_tournament_report_and_replay(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("counterply.arena.tournament")
    pytest.importorskip("counterply.players.simple")
    common = ["--games", "4", "--nodes", "50", "--workers", "1", "--out", "run"]
    told = document(capsys, "match", "tic_tac_toe", "random", "random", *common)
    assert told["games"] == told["wins"] + told["draws"] + told["losses"] == 4
    again = document(capsys, "match", "tic_tac_toe", "random", "random", *common)
    assert {**again, "seconds": told["seconds"]} == told, "resumed: nothing left to play"
    replayed = document(capsys, "replay", "run", "0")
    assert len(replayed["moves"]) >= 4
    assert run(["replay", "run", "99"]) == 2
    capsys.readouterr()
    assert run(["match", "tic_tac_toe", "random", "random", "--games", "3"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    told = document(capsys, "tournament", "tic_tac_toe", "random", "greedy", *common[:-1], "other")
    assert {"table", "standings"} <= told.keys()


# --- best states by depth


def test_the_last_board_is_the_proven_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "tic_tac_toe", "moves 1,1 0,1 0,0 2,2", "--boards", "3,5"]) == 0
    told = capsys.readouterr().out
    assert "deeper than 3 (5) nothing changes: the value is proven" in told


@pytest.mark.parametrize(
    ("game", "moves", "rows", "columns", "pieces"),
    [("connect_four", "4 4", "012345", "1234567", 2)],
)
def test_a_picture_of_scores_names_cells_as_the_moves_do(game, moves, rows, columns, pieces, tmp_path, monkeypatch):
    assert_scores_name_cells(game, moves, rows, columns, pieces, tmp_path, monkeypatch)


def assert_scores_name_cells(game, moves, rows, columns, pieces, tmp_path, monkeypatch):
    drawn = []
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda figure, file: (drawn.append(figure), file.touch()))
    assert run(["analyse", *game.split(), f"moves {moves}", "--depth", "2", "--plot", str(tmp_path / "scores.png")]) == 0
    axes = drawn[0].axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == list(rows)
    assert [label.get_text() for label in axes.get_xticklabels()] == list(columns)
    assert sum(text.get_text() in ("X", "O") for text in axes.texts) == pieces
