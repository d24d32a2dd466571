"""A heuristic that is wrong is told so, in words that say what to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

import counterply as cp
from counterply.cli import run as command
from counterply.compiling.kernels import PLAIN
from counterply.core.evaluator import Evaluator
from counterply.core.limits import Stop
from counterply.plugins.studies.sampling import Values
from counterply.plugins.teaching.judge.heuristics import HeuristicReport, duels, report_lines
from counterply.usercode.loading import load_game


def worth_of_cells(position, player):
    held = [int(stones) for stones in position["stones"]]
    worth = [2 * (stones >> 4 & 1) + bin(stones & 0b101000101).count("1") for stones in held]
    return float(worth[player] - worth[1 - player])


@pytest.mark.parametrize("sign", [1, -1])
def test_a_reversed_heuristic_loses_to_its_opposite(sign):
    game = load_game("tic_tac_toe")
    evaluator = Evaluator("cells", lambda position, player: sign * worth_of_cells(position, player), plain=True)
    points = list(duels(game, Values(evaluator, game), Stop()))
    report = HeuristicReport("cells", game.name, [], [], positions=1, duels=len(points), duel_points=sum(points))
    assert report.duels == 40
    assert report.seems_reversed == (sign < 0)
    assert (report.duel_points > 30) == (sign > 0)
    assert report.duel_text in report_lines(report)


def test_no_duels_where_the_future_is_unknown():
    game = load_game("splendor")
    assert not list(duels(game, Values(game.evaluators[0], game), Stop()))


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
