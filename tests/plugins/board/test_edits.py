"""Nothing on the board answers from the code before an edit, and no evaluator gets the search of another one of its name."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from board.socket_page import page, server
from counterply.plugins.board.rules import Rules
from counterply.plugins.board.search import SearchProcess
from edited import edit, write_files

OF_SEARCH: dict[str, dict[str, Any]] = {
    "analyse": {"lines": 1, "threat": False, "terms": False, "limit": {"depth": 2}},
    "terms": {},
    "review": {"move": "1", "limit": {"nodes": 20}},
    "tree": {"search": "alphabeta", "depth": 2, "node": 0},
    "compare": {"depth": 2},
    "why": {"move": "1", "limit": {"depth": 2}},
    "move": {"seed": 0, "limit": {"depth": 1}},
}
PLAIN, COMPILED = ("./nim.py", "even", "1"), ("./race.py", "ahead", "0")  # with an evaluator and a first move


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("counterply.usercode.trust.require_checked", lambda *_: None)
    monkeypatch.chdir(write_files(tmp_path))
    edit(tmp_path / "race.py", '"turns"] < 8', '"turns"] < 40')  # too long to be proven
    return tmp_path


@pytest.fixture(scope="module")
def searching() -> SearchProcess:
    return SearchProcess()


def asked(process: Any, want: str, game: tuple[str, str, str], **more: Any) -> list[Any]:
    """The answers to a request, without times."""
    found: list[dict[str, Any]] = []
    request = {
        "want": want,
        "game": game[0],
        "set": {},
        "position": {"from": "", "moves": [game[2]]},
        **OF_SEARCH.get(want, {}),
        **more,
    }
    if want == "move":
        request["player"] = f"alphabeta:depth=1,eval={game[1]}"
    process.answer(request, found.append)
    return [{name: value for name, value in answer.items() if name != "seconds"} for answer in found]


@pytest.mark.parametrize("game", [PLAIN, pytest.param(COMPILED, marks=pytest.mark.slow)])
def test_an_edited_helper(files: Path, searching: SearchProcess, game: tuple[str, str, str]) -> None:
    """An edit of what a game's file imports, of equal size and time: all answers are those of a new process, and back again."""
    wants = [want for want in OF_SEARCH if want != "terms" or game == COMPILED]
    before = {want: asked(searching, want, game) for want in wants}
    edit(files / "deep.py", "+1", "-1")
    new = SearchProcess()
    for want in wants:
        after = asked(searching, want, game)
        assert after != before[want], want
        assert after == asked(new, want, game), want
    edit(files / "deep.py", "-1", "+1")
    assert {want: asked(searching, want, game) for want in wants} == before


def test_an_edited_rule(files: Path, searching: SearchProcess) -> None:
    rules = Rules()
    assert [move["text"] for move in asked(rules, "view", PLAIN)[0]["moves"]] == ["1", "2"]
    assert {row["move"] for row in asked(searching, "tree", PLAIN)[0]["rows"]} >= {"1", "2"}
    edit(files / "taking.py", "2", "3")
    assert [move["text"] for move in asked(rules, "view", PLAIN)[0]["moves"]] == ["1", "3"]
    assert {row["move"] for row in asked(searching, "tree", PLAIN)[0]["rows"]} >= {"1", "3"}


def test_a_module_that_comes(files: Path, searching: SearchProcess) -> None:
    (files / "taking.py").write_text("try:\n    from more import TAKEN\nexcept ImportError:\n    TAKEN = (1, 2)\n")
    rules = Rules()
    assert len(asked(rules, "view", PLAIN)[0]["moves"]) == 2
    (files / "more.py").write_text("TAKEN = (1, 2, 3)\n")
    assert len(asked(rules, "view", PLAIN)[0]["moves"]) == 3
    (files / "more.py").unlink()
    assert len(asked(rules, "view", PLAIN)[0]["moves"]) == 2


@pytest.mark.parametrize("want", ["analyse", "tree", "why"])
def test_evaluators_of_one_name(searching: SearchProcess, want: str) -> None:
    names = "even", "./other.py:even"
    own, other = (asked(searching, want, PLAIN, eval=name) for name in names)
    assert own != other
    assert [asked(SearchProcess(), want, PLAIN, eval=name) for name in names] == [own, other]
    assert asked(searching, want, PLAIN, eval="even") == own


def test_pages_are_told_of_an_edit(files: Path) -> None:
    with server(game="./race.py", evaluators=("./other.py:ahead",)) as client, page(client) as talk:
        for name, old, new in (("deep.py", "+1", "-1"), ("other.py", "-5.0", "-6.0")):
            edit(files / name, old, new)
            until = time.monotonic() + 10
            while (heard := talk.hear()).get("kind") != "changed":
                assert time.monotonic() < until, heard
