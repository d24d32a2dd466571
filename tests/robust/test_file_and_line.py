"""Wherever a user's code raises, one line says the file, the line, and what was raised."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import heap
import pytest

from counterply.cli import run
from counterply.core.game_sources import own_place
from counterply.usercode.faults import one_line, placed_line

PLAIN_GAME = heap.game("from helper import half")
COMPILED = (Path(__file__).with_name("test_users_games.py").read_text().split('RIGHT = """')[1]).split('"""')[0]
HELPER = "def half(number):\n    return number // 2\n"
PLAYER = "def first(position, limit):\n    return position.moves()[0]\n"

# the door: files, what is replaced in which one of them by what, the command, and what its last line says
DOORS = {
    "an import": (
        {"game.py": PLAIN_GAME, "helper.py": HELPER},
        ("game.py", "game = Heap", "game = Heap(1 / 0)"),
        "analyse game.py --depth 2",
        r"counterply: game\.py:19: ZeroDivisionError: division by zero",
    ),
    "an import of a neighbour that is no Python": (
        {"game.py": PLAIN_GAME, "helper.py": HELPER},
        ("helper.py", "number //", "number /// "),
        "analyse game.py --depth 2",
        r"counterply: helper\.py:2: SyntaxError: invalid syntax",
    ),
    "a game that a function makes": (
        {"game.py": COMPILED},
        ("game.py", 'game = Game("nine", RECORD', 'game = lambda: Game("nine", RECORD, objective="points"'),
        "verify game.py",
        r"counterply: game\.py:\d+: Game: objective is 'outcome' or 'margin', not 'points'",
    ),
    "rules in Python": (
        {"game.py": PLAIN_GAME, "helper.py": HELPER},
        ("game.py", "self.left - move", "self.left - half(None)"),
        "analyse game.py --depth 2",
        r"counterply: helper\.py:2: TypeError: unsupported operand .*",
    ),
    "rules in Python, in a match": (
        {"game.py": PLAIN_GAME, "helper.py": HELPER},
        ("game.py", "self.left - move", "self.left - half(None)"),
        "match game.py random random --games 2 --workers 1 --solve off",
        r"counterply: helper\.py:2: TypeError: unsupported operand .*",
    ),
    "rules that are compiled": (
        {"game.py": COMPILED},
        ("game.py", "return ONGOING", 'return {}["no"]'),
        "verify game.py",
        r".*game\.py:\d+: .*",
    ),
    "a drawing": (
        {"game.py": COMPILED},
        ("game.py", "max_plies=9)", "max_plies=9)\n\ngame.drawing = lambda position, viewer: [][7]"),
        "verify game.py",
        r".*game\.py:\d+: IndexError: list index out of range.*",
    ),
    "rules in Python, that another process checks": (
        {"game.py": PLAIN_GAME, "helper.py": HELPER},
        ("game.py", "self.left - move", "self.left - half(None)"),
        "verify game.py",
        r".*helper\.py:2: TypeError: unsupported operand .*",
    ),
    "a player": (
        {"mine.py": PLAYER},
        ("mine.py", "[0]", '[0] + {}["no"]'),
        "match tic_tac_toe mine.py:first random --games 2 --nodes 100 --workers 1",
        r".*raised KeyError: 'no' \(mine\.py:2\).*",
    ),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_the_line_is_named(door: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    assert_line_is_named(door, tmp_path, monkeypatch, capfd)


def assert_line_is_named(door: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    files, (file, right, wrong), command, said = door
    monkeypatch.chdir(tmp_path)
    for name, text in files.items():
        assert name != file or right in text
        Path(name).write_text(text.replace(right, wrong) if name == file else text)
    run(command.split())
    output, error = capfd.readouterr()
    assert "Traceback" not in error
    lines = [line for line in (output + error).splitlines() if re.fullmatch(said, line)]
    assert lines, output + error


def raised(text: str, file: str) -> BaseException:
    """Return what a text raises that stands in a file."""
    try:
        exec(compile(text, file, "exec"), {})
    except BaseException as error:
        return error.with_traceback(getattr(error.__traceback__, "tb_next", None))
    raise AssertionError


def test_a_place_is_the_last_line_of_somebodys_own() -> None:
    error = raised("import json\n\njson.loads('{')", "/home/me/mine.py")
    assert own_place(error) == "mine.py:3"
    assert one_line(error).endswith("(char 1) (mine.py:3)")
    assert placed_line(error).startswith("mine.py:3: JSONDecodeError: Expecting")
    assert own_place(raised("1 / 0", "/usr/lib/python3/site-packages/somebodys.py")) == ""
    assert own_place(raised("1 / 0", "<string>")) == ""
    assert placed_line(raised("1 / 0", "<string>"), "mine.py") == "mine.py: ZeroDivisionError: division by zero"


def test_an_exception_that_cannot_be_told_is_told() -> None:
    hostile = (
        "class Bad(Exception):\n    def __str__(self):\n        raise self\n    __cause__ = property(lambda s: 1 / 0)\nraise Bad"
    )
    assert one_line(raised(hostile, "/home/me/mine.py")) == "Bad"
    assert one_line(raised("raise ValueError('a\\nb\\x1b[2J')", "/me/mine.py")) == "ValueError: a b\\x1b[2J (mine.py:1)"


def test_a_file_in_the_folder_is_no_module_of_pythons_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(PLAYER)
    Path("random.py").write_text("raise SystemExit('this is not the random that a process of ours imports')\n")
    command = "match tic_tac_toe mine.py:first random --games 2 --nodes 100 --workers 1 --solve off"
    assert run(command.split()) == 0
    output, error = capfd.readouterr()
    assert "not the random" not in output + error
    assert "FAILED" not in output + error
