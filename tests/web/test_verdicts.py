"""Winning chances and what a move lost: the arithmetic, without a search."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from counterply.core.limits import Stop
from counterply.core.report import Line
from counterply.core.values import FIRST, ONGOING
from counterply.web.chances import MOST_NODES, MOST_PLIES, Chances, share, steepness
from counterply.web.verdicts import Outlook, lost


@pytest.mark.parametrize(
    ("best", "played", "loss"),
    [
        (Outlook(1.0), Outlook(0.5), 0.5),
        (Outlook(0.5), Outlook(1.0), 0.0),  # the search before was wrong about the best move
        (Outlook(by_depth={1: 0.9, 2: 0.7, 3: 0.8, 4: 0.75}), Outlook(by_depth={1: 0.1, 2: 0.5, 3: 0.5, 4: 0.5}), 0.25),
        (Outlook(by_depth={1: 0.9, 2: 0.9, 3: 0.9}), Outlook(by_depth={1: 0.4, 2: 0.4, 3: 0.95}), 0.0),  # it changes its mind
        (Outlook(by_depth={1: 0.9, 2: 0.9}), Outlook(by_depth={1: 0.6, 2: 0.88}), 0.02),  # too little to be marked
        (Outlook(by_depth={1: 0.9}), Outlook(by_depth={2: 0.4}), None),  # leaves that are not as deep
        (Outlook(1.0), Outlook(by_depth={1: 0.3, 2: 0.6}), 0.55),
        (Outlook(by_depth={1: 0.6, 2: 0.7}), Outlook(0.0), 0.65),
    ],
)
def test_what_the_last_depths_that_both_reached_agree_on(best: Outlook, played: Outlook, loss: float | None) -> None:
    assert lost(best, played) == (loss if loss is None else pytest.approx(loss))


def test_chances_are_fitted_to_results() -> None:
    random = Random(1)
    scores = [random.uniform(-5, 5) for _ in range(4000)]
    seen = [(score, float(random.random() < share(0.6 * score))) for score in scores]
    assert steepness(seen) == pytest.approx(0.6, rel=0.1)
    assert 0 < steepness([(2.0, 1.0), (-1.0, 0.0)]) < 2.0  # two positions prove little
    assert steepness([(1.0, 0.0)] * 9) == 0.0  # an evaluator that is wrong says nothing


class Walk:
    """A game of two moves a turn, in which the first player has won after some plies."""

    turn, compiled = 0, True

    def __init__(self, plies: int, ply: int = 0) -> None:
        self.plies, self.ply, self.start = plies, ply, lambda: Walk(plies)

    def outcome(self) -> int:
        return FIRST if self.ply == self.plies else ONGOING

    def moves(self) -> list[int]:
        return [0, 1]

    def after(self, move: int) -> Walk:
        return Walk(self.plies, self.ply + 1)

    def seen_by(self, player: int, world: int) -> Walk:
        return self


class Asked:
    """A search that says of each position that the side to move is ahead, for a number of nodes, and counts them."""

    def __init__(self, nodes: int) -> None:
        self.nodes, self.total = nodes, 0

    def deepen(self, request: Any) -> list[Any]:
        self.total += self.nodes
        return [SimpleNamespace(move=0, nodes=self.nodes, score=3, grid=1, proven=False)]

    def forget(self) -> None: ...


@pytest.mark.parametrize(
    ("plies", "nodes", "known"),
    [(30, 1_000, True), (30, 300_000, True), (MOST_PLIES + 1, 1_000, False)],
    ids=["quick games", "slow games are few", "games that never end are given up"],
)
def test_the_games_of_chances_are_bounded_and_the_last_one_is_finished(plies: int, nodes: int, known: bool) -> None:
    search, game = Asked(nodes), Walk(plies)
    chances = Chances(game, SimpleNamespace(name="any"))  # type: ignore[arg-type]
    chances.prepare(search, Stop())  # type: ignore[arg-type]
    found = chances.of(Line(0, 3, (0,), grid=1))
    assert found is not None and found > 0.6 if known else found is None
    assert search.total < MOST_NODES + 2 * plies * nodes
