"""Golden numbers of Isolation, and distances that are exact or called bounds."""

from __future__ import annotations

from random import Random

import pytest
from test_counts import assert_engine_is_the_textbook

import counterply as cp
from counterply.cli import run
from counterply.compiling.kernels import PLAIN
from counterply.core.values import EXACT
from counterply.search.perft import perft

PERFT = (49, 2352, 11280)  # a place each, then a knight's move: 240 on the board, 48 places of the other one, 240 in the way


def test_perft() -> None:
    depth = 2 if PLAIN else len(PERFT)
    assert tuple(perft(cp.game("isolation").start(), depth)) == PERFT[:depth]


@pytest.mark.parametrize(("size", "moves", "depth"), [("4", "", 3), ("5", "0,0 2,2", 6)])
def test_engine_without_techniques_is_the_textbook(size: str, moves: str, depth: int) -> None:
    assert_engine_is_the_textbook("isolation", {"width": size, "height": size}, moves, depth)


FAR_WIN = "5,4 2,2 6,6 3,4 4,5 5,5 5,3 3,6 3,2 1,5 1,1 2,3 3,0 0,4 5,1 2,5 4,3"  # Isolation: won in 17; a hint sees it in 19


@pytest.mark.skipif(PLAIN, reason="tens of thousands of nodes")
def test_a_distance_is_exact_or_says_that_it_is_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    position = cp.game("isolation").start().play(*FAR_WIN.split())
    report = cp.analyse(position, depth=40).last()
    assert (report.proven, str(report.value), report.distance, report.at_most) == (True, "win in 17", 17, False)
    *_, found, last = cp.analyse(position, depth=40, lines=2)  # a bound is shown while the distance is looked for
    assert (found.proven, found.at_most, found.stopped) == (True, True, "")
    assert [line.score_text for line in last.lines][:1] == ["win in 17"]
    assert (len(last.lines), last.lines[0].move == last.move) == (2, True)
    answer = cp.solve(position)
    assert (answer.winner, answer.distance, answer.at_most, len(answer.line)) == ("second", 17, False, 17)
    assert run(["analyse", "isolation", f"moves {FAR_WIN}", "--depth", "40"]) == 0
    assert "win in 17" in capsys.readouterr().out


@pytest.mark.skipif(PLAIN, reason="minutes")
def test_distances_agree_with_the_textbook() -> None:
    game = cp.game("isolation", width=4, height=4)
    checked = 0
    for seed in range(20):
        random, position = Random(seed), game.start()
        for _ in range(4):
            position = position.after(random.choice(position.moves())) if position.moves() else position
        if position.over:
            continue
        truth = cp.analyse(position, depth=14, search="minimax").last()
        answer, report = cp.solve(position), cp.analyse(position, depth=14).last()
        assert truth.proven
        assert (answer.distance, len(answer.line)) == (truth.distance, truth.distance)
        if report.distance is None:  # a hint knows who wins, and not when
            assert str(report.value) in ("win", "loss")
        else:
            assert report.distance == truth.distance or (report.bound != EXACT and report.distance > truth.distance)
        for line in cp.analyse(position, depth=14, lines=3).last().lines:
            after = position.play(line.text)
            distance = 0 if after.over else cp.analyse(after, depth=14, search="minimax").last().distance
            assert (line.distance, line.is_timed) == (distance + 1, True)
        checked += 1
    assert checked > 10
