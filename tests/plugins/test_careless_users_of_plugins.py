"""What careless users type where plug-ins answer: one clear line and exit code 2, or the right answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_cli import assert_help_fits, document

import counterply as cp
from careless import (
    HUGE,
    TTT,
    assert_a_full_disk_is_one_line,
    assert_names_come_first,
    assert_one_clear_line,
    told,
)
from counterply.cli import run

pytestmark = pytest.mark.usefixtures("in_a_folder_of_odd_files")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("analyse isolation --set rules=h8", "unknown value of rules of isolation 'h8'"),
        ("analyse isolation --board none.txt", "unknown option of isolation 'board'"),
        ("generate blocker 7", "unexpected '7'; blocker takes options only (see counterply generate blocker --help)"),
        ("generate gomoku --count 1 --player odd.py:game --out made", "a function is called with (position, limit)"),
        ("ablate tic_tac_toe --games 2 --csv .", "it is a folder"),
        ("accuracy tic_tac_toe zero --games 2 --csv .", "it is a folder"),
        ("accuracy isolation --within 0", "--within must be 1 or more, not 0"),
        ("check x.py --positions -1", "--positions must be 0 or more, not -1"),
        ("bench nogame", "unknown game of the list 'nogame'"),
        (f"analyse isolation --set width={HUGE}", "an Isolation board has sides of 3 to 11"),
        ("analyse isolation --set width=nan", "width of isolation is a number, not 'nan'"),
        (f"generate blocker --size {HUGE}x{HUGE}", "a board is 1x1 to 32x32 cells"),
        ("generate blocker --size 7", "a size is written 7x7"),
        ("generate blocker --walls 999", "have no room for 999 walls"),
        ("generate blocker --count 0", "--count must be 1 or more"),
        ("generate fishing_derby --fish 99", "fish of a scenario is 1 to 64, not 99"),
        ("generate fishing_derby --length 0", "length of a scenario is 1 to 1000, not 0"),
        ("analyse blocker --board empty.txt", "empty.txt, line 1: a board begins with its width and height"),
        ("analyse blocker --board binary.txt", "the board file binary.txt cannot be read"),
        ("analyse blocker --board folder.py", "there is no board 'folder.py'"),
        ("analyse fishing_derby --scenario empty.txt", "empty.txt, line 1: the scenario file is not JSON"),
        ("analyse fishing_derby --scenario binary.txt", "binary.txt: the scenario file is not JSON: it is not text"),
        ("solve fishing_derby --table x.csv", "fishing_derby has no table of all positions"),
        ("generate blocker --out empty.txt", "empty.txt is a file, not a folder"),
    ],
)
def test_one_clear_line(capsys: pytest.CaptureFixture[str], arguments: str, said: str) -> None:
    assert_one_clear_line(capsys, arguments, said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("tree GAME --eval nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("ablate GAME --eval nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("accuracy GAME nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("accuracy GAME --player engin", "unknown player 'engin'"),
        ("portrait GAME --eval nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("tune GAME nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("tune GAME zero --player engine:evl=3", "unknown option of player engine 'evl'"),
        ("learn GAME --features nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("board GAME --player gredy", "unknown player 'gredy'"),
        ("board GAME --eval nosuch", "unknown evaluator of GAME 'nosuch'"),
        ("host gomocup --player gredy", "unknown player 'gredy'"),
        ("generate gomoku --player engine:dpth=3", "unknown option of player engine 'dpth'"),
    ],
)
@pytest.mark.parametrize("game", ["mine.py", TTT])
def test_names_are_looked_at_before_anything_is_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, game: str, arguments: str, said: str
) -> None:
    assert_names_come_first(capsys, monkeypatch, game, arguments, said)


def test_odd_but_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["generate", "blocker", "--count", "1", "--any", "--seed", "-5", "--out", "boards"]) == 0
    assert told(capsys) == []


@pytest.mark.parametrize(
    ("arguments", "file"),
    [
        ("generate blocker --count 1 --any --out .", "blocker-7x7-0-001.txt"),
        ("generate fishing_derby --count 1 --out .", "fish5_seed0_moving.json"),
        ("report run", "report.html"),
    ],
)
def test_a_full_disk_is_one_line_and_nothing_half_written(capsys: pytest.CaptureFixture[str], arguments: str, file: str) -> None:
    assert_a_full_disk_is_one_line(capsys, arguments, file)


@pytest.mark.slow
def test_accuracy_takes_small_budgets() -> None:
    for nodes in (1, 2, 3, 7):
        assert run(f"accuracy {TTT} zero --games 2 --nodes {nodes}".split()) in (0, 1)


@pytest.mark.parametrize("group", [["generate"], ["host"]])
def test_what_a_command_does_fits_its_line_of_help(
    group: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_help_fits(group, capsys, monkeypatch)


def test_generated_scenarios_are_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["generate", "fishing_derby", "--fish", "3", "--count", "2", "--length", "40", "--out", str(tmp_path), "--json"]) == 0
    )
    files = json.loads(capsys.readouterr().out)["scenarios"]
    assert len(files) == 2
    for file in files:
        assert run(["perft", "fishing_derby", "--scenario", file["file"], "--depth", "1", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == {"counts": [5], "finished": True}
    assert run(["generate", "fishing_derby", "--fish", "300", "--out", str(tmp_path)]) == 2
    assert "1 to 64" in capsys.readouterr().err


def test_an_option_of_the_game_may_differ_from_pair_to_pair() -> None:
    options = {"scenario": "random:fish=2,length=20,seed=*"}
    played = cp.match("fishing_derby", "random", "random", games=4, nodes=1, workers=1, seed=7, options=options)
    assert played.results.plan.options == options
    assert played.standing.games == 4


def test_players_of_a_game_are_those_that_play_it(capsys: pytest.CaptureFixture[str]) -> None:
    names = {game: {row["name"] for row in document(capsys, "players", game)["players"]} for game in ("tic_tac_toe", "gomoku")}
    assert {"engine", "random"} <= names["tic_tac_toe"]
    assert names["gomoku"] - names["tic_tac_toe"] == {"gomocup", "mp2", "report"}
    assert "host_greedy" in {row["name"] for row in document(capsys, "players")["players"]}


def test_an_option_of_a_plugins_verb_is_one_line() -> None:
    with pytest.raises(cp.UsageError, match="examples must be 0 or more, not -1"):
        cp.accuracy("tic_tac_toe", examples=-1)
