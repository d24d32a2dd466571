"""Hex beside a slow twin, its counts, its solved boards, and what it refuses."""

from __future__ import annotations

import pytest

from counterply import GameError
from counterply.compiling.kernels import PLAIN
from counterply.search.exact.solve import solve
from counterply.search.perft import perft
from counterply.usercode.loading import load_game
from oracles import gallery


@pytest.mark.parametrize(("size", "games"), [(7, 12), (3, 30), (11, 3)])
def test_agrees_with_its_slow_twin(size: int, games: int) -> None:
    gallery.assert_agrees_with_its_twin("hex", {"size": str(size)}, lambda: gallery.Hex(size), games)


@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
def test_lines_of_play() -> None:
    assert perft(load_game("hex").start(), 3) == [49, 49 * 48, 49 * 48 * 47]  # nobody can win before ply 13


@pytest.mark.slow
@pytest.mark.skipif(PLAIN, reason="minutes in plain mode")
def test_the_first_player_wins() -> None:
    """As on all sizes: J. Nash 1949."""
    assert solve(load_game("hex", {"size": "3"}).start()).outcome == "first"


def test_boards_that_there_are_not() -> None:
    with pytest.raises(GameError, match="3 to 11 cells a side, not 2"):
        load_game("hex", {"size": "2"})
