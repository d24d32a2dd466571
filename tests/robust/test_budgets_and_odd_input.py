"""Budgets at their edges, and input that once ended in a traceback: each is one line, or the right answer."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from counterply.cli import run
from counterply.core.limits import Limit
from counterply.core.machine import memory_of_machine
from counterply.search.exact.solve import solve
from counterply.usercode.loading import load_game

SMALL = (1, 2, 3, 4, 7, 20, 101)


@pytest.mark.parametrize("nodes", SMALL)
@pytest.mark.parametrize("game", ["tic_tac_toe", "connect_four"])
def test_solve_keeps_a_budget_of_any_size(game: str, nodes: int) -> None:
    solution = solve(load_game(game).start(), Limit(nodes=nodes))
    assert solution.nodes <= max(nodes, 1)
    assert solution.lower <= solution.upper


@pytest.mark.parametrize(
    "command",
    [
        "analyse tic_tac_toe --nodes {n}",
        "analyse tic_tac_toe --lines all --nodes {n}",
        "match tic_tac_toe engine alphabeta --games 2 --nodes {n}",
        "nodes tic_tac_toe --depths 1-2 --budget {n}",
        "solve tic_tac_toe --nodes {n}",
    ],
)
@pytest.mark.usefixtures("one_process")
def test_commands_take_small_budgets(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for n in (1, 2, 3, 7):
        assert run(command.format(n=n).split()) in (0, 1)


def test_the_engine_takes_no_more_memory_than_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    most = memory_of_machine()
    assert 16 <= most < 1 << 24
    assert run(f"match tic_tac_toe engine:memory={most + 1} random --games 2 --nodes 5".split()) == 2
    assert f"the memory of engine is 1 to {most:,} MB" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("analyse tic_tac_toe ~nosuchuser/x", "there is no home folder of that name"),
        ("match tic_tac_toe random ~nosuchuser/x.py:a --games 2 --nodes 5", "there is no home folder of that name"),
    ],
)
def test_once_a_traceback(
    arguments: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments.split()) == 2
    (line,) = (line for line in capsys.readouterr().err.splitlines() if not line.startswith("compiling"))
    assert said in line


def test_the_end_of_input_is_said_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run(["play", "tic_tac_toe", "--against", "random"]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "the input has ended"
    assert run(["match", "tic_tac_toe", "human", "random", "--games", "2", "--nodes", "5", "--workers", "2"]) == 130
    said = capsys.readouterr().err
    assert said.count("the input has ended") == 1, "a person is asked in one process"


@pytest.mark.parametrize("words", [["analyse", "a\x1b[2J.py"], ["match", "tic_tac_toe", "random", "b\r.py:x"], ["analyse", "\x07"]])
def test_control_characters_in_names_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()
