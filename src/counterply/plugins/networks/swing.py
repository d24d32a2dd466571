"""How much a learnt evaluator's value changes within two plies: with that, a search may end nodes by their value alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import median
from typing import TYPE_CHECKING

from counterply.core.aliases import Move
from counterply.core.limits import Limit
from counterply.search.choose import Wishes, search_for
from counterply.search.request import SearchRequest

if TYPE_CHECKING:
    from counterply.core.evaluator import Evaluator
    from counterply.core.game import Game

GAMES = 40
POSITIONS = 1_000  # of them, at most
NOISE = 0.1  # share of moves at random


def swing_of(game: Game, evaluator: Evaluator, openings: Sequence[Sequence[Move]], seed: int) -> float:
    """Return by how much a search of two plies changes an evaluator's value, as a median, in games of that search with itself.

    In units of the evaluator; 0 in games with chance or hidden information, whose scores are means.
    """
    if game.chance or game.hidden:
        return 0.0
    search, bound, pick, changes = search_for(game, evaluator, Wishes(proof=False)), evaluator.bind(game), Random(seed), list[int]()
    for opening in openings[:GAMES]:
        position = game.start().play(*opening)
        while not position.over and len(changes) < POSITIONS:
            search.forget()
            *_, report = search.deepen(SearchRequest(position, Limit(depth=2)))
            if not report.proven and report.score is not None:
                changes.append(abs(report.score - bound.grid_value(position.record, position.turn)))
            position = position.after(pick.choice(position.moves()) if pick.random() < NOISE else report.move)
    return median(changes) / evaluator.grid if changes else 0.0
