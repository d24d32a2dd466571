"""Winning chances and what a move lost: the arithmetic, without a search."""

from __future__ import annotations

from random import Random

import pytest

from counterply.plugins.board.verdicts import Outlook, lost
from counterply.plugins.explanations.chances import share, steepness


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
