"""A table of Isolation's heuristics, in the width that there is."""

from __future__ import annotations

import os

from rich.console import Console

from counterply.arena.result_tables import details, report_table
from counterply.arena.results import collect
from counterply.arena.schedule import Plan
from counterply.usercode.loading import load_game


def test_columns_that_do_not_fit_stand_below_and_labels_tell_players_apart():
    names = tuple(f"alphabeta:eval={name}" for name in ("improved", "c1", "c2", "c3"))
    p = Plan("isolation", names, ("minimax:depth=3,eval=open", "minimax:depth=3,eval=center"), games=2)
    results = collect(p, load_game("isolation"), [])
    wide, narrow = report_table(results).splitlines(), report_table(results, 60).splitlines()
    assert wide[:2] == [
        " Match #     Opponent      alphabeta    alphabeta    alphabeta    alphabeta",
        "                           improved        c1           c2           c3",
    ]
    assert wide[-1] == "(minimax is minimax:depth=3 here; the word after a name is its eval)"
    assert [line.split() for line in narrow if "Opponent" in line] == [["Match", "#", "Opponent", "alphabeta", "alphabeta"]] * 2
    assert [word for line in narrow for word in line.split() if word in ("improved", "c1", "c2", "c3")] == [
        "improved",
        "c1",
        "c2",
        "c3",
    ]
    console = Console(width=80, record=True, file=open(os.devnull, "w"))  # noqa: SIM115
    for table in details(results, 80):
        console.print(table)
    text = console.export_text()
    assert "minimax open (row)" in text
    assert "no room for:" in text
    assert max(map(len, text.splitlines())) <= 80
