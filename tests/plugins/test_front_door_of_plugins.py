"""The verbs that plug-ins bring, in a program that only says `import counterply as cp`."""

from __future__ import annotations

import urllib.request
from pathlib import Path
from typing import Any

import pytest
from test_front_door import TTT, WON

import counterply as cp
from counterply.plugins.board.verbs import _as_texts
from counterply.registry import plugins
from kinds import taken


class Walk:
    turn = 0

    def moves(self) -> list[int]:
        return [1]

    def after(self, move: int) -> Walk:
        return self

    def outcome(self) -> int:
        return 0


def test_the_board_runs_beside_a_program() -> None:
    with cp.board(TTT.start().play("1,1"), port=0, browse=False) as server:
        page, _, token = server.address.partition("#")
        assert urllib.request.urlopen(page).read().startswith(b"<!doctype html>")
        assert token in repr(server)
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(page)
    server.wait()


def test_the_board_gets_a_position_as_text() -> None:
    assert _as_texts(TTT) == ("tic_tac_toe", {}, "")
    assert _as_texts(cp.game("isolation", width=5).start().play("0,0")) == ("isolation", {"width": "5"}, "moves 0,0")
    diagram = str(TTT.start().play("1,1", "0,1"))
    assert _as_texts(TTT.position(diagram).play("0,0"))[2] == str(TTT.start().play("1,1", "0,1", "0,0"))
    made = cp.PlainGame("walk", Walk)
    with pytest.raises(cp.UsageError, match="in a file"):
        cp.board(made)
    with pytest.raises(cp.UsageError, match="unknown game 'ttt'"):
        cp.board("ttt")


def test_a_tree_and_a_reason_are_documents_and_texts() -> None:
    place = TTT.start().play(*WON)
    tree = cp.tree(place, 2)
    assert tree.json()["visited"] == tree.visits[0].nodes
    assert str(tree).splitlines()[1].startswith("root")
    assert tree.svg().startswith("<svg")
    answer = cp.why(place, "0,0", depth=5)
    assert answer.json()["best"] is answer.best is True
    assert (answer.json()["note"], answer.json()["finished"]) == (None, True)
    with pytest.raises(cp.GameError, match="not a legal move"):
        cp.why(place, place.history[0], depth=1)
    with pytest.raises(cp.UsageError, match="did you mean 'alphabeta'"):
        cp.tree(place, 2, search="alfabeta")
    with pytest.raises(cp.GameError, match="illegal move"):
        cp.why(place, "1,1", depth=2)


def test_a_search_is_checked(tmp_path: Path) -> None:
    (tmp_path / "greedy.py").write_text("def search(position, depth):\n    return position.moves()[0]\n")
    found = cp.check(str(tmp_path / "greedy.py"), positions=0)
    assert not found.right
    assert found.json()["right"] is False
    assert str(found)


def test_a_tree_shows_itself_as_print_does() -> None:
    tree = cp.tree(TTT, depth=2)
    assert repr(tree) == str(tree)


def test_ctrl_c_keeps_the_games_that_were_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(work: Any, stop: Any, so_far: Any = None) -> Any:
        stop.set()
        return work(), True

    monkeypatch.setattr("counterply.plugins.studies.verbs.interruptible", pressed)
    document = cp.bench(["tic_tac_toe"])
    assert (document["finished"], document["signature"]) == (False, None)


@pytest.mark.parametrize("verb", [name for name, place in plugins("verbs").items() if place.startswith("counterply.plugins.")])
def test_an_argument_of_no_kind_is_named(verb: str) -> None:
    assert set(taken(getattr(cp, verb))) <= {"client", "move"} | ({"game"} if verb == "board" else set())
