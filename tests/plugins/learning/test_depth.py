"""What is learnt one ply deep is used by a search: against a fixed evaluator its score must not fall with depth."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import counterply as cp
from counterply.compiling.kernels import PLAIN
from counterply.plugins.learning import run

GAMES = 60  # of a match
EVEN = ("ataxx", "breakthrough")  # where players are exchanged, so that both sides win
LEARNT_FROM = {  # options, how many games are learnt from, and the seed
    "ataxx": ({}, 9_000, 3),  # the rules are the same for both sides
    "breakthrough": ({"width": 5, "height": 6}, 16_000, 1),  # upside down
    "connect_four": ({}, 30_000, 1),  # who moves last counts
    "othello": ({"size": 6}, 3_000, 1),
}


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="too few games")
@pytest.mark.parametrize("name", LEARNT_FROM)
def test_the_score_does_not_fall_with_depth(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "CHECKPOINTS", 1)  # the games of a curve cost more than those that are learnt from
    monkeypatch.setattr(run, "CURVE_GAMES", 2)
    options, games, seed = LEARNT_FROM[name]
    game, file = cp.game(name, **options), tmp_path / "depth.learnt"
    settings = cp.learn(game, games=games, match=0, seed=seed, out=file).made["settings"]
    assert settings["uneven"] == (0.0 if name in EVEN else 2.0)
    shallow, *deeper = (
        cp.match(game, f"engine:eval={file}", "engine", depth=depth, games=GAMES, seed=1, workers=1).standing for depth in (1, 2, 3)
    )
    for deep in deeper:  # the difference, by Newcombe's interval
        lower, upper = shallow.mean - shallow.interval()[0], deep.interval()[1] - deep.mean
        assert shallow.mean - deep.mean <= math.hypot(lower, upper), (shallow, deeper)
