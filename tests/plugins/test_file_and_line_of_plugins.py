"""Wherever a user's code raises in a plug-in, one line says the file, the line, and what was raised."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from test_file_and_line import HELPER, assert_line_is_named, raised

from counterply.plugins.board.worker import LONGEST_ERROR, CompilerNews, Worker

SEARCH = "def minimax(position, depth):\n    return position.value(0)\n"
DOORS = {
    "a search": (
        {"mine.py": SEARCH},
        ("mine.py", "value(0)", "value(0) / 0"),
        "check mine.py",
        r".*It raises ZeroDivisionError: division by zero \(mine\.py:2\).*",
    ),
    "a search whose file cannot be read": (
        {"mine.py": "import helper\n" + SEARCH, "helper.py": HELPER},
        ("helper.py", "def half", "de half"),
        "check mine.py",
        r"counterply: .*it raises SyntaxError: invalid syntax \(helper\.py:1\)",
    ),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_the_line_is_named(door: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    assert_line_is_named(door, tmp_path, monkeypatch, capfd)


def test_the_board_names_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[dict[str, object]] = []
    worker = Worker.__new__(Worker)
    worker.say = said.append  # type: ignore[method-assign]

    def answer(request: object, say: object) -> None:
        raise raised("\nraise ValueError('x' * 5000)", "/home/me/mine.py")

    worker.answer = answer  # type: ignore[method-assign]
    worker.news = CompilerNews(said.append)
    worker._answer({"id": 3})
    assert str(said[0]["error"]).startswith("mine.py:2: ValueError: xxx")
    assert len(str(said[0]["error"])) == LONGEST_ERROR
    assert said[1] == {"id": 3, "done": True}
