"""The portrait of a game: its numbers are those of its games, it goes on where it was stopped, and it is a page."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import time

import pytest

from counterply import DRAW, FIRST, SECOND
from counterply.arena.store import Store
from counterply.arena.tournament import Progress
from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN
from counterply.plugins.studies.portrait import measure
from counterply.plugins.studies.portrait.games import Course, course_of, without_repeats
from counterply.plugins.studies.portrait.measure import PortraitSettings, openings, smaller
from counterply.usercode.loading import load_game

pytestmark = pytest.mark.usefixtures("one_process")
TTT = ["portrait", "tic_tac_toe", "--nodes", "60", "--games", "4", "--proof", "1"]
NAMES = ["fair", "ends", "draws", "length", "width", "decided", "drama", "changes", "depth", "openings"]


class Stub:
    """What a course asks of a record."""

    def __init__(self, outcome: int, line: tuple[int, ...] = ()) -> None:
        self.outcome, self.line, self.ending = outcome, line, "rules"


def course(leads: list[float], outcome: int, line: tuple[int, ...] = ()) -> Course:
    points = {FIRST: 1.0, SECOND: 0.0, DRAW: 0.5}[outcome]
    return Course(Stub(outcome, line), points, len(leads), (), tuple(enumerate(leads)), "a")  # type: ignore[arg-type]


def test_what_a_game_tells() -> None:
    one = course([0, 1, -2, -1, 3, 4], FIRST)
    assert (one.changes, one.behind, one.turning_ply, one.decided) == (2, 2 / 6, 4, 4 / 6)
    assert one.swing == (4, 4)
    other = course([0, 1, -2, -1, 3, 4], SECOND)
    assert (other.behind, other.turning_ply) == (3 / 6, 6), "never ahead at the end"
    drawn = course([1, -1], DRAW)
    assert (drawn.behind, drawn.decided, drawn.changes) == (None, None, 1)
    assert len(without_repeats([course([1], FIRST, (1, 2)), course([2], FIRST, (1, 2)), course([1], FIRST, (2,))])) == 2


def test_openings_that_lose() -> None:
    rows = openings([course([1], SECOND)] * 10 + [Course(**{**vars(course([1], FIRST)), "first_move": "b"})] * 10)
    assert [(move, share, games) for move, share, _, games in rows] == [("b", 1.0, 10), ("a", 0.0, 10)]
    assert rows[1][2][1] < 0.5
    assert openings([course([1], FIRST)] * 7) == []


def test_smaller_boards() -> None:
    assert [options["size"] for options in smaller(PortraitSettings("othello"))] == ["4", "6"]
    assert [options["size"] for options in smaller(PortraitSettings("hex", {"size": "5"}))] == ["3", "4"]
    assert smaller(PortraitSettings("tic_tac_toe")) == []


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
def test_a_portrait_is_made_goes_on_and_is_the_same(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)

    def stopped(*arguments, **names):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(measure, "proofs", stopped)
        assert command([*TTT, "--json"]) == 130
    first = json.loads(capsys.readouterr().out)
    assert not first["finished"]
    assert "The same command goes on" in (tmp_path / first["file"]).read_text(encoding="utf-8")
    assert command([*TTT, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["finished"]
    assert told["findings"][0]["answer"] == first["findings"][0]["answer"] + "; with best play a draw"
    assert told["findings"][1:] == first["findings"][1:]
    assert [finding["name"] for finding in told["findings"]] == NAMES
    assert told["proofs"] == [{"board": "as it is", "answer": "a draw", "command": "counterply solve tic_tac_toe --seconds 0.5"}]
    by_name = {finding["name"]: finding for finding in told["findings"]}
    for finding in told["findings"]:
        assert finding["interval"] is None or finding["interval"][0] <= finding["value"] <= finding["interval"][1]
    game = load_game("tic_tac_toe")
    with Store.open(tmp_path / "tic_tac_toe-portrait" / measure.SELF) as store:
        courses = without_repeats([course_of(game, record) for record in store.records()])
    assert by_name["fair"]["samples"] == len(courses)
    assert by_name["fair"]["value"] == pytest.approx(sum(each.points for each in courses) / len(courses), abs=1e-4)
    assert by_name["length"]["value"] == pytest.approx(sum(len(each.record.line) for each in courses) / len(courses), abs=1e-4)
    assert by_name["width"]["value"] == pytest.approx(
        sum(sum(range(10 - each.plies, 10)) / each.plies for each in courses) / len(courses), abs=1e-4
    ), "nine moves at first, and one less each time"
    page = (tmp_path / told["file"]).read_text(encoding="utf-8")
    assert page.count("<svg") >= 3
    assert not re.search(r"https?://(?!www.w3.org)", page), "it needs nothing else"
    repeat = by_name["fair"]["command"].split()[1:-2]
    assert command([*repeat, "--out", "again"]) == 0
    with Store.open(tmp_path / "again") as store:
        assert {record.line for record in store.records()} == {each.record.line for each in courses}


def test_proofs_say_how_far_they_are() -> None:
    settings = PortraitSettings("isolation", {"width": "4", "height": "4"}, proof=2.0)
    heard: list[Progress] = []
    found = list(measure.proofs(settings, load_game("isolation", settings.options), heard.append))
    assert [(each.phase, each.done, each.total) for each in heard] == [
        ("proving boards", done, len(heard)) for done in range(len(heard))
    ]
    assert heard[-1].left == 1.0, "half of the time is the start's"
    assert found[-1][0] == "width=4 height=4"


def test_ctrl_c_does_not_wait_for_a_proof(monkeypatch) -> None:
    heard = []

    def solve(position, limit):
        while not limit.stop:
            time.sleep(0.01)
        heard.append(True)

    monkeypatch.setattr(measure, "solve", solve)
    threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        list(measure.proofs(PortraitSettings("tic_tac_toe", proof=600.0), load_game("tic_tac_toe")))
    assert heard


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--games", "3"], "the number of games must be even and at least 2 (each opening is played from both sides), not 3"),
        (["--nodes", "0"], "--nodes must be 1 or more, not 0"),
        (["--proof", "-1"], "--proof must be 0 or more, not -1"),
        (["--eval", "none"], "unknown evaluator of tic_tac_toe 'none'"),
    ],
)
def test_wrong_words_get_one_line(words, says, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    assert command(["portrait", "tic_tac_toe", *words]) == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
    assert "effort of engine" not in error


def test_an_effort_is_a_share(tmp_path, capsys) -> None:
    assert command(["match", "tic_tac_toe", "engine:effort=0", "random", "--games", "2", "--nodes", "10"]) == 2
    assert "the effort of engine is above 0 and at most 1, not 0" in capsys.readouterr().err
