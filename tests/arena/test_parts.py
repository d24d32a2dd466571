"""Parts of a run, played apart and put together, are the run."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import counterply as cp
from counterply.arena.schedule import Part
from counterply.arena.store import Store
from counterply.cli import run as command
from counterply.core.errors import StoreError, UsageError

WORDS = ["tournament", "tic_tac_toe", "random", "greedy:eval=zero", "first.py:player", "--nodes", "20", "--workers", "1"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text("def player(position, limit):\n    return position.moves()[0]\n")


def games(place):
    with Store.open(place, None) as store:
        return [replace(record, micros=(), cpu_micros=()) for record in store.records()]


def test_parts_put_together_are_the_whole_run(capsys):
    assert command([*WORDS, "--games", "4", "--out", "whole"]) == 0
    for number in (1, 2, 3):
        assert command([*WORDS, "--games", "4", "--part", f"{number}/3", "--out", f"part{number}"]) == 0
    assert command([*WORDS, "--games", "4", "--part", "2/3", "--out", "part2"]) == 0, "nothing is missing"
    assert [game.number for game in games("part2")] == [2, 3, 8, 9]
    capsys.readouterr()
    assert command(["merge", "all", "part1", "part2", "part3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"taken": 12, "known": 0, "total": 12}
    assert games("all") == games("whole")
    assert cp.merge("all", ["part2"]).known == 4
    assert command([*WORDS, "--games", "4", "--out", "all"]) == 0, "the run is finished"


def test_what_is_no_part_is_refused(capsys):
    assert command([*WORDS, "--games", "2", "--out", "one", "--part", "1/2"]) == 0
    assert command([*WORDS, "--games", "2", "--out", "other", "--part", "2/2", "--seed", "5"]) == 0
    capsys.readouterr()
    assert command(["merge", "all", "one", "other"]) == 2
    error = capsys.readouterr().err
    assert "other" in error
    assert "seed is 5, not 0" in error
    with pytest.raises(StoreError):
        cp.merge("all", ["nowhere"])
    for wrong in ("3/2", "0/2", "2", "a/b"):
        with pytest.raises(UsageError, match="a part is written 2/5"):
            Part.read(wrong)
