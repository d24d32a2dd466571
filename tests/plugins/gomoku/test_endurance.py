"""Lost positions whose end is too far away to be searched: the move that is hardest to refute is played, and the limit is kept."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from counterply import Limit
from counterply.core.values import is_loss, is_win
from counterply.players import make_player
from counterply.search.alphabeta.engine import Engine
from counterply.usercode.loading import load_evaluator, load_game

NODES = 20_000
LOST = "moves f11 k7 b11 h6 i7 i5 j4 j6 h4 k6 i6 k8"  # by a win in 18 that 24 nodes prove


@cache
def gomoku() -> Any:
    return load_game("gomoku")


def answer(name: str, position: Any, limit: Limit) -> Any:
    player = make_player(name)
    player.start(position.game, position.turn, 1)
    return player.choose(position, limit)


def nodes_to_win(position: Any) -> int:
    """How many nodes a search that knows nothing takes to prove a win."""
    engine = Engine(position.game, load_evaluator(None, position.game), memory_mb=4)
    *_, report = engine.deepen(position, Limit(nodes=NODES))
    return report.nodes if report.proven and is_win(report.score) else NODES


@pytest.mark.slow
def test_a_lost_position_is_played_where_the_win_is_hardest_to_find() -> None:
    position = gomoku().position(LOST)
    report = answer("engine", position, Limit(nodes=NODES))
    assert (report.stopped, report.proven, bool(is_loss(report.score))) == ("resists", True, True)
    assert report.move in position.moves()
    at_once = answer("engine:resist=off", position, Limit(nodes=NODES))
    assert at_once.stopped == "proven"
    assert report.nodes > at_once.nodes, "the limit is used"
    assert nodes_to_win(position.after(report.move)) >= nodes_to_win(position.after(at_once.move))


@pytest.mark.parametrize("nodes", [1, 30, 300, 3_000])
def test_the_limit_is_kept(nodes: int) -> None:
    report = answer("engine", gomoku().position(LOST), Limit(nodes=nodes))
    assert report.nodes <= nodes


def test_the_same_search_gives_the_same_move() -> None:
    position = gomoku().position(LOST)
    first, second = (answer("engine", position, Limit(nodes=NODES)) for _ in range(2))
    assert (first.move, first.nodes, first.score) == (second.move, second.nodes, second.score)
