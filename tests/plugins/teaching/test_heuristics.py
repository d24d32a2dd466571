"""A heuristic that is wrong is told so, in words that say what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

import counterply as cp
from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN

CELLS = """
def cells(position, player):
    held = [int(stones) for stones in position["stones"]]
    worth = [2.0 * (stones >> 4 & 1) + bin(stones & 0b101000101).count("1") for stones in held]
    return {sign} * (worth[player] - worth[1 - player])
"""


@pytest.mark.parametrize("sign", [1, -1])
def test_a_reversed_heuristic_goes_against_the_truth(tmp_path, sign):
    file = tmp_path / "mine.py"
    file.write_text(CELLS.format(sign=sign))
    found = cp.check(f"{file}:cells", games=["tic_tac_toe"], positions=60)
    assert found.right == (sign > 0), str(found)
    assert ("prefers lost positions" in str(found)) == (sign < 0)
    assert (found.heuristic.agreement.rank > 0) == (sign > 0)


@pytest.mark.skipif(PLAIN, reason="its own messages")
def test_a_field_with_a_dot(tmp_path, capsys):
    path = tmp_path / "h.py"
    path.write_text("def dotted(position, player):\n    return 1.0 * position.turn\n")
    assert command(["check", f"{path}:dotted", "--game", "tic_tac_toe", "--positions", "3"]) == 1
    assert 'dotted: h.py:2: AttributeError: write position["turn"], not position.turn' in capsys.readouterr().out
    assert command(["match", "tic_tac_toe", f"{path}:dotted", "random", "--games", "2"]) == 2
    assert f"{path}:dotted is an evaluator, not a player: name one that plays with it" in capsys.readouterr().err


def test_a_program_checks_a_heuristic_as_the_command_does(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def nothing(position, player):\n    return 0.0\n")
    with pytest.raises(cp.UsageError, match="in one game"):
        cp.check(f"{file}:nothing")
    found = cp.check(f"{file}:nothing", games=["tic_tac_toe"], positions=3)
    assert found.verdict is None
    assert found.json()["right"] is found.right
    assert "nothing in tic_tac_toe" in str(found)
