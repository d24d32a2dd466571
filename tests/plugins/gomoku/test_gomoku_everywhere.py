"""Gomoku in what other rooms do: exports, probes, pictures of scores."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_cli import assert_scores_name_cells
from test_exports import plan, records

import counterply as cp
from counterply.arena.tournament import run
from counterply.plugins.reporting.exports import export_text
from counterply.usercode.loading import load_game


def test_gomoku_writes_sgf_that_it_reads(tmp_path):
    run(plan(game="gomoku", players=("random", "random"), games=2), tmp_path, workers=1)
    game = load_game("gomoku")
    written = "".join(export_text(tmp_path, "games.sgf"))
    parts = re.findall(r"\(;.*?\)\n", written, flags=re.DOTALL)
    for record, text in zip(records(tmp_path), parts, strict=True):
        assert game.position(text).history == record.line


@pytest.mark.slow
def test_no_probe_of_reductions_where_the_hint_reduces() -> None:
    assert cp.verify("gomoku", games=2, seconds=1, probe=4).reductions is None, "its hint reduces by itself"


def test_a_picture_of_scores_names_cells_as_the_moves_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_scores_name_cells("gomoku --set size=9", "e5 d6", "123456789", "abcdefghi", 2, tmp_path, monkeypatch)
