"""A course's dialect that comes from another package."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

HAND_IN = """
from heaps_course import takes


def best(board, depth):
    if depth == 0 or not board.choices():
        return board.worth(board.player)
    return max(-best(board.play(move), depth - 1) for move in board.choices())
"""


def test_a_packages_dialect_is_judged_and_plays(tmp_path: Path, said: Callable[..., str]) -> None:
    file = tmp_path / "hand_in.py"
    file.write_text(HAND_IN)
    assert said("check", str(file), "--positions", "0").startswith("best(board, depth): right")
    assert "its own evaluator reads boards of heaps" in said("match", "tic_tac_toe", str(file), "random", "--games", "2")
    file.write_text(HAND_IN.replace("-best(", "best("))
    assert "wrong" in said("check", str(file), "--positions", "0", code=1)
