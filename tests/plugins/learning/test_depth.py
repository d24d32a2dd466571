"""What is learnt one ply deep is used by a search: against a fixed evaluator its score must not fall with depth."""

from __future__ import annotations

from pathlib import Path

import pytest

import counterply as cp
from counterply.compiling.kernels import PLAIN

GAMES = 100  # of a match
LEARNT_FROM = {  # games, options and how many games are learnt from: with 6,000, connect four fails
    "connect_four": ({}, 30_000),
    "othello": ({"size": 6}, 3_000),
    "breakthrough": ({"width": 5, "height": 6}, 4_000),
    "hex": ({"size": 5}, 4_000),
}


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="too few games")
@pytest.mark.parametrize("name", LEARNT_FROM)
def test_the_score_does_not_fall_with_depth(name: str, tmp_path: Path) -> None:
    options, games = LEARNT_FROM[name]
    game, file = cp.game(name, **options), tmp_path / "depth.learnt"
    cp.learn(game, games=games, match=0, seed=1, out=file)
    shallow, deep = (
        cp.match(game, f"engine:eval={file}", "engine", depth=depth, games=GAMES, seed=1, workers=1).standing for depth in (1, 3)
    )
    assert deep.interval()[1] >= shallow.mean
